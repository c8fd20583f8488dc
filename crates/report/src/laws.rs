//! Whatever bytes a program prints or a student writes, what comes out is text and nothing else.

use proptest::prelude::*;
use proptest::sample::select;

use super::commands::{escape_commands, needs_margin};
use super::visible::{self, VisibleDetail};
use super::{difference, fixture, json, student};
use document::{Block, Inline, Prose, block_to_markdown, markdown, prose_to_plain};
use model::{
    CompilerWarning, CompilerWarnings, DiffLine, Grade, TranscriptDifference, WhitespaceMode,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Pieces that mean something to somebody.
const PIECES: [&str; 34] = [
    "\u{1b}[31m",
    "\u{1b}]0;x\u{7}",
    "\u{9b}2J",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "##vso[x]",
    "##",
    "[",
    "::",
    "::error::x",
    "travis_fold:",
    "<b>",
    "<!--",
    "&lt;",
    "```",
    "````\n",
    "~~~",
    "`",
    "|",
    "\\|",
    "\\",
    "# T",
    "- ",
    "> ",
    "1. ",
    "---",
    "[a](http://b)",
    "**",
    "\u{202e}",
    "é×",
    " ",
];

/// Bytes that are anything, and often near what matters.
fn hostile_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => select(PIECES.to_vec()).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat())
}

/// Lines that are often nearly the same.
fn diff_text() -> impl Strategy<Value = String> {
    let pieces = vec![
        "X", "\u{425}", " ", "  ", "\t", "\r", "\n", "\n", "a", "\u{200b}", "\u{a0}", "\\", "",
    ];
    prop::collection::vec(select(pieces), 0..8).prop_map(|pieces| pieces.concat())
}

fn hostile_text() -> impl Strategy<Value = String> {
    hostile_bytes().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Nothing that a terminal or a system that shows a log would do more with than show it.
#[track_caller]
fn assert_is_harmless(line: &str) {
    assert!(
        !line
            .chars()
            .any(|c| (c.is_control() && c != '\t') || c == '\u{202e}'),
        "{line:?}"
    );
    assert_eq!(escape_commands(line), line);
}

/// Markdown as its readers understand it.
pub(super) fn parse_markdown(text: &str) -> Vec<Event<'_>> {
    let extensions = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    Parser::new_ext(text, extensions).collect()
}

/// Whether it is one of the kinds that our reports never have.
pub(super) fn is_foreign_markup(event: &Event<'_>) -> bool {
    match event {
        Event::Html(_) | Event::InlineHtml(_) | Event::Rule | Event::HardBreak => true,
        Event::Start(tag) => matches!(
            tag,
            Tag::HtmlBlock
                | Tag::Link { .. }
                | Tag::Image { .. }
                | Tag::Strikethrough
                | Tag::Emphasis
        ),
        _ => false,
    }
}

/// The texts of all headings.
pub(super) fn parse_headings(markdown: &str) -> Vec<String> {
    let mut headings = Vec::new();
    let mut heading: Option<String> = None;
    for event in parse_markdown(markdown) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), _) => headings.extend(heading.take()),
            (Event::Text(text) | Event::Code(text), Some(heading)) => heading.push_str(&text),
            _ => {}
        }
    }
    headings
}

/// A sentence in Markdown, read again: what is code, and what is text. The blanks at its ends mean nothing.
fn parse_sentence(markdown: &str) -> Vec<(bool, String)> {
    let mut pieces: Vec<(bool, String)> = Vec::new();
    for event in parse_markdown(markdown) {
        match event {
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
            Event::Code(code) => pieces.push((true, code.into_string())),
            Event::Text(text) => match pieces.last_mut() {
                Some((false, last)) => last.push_str(&text),
                _ => pieces.push((false, text.into_string())),
            },
            other => panic!("{markdown:?} has {other:?}"),
        }
    }
    trim_sentence(pieces)
}

/// The same of a sentence that was not written.
fn split_sentence(prose: &Prose) -> Vec<(bool, String)> {
    let pieces = prose.pieces().iter().map(|piece| match piece {
        Inline::Text(text) => (false, text.clone()),
        Inline::Code(span) => (true, span.code().to_owned()),
        Inline::Strong(_) => panic!("text from outside is never strong"),
    });
    trim_sentence(pieces.collect())
}

fn trim_sentence(mut pieces: Vec<(bool, String)>) -> Vec<(bool, String)> {
    if let Some((false, first)) = pieces.first_mut() {
        *first = first.trim_start_matches([' ', '\t']).to_owned();
    }
    if let Some((false, last)) = pieces.last_mut() {
        *last = last.trim_end_matches([' ', '\t']).to_owned();
    }
    // Code without a sign needs blanks between its backticks.
    pieces.retain(|(is_code, text)| !text.is_empty() && (!is_code || !text.trim().is_empty()));
    pieces
}

/// A report in which all that a student has a say in is one of these texts.
fn hostile_grade(name: String, said: &[u8], text: &str) -> Grade {
    let mut grade = fixture::crash();
    grade.student = name;
    let observation = grade.cases[0].observation.as_mut().unwrap();
    observation.turns[0].output = said.to_vec();
    observation.stderr = said.to_vec();
    let warning = CompilerWarning {
        file: text.to_owned(),
        line: 1,
        column: 1,
        flag: "-Wall".to_owned(),
        message: text.to_owned(),
        source: text.to_owned(),
    };
    grade.build.warnings = CompilerWarnings {
        count: 1,
        listed: vec![warning],
        unknown: None,
    };
    grade.build.diagnostics = format!("x.cpp:1:1: error: {text}\n{text}");
    grade.build.command.push(text.to_owned());
    grade.remarks = vec![text.to_owned()];
    grade.cases[1].judgement.remarks = vec![text.to_owned()];
    grade.cases[0]
        .judgement
        .difference
        .as_mut()
        .unwrap()
        .sentence = text.to_owned();
    grade.criteria[0].reason = Some(text.to_owned());
    grade
}

const HEADINGS: [&str; 7] = [
    "N×N tic-tac-toe –",
    "What to look at first",
    "What was right",
    "What the compiler said",
    "What the compiler warns of",
    "Good to know",
    "win-main-diagonal: crash (SIGSEGV)",
];

proptest! {
    #[test]
    fn a_line_is_never_a_command(raw in hostile_bytes()) {
        for detail in [VisibleDetail::Plain, VisibleDetail::Tabs, VisibleDetail::LineEnds, VisibleDetail::Blanks, VisibleDetail::Numbers] {
            assert_is_harmless(&visible::escape_line(&raw, detail));
            assert_is_harmless(&super::cut_line::cut_line(&visible::escape_line(&raw, detail), 7, 0));
        }
        assert_is_harmless(&visible::one_line(&String::from_utf8_lossy(&raw)));
    }

    #[test]
    fn text_in_markdown_is_never_markup(text in hostile_text()) {
        for prose in [Prose::text(&text), Prose::code(&text)] {
            let paragraph = block_to_markdown(&Block::Paragraph(prose.clone()));
            assert_is_harmless(&paragraph);
            prop_assert_eq!(parse_sentence(&paragraph), split_sentence(&prose), "{}", paragraph);
        }
        prop_assert_eq!(prose_to_plain(&Prose::text(&text)), visible::one_line(&text));
        for prose in [Prose::text(&text), Prose::code_in_cell(&text)] {
            let cell = markdown::cell(&prose);
            assert_is_harmless(&cell);
            let table = format!("| a | b |\n| --- | --- |\n| {cell} | end |");
            let cells = parse_markdown(&table).into_iter().filter(|event| *event == Event::End(TagEnd::TableCell));
            prop_assert_eq!(cells.count(), 4, "{}", table);
            prop_assert!(table.ends_with("| end |") && !parse_markdown(&table).iter().any(is_foreign_markup), "{}", table);
        }
    }

    #[test]
    fn a_diff_marks_a_line_and_no_changed_pair_looks_alike(expected in diff_text(), actual in diff_text(), at in 0..4_usize) {
        let old: Vec<&str> = expected.split('\n').collect();
        let new: Vec<&str> = actual.split('\n').collect();
        let mut lines = Vec::new();
        for place in 0..old.len().max(new.len()) {
            match (old.get(place), new.get(place)) {
                (Some(one), Some(other)) if one == other => lines.push(DiffLine::Same((*one).to_owned())),
                (one, other) => {
                    lines.extend(one.map(|one| DiffLine::Expected((*one).to_owned())));
                    lines.extend(other.map(|other| DiffLine::Actual((*other).to_owned())));
                }
            }
        }
        let differs = lines.iter().any(DiffLine::is_change);
        let found = TranscriptDifference { lines, first: at, ..TranscriptDifference::from_sentence("") };
        let whitespace = [None, Some(WhitespaceMode::Exact), Some(WhitespaceMode::Trailing), Some(WhitespaceMode::Collapse)][at];
        let blocks = difference::render_blocks(&found, whitespace, false);
        prop_assert_eq!(differs, !blocks.is_empty());
        if let Some(diff) = blocks.get(1) {
            let diff = block_to_markdown(diff);
            prop_assert!(diff.lines().any(|line| line.starts_with(['+', '-'])), "{diff}");
            let rows: Vec<&str> = diff.lines().collect();
            for pair in rows.windows(2).filter(|pair| pair[0].starts_with('-') && pair[1].starts_with('+')) {
                let shown = pair[0].trim_end_matches("    <-- first difference");
                prop_assert_ne!(&shown[1..], &pair[1][1..], "{}", diff);
            }
        }
    }

    #[test]
    fn a_report_has_no_injected_structure(said in hostile_bytes(), text in hostile_text(), name in "[^/\\x00-\\x1f]{1,12}") {
        let grade = hostile_grade(name, &said, &text);
        let report = student::render_report(&grade, &fixture::environment().toolchains);
        report.lines().for_each(assert_is_harmless);
        let foreign = parse_markdown(&report).into_iter().find(is_foreign_markup);
        prop_assert_eq!(foreign, None, "{}", report);
        for heading in parse_headings(&report) {
            prop_assert!(HEADINGS.iter().any(|ours| heading.starts_with(ours)), "{heading}");
        }
        assert_no_commands(&json::with_schema(&json::render_submission(&grade)));
    }

    #[test]
    fn a_report_without_markup_is_never_a_command(said in hostile_bytes(), text in hostile_text()) {
        let grade = hostile_grade("ann".to_owned(), &said, &text);
        let blocks = student::build_report(&grade, &fixture::environment().toolchains);
        let mut out = Vec::new();
        document::blocks_to_terminal(&blocks, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        for line in anstream::adapter::strip_str(&out).to_string().lines() {
            assert_is_harmless(line);
            prop_assert!(!needs_margin(line), "{line}");
        }
        document::blocks_to_plain(&blocks).lines().for_each(assert_is_harmless);
    }
}

#[track_caller]
fn assert_no_commands(json: &str) {
    json.lines()
        .for_each(|line| assert_eq!(escape_commands(line), line));
    serde_json::from_str::<serde_json::Value>(json).unwrap();
}
