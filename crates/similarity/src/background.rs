//! How often an honest class has so high a pair.
//!
//! Copies are not independent, so one program of each cluster is taken. An exponential tail is fitted to the highest tenth of
//! their pairs, and says how many pairs of a class without copies are expected above a score.

use crate::grouping::ProgramSets;

/// From this background score on two programs belong to one cluster.
const SAME_CLUSTER: f64 = 0.6;

/// With fewer programs, one for each cluster, nothing is said of the background.
pub const FEWEST_PROGRAMS: usize = 12;

/// The background of an assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct SimilarityBackground {
    /// How many programs it rests on, one for each cluster.
    pub programs: usize,
    /// How many pairs a class of this size has.
    pub class_pairs: f64,
    /// The share of pairs of those programs that is in the tail: a tenth, rounded up.
    tail_share: f64,
    /// How far pairs of the tail are above its beginning in the mean.
    mean_excess: f64,
    /// The middle of the scores.
    pub median: f64,
    /// The score that nine of ten pairs are below, where the tail begins.
    pub ninth_decile: f64,
}

impl SimilarityBackground {
    /// Fits the tail; none where there are too few programs. `weights` says which program stands for its cluster: the heaviest.
    pub(crate) fn fit(
        weights: &[f64],
        score: impl Fn(usize, usize) -> f64,
        class_pairs: f64,
    ) -> Option<SimilarityBackground> {
        let chosen = choose_representatives(weights, &score);
        if chosen.len() < FEWEST_PROGRAMS {
            return None;
        }
        let mut scores: Vec<f32> = Vec::with_capacity(chosen.len() * (chosen.len() - 1) / 2);
        for (at, first) in chosen.iter().enumerate() {
            for second in &chosen[at + 1..] {
                scores.push(score(*first, *second) as f32);
            }
        }
        scores.sort_unstable_by(|a, b| b.total_cmp(a));
        let highest = scores.len().div_ceil(10);
        let at = |place: usize| scores.get(place).copied().map_or(0.0, f64::from);
        let ninth_decile = at(highest);
        let tail = scores[..highest].iter().copied().map(f64::from);
        let excess: f64 = tail.map(|one| one - ninth_decile).sum();
        Some(SimilarityBackground {
            programs: chosen.len(),
            class_pairs,
            tail_share: highest as f64 / scores.len() as f64,
            mean_excess: excess / highest as f64,
            median: at(scores.len() / 2),
            ninth_decile,
        })
    }

    /// How many pairs of an honest class of this size are expected to be as high.
    pub fn expected_pairs(&self, score: f64) -> f64 {
        let above = score - self.ninth_decile;
        if above >= 0.0 && self.mean_excess > 0.0 {
            return self.class_pairs * self.tail_share * (-above / self.mean_excess).exp();
        }
        if above > 0.0 {
            return 0.0;
        }
        // Below the tail it only matters that it is many.
        self.class_pairs * self.tail_share
    }
}

/// One program of each cluster.
fn choose_representatives(weights: &[f64], score: &impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut clusters = ProgramSets::new(weights.len());
    for first in 0..weights.len() {
        for second in first + 1..weights.len() {
            if score(first, second) >= SAME_CLUSTER {
                clusters.join(first, second);
            }
        }
    }
    let heaviest = |cluster: &Vec<usize>| {
        let mut members = cluster.iter().copied();
        let first = members.next()?;
        Some(members.fold(first, |best, one| {
            if weights[one] > weights[best] {
                one
            } else {
                best
            }
        }))
    };
    let mut chosen: Vec<usize> = clusters.into_sets().iter().filter_map(heaviest).collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores of independent pairs whose tail is exponential.
    fn honest_score(a: usize, b: usize) -> f64 {
        let first = a.min(b) as u64;
        let second = a.max(b) as u64;
        let random = crate::codes::mix(crate::codes::mix(7, first), second);
        let share = (random >> 11) as f64 / (1_u64 << 53) as f64;
        (-0.05 * (1.0 - share).ln()).min(0.59)
    }

    #[test]
    fn an_exponential_tail_is_counted_as_it_is() {
        let weights = vec![1.0; 60];
        let background = SimilarityBackground::fit(&weights, honest_score, 1770.0).unwrap();
        assert_eq!(background.programs, 60);
        for expected in [20.0, 1.0, 0.01] {
            let score = 0.05 * (1770.0_f64 / expected).ln();
            let counted = background.expected_pairs(score);
            assert!(
                counted / expected < 5.0 && expected / counted < 5.0,
                "{expected}: {counted}"
            );
        }
    }

    #[test]
    fn copies_do_not_hide_in_the_background_that_they_make() {
        let weights = vec![1.0; 40];
        let score = |a: usize, b: usize| {
            if a < 10 && b < 10 {
                0.9
            } else {
                honest_score(a, b)
            }
        };
        let background = SimilarityBackground::fit(&weights, score, 780.0).unwrap();
        assert_eq!(background.programs, 31);
        assert!(background.expected_pairs(0.9) < 0.001);
        assert!(SimilarityBackground::fit(&weights[..20], score, 190.0).is_none());
    }
}
