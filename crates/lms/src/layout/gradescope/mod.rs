//! Gradescope: `submission_<number>/` for each submission, and `submission_metadata.yml`, which says whose it is.

use std::collections::HashMap;

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry};
use model::{GroupMember, HandIn, HandInTime};
use saphyr_parser::{Event, Parser};

const METADATA: &str = "submission_metadata.yml";

/// It has the results of every submission.
const LARGEST: u64 = 64 << 20;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let metadata = top
        .entries
        .iter()
        .find(|entry| entry.name == METADATA && !entry.is_folder);
    let Some(metadata) = metadata.and_then(|entry| (top.read)(&entry.path, LARGEST)) else {
        return vec![None; top.entries.len()];
    };
    let submissions = parse_metadata(&metadata);
    let item = |entry: &DownloadEntry| match entry.name.strip_prefix("submission_") {
        _ if entry.name == METADATA => Some(LayoutEntry::default()),
        Some(number) if entry.is_folder && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(build_entry(number, submissions.get(&entry.name)))
        }
        _ => None,
    };
    top.entries.iter().map(item).collect()
}

fn build_entry(number: &str, known: Option<&GradescopeSubmission>) -> LayoutEntry {
    let members = known.map_or(&[][..], |known| &known.submitters);
    let names: Vec<&str> = members
        .iter()
        .map(|one| one.name.as_str())
        .filter(|name| !name.is_empty())
        .collect();
    let name = if names.is_empty() {
        format!("submission {number}")
    } else {
        names.join(", ")
    };
    let (id, email) = match members {
        [only] => (only.id.clone(), only.email.clone()),
        _ => (None, None),
    };
    let hand_in = HandIn {
        name,
        id,
        email,
        submission: Some(number.to_owned()),
        time: known
            .and_then(|known| known.created_at.as_deref())
            .map(parse_time),
        members: if members.len() > 1 {
            members.to_vec()
        } else {
            Vec::<GroupMember>::new()
        },
        ..HandIn::default()
    };
    LayoutEntry {
        owner: number.to_owned(),
        hand_in,
        content: EntryContent::Folder,
        ..LayoutEntry::default()
    }
}

/// `2023-12-02 02:52:07.938335000 Z`.
fn parse_time(shown: &str) -> HandInTime {
    HandInTime {
        shown: shown.to_owned(),
        iso: to_iso_time(shown),
    }
}

fn to_iso_time(shown: &str) -> Option<String> {
    let (date, rest) = shown.split_once(' ')?;
    let (clock, zone) = rest.split_once(' ')?;
    let clock = clock.split('.').next()?;
    (zone == "Z" && date.len() == 10 && clock.len() == 8).then(|| format!("{date}T{clock}Z"))
}

/// What is known of one submission.
///
/// `submission_metadata.yml` is read event by event. Only names, numbers and addresses are collected, so a file that refers to
/// itself cannot grow. Keys are symbols of Ruby (`:name:`), and numbers of students may begin with 0, so every value stays text.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct GradescopeSubmission {
    submitters: Vec<GroupMember>,
    created_at: Option<String>,
}

/// The most students that hand in together. More is a mistake in the file.
const MOST_MEMBERS: usize = 100;

/// How deep a file may be nested. Results of tests are four deep.
const DEEPEST: usize = 64;

/// Where the reader is: the keys on the way, each with whether a value is expected now.
#[derive(Default)]
struct YamlPosition {
    keys: Vec<YamlLevel>,
}

enum YamlLevel {
    /// A list.
    List,
    /// A mapping, and the key whose value comes next.
    Mapping(Option<String>),
}

/// The submissions by the names of their folders. What cannot be read is not there.
fn parse_metadata(text: &str) -> HashMap<String, GradescopeSubmission> {
    let mut submissions: HashMap<String, GradescopeSubmission> = HashMap::new();
    let mut place = YamlPosition::default();
    for event in Parser::new_from_str(text) {
        let Ok((event, _)) = event else { break };
        if place.keys.len() > DEEPEST {
            break;
        }
        match event {
            Event::MappingStart(..) => {
                place.keys.push(YamlLevel::Mapping(None));
                if let [Some(submission), Some(":submitters"), None, None] =
                    place.key_path().as_slice()
                {
                    let members = &mut submissions
                        .entry((*submission).to_owned())
                        .or_default()
                        .submitters;
                    if members.len() < MOST_MEMBERS {
                        members.push(GroupMember::default());
                    }
                }
            }
            Event::SequenceStart(..) => place.keys.push(YamlLevel::List),
            Event::MappingEnd | Event::SequenceEnd => {
                place.keys.pop();
                place.end_value();
            }
            Event::Alias(_) => place.end_value(),
            Event::Scalar(text, ..) => {
                if place.takes_key(&text) {
                    continue;
                }
                store_scalar(&mut submissions, &place.key_path(), &text);
                place.end_value();
            }
            _ => {}
        }
    }
    submissions
}

fn store_scalar(
    submissions: &mut HashMap<String, GradescopeSubmission>,
    path: &[Option<&str>],
    text: &str,
) {
    let (submission, rest) = match path {
        [Some(submission), rest @ ..] => (*submission, rest),
        _ => return,
    };
    match rest {
        [Some(":created_at")] => {
            submissions
                .entry(submission.to_owned())
                .or_default()
                .created_at = Some(text.to_owned());
        }
        [Some(":submitters"), None, Some(field)] => {
            let known = submissions.get_mut(submission);
            let Some(member) = known.and_then(|known| known.submitters.last_mut()) else {
                return;
            };
            let value =
                Some(text.to_owned()).filter(|text| !["", "null", "~"].contains(&text.as_str()));
            match *field {
                ":name" => member.name = value.unwrap_or_default(),
                ":sid" => member.id = value,
                ":email" => member.email = value,
                _ => {}
            }
        }
        _ => {}
    }
}

impl YamlPosition {
    /// The keys on the way to the value that comes next; none for a list, and for a mapping without a key yet.
    fn key_path(&self) -> Vec<Option<&str>> {
        self.keys
            .iter()
            .map(|level| match level {
                YamlLevel::List | YamlLevel::Mapping(None) => None,
                YamlLevel::Mapping(Some(key)) => Some(key.as_str()),
            })
            .collect()
    }

    /// Takes a text for the key of a mapping, if one is expected here.
    fn takes_key(&mut self, text: &str) -> bool {
        match self.keys.last_mut() {
            Some(YamlLevel::Mapping(key @ None)) => {
                *key = Some(text.to_owned());
                true
            }
            _ => false,
        }
    }

    /// After a value a mapping expects a key.
    fn end_value(&mut self) {
        if let Some(YamlLevel::Mapping(key)) = self.keys.last_mut() {
            *key = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submitters_and_times_are_read_and_all_else_is_passed_over() {
        let text = "---\nsubmission_12:\n  :submitters:\n  - :name: Ann Example\n    :sid: '0675'\n    :email: a@example.edu\n  \
                    - :name: Bob\n    :sid: null\n  :created_at: 2023-12-02 02:52:07.938335000 Z\n  :results:\n    tests:\n    \
                    - :name: no student\n  :history:\n  - :id: 3\n    :submitters: []\nsubmission_13: &x\n  :created_at: now\n\
                    submission_14: *x\n";
        let read = parse_metadata(text);
        let ann = GroupMember {
            name: "Ann Example".to_owned(),
            id: Some("0675".to_owned()),
            email: Some("a@example.edu".to_owned()),
        };
        let of_12 = &read["submission_12"];
        assert_eq!(of_12.submitters.first(), Some(&ann));
        assert_eq!(of_12.submitters.len(), 2);
        assert_eq!(
            of_12.created_at.as_deref(),
            Some("2023-12-02 02:52:07.938335000 Z")
        );
        assert!(read["submission_13"].submitters.is_empty());
        assert!(!read.contains_key("submission_14"));
    }

    #[test]
    fn a_file_without_end_in_depth_is_given_up() {
        for text in [
            "[".repeat(1 << 20),
            "{a: ".repeat(1 << 18),
            "- ".repeat(1 << 18),
        ] {
            assert!(parse_metadata(&text).is_empty());
        }
    }
}
