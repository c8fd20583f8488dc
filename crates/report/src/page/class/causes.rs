//! Why points are missing, counted over the class: what costs most submissions first.

use std::collections::BTreeMap;

use super::link::page_of;
use crate::causes::FailureCause;
use crate::entry::ReportEntry;
use crate::visible;
use document::Prose;
use model::Points;

/// How many causes are listed, and how many students of each are named.
const LISTED: usize = 60;
const NAMED: usize = 6;

/// Submissions of one assignment with the same cause.
#[derive(Debug, Clone)]
pub(super) struct CauseGroup<'a> {
    pub(super) assignment: &'a str,
    pub(super) name: &'a str,
    /// What the first student of them is told.
    pub(super) sentence: &'a str,
    pub(super) is_mistake: bool,
    pub(super) submissions: usize,
    /// Of those of the assignment.
    pub(super) percent: usize,
    pub(super) cases: usize,
    pub(super) missing_points: Points,
    pub(super) named: String,
    /// The page of one of them, and the case that shows it.
    pub(super) example: String,
    pub(super) case: Option<&'a str>,
}

impl CauseGroup<'_> {
    /// The sentence as prose, in which backticks mark code.
    pub(super) fn render_sentence(&self) -> Prose {
        Prose::text(self.sentence)
    }
}

/// The commonest causes: mistakes that were recognised, then the others.
pub(super) fn group_causes(entries: &[ReportEntry]) -> Vec<CauseGroup<'_>> {
    let mut found: BTreeMap<(&str, &str), Vec<(&ReportEntry, &FailureCause)>> = BTreeMap::new();
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        *all.entry(&entry.assignment).or_default() += 1;
        for cause in &entry.causes {
            found
                .entry((&entry.assignment, &cause.name))
                .or_default()
                .push((entry, cause));
        }
    }
    let mut groups: Vec<CauseGroup<'_>> = found
        .into_iter()
        .filter_map(|((assignment, name), made)| {
            let of = all.get(assignment).copied().unwrap_or(1);
            build_group(assignment, name, &made, of)
        })
        .collect();
    groups.sort_by_key(|group| {
        std::cmp::Reverse((group.is_mistake, group.submissions, group.missing_points))
    });
    groups.truncate(LISTED);
    groups
}

fn build_group<'a>(
    assignment: &'a str,
    name: &'a str,
    made: &[(&'a ReportEntry, &'a FailureCause)],
    all: usize,
) -> Option<CauseGroup<'a>> {
    let (first, cause) = made.first()?;
    let names = made
        .iter()
        .take(NAMED)
        .map(|(entry, _)| visible::one_line(&entry.student));
    let named = names.collect::<Vec<_>>().join(", ");
    let more = match made.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(CauseGroup {
        assignment,
        name,
        sentence: &cause.sentence,
        is_mistake: cause.is_mistake,
        submissions: made.len(),
        percent: (made.len() * 100 + all / 2) / all.max(1),
        cases: made.iter().map(|(_, cause)| cause.cases).sum(),
        missing_points: made.iter().map(|(_, cause)| cause.missing_points).sum(),
        named: named + &more,
        example: page_of(first),
        case: cause.case.as_deref(),
    })
}
