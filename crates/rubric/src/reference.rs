//! What defines correct: `reference = { … }`.

use std::ops::Range;

use ::reference::GameOptions;

use super::choices;
use super::config_file::ConfigFile;
use super::game::GameContext;
use super::paths;
use super::raw;
use super::spanned::{Spanned, SpannedTable};
use model::{GameRegistry, GameSupport, ReferenceSolution};

const EXPECTED_KEYS: &str =
    "exactly one of `game = \"…\"`, `command = [\"…\"]`, `sources = [\"…\"]` or `answers = true`";

/// The reference that was typed; a table that does not say exactly one thing is marked.
pub(super) fn parse_reference(
    config: &ConfigFile<'_>,
    games: &GameRegistry,
    assignment: &Range<usize>,
    typed: Option<&SpannedTable<raw::RawReference>>,
) -> Option<ReferenceSolution> {
    let Some(SpannedTable { at, body }) = typed else {
        let text = format!("missing key `reference`: expected a table with {EXPECTED_KEYS}");
        config.report(assignment, text);
        return None;
    };
    let answers = body.answers.as_ref().filter(|typed| *typed.get_ref());
    match (&body.game, &body.command, &body.sources, answers) {
        (Some(name), None, None, None) => parse_game_reference(config, games, body, name),
        (None, Some(words), None, None) => {
            check_no_game_options(config, at, body).and(parse_command_reference(config, words))
        }
        (None, None, Some(files), None) => {
            check_no_game_options(config, at, body).and(parse_source_reference(config, files))
        }
        (None, None, None, Some(_)) => {
            check_no_game_options(config, at, body).map(|()| ReferenceSolution::Answers)
        }
        _ => {
            config.report(at, format!("expected {EXPECTED_KEYS}"));
            None
        }
    }
}

fn parse_game_reference(
    config: &ConfigFile<'_>,
    games: &GameRegistry,
    typed: &raw::RawReference,
    name: &raw::Text,
) -> Option<ReferenceSolution> {
    let choices: Vec<_> = games
        .iter_games()
        .map(|game| (game.rules().name, game))
        .collect();
    let game = choices::parse_name(config, "game", name, &choices)?;
    let context = GameContext {
        games,
        reference_game: Some(game),
    };
    let is_base = |base: u8| {
        game.rules()
            .bases
            .is_some_and(|bases| bases.contains(&base))
    };
    if let Some(base) = typed.base.as_ref().filter(|base| !is_base(*base.get_ref())) {
        let known = games.iter_games().find_map(|game| game.rules().bases);
        let [usual, other] = game.rules().bases.or(known).unwrap_or([0, 1]);
        let games = context.list_game_names(has_bases);
        let text = format!("`base` is {usual} or {other}, and only for {games}");
        config.report(&base.span(), text);
    }
    if let Some(seed) = typed.seed.as_ref().filter(|_| !game.rules().takes_seed) {
        let games = context.list_game_names(|game| game.rules().takes_seed);
        config.report(&seed.span(), format!("`seed` is only for {games}"));
    }
    let base = typed.base.as_ref().map(|it| *it.get_ref());
    let seed = typed.seed.as_ref().map(|it| *it.get_ref());
    Some(ReferenceSolution::Game(game, GameOptions { base, seed }))
}

fn has_bases(game: &dyn GameSupport) -> bool {
    game.rules().bases.is_some()
}

/// Reports options that only a game has.
fn check_no_game_options(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    typed: &raw::RawReference,
) -> Option<()> {
    let has_options = typed.base.is_some() || typed.seed.is_some();
    if has_options {
        config.report(at, "`base` and `seed` go with `game` only");
    }
    (!has_options).then_some(())
}

fn parse_command_reference(
    config: &ConfigFile<'_>,
    typed: &raw::Texts,
) -> Option<ReferenceSolution> {
    let words = raw::to_strings(typed.get_ref());
    if words.first().is_none_or(String::is_empty) {
        config.report(
            &typed.span(),
            "`command` is empty: expected a program and its arguments",
        );
        return None;
    }
    Some(ReferenceSolution::Command(words))
}

fn parse_source_reference(
    config: &ConfigFile<'_>,
    typed: &raw::Texts,
) -> Option<ReferenceSolution> {
    if typed.get_ref().is_empty() {
        config.report(
            &typed.span(),
            "`sources` is empty: expected at least one file",
        );
        return None;
    }
    Some(ReferenceSolution::Sources(paths::parse_existing_files(
        config, typed,
    )))
}

/// The bases that a submission may count from; bases that the reference does not have are marked.
pub(super) fn parse_index_bases(
    config: &ConfigFile<'_>,
    games: &GameRegistry,
    typed: Option<&Spanned<Vec<u8>>>,
    reference: Option<&ReferenceSolution>,
) -> Vec<u8> {
    let (Some(typed), Some(reference)) = (typed, reference) else {
        return Vec::new();
    };
    let bases = typed.get_ref().as_slice();
    let known = reference.game().and_then(|game| game.rules().bases);
    let problem = match (reference, known) {
        (ReferenceSolution::Game(_, options), Some(known)) => {
            find_bases_mistake(bases, known, *options)
        }
        _ => {
            let context = GameContext {
                games,
                reference_game: None,
            };
            Some(format!(
                "`index_bases` is only for {}",
                context.list_game_names(has_bases)
            ))
        }
    };
    if let Some(text) = problem {
        config.report(&typed.span(), text);
    }
    bases.to_vec()
}

fn find_bases_mistake(
    bases: &[u8],
    [usual, other]: [u8; 2],
    options: GameOptions,
) -> Option<String> {
    let known: [&[u8]; 4] = [&[usual, other], &[other, usual], &[usual], &[other]];
    if !known.contains(&bases) {
        return Some(format!(
            "expected `index_bases` to be `[{usual}, {other}]`, `[{other}, {usual}]`, `[{usual}]` or `[{other}]`"
        ));
    }
    let own = options.base.unwrap_or(usual);
    let text =
        format!("the first of `index_bases` must be the reference's own base, which is {own}");
    (bases.first() != Some(&own)).then_some(text)
}
