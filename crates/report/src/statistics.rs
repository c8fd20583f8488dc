//! What matters of a class in a few lines: how its points are spread, and which cases are hard.

use std::collections::BTreeMap;

use super::entry::ReportEntry;

/// From how many graded submissions on their points are shown as a picture.
const MIN_FOR_HISTOGRAM: usize = 10;

/// How long the longest bar is.
const LONGEST_BAR: usize = 40;

/// How many cases are named.
const HARDEST: usize = 5;

/// The lines below a class's totals; `unicode` says whether bars may be drawn beyond ASCII.
pub(super) fn render_lines(entries: &[&ReportEntry], unicode: bool) -> Vec<String> {
    let mut percents: Vec<f64> = entries
        .iter()
        .filter(|entry| entry.graded)
        .map(|entry| entry.points.percent_of(entry.max_points))
        .filter(|percent| percent.is_finite())
        .collect();
    percents.sort_by(f64::total_cmp);
    let mut lines = Vec::new();
    if percents.len() > 1 {
        let [low, median, high] = [1, 2, 3].map(|quarter| compute_quantile(&percents, quarter));
        lines.push(format!(
            "Points: median {median:.1} %, quartiles {low:.1} % and {high:.1} %"
        ));
    }
    if percents.len() >= MIN_FOR_HISTOGRAM {
        lines.extend(render_histogram(&percents, if unicode { '█' } else { '#' }));
    }
    lines.extend(render_hardest_cases(entries));
    lines
}

/// Below which number `quarter` quarters of all are; between two of them, in proportion.
pub(super) fn compute_quantile(sorted: &[f64], quarter: u32) -> f64 {
    let steps = (sorted.len() - 1) * quarter as usize;
    let below = steps / 4;
    let rest = steps % 4;
    let low = sorted[below];
    let high = sorted.get(below + 1).copied().unwrap_or(low);
    low + (high - low) * [0.0, 0.25, 0.5, 0.75][rest]
}

/// One bar for every ten percent, and one for full marks.
fn render_histogram(percents: &[f64], sign: char) -> Vec<String> {
    let mut counts = [0_usize; 11];
    for percent in percents {
        let bin = (0..counts.len() - 1)
            .rev()
            .find(|bin| *percent >= 10.0 * *bin as f64);
        let bin = if *percent >= 100.0 {
            counts.len() - 1
        } else {
            bin.unwrap_or(0)
        };
        counts[bin] += 1;
    }
    let most = counts.iter().max().copied().unwrap_or(1).max(LONGEST_BAR);
    let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
    let bar = |(bin, count): (usize, &usize)| {
        let range = if bin == 10 {
            "100".to_owned()
        } else {
            format!("{}-{}", bin * 10, bin * 10 + 9)
        };
        let bar = sign
            .to_string()
            .repeat((count * LONGEST_BAR).div_ceil(most));
        format!(
            "  {range:>5} %  {bar}{}{count}",
            if *count > 0 { " " } else { "" }
        )
    };
    counts.iter().enumerate().skip(first).map(bar).collect()
}

/// The cases that most programs fail, in a line; none if none is failed.
fn render_hardest_cases(entries: &[&ReportEntry]) -> Option<String> {
    let mut cases: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
    for entry in entries {
        for (case, is_right) in entry.outcomes.iter() {
            let (failed, all) = cases.entry((&entry.assignment, case.as_ref())).or_default();
            *failed += usize::from(!is_right);
            *all += 1;
        }
    }
    let mut failed: Vec<_> = cases
        .into_iter()
        .filter(|(_, (failed, _))| *failed > 0)
        .collect();
    failed.sort_by_key(|(_, (failed, _))| std::cmp::Reverse(*failed));
    let has_one = entries
        .windows(2)
        .all(|pair| pair[0].assignment == pair[1].assignment);
    let named: Vec<String> = failed
        .iter()
        .take(HARDEST)
        .map(|((assignment, case), (failed, all))| {
            let place = if has_one {
                String::new()
            } else {
                format!("{assignment}/")
            };
            format!("{place}{case} ({failed} of {all})")
        })
        .collect();
    (!named.is_empty())
        .then(|| format!("Hardest cases, by programs that fail: {}", named.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;
    use model::{Grade, Points};

    fn statistics_lines(grades: &[Grade], unicode: bool) -> Vec<String> {
        let entries: Vec<ReportEntry> = grades
            .iter()
            .map(|it| ReportEntry::new(it, &SharedNames::default()))
            .collect();
        render_lines(&entries.iter().collect::<Vec<_>>(), unicode)
    }

    /// A class of which student number n has n of 120 points, in thirds.
    fn class(size: u32) -> Vec<Grade> {
        let graded = |number: u32| {
            let mut grade = if number.is_multiple_of(3) {
                fixture::perfect()
            } else {
                fixture::wrong()
            };
            grade.points = Points::from_number(f64::from(number * 100 / size));
            grade
        };
        (1..=size).map(graded).collect()
    }

    #[test]
    fn a_large_class_is_told_in_a_few_lines() {
        insta::assert_snapshot!(statistics_lines(&class(120), true).join("\n"));
    }

    #[test]
    fn bars_are_ascii_where_they_must_be_and_a_small_class_has_none() {
        let text = statistics_lines(&class(30), false).join("\n");
        assert!(text.is_ascii() && text.contains(" ###"), "{text}");
        let text = statistics_lines(&class(4), true).join("\n");
        assert_eq!(
            text,
            "Points: median 62.5 %, quartiles 43.8 % and 81.2 %\nHardest cases, by programs that fail: win-main-diagonal (3 of 4)"
        );
        assert_eq!(statistics_lines(&[], true), [""; 0]);
    }

    #[test]
    fn quartiles_are_between_their_neighbours() {
        assert_eq!(
            [1, 2, 3].map(|quarter| compute_quantile(&[0.0, 100.0], quarter)),
            [25.0, 50.0, 75.0]
        );
        assert_eq!(compute_quantile(&[7.0], 3), 7.0);
    }
}
