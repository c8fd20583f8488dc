//! In the terminal: a line for each kind of thing, no more than ten for an assignment.

use std::io::{self, Write};

use crate::case_lints::{CaseLints, ProgramKind};
use crate::report::lines;

/// How many of a kind are named.
const MOST: usize = 3;

/// Prints what was learnt of the cases.
///
/// # Errors
///
/// If that cannot be printed.
pub(crate) fn print_case_lints(all: &[CaseLints], out: &mut dyn Write) -> io::Result<()> {
    for lints in all {
        for (number, line) in told(lints).into_iter().enumerate() {
            let indent = if number == 0 { "" } else { "  " };
            writeln!(out, "{indent}{}", lines(&line))?;
        }
    }
    Ok(())
}

fn told(lints: &CaseLints) -> Vec<String> {
    let count = |kind| lints.count(kind);
    let mut all = vec![format!(
        "{}: {} cases, of {} mutants, {} calibration programs and {} students",
        lints.assignment,
        lints.matrix.cases.len(),
        count(ProgramKind::Mutant),
        count(ProgramKind::Calibration),
        count(ProgramKind::Student),
    )];
    if !lints.failed_by_nobody.is_empty() {
        let ids = lints.ids(&lints.failed_by_nobody).into_iter().map(str::to_owned).collect();
        all.push(format!("nobody fails: {}", some(ids)));
    }
    if !lints.always_together.is_empty() {
        let groups = lints.always_together.iter().map(|group| lints.ids(group).join(" = "));
        all.push(format!("always fail together: {}", some(groups.collect())));
    }
    let one_kind = lints.of_one_kind.iter();
    let one_kind = one_kind.filter_map(|place| lints.matrix.criteria.get(*place));
    let one_kind: Vec<String> = one_kind.map(|it| it.id.clone()).collect();
    if !one_kind.is_empty() {
        all.push(format!("criteria whose cases all fail together: {}", some(one_kind)));
    }
    if !lints.alone.is_empty() {
        let mut alone = lints.alone.clone();
        alone.sort_by_key(|(_, mutants, others)| std::cmp::Reverse(mutants + others));
        let one = |(case, mutants, others): &(usize, usize, usize)| {
            format!("{} {}", lints.ids(&[*case]).concat(), mutants + others)
        };
        let alone: Vec<String> = alone.iter().map(one).collect();
        all.push(format!("must stay, as some fault fails nothing else: {}", some(alone)));
    }
    if let Some((median, most)) = lints.prices {
        let (median, most) = (median.as_number(), most.as_number());
        all.push(format!(
            "one fault costs {median} points in the middle, {most} at most if a case stays right"
        ));
    }
    let mut nearly: Vec<_> = lints.nearly_together.iter().collect();
    nearly.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    for (group, worth) in nearly.into_iter().take(1) {
        let ids = lints.ids(group).into_iter().map(str::to_owned).collect();
        let (cases, worth) = (group.len(), worth.as_number());
        all.push(format!(
            "these {cases} cases fall for the same reasons, so one slip costs {worth} points: {}",
            some(ids)
        ));
    }
    if !lints.never_shown.is_empty() {
        let what = lints.never_shown.iter().map(|it| it.what.clone()).collect();
        all.push(format!("shown in {} games and in no case: {}", lints.games, some(what)));
    }
    all
}

/// The first few, and how many more there are.
fn some(all: Vec<String>) -> String {
    let more = all.len().saturating_sub(MOST);
    let told = all.into_iter().take(MOST).collect::<Vec<_>>().join(", ");
    if more == 0 { told } else { format!("{told} and {more} more") }
}
