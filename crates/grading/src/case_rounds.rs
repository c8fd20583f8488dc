//! Rounds that are more than a program and its script: several runs, one after the other in one folder, and conversations with an
//! interactor.
//!
//! In a transcript the start of another run takes the place of an input, but no run is compared with the output of another one: each
//! has its part of the expected transcript.

use std::sync::Arc;

use crate::case_runner::{CaseRound, CaseRunner};
use crate::end_of_input;
use crate::error::GradingError;
use crate::execute::{self, ExecutionTarget, ProgramStart, StdinSource};
use model::{
    CaseInteraction, Exit, GameTurn, NEXT_RUN, Observation, OneRun, RunLimits, TestCase,
    WrittenFile,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;

impl CaseRunner<'_> {
    /// All runs of a case that has several.
    pub(super) fn run_all(
        &self,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let case = &self.case.spec;
        let start = self.case.program_start();
        let (all, written) = execute_all_runs(self.program, start, case, limits, runner)?;
        let seen = join_runs(&case.invocation.runs, &all);
        let seen = seen.unwrap_or_else(|| Observation::new(Vec::new(), Exit::Code(0)));
        Ok(CaseRound {
            written,
            runs: all,
            ..CaseRound::without_questions(seen, Vec::new(), Arc::clone(&self.case.expected))
        })
    }

    /// Has the program speak with the case's interactor.
    pub(super) fn run_interactive(
        &self,
        interaction: &CaseInteraction,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let play = |input: StdinSource<'_>| self.execute_program(input, false, limits, runner);
        let case = &self.case.spec;
        let ((seen, written), said) = self.checkers.run_interactor(case, interaction, play)?;
        Ok(CaseRound {
            written,
            interacted: Some(said),
            ..CaseRound::without_questions(seen, Vec::new(), Arc::clone(&self.case.expected))
        })
    }
}

/// All runs of a case, and the files that they were to write.
pub(super) fn execute_all_runs(
    program: &ExecutionTarget,
    start: ProgramStart<'_>,
    case: &TestCase,
    limits: &RunLimits,
    runner: &mut InterruptibleRunner,
) -> Result<(Vec<Observation>, Vec<WrittenFile>), SandboxError> {
    let (all, written) = execute::execute_runs(program, start, limits, runner)?;
    let as_asked = |seen| {
        if case.end_of_input {
            end_of_input::treat_end_as_input(seen)
        } else {
            seen
        }
    };
    Ok((all.into_iter().map(as_asked).collect(), written))
}

/// All runs as one, for those who look at it.
pub(super) fn join_runs(runs: &[OneRun], all: &[Observation]) -> Option<Observation> {
    let mut whole = all.last()?.clone();
    whole.turns.clear();
    whole.stderr.clear();
    whole.usage.cpu = all.iter().map(|seen| seen.usage.cpu).sum();
    whole.usage.wall = all.iter().map(|seen| seen.usage.wall).sum();
    for (number, seen) in all.iter().enumerate() {
        if let (Some(last), Some(run)) = (whole.turns.last_mut(), runs.get(number)) {
            last.input = Some(run.transcript_mark());
        }
        whole.turns.extend(seen.turns.iter().cloned());
        whole.stderr.extend_from_slice(&seen.stderr);
    }
    Some(whole)
}

/// What is expected of each run.
pub(super) fn split_by_run(turns: &[GameTurn]) -> Vec<Vec<GameTurn>> {
    let mut parts = vec![Vec::new()];
    for turn in turns {
        let is_start = |input: &String| input.split(' ').next() == Some(NEXT_RUN);
        let is_last = turn.input.as_ref().is_some_and(is_start);
        let input = turn.input.clone().filter(|_| !is_last);
        if let Some(part) = parts.last_mut() {
            part.push(GameTurn {
                pieces: turn.pieces.clone(),
                input,
            });
        }
        if is_last {
            parts.push(Vec::new());
        }
    }
    parts
}
