//! A difference as a unified diff in which every difference can be seen.

use super::diff_rows::{self, DiffRow};
use document::{Block, FIRST_DIFFERENCE, Prose, join, prose, visible};
use model::{TranscriptDifference, WhitespaceMode};

/// The blocks that show a difference; none where no line differs. `whitespace` is the comparison's, if known.
pub(super) fn render_blocks(
    difference: &TranscriptDifference,
    whitespace: Option<WhitespaceMode>,
    is_handed_in: bool,
) -> Vec<Block> {
    let Some(found) = diff_rows::render_rows(difference, whitespace) else {
        return Vec::new();
    };
    let shown = join_rows(&found.rows);
    let mut blocks = vec![
        render_introduction(&shown, is_handed_in),
        Block::code("diff", shown),
    ];
    blocks.extend(found.note.map(Block::Paragraph));
    blocks
}

/// The lines alone.
pub(super) fn render_lines(
    difference: &TranscriptDifference,
    whitespace: Option<WhitespaceMode>,
) -> Option<String> {
    Some(join_rows(
        &diff_rows::render_rows(difference, whitespace)?.rows,
    ))
}

fn join_rows(rows: &[DiffRow]) -> String {
    rows.iter().map(render_line).collect::<Vec<_>>().join("\n")
}

fn render_line(row: &DiffRow) -> String {
    let mark = if row.is_first {
        format!("    {FIRST_DIFFERENCE}")
    } else {
        String::new()
    };
    row.with_sign() + &mark
}

/// What the signs mean. A case that a student handed in is compared as if a program had printed what it expects.
fn render_introduction(shown: &str, is_handed_in: bool) -> Block {
    let mut parts = vec![Prose::literal(match is_handed_in {
        true => "Lines with `-` are right, lines with `+` are what your case expects",
        false => "Lines with `-` are expected, lines with `+` are what your program printed",
    })];
    parts.extend(
        visible::describe_signs(shown)
            .into_iter()
            .map(Prose::literal),
    );
    let parts = join(parts, "; ");
    Block::Paragraph(prose!("**The difference.** {}:", parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::DiffLine;

    fn render_diff(lines: Vec<DiffLine>, first: usize, whitespace: WhitespaceMode) -> Vec<String> {
        let difference = TranscriptDifference {
            lines,
            first,
            ..TranscriptDifference::from_sentence("")
        };
        let blocks = render_blocks(&difference, Some(whitespace), false);
        blocks.iter().map(document::block_to_markdown).collect()
    }

    fn same(text: &str) -> DiffLine {
        DiffLine::Same(text.to_owned())
    }

    fn pair(expected: &str, actual: &str) -> Vec<DiffLine> {
        vec![
            DiffLine::Expected(expected.to_owned()),
            DiffLine::Actual(actual.to_owned()),
        ]
    }

    #[test]
    fn a_wrong_square_is_marked_and_its_column_named() {
        let mut lines = vec![DiffLine::Skipped(4), same(" X | ? | ? ")];
        lines.extend(pair(" ? | O | ? ", " ? | X | ? "));
        let blocks = render_diff(lines, 2, WhitespaceMode::Collapse);
        assert_eq!(
            blocks[1],
            "```diff\n  … 4 lines that are the same …\n   X | ? | ?\n-  ? | O | ?    <-- first \
             difference\n+  ? | X | ?\n```"
        );
        assert_eq!(
            blocks[2],
            "In that line, column 6 should be `O` and is `X`."
        );
    }

    #[test]
    fn two_sides_never_look_alike() {
        let cases = [
            ("X wins!", "X wins! ", "X wins!", "X wins!·"),
            ("X  wins", "X wins", "X··wins", "X·wins"),
            ("X\twins", "X wins", "X→wins", "X·wins"),
            ("X·", "X ", "X\\u{00B7}", "X·"),
            ("\u{1}", "\\x01", "\\x01", "\\\\x01"),
            ("X wins", "\u{425} wins", "X·wins", "\\u{0425}·wins"),
            ("a-b", "a\u{2010}b", "a-b", "a\\u{2010}b"),
        ];
        for (expected, actual, left, right) in cases {
            let blocks = render_diff(pair(expected, actual), 0, WhitespaceMode::Exact);
            let rows: Vec<&str> = blocks[1].lines().collect();
            assert_ne!(&rows[1][2..], &rows[2][2..], "{expected:?} {actual:?}");
            if left != right && left != "X wins!" {
                assert!(
                    rows[1].contains(left) && rows[2].contains(right),
                    "{rows:?}"
                );
            }
        }
    }

    #[test]
    fn a_look_alike_letter_is_named_by_number() {
        let blocks = render_diff(pair("X wins", "Х wins"), 0, WhitespaceMode::Collapse);
        assert_eq!(
            blocks[2],
            "In that line, column 1 should be `X` and is `Х` (U+0425)."
        );
    }

    #[test]
    fn a_column_is_named_only_where_the_lines_are_alike() {
        let named = |expected: &str, actual: &str| {
            render_diff(pair(expected, actual), 0, WhitespaceMode::Collapse).len() > 2
        };
        assert!(named("Hello, Ann!", "Hello, !"));
        assert!(named("Sum: 3", "sum: 3"));
        assert!(!named("Twice: 8", "Number: That is no number."));
        assert!(!named("Hello, Ann!", ""));
        assert!(!named("4", "5"));
    }

    #[test]
    fn a_missing_last_line_break_is_named() {
        let lines = vec![same("X wins!"), DiffLine::Expected(String::new())];
        let note = render_diff(lines, 1, WhitespaceMode::Exact).pop().unwrap();
        assert!(
            note.starts_with("The line break after the last line is missing"),
            "{note}"
        );
    }

    #[test]
    fn line_ends_that_do_not_count_are_not_marked() {
        let blocks = render_diff(pair("? ", "X"), 0, WhitespaceMode::Collapse);
        assert!(!blocks[1].contains('·'), "{blocks:?}");
        let blocks = render_diff(pair("? ", "X"), 0, WhitespaceMode::Exact);
        assert!(blocks[1].contains("- ?·"), "{blocks:?}");
        assert!(blocks[0].contains("`·` is a blank"), "{blocks:?}");
    }

    #[test]
    fn a_flood_of_lines_is_left_out() {
        let mut lines: Vec<DiffLine> = (0..500).map(|_| same("x")).collect();
        lines.extend((0..5000).map(|number| DiffLine::Actual(number.to_string())));
        let blocks = render_diff(lines, 500, WhitespaceMode::Collapse);
        assert!(blocks[1].contains("  … 480 lines left out …\n"));
        assert!(blocks[1].contains("  … the same line 19 times more …\n+ 0    <-- first"));
        assert!(blocks[1].ends_with("  … 4,960 lines left out …\n```"));
        assert!(blocks[1].lines().count() < 70);
    }

    #[test]
    fn equal_lines_are_folded_and_what_is_not_compared_is_counted() {
        let mut lines = vec![DiffLine::Expected("bye".to_owned())];
        lines.extend((0..28).map(|_| DiffLine::Actual("again".to_owned())));
        lines.push(DiffLine::Beyond {
            expected: 0,
            actual: 99_972,
        });
        assert_eq!(
            render_diff(lines, 0, WhitespaceMode::Collapse)[1],
            "```diff\n- bye    <-- first difference\n+ again\n  … the same line 27 times more …\n  … 99,972 more lines that your program printed …\n```"
        );
    }

    #[test]
    fn a_flood_in_one_line_says_how_much_is_missing() {
        let lines = vec![
            DiffLine::Expected("Sum: 5".to_owned()),
            DiffLine::LongActual("x".repeat(1000), 1_047_576),
        ];
        let blocks = render_diff(lines, 0, WhitespaceMode::Collapse);
        let row = format!("+ {} … 1,048,426 characters left out …\n", "x".repeat(150));
        assert!(blocks[1].contains(&row), "{blocks:?}");
    }

    #[test]
    fn where_no_line_differs_there_is_no_diff() {
        assert_eq!(
            render_diff(vec![same("a"), same("b")], 2, WhitespaceMode::Exact),
            [""; 0]
        );
    }
}
