//! A difference as a unified diff in which every difference can be seen.
//!
//! White space that cannot matter is left alone, or every row of a board would end in a sign. Where white
//! space is what differs, it is made visible; where two lines would still look alike, characters are shown
//! by number.

use unicode_security::skeleton;

use super::markdown;
use super::transcript::counted;
use super::visible::{self, Detail};
use crate::line_pair::{differ_in_blanks_only, first_column, unseen_sign};
use crate::model::{DiffLine, Difference, Whitespace};

/// How many lines before the first difference, and how many from it on, are shown.
const BEFORE: usize = 20;
const FROM_FIRST: usize = 40;

/// What marks the line with the first difference.
pub(super) const FIRST: &str = "<-- first difference";

/// The blocks that show a difference; none where it has no lines. `whitespace` is the comparison's, if known.
pub(super) fn blocks(difference: &Difference, whitespace: Option<Whitespace>) -> Vec<String> {
    if difference.lines.is_empty() {
        return Vec::new();
    }
    let view = View { lines: &difference.lines, whitespace };
    let shown = view.shown(difference.first);
    let mut blocks = vec![introduction(&shown), markdown::fence("diff", &shown)];
    blocks.extend(view.note(difference.first));
    blocks
}

fn introduction(shown: &str) -> String {
    let mut parts =
        vec!["Lines with `-` are expected, lines with `+` are what your program printed"];
    parts.extend(visible::legend(shown));
    format!("**The difference.** {}:", parts.join("; "))
}

struct View<'a> {
    lines: &'a [DiffLine],
    whitespace: Option<Whitespace>,
}

impl View<'_> {
    fn shown(&self, first: usize) -> String {
        let start = first.min(self.lines.len()).saturating_sub(BEFORE);
        let end = self.lines.len().min(first.saturating_add(FROM_FIRST));
        let mut rows: Vec<String> = (start..end).map(|at| self.row(at, at == first)).collect();
        if start > 0 {
            rows.insert(0, left_out(count(&self.lines[..start])));
        }
        if end < self.lines.len() {
            rows.push(left_out(count(&self.lines[end..])));
        }
        rows.join("\n")
    }

    fn row(&self, at: usize, is_first: bool) -> String {
        let (sign, text) = match &self.lines[at] {
            DiffLine::Same(text) => (' ', text),
            DiffLine::Expected(text) => ('-', text),
            DiffLine::Actual(text) => ('+', text),
            DiffLine::Skipped(lines) => {
                let verb = if *lines == 1 { "is" } else { "are" };
                return format!("  … {} that {verb} the same …", counted(*lines));
            }
        };
        let mark = if is_first { format!("    {FIRST}") } else { String::new() };
        format!("{sign} {}{mark}", self.text(at, text)).trim_end().to_owned()
    }

    /// The text of a line, cut around the column where it first differs from its counterpart.
    fn text(&self, at: usize, text: &str) -> String {
        let Some(other) = counterpart(self.lines, at) else {
            return visible::cut(&visible::line(text, self.lone_detail(at)), 0);
        };
        let detail = self.detail(text, other);
        let (shown, other) = (visible::line(text, detail), visible::line(other, detail));
        visible::cut(&shown, first_column(&shown, &other))
    }

    fn lone_detail(&self, at: usize) -> Detail {
        let same = matches!(self.lines[at], DiffLine::Same(_));
        if same || self.ignores_ends() { Detail::Tabs } else { Detail::LineEnds }
    }

    /// As little as shows that the two lines differ.
    fn detail(&self, one: &str, other: &str) -> Detail {
        let ends_differ = one.len() - one.trim_end().len() != other.len() - other.trim_end().len();
        if one == other {
            return Detail::Tabs;
        }
        let least = if differ_in_blanks_only(one, other) {
            if one.trim_end() == other.trim_end() { Detail::LineEnds } else { Detail::Blanks }
        } else if ends_differ && !self.ignores_ends() {
            Detail::LineEnds
        } else {
            Detail::Tabs
        };
        let (shown, other) = (visible::line(one, least), visible::line(other, least));
        if skeleton(&shown).eq(skeleton(&other)) { Detail::Numbers } else { least }
    }

    /// Whether all that is missing is the empty line behind the last line break.
    fn lacks_last_break(&self, first: usize) -> bool {
        let last = first + 1 == self.lines.len();
        last && matches!(self.lines.get(first), Some(DiffLine::Expected(text)) if text.is_empty())
    }

    fn ignores_ends(&self) -> bool {
        matches!(self.whitespace, Some(Whitespace::Trailing | Whitespace::Collapse))
    }

    /// Where in the first line that differs, and what stands there on either side.
    fn note(&self, first: usize) -> Option<String> {
        let at = first..self.lines.len().min(first.saturating_add(1));
        if self.lacks_last_break(first) {
            return Some(
                "The line break after the last line is missing: end it with `endl` or `\\n`."
                    .to_owned(),
            );
        }
        let (expected, actual) = match self.lines.get(at)?.first()? {
            DiffLine::Expected(text) => (text.as_str(), counterpart(self.lines, first)?),
            DiffLine::Actual(text) => (counterpart(self.lines, first)?, text.as_str()),
            DiffLine::Same(_) | DiffLine::Skipped(_) => return None,
        };
        let column = first_column(expected, actual);
        let (expected, actual) = (named(expected, column), named(actual, column));
        (expected != actual).then(|| {
            let column = column + 1;
            format!("In that line, column {column} should be {expected} and is {actual}.")
        })
    }
}

/// The line on the other side that stands where this one stands: the same place in its block of changes.
fn counterpart(lines: &[DiffLine], at: usize) -> Option<&str> {
    let changed = |line: &DiffLine| matches!(line, DiffLine::Expected(_) | DiffLine::Actual(_));
    let is_expected = match lines.get(at)? {
        DiffLine::Expected(_) => true,
        DiffLine::Actual(_) => false,
        DiffLine::Same(_) | DiffLine::Skipped(_) => return None,
    };
    let start = lines[..at].iter().rposition(|line| !changed(line)).map_or(0, |before| before + 1);
    let own = |line: &&DiffLine| matches!(line, DiffLine::Expected(_)) == is_expected;
    let place = lines[start..at].iter().filter(own).count();
    let block = lines[start..].iter().take_while(|line| changed(line));
    block.filter(|line| !own(line)).nth(place).and_then(|line| match line {
        DiffLine::Expected(text) | DiffLine::Actual(text) => Some(text.as_str()),
        DiffLine::Same(_) | DiffLine::Skipped(_) => None,
    })
}

fn named(text: &str, column: usize) -> String {
    let sign = text.chars().nth(column);
    match (unseen_sign(sign), sign.unwrap_or_default()) {
        (Some(name), _) => name.to_owned(),
        (None, '\r') => "a carriage return".to_owned(),
        (None, sign) if sign.is_ascii() => markdown::code(&sign.to_string()),
        (None, sign) => {
            format!("{} (U+{:04X})", markdown::code(&sign.to_string()), u32::from(sign))
        }
    }
}

/// How many lines of transcript these lines of the diff stand for.
fn count(lines: &[DiffLine]) -> usize {
    lines.iter().map(|line| if let DiffLine::Skipped(lines) = line { *lines } else { 1 }).sum()
}

fn left_out(lines: usize) -> String {
    format!("  … {} left out …", counted(lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: Vec<DiffLine>, first: usize, whitespace: Whitespace) -> Vec<String> {
        let difference = Difference { sentence: String::new(), lines, first };
        blocks(&difference, Some(whitespace))
    }

    fn same(text: &str) -> DiffLine {
        DiffLine::Same(text.to_owned())
    }

    fn pair(expected: &str, actual: &str) -> Vec<DiffLine> {
        vec![DiffLine::Expected(expected.to_owned()), DiffLine::Actual(actual.to_owned())]
    }

    #[test]
    fn a_wrong_square_is_marked_and_its_column_named() {
        let mut lines = vec![DiffLine::Skipped(4), same(" X | ? | ? ")];
        lines.extend(pair(" ? | O | ? ", " ? | X | ? "));
        let blocks = shown(lines, 2, Whitespace::Collapse);
        assert_eq!(
            blocks[1],
            "```diff\n  … 4 lines that are the same …\n   X | ? | ?\n-  ? | O | ?     <-- first \
             difference\n+  ? | X | ?\n```"
        );
        assert_eq!(blocks[2], "In that line, column 6 should be `O` and is `X`.");
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
            let blocks = shown(pair(expected, actual), 0, Whitespace::Exact);
            let rows: Vec<&str> = blocks[1].lines().collect();
            assert_ne!(&rows[1][2..], &rows[2][2..], "{expected:?} {actual:?}");
            if left != right && left != "X wins!" {
                assert!(rows[1].contains(left) && rows[2].contains(right), "{rows:?}");
            }
        }
    }

    #[test]
    fn a_look_alike_letter_is_named_by_number() {
        let blocks = shown(pair("X wins", "Х wins"), 0, Whitespace::Collapse);
        assert_eq!(blocks[2], "In that line, column 1 should be `X` and is `Х` (U+0425).");
    }

    #[test]
    fn a_missing_last_line_break_is_named() {
        let lines = vec![same("X wins!"), DiffLine::Expected(String::new())];
        let note = shown(lines, 1, Whitespace::Exact).pop().unwrap();
        assert!(note.starts_with("The line break after the last line is missing"), "{note}");
    }

    #[test]
    fn line_ends_that_do_not_count_are_not_marked() {
        let blocks = shown(pair("? ", "X"), 0, Whitespace::Collapse);
        assert!(!blocks[1].contains('·'), "{blocks:?}");
        let blocks = shown(pair("? ", "X"), 0, Whitespace::Exact);
        assert!(blocks[1].contains("- ?·"), "{blocks:?}");
        assert!(blocks[0].contains("`·` is a blank"), "{blocks:?}");
    }

    #[test]
    fn a_flood_of_lines_is_left_out() {
        let mut lines: Vec<DiffLine> = (0..500).map(|_| same("x")).collect();
        lines.extend((0..5000).map(|_| DiffLine::Actual("y".to_owned())));
        let blocks = shown(lines, 500, Whitespace::Collapse);
        assert!(blocks[1].contains("  … 480 lines left out …\n"));
        assert!(blocks[1].ends_with("  … 4960 lines left out …\n```"));
        assert!(blocks[1].lines().count() < 70);
    }
}
