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

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::command::Command;
use crate::error::SandboxError;
use crate::observation::{Exit, Observation, ObservedTurn};
use crate::profile::Profile;
use crate::protocol::EXEC;
use crate::scarcity;

/// The name under which the system's own program stands beside an untrusted one.
const OWN: &str = "one-of-the-systems-own";

/// The system's own program, which every trial of a tier starts, too.
const COPIED: &str = "/bin/cat";

/// Whose fault it is that a program cannot be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Whose {
    Programs,
    Ours,
    Unclear,
}

fn whose(error: &io::Error) -> Whose {
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
        ) => Whose::Programs,
        _ if scarcity::cause(error).is_some() => Whose::Ours,
        _ => Whose::Unclear,
    }
}

/// Whether the kernel refused an untrusted program for what it is.
pub(super) fn is_the_programs(profile: Profile, error: &SandboxError) -> bool {
    refused(profile, error).is_some_and(|error| whose(error) == Whose::Programs)
}

/// Whether it refused an untrusted program, and it may be for where it is.
pub(super) fn is_unclear(profile: Profile, error: &SandboxError) -> bool {
    refused(profile, error).is_some_and(|error| whose(error) == Whose::Unclear)
}

/// What the kernel said of executing an untrusted program.
fn refused(profile: Profile, error: &SandboxError) -> Option<&io::Error> {
    match error {
        SandboxError::Step { step, source }
            if step == EXEC && profile.executes_untrusted_code() =>
        {
            Some(source)
        }
        _ => None,
    }
}

/// The program of the system's own beside that of `command`, in the folder `outside`.
pub(super) fn comparison(command: &Command, outside: &Path) -> io::Result<Command> {
    let copy = outside.join(OWN);
    // The compiler may write here: what has this name goes, and a link is not followed.
    match fs::remove_file(&copy) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(&copy)?;
    io::copy(&mut fs::File::open(COPIED)?, &mut file)?;
    file.set_permissions(fs::Permissions::from_mode(0o755))?;
    let program = command.program.with_file_name(OWN);
    Ok(Command { program, arguments: Vec::new(), ..command.clone() })
}

/// There is no run to see.
pub(super) fn not_executable(error: &SandboxError) -> Observation {
    let reason = match error {
        SandboxError::Step { source, .. } => format!("{error}: {source}\n"),
        _ => format!("{error}\n"),
    };
    Observation {
        stderr: reason.into_bytes(),
        ..Observation::new(vec![ObservedTurn::default()], Exit::NotStarted)
    }
}
