//! One program that is hunted, from its first game to the faults that were found.

use std::collections::{BTreeMap, BTreeSet};

use super::super::submission::AssignmentGrader;
use super::answers::HuntOracle;
use super::found::{HuntFault, HuntReport, NondeterministicProgram};
use super::game::HuntGame;
use super::player::{HuntDifference, HuntPlayer, HuntReplay};
use super::smaller::{HuntError, shrink_game};
use model::{SourceFile, Verdict};

/// After so many games with a difference no more are played: a program that is often wrong takes long.
const MOST_DIFFERENT: usize = 12;

/// After so many that had to be stopped, which take longest.
const MOST_STOPPED: usize = 2;

/// So many faults of a program are told.
const MOST_FAULTS: usize = 3;

/// A program, and in which criteria it is hunted, each with whether it has all their points.
pub(super) struct FuzzTarget<'h> {
    pub(super) name: &'h str,
    pub(super) sources: &'h [SourceFile],
    /// The place of the input variant in which it was graded.
    pub(super) input_variant: usize,
    pub(super) hunted: BTreeMap<usize, bool>,
}

/// Has a program play games; what it does otherwise than the reference is the value. None if it does not build.
pub(super) fn hunt_program(
    grader: &AssignmentGrader<'_>,
    prey: &FuzzTarget<'_>,
    games: &[HuntGame],
) -> Result<Option<HuntReport>, HuntError> {
    let variant = &grader.expectations.input_variants[prey.input_variant];
    let places = prey.hunted.keys().copied().collect();
    let Some(mut player) = HuntPlayer::new(grader, prey.sources, variant, places)? else {
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
                        .push(nondeterministic_program(grader, prey, game));
                    return Ok(Some(found));
                }
                again => {
                    kinds.insert(shown.fault_kind());
                    let always = again == HuntReplay::Same;
                    let (game, shown) = match always {
                        true => shrink_game(&mut player, &mut answers, game.clone(), shown)?,
                        false => (game.clone(), shown),
                    };
                    // A smaller game may say in other words what another one has said.
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
                        .push(build_fault(grader, prey, (&game, &shown), always));
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
    prey: &FuzzTarget<'_>,
    game: &HuntGame,
) -> NondeterministicProgram {
    NondeterministicProgram {
        assignment: grader.assignment.id.clone(),
        program: prey.name.to_owned(),
        script: game.script.lines.clone(),
    }
}

fn build_fault(
    grader: &AssignmentGrader<'_>,
    prey: &FuzzTarget<'_>,
    (game, shown): (&HuntGame, &HuntDifference),
    always: bool,
) -> HuntFault {
    let assignment = grader.assignment;
    let has_all_points = prey.hunted.get(&shown.criterion).copied().unwrap_or(false);
    let programs = vec![prey.name.to_owned()];
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
