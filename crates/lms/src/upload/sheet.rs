//! What any system's file says of a class, once its own words for it are known, and which column is the assignment's.

use super::file::{TableError, UploadError, UploadSystem};
use super::table::UploadTable;
use crate::identity::PersonIdentity;
use model::{
    AdjustmentCause, BuildVerdict, CriterionState, Grade, GroupMember, HandIn, Points,
    SubmissionLayout,
};
use support::nearest::describe_suggestion;

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
    pub(super) section: String,
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

/// How points of the rubric become points of the system.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointScale {
    /// The most of the rubric's, and the most of the system's; none if points stay as they are.
    ratio: Option<(Points, Points)>,
}

impl PointScale {
    /// How points of the rubric go into a column. If both do not have the same most, the user has to say that they are to be scaled.
    pub(super) fn from_sheet(
        sheet: &GradeSheet,
        uploads: &[UploadGrade],
        is_wanted: bool,
    ) -> Result<PointScale, UploadError> {
        let Some(own) = uploads.first().map(|one| one.max_points) else {
            return Ok(PointScale { ratio: None });
        };
        match (sheet.maximum, is_wanted) {
            (Some(most), false) if most != own => Err(UploadError::Refused(format!(
                "`{}` has {most} points in the file, and the rubric has {own}; with --scale points are scaled from {own} to {most}, \
                 or set the same number in both",
                sheet.title
            ))),
            (Some(most), true) if own > Points::ZERO => Ok(PointScale {
                ratio: Some((own, most)),
            }),
            (None, true) => Err(UploadError::Refused(format!(
                "--scale needs to know how many points `{}` has, and the file does not say it; leave --scale out, or give the whole \
                 file that the system lets you download",
                sheet.title
            ))),
            _ => Ok(PointScale { ratio: None }),
        }
    }

    fn scale_points(self, points: Points) -> Points {
        match self.ratio {
            Some((own, most)) => {
                Points::from_number(points.as_number() * most.as_number() / own.as_number())
            }
            None => points,
        }
    }

    /// What the cell says, to two decimals as in reports.
    pub(super) fn cell_text(
        self,
        points: Points,
        student: &str,
        sheet: &GradeSheet,
    ) -> Result<String, UploadError> {
        let scaled = self.scale_points(points);
        if let (ExcessPolicy::Dropped, Some(most)) = (sheet.excess, sheet.maximum)
            && scaled > most
        {
            return Err(UploadError::Refused(format!(
                "`{}` has {scaled} points and `{}` takes {most} at most; the system would drop what is beyond that, or all of it, so \
                 raise the maximum there and download the file again",
                student, sheet.title
            )));
        }
        Ok(format_points(scaled, sheet))
    }
}

/// A number as the file writes numbers.
pub(super) fn format_points(points: Points, sheet: &GradeSheet) -> String {
    let text = points.to_string();
    if sheet.has_decimal_comma {
        text.replace('.', ",")
    } else {
        text
    }
}

/// Why no program of what was handed in was graded, as a sentence without its full stop.
#[derive(Debug, Clone)]
pub(super) enum UnreadHandIn {
    /// None was found in it.
    NoProgram(String),
    /// It was refused, as too large.
    Refused(String),
}

/// What goes into a system of one submission's grade.
#[derive(Debug, Clone)]
pub struct UploadGrade {
    /// The student's name in the reports.
    pub(crate) student: String,
    /// The points; none if the submission is ungraded, and nothing may be said of it.
    pub(super) points: Option<Points>,
    /// The points that could be earned.
    pub(super) max_points: Points,
    /// Why there was no program to grade in what was handed in; none if there was one, or a person has judged it.
    pub(super) unread: Option<UnreadHandIn>,
    /// Whether a person still has to look at a criterion.
    pub(super) awaits_instructor: bool,
    /// Whether only the roster has the student: nothing was handed in, and no person has given points.
    pub is_absent: bool,
    /// Whether the system hides who it is.
    pub is_anonymous: bool,
    /// Who gets them: several if a group handed it in and the download says who is in it.
    pub(super) recipients: Vec<PersonIdentity>,
}

impl UploadGrade {
    /// What goes of this grade into `system`.
    pub fn from_grade(grade: &Grade, system: UploadSystem) -> UploadGrade {
        let awaits = |state| state == CriterionState::AwaitsInstructor;
        let hand_in = grade.hand_in.as_ref();
        let is_given = grade
            .adjustments
            .iter()
            .any(model::GradeAdjustment::is_grade_override);
        UploadGrade {
            student: grade.student.clone(),
            points: (!grade.is_ungraded()).then_some(grade.points),
            max_points: grade.max_points,
            unread: UnreadHandIn::from_grade(grade),
            awaits_instructor: grade.criteria.iter().any(|one| awaits(one.state)),
            is_absent: hand_in.is_some_and(|hand_in| hand_in.absent) && !is_given,
            is_anonymous: hand_in.is_some_and(is_anonymous),
            recipients: find_recipients(grade, system),
        }
    }
}

impl UnreadHandIn {
    /// None of a grade that a person has judged.
    fn from_grade(grade: &Grade) -> Option<UnreadHandIn> {
        let is_judgement =
            |cause: &AdjustmentCause| matches!(cause, AdjustmentCause::Override { .. });
        if grade.adjustments.iter().any(|one| is_judgement(&one.cause)) {
            return None;
        }
        match grade.build.verdict {
            BuildVerdict::Missing => Some(UnreadHandIn::NoProgram(find_missing_reason(grade))),
            BuildVerdict::Refused => Some(UnreadHandIn::Refused(build_reason(grade))),
            _ => None,
        }
    }
}

/// Why no program was found in what was handed in: text that was typed in, a link, an archive that is not unpacked, or other files.
fn find_missing_reason(grade: &Grade) -> String {
    let hand_in = grade.hand_in.as_ref().filter(|it| it.files.is_empty());
    // Where no file was taken, the first that was left out says more.
    let ignored = hand_in.and_then(|hand_in| hand_in.ignored.first());
    match ignored {
        Some(file) => file.reason.trim_end_matches('.').to_owned(),
        None => build_reason(grade),
    }
}

/// What the build says of a program that is not there, without the full stop.
fn build_reason(grade: &Grade) -> String {
    let reason = grade.build.reason.as_deref().unwrap_or_default();
    reason.trim_end_matches('.').to_owned()
}

/// Canvas names whoever hands in anonymously by a word in place of a number.
fn is_anonymous(hand_in: &HandIn) -> bool {
    let is_canvas = hand_in.layout == SubmissionLayout::Canvas.name();
    is_canvas && hand_in.id.is_none() && hand_in.name.starts_with("anon_")
}

fn find_recipients(grade: &Grade, system: UploadSystem) -> Vec<PersonIdentity> {
    let student = &grade.student;
    let Some(hand_in) = &grade.hand_in else {
        let names = vec![student.clone()];
        let other = vec![student.clone()];
        return vec![PersonIdentity {
            names,
            other,
            ..PersonIdentity::default()
        }];
    };
    if hand_in.members.is_empty() {
        return vec![PersonIdentity::from_hand_in(
            hand_in,
            student,
            Some(system.layout()),
        )];
    }
    let of_member =
        |member: &GroupMember| PersonIdentity::from_member(hand_in, member, Some(system.layout()));
    hand_in.members.iter().map(of_member).collect()
}

/// A column that could be meant.
#[derive(Debug)]
pub(super) struct ColumnCandidate<'t> {
    /// Where it stands.
    pub(super) place: usize,
    pub(super) title: &'t str,
    /// The part of it that is the assignment's name.
    pub(super) name: &'t str,
}

/// The columns that could be meant: those of whose title `name` knows the assignment's name.
pub(super) fn find_candidates<'t>(
    titles: &[&'t str],
    name: fn(&'t str) -> Option<&'t str>,
) -> Vec<ColumnCandidate<'t>> {
    let candidate = |(place, &title)| {
        Some(ColumnCandidate {
            place,
            title,
            name: name(title)?,
        })
    };
    titles.iter().enumerate().filter_map(candidate).collect()
}

/// What the user and the rubric say of the column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnRequest<'w> {
    /// What the user typed.
    pub(crate) requested: Option<&'w str>,
    /// What the rubric calls the assignment.
    pub(crate) title: &'w str,
    /// The assignment's id.
    pub(crate) id: &'w str,
}

/// The column that is meant. None is ever guessed: a wrong one would be another assignment's.
pub(super) fn choose_column<'c, 't>(
    candidates: &'c [ColumnCandidate<'t>],
    wish: ColumnRequest<'_>,
) -> Result<&'c ColumnCandidate<'t>, TableError> {
    let all = || -> String {
        let titles: Vec<String> = candidates
            .iter()
            .map(|it| format!("`{}`", it.title))
            .collect();
        if titles.is_empty() {
            "there are none".to_owned()
        } else {
            titles.join(", ")
        }
    };
    let Some(asked) = wish.requested else {
        let is_own = |it: &&ColumnCandidate<'_>| {
            is_same_name(it.name, wish.title) || is_same_name(it.name, wish.id)
        };
        let own: Vec<&ColumnCandidate<'_>> = candidates.iter().filter(is_own).collect();
        return match own.as_slice() {
            [only] => Ok(only),
            [] => Err(TableError::new(
                1,
                format!(
                    "no column is called {}, as the assignment is; say with --column which is meant: {}",
                    expected_names(wish),
                    all()
                ),
            )),
            _ => Err(ambiguous_column_error(wish.title, &own)),
        };
    };
    if let Some(exact) = candidates.iter().find(|it| it.title == asked) {
        return Ok(exact);
    }
    let named: Vec<&ColumnCandidate<'_>> = candidates
        .iter()
        .filter(|it| is_same_name(it.name, asked))
        .collect();
    match named.as_slice() {
        [only] => Ok(only),
        [] => {
            let names: Vec<&str> = candidates.iter().map(|it| it.name).collect();
            let what = format!(
                "there is no column `{asked}`; expected one of {}{}",
                all(),
                describe_suggestion(asked, &names)
            );
            Err(TableError::new(1, what))
        }
        _ => Err(ambiguous_column_error(asked, &named)),
    }
}

fn expected_names(wish: ColumnRequest<'_>) -> String {
    match is_same_name(wish.title, wish.id) {
        true => format!("`{}`", wish.title),
        false => format!("`{}` or `{}`", wish.title, wish.id),
    }
}

fn ambiguous_column_error(name: &str, found: &[&ColumnCandidate<'_>]) -> TableError {
    let titles: Vec<String> = found.iter().map(|it| format!("`{}`", it.title)).collect();
    let what = format!(
        "several columns are called `{name}`; give one of them whole to --column: {}",
        titles.join(", ")
    );
    TableError::new(1, what)
}

fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
