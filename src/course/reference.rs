//! What defines correct: `reference = { … }`.

use std::ops::Range;

use ::reference::{GameId, GameOptions};
use toml::Spanned;

use super::choices;
use super::config_file::ConfigFile;
use super::paths;
use super::raw;
use super::table::Table;
use crate::model::Reference;

const WANTED: &str = "exactly one of `game = \"…\"`, `command = [\"…\"]` or `sources = [\"…\"]`";

/// The reference that was typed; a table that does not say exactly one thing is marked.
pub(super) fn reference(
    config: &ConfigFile<'_>,
    assignment: &Range<usize>,
    typed: Option<&Table<raw::Reference>>,
) -> Option<Reference> {
    let Some(Table { at, body }) = typed else {
        let text = format!("missing key `reference`: expected a table with {WANTED}");
        config.report(assignment, text);
        return None;
    };
    match (&body.game, &body.command, &body.sources) {
        (Some(name), None, None) => game(config, body, name),
        (None, Some(words), None) => other(config, at, body).and(command(config, words)),
        (None, None, Some(files)) => other(config, at, body).and(sources(config, files)),
        _ => {
            config.report(at, format!("expected {WANTED}"));
            None
        }
    }
}

fn game(config: &ConfigFile<'_>, typed: &raw::Reference, name: &raw::Text) -> Option<Reference> {
    let games = GameId::ALL.map(|id| (id.name(), id));
    let id = choices::choose(config, "game", name, &games)?;
    if let Some(base) =
        typed.base.as_ref().filter(|base| id != GameId::Rowcol || *base.get_ref() > 1)
    {
        config.report(&base.span(), "`base` is 0 or 1, and only for the game `rowcol`");
    }
    if let Some(seed) = typed.seed.as_ref().filter(|_| id != GameId::Cpu) {
        config.report(&seed.span(), "`seed` is only for the game `cpu`");
    }
    let base = typed.base.as_ref().map(|it| *it.get_ref());
    let seed = typed.seed.as_ref().map(|it| *it.get_ref());
    Some(Reference::Game(id, GameOptions { base, seed }))
}

/// Reports options that only a game has.
fn other(config: &ConfigFile<'_>, at: &Range<usize>, typed: &raw::Reference) -> Option<()> {
    let has_options = typed.base.is_some() || typed.seed.is_some();
    if has_options {
        config.report(at, "`base` and `seed` go with `game` only");
    }
    (!has_options).then_some(())
}

fn command(config: &ConfigFile<'_>, typed: &raw::Texts) -> Option<Reference> {
    let words: Vec<String> = typed.get_ref().iter().map(|word| word.get_ref().clone()).collect();
    if words.first().is_none_or(String::is_empty) {
        config.report(&typed.span(), "`command` is empty: expected a program and its arguments");
        return None;
    }
    Some(Reference::Command(words))
}

fn sources(config: &ConfigFile<'_>, typed: &raw::Texts) -> Option<Reference> {
    if typed.get_ref().is_empty() {
        config.report(&typed.span(), "`sources` is empty: expected at least one file");
        return None;
    }
    Some(Reference::Sources(paths::existing(config, typed)))
}

/// The bases that a submission may count from; bases that the reference does not have are marked.
pub(super) fn index_bases(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<Vec<u8>>>,
    reference: Option<&Reference>,
) -> Vec<u8> {
    let (Some(typed), Some(reference)) = (typed, reference) else { return Vec::new() };
    let bases = typed.get_ref().as_slice();
    let problem = match reference {
        Reference::Game(GameId::Rowcol, options) => bases_problem(bases, options.base.unwrap_or(0)),
        _ => Some("`index_bases` is only for the game `rowcol`".to_owned()),
    };
    if let Some(text) = problem {
        config.report(&typed.span(), text);
    }
    bases.to_vec()
}

fn bases_problem(bases: &[u8], own: u8) -> Option<String> {
    if !matches!(bases, [0] | [1] | [0, 1] | [1, 0]) {
        return Some("expected `index_bases` to be `[0, 1]`, `[1, 0]`, `[0]` or `[1]`".to_owned());
    }
    let text =
        format!("the first of `index_bases` must be the reference's own base, which is {own}");
    (bases.first() != Some(&own)).then_some(text)
}
