//! `grader play`.

use std::process::ExitCode;

use ::reference::{GameId, GameOptions, console};

use super::failure::{self, Failure};
use crate::nearest;

pub(super) fn run(game: &str, base: Option<u8>, seed: Option<u64>) -> Result<ExitCode, Failure> {
    let names: Vec<&str> = GameId::ALL.iter().map(|id| id.name()).collect();
    let Some(id) = GameId::named(game) else {
        let hint = nearest::hint(game, &names);
        let known = names.join(", ");
        return Err(Failure::usage(anyhow::anyhow!(
            "there is no game `{game}`; expected one of {known}{hint}"
        )));
    };
    failure::printed(console::play(id, GameOptions { base, seed }))
}
