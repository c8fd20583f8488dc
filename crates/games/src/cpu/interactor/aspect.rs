//! The parts of the rules that are judged apart, so that one fault costs no more than its own points.

use super::fault::GameFault;

/// A part of the rules that a rubric can give points for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RuleAspect {
    /// The CPU takes one free square in each turn, and the human gets the one that was named.
    Moves,
    /// The board shows the game, and is drawn again before the human is asked.
    Board,
    /// The right end is announced, and not before it has come.
    Winner,
    /// The program stops when the game is over, and not before.
    End,
    /// The human is asked again after a wrong answer, and only then.
    Retry,
}

impl RuleAspect {
    pub(super) const ALL: [RuleAspect; 5] = [
        RuleAspect::Moves,
        RuleAspect::Board,
        RuleAspect::Winner,
        RuleAspect::End,
        RuleAspect::Retry,
    ];

    /// Their names in a rubric, in the same order.
    pub(super) const NAMES: [&'static str; 5] = ["moves", "board", "winner", "end", "asks-again"];

    pub(super) fn name(self) -> &'static str {
        RuleAspect::NAMES[self as usize]
    }

    /// What a game does not show that comes to no end, as the rest of a sentence.
    pub(super) fn describe_question(self) -> &'static str {
        match self {
            RuleAspect::Moves => "whether the CPU takes one free square in each turn",
            RuleAspect::Board => "whether the board is drawn after each move",
            RuleAspect::Winner => "whether the right winner is announced",
            RuleAspect::End => "whether your program stops when the game is over",
            RuleAspect::Retry => "whether the human is asked again after a wrong answer",
        }
    }
}

impl GameFault {
    /// The part of the rules that it is against.
    pub(super) fn aspect(&self) -> RuleAspect {
        match self {
            GameFault::ChoiceTaken { .. }
            | GameFault::ChoiceOffBoard(_)
            | GameFault::ChoiceElsewhere { .. }
            | GameFault::NoChoice { .. }
            | GameFault::MovesFirst
            | GameFault::SecondChoice(_)
            | GameFault::Ignored(_)
            | GameFault::Misplaced { .. }
            | GameFault::Hangs { .. } => RuleAspect::Moves,
            GameFault::MarksSwapped
            | GameFault::WrongBoard
            | GameFault::NotRedrawn
            | GameFault::WinNotDrawn => RuleAspect::Board,
            GameFault::EarlyAnnouncement(_)
            | GameFault::WrongAnnouncement { .. }
            | GameFault::NoAnnouncement(_) => RuleAspect::Winner,
            GameFault::MovesAfterEnd(_)
            | GameFault::MovesAtEndOfInput
            | GameFault::ContinuesAfterEnd(_)
            | GameFault::EndsEarly => RuleAspect::End,
            // Squares that were refused are counted as if they had not been.
            GameFault::CountsRefused { .. }
            | GameFault::CostsTurn(_)
            | GameFault::Overwritten(_)
            | GameFault::TakenElsewhere { .. }
            | GameFault::EndsInsteadOfRetry(_)
            | GameFault::CountsFromZero
            | GameFault::PromptsFromZero
            | GameFault::Refused(_) => RuleAspect::Retry,
        }
    }
}
