//! The runs of one case: who answers the program, and how often it is run.

use std::sync::Arc;

use crate::case_run::{CaseRun, PlaySetting};
use crate::checker::CheckerRunner;
use crate::error::GradingError;
use crate::execute::{self, ExecutionTarget, ProgramStart, StdinSource};
use crate::extra_prompts::{self, AnsweringPlayer, DetectedQuestion, ScriptPlayer};
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::{end_of_input, game_clock, held_back};
use judging::compare;
use judging::compare::{ComparisonOutcome, ComparisonResult, ExpectedTranscript};
use model::{
    AnswerChoice, AnsweredQuestion, CasePlayer, Comparison, GameTurn, Judgement, KnownQuestion,
    LivePlayer, Observation, PlayerSetup, RunLimits, WrittenFile,
};
use sandbox::SandboxError;
use support::logged::EscapedForLog;
use toolchain::runner::InterruptibleRunner;

/// A case, and the program that it is run with.
#[derive(Clone, Copy)]
pub struct CaseRunner<'a> {
    /// The case.
    pub case: &'a Arc<PreparedCase>,
    /// The program.
    pub program: &'a ExecutionTarget,
    /// Runs the checkers of the course, in the session of the program.
    pub checkers: CheckerRunner<'a>,
}

/// One run.
pub(super) struct CaseRound {
    pub(super) seen: Observation,
    /// The files that it was to write.
    pub(super) written: Vec<WrittenFile>,
    /// The lines that it would have been given next.
    pub(super) rest: Vec<String>,
    /// What is expected where its lines are read.
    pub(super) expected: Arc<Vec<GameTurn>>,
    /// The questions of its own that were answered; their answers are no lines of the game.
    pub(super) answered: Vec<AnsweredQuestion>,
    pub(super) setting: PlaySetting,
    /// The next answers that can be tried, if there are others.
    pub(super) next_answers: Option<AnswerChoice>,
    /// What the report should mention if the run is not right.
    pub(super) remark: Option<String>,
    /// The single runs, where the case has several; `seen` is all of them.
    pub(super) runs: Vec<Observation>,
    /// What the case's interactor says of it, if it has one.
    pub(super) interacted: Option<ComparisonResult>,
}

impl CaseRound {
    /// A run in which no question was answered.
    pub(super) fn without_questions(
        seen: Observation,
        rest: Vec<String>,
        expected: Arc<Vec<GameTurn>>,
    ) -> CaseRound {
        CaseRound {
            seen,
            written: Vec::new(),
            rest,
            expected,
            answered: Vec::new(),
            setting: PlaySetting::default(),
            next_answers: None,
            remark: None,
            runs: Vec::new(),
            interacted: None,
        }
    }
}

impl CaseRunner<'_> {
    /// Every game must be right, so what counts is the first that is not: for the case, and for each criterion that looks at
    /// its games in its own way. A game that had to be stopped is the last, because the next would take as long.
    pub fn run(
        &self,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let _entered =
            tracing::info_span!("case", id = %EscapedForLog(&self.case.spec.id)).entered();
        let mut ran = self.run_game(0, limits, runner)?;
        let mut was_stopped = ran.was_stopped();
        for number in 1..self.game_count() {
            if ran.is_settled() || was_stopped {
                break;
            }
            let setting = PlaySetting {
                answers: self.fitting_answers(&ran),
                on_terminal: ran.on_terminal,
            };
            let next = if setting == PlaySetting::default() {
                self.run_game(number, limits, runner)?
            } else {
                let round = self.play_round(number, setting, limits, runner)?;
                match setting.answers {
                    None => self.retry_with_answers(number, round, limits, runner)?,
                    Some(_) => self.judge_round(round)?,
                }
            };
            was_stopped = next.was_stopped();
            ran = ran.merge_next(next);
        }
        tracing::info!(verdict = ran.judgement.verdict.name(), "judged");
        Ok(ran)
    }

    /// The answers without which the last game was wrong, and with which it was right: the next ones are played with them from
    /// the start. Without them the case is lost, so nothing can become worse; criteria may see it otherwise.
    fn fitting_answers(&self, last: &CaseRun) -> Option<AnswerChoice> {
        let is_judged_once = self.case.criterion_comparisons().next().is_none();
        last.with_questions
            .as_ref()
            .filter(|_| is_judged_once)
            .map(|last| last.answers)
    }

    /// One of its games. It is played again if a terminal, or answers to the program's own questions, may make it right, and on a
    /// terminal where its output was held back and it matters what it printed when.
    fn run_game(
        &self,
        number: usize,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let round = self.play_round(number, PlaySetting::default(), limits, runner)?;
        let silent_reads = self.silent_reads(&round);
        let on_pipe = self.retry_with_answers(number, round, limits, runner)?;
        let mut rules = self.case.all_comparisons();
        let is_settled = !on_pipe.has_failure() && !rules.any(Comparison::depends_on_reads);
        if silent_reads.is_empty() || is_settled {
            return Ok(on_pipe);
        }
        let setting = PlaySetting {
            answers: None,
            on_terminal: true,
        };
        let round = self.play_round(number, setting, limits, runner)?;
        if !held_back::prints_before(&round.seen, &silent_reads) {
            return Ok(on_pipe);
        }
        tracing::info!("its output was held back, so it is run again on a terminal");
        let on_terminal = self.retry_with_answers(number, round, limits, runner)?;
        if !on_pipe.has_failure() && !on_terminal.has_failure() {
            return Ok(on_pipe);
        }
        Ok(extra_prompts::combine_with_terminal(on_pipe, on_terminal))
    }

    /// The reads before which the program may have held its output back; none where it cannot be run on a terminal, or is
    /// already.
    fn silent_reads(&self, round: &CaseRound) -> Vec<usize> {
        let has_lines = matches!(self.case.kind, CaseKind::Script);
        if has_lines && !self.case.context.terminal {
            held_back::silent_reads(&round.seen, &round.expected)
        } else {
            Vec::new()
        }
    }

    /// The result of a game that was played without answers. It is played again if answers may make it right.
    fn retry_with_answers(
        &self,
        number: usize,
        plain: CaseRound,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let on_terminal = plain.setting.on_terminal;
        let asked = extra_prompts::detect_question(&self.known_questions(), &plain.seen);
        let expected = Arc::clone(&plain.expected);
        let mut best = self.judge_round(plain)?;
        let asked = asked.filter(|asked| self.may_explain(asked, &expected, &best));
        let mut next = asked.is_some().then(AnswerChoice::default);
        best.consumed_input = asked.and_then(|asked| asked.consumed_input);
        while let Some(answers) = next.filter(|_| self.may_gain(&best)) {
            let setting = PlaySetting {
                answers: Some(answers),
                on_terminal,
            };
            let round = self.play_round(number, setting, limits, runner)?;
            tracing::info!(
                ?answers,
                questions = round.answered.len(),
                "answered its questions"
            );
            if round.answered.is_empty() {
                break;
            }
            next = round.next_answers.filter(|_| self.may_fix_game(&round));
            best = extra_prompts::combine_runs(best, self.judge_round(round)?);
        }
        Ok(best)
    }

    /// The questions that may be answered in this case.
    fn known_questions(&self) -> Vec<&KnownQuestion> {
        extra_prompts::answerable_questions(&self.case.spec.answers, &self.case.context.prompts)
    }

    /// Whether a comparison that does not count questions found a difference.
    fn may_gain(&self, first: &CaseRun) -> bool {
        let rules = self.case.criterion_comparisons().map(|(_, rule)| rule);
        may_improve(&self.case.spec.comparison, &first.judgement)
            || rules
                .zip(&first.criterion_judgements)
                .any(|(rule, own)| may_improve(rule, &own.judgement))
    }

    /// Whether the question may be why the game went wrong. A program that plays by chance must not get a second game where the
    /// first was lost before it asked.
    fn may_explain(
        &self,
        asked: &DetectedQuestion,
        expected: &[GameTurn],
        first: &CaseRun,
    ) -> bool {
        let rule = &self.case.spec.comparison;
        if !self.case.has_policy() || asked.is_first {
            return true;
        }
        let before =
            compare::compare_transcript(self.expected_with_messages(expected), &asked.before, rule);
        before.outcome == ComparisonOutcome::Equal
            || before.difference != first.judgement.difference
    }

    /// Whether another answer to the last question may make the game right: not where it was wrong before that was asked.
    fn may_fix_game(&self, round: &CaseRound) -> bool {
        let rule = &self.case.spec.comparison;
        let Some(before) = extra_prompts::before_last(&round.seen, &round.answered) else {
            return false;
        };
        // What was asked before the first input has spoilt nothing.
        if before.read_count() == 0 {
            return true;
        }
        let is_midway = before.read_count() < ::reference::count_reads(&round.expected);
        if rule.checker.is_some() || (is_midway && !self.case.has_policy()) {
            return true;
        }
        let compared = compare::compare_transcript(
            self.expected_with_messages(&round.expected),
            &before,
            rule,
        );
        compared.outcome == ComparisonOutcome::Equal
    }

    pub(super) fn expected_with_messages<'e>(
        &'e self,
        turns: &'e [GameTurn],
    ) -> ExpectedTranscript<'e> {
        ExpectedTranscript {
            turns,
            messages: &self.case.context.messages,
        }
    }

    /// Plays one of its games, counted from 0.
    pub(super) fn play_round(
        &self,
        number: usize,
        setting: PlaySetting,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let round = self.play_by_case_kind(number, setting, limits, runner)?;
        Ok(CaseRound { setting, ..round })
    }

    /// A round by the kind of the case.
    fn play_by_case_kind(
        &self,
        number: usize,
        setting: PlaySetting,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, GradingError> {
        let input = match &self.case.kind {
            CaseKind::Interactive(interaction) => {
                return self.run_interactive(interaction, limits, runner);
            }
            CaseKind::Repeated => return self.run_all(limits, runner),
            CaseKind::WholeInput(input) => StdinSource::File(&input.bytes),
            // Nobody plays a case that only calls something.
            CaseKind::Script | CaseKind::Calls(..) | CaseKind::UnitTests(..) => {
                StdinSource::Lines(&self.case.script)
            }
        };
        let script = &self.case.script;
        let expected = &self.case.expected;
        let player = self.live_player(number);
        let PlaySetting {
            answers,
            on_terminal,
        } = setting;
        if let Some(choice) = answers {
            let player = player.unwrap_or_else(|| Box::new(ScriptPlayer::new(script)));
            let mut player = AnsweringPlayer::new(self.known_questions(), choice, player);
            let round = self.play_live(&mut player, number, on_terminal, limits, runner)?;
            let (answered, next_answers) = player.into_answered();
            return Ok(CaseRound {
                answered,
                next_answers,
                remark: self.game_number_remark(number),
                ..round
            });
        }
        if let Some(mut player) = player {
            let round = self.play_live(&mut *player, number, on_terminal, limits, runner)?;
            return Ok(CaseRound {
                remark: self.game_number_remark(number),
                ..round
            });
        }
        let (seen, written) = self.execute_program(input, on_terminal, None, limits, runner)?;
        let rest = script.get(seen.read_count()..).unwrap_or_default().to_vec();
        if self.case.spec.end_of_input {
            let seen = end_of_input::treat_end_as_input(seen);
            let expected = end_of_input::adjust_expected(expected, &seen);
            return Ok(CaseRound {
                written,
                ..CaseRound::without_questions(seen, rest, expected)
            });
        }
        let expected = Arc::clone(expected);
        Ok(CaseRound {
            written,
            ..CaseRound::without_questions(seen, rest, expected)
        })
    }

    pub(super) fn execute_program(
        &self,
        input: StdinSource<'_>,
        on_terminal: bool,
        time: Option<u64>,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<(Observation, Vec<WrittenFile>), SandboxError> {
        let start = ProgramStart {
            on_terminal,
            time,
            ..self.case.program_start()
        };
        execute::execute_case(self.program, start, input, limits, runner)
    }

    fn play_live(
        &self,
        player: &mut dyn LivePlayer,
        number: usize,
        on_terminal: bool,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRound, SandboxError> {
        let answers = StdinSource::Callback(&mut |printed: &[u8]| player.next_line(printed));
        let is_by_chance = self.case.has_policy();
        let time = is_by_chance.then(|| game_clock::game_time(&self.case.spec.id, number));
        let (seen, written) = self.execute_program(answers, on_terminal, time, limits, runner)?;
        let rest = player.unused_lines().to_vec();
        let expected = player.expected_turns(&self.case.expected);
        Ok(CaseRound {
            written,
            ..CaseRound::without_questions(seen, rest, expected)
        })
    }

    /// Whoever answers the program in one of the games; none if it is given the script as it stands.
    fn live_player(&self, number: usize) -> Option<Box<dyn LivePlayer + '_>> {
        let (name, seed) = match &self.case.spec.player {
            CasePlayer::Script if self.case.context.convention.joined_by.is_none() => return None,
            CasePlayer::Script => ("script", 0),
            CasePlayer::Prompted(name) => (*name, 0),
            CasePlayer::Policy { name, seeds } => {
                (*name, seeds.get(number).copied().unwrap_or_default())
            }
        };
        // Where nobody sees when a program reads, all input is given at once: that suits most.
        let game = self
            .case
            .context
            .game
            .filter(|_| self.checkers.session.shows_reads())?;
        let referee = self.case.spec.comparison.referee.as_ref();
        let words = referee.map(|it| it.words());
        let script = &self.case.script;
        let convention = &self.case.context.convention;
        game.live_player(PlayerSetup {
            name,
            seed,
            script,
            convention,
            words,
        })
    }

    /// How many games there are.
    fn game_count(&self) -> usize {
        match &self.case.spec.player {
            CasePlayer::Policy { seeds, .. } => seeds.len(),
            CasePlayer::Script | CasePlayer::Prompted(_) => 1,
        }
    }

    /// Where a case has several games, which one it was.
    fn game_number_remark(&self, number: usize) -> Option<String> {
        let count = self.game_count();
        let why = self
            .case
            .context
            .game
            .and_then(model::GameSupport::why_games_differ);
        (count > 1).then(|| {
            let which = format!("It was run {} of {count} of this test case.", number + 1);
            why.map_or_else(|| which.clone(), |why| format!("{which} {why}"))
        })
    }
}

fn may_improve(rule: &Comparison, judgement: &Judgement) -> bool {
    judgement.verdict.is_failure() && !rule.counts_questions()
}
