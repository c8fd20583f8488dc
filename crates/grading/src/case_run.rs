//! A case that was run, or not: the value from which reports and points are made.

use std::sync::Arc;

use crate::error::GradingError;
use crate::functions::CallResults;
use crate::prepared_case::PreparedCase;
use crate::unit_tests::UnitTestResults;
use judging::feedback::ConsumedInput;
use model::{
    AbridgeObservation, AnswerChoice, AnsweredQuestion, CallReport, Comparison, Exit, GameTurn,
    Judgement, Observation, PlayedGame, TestReport, Verdict,
};
use support::logged::EscapedForLog;

/// One case that was run, or not, with its judgements.
#[derive(Clone)]
pub struct CaseRun {
    /// The case.
    pub case: Arc<PreparedCase>,
    /// The lines that the program was given, or would have been.
    pub(crate) input: Vec<String>,
    /// What is expected where these lines are read.
    pub expected: Arc<Vec<GameTurn>>,
    /// What was seen; none if the program itself was not run.
    pub observation: Option<Observation>,
    /// The judgement by the comparison of the case.
    pub judgement: Judgement,
    /// The calls of a case that calls functions.
    pub calls: Vec<CallReport>,
    /// The tests of a case that runs unit tests.
    pub tests: Vec<TestReport>,
    /// By criterion that compares this case by a rule of its own.
    pub criterion_judgements: Vec<CriterionJudgement>,
    /// The same run with the questions that were answered in it; none if it is as it was.
    pub(crate) with_questions: Option<RunWithQuestions>,
    /// The questions that were answered in runs that count.
    pub(crate) answered: Vec<AnsweredQuestion>,
    /// Runs in which questions were answered, and which made nothing right.
    pub(crate) others: Vec<CaseRun>,
    /// The question that took an input of the game, in a run in which none was answered.
    pub(crate) consumed_input: Option<ConsumedInput>,
    /// Whether it ran on a terminal because its output was held back on a pipe.
    pub(crate) on_terminal: bool,
}

/// A run as the program saw it: with the questions of its own, and their answers.
#[derive(Clone)]
pub(super) struct RunWithQuestions {
    /// Which of their answers were given.
    pub(super) answers: AnswerChoice,
    /// All lines that it was given, and those that it would have been.
    pub(super) input: Vec<String>,
    pub(super) observation: Observation,
}

impl RunWithQuestions {
    /// Without the middle of very long output.
    pub(super) fn abridged(self) -> RunWithQuestions {
        RunWithQuestions {
            observation: self.observation.into_abridged(),
            ..self
        }
    }
}

/// What a criterion says of a case that compares it by a rule of its own.
#[derive(Clone)]
pub struct CriterionJudgement {
    /// The criterion's place.
    pub criterion: usize,
    /// What it says.
    pub judgement: Judgement,
    /// Whether the game reached what the criterion judges. Another game may.
    pub is_exercised: bool,
    /// The game that it is about, if that is not the case's own.
    pub(super) game: Option<PlayedGame>,
}

impl CriterionJudgement {
    /// A judgement of the case's own game.
    pub(super) fn new(criterion: usize, judgement: Judgement) -> CriterionJudgement {
        CriterionJudgement {
            criterion,
            judgement,
            is_exercised: true,
            game: None,
        }
    }

    fn is_settled(&self) -> bool {
        self.is_exercised && self.judgement.verdict != Verdict::Accepted
    }

    /// Whether this says more of the program than what another game said.
    fn takes_precedence_over(&self, earlier: &CriterionJudgement) -> bool {
        !earlier.is_settled() && self.is_exercised
    }
}

impl CaseRun {
    /// A case whose script was not played.
    pub fn unplayed(case: &Arc<PreparedCase>, judgement: Judgement) -> CaseRun {
        CaseRun {
            case: Arc::clone(case),
            input: case.script.clone(),
            expected: Arc::clone(&case.expected),
            observation: None,
            judgement,
            calls: Vec::new(),
            tests: Vec::new(),
            criterion_judgements: Vec::new(),
            with_questions: None,
            answered: Vec::new(),
            others: Vec::new(),
            consumed_input: None,
            on_terminal: false,
        }
    }

    /// A case that was not run, or could not be: all criteria have this verdict of it.
    pub fn unjudged(case: &Arc<PreparedCase>, verdict: Verdict) -> CaseRun {
        let judgement = Judgement::new(verdict);
        let mut criterion_judgements = Vec::new();
        for (criterion, _) in case.criterion_comparisons() {
            criterion_judgements.push(CriterionJudgement::new(criterion, judgement.clone()));
        }
        CaseRun {
            criterion_judgements,
            ..CaseRun::unplayed(case, judgement)
        }
    }

    /// A case with calls that were made.
    ///
    /// # Errors
    ///
    /// If another attempt may help, or the user wants to stop.
    pub fn from_calls(
        case: &Arc<PreparedCase>,
        called: Result<CallResults, impl Into<GradingError>>,
    ) -> Result<CaseRun, GradingError> {
        let ran = called.map(|CallResults { judgement, calls }| CaseRun {
            calls,
            ..CaseRun::unplayed(case, judgement)
        });
        CaseRun::or_ungraded(case, ran.map_err(Into::into))
    }

    /// A case with unit tests that were run.
    ///
    /// # Errors
    ///
    /// If another attempt may help, or the user wants to stop.
    pub fn from_tests(
        case: &Arc<PreparedCase>,
        tested: Result<UnitTestResults, impl Into<GradingError>>,
    ) -> Result<CaseRun, GradingError> {
        let ran = tested.map(|UnitTestResults { judgement, tests }| CaseRun {
            tests,
            ..CaseRun::unplayed(case, judgement)
        });
        CaseRun::or_ungraded(case, ran.map_err(Into::into))
    }

    /// If something was missing to start a case, this case is ungraded, and the next one can be run.
    pub(super) fn or_ungraded(
        case: &Arc<PreparedCase>,
        ran: Result<CaseRun, GradingError>,
    ) -> Result<CaseRun, GradingError> {
        match ran {
            Err(GradingError::ResourceExhausted(reason)) => {
                tracing::error!(reason = %EscapedForLog(&reason), "this case stays ungraded");
                Ok(CaseRun::unjudged(case, Verdict::Ungraded(reason)))
            }
            ran => ran,
        }
    }

    /// What a criterion has of it: the judgement by its own comparison, or the case's.
    pub fn judgement_for(&self, criterion: usize) -> &Judgement {
        let mut own = self.criterion_judgements.iter();
        let own = own.find(|own| own.criterion == criterion);
        own.map_or(&self.judgement, |own| &own.judgement)
    }

    /// Whether no other game could change a verdict.
    pub(super) fn is_settled(&self) -> bool {
        self.judgement.verdict != Verdict::Accepted
            && self
                .criterion_judgements
                .iter()
                .all(CriterionJudgement::is_settled)
    }

    /// Whether the case, or a criterion that looks at it in its own way, found a fault.
    pub(super) fn has_failure(&self) -> bool {
        let mut own = self.criterion_judgements.iter().map(|own| &own.judgement);
        self.judgement.verdict.is_failure() || own.any(|judgement| judgement.verdict.is_failure())
    }

    /// Whether the program did not end by itself.
    pub fn was_stopped(&self) -> bool {
        self.observation
            .as_ref()
            .is_some_and(|seen| matches!(seen.exit, Exit::Stopped(_)))
    }

    /// Whether the program read as much as the reference, and nothing more.
    pub(super) fn has_read_exactly(&self) -> bool {
        let expected = ::reference::count_reads(&self.expected);
        let reads_all = |seen: &Observation| seen.read_count() == expected && !seen.saw_eof;
        self.observation.as_ref().is_some_and(reads_all)
    }

    /// What was seen, as a comparison by this rule looks at it.
    pub(super) fn seen_under(&self, rule: &Comparison) -> Option<&Observation> {
        match &self.with_questions {
            Some(whole) if rule.counts_questions() => Some(&whole.observation),
            _ => self.observation.as_ref(),
        }
    }

    /// How its game was played.
    pub(super) fn play_setting(&self) -> PlaySetting {
        let answers = self
            .with_questions
            .as_ref()
            .map(|questions| questions.answers);
        PlaySetting {
            answers,
            on_terminal: self.on_terminal,
        }
    }

    /// Whether questions of the program's own were answered in it, or in one that might have counted instead.
    pub(super) fn shows_questions(&self) -> bool {
        self.with_questions.is_some() || !self.answered.is_empty() || !self.others.is_empty()
    }

    /// From here on people look at it: they see the questions, and what the program was given for them.
    pub(super) fn show_questions(&mut self) {
        if let Some(RunWithQuestions {
            input, observation, ..
        }) = self.with_questions.take()
        {
            self.input = input;
            self.observation = Some(observation);
        }
    }

    /// What was wrong already, and for the rest what comes next. The run that is shown is the one that the case's own
    /// verdict is about; a criterion that is about another one keeps it.
    pub(super) fn merge_next(mut self, next: CaseRun) -> CaseRun {
        let is_right = self.judgement.verdict == Verdict::Accepted;
        for (mine, theirs) in self
            .criterion_judgements
            .iter_mut()
            .zip(&next.criterion_judgements)
        {
            if theirs.takes_precedence_over(mine) {
                mine.clone_from(theirs);
                let is_apart = !is_right && mine.is_settled();
                mine.game = next.played_game().filter(|_| is_apart);
            }
        }
        let answered = [self.answered.as_slice(), &next.answered].concat();
        if is_right {
            CaseRun {
                criterion_judgements: self.criterion_judgements,
                answered,
                ..next
            }
        } else {
            CaseRun { answered, ..self }
        }
    }

    fn played_game(&self) -> Option<PlayedGame> {
        let observation = self.observation.clone()?;
        Some(PlayedGame {
            input: self.input.clone(),
            observation,
        })
    }
}

/// How a game is played, besides who plays it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PlaySetting {
    /// Which of their answers the program's own questions get; none if they are left alone.
    pub(super) answers: Option<AnswerChoice>,
    /// Whether the program runs on a terminal even if the assignment's programs do not.
    pub(super) on_terminal: bool,
}
