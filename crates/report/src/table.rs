//! The class at the end of a run, as a table in the terminal.

use std::io::{self, Write};
use std::path::Path;

use anstyle::Style;
use comfy_table::{
    Attribute, Cell, CellAlignment, Color, ContentArrangement, Table, TableStyle, presets,
};

use super::entry::ReportEntry;
use super::{common_mistakes, statistics, visible};
use model::Points;

/// The width of a terminal that says it has none, as those of some consoles and CI systems do.
const USUAL_WIDTH: u16 = 80;

/// What the terminal can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TerminalStyle {
    /// Whether lines may be drawn with characters beyond ASCII.
    pub unicode: bool,
    /// Whether colours are wanted.
    pub colour: bool,
    /// The width in columns; none where lines may be as long as they like.
    pub width: Option<u16>,
}

impl TerminalStyle {
    /// What standard output can do, by its environment.
    pub fn for_stdout() -> TerminalStyle {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .filter_map(|name| std::env::var(name).ok());
        let locale = locale
            .filter(|value| !value.is_empty())
            .map(|value| value.to_uppercase())
            .next();
        TerminalStyle {
            unicode: locale.is_some_and(|value| value.contains("UTF-8") || value.contains("UTF8")),
            colour: anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
            width: Table::new()
                .width()
                .map(|width| if width == 0 { USUAL_WIDTH } else { width }),
        }
    }

    /// The lines around the cells of a table.
    pub(super) fn table_preset(self) -> TableStyle {
        if self.unicode {
            presets::UTF8_FULL_CONDENSED
        } else {
            presets::ASCII_FULL_CONDENSED
        }
    }

    /// A table that wraps what does not fit.
    pub(super) fn new_table(self) -> Table {
        let mut table = Table::new();
        table
            .load_style(self.table_preset())
            .force_no_tty()
            .set_content_arrangement(ContentArrangement::Dynamic);
        if let Some(width) = self.width {
            table.set_width(width);
        }
        table
    }
}

/// Prints the table, a line of totals and where the reports are, and in them how many others are `kept`.
///
/// # Errors
/// If `out` cannot be written to; a closed pipe is the caller's to forgive.
pub fn print_summary(
    entries: &[&ReportEntry],
    kept: usize,
    folder: &Path,
    look: TerminalStyle,
    out: &mut dyn Write,
) -> io::Result<()> {
    for line in build_table(entries, look).lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    let bold = if look.colour {
        Style::new().bold()
    } else {
        Style::new()
    };
    writeln!(out, "{bold}{}{bold:#}", describe_totals(entries))?;
    for line in statistics::render_lines(entries, look.unicode) {
        writeln!(out, "{line}")?;
    }
    for line in common_mistakes::list_commonest(entries) {
        writeln!(out, "{line}")?;
    }
    if kept > 0 {
        let (noun, is) = if kept == 1 {
            ("submission", "is")
        } else {
            ("submissions", "are")
        };
        writeln!(
            out,
            "The results of {kept} other {noun} {is} kept as they were."
        )?;
    }
    writeln!(
        out,
        "Reports: {0}/index.html; for students {0}/<student>/<assignment>.html and .md; for programs {0}/grades.csv, {0}/results.json",
        folder.display()
    )
}

fn build_table(entries: &[&ReportEntry], look: TerminalStyle) -> Table {
    let mut table = look.new_table();
    if look.colour {
        table.enforce_styling();
    }
    table.set_header([
        "student",
        "assignment",
        "points",
        "build",
        "cases",
        "first problem",
    ]);
    table.add_rows(entries.iter().map(|entry| build_row(entry)));
    table
}

fn build_row(entry: &ReportEntry) -> Vec<Cell> {
    let points = if entry.graded {
        format!("{}/{}", entry.points, entry.max_points)
    } else {
        "not graded".to_owned()
    };
    let right = |text: String| Cell::new(text).set_alignment(CellAlignment::Right);
    vec![
        Cell::new(visible::one_line(&entry.student)),
        Cell::new(&entry.assignment),
        right(points)
            .fg(points_colour(entry))
            .add_attribute(Attribute::Bold),
        Cell::new(entry.build.name()),
        right(format!("{}/{}", entry.right, entry.cases)),
        Cell::new(entry.problem.as_deref().unwrap_or_default()),
    ]
}

fn points_colour(entry: &ReportEntry) -> Color {
    match points_level(entry) {
        PointsLevel::Full => Color::Green,
        PointsLevel::Partial => Color::Yellow,
        PointsLevel::Zero => Color::Red,
        PointsLevel::Ungraded => Color::Magenta,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PointsLevel {
    Full,
    Partial,
    Zero,
    Ungraded,
}

fn points_level(entry: &ReportEntry) -> PointsLevel {
    match entry.points {
        _ if !entry.graded => PointsLevel::Ungraded,
        points if points >= entry.max_points => PointsLevel::Full,
        points if points <= Points::ZERO => PointsLevel::Zero,
        _ => PointsLevel::Partial,
    }
}

fn describe_totals(entries: &[&ReportEntry]) -> String {
    let count = |wanted| {
        entries
            .iter()
            .filter(|entry| points_level(entry) == wanted)
            .count()
    };
    let mut parts = vec![
        format!("{} with full marks", count(PointsLevel::Full)),
        format!("{} with some", count(PointsLevel::Partial)),
        format!("{} with none", count(PointsLevel::Zero)),
    ];
    let ungraded = count(PointsLevel::Ungraded);
    if ungraded > 0 {
        parts.push(format!("{ungraded} NOT GRADED, see the class page for why"));
    }
    let noun = if entries.len() == 1 {
        "submission"
    } else {
        "submissions"
    };
    format!(
        "{} {noun}: {}{}",
        entries.len(),
        parts.join(", "),
        describe_average(entries)
    )
}

fn describe_average(entries: &[&ReportEntry]) -> String {
    let graded = || entries.iter().filter(|entry| entry.graded);
    let whole: Points = graded().map(|entry| entry.max_points).sum();
    let earned: Points = graded().map(|entry| entry.points).sum();
    if whole == Points::ZERO {
        return String::new();
    }
    format!("; {:.1} % of all points", earned.percent_of(whole))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;
    use model::Grade;

    fn printed(grades: Vec<Grade>, look: TerminalStyle) -> String {
        let mut out = Vec::new();
        let entries: Vec<ReportEntry> = grades
            .iter()
            .map(|it| ReportEntry::new(it, &SharedNames::default()))
            .collect();
        let entries: Vec<&ReportEntry> = entries.iter().collect();
        print_summary(&entries, 0, Path::new("reports"), look, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const PLAIN: TerminalStyle = TerminalStyle {
        unicode: false,
        colour: false,
        width: None,
    };

    #[test]
    fn the_table_names_each_student_with_points_and_first_problem() {
        let text = printed(fixture::class(), PLAIN);
        assert!(text.is_ascii(), "{text}");
        let row = |name: &str| {
            text.lines()
                .find(|line| line.contains(name))
                .unwrap()
                .to_owned()
        };
        assert!(row("student-01").contains("100/100"));
        assert!(
            row("student-02").contains("win-main-diagonal: wrong answer"),
            "{text}"
        );
        assert!(row("student-03").contains("compile-error"));
        assert!(row("student-04").contains("not graded"));
        assert!(
            text.contains(
                "5 submissions: 1 with full marks, 2 with some, 1 with none, 1 NOT GRADED"
            )
        );
        assert!(
            text.ends_with(
                "Reports: reports/index.html; for students reports/<student>/<assignment>.html and .md; \
                 for programs reports/grades.csv, reports/results.json\n"
            )
        );
    }

    #[test]
    fn the_whole_table_is_as_it_was_reviewed() {
        insta::assert_snapshot!(printed(
            fixture::class(),
            TerminalStyle {
                unicode: true,
                ..PLAIN
            }
        ));
    }

    #[test]
    fn the_table_fits_a_narrow_terminal() {
        let text = printed(
            fixture::class(),
            TerminalStyle {
                unicode: true,
                width: Some(70),
                ..PLAIN
            },
        );
        for line in text
            .lines()
            .filter(|line| line.starts_with(['│', '┌', '└']))
        {
            assert!(line.chars().count() <= 70, "{line}");
        }
        assert!(text.starts_with('┌'));
    }

    #[test]
    fn a_reason_cannot_reach_the_terminal_as_an_escape_sequence() {
        let mut grade = fixture::compile_error();
        grade.build.reason = Some("\u{1b}[2J\n::error::x".to_owned());
        let mut other = grade.clone();
        other.build.diagnostics = "a.cpp:1:1: error: \u{1b}[2J".to_owned();
        grade.build.diagnostics.clear();
        let text = printed(vec![grade, other], PLAIN);
        assert!(text.contains("a.cpp:1: ␛[2J"), "{text}");
        assert!(
            !text.contains('\u{1b}') && text.contains("␛[2J ::error::x"),
            "{text}"
        );
    }
}
