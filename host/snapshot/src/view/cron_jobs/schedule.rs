//! Schedules as Kubernetes reads them: five fields or a descriptor, in a time zone.

use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp, Zoned};
use std::sync::LazyLock;

/// Missed times are counted to here.
const MOST_MISSED: usize = 100;
/// How far ahead and back a due time is looked for, in years: a leap day comes round in four, or eight.
const YEARS: i16 = 9;
/// A next due time farther off than this, in seconds, is none.
const FIVE_YEARS: i64 = 5 * 366 * 24 * 3600;
/// Times in a row that a change of clocks may take away before the search ends.
const SKIPPED: usize = 16;

/// The time zones of the program itself, so that the machine it runs on makes no difference.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// What a schedule comes to around "now", in seconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Timing {
    pub(super) valid: bool,
    pub(super) due: Option<i64>,
    pub(super) next_due: Option<i64>,
    pub(super) missed: u32,
    pub(super) period: u64,
}

/// The times that matter for a schedule, in seconds since 1970.
pub(super) struct Span {
    pub(super) created: Option<i64>,
    pub(super) started: Option<i64>,
    pub(super) now: i64,
}

impl Span {
    /// From when on due times count as missed.
    fn base(&self) -> Option<i64> {
        self.started.or(self.created)
    }
}

impl Timing {
    /// Reads `schedule` in the zone `zone`, UTC when empty.
    pub(super) fn of(schedule: &str, zone: &str, span: &Span) -> Self {
        let schedule = schedule.trim();
        if let Some(every) = schedule.strip_prefix("@every ") {
            return every
                .trim()
                .parse()
                .map(|every| Self::of_interval(every, span))
                .unwrap_or_default();
        }
        // A zone within the schedule was never documented, and works all the same.
        let (zone, schedule) = match schedule.strip_prefix("CRON_").unwrap_or(schedule).strip_prefix("TZ=") {
            Some(rest) => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            None => (zone, schedule),
        };
        let calendar = Calendar::read(schedule, zone, span);
        calendar.map(|calendar| calendar.timing(span)).unwrap_or_default()
    }

    fn of_interval(every: SignedDuration, span: &Span) -> Self {
        // Shorter ones count as a second.
        let period = every.as_secs().max(1);
        let base = span.base().unwrap_or(span.now);
        let passed = (span.now.saturating_sub(base) / period).max(0);
        let due = base.saturating_add(passed.saturating_mul(period));
        Self {
            valid: true,
            due: (passed > 0).then_some(due),
            next_due: Some(due.saturating_add(period)),
            missed: u32::try_from(passed.min(MOST_MISSED as i64)).unwrap_or(0),
            period: period.unsigned_abs(),
        }
    }
}

/// A schedule of calendar times in its zone.
struct Calendar {
    cron: Cron,
    now: Zoned,
}

impl Calendar {
    fn read(schedule: &str, zone: &str, span: &Span) -> Option<Self> {
        let zone = if zone.is_empty() {
            TimeZone::UTC
        } else {
            ZONES.get(zone).ok()?
        };
        let now = Timestamp::from_second(span.now).ok()?.to_zoned(zone);
        let base = span.base().and_then(|base| Timestamp::from_second(base).ok());
        let first = base
            .map_or(now.year(), |base| base.to_zoned(TimeZone::UTC).year() - 1)
            .min(now.year() - YEARS)
            .max(1);
        let fields = fields(schedule)?;
        // The range of years ends a search for a date that never comes, such as 30 February.
        let pattern = format!("0 {fields} {first}-{}", now.year() + YEARS);
        let parser = CronParser::builder()
            .seconds(Seconds::Required)
            .year(Year::Required)
            .build();
        Some(Self {
            cron: parser.parse(&pattern).ok()?,
            now,
        })
    }

    fn timing(&self, span: &Span) -> Timing {
        let previous = self.before();
        let mut ahead = self.after(&self.now);
        let next = ahead.next();
        let far = |time: &i64| *time - span.now <= FIVE_YEARS;
        let period = match (previous, next) {
            (Some(previous), Some(next)) => next - previous,
            (None, Some(next)) => ahead.next().map_or(0, |second| second - next),
            _ => 0,
        };
        Timing {
            valid: true,
            due: previous.filter(|previous| span.created.is_none_or(|created| *previous >= created)),
            next_due: next.filter(far),
            missed: span.base().map_or(0, |base| self.missed(base, previous)),
            period: u64::try_from(period).unwrap_or(0),
        }
    }

    /// Due times after `base`, `last` being the latest before now.
    fn missed(&self, base: i64, last: Option<i64>) -> u32 {
        let zone = self.now.time_zone().clone();
        let (Some(last), Ok(base)) = (last.filter(|last| *last > base), Timestamp::from_second(base)) else {
            return 0;
        };
        let missed = self
            .after(&base.to_zoned(zone))
            .take_while(|time| *time <= last)
            .take(MOST_MISSED)
            .count();
        u32::try_from(missed).unwrap_or(0)
    }

    /// Due times after `start`, ascending.
    fn after(&self, start: &Zoned) -> impl Iterator<Item = i64> {
        self.cron
            .iter_after(start.clone())
            .filter(|time| self.happens(time))
            .map(|time| time.timestamp().as_second())
    }

    /// The latest due time at or before now.
    fn before(&self) -> Option<i64> {
        let next_second = self.now.checked_add(SignedDuration::from_secs(1)).ok()?;
        let mut back = self.cron.iter_before(next_second).take(SKIPPED);
        back.find(|time| self.happens(time))
            .map(|time| time.timestamp().as_second())
    }

    /// A time that the change to summer time takes away does not happen at all; the library moves it instead.
    fn happens(&self, time: &Zoned) -> bool {
        self.cron.is_time_matching(time).unwrap_or(false)
    }
}

/// Five fields in the spelling of the library; `None` when Kubernetes could not read them.
fn fields(schedule: &str) -> Option<String> {
    const HIGHEST: [&str; 5] = ["59", "23", "31", "12", "6"];
    let written = match schedule {
        "@yearly" | "@annually" => "0 0 1 1 *",
        "@monthly" => "0 0 1 * *",
        "@weekly" => "0 0 * * 0",
        "@daily" | "@midnight" => "0 0 * * *",
        "@hourly" => "0 * * * *",
        other => other,
    };
    let fields: Vec<&str> = written.split_whitespace().collect();
    let read: Vec<String> = fields
        .iter()
        .zip(HIGHEST)
        .map(|(field, highest)| entries(field, highest))
        .collect::<Option<_>>()?;
    (fields.len() == HIGHEST.len()).then(|| read.join(" "))
}

fn entries(field: &str, highest: &str) -> Option<String> {
    let read: Option<Vec<String>> = field.split(',').map(|entry| entry_in(entry, highest)).collect();
    Some(read?.join(","))
}

/// One entry of a field: `*`, `5`, `MON`, a range of these, each with a step.
fn entry_in(entry: &str, highest: &str) -> Option<String> {
    let (range, step) = entry
        .split_once('/')
        .map_or((entry, None), |(range, step)| (range, Some(step)));
    let is_plain = |word: &str| match word.as_bytes() {
        [] => false,
        // The library knows further letters, such as `L`, that Kubernetes does not.
        word if word.iter().all(u8::is_ascii_alphabetic) => word.len() == 3,
        word => word.iter().all(u8::is_ascii_digit),
    };
    let range = match range {
        "?" => "*",
        other => other,
    };
    if range != "*" && !range.split('-').all(is_plain) {
        return None;
    }
    Some(match step {
        None => range.to_owned(),
        Some(step) if range == "*" || range.contains('-') => format!("{range}/{step}"),
        Some(step) => format!("{range}-{highest}/{step}"),
    })
}
