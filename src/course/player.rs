//! Who answers the program: `player = "…"`, with `seeds` for the policies that play against a CPU.

use std::collections::BTreeSet;

use ::reference::GameId;
use ::reference::cpu::Policy;
use toml::Spanned;

use super::choices;
use super::config_file::ConfigFile;
use super::raw;
use crate::model::Player;

/// What `player` can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Script,
    AsAsked,
    Policy(Policy),
}

/// The kind of player that was typed; a word that is none, or one for another game, is marked.
pub(super) fn kind(
    config: &ConfigFile<'_>,
    typed: Option<&raw::Text>,
    game: Option<GameId>,
) -> Option<Kind> {
    let typed = typed?;
    let policies = Policy::ALL.map(|(name, policy)| (name, Kind::Policy(policy)));
    let choices: Vec<_> = [("script", Kind::Script), ("as-asked", Kind::AsAsked)]
        .into_iter()
        .chain(policies)
        .collect();
    let kind = choices::choose(config, "player", typed, &choices)?;
    let needed = match kind {
        Kind::Script => return Some(kind),
        Kind::AsAsked => GameId::Rowcol,
        Kind::Policy(_) => GameId::Cpu,
    };
    if game != Some(needed) {
        let text = format!(
            "the player `{}` is only for `reference = {{ game = \"{}\" }}`",
            typed.get_ref(),
            needed.name()
        );
        config.report(&typed.span(), text);
    }
    Some(kind)
}

/// A case's player, with the seeds of its games.
pub(super) fn player(
    config: &ConfigFile<'_>,
    kind: Kind,
    seeds: Option<&Spanned<Vec<u64>>>,
) -> Player {
    if let Some(typed) = seeds.filter(|_| !matches!(kind, Kind::Policy(_))) {
        config.report(
            &typed.span(),
            "`seeds` go with a `player` that has a policy, such as `random`",
        );
    }
    match kind {
        Kind::Script => Player::Script,
        Kind::AsAsked => Player::AsAsked,
        Kind::Policy(policy) => Player::Policy { policy, seeds: self::seeds(config, seeds) },
    }
}

fn seeds(config: &ConfigFile<'_>, typed: Option<&Spanned<Vec<u64>>>) -> Vec<u64> {
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
pub(super) fn check(config: &ConfigFile<'_>, case: &raw::Case, player: &Player, has_referee: bool) {
    if matches!(player, Player::Policy { .. }) && !has_referee {
        let at = case.player.as_ref().map_or(0..0, Spanned::span);
        let text = "a policy can only answer where a referee follows the game: add a `referee` to `compare`";
        config.report(&at, text);
    }
    let Some(input) = &case.input else { return };
    if has_referee || *player == Player::AsAsked {
        check_numbers(config, input.get_ref());
    }
    if *player == Player::AsAsked && !input.get_ref().len().is_multiple_of(2) {
        let text = "found an odd number of lines, expected a row and a column for each move";
        config.report(&input.span(), text);
    }
}

/// Reports lines that are not one number each: to follow a game is to know which number was read.
fn check_numbers(config: &ConfigFile<'_>, typed: &[raw::Text]) {
    let is_number = |line: &str| ::reference::integer(line).is_some();
    for line in typed.iter().filter(|line| !is_number(line.get_ref())) {
        let text = format!(
            "found `{}`, expected a whole number: here each one is a line of its own",
            line.get_ref()
        );
        config.report(&line.span(), text);
    }
}
