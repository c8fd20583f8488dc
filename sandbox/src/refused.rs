//! A program that the kernel refuses to execute: whether it is the program itself that made it so, or something of ours is wrong.
//!
//! The file is opened before, as a regular file, and executed by its descriptor. So whatever is about a path is about the
//! interpreter that the file itself names: a line in a section `.interp` of a program linked with `-static` is enough. All that
//! execve(2) knows:
//!
//! | error | what it is about | whose |
//! | --- | --- | --- |
//! | `ENOEXEC`, `ELIBBAD`, `EINVAL` | the format of the file, or of its interpreter | the program's |
//! | `ENOENT`, `ENOTDIR`, `EISDIR`, `ELOOP`, `ENAMETOOLONG` | the path of its interpreter | the program's |
//! | `ENOMEM` | its size, against its limit of memory | the program's |
//! | `EAGAIN`, `EMFILE`, `ENFILE`, `ETXTBSY` | what others hold at this moment | ours: it is tried again |
//! | `EACCES` | a disk mounted with `noexec`, a policy; or an interpreter that is a device or is out of reach | unclear |
//! | `EPERM`, `EIO` and all others | a policy, a disk; or an interpreter on one | unclear |
//!
//! What is unclear is decided by a program of the system's own in the same folder, behind the same walls. Where that starts, it is
//! the untrusted program that does not.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::{fs, io};

use crate::command::SandboxCommand;
use crate::error::SandboxError;
use crate::observation::{Exit, Observation, ObservedTurn};
use crate::protocol::{EXEC_STEP, SandboxProfile};
use crate::scarcity;

/// The name under which the system's own program stands beside an untrusted one.
const SYSTEM_PROGRAM_NAME: &str = "one-of-the-systems-own";

/// The system's own program, which every trial of a tier starts, too.
const COPIED: &str = "/bin/cat";

/// Whose fault it is that a program cannot be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExecFailureCause {
    Program,
    Sandbox,
    Unclear,
}

fn classify_exec_error(error: &io::Error) -> ExecFailureCause {
    match error.raw_os_error() {
        Some(
            libc::ENOEXEC
            | libc::ELIBBAD
            | libc::EINVAL
            | libc::ENOENT
            | libc::ENOTDIR
            | libc::EISDIR
            | libc::ELOOP
            | libc::ENAMETOOLONG
            | libc::ENOMEM,
        ) => ExecFailureCause::Program,
        _ if scarcity::classify_io_error(error).is_some() => ExecFailureCause::Sandbox,
        _ => ExecFailureCause::Unclear,
    }
}

/// Whether the kernel refused an untrusted program for what it is.
pub(super) fn is_program_fault(profile: SandboxProfile, error: &SandboxError) -> bool {
    exec_error(profile, error)
        .is_some_and(|error| classify_exec_error(error) == ExecFailureCause::Program)
}

/// Whether it refused an untrusted program, and it may be for where it is.
pub(super) fn is_unclear_fault(profile: SandboxProfile, error: &SandboxError) -> bool {
    exec_error(profile, error)
        .is_some_and(|error| classify_exec_error(error) == ExecFailureCause::Unclear)
}

/// What the kernel said of executing an untrusted program.
fn exec_error(profile: SandboxProfile, error: &SandboxError) -> Option<&io::Error> {
    match error {
        SandboxError::Step { step, source }
            if step == EXEC_STEP && profile.executes_untrusted_code() =>
        {
            Some(source)
        }
        _ => None,
    }
}

/// The program of the system's own beside that of `command`, in the folder `outside`.
pub(super) fn system_program_command(
    command: &SandboxCommand,
    outside: &Path,
) -> io::Result<SandboxCommand> {
    let copy = outside.join(SYSTEM_PROGRAM_NAME);
    // The compiler may write here: what has this name goes, and a link is not followed.
    match fs::remove_file(&copy) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&copy)?;
    io::copy(&mut fs::File::open(COPIED)?, &mut file)?;
    file.set_permissions(fs::Permissions::from_mode(0o755))?;
    let program = command.program.with_file_name(SYSTEM_PROGRAM_NAME);
    Ok(SandboxCommand {
        program,
        arguments: Vec::new(),
        ..command.clone()
    })
}

/// There is no run to see.
pub(super) fn not_started_observation(error: &SandboxError) -> Observation {
    let reason = match error {
        SandboxError::Step { source, .. } => format!("{error}: {source}\n"),
        _ => format!("{error}\n"),
    };
    Observation {
        stderr: reason.into_bytes(),
        ..Observation::new(vec![ObservedTurn::default()], Exit::NotStarted)
    }
}
