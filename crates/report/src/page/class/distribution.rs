//! How the points of a class are spread: ten bars, and the quartiles in words.

use crate::entry::ReportEntry;
use crate::statistics::compute_quantile;

/// How many bars there are.
const BARS: usize = 10;

/// The size of the picture, in its own units.
const WIDTH: usize = 40;
const HEIGHT: usize = 100;

/// The grades from one tenth of all points to the next; full marks are in the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DistributionBar {
    pub(super) range: String,
    pub(super) count: usize,
    /// The filter that shows these submissions.
    pub(super) filter: String,
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) height: usize,
}

/// The whole picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointsDistribution {
    pub(super) bars: Vec<DistributionBar>,
    pub(super) sentence: String,
}

impl PointsDistribution {
    /// Of all submissions with a grade; none if there are none.
    pub(super) fn from_entries(entries: &[ReportEntry]) -> Option<PointsDistribution> {
        let graded = entries.iter().filter(|entry| entry.graded);
        let percents = graded.map(|entry| entry.points.percent_of(entry.max_points));
        let mut percents: Vec<f64> = percents.filter(|percent| percent.is_finite()).collect();
        percents.sort_by(f64::total_cmp);
        let least = percents.first()?;
        let most = percents.last()?;
        let [low, median, high] = [1, 2, 3].map(|quarter| compute_quantile(&percents, quarter));
        let sentence = format!(
            "Half of the class has at least {median:.1} % of the points. The middle half lies between {low:.1} % and {high:.1} %; \
             the lowest grade is {least:.1} %, the highest {most:.1} %."
        );
        let mut counts = [0_usize; BARS];
        for percent in &percents {
            let bar = (1..BARS)
                .rev()
                .find(|bar| *percent >= 10.0 * *bar as f64)
                .unwrap_or(0);
            counts[bar] += 1;
        }
        let highest = counts.iter().max().copied().unwrap_or(1).max(1);
        let bar = |(at, count): (usize, &usize)| {
            let from = at * 10;
            let to = at * 10 + 10;
            let is_last = at + 1 == BARS;
            let end = if is_last {
                String::new()
            } else {
                format!(" percent<{to}")
            };
            // A submission with penalties may be below nothing.
            let start = if at == 0 {
                String::new()
            } else {
                format!("percent>={from}")
            };
            let height = count * HEIGHT / highest;
            DistributionBar {
                range: format!("{from}–{}", if is_last { 100 } else { to - 1 }),
                count: *count,
                filter: format!("{start}{end}").trim().to_owned(),
                left: at * WIDTH,
                top: HEIGHT - height,
                height,
            }
        };
        Some(PointsDistribution {
            bars: counts.iter().enumerate().map(bar).collect(),
            sentence,
        })
    }
}
