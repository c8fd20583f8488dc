//! A plan becomes the folder of a course: all of it, or nothing.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::error::ImportError;
use super::notes::ImportNote;
use super::plan::{ImportPlan, ImportedStreams};
use rubric::raw::RawRubric;
use support::write_error::WriteError;

/// What a rubric begins with, after the line of its schema.
const RUBRIC_COMMENT: &str = "# See IMPORT.md for what this was made of, and docs/reference/rubric.md of the grader for what each key means.\n\n";

/// A course that is written, and does not stand in its place yet.
#[derive(Debug)]
pub struct ImportDraft {
    /// Goes with the value, if the course was not put in its place.
    scratch: TempDir,
    out: PathBuf,
}

impl ImportDraft {
    /// Writes a course beside its place, which must be free.
    ///
    /// # Errors
    ///
    /// If there is something in its place, or it cannot be written.
    pub fn new(plan: &ImportPlan, out: &Path) -> Result<ImportDraft, ImportError> {
        let is_free = match fs::read_dir(out) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) => error.kind() == io::ErrorKind::NotFound,
        };
        if !is_free {
            return Err(ImportError::Exists(out.to_owned()));
        }
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(WriteError::for_path(parent))?;
        let scratch = tempfile::Builder::new()
            .prefix(".grader-import-")
            .tempdir_in(parent);
        let scratch = scratch.map_err(WriteError::for_path(parent))?;
        let draft = ImportDraft {
            scratch,
            out: out.to_owned(),
        };
        fs::create_dir(draft.folder()).map_err(WriteError::for_path(out))?;
        draft.write_rubric(plan)?;
        for (path, text) in rubric::schema_files() {
            draft.write_file(path, text.as_bytes())?;
        }
        for (path, bytes) in &plan.files {
            draft.write_file(path, bytes)?;
        }
        draft.write_cases(plan)?;
        Ok(draft)
    }

    /// Writes the rubric of a plan, in place of an earlier one.
    pub fn write_rubric(&self, plan: &ImportPlan) -> Result<(), ImportError> {
        self.write_raw_rubric(&plan.to_rubric())
    }

    /// Writes a rubric for measuring what the accepted programs need, which may use `seconds` of processor time.
    pub fn write_measuring_rubric(
        &self,
        plan: &ImportPlan,
        seconds: f64,
    ) -> Result<(), ImportError> {
        self.write_raw_rubric(&plan.to_measuring_rubric(seconds))
    }

    fn write_raw_rubric(&self, rubric: &RawRubric) -> Result<(), ImportError> {
        let rubric = rubric::render_rubric(rubric);
        let rubric = rubric.map_err(WriteError::for_path(Path::new("rubric.toml")))?;
        let text = format!("{}{RUBRIC_COMMENT}{rubric}", rubric::RUBRIC_SCHEMA_LINE);
        self.write_file("rubric.toml", text.as_bytes())
    }

    /// Where it stands for now.
    pub fn folder(&self) -> PathBuf {
        self.scratch.path().join("course")
    }

    /// Writes the cases of a plan, in place of earlier ones.
    pub fn write_cases(&self, plan: &ImportPlan) -> Result<(), ImportError> {
        for case in &plan.cases {
            let place = |ending: &str| format!("testcases/{}/{}{ending}", plan.id, case.id);
            if let Some(ImportedStreams { input, output }) = &case.streams {
                self.write_file(&place(".in"), input)?;
                self.write_file(&place(".ans"), output)?;
            }
            if let Some(file) = case.to_file() {
                let place = place(".toml");
                let case = rubric::render_case(&file);
                let case = case.map_err(WriteError::for_path(Path::new(&place)))?;
                let text = format!("{}{case}", rubric::CASE_SCHEMA_LINE);
                self.write_file(&place, text.as_bytes())?;
            }
            for (name, bytes) in &case.files {
                self.write_file(&place(&format!(".files/{name}")), bytes)?;
            }
            for (name, bytes) in &case.writes {
                self.write_file(&place(&format!(".expected.d/{name}")), bytes)?;
            }
        }
        Ok(())
    }

    /// Writes a new file of the course.
    pub fn write_file(&self, below: &str, bytes: &[u8]) -> Result<(), ImportError> {
        let path = self.folder().join(below);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(WriteError::for_path(parent))?;
        }
        fs::write(&path, bytes).map_err(WriteError::for_path(&path))?;
        Ok(())
    }

    /// Writes a program that was built.
    pub fn write_program(&self, below: &str, bytes: &[u8]) -> Result<(), ImportError> {
        self.write_file(below, bytes)?;
        let path = self.folder().join(below);
        let all = Permissions::from_mode(0o755);
        fs::set_permissions(&path, all).map_err(WriteError::for_path(&path))?;
        Ok(())
    }

    /// Puts the course in its place.
    ///
    /// # Errors
    ///
    /// If something has been put there meanwhile, or the disk does not let us.
    pub fn move_to_target(self) -> Result<(), ImportError> {
        match fs::rename(self.folder(), &self.out) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                Err(ImportError::Exists(self.out))
            }
            Err(error) => Err(WriteError::for_path(&self.out)(error).into()),
        }
    }
}

/// `IMPORT.md`: what became of each part of the package.
pub fn render_import_report(plan: &ImportPlan, format: &str) -> String {
    let lines = |notes: &[ImportNote]| -> String {
        notes
            .iter()
            .map(|ImportNote { place, text }| format!("- {place}: {text}\n"))
            .collect()
    };
    let notes = &plan.notes;
    let mut text = format!("# What was made of a package of {format}\n\n## Carried over\n\n");
    text += &lines(&notes.imported);
    text += "\n## Remarks\n\n";
    text += &lines(&notes.remarks);
    text += "\n## Not carried over, and why\n\n";
    if notes.dropped.is_empty() {
        text += "Nothing is missing.\n";
    }
    text += &lines(&notes.dropped);
    if notes.more_dropped > 0 {
        text += &format!("- and {} more\n", notes.more_dropped);
    }
    text
}
