//! All pairs of a class, compared by the features that they share. A feature that few programs have weighs more: ln(N/df).

use support::parallel::map_jobs;

/// How what two programs share is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SharedMeasure {
    /// The weight of the features that both have.
    Weight,
    /// The cosine of the weighted counts, between 0 and 1.
    Cosine,
}

/// The features of all programs of an assignment.
#[derive(Debug)]
pub(crate) struct FeatureIndex {
    /// For each program its features by number, ascending. Numbers are in the order of the hashes, so sums do not depend on the
    /// order of programs, of functions or of names.
    features: Vec<Vec<(u32, f32)>>,
    /// For each feature the programs that have it, ascending, with their values.
    holders: Vec<Vec<(u32, f32)>>,
    /// The hash of each feature, ascending.
    hashes: Vec<u64>,
    /// ln(N/df) of each feature.
    weights: Vec<f64>,
    measure: SharedMeasure,
}

/// What each pair of programs shares: row `i` has the programs behind `i`.
#[derive(Debug)]
pub(crate) struct PairTriangle {
    rows: Vec<Vec<f32>>,
    /// What each program shares with itself.
    totals: Vec<f32>,
}

impl FeatureIndex {
    /// Counts features, which are given by program, sorted by hash, with how often each occurs.
    pub(crate) fn new(programs: &[Vec<(u64, u32)>], measure: SharedMeasure) -> FeatureIndex {
        let all = programs.iter().flatten();
        let mut hashes: Vec<u64> = all.map(|(hash, _)| *hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let mut counts = vec![0_u32; hashes.len()];
        let mut numbered: Vec<Vec<(u32, f32)>> = Vec::with_capacity(programs.len());
        for program in programs {
            let mut row = Vec::with_capacity(program.len());
            for (hash, count) in program {
                if let Ok(place) = hashes.binary_search(hash) {
                    counts[place] += 1;
                    row.push((place as u32, *count as f32));
                }
            }
            numbered.push(row);
        }
        let all = programs.len() as f64;
        let weights: Vec<f64> = counts
            .iter()
            .map(|count| (all / f64::from(*count)).ln())
            .collect();
        let mut holders: Vec<Vec<(u32, f32)>> = counts
            .iter()
            .map(|count| Vec::with_capacity(*count as usize))
            .collect();
        for (program, row) in (0..).zip(&mut numbered) {
            for (feature, value) in row {
                *value = match measure {
                    SharedMeasure::Weight => 1.0,
                    SharedMeasure::Cosine => (1.0 + value.ln()) * weights[*feature as usize] as f32,
                };
                holders[*feature as usize].push((program, *value));
            }
        }
        FeatureIndex {
            features: numbered,
            holders,
            hashes,
            weights,
            measure,
        }
    }

    /// Compares all pairs, each row by one of several workers.
    pub(crate) fn compare_all(&self, workers: usize) -> PairTriangle {
        let programs: Vec<usize> = (0..self.features.len()).collect();
        let compared = map_jobs(&programs, workers, |program| self.compare_row(*program));
        let totals = compared.iter().map(|(total, _)| *total).collect();
        let rows = compared.into_iter().map(|(_, row)| row).collect();
        PairTriangle { rows, totals }
    }

    fn compare_row(&self, program: usize) -> (f32, Vec<f32>) {
        let mut sums = vec![0.0_f64; self.features.len() - program];
        for (feature, value) in &self.features[program] {
            let factor = match self.measure {
                SharedMeasure::Weight => self.weights[*feature as usize],
                SharedMeasure::Cosine => f64::from(*value),
            };
            if factor == 0.0 {
                continue;
            }
            let holders = &self.holders[*feature as usize];
            let start = holders.partition_point(|(holder, _)| (*holder as usize) < program);
            for (holder, other) in &holders[start..] {
                sums[*holder as usize - program] += factor * f64::from(*other);
            }
        }
        let mut row: Vec<f32> = sums.into_iter().map(|sum| sum as f32).collect();
        let total = row.remove(0);
        (total, row)
    }

    /// How many programs have this feature.
    pub(crate) fn holder_count(&self, hash: u64) -> usize {
        self.holders_of(hash).len()
    }

    /// The programs that have this feature, ascending.
    pub(crate) fn holders_of(&self, hash: u64) -> &[(u32, f32)] {
        let place = self.hashes.binary_search(&hash).ok();
        place
            .and_then(|place| self.holders.get(place))
            .map_or(&[], Vec::as_slice)
    }

    /// ln(N/df) of a feature; 0 of one that nobody has.
    pub(crate) fn weight_of(&self, hash: u64) -> f64 {
        let place = self.hashes.binary_search(&hash).ok();
        place.map_or(0.0, |place| self.weights[place])
    }
}

impl PairTriangle {
    /// What two programs share.
    pub(crate) fn shared(&self, a: usize, b: usize) -> f64 {
        let first = a.min(b);
        let second = a.max(b);
        if first == second {
            return f64::from(self.totals[first]);
        }
        f64::from(self.rows[first][second - first - 1])
    }

    /// What a program shares with itself.
    pub(crate) fn total(&self, program: usize) -> f64 {
        f64::from(self.totals[program])
    }

    /// The cosine of two programs, where cosines were counted; none where a program has only what everybody has.
    pub(crate) fn cosine(&self, a: usize, b: usize) -> Option<f64> {
        let lengths = self.total(a) * self.total(b);
        (lengths > 0.0).then(|| (self.shared(a, b) / lengths.sqrt()).min(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_features_weigh_more_and_workers_change_no_digit() {
        let once = |hashes: &[u64]| hashes.iter().map(|hash| (*hash, 1)).collect();
        let programs: Vec<Vec<(u64, u32)>> = vec![
            once(&[1, 2, 9]),
            once(&[1, 2, 9]),
            once(&[1, 3, 9]),
            once(&[4, 9]),
        ];
        let index = FeatureIndex::new(&programs, SharedMeasure::Weight);
        let pairs = index.compare_all(1);
        let expected = (4.0_f64 / 3.0).ln() + 2.0_f64.ln();
        assert!((pairs.shared(0, 1) - expected).abs() < 1e-6);
        assert_eq!(pairs.shared(1, 0), pairs.total(0));
        assert_eq!(pairs.shared(0, 3), 0.0);
        assert_eq!(index.compare_all(3).rows, pairs.rows);
        let cosines = FeatureIndex::new(&programs, SharedMeasure::Cosine).compare_all(2);
        assert_eq!(cosines.cosine(0, 1), Some(1.0));
        assert_eq!(cosines.cosine(0, 3), Some(0.0));
    }
}
