//! The runs of one case: who answers the program, how often, and what comes of it.

use std::sync::Arc;

use super::case_run::{CaseRun, OwnJudgement, WithQuestions};
use super::checker::Checkers;
use super::end_of_input;
use super::expectations::InputVariant;
use super::grading_error::GradingError;
use super::held_back;
use super::own_questions::{self, Answering, Asked, ScriptPlayer};
use super::play_setting::PlaySetting;
use super::products;
use super::session::Session;
use crate::compare::{self, Compared, Comparer, Expected, Outcome};
use crate::execute::{self, Input, Program, Start};
use crate::judge;
use crate::logged::Logged;
use crate::model::{
    Abridge, AnsweredQuestion, Assignment, Case, Comparison, END_OF_INPUT, Judgement,
    KnownQuestion, LivePlayer, Observation, Player, PlayerSetup, RunLimits, Turn, Verdict,
    WrittenFile,
};
use crate::runner::InterruptibleRunner;
use sandbox::SandboxError;

/// A case, in the input variant in which it is run, and the program that it is run with.
#[derive(Clone, Copy)]
pub(super) struct CaseRunner<'a> {
    pub(super) assignment: &'a Assignment,
    /// The case's place.
    pub(super) index: usize,
    pub(super) input_variant: &'a InputVariant,
    pub(super) program: &'a Program,
    pub(super) checkers: Checkers<'a>,
    pub(super) session: Session<'a>,
}

/// One run.
pub(super) struct Round {
    pub(super) seen: Observation,
    /// The files that it was to write.
    pub(super) written: Vec<WrittenFile>,
    /// The lines that it would have been given next.
    pub(super) rest: Vec<String>,
    /// What is expected where its lines are read.
    pub(super) expected: Arc<Vec<Turn>>,
    /// The questions of its own that were answered; their answers are no lines of the game.
    pub(super) answered: Vec<AnsweredQuestion>,
    pub(super) setting: PlaySetting,
    /// Whether another answer can be tried.
    pub(super) has_more: bool,
    /// What the report should mention if the run is not right.
    pub(super) remark: Option<String>,
    /// The single runs, where the case has several; `seen` is all of them.
    pub(super) runs: Vec<Observation>,
    /// What the case's interactor says of it, if it has one.
    pub(super) interacted: Option<Compared>,
}

impl Round {
    /// A run in which no question was answered.
    pub(super) fn plain(seen: Observation, rest: Vec<String>, expected: Arc<Vec<Turn>>) -> Round {
        let (answered, has_more, remark) = (Vec::new(), false, None);
        let (written, runs, interacted) = (Vec::new(), Vec::new(), None);
        Round {
            seen,
            written,
            rest,
            expected,
            answered,
            setting: PlaySetting::default(),
            has_more,
            remark,
            runs,
            interacted,
        }
    }
}

impl CaseRunner<'_> {
    /// Every game must be right, so what counts is the first that is not: for the case, and for each criterion that looks at
    /// its games in its own way. A game that had to be stopped is the last, because the next would take as long.
    pub(super) fn run(
        &self,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let _entered = tracing::info_span!("case", id = %Logged(&self.case().id)).entered();
        let mut ran = self.game(0, limits, runner)?;
        let mut was_stopped = ran.was_stopped();
        for number in 1..self.count() {
            if ran.is_settled() || was_stopped {
                break;
            }
            let setting =
                PlaySetting { answers: self.fitting_answers(&ran), on_terminal: ran.on_terminal };
            let next = if setting == PlaySetting::default() {
                self.game(number, limits, runner)?
            } else {
                let round = self.play(number, setting, limits, runner)?;
                match setting.answers {
                    None => self.with_answers(number, round, limits, runner)?,
                    Some(_) => self.judged(round)?,
                }
            };
            was_stopped = next.was_stopped();
            ran = ran.or_worse(next);
        }
        tracing::info!(verdict = ran.judgement.verdict.name(), "judged");
        Ok(ran)
    }

    /// The answers without which the last game was wrong, and with which it was right: the next ones are played with them from
    /// the start. Without them the case is lost, so nothing can become worse; criteria may see it otherwise.
    fn fitting_answers(&self, last: &CaseRun) -> Option<usize> {
        let is_judged_once = self.assignment.own_comparisons(self.index).next().is_none();
        last.with_questions.as_ref().filter(|_| is_judged_once).map(|last| last.attempt)
    }

    /// One of its games. It is played again only if a terminal, or answers to the program's own questions, may make it right.
    fn game(
        &self,
        number: usize,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let round = self.play(number, PlaySetting::default(), limits, runner)?;
        let silent_reads = self.silent_reads(&round);
        let on_pipe = self.with_answers(number, round, limits, runner)?;
        if silent_reads.is_empty() || !on_pipe.has_failure() {
            return Ok(on_pipe);
        }
        let setting = PlaySetting { answers: None, on_terminal: true };
        let round = self.play(number, setting, limits, runner)?;
        if !held_back::prints_before(&round.seen, &silent_reads) {
            return Ok(on_pipe);
        }
        tracing::info!("its output was held back, so it is run again on a terminal");
        let on_terminal = self.with_answers(number, round, limits, runner)?;
        Ok(own_questions::second_unless_worse(on_pipe, on_terminal))
    }

    /// The reads before which the program may have held its output back; none where it cannot be run on a terminal, or is
    /// already.
    fn silent_reads(&self, round: &Round) -> Vec<usize> {
        let case = self.case();
        let has_lines = case.whole_input.is_none() && case.interaction.is_none();
        let is_on_pipe = has_lines && !self.assignment.terminal && round.runs.is_empty();
        if is_on_pipe { held_back::silent_reads(&round.seen, &round.expected) } else { Vec::new() }
    }

    /// What a game comes to that was played without answers. It is played again if answers may make it right.
    fn with_answers(
        &self,
        number: usize,
        plain: Round,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<CaseRun, GradingError> {
        let on_terminal = plain.setting.on_terminal;
        let asked = own_questions::asked(&self.known_questions(), &plain.seen);
        let expected = Arc::clone(&plain.expected);
        let mut best = self.judged(plain)?;
        let asked = asked.filter(|asked| self.may_explain(asked, &expected, &best));
        let mut goes_on = asked.is_some();
        best.lost_input = asked.and_then(|asked| asked.lost_input);
        let mut attempt = 0;
        while goes_on && self.may_gain(&best) {
            let setting = PlaySetting { answers: Some(attempt), on_terminal };
            let round = self.play(number, setting, limits, runner)?;
            tracing::info!(attempt, questions = round.answered.len(), "answered its questions");
            if round.answered.is_empty() {
                break;
            }
            goes_on = round.has_more && self.may_be_the_answer(&round);
            best = own_questions::better(best, self.judged(round)?);
            attempt += 1;
        }
        Ok(best)
    }

    /// The questions that may be answered in this case.
    fn known_questions(&self) -> Vec<&KnownQuestion> {
        own_questions::known(&self.case().answers, &self.input_variant.prompts)
    }

    /// Whether a comparison that does not count questions found a difference.
    fn may_gain(&self, first: &CaseRun) -> bool {
        let gains = |rule: &Comparison, judgement: &Judgement| {
            judgement.verdict.is_failure() && !rule.counts_questions()
        };
        let rules = self.assignment.own_comparisons(self.index).map(|(_, rule)| rule);
        gains(&self.case().comparison, &first.judgement)
            || rules.zip(&first.own).any(|(rule, own)| gains(rule, &own.judgement))
    }

    /// Whether each run of the program may be another game.
    fn plays_by_chance(&self) -> bool {
        matches!(self.case().player, Player::Policy { .. })
    }

    /// Whether the question may be why the game went wrong. A program that plays by chance must not get a second game where the
    /// first was lost before it asked.
    fn may_explain(&self, asked: &Asked, expected: &[Turn], first: &CaseRun) -> bool {
        let rule = &self.case().comparison;
        if !self.plays_by_chance() || asked.is_first {
            return true;
        }
        let before = compare::compare(self.expected(expected), &asked.before, rule);
        before.outcome == Outcome::Equal || before.difference != first.judgement.difference
    }

    /// Whether another answer to the last question may make the game right: not where it was wrong before that was asked.
    fn may_be_the_answer(&self, round: &Round) -> bool {
        let case = self.case();
        let Some(before) = own_questions::before_last(&round.seen, &round.answered) else {
            return false;
        };
        // What was asked before the first input has spoilt nothing.
        if before.reads() == 0 {
            return true;
        }
        let is_midway = before.reads() < ::reference::reads(&round.expected);
        if case.comparison.checker.is_some() || (is_midway && !self.plays_by_chance()) {
            return true;
        }
        let compared = compare::compare(self.expected(&round.expected), &before, &case.comparison);
        compared.outcome == Outcome::Equal
    }

    fn expected<'e>(&'e self, turns: &'e [Turn]) -> Expected<'e> {
        Expected { turns, messages: &self.input_variant.messages }
    }

    /// Plays one of its games, counted from 0.
    pub(super) fn play(
        &self,
        number: usize,
        setting: PlaySetting,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, GradingError> {
        let round = self.play_in_its_way(number, setting, limits, runner)?;
        Ok(Round { setting, ..round })
    }

    /// A round by the kind of the case.
    fn play_in_its_way(
        &self,
        number: usize,
        setting: PlaySetting,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, GradingError> {
        if let Some(interaction) = &self.case().interaction {
            return self.converse(interaction, limits, runner);
        }
        if !self.case().invocation.runs.is_empty() {
            return self.run_all(limits, runner);
        }
        let (script, expected) = &self.input_variant.cases[self.index];
        let player = self.live_player(number);
        let PlaySetting { answers, on_terminal } = setting;
        if let Some(number_of_answer) = answers {
            let player = player.unwrap_or_else(|| Box::new(ScriptPlayer::new(script)));
            let mut player = Answering::new(self.known_questions(), number_of_answer, player);
            let round = self.play_live(&mut player, on_terminal, limits, runner)?;
            let (answered, has_more) = player.into_answered();
            return Ok(Round { answered, has_more, remark: self.remark(number), ..round });
        }
        if let Some(mut player) = player {
            let round = self.play_live(&mut *player, on_terminal, limits, runner)?;
            return Ok(Round { remark: self.remark(number), ..round });
        }
        let input = match &self.case().whole_input {
            Some(whole) => Input::Whole(&whole.bytes),
            None => Input::Lines(script),
        };
        let (seen, written) = self.execute(input, on_terminal, limits, runner)?;
        let rest = script.get(seen.reads()..).unwrap_or_default().to_vec();
        if self.case().end_of_input {
            let seen = end_of_input::as_input(seen);
            let expected = end_of_input::expected(expected, &seen);
            return Ok(Round { written, ..Round::plain(seen, rest, expected) });
        }
        let expected = Arc::clone(expected);
        Ok(Round { written, ..Round::plain(seen, rest, expected) })
    }

    pub(super) fn execute(
        &self,
        input: Input<'_>,
        on_terminal: bool,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<(Observation, Vec<WrittenFile>), SandboxError> {
        let start = Start { on_terminal, ..Start::of(self.assignment, self.case()) };
        execute::execute_case(self.program, start, input, limits, runner)
    }

    fn play_live(
        &self,
        player: &mut dyn LivePlayer,
        on_terminal: bool,
        limits: &RunLimits,
        runner: &mut InterruptibleRunner,
    ) -> Result<Round, SandboxError> {
        let answers = Input::Answers(&mut |printed: &[u8]| player.answer(printed));
        let (seen, written) = self.execute(answers, on_terminal, limits, runner)?;
        let rest = player.not_given().to_vec();
        let expected = player.expected(&self.input_variant.cases[self.index].1);
        Ok(Round { written, ..Round::plain(seen, rest, expected) })
    }

    /// Whoever answers the program in one of the games; none if it is given the script as it stands.
    fn live_player(&self, number: usize) -> Option<Box<dyn LivePlayer + '_>> {
        let (name, seed) = match &self.case().player {
            Player::Script if self.input_variant.convention.joined_by.is_none() => return None,
            Player::Script => ("script", 0),
            Player::Prompted(name) => (*name, 0),
            Player::Policy { name, seeds } => {
                (*name, seeds.get(number).copied().unwrap_or_default())
            }
        };
        // Where nobody sees when a program reads, all input is given at once: that suits most.
        let game = self.assignment.reference.game().filter(|_| self.session.shows_reads())?;
        let words = self.case().comparison.interactor.as_ref().map(|it| it.words());
        let script = &self.input_variant.cases[self.index].0;
        let convention = &self.input_variant.convention;
        game.live_player(PlayerSetup { name, seed, script, convention, words })
    }

    pub(super) fn case(&self) -> &Case {
        &self.assignment.cases[self.index]
    }

    /// How many games there are.
    fn count(&self) -> usize {
        match &self.case().player {
            Player::Policy { seeds, .. } => seeds.len(),
            Player::Script | Player::Prompted(_) => 1,
        }
    }

    /// What a game comes to, by the case's own comparison and by those of criteria.
    pub(super) fn judged(&self, round: Round) -> Result<CaseRun, GradingError> {
        if !round.runs.is_empty() {
            return self.judged_runs(round);
        }
        let case = self.case();
        let Round { seen, written, rest, expected, answered, setting, remark, .. } = round;
        let interacted = round.interacted;
        let products = self.input_variant.products.get(self.index);
        let products = products.map(|all| all.as_slice()).unwrap_or_default();
        let fault = execute::fault(self.program, &seen);
        let with_questions = (!answered.is_empty()).then(|| WithQuestions {
            attempt: setting.answers.unwrap_or_default(),
            input: input(&seen, &rest),
            observation: own_questions::shown(&seen, &answered),
        });
        let seen = own_questions::taken_out(seen, &answered);
        let turns = expected.as_slice();
        let comparer = |seen| Comparer::new(self.expected(turns), seen);
        let mut whole = with_questions.as_ref().map(|whole| comparer(&whole.observation));
        let mut without = comparer(&seen);
        let mut judge = |rule: &Comparison| -> Result<(Judgement, bool), GradingError> {
            let whole = whole.as_mut().filter(|_| rule.counts_questions());
            let comparer = whole.unwrap_or(&mut without);
            let seen = comparer.seen();
            let compared = match (&rule.checker, &interacted) {
                (Some(checker), Some(said)) if checker.is_interactor() => said.clone(),
                (Some(checker), _) => self.checkers.ask(checker, case, turns, seen)?,
                (None, _) => comparer.compare(rule),
            };
            let compared = products::compared(compared, products, seen, &written, rule);
            let is_shown = compared.outcome != Outcome::NotShown;
            let mut judgement =
                judge::judge(seen, fault.clone(), compared, self.assignment.exit_rule(case));
            if judgement.verdict != Verdict::Accepted {
                judgement.remarks.extend(remark.clone());
            }
            // However it ended: a program that crashes on the way is not asked whether it would have been right.
            let is_shown = is_shown || judgement.verdict != Verdict::WrongAnswer;
            Ok((judgement, is_shown))
        };
        let own = |(criterion, rule)| -> Result<OwnJudgement, GradingError> {
            let (judgement, is_shown) = judge(rule)?;
            Ok(OwnJudgement { is_shown, ..OwnJudgement::new(criterion, judgement) })
        };
        let own = self.assignment.own_comparisons(self.index).map(own);
        let own = own.collect::<Result<_, GradingError>>()?;
        let (judgement, _) = judge(&case.comparison)?;
        let with_questions = with_questions.map(WithQuestions::abridged);
        Ok(CaseRun {
            input: input(&seen, &rest),
            expected,
            observation: Some(seen.abridged()),
            judgement,
            calls: Vec::new(),
            tests: Vec::new(),
            own,
            with_questions,
            answered,
            others: Vec::new(),
            lost_input: None,
            on_terminal: setting.on_terminal,
        })
    }

    /// Where a case has several games, which one it was.
    fn remark(&self, number: usize) -> Option<String> {
        let count = self.count();
        let why = self.assignment.reference.game().and_then(|game| game.why_games_differ());
        (count > 1).then(|| {
            let which = format!("It was game {} of {count} in this test case.", number + 1);
            why.map_or_else(|| which.clone(), |why| format!("{which} {why}"))
        })
    }
}

/// The lines that were read, and those that would have been.
fn input(seen: &Observation, rest: &[String]) -> Vec<String> {
    let read = seen.turns.iter().filter_map(|turn| turn.input.as_ref());
    read.filter(|line| *line != END_OF_INPUT).chain(rest).cloned().collect()
}
