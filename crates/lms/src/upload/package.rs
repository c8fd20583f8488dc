//! The archive, or the folder, in which reports go back.

use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::error::UploadError;
use support::file_writing;
use support::write_error::WriteError;

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
        if self.is_archive() {
            return file_writing::write_file_with(&self.path, |file| write_archive(file, files));
        }
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
    )?;
    Ok(packed.into_inner())
}

fn write_archive(
    file: impl io::Write + io::Seek,
    files: impl Iterator<Item = PackedFile>,
) -> Result<(), UploadError> {
    let mut writer = ZipWriter::new(file);
    for file in files {
        let (name, bytes) = file?;
        writer
            .start_file(name, SimpleFileOptions::default())
            .map_err(io::Error::from)?;
        writer.write_all(&bytes)?;
    }
    writer.finish().map_err(io::Error::from)?;
    Ok(())
}
