//! One run, held against the rules: turn by turn, or as a whole where reads say nothing.

use ::reference::parse_integer;

use super::account::AspectTally;
use super::endings::announced_endings;
use super::fault::{GameFault, RuleAspect};
use super::follow::FollowedGame;
use super::judge::{GameJudge, UnreadableGame};
use super::move_evidence::{
    MoveEvent, MoveEvents, MoveEvidence, ScoreWords, rearrange_board, with_marks_exchanged,
};
use super::squares::{SquareNumbering, is_question_for_other_name};
use super::step::{AnswerStep, FollowedRound, UnfollowedRound};
use crate::shared::grid::DrawnBoard;
use model::{Observation, RefereeWords, TranscriptDifference};

const HELD_BACK: &str = "The program held its output back until after it had read, so the game was followed in the output \
    as a whole.";

/// What stopped a judgement by reads.
enum TurnJudgingStop {
    Unreadable,
    /// A turn passed without any output: reads say nothing.
    HeldBack,
}

impl From<UnreadableGame> for TurnJudgingStop {
    fn from(_: UnreadableGame) -> TurnJudgingStop {
        TurnJudgingStop::Unreadable
    }
}

/// An answer of which nothing was told, and where the game stood before it.
struct SilentAnswer<'e> {
    step: AnswerStep<'e>,
    before: FollowedGame,
}

/// What a step tells of the game, in the marks that the program should draw.
fn list_events(game: &FollowedGame, step: &AnswerStep<'_>) -> Vec<MoveEvent> {
    let events = &step.evidence.events;
    if game.is_swapped() {
        with_marks_exchanged(events)
    } else {
        events.clone()
    }
}

/// Which squares stand where the text's have their numbers, if columns are numbered before rows, or the lowest row first.
const COLUMNS_FIRST: [usize; 9] = [0, 3, 6, 1, 4, 7, 2, 5, 8];
const UPSIDE_DOWN: [usize; 9] = [6, 7, 8, 3, 4, 5, 0, 1, 2];

/// Two squares, counted from 1, in each other's place.
fn swap_places(one: i64, other: i64) -> Option<[usize; 9]> {
    let index = |square: i64| {
        let index = usize::try_from(square).ok()?.checked_sub(1)?;
        (index < 9).then_some(index)
    };
    let mut places = std::array::from_fn(|place| place);
    places.swap(index(one)?, index(other)?);
    Some(places)
}

/// One run, prepared.
pub(super) struct WatchedRun<'a> {
    answers: Vec<i64>,
    judge: GameJudge<'a>,
}

impl<'a> WatchedRun<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> WatchedRun<'a> {
        let inputs = seen.turns.iter().filter_map(|turn| turn.input.as_deref());
        let answers = inputs.filter_map(parse_integer).collect();
        WatchedRun {
            answers,
            judge: GameJudge::new(words, seen),
        }
    }

    /// What was found by reads, or as a whole where they say nothing. `texts` are the turns' outputs.
    ///
    /// # Errors
    ///
    /// The game cannot be followed; this is what the report should mention all the same.
    pub(super) fn into_tally(mut self, texts: &[String]) -> Result<AspectTally, Vec<String>> {
        let words = self.judge.words;
        let mut stretches: Vec<MoveEvidence> = texts
            .iter()
            .map(|text| MoveEvidence::from_text(text, words))
            .collect();
        let announced = stretches
            .first()
            .map(SquareNumbering::from_opening)
            .unwrap_or_default();
        let first_marks = self.answers.iter().zip(stretches.iter().skip(1));
        let numbering = first_marks
            .map(|(typed, evidence)| announced.confirm_with(*typed, evidence))
            .find(|numbering| *numbering != announced)
            .unwrap_or(announced);
        self.judge.numbering = numbering;
        self.answers
            .iter_mut()
            .for_each(|answer| *answer = numbering.to_square(*answer));
        stretches
            .iter_mut()
            .for_each(|evidence| numbering.renumber_events(evidence));
        let mut scores = stretches
            .first()
            .map(ScoreWords::from_opening)
            .unwrap_or_default();
        for evidence in &stretches {
            scores.forget_announcements(evidence);
        }
        for evidence in &mut stretches {
            scores.remove_scores(evidence);
        }
        let judged = self.judge_by_reads(&stretches).or_else(|stop| match stop {
            TurnJudgingStop::Unreadable => Err(UnreadableGame),
            TurnJudgingStop::HeldBack => {
                self.judge.tally = AspectTally::default();
                self.judge.tally.add_remark(HELD_BACK);
                let mut evidence = MoveEvidence::from_text(&texts.concat(), words);
                numbering.renumber_events(&mut evidence);
                self.judge_overall(&evidence)
            }
        });
        match judged {
            Ok(()) => {
                if let Some(tally) = self.judge_by_numbers(&stretches) {
                    self.judge.tally = tally;
                } else if stretches.first().is_some_and(is_question_for_other_name) {
                    let cause = GameFault::NotByNumber.to_sentence("");
                    let cause = TranscriptDifference::from_sentence(cause);
                    self.judge.tally.explain_faults(&cause);
                }
                if numbering.is_from_zero() {
                    self.judge.add_fault_after(None, GameFault::CountsFromZero);
                } else if announced.is_from_zero() {
                    self.judge.add_fault_after(None, GameFault::PromptsFromZero);
                }
                Ok(self.judge.tally)
            }
            Err(UnreadableGame) => Err(self.judge.tally.into_remarks()),
        }
    }

    /// What a program does that plays by the numbers of squares and draws some of them elsewhere: with its boards rearranged, or by its
    /// announcements alone, its game is right, so the drawing is its only fault.
    fn judge_by_numbers(&self, stretches: &[MoveEvidence]) -> Option<AspectTally> {
        let (fault, difference) = self.judge.drawn_elsewhere.as_ref()?;
        let swapped = match fault {
            GameFault::Misplaced { answer, drawn } => swap_places(*answer, *drawn),
            _ => None,
        };
        let arrangements = [swapped, Some(COLUMNS_FIRST), Some(UPSIDE_DOWN), None];
        arrangements.into_iter().find_map(|places| {
            let change = |grid: &DrawnBoard| Some(rearrange_board(grid, places?));
            let changed: Vec<MoveEvidence> = stretches
                .iter()
                .map(|evidence| evidence.with_boards(change))
                .collect();
            let mut judge = GameJudge::new(self.judge.words, self.judge.seen);
            judge.numbering = self.judge.numbering;
            let mut run = WatchedRun {
                answers: self.answers.clone(),
                judge,
            };
            run.judge_by_reads(&changed).ok()?;
            let mut tally = run.judge.tally;
            if !tally.is_clean() || !tally.evidence.is_over {
                return None;
            }
            tally.forget_remarks();
            tally.add_fault(RuleAspect::Board, difference.clone());
            Some(tally)
        })
    }

    fn judge_by_reads(&mut self, stretches: &[MoveEvidence]) -> Result<(), TurnJudgingStop> {
        let mut game = FollowedGame::new();
        let mut untold = None;
        let mut closing = String::new();
        if let Some(fault) = stretches
            .first()
            .and_then(|opening| game.read_opening(&opening.events))
        {
            self.judge.add_fault_after(None, fault);
        }
        let steps = self.list_steps(stretches.iter().skip(1));
        for step in &steps {
            let was_refused = match untold.take() {
                Some(untold) => self.resume_after_silence(&mut game, untold, step)?,
                None => false,
            };
            let ending = game.ending().filter(|_| !was_refused);
            let Some(ending) = ending else {
                if !was_refused {
                    untold = self.judge_turn(&mut game, step)?;
                }
                if game.is_known() && game.ending().is_none() && !step.is_last {
                    self.judge.check_silence(&game, step);
                }
                closing.clone_from(&step.evidence.words);
                continue;
            };
            // Waiting for a key before the window closes is no move.
            let waits = step.is_last && step.evidence.events.is_empty();
            if !waits {
                self.judge
                    .add_fault(step, GameFault::ContinuesAfterEnd(ending));
            }
            // Whoever goes on has told the end when it came, or tells it late.
            if waits || announced_endings(self.judge.words, &closing).is_empty() {
                closing.push_str(&step.evidence.words);
            }
        }
        if let Some(SilentAnswer { step, .. }) = untold {
            let opening = stretches.first().map_or("", |opening| &opening.words);
            if !game.is_known() {
                self.judge.add_fault(&step, GameFault::NotRedrawn);
            } else if self.judge.refuses_last_answer(&step, opening) {
                self.judge.add_fault(&step, GameFault::Refused(step.answer));
                return Ok(());
            }
        }
        self.judge.check_end(&game, steps.last(), &closing);
        Ok(())
    }

    /// One answer, and what was printed before the next. Where nothing was told of it, the next one tells.
    fn judge_turn<'e>(
        &mut self,
        game: &mut FollowedGame,
        step: &AnswerStep<'e>,
    ) -> Result<Option<SilentAnswer<'e>>, TurnJudgingStop> {
        let events = list_events(game, step);
        let mut rest = events.iter();
        if !game.is_known() {
            self.judge.tally.evidence.has_gap = true;
            game.resume_from_board(&events);
            return Ok(None);
        }
        let untold = SilentAnswer {
            step: *step,
            before: game.clone(),
        };
        match game.play_answer(step.answer, &mut rest) {
            Err(UnfollowedRound::Unknown) if !step.is_last && !step.may_have_board() => {
                let says_nothing = step.evidence.is_empty && self.judge.tally.is_clean();
                if says_nothing {
                    Err(TurnJudgingStop::HeldBack)
                } else {
                    Ok(Some(untold))
                }
            }
            Err(lost) => {
                self.judge.record_wrong_round(&lost, &events);
                self.judge.record_unfollowed_round(game, step, lost)?;
                Ok(None)
            }
            Ok(round) => {
                self.record_followed_round(game, step, round, &mut rest)?;
                let is_silent = game.ending().is_some() && events.is_empty();
                Ok(Some(untold).filter(|_| is_silent))
            }
        }
    }

    /// After a round that could be followed.
    fn record_followed_round(
        &mut self,
        game: &mut FollowedGame,
        step: &AnswerStep<'_>,
        round: FollowedRound,
        rest: &mut MoveEvents<'_>,
    ) -> Result<(), TurnJudgingStop> {
        self.judge.record_round(game, step, round);
        if let Some(lost) = game.find_leftover_fault(step.answer, round, rest) {
            self.judge.record_unfollowed_round(game, step, lost)?;
        }
        Ok(())
    }

    /// A round after one of which nothing was told; whether that answer was refused, and the game went on as if it had not been
    /// given. If not, and its place is not known, a board is missing, and the next one that is drawn tells where it stands.
    fn resume_after_silence(
        &mut self,
        game: &mut FollowedGame,
        untold: SilentAnswer<'_>,
        step: &AnswerStep<'_>,
    ) -> Result<bool, TurnJudgingStop> {
        let SilentAnswer {
            step: earlier,
            before: mut resumed,
        } = untold;
        let events = list_events(&resumed, step);
        let mut rest = events.iter();
        if let Ok(round) = resumed.play_answer(step.answer, &mut rest)
            && round.accepted
            && round.drawn
        {
            self.judge
                .add_fault(&earlier, GameFault::Refused(earlier.answer));
            *game = resumed;
            self.record_followed_round(game, step, round, &mut rest)?;
            return Ok(true);
        }
        if !game.is_known() {
            self.judge.add_fault(&earlier, GameFault::NotRedrawn);
        }
        Ok(false)
    }

    fn judge_overall(&mut self, evidence: &MoveEvidence) -> Result<(), UnreadableGame> {
        let mut game = FollowedGame::new();
        let exchanged = with_marks_exchanged(&evidence.events);
        let mut events = evidence.events.iter();
        let mut last = None;
        for step in self.list_steps(std::iter::repeat(evidence)) {
            if game.ending().is_some() {
                break;
            }
            let was_swapped = game.is_swapped();
            match game.play_answer(step.answer, &mut events) {
                Ok(round) => {
                    self.judge.record_round(&game, &step, round);
                    if let Some(lost) = game.find_ignored_refusal(step.answer, round, &mut events) {
                        self.judge.record_unfollowed_round(&game, &step, lost)?;
                    }
                    last = Some((step, round));
                }
                Err(UnfollowedRound::Unknown) if evidence.is_empty && !step.is_last => {
                    return Err(UnreadableGame);
                }
                Err(lost) => {
                    self.judge.record_wrong_round(&lost, &evidence.events);
                    self.judge.record_unfollowed_round(&game, &step, lost)?;
                    last = None;
                    if !game.is_known() || (events.as_slice().is_empty() && !step.is_last) {
                        self.judge.tally.evidence.has_gap = true;
                        break;
                    }
                }
            }
            if game.is_swapped() && !was_swapped {
                let done = exchanged.len().saturating_sub(events.len());
                events = exchanged.get(done..).unwrap_or_default().iter();
            }
        }
        if let Some((step, round)) = &last
            && let Some(lost) = game.find_leftover_fault(step.answer, *round, &mut events)
        {
            self.judge.record_unfollowed_round(&game, step, lost)?;
        }
        if self.judge.tally.evidence.has_gap {
            let all = if game.is_swapped() {
                &exchanged
            } else {
                &evidence.events
            };
            game.resume_from_board(all);
            // What came before the last board is not known, but a game that it shows to be over is.
            if game.ending().is_none() {
                return Ok(());
            }
        }
        self.judge
            .check_end(&game, last.as_ref().map(|(step, _)| step), &evidence.words);
        Ok(())
    }

    fn list_steps<'e>(
        &self,
        stretches: impl Iterator<Item = &'e MoveEvidence>,
    ) -> Vec<AnswerStep<'e>> {
        let count = self
            .answers
            .len()
            .min(self.judge.seen.turns.len().saturating_sub(1));
        let answers = self.answers.iter().take(count).enumerate();
        let step = |((number, answer), evidence): ((usize, &i64), _)| AnswerStep {
            number,
            answer: *answer,
            evidence,
            is_last: number + 1 == count,
        };
        answers.zip(stretches).map(step).collect()
    }
}
