//! Where the points come from: one row per criterion.

use super::{counted, markdown};
use crate::model::{CriterionKind, CriterionReport, CriterionState, Grade, Points};

/// A criterion as every format shows it. `title` and `why` are as the rubric and the stages wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionRow<'a> {
    pub(super) title: &'a str,
    /// The points earned: in brackets while they may change, `?` where they are no grade.
    pub(super) points: String,
    /// The points that there are.
    pub(super) of: String,
    /// Why points are missing; empty where none are.
    pub(super) why: String,
}

/// The rows of all criteria that can change points.
pub(super) fn rows(grade: &Grade) -> Vec<CriterionRow<'_>> {
    of_points(grade).map(|criterion| row(grade, criterion)).collect()
}

/// The table of criteria; none if the rubric has none.
pub(super) fn block(grade: &Grade) -> Option<String> {
    table(grade, of_points(grade))
}

fn of_points(grade: &Grade) -> impl Iterator<Item = &CriterionReport> {
    grade.criteria.iter().filter(|criterion| criterion.kind != CriterionKind::Remark)
}

fn table<'a>(grade: &Grade, criteria: impl Iterator<Item = &'a CriterionReport>) -> Option<String> {
    const COLUMNS: [(&str, &str); 4] = [
        ("What counts", "---"),
        ("Points", "---:"),
        ("of", "---:"),
        ("Why points are missing", "---"),
    ];
    let cells = |criterion| {
        let CriterionRow { title, points, of, why } = row(grade, criterion);
        vec![markdown::cell(title), points, of, markdown::cell(&why)]
    };
    let rows: Vec<Vec<String>> = criteria.map(cells).collect();
    (!rows.is_empty()).then(|| markdown::table(&COLUMNS, &rows))
}

/// Where there is no program: what its text has earned, and what would have counted besides.
pub(super) fn without_program(grade: &Grade) -> Vec<String> {
    let counts = |one: &&CriterionReport| {
        one.kind != CriterionKind::Remark
            && (one.max_points > Points::ZERO || one.points != Points::ZERO)
    };
    let (of_text, of_program): (Vec<_>, Vec<_>) = grade
        .criteria
        .iter()
        .filter(counts)
        .partition(|one| one.rule.is_some() || one.points != Points::ZERO);
    let named = of_program.iter().map(|criterion| {
        format!("{} ({})", markdown::inline(&criterion.title), criterion.max_points)
    });
    let named: Vec<String> = named.collect();
    let sentence = match (named.is_empty(), of_text.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => None,
        (false, true) => Some("All of it needs a program, so nothing has earned points yet"),
        (false, false) => Some("All else needs a program, and has earned no points yet"),
    };
    let mut blocks = vec!["## What counts".to_owned()];
    blocks.extend(table(grade, of_text.into_iter()));
    blocks.extend(sentence.map(|text| format!("{text}: {}.", named.join("; "))));
    blocks.extend(awaiting(grade));
    blocks
}

fn row<'a>(grade: &Grade, criterion: &'a CriterionReport) -> CriterionRow<'a> {
    let reason = criterion.reason.clone();
    let reason = match (reason, counted::only_under(grade, criterion)) {
        (Some(reason), 1..) => Some(format!("by a stricter look: {reason}")),
        (reason, _) => reason,
    };
    let (points, why) = match criterion.state {
        CriterionState::Decided | CriterionState::Skipped => {
            (criterion.points.to_string(), reason.unwrap_or_default())
        }
        CriterionState::AwaitsInstructor => (format!("({})", criterion.points), awaits(reason)),
        CriterionState::Ungraded if grade.build.awaits_choice => {
            ("?".to_owned(), "no grade yet: it is not clear which file is the program".to_owned())
        }
        CriterionState::Ungraded => ("?".to_owned(), ungraded(reason)),
    };
    let of = match criterion.kind {
        CriterionKind::Ordinary(points) => points.to_string(),
        CriterionKind::Extra(points) => format!("+{points}"),
        CriterionKind::Penalty { most, .. } => format!("−{most} at most"),
        CriterionKind::Remark => String::new(),
    };
    CriterionRow { title: &criterion.title, points, of, why }
}

fn awaits(reason: Option<String>) -> String {
    let said = reason.filter(|reason| !reason.contains("awaits your instructor"));
    match said {
        Some(reason) => format!("awaits your instructor: {reason}"),
        None => "awaits your instructor".to_owned(),
    }
}

fn ungraded(reason: Option<String>) -> String {
    let why = "not a grade: the grader failed here, not you";
    reason.map_or(why.to_owned(), |reason| format!("{why} ({reason})"))
}

/// How many of the points shown still await a person, in a sentence; none if none do.
pub(super) fn awaiting(grade: &Grade) -> Option<String> {
    let open: Vec<String> = grade
        .criteria
        .iter()
        .filter(|criterion| criterion.state == CriterionState::AwaitsInstructor)
        .map(|criterion| format!("“{}”", markdown::inline(&criterion.title)))
        .collect();
    let verb = if open.len() == 1 { "awaits" } else { "await" };
    (!open.is_empty()).then(|| {
        format!("{} still {verb} your instructor; points in ( ) may change.", open.join(" and "))
    })
}
