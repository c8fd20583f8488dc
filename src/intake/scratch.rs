//! Where copies stand of what was handed in, where it cannot be taken from where it lies.

use std::cell::{Cell, OnceCell};
use std::fs;
use std::io;
use std::path::PathBuf;

use tempfile::TempDir;

/// A temporary folder for unpacked archives and converted files. It is made when it is first needed, only its owner may look
/// into it, and it goes with the value, so the value must live as long as submissions are read.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    folder: OnceCell<TempDir>,
    made: Cell<usize>,
}

impl Scratch {
    /// A new, empty folder.
    pub(super) fn new_folder(&self) -> io::Result<PathBuf> {
        let folder = match self.folder.get() {
            Some(folder) => folder,
            None => {
                let made = tempfile::Builder::new().prefix("grader-intake-").tempdir()?;
                self.folder.get_or_init(|| made)
            }
        };
        let number = self.made.get() + 1;
        self.made.set(number);
        let path = folder.path().join(number.to_string());
        fs::create_dir(&path)?;
        Ok(path)
    }
}
