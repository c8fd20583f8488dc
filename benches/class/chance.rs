//! Chance that follows from a seed, so that a class can be made again: SplitMix64.

/// A stream of numbers.
pub(crate) struct Chance(u64);

impl Chance {
    /// The stream of this seed.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound.max(1)).unwrap_or(u64::MAX);
        usize::try_from(self.next() % bound).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things, each as likely as its weight says.
    pub(crate) fn weighted<'t, T>(&mut self, things: &'t [(usize, T)]) -> Option<&'t T> {
        let all = things.iter().map(|(weight, _)| weight).sum();
        let mut left = self.below(all);
        for (weight, thing) in things {
            if left < *weight {
                return Some(thing);
            }
            left -= weight;
        }
        None
    }
}
