//! The shortest game that was found in which a program is wrong in the same way: fewer and smaller choices first, then fewer lines.

use super::super::PipelineError;
use super::super::grading_error::GradingError;
use super::answers::HuntOracle;
use super::game::HuntGame;
use super::player::{HuntDifference, HuntPlayer};
use support::shrink;

/// How many games are played for each of the two.
const ATTEMPTS: usize = 400;

/// Why a program is hunted no further.
pub(super) enum HuntError {
    /// It is this program alone.
    Program(GradingError),
    /// It is the reference, or everything.
    Everything(PipelineError),
}

impl From<GradingError> for HuntError {
    fn from(error: GradingError) -> HuntError {
        match error {
            GradingError::Interrupted => HuntError::Everything(PipelineError::Interrupted),
            error => HuntError::Program(error),
        }
    }
}

impl From<PipelineError> for HuntError {
    fn from(error: PipelineError) -> HuntError {
        HuntError::Everything(error)
    }
}

/// A shorter game in which the program is wrong as it is in `game`, with what it does there.
pub(super) fn shrink_game(
    player: &mut HuntPlayer<'_>,
    answers: &mut HuntOracle<'_>,
    game: HuntGame,
    shown: HuntDifference,
) -> Result<(HuntGame, HuntDifference), HuntError> {
    let mut found = (game, shown);
    let choices = found.0.script.choices.clone();
    let small = shrink::minimize_choices(choices, ATTEMPTS, |choices| {
        let Some(game) = answers.game_from_choices(choices)? else {
            return Ok(None);
        };
        let is_like = find_same_difference(player, answers, &game, &found.1)?.is_some();
        Ok::<_, HuntError>(is_like.then_some(game.script.choices))
    })?;
    if let Some(game) = answers.game_from_choices(&small)?
        && let Some(shown) = find_same_difference(player, answers, &game, &found.1)?
    {
        found = (game, shown);
    }
    let lines = found.0.script.lines.clone();
    let fewer = shrink::minimize_lines(lines, ATTEMPTS, |lines| {
        let Some(game) = answers.game_from_lines(lines, &found.0)? else {
            return Ok(false);
        };
        Ok::<_, HuntError>(find_same_difference(player, answers, &game, &found.1)?.is_some())
    })?;
    if let Some(game) = answers.game_from_lines(&fewer, &found.0)?
        && let Some(shown) = find_same_difference(player, answers, &game, &found.1)?
    {
        found = (game, shown);
    }
    Ok(found)
}

/// What a game shows if that is the same as what another one showed. A game with too few lines shows nothing: without any input, a
/// program that is no game may print anything for another reason.
fn find_same_difference(
    player: &mut HuntPlayer<'_>,
    answers: &HuntOracle<'_>,
    game: &HuntGame,
    first: &HuntDifference,
) -> Result<Option<HuntDifference>, HuntError> {
    if game.script.lines.is_empty() {
        return Ok(None);
    }
    let Some(shown) = player.play_game(game)?.filter(|shown| shown.is_like(first)) else {
        return Ok(None);
    };
    let is_short =
        player.plays_by_chance() && shown.saw_eof && !answers.is_long_enough(&game.script.lines);
    Ok((!is_short).then_some(shown))
}
