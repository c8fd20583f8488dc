//! `cases.json`: the contract `grader/cases/v1`. Keys may be added, never renamed or removed.

use serde_json::{Value, json};

use crate::case_lints::{CaseLints, Cell, ProgramRow};

pub(super) fn render(all: &[CaseLints]) -> String {
    let assignments: Vec<Value> = all.iter().map(assignment).collect();
    let whole = json!({ "schema": "grader/cases/v1", "assignments": assignments });
    format!("{whole:#}\n")
}

fn assignment(lints: &CaseLints) -> Value {
    let matrix = &lints.matrix;
    let criteria = &matrix.criteria;
    let of_criterion = |place: &usize| criteria.get(*place).map(|it| it.id.as_str());
    let together = lints.always_together.iter().map(|group| lints.ids(group));
    let nearly = lints.nearly_together.iter();
    let nearly = nearly.map(|(group, worth)| json!({ "cases": lints.ids(group), "points": worth }));
    let alone = lints.alone.iter().filter_map(|(case, mutants, others)| {
        let case = matrix.cases.get(*case)?;
        Some(json!({ "case": case, "mutants": mutants, "others": others }))
    });
    let slips = lints.slips.iter().map(|it| {
        json!({ "cases": lints.ids(&it.cases), "faults": it.faults, "example": it.example, "points": it.costs })
    });
    let shown = lints.never_shown.iter();
    let shown = shown.map(|it| json!({ "what": it.what, "games": it.games, "script": it.script }));
    json!({
        "assignment": lints.assignment,
        "failed_by_nobody": lints.ids(&lints.failed_by_nobody),
        "always_together": together.collect::<Vec<_>>(),
        "nearly_together": nearly.collect::<Vec<_>>(),
        "fails_alone": alone.collect::<Vec<_>>(),
        "criteria_of_one_kind": lints.of_one_kind.iter().filter_map(of_criterion).collect::<Vec<_>>(),
        "a_fault_costs": lints.prices.map(|(median, most)| json!({ "median": median, "most": most })),
        "faults": slips.collect::<Vec<_>>(),
        "games": lints.games,
        "never_shown": shown.collect::<Vec<_>>(),
        "cases": matrix.cases,
        "programs": matrix.programs.iter().map(|row| program(lints, row)).collect::<Vec<_>>(),
    })
}

/// A row of the matrix: what each case came to, and which criteria it costs points.
fn program(lints: &CaseLints, row: &ProgramRow) -> Value {
    let criteria = &lints.matrix.criteria;
    let verdict = |cell: &Cell| match cell {
        Cell::Unknown => Value::Null,
        Cell::Known { verdict, .. } => json!(verdict),
    };
    let costs = |cell: &Cell| match cell {
        Cell::Unknown => Vec::new(),
        Cell::Known { criteria: places, .. } => {
            let id = |place: &usize| criteria.iter().find(|it| it.place == *place);
            places.iter().filter_map(id).map(|it| it.id.clone()).collect()
        }
    };
    json!({
        "kind": row.kind.name(),
        "name": row.name,
        "fault": row.fault,
        "lost": row.lost,
        "verdicts": row.cells.iter().map(verdict).collect::<Vec<_>>(),
        "costs": row.cells.iter().map(costs).collect::<Vec<Vec<String>>>(),
    })
}
