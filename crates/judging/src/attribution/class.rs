//! Two results of a class, submission by submission.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::facts::GradeFacts;
use super::movement::{PointsMovement, explain_movement};
use super::steps::SchemeSteps;
use model::{MarkingScheme, SubmissionName};

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
    let scheme = |facts: &GradeFacts| Some(Arc::clone(&facts.evidence.as_ref()?.scoring.scheme));
    let was = scheme(old)?;
    let is = scheme(new)?;
    let is_same =
        |one: &(Arc<MarkingScheme>, Arc<MarkingScheme>, SchemeSteps)| one.0 == was && one.1 == is;
    if let Some(place) = ways.iter().position(is_same) {
        return Some(place);
    }
    let steps = SchemeSteps::from_schemes(&was, &is);
    ways.push((was, is, steps));
    Some(ways.len() - 1)
}
