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
use crate::model::{DiffLine, Difference, Whitespace, grouped, repeated, runs};

/// How many lines before the first difference, and how many from it on, are shown.
const BEFORE: usize = 20;
const FROM_FIRST: usize = 40;

/// What marks the line with the first difference.
pub(super) const FIRST: &str = "<-- first difference";

/// The blocks that show a difference; none where no line differs. `whitespace` is the comparison's, if known.
pub(super) fn blocks(difference: &Difference, whitespace: Option<Whitespace>) -> Vec<String> {
    // Lines that are all the same show nothing: what differs is then how the program reads, and a sentence has said it.
    let Some(first) = difference.lines.iter().position(DiffLine::is_change) else {
        return Vec::new();
    };
    let view = View { lines: &difference.lines, whitespace };
    let shown = view.shown(first);
    let mut blocks = vec![introduction(&shown), markdown::fence("diff", &shown)];
    blocks.extend(view.note(first));
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
        let mut rows = Vec::new();
        if start > 0 {
            rows.push(left_out(count(&self.lines[..start])));
        }
        let lines: Vec<String> = (start..end).map(|at| self.row(at)).collect();
        let mut at = start;
        for run in runs(lines.iter().map(String::as_bytes)) {
            let mark = if at == first { format!("    {FIRST}") } else { String::new() };
            rows.push(format!("{}{mark}", lines[at - start]));
            if run.times > 1 {
                rows.push(format!("  {}", repeated(run.times - 1)));
            }
            at += run.times;
        }
        if end < self.lines.len() {
            rows.push(left_out(count(&self.lines[end..])));
        }
        rows.join("\n")
    }

    fn row(&self, at: usize) -> String {
        let (sign, text) = match &self.lines[at] {
            DiffLine::Same(text) => (' ', text),
            DiffLine::Expected(text) => ('-', text),
            DiffLine::Actual(text) | DiffLine::LongActual(text, _) => ('+', text),
            DiffLine::Skipped(lines) => {
                let verb = if *lines == 1 { "is" } else { "are" };
                return format!("  … {} that {verb} the same …", counted(*lines));
            }
            DiffLine::Beyond { expected, actual } => return beyond(*expected, *actual),
        };
        format!("{sign} {}", self.text(at, text)).trim_end().to_owned()
    }

    /// The text of a line, cut around the column where it first differs from its counterpart.
    fn text(&self, at: usize, text: &str) -> String {
        let Some(other) = counterpart(self.lines, at) else {
            return visible::cut(&visible::line(text, self.lone_detail(at)), 0, self.not_kept(at));
        };
        let detail = self.detail(text, other);
        let (shown, other) = (visible::line(text, detail), visible::line(other, detail));
        visible::cut(&shown, first_column(&shown, &other), self.not_kept(at))
    }

    /// How many characters of a line were not kept.
    fn not_kept(&self, at: usize) -> usize {
        if let DiffLine::LongActual(_, more) = self.lines[at] { more } else { 0 }
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
        let line = self.lines.get(at)?.first()?;
        let other = counterpart(self.lines, first)?;
        let (expected, actual) = match (line.expected(), line.actual()) {
            (Some(expected), _) => (expected, other),
            (None, actual) => (other, actual?),
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
    let is_expected = match lines.get(at)? {
        line if !line.is_change() => return None,
        line => line.expected().is_some(),
    };
    let start =
        lines[..at].iter().rposition(|line| !line.is_change()).map_or(0, |before| before + 1);
    let own = |line: &&DiffLine| line.expected().is_some() == is_expected;
    let place = lines[start..at].iter().filter(own).count();
    let block = lines[start..].iter().take_while(|line| line.is_change());
    let other = block.filter(|line| !own(line)).nth(place)?;
    other.expected().or(other.actual())
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
    let one = |line: &DiffLine| match line {
        DiffLine::Skipped(lines) => *lines,
        DiffLine::Beyond { expected, actual } => expected + actual,
        _ => 1,
    };
    lines.iter().map(one).sum()
}

/// What stands for the lines behind those that are compared.
fn beyond(expected: usize, actual: usize) -> String {
    let more = |lines: usize, whose: &str| {
        let noun = if lines == 1 { "line" } else { "lines" };
        (lines > 0).then(|| format!("{} more {noun} that {whose}", grouped(lines)))
    };
    let are = if expected == 1 { "is expected" } else { "are expected" };
    let parts = [more(expected, are), more(actual, "your program printed")];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    format!("  … {} …", said.join(" and "))
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
            "```diff\n  … 4 lines that are the same …\n   X | ? | ?\n-  ? | O | ?    <-- first \
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
        lines.extend((0..5000).map(|number| DiffLine::Actual(number.to_string())));
        let blocks = shown(lines, 500, Whitespace::Collapse);
        assert!(blocks[1].contains("  … 480 lines left out …\n"));
        assert!(blocks[1].contains("  … the same line 19 times more …\n+ 0    <-- first"));
        assert!(blocks[1].ends_with("  … 4,960 lines left out …\n```"));
        assert!(blocks[1].lines().count() < 70);
    }

    #[test]
    fn equal_lines_are_folded_and_what_is_not_compared_is_counted() {
        let mut lines = vec![DiffLine::Expected("bye".to_owned())];
        lines.extend((0..28).map(|_| DiffLine::Actual("again".to_owned())));
        lines.push(DiffLine::Beyond { expected: 0, actual: 99_972 });
        assert_eq!(
            shown(lines, 0, Whitespace::Collapse)[1],
            "```diff\n- bye    <-- first difference\n+ again\n  … the same line 27 times more …\n  … 99,972 more lines that your program printed …\n```"
        );
    }

    #[test]
    fn a_flood_in_one_line_says_how_much_is_missing() {
        let lines = vec![
            DiffLine::Expected("Sum: 5".to_owned()),
            DiffLine::LongActual("x".repeat(1000), 1_047_576),
        ];
        let blocks = shown(lines, 0, Whitespace::Collapse);
        let row = format!("+ {} … 1,048,426 characters left out …\n", "x".repeat(150));
        assert!(blocks[1].contains(&row), "{blocks:?}");
    }

    #[test]
    fn where_no_line_differs_there_is_no_diff() {
        assert_eq!(shown(vec![same("a"), same("b")], 2, Whitespace::Exact), [""; 0]);
    }
}
