//! Objects in sentences.

use crate::cluster::objects;
use crate::cluster::types::{ObjectId, ObjectRef};
use alloc::format;
use alloc::string::{String, ToString};

/// The names of one object; a reference with empty names when it cannot be seen.
pub fn reference(id: ObjectId) -> ObjectRef {
    let nameless = || ObjectRef {
        id: None,
        group: String::new(),
        kind: String::new(),
        namespace: String::new(),
        name: String::new(),
    };
    objects::describe(&[id]).pop().unwrap_or_else(nameless)
}

/// `2 pods`, `1 pod`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Labels as selectors spell them: `app=web,tier=front`.
pub fn labelled(labels: &[(String, String)]) -> String {
    let pair = |(key, value): &(String, String)| format!("{key}={value}");
    labels.iter().map(pair).collect::<alloc::vec::Vec<_>>().join(",")
}

/// A port as manifests spell it: its number or its name.
pub fn port_text(port: &crate::cluster::types::PortRef) -> String {
    match port {
        crate::cluster::types::PortRef::Number(number) => number.to_string(),
        crate::cluster::types::PortRef::Name(name) => name.clone(),
    }
}

/// Why a container waits, in the kubelet's word.
pub fn waiting_word(reason: &crate::cluster::pods::WaitingReason) -> &str {
    use crate::cluster::pods::WaitingReason as Reason;
    match reason {
        Reason::CrashLoopBackOff => "CrashLoopBackOff",
        Reason::ImagePullBackOff => "ImagePullBackOff",
        Reason::ErrImagePull => "ErrImagePull",
        Reason::InvalidImageName => "InvalidImageName",
        Reason::CreateContainerConfigError => "CreateContainerConfigError",
        Reason::CreateContainerError => "CreateContainerError",
        Reason::RunContainerError => "RunContainerError",
        Reason::ContainerCreating => "ContainerCreating",
        Reason::PodInitializing => "PodInitializing",
        Reason::Other(word) => word,
    }
}

/// A moment as people write it: `2026-11-29 17:00 UTC`.
pub fn moment(time: crate::cluster::types::Timestamp) -> String {
    let (days, seconds) = (time.div_euclid(86_400), time.rem_euclid(86_400));
    let (year, month, day) = calendar(days);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC",
        seconds / 3600,
        seconds % 3600 / 60
    )
}

/// Year, month and day of a number of days since 1970. Years are counted from March, so that the leap day is the last one of a year.
fn calendar(days: i64) -> (i64, i64, i64) {
    // Days since 0000-03-01, in eras of 400 years, which are all of one length.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year_of_era + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_reads_as_its_date() {
        for (time, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_796_058_000, "2026-11-30 17:00 UTC"),
            (-1, "1969-12-31 23:59 UTC"),
        ] {
            assert_eq!(moment(time), text);
        }
    }

    #[test]
    fn one_is_counted_without_a_plural() {
        assert_eq!(
            (counted(1, "pod"), counted(0, "pod")),
            ("1 pod".to_string(), "0 pods".to_string())
        );
    }
}
