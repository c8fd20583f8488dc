//! `grader play`.

use std::process::ExitCode;

use ::reference::{GameOptions, console};

use super::failure::{self, Failure};
use crate::model::Games;
use crate::nearest;

pub(super) fn run(games: &Games, name: &str, options: GameOptions) -> Result<ExitCode, Failure> {
    let Some(game) = games.named(name) else {
        let names = games.names();
        let hint = nearest::hint(name, &names);
        let known = names.join(", ");
        return Err(Failure::usage(anyhow::anyhow!(
            "there is no game `{name}`; expected one of {known}{hint}"
        )));
    };
    failure::printed(console::play(game.rules(), options))
}
