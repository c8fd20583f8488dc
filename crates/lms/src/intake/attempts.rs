//! Attempts in a student's folder: folders that are called by numbers or by moments, as scripts and systems name them.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::error::join_quoted;
use super::files::{self, SubmissionFile, SubmissionPath};
use super::sources::SourceSelector;
use regex::Regex;
use support::printable::to_printable;

/// A date with a time or with separators, because a number of eight digits may be a student's: `2012-10-20-23-33-21`,
/// `20121020_2333`, `2024-02-20T00.35.07Z`.
const MOMENT: &str = r"^(?:19|20)\d{2}(?:[-_.](?:0[1-9]|1[0-2])[-_.](?:0[1-9]|[12]\d|3[01])(?:[-_.T ]?\d{2}[-_.:h]?\d{2}(?:[-_.:]?\d{2}(?:\.\d+)?)?)?|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[-_.T ]?\d{4}(?:\d{2})?)Z?$";

/// What a folder's name says of an attempt.
#[derive(Debug, PartialEq, Eq)]
enum AttemptName {
    Number(u64),
    /// The digits of a date and a time.
    Moment(String),
}

impl AttemptName {
    fn parse(name: &str) -> Option<AttemptName> {
        static COMPILED: OnceLock<Option<Regex>> = OnceLock::new();
        let moment = COMPILED.get_or_init(|| Regex::new(MOMENT).ok()).as_ref()?;
        if moment.is_match(name) {
            return Some(AttemptName::Moment(
                name.chars().filter(char::is_ascii_digit).collect(),
            ));
        }
        // Longer ones may be students' numbers.
        let is_number = (1..=3).contains(&name.len()) && name.bytes().all(|it| it.is_ascii_digit());
        name.parse()
            .ok()
            .filter(|_| is_number)
            .map(AttemptName::Number)
    }

    /// Which of two is newer; none if they are of different kinds.
    fn compare_age(&self, other: &AttemptName) -> Option<Ordering> {
        match (self, other) {
            (AttemptName::Number(one), AttemptName::Number(other)) => Some(one.cmp(other)),
            (AttemptName::Moment(one), AttemptName::Moment(other)) => Some(one.cmp(other)),
            _ => None,
        }
    }
}

/// Which of several attempts is graded.
#[derive(Debug)]
pub(super) enum NewestAttempt {
    /// The folder has no attempts, or what is looked for is in one of them only.
    One,
    /// The newest one, with a sentence for staff.
    Folder(SubmissionPath, String),
    /// It is not clear whether the folders are attempts.
    Unclear(String),
}

/// Whether folders of these names look like attempts of one student, and not like students.
pub(super) fn are_attempts(names: &[impl AsRef<str>]) -> bool {
    let parsed = names.iter().map(|name| AttemptName::parse(name.as_ref()));
    let Some(parsed) = parsed.collect::<Option<Vec<AttemptName>>>() else {
        return false;
    };
    parsed.windows(2).all(|pair| match pair {
        [one, other] => one.compare_age(other).is_some_and(Ordering::is_ne),
        _ => false,
    })
}

/// The newest attempt in a student's place that is for the assignment of `sources`.
pub(super) fn find_newest(place: &SubmissionPath, sources: &SourceSelector<'_>) -> NewestAttempt {
    if !place.kind.is_dir() {
        return NewestAttempt::One;
    }
    let Ok(seen) = files::list_files(place) else {
        return NewestAttempt::One;
    };
    let is_candidate = |file: &&SubmissionFile| {
        let is_program = files::is_source(&file.inside) || sources.is_required(file);
        file.kind.is_file() && is_program && !sources.is_foreign(file)
    };
    let programs: Vec<&SubmissionFile> = seen.files.iter().filter(is_candidate).collect();
    let above = common_folder(&programs);
    // The folders of the programs, each with whether it holds a wanted name.
    let mut folders: BTreeMap<String, bool> = BTreeMap::new();
    for file in &programs {
        let Ok(rest) = file.inside.strip_prefix(&above) else {
            return NewestAttempt::One;
        };
        let mut parts = rest.iter();
        let (Some(folder), Some(_)) = (parts.next(), parts.next()) else {
            return NewestAttempt::One;
        };
        let has_wanted = folders
            .entry(folder.to_string_lossy().into_owned())
            .or_default();
        *has_wanted |= sources.is_required(file);
    }
    let names: Vec<&str> = folders.keys().map(String::as_str).collect();
    if names.len() < 2 || !are_attempts(&names) {
        return NewestAttempt::One;
    }
    let all: Vec<(&String, &bool)> = folders.iter().collect();
    let Some((newest, has_wanted)) = all.iter().max_by(order_attempts) else {
        return NewestAttempt::One;
    };
    let with_wanted = all.iter().filter(|(_, has_wanted)| **has_wanted).count();
    if matches!(AttemptName::parse(newest), Some(AttemptName::Number(_))) {
        match (with_wanted, **has_wanted) {
            // Numbers may be those of exercises, and then only one has the file.
            (0, _) | (1, true) => return NewestAttempt::One,
            (_, true) => {}
            (_, false) => return NewestAttempt::Unclear(unclear_attempts_message(&names, newest)),
        }
    }
    let place = SubmissionPath {
        folder: place.folder.clone(),
        below: place.below.join(&above).join(newest.as_str()),
        kind: place.kind,
    };
    let names: Vec<String> = names.iter().map(to_printable).collect();
    let sentence = format!(
        "the folders {} were taken for attempts, and the newest, `{}`, was graded",
        join_quoted(&names),
        to_printable(newest)
    );
    NewestAttempt::Folder(place, sentence)
}

fn order_attempts(one: &&(&String, &bool), other: &&(&String, &bool)) -> std::cmp::Ordering {
    let parsed = [one, other].map(|(name, _)| AttemptName::parse(name));
    let [Some(one), Some(other)] = parsed else {
        return Ordering::Equal;
    };
    one.compare_age(&other).unwrap_or(Ordering::Equal)
}

fn unclear_attempts_message(names: &[&str], newest: &str) -> String {
    let names: Vec<String> = names.iter().map(to_printable).collect();
    format!(
        "It is not clear whether the folders {} are attempts: the newest, `{}`, does not hold the program's file, and an \
         earlier one does",
        join_quoted(&names),
        to_printable(newest)
    )
}

/// The innermost folder that holds all files.
fn common_folder(files: &[&SubmissionFile]) -> PathBuf {
    let first = files
        .first()
        .and_then(|file| file.inside.parent())
        .unwrap_or(Path::new(""));
    let mut above = first.ancestors();
    let common = above.find(|folder| files.iter().all(|file| file.inside.starts_with(folder)));
    common.unwrap_or(Path::new("")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_moments_are_attempts_and_other_names_are_none() {
        let table: [(&[&str], bool); 10] = [
            (&["1", "2", "10"], true),
            (&["2012-10-20-23-33-21", "2012-10-20-23-44-55"], true),
            (&["20121020233321", "20121021T0930"], true),
            (&["20121020", "20121021"], false),
            (&["1", "2012-10-20-23-33-21"], false),
            (&["ann", "bob"], false),
            (&["1", "old"], false),
            (&["1", "01"], false),
            (&["1001", "1002"], false),
            (&["v1", "v2"], false),
        ];
        for (names, expected) in table {
            assert_eq!(are_attempts(names), expected, "{names:?}");
        }
    }
}
