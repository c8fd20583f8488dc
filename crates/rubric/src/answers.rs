//! `answers = [{ asks = "…", with = "…" }]`: what questions of a program's own are answered.

use std::ops::Range;

use super::config_file::ConfigFile;
use super::input_line::InputLineRules;
use super::raw;
use super::spanned::SpannedTable;
use super::vocabulary::Vocabulary;
use model::KnownQuestion;

/// The questions of several layers: each that says something takes the place of those before, and all are checked.
pub(super) fn parse_answer_layers(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    lines: InputLineRules,
    layers: [Option<&[SpannedTable<raw::RawAnswer>]>; 2],
) -> Vec<KnownQuestion> {
    let mut known = Vec::new();
    for layer in layers {
        known = parse_answers(config, vocabulary, lines, layer).unwrap_or(known);
    }
    known
}

/// The questions of one layer of a rubric; none if it says nothing of them.
pub(super) fn parse_answers(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    lines: InputLineRules,
    typed: Option<&[SpannedTable<raw::RawAnswer>]>,
) -> Option<Vec<KnownQuestion>> {
    let mut known = Vec::new();
    for SpannedTable { at, body } in typed? {
        let asks = require_key(
            config,
            at,
            "asks",
            body.asks.as_ref(),
            "a pattern for the question",
        );
        let with = require_key(config, at, "with", body.with.as_ref(), LINES);
        let asks = asks.and_then(|typed| vocabulary.compile_pattern(config, typed));
        let with = with.map(|typed| parse_answer_lines(config, lines, typed));
        let later = body.later.as_ref();
        let later = later.map(|typed| parse_answer_lines(config, lines, typed));
        if let (Some(asks), Some(with)) = (asks, with) {
            known.push(KnownQuestion {
                pattern: asks,
                answers: with,
                later: later.unwrap_or_default(),
            });
        }
    }
    Some(known)
}

const LINES: &str = "the line that answers it, or several that are tried one after the other";

fn parse_answer_lines(
    config: &ConfigFile<'_>,
    lines: InputLineRules,
    typed: &raw::Names,
) -> Vec<String> {
    let all = typed.get_ref().as_slice();
    if all.is_empty() {
        config.report(
            &typed.span(),
            format!("the list is empty: expected {LINES}"),
        );
    }
    all.iter()
        .for_each(|line| lines.check_line(config, line, &typed.span()));
    all.to_vec()
}

fn require_key<'t, T>(
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
