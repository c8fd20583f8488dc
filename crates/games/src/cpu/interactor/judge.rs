//! What it means by the rules: the faults of a game that is followed, and what it shows.

use ::reference::Mark;
use ::reference::cpu::CpuEnding;

use super::account::{AspectTally, build_difference};
use super::endings::{announced_endings, can_win_now, classify_early_end};
use super::fault::{GameFault, RuleAspect};
use super::follow::FollowedGame;
use super::move_evidence::{MoveEvent, last_board};
use super::squares::SquareNumbering;
use super::step::{AnswerStep, FollowedRound, TwoBoards, UnfollowedRound};
use judging::compare::find_repeated_question;
use model::{Exit, Observation, RefereeWords, TranscriptDifference};

const UNREADABLE_BOARD: &str = "The board that the program draws was not recognised, so the CPU's choices were judged by \
    their announcements alone; look at what it printed.";
const LAST_BOARD_MISSING: &str = "The board after the last move was not drawn.";

/// No game is over before this many squares are taken.
const SHORTEST_GAME: usize = 5;

/// It is not known what happens in a game.
#[derive(Debug)]
pub(super) struct UnreadableGame;

/// Keeps account of one game.
pub(super) struct GameJudge<'a> {
    pub(super) words: &'a RefereeWords,
    pub(super) seen: &'a Observation,
    pub(super) tally: AspectTally,
    /// How the program numbers its squares: sentences use its numbers.
    pub(super) numbering: SquareNumbering,
    /// Whether the last answers were refused.
    is_refusing: bool,
    /// Whether this round's answer was taken after others had been refused.
    is_retry: bool,
    /// Whether a round without a refused answer was right.
    has_played: bool,
    /// The first board that does not show what was played by numbers.
    pub(super) drawn_elsewhere: Option<(GameFault, TranscriptDifference)>,
}

impl<'a> GameJudge<'a> {
    pub(super) fn new(words: &'a RefereeWords, seen: &'a Observation) -> GameJudge<'a> {
        let numbering = SquareNumbering::default();
        GameJudge {
            words,
            seen,
            tally: AspectTally::default(),
            numbering,
            is_refusing: false,
            is_retry: false,
            has_played: false,
            drawn_elsewhere: None,
        }
    }

    /// What a round shows that could be followed. The board must be drawn before the human is asked again, and may be drawn
    /// at the end.
    pub(super) fn record_round(
        &mut self,
        game: &FollowedGame,
        step: &AnswerStep<'_>,
        round: FollowedRound,
    ) {
        self.is_retry = round.accepted && self.is_refusing;
        self.tally.evidence.retry |= self.is_retry;
        self.is_refusing = !round.accepted;
        self.has_played |= round.accepted && !self.is_retry;
        if round.drawn {
            self.tally.evidence.board |= round.accepted;
        } else if step.may_have_board() {
            self.tally.evidence.board = true;
            self.tally.add_remark(UNREADABLE_BOARD);
        } else if game.ending().is_some() {
            self.tally.add_remark(LAST_BOARD_MISSING);
        } else if !step.is_last {
            self.add_fault(step, GameFault::NotRedrawn);
        }
    }

    /// What a round shows all the same that was against the rules.
    pub(super) fn record_wrong_round(&mut self, lost: &UnfollowedRound, events: &[MoveEvent]) {
        let shown = &mut self.tally.evidence;
        shown.board |= last_board(events).is_some();
        let was_taken = !matches!(
            lost,
            UnfollowedRound::Unknown | UnfollowedRound::Fault(GameFault::Refused(_), _)
        );
        self.is_retry = was_taken && self.is_refusing;
        shown.retry |= self.is_retry;
        self.is_refusing &= !was_taken;
    }

    /// No end is announced while the game goes on.
    pub(super) fn check_silence(&mut self, game: &FollowedGame, step: &AnswerStep<'_>) {
        if let Some(told) = announced_endings(self.words, &step.evidence.words).first() {
            self.report_early_end(game, Some(step), *told);
        }
    }

    /// An end is announced that has not come.
    fn report_early_end(
        &mut self,
        game: &FollowedGame,
        step: Option<&AnswerStep<'_>>,
        told: CpuEnding,
    ) {
        if !self.has_wrong_moves() {
            self.add_fault_after(step, classify_early_end(game, told));
        }
    }

    /// Whether the program may have other squares in its lists than on its board, because its moves were wrong. What it
    /// announces is then no second fault; if it fits the board it is right.
    fn has_wrong_moves(&self) -> bool {
        self.tally.has_fault(RuleAspect::Moves)
    }

    /// The game has come to its end, and that end alone is announced.
    pub(super) fn check_end(
        &mut self,
        game: &FollowedGame,
        step: Option<&AnswerStep<'_>>,
        words: &str,
    ) {
        if !game.is_known() {
            return;
        }
        let told = announced_endings(self.words, words);
        let Some(truth) = game.ending() else {
            return self.check_early_end(game, step, &told);
        };
        self.tally.evidence.is_over = game.has_two_players();
        self.tally.evidence.end = true;
        let asks_on = match told.as_slice() {
            [] => self.seen.saw_eof,
            _ => find_repeated_question(self.seen).is_some(),
        };
        match told.as_slice() {
            [only] if *only == truth => self.tally.evidence.winner = true,
            [] if asks_on => {}
            [] => self.report_missing_end(game, step, truth),
            _ if self.has_wrong_moves() => {}
            told => {
                let wrong = told
                    .iter()
                    .copied()
                    .find(|told| *told != truth)
                    .unwrap_or(truth);
                self.add_fault_after(
                    step,
                    GameFault::WrongAnnouncement {
                        announced: wrong,
                        truth,
                    },
                );
            }
        }
        if asks_on {
            self.add_fault_after(step, GameFault::ContinuesAfterEnd(truth));
            if told.is_empty() {
                self.add_fault_after(step, GameFault::NoAnnouncement(truth));
            }
        }
    }

    /// The program has ended, and its game has not.
    fn check_early_end(
        &mut self,
        game: &FollowedGame,
        step: Option<&AnswerStep<'_>>,
        told: &[CpuEnding],
    ) {
        let Some(first) = told.first() else {
            // Without a fault before, nobody stopped answering; and whoever is stopped does not leave.
            if self.tally.is_clean() || !(self.seen.saw_eof || self.was_stopped()) {
                let refused = step.filter(|_| self.is_refusing).map(|step| step.answer);
                self.add_fault_after(
                    step,
                    refused.map_or(GameFault::EndsEarly, GameFault::EndsInsteadOfRetry),
                );
            }
            return;
        };
        self.report_early_end(game, step, *first);
        let is_second = self.has_wrong_moves();
        let shown = &mut self.tally.evidence;
        match classify_early_end(game, *first) {
            // The move that nobody saw was the last one.
            GameFault::WinNotDrawn => {
                shown.is_over = true;
                shown.end = true;
                shown.winner = told.len() == 1;
            }
            GameFault::CountsRefused { .. } => {}
            _ => {
                shown.is_over = game.has_two_players() && game.move_count() >= SHORTEST_GAME;
                if !is_second {
                    self.add_fault_after(step, GameFault::EndsEarly);
                }
            }
        }
    }

    /// Whether the program refused the answer that would have ended the game: it prints something, no board and no end, and asks again.
    pub(super) fn refuses_last_answer(&self, step: &AnswerStep<'_>, opening: &str) -> bool {
        let words = &step.evidence.words;
        step.evidence.events.is_empty()
            && announced_endings(self.words, words).is_empty()
            && !opening.ends_with(words.as_str())
            && find_repeated_question(self.seen).is_some()
    }

    /// No end is announced. On a full board a program that crashes or hangs is in a turn that the CPU should not have had, besides.
    fn report_missing_end(
        &mut self,
        game: &FollowedGame,
        step: Option<&AnswerStep<'_>>,
        truth: CpuEnding,
    ) {
        let moves_on =
            game.position().free_squares().is_empty() && !matches!(self.seen.exit, Exit::Code(_));
        let fault = GameFault::NoAnnouncement(truth);
        if moves_on {
            let difference = self.build_difference(step, &fault, None);
            self.tally.add_fault(RuleAspect::End, difference);
        }
        self.add_fault_after(step, fault);
    }

    /// Notes what it means that a round could not be followed.
    pub(super) fn record_unfollowed_round(
        &mut self,
        game: &FollowedGame,
        step: &AnswerStep<'_>,
        lost: UnfollowedRound,
    ) -> Result<(), UnreadableGame> {
        let told = announced_endings(self.words, &step.evidence.words)
            .first()
            .copied();
        let is_idle = matches!(
            lost,
            UnfollowedRound::Unknown | UnfollowedRound::Fault(GameFault::NoChoice { .. }, _)
        );
        // The win that a program announces may be the move that it does not show.
        let may_have_won = told == Some(CpuEnding::Won(Mark::O)) && can_win_now(game.position());
        let fault = match lost {
            _ if is_idle && step.is_last && self.was_stopped() => GameFault::Hangs {
                free: game.position().free_squares(),
            },
            UnfollowedRound::Unknown if step.may_have_board() || (step.is_last && may_have_won) => {
                let is_first = self.tally.is_clean();
                return if is_first {
                    Err(UnreadableGame)
                } else {
                    Ok(())
                };
            }
            _ if is_idle && step.is_last => {
                match told {
                    Some(told) => self.report_early_end(game, Some(step), told),
                    None => self.add_fault(step, GameFault::EndsEarly),
                }
                return Ok(());
            }
            UnfollowedRound::Unknown => GameFault::NotRedrawn,
            UnfollowedRound::Fault(GameFault::SecondChoice(_), _)
                if step.is_last && self.prints_after_end_of_input() =>
            {
                GameFault::MovesAtEndOfInput
            }
            // A program that does not even say that the game is over has not noticed.
            UnfollowedRound::Fault(GameFault::MovesAfterEnd(ending), _) if told.is_none() => {
                GameFault::ContinuesAfterEnd(ending)
            }
            UnfollowedRound::Fault(fault, boards) => {
                self.record_fault(Some(step), &fault, boards);
                return Ok(());
            }
        };
        self.add_fault(step, fault);
        Ok(())
    }

    /// Whether the program was told of the end of its input, and printed more.
    fn prints_after_end_of_input(&self) -> bool {
        let printed = self.seen.turns.last().map_or(0, |last| last.output.len());
        let before = self.seen.before_end.as_ref();
        self.seen.saw_eof && before.is_none_or(|before| before.len() < printed)
    }

    /// Whether the program had to be stopped, and not because its input was at an end.
    fn was_stopped(&self) -> bool {
        matches!(self.seen.exit, Exit::Stopped(_)) && !self.seen.saw_eof
    }

    pub(super) fn add_fault(&mut self, step: &AnswerStep<'_>, fault: GameFault) {
        self.add_fault_after(Some(step), fault);
    }

    /// A fault after a step, or before the first.
    pub(super) fn add_fault_after(&mut self, step: Option<&AnswerStep<'_>>, fault: GameFault) {
        self.record_fault(step, &fault, None);
    }

    fn record_fault(
        &mut self,
        step: Option<&AnswerStep<'_>>,
        fault: &GameFault,
        boards: Option<TwoBoards>,
    ) {
        let difference = self.build_difference(step, fault, boards);
        if fault.is_drawn_elsewhere() && self.drawn_elsewhere.is_none() {
            self.drawn_elsewhere = Some((fault.clone(), difference.clone()));
        }
        // A CPU whose turns go wrong only after a refused answer does not ask again as it should.
        let is_turn = matches!(
            fault,
            GameFault::NoChoice { .. } | GameFault::SecondChoice(_)
        );
        if is_turn && self.is_retry && self.has_played && !self.has_wrong_moves() {
            self.tally.add_fault(RuleAspect::Retry, difference.clone());
        }
        self.tally.add_fault(fault.aspect(), difference);
    }

    /// A fault in words, with the numbers that the program has for its squares.
    fn build_difference(
        &self,
        step: Option<&AnswerStep<'_>>,
        fault: &GameFault,
        boards: Option<TwoBoards>,
    ) -> TranscriptDifference {
        let number = |square| self.numbering.to_number(square);
        let after = step.map(|step| (step.number, number(step.answer)));
        build_difference(after, &fault.renumber_squares(number), boards)
    }
}
