//! `mutants = { … }` and `[[assignments.ID.accepted_mutants]]`: what is asked and decided about mutants of the solution.

use super::config_file::ConfigFile;
use super::raw;
use super::spanned::SpannedTable;
use model::{AcceptedMutant, MutantRules};

/// What an assignment says of them.
pub(super) fn parse_mutant_rules(
    config: &ConfigFile<'_>,
    body: &raw::RawAssignment,
) -> MutantRules {
    let unnoticed = body
        .mutants
        .as_ref()
        .and_then(|table| parse_max_survivors(config, table));
    let accepted = body
        .accepted_mutants
        .iter()
        .filter_map(|one| parse_accepted_mutant(config, one));
    MutantRules {
        max_survivors: unnoticed,
        accepted: accepted.collect(),
    }
}

fn parse_max_survivors(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<raw::RawMutantRules>,
) -> Option<usize> {
    let Some(typed) = &body.unnoticed else {
        config.report(
            at,
            "missing key `unnoticed`: expected how many mutants may stay unnoticed, such as 0",
        );
        return None;
    };
    let count = usize::try_from(*typed.get_ref());
    count
        .map_err(|_| {
            let text = format!("found {}, expected 0 or a larger number", typed.get_ref());
            config.report(&typed.span(), text);
        })
        .ok()
}

/// A decision needs a place, a text and a reason.
fn parse_accepted_mutant(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<raw::RawAcceptedMutant>,
) -> Option<AcceptedMutant> {
    let needed = |key: &str, what: &str, typed: &Option<raw::Text>| {
        let text = typed.as_ref().map(|it| it.get_ref().trim().to_owned());
        let text = text.filter(|it| !it.is_empty());
        if text.is_none() {
            config.report(at, format!("missing key `{key}`: expected {what}"));
        }
        text
    };
    let source = needed(
        "at",
        "the name of the source, such as \"solution.cpp\"",
        &body.at,
    );
    let why = needed("why", "the reason why no case need notice it", &body.why);
    let given = |typed: &Option<raw::Text>| {
        typed
            .as_ref()
            .map(|it| it.get_ref().trim().to_owned())
            .filter(|it| !it.is_empty())
    };
    let within = given(&body.within);
    let was = given(&body.was);
    if within.is_none() && was.is_none() {
        let text = "missing key `was` or `within`: expected a line of the source, or the name of a function";
        config.report(at, text);
        return None;
    }
    let becomes = body
        .becomes
        .as_ref()
        .map(|it| it.get_ref().trim().to_owned());
    let line = config.line_number(at);
    Some(AcceptedMutant {
        at: source?,
        within,
        was,
        becomes,
        why: why?,
        line,
    })
}
