//! A plan becomes the folder of a course: all of it, or nothing.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::ImportError;
use super::notes::Note;
use super::plan::{Input, Plan};
use super::rubric;
use crate::write_error::WriteError;

/// A course that is written, and does not stand in its place yet.
#[derive(Debug)]
pub(crate) struct Draft {
    /// Goes with the value, if the course was not put in its place.
    scratch: TempDir,
    out: PathBuf,
}

impl Draft {
    /// Writes a course beside its place, which must be free.
    ///
    /// # Errors
    ///
    /// If there is something in its place, or it cannot be written.
    pub(crate) fn new(plan: &Plan, out: &Path) -> Result<Draft, ImportError> {
        let is_free = match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !is_free {
            return Err(ImportError::Exists(out.to_owned()));
        }
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(WriteError::at(parent))?;
        let scratch = tempfile::Builder::new().prefix(".grader-import-").tempdir_in(parent);
        let scratch = scratch.map_err(WriteError::at(parent))?;
        let draft = Draft { scratch, out: out.to_owned() };
        fs::create_dir(draft.folder()).map_err(WriteError::at(out))?;
        draft.file("rubric.toml", rubric::rubric(plan).as_bytes())?;
        for (path, bytes) in &plan.files {
            draft.file(path, bytes)?;
        }
        draft.cases(plan)?;
        Ok(draft)
    }

    /// Where it stands for now.
    pub(crate) fn folder(&self) -> PathBuf {
        self.scratch.path().join("course")
    }

    fn cases(&self, plan: &Plan) -> Result<(), ImportError> {
        for case in &plan.cases {
            let place = |ending: &str| format!("testcases/{}/{}{ending}", plan.id, case.id);
            if let Input::Output(input, output) = &case.input {
                self.file(&place(".in"), input)?;
                self.file(&place(".ans"), output)?;
            }
            if let Some(text) = rubric::case(case) {
                self.file(&place(".toml"), text.as_bytes())?;
            }
            for (name, bytes) in &case.files {
                self.file(&place(&format!(".files/{name}")), bytes)?;
            }
            for (name, bytes) in &case.writes {
                self.file(&place(&format!(".expected.d/{name}")), bytes)?;
            }
        }
        Ok(())
    }

    /// Writes a new file of the course.
    pub(crate) fn file(&self, below: &str, bytes: &[u8]) -> Result<(), ImportError> {
        let path = self.folder().join(below);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(WriteError::at(parent))?;
        }
        fs::write(&path, bytes).map_err(WriteError::at(&path))?;
        Ok(())
    }

    /// Writes a program that was built.
    pub(crate) fn program(&self, below: &str, bytes: &[u8]) -> Result<(), ImportError> {
        self.file(below, bytes)?;
        let path = self.folder().join(below);
        let all = Permissions::from_mode(0o755);
        fs::set_permissions(&path, all).map_err(WriteError::at(&path))?;
        Ok(())
    }

    /// Puts the course in its place.
    ///
    /// # Errors
    ///
    /// If something has been put there meanwhile, or the disk does not let us.
    pub(crate) fn put_in_place(self) -> Result<(), ImportError> {
        match fs::rename(self.folder(), &self.out) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                Err(ImportError::Exists(self.out))
            }
            Err(error) => Err(WriteError::at(&self.out)(error).into()),
        }
    }
}

/// `IMPORT.md`: what became of each part of the package.
pub(crate) fn account(plan: &Plan, format: &str) -> String {
    let lines = |notes: &[Note]| -> String {
        notes.iter().map(|Note { place, text }| format!("- {place}: {text}\n")).collect()
    };
    let notes = &plan.notes;
    let mut text = format!("# What was made of a package of {format}\n\n## Carried over\n\n");
    text += &lines(&notes.carried);
    text += "\n## Remarks\n\n";
    text += &lines(&notes.remarks);
    text += "\n## Not carried over, and why\n\n";
    if notes.lost.is_empty() {
        text += "Nothing is missing.\n";
    }
    text += &lines(&notes.lost);
    if notes.more_lost > 0 {
        text += &format!("- and {} more\n", notes.more_lost);
    }
    text
}
