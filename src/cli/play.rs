//! `grader play`.

use std::process::ExitCode;

use ::reference::{GameOptions, console};

use super::failure::{self, CliFailure};
use model::GameRegistry;
use support::nearest;

pub(super) fn run(
    games: &GameRegistry,
    name: &str,
    options: GameOptions,
) -> Result<ExitCode, CliFailure> {
    let Some(game) = games.find_game(name) else {
        let names = games.game_names();
        let hint = nearest::describe_suggestion(name, &names);
        let known = names.join(", ");
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "there is no game `{name}`; expected one of {known}{hint}"
        )));
    };
    failure::finish_printing(console::play_on_stdio(game.rules(), options))
}
