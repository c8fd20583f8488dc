//! How the files of a test case are judged.

use super::super::document::DocumentNode;
use super::super::notes::{ImportNotes, format_place, quote_word};
use super::super::plan::tolerance_table;
use rubric::raw::RawComparison;

/// What a file is compared with.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SubmittyExpected {
    /// A file in `test_output/`.
    File(String),
    /// This text.
    Text(String),
}

/// In which way a file is compared.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SubmittyManner {
    /// Which white space counts, in the words of a rubric.
    pub(super) whitespace: &'static str,
    pub(super) is_any_order: bool,
    /// How far a number may be off; 0 if not at all.
    pub(super) tolerance: f64,
    /// Whether lines too many are right.
    pub(super) allows_more: bool,
}

impl SubmittyManner {
    fn new(whitespace: &'static str) -> SubmittyManner {
        SubmittyManner {
            whitespace,
            is_any_order: false,
            tolerance: 0.0,
            allows_more: false,
        }
    }

    /// The same as a comparison of a rubric; none if there is no such comparison.
    pub(super) fn to_comparison(&self) -> Option<RawComparison> {
        let comparison = RawComparison {
            whitespace: Some(self.whitespace.into()),
            order: self.is_any_order.then(|| "any".into()),
            numbers: (self.tolerance > 0.0).then(|| tolerance_table(self.tolerance, 0.0)),
            ..RawComparison::default()
        };
        (!self.allows_more).then_some(comparison)
    }
}

/// What a validation asks of a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum SubmittyDemand {
    /// It is compared with this expected file, in this way.
    Same(SubmittyExpected, SubmittyManner),
    /// It is empty, or the test case loses points.
    Empty,
    /// It is there.
    There,
    /// It is there and not empty.
    NotEmpty,
    /// One of these texts is found in it.
    Holds(Vec<String>),
    /// It is a whole number for which this comparison with another one holds.
    Integer(String, i64),
    /// A program of the package judges it: the words that start it.
    Custom(Vec<String>),
}

/// A validation.
#[derive(Debug, Clone)]
pub(super) struct SubmittyValidation<'n> {
    pub(super) node: &'n DocumentNode,
    pub(super) actual: String,
    pub(super) demand: SubmittyDemand,
    pub(super) line: usize,
    /// The share of the test case's points that it decides, between 0 and 1.
    pub(super) share: f64,
}

/// Reads the validations of a test case that can cost points. None, with a note, if nothing here is like one of them.
pub(super) fn parse_validations<'n>(
    file: &str,
    nodes: &'n [DocumentNode],
    notes: &mut ImportNotes,
) -> Option<Vec<SubmittyValidation<'n>>> {
    #[expect(clippy::cast_precision_loss, reason = "no test case has so many")]
    let usual = 1.0 / nodes.len().max(1) as f64;
    let mut all = Vec::new();
    let mut is_whole = true;
    for node in nodes {
        let deduction = node.get("deduction").and_then(DocumentNode::as_number);
        match parse_validation(file, node, deduction.unwrap_or(usual), notes) {
            Some(found) => all.extend(found),
            None => is_whole = false,
        }
    }
    is_whole.then_some(all)
}

/// Reads one, which decides this share of the points. A search for several texts is one for each.
fn parse_validation<'n>(
    file: &str,
    node: &'n DocumentNode,
    share: f64,
    notes: &mut ImportNotes,
) -> Option<Vec<SubmittyValidation<'n>>> {
    let place = format_place(file, node.line);
    let text = |key: &str| {
        node.get(key)
            .map(DocumentNode::items)
            .unwrap_or_default()
            .iter()
            .find_map(DocumentNode::as_text)
    };
    let method = text("method").unwrap_or_default();
    let is_warning = ["warnIfNotEmpty", "warnIfEmpty"].contains(&method);
    if is_warning || share <= 0.0 {
        let why = match is_warning {
            true => "only warns",
            false => "without a deduction costs no points",
        };
        notes.add_remark(place, format!("{} {why}", quote_word(method)));
        node.mark_as_read();
        return Some(Vec::new());
    }
    if names_several_files(file, node, notes) {
        return None;
    }
    let expected = || {
        let file = text("expected_file").map(|file| SubmittyExpected::File(file.to_owned()));
        file.or_else(|| text("expected_string").map(|text| SubmittyExpected::Text(text.to_owned())))
    };
    let same =
        |manner: SubmittyManner| expected().map(|file| vec![SubmittyDemand::Same(file, manner)]);
    let texts = || {
        let words = node.get("data").map(DocumentNode::items);
        let words = words.unwrap_or_default().iter();
        let words: Vec<String> = words
            .filter_map(DocumentNode::as_text)
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect();
        Some(words).filter(|words| !words.is_empty())
    };
    let demands = match method {
        "diff" => same(read_manner(node, &place, notes)),
        "myersDiffbyLinebyChar" | "myersDiffbyLine" => same(SubmittyManner::new("trailing")),
        "myersDiffbyLinebyWord" | "myersDiffbyLineNoWhite" => same(SubmittyManner::new("collapse")),

        "myersDiffbyLinebyCharExtraStudentOutputOk" => same(SubmittyManner {
            allows_more: true,
            ..SubmittyManner::new("trailing")
        }),
        "diffLineSwapOk" => same(SubmittyManner {
            is_any_order: true,
            ..SubmittyManner::new("trailing")
        }),
        "fileExists" => Some(vec![SubmittyDemand::There]),
        "errorIfNotEmpty" => Some(vec![SubmittyDemand::Empty]),
        "errorIfEmpty" => Some(vec![SubmittyDemand::NotEmpty]),
        "searchAny" => texts().map(|words| vec![SubmittyDemand::Holds(words)]),
        "searchToken" => texts().map(|words| {
            let words = words.into_iter();
            words
                .map(|word| SubmittyDemand::Holds(vec![word]))
                .collect()
        }),
        "intComparison" => read_integer(node).map(|demand| vec![demand]),
        "custom_validator" => text("command")
            .and_then(shlex::split)
            .map(|words| vec![SubmittyDemand::Custom(words)]),
        _ => None,
    };
    let Some(demands) = demands else {
        let why = format!("the method {} has nothing like it here", quote_word(method));
        notes.add_dropped(place, why);
        return None;
    };
    #[expect(clippy::cast_precision_loss, reason = "a validation has few texts")]
    let share = share / demands.len() as f64;
    let one = |demand| SubmittyValidation {
        node,
        actual: text("actual_file").unwrap_or("STDOUT.txt").to_owned(),
        demand,
        line: node.line,
        share,
    };
    Some(demands.into_iter().map(one).collect())
}

/// What `diff` says of its comparison. Submitty looks at white space and swapped lines only where it compares by lines.
fn read_manner(node: &DocumentNode, place: &str, notes: &mut ImportNotes) -> SubmittyManner {
    let flag = |key: &str| node.get(key).and_then(DocumentNode::as_flag) == Some(true);
    let comparison = node.get("comparison").and_then(DocumentNode::as_text);
    let is_by_line = comparison == Some("byLine");
    let tolerance = node.get("tolerance").and_then(DocumentNode::as_number);
    let tolerance = tolerance.unwrap_or_default().max(0.0);
    let mut has_effect = |key: &str, counts: bool| {
        let is_set = flag(key);
        if is_set && !counts {
            let text = format!("{} has no effect without `byLine`", quote_word(key));
            notes.add_remark(place, text);
        }
        is_set && counts
    };
    let ignores_blanks = has_effect("ignoreWhitespace", is_by_line || tolerance > 0.0);
    let is_any_order = has_effect("lineSwapOk", is_by_line);
    let is_by_word = ignores_blanks || comparison == Some("byLinebyWord");
    SubmittyManner {
        whitespace: if is_by_word { "collapse" } else { "trailing" },
        is_any_order,
        tolerance,
        allows_more: flag("extra_student_output"),
    }
}

/// What `intComparison` asks.
fn read_integer(node: &DocumentNode) -> Option<SubmittyDemand> {
    let comparison = node.get("comparison").and_then(DocumentNode::as_text)?;
    let term = node.get("term").and_then(DocumentNode::as_text)?;
    let term: i64 = term.parse().ok()?;
    ["eq", "ne", "gt", "lt", "ge", "le"]
        .contains(&comparison)
        .then(|| SubmittyDemand::Integer(comparison.to_owned(), term))
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

/// A pattern that finds one of these texts, in its own letter case.
pub(super) fn literal_pattern(words: &[String]) -> String {
    // Braces are words of a game's vocabulary in patterns.
    let escape = |word: &String| format!("(?-i:{})", regex::escape(word).replace("\\{", "\\x7B"));
    words.iter().map(escape).collect::<Vec<_>>().join("|")
}
