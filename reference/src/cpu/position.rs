//! A game against the CPU as far as it has come, and where the CPU's choices come from. X is the human, O the CPU, and squares count from 1.
//!
//! Expected transcripts hold choices, so a seed must mean the same game for ever: the stream is ChaCha's,
//! which is specified to the bit, and both the way from a seed to the stream and the way from the stream to a
//! square are written down here instead of being left to a library's next version.

use crate::board::{Board, Mark};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Who has what, and who took what last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CpuPosition {
    board: Board,
    /// The last square of X, and of O.
    last: [Option<i64>; 2],
}

/// How a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CpuEnding {
    /// Three in a row.
    Won(Mark),
    /// No square is free, and nobody has three in a row.
    Draw,
}

impl CpuPosition {
    /// The start of a game.
    pub fn new() -> CpuPosition {
        CpuPosition {
            board: Board::new(3),
            last: [None; 2],
        }
    }

    /// Puts a mark on a free square; whether that was possible. Whose turn it is does not matter here.
    pub fn take_square(&mut self, square: i64, mark: Mark) -> bool {
        let placed = self
            .board
            .place_mark(square.saturating_sub(1), mark)
            .is_ok();
        if placed {
            self.last[mark as usize] = Some(square);
        }
        placed
    }

    /// This position with one more mark, if its square is free.
    pub fn position_after(&self, square: i64, mark: Mark) -> Option<CpuPosition> {
        let mut next = self.clone();
        next.take_square(square, mark).then_some(next)
    }

    /// The free squares, ascending.
    pub fn free_squares(&self) -> Vec<i64> {
        self.board.free_squares().map(|square| square + 1).collect()
    }

    /// What stands on the squares, from 1 to 9.
    pub fn marks(&self) -> impl Iterator<Item = Option<Mark>> {
        self.board.rows().flatten().copied()
    }

    /// What stands on a square; nothing on one that does not exist.
    pub fn mark_at(&self, square: i64) -> Option<Mark> {
        let index = usize::try_from(square).ok()?.checked_sub(1)?;
        self.marks().nth(index).flatten()
    }

    /// The square that a mark took last.
    pub fn last_square(&self, mark: Mark) -> Option<i64> {
        self.last[mark as usize]
    }

    /// How the game has ended, once it has.
    pub fn ending(&self) -> Option<CpuEnding> {
        let won = [Mark::X, Mark::O]
            .into_iter()
            .find(|&mark| self.board.is_won_by(mark));
        won.map(CpuEnding::Won)
            .or_else(|| self.board.is_full().then_some(CpuEnding::Draw))
    }

    /// The three rows as the text draws them, without the lines between them; a free square is a blank.
    pub fn row_texts(&self) -> impl Iterator<Item = String> {
        self.board.rows().map(|row| {
            let letters: Vec<_> = row
                .iter()
                .map(|mark| mark.map_or(" ", Mark::letter))
                .collect();
            letters.join("|")
        })
    }
}

impl Default for CpuPosition {
    fn default() -> CpuPosition {
        CpuPosition::new()
    }
}

/// Picks the CPU's squares. Any closure from the free squares to one of them will do.
pub trait SquareChooser {
    /// One of the free squares, which are given in ascending order and numbered from 1 as in the text.
    fn choose_square(&mut self, free: &[i64]) -> i64;
}

impl<F: FnMut(&[i64]) -> i64> SquareChooser for F {
    fn choose_square(&mut self, free: &[i64]) -> i64 {
        self(free)
    }
}

/// Chance, repeatable: every free square is equally likely.
#[derive(Debug, Clone)]
pub struct SeededChooser(ChaCha8Rng);

impl SeededChooser {
    /// The stream that belongs to a seed: the seed's bytes, lowest first, are the first of ChaCha's key.
    pub fn new(seed: u64) -> SeededChooser {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        SeededChooser(ChaCha8Rng::from_seed(key))
    }

    /// A number below `bound`. Draws from the incomplete last stretch of the range are thrown away: with
    /// them, a plain remainder would favour small numbers.
    fn number_below(&mut self, bound: u32) -> u32 {
        let fair = u32::MAX - u32::MAX % bound;
        loop {
            let draw = self.0.next_u32();
            if draw < fair {
                return draw % bound;
            }
        }
    }
}

impl SquareChooser for SeededChooser {
    fn choose_square(&mut self, free: &[i64]) -> i64 {
        let count = u32::try_from(free.len()).unwrap_or(u32::MAX).max(1);
        let index = self.number_below(count);
        free.get(index as usize).copied().unwrap_or_default()
    }
}
