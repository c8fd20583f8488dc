//! The folder in which a program starts if its case has files.

use std::ffi::OsString;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use model::{Invocation, WrittenFile};
use sandbox::{RunFile, SandboxCommand, SandboxError, SandboxProfile};
use support::beneath::OpenFolder;
use toolchain::runner::InterruptibleRunner;

/// The folder's name in a workplace.
const FOLDER: &str = "run";

/// Fills the folder and has the command start there.
pub(super) fn prepare_folder(
    command: &mut SandboxCommand,
    invocation: &Invocation,
    runner: &mut InterruptibleRunner,
) -> Result<(), SandboxError> {
    let given = invocation.files.iter().map(|file| RunFile {
        name: &file.name,
        content: &file.content,
        is_writable: is_written_file(invocation, &file.name),
    });
    let made = invocation
        .writable_files()
        .filter(|name| !is_input_file(invocation, name));
    let made = made.map(|name| RunFile {
        name,
        content: b"",
        is_writable: true,
    });
    runner.fill_folder(&given.chain(made).collect::<Vec<_>>())?;
    if command.profile == SandboxProfile::Trusted {
        resolve_paths(command);
    }
    command.folder = runner.path_inside(FOLDER);
    Ok(())
}

fn is_written_file(invocation: &Invocation, name: &str) -> bool {
    invocation.writable_files().any(|one| one == name)
}

fn is_input_file(invocation: &Invocation, name: &str) -> bool {
    invocation.files.iter().any(|one| one.name == name)
}

/// An instructor's own command names files of the folder that it started in.
fn resolve_paths(command: &mut SandboxCommand) {
    let folder = command.folder.clone();
    if command.program.components().count() > 1
        && let Some(path) = existing_file(&folder, &command.program)
    {
        command.program = path;
    }
    for word in &mut command.arguments {
        if let Some(path) = existing_file(&folder, Path::new(word.as_os_str())) {
            *word = OsString::from(path);
        }
    }
}

fn existing_file(folder: &Path, word: &Path) -> Option<PathBuf> {
    Some(folder.join(word)).filter(|path| path.is_file())
}

/// The files that the program was to write, of each no more than `most` bytes and one.
pub(super) fn read_written_files(
    invocation: &Invocation,
    most: u64,
    runner: &InterruptibleRunner,
) -> Result<Vec<WrittenFile>, SandboxError> {
    let folder = runner.path_outside(FOLDER);
    let read = |name: &String| {
        let content =
            read_written_file(&folder, name, most).or_else(|error| match error.kind() {
                // A program without a sandbox, or an instructor's command.
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => Ok(None),
                _ => Err(SandboxError::System {
                    action: "read what a program wrote",
                    source: error,
                }),
            })?;
        Ok(WrittenFile {
            name: name.clone(),
            content,
        })
    };
    invocation.writes.iter().map(read).collect()
}

/// What a regular file holds; none if it is none, or if nobody has written it.
fn read_written_file(folder: &Path, name: &str, most: u64) -> io::Result<Option<Vec<u8>>> {
    let Some(file) = OpenFolder::open_trusted(folder)?.open_file(Path::new(name))? else {
        return Ok(None);
    };
    if file.metadata()?.modified()? == SystemTime::UNIX_EPOCH {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
