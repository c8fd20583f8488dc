//! The page for staff.

use crate::page::{StaffDetails, StaffSection, render_staff_page};
use document::{Block, Column, Prose, prose};
use judging::case_lints::{CaseLints, CaseMatrixCell};

/// As many sets of cases, and as much that no case shows, as a person reads.
const MOST: usize = 40;

const SOLE_FAILURES: [Column; 3] = [
    Column::text("Case"),
    Column::number("Mutants"),
    Column::number("Other programs"),
];
const NEARLY_TOGETHER: [Column; 2] = [
    Column::text("These fall for the same reasons"),
    Column::number("Points together"),
];
const FAULTS: [Column; 4] = [
    Column::number("Faults"),
    Column::number("Points"),
    Column::text("Cases that fail for each"),
    Column::text("One of them"),
];
const UNCOVERED: [Column; 3] = [
    Column::text("What"),
    Column::number("Games"),
    Column::text("The shortest"),
];
const PROGRAMS: [Column; 3] = [
    Column::text("Cases"),
    Column::text("Program"),
    Column::text("Fault"),
];

/// The page; what programs print is text on it.
pub(super) fn render_page(all: &[CaseLints]) -> askama::Result<String> {
    let title = "What programs say of the cases";
    let sections: Vec<StaffSection> = all.iter().map(build_section).collect();
    render_staff_page(title, title, &sections)
}

fn build_section(lints: &CaseLints) -> StaffSection {
    let parts = [
        list_redundant(lints),
        list_sole_failures(lints),
        list_fault_costs(lints),
        list_uncovered(lints),
    ];
    StaffSection {
        title: format!("{}: {} cases", lints.assignment, lints.matrix.cases.len()),
        blocks: parts.concat(),
        details: Some(StaffDetails {
            summary: "Every program in every case",
            blocks: list_programs(lints),
        }),
    }
}

fn heading(title: &'static str) -> Block {
    Block::Heading(3, Prose::literal(title))
}

/// Cases by their names.
fn join_cases(lints: &CaseLints, cases: &[usize]) -> Prose {
    Prose::text(&lints.case_ids(cases).join(", "))
}

/// What could go: cases that nobody fails, or that always fail with others.
fn list_redundant(lints: &CaseLints) -> Vec<Block> {
    let never = lints.never_failed.iter();
    let never = never.map(|case| join_cases(lints, &[*case])).collect();
    let together = lints.always_together.iter();
    let together = together.map(|group| join_cases(lints, group)).collect();
    let uniform = lints.uniform_criteria.iter();
    let uniform = uniform
        .filter_map(|place| lints.matrix.criteria.get(*place))
        .map(|criterion| Prose::text(&criterion.id))
        .collect();
    let lists: [(&'static str, Vec<Prose>); 3] = [
        ("Nobody fails", never),
        ("Always fail together", together),
        ("Criteria whose cases all fail together", uniform),
    ];
    let mut blocks = Vec::new();
    for (title, items) in lists {
        if !items.is_empty() {
            blocks.extend([heading(title), Block::List(items)]);
        }
    }
    blocks
}

fn list_sole_failures(lints: &CaseLints) -> Vec<Block> {
    let mut rows = Vec::new();
    for (case, mutants, others) in &lints.sole_failures {
        rows.push(vec![
            join_cases(lints, &[*case]),
            prose!("{}", *mutants),
            prose!("{}", *others),
        ]);
    }
    let title = heading("Must stay: some fault fails nothing else");
    table_below(title, &SOLE_FAILURES, rows)
}

fn list_fault_costs(lints: &CaseLints) -> Vec<Block> {
    let mut blocks = Vec::new();
    if let Some((median, most)) = lints.fault_costs {
        blocks.push(heading("What one fault costs"));
        blocks.push(Block::Paragraph(prose!(
            "{} points in the middle, and {} at most where some case stays right.",
            median.as_number().to_string(),
            most.as_number().to_string()
        )));
    }
    let mut nearly = Vec::new();
    for (group, points) in &lints.nearly_together {
        let points = Prose::text(&points.as_number().to_string());
        nearly.push(vec![join_cases(lints, group), points]);
    }
    let mut faults = Vec::new();
    for pattern in lints.fault_patterns.iter().take(MOST) {
        faults.push(vec![
            prose!("{}", pattern.faults),
            Prose::text(&pattern.costs.as_number().to_string()),
            join_cases(lints, &pattern.cases),
            Prose::text(&pattern.example),
        ]);
    }
    if !nearly.is_empty() {
        blocks.push(Block::table(&NEARLY_TOGETHER, nearly));
    }
    if !faults.is_empty() {
        blocks.push(Block::table(&FAULTS, faults));
    }
    blocks
}

fn list_uncovered(lints: &CaseLints) -> Vec<Block> {
    let mut rows = Vec::new();
    for output in lints.uncovered_outputs.iter().take(MOST) {
        rows.push(vec![
            Prose::text(&output.what),
            prose!("{}", output.games),
            Prose::text(&output.script.join(" ")),
        ]);
    }
    let title = prose!("Shown with {} inputs and in no case", lints.games);
    table_below(Block::Heading(3, title), &UNCOVERED, rows)
}

fn table_below(title: Block, columns: &[Column], rows: Vec<Vec<Prose>>) -> Vec<Block> {
    if rows.is_empty() {
        return Vec::new();
    }
    vec![title, Block::table(columns, rows)]
}

fn list_programs(lints: &CaseLints) -> Vec<Block> {
    let matrix = &lints.matrix;
    let mut names = Prose::default();
    for (at, id) in matrix.cases.iter().enumerate() {
        names.append(prose!("{} {}. ", at + 1, id));
    }
    let mut rows = Vec::new();
    for row in &matrix.programs {
        let letters: String = row.cells.iter().map(cell_letter).collect();
        rows.push(vec![
            Prose::code(&letters),
            Prose::text(&format!("{} {}", row.kind.name(), row.name)),
            Prose::text(&row.fault),
        ]);
    }
    vec![
        Block::literal(
            "A cross is a case that costs points, a dot one that is right, a question mark one that nobody knows. The cases, from \
             left to right:",
        ),
        Block::Paragraph(names),
        Block::table(&PROGRAMS, rows),
    ]
}

/// A cell as one letter.
fn cell_letter(cell: &CaseMatrixCell) -> char {
    match cell.is_failure() {
        None => '?',
        Some(true) => 'x',
        Some(false) => '.',
    }
}
