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
    /// These texts stand in it.
    Holds(Vec<String>),
    /// Nothing that costs points.
    Nothing,
}

/// A validation.
#[derive(Debug)]
pub(super) struct Validation {
    pub(super) actual: String,
    pub(super) asks: Asks,
    /// The share of the points that it takes off.
    pub(super) deduction: Option<f64>,
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
        "errorIfNotEmpty" => Some(Asks::Empty),
        "warnIfNotEmpty"
            if node.get("deduction").and_then(Node::number).is_some_and(|it| it > 0.0) =>
        {
            Some(Asks::Empty)
        }
        "warnIfNotEmpty" | "warnIfEmpty" => Some(Asks::Nothing),
        "errorIfEmpty" => Some(Asks::There),
        "searchToken" | "searchAny" => {
            let words = node.get("data").map(Node::items).unwrap_or_default();
            let words: Vec<String> = words
                .iter()
                .filter_map(Node::text)
                .filter(|it| !it.trim().is_empty())
                .map(str::to_owned)
                .collect();
            (!words.is_empty()).then_some(Asks::Holds(words))
        }
        _ => None,
    };
    let Some(asks) = asks else {
        notes.lose(place, format!("the method {} has nothing like it here", code(method)));
        return None;
    };
    let deduction = node.get("deduction").and_then(Node::number);
    Some(Validation { actual, asks, deduction, line: node.line })
}
