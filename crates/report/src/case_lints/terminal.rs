//! In the terminal: a line for each kind of thing, no more than ten for an assignment.

use std::io::{self, Write};

use crate::escape_lines;
use judging::case_lints::{CaseLints, ProgramKind};

/// How many of a kind are named.
const MOST: usize = 3;

/// Prints what was learnt of the cases.
///
/// # Errors
///
/// If that cannot be printed.
pub fn print_case_lints(all: &[CaseLints], out: &mut dyn Write) -> io::Result<()> {
    for lints in all {
        for (number, line) in render_lines(lints).into_iter().enumerate() {
            let indent = if number == 0 { "" } else { "  " };
            writeln!(out, "{indent}{}", escape_lines(&line))?;
        }
    }
    Ok(())
}

fn render_lines(lints: &CaseLints) -> Vec<String> {
    let count = |kind| lints.program_count(kind);
    let mut all = vec![format!(
        "{}: {} cases, of {} mutants, {} calibration programs and {} students",
        lints.assignment,
        lints.matrix.cases.len(),
        count(ProgramKind::Mutant),
        count(ProgramKind::Calibration),
        count(ProgramKind::Student),
    )];
    if !lints.never_failed.is_empty() {
        let ids = lints
            .case_ids(&lints.never_failed)
            .into_iter()
            .map(str::to_owned)
            .collect();
        all.push(format!("nobody fails: {}", join_first(ids)));
    }
    if !lints.always_together.is_empty() {
        let groups = lints
            .always_together
            .iter()
            .map(|group| lints.case_ids(group).join(" = "));
        all.push(format!(
            "always fail together: {}",
            join_first(groups.collect())
        ));
    }
    let one_kind = lints.uniform_criteria.iter();
    let one_kind = one_kind.filter_map(|place| lints.matrix.criteria.get(*place));
    let one_kind: Vec<String> = one_kind.map(|it| it.id.clone()).collect();
    if !one_kind.is_empty() {
        all.push(format!(
            "criteria whose cases all fail together: {}",
            join_first(one_kind)
        ));
    }
    if !lints.sole_failures.is_empty() {
        let mut alone = lints.sole_failures.clone();
        alone.sort_by_key(|(_, mutants, others)| std::cmp::Reverse(mutants + others));
        let one = |(case, mutants, others): &(usize, usize, usize)| {
            format!("{} {}", lints.case_ids(&[*case]).concat(), mutants + others)
        };
        let alone: Vec<String> = alone.iter().map(one).collect();
        all.push(format!(
            "must stay, as some fault fails nothing else: {}",
            join_first(alone)
        ));
    }
    if let Some((median, most)) = lints.fault_costs {
        let median = median.as_number();
        let most = most.as_number();
        all.push(format!(
            "one fault costs {median} points in the middle, {most} at most if a case stays right"
        ));
    }
    let mut nearly: Vec<_> = lints.nearly_together.iter().collect();
    nearly.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    for (group, worth) in nearly.into_iter().take(1) {
        let ids = lints
            .case_ids(group)
            .into_iter()
            .map(str::to_owned)
            .collect();
        let cases = group.len();
        let worth = worth.as_number();
        all.push(format!(
            "these {cases} cases fall for the same reasons, so one slip costs {worth} points: {}",
            join_first(ids)
        ));
    }
    if !lints.uncovered_outputs.is_empty() {
        let what = lints
            .uncovered_outputs
            .iter()
            .map(|it| it.what.clone())
            .collect();
        all.push(format!(
            "shown with {} inputs and in no case: {}",
            lints.games,
            join_first(what)
        ));
    }
    all
}

/// The first few, and how many more there are.
fn join_first(all: Vec<String>) -> String {
    let more = all.len().saturating_sub(MOST);
    let told = all.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
    if more == 0 {
        told
    } else {
        format!("{told} and {more} more")
    }
}
