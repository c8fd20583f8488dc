//! Programs in the order in which they are judged. Those that give the same results and have the same structure are one group, which takes
//! one look. A group says nothing of how its programs came about.

use std::collections::BTreeMap;

use model::Grade;

use crate::class::ReviewClass;

/// All programs that a person judges.
pub(crate) struct ReviewQueue {
    /// Groups in their order, each with the places of its grades.
    groups: Vec<Vec<usize>>,
    /// The group of each grade.
    group_of: BTreeMap<usize, usize>,
}

/// What the programs of a group have in common. Its order puts programs with the same results side by side, and among them those
/// that are alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct GroupKey {
    /// Where the assignment is in the gradebook.
    assignment: usize,
    /// The verdict of each case, and the points of each criterion: all that was found out by running.
    outcomes: Vec<(String, String)>,
    structure: Option<usize>,
    /// Tells those apart whose structure is not known.
    alone: Option<usize>,
}

impl ReviewQueue {
    /// The queue of a class; `manual` has the criteria that a person judges, for each grade.
    pub(crate) fn new(class: &ReviewClass, manual: &[Vec<usize>]) -> ReviewQueue {
        let mut assignments: Vec<&str> = Vec::new();
        let mut groups: BTreeMap<GroupKey, Vec<usize>> = BTreeMap::new();
        for (place, grade) in class.grades.iter().enumerate() {
            let known = assignments.iter().position(|id| *id == grade.assignment);
            let assignment = known.unwrap_or_else(|| {
                assignments.push(&grade.assignment);
                assignments.len() - 1
            });
            let name = grade.name();
            let has_objection = class.objections.contains(&name);
            let is_manual = manual
                .get(place)
                .is_some_and(|criteria| !criteria.is_empty());
            if !is_manual && !has_objection {
                continue;
            }
            let structure = class.structures.get(&name).copied();
            let structure = structure.filter(|_| is_manual);
            let key = GroupKey {
                assignment,
                outcomes: list_outcomes(grade),
                alone: structure.is_none().then_some(place),
                structure,
            };
            groups.entry(key).or_default().push(place);
        }
        let groups: Vec<Vec<usize>> = groups.into_values().collect();
        let members = groups.iter().enumerate();
        let group_of = members.flat_map(|(at, group)| group.iter().map(move |place| (*place, at)));
        ReviewQueue {
            group_of: group_of.collect(),
            groups,
        }
    }

    /// All groups, in their order.
    pub(crate) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Where the group of a grade is among them; none if a person judges nothing of it.
    pub(crate) fn group_of(&self, place: usize) -> Option<usize> {
        self.group_of.get(&place).copied()
    }
}

fn list_outcomes(grade: &Grade) -> Vec<(String, String)> {
    let cases = grade.cases.iter().map(|case| {
        let verdict = case.judgement.verdict.name().to_owned();
        (case.case.id.clone(), verdict)
    });
    let criteria = grade.criteria.iter();
    let points = criteria.map(|one| (one.id.clone(), one.points.to_string()));
    cases.chain(points).collect()
}
