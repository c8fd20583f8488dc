//! Which results are lost where a file of records is damaged.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use serde::Deserialize;

use model::SubmissionName;

/// How many names a message has.
const MOST_NAMES: usize = 20;

/// What the run wrote beside its records. It names every submission.
const RESULTS: &str = "results.json";

#[derive(Deserialize)]
struct ResultsListing {
    submissions: Vec<ListedSubmission>,
}

#[derive(Deserialize)]
struct ListedSubmission {
    student: String,
    assignment: String,
}

/// The submissions that `results.json` in a folder of reports lists, but for those that can be read. Empty if that file cannot be read.
pub(crate) fn missing_submissions(
    reports: &Path,
    readable: &BTreeSet<SubmissionName>,
) -> Vec<SubmissionName> {
    let Ok(file) = File::open(reports.join(RESULTS)) else {
        return Vec::new();
    };
    let Ok(results) = serde_json::from_reader::<_, ResultsListing>(BufReader::new(file)) else {
        return Vec::new();
    };
    let names = results.submissions.into_iter().map(
        |ListedSubmission {
             student,
             assignment,
         }| SubmissionName {
            assignment,
            student,
        },
    );
    names.filter(|name| !readable.contains(name)).collect()
}

/// What is lost, in words that follow "is damaged: ".
pub(super) fn describe_damage(readable: usize, lost: &[SubmissionName]) -> String {
    if lost.is_empty() {
        return format!("{readable} results in it can be read, and nothing lists the others");
    }
    let names: Vec<String> = lost
        .iter()
        .take(MOST_NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match lost.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let count = if lost.len() == 1 {
        "1 result is"
    } else {
        &format!("{} results are", lost.len())
    };
    format!("{count} lost: {}{more}", names.join(", "))
}
