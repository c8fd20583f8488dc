//! The parts of the rules that are judged apart, so that one fault costs no more than its own points.

use super::fault::Fault;

/// A part of the rules that a rubric can give points for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aspect {
    /// The CPU takes one free square in each turn, and the human gets the one that was named.
    Moves,
    /// The board shows the game, and is drawn again before the human is asked.
    Board,
    /// The right end is announced, and not before it has come.
    Winner,
    /// The program stops when the game is over, and not before.
    End,
    /// The human is asked again after a wrong answer, and only then.
    AsksAgain,
}

impl Aspect {
    pub(super) const ALL: [Aspect; 5] =
        [Aspect::Moves, Aspect::Board, Aspect::Winner, Aspect::End, Aspect::AsksAgain];

    /// Their names in a rubric, in the same order.
    pub(super) const NAMES: [&'static str; 5] = ["moves", "board", "winner", "end", "asks-again"];

    pub(super) fn name(self) -> &'static str {
        Aspect::NAMES[self as usize]
    }

    /// What a game does not show that comes to no end, as the rest of a sentence.
    pub(super) fn question(self) -> &'static str {
        match self {
            Aspect::Moves => "whether the CPU takes one free square in each turn",
            Aspect::Board => "whether the board is drawn after each move",
            Aspect::Winner => "whether the right winner is announced",
            Aspect::End => "whether your program stops when the game is over",
            Aspect::AsksAgain => "whether the human is asked again after a wrong answer",
        }
    }
}

impl Fault {
    /// The part of the rules that it is against.
    pub(super) fn aspect(&self) -> Aspect {
        match self {
            Fault::ChoiceTaken { .. }
            | Fault::ChoiceOffBoard(_)
            | Fault::ChoiceElsewhere { .. }
            | Fault::NoChoice { .. }
            | Fault::MovesFirst
            | Fault::SecondChoice(_)
            | Fault::Ignored(_)
            | Fault::Misplaced { .. }
            | Fault::Hangs { .. } => Aspect::Moves,
            Fault::MarksSwapped | Fault::WrongBoard | Fault::NotRedrawn | Fault::WinNotShown => {
                Aspect::Board
            }
            Fault::ToldEarly(_) | Fault::ToldWrong { .. } | Fault::NotTold(_) => Aspect::Winner,
            Fault::MovesAfterEnd(_)
            | Fault::MovesAtEndOfInput
            | Fault::GoesOn(_)
            | Fault::EndsEarly => Aspect::End,
            // Squares that were refused are counted as if they had not been.
            Fault::CountsRefused { .. }
            | Fault::TurnLost(_)
            | Fault::Overwritten(_)
            | Fault::TakenElsewhere { .. }
            | Fault::Leaves(_)
            | Fault::CountsFromZero
            | Fault::AsksFromZero
            | Fault::Refused(_) => Aspect::AsksAgain,
        }
    }
}
