//! The seccomp filters: small programs that the kernel runs before each system call.
//!
//! Two filters stack. The first hands reads of standard input to us ([`reads`]). The second is the wall: a student's
//! program may only make the calls of [`super::calls::PROGRAM`] ([`program`]), a compiler all but a few
//! ([`compiler`]). Each looks at the architecture first, because call numbers mean nothing without it.

use std::collections::BTreeMap;
use std::os::fd::RawFd;

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W,
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

/// Where the numbers of x32 begin.
const X32: u32 = 0x4000_0000;

/// Stands in a filter where the program's own number belongs, which is known only once it runs.
const OWN_PROCESS: u32 = 0xFFFF_FFF7;

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    Answer(u32),
    /// The lower half of an argument decides: `then` if its `mask`ed bits are `value`.
    ByArgument {
        argument: u32,
        mask: u32,
        value: u32,
        then: u32,
        otherwise: u32,
    },
}

/// Rules by call number, and what happens to all other calls.
struct Table {
    rules: BTreeMap<u32, Rule>,
    otherwise: Rule,
}

impl Table {
    fn new(otherwise: u32) -> Table {
        Table { rules: BTreeMap::new(), otherwise: Rule::Answer(otherwise) }
    }

    /// One answer for some calls.
    fn each(mut self, calls: &[libc::c_long], action: u32) -> Table {
        self.rules.extend(calls.iter().map(|&call| (number(call), Rule::Answer(action))));
        self
    }

    /// A call is allowed if an argument has a value, and refused otherwise.
    fn only_with(mut self, call: libc::c_long, argument: u32, value: u32) -> Table {
        let (then, otherwise) = (SECCOMP_RET_ALLOW, errno(libc::EPERM));
        self.rules.insert(
            number(call),
            Rule::ByArgument { argument, mask: u32::MAX, value, then, otherwise },
        );
        self
    }

    /// Threads are allowed, processes refused. The C library falls back from `clone3` to `clone`, whose flags a
    /// filter can see.
    fn threads_only(self) -> Table {
        let mut table = self
            .each(&[libc::SYS_clone3], errno(libc::ENOSYS))
            .each(calls::FORKS, errno(libc::EPERM));
        let thread = libc::CLONE_THREAD.unsigned_abs();
        let (then, otherwise) = (SECCOMP_RET_ALLOW, errno(libc::EPERM));
        let rule = Rule::ByArgument { argument: 0, mask: thread, value: thread, then, otherwise };
        table.rules.insert(number(libc::SYS_clone), rule);
        table
    }

    /// The program: which architecture, then a search tree over the numbers. The kernel plays a new filter through for
    /// every call there is, so a list would cost each run what a tree does not.
    fn compile(&self) -> Vec<sock_filter> {
        let mut program = vec![
            load(ARCHITECTURE_FIELD),
            instruction(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
            answer(SECCOMP_RET_KILL_PROCESS),
            load(NUMBER),
        ];
        program.extend(tree(&self.ranges()));
        program
    }

    /// Where the rule changes, in ascending order, beginning with call 0.
    fn ranges(&self) -> Vec<(u32, Rule)> {
        let mut ranges = vec![(0, self.otherwise)];
        let mut set = |start: u32, rule: Rule| {
            if ranges.last().is_some_and(|(last, _)| *last == start) {
                ranges.pop();
            }
            if ranges.last().is_none_or(|(_, before)| *before != rule) {
                ranges.push((start, rule));
            }
        };
        for (&call, &rule) in &self.rules {
            set(call, rule);
            set(call + 1, self.otherwise);
        }
        // On x86-64, numbers from here on belong to the x32 interface, which nothing of ours uses.
        set(X32, Rule::Answer(SECCOMP_RET_KILL_PROCESS));
        ranges
    }
}

/// A search tree: the lower half follows, the upper half is jumped to.
fn tree(ranges: &[(u32, Rule)]) -> Vec<sock_filter> {
    if let [(_, rule)] = ranges {
        return leaf(*rule);
    }
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let Some(&(start, _)) = upper.first() else { return Vec::new() };
    let (lower, upper) = (tree(lower), tree(upper));
    let mut program = match u8::try_from(lower.len()) {
        Ok(distance) => vec![instruction(BPF_JMP | BPF_JGE | BPF_K, start, distance, 0)],
        // Too far for a conditional jump: over an unconditional one.
        Err(_) => vec![
            instruction(BPF_JMP | BPF_JGE | BPF_K, start, 0, 1),
            instruction(BPF_JMP | BPF_JA, u32::try_from(lower.len()).unwrap_or(u32::MAX), 0, 0),
        ],
    };
    program.extend(lower);
    program.extend(upper);
    program
}

fn leaf(rule: Rule) -> Vec<sock_filter> {
    match rule {
        Rule::Answer(action) => vec![answer(action)],
        Rule::ByArgument { argument, mask, value, then, otherwise } => vec![
            load(ARGUMENTS + 8 * argument),
            instruction(BPF_ALU | BPF_AND | BPF_K, mask, 0, 0),
            instruction(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1),
            answer(then),
            answer(otherwise),
        ],
    }
}

fn load(offset: u32) -> sock_filter {
    instruction(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
}

fn answer(action: u32) -> sock_filter {
    instruction(BPF_RET | BPF_K, action, 0, 0)
}

fn instruction(code: u32, k: u32, jump_true: u8, jump_false: u8) -> sock_filter {
    #[expect(clippy::cast_possible_truncation, reason = "every BPF operation code fits 16 bits")]
    let code = code as u16;
    sock_filter { code, jt: jump_true, jf: jump_false, k }
}

/// Tells our listener of every read of standard input.
pub(super) fn reads() -> Vec<sock_filter> {
    let mut table = Table::new(SECCOMP_RET_ALLOW);
    let (then, otherwise) = (SECCOMP_RET_USER_NOTIF, SECCOMP_RET_ALLOW);
    let of_stdin = Rule::ByArgument { argument: 0, mask: u32::MAX, value: 0, then, otherwise };
    table.rules.extend([libc::SYS_read, libc::SYS_readv].map(|call| (number(call), of_stdin)));
    table.compile()
}

/// The wall around a student's program. What no assignment needs and only an attack asks for ends the program; what
/// is unknown does not exist, so that a newer C library falls back to what it knows.
pub(super) fn program() -> Vec<sock_filter> {
    Table::new(errno(libc::ENOSYS))
        .each(calls::PROGRAM, SECCOMP_RET_ALLOW)
        .each(calls::REFUSED, errno(libc::EPERM))
        .each(calls::FORBIDDEN, SECCOMP_RET_KILL_PROCESS)
        .threads_only()
        .only_with(libc::SYS_kill, 0, OWN_PROCESS)
        .only_with(libc::SYS_tgkill, 0, OWN_PROCESS)
        .only_with(libc::SYS_prlimit64, 0, 0)
        .only_with(libc::SYS_prctl, 0, libc::PR_SET_NAME.unsigned_abs())
        .compile()
}

/// The wall around a compiler, which is no student's code: all but what leads out of the other walls.
pub(super) fn compiler() -> Vec<sock_filter> {
    Table::new(SECCOMP_RET_ALLOW)
        .each(calls::FORBIDDEN, errno(libc::EPERM))
        .each(calls::SOCKETS, errno(libc::EPERM))
        .compile()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What a filter answers, played through instruction by instruction.
    fn play(program: &[sock_filter], call: u32, argument: u32) -> u32 {
        let (mut position, mut loaded) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program[position];
            let jump = |condition: bool| usize::from(if condition { jt } else { jf });
            position += 1;
            match u32::from(code) {
                code if code == BPF_LD | BPF_W | BPF_ABS => {
                    loaded = match k {
                        NUMBER => call,
                        ARCHITECTURE_FIELD => ARCHITECTURE,
                        _ => argument,
                    }
                }
                code if code == BPF_ALU | BPF_AND | BPF_K => loaded &= k,
                code if code == BPF_JMP | BPF_JA => position += k as usize,
                code if code == BPF_JMP | BPF_JEQ | BPF_K => position += jump(loaded == k),
                code if code == BPF_JMP | BPF_JGE | BPF_K => position += jump(loaded >= k),
                _ => return k,
            }
        }
    }

    #[test]
    fn the_tree_answers_every_call_as_the_table_says() {
        let wall = program();
        let answers = |calls: &[libc::c_long], expected| {
            for &call in calls {
                assert_eq!(play(&wall, number(call), 0), expected, "call {call}");
            }
        };
        answers(calls::PROGRAM, SECCOMP_RET_ALLOW);
        answers(calls::REFUSED, errno(libc::EPERM));
        answers(calls::FORBIDDEN, SECCOMP_RET_KILL_PROCESS);
        answers(calls::FORKS, errno(libc::EPERM));
        for unknown in [1000, X32 - 1] {
            assert_eq!(play(&wall, unknown, 0), errno(libc::ENOSYS));
        }
        assert_eq!(play(&wall, X32, 0), SECCOMP_RET_KILL_PROCESS);
    }

    #[test]
    fn arguments_decide_where_the_table_says_so() {
        let mut wall = program();
        name_own_process(&mut wall, 42);
        assert_eq!(play(&wall, number(libc::SYS_kill), 42), SECCOMP_RET_ALLOW);
        assert_eq!(play(&wall, number(libc::SYS_kill), 1), errno(libc::EPERM));
        let thread = libc::CLONE_THREAD.unsigned_abs();
        assert_eq!(play(&wall, number(libc::SYS_clone), thread | 0x100), SECCOMP_RET_ALLOW);
        assert_eq!(play(&wall, number(libc::SYS_clone), 17), errno(libc::EPERM));
        assert_eq!(play(&reads(), number(libc::SYS_read), 0), SECCOMP_RET_USER_NOTIF);
        assert_eq!(play(&reads(), number(libc::SYS_read), 3), SECCOMP_RET_ALLOW);
    }
}
