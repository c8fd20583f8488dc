//! Which criteria need others first.

use std::collections::HashMap;

use super::config_file::ConfigFile;
use super::raw;
use super::spanned::SpannedTable;
use super::words;

/// For each criterion, where the ones that it needs stand in the list.
pub(super) fn resolve_requirements(
    config: &ConfigFile<'_>,
    typed: &[SpannedTable<raw::RawCriterion>],
) -> Vec<Vec<usize>> {
    let id = |criterion: &SpannedTable<raw::RawCriterion>| {
        criterion
            .body
            .id
            .as_ref()
            .map(|id| id.get_ref().clone())
            .unwrap_or_default()
    };
    let names: Vec<String> = typed.iter().map(id).collect();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, name) in names.iter().enumerate() {
        places.entry(name).or_insert(place);
    }
    let needed: Vec<Vec<usize>> = typed
        .iter()
        .map(|criterion| resolve_requires(config, &names, &places, &criterion.body))
        .collect();
    for (criterion, place) in typed.iter().zip(0..) {
        if let (Some(requires), true) =
            (&criterion.body.requires, depends_on(&needed, place, place))
        {
            config.report(
                &requires.span(),
                "this criterion needs itself, directly or through others",
            );
            // Nothing is graded with a rubric that has a mistake.
            return vec![Vec::new(); typed.len()];
        }
    }
    needed
}

fn resolve_requires(
    config: &ConfigFile<'_>,
    names: &[String],
    places: &HashMap<&str, usize>,
    criterion: &raw::RawCriterion,
) -> Vec<usize> {
    let mut needed = Vec::new();
    for word in criterion
        .requires
        .iter()
        .flat_map(|requires| requires.get_ref())
    {
        match places.get(word.get_ref().as_str()) {
            Some(place) => needed.push(*place),
            None => {
                let known: Vec<&str> = names.iter().map(String::as_str).collect();
                config.report(
                    &word.span(),
                    words::describe_unknown("criterion", word.get_ref(), &known),
                );
            }
        }
    }
    needed
}

/// Whether what `from` needs, and what that needs in turn, includes `target`.
fn depends_on(needed: &[Vec<usize>], from: usize, target: usize) -> bool {
    let mut seen = vec![false; needed.len()];
    let mut open = needed[from].clone();
    while let Some(place) = open.pop() {
        if place == target {
            return true;
        }
        if !std::mem::replace(&mut seen[place], true) {
            open.extend(&needed[place]);
        }
    }
    false
}
