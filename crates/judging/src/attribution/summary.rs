//! Who moved, by cause and not by student.

use std::collections::BTreeMap;

use super::cause::MovementCause;
use super::class::ClassMovement;
use model::Points;

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
