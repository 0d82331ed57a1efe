//! What may grow, how far, and why no further.

/// Causes that are followed at once. A cluster of 10,000 pods has some hundred; past this a person reads none of them, and each costs
/// memory and a row.
pub(super) const MAX_TRACKS: usize = 10_000;

/// Of [`MAX_TRACKS`], what advice may fill: the rest is kept for worse.
pub(super) const MAX_TRACKS_FOR_INFO: usize = MAX_TRACKS / 10 * 8;

/// Of [`MAX_TRACKS`], what warnings and advice may fill.
pub(super) const MAX_TRACKS_FOR_WARNING: usize = MAX_TRACKS / 10 * 9;

/// Closed incidents kept in memory: enough for any list that is shown; the store has the rest.
pub(super) const MAX_CLOSED: usize = 1_000;

/// History entries of one round; the causes that are left wait for the next, so that one transaction stays short.
pub(super) const MAX_ENTRIES: usize = 1_000;

/// Bytes of an entry's text: a summary, which has at most 1,000, and a few words before it.
pub(super) const MAX_DETAIL: usize = 1_200;

/// Namespaces remembered for one cause. One that spans more is treated as if it could lie anywhere.
pub(super) const MAX_NAMESPACES: usize = 20;

/// Fingerprints remembered for one cause: any one of them is enough to recognise it among another's effects.
pub(super) const MAX_FINGERPRINTS: usize = 20;

/// Openings and closings remembered for one cause; a setting for more never calls anything flapping.
pub(super) const MAX_FLIPS: usize = 100;

/// Seconds between being told that an incident is seen again and the next time that it is called blind: a detector that fails every
/// other run would fill the history.
pub(super) const SECONDS_BETWEEN_BLINDNESS: i64 = 300;

/// Seconds for which a fault that never opened is remembered while nobody can see it: what was seen once, an hour ago, says nothing.
pub(super) const SECONDS_OF_UNSEEN_HOLD: i64 = 3_600;

/// Seconds that a clock must run on after it went back before it is believed: API servers whose clocks differ answer by turns.
pub(super) const SECONDS_UNTIL_CLOCK_SETTLES: i64 = 30;

/// `text` of at most [`MAX_DETAIL`] bytes.
pub(super) fn detail(mut text: String) -> String {
    if text.len() > MAX_DETAIL {
        let mark = "…";
        let end = (0..=MAX_DETAIL - mark.len())
            .rev()
            .find(|index| text.is_char_boundary(*index));
        text.truncate(end.unwrap_or(0));
        text.push_str(mark);
    }
    text
}
