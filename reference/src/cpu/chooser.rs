//! Where the CPU's choices come from.
//!
//! Expected transcripts hold choices, so a seed must mean the same game for ever: the stream is ChaCha's,
//! which is specified to the bit, and both the way from a seed to the stream and the way from the stream to a
//! square are written down here instead of being left to a library's next version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

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
