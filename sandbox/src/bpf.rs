//! Tables of rules as the kernel takes them: small programs that it runs before each system call.

use std::collections::BTreeMap;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};

use libc::{
    BPF_ABS, BPF_ALU, BPF_AND, BPF_JA, BPF_JEQ, BPF_JGE, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W,
    SECCOMP_RET_KILL_PROCESS, sock_filter,
};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;

/// Where `struct seccomp_data` keeps what a filter looks at.
const NUMBER: u32 = 0;
const ARCHITECTURE_FIELD: u32 = 4;
const ARGUMENTS: u32 = 16;

/// Where the numbers of x32 begin.
pub(super) const X32: u32 = 0x4000_0000;

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SyscallRule {
    /// Always the same.
    Action(u32),
    /// The lower half of an argument decides.
    ByArgument(ArgumentRule),
}

/// `then` if the `mask`ed bits of an argument are one of `values`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ArgumentRule {
    pub(super) argument: u32,
    pub(super) mask: u32,
    pub(super) values: &'static [u32],
    pub(super) then: u32,
    pub(super) otherwise: u32,
}

/// Rules by call number, and what happens to all other calls.
pub(super) struct SyscallTable {
    pub(super) rules: BTreeMap<u32, SyscallRule>,
    pub(super) otherwise: SyscallRule,
}

impl SyscallTable {
    /// The program: which architecture, because call numbers mean nothing without it, then a search tree over the
    /// numbers. The kernel plays a new filter through for every call there is, so a list would cost each run what a tree
    /// does not.
    pub(super) fn compile(&self) -> Vec<sock_filter> {
        let mut program = vec![
            load_word(ARCHITECTURE_FIELD),
            bpf_instruction(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
            return_action(SECCOMP_RET_KILL_PROCESS),
            load_word(NUMBER),
        ];
        program.extend(build_search_tree(&self.rule_ranges()));
        program
    }

    /// Where the rule changes, in ascending order, beginning with call 0.
    fn rule_ranges(&self) -> Vec<(u32, SyscallRule)> {
        let mut ranges = vec![(0, self.otherwise)];
        let mut set = |start: u32, rule: SyscallRule| {
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
        set(X32, SyscallRule::Action(SECCOMP_RET_KILL_PROCESS));
        ranges
    }
}

/// A search tree: the lower half follows, the upper half is jumped to.
fn build_search_tree(ranges: &[(u32, SyscallRule)]) -> Vec<sock_filter> {
    if let [(_, rule)] = ranges {
        return compile_rule(*rule);
    }
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let Some(&(start, _)) = upper.first() else {
        return Vec::new();
    };
    let lower = build_search_tree(lower);
    let upper = build_search_tree(upper);
    let mut program = match u8::try_from(lower.len()) {
        Ok(distance) => vec![bpf_instruction(
            BPF_JMP | BPF_JGE | BPF_K,
            start,
            distance,
            0,
        )],
        // Too far for a conditional jump: over an unconditional one.
        Err(_) => vec![
            bpf_instruction(BPF_JMP | BPF_JGE | BPF_K, start, 0, 1),
            bpf_instruction(
                BPF_JMP | BPF_JA,
                u32::try_from(lower.len()).unwrap_or(u32::MAX),
                0,
                0,
            ),
        ],
    };
    program.extend(lower);
    program.extend(upper);
    program
}

fn compile_rule(rule: SyscallRule) -> Vec<sock_filter> {
    match rule {
        SyscallRule::Action(action) => vec![return_action(action)],
        SyscallRule::ByArgument(rule) => compile_argument_rule(rule),
    }
}

/// One comparison a value; what they jump to stands behind what they fall through to.
fn compile_argument_rule(rule: ArgumentRule) -> Vec<sock_filter> {
    let mut program = vec![load_word(ARGUMENTS + 8 * rule.argument)];
    if rule.mask != u32::MAX {
        program.push(bpf_instruction(BPF_ALU | BPF_AND | BPF_K, rule.mask, 0, 0));
    }
    let count = u8::try_from(rule.values.len()).unwrap_or(u8::MAX);
    for (&value, distance) in rule.values.iter().zip((1..=count).rev()) {
        program.push(bpf_instruction(
            BPF_JMP | BPF_JEQ | BPF_K,
            value,
            distance,
            0,
        ));
    }
    program.extend([return_action(rule.otherwise), return_action(rule.then)]);
    program
}

fn load_word(offset: u32) -> sock_filter {
    bpf_instruction(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0)
}

fn return_action(action: u32) -> sock_filter {
    bpf_instruction(BPF_RET | BPF_K, action, 0, 0)
}

fn bpf_instruction(code: u32, k: u32, jump_true: u8, jump_false: u8) -> sock_filter {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "every BPF operation code fits 16 bits"
    )]
    let code = code as u16;
    sock_filter {
        code,
        jt: jump_true,
        jf: jump_false,
        k,
    }
}

/// Puts `program` in force for the calling thread and what it becomes; returns the listener if one was asked for.
///
/// Async-signal-safe, as a child between `clone` and `exec` needs it.
pub(super) fn install_filter(
    program: &[sock_filter],
    listen: bool,
) -> Result<Option<OwnedFd>, i32> {
    let length = u16::try_from(program.len()).map_err(|_| libc::EINVAL)?;
    let description = libc::sock_fprog {
        len: length,
        filter: program.as_ptr().cast_mut(),
    };
    let flags = if listen {
        libc::SECCOMP_FILTER_FLAG_NEW_LISTENER
    } else {
        0
    };
    #[expect(unsafe_code, reason = "installing a filter has no safe wrapper")]
    // SAFETY: `description` points to `program`, with its length, and both outlive the call; the kernel only reads them, and
    // refuses what is no filter.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            flags,
            std::ptr::from_ref(&description),
        )
    };
    match RawFd::try_from(result) {
        Ok(descriptor) if descriptor >= 0 && listen => {
            #[expect(
                unsafe_code,
                reason = "the kernel has just handed us this descriptor as a number"
            )]
            // SAFETY: with this flag a successful call returns a new descriptor, which nobody else owns.
            let listener = unsafe { OwnedFd::from_raw_fd(descriptor) };
            Ok(Some(listener))
        }
        Ok(done) if done >= 0 => Ok(None),
        _ => Err(std::io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(libc::EINVAL)),
    }
}

/// What a filter answers, played through instruction by instruction; every argument of the call is the same.
#[cfg(test)]
pub(super) fn simulate_filter(program: &[sock_filter], call: u32, argument: u32) -> u32 {
    let mut position = 0;
    let mut loaded = 0;
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
