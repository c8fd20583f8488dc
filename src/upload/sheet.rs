//! What any system's file says of a class, once its own words for it are known.

use super::error::Complaint;
use super::table::Table;
use crate::model::Points;

/// A file of grades, understood.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The title of the assignment's column.
    pub(super) title: String,
    /// Where that column stands.
    pub(super) grade: usize,
    /// The columns that are written, in their order.
    pub(super) kept: Vec<usize>,
    /// Those of them whose text students may choose, and by which the system tells nobody apart.
    pub(super) free_text: Vec<usize>,
    /// Words by which the system takes a row for something else than a student's; empty if there are none.
    pub(super) reserved: &'static str,
    /// Everybody in the file.
    pub(super) students: Vec<RowStudent>,
    /// The most that the cell can hold; none if the file does not say it.
    pub(super) maximum: Option<Points>,
    /// What the system does with more.
    pub(super) excess: Excess,
    /// Whether numbers are written with a comma.
    pub(super) has_decimal_comma: bool,
    /// Whether a student's number may also be a group's, so that the name has to agree.
    pub(super) confirms_names: bool,
    /// What the user should know of how the file was understood.
    pub(super) remarks: Vec<String>,
}

/// What a system does with more points than an assignment has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excess {
    /// It takes them.
    Taken,
    /// It takes as many as there are, or none, and says nothing.
    Lost,
}

/// What a row says of its student. What it does not say is empty.
#[derive(Debug, Default, Clone)]
pub(super) struct RowStudent {
    /// Where the row stands in the table.
    pub(super) row: usize,
    /// The number by which the system's downloads know the student.
    pub(super) id: String,
    /// The school's number of the student.
    pub(super) number: String,
    /// The name with which the student logs in.
    pub(super) login: String,
    /// The student's address.
    pub(super) email: String,
    /// The name, perhaps as `Last, First`, and in Moodle whatever else stands beside it.
    pub(super) names: Vec<String>,
    /// The group.
    pub(super) group: String,
}

impl RowStudent {
    /// A name for messages.
    pub(super) fn shown(&self) -> &str {
        let known = [&self.login, &self.id, &self.number].into_iter();
        let mut all = self.names.iter().chain(known);
        all.find(|text| !text.is_empty()).map_or("somebody", |text| text)
    }
}

/// Where a column stands that a file must have.
pub(super) fn required(table: &Table, title: &str, expected: &str) -> Result<usize, Complaint> {
    table.column(title).ok_or_else(|| {
        let titles = table.titles();
        let shown: Vec<&str> = titles.iter().take(6).copied().collect();
        let more = if titles.len() > 6 { ", …" } else { "" };
        let (found, hint) = (shown.join(", "), crate::nearest::hint(title, &titles));
        let what = format!(
            "there is no column `{title}`; expected {expected}, found `{found}`{more}{hint}"
        );
        Complaint::new(1, what)
    })
}

/// A number as a person or a system writes it: `10`, `10.00` or `10,00`.
pub(super) fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().replace(',', ".").parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}
