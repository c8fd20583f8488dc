//! The mistakes that a class makes most, counted.

use std::collections::BTreeMap;

use super::entry::ReportEntry;
use super::visible;

/// How often a mistake was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MistakeCount {
    /// Its stable name.
    pub(super) mistake: &'static str,
    /// In how many submissions.
    pub(super) submissions: usize,
    /// In how many of their cases altogether.
    pub(super) cases: usize,
}

/// How often each mistake was made, the commonest first; by name where two are as common.
pub(super) fn count_mistakes(entries: &[&ReportEntry]) -> Vec<MistakeCount> {
    let mut found: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
    for (mistake, cases) in entries.iter().flat_map(|entry| &entry.mistakes) {
        found.entry(mistake).or_default().push(*cases);
    }
    let count = |(mistake, cases): (&'static str, Vec<usize>)| MistakeCount {
        mistake,
        submissions: cases.len(),
        cases: cases.iter().sum(),
    };
    let mut counts: Vec<MistakeCount> = found.into_iter().map(count).collect();
    counts.sort_by_key(|count| std::cmp::Reverse((count.submissions, count.cases)));
    counts
}

/// The commonest mistakes of a class, a line each with who made them; nothing if none was recognised.
pub(super) fn list_commonest(entries: &[&ReportEntry]) -> Vec<String> {
    const LISTED: usize = 5;
    const NAMED: usize = 5;
    let counts = count_mistakes(entries);
    if counts.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["Most common mistakes, by submissions:".to_owned()];
    for MistakeCount {
        mistake,
        submissions,
        ..
    } in counts.iter().take(LISTED)
    {
        let made = entries
            .iter()
            .filter(|entry| entry.mistakes.contains_key(mistake));
        let names: Vec<String> = made
            .take(NAMED)
            .map(|entry| visible::one_line(&entry.student))
            .collect();
        let more = match submissions.saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        lines.push(format!(
            "  {submissions:>3}  {mistake}: {}{more}",
            names.join(", ")
        ));
    }
    match counts.len().saturating_sub(LISTED) {
        0 => {}
        more => lines.push(format!(
            "       and {more} other{}",
            if more == 1 { "" } else { "s" }
        )),
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use crate::names::SharedNames;

    #[test]
    fn a_class_counts_each_mistake_once_per_submission() {
        let class = [
            fixture::failing(&["a", "a", "b"]),
            fixture::failing(&["b"]),
            fixture::perfect(),
        ];
        let entries = class.map(|grade| ReportEntry::new(&grade, &SharedNames::default()));
        let class: Vec<&ReportEntry> = entries.iter().collect();
        let count = |mistake, submissions, cases| MistakeCount {
            mistake,
            submissions,
            cases,
        };
        assert_eq!(count_mistakes(&class), [count("b", 2, 2), count("a", 1, 2)]);
        let lines = list_commonest(&class);
        let title = "Most common mistakes, by submissions:";
        assert_eq!(
            lines,
            [
                title,
                "    2  b: student-02, student-02",
                "    1  a: student-02"
            ]
        );
        assert_eq!(list_commonest(&class[2..]), [""; 0]);
        let one = ReportEntry::new(&fixture::failing(&["b"]), &SharedNames::default());
        assert!(list_commonest(&[&one; 9])[1].ends_with("student-02 and 4 more"));
    }
}
