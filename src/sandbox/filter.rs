//! The seccomp filters: small programs that the kernel runs before each system call of the child.
//!
//! Two filters stack. The first hands reads of standard input to us ([`reads_filter`]); the second forbids new
//! processes ([`processes_filter`]). Both look at the architecture first, because call numbers mean nothing
//! without it.

use std::os::fd::RawFd;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W,
    SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_USER_NOTIF,
    sock_filter,
};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;

/// Where `struct seccomp_data` keeps what a filter looks at.
const NUMBER: u32 = 0;
const ARCHITECTURE_FIELD: u32 = 4;
const FIRST_ARGUMENT: u32 = 16;

/// On x86-64, numbers from here on belong to the x32 interface, which nothing of ours uses.
const X32: u32 = 0x4000_0000;

fn load(offset: u32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
}

fn answer(action: u32) -> sock_filter {
    instruction(BPF_RET | BPF_K, action, 0, 0)
}

/// Goes on to the next instruction if the loaded value is `value`, otherwise skips `skip` instructions.
fn unless_equal_skip(value: u32, skip: u8) -> sock_filter {
    instruction(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
}

fn instruction(code: u32, k: u32, jump_true: u8, jump_false: u8) -> sock_filter {
    #[expect(clippy::cast_possible_truncation, reason = "every BPF operation code fits 16 bits")]
    let code = code as u16;
    sock_filter { code, jt: jump_true, jf: jump_false, k }
}

/// Kills a process that calls the kernel through another architecture's door, where numbers mean other calls.
fn guard() -> Vec<sock_filter> {
    vec![
        load(ARCHITECTURE_FIELD),
        instruction(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(NUMBER),
        instruction(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "call numbers are small"
)]
fn number(call: libc::c_long) -> u32 {
    call as u32
}

/// Tells our listener of every read of standard input.
pub(super) fn reads_filter() -> Vec<sock_filter> {
    let mut program = guard();
    for call in [libc::SYS_read, libc::SYS_readv] {
        program.extend([
            unless_equal_skip(number(call), 4),
            load(FIRST_ARGUMENT),
            unless_equal_skip(0, 1),
            answer(SECCOMP_RET_USER_NOTIF),
            answer(SECCOMP_RET_ALLOW),
        ]);
    }
    program.push(answer(SECCOMP_RET_ALLOW));
    program
}

/// Lets a program have threads but no further processes. The C library falls back from `clone3` to `clone`, whose
/// flags a filter can see.
pub(super) fn processes_filter() -> Vec<sock_filter> {
    let refused = SECCOMP_RET_ERRNO | number(libc::c_long::from(libc::EPERM));
    let absent = SECCOMP_RET_ERRNO | number(libc::c_long::from(libc::ENOSYS));
    let mut program = guard();
    program.extend([unless_equal_skip(number(libc::SYS_clone3), 1), answer(absent)]);
    #[cfg(target_arch = "x86_64")]
    for call in [libc::SYS_fork, libc::SYS_vfork] {
        program.extend([unless_equal_skip(number(call), 1), answer(refused)]);
    }
    program.extend([
        unless_equal_skip(number(libc::SYS_clone), 4),
        load(FIRST_ARGUMENT),
        instruction(BPF_ALU | BPF_AND | BPF_K, thread_flag(), 0, 0),
        unless_equal_skip(0, 1),
        answer(refused),
        answer(SECCOMP_RET_ALLOW),
    ]);
    program
}

fn thread_flag() -> u32 {
    libc::CLONE_THREAD.unsigned_abs()
}

/// Puts `program` in force for the calling thread and what it becomes; returns the listener if one was asked for.
///
/// Async-signal-safe, as a child between `fork` and `exec` needs it.
pub(super) fn install(program: &[sock_filter], listen: bool) -> std::io::Result<Option<RawFd>> {
    let length = u16::try_from(program.len()).map_err(|_| std::io::ErrorKind::InvalidInput)?;
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
    if result < 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(if listen { RawFd::try_from(result).ok() } else { None })
}

/// Whether the kernel knows filters that ask a listener, and lets a call go on afterwards (Linux 5.5).
pub(super) fn is_supported() -> bool {
    let mut action = SECCOMP_RET_USER_NOTIF;
    #[expect(unsafe_code, reason = "asking for an action has no safe wrapper")]
    // SAFETY: the kernel reads one u32 from `action`, which lives on this frame.
    let known = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_GET_ACTION_AVAIL,
            0,
            std::ptr::from_mut(&mut action),
        )
    };
    known == 0
}
