//! Whether a file of a course is what the reference or a generator makes now, and the inputs that generators make.
//!
//! A generator is the instructor's command, like a reference that is a command: it runs unconfined, in the course's folder.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::written_files::WrittenFiles;
use model::InputGenerator;
use rustix::process::{Pid, Signal, kill_process_group};
use wait_timeout::ChildExt as _;

/// How long a generator may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most that it may print, in bytes: as much as a case's input may have.
const LARGEST: u64 = 64 << 20;

/// A generator made no input.
#[derive(Debug, thiserror::Error)]
#[error("the generator `{}` of `{}` {problem}", words.join(" "), file.display())]
pub struct GeneratorError {
    words: Vec<String>,
    file: std::path::PathBuf,
    problem: String,
}

/// Runs each generator in the course's folder, and holds what it prints against its file.
///
/// # Errors
///
/// If a generator fails, prints too much, or does not end.
pub(crate) fn inspect_generated(
    generators: &[InputGenerator],
    course_folder: &Path,
    written: Option<&WrittenFiles>,
) -> Result<Vec<FileFreshness>, GeneratorError> {
    let mut all = Vec::new();
    for InputGenerator { words, file, .. } in generators {
        let bytes = run_generator(words, course_folder).map_err(|trouble| GeneratorError {
            words: words.clone(),
            file: file.clone(),
            problem: trouble,
        })?;
        all.push(FileFreshness::inspect(file.clone(), bytes, written));
    }
    Ok(all)
}

fn run_generator(words: &[String], folder: &Path) -> Result<Vec<u8>, String> {
    let mut stdout = tempfile::tempfile().map_err(describe_start_error)?;
    let mut stderr = tempfile::tempfile().map_err(describe_start_error)?;
    let Some((program, arguments)) = words.split_first() else {
        return Ok(Vec::new());
    };
    let mut child = Command::new(program)
        .args(arguments)
        .current_dir(if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        })
        .stdin(Stdio::null())
        .stdout(stdout.try_clone().map_err(describe_start_error)?)
        .stderr(stderr.try_clone().map_err(describe_start_error)?)
        .process_group(0)
        .spawn()
        .map_err(|error| {
            format!("cannot be started: {error}; its path starts at the rubric's folder")
        })?;
    let status = child.wait_timeout(PATIENCE).map_err(describe_start_error)?;
    let Some(status) = status else {
        kill_generator(&mut child);
        return Err(format!("did not end within {} seconds", PATIENCE.as_secs()));
    };
    if !status.success() {
        let said = read_from_start(&mut stderr, 500).map_err(describe_start_error)?;
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        return Err(format!("failed ({status}): {said}"));
    }
    let bytes = read_from_start(&mut stdout, LARGEST + 1).map_err(describe_start_error)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("prints more than {} MiB", LARGEST >> 20));
    }
    if bytes.is_empty() {
        return Err("prints nothing: its standard output is the input of the case".to_owned());
    }
    Ok(bytes)
}

fn describe_start_error(error: io::Error) -> String {
    format!("could not be run: {error}")
}

/// Ends it and what it started.
fn kill_generator(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // Whoever is gone already need not be ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

fn read_from_start(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    io::Seek::rewind(file)?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The state of one expected transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// The file is what the reference prints.
    Fresh,
    /// There is no file.
    Missing,
    /// The file is not what the reference prints now.
    Stale,
    /// The same, and somebody else changed the file after the grader wrote it.
    Edited,
    /// The file belongs to no case.
    Orphan,
}

impl Freshness {
    /// Whether the grader may write the file: there is none, or it is what the reference printed once.
    pub fn is_outdated(self) -> bool {
        matches!(self, Freshness::Missing | Freshness::Stale)
    }

    /// What to tell the instructor.
    pub fn describe(self) -> &'static str {
        match self {
            Freshness::Fresh => "fresh",
            Freshness::Missing => "missing",
            Freshness::Stale => "stale: the reference prints something else now",
            Freshness::Edited => "edited by hand, and the reference prints something else",
            Freshness::Orphan => "left over: there is no case of that name; delete it",
        }
    }
}

/// One expected transcript, or one input that a generator makes, as it stands and as it should.
#[derive(Debug, Clone)]
pub struct FileFreshness {
    /// Its file.
    pub file: PathBuf,
    /// Its state.
    pub state: Freshness,
    /// What the file holds; nothing if there is none, or it was not read.
    pub found: Vec<u8>,
    /// What the file should hold; nothing for an orphan.
    pub bytes: Vec<u8>,
}

impl FileFreshness {
    /// Compares a file with what the reference or its generator says now.
    pub(crate) fn inspect(
        file: PathBuf,
        wanted: Vec<u8>,
        written: Option<&WrittenFiles>,
    ) -> FileFreshness {
        let read = fs::read(&file);
        let state = match &read {
            Ok(bytes) if *bytes == wanted => Freshness::Fresh,
            Ok(bytes) if written.is_some_and(|it| it.is_edited(&file, bytes)) => Freshness::Edited,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Freshness::Missing,
            Ok(_) | Err(_) => Freshness::Stale,
        };
        FileFreshness {
            file,
            state,
            found: read.unwrap_or_default(),
            bytes: wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use toolchain::cache::CacheStore;

    #[test]
    fn a_file_is_edited_if_the_grader_wrote_it_and_never_with_this_content() {
        let folder = tempfile::tempdir().unwrap();
        let store = CacheStore::in_folder(Some(folder.path().join("written")));
        let written = WrittenFiles::new(store);
        let file = folder.path().join("adds.expected");
        let state_with = |wanted: &str, written| {
            FileFreshness::inspect(file.clone(), wanted.as_bytes().to_vec(), written).state
        };
        let state = |wanted| state_with(wanted, Some(&written));
        assert_eq!(state("1\n"), Freshness::Missing);
        fs::write(&file, "1\n").unwrap();
        assert_eq!(state("1\n"), Freshness::Fresh);
        assert_eq!(state("2\n"), Freshness::Stale, "nothing is known of it");
        written.record(&file, b"1\n");
        assert_eq!(state("2\n"), Freshness::Stale, "the reference changed");
        fs::write(&file, "3\n").unwrap();
        assert_eq!(state("2\n"), Freshness::Edited);
        assert_eq!(state("3\n"), Freshness::Fresh);
        assert_eq!(state_with("2\n", None), Freshness::Stale);
    }
}
