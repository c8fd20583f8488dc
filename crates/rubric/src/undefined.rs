//! `undefined = { … }`: what an assignment asks about undefined behaviour.

use super::criteria::CriteriaParser;
use super::raw;
use super::spanned::SpannedTable;
use model::{Toolchain, UndefinedChecks};

/// How many cases a quick search runs again if the rubric names none.
const QUICK_CASES: usize = 6;

/// What holds for an assignment: its own table, or else the one of `[defaults]`, or else nothing. `toolchains` are those of the
/// assignment.
///
/// What is not the assignment's own applies to many kinds of assignments. Where nothing can be checked it is no mistake, and nothing is.
pub(super) fn parse_undefined_checks<'t>(
    own: Option<&SpannedTable<raw::RawUndefinedChecks>>,
    default: Option<&SpannedTable<raw::RawUndefinedChecks>>,
    mut toolchains: impl Iterator<Item = &'t Toolchain> + Clone,
    criteria: &CriteriaParser<'_>,
) -> Option<UndefinedChecks> {
    let table = own.or(default)?;
    if own.is_some() {
        report_mistakes(table, toolchains.clone(), criteria);
    }
    let raw::RawUndefinedChecks {
        sanitizers,
        uninitialised,
        quick,
        ..
    } = table.body;
    let checks = UndefinedChecks {
        sanitizers: sanitizers.unwrap_or(false),
        uninitialised: uninitialised.unwrap_or(false),
        quick: quick.unwrap_or(false),
        cases: choose_cases(table, criteria),
    };
    let is_possible = toolchains.any(Toolchain::compiles_to_programs) && !checks.cases.is_empty();
    let is_on = checks.sanitizers || checks.uninitialised;
    // With a mistake in it the rubric is refused: then it makes no difference what stands here.
    (is_on && is_possible).then_some(checks)
}

/// The cases that are run again, as places in the assignment's list.
fn choose_cases(
    table: &SpannedTable<raw::RawUndefinedChecks>,
    criteria: &CriteriaParser<'_>,
) -> Vec<usize> {
    // Unit tests are no runs of the program.
    let is_run = |case: &usize| {
        criteria
            .cases
            .get(*case)
            .is_some_and(|it| it.unit_tests.is_none())
    };
    match &table.body.cases {
        Some(globs) => criteria
            .match_cases(globs)
            .into_iter()
            .filter(is_run)
            .collect(),
        None => {
            let all: Vec<usize> = (0..criteria.cases.len()).filter(is_run).collect();
            let is_quick = table.body.quick.unwrap_or(false);
            let step = if is_quick {
                all.len().div_ceil(QUICK_CASES).max(1)
            } else {
                1
            };
            all.into_iter().step_by(step).collect()
        }
    }
}

fn report_mistakes<'t>(
    table: &SpannedTable<raw::RawUndefinedChecks>,
    mut toolchains: impl Iterator<Item = &'t Toolchain> + Clone,
    criteria: &CriteriaParser<'_>,
) {
    let SpannedTable { at, body } = table;
    let is_on = body.sanitizers == Some(true) || body.uninitialised == Some(true);
    let turns_off = body.sanitizers.is_some() || body.uninitialised.is_some();
    if !(is_on || turns_off) {
        let text = "`undefined` asks for nothing: expected `sanitizers = true`, `uninitialised = true`, or `uninitialised = false`";
        criteria.config.report(at, text);
    }
    let names: Vec<&str> = toolchains.clone().map(|it| it.name.as_str()).collect();
    if is_on && !toolchains.any(Toolchain::compiles_to_programs) {
        let text = format!(
            "`undefined` needs programs that a `compiler` makes and that run by themselves, and `{}` makes none",
            names.join("`, `")
        );
        criteria.config.report(at, text);
    }
    let is_chosen = match &body.cases {
        Some(globs) => {
            if globs.get_ref().is_empty() {
                criteria.config.report(
                    &globs.span(),
                    "`cases` is empty: expected at least one glob",
                );
            }
            !criteria.match_cases(globs).is_empty()
        }
        None => !criteria.cases.is_empty(),
    };
    // Globs that match nothing are marked already.
    if is_on && is_chosen && choose_cases(table, criteria).is_empty() {
        let text =
            "`undefined` looks at cases that run a program or call functions, and here is none";
        criteria.config.report(at, text);
    }
}
