//! Cases that cost time and earn no points, because no criterion looks at them.

use std::collections::BTreeSet;

use model::{Assignment, Course, CriterionEvidence};

/// A remark for each assignment with such cases. Nothing in it is an error: a case may be there only to be shown.
pub fn remark_on_unjudged_cases(course: &Course) -> Vec<String> {
    course
        .assignments
        .iter()
        .filter_map(describe_unjudged)
        .collect()
}

fn describe_unjudged(assignment: &Assignment) -> Option<String> {
    let mut judged = BTreeSet::new();
    for criterion in &assignment.criteria {
        match &criterion.evidence {
            CriterionEvidence::Cases { cases, .. } => {
                judged.extend(cases.iter().map(|case| case.index));
            }
            // These look at cases that no criterion names.
            CriterionEvidence::Undefined | CriterionEvidence::CaseSet(_) => return None,
            CriterionEvidence::Build(_)
            | CriterionEvidence::Manual(_)
            | CriterionEvidence::Rule(_) => {}
        }
    }
    let cases = assignment.cases.iter().enumerate();
    let names: Vec<String> = cases
        .filter(|(place, _)| !judged.contains(place))
        .map(|(_, case)| format!("`{}`", case.id))
        .collect();
    let id = &assignment.id;
    match names.as_slice() {
        [] => None,
        [only] => Some(format!(
            "{id}: no criterion has the case {only}, so it earns no points"
        )),
        _ => Some(format!(
            "{id}: no criterion has the cases {}, so they earn no points",
            names.join(", ")
        )),
    }
}
