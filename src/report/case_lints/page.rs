//! The page for staff.

use askama::Template;

use crate::case_lints::{CaseLints, Cell};
use crate::report::lines;
use crate::report::page::{Piece, Prose, policy};

/// As many sets of cases, and as much that no case shows, as a person reads.
const MOST: usize = 40;

#[derive(Template)]
#[template(path = "case_lints/case_lints_page.html")]
struct Page {
    policy: String,
    assignments: Vec<Assignment>,
}

struct Assignment {
    title: String,
    nobody: Vec<String>,
    together: Vec<String>,
    one_kind: Vec<String>,
    alone: Vec<(String, usize, usize)>,
    price: Option<String>,
    nearly: Vec<(String, String)>,
    slips: Vec<Slip>,
    games: usize,
    shown: Vec<(Prose, usize, String)>,
    cases: Vec<(usize, String)>,
    rows: Vec<(String, String, Prose)>,
}

struct Slip {
    faults: usize,
    points: String,
    cases: String,
    example: Prose,
}

/// The page; what programs print is text on it.
pub(super) fn render(all: &[CaseLints]) -> askama::Result<String> {
    Page { policy: policy("", ""), assignments: all.iter().map(assignment).collect() }.render()
}

fn assignment(lints: &CaseLints) -> Assignment {
    let matrix = &lints.matrix;
    let joined = |group: &[usize]| lints.ids(group).join(", ");
    let price = lints.prices.map(|(median, most)| {
        let (median, most) = (median.as_number(), most.as_number());
        format!("{median} points in the middle, and {most} at most where some case stays right")
    });
    let criterion = |place: &usize| matrix.criteria.get(*place).map(|it| it.id.clone());
    let shown = lints.never_shown.iter().take(MOST);
    let rows = matrix.programs.iter().map(|row| {
        let letters: String = row.cells.iter().map(letter).collect();
        (format!("{} {}", row.kind.name(), row.name), letters, Prose::of_text(&lines(&row.fault)))
    });
    Assignment {
        title: format!("{}: {} cases", lints.assignment, matrix.cases.len()),
        nobody: lints.ids(&lints.failed_by_nobody).into_iter().map(str::to_owned).collect(),
        together: lints.always_together.iter().map(|it| joined(it)).collect(),
        one_kind: lints.of_one_kind.iter().filter_map(criterion).collect(),
        alone: lints.alone.iter().map(|(case, one, two)| (joined(&[*case]), *one, *two)).collect(),
        price,
        nearly: lints
            .nearly_together
            .iter()
            .map(|(group, worth)| (joined(group), worth.as_number().to_string()))
            .collect(),
        slips: lints
            .slips
            .iter()
            .take(MOST)
            .map(|slip| Slip {
                faults: slip.faults,
                points: slip.costs.as_number().to_string(),
                cases: joined(&slip.cases),
                example: Prose::of_text(&lines(&slip.example)),
            })
            .collect(),
        games: lints.games,
        shown: shown
            .map(|it| (Prose::of_text(&lines(&it.what)), it.games, lines(&it.script.join(" "))))
            .collect(),
        cases: matrix.cases.iter().cloned().enumerate().map(|(at, id)| (at + 1, id)).collect(),
        rows: rows.collect(),
    }
}

/// A cell as one letter.
fn letter(cell: &Cell) -> char {
    match cell.fails() {
        None => '?',
        Some(true) => 'x',
        Some(false) => '.',
    }
}
