//! Two results of a class, submission by submission, and who moved: by cause and not by student.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::cause::MovementCause;
use super::facts::GradeFacts;
use super::movement::{PointsMovement, explain_movement};
use super::steps::SchemeSteps;
use model::{MarkingScheme, Points, SubmissionName};

/// Two results beside each other.
#[derive(Debug, Default)]
pub struct ClassMovement {
    /// Who is in both, in the order of assignments and students.
    pub movements: Vec<PointsMovement>,
    /// Who is in the old one alone.
    pub(crate) only_old: Vec<SubmissionName>,
    /// Who is in the new one alone.
    pub(crate) only_new: Vec<SubmissionName>,
    /// Who is in both, and in one of them without a grade, because we failed.
    pub ungraded: Vec<SubmissionName>,
    /// How many of both are known by the points of their criteria alone.
    pub(crate) without_records: usize,
}

/// Compares two results of the same submissions.
pub fn compare_classes(old: Vec<GradeFacts>, new: Vec<GradeFacts>) -> ClassMovement {
    let mut class = ClassMovement::default();
    let mut olds: BTreeMap<SubmissionName, GradeFacts> = old
        .into_iter()
        .map(|facts| (facts.name.clone(), facts))
        .collect();
    let mut ways: Vec<(Arc<MarkingScheme>, Arc<MarkingScheme>, SchemeSteps)> = Vec::new();
    for new in &new {
        let Some(old) = olds.remove(&new.name) else {
            class.only_new.push(new.name.clone());
            continue;
        };
        if old.is_ungraded || new.is_ungraded {
            class.ungraded.push(new.name.clone());
            continue;
        }
        let place = find_or_add_steps(&mut ways, &old, new);
        class.without_records += usize::from(place.is_none());
        let steps = place
            .and_then(|place| ways.get(place))
            .map(|(_, _, steps)| steps);
        class.movements.push(explain_movement(&old, new, steps));
    }
    class.only_old = olds.into_keys().collect();
    class
        .movements
        .sort_by(|one, other| one.name.cmp(&other.name));
    class
}

/// The place of the way from one's scheme to the other's; it is the same for nearly all submissions of an assignment.
fn find_or_add_steps(
    ways: &mut Vec<(Arc<MarkingScheme>, Arc<MarkingScheme>, SchemeSteps)>,
    old: &GradeFacts,
    new: &GradeFacts,
) -> Option<usize> {
    let was = scoring_scheme(old)?;
    let is = scoring_scheme(new)?;
    let is_same =
        |one: &(Arc<MarkingScheme>, Arc<MarkingScheme>, SchemeSteps)| one.0 == was && one.1 == is;
    if let Some(place) = ways.iter().position(is_same) {
        return Some(place);
    }
    let steps = SchemeSteps::from_schemes(&was, &is);
    ways.push((was, is, steps));
    Some(ways.len() - 1)
}

fn scoring_scheme(facts: &GradeFacts) -> Option<Arc<MarkingScheme>> {
    Some(Arc::clone(&facts.evidence.as_ref()?.scoring.scheme))
}

/// What two results of a class come to.
#[derive(Debug, Default)]
pub struct MovementSummary {
    /// How many submissions have fewer points now.
    pub(crate) lower: usize,
    /// How many have more.
    pub(crate) higher: usize,
    /// How many have as many.
    pub(crate) same: usize,
    /// By assignment, what moved points.
    pub(crate) assignments: Vec<AssignmentSummary>,
}

/// What moved points in one assignment.
#[derive(Debug)]
pub(crate) struct AssignmentSummary {
    pub(crate) id: String,
    /// The causes in the order in which changes are applied, each with what it moved in all submissions that it moved.
    pub(crate) causes: Vec<(MovementCause, Vec<Points>)>,
    /// The submissions that some cause moved by no more than a thousandth, as rounding does.
    pub(crate) rounding: Vec<Points>,
    /// The cases in which programs did something else although they were given the same, with how many did.
    pub(crate) differing_cases: BTreeMap<String, usize>,
}

/// What rounding can move: a case's share of points is a whole number of thousandths.
const ROUNDING: f64 = 0.001;

impl MovementSummary {
    /// Sums the movements of a class.
    pub fn from_class(class: &ClassMovement) -> MovementSummary {
        let mut summary = MovementSummary::default();
        let mut assignments: BTreeMap<&str, BTreeMap<&MovementCause, Vec<Points>>> =
            BTreeMap::new();
        let mut ran: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
        for movement in &class.movements {
            let id = movement.name.assignment.as_str();
            match movement.new.cmp(&movement.old) {
                std::cmp::Ordering::Less => summary.lower += 1,
                std::cmp::Ordering::Greater => summary.higher += 1,
                std::cmp::Ordering::Equal => summary.same += 1,
            }
            let causes = assignments.entry(id).or_default();
            for (cause, points) in &movement.causes {
                causes.entry(cause).or_default().push(*points);
            }
            for case in &movement.differing_cases {
                *ran.entry(id).or_default().entry(case.clone()).or_default() += 1;
            }
        }
        for (id, causes) in assignments {
            let ran_otherwise = ran.remove(id).unwrap_or_default();
            let mut one = AssignmentSummary {
                id: id.to_owned(),
                causes: Vec::new(),
                rounding: Vec::new(),
                differing_cases: ran_otherwise,
            };
            for (cause, points) in causes {
                let (rounded, moved): (Vec<Points>, Vec<Points>) = points
                    .into_iter()
                    .partition(|it| it.as_number().abs() <= ROUNDING);
                one.rounding.extend(rounded);
                if !moved.is_empty() {
                    one.causes.push((cause.clone(), moved));
                }
            }
            if !one.causes.is_empty() || !one.rounding.is_empty() || !one.differing_cases.is_empty()
            {
                summary.assignments.push(one);
            }
        }
        summary
    }
}

/// `12 submissions −0.4 each; 1 submission +2`.
pub(super) fn format_changes(points: &[Points]) -> String {
    let (down, up): (Vec<Points>, Vec<Points>) =
        points.iter().partition(|points| **points < Points::ZERO);
    let parts = [down, up].map(|part| format_direction(&part));
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn format_direction(points: &[Points]) -> Option<String> {
    let least = points.iter().min()?;
    let most = points.iter().max()?;
    let who = format_submission_count(points.len());
    Some(match points.len() {
        1 => format!("{who} {}", format_signed(*least)),
        _ if least == most => format!("{who} {} each", format_signed(*least)),
        _ => {
            let all = format_signed(points.iter().copied().sum());
            format!(
                "{who} {} to {}, {all} in all",
                format_signed(*least),
                format_signed(*most)
            )
        }
    })
}

/// `1 submission`, `2 submissions`.
pub(super) fn format_submission_count(count: usize) -> String {
    if count == 1 {
        "1 submission".to_owned()
    } else {
        format!("{count} submissions")
    }
}

/// `−0.4`, `+2`, to the thousandth.
pub(super) fn format_signed(points: Points) -> String {
    let sign = match points.cmp(&Points::ZERO) {
        std::cmp::Ordering::Less => "−",
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => "+",
    };
    format!("{sign}{}", points.as_number().abs())
}
