//! Under which name a system knows a report again.

use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};

use super::file::{UploadError, UploadSystem};
use model::HandIn;
use support::file_writing;
use support::write_error::WriteError;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What a report is read with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedbackFormat {
    /// A browser.
    Page,
    /// A browser, after it was taken out of an archive.
    PackedPage {
        /// Its name there.
        name: String,
    },
    /// Anything that shows text.
    Text,
}

/// A file for one student, or for one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedbackFile {
    /// Its path in the archive.
    pub path: String,
    /// What it has to be.
    pub form: FeedbackFormat,
}

/// The names under which a report on this hand-in goes back to the students with these numbers of the system's. Why there is
/// none is the error, as the rest of a sentence.
///
/// # Errors
///
/// If the system would not know, or not surely, whose it is.
pub fn feedback_files(
    system: UploadSystem,
    hand_in: Option<&HandIn>,
    assignment: &str,
    ids: &[String],
) -> Result<Vec<FeedbackFile>, String> {
    if system == UploadSystem::Moodle {
        let folders = moodle_folders(hand_in, ids)?;
        return Ok(folders
            .iter()
            .map(|folder| feedback_page(assignment, folder))
            .collect());
    }
    let own = hand_in.filter(|hand_in| hand_in.layout == system.layout().name());
    let Some(hand_in) = own else {
        return Err(format!(
            "it did not come out of a download of {}",
            system.name()
        ));
    };
    let entry = hand_in.entry.as_deref().ok_or("no file was handed in")?;
    // A backslash stands for what could not be shown; then the name is not the one of the download.
    if entry.contains(['/', '\\']) || entry.starts_with('.') {
        return Err(format!(
            "`{entry}` is not the name that it has in the download"
        ));
    }
    match system {
        UploadSystem::Canvas => canvas_file(entry, hand_in, assignment).map(|named| vec![named]),
        UploadSystem::Brightspace => Ok(vec![feedback_page(assignment, entry)]),
        UploadSystem::Moodle | UploadSystem::Blackboard => {
            Err("the system takes no feedback".to_owned())
        }
    }
}

fn feedback_page(assignment: &str, folder: &str) -> FeedbackFile {
    FeedbackFile {
        path: format!("{folder}/{assignment}.html"),
        form: FeedbackFormat::Page,
    }
}

/// Canvas shows a report under the name of the file that was handed in, where nobody expects a page; but what is called `.zip`
/// has to be an archive. For other archives and binary files the name after both numbers is free: Canvas goes by the numbers.
fn canvas_file(entry: &str, hand_in: &HandIn, assignment: &str) -> Result<FeedbackFile, String> {
    let ending = entry
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_lowercase())
        .unwrap_or_default();
    let path = entry.to_owned();
    match ending.as_str() {
        "zip" => Ok(FeedbackFile {
            path,
            form: FeedbackFormat::PackedPage {
                name: format!("{assignment}.html"),
            },
        }),
        "tar" | "gz" | "tgz" | "7z" | "rar" => {
            let numbers = canvas_numbers(entry, hand_in);
            let numbers = numbers.ok_or_else(|| format!("`{entry}` has no two numbers"))?;
            Ok(FeedbackFile {
                path: format!("{numbers}_{assignment}.cpp"),
                form: FeedbackFormat::Text,
            })
        }
        _ => Ok(FeedbackFile {
            path,
            form: FeedbackFormat::Text,
        }),
    }
}

/// The beginning of a name up to the numbers of user and attachment.
fn canvas_numbers<'e>(entry: &'e str, hand_in: &HandIn) -> Option<&'e str> {
    let user = hand_in.id.as_deref().unwrap_or(&hand_in.name);
    let at = match entry.find(&format!("_{user}_")) {
        Some(at) => at + user.len() + 2,
        None => entry
            .strip_prefix(user)?
            .starts_with('_')
            .then_some(user.len() + 1)?,
    };
    let digits = entry
        .get(at..)?
        .find(|it: char| !it.is_ascii_digit())
        .filter(|count| *count > 0)?;
    entry.get(..at + digits)
}

/// The folders in which Moodle's importer knows a report again: it reads the number, and since 4.1 it takes the number in a
/// group assignment for the group's.
fn moodle_folders(hand_in: Option<&HandIn>, ids: &[String]) -> Result<Vec<String>, String> {
    let name = hand_in.map_or("student", |hand_in| hand_in.name.as_str());
    let hand_in = hand_in.filter(|it| it.layout == UploadSystem::Moodle.layout().name());
    // Who is alone has the number of the worksheet in the download, too.
    let group = hand_in.filter(|it| it.id.as_ref().is_none_or(|id| *ids != [id.clone()]));
    let Some(group) = group else {
        return Ok(ids.iter().map(|id| moodle_folder(name, id)).collect());
    };
    let entry = group.entry.as_deref().ok_or("no file was handed in")?;
    match (&group.id, entry) {
        (_, entry) if entry.ends_with("_assignsubmission_file_") => {
            Ok(ids.iter().map(|id| moodle_folder(name, id)).collect())
        }
        (None, _) => Err("Moodle gives no feedback files to members of its default group".to_owned()),
        (Some(id), entry) if entry.ends_with("_assignsubmission_file") => {
            Ok(vec![format!("{}_{id}_assignsubmission_file", moodle_name(name))])
        }
        (Some(_), _) => Err(
            "the download does not tell the version of Moodle, on which it depends whose number a group's report needs; download \
             the submissions again, in folders"
                .to_owned(),
        ),
    }
}

/// What Moodle goes by is the number, and that there are five parts between `_`: older versions do not know a folder of four.
fn moodle_folder(name: &str, id: &str) -> String {
    format!("{}_{id}_assignsubmission_file_", moodle_name(name))
}

fn moodle_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|it| if is_usual_letter(it) { it } else { ' ' })
        .collect();
    name.trim().to_owned()
}

fn is_usual_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'')
}

/// Where reports are packed: an archive if its name ends in `.zip`, else a new folder. Both are there when they are whole.
#[derive(Debug)]
pub struct FeedbackPackage {
    path: PathBuf,
}

/// A file of a package: its path there, and its bytes.
type PackedFile = Result<(String, Vec<u8>), UploadError>;

impl FeedbackPackage {
    /// A package in this place.
    ///
    /// # Errors
    ///
    /// If it would be a folder and there is something already.
    pub fn new(path: &Path) -> Result<FeedbackPackage, UploadError> {
        let package = FeedbackPackage {
            path: path.to_owned(),
        };
        if !package.is_archive() && fs::symlink_metadata(path).is_ok() {
            return Err(UploadError::Refused(format!(
                "{} is there already; name a folder that is not there yet, or an archive (`feedback.zip`)",
                path.display()
            )));
        }
        Ok(package)
    }

    fn is_archive(&self) -> bool {
        self.path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
    }

    /// Writes all of it.
    ///
    /// # Errors
    ///
    /// If a file cannot be had or written; then nothing is there, or what was there before.
    pub fn write_files(&self, files: impl Iterator<Item = PackedFile>) -> Result<(), UploadError> {
        let written = match self.is_archive() {
            true => file_writing::write_file_with(&self.path, |file| {
                write_archive(file, files, &self.path)
            }),
            false => self.write_folder(files),
        };
        written.map_err(|error| match error {
            UploadError::Write(WriteError { path, source }) => {
                UploadError::Package { path, source }
            }
            other => other,
        })
    }

    fn write_folder(&self, files: impl Iterator<Item = PackedFile>) -> Result<(), UploadError> {
        let beside = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let beside = beside.unwrap_or(Path::new("."));
        let failed = || WriteError::for_path(&self.path);
        let folder = tempfile::tempdir_in(beside).map_err(failed())?;
        for file in files {
            let (name, bytes) = file?;
            let place = folder.path().join(name);
            let write = || -> io::Result<()> {
                fs::create_dir_all(place.parent().unwrap_or(folder.path()))?;
                fs::write(&place, bytes)
            };
            write().map_err(failed())?;
        }
        fs::rename(folder.path(), &self.path).map_err(failed())?;
        // It has another name now, and is nothing temporary any more.
        let _ = folder.keep();
        Ok(())
    }
}

/// An archive with one file.
///
/// # Errors
///
/// If the file is too large for an archive.
pub fn zip_single_file(name: &str, bytes: &[u8]) -> Result<Vec<u8>, UploadError> {
    let mut packed = Cursor::new(Vec::new());
    write_archive(
        &mut packed,
        std::iter::once(Ok((name.to_owned(), bytes.to_vec()))),
        Path::new(name),
    )?;
    Ok(packed.into_inner())
}

/// Writes an archive; `path` is for messages.
fn write_archive(
    file: impl io::Write + io::Seek,
    files: impl Iterator<Item = PackedFile>,
    path: &Path,
) -> Result<(), UploadError> {
    let failed = || WriteError::for_path(path);
    let mut writer = ZipWriter::new(file);
    for file in files {
        let (name, bytes) = file?;
        writer
            .start_file(name, SimpleFileOptions::default())
            .map_err(io::Error::from)
            .map_err(failed())?;
        writer.write_all(&bytes).map_err(failed())?;
    }
    let finished = writer.finish().map_err(io::Error::from);
    finished.map_err(failed())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand_in(layout: &str, name: &str, entry: Option<&str>) -> HandIn {
        let entry = entry.map(str::to_owned);
        HandIn {
            layout: layout.to_owned(),
            name: name.to_owned(),
            entry,
            ..HandIn::default()
        }
    }

    fn paths(system: UploadSystem, hand_in: &HandIn, ids: &[&str]) -> Result<Vec<String>, String> {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let named = feedback_files(system, Some(hand_in), "sum", &ids)?;
        Ok(named.into_iter().map(|one| one.path).collect())
    }

    /// A disk without room.
    struct FullDisk;

    impl io::Write for FullDisk {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl io::Seek for FullDisk {
        fn seek(&mut self, _: io::SeekFrom) -> io::Result<u64> {
            Ok(0)
        }
    }

    #[test]
    fn a_package_that_cannot_be_written_is_named_with_what_to_do() {
        let file = || std::iter::once(Ok(("sum.html".to_owned(), b"<p>".to_vec())));
        let full = write_archive(FullDisk, file(), Path::new("back.zip")).unwrap_err();
        let is_full = |error: &WriteError| error.is_disk_full() && error.path.ends_with("back.zip");
        assert!(
            matches!(&full, UploadError::Write(error) if is_full(error)),
            "{full:?}"
        );
        let place = tempfile::tempdir().unwrap();
        for name in ["nowhere/back.zip", "nowhere/back"] {
            let package = FeedbackPackage::new(&place.path().join(name)).unwrap();
            let error = package.write_files(file()).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
            assert!(error.contains("--feedback PATH"), "{error}");
        }
    }

    #[test]
    fn names_lead_nowhere_else_whatever_a_student_is_called() {
        let odd = hand_in("moodle", "../=a_58_x", None);
        let odd = HandIn {
            id: Some("57".to_owned()),
            ..odd
        };
        assert_eq!(
            paths(UploadSystem::Moodle, &odd, &["57"]).unwrap(),
            ["a 58 x_57_assignsubmission_file_/sum.html"]
        );
        for entry in ["../a", "a/b", ".a", "a\\x0ab"] {
            for (system, layout) in [
                (UploadSystem::Canvas, "canvas"),
                (UploadSystem::Brightspace, "brightspace"),
            ] {
                assert!(
                    paths(system, &hand_in(layout, "a", Some(entry)), &[]).is_err(),
                    "{entry}"
                );
            }
        }
    }

    #[test]
    fn a_report_has_the_name_and_the_form_by_which_its_system_knows_it() {
        let with_id = |layout, name, id: Option<&str>, entry| HandIn {
            id: id.map(str::to_owned),
            ..hand_in(layout, name, Some(entry))
        };
        let group = |id, entry| with_id("moodle", "Team A1", id, entry);
        let new = group(Some("7"), "Team A1_7_assignsubmission_file");
        assert_eq!(
            paths(UploadSystem::Moodle, &new, &["57", "58"]).unwrap(),
            ["Team A1_7_assignsubmission_file/sum.html"]
        );
        let old = group(Some("7"), "Team A1_7_assignsubmission_file_");
        assert_eq!(
            paths(UploadSystem::Moodle, &old, &["57", "58"]).unwrap(),
            ["57", "58"].map(|id| format!("Team A1_{id}_assignsubmission_file_/sum.html"))
        );
        let alone = with_id("moodle", "Ann", Some("57"), "Ann_57_assignsubmission_file");
        assert_eq!(
            paths(UploadSystem::Moodle, &alone, &["57"]).unwrap(),
            ["Ann_57_assignsubmission_file_/sum.html"]
        );
        for (hand_in, reason) in [
            (
                group(Some("7"), "Team A1_7_assignsubmission_file_sum.cpp"),
                "version of Moodle",
            ),
            (
                group(None, "Default group_assignsubmission_file"),
                "default group",
            ),
        ] {
            let refused = paths(UploadSystem::Moodle, &hand_in, &["57"]).unwrap_err();
            assert!(refused.contains(reason), "{refused}");
        }
        let canvas = |id, name, entry| {
            let hand_in = with_id("canvas", name, id, entry);
            let named = feedback_files(UploadSystem::Canvas, Some(&hand_in), "sum", &[]).unwrap();
            (named[0].path.clone(), named[0].form.clone())
        };
        let page = FeedbackFormat::PackedPage {
            name: "sum.html".to_owned(),
        };
        let zip = "ann_57_901_my work.zip";
        assert_eq!(canvas(Some("57"), "ann", zip), (zip.to_owned(), page));
        for (id, name, entry, path) in [
            (
                Some("57"),
                "ann",
                "ann_57_901_sum-1.cpp",
                "ann_57_901_sum-1.cpp",
            ),
            (
                Some("57"),
                "ann",
                "ann_LATE_57_901_a.tar.gz",
                "ann_LATE_57_901_sum.cpp",
            ),
            (
                None,
                "anon_x7Qa",
                "anon_x7Qa_901_a.tgz",
                "anon_x7Qa_901_sum.cpp",
            ),
        ] {
            assert_eq!(
                canvas(id, name, entry),
                (path.to_owned(), FeedbackFormat::Text)
            );
        }
    }

    #[test]
    fn what_another_system_named_goes_to_nobody() {
        let other = hand_in("canvas", "a", Some("a_1_2_sum.cpp"));
        assert!(paths(UploadSystem::Brightspace, &other, &["57"]).is_err());
        assert!(feedback_files(UploadSystem::Canvas, None, "sum", &[]).is_err());
    }
}
