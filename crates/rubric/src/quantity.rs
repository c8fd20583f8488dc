//! Times and sizes, which always have a unit.

use std::fmt;
use std::time::Duration;

use bytesize::ByteSize;
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::config_file::ConfigFile;
use super::spanned::Spanned;

/// A time or a size as it was typed. A bare number is taken too, so that its place can be marked.
#[derive(Debug, JsonSchema)]
#[schemars(inline, extend("x-type" = "time or size"))]
pub(super) struct RawQuantity(String);

impl RawQuantity {
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
    let text = &typed.get_ref().0;
    let time = humantime::parse_duration(text)
        .ok()
        .filter(|time| !time.is_zero());
    if time.is_none() {
        let wanted = "expected a time above zero with its unit, such as `1s` or `500ms`";
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
