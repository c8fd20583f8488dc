//! What the systems share: the entries of a download, regular expressions, and dates.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use model::{HandIn, IgnoredFile};
use regex::{Captures, Regex};
use support::printable::to_printable;

/// A file or folder of a download.
#[derive(Debug, Clone)]
pub(crate) struct DownloadEntry {
    /// Its path below the download, as text in composed letters (NFC).
    pub(crate) name: String,
    /// The same as the file system has it.
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

pub(crate) struct DownloadTop<'t> {
    /// The name of the folder.
    pub(crate) name: &'t str,
    /// What stands directly in it, junk left out.
    pub(crate) entries: &'t [DownloadEntry],
    /// Reads a file of the system's own, no more than so many bytes of it; none if it is none.
    pub(crate) read: &'t dyn Fn(&Path, u64) -> Option<String>,
    /// Lists a folder of the download by its path below it, sorted by name; nothing if it is no folder or cannot be read. The
    /// names are those in the folder.
    pub(crate) list: &'t dyn Fn(&Path) -> Vec<DownloadEntry>,
    /// Whether an assignment asks for a file of this name.
    pub(crate) is_required: &'t dyn Fn(&str) -> bool,
    /// Whether the roster has somebody with this number of the system's; never, if there is no roster.
    pub(crate) is_on_roster: &'t dyn Fn(&str) -> bool,
    /// Whether the user names the layout, so that names need not prove it.
    pub(crate) is_named: bool,
}

/// What a system's naming says of one entry.
#[derive(Debug, Clone, Default)]
pub(crate) struct LayoutEntry {
    /// What tells its owner from all others.
    pub(crate) owner: String,
    /// The assignment's id, where the instructor's pattern says it.
    pub(crate) assignment: Option<String>,
    /// What the system says of owner and time. Files and attempts are filled in later.
    pub(crate) hand_in: HandIn,
    /// Which attempt it belongs to: of one owner's, the last in the order of letters is the latest.
    pub(crate) attempt: String,
    /// Whether `attempt` is only a label, because the names do not say when it was.
    pub(crate) is_undated: bool,
    /// In which order files of one attempt came.
    pub(crate) order: u64,
    /// Choices that staff should check.
    pub(crate) to_check: Vec<String>,
    /// Why the owner may be another student, for staff. Nothing of this owner is graded then.
    pub(crate) contested: Option<String>,
    pub(crate) content: EntryContent,
}

/// What an entry is to us.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum EntryContent {
    /// A file that its author called so.
    File(String),
    /// A folder whose content was handed in.
    Folder,
    /// A folder of which the system says what was handed in.
    Inside(FolderContent),
    /// Nothing that could be compiled, for this reason.
    NotCompilable(&'static str),
    /// The system's own file, which is nobody's.
    #[default]
    SystemFile,
}

/// What the system says of the content of a student's folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FolderContent {
    /// What is graded.
    pub(crate) taken: Vec<FileOrigin>,
    /// What is not.
    pub(crate) left_out: Vec<IgnoredFile>,
    /// How many attempts the folder holds.
    pub(crate) attempts: usize,
    /// Why none of the attempts can be chosen, as a sentence.
    pub(crate) unclear: Option<String>,
}

/// A file or folder of a download that is a student's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FileOrigin {
    /// Its path below the download.
    pub(crate) below: PathBuf,
    /// The name that its author gave it; none of a folder, whose content was handed in.
    pub(crate) name: Option<String>,
}

/// A file that a system renamed, because its student handed in another one of the same name.
pub(crate) struct RenamedFile {
    pub(crate) listed: DownloadEntry,
    /// The name that its author gave it.
    pub(crate) name: String,
    /// Of several files of one name, the one with the highest order is the newest.
    pub(crate) order: u64,
}

impl FolderContent {
    /// A file named `name` in the download is not graded.
    pub(crate) fn leave_out(&mut self, listed: &DownloadEntry, reason: &str) {
        let name = listed.path.to_string_lossy().into_owned();
        self.left_out.push(IgnoredFile {
            name,
            reason: reason.to_owned(),
        });
    }

    /// Takes files under their authors' names, of each name the newest. The sentences say which choices staff should check.
    pub(crate) fn take_renamed(&mut self, mut files: Vec<RenamedFile>) -> Vec<String> {
        files.sort_by_key(|file| std::cmp::Reverse(file.order));
        let mut to_check = Vec::new();
        for RenamedFile { listed, name, .. } in files {
            let newer = self
                .taken
                .iter()
                .find(|taken| taken.name.as_ref() == Some(&name));
            if let Some(newer) = newer {
                to_check.push(format!(
                    "`{}` and `{}` seem to be the same file, handed in twice; the first of them was taken",
                    to_printable(newer.below.file_name().unwrap_or_default()),
                    to_printable(&listed.name)
                ));
                self.leave_out(&listed, "the same file was handed in again later");
                continue;
            }
            self.taken.push(FileOrigin {
                below: listed.path,
                name: Some(name),
            });
        }
        to_check
    }
}

/// An expression that is compiled when it is first needed. One that does not compile matches nothing, which a test would show.
pub(super) struct StaticRegex {
    text: &'static str,
    compiled: OnceLock<Option<Regex>>,
}

impl StaticRegex {
    pub(super) const fn new(text: &'static str) -> StaticRegex {
        StaticRegex {
            text,
            compiled: OnceLock::new(),
        }
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        let compiled = self.compiled.get_or_init(|| Regex::new(self.text).ok());
        compiled.as_ref()?.captures(text)
    }
}

/// What a group caught.
pub(super) fn group_text<'t>(captures: &Captures<'t>, name: &str) -> Option<&'t str> {
    captures
        .name(name)
        .map(|it| it.as_str())
        .filter(|text| !text.is_empty())
}

/// `Oct 12, 2024 758 PM`, `12 October, 2024 7:58 PM` and `Oct 12, 2024 1958` as `2024-10-12T19:58`; none if the date is written
/// in another way, as in another language.
pub(super) fn english_to_iso_time(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let (date, clock, half) = match words.as_slice() {
        [one, other, year, clock] => ([one, other, year], clock, None),
        [one, other, year, clock, half] => ([one, other, year], clock, Some(*half)),
        _ => return None,
    };
    let (month, day, year) = match date.map(|word| word.parse::<u32>().ok()) {
        [None, Some(day), Some(year)] => (month_number(date[0])?, day, year),
        [Some(day), None, Some(year)] => (month_number(date[1])?, day, year),
        _ => return None,
    };
    let clock: u32 = clock.replace([':', '.'], "").parse().ok()?;
    let hour = clock / 100;
    let minute = clock % 100;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("AM" | "am") => hour % 12,
        Some("PM" | "pm") => hour % 12 + 12,
        Some(_) => return None,
    };
    let is_time =
        (1..=31).contains(&day) && (1000..=9999).contains(&year) && hour < 24 && minute < 60;
    is_time.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"))
}

/// A month's number by its English name, or the first letters of it, at least three.
fn month_number(word: &str) -> Option<usize> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.trim_end_matches('.').to_lowercase();
    let position = NAMES
        .iter()
        .position(|name| word.len() >= 3 && name.starts_with(&word));
    position.map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noon_and_midnight_are_where_they_are() {
        for (text, iso) in [
            ("Oct 12, 2024 758 PM", Some("2024-10-12T19:58")),
            ("October 2, 2024 1205 AM", Some("2024-10-02T00:05")),
            ("Dec 31, 2024 1200 PM", Some("2024-12-31T12:00")),
            ("12 October, 2024 758 PM", Some("2024-10-12T19:58")),
            ("12 Oct 2024 7:58 PM", Some("2024-10-12T19:58")),
            ("Oct 12, 2024 1958", Some("2024-10-12T19:58")),
            ("Oct 2, 2024 05", Some("2024-10-02T00:05")),
            ("12 okt. 2024 1958", None),
            ("mars 12, 2024 1958", None),
            ("12 octobre 2024 19 h 58", None),
            ("Oct 12, 2024 1975 PM", None),
            ("Oct 12, 2024 1358 PM", None),
            ("10 12, 2024 758 PM", None),
        ] {
            assert_eq!(english_to_iso_time(text).as_deref(), iso, "{text}");
        }
    }
}
