//! The entries of a folder that may be students, and those that are nobody's.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use super::error::{IntakeError, join_quoted};
use super::files::{self, SubmissionPath};
use crate::archive::ArchiveFormat;
use crate::layout::{DownloadEntry, FileOrigin};
use model::bounds::MOST_STUDENTS;
use model::{HandIn, SubmissionContent};
use rustix::fs::FileType;
use support::beneath::OpenFolder;
use support::junk::{is_junk, may_be_person};
use support::printable::to_printable;

/// One place that belongs to one student: a folder, or a file in place of it.
#[derive(Debug, Clone)]
pub(super) struct StudentEntry {
    pub(super) student: String,
    /// Its path below the folder that was named, also where `place` is a copy.
    pub(super) origin: PathBuf,
    pub(super) place: SubmissionPath,
    /// What was said of it before it was looked at.
    pub(super) known: KnownHandIn,
}

/// What is known of a student's hand-in before anybody asks what of it is for which assignment.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownHandIn {
    /// What the system says that it was downloaded from.
    pub(super) hand_in: Option<HandIn>,
    /// The files and folders of the download that are the hand-in: their paths there, and the names that their author gave them.
    pub(super) origins: Vec<FileOrigin>,
    /// For which assignment it is, where that was said.
    pub(super) assignment: Option<String>,
    /// What the report should mention.
    pub(super) remarks: Vec<String>,
    /// Choices that staff should check.
    pub(super) to_check: Vec<String>,
    /// What comes of it if it is not looked at any further: refused, or unreadable.
    pub(super) outcome: Option<SubmissionContent>,
}

/// What a folder holds.
#[derive(Debug, Clone, Default)]
pub(super) struct FolderListing {
    /// What may be students, sorted by name.
    pub(super) entries: Vec<StudentEntry>,
    /// The names of files that stand for nobody, sorted.
    pub(super) left_out: Vec<String>,
    /// Folders, sources and archives with the names of tools that may be persons' names, sorted.
    pub(super) hidden: Vec<String>,
}

/// What the folder holds that stands `below` the one that was named. What systems and editors leave behind is nothing.
pub(super) fn list_entries(named: &Path, below: &Path) -> Result<FolderListing, IntakeError> {
    let unreadable = |source| IntakeError::for_listing(join_below(below, named), source);
    let found = read_listing(named, below).map_err(unreadable)?;
    let FolderListing {
        mut entries,
        left_out,
        hidden,
    } = found.ok_or_else(|| IntakeError::TooMany {
        folder: join_below(below, named),
    })?;
    entries.sort_by(|left, right| left.place.below.cmp(&right.place.below));
    let mut left_out = left_out;
    left_out.extend(remove_repeated_archives(&mut entries));
    left_out.sort();
    name_files_by_stem(&mut entries);
    make_names_unique(&mut entries);
    check_archives(&mut entries);
    entries.sort_by(|left, right| left.student.cmp(&right.student));
    Ok(FolderListing {
        entries,
        left_out,
        hidden,
    })
}

fn join_below(below: &Path, named: &Path) -> PathBuf {
    if below.as_os_str().is_empty() {
        named.to_owned()
    } else {
        named.join(below)
    }
}

fn read_listing(named: &Path, below: &Path) -> io::Result<Option<FolderListing>> {
    let folder = OpenFolder::open_trusted(named)?
        .open_folder(below)?
        .ok_or(io::ErrorKind::NotADirectory)?;
    let mut entries = Vec::new();
    let mut left_out = Vec::new();
    let mut hidden = Vec::new();
    for name in folder.list_names()? {
        let name = name?;
        if is_junk(&name) && !may_be_person(&name) {
            continue;
        }
        let Some(kind) = folder.stat_entry(&name)?.map(|entry| entry.kind) else {
            continue;
        };
        let is_hand_in = files::is_source(Path::new(&name)) || is_archive(&name);
        if is_junk(&name) {
            if kind.is_dir() || is_hand_in {
                hidden.push(to_printable(&name));
            }
            continue;
        }
        if kind.is_file() && !is_hand_in {
            left_out.push(to_printable(&name));
            continue;
        }
        if entries.len() == MOST_STUDENTS {
            return Ok(None);
        }
        let origin = below.join(&name);
        let place = SubmissionPath {
            folder: named.to_owned(),
            below: origin.clone(),
            kind,
        };
        let known = KnownHandIn::default();
        entries.push(StudentEntry {
            student: to_printable(name),
            origin,
            place,
            known,
        });
    }
    left_out.sort();
    hidden.sort();
    Ok(Some(FolderListing {
        entries,
        left_out,
        hidden,
    }))
}

/// Whether an entry of a download may be what a student handed in.
pub(super) fn is_hand_in(entry: &DownloadEntry) -> bool {
    entry.is_folder || files::is_source(&entry.path) || is_archive(&entry.path)
}

/// Whether a file name is that of an archive that can be unpacked.
pub(super) fn is_archive(name: impl AsRef<Path>) -> bool {
    ArchiveFormat::from_name(&name.as_ref().to_string_lossy()).is_some()
}

/// The name of the student whose archive or source this is: `ada` for `ada.tar.gz`.
fn student_stem(file: &Path) -> Option<String> {
    if is_archive(file) {
        let name = file.file_name()?.to_string_lossy().into_owned();
        return Some(to_printable(ArchiveFormat::strip_extension(&name)));
    }
    file.file_stem().map(to_printable)
}

/// Removes `ada.zip` where a folder `ada` exists, which most likely is the same, unpacked. Returns the names of the archives.
fn remove_repeated_archives(entries: &mut Vec<StudentEntry>) -> Vec<String> {
    let folders: BTreeSet<String> = entries
        .iter()
        .filter(|entry| entry.place.kind.is_dir())
        .map(|entry| entry.student.clone())
        .collect();
    let mut removed = Vec::new();
    entries.retain(|entry| {
        let has_folder = student_stem(&entry.origin).is_some_and(|stem| folders.contains(&stem));
        let is_repeated = is_packed(entry) && has_folder;
        if is_repeated {
            removed.push(entry.student.clone());
        }
        !is_repeated
    });
    removed
}

fn is_packed(entry: &StudentEntry) -> bool {
    entry.place.kind.is_file() && is_archive(&entry.origin)
}

/// Whether a folder holds archives and nothing else, so that each is most likely a student's.
pub(super) fn are_archives(listing: &FolderListing) -> bool {
    let FolderListing {
        entries, left_out, ..
    } = listing;
    entries.len() >= 2 && left_out.is_empty() && entries.iter().all(is_packed)
}

/// Archives that may not be what a student handed in: other entries are folders or sources, or two archives differ in their
/// endings only (`ada.zip`, `ada.tgz`).
fn check_archives(entries: &mut [StudentEntry]) {
    let is_mixed = !entries.iter().all(is_packed);
    for entry in entries.iter_mut().filter(|entry| is_packed(entry)) {
        let name = entry
            .origin
            .file_name()
            .map(to_printable)
            .unwrap_or_default();
        if is_mixed || entry.student == name {
            let choice = format!("`{name}` was unpacked and graded as the hand-in of a student.");
            entry.known.to_check.push(choice);
        }
    }
}

/// `bob.cpp` and `bob.zip` are Bob's, unless somebody else goes by that name already.
fn name_files_by_stem(entries: &mut [StudentEntry]) {
    let mut taken: BTreeSet<String> = entries.iter().map(|entry| entry.student.clone()).collect();
    for entry in entries
        .iter_mut()
        .filter(|entry| entry.place.kind.is_file())
    {
        let Some(stem) = student_stem(&entry.place.below) else {
            continue;
        };
        if taken.insert(stem.clone()) {
            entry.student = stem;
        }
    }
}

/// Two long names may be cut to the same. What is appended is part of no printable name.
pub(super) fn make_names_unique(entries: &mut [StudentEntry]) {
    let mut taken = BTreeSet::new();
    for (number, entry) in entries.iter_mut().enumerate() {
        if !taken.insert(entry.student.clone()) {
            entry.student += &format!("\\~{number}");
        }
    }
}

pub(super) fn folder_as_entry(folder: &Path) -> Result<StudentEntry, IntakeError> {
    let unreadable = |source| IntakeError::for_listing(folder.to_owned(), source);
    let folder = folder.canonicalize().map_err(unreadable)?;
    let student = folder
        .file_name()
        .map_or_else(|| "submission".to_owned(), to_printable);
    let place = SubmissionPath {
        folder,
        below: PathBuf::new(),
        kind: FileType::Directory,
    };
    Ok(StudentEntry {
        student,
        origin: PathBuf::new(),
        place,
        known: KnownHandIn::default(),
    })
}

/// Endings of archives, whether the grader can unpack them or not.
const ARCHIVES: [&str; 10] = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".7z", ".rar", ".gz", ".xz",
];

pub(super) fn has_archive_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ARCHIVES.iter().any(|ending| name.ends_with(ending))
}

/// What to say of what may be students in `folder`, but has the names of tools.
pub(super) fn hidden_remark(folder: &Path, names: &[String]) -> Option<String> {
    let remark = format!(
        "nobody is graded for {} in `{}`: systems and editors use such names. If it is a student, rename it",
        join_quoted(names),
        to_printable(folder)
    );
    (!names.is_empty()).then_some(remark)
}

/// What to say of the files in `folder` that stand for no student.
pub(super) fn left_out_remarks(folder: &Path, names: &[String]) -> Vec<String> {
    let (archives, others): (Vec<&str>, Vec<&str>) = names
        .iter()
        .map(String::as_str)
        .partition(|name| has_archive_name(name));
    let folder = to_printable(folder);
    let mut remarks = Vec::new();
    if !archives.is_empty() {
        remarks.push(format!(
            "nobody is graded for {} in `{folder}`: either a folder of that name is graded instead, or such archives cannot \
             be unpacked (`.zip`, `.tar`, `.tar.gz` and `.tgz` can)",
            join_quoted(&archives)
        ));
    }
    if !others.is_empty() {
        remarks.push(format!(
            "nobody is graded for {} in `{folder}`: expected a folder or a source file for each student",
            join_quoted(&others)
        ));
    }
    remarks
}
