//! The lines of a difference, each as little changed as shows that it differs; the same for every format.
//!
//! White space that cannot matter is left alone, or every row of a board would end in a sign. Where white
//! space is what differs, it is made visible; where two lines would still look alike, characters are shown
//! by number.

use unicode_security::skeleton;

use super::cut_line::cut_line;
use super::transcript::format_line_count;
use document::visible::{self, VisibleDetail};
use document::{Prose, prose};
use model::{
    DiffLine, TranscriptDifference, WhitespaceMode, fold_repeats, group_digits, repeat_note,
};
use support::line_pair::{differ_in_blanks_only, first_column, name_invisible_character};
use support::raw_text;

/// How many lines before the first difference, and how many from it on, are shown.
const BEFORE: usize = 20;
const FROM_FIRST: usize = 40;

/// On which side a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DiffSide {
    Both,
    Expected,
    /// What the program printed.
    Printed,
    /// A line of ours, about lines that are not shown.
    Remark,
}

/// A line that can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DiffRow {
    pub(super) side: DiffSide,
    pub(super) text: String,
    /// Whether it is the first that differs.
    pub(super) is_first: bool,
}

impl DiffRow {
    fn new_remark(text: String) -> DiffRow {
        DiffRow {
            side: DiffSide::Remark,
            text,
            is_first: false,
        }
    }

    /// The line as a unified diff has it.
    pub(super) fn with_sign(&self) -> String {
        let sign = match self.side {
            DiffSide::Both | DiffSide::Remark => ' ',
            DiffSide::Expected => '-',
            DiffSide::Printed => '+',
        };
        format!("{sign} {}", self.text).trim_end().to_owned()
    }
}

/// A difference that can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RenderedDifference {
    pub(super) rows: Vec<DiffRow>,
    /// Where in the first line that differs, in Markdown; none where the lines say it.
    pub(super) note: Option<Prose>,
}

/// The rows of a difference; none where no line differs. `whitespace` is the comparison's, if known.
pub(super) fn render_rows(
    difference: &TranscriptDifference,
    whitespace: Option<WhitespaceMode>,
) -> Option<RenderedDifference> {
    // Lines that are all the same show nothing: what differs is then how the program reads, and a sentence has said it.
    let first = difference.lines.iter().position(DiffLine::is_change)?;
    let view = DiffView {
        lines: &difference.lines,
        whitespace,
    };
    Some(RenderedDifference {
        rows: view.rows_around(first),
        note: view.column_note(first),
    })
}

struct DiffView<'a> {
    lines: &'a [DiffLine],
    whitespace: Option<WhitespaceMode>,
}

impl DiffView<'_> {
    fn rows_around(&self, first: usize) -> Vec<DiffRow> {
        let start = first.min(self.lines.len()).saturating_sub(BEFORE);
        let end = self.lines.len().min(first.saturating_add(FROM_FIRST));
        let mut rows = Vec::new();
        if start > 0 {
            rows.push(omitted_row(count_lines(&self.lines[..start])));
        }
        let lines: Vec<DiffRow> = (start..end).map(|at| self.row_at(at)).collect();
        let keys: Vec<String> = lines.iter().map(DiffRow::with_sign).collect();
        let mut at = start;
        for run in fold_repeats(keys.iter().map(String::as_bytes)) {
            let row = lines[at - start].clone();
            rows.push(DiffRow {
                is_first: at == first,
                ..row
            });
            if run.times > 1 {
                rows.push(DiffRow::new_remark(repeat_note(run.times - 1)));
            }
            at += run.times;
        }
        if end < self.lines.len() {
            rows.push(omitted_row(count_lines(&self.lines[end..])));
        }
        rows
    }

    fn row_at(&self, at: usize) -> DiffRow {
        let (side, text) = match &self.lines[at] {
            DiffLine::Same(text) => (DiffSide::Both, text),
            DiffLine::Expected(text) => (DiffSide::Expected, text),
            DiffLine::Actual(text) | DiffLine::LongActual(text, _) => (DiffSide::Printed, text),
            DiffLine::Skipped(lines) => {
                let verb = if *lines == 1 { "is" } else { "are" };
                return DiffRow::new_remark(format!(
                    "… {} that {verb} the same …",
                    format_line_count(*lines)
                ));
            }
            DiffLine::Beyond { expected, actual } => {
                return DiffRow::new_remark(describe_beyond(*expected, *actual));
            }
        };
        DiffRow {
            side,
            text: self.text_at(at, text).trim_end().to_owned(),
            is_first: false,
        }
    }

    /// The text of a line, cut around the column where it first differs from its counterpart.
    fn text_at(&self, at: usize, text: &str) -> String {
        let Some(other) = find_counterpart(self.lines, at) else {
            return cut_line(
                &visible::escape_line(text, self.lone_detail(at)),
                0,
                self.truncated_chars(at),
            );
        };
        let detail = self.required_detail(text, other);
        let shown = visible::escape_line(text, detail);
        let other = visible::escape_line(other, detail);
        cut_line(
            &shown,
            first_column(&shown, &other),
            self.truncated_chars(at),
        )
    }

    /// How many characters of a line were not kept.
    fn truncated_chars(&self, at: usize) -> usize {
        if let DiffLine::LongActual(_, more) = self.lines[at] {
            more
        } else {
            0
        }
    }

    fn lone_detail(&self, at: usize) -> VisibleDetail {
        let same = matches!(self.lines[at], DiffLine::Same(_));
        if same || self.ignores_ends() {
            VisibleDetail::Tabs
        } else {
            VisibleDetail::LineEnds
        }
    }

    /// As little as shows that the two lines differ.
    fn required_detail(&self, one: &str, other: &str) -> VisibleDetail {
        let ends_differ = one.len() - one.trim_end().len() != other.len() - other.trim_end().len();
        if one == other {
            return VisibleDetail::Tabs;
        }
        let least = if differ_in_blanks_only(one, other) {
            if one.trim_end() == other.trim_end() {
                VisibleDetail::LineEnds
            } else {
                VisibleDetail::Blanks
            }
        } else if ends_differ && !self.ignores_ends() {
            VisibleDetail::LineEnds
        } else {
            VisibleDetail::Tabs
        };
        let shown = visible::escape_line(one, least);
        let other = visible::escape_line(other, least);
        if skeleton(&shown).eq(skeleton(&other)) {
            VisibleDetail::Numbers
        } else {
            least
        }
    }

    /// Whether all that is missing is the empty line behind the last line break.
    fn lacks_last_break(&self, first: usize) -> bool {
        let last = first + 1 == self.lines.len();
        last && matches!(self.lines.get(first), Some(DiffLine::Expected(text)) if text.is_empty())
    }

    fn ignores_ends(&self) -> bool {
        matches!(
            self.whitespace,
            Some(WhitespaceMode::Trailing | WhitespaceMode::Collapse)
        )
    }

    /// Where in the first line that differs, and what stands there on either side.
    fn column_note(&self, first: usize) -> Option<Prose> {
        let at = first..self.lines.len().min(first.saturating_add(1));
        if self.lacks_last_break(first) {
            return Some(Prose::literal(
                "The line break after the last line is missing: end it with `endl` or `\\n`.",
            ));
        }
        let line = self.lines.get(at)?.first()?;
        let other = find_counterpart(self.lines, first)?;
        let (expected, actual) = match (line.expected(), line.actual()) {
            (Some(expected), _) => (expected, other),
            (None, actual) => (other, actual?),
        };
        if !are_alike(expected, actual) {
            return None;
        }
        let column = first_column(expected, actual);
        let expected = name_character(expected, column);
        let actual = name_character(actual, column);
        (expected != actual).then(|| {
            let column = column + 1;
            prose!(
                "In that line, column {} should be {} and is {}.",
                column,
                expected,
                actual
            )
        })
    }
}

/// Whether two lines begin or end with so much that is the same that it helps to name the place where they differ.
fn are_alike(one: &str, other: &str) -> bool {
    let shorter = one.chars().count();
    let longer = other.chars().count();
    let (shorter, longer) = (shorter.min(longer), shorter.max(longer));
    let equal = |(one, other): &(char, char)| one == other;
    let at_start = one.chars().zip(other.chars()).take_while(equal).count();
    let at_end = one
        .chars()
        .rev()
        .zip(other.chars().rev())
        .take_while(equal)
        .count();
    (at_start + at_end).min(shorter) * 3 >= longer
}

/// The line on the other side that stands where this one stands: the same place in its block of changes.
fn find_counterpart(lines: &[DiffLine], at: usize) -> Option<&str> {
    let is_expected = match lines.get(at)? {
        line if !line.is_change() => return None,
        line => line.expected().is_some(),
    };
    let start = lines[..at]
        .iter()
        .rposition(|line| !line.is_change())
        .map_or(0, |before| before + 1);
    let own = |line: &&DiffLine| line.expected().is_some() == is_expected;
    let place = lines[start..at].iter().filter(own).count();
    let block = lines[start..].iter().take_while(|line| line.is_change());
    let other = block.filter(|line| !own(line)).nth(place)?;
    other.expected().or(other.actual())
}

fn name_character(text: &str, column: usize) -> Prose {
    let sign = text.chars().nth(column);
    if let Some(byte) = sign.and_then(raw_text::decode_byte) {
        return prose!("the byte {}", format!("0x{byte:02X}"));
    }
    match (name_invisible_character(sign), sign.unwrap_or_default()) {
        (Some(name), _) => Prose::text(name),
        (None, '\r') => Prose::literal("a carriage return"),
        (None, sign) if sign.is_ascii() => Prose::code(&sign.to_string()),
        (None, sign) => {
            let number = format!("U+{:04X}", u32::from(sign));
            prose!("{} ({})", Prose::code(&sign.to_string()), number)
        }
    }
}

/// How many lines of transcript these lines of the diff stand for.
fn count_lines(lines: &[DiffLine]) -> usize {
    let one = |line: &DiffLine| match line {
        DiffLine::Skipped(lines) => *lines,
        DiffLine::Beyond { expected, actual } => expected + actual,
        _ => 1,
    };
    lines.iter().map(one).sum()
}

/// What stands for the lines behind those that are compared.
fn describe_beyond(expected: usize, actual: usize) -> String {
    let more = |lines: usize, whose: &str| {
        let noun = if lines == 1 { "line" } else { "lines" };
        (lines > 0).then(|| format!("{} more {noun} that {whose}", group_digits(lines)))
    };
    let are = if expected == 1 {
        "is expected"
    } else {
        "are expected"
    };
    let parts = [more(expected, are), more(actual, "your program printed")];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    format!("… {} …", said.join(" and "))
}

fn omitted_row(lines: usize) -> DiffRow {
    DiffRow::new_remark(format!("… {} left out …", format_line_count(lines)))
}
