//! The seccomp filters: small programs that the kernel runs before each system call.
//!
//! Two filters stack. The first hands reads of standard input to us ([`reads`]). The second is the wall: a student's
//! program may only make the calls of [`super::calls::PROGRAM`] ([`program`]), a compiler all but a few
//! ([`compiler`]). Each looks at the architecture first, because call numbers mean nothing without it. The kernel
//! remembers which calls a filter always allows, so a long list costs nothing per call.

use std::os::fd::RawFd;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W,
    SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_USER_NOTIF,
    sock_filter,
};

use super::calls;

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;

/// Where `struct seccomp_data` keeps what a filter looks at.
const NUMBER: u32 = 0;
const ARCHITECTURE_FIELD: u32 = 4;
const ARGUMENTS: u32 = 16;

/// On x86-64, numbers from here on belong to the x32 interface, which nothing of ours uses.
const X32: u32 = 0x4000_0000;

/// Stands in a filter where the program's own number belongs, which is known only once it runs.
const OWN_PROCESS: u32 = 0xFFFF_FFF7;

/// A filter under construction.
struct Program(Vec<sock_filter>);

impl Program {
    /// Begins by killing a process that calls the kernel through another architecture's door.
    fn new() -> Program {
        let mut program = Program(Vec::new());
        program.load(ARCHITECTURE_FIELD);
        program.push(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
        program.answer(SECCOMP_RET_KILL_PROCESS);
        program.load(NUMBER);
        program.push(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
        program.answer(SECCOMP_RET_KILL_PROCESS);
        program
    }

    fn push(&mut self, code: u32, k: u32, jump_true: u8, jump_false: u8) {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "every BPF operation code fits 16 bits"
        )]
        let code = code as u16;
        self.0.push(sock_filter { code, jt: jump_true, jf: jump_false, k });
    }

    fn load(&mut self, offset: u32) {
        self.push(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
    }

    fn answer(&mut self, action: u32) {
        self.push(BPF_RET | BPF_K, action, 0, 0);
    }

    /// Goes on if the loaded value is `value`, otherwise skips.
    fn unless_equal_skip(&mut self, value: u32, skip: u8) {
        self.push(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip);
    }

    /// One answer for some calls.
    fn each(&mut self, calls: &[libc::c_long], action: u32) {
        for &call in calls {
            self.unless_equal_skip(number(call), 1);
            self.answer(action);
        }
    }

    /// A call whose argument decides: `action` if it is `value`, otherwise `otherwise`.
    fn by_argument(
        &mut self,
        call: libc::c_long,
        argument: u32,
        value: u32,
        action: u32,
        otherwise: u32,
    ) {
        self.unless_equal_skip(number(call), 4);
        self.load(ARGUMENTS + 8 * argument);
        self.unless_equal_skip(value, 1);
        self.answer(action);
        self.answer(otherwise);
    }

    /// Threads are allowed, processes refused. The C library falls back from `clone3` to `clone`, whose flags a
    /// filter can see.
    fn threads_only(&mut self) {
        self.each(&[libc::SYS_clone3], errno(libc::ENOSYS));
        self.each(calls::FORKS, errno(libc::EPERM));
        self.unless_equal_skip(number(libc::SYS_clone), 5);
        self.load(ARGUMENTS);
        self.push(BPF_ALU | BPF_AND | BPF_K, libc::CLONE_THREAD.unsigned_abs(), 0, 0);
        self.unless_equal_skip(0, 1);
        self.answer(errno(libc::EPERM));
        self.answer(SECCOMP_RET_ALLOW);
    }
}

/// Tells our listener of every read of standard input.
pub(super) fn reads() -> Vec<sock_filter> {
    let mut program = Program::new();
    for call in [libc::SYS_read, libc::SYS_readv] {
        program.by_argument(call, 0, 0, SECCOMP_RET_USER_NOTIF, SECCOMP_RET_ALLOW);
    }
    program.answer(SECCOMP_RET_ALLOW);
    program.0
}

/// The wall around a student's program. What no assignment needs and only an attack asks for ends the program; what
/// is unknown does not exist, so that a newer C library falls back to what it knows.
pub(super) fn program() -> Vec<sock_filter> {
    let mut program = Program::new();
    program.each(calls::FORBIDDEN, SECCOMP_RET_KILL_PROCESS);
    program.threads_only();
    for call in [libc::SYS_kill, libc::SYS_tgkill] {
        program.by_argument(call, 0, OWN_PROCESS, SECCOMP_RET_ALLOW, errno(libc::EPERM));
    }
    program.by_argument(libc::SYS_prlimit64, 0, 0, SECCOMP_RET_ALLOW, errno(libc::EPERM));
    program.by_argument(
        libc::SYS_prctl,
        0,
        libc::PR_SET_NAME.unsigned_abs(),
        SECCOMP_RET_ALLOW,
        errno(libc::EPERM),
    );
    program.each(calls::PROGRAM, SECCOMP_RET_ALLOW);
    program.each(calls::REFUSED, errno(libc::EPERM));
    program.answer(errno(libc::ENOSYS));
    program.0
}

/// The wall around a compiler, which is no student's code: all but what leads out of the other walls.
pub(super) fn compiler() -> Vec<sock_filter> {
    let mut program = Program::new();
    program.each(calls::FORBIDDEN, errno(libc::EPERM));
    program.each(calls::SOCKETS, errno(libc::EPERM));
    program.answer(SECCOMP_RET_ALLOW);
    program.0
}

/// Puts the program's own number where a filter speaks of it.
pub(super) fn name_own_process(program: &mut [sock_filter], process: u32) {
    for instruction in program.iter_mut().filter(|instruction| instruction.k == OWN_PROCESS) {
        instruction.k = process;
    }
}

fn errno(code: libc::c_int) -> u32 {
    SECCOMP_RET_ERRNO | code.unsigned_abs()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "call numbers are small"
)]
fn number(call: libc::c_long) -> u32 {
    call as u32
}

/// Puts `program` in force for the calling thread and what it becomes; returns the listener if one was asked for.
///
/// Async-signal-safe, as a child between `fork` and `exec` needs it.
pub(super) fn install(program: &[sock_filter], listen: bool) -> Result<Option<RawFd>, i32> {
    let length = u16::try_from(program.len()).map_err(|_| libc::EINVAL)?;
    let description = libc::sock_fprog { len: length, filter: program.as_ptr().cast_mut() };
    let flags = if listen { libc::SECCOMP_FILTER_FLAG_NEW_LISTENER } else { 0 };
    #[expect(unsafe_code, reason = "installing a filter has no safe wrapper")]
    // SAFETY: `description` points to `program`, which outlives the call; the kernel copies it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            flags,
            std::ptr::from_ref(&description),
        )
    };
    match RawFd::try_from(result) {
        Ok(descriptor) if descriptor >= 0 => Ok(listen.then_some(descriptor)),
        _ => Err(std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EINVAL)),
    }
}
