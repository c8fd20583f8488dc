//! How the files of a test case are judged.

use super::super::document::DocumentNode;
use super::super::notes::{ImportNotes, format_place, quote_word};
use super::super::plan::tolerance_table;
use rubric::raw::RawComparison;

/// What a file is compared with.
#[derive(Debug, PartialEq)]
pub(super) enum SubmittyExpected {
    /// A file in `test_output/`.
    File(String),
    /// This text.
    Text(String),
}

/// What a validation asks of a file.
#[derive(Debug, PartialEq)]
pub(super) enum SubmittyDemand {
    /// It is compared with this expected file, in this way.
    Same(SubmittyExpected, Box<RawComparison>),
    /// It is empty, or the test case loses points.
    Empty,
    /// It is there.
    There,
    /// It is there and not empty.
    NotEmpty,
    /// These patterns are found in it.
    Holds(Vec<String>),
    /// Nothing that costs points.
    Nothing,
}

/// A validation.
#[derive(Debug)]
pub(super) struct SubmittyValidation {
    pub(super) actual: String,
    pub(super) demand: SubmittyDemand,
    pub(super) line: usize,
}

/// Reads one; none, with a note, if nothing here is like it.
pub(super) fn parse_validation(
    file: &str,
    node: &DocumentNode,
    notes: &mut ImportNotes,
) -> Option<SubmittyValidation> {
    let place = format_place(file, node.line);
    let text = |key: &str| {
        node.get(key)
            .map(DocumentNode::items)
            .unwrap_or_default()
            .iter()
            .find_map(DocumentNode::as_text)
    };
    let method = text("method").unwrap_or_default();
    let actual = text("actual_file").unwrap_or("STDOUT.txt").to_owned();
    let expected = || {
        let file = text("expected_file").map(|file| SubmittyExpected::File(file.to_owned()));
        file.or_else(|| text("expected_string").map(|text| SubmittyExpected::Text(text.to_owned())))
    };
    let flag = |key: &str| node.get(key).and_then(DocumentNode::as_flag) == Some(true);
    let same = |compare: RawComparison| {
        expected().map(|file| SubmittyDemand::Same(file, Box::new(compare)))
    };
    let whitespace = |word: &'static str| RawComparison {
        whitespace: Some(word.into()),
        ..RawComparison::default()
    };
    let in_any_order = || RawComparison {
        order: Some("any".into()),
        ..whitespace("trailing")
    };
    let deduction = node.get("deduction").and_then(DocumentNode::as_number);
    let costs_points = match method {
        "warnIfNotEmpty" | "warnIfEmpty" => deduction.is_some_and(|it| it > 0.0),
        _ => deduction.is_none_or(|it| it > 0.0),
    };
    if !costs_points {
        let text = format!("{} without a deduction costs no points", quote_word(method));
        notes.add_remark(place, text);
        node.mark_as_read();
        return Some(SubmittyValidation {
            actual,
            demand: SubmittyDemand::Nothing,
            line: node.line,
        });
    }
    if names_several_files(file, node, notes) {
        return None;
    }
    let asks = match method {
        "diff" => {
            let comparison = text("comparison").unwrap_or("byLinebyChar");
            let mut compare = whitespace(match comparison {
                "byLinebyWord" => "collapse",
                _ => "trailing",
            });
            if flag("ignoreWhitespace") {
                compare = whitespace("tokens");
            }
            if flag("lineSwapOk") {
                compare.order = Some("any".into());
            }
            let tolerance = node.get("tolerance").and_then(DocumentNode::as_number);
            if let Some(tolerance) = tolerance.filter(|it| *it > 0.0) {
                compare.numbers = Some(tolerance_table(tolerance, 0.0));
            }
            if flag("extraStudentOutputOk") || flag("extra_student_output") {
                notes.add_dropped(
                    place,
                    "`extraStudentOutputOk`: lines too many are wrong here",
                );
                return None;
            }
            same(compare)
        }
        "myersDiffbyLinebyChar" | "myersDiffbyLine" => same(whitespace("trailing")),
        "myersDiffbyLinebyWord" => same(whitespace("collapse")),
        "myersDiffbyLineNoWhite" => same(whitespace("tokens")),
        "myersDiffbyLinebyCharExtraStudentOutputOk" => {
            notes.add_dropped(
                place,
                "lines too many in the student's output are wrong here",
            );
            return None;
        }
        "diffLineSwapOk" => same(in_any_order()),
        "fileExists" => Some(SubmittyDemand::There),
        "errorIfNotEmpty" | "warnIfNotEmpty" => Some(SubmittyDemand::Empty),
        "errorIfEmpty" | "warnIfEmpty" => Some(SubmittyDemand::NotEmpty),
        "searchToken" | "searchAny" => {
            let words = node
                .get("data")
                .map(DocumentNode::items)
                .unwrap_or_default();
            let words: Vec<String> = words
                .iter()
                .filter_map(DocumentNode::as_text)
                .filter(|it| !it.trim().is_empty())
                .map(str::to_owned)
                .collect();
            if method == "searchToken" && words.len() > 1 {
                let text = "`searchToken` gives a share of the points for each text that is found; here all must be found";
                notes.add_dropped(place.clone(), text);
            }
            let patterns: Vec<String> = words.iter().map(|word| literal_pattern(word)).collect();
            let patterns = match method {
                "searchAny" if !patterns.is_empty() => vec![patterns.join("|")],
                _ => patterns,
            };
            (!patterns.is_empty()).then_some(SubmittyDemand::Holds(patterns))
        }
        _ => None,
    };
    let Some(asks) = asks else {
        notes.add_dropped(
            place,
            format!("the method {} has nothing like it here", quote_word(method)),
        );
        return None;
    };
    if deduction.is_some_and(|it| it < 1.0) {
        let text = "`deduction`: the test case is right only if all of its validations are, and no part of its points is taken off here";
        notes.add_dropped(format_place(file, node.line), text);
    }
    Some(SubmittyValidation {
        actual,
        demand: asks,
        line: node.line,
    })
}

/// Whether a key names several files, or files by wildcards, which is noted: a case looks at one file.
fn names_several_files(file: &str, node: &DocumentNode, notes: &mut ImportNotes) -> bool {
    for key in ["actual_file", "expected_file", "expected_string"] {
        let Some(value) = node.get(key) else { continue };
        let names: Vec<&str> = value
            .items()
            .iter()
            .filter_map(DocumentNode::as_text)
            .collect();
        let is_wildcard = |name: &&str| key != "expected_string" && name.contains(['*', '?', '[']);
        if names.len() != 1 || names.iter().any(is_wildcard) {
            let text = format!("{}: one name of a file is compared here", quote_word(key));
            notes.add_dropped(format_place(file, value.line), text);
            value.mark_as_read();
            return true;
        }
    }
    false
}

/// A pattern that finds this text, in its own letter case.
fn literal_pattern(word: &str) -> String {
    // Braces are words of a game's vocabulary in patterns.
    format!("(?-i:{})", regex::escape(word).replace("\\{", "\\x7B"))
}
