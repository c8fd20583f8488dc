//! What the user names is opened: an archive is unpacked, and the system is found out whose download it is.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::entries::{self, list_entries};
use super::error::IntakeError;
use super::level;
use super::same_name::FileNamePattern;
use super::scratch::IntakeSource;
use super::sources::SourceSelector;
use super::top::{self, list_all_files};
use crate::archive::{self, ArchiveError, ArchiveFormat, UnpackBounds};
use crate::layout::{
    self, DetectedLayout, DownloadEntry, DownloadTop, DownloadedStudent, EntryContent, LayoutEntry,
};
use model::{Course, SubmissionLayout, has_source_ending};
use support::beneath::OpenFolder;
use support::junk::may_be_person;
use support::printable::to_printable;

/// A download that is open.
pub(super) struct OpenedDownload {
    /// The folder in which the entries stand.
    pub(super) root: PathBuf,
    /// What stands there.
    pub(super) content: DownloadContent,
    /// Whether it was an archive.
    pub(super) was_packed: bool,
    /// What was not unpacked of it, and why.
    pub(super) left_out: Vec<SkippedArchiveFile>,
}

/// A file of a class's archive that was not unpacked.
pub(super) struct SkippedArchiveFile {
    /// Its path, in printable letters.
    pub(super) path: String,
    pub(super) why: String,
}

/// What a download holds.
pub(super) enum DownloadContent {
    /// Folders and files that are named after students or assignments, by this layout if the user says so.
    Plain(Option<SubmissionLayout>),
    /// What a system says of its students.
    Students {
        layout: SubmissionLayout,
        students: Vec<DownloadedStudent>,
        /// Names that the system would not have given.
        strangers: Vec<String>,
    },
}

/// Opens what the user names.
pub(super) fn open_download(
    source: &IntakeSource<'_>,
    course: &Course,
) -> Result<OpenedDownload, IntakeError> {
    if !source.path.is_file() {
        return open_folder(source.path.to_owned(), false, source, course);
    }
    let (root, left_out) = unpack_class(source)?;
    Ok(OpenedDownload {
        left_out,
        ..open_folder(root, true, source, course)?
    })
}

fn open_folder(
    root: PathBuf,
    was_packed: bool,
    source: &IntakeSource<'_>,
    course: &Course,
) -> Result<OpenedDownload, IntakeError> {
    if let Some(pattern) = source.pattern {
        let files = list_all_files(&root, source.stop)?;
        let items = pattern.parse_entries(&files);
        if items.iter().all(Option::is_none) {
            let example = files.first().map(|file| file.name.clone());
            let folder = source.path.to_owned();
            let pattern = pattern.text().to_owned();
            return Err(IntakeError::NoMatch {
                folder,
                pattern,
                example,
            });
        }
        let content = student_content(SubmissionLayout::Pattern, &files, items, source)?;
        return Ok(OpenedDownload {
            root,
            content,
            was_packed,
            left_out: Vec::new(),
        });
    }
    let plain = |root, layout| OpenedDownload {
        root,
        content: DownloadContent::Plain(layout),
        was_packed,
        left_out: Vec::new(),
    };
    match source.layout {
        Some(
            layout @ (SubmissionLayout::Students
            | SubmissionLayout::Assignments
            | SubmissionLayout::Sections),
        ) => Ok(plain(
            find_class_folder(root, course, was_packed)?,
            Some(layout),
        )),
        Some(layout) => open_with_layout(layout, root, source, course, was_packed),
        None => match detect_system(&root, source, course)? {
            Some((root, content)) => Ok(OpenedDownload {
                root,
                content,
                was_packed,
                left_out: Vec::new(),
            }),
            None => Ok(plain(find_class_folder(root, course, was_packed)?, None)),
        },
    }
}

/// An archive becomes a folder.
fn unpack_class(
    source: &IntakeSource<'_>,
) -> Result<(PathBuf, Vec<SkippedArchiveFile>), IntakeError> {
    let name = source
        .path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy();
    let Some(format) = ArchiveFormat::from_name(&name) else {
        return Err(IntakeError::NotAFolder {
            file: source.path.to_owned(),
        });
    };
    let archive = File::open(source.path).map_err(|error| IntakeError::Unreadable {
        folder: source.path.to_owned(),
        source: error,
    })?;
    let folder = source.scratch.new_folder().map_err(IntakeError::Scratch)?;
    // A system may name the class by the archive alone.
    let folder = folder.join(ArchiveFormat::strip_extension(&name));
    std::fs::create_dir(&folder).map_err(IntakeError::Scratch)?;
    match archive::unpack_archive(
        archive,
        format,
        &folder,
        &UnpackBounds::DOWNLOAD,
        source.stop,
    ) {
        Ok(unpacked) => {
            let left_out = unpacked.left_out.into_iter();
            let mut left_out: Vec<SkippedArchiveFile> = left_out
                .map(|(path, why)| SkippedArchiveFile {
                    path,
                    why: why.to_owned(),
                })
                .collect();
            if unpacked.more_left_out > 0 {
                let path = to_printable(source.path.file_name().unwrap_or_default());
                let why = format!("so were {} more files in it", unpacked.more_left_out);
                left_out.push(SkippedArchiveFile { path, why });
            }
            Ok((folder, left_out))
        }
        Err(ArchiveError::Refused { why, .. }) => Err(IntakeError::Archive {
            file: source.path.to_owned(),
            why,
        }),
        Err(ArchiveError::Write(error)) => Err(IntakeError::Scratch(error)),
        Err(ArchiveError::Interrupted) => Err(IntakeError::Interrupted),
    }
}

/// Archives are packed with a folder around the class, which nobody can be asked to take away.
fn find_class_folder(
    root: PathBuf,
    course: &Course,
    was_packed: bool,
) -> Result<PathBuf, IntakeError> {
    if !was_packed {
        return Ok(root);
    }
    let listing = list_entries(&root, Path::new(""))?;
    if let Some(inner) = level::find_inner_class(&root, course, &listing.entries) {
        return Ok(inner);
    }
    if let [only] = listing.entries.as_slice()
        && only.place.kind.is_dir()
        && !course.assignments.iter().any(|one| one.id == only.student)
    {
        let all: Vec<SourceSelector<'_>> = course
            .assignments
            .iter()
            .map(|assignment| SourceSelector::new(assignment, course))
            .collect();
        let holds_class = level::find_nested_class(
            &listing.entries,
            &all,
            &course.assignments,
            SubmissionLayout::Students,
        )
        .is_some();
        let inner = list_entries(&root, &only.origin)?;
        if holds_class || entries::are_archives(&inner) {
            return Ok(root.join(&only.origin));
        }
    }
    // Whoever packs a folder gets an archive of its name.
    let inner = only_folder(&root, &top::list_folder(&root)?);
    let is_packed_folder = |inner: &PathBuf| inner.file_name() == root.file_name();
    Ok(inner.filter(is_packed_folder).unwrap_or(root))
}

/// The layout that the user names, of the folder or of the only one in it.
fn open_with_layout(
    layout: SubmissionLayout,
    root: PathBuf,
    source: &IntakeSource<'_>,
    course: &Course,
    was_packed: bool,
) -> Result<OpenedDownload, IntakeError> {
    let entries = top::list_folder(&root)?;
    let found = entries.first().map(|entry| entry.name.clone());
    let roots = candidate_roots(&root, &entries);
    // Names that prove the layout count first, wherever the class is.
    for (is_named, root) in [false, true]
        .into_iter()
        .flat_map(|it| roots.iter().map(move |r| (it, r)))
    {
        let entries = top::list_folder(root)?;
        let items = with_top(root, &entries, course, is_named, |top| {
            layout::read_as_layout(layout, top)
        });
        let items = items.unwrap_or_default();
        if items
            .iter()
            .flatten()
            .any(|item| item.content != EntryContent::SystemFile)
        {
            let listing = SystemListing {
                layout,
                entries,
                items,
                is_named,
            };
            let content = system_content(root, listing, source, course)?;
            return Ok(OpenedDownload {
                root: root.clone(),
                content,
                was_packed,
                left_out: Vec::new(),
            });
        }
    }
    Err(IntakeError::LayoutMismatch {
        folder: source.path.to_owned(),
        layout,
        found,
    })
}

/// The system whose download it is, if one made it.
fn detect_system(
    root: &Path,
    source: &IntakeSource<'_>,
    course: &Course,
) -> Result<Option<(PathBuf, DownloadContent)>, IntakeError> {
    // What cannot be listed is somebody else's error.
    let Ok(entries) = top::list_folder(root) else {
        return Ok(None);
    };
    let is_assignments = |entry: &DownloadEntry| {
        entry.is_folder && course.assignments.iter().any(|one| one.id == entry.name)
    };
    if entries.iter().any(is_assignments) {
        return Ok(None);
    }
    for root in candidate_roots(root, &entries) {
        let Ok(entries) = top::list_folder(&root) else {
            return Ok(None);
        };
        match with_top(&root, &entries, course, false, layout::detect_layout) {
            DetectedLayout::From(layout, items) => {
                let listing = SystemListing {
                    layout,
                    entries,
                    items,
                    is_named: false,
                };
                let content = system_content(&root, listing, source, course)?;
                return Ok(Some((root, content)));
            }
            DetectedLayout::Unclear(candidates) => {
                let folder = source.path.to_owned();
                return Err(IntakeError::UnclearLayout { folder, candidates });
            }
            DetectedLayout::Unknown => {}
        }
    }
    Ok(None)
}

/// How many folders are around a class: ILIAS packs one for the exercise and one for the submissions in it, and whoever packs that
/// again adds one.
const MOST_WRAPPERS: usize = 3;

/// The folder, and those in it in which a system may have packed the class.
fn candidate_roots(root: &Path, entries: &[DownloadEntry]) -> Vec<PathBuf> {
    let mut roots = vec![root.to_owned()];
    let mut inner = system_wrapper(root, entries);
    while let Some(root) = inner.take().filter(|_| roots.len() <= MOST_WRAPPERS) {
        inner = top::list_folder(&root)
            .ok()
            .and_then(|entries| system_wrapper(&root, &entries));
        roots.push(root);
    }
    roots
}

/// The only folder, where all else is files that are no programs, such as a table of grades. Of hand-ins by version control, Submitty
/// has the files in a folder of their own.
fn system_wrapper(root: &Path, entries: &[DownloadEntry]) -> Option<PathBuf> {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    if names == ["checkout", "submissions"] {
        return entries.first().map(|entry| root.join(&entry.path));
    }
    let mut folders = entries.iter().filter(|entry| entry.is_folder);
    let only = folders.next().filter(|_| folders.next().is_none())?;
    (!entries.iter().any(is_source_entry)).then(|| root.join(&only.path))
}

fn is_source_entry(entry: &DownloadEntry) -> bool {
    !entry.is_folder && has_source_ending(&entry.path)
}

/// The only folder, if there is nothing else.
fn only_folder(root: &Path, entries: &[DownloadEntry]) -> Option<PathBuf> {
    match entries {
        [only] if only.is_folder => Some(root.join(&only.path)),
        _ => None,
    }
}

fn with_top<R>(
    root: &Path,
    entries: &[DownloadEntry],
    course: &Course,
    is_named: bool,
    work: impl FnOnce(&DownloadTop<'_>) -> R,
) -> R {
    let name = root.canonicalize().ok();
    let name = name
        .as_deref()
        .and_then(Path::file_name)
        .unwrap_or_default()
        .to_string_lossy();
    let read = |below: &Path, most: u64| -> Option<String> {
        let file = OpenFolder::open_trusted(root)
            .ok()?
            .open_file(below)
            .ok()??;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let list = |below: &Path| top::list_below(root, below).unwrap_or_default();
    let names = course.assignments.iter().flat_map(|one| {
        let provided = one.provided.iter().map(|file| &file.name);
        one.sources.iter().chain(&one.also).chain(provided).cloned()
    });
    // Any file has a name such as `*.cpp`, renamed or not.
    let names = names.filter(|name| !name.contains(['*', '?', '[']));
    let names = FileNamePattern::from_texts(&names.collect::<Vec<_>>());
    let is_wanted = |name: &str| names.iter().any(|one| one.is_named(Path::new(name)));
    let ids = roster_ids(course);
    let is_on_roster = |id: &str| ids.contains(id);
    let read = &read;
    let list = &list;
    let is_wanted = &is_wanted;
    work(&DownloadTop {
        name: &name,
        entries,
        read,
        list,
        is_required: is_wanted,
        is_on_roster: &is_on_roster,
        is_named,
    })
}

/// The numbers in the roster that may be Canvas's own.
fn roster_ids(course: &Course) -> BTreeSet<&str> {
    let roster = course.roster.iter();
    let comparable =
        roster.filter(|roster| matches!(roster.system, None | Some(SubmissionLayout::Canvas)));
    comparable
        .flat_map(|roster| &roster.rows)
        .filter_map(|row| row.id.as_deref())
        .collect()
}

/// What stands in a system's download, and what its layout says of each.
struct SystemListing {
    layout: SubmissionLayout,
    entries: Vec<DownloadEntry>,
    items: Vec<Option<LayoutEntry>>,
    /// Whether the user names the layout.
    is_named: bool,
}

/// The students of a system's download, also those whose names look like names of tools: `. Rahul_7002_assignsubmission_file`.
fn system_content(
    root: &Path,
    mut listing: SystemListing,
    source: &IntakeSource<'_>,
    course: &Course,
) -> Result<DownloadContent, IntakeError> {
    add_possible_persons(root, &mut listing, course)?;
    student_content(listing.layout, &listing.entries, listing.items, source)
}

/// Adds entries whose names may be persons' names or those of tools, if the layout knows them, or a student may have handed them in.
fn add_possible_persons(
    root: &Path,
    listing: &mut SystemListing,
    course: &Course,
) -> Result<(), IntakeError> {
    let hidden = top::list_possible_persons(root)?;
    if hidden.is_empty() {
        return Ok(());
    }
    let entries: Vec<DownloadEntry> = listing.entries.iter().chain(&hidden).cloned().collect();
    // In other layouts any name is a student's, so a tool's folder would be one, too.
    let read = match layout::has_name_form(listing.layout) {
        true => with_top(root, &entries, course, listing.is_named, |top| {
            layout::read_as_layout(listing.layout, top)
        }),
        false => None,
    };
    match read {
        Some(read) => listing.items = read,
        None => listing.items.resize(entries.len(), None),
    }
    listing.entries = entries;
    let is_candidate = |(entry, item): &(DownloadEntry, Option<LayoutEntry>)| {
        let is_hidden = may_be_person(entry.path.as_os_str());
        item.is_some() || !is_hidden || entries::is_hand_in(entry)
    };
    let all = listing.entries.drain(..).zip(listing.items.drain(..));
    (listing.entries, listing.items) = all.filter(is_candidate).unzip();
    Ok(())
}

fn student_content(
    layout: SubmissionLayout,
    entries: &[DownloadEntry],
    items: Vec<Option<LayoutEntry>>,
    source: &IntakeSource<'_>,
) -> Result<DownloadContent, IntakeError> {
    let strangers = entries
        .iter()
        .zip(&items)
        .filter(|(_, item)| item.is_none());
    let strangers = strangers
        .map(|(entry, _)| to_printable(&entry.name))
        .collect();
    let students = layout::collect_students(layout, entries, items);
    if let Some(undated) = students.iter().find(|student| !student.undated.is_empty()) {
        return Err(IntakeError::Undated {
            folder: source.path.to_owned(),
            student: to_printable(&undated.hand_in.name),
            attempts: undated.undated.iter().map(to_printable).collect(),
        });
    }
    Ok(DownloadContent::Students {
        layout,
        students,
        strangers,
    })
}
