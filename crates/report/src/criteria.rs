//! Where the points come from: one row per criterion.

use super::counted;
use document::{Block, Column, Prose, join, prose};
use model::{CriterionKind, CriterionReport, CriterionState, Grade, Points};

/// A criterion as every format shows it. `title` and `why` are as the rubric and the stages wrote them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CriterionRow<'a> {
    pub(super) title: &'a str,
    /// The points earned: in brackets while they may change, `?` where they are no grade.
    pub(super) points: String,
    /// The points that there are.
    pub(super) max_points: String,
    /// Why points are missing; empty where none are.
    pub(super) why: String,
    /// The criterion itself.
    pub(super) criterion: &'a CriterionReport,
}

/// The rows of all criteria that can change points.
pub(super) fn build_rows(grade: &Grade) -> Vec<CriterionRow<'_>> {
    scored_criteria(grade)
        .map(|criterion| build_row(grade, criterion))
        .collect()
}

/// The table of criteria; none if the rubric has none.
pub(super) fn render_block(grade: &Grade) -> Option<Block> {
    render_table(grade, scored_criteria(grade))
}

fn scored_criteria(grade: &Grade) -> impl Iterator<Item = &CriterionReport> {
    grade
        .criteria
        .iter()
        .filter(|criterion| criterion.kind != CriterionKind::Remark)
}

fn render_table<'a>(
    grade: &Grade,
    criteria: impl Iterator<Item = &'a CriterionReport>,
) -> Option<Block> {
    if grade.outline.hides_points {
        return render_marks(criteria);
    }
    const COLUMNS: [Column; 4] = [
        Column::text("What counts"),
        Column::number("Points"),
        Column::number("of"),
        Column::text("Why points are missing"),
    ];
    let cells = |criterion| {
        let CriterionRow {
            title,
            points,
            max_points: of,
            why,
            ..
        } = build_row(grade, criterion);
        [title, &points, &of, &why].map(Prose::text).to_vec()
    };
    let rows: Vec<Vec<Prose>> = criteria.map(cells).collect();
    (!rows.is_empty()).then(|| Block::table(&COLUMNS, rows))
}

/// The criteria, each with whether it has all it can have, for who sees no points.
fn render_marks<'a>(criteria: impl Iterator<Item = &'a CriterionReport>) -> Option<Block> {
    const COLUMNS: [Column; 3] = [
        Column::text("What counts"),
        Column::text(""),
        Column::text("What is missing"),
    ];
    let mut rows = Vec::new();
    for criterion in criteria {
        let mark = if criterion.points < criterion.max_points {
            "✗"
        } else {
            "✓"
        };
        let why = criterion.reason.as_deref().unwrap_or_default();
        rows.push([&criterion.title, mark, why].map(Prose::text).to_vec());
    }
    (!rows.is_empty()).then(|| Block::table(&COLUMNS, rows))
}

/// Where there is no program: what its text has earned, and what would have counted besides.
pub(super) fn without_program(grade: &Grade) -> Vec<Block> {
    if grade.outline.hides_points {
        return Vec::new();
    }
    let counts = |one: &&CriterionReport| {
        one.kind != CriterionKind::Remark
            && (one.max_points > Points::ZERO || one.points != Points::ZERO)
    };
    let (of_text, of_program): (Vec<_>, Vec<_>) =
        grade.criteria.iter().filter(counts).partition(|one| {
            !grade.build.awaits_choice && (one.rule.is_some() || one.points != Points::ZERO)
        });
    let named = of_program.iter().map(|criterion| {
        let points = criterion.max_points.to_string();
        prose!("{} ({})", criterion.title, points)
    });
    let named: Vec<Prose> = named.collect();
    let sentence = match (named.is_empty(), of_text.is_empty()) {
        (true, true) => return Vec::new(),
        (true, false) => None,
        (false, true) if grade.build.awaits_choice => {
            Some("These earn points once it is clear which file is your program")
        }
        (false, true) => Some("The program could not be tested, so these earned no points yet"),
        (false, false) => Some("The program could not be tested, so the rest earned no points yet"),
    };
    let mut blocks = vec![Block::heading("What counts")];
    blocks.extend(render_table(grade, of_text.into_iter()));
    blocks
        .extend(sentence.map(|text| Block::Paragraph(prose!("{}: {}.", text, join(named, "; ")))));
    blocks.extend(render_awaiting(grade).map(Block::Paragraph));
    blocks
}

fn build_row<'a>(grade: &Grade, criterion: &'a CriterionReport) -> CriterionRow<'a> {
    let reason = criterion.reason.clone();
    let reason = match (reason, counted::count_only_under(grade, criterion)) {
        (Some(reason), 1..) => Some(format!("compared more strictly: {reason}")),
        (reason, _) => reason,
    };
    let is_penalty = matches!(criterion.kind, CriterionKind::Penalty { .. });
    let (points, why) = match criterion.state {
        CriterionState::Decided if is_penalty && criterion.points == Points::ZERO => {
            ("no deduction".to_owned(), reason.unwrap_or_default())
        }
        CriterionState::Decided | CriterionState::Skipped => {
            (criterion.points.to_string(), reason.unwrap_or_default())
        }
        CriterionState::AwaitsInstructor => {
            (format!("({})", criterion.points), describe_awaiting(reason))
        }
        CriterionState::Ungraded => ("?".to_owned(), describe_ungraded(reason)),
    };
    let of = match criterion.kind {
        CriterionKind::Ordinary(points) => points.to_string(),
        CriterionKind::Extra(points) => format!("+{points}"),
        CriterionKind::Penalty { most, .. } => format!("up to −{most}"),
        CriterionKind::Remark => String::new(),
    };
    CriterionRow {
        title: &criterion.title,
        points,
        max_points: of,
        why,
        criterion,
    }
}

fn describe_awaiting(reason: Option<String>) -> String {
    let said = reason.filter(|reason| !reason.contains("awaits your instructor"));
    match said {
        Some(reason) => format!("awaits your instructor: {reason}"),
        None => "awaits your instructor".to_owned(),
    }
}

fn describe_ungraded(reason: Option<String>) -> String {
    let why = "not a grade: the grader failed here, not you";
    reason.map_or(why.to_owned(), |reason| format!("{why} ({reason})"))
}

/// How many of the points shown still await a person, in a sentence; none if none do.
pub(super) fn render_awaiting(grade: &Grade) -> Option<Prose> {
    let open: Vec<Prose> = grade
        .criteria
        .iter()
        .filter(|criterion| criterion.state == CriterionState::AwaitsInstructor)
        .map(|criterion| prose!("“{}”", criterion.title))
        .collect();
    let verb = if open.len() == 1 { "awaits" } else { "await" };
    (!open.is_empty()).then(|| {
        prose!(
            "{} still {} your instructor; points in ( ) may change.",
            join(open, " and "),
            verb
        )
    })
}
