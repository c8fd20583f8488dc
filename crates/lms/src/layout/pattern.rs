//! What an instructor says with a regular expression: `--pattern '(?P<student>[^/]+)/(?P<file>.+)'`.

use std::str::FromStr;

use super::item::{DownloadEntry, EntryContent, LayoutEntry, group_text};
use jiff::Timestamp;
use jiff::civil::DateTime;
use model::{HandIn, HandInTime};
use regex::{Regex, RegexBuilder};

/// The groups that say something.
const GROUPS: [&str; 8] = [
    "student",
    "file",
    "assignment",
    "late",
    "attempt",
    "id",
    "login",
    "time",
];

/// An expression that needs more memory than this is a slip.
const SIZE_LIMIT: usize = 4 << 20;

/// A regular expression for the path of a file below the folder, all of it.
#[derive(Debug, Clone)]
pub struct StudentPattern {
    text: String,
    regex: Regex,
}

/// Why a pattern cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PatternError(String);

impl FromStr for StudentPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<StudentPattern, PatternError> {
        let whole = format!("^(?:{text})$");
        let regex = RegexBuilder::new(&whole)
            .size_limit(SIZE_LIMIT)
            .build()
            .map_err(|error| {
                let error = error.to_string();
                let reason = error
                    .lines()
                    .last()
                    .unwrap_or_default()
                    .trim()
                    .trim_start_matches("error: ");
                PatternError(format!("it is no regular expression: {reason}"))
            })?;
        let groups: Vec<&str> = regex.capture_names().flatten().collect();
        if let Some(unknown) = groups.iter().find(|name| !GROUPS.contains(name)) {
            let hint = support::nearest::describe_suggestion(unknown, &GROUPS);
            let known = GROUPS.join("`, `");
            return Err(PatternError(format!(
                "there is no group `{unknown}`; expected some of `{known}`{hint}"
            )));
        }
        if !groups.contains(&"student") {
            return Err(PatternError(
                "it does not say whose a file is; expected a group `student`, as in `(?P<student>[^/]+)/(?P<file>.+)`"
                    .to_owned(),
            ));
        }
        Ok(StudentPattern {
            text: text.to_owned(),
            regex,
        })
    }
}

impl StudentPattern {
    /// As it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the pattern says of each file.
    pub(crate) fn parse_entries(&self, files: &[DownloadEntry]) -> Vec<Option<LayoutEntry>> {
        files
            .iter()
            .map(|file| self.parse_entry(&file.name))
            .collect()
    }

    fn parse_entry(&self, path: &str) -> Option<LayoutEntry> {
        let found = self.regex.captures(path)?;
        let own = |name: &str| group_text(&found, name).map(str::to_owned);
        let student = own("student")?;
        let file = own("file").or_else(|| path.rsplit('/').next().map(str::to_owned))?;
        let has_late = self
            .regex
            .capture_names()
            .flatten()
            .any(|name| name == "late");
        let id = own("id");
        let login = own("login");
        let owner = id.as_ref().or(login.as_ref()).unwrap_or(&student).clone();
        let hand_in = HandIn {
            name: student,
            id,
            login,
            late: has_late.then(|| own("late").is_some()),
            time: own("time").map(|shown| HandInTime {
                iso: to_iso_time(&shown),
                shown,
            }),
            ..HandIn::default()
        };
        let attempt = own("attempt").or_else(|| own("time")).unwrap_or_default();
        let attempt = match attempt.parse::<u64>() {
            // In the order of letters 10 would be before 9.
            Ok(number) => format!("{number:020}"),
            Err(_) => attempt,
        };
        let assignment = own("assignment");
        Some(LayoutEntry {
            owner,
            assignment,
            hand_in,
            attempt,
            content: EntryContent::File(file),
            ..LayoutEntry::default()
        })
    }
}
/// The same if it is a moment by ISO 8601, with or without a zone.
fn to_iso_time(shown: &str) -> Option<String> {
    let is_moment = shown.parse::<Timestamp>().is_ok() || shown.parse::<DateTime>().is_ok();
    is_moment.then(|| shown.to_owned())
}
