//! Two results of a class, for programs.

use serde_json::{Value, json};

use super::class::ClassMovement;
use super::summary::MovementSummary;
use model::{Points, SubmissionName};

/// All that there is to say; with `students`, who moved.
pub fn render_json(class: &ClassMovement, summary: &MovementSummary, students: bool) -> String {
    let causes = summary.assignments.iter().flat_map(|assignment| {
        let causes = assignment.causes.iter();
        causes.map(|(cause, points)| {
            json!({
                "assignment": assignment.id,
                "kind": cause.kind.name(),
                "what": cause.what,
                "change": cause.change,
                "submissions": points.len(),
                "lower": points.iter().filter(|points| **points < Points::ZERO).count(),
                "least": points.iter().min(),
                "most": points.iter().max(),
                "total": points.iter().copied().sum::<Points>(),
            })
        })
    });
    let rounding = summary
        .assignments
        .iter()
        .filter(|one| !one.rounding.is_empty());
    let rounding = rounding.map(|one| {
        let total: Points = one.rounding.iter().copied().sum();
        json!({ "assignment": one.id, "changes": one.rounding.len(), "total": total })
    });
    let otherwise = summary.assignments.iter().flat_map(|one| {
        one.differing_cases.iter().map(
            |(case, count)| json!({ "assignment": one.id, "case": case, "submissions": count }),
        )
    });
    let mut all = json!({
        "submissions": {
            "compared": class.movements.len(),
            "lower": summary.lower,
            "higher": summary.higher,
            "same": summary.same,
            "only_old": class.only_old.len(),
            "only_new": class.only_new.len(),
            "ungraded": class.ungraded.len(),
            "without_records": class.without_records,
        },
        "causes": causes.collect::<Vec<Value>>(),
        "rounding": rounding.collect::<Vec<Value>>(),
        "ran_otherwise": otherwise.collect::<Vec<Value>>(),
    });
    if let (true, Some(all)) = (students, all.as_object_mut()) {
        all.insert("moved".to_owned(), moved_to_json(class));
        all.insert(
            "ungraded".to_owned(),
            class.ungraded.iter().map(name_to_json).collect(),
        );
    }
    format!("{all:#}\n")
}

fn name_to_json(name: &SubmissionName) -> Value {
    json!({ "assignment": name.assignment, "student": name.student })
}

fn moved_to_json(class: &ClassMovement) -> Value {
    let moved = class.movements.iter().filter(|one| !one.causes.is_empty());
    let moved = moved.map(|one| {
        let causes = one.causes.iter().map(|(cause, points)| {
            let kind = cause.kind.name();
            let what = &cause.what;
            let change = &cause.change;
            json!({ "kind": kind, "what": what, "change": change, "points": points })
        });
        json!({
            "assignment": one.name.assignment,
            "student": one.name.student,
            "old": one.old,
            "new": one.new,
            "causes": causes.collect::<Vec<Value>>(),
        })
    });
    moved.collect()
}
