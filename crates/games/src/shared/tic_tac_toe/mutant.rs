//! Tic-tac-toe by rules that may be wrong, for all three games of the course that read a player's squares.

use reference::{OutputPiece, Prompt, ReferenceGame, parse_integer};

use super::lines::{TicTacToeLines, lines_except};
use model::{GameEnding, MutantGame};

/// How squares are typed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SquareInput {
    /// First the dimension, then square by square (`tttn`).
    DimensionFirst,
    /// A row, then a column, both counted from this number (`rowcol`).
    RowThenColumn(i64),
    /// Square by square on a 3×3 board, counted from this number (`counters`).
    Squares(i64),
}

impl SquareInput {
    /// What follows a square off the board by the game's text.
    fn off_board_effect(self) -> RefusalEffect {
        match self {
            SquareInput::DimensionFirst => RefusalEffect::Quits,
            SquareInput::RowThenColumn(_) | SquareInput::Squares(_) => RefusalEffect::Retry,
        }
    }
}

/// When nobody has won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawRule {
    /// As soon as every line holds both letters.
    Early,
    /// Or when the board is full, even if the last move has won.
    EarlyOrFull,
    WhenFull,
    Never,
}

/// What follows a move that cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RefusalEffect {
    Retry,
    CostsTheTurn,
    Quits,
    /// The square is taken over, or a square beside the board is written to and nothing is seen of it.
    Accepted,
}

/// Whose squares count as taken otherwise than the rules want it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TakenBy {
    Anybody,
    /// The player whose turn it is.
    Mover,
    Other,
}

/// Rules of the game; those of the assignments' texts unless a field says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TicTacToeRules {
    /// Lines that do not win.
    pub(super) win_skips: TicTacToeLines,
    /// Lines that may lack a letter although the game is drawn.
    pub(super) draw_skips: TicTacToeLines,
    /// So many squares from a line's first must be a player's to win; all if none.
    pub(super) win_length: Option<usize>,
    /// So many squares of a line are enough, wherever they are.
    pub(super) win_count: Option<usize>,
    /// The same where a draw is looked for.
    pub(super) draw_length: Option<usize>,
    pub(super) draw: DrawRule,
    pub(super) draw_before_win: bool,
    /// The board counts as full after as many turns as it has squares, whatever came of them.
    pub(super) counts_turns: bool,
    /// The player whose lines are overlooked.
    pub(super) never_wins: Option<char>,
    /// The player who is named, whoever has won.
    pub(super) always_named: Option<char>,
    pub(super) wrong_winner: bool,
    pub(super) o_begins: bool,
    pub(super) never_switches: bool,
    /// After the first move, every turn is the second player's.
    pub(super) switches_once: bool,
    pub(super) taken: RefusalEffect,
    /// For whose squares `taken` holds; other taken squares are refused as they should be.
    pub(super) taken_by: TakenBy,
    /// The player in whose turns what follows a refusal differs from the right rules; every turn if none.
    pub(super) refuses_otherwise_for: Option<char>,
    pub(super) out_of_range: RefusalEffect,
    /// What happens with the first square after the last, if something else.
    pub(super) one_too_high: Option<RefusalEffect>,
    /// What happens with negative squares, if something else.
    pub(super) negative: Option<RefusalEffect>,
    /// Only the first answer of a turn is looked at: a second one takes any square, and this happens if it is off the board.
    pub(super) second_answer: Option<RefusalEffect>,
    /// The same only where the first answer was a taken square.
    pub(super) second_answer_after_taken: bool,
    pub(super) first_square: i64,
    /// The board has so many rows, whatever was asked for.
    pub(super) fixed_rows: Option<usize>,
    /// Squares from this number on are off the board, however large it is.
    pub(super) squares_known: Option<usize>,
    /// Rows and columns exchanged.
    pub(super) transposed: bool,
    /// The very first square is refused, as a square off the board is.
    pub(super) refuses_first: bool,
    /// The very last square is.
    pub(super) refuses_last: bool,
    /// After so many inputs, one is taken for the answer to a question that the game does not have.
    pub(super) question_after: Option<usize>,
    /// Each move is read as a row and a column, both counted from this number.
    pub(super) row_and_column: Option<i64>,
}

impl TicTacToeRules {
    /// The rules as the game's text has them.
    pub(super) fn correct_for(reading: SquareInput) -> TicTacToeRules {
        let large = reading == SquareInput::DimensionFirst;
        TicTacToeRules {
            win_skips: TicTacToeLines::None,
            draw_skips: TicTacToeLines::None,
            win_length: None,
            win_count: None,
            draw_length: None,
            draw: if large {
                DrawRule::Early
            } else {
                DrawRule::WhenFull
            },
            draw_before_win: false,
            counts_turns: false,
            never_wins: None,
            always_named: None,
            wrong_winner: false,
            o_begins: false,
            never_switches: false,
            switches_once: false,
            taken: RefusalEffect::Retry,
            taken_by: TakenBy::Anybody,
            refuses_otherwise_for: None,
            out_of_range: reading.off_board_effect(),
            one_too_high: None,
            negative: None,
            second_answer: None,
            second_answer_after_taken: false,
            first_square: if let SquareInput::Squares(base) = reading {
                base
            } else {
                0
            },
            fixed_rows: None,
            squares_known: None,
            transposed: false,
            refuses_first: false,
            refuses_last: false,
            question_after: None,
            row_and_column: None,
        }
    }
}

/// A game by such rules.
#[derive(Debug, Clone)]
pub(super) struct TicTacToeMutant {
    rules: TicTacToeRules,
    reading: SquareInput,
    dimension: Option<usize>,
    squares: Vec<char>,
    player: char,
    row: Option<i64>,
    /// Whether the player is asked again, because a move could not be made.
    is_asked_again: bool,
    /// How many inputs were read, and the pieces that wait until the question is answered.
    read: usize,
    waiting: Vec<OutputPiece>,
    /// How many turns have ended.
    turns: usize,
    ending: Option<GameEnding>,
}

impl TicTacToeMutant {
    pub(super) fn new(reading: SquareInput, rules: TicTacToeRules) -> TicTacToeMutant {
        let dimension = (reading != SquareInput::DimensionFirst).then_some(3);
        TicTacToeMutant {
            rules,
            reading,
            dimension,
            squares: vec!['?'; dimension.map_or(0, |n| n * n)],
            player: if rules.o_begins { 'O' } else { 'X' },
            row: None,
            is_asked_again: false,
            read: 0,
            waiting: Vec::new(),
            turns: 0,
            ending: None,
        }
    }

    fn play_number(&mut self, number: i64) -> Vec<OutputPiece> {
        let Some(dimension) = self.dimension else {
            return self.start_game(number);
        };
        let base = match (self.reading, self.rules.row_and_column) {
            (SquareInput::RowThenColumn(base), _) | (_, Some(base)) => base,
            _ => {
                return self
                    .choose_square(number.saturating_sub(self.rules.first_square), dimension);
            }
        };
        let Some(row) = self.row.take() else {
            self.row = Some(number.saturating_sub(base));
            return vec![self.write_prompt()];
        };
        let column = number.saturating_sub(base);
        let rows = i64::try_from(dimension).unwrap_or(0);
        let square = if is_within_rows(rows, row) && is_within_rows(rows, column) {
            row * rows + column
        } else {
            -1
        };
        self.choose_square(square, dimension)
    }

    /// What is printed now; while the question is open, what follows waits.
    fn insert_question(&mut self, pieces: Vec<OutputPiece>) -> Vec<OutputPiece> {
        if self.rules.question_after != Some(self.read) || self.is_over() {
            return pieces;
        }
        self.waiting = pieces;
        vec![self.write_prompt()]
    }

    fn start_game(&mut self, number: i64) -> Vec<OutputPiece> {
        match usize::try_from(number) {
            Ok(rows @ 1..=11) => {
                let rows = self.rules.fixed_rows.unwrap_or(rows);
                self.dimension = Some(rows);
                self.squares = vec!['?'; rows * rows];
                vec![self.draw_board(), self.write_prompt()]
            }
            _ => self.quit_game(),
        }
    }

    fn quit_game(&mut self) -> Vec<OutputPiece> {
        self.ending = Some(GameEnding::Quit);
        Vec::new()
    }

    fn choose_square(&mut self, square: i64, dimension: usize) -> Vec<OutputPiece> {
        let last = self.squares.len().saturating_sub(1);
        let place = usize::try_from(square)
            .ok()
            .filter(|place| *place <= last && !self.is_refused_place(last, place));
        let place = match place {
            Some(place) if self.rules.transposed => {
                Some(place % dimension * dimension + place / dimension)
            }
            place => place,
        };
        let (refused, place) = match place {
            Some(place) if self.squares[place] == '?' => (RefusalEffect::Accepted, Some(place)),
            Some(place) if self.is_taken_otherwise(place) => (self.rules.taken, Some(place)),
            Some(place) => (RefusalEffect::Retry, Some(place)),
            None => (self.off_the_board(square), None),
        };
        let refused = match self.rules.second_answer.filter(|_| self.is_asked_again) {
            Some(_) if place.is_some() => RefusalEffect::Accepted,
            Some(off_the_board) => off_the_board,
            None => refused,
        };
        self.is_asked_again = refused == RefusalEffect::Retry
            && (place.is_some() || !self.rules.second_answer_after_taken);
        match refused {
            RefusalEffect::Accepted => self.place_mark(place),
            RefusalEffect::Retry => vec![self.write_prompt()],
            RefusalEffect::Quits => self.quit_game(),
            RefusalEffect::CostsTheTurn => self.end_turn(Vec::new()),
        }
    }

    /// Whether what the rules say of taken squares holds for this one.
    fn is_taken_otherwise(&self, place: usize) -> bool {
        let is_movers = self.squares.get(place) == Some(&self.player);
        let concerns_square = match self.rules.taken_by {
            TakenBy::Anybody => true,
            TakenBy::Mover => is_movers,
            TakenBy::Other => !is_movers,
        };
        concerns_square && self.refuses_otherwise()
    }

    /// Whether the rules may refuse otherwise in this turn.
    fn refuses_otherwise(&self) -> bool {
        let player = self.rules.refuses_otherwise_for;
        player.is_none_or(|player| player == self.player)
    }

    fn is_refused_place(&self, last: usize, place: &usize) -> bool {
        (self.rules.refuses_first && *place == 0)
            || (self.rules.refuses_last && *place == last)
            || self
                .rules
                .squares_known
                .is_some_and(|known| *place >= known)
    }

    fn off_the_board(&self, square: i64) -> RefusalEffect {
        if !self.refuses_otherwise() {
            return self.reading.off_board_effect();
        }
        let exception = if square < 0 {
            self.rules.negative
        } else if usize::try_from(square).is_ok_and(|square| square == self.squares.len()) {
            self.rules.one_too_high
        } else {
            None
        };
        exception.unwrap_or(self.rules.out_of_range)
    }

    fn place_mark(&mut self, place: Option<usize>) -> Vec<OutputPiece> {
        if let Some(square) = place.and_then(|place| self.squares.get_mut(place)) {
            *square = self.player;
        }
        let board = self.draw_board();
        self.end_turn(vec![board])
    }

    /// The next prompt or the result, after what the turn printed.
    fn end_turn(&mut self, mut pieces: Vec<OutputPiece>) -> Vec<OutputPiece> {
        self.turns += 1;
        self.ending = self.find_ending();
        match self.ending {
            Some(ending) => pieces.push(OutputPiece::Message(ending_message(ending).to_owned())),
            None => {
                self.switch_player();
                pieces.push(self.write_prompt());
            }
        }
        pieces
    }

    fn switch_player(&mut self) {
        if self.rules.switches_once {
            self.player = 'O';
        } else if !self.rules.never_switches {
            self.player = other_player(self.player);
        }
    }

    fn find_ending(&self) -> Option<GameEnding> {
        let won = self.is_won().then(|| self.find_winner());
        let drawn = self.is_drawn().then_some(GameEnding::Draw);
        if self.rules.draw_before_win {
            drawn.or(won)
        } else {
            won.or(drawn)
        }
    }

    fn find_winner(&self) -> GameEnding {
        let winner = if self.rules.wrong_winner {
            other_player(self.player)
        } else {
            self.player
        };
        let winner = self.rules.always_named.unwrap_or(winner);
        if winner == 'X' {
            GameEnding::First
        } else {
            GameEnding::Second
        }
    }

    fn is_won(&self) -> bool {
        self.rules.never_wins != Some(self.player)
            && self
                .counted_lines(self.rules.win_skips, self.rules.win_length)
                .any(|line| self.is_won_line(&line))
    }

    fn is_won_line(&self, line: &[usize]) -> bool {
        let own = line
            .iter()
            .filter(|square| self.squares[**square] == self.player)
            .count();
        let needed = self.rules.win_count.unwrap_or(line.len());
        own >= needed.min(line.len())
    }

    fn is_drawn(&self) -> bool {
        let holds =
            |line: &[usize], letter| line.iter().any(|square| self.squares[*square] == letter);
        let mut lines = self.counted_lines(self.rules.draw_skips, self.rules.draw_length);
        let full = if self.rules.counts_turns {
            self.turns >= self.squares.len()
        } else {
            !self.squares.contains(&'?')
        };
        let mut blocked = || lines.all(|line| holds(&line, 'X') && holds(&line, 'O'));
        match self.rules.draw {
            DrawRule::Early => blocked(),
            DrawRule::EarlyOrFull => full || blocked(),
            DrawRule::WhenFull => full,
            DrawRule::Never => false,
        }
    }

    fn counted_lines(
        &self,
        skipped: TicTacToeLines,
        length: Option<usize>,
    ) -> impl Iterator<Item = Vec<usize>> {
        let dimension = self.dimension.unwrap_or(0);
        let length = length.unwrap_or(dimension);
        lines_except(skipped, dimension).map(move |mut line| {
            line.truncate(length);
            line
        })
    }

    fn draw_board(&self) -> OutputPiece {
        let mut rows = Vec::new();
        for row in self.squares.chunks(self.dimension.unwrap_or(1)) {
            if !rows.is_empty() {
                rows.push("-".repeat(row.len() * 4 - 1));
            }
            let letters: Vec<String> = row.iter().map(char::to_string).collect();
            rows.push(format!(" {} ", letters.join(" | ")));
        }
        OutputPiece::Board(rows)
    }

    /// Its wording never matters: prompts are compared freely where rules are looked for.
    fn write_prompt(&self) -> OutputPiece {
        OutputPiece::Prompt(Prompt {
            text: format!("{}: ", self.player),
            shows: Vec::new(),
        })
    }
}

fn is_within_rows(rows: i64, number: i64) -> bool {
    (0..rows).contains(&number)
}

fn other_player(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

fn ending_message(ending: GameEnding) -> &'static str {
    match ending {
        GameEnding::First => "X player wins!",
        GameEnding::Second => "O player wins!",
        GameEnding::Draw => "Draw...game over!",
        GameEnding::Quit => "",
    }
}

impl ReferenceGame for TicTacToeMutant {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        match self.dimension {
            Some(_) => self.insert_question(vec![self.draw_board(), self.write_prompt()]),
            None => self.insert_question(Vec::new()),
        }
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        if self.is_over() {
            return Vec::new();
        }
        if self.rules.question_after == Some(self.read) {
            self.rules.question_after = None;
            return std::mem::take(&mut self.waiting);
        }
        self.read += 1;
        let pieces = match parse_integer(token) {
            Some(number) => self.play_number(number),
            None => self.quit_game(),
        };
        self.insert_question(pieces)
    }

    fn is_over(&self) -> bool {
        self.ending.is_some()
    }
}

impl MutantGame for TicTacToeMutant {
    fn ending(&self) -> Option<GameEnding> {
        self.ending
    }
}
