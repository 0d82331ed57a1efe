-- Where the cluster answered: what tells clusters apart while nobody may read the uid of one. owner is empty until it is known.
ALTER TABLE meta ADD COLUMN address TEXT NOT NULL DEFAULT '';
