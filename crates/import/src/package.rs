//! A package that nobody trusts: a list of its files, and what they hold, within bounds.
//!
//! Links that stay inside are followed by their names in the list, and nothing is reached from above; nothing of it is executed.
//! The package remembers which files were read, and which parts of settings: what nobody read is reported at the end.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use rustix::fs::FileType;
use tempfile::TempDir;

use super::document::{self, DocumentError, DocumentNode};
use super::error::ImportError;
use super::links::{self, PackageTree};
use super::notes::{ImportNotes, escape_word, format_place, quote_word};
use super::xml;
use lms::archive;
use lms::archive::{ArchiveError, ArchiveFormat, UnpackBounds};
use support::beneath::OpenFolder;

/// The most files and folders of a package.
const MOST_ENTRIES: usize = 20_000;

/// How many folders deep a package may be.
const DEEPEST: usize = 12;

/// The most bytes of a file, as many as a case's input may have.
const LARGEST: u64 = 64 << 20;

/// The most bytes that are read of a package.
const ALL: u64 = 1 << 30;

/// Files and folders that decide no grade in any format.
const NEEDLESS_PARTS: [&str; 10] = [
    "answer_validators",
    "attachments",
    "generators",
    "input_format_validators",
    "input_validators",
    "problem.pdf",
    "problem_slide",
    "problem_statement",
    "solution",
    "statement",
];

/// The most bytes of a file of settings.
const LARGEST_SETTINGS: u64 = 1 << 20;

/// What an archive may hold.
const BOUNDS: UnpackBounds = UnpackBounds {
    entries: MOST_ENTRIES,
    file: LARGEST,
    all: ALL,
    time: Duration::from_secs(600),
    hidden: true,
    person_levels: 0,
    skips_long_paths: false,
};

/// A package.
pub(super) struct ImportPackage {
    /// What the user named.
    pub(super) named: PathBuf,
    /// Its name: of the folder, or of the archive without its ending.
    pub(super) name: String,
    root: OpenFolder,
    /// The paths of its files, with `/`, and the path of each without a link in it.
    files: BTreeMap<String, String>,
    read: Cell<u64>,
    /// The files that were read.
    used: RefCell<BTreeSet<String>>,
    /// Settings that were read, with their files.
    documents: RefCell<BTreeMap<String, Rc<DocumentNode>>>,
    /// Where it was unpacked.
    _scratch: Option<TempDir>,
}

impl ImportPackage {
    /// Opens a folder or an archive. What is passed over is in the notes.
    pub(super) fn open(
        named: &Path,
        notes: &mut ImportNotes,
    ) -> Result<ImportPackage, ImportError> {
        let unreadable = |source| ImportError::Unreadable {
            package: named.to_owned(),
            source,
        };
        let path = std::path::absolute(named).map_err(unreadable)?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !path.is_file() {
            return ImportPackage::from_folder(named, &path, name, None, notes);
        }
        let Some(format) = ArchiveFormat::from_name(&name) else {
            let why = "expected a folder, or an archive whose name ends in .zip, .tar or .tar.gz";
            return Err(ImportError::Refused {
                package: named.to_owned(),
                why: why.to_owned(),
            });
        };
        let file = File::open(&path).map_err(unreadable)?;
        let stem = ArchiveFormat::strip_extension(&name).to_owned();
        ImportPackage::from_archive(named, file, format, stem, notes)
    }

    /// Opens an archive that is a file of this package.
    pub(super) fn open_inner(
        &self,
        file: &str,
        notes: &mut ImportNotes,
    ) -> Result<ImportPackage, ImportError> {
        let trouble = |why: &str| self.mistake_error(file, None, why);
        let format = ArchiveFormat::from_name(file)
            .ok_or_else(|| trouble("expected an archive whose name ends in .zip"))?;
        let opened = self
            .files
            .get(file)
            .and_then(|real| self.root.open_file(Path::new(real)).ok()?);
        let opened = opened.ok_or_else(|| trouble("it is no file of the package"))?;
        self.used.borrow_mut().insert(file.to_owned());
        ImportPackage::from_archive(&self.named, opened, format, file.to_owned(), notes)
    }

    fn from_archive(
        named: &Path,
        file: File,
        format: ArchiveFormat,
        name: String,
        notes: &mut ImportNotes,
    ) -> Result<ImportPackage, ImportError> {
        let unreadable = |source| ImportError::Unreadable {
            package: named.to_owned(),
            source,
        };
        let scratch = tempfile::Builder::new().prefix("grader-import-").tempdir();
        let scratch = scratch.map_err(unreadable)?;
        match archive::unpack_archive(file, format, scratch.path(), &BOUNDS, &|| false) {
            Ok(unpacked) => {
                for (path, why) in unpacked.left_out {
                    notes.add_dropped(escape_word(&path), why);
                }
                if unpacked.more_left_out > 0 {
                    let text = format!("{} more files were left out", unpacked.more_left_out);
                    notes.add_dropped(escape_word(&name), text);
                }
            }
            Err(ArchiveError::Write(error)) => return Err(unreadable(error)),
            Err(error) => {
                let why = format!("the archive {error}");
                return Err(ImportError::Refused {
                    package: named.to_owned(),
                    why,
                });
            }
        }
        let folder = find_only_folder(scratch.path()).map_err(unreadable)?;
        ImportPackage::from_folder(named, &folder, name, Some(scratch), notes)
    }

    fn from_folder(
        named: &Path,
        path: &Path,
        name: String,
        scratch: Option<TempDir>,
        notes: &mut ImportNotes,
    ) -> Result<ImportPackage, ImportError> {
        let unreadable = |source| ImportError::Unreadable {
            package: named.to_owned(),
            source,
        };
        let root = OpenFolder::open_trusted(path).map_err(unreadable)?;
        let refused = |why| ImportError::Refused {
            package: named.to_owned(),
            why,
        };
        let mut listing = PackageListing {
            tree: PackageTree::default(),
            entries: 0,
            notes,
        };
        if let Some(why) = listing.add_folder(&root, "", 0).map_err(unreadable)? {
            return Err(refused(why));
        }
        let followed = links::follow_links(&listing.tree, MOST_ENTRIES, DEEPEST).ok_or_else(|| {
            refused(format!(
                "with what its links lead to, it has more than {MOST_ENTRIES} files or is more than {DEEPEST} folders deep"
            ))
        })?;
        for (link, why) in followed.refused {
            let place = escape_word(&link);
            let text = format!("a link that is not followed: {why}");
            let top = link.split('/').next().unwrap_or_default();
            if NEEDLESS_PARTS.contains(&top) {
                listing.notes.add_remark(place, text);
            } else {
                listing.notes.add_dropped(place, text);
            }
        }
        Ok(ImportPackage {
            named: named.to_owned(),
            name,
            root,
            files: followed.files,
            read: Cell::new(0),
            used: RefCell::default(),
            documents: RefCell::default(),
            _scratch: scratch,
        })
    }

    pub(super) fn has_file(&self, file: &str) -> bool {
        self.files.contains_key(file)
    }

    /// The files below a folder, by their paths in the package.
    pub(super) fn files_below<'p>(
        &'p self,
        folder: &str,
    ) -> impl Iterator<Item = &'p str> + use<'p> {
        let start = if folder.is_empty() {
            String::new()
        } else {
            format!("{folder}/")
        };
        let from = self
            .files
            .range(start.clone()..)
            .map(|(file, _)| file.as_str());
        from.take_while(move |file| file.starts_with(&start))
    }

    /// The names of what stands in a folder, sorted: files, and folders with files in them.
    pub(super) fn names_in(&self, folder: &str) -> BTreeSet<String> {
        let skipped = if folder.is_empty() {
            0
        } else {
            folder.len() + 1
        };
        let names = self
            .files_below(folder)
            .filter_map(|file| file.get(skipped..)?.split('/').next());
        names.map(str::to_owned).collect()
    }

    /// Whether there is a file below this folder.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        self.files_below(folder).next().is_some()
    }

    /// What a file holds.
    pub(super) fn read_bytes(&self, file: &str) -> Result<Vec<u8>, ImportError> {
        self.read_at_most(file, LARGEST)
    }

    /// The text of a file of settings.
    pub(super) fn read_text(&self, file: &str) -> Result<String, ImportError> {
        let bytes = self.read_at_most(file, LARGEST_SETTINGS)?;
        String::from_utf8(bytes).map_err(|_| self.mistake_error(file, None, "it is not UTF-8"))
    }

    /// The path of a file without a link in it.
    pub(super) fn real_path<'p>(&'p self, file: &'p str) -> &'p str {
        self.files.get(file).map_or(file, String::as_str)
    }

    pub(super) fn read_yaml(&self, file: &str) -> Result<Rc<DocumentNode>, ImportError> {
        self.read_document(file, document::parse_yaml)
    }

    pub(super) fn read_json(&self, file: &str) -> Result<Rc<DocumentNode>, ImportError> {
        self.read_document(file, document::parse_json)
    }

    pub(super) fn read_xml(&self, file: &str) -> Result<Rc<DocumentNode>, ImportError> {
        self.read_document(file, xml::parse_xml)
    }

    /// A file of settings, which is read once, so that it is known which of its parts nobody needed.
    fn read_document(
        &self,
        file: &str,
        parse: fn(&str) -> Result<DocumentNode, DocumentError>,
    ) -> Result<Rc<DocumentNode>, ImportError> {
        let known = self.documents.borrow().get(self.real_path(file)).cloned();
        if let Some(known) = known {
            self.used.borrow_mut().insert(file.to_owned());
            return Ok(known);
        }
        let node =
            parse(&self.read_text(file)?).map_err(|fault| self.to_import_error(file, &fault))?;
        let node = Rc::new(node);
        let real = self.real_path(file).to_owned();
        self.documents.borrow_mut().insert(real, Rc::clone(&node));
        Ok(node)
    }

    /// Reports what no format read: parts of settings, which may decide grades, and files, which are data of no case.
    pub(super) fn report_unread(&self, notes: &mut ImportNotes) {
        for (file, node) in self.documents.borrow().iter() {
            for unread in node.unread_parts() {
                let text = format!("{}: nothing here is like it", quote_word(&unread.key));
                notes.add_dropped(format_place(file, unread.line), text);
            }
        }
        let used = self.used.borrow();
        let mut unused: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
        for file in self.files.keys().filter(|file| !used.contains(*file)) {
            let folder = file
                .split_once('/')
                .map_or(file.as_str(), |(folder, _)| folder);
            unused.entry(folder).or_insert((file, 0)).1 += 1;
        }
        for (first, count) in unused.into_values() {
            let text = match count {
                1 => "the file is not used".to_owned(),
                _ => format!(
                    "this file and {} more in its folder are not used",
                    count - 1
                ),
            };
            notes.add_remark(escape_word(first), text);
        }
    }

    fn read_at_most(&self, file: &str, most: u64) -> Result<Vec<u8>, ImportError> {
        let missing = || self.mistake_error(file, None, "it is no file of the package");
        let real = self.files.get(file).ok_or_else(missing)?;
        let opened = self.root.open_file(Path::new(real));
        let opened = opened.map_err(|error| self.mistake_error(file, None, &error.to_string()))?;
        let opened = opened.ok_or_else(missing)?;
        let mut bytes = Vec::new();
        let read = opened.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.mistake_error(file, None, &error.to_string()))?;
        if bytes.len() as u64 > most {
            let why = format!("it is larger than {} MiB", most >> 20);
            return Err(self.mistake_error(file, None, &why));
        }
        self.used.borrow_mut().insert(file.to_owned());
        self.read.set(self.read.get() + bytes.len() as u64);
        if self.read.get() > ALL {
            let why = format!(
                "all that is to be read of it is more than {} MiB",
                ALL >> 20
            );
            return Err(ImportError::Refused {
                package: self.named.clone(),
                why,
            });
        }
        Ok(bytes)
    }

    fn to_import_error(&self, file: &str, fault: &DocumentError) -> ImportError {
        self.mistake_error(file, Some(fault.line), &escape_word(&fault.why))
    }

    /// Something in a file is not as its format has it.
    pub(super) fn mistake_error(&self, file: &str, line: Option<usize>, why: &str) -> ImportError {
        let place = line.map_or_else(|| escape_word(file), |line| format_place(file, line));
        ImportError::Mistake {
            package: self.named.clone(),
            place,
            why: why.to_owned(),
        }
    }
}

/// The folder in which all stands, as programs that pack add one.
fn find_only_folder(scratch: &Path) -> io::Result<PathBuf> {
    let mut entries = std::fs::read_dir(scratch)?;
    let first = entries.next().transpose()?;
    let second = entries.next();
    match first {
        Some(only) if second.is_none() && only.file_type()?.is_dir() => Ok(only.path()),
        _ => Ok(scratch.to_owned()),
    }
}

struct PackageListing<'n> {
    tree: PackageTree,
    entries: usize,
    notes: &'n mut ImportNotes,
}

impl PackageListing<'_> {
    /// Adds what is in a folder; the value says what there is too much of.
    fn add_folder(
        &mut self,
        folder: &OpenFolder,
        path: &str,
        depth: usize,
    ) -> io::Result<Option<String>> {
        if depth > DEEPEST {
            return Ok(Some(format!("it is more than {DEEPEST} folders deep")));
        }
        for name in folder.list_names()? {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Ok(Some(format!(
                    "it has more than {MOST_ENTRIES} files and folders"
                )));
            }
            let name = name?;
            let Some(text) = name.to_str() else {
                let place = escape_word(&format!("{path}{}", name.to_string_lossy()));
                self.notes.add_dropped(place, "its name is not UTF-8");
                continue;
            };
            let whole = format!("{path}{text}");
            match folder.stat_entry(&name)?.map(|entry| entry.kind) {
                Some(FileType::RegularFile) => drop(self.tree.files.insert(whole)),
                // What version control keeps is no part of a package.
                Some(FileType::Directory) if [".git", ".hg", ".svn"].contains(&text) => {}
                Some(FileType::Directory) => {
                    let Some(inner) = folder.open_folder(Path::new(&name))? else {
                        continue;
                    };
                    self.tree.folders.insert(whole.clone());
                    if let Some(why) = self.add_folder(&inner, &format!("{whole}/"), depth + 1)? {
                        return Ok(Some(why));
                    }
                }
                Some(FileType::Symlink) => match folder.read_link(&name)? {
                    Some(target) => drop(self.tree.links.insert(whole, target)),
                    None => self
                        .notes
                        .add_dropped(escape_word(&whole), "a link whose text is not UTF-8"),
                },
                _ => self
                    .notes
                    .add_dropped(escape_word(&whole), "it is no regular file"),
            }
        }
        Ok(None)
    }
}

/// What stands at the top of a package, for a message.
pub(super) fn list_top_level(package: &ImportPackage) -> String {
    const MOST: usize = 6;
    let names = package.names_in("");
    let shown: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| quote_word(name))
        .collect();
    match names.len() {
        0 => "nothing".to_owned(),
        count if count > MOST => format!("{} and {} more", shown.join(", "), count - MOST),
        _ => shown.join(", "),
    }
}
