-- One row: whose store this is, and the counters that never go back.
CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    owner TEXT NOT NULL,
    next_id INTEGER NOT NULL CHECK (next_id > 0),
    next_entry INTEGER NOT NULL CHECK (next_entry > 0),
    committed INTEGER
) STRICT;

-- The columns before json are copies of what json says, for queries. closed is NULL while the incident is open, also when it was closed before.
CREATE TABLE incidents (
    id INTEGER PRIMARY KEY CHECK (id >= 0),
    cause TEXT NOT NULL,
    stage TEXT NOT NULL CHECK (stage IN ('open', 'closed')),
    severity TEXT NOT NULL,
    rule TEXT NOT NULL,
    namespace TEXT NOT NULL,
    opened INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    closed INTEGER,
    json TEXT NOT NULL,
    CHECK ((stage = 'closed') = (closed IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX incidents_open_cause ON incidents (cause) WHERE stage = 'open';
CREATE INDEX incidents_stage ON incidents (stage, id);
CREATE INDEX incidents_namespace ON incidents (namespace, id);
CREATE INDEX incidents_rule ON incidents (rule, id);
CREATE INDEX incidents_closed ON incidents (closed) WHERE stage = 'closed';

-- No foreign key: a late entry about an incident that retention took away must not stop everything else of its batch.
CREATE TABLE entries (
    sequence INTEGER PRIMARY KEY CHECK (sequence >= 0),
    incident INTEGER NOT NULL,
    at INTEGER NOT NULL,
    turn TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX entries_incident ON entries (incident, sequence);

CREATE TABLE tracks (
    cause TEXT PRIMARY KEY,
    json TEXT NOT NULL
) STRICT;
