//! Which criteria need others first.

use super::config_file::ConfigFile;
use super::raw;
use super::table::Table;
use super::words;

/// For each criterion, where the ones that it needs stand in the list.
pub(super) fn all(config: &ConfigFile<'_>, typed: &[Table<raw::Criterion>]) -> Vec<Vec<usize>> {
    let needed: Vec<Vec<usize>> =
        typed.iter().map(|criterion| needed_by(config, typed, &criterion.body)).collect();
    for (criterion, place) in typed.iter().zip(0..) {
        if let (Some(requires), true) = (&criterion.body.requires, reaches(&needed, place, place)) {
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

fn needed_by(
    config: &ConfigFile<'_>,
    typed: &[Table<raw::Criterion>],
    criterion: &raw::Criterion,
) -> Vec<usize> {
    let id = |other: &Table<raw::Criterion>| other.body.id.as_ref().map(|id| id.get_ref().clone());
    let names: Vec<String> = typed.iter().map(|other| id(other).unwrap_or_default()).collect();
    let words = criterion.requires.iter().flat_map(|requires| requires.get_ref());
    let place = |word: &raw::Text| {
        let place = names.iter().position(|name| name == word.get_ref());
        if place.is_none() {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            config.report(&word.span(), words::unknown("criterion", word.get_ref(), &known));
        }
        place
    };
    words.filter_map(place).collect()
}

/// Whether what `from` needs, and what that needs in turn, includes `target`.
fn reaches(needed: &[Vec<usize>], from: usize, target: usize) -> bool {
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
