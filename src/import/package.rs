//! A package that nobody trusts: a list of its files, and what they hold, within bounds.
//!
//! Nothing is reached through a link, or from above; nothing of it is executed.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::FileType;
use tempfile::TempDir;

use super::document::{self, Fault, Node};
use super::error::ImportError;
use super::notes::{Notes, at, code, plain};
use crate::archive::{self, ArchiveError, Bounds, Format as ArchiveFormat};
use crate::beneath::Folder;

/// The most files and folders of a package.
const MOST_ENTRIES: usize = 20_000;

/// How many folders deep a package may be.
const DEEPEST: usize = 12;

/// The most bytes of a file, as many as a case's input may have.
const LARGEST: u64 = 64 << 20;

/// The most bytes that are read of a package.
const ALL: u64 = 1 << 30;

/// The most bytes of a file of settings.
const LARGEST_SETTINGS: u64 = 1 << 20;

/// What an archive may hold.
const BOUNDS: Bounds = Bounds {
    entries: MOST_ENTRIES,
    file: LARGEST,
    all: ALL,
    time: Duration::from_secs(600),
    hidden: true,
};

/// A package.
pub(super) struct Package {
    /// What the user named.
    pub(super) named: PathBuf,
    /// Its name: of the folder, or of the archive without its ending.
    pub(super) name: String,
    root: Folder,
    /// The paths of its files, with `/`.
    files: BTreeSet<String>,
    read: Cell<u64>,
    /// Where it was unpacked.
    _scratch: Option<TempDir>,
}

impl Package {
    /// Opens a folder or an archive. What is passed over is in the notes.
    pub(super) fn open(named: &Path, notes: &mut Notes) -> Result<Package, ImportError> {
        let unreadable = |source| ImportError::Unreadable { package: named.to_owned(), source };
        let path = std::path::absolute(named).map_err(unreadable)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !path.is_file() {
            return Package::of_folder(named, &path, name, None, notes);
        }
        let Some(format) = ArchiveFormat::of_name(&name) else {
            let why = "expected a folder, or an archive whose name ends in .zip, .tar or .tar.gz";
            return Err(ImportError::Refused { package: named.to_owned(), why: why.to_owned() });
        };
        let file = File::open(&path).map_err(unreadable)?;
        let stem = ArchiveFormat::stem(&name).to_owned();
        Package::unpacked(named, file, format, stem, notes)
    }

    /// Opens an archive that is a file of this package.
    pub(super) fn inner(&self, file: &str, notes: &mut Notes) -> Result<Package, ImportError> {
        let trouble = |why: &str| self.mistake(file, None, why);
        let format = ArchiveFormat::of_name(file)
            .ok_or_else(|| trouble("expected an archive whose name ends in .zip"))?;
        let opened = self.root.file(Path::new(file)).ok().flatten();
        let opened = opened.ok_or_else(|| trouble("it is no file of the package"))?;
        Package::unpacked(&self.named, opened, format, file.to_owned(), notes)
    }

    fn unpacked(
        named: &Path,
        file: File,
        format: ArchiveFormat,
        name: String,
        notes: &mut Notes,
    ) -> Result<Package, ImportError> {
        let unreadable = |source| ImportError::Unreadable { package: named.to_owned(), source };
        let scratch = tempfile::Builder::new().prefix("grader-import-").tempdir();
        let scratch = scratch.map_err(unreadable)?;
        match archive::unpack(file, format, scratch.path(), &BOUNDS, &|| false) {
            Ok(unpacked) => {
                for (path, why) in unpacked.left_out {
                    notes.lose(plain(&path), why);
                }
            }
            Err(ArchiveError::Write(error)) => return Err(unreadable(error)),
            Err(error) => {
                let why = format!("the archive {error}");
                return Err(ImportError::Refused { package: named.to_owned(), why });
            }
        }
        let folder = only_folder(scratch.path()).map_err(unreadable)?;
        Package::of_folder(named, &folder, name, Some(scratch), notes)
    }

    fn of_folder(
        named: &Path,
        path: &Path,
        name: String,
        scratch: Option<TempDir>,
        notes: &mut Notes,
    ) -> Result<Package, ImportError> {
        let unreadable = |source| ImportError::Unreadable { package: named.to_owned(), source };
        let root = Folder::named(path).map_err(unreadable)?;
        let mut listing = Listing { files: BTreeSet::new(), entries: 0, notes };
        if let Some(why) = listing.add(&root, "", 0).map_err(unreadable)? {
            return Err(ImportError::Refused { package: named.to_owned(), why });
        }
        let files = listing.files;
        let (named, read) = (named.to_owned(), Cell::new(0));
        Ok(Package { named, name, root, files, read, _scratch: scratch })
    }

    pub(super) fn has(&self, file: &str) -> bool {
        self.files.contains(file)
    }

    /// The files below a folder, by their paths in the package.
    pub(super) fn below<'p>(&'p self, folder: &str) -> impl Iterator<Item = &'p str> + use<'p> {
        let start = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let from = self.files.range(start.clone()..);
        from.map(String::as_str).take_while(move |file| file.starts_with(&start))
    }

    /// The names of what stands in a folder, sorted: files, and folders with files in them.
    pub(super) fn inside(&self, folder: &str) -> BTreeSet<String> {
        let skipped = if folder.is_empty() { 0 } else { folder.len() + 1 };
        let names = self.below(folder).filter_map(|file| file.get(skipped..)?.split('/').next());
        names.map(str::to_owned).collect()
    }

    /// Whether there is a file below this folder.
    pub(super) fn has_folder(&self, folder: &str) -> bool {
        self.below(folder).next().is_some()
    }

    /// What a file holds.
    pub(super) fn bytes(&self, file: &str) -> Result<Vec<u8>, ImportError> {
        self.at_most(file, LARGEST)
    }

    /// The text of a file of settings.
    pub(super) fn text(&self, file: &str) -> Result<String, ImportError> {
        let bytes = self.at_most(file, LARGEST_SETTINGS)?;
        String::from_utf8(bytes).map_err(|_| self.mistake(file, None, "it is not UTF-8"))
    }

    pub(super) fn yaml(&self, file: &str) -> Result<Node, ImportError> {
        document::yaml(&self.text(file)?).map_err(|fault| self.fault(file, &fault))
    }

    pub(super) fn json(&self, file: &str) -> Result<Node, ImportError> {
        document::json(&self.text(file)?).map_err(|fault| self.fault(file, &fault))
    }

    fn at_most(&self, file: &str, most: u64) -> Result<Vec<u8>, ImportError> {
        let opened = self.root.file(Path::new(file));
        let opened = opened.map_err(|error| self.mistake(file, None, &error.to_string()))?;
        let Some(opened) = opened.filter(|_| self.has(file)) else {
            return Err(self.mistake(file, None, "it is no file of the package"));
        };
        let mut bytes = Vec::new();
        let read = opened.take(most + 1).read_to_end(&mut bytes);
        read.map_err(|error| self.mistake(file, None, &error.to_string()))?;
        if bytes.len() as u64 > most {
            let why = format!("it is larger than {} MiB", most >> 20);
            return Err(self.mistake(file, None, &why));
        }
        self.read.set(self.read.get() + bytes.len() as u64);
        if self.read.get() > ALL {
            let why = format!("all that is to be read of it is more than {} MiB", ALL >> 20);
            return Err(ImportError::Refused { package: self.named.clone(), why });
        }
        Ok(bytes)
    }

    fn fault(&self, file: &str, fault: &Fault) -> ImportError {
        self.mistake(file, Some(fault.line), &plain(&fault.why))
    }

    /// Something in a file is not as its format has it.
    pub(super) fn mistake(&self, file: &str, line: Option<usize>, why: &str) -> ImportError {
        let place = line.map_or_else(|| plain(file), |line| at(file, line));
        ImportError::Mistake { package: self.named.clone(), place, why: why.to_owned() }
    }
}

/// The folder in which all stands, as programs that pack add one.
fn only_folder(scratch: &Path) -> io::Result<PathBuf> {
    let mut entries = std::fs::read_dir(scratch)?;
    let (first, second) = (entries.next().transpose()?, entries.next());
    match first {
        Some(only) if second.is_none() && only.file_type()?.is_dir() => Ok(only.path()),
        _ => Ok(scratch.to_owned()),
    }
}

struct Listing<'n> {
    files: BTreeSet<String>,
    entries: usize,
    notes: &'n mut Notes,
}

impl Listing<'_> {
    /// Adds what is in a folder; the value says what there is too much of.
    fn add(&mut self, folder: &Folder, path: &str, depth: usize) -> io::Result<Option<String>> {
        if depth > DEEPEST {
            return Ok(Some(format!("it is more than {DEEPEST} folders deep")));
        }
        for name in folder.names()? {
            self.entries += 1;
            if self.entries > MOST_ENTRIES {
                return Ok(Some(format!("it has more than {MOST_ENTRIES} files and folders")));
            }
            let name = name?;
            let Some(text) = name.to_str() else {
                let place = plain(&format!("{path}{}", name.to_string_lossy()));
                self.notes.lose(place, "its name is not UTF-8");
                continue;
            };
            let whole = format!("{path}{text}");
            match folder.entry(&name)?.map(|entry| entry.kind) {
                Some(FileType::RegularFile) => drop(self.files.insert(whole)),
                // What version control keeps is no part of a package.
                Some(FileType::Directory) if [".git", ".hg", ".svn"].contains(&text) => {}
                Some(FileType::Directory) => {
                    let Some(inner) = folder.folder(Path::new(&name))? else { continue };
                    if let Some(why) = self.add(&inner, &format!("{whole}/"), depth + 1)? {
                        return Ok(Some(why));
                    }
                }
                _ => self.notes.lose(
                    plain(&whole),
                    "it is a link or no regular file, and links are never followed",
                ),
            }
        }
        Ok(None)
    }
}

/// What stands at the top of a package, for a message.
pub(super) fn found(package: &Package) -> String {
    const MOST: usize = 6;
    let names = package.inside("");
    let shown: Vec<String> = names.iter().take(MOST).map(|name| code(name)).collect();
    match names.len() {
        0 => "nothing".to_owned(),
        count if count > MOST => format!("{} and {} more", shown.join(", "), count - MOST),
        _ => shown.join(", "),
    }
}
