//! The page for staff.

use askama::Template;

use crate::escape_lines;
use crate::page::security_policy;
use document::Prose;
use judging::case_lints::{CaseLints, CaseMatrixCell};

/// As many sets of cases, and as much that no case shows, as a person reads.
const MOST: usize = 40;

#[derive(Template)]
#[template(path = "case_lints/case_lints_page.html")]
struct CaseLintsPage {
    policy: String,
    assignments: Vec<CaseLintsAssignment>,
}

struct CaseLintsAssignment {
    title: String,
    never_failed: Vec<String>,
    together: Vec<String>,
    one_kind: Vec<String>,
    alone: Vec<(String, usize, usize)>,
    price: Option<String>,
    nearly: Vec<(String, String)>,
    slips: Vec<CaseLintsFault>,
    games: usize,
    untested: Vec<(Prose, usize, String)>,
    cases: Vec<(usize, String)>,
    rows: Vec<(String, String, Prose)>,
}

struct CaseLintsFault {
    faults: usize,
    points: String,
    cases: String,
    example: Prose,
}

/// The page; what programs print is text on it.
pub(super) fn render_page(all: &[CaseLints]) -> askama::Result<String> {
    CaseLintsPage {
        policy: security_policy("", ""),
        assignments: all.iter().map(build_assignment).collect(),
    }
    .render()
}

fn build_assignment(lints: &CaseLints) -> CaseLintsAssignment {
    let matrix = &lints.matrix;
    let joined = |group: &[usize]| lints.case_ids(group).join(", ");
    let price = lints.fault_costs.map(|(median, most)| {
        let median = median.as_number();
        let most = most.as_number();
        format!("{median} points in the middle, and {most} at most where some case stays right")
    });
    let criterion = |place: &usize| matrix.criteria.get(*place).map(|it| it.id.clone());
    let shown = lints.uncovered_outputs.iter().take(MOST);
    let rows = matrix.programs.iter().map(|row| {
        let letters: String = row.cells.iter().map(cell_letter).collect();
        (
            format!("{} {}", row.kind.name(), row.name),
            letters,
            Prose::text(&escape_lines(&row.fault)),
        )
    });
    CaseLintsAssignment {
        title: format!("{}: {} cases", lints.assignment, matrix.cases.len()),
        never_failed: lints
            .case_ids(&lints.never_failed)
            .into_iter()
            .map(str::to_owned)
            .collect(),
        together: lints.always_together.iter().map(|it| joined(it)).collect(),
        one_kind: lints
            .uniform_criteria
            .iter()
            .filter_map(criterion)
            .collect(),
        alone: lints
            .sole_failures
            .iter()
            .map(|(case, one, two)| (joined(&[*case]), *one, *two))
            .collect(),
        price,
        nearly: lints
            .nearly_together
            .iter()
            .map(|(group, worth)| (joined(group), worth.as_number().to_string()))
            .collect(),
        slips: lints
            .fault_patterns
            .iter()
            .take(MOST)
            .map(|slip| CaseLintsFault {
                faults: slip.faults,
                points: slip.costs.as_number().to_string(),
                cases: joined(&slip.cases),
                example: Prose::text(&escape_lines(&slip.example)),
            })
            .collect(),
        games: lints.games,
        untested: shown
            .map(|it| {
                (
                    Prose::text(&escape_lines(&it.what)),
                    it.games,
                    escape_lines(&it.script.join(" ")),
                )
            })
            .collect(),
        cases: matrix
            .cases
            .iter()
            .cloned()
            .enumerate()
            .map(|(at, id)| (at + 1, id))
            .collect(),
        rows: rows.collect(),
    }
}

/// A cell as one letter.
fn cell_letter(cell: &CaseMatrixCell) -> char {
    match cell.is_failure() {
        None => '?',
        Some(true) => 'x',
        Some(false) => '.',
    }
}
