//! Who answers the program: `player = "…"`, with `seeds` for policies.

use std::collections::BTreeSet;

use super::config_file::ConfigFile;
use super::game::GameContext;
use super::raw;
use super::spanned::Spanned;
use super::{choices, input_text};
use model::{CasePlayer, GameSupport, PlayerKind};

/// What `player` can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlayerChoice {
    Script,
    /// A player of a game's own, by its name.
    OfGame(&'static str, PlayerKind),
}

/// The kind of player that was typed; a word that is none, or one for another game, is marked.
pub(super) fn parse_player_choice(
    config: &ConfigFile<'_>,
    typed: Option<&raw::Text>,
    game: GameContext<'_>,
) -> Option<PlayerChoice> {
    let typed = typed?;
    // The assignment's own game first: another may have a player of the same name.
    let games = game
        .reference_game
        .into_iter()
        .chain(game.games.iter_games());
    let mut found = games.flat_map(GameSupport::player_kinds);
    let known = found.find(|(name, _)| name == typed.get_ref());
    if let Some((name, kind)) = known {
        let has = |game: &dyn GameSupport| game.player_kinds().iter().any(|(it, _)| *it == name);
        if !game.reference_game.is_some_and(has) {
            let wanted = game.list_references(has);
            config.report(
                &typed.span(),
                format!("the player `{name}` is only for {wanted}"),
            );
        }
        return Some(PlayerChoice::OfGame(name, kind));
    }
    let all = game.games.iter_games().flat_map(GameSupport::player_kinds);
    let mut choices = vec![("script", PlayerChoice::Script)];
    choices.extend(all.map(|(name, kind)| (name, PlayerChoice::OfGame(name, kind))));
    choices::parse_name(config, "player", typed, &choices)
}

/// A case's player, with the seeds of its games.
pub(super) fn build_player(
    config: &ConfigFile<'_>,
    kind: PlayerChoice,
    seeds: Option<&Spanned<Vec<u64>>>,
) -> CasePlayer {
    let is_policy = matches!(kind, PlayerChoice::OfGame(_, PlayerKind::Policy));
    if let Some(typed) = seeds.filter(|_| !is_policy) {
        config.report(
            &typed.span(),
            "`seeds` go with a `player` that has a policy, such as `random`",
        );
    }
    match kind {
        PlayerChoice::Script => CasePlayer::Script,
        PlayerChoice::OfGame(name, PlayerKind::Prompted) => CasePlayer::Prompted(name),
        PlayerChoice::OfGame(name, PlayerKind::Policy) => CasePlayer::Policy {
            name,
            seeds: self::parse_seeds(config, seeds),
        },
    }
}

fn parse_seeds(config: &ConfigFile<'_>, typed: Option<&Spanned<Vec<u64>>>) -> Vec<u64> {
    let Some(typed) = typed else { return vec![0] };
    let seeds = typed.get_ref();
    let different: BTreeSet<&u64> = seeds.iter().collect();
    if seeds.is_empty() || different.len() < seeds.len() {
        let text = "expected `seeds` to be numbers that differ, one for each game to be played";
        config.report(&typed.span(), text);
    }
    seeds.clone()
}

/// Reports what does not go with a player, or with a referee.
pub(super) fn check_player(
    config: &ConfigFile<'_>,
    case: &raw::RawCase,
    game: GameContext<'_>,
    player: &CasePlayer,
    has_referee: bool,
) {
    if matches!(player, CasePlayer::Policy { .. }) && !has_referee {
        let at = case.player.as_ref().map_or(0..0, Spanned::span);
        let text = "a policy can only answer where a referee follows the game: add a `referee` to `compare`";
        config.report(&at, text);
    }
    let Some(input) = &case.input else { return };
    if has_referee || matches!(player, CasePlayer::Prompted(_)) {
        check_numbers(config, &input_text::to_input_lines(input));
    }
    // A player that is for another game is marked already; that game knows best what else is wrong.
    let mistake = |game: &dyn GameSupport| {
        game.input_mistake(player, input_text::to_input_lines(input).len())
    };
    if let Some(text) = game.games.iter_games().find_map(mistake) {
        config.report(&input.span(), text);
    }
}

/// Reports lines that are not one number each: to follow a game is to know which number was read.
fn check_numbers(config: &ConfigFile<'_>, typed: &[raw::Text]) {
    let is_number = |line: &str| ::reference::parse_integer(line).is_some();
    for line in typed.iter().filter(|line| !is_number(line.get_ref())) {
        let text = format!(
            "found `{}`, expected a whole number: here each one is a line of its own",
            line.get_ref()
        );
        config.report(&line.span(), text);
    }
}
