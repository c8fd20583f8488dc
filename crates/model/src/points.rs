//! Points, as whole thousandths: sums never drift, and a share is handed out to the last thousandth.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An amount of points. The smallest amount is a thousandth of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Points(i64);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);

    /// The amount nearest to `value`, which a rubric writes as a number such as `12.5`.
    pub fn from_number(value: f64) -> Points {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a float that is out of range saturates, and a rubric's points are checked to be sane"
        )]
        Points((value * 1000.0).round() as i64)
    }

    /// An amount as a person types it, with a point or a comma; none if it is no number from 0 to a million.
    pub fn parse(typed: &str) -> Option<Points> {
        let number: f64 = typed.trim().replace(',', ".").parse().ok()?;
        (0.0..=1e6)
            .contains(&number)
            .then(|| Points::from_number(number))
    }

    /// The amount in points, for people and for JSON.
    pub fn as_number(self) -> f64 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "points stay far below 2^52 thousandths"
        )]
        let thousandths = self.0 as f64;
        thousandths / 1000.0
    }

    /// `part` parts of `whole` equal parts, rounded down to a thousandth. The whole of nothing is nothing.
    pub fn share(self, part: u64, whole: u64) -> Points {
        if whole == 0 {
            return Points::ZERO;
        }
        let exact = i128::from(self.0) * i128::from(part) / i128::from(whole);
        Points(i64::try_from(exact).unwrap_or(i64::MAX))
    }

    /// So many millionths of this, rounded down to a thousandth. A share with more than three decimals was rounded itself, so as much as
    /// that can have cost is given back: one of 38 points is a point.
    pub fn partial(self, millionths: u32) -> Points {
        let doubled = 2 * u64::from(millionths.min(1_000_000));
        let rounding = u64::from(!millionths.is_multiple_of(1000));
        self.share((doubled + rounding).min(2_000_000), 2_000_000)
    }

    /// So many times the amount.
    #[must_use]
    pub fn times(self, count: u64) -> Points {
        Points(
            self.0
                .saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)),
        )
    }

    /// As much of this as `part` is of `whole`, rounded down to a thousandth.
    pub fn proportion(self, part: Points, whole: Points) -> Points {
        self.share(part.0.unsigned_abs(), whole.0.unsigned_abs())
    }

    /// Splits the amount by `weights` so that the parts add up to the whole exactly.
    pub fn split(self, weights: &[u32]) -> Vec<Points> {
        let whole = weights.iter().map(|&weight| u64::from(weight)).sum();
        let mut before = 0;
        weights
            .iter()
            .map(|&weight| {
                let start = self.share(before, whole);
                before += u64::from(weight);
                self.share(before, whole) - start
            })
            .collect()
    }

    /// A change of points, for people: `+1`, `−0.5`.
    pub fn with_sign(self) -> String {
        match self < Points::ZERO {
            true => format!("\u{2212}{}", -self),
            false => format!("+{self}"),
        }
    }

    /// How much of `whole` this is, in percent; everything if there was nothing to earn.
    pub fn percent_of(self, whole: Points) -> f64 {
        if whole == Points::ZERO {
            100.0
        } else {
            100.0 * self.as_number() / whole.as_number()
        }
    }
}

impl Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

impl Neg for Points {
    type Output = Points;
    fn neg(self) -> Points {
        Points(self.0.saturating_neg())
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(amounts: I) -> Points {
        amounts.fold(Points::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.as_number() * 100.0).round() / 100.0;
        write!(formatter, "{rounded}")
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_number())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        f64::deserialize(deserializer).map(Points::from_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_so_many_points_is_as_many_points() {
        let points = |thousandths: i64| Points(thousandths);
        for whole in 1..=100_u32 {
            for part in 0..=whole {
                let share = (f64::from(part) / f64::from(whole) * 1e6).round();
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to 1000000"
                )]
                let found = points(i64::from(whole) * 1000).partial(share as u32);
                assert_eq!(found, points(i64::from(part) * 1000), "{part} of {whole}");
            }
        }
        // What has three decimals is cut.
        assert_eq!(points(3333).partial(750_000), points(2499));
    }

    #[test]
    fn a_split_adds_up_to_the_whole_however_odd_the_weights() {
        for count in 1..40 {
            let weights: Vec<u32> = (0..count).map(|index| index % 3 + 1).collect();
            let whole = Points::from_number(50.0);
            assert_eq!(whole.split(&weights).into_iter().sum::<Points>(), whole);
        }
    }

    #[test]
    fn points_are_shown_without_needless_zeros() {
        assert_eq!(Points::from_number(50.0).to_string(), "50");
        assert_eq!(Points::from_number(47.5).to_string(), "47.5");
        assert_eq!(Points::from_number(2.083).to_string(), "2.08");
    }
}
