//! What a program can do against the rules, each with a name that a student understands; and the parts of the rules that are judged apart,
//! so that one fault costs no more than its own points.

use ::reference::Mark;
use ::reference::cpu::CpuEnding;
use GameFault::{
    ChoiceTaken, CostsTurn, Ignored, MarksSwapped, Misplaced, NotRedrawn, Overwritten, Refused,
    TakenElsewhere, WrongBoard,
};
use model::join_with_and;

/// What is against the rules of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GameFault {
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
    MovesAfterEnd(CpuEnding),
    /// A wrong answer was taken as a turn.
    CostsTurn(i64),
    /// A taken square was taken over by the human.
    Overwritten(i64),
    /// A wrong answer was taken as another square.
    TakenElsewhere { answer: i64, drawn: i64 },
    /// The program ended instead of asking again.
    EndsInsteadOfRetry(i64),
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
    ContinuesAfterEnd(CpuEnding),
    /// The program ended in the middle of the game.
    EndsEarly,
    /// The program came to no end while the CPU had to choose.
    Hangs { free: Vec<i64> },
    /// The game was called a draw, or won, because refused answers were counted as moves.
    CountsRefused { announced: CpuEnding },
    /// The end of the game was announced in its middle.
    EarlyAnnouncement(CpuEnding),
    /// The CPU's win was announced, and a move that wins was possible, but none was shown.
    WinNotDrawn,
    /// Another end was announced.
    WrongAnnouncement {
        announced: CpuEnding,
        truth: CpuEnding,
    },
    /// No end was announced.
    NoAnnouncement(CpuEnding),
    /// The squares are numbered from 0.
    CountsFromZero,
    /// The prompt numbers the squares from 0, the program numbers them from 1.
    PromptsFromZero,
    /// The program asks for a row and a column, or for a name such as `A1`.
    NotByNumber,
}

impl GameFault {
    /// One sentence; `after` is when it happened, such as "After the 3rd input, `5`," or empty.
    pub(super) fn to_sentence(&self, after: &str) -> String {
        let sentence = self.describe_fault();
        if after.is_empty() {
            return sentence;
        }
        let mut letters = sentence.chars();
        let first = letters.next().unwrap_or_default();
        // "The CPU" goes on in small letters; a name would not.
        format!("{after} {}{}", first.to_lowercase(), letters.as_str())
    }

    fn describe_fault(&self) -> String {
        match self {
            GameFault::ChoiceTaken { square, by, past_the_end } => {
                let hint = if *past_the_end { PAST_THE_END } else { "" };
                format!("The CPU chose square {square}, which {} already has{hint}.", describe_player(*by))
            }
            GameFault::ChoiceOffBoard(square) => {
                format!("The CPU chose {square}, which is not the number of a square.")
            }
            GameFault::ChoiceElsewhere { announced, drawn } => format!(
                "Your program announced that the CPU takes square {announced}, but its board shows an O on square {drawn}."
            ),
            GameFault::NoChoice { free } => {
                format!("Neither the board nor a message shows a move of the CPU, although {} free.", list_squares(free))
            }
            GameFault::MovesFirst => {
                "The CPU had taken a square before the human was asked: the human begins.".to_owned()
            }
            GameFault::SecondChoice(Some(square)) => {
                format!("The CPU moved twice in one turn; its second square was {square}.")
            }
            GameFault::SecondChoice(None) => "The CPU moved twice in one turn.".to_owned(),
            GameFault::MovesAtEndOfInput => {
                "The CPU went on moving alone when the input had ended: check whether `cin >> pos` succeeded.".to_owned()
            }
            GameFault::MovesAfterEnd(ending) => {
                format!("The CPU still moved although {}: look for a winner after every single move.", describe_ending(*ending))
            }
            GameFault::CostsTurn(answer) => format!(
                "The position {answer} could not be taken, and the CPU moved all the same: the human must be asked again \
                 and not lose the turn."
            ),
            GameFault::Overwritten(square) => {
                format!("Square {square} was taken already, and your program put an X over the O.")
            }
            GameFault::TakenElsewhere { answer, drawn } => format!(
                "The position {answer} could not be taken, and your program put an X on square {drawn} all the same."
            ),
            GameFault::EndsInsteadOfRetry(answer) => format!(
                "Your program ended although the human should have been asked again: the position {answer} could not be \
                 taken."
            ),
            GameFault::Refused(square) | GameFault::Ignored(square) => {
                format!("Square {square} was free, but your program did not put an X on it.")
            }
            GameFault::Misplaced { answer, drawn } => {
                format!("The human chose square {answer}, but your program put the X on square {drawn}.")
            }
            GameFault::MarksSwapped => {
                "The board shows X and O exchanged: the human plays X, the CPU plays O.".to_owned()
            }
            GameFault::WrongBoard => "The board does not show the game as it stands.".to_owned(),
            GameFault::NotRedrawn => {
                "The board was not drawn again with the CPU's move before the human was asked.".to_owned()
            }
            GameFault::ContinuesAfterEnd(ending) => {
                format!("The game was over ({}), but your program went on.", describe_ending(*ending))
            }
            GameFault::EndsEarly => {
                "Your program ended although squares were free and nobody had three in a row.".to_owned()
            }
            GameFault::Hangs { free } => format!(
                "Your program did not come back when the CPU had to choose; {} free.",
                list_squares(free)
            ),
            GameFault::CountsRefused { announced: told } => format!(
                "Your program announced {} too early. That would be right if the squares that it refused were moves: record a \
                 move only after the square was found free.",
                name_ending(*told)
            ),
            GameFault::EarlyAnnouncement(ending) => {
                format!("Your program announced {} before the game was over.", name_ending(*ending))
            }
            GameFault::WinNotDrawn => "Your program announced that the CPU has won, but neither the board nor a message shows \
                the move that won: draw the board once more before the end."
                .to_owned(),
            GameFault::WrongAnnouncement { announced: told, truth } => {
                format!("Your program announced {}, but {}.", name_ending(*told), describe_ending(*truth))
            }
            GameFault::NoAnnouncement(ending) => {
                format!("Your program did not announce how the game ended: {}.", describe_ending(*ending))
            }
            GameFault::CountsFromZero => "Your program numbers the squares from 0 to 8. The assignment numbers them from 1 to 9."
                .to_owned(),
            GameFault::NotByNumber => "Your program asks for a row and a column, or for a square's name. The assignment asks for one \
                number from 1 to 9, so the game could not be played."
                .to_owned(),
            GameFault::PromptsFromZero => "Your program asks for a square from 0 to 8 and numbers the squares from 1 to 9, as the assignment does."
                .to_owned(),
        }
    }

    /// The same with other numbers for the squares.
    pub(super) fn renumber_squares(&self, number: impl Fn(i64) -> i64) -> GameFault {
        let mut fault = self.clone();
        match &mut fault {
            GameFault::ChoiceTaken { square, .. } => *square = number(*square),
            GameFault::ChoiceElsewhere { announced, drawn } => {
                (*announced, *drawn) = (number(*announced), number(*drawn));
            }
            GameFault::TakenElsewhere { answer, drawn }
            | GameFault::Misplaced { answer, drawn } => {
                (*answer, *drawn) = (number(*answer), number(*drawn));
            }
            GameFault::NoChoice { free } | GameFault::Hangs { free } => {
                free.iter_mut().for_each(|square| *square = number(*square));
            }
            GameFault::SecondChoice(Some(square))
            | GameFault::ChoiceOffBoard(square)
            | GameFault::CostsTurn(square)
            | GameFault::Overwritten(square)
            | GameFault::EndsInsteadOfRetry(square)
            | GameFault::Refused(square)
            | GameFault::Ignored(square) => *square = number(*square),
            _ => {}
        }
        fault
    }

    /// Whether the board that was drawn is not the one of the game that is played by numbers.
    pub(super) fn is_drawn_elsewhere(&self) -> bool {
        matches!(
            self,
            GameFault::ChoiceElsewhere { .. } | Misplaced { .. } | Ignored(_) | WrongBoard
        )
    }

    /// Whether a drawing of the right board helps to understand it.
    pub(super) fn shows_board(&self) -> bool {
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
                | CostsTurn(_)
                | WrongBoard
        )
    }
}

const PAST_THE_END: &str = ". In a list of the free squares, it would stand just past the end: `1 + rand() % size` \
    goes from 1 to `size`, but a list's places go from 0 to `size - 1`";

fn describe_player(mark: Mark) -> &'static str {
    match mark {
        Mark::X => "the human",
        Mark::O => "the CPU itself",
    }
}

/// How it stands: "the human has three in a row".
fn describe_ending(ending: CpuEnding) -> &'static str {
    match ending {
        CpuEnding::Won(Mark::X) => "the human has three in a row",
        CpuEnding::Won(Mark::O) => "the CPU has three in a row",
        CpuEnding::Draw => "all squares are taken and nobody has three in a row",
    }
}

/// What is announced: "a draw".
fn name_ending(ending: CpuEnding) -> &'static str {
    match ending {
        CpuEnding::Won(Mark::X) => "that the human has won",
        CpuEnding::Won(Mark::O) => "that the CPU has won",
        CpuEnding::Draw => "a draw",
    }
}

/// "square 7 was", "the squares 3 and 7 were".
fn list_squares(squares: &[i64]) -> String {
    match squares {
        [] => "none was".to_owned(),
        [only] => format!("square {only} was"),
        squares => {
            let squares: Vec<String> = squares.iter().map(i64::to_string).collect();
            format!("the squares {} were", join_with_and(&squares))
        }
    }
}

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
            | GameFault::NoChoice { .. }
            | GameFault::MovesFirst
            | GameFault::SecondChoice(_)
            | GameFault::Ignored(_)
            | GameFault::Misplaced { .. }
            | GameFault::Hangs { .. } => RuleAspect::Moves,
            GameFault::ChoiceElsewhere { .. }
            | GameFault::MarksSwapped
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
            | GameFault::NotByNumber
            | GameFault::Refused(_) => RuleAspect::Retry,
        }
    }
}
