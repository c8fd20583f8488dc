//! `undefined = { … }`: what an assignment asks about undefined behaviour.

use super::criteria::Criteria;
use super::raw;
use super::table::Table;
use crate::model::{Toolchain, UndefinedChecks};

/// What was typed: about all cases, unless it names some. `toolchains` are those of the assignment.
pub(super) fn checks<'t>(
    typed: Option<&Table<raw::Undefined>>,
    mut toolchains: impl Iterator<Item = &'t Toolchain> + Clone,
    criteria: &Criteria<'_>,
) -> Option<UndefinedChecks> {
    let Table { at, body } = typed?;
    let sanitizers = body.sanitizers.unwrap_or(false);
    let uninitialised = body.uninitialised.unwrap_or(false);
    if !sanitizers && !uninitialised {
        let text =
            "`undefined` asks for nothing: expected `sanitizers = true` or `uninitialised = true`";
        criteria.config.report(at, text);
    }
    let names: Vec<&str> = toolchains.clone().map(|it| it.name.as_str()).collect();
    if !toolchains.any(Toolchain::compiles_to_programs) {
        let text = format!(
            "`undefined` needs programs that a `compiler` makes and that run by themselves, and `{}` makes none",
            names.join("`, `")
        );
        criteria.config.report(at, text);
    }
    let chosen: Vec<usize> = match &body.cases {
        Some(globs) => {
            if globs.get_ref().is_empty() {
                criteria
                    .config
                    .report(&globs.span(), "`cases` is empty: expected at least one glob");
            }
            criteria.chosen(globs).into_iter().collect()
        }
        None => (0..criteria.cases.len()).collect(),
    };
    // Unit tests are no runs of the program.
    let is_run = |case: &usize| criteria.cases.get(*case).is_some_and(|it| it.unit_tests.is_none());
    let cases: Vec<usize> = chosen.iter().copied().filter(is_run).collect();
    // Globs that match nothing are marked already.
    if cases.is_empty() && !chosen.is_empty() {
        let text =
            "`undefined` looks at cases that run a program or call functions, and here is none";
        criteria.config.report(at, text);
    }
    Some(UndefinedChecks { sanitizers, uninitialised, cases })
}
