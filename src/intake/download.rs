//! What the user names is opened: an archive is unpacked, and the system is found out whose download it is.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::entries::{self, list};
use super::error::IntakeError;
use super::level;
use super::source::Source;
use super::sources::Sources;
use super::top::{self, every_file};
use crate::archive::{self, ArchiveError, Bounds, Format};
use crate::beneath::Folder;
use crate::layout::{self, Content, Detected, Item, Listed, Student, Top};
use crate::model::{Course, Layout};

/// A download that is open.
pub(super) struct Download {
    /// The folder in which the entries stand.
    pub(super) root: PathBuf,
    /// What stands there.
    pub(super) content: DownloadContent,
    /// Whether it was an archive.
    pub(super) was_packed: bool,
}

/// What a download holds.
pub(super) enum DownloadContent {
    /// Folders and files that are named after students or assignments, by this layout if the user says so.
    Plain(Option<Layout>),
    /// What a system says of its students.
    Students {
        layout: Layout,
        students: Vec<Student>,
        /// Names that the system would not have given.
        strangers: Vec<String>,
    },
}

/// Opens what the user names.
pub(super) fn open(source: &Source<'_>, course: &Course) -> Result<Download, IntakeError> {
    let (root, was_packed) = match source.path.is_file() {
        true => (unpacked(source)?, true),
        false => (source.path.to_owned(), false),
    };
    if let Some(pattern) = source.pattern {
        let files = every_file(&root, source.stop)?;
        let items = pattern.items(&files);
        if items.iter().all(Option::is_none) {
            let example = files.first().map(|file| file.name.clone());
            let (folder, pattern) = (source.path.to_owned(), pattern.text().to_owned());
            return Err(IntakeError::NoMatch { folder, pattern, example });
        }
        let content = of_students(Layout::Pattern, &files, items);
        return Ok(Download { root, content, was_packed });
    }
    let plain =
        |root, layout| Download { root, content: DownloadContent::Plain(layout), was_packed };
    match source.layout {
        Some(layout @ (Layout::Students | Layout::Assignments | Layout::Sections)) => {
            Ok(plain(inside(root, course, was_packed)?, Some(layout)))
        }
        Some(layout) => as_said(layout, root, source, course, was_packed),
        None => match detected(&root, source, course)? {
            Some((root, content)) => Ok(Download { root, content, was_packed }),
            None => Ok(plain(inside(root, course, was_packed)?, None)),
        },
    }
}

/// An archive becomes a folder.
fn unpacked(source: &Source<'_>) -> Result<PathBuf, IntakeError> {
    let file = || source.path.to_owned();
    let name = source.path.file_name().unwrap_or_default().to_string_lossy();
    let Some(format) = Format::of_name(&name) else {
        return Err(IntakeError::NotAFolder { file: file() });
    };
    let unreadable = |error| IntakeError::Unreadable { folder: file(), source: error };
    let archive = File::open(source.path).map_err(unreadable)?;
    let folder = source.scratch.new_folder().map_err(IntakeError::Scratch)?;
    // A system may name the class by the archive alone.
    let folder = folder.join(Format::stem(&name));
    std::fs::create_dir(&folder).map_err(IntakeError::Scratch)?;
    match archive::unpack(archive, format, &folder, &Bounds::DOWNLOAD, source.stop) {
        Ok(_) => Ok(folder),
        Err(ArchiveError::Refused { why, .. }) => Err(IntakeError::Archive { file: file(), why }),
        Err(ArchiveError::Write(error)) => Err(IntakeError::Scratch(error)),
        Err(ArchiveError::Interrupted) => Err(IntakeError::Interrupted),
    }
}

/// Archives are packed with a folder around the class, which nobody can be asked to take away.
fn inside(root: PathBuf, course: &Course, was_packed: bool) -> Result<PathBuf, IntakeError> {
    if !was_packed {
        return Ok(root);
    }
    let listing = list(&root, Path::new(""))?;
    if let Some(inner) = level::inner(&root, course, &listing.entries) {
        return Ok(inner);
    }
    if let [only] = listing.entries.as_slice()
        && only.place.kind.is_dir()
        && !course.assignments.iter().any(|one| one.id == only.student)
    {
        let all: Vec<Sources<'_>> =
            course.assignments.iter().map(|assignment| Sources::new(assignment, course)).collect();
        let holds_class =
            level::nested_class(&listing.entries, &all, &course.assignments, Layout::Students)
                .is_some();
        let inner = list(&root, &only.origin)?;
        if holds_class || entries::are_archives(&inner) {
            return Ok(root.join(&only.origin));
        }
    }
    // Whoever packs a folder gets an archive of its name.
    let inner = wrapper(&root, &top::list(&root)?);
    let is_packed_folder = |inner: &PathBuf| inner.file_name() == root.file_name();
    Ok(inner.filter(is_packed_folder).unwrap_or(root))
}

/// The layout that the user names, of the folder or of the only one in it.
fn as_said(
    layout: Layout,
    root: PathBuf,
    source: &Source<'_>,
    course: &Course,
    was_packed: bool,
) -> Result<Download, IntakeError> {
    let mut entries = top::list(&root)?;
    let found = entries.first().map(|entry| entry.name.clone());
    for root in [Some(root.clone()), wrapper(&root, &entries)].into_iter().flatten() {
        entries = top::list(&root)?;
        let items = with_top(&root, &entries, course, |top| layout::read_as(layout, top));
        let items = items.unwrap_or_default();
        if items.iter().flatten().any(|item| item.content != Content::Own) {
            let content = of_students(layout, &entries, items);
            return Ok(Download { root, content, was_packed });
        }
    }
    Err(IntakeError::NotThat { folder: source.path.to_owned(), layout, found })
}

/// The system whose download it is, if one made it.
fn detected(
    root: &Path,
    source: &Source<'_>,
    course: &Course,
) -> Result<Option<(PathBuf, DownloadContent)>, IntakeError> {
    // What cannot be listed is somebody else's error.
    let Ok(entries) = top::list(root) else { return Ok(None) };
    let is_assignments = |entry: &Listed| {
        entry.is_folder && course.assignments.iter().any(|one| one.id == entry.name)
    };
    if entries.iter().any(is_assignments) {
        return Ok(None);
    }
    for root in [Some(root.to_owned()), wrapper(root, &entries)].into_iter().flatten() {
        let Ok(entries) = top::list(&root) else { return Ok(None) };
        match with_top(&root, &entries, course, layout::detect) {
            Detected::From(layout, items) => {
                return Ok(Some((root, of_students(layout, &entries, items))));
            }
            Detected::Unclear(candidates) => {
                let folder = source.path.to_owned();
                return Err(IntakeError::UnclearLayout { folder, candidates });
            }
            Detected::Unknown => {}
        }
    }
    Ok(None)
}

/// The only folder, if there is nothing else.
fn wrapper(root: &Path, entries: &[Listed]) -> Option<PathBuf> {
    match entries {
        [only] if only.is_folder => Some(root.join(&only.path)),
        _ => None,
    }
}

fn with_top<R>(
    root: &Path,
    entries: &[Listed],
    course: &Course,
    work: impl FnOnce(&Top<'_>) -> R,
) -> R {
    let name = root.canonicalize().ok();
    let name = name.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let read = |below: &Path, most: u64| -> Option<String> {
        let file = Folder::named(root).ok()?.file(below).ok()??;
        let mut bytes = Vec::new();
        file.take(most).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let is_wanted = |name: &str| {
        let mut sources = course.assignments.iter().flat_map(|assignment| &assignment.sources);
        sources.any(|source| source.eq_ignore_ascii_case(name))
    };
    work(&Top { name: &name, entries, read: &read, is_wanted: &is_wanted })
}

fn of_students(layout: Layout, entries: &[Listed], items: Vec<Option<Item>>) -> DownloadContent {
    let strangers = entries.iter().zip(&items).filter(|(_, item)| item.is_none());
    let strangers = strangers.map(|(entry, _)| crate::printable::printable(&entry.name)).collect();
    let students = layout::students(layout, entries, items);
    DownloadContent::Students { layout, students, strangers }
}
