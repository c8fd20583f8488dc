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
use super::wanted::Wanted;
use crate::archive::{self, ArchiveError, Bounds, Format};
use crate::beneath::Folder;
use crate::layout::{self, Content, Detected, Item, Listed, Student, Top};
use crate::model::{Course, Layout, has_source_ending};
use crate::printable::printable;

/// A download that is open.
pub(super) struct Download {
    /// The folder in which the entries stand.
    pub(super) root: PathBuf,
    /// What stands there.
    pub(super) content: DownloadContent,
    /// Whether it was an archive.
    pub(super) was_packed: bool,
    /// What was not unpacked of it, and why.
    pub(super) left_out: Vec<LeftOut>,
}

/// A file of a class's archive that was not unpacked.
pub(super) struct LeftOut {
    /// Its path, in printable letters.
    pub(super) path: String,
    pub(super) why: String,
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
    if !source.path.is_file() {
        return open_folder(source.path.to_owned(), false, source, course);
    }
    let (root, left_out) = unpacked(source)?;
    Ok(Download { left_out, ..open_folder(root, true, source, course)? })
}

fn open_folder(
    root: PathBuf,
    was_packed: bool,
    source: &Source<'_>,
    course: &Course,
) -> Result<Download, IntakeError> {
    if let Some(pattern) = source.pattern {
        let files = every_file(&root, source.stop)?;
        let items = pattern.items(&files);
        if items.iter().all(Option::is_none) {
            let example = files.first().map(|file| file.name.clone());
            let (folder, pattern) = (source.path.to_owned(), pattern.text().to_owned());
            return Err(IntakeError::NoMatch { folder, pattern, example });
        }
        let content = of_students(Layout::Pattern, &files, items, source)?;
        return Ok(Download { root, content, was_packed, left_out: Vec::new() });
    }
    let plain = |root, layout| Download {
        root,
        content: DownloadContent::Plain(layout),
        was_packed,
        left_out: Vec::new(),
    };
    match source.layout {
        Some(layout @ (Layout::Students | Layout::Assignments | Layout::Sections)) => {
            Ok(plain(inside(root, course, was_packed)?, Some(layout)))
        }
        Some(layout) => as_said(layout, root, source, course, was_packed),
        None => match detected(&root, source, course)? {
            Some((root, content)) => {
                Ok(Download { root, content, was_packed, left_out: Vec::new() })
            }
            None => Ok(plain(inside(root, course, was_packed)?, None)),
        },
    }
}

/// An archive becomes a folder.
fn unpacked(source: &Source<'_>) -> Result<(PathBuf, Vec<LeftOut>), IntakeError> {
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
        Ok(unpacked) => {
            let left_out = unpacked.left_out.into_iter();
            let mut left_out: Vec<LeftOut> =
                left_out.map(|(path, why)| LeftOut { path, why: why.to_owned() }).collect();
            if unpacked.more_left_out > 0 {
                let path = printable(source.path.file_name().unwrap_or_default());
                let why = format!("so were {} more files in it", unpacked.more_left_out);
                left_out.push(LeftOut { path, why });
            }
            Ok((folder, left_out))
        }
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
    let entries = top::list(&root)?;
    let found = entries.first().map(|entry| entry.name.clone());
    let roots = roots(&root, &entries);
    // Names that prove the layout count first, wherever the class is.
    for (is_named, root) in
        [false, true].into_iter().flat_map(|it| roots.iter().map(move |r| (it, r)))
    {
        let entries = top::list(root)?;
        let items = with_top(root, &entries, course, is_named, |top| layout::read_as(layout, top));
        let items = items.unwrap_or_default();
        if items.iter().flatten().any(|item| item.content != Content::Own) {
            let content = of_students(layout, &entries, items, source)?;
            return Ok(Download { root: root.clone(), content, was_packed, left_out: Vec::new() });
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
    for root in roots(root, &entries) {
        let Ok(entries) = top::list(&root) else { return Ok(None) };
        match with_top(&root, &entries, course, false, layout::detect) {
            Detected::From(layout, items) => {
                let content = of_students(layout, &entries, items, source)?;
                return Ok(Some((root, content)));
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

/// How many folders are around a class: ILIAS packs one for the exercise and one for the submissions in it, and whoever packs that
/// again adds one.
const MOST_WRAPPERS: usize = 3;

/// The folder, and those in it in which a system may have packed the class.
fn roots(root: &Path, entries: &[Listed]) -> Vec<PathBuf> {
    let mut roots = vec![root.to_owned()];
    let mut inner = system_wrapper(root, entries);
    while let Some(root) = inner.take().filter(|_| roots.len() <= MOST_WRAPPERS) {
        inner = top::list(&root).ok().and_then(|entries| system_wrapper(&root, &entries));
        roots.push(root);
    }
    roots
}

/// The only folder, where all else is files that are no programs, such as a table of grades. Of hand-ins by version control, Submitty
/// has the files in a folder of their own.
fn system_wrapper(root: &Path, entries: &[Listed]) -> Option<PathBuf> {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    if names == ["checkout", "submissions"] {
        return entries.first().map(|entry| root.join(&entry.path));
    }
    let mut folders = entries.iter().filter(|entry| entry.is_folder);
    let only = folders.next().filter(|_| folders.next().is_none())?;
    let is_source = |entry: &Listed| !entry.is_folder && has_source_ending(&entry.path);
    (!entries.iter().any(is_source)).then(|| root.join(&only.path))
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
    is_named: bool,
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
    let list = |below: &Path| top::list_below(root, below).unwrap_or_default();
    let names = course.assignments.iter().flat_map(|one| {
        let provided = one.provided.iter().map(|file| &file.name);
        one.sources.iter().chain(&one.also).chain(provided).cloned()
    });
    // Any file has a name such as `*.cpp`, renamed or not.
    let names = names.filter(|name| !name.contains(['*', '?', '[']));
    let names = Wanted::all(&names.collect::<Vec<_>>());
    let is_wanted = |name: &str| names.iter().any(|one| one.is_named(Path::new(name)));
    let (read, list, is_wanted) = (&read, &list, &is_wanted);
    work(&Top { name: &name, entries, read, list, is_wanted, is_named })
}

fn of_students(
    layout: Layout,
    entries: &[Listed],
    items: Vec<Option<Item>>,
    source: &Source<'_>,
) -> Result<DownloadContent, IntakeError> {
    let strangers = entries.iter().zip(&items).filter(|(_, item)| item.is_none());
    let strangers = strangers.map(|(entry, _)| printable(&entry.name)).collect();
    let students = layout::students(layout, entries, items);
    if let Some(undated) = students.iter().find(|student| !student.undated.is_empty()) {
        return Err(IntakeError::Undated {
            folder: source.path.to_owned(),
            student: printable(&undated.hand_in.name),
            attempts: undated.undated.iter().map(printable).collect(),
        });
    }
    Ok(DownloadContent::Students { layout, students, strangers })
}
