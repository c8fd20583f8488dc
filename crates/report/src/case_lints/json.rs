//! `cases.json`: the contract `grader/cases/v1`. Keys may be added, never renamed or removed.

use serde_json::{Value, json};

use judging::case_lints::{CaseLints, CaseMatrixCell, ProgramRow};

pub(super) fn render_json(all: &[CaseLints]) -> String {
    let assignments: Vec<Value> = all.iter().map(assignment_to_json).collect();
    let whole = json!({ "schema": "grader/cases/v1", "assignments": assignments });
    format!("{whole:#}\n")
}

fn assignment_to_json(lints: &CaseLints) -> Value {
    let matrix = &lints.matrix;
    let criteria = &matrix.criteria;
    let of_criterion = |place: &usize| criteria.get(*place).map(|it| it.id.as_str());
    let together = lints
        .always_together
        .iter()
        .map(|group| lints.case_ids(group));
    let nearly = lints.nearly_together.iter();
    let nearly =
        nearly.map(|(group, worth)| json!({ "cases": lints.case_ids(group), "points": worth }));
    let alone = lints
        .sole_failures
        .iter()
        .filter_map(|(case, mutants, others)| {
            let case = matrix.cases.get(*case)?;
            Some(json!({ "case": case, "mutants": mutants, "others": others }))
        });
    let slips = lints.fault_patterns.iter().map(|it| {
        json!({ "cases": lints.case_ids(&it.cases), "faults": it.faults, "example": it.example, "points": it.costs })
    });
    let shown = lints.uncovered_outputs.iter();
    let shown = shown.map(|it| json!({ "what": it.what, "games": it.games, "script": it.script }));
    json!({
        "assignment": lints.assignment,
        "failed_by_nobody": lints.case_ids(&lints.never_failed),
        "always_together": together.collect::<Vec<_>>(),
        "nearly_together": nearly.collect::<Vec<_>>(),
        "fails_alone": alone.collect::<Vec<_>>(),
        "criteria_of_one_kind": lints.uniform_criteria.iter().filter_map(of_criterion).collect::<Vec<_>>(),
        "a_fault_costs": lints.fault_costs.map(|(median, most)| json!({ "median": median, "most": most })),
        "faults": slips.collect::<Vec<_>>(),
        "games": lints.games,
        "never_shown": shown.collect::<Vec<_>>(),
        "cases": matrix.cases,
        "programs": matrix.programs.iter().map(|row| program_to_json(lints, row)).collect::<Vec<_>>(),
    })
}

/// A row of the matrix: what each case came to, and which criteria it costs points.
fn program_to_json(lints: &CaseLints, row: &ProgramRow) -> Value {
    let criteria = &lints.matrix.criteria;
    let verdict = |cell: &CaseMatrixCell| match cell {
        CaseMatrixCell::Unknown => Value::Null,
        CaseMatrixCell::Known { verdict, .. } => json!(verdict),
    };
    let costs = |cell: &CaseMatrixCell| match cell {
        CaseMatrixCell::Unknown => Vec::new(),
        CaseMatrixCell::Known {
            criteria: places, ..
        } => {
            let id = |place: &usize| criteria.iter().find(|it| it.place == *place);
            places
                .iter()
                .filter_map(id)
                .map(|it| it.id.clone())
                .collect()
        }
    };
    json!({
        "kind": row.kind.name(),
        "name": row.name,
        "fault": row.fault,
        "lost": row.unearned_points,
        "verdicts": row.cells.iter().map(verdict).collect::<Vec<_>>(),
        "costs": row.cells.iter().map(costs).collect::<Vec<Vec<String>>>(),
    })
}
