//! Times and sizes, which always have a unit.

use std::fmt;
use std::time::Duration;

use bytesize::ByteSize;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::config_file::ConfigFile;
use super::spanned::Spanned;

/// A time or a size as it was typed. A bare number is taken too, so that its place can be marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(inline, extend("x-type" = "time or size"))]
pub struct RawQuantity(String);

impl RawQuantity {
    /// A time in seconds, with milliseconds at most: `2s`, `1500ms`.
    pub fn from_seconds(seconds: f64) -> RawQuantity {
        let milliseconds = (seconds * 1000.0).round();
        RawQuantity(if milliseconds % 1000.0 == 0.0 {
            format!("{}s", milliseconds / 1000.0)
        } else {
            format!("{milliseconds}ms")
        })
    }

    /// A size in bytes, rounded up to KiB: `256MiB`, `64KiB`.
    pub fn from_bytes(bytes: u64) -> RawQuantity {
        let kibibytes = bytes.div_ceil(1024).max(1);
        RawQuantity(match kibibytes % 1024 {
            0 => format!("{}MiB", kibibytes / 1024),
            _ => format!("{kibibytes}KiB"),
        })
    }

    /// As it was typed.
    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// A time such as `1s` or `500ms`.
pub(super) fn parse_duration(
    config: &ConfigFile<'_>,
    typed: &Spanned<RawQuantity>,
) -> Option<Duration> {
    let wanted = "expected a time above zero with its unit, such as `1s` or `500ms`";
    parse_time(config, typed, wanted, |time| !time.is_zero())
}

/// A time that may be spent on something optional: `0s` is none.
pub(super) fn parse_time_budget(
    config: &ConfigFile<'_>,
    typed: &Spanned<RawQuantity>,
) -> Option<Duration> {
    let wanted = "expected a time with its unit, such as `2s`; `0s` turns it off";
    parse_time(config, typed, wanted, |_| true)
}

fn parse_time(
    config: &ConfigFile<'_>,
    typed: &Spanned<RawQuantity>,
    wanted: &str,
    is_valid: impl Fn(&Duration) -> bool,
) -> Option<Duration> {
    let text = &typed.get_ref().0;
    let time = humantime::parse_duration(text).ok().filter(is_valid);
    if time.is_none() {
        config.report(&typed.span(), format!("found `{text}`, {wanted}"));
    }
    time
}

/// A size in bytes, such as `256MiB`.
pub(super) fn parse_size(config: &ConfigFile<'_>, typed: &Spanned<RawQuantity>) -> Option<u64> {
    let text = &typed.get_ref().0;
    let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
    let size = text
        .parse::<ByteSize>()
        .ok()
        .filter(|size| has_unit && size.as_u64() > 0);
    if size.is_none() {
        let wanted = "expected a size above zero with its unit, such as `256MiB` or `64KiB`";
        config.report(&typed.span(), format!("found `{text}`, {wanted}"));
    }
    size.map(|size| size.as_u64())
}

impl<'de> Deserialize<'de> for RawQuantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyScalar).map(RawQuantity)
    }
}

struct AnyScalar;

impl Visitor<'_> for AnyScalar {
    type Value = String;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string with a unit, such as \"1s\" or \"256MiB\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }
}
