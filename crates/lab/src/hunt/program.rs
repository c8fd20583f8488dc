//! One program that is hunted, from its first game to the bugs that were found, each with the shortest game that shows it: fewer and
//! smaller choices first, then fewer lines.

use std::collections::{BTreeMap, BTreeSet};

use super::found::{HuntFault, HuntReport, NondeterministicProgram};
use super::games::{HuntGame, HuntOracle};
use super::player::{HuntDifference, HuntPlayer, HuntReplay};
use grading::{AssignmentGrader, GradingError, PipelineError};
use model::{SourceFile, Verdict};
use support::shrink;

/// After so many games with a difference no more are played: a program that is often wrong takes long.
const MOST_DIFFERENT: usize = 12;

/// The same for games that had to be stopped, which take longest.
const MOST_STOPPED: usize = 2;

/// So many faults of a program are reported.
const MOST_FAULTS: usize = 3;

/// A program, and the criteria in which it is hunted, each with whether it has all of its points.
pub(super) struct FuzzTarget<'h> {
    pub(super) name: &'h str,
    pub(super) sources: &'h [SourceFile],
    /// The place of the input variant in which it was graded.
    pub(super) input_variant: usize,
    pub(super) hunted: BTreeMap<usize, bool>,
}

/// Lets a program play games and reports where it differs from the reference. None if it does not build.
pub(super) fn hunt_program(
    grader: &AssignmentGrader<'_>,
    target: &FuzzTarget<'_>,
    games: &[HuntGame],
) -> Result<Option<HuntReport>, HuntError> {
    let variant = &grader.expectations.input_variants[target.input_variant];
    let places = target.hunted.keys().copied().collect();
    let Some(mut player) = HuntPlayer::new(grader, target.sources, variant, places)? else {
        return Ok(None);
    };
    let mut answers = HuntOracle::new(grader);
    let mut found = HuntReport {
        programs: 1,
        ..HuntReport::default()
    };
    let mut kinds: BTreeSet<String> = BTreeSet::new();
    let mut different = 0;
    let mut stopped = 0;
    for game in games {
        found.games += 1;
        let Some(shown) = player.play_game(game)? else {
            continue;
        };
        different += 1;
        stopped += usize::from(was_stopped(&shown));
        if !kinds.contains(&shown.fault_kind()) {
            match player.replay_game(game, &shown)? {
                HuntReplay::Right => continue,
                HuntReplay::Otherwise => {
                    found
                        .unsteady
                        .push(nondeterministic_program(grader, target, game));
                    return Ok(Some(found));
                }
                again => {
                    kinds.insert(shown.fault_kind());
                    let always = again == HuntReplay::Same;
                    let (game, shown) = match always {
                        true => shrink_game(&mut player, &mut answers, game.clone(), shown)?,
                        false => (game.clone(), shown),
                    };
                    // The hint of a smaller game may use other words.
                    kinds.insert(shown.fault_kind());
                    let beside = if always {
                        player.play_with_cases(&game)?
                    } else {
                        None
                    };
                    let shown = beside
                        .filter(|it| it.verdict == shown.verdict)
                        .unwrap_or(shown);
                    found
                        .faults
                        .push(build_fault(grader, target, &game, &shown, always));
                }
            }
        }
        if different == MOST_DIFFERENT
            || stopped >= MOST_STOPPED
            || found.faults.len() == MOST_FAULTS
        {
            break;
        }
    }
    Ok(Some(found))
}

fn was_stopped(shown: &HuntDifference) -> bool {
    matches!(
        shown.verdict,
        Verdict::TimeLimit | Verdict::OutputLimit | Verdict::MemoryLimit
    )
}

fn nondeterministic_program(
    grader: &AssignmentGrader<'_>,
    target: &FuzzTarget<'_>,
    game: &HuntGame,
) -> NondeterministicProgram {
    NondeterministicProgram {
        assignment: grader.assignment.id.clone(),
        program: target.name.to_owned(),
        script: game.script.lines.clone(),
    }
}

fn build_fault(
    grader: &AssignmentGrader<'_>,
    target: &FuzzTarget<'_>,
    game: &HuntGame,
    shown: &HuntDifference,
    always: bool,
) -> HuntFault {
    let assignment = grader.assignment;
    let has_all_points = target
        .hunted
        .get(&shown.criterion)
        .copied()
        .unwrap_or(false);
    let programs = vec![target.name.to_owned()];
    HuntFault {
        assignment: assignment.id.clone(),
        criterion: assignment.criteria[shown.criterion].id.clone(),
        verdict: shown.verdict.name(),
        mistake: shown.mistake,
        sentence: shown.sentence.clone(),
        script: game.script.lines.clone(),
        is_game: assignment.reference.game().is_some(),
        like: game.script.like.spec.id.clone(),
        always,
        with_all_points: if has_all_points {
            programs.clone()
        } else {
            Vec::new()
        },
        programs,
    }
}

/// How many games are played to make choices, and then lines, fewer.
const ATTEMPTS: usize = 400;

/// Why the hunt of a program ends early.
pub(super) enum HuntError {
    /// It concerns this program only.
    Program(GradingError),
    /// It concerns the reference, or the whole hunt.
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

/// A shorter game in which the program is wrong as in `game`, with its difference there.
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

/// The difference in a game if it is like the first one. A game with too few lines does not count: without any input, a program
/// that is no game may differ for another reason.
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
