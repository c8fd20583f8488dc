//! What is counted against a submission, and what it costs.

use model::Points;

/// What is counted against a submission, and what one of it is called.
pub(super) struct FaultCount {
    pub(super) count: u64,
    pub(super) one: &'static str,
    pub(super) many: &'static str,
}

impl FaultCount {
    /// What is taken for them.
    pub(super) fn total_cost(&self, each: Points, most: Points) -> Points {
        each.times(self.count).min(most)
    }

    /// What they leave of `points`, if each takes so much; if nothing is said, the first takes all.
    pub(super) fn points_left(&self, points: Points, each: Option<Points>) -> Points {
        match each {
            Some(each) => points - self.total_cost(each, points),
            None if self.count == 0 => points,
            None => Points::ZERO,
        }
    }

    /// `0.5 for 1 warning`, `0.5 for each of 9 warnings, but no more than this`.
    pub(super) fn describe_cost(&self, each: Points, most: Points) -> String {
        let FaultCount { count, one, many } = self;
        let capped = if each.times(*count) > most {
            ", but no more than this"
        } else {
            ""
        };
        match count {
            1 => format!("{each} for 1 {one}{capped}"),
            _ => format!("{each} for each of {count} {many}{capped}"),
        }
    }
}
