//! The shortest game that was found in which a program is wrong in the same way: fewer and smaller choices first, then fewer lines.

use super::super::PipelineError;
use super::super::grading_error::GradingError;
use super::answers::Answers;
use super::game::Game;
use super::player::{Player, Shown};
use crate::shrink;

/// How many games are played for each of the two.
const ATTEMPTS: usize = 400;

/// Why a program is hunted no further.
pub(super) enum Trouble {
    /// It is this program alone.
    Program(GradingError),
    /// It is the reference, or everything.
    Everything(PipelineError),
}

impl From<GradingError> for Trouble {
    fn from(error: GradingError) -> Trouble {
        match error {
            GradingError::Interrupted => Trouble::Everything(PipelineError::Interrupted),
            error => Trouble::Program(error),
        }
    }
}

impl From<PipelineError> for Trouble {
    fn from(error: PipelineError) -> Trouble {
        Trouble::Everything(error)
    }
}

/// A shorter game in which the program is wrong as it is in `game`, with what it does there.
pub(super) fn smaller(
    player: &mut Player<'_>,
    answers: &mut Answers<'_>,
    game: Game,
    shown: Shown,
) -> Result<(Game, Shown), Trouble> {
    let mut found = (game, shown);
    let choices = found.0.script.choices.clone();
    let small = shrink::shrink(choices, ATTEMPTS, |choices| {
        let Some(game) = answers.made(choices)? else { return Ok(None) };
        let is_like = same(player, answers, &game, &found.1)?.is_some();
        Ok::<_, Trouble>(is_like.then_some(game.script.choices))
    })?;
    if let Some(game) = answers.made(&small)?
        && let Some(shown) = same(player, answers, &game, &found.1)?
    {
        found = (game, shown);
    }
    let lines = found.0.script.lines.clone();
    let fewer = shrink::fewer_lines(lines, ATTEMPTS, |lines| {
        let Some(game) = answers.with_lines(lines, &found.0)? else { return Ok(false) };
        Ok::<_, Trouble>(same(player, answers, &game, &found.1)?.is_some())
    })?;
    if let Some(game) = answers.with_lines(&fewer, &found.0)?
        && let Some(shown) = same(player, answers, &game, &found.1)?
    {
        found = (game, shown);
    }
    Ok(found)
}

/// What a game shows if that is the same as what another one showed. A game with too few lines shows nothing: without any input, a
/// program that is no game may print anything for another reason.
fn same(
    player: &mut Player<'_>,
    answers: &Answers<'_>,
    game: &Game,
    first: &Shown,
) -> Result<Option<Shown>, Trouble> {
    if game.script.lines.is_empty() {
        return Ok(None);
    }
    let Some(shown) = player.play(game)?.filter(|shown| shown.is_like(first)) else {
        return Ok(None);
    };
    let is_short =
        player.plays_by_chance() && shown.saw_eof && !answers.is_long_enough(&game.script.lines);
    Ok((!is_short).then_some(shown))
}
