//! What any system's file says of a class, once its own words for it are known.

use super::error::TableError;
use super::table::UploadTable;
use crate::identity::PersonIdentity;
use model::Points;

/// A file of grades, understood.
#[derive(Debug)]
pub(super) struct GradeSheet {
    /// The title of the assignment's column.
    pub(super) title: String,
    /// Where that column stands.
    pub(super) grade: usize,
    /// The columns that are written, in their order.
    pub(super) output_columns: Vec<usize>,
    /// Those of them whose text students may choose, and by which the system tells nobody apart.
    pub(super) free_text: Vec<usize>,
    /// Words by which the system takes a row for something else than a student's; empty if there are none.
    pub(super) reserved: &'static str,
    /// Everybody in the file.
    pub(super) students: Vec<RowStudent>,
    /// The most that the cell can hold; none if the file does not say it.
    pub(super) maximum: Option<Points>,
    /// What the system does with more.
    pub(super) excess: ExcessPolicy,
    /// Whether numbers are written with a comma.
    pub(super) has_decimal_comma: bool,
    /// Whether the importer rejects a file that begins with a byte order mark.
    pub(super) rejects_mark: bool,
    /// What the user should know of how the file was understood.
    pub(super) remarks: Vec<String>,
}

/// What a system does with more points than an assignment has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExcessPolicy {
    /// It takes them.
    Taken,
    /// It takes as many as there are, or none, and says nothing.
    Dropped,
}

/// What a row says of its student. What it does not say is empty.
#[derive(Debug, Default, Clone)]
pub(super) struct RowStudent {
    /// Where the row stands in the table.
    pub(super) row: usize,
    /// Who it is; `id` is the number by which the system's downloads know the student.
    pub(super) person: PersonIdentity,
    /// The section.
    pub(super) section: String,
    /// The group.
    pub(super) group: String,
    /// When something was handed in, as the system writes it.
    pub(super) handed_in: String,
}

impl RowStudent {
    /// A name for messages.
    pub(super) fn display_name(&self) -> &str {
        let PersonIdentity {
            id,
            number,
            login,
            names,
            ..
        } = &self.person;
        let mut all = names.iter().chain([login, id, number]);
        all.find(|text| !text.is_empty())
            .map_or("somebody", |text| text)
    }
}

/// Where a column stands that a file must have.
pub(super) fn required_column(
    table: &UploadTable,
    title: &str,
    expected: &str,
) -> Result<usize, TableError> {
    table.find_column(title).ok_or_else(|| {
        let titles = table.titles();
        let shown: Vec<&str> = titles.iter().take(6).copied().collect();
        let more = if titles.len() > 6 { ", …" } else { "" };
        let found = shown.join(", ");
        let hint = support::nearest::describe_suggestion(title, &titles);
        let what = format!(
            "there is no column `{title}`; expected {expected}, found `{found}`{more}{hint}"
        );
        TableError::new(1, what)
    })
}

/// A number as a person or a system writes it: `10`, `10.00` or `10,00`.
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().replace(',', ".").parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}
