//! From a command to a running, limited child whose streams are in our hands.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Stdio;

use rustix::net::{
    AddressFamily, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
    sendmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Resource, Rlimit, Signal, setrlimit, setsid};

use super::process::Process;
use super::reads::Reads;
use super::{Command, Input, Limits, SandboxError, filter};

/// A child that has begun to run.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) process: Process,
    pub(super) stdin: OwnedFd,
    pub(super) stdout: OwnedFd,
    pub(super) stderr: OwnedFd,
    /// None where the kernel does not show reads, or nobody cares.
    pub(super) reads: Option<Reads>,
}

/// Starts `command` in a session of its own under `limits`.
pub(super) fn start(
    command: &Command,
    limits: &Limits,
    input: Input<'_>,
) -> Result<Running, SandboxError> {
    let (child_stdin, stdin) = pipe(Ours::Write)?;
    let (stdout, child_stdout) = pipe(Ours::Read)?;
    let (stderr, child_stderr) = pipe(Ours::Read)?;
    let (socket, child_socket) = sockets()?;
    let mut starting = std::process::Command::new(&command.program);
    starting
        .args(&command.arguments)
        .current_dir(&command.folder)
        .env_clear()
        .envs(command.environment.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::from(child_stdin))
        .stdout(Stdio::from(child_stdout))
        .stderr(Stdio::from(child_stderr));
    let preparation = Preparation::new(limits, input, child_socket);
    #[expect(unsafe_code, reason = "limits and filters must be set between fork and exec")]
    // SAFETY: `prepare` only makes system calls on memory that was allocated before the fork.
    unsafe {
        starting.pre_exec(move || preparation.prepare());
    }
    let child = starting.spawn().map_err(SandboxError::during("start the program"))?;
    // The command holds the child's ends of the pipes: while they are open here, no stream ever ends.
    drop(starting);
    let process = Process::adopt(child.id())?;
    let reads = Reads::receive(socket.as_fd())
        .map_err(SandboxError::during("watch the program's reads"))?;
    Ok(Running { process, stdin, stdout, stderr, reads })
}

/// Which end of a pipe stays with us.
enum Ours {
    Read,
    Write,
}

/// A pipe as (reading end, writing end); our end never blocks.
fn pipe(ours: Ours) -> Result<(OwnedFd, OwnedFd), SandboxError> {
    let (read, write) =
        pipe_with(PipeFlags::CLOEXEC).map_err(SandboxError::during("make a pipe"))?;
    let end = match ours {
        Ours::Read => read.as_fd(),
        Ours::Write => write.as_fd(),
    };
    rustix::io::ioctl_fionbio(end, true).map_err(SandboxError::during("prepare a pipe"))?;
    Ok((read, write))
}

fn sockets() -> Result<(OwnedFd, OwnedFd), SandboxError> {
    socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)
        .map_err(SandboxError::during("make a socket"))
}

/// What the child does between fork and exec, with everything it needs made beforehand.
struct Preparation {
    limits: Vec<(Resource, u64)>,
    reads_filter: Option<Vec<libc::sock_filter>>,
    processes_filter: Option<Vec<libc::sock_filter>>,
    socket: OwnedFd,
}

impl Preparation {
    fn new(limits: &Limits, input: Input<'_>, socket: OwnedFd) -> Preparation {
        let watches = matches!(input, Input::Lines(_)) && filter::is_supported();
        Preparation {
            limits: resources(limits),
            reads_filter: watches.then(filter::reads_filter),
            processes_filter: (!limits.may_fork).then(filter::processes_filter),
            socket,
        }
    }

    fn prepare(&self) -> io::Result<()> {
        setsid()?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        for &(resource, limit) in &self.limits {
            setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })?;
        }
        close_on_exec_all_but_streams()?;
        rustix::thread::set_no_new_privs(true)?;
        // The listener first: the filter that follows needs no permission to send it.
        self.offer_reads()?;
        if let Some(program) = &self.processes_filter {
            filter::install(program, false)?;
        }
        Ok(())
    }

    /// Sends our parent the listener, or word that there is none.
    fn offer_reads(&self) -> io::Result<()> {
        let listener = match &self.reads_filter {
            Some(program) => filter::install(program, true).unwrap_or(None),
            None => None,
        };
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let listener = listener.map(|listener| {
            #[expect(
                unsafe_code,
                reason = "the kernel has just handed us this descriptor as a number"
            )]
            // SAFETY: the number is a descriptor that nobody else owns.
            unsafe {
                OwnedFd::from_raw_fd(listener)
            }
        });
        let descriptors: Option<[BorrowedFd<'_>; 1]> =
            listener.as_ref().map(|owned| [owned.as_fd()]);
        if let Some(descriptors) = &descriptors {
            ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
        }
        sendmsg(&self.socket, &[io::IoSlice::new(b"!")], &mut ancillary, SendFlags::empty())?;
        Ok(())
    }
}

/// Limits as the kernel knows them. Processor time is rounded up to its whole seconds: the watch is more precise.
fn resources(limits: &Limits) -> Vec<(Resource, u64)> {
    const MEBIBYTE: u64 = 1 << 20;
    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
    vec![
        (Resource::Cpu, seconds),
        (Resource::As, limits.memory),
        (Resource::Fsize, limits.file_size),
        (Resource::Core, 0),
        (Resource::Stack, 8 * MEBIBYTE),
        (Resource::Nofile, 256),
    ]
}

/// Descriptors that the grader itself was given must not reach the child.
fn close_on_exec_all_but_streams() -> io::Result<()> {
    #[expect(unsafe_code, reason = "the call has no safe wrapper")]
    // SAFETY: the call only sets a flag on descriptors of this process.
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, 3, u32::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    let unknown = io::Error::last_os_error().raw_os_error() == Some(libc::ENOSYS);
    if result < 0 && !unknown { Err(io::Error::last_os_error()) } else { Ok(()) }
}
