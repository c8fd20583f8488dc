//! `cpu`: tic-tac-toe against a CPU that plays at random ("Writing a CPU Random TicTacToe Game").
//!
//! The text publishes a whole program; this is what it prints, without its defects:
//!
//! - its index into the free squares runs past their end and never picks the first one; here every free
//!   square is equally likely;
//! - it records a taken square as a move; here a refused square changes nothing;
//! - it lets a number outside 1–9 pass as a turn, although its own heading says that such a number is a wrong
//!   turn; here it is one;
//! - it lets the CPU move after the player has won or filled the board; here the game is over.
//!
//! One oddity is kept because it is what the program shows: `Player: 5` is printed before the square is
//! looked at, so for a taken square as well.
//!
//! The CPU's choice comes from a [`SquareChooser`], so that a game can be random or replayed. A [`SimulatedPlayer`] is the human where
//! no script can be. Whoever referees another program keeps a [`CpuPosition`].

mod player;
mod position;

pub use player::{MovePolicy, SimulatedPlayer};
pub use position::{CpuEnding, CpuPosition, SeededChooser, SquareChooser};

use crate::board::Mark;
use crate::token::read_number;
use crate::{GameRules, GameTurn, OutputPiece, Prompt, ReferenceGame};

/// The game by its name.
pub const RULES: &GameRules = &GameRules::new(
    "cpu",
    "tic-tac-toe against a CPU that picks free squares at random",
    |options| Box::new(CpuGame::from_seed(options.seed.unwrap_or(0))),
)
.with_seed();

/// A game against the CPU.
#[derive(Debug, Clone)]
pub struct CpuGame<C = SeededChooser> {
    position: CpuPosition,
    chooser: C,
    over: bool,
}

impl CpuGame<SeededChooser> {
    /// A CPU whose choices follow from the seed, the same on every machine.
    pub fn from_seed(seed: u64) -> CpuGame<SeededChooser> {
        CpuGame::with_chooser(SeededChooser::new(seed))
    }
}

impl<C: SquareChooser> CpuGame<C> {
    /// A CPU that asks `chooser` for its squares.
    pub fn with_chooser(chooser: C) -> CpuGame<C> {
        CpuGame {
            position: CpuPosition::new(),
            chooser,
            over: false,
        }
    }

    /// Plays a whole game: these lines first, then what `player` answers. The turns are those of
    /// [`play_transcript`](crate::play_transcript).
    pub fn play_game(mut self, lines: &[String], mut player: SimulatedPlayer) -> Vec<GameTurn> {
        let mut turns = Vec::new();
        let mut pieces = self.start_game();
        let mut lines = lines.iter().cloned();
        while !self.over {
            let input = lines
                .next()
                .or_else(|| player.next_square(&self.position).map(|it| it.to_string()));
            let Some(line) = input else { break };
            let answered = self.feed_token(&line);
            let pieces = std::mem::replace(&mut pieces, answered);
            turns.push(GameTurn {
                pieces,
                input: Some(line),
            });
        }
        turns.push(GameTurn {
            pieces,
            input: None,
        });
        turns
    }

    /// One answer to the prompt.
    fn play_number(&mut self, number: i64) -> Vec<OutputPiece> {
        let mut pieces = Vec::new();
        if (1..=9).contains(&number) {
            pieces.push(OutputPiece::Message(format!("Player: {number}")));
        }
        if self.position.take_square(number, Mark::X) {
            self.finish_round(&mut pieces);
        } else {
            pieces.push(OutputPiece::Message(
                "Invalid Position, Please Try Again".to_owned(),
            ));
            pieces.push(move_prompt());
        }
        pieces
    }

    /// The rest of a round: the CPU's turn unless the game has ended, the board, and what follows it.
    fn finish_round(&mut self, pieces: &mut Vec<OutputPiece>) {
        if self.position.ending().is_none() {
            pieces.extend(self.move_cpu());
        }
        pieces.push(self.render_board());
        match self.position.ending() {
            None => pieces.push(move_prompt()),
            Some(ending) => {
                self.over = true;
                pieces.push(OutputPiece::Message("Game Over!".to_owned()));
                pieces.push(OutputPiece::Message(format!(
                    "Winner: {}",
                    winner_name(ending)
                )));
            }
        }
    }

    /// The CPU's turn. A chooser that names a square which is not free gets the first free one instead.
    fn move_cpu(&mut self) -> Option<OutputPiece> {
        let free = self.legal_inputs();
        let wanted = self.chooser.choose_square(&free);
        let square = if free.contains(&wanted) {
            wanted
        } else {
            *free.first()?
        };
        self.position.take_square(square, Mark::O);
        Some(OutputPiece::Choice {
            square,
            text: format!("CPU: {square}"),
        })
    }

    /// The board in five lines.
    fn render_board(&self) -> OutputPiece {
        let mut rows = Vec::new();
        for row in self.position.row_texts() {
            if !rows.is_empty() {
                rows.push("-+-+-".to_owned());
            }
            rows.push(row);
        }
        OutputPiece::Board(rows)
    }
}

/// How the text names the winner.
fn winner_name(ending: CpuEnding) -> &'static str {
    match ending {
        CpuEnding::Won(Mark::X) => "Player",
        CpuEnding::Won(Mark::O) => "CPU",
        CpuEnding::Draw => "Draw",
    }
}

fn move_prompt() -> OutputPiece {
    OutputPiece::Prompt(Prompt {
        text: "Please Enter a Position [1-9]: ".to_owned(),
        shows: vec!["1".to_owned(), "9".to_owned()],
    })
}

impl<C: SquareChooser> ReferenceGame for CpuGame<C> {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![
            OutputPiece::Message("Welcome to TicTacToe in C++".to_owned()),
            self.render_board(),
            move_prompt(),
        ]
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        read_number(token, &mut self.over)
            .map(|number| self.play_number(number))
            .unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal_inputs(&self) -> Vec<i64> {
        if self.over {
            Vec::new()
        } else {
            self.position.free_squares()
        }
    }
}
