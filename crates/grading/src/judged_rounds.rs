//! The result of a round: a judgement by the comparison of the case, and one for each criterion with another comparison. Some rounds are more
//! than a program and its script: several runs, one after the other in one folder, of which the first one that is wrong decides; and
//! conversations with an interactor.
//!
//! In a transcript the start of another run takes the place of an input, but no run is compared with the output of another one: each
//! has its part of the expected transcript.

use std::sync::Arc;

use crate::case_run::{CaseRun, CriterionJudgement, RunWithQuestions};
use crate::case_runner::{CaseRound, CaseRunner};
use crate::error::GradingError;
use crate::execute::{self, ExecutionTarget, ProgramStart, StdinSource};
use crate::{end_of_input, extra_prompts, products};
use judging::compare::{ComparisonOutcome, RunComparer, part_total};
use judging::judge;
use model::{
    AbridgeObservation, CaseInteraction, Comparison, END_OF_INPUT, Exit, ExpectedSideOutput,
    GameTurn, Judgement, NEXT_RUN, Observation, OneRun, PartCount, RunLimits, SideOutput, TestCase,
    Verdict, WrittenFile,
};
use sandbox::SandboxError;
use toolchain::runner::InterruptibleRunner;

impl CaseRunner<'_> {
    /// The result of a game, by the comparison of the case and by those of criteria.
    pub(super) fn judge_round(&self, round: CaseRound) -> Result<CaseRun, GradingError> {
        if !round.runs.is_empty() {
            return self.judge_runs(round);
        }
        let CaseRound {
            seen,
            written,
            rest,
            expected,
            answered,
            setting,
            remark,
            ..
        } = round;
        let interacted = round.interacted;
        let products = self.case.products.as_slice();
        let fault = execute::simulator_fault(self.program, &seen);
        let with_questions = (!answered.is_empty()).then(|| RunWithQuestions {
            answers: setting.answers.unwrap_or_default(),
            input: input_lines(&seen, &rest),
            observation: extra_prompts::insert_answers(&seen, &answered),
        });
        let seen = extra_prompts::remove_questions(seen, &answered);
        let turns = expected.as_slice();
        let mut whole = with_questions
            .as_ref()
            .map(|whole| RunComparer::new(self.expected_with_messages(turns), &whole.observation));
        let mut without = RunComparer::new(self.expected_with_messages(turns), &seen);
        let mut judge = |rule: &Comparison| -> Result<(Judgement, bool), GradingError> {
            let whole = whole.as_mut().filter(|_| rule.counts_questions());
            let comparer = whole.unwrap_or(&mut without);
            let seen = comparer.observation();
            let compared = match (&rule.checker, &interacted) {
                (Some(checker), Some(said)) if checker.takes_part() => said.clone(),
                (Some(checker), _) => self.checkers.run_checker(checker, self.case, turns, seen)?,
                (None, _) => comparer.compare_by_rule(rule),
            };
            let compared = products::compare_products(compared, products, seen, &written, rule);
            let is_shown = compared.outcome != ComparisonOutcome::NotReached;
            let mut judgement =
                judge::judge_run(seen, fault.clone(), compared, self.case.exit_rule);
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            // However it ended: a program that crashes on the way is not asked whether it would have been right.
            let is_shown = is_shown || judgement.verdict != Verdict::WrongAnswer;
            Ok((judgement, is_shown))
        };
        let mut criterion_judgements = Vec::new();
        for (criterion, rule) in self.case.criterion_comparisons() {
            let (judgement, is_shown) = judge(rule)?;
            criterion_judgements.push(CriterionJudgement {
                is_exercised: is_shown,
                ..CriterionJudgement::new(criterion, judgement)
            });
        }
        let (judgement, _) = judge(&self.case.spec.comparison)?;
        let with_questions = with_questions.map(RunWithQuestions::abridged);
        Ok(CaseRun {
            input: input_lines(&seen, &rest),
            expected,
            observation: Some(seen.into_abridged()),
            criterion_judgements,
            with_questions,
            answered,
            on_terminal: setting.on_terminal,
            ..CaseRun::unplayed(self.case, judgement)
        })
    }

    /// The result of all runs together, by the comparison of the case and by those of criteria.
    fn judge_runs(&self, round: CaseRound) -> Result<CaseRun, GradingError> {
        let case = &self.case.spec;
        let parts = split_by_run(&round.expected);
        let mut criterion_judgements = Vec::new();
        for (criterion, rule) in self.case.criterion_comparisons() {
            let judgement = self.first_fault(rule, &round, &parts)?;
            criterion_judgements.push(CriterionJudgement::new(criterion, judgement));
        }
        let judgement = self.first_fault(&case.comparison, &round, &parts)?;
        Ok(CaseRun {
            input: case
                .invocation
                .runs
                .iter()
                .flat_map(|run| run.input.clone())
                .collect(),
            expected: round.expected,
            observation: Some(round.seen.into_abridged()),
            criterion_judgements,
            ..CaseRun::unplayed(self.case, judgement)
        })
    }

    /// The judgement of the first run that is not right, or of the last. Turns are counted in all of them.
    fn first_fault(
        &self,
        rule: &Comparison,
        round: &CaseRound,
        parts: &[Vec<GameTurn>],
    ) -> Result<Judgement, GradingError> {
        let runs = &self.case.spec.invocation.runs;
        let mut found: Option<Judgement> = None;
        let mut counts = PartCount { right: 0, all: 0 };
        for (number, run) in runs.iter().enumerate() {
            let expected = parts.get(number).map(Vec::as_slice).unwrap_or_default();
            let Some(seen) = round.runs.get(number) else {
                counts.all += part_total(expected, rule.scope).unwrap_or(expected.len());
                continue;
            };
            let mut judgement = self.judge_run(rule, round, run, seen, expected)?;
            if let Some(turns) = judgement.parts {
                counts = PartCount {
                    right: counts.right + turns.right,
                    all: counts.all + turns.all,
                };
            }
            if found.as_ref().is_none_or(is_accepted) {
                if !is_accepted(&judgement) {
                    let mut words = vec![self.case.context.program.as_str()];
                    words.extend(run.arguments.iter().map(String::as_str));
                    let start = words.join(" ");
                    judgement.remarks.push(format!(
                        "It was run {} of {} in this test case: `{start}`.",
                        number + 1,
                        runs.len()
                    ));
                }
                found = Some(judgement);
            }
        }
        let mut found = found.unwrap_or_else(|| Judgement::new(Verdict::WrongAnswer));
        found.parts = found.parts.map(|_| counts);
        Ok(found)
    }

    fn judge_run(
        &self,
        rule: &Comparison,
        round: &CaseRound,
        run: &OneRun,
        seen: &Observation,
        turns: &[GameTurn],
    ) -> Result<Judgement, GradingError> {
        let expected = self.expected_with_messages(turns);
        let compared = match &rule.checker {
            Some(checker) => self.checkers.run_checker(checker, self.case, turns, seen)?,
            None => RunComparer::new(expected, seen).compare_by_rule(rule),
        };
        let stderr = run.stderr.as_ref().map(|text| ExpectedSideOutput {
            product: SideOutput::StandardError,
            text: text.clone(),
            file: None,
        });
        let mut compared =
            products::compare_products(compared, stderr.as_slice(), seen, &round.written, rule);
        let is_last = round
            .runs
            .last()
            .is_some_and(|last| std::ptr::eq(last, seen));
        if is_last && round.runs.len() == self.case.spec.invocation.runs.len() {
            let left = &self.case.products;
            compared =
                products::compare_products(compared, left, &round.seen, &round.written, rule);
        }
        let fault = execute::simulator_fault(self.program, seen);
        let exit = run.exit.unwrap_or(self.case.exit_rule);
        Ok(judge::judge_run(seen, fault, compared, exit))
    }
}

fn is_accepted(known: &Judgement) -> bool {
    known.verdict == Verdict::Accepted
}

/// The lines that were read, and those that would have been.
fn input_lines(seen: &Observation, rest: &[String]) -> Vec<String> {
    let read = seen.turns.iter().filter_map(|turn| turn.input.as_ref());
    read.filter(|line| *line != END_OF_INPUT)
        .chain(rest)
        .cloned()
        .collect()
}

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
        let play =
            |input: StdinSource<'_>| self.execute_program(input, false, None, limits, runner);
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
fn split_by_run(turns: &[GameTurn]) -> Vec<Vec<GameTurn>> {
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
