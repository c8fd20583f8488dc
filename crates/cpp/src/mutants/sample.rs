//! Some mutants in place of all.

use model::ScriptChoices;

/// The numbers of `count` of `all` things, spread over all of them by a seed; all of them if there are no more.
pub fn sample_indices(all: usize, count: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    let mut choices = ScriptChoices::from_seed(seed);
    for last in (1..places.len()).rev() {
        places.swap(last, choices.choose_below(last + 1));
    }
    places.truncate(count);
    places.sort_unstable();
    places
}

/// Between which shares the share of all lies, in 95 of 100 samples (Wilson).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConfidenceInterval {
    /// In percent.
    pub least: f64,
    /// In percent.
    pub most: f64,
}

impl ConfidenceInterval {
    /// Of so many in a sample of so many; none of an empty one.
    pub fn from_sample(some: usize, all: usize) -> Option<ConfidenceInterval> {
        const Z: f64 = 1.96;
        if all == 0 {
            return None;
        }
        #[expect(
            clippy::cast_precision_loss,
            reason = "mutants are counted in thousands"
        )]
        let share = some as f64 / all as f64;
        let n = all as f64;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let whole = 1.0 + Z * Z / n;
        let percent = |it: f64| (100.0 * it / whole).clamp(0.0, 100.0);
        Some(ConfidenceInterval {
            least: percent(middle - half),
            most: percent(middle + half),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_for_a_seed_and_holds_nothing_twice() {
        let one = sample_indices(500, 60, 7);
        assert_eq!(one, sample_indices(500, 60, 7));
        assert_ne!(one, sample_indices(500, 60, 8));
        assert!(one.windows(2).all(|pair| pair[0] < pair[1]) && one.len() == 60);
        assert_eq!(sample_indices(3, 60, 7), [0, 1, 2]);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let ConfidenceInterval { least, most } = ConfidenceInterval::from_sample(58, 60).unwrap();
        assert!(
            (least - 88.6).abs() < 0.1 && (most - 99.1).abs() < 0.1,
            "{least} {most}"
        );
        assert_eq!(ConfidenceInterval::from_sample(0, 0), None);
    }
}
