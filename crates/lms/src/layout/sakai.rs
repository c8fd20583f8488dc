//! Sakai: `<assignment>/<last>, <first>(<user>)/Submission attachment(s)/<files>`, or the same without folders, joined by `_`.
//!
//! `timestamp.txt` in a student's folder says when it was handed in. The other files there are the student's text and what
//! the staff wrote. A second file of one name is called `sum+1.cpp`. `Submission attachment(s)` is translated.

use super::item::{
    DownloadEntry, DownloadTop, EntryContent, FileOrigin, FolderContent, LayoutEntry, RenamedFile,
    StaticRegex, group_text,
};
use jiff::Timestamp;
use model::{HandIn, HandInTime};

static STUDENT: StaticRegex = StaticRegex::new(r"^(?P<name>[^()]+, ?[^()]*)\((?P<user>[^()]+)\)$");

static FLAT: StaticRegex = StaticRegex::new(
    r"^(?P<name>[^()]+, ?[^()]*)\((?P<user>[^()]+)\)_(?:Submission attachment\(s\)_(?P<file>.+)|(?P<text>submissionText\.html)|feedbackText\.html|comments\.txt|_?Feedback Attachment\(s\).*)$",
);

static GROUP: StaticRegex = StaticRegex::new(r"^(?P<name>.+?) ?\((?P<id>[^()]+)\)$");

static NUMBERED: StaticRegex =
    StaticRegex::new(r"^(?P<stem>.+)\+(?P<number>\d{1,3})(?P<ending>\.[^.]+)?$");

const TIME: &str = "timestamp.txt";
const ATTACHMENTS: &str = "Submission attachment(s)";
const FEEDBACK: &str = "Feedback";
const STAFFS_TEXTS: [&str; 2] = ["comments.txt", "feedbackText.html"];
const GRADES: [&str; 3] = ["grades.csv", "grades.xls", "grades.xlsx"];

/// A moment is written in fewer bytes.
const LONGEST_TIME: u64 = 100;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    top.entries
        .iter()
        .map(|entry| parse_entry(top, entry))
        .collect()
}

fn parse_entry(top: &DownloadTop<'_>, entry: &DownloadEntry) -> Option<LayoutEntry> {
    if !entry.is_folder {
        let is_grades = GRADES.contains(&entry.name.as_str());
        return if is_grades {
            Some(LayoutEntry::default())
        } else {
            parse_flat_entry(&entry.name)
        };
    }
    let content = (top.list)(&entry.path);
    let time = content.iter().find(|it| it.name == TIME && !it.is_folder);
    let found = STUDENT.captures(&entry.name);
    // A folder of that name may be anybody's: what is in it is not.
    let has_attachments = content
        .iter()
        .any(|it| it.is_folder && it.name == ATTACHMENTS);
    if time.is_none() && !has_attachments && !(found.is_some() && has_only_sakai_files(&content)) {
        return None;
    }
    let mut hand_in = match found {
        Some(found) => hand_in_from_captures(&found)?,
        None => group_or_anonymous(&entry.name),
    };
    let shown = time.and_then(|it| (top.read)(&it.path, LONGEST_TIME));
    hand_in.time = shown.map(|shown| {
        let shown = shown.trim().to_owned();
        let iso = shown.parse::<Timestamp>().is_ok().then(|| shown.clone());
        HandInTime { shown, iso }
    });
    let (content, to_check) = select_attachments(top, content);
    Some(LayoutEntry {
        owner: entry.name.clone(),
        hand_in,
        content,
        to_check,
        ..LayoutEntry::default()
    })
}

fn has_only_sakai_files(content: &[DownloadEntry]) -> bool {
    content
        .iter()
        .all(|it| !it.is_folder && is_sakai_file(&it.name))
}

/// What of a student's folder was handed in.
fn select_attachments(
    top: &DownloadTop<'_>,
    content: Vec<DownloadEntry>,
) -> (EntryContent, Vec<String>) {
    let mut inside = FolderContent::default();
    let mut to_check = Vec::new();
    let (folders, files): (Vec<DownloadEntry>, Vec<DownloadEntry>) =
        content.into_iter().partition(|it| it.is_folder);
    for file in &files {
        if is_typed_text(&file.name) {
            inside.leave_out(file, "it was typed into Sakai, and is no file");
        } else if !is_sakai_file(&file.name) {
            inside.leave_out(file, "it is not in the folder of attachments");
        }
    }
    let named = folders.iter().find(|it| it.name == ATTACHMENTS);
    let attachments = match (named, without_feedback(&folders).as_slice()) {
        (Some(named), _) => named,
        (None, []) => return (EntryContent::Inside(inside), to_check),
        (None, [only]) => {
            to_check.push(format!(
                "`{}` was taken for the folder of what was handed in, because there is no `{ATTACHMENTS}`",
                support::printable::to_printable(&only.name)
            ));
            only
        }
        // In another language, nothing says which of them the student filled.
        (None, several) => {
            inside.taken = several.iter().map(file_origin).collect();
            return (EntryContent::Inside(inside), to_check);
        }
    };
    let renamed = |listed: DownloadEntry| {
        let first = parse_numbered_name(&listed.name).filter(|(first, _)| (top.is_required)(first));
        let (name, order) = first.unwrap_or_else(|| (listed.name.clone(), 0));
        RenamedFile {
            listed,
            name,
            order,
        }
    };
    let files = (top.list)(&attachments.path)
        .into_iter()
        .map(renamed)
        .collect();
    to_check.extend(inside.take_renamed(files));
    (EntryContent::Inside(inside), to_check)
}

fn without_feedback(folders: &[DownloadEntry]) -> Vec<&DownloadEntry> {
    folders
        .iter()
        .filter(|it| !it.name.starts_with(FEEDBACK))
        .collect::<Vec<_>>()
}

fn file_origin(it: &&DownloadEntry) -> FileOrigin {
    FileOrigin {
        below: it.path.clone(),
        name: Some(it.name.clone()),
    }
}

fn is_typed_text(name: &str) -> bool {
    name.ends_with("_submissionText.html")
}

/// Whether Sakai writes a file of this name beside what was handed in.
fn is_sakai_file(name: &str) -> bool {
    name == TIME || STAFFS_TEXTS.contains(&name) || is_typed_text(name)
}

/// `sum+1.cpp` as `sum.cpp` and 1.
fn parse_numbered_name(name: &str) -> Option<(String, u64)> {
    let found = NUMBERED.captures(name)?;
    let ending = group_text(&found, "ending").unwrap_or_default();
    Some((
        format!("{}{ending}", group_text(&found, "stem")?),
        group_text(&found, "number")?.parse().ok()?,
    ))
}

fn parse_flat_entry(name: &str) -> Option<LayoutEntry> {
    let found = FLAT.captures(name)?;
    let content = match (group_text(&found, "file"), group_text(&found, "text")) {
        (Some(file), _) => EntryContent::File(file.to_owned()),
        (None, Some(_)) => EntryContent::NotCompilable("it was typed into Sakai, and is no file"),
        (None, None) => return Some(LayoutEntry::default()),
    };
    let hand_in = hand_in_from_captures(&found)?;
    let owner = hand_in.login.clone()?;
    Some(LayoutEntry {
        owner,
        hand_in,
        content,
        ..LayoutEntry::default()
    })
}

fn hand_in_from_captures(found: &regex::Captures<'_>) -> Option<HandIn> {
    let name = group_text(found, "name")?.trim().to_owned();
    let login = Some(group_text(found, "user")?.to_owned());
    Some(HandIn {
        name,
        login,
        ..HandIn::default()
    })
}

/// `<group> (<id>)`, or the number of an anonymous submission.
fn group_or_anonymous(folder: &str) -> HandIn {
    let found = GROUP.captures(folder);
    let part = |name| {
        found
            .as_ref()
            .and_then(|it| group_text(it, name))
            .map(str::to_owned)
    };
    let name = part("name").unwrap_or_else(|| folder.to_owned());
    HandIn {
        name,
        id: part("id"),
        ..HandIn::default()
    }
}
