//! Makes sure, before any work is done, that its reports can be written and overwrite nothing but earlier reports.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use tempfile::NamedTempFile;

use super::folders::{folders_between, is_folder};
use super::places::{CASES, GRADES, INDEX, RESULTS, ReportPaths};
use super::{case_scripts, csv, json, page, visible};
use model::SubmissionName;
use support::write_error::WriteError;

/// Why reports cannot be written into a folder.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// Something cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The folder is in use for something else.
    #[error(
        "{} holds `{name}`, which no run has made there, and reports would be mixed with it; name a new or empty folder \
         with --out DIR", folder.display()
    )]
    ForeignFile {
        /// The folder.
        folder: PathBuf,
        /// What it holds, for example.
        name: String,
    },
}

/// Prepares `folder` for reports on `submissions`.
///
/// # Errors
/// If a file cannot be written, or would be mixed with others.
pub fn prepare_folder(folder: &Path, submissions: &[SubmissionName]) -> Result<(), PrepareError> {
    fs::create_dir_all(folder).map_err(WriteError::for_path(folder))?;
    if let Some(name) = find_foreign_file(folder).map_err(WriteError::for_path(folder))? {
        return Err(PrepareError::ForeignFile {
            folder: folder.to_owned(),
            name,
        });
    }
    probe_folder(folder).map_err(WriteError::for_path(folder))?;
    for name in [RESULTS, GRADES, INDEX] {
        ensure_not_folder(&folder.join(name))?;
    }
    for SubmissionName {
        assignment,
        student,
    } in submissions
    {
        let ReportPaths {
            report,
            page,
            json,
            extra_folder: beside,
            instructor_report: whole,
            instructor_page: whole_page,
        } = ReportPaths::new(student, assignment, folder);
        let scripts = folder.join(CASES).join(assignment);
        for below in [
            Some(beside.as_path()),
            Some(&scripts),
            report.parent(),
            whole.parent(),
        ]
        .into_iter()
        .flatten()
        {
            ensure_writable(folder, below)?;
        }
        for file in [report, page, json, whole, whole_page] {
            ensure_not_folder(&file)?;
        }
    }
    Ok(())
}

/// Whether there are results of some run.
pub fn has_results(folder: &Path) -> bool {
    json::is_results(&folder.join(RESULTS))
}

/// Prints all results, as a program reads them.
///
/// # Errors
///
/// If they cannot be read or printed.
pub fn print_results(folder: &Path, out: &mut dyn Write) -> io::Result<()> {
    io::copy(&mut File::open(folder.join(RESULTS))?, out)?;
    out.flush()
}

/// Whether there is room, and the folder can be written to.
fn probe_folder(folder: &Path) -> io::Result<()> {
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(&[b'.'; 4096])?;
    file.as_file().sync_all()?;
    file.close()
}

fn ensure_not_folder(path: &Path) -> Result<(), WriteError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(WriteError::for_path(path)(ErrorKind::IsADirectory.into()))
        }
        _ => Ok(()),
    }
}

/// Whether the folders from `folder` down to `below`, as far as they are there, can be written to.
fn ensure_writable(folder: &Path, below: &Path) -> Result<(), WriteError> {
    for part in folders_between(folder, below) {
        if is_folder(&part).map_err(WriteError::for_path(&part))? {
            let may_write = access(&part, Access::WRITE_OK | Access::EXEC_OK);
            may_write.map_err(|error| WriteError::for_path(&part)(error.into()))?;
        }
    }
    Ok(())
}

/// Something that no run leaves in a folder of reports, if that is what it holds. Who keeps files of their own beside finished
/// reports may do so, and hidden ones anywhere.
fn find_foreign_file(folder: &Path) -> io::Result<Option<String>> {
    if has_results(folder) {
        return Ok(None);
    }
    let foreign = search_foreign_file(folder)?;
    // Another run may have finished its reports meanwhile: what was found is then one of them.
    Ok(foreign.filter(|_| !has_results(folder)))
}

/// The same in a folder without results. A run that was stopped by a full disk has left students' folders without the files about
/// all, so it goes by what they hold.
fn search_foreign_file(folder: &Path) -> io::Result<Option<String>> {
    for (name, path) in list_visible(folder)? {
        let is_ours = match name.as_str() {
            GRADES => csv::is_grades_file(&path),
            INDEX => page::is_class_page(&path),
            _ => false,
        };
        if is_ours {
            continue;
        }
        if name == CASES && fs::symlink_metadata(&path)?.is_dir() {
            if let Some(other) = find_foreign_script(&path)? {
                return Ok(Some(format!("{name}/{other}")));
            }
            continue;
        }
        let is_student = fs::symlink_metadata(&path)?.is_dir();
        if !is_student {
            return Ok(Some(name));
        }
        for (inner, path) in list_visible(&path)? {
            let is_report = match fs::symlink_metadata(&path)?.is_dir() {
                true => path.with_extension("md").is_file(),
                false => path.extension().is_some_and(|ending| {
                    // A page is written behind the report that it is the page of.
                    let is_page = ending == "html" && path.with_extension("md").is_file();
                    ending == "md" || ending == "json" || is_page
                }),
            };
            if !is_report {
                return Ok(Some(format!("{name}/{inner}")));
            }
        }
    }
    Ok(None)
}

/// The same for the folder of the cases' scripts.
fn find_foreign_script(folder: &Path) -> io::Result<Option<String>> {
    for (assignment, path) in list_visible(folder)? {
        if !fs::symlink_metadata(&path)?.is_dir() {
            return Ok(Some(assignment));
        }
        for (name, path) in list_visible(&path)? {
            if path
                .extension()
                .is_none_or(|ending| ending != case_scripts::ENDING)
            {
                return Ok(Some(format!("{assignment}/{name}")));
            }
        }
    }
    Ok(None)
}

/// What a folder holds, sorted, without what is hidden.
fn list_visible(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = visible::one_line(&entry.file_name().to_string_lossy());
        if !name.starts_with('.') {
            entries.push((name, entry.path()));
        }
    }
    entries.sort();
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_a_run_that_was_stopped_are_ours_and_a_folder_of_cases_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("cases/sum");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("adds.in"), "2\n").unwrap();
        prepare_folder(folder.path(), &[]).unwrap();
        fs::write(own.join("adds.toml"), "").unwrap();
        let said = prepare_folder(folder.path(), &[]).unwrap_err().to_string();
        assert!(said.contains("holds `cases/sum/adds.toml`"), "{said}");
    }
}
