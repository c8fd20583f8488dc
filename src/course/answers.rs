//! `answers = [{ asks = "…", with = "…" }]`: what questions of a program's own are answered.

use std::ops::Range;

use super::config_file::ConfigFile;
use super::input_line::Lines;
use super::raw;
use super::table::Table;
use super::vocabulary::Vocabulary;
use crate::model::KnownQuestion;

/// The questions of several layers: each that says something takes the place of those before, and all are checked.
pub(super) fn layered(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    lines: Lines,
    layers: [Option<&[Table<raw::Answer>]>; 2],
) -> Vec<KnownQuestion> {
    let mut known = Vec::new();
    for layer in layers {
        known = answers(config, vocabulary, lines, layer).unwrap_or(known);
    }
    known
}

/// The questions of one layer of a rubric; none if it says nothing of them.
pub(super) fn answers(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    lines: Lines,
    typed: Option<&[Table<raw::Answer>]>,
) -> Option<Vec<KnownQuestion>> {
    let mut known = Vec::new();
    for Table { at, body } in typed? {
        let asks = needed(config, at, "asks", body.asks.as_ref(), "a pattern for the question");
        let with = needed(config, at, "with", body.with.as_ref(), LINES);
        let asks = asks.and_then(|typed| vocabulary.compile(config, typed));
        let with = with.map(|typed| checked(config, lines, typed));
        if let (Some(asks), Some(with)) = (asks, with) {
            known.push(KnownQuestion { asks, with });
        }
    }
    Some(known)
}

const LINES: &str = "the line that answers it, or several that are tried one after the other";

fn checked(config: &ConfigFile<'_>, lines: Lines, typed: &raw::Names) -> Vec<String> {
    let all = typed.get_ref().texts();
    if all.is_empty() {
        config.report(&typed.span(), format!("`with` is empty: expected {LINES}"));
    }
    all.iter().for_each(|line| lines.check(config, line, &typed.span()));
    all.to_vec()
}

fn needed<'t, T>(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    key: &str,
    typed: Option<&'t T>,
    wanted: &str,
) -> Option<&'t T> {
    if typed.is_none() {
        config.report(at, format!("missing key `{key}`: expected {wanted}"));
    }
    typed
}
