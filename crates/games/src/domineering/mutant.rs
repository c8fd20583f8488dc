//! Domineering by rules that may be wrong.

use reference::{OutputPiece, Prompt, ReferenceGame, parse_integer};

use model::{GameEnding, MutantGame};

/// Rules of the game; those of the text by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct DomineeringRules {
    /// Player 1's dominoes may stick out below the bottom row.
    pub(super) bottom_row: bool,
    /// Player 2's dominoes may go on in the next row.
    pub(super) wraps: bool,
    /// They may, but not from the last position.
    pub(super) wraps_but_last: bool,
    pub(super) halves: CheckedHalves,
    /// Dominoes that lie flat may not begin in the first column, and may in the last.
    pub(super) wrong_edge: bool,
    pub(super) never_switches: bool,
    pub(super) invalid_costs_turn: bool,
    /// Whether the game is over is also looked at after an invalid move.
    pub(super) end_after_invalid: bool,
    pub(super) invalid_quits: bool,
    pub(super) wrong_winner: bool,
    /// Positions are counted down the columns.
    pub(super) by_columns: bool,
    pub(super) from_zero: bool,
    /// Player 1 lays flat and Player 2 upright.
    pub(super) directions_swapped: bool,
    pub(super) player_2_begins: bool,
    pub(super) end: DomineeringEnd,
    pub(super) overlaps: OverlapRule,
}

/// When the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DomineeringEnd {
    /// The player to move cannot.
    #[default]
    NextIsStuck,
    /// The player who has just moved could not move again.
    MoverIsStuck,
    NobodyCanMove,
    Never,
}

/// Which of a domino's two squares must be free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum CheckedHalves {
    #[default]
    Both,
    First,
    Second,
    /// One of them, whichever it is.
    Either,
}

/// What becomes of a digit that holds two halves, or of half a domino that lies beside the grid: programs differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct OverlapRule {
    /// A digit of 3 or more is shown as `B`; otherwise as `.`.
    pub(super) shows_b: bool,
    /// Half a domino beside the grid lands on position 16; otherwise nowhere.
    pub(super) lands_on_last: bool,
}

impl OverlapRule {
    pub(super) const ALL: [OverlapRule; 4] = [
        OverlapRule {
            shows_b: false,
            lands_on_last: false,
        },
        OverlapRule {
            shows_b: true,
            lands_on_last: false,
        },
        OverlapRule {
            shows_b: false,
            lands_on_last: true,
        },
        OverlapRule {
            shows_b: true,
            lands_on_last: true,
        },
    ];
}

/// A game by such rules.
#[derive(Debug, Clone)]
pub(super) struct DomineeringMutant {
    rules: DomineeringRules,
    grid: [i64; 16],
    player: i64,
    ending: Option<GameEnding>,
}

impl DomineeringMutant {
    pub(super) fn new(rules: DomineeringRules) -> DomineeringMutant {
        let player = if rules.player_2_begins { 2 } else { 1 };
        DomineeringMutant {
            rules,
            grid: [0; 16],
            player,
            ending: None,
        }
    }

    fn play_number(&mut self, number: i64) -> Vec<OutputPiece> {
        let position = self.to_position(number);
        if !self.is_placeable(position, self.player) {
            return self.refuse_move();
        }
        self.place_domino(position);
        let mover = self.player;
        if !self.rules.never_switches {
            self.player = 3 - mover;
        }
        self.ending = self.find_ending(mover);
        vec![self.draw_board(), self.write_next()]
    }

    /// How the game ends before the next turn, after one of `mover`.
    fn find_ending(&self, mover: i64) -> Option<GameEnding> {
        let next = self.player;
        self.is_stuck(mover, next)
            .then(|| self.find_winner(3 - next))
    }

    /// The result, or the next question.
    fn write_next(&self) -> OutputPiece {
        match self.ending {
            Some(GameEnding::Second) => OutputPiece::Message("Player 2 wins!".to_owned()),
            Some(_) => OutputPiece::Message("Player 1 wins!".to_owned()),
            None => self.write_prompt(),
        }
    }

    fn to_position(&self, number: i64) -> i64 {
        let position = number.saturating_add(i64::from(self.rules.from_zero));
        if self.rules.by_columns && (1..=16).contains(&position) {
            (position - 1) % 4 * 4 + (position - 1) / 4 + 1
        } else {
            position
        }
    }

    fn refuse_move(&mut self) -> Vec<OutputPiece> {
        let message = OutputPiece::Message("Invalid! Try again.".to_owned());
        if self.rules.invalid_quits {
            self.ending = Some(GameEnding::Quit);
            return vec![message];
        }
        if self.rules.invalid_costs_turn {
            let mover = self.player;
            self.player = 3 - mover;
            if self.rules.end_after_invalid {
                self.ending = self.find_ending(mover);
            }
        }
        vec![message, self.write_next()]
    }

    fn lies_flat(&self, player: i64) -> bool {
        (player == 2) != self.rules.directions_swapped
    }

    fn second_half(&self, position: i64, player: i64) -> i64 {
        position + if self.lies_flat(player) { 1 } else { 4 }
    }

    fn is_placeable(&self, position: i64, player: i64) -> bool {
        let fits = if self.lies_flat(player) {
            let refused = if self.rules.wrong_edge { 1 } else { 0 };
            self.rules.wraps
                || position % 4 != refused
                || self.rules.wraps_but_last && position != 16
        } else {
            self.rules.bottom_row || position <= 12
        };
        let second = self.second_half(position, player);
        let first = self.square_digit(position) == 0;
        let second = self.square_digit(second) == 0;
        let free = match self.rules.halves {
            CheckedHalves::Both => first && second,
            CheckedHalves::First => first,
            CheckedHalves::Second => second,
            CheckedHalves::Either => first || second,
        };
        (1..=16).contains(&position) && fits && free
    }

    fn square_digit(&self, position: i64) -> i64 {
        let index = usize::try_from(self.landing_square(position) - 1).unwrap_or(usize::MAX);
        self.grid.get(index).copied().unwrap_or(0)
    }

    /// The square that stands for one beside the grid.
    fn landing_square(&self, position: i64) -> i64 {
        if self.rules.overlaps.lands_on_last {
            position.min(16)
        } else {
            position
        }
    }

    fn place_domino(&mut self, position: i64) {
        let second = self.landing_square(self.second_half(position, self.player));
        for half in [position, second] {
            let index = usize::try_from(half - 1).unwrap_or(usize::MAX);
            if let Some(digit) = self.grid.get_mut(index) {
                *digit += self.player;
            }
        }
    }

    fn can_move(&self, player: i64) -> bool {
        (1..=16).any(|position| self.is_placeable(position, player))
    }

    fn is_stuck(&self, mover: i64, next: i64) -> bool {
        match self.rules.end {
            DomineeringEnd::NextIsStuck => !self.can_move(next),
            DomineeringEnd::MoverIsStuck => !self.can_move(mover),
            DomineeringEnd::NobodyCanMove => !self.can_move(1) && !self.can_move(2),
            DomineeringEnd::Never => false,
        }
    }

    fn find_winner(&self, mover: i64) -> GameEnding {
        if (mover == 1) == self.rules.wrong_winner {
            GameEnding::Second
        } else {
            GameEnding::First
        }
    }

    fn draw_board(&self) -> OutputPiece {
        let mut rows = Vec::new();
        for row in self.grid.chunks(4) {
            let symbols: Vec<&str> = row.iter().map(|digit| self.symbol(*digit)).collect();
            rows.push(symbols.join(" "));
        }
        OutputPiece::Board(rows)
    }

    fn symbol(&self, digit: i64) -> &'static str {
        match digit {
            0 => ".",
            1 => "A",
            2 => "B",
            _ if self.rules.overlaps.shows_b => "B",
            _ => ".",
        }
    }

    fn write_prompt(&self) -> OutputPiece {
        let text = format!("Player {}'s move: ", self.player);
        OutputPiece::Prompt(Prompt {
            text,
            shows: Vec::new(),
        })
    }
}

impl ReferenceGame for DomineeringMutant {
    fn start_game(&mut self) -> Vec<OutputPiece> {
        vec![self.draw_board(), self.write_prompt()]
    }

    fn feed_token(&mut self, token: &str) -> Vec<OutputPiece> {
        match parse_integer(token) {
            _ if self.is_over() => Vec::new(),
            Some(number) => self.play_number(number),
            None => {
                self.ending = Some(GameEnding::Quit);
                Vec::new()
            }
        }
    }

    fn is_over(&self) -> bool {
        self.ending.is_some()
    }
}

impl MutantGame for DomineeringMutant {
    fn ending(&self) -> Option<GameEnding> {
        self.ending
    }
}
