//! `counters`: tic-tac-toe that counts instead of looking (COL216, assignment 2).
//!
//! Eight counters stand for the eight lines: 0 to 2 for the columns, 3 to 5 for the rows, 6 and 7 for the
//! diagonals. A move by player 1 decreases the counters of its square's lines, one by player 2 increases them;
//! a counter at -3 or +3 is a full line, and the game ends at once. Nothing ever searches the board.
//!
//! The text describes the arrays and the rules but no output. Ours shows, after every move, the `marker`
//! array as the text draws it, three to a row: -1 for player 1, 1 for player 2, 0 for a free square.

use crate::token::read_number;
use crate::{GameRules, OutputPiece, Prompt, ReferenceGame};

/// The game by its name.
pub const RULES: &GameRules = &GameRules::new(
    "counters",
    "tic-tac-toe whose eight lines are counters",
    |options| Box::new(CountersGame::with_base(options.base.unwrap_or(0))),
)
.with_bases([0, 1]);

/// A game of tic-tac-toe with counters.
#[derive(Debug, Clone, Default)]
pub struct CountersGame {
    counter: [i8; 8],
    marker: [i8; 9],
    moves: usize,
    over: bool,
    /// The number of the first square.
    base: i64,
}

impl CountersGame {
    /// All markers and counters at zero.
    pub fn new() -> CountersGame {
        CountersGame::default()
    }

    /// The same with this number for the first square.
    pub fn with_base(base: u8) -> CountersGame {
        CountersGame {
            base: i64::from(base),
            ..CountersGame::default()
        }
    }

    /// The text's counters, in its order: three columns, three rows, two diagonals.
    pub fn line_counters(&self) -> [i8; 8] {
        self.counter
    }

    /// Odd moves are player 1's, even moves player 2's, "by modulo 2" as the text has it.
    fn current_player(&self) -> i8 {
        if self.moves.is_multiple_of(2) { 1 } else { 2 }
    }

    /// One answer to the prompt: a move, or a complaint and the prompt again.
    fn play_number(&mut self, number: i64) -> Vec<OutputPiece> {
        let square = usize::try_from(number.saturating_sub(self.base)).ok();
        match square.filter(|square| *square < self.marker.len()) {
            None => {
                let (first, last) = self.square_range();
                self.reject_move(format!(
                    "That is no square! Choose a number from {first} to {last}."
                ))
            }
            Some(square) if self.marker[square] != 0 => self.reject_move(format!(
                "Square {number} is already marked! Choose another."
            )),
            Some(square) => self.mark_square(square),
        }
    }

    fn reject_move(&self, complaint: String) -> Vec<OutputPiece> {
        vec![OutputPiece::Message(complaint), self.move_prompt()]
    }

    /// A valid move: the board, then the result or the other player's prompt.
    fn mark_square(&mut self, square: usize) -> Vec<OutputPiece> {
        let player = self.current_player();
        self.update_counters(square, if player == 1 { -1 } else { 1 });
        self.moves += 1;
        let result = self.result_message(player);
        self.over = result.is_some();
        let next = result.map_or_else(|| self.move_prompt(), OutputPiece::Message);
        vec![self.render_board(), next]
    }

    /// Marks the square and moves the counters of the lines it lies on.
    fn update_counters(&mut self, square: usize, step: i8) {
        let column = square % 3;
        let row = square / 3;
        self.marker[square] = step;
        self.counter[column] += step;
        self.counter[row + 3] += step;
        if column == row {
            self.counter[6] += step;
        }
        if column + row == 2 {
            self.counter[7] += step;
        }
    }

    /// How the player's move ended the game, if it did.
    fn result_message(&self, player: i8) -> Option<String> {
        if self.counter.iter().any(|count| count.abs() == 3) {
            Some(format!("Player {player} wins!"))
        } else {
            (self.moves == self.marker.len()).then(|| "match is drawn".to_owned())
        }
    }

    /// The numbers of the first square and the last.
    fn square_range(&self) -> (i64, i64) {
        (self.base, self.base + 8)
    }

    fn move_prompt(&self) -> OutputPiece {
        let player = self.current_player().to_string();
        let (first, last) = self.square_range();
        let text = format!("Player {player}, enter a square [{first}-{last}]: ");
        OutputPiece::Prompt(Prompt {
            text,
            shows: vec![player],
        })
    }

    fn render_board(&self) -> OutputPiece {
        let row = |[a, b, c]: &[i8; 3]| format!("{a:2} {b:2} {c:2}");
        OutputPiece::Board(self.marker.as_chunks().0.iter().map(row).collect())
    }
}

impl ReferenceGame for CountersGame {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![self.move_prompt()]
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
        let free = (self.base..)
            .zip(self.marker)
            .filter(|(_, mark)| *mark == 0)
            .map(|(square, _)| square);
        if self.over {
            Vec::new()
        } else {
            free.collect()
        }
    }
}
