//! How far two graders agree who judged the same programs.

use model::Points;

/// Cohen's weighted kappa of two graders; `pairs` has what the first and what the second gave to each program.
///
/// It is `1 - Σ w(i,j)·o(i,j) / Σ w(i,j)·e(i,j)`. Here `o(i,j)` is the share of programs to which the first grader gave `i` points and the
/// second `j`, `e(i,j)` is the product of the shares of `i` and `j` among all points that each of them gave, and `w(i,j) = (i - j)²`. So 1
/// is full agreement, and 0 is what chance would give two graders who give such points. None if there is no disagreement to expect:
/// without programs, or if both gave all programs the same points.
///
/// Source: J. Cohen, "Weighted kappa: nominal scale agreement with provision for scaled disagreement or partial credit", Psychological
/// Bulletin 70 (1968), 213–220. Quadratic weights make it an intraclass correlation: J. Fleiss and J. Cohen, Educational and
/// Psychological Measurement 33 (1973), 613–619.
pub fn weighted_kappa(pairs: &[(Points, Points)]) -> Option<f64> {
    let weight = |one: Points, other: Points| (one - other).as_number().powi(2);
    let observed: f64 = pairs.iter().map(|(one, other)| weight(*one, *other)).sum();
    let mut expected = 0.0;
    for (one, _) in pairs {
        for (_, other) in pairs {
            expected += weight(*one, *other);
        }
    }
    // The shares are of n programs above, and of n·n pairs below.
    #[expect(clippy::cast_precision_loss, reason = "a class is far below 2^52")]
    let count = pairs.len() as f64;
    (expected > 0.0).then(|| 1.0 - observed * count / expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What two graders gave, and their kappa.
    type CalculatedCase = (&'static [(f64, f64)], Option<f64>);

    #[test]
    fn kappa_is_what_is_calculated_by_hand() {
        let cases: [CalculatedCase; 7] = [
            (&[], None),
            // Nothing else was ever given, so there is nothing to agree on.
            (&[(1.0, 1.0), (1.0, 1.0)], None),
            (&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], Some(1.0)),
            // 1 - (8/2) / (8/4)
            (&[(0.0, 2.0), (2.0, 0.0)], Some(-1.0)),
            // 1 - (2/4) / (8/16)
            (&[(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)], Some(0.0)),
            // 1 - (1/4) / (40/16)
            (&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0), (3.0, 3.0)], Some(0.9)),
            // The same in half points: 1 - (0.25/4) / (10/16)
            (&[(0.0, 0.0), (0.5, 0.5), (1.0, 0.5), (1.5, 1.5)], Some(0.9)),
        ];
        for (numbers, expected) in cases {
            let pairs = numbers.iter().map(|(one, other)| {
                let number = Points::from_number;
                (number(*one), number(*other))
            });
            let kappa = weighted_kappa(&pairs.collect::<Vec<_>>());
            let is_near = match (kappa, expected) {
                (Some(kappa), Some(expected)) => (kappa - expected).abs() < 1e-12,
                (kappa, expected) => kappa == expected,
            };
            assert!(is_near, "{numbers:?}: {kappa:?}, expected {expected:?}");
        }
    }
}
