//! How the files of a test case are judged.

use super::super::document::Node;
use super::super::notes::{Notes, at, code};
use super::super::plan::Compare;

/// What a file is compared with.
#[derive(Debug, PartialEq)]
pub(super) enum Expected {
    /// A file in `test_output/`.
    File(String),
    /// This text.
    Text(String),
}

/// What a validation asks of a file.
#[derive(Debug, PartialEq)]
pub(super) enum Asks {
    /// It is compared with this expected file, in this way.
    Same(Expected, Box<Compare>),
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
pub(super) struct Validation {
    pub(super) actual: String,
    pub(super) asks: Asks,
    pub(super) line: usize,
}

/// Reads one; none, with a note, if nothing here is like it.
pub(super) fn read(file: &str, node: &Node, notes: &mut Notes) -> Option<Validation> {
    let place = at(file, node.line);
    let text =
        |key: &str| node.get(key).map(Node::items).unwrap_or_default().iter().find_map(Node::text);
    let method = text("method").unwrap_or_default();
    let actual = text("actual_file").unwrap_or("STDOUT.txt").to_owned();
    let expected = || {
        let file = text("expected_file").map(|file| Expected::File(file.to_owned()));
        file.or_else(|| text("expected_string").map(|text| Expected::Text(text.to_owned())))
    };
    let flag = |key: &str| node.get(key).and_then(Node::flag) == Some(true);
    let same = |compare: Compare| expected().map(|file| Asks::Same(file, Box::new(compare)));
    let whitespace = |word: &'static str| Compare { whitespace: Some(word), ..Compare::default() };
    let in_any_order = || Compare { order: Some("any"), ..whitespace("trailing") };
    let deduction = node.get("deduction").and_then(Node::number);
    let costs_points = match method {
        "warnIfNotEmpty" | "warnIfEmpty" => deduction.is_some_and(|it| it > 0.0),
        _ => deduction.is_none_or(|it| it > 0.0),
    };
    if !costs_points {
        let text = format!("{} without a deduction costs no points", code(method));
        notes.remark(place, text);
        node.settle();
        return Some(Validation { actual, asks: Asks::Nothing, line: node.line });
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
                compare.order = Some("any");
            }
            if flag("extraStudentOutputOk") {
                notes.lose(place, "`extraStudentOutputOk`: lines too many are wrong here");
                return None;
            }
            same(compare)
        }
        "myersDiffbyLinebyChar" | "myersDiffbyLine" => same(whitespace("trailing")),
        "myersDiffbyLinebyWord" => same(whitespace("collapse")),
        "myersDiffbyLineNoWhite" => same(whitespace("tokens")),
        "myersDiffbyLinebyCharExtraStudentOutputOk" => {
            notes.lose(place, "lines too many in the student's output are wrong here");
            return None;
        }
        "diffLineSwapOk" => same(in_any_order()),
        "fileExists" => Some(Asks::There),
        "errorIfNotEmpty" | "warnIfNotEmpty" => Some(Asks::Empty),
        "errorIfEmpty" | "warnIfEmpty" => Some(Asks::NotEmpty),
        "searchToken" | "searchAny" => {
            let words = node.get("data").map(Node::items).unwrap_or_default();
            let words: Vec<String> = words
                .iter()
                .filter_map(Node::text)
                .filter(|it| !it.trim().is_empty())
                .map(str::to_owned)
                .collect();
            if method == "searchToken" && words.len() > 1 {
                let text = "`searchToken` gives a share of the points for each text that is found; here all must be found";
                notes.lose(place.clone(), text);
            }
            let patterns: Vec<String> = words.iter().map(|word| literal(word)).collect();
            let patterns = match method {
                "searchAny" if !patterns.is_empty() => vec![patterns.join("|")],
                _ => patterns,
            };
            (!patterns.is_empty()).then_some(Asks::Holds(patterns))
        }
        _ => None,
    };
    let Some(asks) = asks else {
        notes.lose(place, format!("the method {} has nothing like it here", code(method)));
        return None;
    };
    if deduction.is_some_and(|it| it < 1.0) {
        let text = "`deduction`: the test case is right only if all of its validations are, and no part of its points is taken off here";
        notes.lose(at(file, node.line), text);
    }
    Some(Validation { actual, asks, line: node.line })
}

/// Whether a key names several files, or files by wildcards, which is noted: a case looks at one file.
fn names_several_files(file: &str, node: &Node, notes: &mut Notes) -> bool {
    for key in ["actual_file", "expected_file", "expected_string"] {
        let Some(value) = node.get(key) else { continue };
        let names: Vec<&str> = value.items().iter().filter_map(Node::text).collect();
        let is_wildcard = |name: &&str| key != "expected_string" && name.contains(['*', '?', '[']);
        if names.len() != 1 || names.iter().any(is_wildcard) {
            let text = format!("{}: one name of a file is compared here", code(key));
            notes.lose(at(file, value.line), text);
            value.settle();
            return true;
        }
    }
    false
}

/// A pattern that finds this text, in its own letter case.
fn literal(word: &str) -> String {
    // Braces are words of a game's vocabulary in patterns.
    format!("(?-i:{})", regex::escape(word).replace("\\{", "\\x7B"))
}
