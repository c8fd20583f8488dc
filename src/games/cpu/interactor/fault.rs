//! What a program can do against the rules, each with a name that a student understands.

use ::reference::Mark;
use ::reference::cpu::{Ending, Position};

/// What is against the rules of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The CPU took a square that somebody has.
    ChoiceTaken {
        square: i64,
        by: Mark,
        /// It is what the published program finds past the end of its list.
        past_the_end: bool,
    },
    /// The CPU chose a square that does not exist.
    ChoiceOffBoard(i64),
    /// The CPU's choice was announced as one square and drawn on another.
    ChoiceElsewhere { announced: i64, drawn: i64 },
    /// The CPU did not take a square.
    NoChoice { free: Vec<i64> },
    /// The CPU took a square before the human was asked.
    MovesFirst,
    /// The CPU took a second square in one turn.
    SecondChoice(Option<i64>),
    /// The CPU took squares although the human did not answer any more.
    MovesAtEndOfInput,
    /// The CPU went on after the game had ended.
    MovesAfterEnd(Ending),
    /// A wrong answer was taken as a turn.
    TurnLost(i64),
    /// A taken square was taken over by the human.
    Overwritten(i64),
    /// A wrong answer was taken as another square.
    TakenElsewhere { answer: i64, drawn: i64 },
    /// The program ended instead of asking again.
    Leaves(i64),
    /// A free square was refused.
    Refused(i64),
    /// The human's square was not taken, and the CPU moved.
    Ignored(i64),
    /// The human's mark was put on another square.
    Misplaced { answer: i64, drawn: i64 },
    /// The marks are exchanged.
    MarksSwapped,
    /// A board shows something else.
    WrongBoard,
    /// The CPU's choice is not drawn before the human is asked again.
    NotRedrawn,
    /// The game goes on after its end.
    GoesOn(Ending),
    /// The program ended in the middle of the game.
    EndsEarly,
    /// The program came to no end while the CPU had to choose.
    Hangs { free: Vec<i64> },
    /// The game was called a draw, or won, because refused answers were counted as moves.
    CountsRefused { told: Ending },
    /// The end of the game was announced in its middle.
    ToldEarly(Ending),
    /// The CPU's win was announced, and a move that wins was possible, but none was shown.
    WinNotShown,
    /// Another end was announced.
    ToldWrong { told: Ending, truth: Ending },
    /// No end was announced.
    NotTold(Ending),
    /// The squares are numbered from 0.
    CountsFromZero,
    /// The prompt numbers the squares from 0, the program numbers them from 1.
    AsksFromZero,
}

impl Fault {
    /// One sentence; `after` is when it happened, such as "After the 3rd input, `5`," or empty.
    pub(super) fn sentence(&self, after: &str) -> String {
        let sentence = self.what();
        if after.is_empty() {
            return sentence;
        }
        let mut letters = sentence.chars();
        let first = letters.next().unwrap_or_default();
        // "The CPU" goes on in small letters; a name would not.
        format!("{after} {}{}", first.to_lowercase(), letters.as_str())
    }

    fn what(&self) -> String {
        match self {
            Fault::ChoiceTaken { square, by, past_the_end } => {
                let hint = if *past_the_end { PAST_THE_END } else { "" };
                format!("The CPU chose square {square}, which {} already has{hint}.", who(*by))
            }
            Fault::ChoiceOffBoard(square) => {
                format!("The CPU chose {square}, which is not the number of a square.")
            }
            Fault::ChoiceElsewhere { announced, drawn } => format!(
                "Your program announced that the CPU takes square {announced}, but its board shows an O on square {drawn}."
            ),
            Fault::NoChoice { free } => {
                format!("Neither the board nor a message shows a move of the CPU, although {} free.", list(free))
            }
            Fault::MovesFirst => {
                "The CPU had taken a square before the human was asked: the human begins.".to_owned()
            }
            Fault::SecondChoice(Some(square)) => {
                format!("The CPU moved twice in one turn; its second square was {square}.")
            }
            Fault::SecondChoice(None) => "The CPU moved twice in one turn.".to_owned(),
            Fault::MovesAtEndOfInput => {
                "The CPU went on moving alone when the input had ended: check whether `cin >> pos` succeeded.".to_owned()
            }
            Fault::MovesAfterEnd(ending) => {
                format!("The CPU still moved although {}: look for a winner after every single move.", state(*ending))
            }
            Fault::TurnLost(answer) => format!(
                "The position {answer} could not be taken, and the CPU moved all the same: the human must be asked again \
                 and not lose the turn."
            ),
            Fault::Overwritten(square) => {
                format!("Square {square} was taken already, and your program put an X over the O.")
            }
            Fault::TakenElsewhere { answer, drawn } => format!(
                "The position {answer} could not be taken, and your program put an X on square {drawn} all the same."
            ),
            Fault::Leaves(answer) => format!(
                "Your program ended although the human should have been asked again: the position {answer} could not be \
                 taken."
            ),
            Fault::Refused(square) | Fault::Ignored(square) => {
                format!("Square {square} was free, but your program did not put an X on it.")
            }
            Fault::Misplaced { answer, drawn } => {
                format!("The human chose square {answer}, but your program put the X on square {drawn}.")
            }
            Fault::MarksSwapped => {
                "The board shows X and O exchanged: the human plays X, the CPU plays O.".to_owned()
            }
            Fault::WrongBoard => "The board does not show the game as it stands.".to_owned(),
            Fault::NotRedrawn => {
                "The board was not drawn again with the CPU's move before the human was asked.".to_owned()
            }
            Fault::GoesOn(ending) => {
                format!("The game was over ({}), but your program went on.", state(*ending))
            }
            Fault::EndsEarly => {
                "Your program ended although squares were free and nobody had three in a row.".to_owned()
            }
            Fault::Hangs { free } => format!(
                "Your program did not come back when the CPU had to choose; {} free.",
                list(free)
            ),
            Fault::CountsRefused { told } => format!(
                "Your program announced {} too early: it seems to count squares that it had refused as moves. Record a \
                 move only after the square was found free.",
                noun(*told)
            ),
            Fault::ToldEarly(ending) => {
                format!("Your program announced {} before the game was over.", noun(*ending))
            }
            Fault::WinNotShown => "Your program announced that the CPU has won, but neither the board nor a message shows \
                the move that won: draw the board once more before the end."
                .to_owned(),
            Fault::ToldWrong { told, truth } => {
                format!("Your program announced {}, but {}.", noun(*told), state(*truth))
            }
            Fault::NotTold(ending) => {
                format!("Your program did not announce how the game ended: {}.", state(*ending))
            }
            Fault::CountsFromZero => "Your program numbers the squares from 0 to 8. The assignment numbers them from 1 to 9."
                .to_owned(),
            Fault::AsksFromZero => "Your program asks for a square from 0 to 8 and numbers the squares from 1 to 9, as the assignment does."
                .to_owned(),
        }
    }

    /// The same with other numbers for the squares.
    pub(super) fn renumbered(&self, number: impl Fn(i64) -> i64) -> Fault {
        let mut fault = self.clone();
        match &mut fault {
            Fault::ChoiceTaken { square, .. } => *square = number(*square),
            Fault::ChoiceElsewhere { announced, drawn } => {
                (*announced, *drawn) = (number(*announced), number(*drawn));
            }
            Fault::TakenElsewhere { answer, drawn } | Fault::Misplaced { answer, drawn } => {
                (*answer, *drawn) = (number(*answer), number(*drawn));
            }
            Fault::NoChoice { free } | Fault::Hangs { free } => {
                free.iter_mut().for_each(|square| *square = number(*square));
            }
            Fault::SecondChoice(Some(square))
            | Fault::ChoiceOffBoard(square)
            | Fault::TurnLost(square)
            | Fault::Overwritten(square)
            | Fault::Leaves(square)
            | Fault::Refused(square)
            | Fault::Ignored(square) => *square = number(*square),
            _ => {}
        }
        fault
    }

    /// Whether a drawing of the right board helps to understand it.
    pub(super) fn shows_board(&self) -> bool {
        use Fault::{
            ChoiceTaken, Ignored, MarksSwapped, Misplaced, NotRedrawn, Overwritten, Refused,
            TakenElsewhere, TurnLost, WrongBoard,
        };
        matches!(
            self,
            ChoiceTaken { .. }
                | MarksSwapped
                | NotRedrawn
                | Overwritten(_)
                | Refused(_)
                | Ignored(_)
                | Misplaced { .. }
                | TakenElsewhere { .. }
                | TurnLost(_)
                | WrongBoard
        )
    }
}

const PAST_THE_END: &str = ". That is what stands just past the end of the list of free squares: `1 + rand() % size` \
    goes from 1 to `size`, but the list's places go from 0 to `size - 1`";

fn who(mark: Mark) -> &'static str {
    match mark {
        Mark::X => "the human",
        Mark::O => "the CPU itself",
    }
}

/// How it stands: "the human has three in a row".
fn state(ending: Ending) -> &'static str {
    match ending {
        Ending::Won(Mark::X) => "the human has three in a row",
        Ending::Won(Mark::O) => "the CPU has three in a row",
        Ending::Draw => "all squares are taken and nobody has three in a row",
    }
}

/// What is announced: "a draw".
fn noun(ending: Ending) -> &'static str {
    match ending {
        Ending::Won(Mark::X) => "that the human has won",
        Ending::Won(Mark::O) => "that the CPU has won",
        Ending::Draw => "a draw",
    }
}

/// "square 7 was", "the squares 3 and 7 were".
fn list(squares: &[i64]) -> String {
    match squares {
        [] => "none was".to_owned(),
        [only] => format!("square {only} was"),
        [before @ .., last] => {
            let before: Vec<String> = before.iter().map(i64::to_string).collect();
            format!("the squares {} and {last} were", before.join(", "))
        }
    }
}

/// Whether what was announced would be right if the human's refused squares were moves, as in the published program.
pub(super) fn counted(position: &Position, refused: &[i64], told: Ending) -> bool {
    match told {
        Ending::Draw => !refused.is_empty() && position.free().len() <= refused.len(),
        Ending::Won(Mark::O) => false,
        Ending::Won(Mark::X) => {
            let own = (1..=9).filter(|square| position.mark(*square) == Some(Mark::X));
            let claimed =
                own.chain(refused.iter().copied()).fold(Position::new(), |mut all, it| {
                    all.take(it, Mark::X);
                    all
                });
            claimed.ending() == Some(told)
        }
    }
}
