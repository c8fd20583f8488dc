//! `counters`: tic-tac-toe that counts instead of looking (COL216, assignment 2).
//!
//! Eight counters stand for the eight lines: 0 to 2 for the columns, 3 to 5 for the rows, 6 and 7 for the
//! diagonals. A move by player 1 decreases the counters of its square's lines, one by player 2 increases them;
//! a counter at -3 or +3 is a full line, and the game ends at once. Nothing ever searches the board.
//!
//! The text describes the arrays and the rules but no output. Ours shows, after every move, the `marker`
//! array as the text draws it, three to a row: -1 for player 1, 1 for player 2, 0 for a free square.

use crate::token::read;
use crate::{Game, Piece, Prompt, Rules};

/// The game by its name.
pub const RULES: &Rules =
    &Rules::new("counters", "tic-tac-toe whose eight lines are counters", |options| {
        Box::new(Counters::counting_from(options.base.unwrap_or(0)))
    })
    .with_bases([0, 1]);

/// A game of tic-tac-toe with counters.
#[derive(Debug, Clone, Default)]
pub struct Counters {
    counter: [i8; 8],
    marker: [i8; 9],
    moves: usize,
    over: bool,
    /// The number of the first square.
    base: i64,
}

impl Counters {
    /// All markers and counters at zero.
    pub fn new() -> Counters {
        Counters::default()
    }

    /// The same with this number for the first square.
    pub fn counting_from(base: u8) -> Counters {
        Counters { base: i64::from(base), ..Counters::default() }
    }

    /// The text's counters, in its order: three columns, three rows, two diagonals.
    pub fn counter(&self) -> [i8; 8] {
        self.counter
    }

    /// Odd moves are player 1's, even moves player 2's, "by modulo 2" as the text has it.
    fn player(&self) -> i8 {
        if self.moves.is_multiple_of(2) { 1 } else { 2 }
    }

    /// One answer to the prompt: a move, or a complaint and the prompt again.
    fn answer(&mut self, number: i64) -> Vec<Piece> {
        let square = usize::try_from(number.saturating_sub(self.base)).ok();
        match square.filter(|square| *square < self.marker.len()) {
            None => {
                let (first, last) = self.range();
                self.refuse(format!("That is no square! Choose a number from {first} to {last}."))
            }
            Some(square) if self.marker[square] != 0 => {
                self.refuse(format!("Square {number} is already marked! Choose another."))
            }
            Some(square) => self.mark(square),
        }
    }

    fn refuse(&self, complaint: String) -> Vec<Piece> {
        vec![Piece::Message(complaint), self.prompt()]
    }

    /// A valid move: the board, then the result or the other player's prompt.
    fn mark(&mut self, square: usize) -> Vec<Piece> {
        let player = self.player();
        self.count(square, if player == 1 { -1 } else { 1 });
        self.moves += 1;
        let result = self.result(player);
        self.over = result.is_some();
        let next = result.map_or_else(|| self.prompt(), Piece::Message);
        vec![self.shown(), next]
    }

    /// Marks the square and moves the counters of the lines it lies on.
    fn count(&mut self, square: usize, step: i8) {
        let (column, row) = (square % 3, square / 3);
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
    fn result(&self, player: i8) -> Option<String> {
        if self.counter.iter().any(|count| count.abs() == 3) {
            Some(format!("Player {player} wins!"))
        } else {
            (self.moves == self.marker.len()).then(|| "match is drawn".to_owned())
        }
    }

    /// The numbers of the first square and the last.
    fn range(&self) -> (i64, i64) {
        (self.base, self.base + 8)
    }

    fn prompt(&self) -> Piece {
        let player = self.player().to_string();
        let (first, last) = self.range();
        let text = format!("Player {player}, enter a square [{first}-{last}]: ");
        Piece::Prompt(Prompt { text, shows: vec![player] })
    }

    fn shown(&self) -> Piece {
        let row = |[a, b, c]: &[i8; 3]| format!("{a:2} {b:2} {c:2}");
        Piece::Board(self.marker.as_chunks().0.iter().map(row).collect())
    }
}

impl Game for Counters {
    fn open(&mut self) -> Vec<Piece> {
        vec![self.prompt()]
    }

    fn feed(&mut self, token: &str) -> Vec<Piece> {
        read(token, &mut self.over).map(|number| self.answer(number)).unwrap_or_default()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn legal(&self) -> Vec<i64> {
        let free =
            (self.base..).zip(self.marker).filter(|(_, mark)| *mark == 0).map(|(square, _)| square);
        if self.over { Vec::new() } else { free.collect() }
    }
}
