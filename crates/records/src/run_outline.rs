//! What is known of a run as a whole: the day on which it ends, and the files for which nobody is graded.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// Seconds since 1970 that stand for the time of the run, as https://reproducible-builds.org/specs/source-date-epoch describes.
const FIXED_TIME: &str = "SOURCE_DATE_EPOCH";

/// Today in this machine's time zone; if `SOURCE_DATE_EPOCH` is set, the day of that time in UTC.
pub(crate) fn run_date() -> Date {
    let fixed = std::env::var(FIXED_TIME).ok();
    let fixed = fixed.and_then(|seconds| Timestamp::from_second(seconds.parse().ok()?).ok());
    match fixed {
        Some(time) => time.to_zoned(TimeZone::UTC).date(),
        None => Zoned::now().date(),
    }
}

/// Adds the sentences that are not there yet.
pub(crate) fn add_new_sentences(known: &mut Vec<String>, more: &[String]) {
    for sentence in more {
        if !known.contains(sentence) {
            known.push(sentence.clone());
        }
    }
}
