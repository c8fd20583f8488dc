//! What a class says of its cases and criteria: how many get them right, and whether those are the ones who get the rest right.
//!
//! This is classical test theory: *facility* is the mean share, *discrimination* the correlation of one item with all others
//! together (without itself, or everything would correlate with itself). Programs that were not built stay out: they fail
//! all, and would make every item look as if it told the strong from the weak.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::entry::ReportEntry;
use model::BuildVerdict;

/// From how many programs on a correlation says anything: its standard error is about one over the root of their number.
const MIN_PROGRAMS: usize = 20;

/// The items of an assignment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ItemAnalysis<'a> {
    pub(super) assignment: &'a str,
    pub(super) programs: usize,
    pub(super) all: Vec<ItemStatistics>,
}

/// A case or a criterion.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ItemStatistics {
    pub(super) name: Arc<str>,
    pub(super) is_case: bool,
    /// The mean share, in percent.
    pub(super) facility: usize,
    /// What a person should know; empty if nothing.
    pub(super) remark: String,
    /// Whether it is worth a look.
    pub(super) is_odd: bool,
    pub(super) discrimination: String,
}

/// What each program got of an item, from 0 to 1; none where that is not known.
type Shares = Vec<Option<f64>>;

impl<'a> ItemAnalysis<'a> {
    /// For the submissions of one assignment.
    pub(super) fn from_entries(assignment: &'a str, entries: &[&ReportEntry]) -> ItemAnalysis<'a> {
        let mut programs = entries.to_vec();
        programs.retain(|entry| entry.graded && entry.build == BuildVerdict::Ok);
        let mut all = analyse_items(&case_shares(&programs), true, programs.len());
        all.extend(analyse_items(
            &criterion_shares(&programs),
            false,
            programs.len(),
        ));
        ItemAnalysis {
            assignment,
            programs: programs.len(),
            all,
        }
    }

    /// Whether there are enough programs to look at each item.
    pub(super) fn is_large_enough(&self) -> bool {
        self.programs >= MIN_PROGRAMS
    }

    /// What there is to know, in a sentence.
    pub(super) fn summary(&self) -> String {
        let cases = self.all.iter().filter(|item| item.is_case).count();
        let everybody = self.count_cases(100);
        let nobody = self.count_cases(0);
        let programs = match self.programs {
            1 => "1 program was built".to_owned(),
            programs => format!("{programs} programs were built"),
        };
        format!(
            "{programs}. Of {cases} cases, {everybody} are right for everybody and {nobody} for nobody."
        )
    }

    fn count_cases(&self, facility: usize) -> usize {
        let cases = self.all.iter().filter(|item| item.is_case);
        cases.filter(|item| item.facility == facility).count()
    }
}

fn case_shares(programs: &[&ReportEntry]) -> Vec<(Arc<str>, Shares)> {
    group_by_item(programs, |entry, add_share| {
        for (id, is_right) in entry.outcomes.iter() {
            add_share(id, f64::from(u8::from(is_right)));
        }
    })
}

fn criterion_shares(programs: &[&ReportEntry]) -> Vec<(Arc<str>, Shares)> {
    group_by_item(programs, |entry, add_share| {
        for one in &entry.criteria {
            if one.max_points.as_number() > 0.0 {
                let share = one.points.as_number() / one.max_points.as_number();
                add_share(&one.id, share);
            }
        }
    })
}

/// The shares that `visit` adds for each program, in the order of the items' names.
fn group_by_item(
    programs: &[&ReportEntry],
    visit: impl Fn(&ReportEntry, &mut dyn FnMut(&Arc<str>, f64)),
) -> Vec<(Arc<str>, Shares)> {
    let mut items: BTreeMap<Arc<str>, Shares> = BTreeMap::new();
    for (at, program) in programs.iter().enumerate() {
        visit(program, &mut |id, share| {
            if !items.contains_key(id) {
                items.insert(Arc::clone(id), vec![None; programs.len()]);
            }
            if let Some(place) = items.get_mut(id).and_then(|shares| shares.get_mut(at)) {
                *place = Some(share);
            }
        });
    }
    items.into_iter().collect()
}

fn analyse_items(
    items: &[(Arc<str>, Shares)],
    is_case: bool,
    programs: usize,
) -> Vec<ItemStatistics> {
    let mut totals = vec![0.0; programs];
    for (_, shares) in items {
        for (total, share) in totals.iter_mut().zip(shares) {
            *total += share.unwrap_or_default();
        }
    }
    let mut seen: Vec<(&Arc<str>, &Shares)> = Vec::new();
    let mut analysed = Vec::new();
    for (name, shares) in items {
        let known: Vec<f64> = shares.iter().flatten().copied().collect();
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let correlation = (known.len() >= MIN_PROGRAMS)
            .then(|| compute_correlation(shares, &totals))
            .flatten();
        let is_constant = known.iter().all(|share| (share - mean).abs() < 1e-9);
        let twin = seen
            .iter()
            .find(|(_, other)| *other == shares)
            .map(|(name, _)| (*name).clone());
        let (remark, is_odd) = match (mean, correlation, twin) {
            (mean, ..) if mean <= 0.0 && is_case => {
                ("nobody is right: is the case right?".to_owned(), true)
            }
            (mean, ..) if mean <= 0.0 => (
                "nobody has any of its points: is the criterion right?".to_owned(),
                true,
            ),
            _ if is_constant && mean >= 1.0 => {
                ("everybody is right: it tells nothing".to_owned(), false)
            }
            (_, Some(found), _) if found < -0.05 => (
                "strong programs fail it more often than weak ones: look at its text".to_owned(),
                true,
            ),
            (_, _, Some(twin)) if is_case && known.len() >= MIN_PROGRAMS && !is_constant => (
                format!("the same answers as {twin} for everybody: one of them would do"),
                false,
            ),
            _ => (String::new(), false),
        };
        if is_case {
            seen.push((name, shares));
        }
        analysed.push(ItemStatistics {
            name: name.clone(),
            is_case,
            facility: (mean * 100.0).round().max(0.0) as usize,
            remark,
            is_odd,
            discrimination: describe_discrimination(correlation, known.len(), is_constant),
        });
    }
    analysed
}

fn describe_discrimination(correlation: Option<f64>, programs: usize, is_constant: bool) -> String {
    match correlation {
        _ if programs < MIN_PROGRAMS => {
            format!("too few programs to tell ({programs} of {MIN_PROGRAMS})")
        }
        _ if is_constant => "cannot be told: all are alike".to_owned(),
        None => "cannot be told: all others are alike".to_owned(),
        Some(found) if found >= 0.4 => format!("strongly ({found:.2})"),
        Some(found) if found >= 0.2 => format!("yes ({found:.2})"),
        Some(found) if found >= -0.05 => format!("hardly ({found:.2})"),
        Some(found) => format!("the wrong way round ({found:.2})"),
    }
}

/// Pearson's, of an item with all others together; none where one of both is the same for everybody.
fn compute_correlation(shares: &Shares, totals: &[f64]) -> Option<f64> {
    let pairs: Vec<(f64, f64)> = shares
        .iter()
        .zip(totals)
        .filter_map(|(share, total)| share.map(|share| (share, total - share)))
        .collect();
    let count = pairs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let item = mean(|pair| pair.0);
    let rest = mean(|pair| pair.1);
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        pairs
            .iter()
            .map(|pair| of(pair.0 - item, pair.1 - rest))
            .sum()
    };
    let own = sum(&|one, _| one * one);
    let other = sum(&|_, two| two * two);
    (own > 1e-9 && other > 1e-9).then(|| sum(&|one, two| one * two) / (own * other).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysis(items: &[(&str, &[f64])]) -> Vec<ItemStatistics> {
        let item = |(name, shares): &(&str, &[f64])| {
            (
                (*name).into(),
                shares.iter().map(|share| Some(*share)).collect(),
            )
        };
        let items: Vec<(Arc<str>, Shares)> = items.iter().map(item).collect();
        analyse_items(&items, true, items[0].1.len())
    }

    /// So many programs, of which each passes if the number of its tenth is at least so much.
    fn from(least: usize) -> Vec<f64> {
        (0..20)
            .map(|number| f64::from(u8::from(number >= least)))
            .collect()
    }

    #[test]
    fn what_is_worth_a_look_is_told_in_words() {
        let backwards: Vec<f64> = from(10).iter().map(|share| 1.0 - share).collect();
        let items = analysis(&[
            ("a", &from(5)),
            ("b", &from(5)),
            ("c", &from(12)),
            ("none", &from(20)),
            ("all", &from(0)),
            ("odd", &backwards),
        ]);
        let remarks: Vec<&str> = items.iter().map(|item| item.remark.as_str()).collect();
        assert_eq!(remarks[0], "");
        assert_eq!(
            remarks[1],
            "the same answers as a for everybody: one of them would do"
        );
        assert_eq!(remarks[3], "nobody is right: is the case right?");
        assert_eq!(remarks[4], "everybody is right: it tells nothing");
        assert!(
            remarks[5].starts_with("strong programs fail it"),
            "{remarks:?}"
        );
        assert!(
            items[0].discrimination.starts_with("strongly (0."),
            "{items:?}"
        );
        assert_eq!((items[0].facility, items[2].facility), (75, 40));
    }

    #[test]
    fn of_few_programs_nothing_is_made_of_a_correlation() {
        let few = analysis(&[("a", &[1.0, 0.0, 1.0]), ("b", &[1.0, 0.0, 1.0])]);
        assert_eq!(few[1].remark, "");
        assert_eq!(few[0].discrimination, "too few programs to tell (3 of 20)");
    }
}
