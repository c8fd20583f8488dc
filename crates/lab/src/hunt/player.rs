//! One program that plays games. Each game is judged like a case.

use std::sync::Arc;

use super::found;
use super::games::{HuntGame, can_be_played, case_of_game, game_case, renumber_game};
use grading::{
    AssignmentGrader, CaseRun, CaseRunner, ExecutionTarget, Experiment, GradingError, InputVariant,
    PersistentCheckers,
};
use model::{Judgement, ObservedTurn, SourceFile, Toolchain, Verdict};
use toolchain::BuildExtras;
use toolchain::runner::InterruptibleRunner;

/// A program that plays, and the criteria in which it is hunted.
pub(super) struct HuntPlayer<'p> {
    grader: &'p AssignmentGrader<'p>,
    variant: &'p InputVariant,
    /// The criteria in which it is hunted.
    hunted: Vec<usize>,
    toolchain: &'p Toolchain,
    program: ExecutionTarget,
    runner: InterruptibleRunner,
    persistent_checkers: PersistentCheckers,
}

/// How a program's game differs from the reference's.
#[derive(Debug, Clone)]
pub(super) struct HuntDifference {
    /// The criterion that would take points for it.
    pub(super) criterion: usize,
    pub(super) verdict: Verdict,
    pub(super) mistake: Option<&'static str>,
    pub(super) sentence: String,
    turns: Vec<ObservedTurn>,
    /// Whether it read the end of its input.
    pub(super) saw_eof: bool,
}

/// The result of playing a game again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HuntReplay {
    Same,
    /// The program makes random choices, as it should, and is wrong in some of its games.
    Sometimes,
    /// It behaves differently in the same game.
    Otherwise,
    /// It was only slow.
    Right,
}

/// How often a game is played again if the program may play it differently.
const PLAYS: usize = 2;

impl<'p> HuntPlayer<'p> {
    /// Builds the program; none if it does not build.
    pub(super) fn new(
        grader: &'p AssignmentGrader<'p>,
        sources: &[SourceFile],
        variant: &'p InputVariant,
        hunted: Vec<usize>,
    ) -> Result<Option<HuntPlayer<'p>>, GradingError> {
        let assignment = grader.assignment;
        let toolchain = assignment.choose_toolchain(sources);
        let settings = assignment.build_settings(toolchain);
        let mut runner = grader.session.start_submission_runner(
            toolchain,
            assignment.terminal,
            grader.precompiled,
        )?;
        let kept = grader.session.cached_builds(&settings);
        let ours = grader.kit.program_objects()?;
        let extras = BuildExtras {
            ours: &ours,
            precompiled: Some(grader.precompiled),
            kept,
        };
        let mut built = toolchain::build_program(&settings, sources, &extras, &mut runner)?;
        let Some(program) = built.program.take() else {
            return Ok(None);
        };
        let program = ExecutionTarget::from(program);
        let kept = PersistentCheckers::default();
        Ok(Some(HuntPlayer {
            grader,
            variant,
            hunted,
            toolchain,
            program,
            runner,
            persistent_checkers: kept,
        }))
    }

    /// Whether the program's choices are part of a game.
    pub(super) fn plays_by_chance(&self) -> bool {
        self.grader
            .assignment
            .reference
            .game()
            .is_some_and(|game| game.referee_constructor().is_some())
    }

    /// Plays a game; none if nothing is wrong, or if no criterion in which the program is hunted has games like it.
    pub(super) fn play_game(
        &mut self,
        game: &HuntGame,
    ) -> Result<Option<HuntDifference>, GradingError> {
        let Some(mut ran) = self.run_game(game)? else {
            return Ok(None);
        };
        if failing_criterion(&self.hunted, &ran).is_none() {
            return Ok(None);
        }
        let runs = std::slice::from_mut(&mut ran);
        grading::add_hints(Some(self.toolchain), self.variant, runs);
        Ok(failing_criterion(&self.hunted, &ran)
            .map(|(place, judged)| describe_difference(place, judged, &ran)))
    }

    /// The same for a game that is reported: its hint must fit all runs of the program, also those in the cases.
    pub(super) fn play_with_cases(
        &mut self,
        game: &HuntGame,
    ) -> Result<Option<HuntDifference>, GradingError> {
        let Some(ran) = self.run_game(game)? else {
            return Ok(None);
        };
        let HuntPlayer {
            grader,
            variant,
            toolchain,
            program,
            runner,
            persistent_checkers: kept,
            ..
        } = self;
        let beside = Experiment::new(
            [runner],
            variant.cases.iter().filter(|case| can_be_played(case)),
            CaseRun::was_stopped,
        );
        let checkers = grader.checker_runner(kept);
        let beside = beside.run(|runner, case| {
            let limits = case.spec.limits.without_silence_limit();
            grader.run_case(case, &limits, program, checkers, runner)
        })?;
        let mut runs = vec![ran];
        runs.extend(beside);
        grading::add_hints(Some(toolchain), variant, &mut runs);
        let ran = &runs[0];
        Ok(failing_criterion(&self.hunted, ran)
            .map(|(place, judged)| describe_difference(place, judged, ran)))
    }

    /// One run; none if no criterion in which the program is hunted judges it.
    fn run_game(&mut self, game: &HuntGame) -> Result<Option<CaseRun>, GradingError> {
        let HuntPlayer {
            grader,
            variant,
            program,
            runner,
            persistent_checkers: kept,
            ..
        } = self;
        let assignment = grader.assignment;
        let like = game_case(assignment, &variant.cases[game.script.like.place]);
        if !self.hunted.iter().any(|place| like.is_judged_by(*place)) {
            return Ok(None);
        }
        let convention = &variant.context.convention;
        let Some((lines, answer)) = renumber_game(assignment, game, convention) else {
            return Ok(None);
        };
        let case_runner = CaseRunner {
            case: &Arc::new(case_of_game(&like, &lines, &answer)),
            program,
            checkers: grader.checker_runner(kept),
        };
        let limits = like.spec.limits.without_silence_limit();
        Ok(Some(case_runner.run(&limits, runner)?))
    }

    /// Plays a game again that was wrong.
    pub(super) fn replay_game(
        &mut self,
        game: &HuntGame,
        first: &HuntDifference,
    ) -> Result<HuntReplay, GradingError> {
        if !self.plays_by_chance() {
            return Ok(match self.play_game(game)? {
                Some(second) if second.is_like(first) && second.turns == first.turns => {
                    HuntReplay::Same
                }
                Some(second) if second.is_like(first) && !ended_by_itself(first) => {
                    HuntReplay::Same
                }
                None if first.verdict == Verdict::TimeLimit => HuntReplay::Right,
                _ => HuntReplay::Otherwise,
            });
        }
        for _ in 0..PLAYS {
            let is_same = self
                .play_game(game)?
                .is_some_and(|again| again.is_like(first));
            if !is_same {
                return Ok(HuntReplay::Sometimes);
            }
        }
        Ok(HuntReplay::Same)
    }
}

/// Not if a limit stopped it: then its output is cut anywhere.
fn ended_by_itself(shown: &HuntDifference) -> bool {
    !matches!(
        shown.verdict,
        Verdict::TimeLimit | Verdict::OutputLimit | Verdict::ReadPastEnd
    )
}

impl HuntDifference {
    /// Whether both are wrong in the same way.
    pub(super) fn is_like(&self, other: &HuntDifference) -> bool {
        difference_key(self) == difference_key(other)
    }

    /// Equal for equal faults.
    pub(super) fn fault_kind(&self) -> String {
        found::fault_key(self.verdict.name(), self.mistake, &self.sentence)
    }
}

fn difference_key(one: &HuntDifference) -> (usize, &str, Option<&str>) {
    (one.criterion, one.verdict.name(), one.mistake)
}

/// The first criterion that takes points for a run, with its judgement.
fn failing_criterion<'r>(hunted: &[usize], ran: &'r CaseRun) -> Option<(usize, &'r Judgement)> {
    hunted
        .iter()
        .filter(|place| ran.case.is_judged_by(**place))
        .find_map(|place| {
            match ran
                .criterion_judgements
                .iter()
                .find(|own| own.criterion == *place)
            {
                Some(own) if own.is_exercised && own.judgement.verdict.is_failure() => {
                    Some((*place, &own.judgement))
                }
                None if ran.judgement.verdict.is_failure() => Some((*place, &ran.judgement)),
                _ => None,
            }
        })
}

fn describe_difference(criterion: usize, judged: &Judgement, ran: &CaseRun) -> HuntDifference {
    let hint = judged.hints.first();
    let sentence = match (hint, &judged.difference) {
        (Some(hint), _) => hint.sentence.clone(),
        (None, Some(difference)) => difference.sentence.clone(),
        (None, None) => describe_verdict(&judged.verdict).to_owned(),
    };
    let seen = ran.observation.as_ref();
    HuntDifference {
        criterion,
        verdict: judged.verdict.clone(),
        mistake: hint.map(|hint| hint.mistake),
        sentence,
        turns: seen.map(|seen| seen.turns.clone()).unwrap_or_default(),
        saw_eof: seen.is_some_and(|seen| seen.saw_eof),
    }
}

fn describe_verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::RuntimeError(_) => "It crashes, or ends with another exit code.",
        Verdict::TimeLimit => "It does not come to an end in time.",
        Verdict::MemoryLimit => "It uses too much memory.",
        Verdict::OutputLimit => "It prints without end.",
        Verdict::ReadPastEnd => "It goes on after the end.",
        Verdict::ForbiddenCall => "It asks the system for something that no assignment needs.",
        _ => "It does something else.",
    }
}
