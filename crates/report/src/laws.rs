//! Whatever bytes a program prints or a student writes, what comes out is text and nothing else.

use proptest::prelude::*;
use proptest::sample::select;

use super::commands::{escape_commands, needs_margin};
use super::reading::{self, MarkdownSpan};
use super::visible::{self, VisibleDetail};
use super::{difference, fixture, json, show, show_reports, student, write_reports};
use document::{Block, Prose, block_to_markdown, markdown, prose_to_plain};
use model::{
    CompilerWarning, CompilerWarnings, DiffLine, Grade, TranscriptDifference, WhitespaceMode,
};

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

/// A line of Markdown without what stands in code spans, and without what is escaped.
fn unescaped_markup(line: &str) -> String {
    let spans = reading::parse_spans(line)
        .into_iter()
        .map(|span| match span {
            MarkdownSpan::Plain(text) => text,
            MarkdownSpan::Bold => "**",
            MarkdownSpan::Code(_) | MarkdownSpan::Escaped(_) => "",
        });
    spans.collect()
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
    "# N×N tic-tac-toe – ",
    "## What to look at first",
    "## What was right",
    "## What the compiler said",
    "## What the compiler warns of",
    "## Good to know",
    "### `win-main-diagonal`: crash (SIGSEGV)",
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
        let paragraph = block_to_markdown(&Block::Paragraph(Prose::text(&text)));
        let inline = markdown::inline(&Prose::text(&text));
        for shown in [&paragraph, &inline, &markdown::inline(&Prose::code(&text))] {
            assert_is_harmless(shown);
            prop_assert!(!unescaped_markup(shown).contains(['<', '*', '[', ']', '~']), "{shown}");
        }
        let read: String = reading::parse_spans(&inline).into_iter().map(MarkdownSpan::text).collect();
        prop_assert_eq!(read, visible::one_line(&text), "what was written is what is read back");
        prop_assert_eq!(prose_to_plain(&Prose::text(&text)), visible::one_line(&text));
        prop_assert!(!paragraph.starts_with(['#', '>', '+', '-', '=', '|']), "{paragraph}");
        for cell in [Prose::text(&text), Prose::code_in_cell(&text)].map(|prose| markdown::cell(&prose)) {
            assert_is_harmless(&cell);
            let bars = cell.match_indices('|');
            for (at, _) in bars {
                let slashes = cell[..at].len() - cell[..at].trim_end_matches('\\').len();
                prop_assert!(slashes % 2 == 1, "{cell}");
            }
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
        let blocks = difference::render_blocks(&found, whitespace);
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
        for line in reading::prose_lines(&report) {
            prop_assert!(!unescaped_markup(line).contains(['<', '[', '~']), "{line}");
            let is_ours = HEADINGS.iter().any(|heading| line.starts_with(heading));
            prop_assert!(is_ours || !line.starts_with('#'), "{line}");
        }
        assert_no_commands(&json::with_schema(&json::render_submission(&grade)));
    }

    #[test]
    fn a_report_on_the_terminal_is_never_a_command(said in hostile_bytes(), text in hostile_text()) {
        let folder = tempfile::tempdir().unwrap();
        let grades = [hostile_grade("ann".to_owned(), &said, &text)];
        write_reports(grades.as_slice(), &fixture::environment(), folder.path(), 1).unwrap();
        let mut out = Vec::new();
        show_reports(folder.path(), "ann", show::ReportAudience::Student, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        for line in anstream::adapter::strip_str(&out).to_string().lines() {
            assert_is_harmless(line);
            prop_assert!(!needs_margin(line), "{line}");
        }
    }
}

#[track_caller]
fn assert_no_commands(json: &str) {
    json.lines()
        .for_each(|line| assert_eq!(escape_commands(line), line));
    serde_json::from_str::<serde_json::Value>(json).unwrap();
}
