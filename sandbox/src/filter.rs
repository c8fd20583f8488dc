//! The seccomp filters: which system calls pass.
//!
//! Filters stack, and the strictest answer counts. [`reads_filter`] hands reads of standard input to us. The wall around a
//! untrusted program is made of two: [`launcher_filter`] is in force for the supervisor's thread that starts programs, and so
//! for each program that it starts, and [`program_filter`] takes from a program the few calls that only the thread needs. To
//! install the long list for each run would cost it a tenth of its time. [`compiler_filter`] is the wall around a compiler,
//! [`consumer_filter`] the one around a consumer, [`build_system_filter`] the one around a build that untrusted files direct.

use std::collections::BTreeMap;

use libc::{
    SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_USER_NOTIF,
    sock_filter,
};

use crate::bpf::{ArgumentRule, SyscallRule, SyscallTable};
use crate::calls;

/// Stands in a filter where the program's own number belongs, which is known only once it runs.
const PROCESS_PLACEHOLDER: u32 = 0xFFFF_FFF7;

impl SyscallTable {
    fn new(otherwise: u32) -> SyscallTable {
        SyscallTable {
            rules: BTreeMap::new(),
            otherwise: SyscallRule::Action(otherwise),
        }
    }

    /// One answer for some calls.
    fn set_action(mut self, calls: &[libc::c_long], action: u32) -> SyscallTable {
        self.rules.extend(
            calls
                .iter()
                .map(|&call| (syscall_number(call), SyscallRule::Action(action))),
        );
        self
    }

    fn set_argument_rule(mut self, call: libc::c_long, rule: ArgumentRule) -> SyscallTable {
        self.rules
            .insert(syscall_number(call), SyscallRule::ByArgument(rule));
        self
    }

    /// A call is allowed if an argument has one of some values, and refused otherwise.
    fn allow_only_with(
        self,
        call: libc::c_long,
        argument: u32,
        values: &'static [u32],
    ) -> SyscallTable {
        let rule = ArgumentRule {
            argument,
            mask: u32::MAX,
            values,
            then: SECCOMP_RET_ALLOW,
            otherwise: errno_action(libc::EPERM),
        };
        self.set_argument_rule(call, rule)
    }

    /// A call is refused if an argument has one of some values, and allowed otherwise.
    fn deny_with(self, call: libc::c_long, argument: u32, values: &'static [u32]) -> SyscallTable {
        let rule = ArgumentRule {
            argument,
            mask: u32::MAX,
            values,
            then: errno_action(libc::EPERM),
            otherwise: SECCOMP_RET_ALLOW,
        };
        self.set_argument_rule(call, rule)
    }

    /// Memory is a program's own: nothing else is counted where it is limited.
    fn allow_private_memory_only(self) -> SyscallTable {
        let then = SECCOMP_RET_ALLOW;
        let otherwise = errno_action(libc::EPERM);
        let mask = calls::MAP_TYPE;
        let values = calls::PRIVATE_MEMORY;
        self.set_argument_rule(
            libc::SYS_mmap,
            ArgumentRule {
                argument: 3,
                mask,
                values,
                then,
                otherwise,
            },
        )
    }

    /// A call is allowed if an argument has none of some flags, and refused otherwise.
    fn allow_only_without(self, call: libc::c_long, argument: u32, flags: u32) -> SyscallTable {
        let then = SECCOMP_RET_ALLOW;
        let otherwise = errno_action(libc::EPERM);
        self.set_argument_rule(
            call,
            ArgumentRule {
                argument,
                mask: flags,
                values: &[0],
                then,
                otherwise,
            },
        )
    }

    /// A file cannot be opened to read and be emptied by it. Each call is given with its argument of flags.
    fn deny_truncating_opens(self, calls: &[(libc::c_long, u32)]) -> SyscallTable {
        const EMPTIES: u32 = libc::O_TRUNC.unsigned_abs();
        const MASK: u32 = EMPTIES | libc::O_ACCMODE.unsigned_abs();
        let then = errno_action(libc::EPERM);
        let otherwise = SECCOMP_RET_ALLOW;
        calls.iter().fold(self, |table, &(call, argument)| {
            table.set_argument_rule(
                call,
                ArgumentRule {
                    argument,
                    mask: MASK,
                    values: &[EMPTIES],
                    then,
                    otherwise,
                },
            )
        })
    }

    /// Threads are allowed, processes refused. The C library falls back from `clone3` to `clone`, whose flags a
    /// filter can see.
    fn allow_threads_only(self) -> SyscallTable {
        const THREAD: u32 = libc::CLONE_THREAD.unsigned_abs();
        let then = SECCOMP_RET_ALLOW;
        let otherwise = errno_action(libc::EPERM);
        let rule = ArgumentRule {
            argument: 0,
            mask: THREAD,
            values: &[THREAD],
            then,
            otherwise,
        };
        self.set_action(&[libc::SYS_clone3], errno_action(libc::ENOSYS))
            .set_action(calls::FORKS, errno_action(libc::EPERM))
            .set_argument_rule(libc::SYS_clone, rule)
    }

    /// The rules for some calls; all others are allowed.
    fn restrict_to(self, calls: &[libc::c_long]) -> SyscallTable {
        let rule = |call| self.rules.get(&call).copied().unwrap_or(self.otherwise);
        let rules = calls
            .iter()
            .map(|&call| (syscall_number(call), rule(syscall_number(call))))
            .collect();
        SyscallTable {
            rules,
            otherwise: SyscallRule::Action(SECCOMP_RET_ALLOW),
        }
    }
}

/// What an untrusted program may do. What no honest one needs and only an attack asks for ends the program; what is
/// unknown does not exist, so that a newer C library falls back to what it knows.
fn program_table() -> SyscallTable {
    SyscallTable::new(errno_action(libc::ENOSYS))
        .set_action(calls::PROGRAM, SECCOMP_RET_ALLOW)
        .set_action(calls::REFUSED, errno_action(libc::EPERM))
        .set_action(calls::FORBIDDEN, SECCOMP_RET_KILL_PROCESS)
        .allow_threads_only()
        .allow_private_memory_only()
        .allow_only_with(libc::SYS_kill, 0, &[PROCESS_PLACEHOLDER])
        .allow_only_with(libc::SYS_tgkill, 0, &[PROCESS_PLACEHOLDER])
        .allow_only_with(libc::SYS_prlimit64, 0, &[0])
        .allow_only_with(libc::SYS_prctl, 0, calls::NAMING)
        .allow_only_with(libc::SYS_ioctl, 1, calls::CONTROLS)
        .deny_with(libc::SYS_fcntl, 1, calls::NOT_BY_FCNTL)
}

/// The wall, with a door in it for whoever starts programs. Where no Landlock guards files, it guards their names, as far
/// as it can: a program that removes or replaces itself would be missing in its next run.
pub(super) fn launcher_filter(landlock: bool) -> Vec<sock_filter> {
    let wall = if landlock {
        program_table()
    } else {
        program_table().set_action(calls::NAMES, errno_action(libc::EACCES))
    };
    wall.set_action(calls::LAUNCHING, SECCOMP_RET_ALLOW)
        .compile()
}

/// Closes that door.
pub(super) fn program_filter() -> Vec<sock_filter> {
    program_table().restrict_to(calls::LAUNCHING).compile()
}

/// The wall around a compiler, which is trusted: all but what leads out of the other walls.
pub(super) fn compiler_filter() -> Vec<sock_filter> {
    SyscallTable::new(SECCOMP_RET_ALLOW)
        .set_action(calls::FORBIDDEN, errno_action(libc::EPERM))
        .set_action(calls::SOCKETS, errno_action(libc::EPERM))
        .compile()
}

/// The wall around a consumer: a program's, but it may start processes and share memory with them. Nothing ends it at once:
/// interpreters try much in good faith. A file that it may read is not to be emptied by opening it, which Landlock sees only
/// since Linux 6.2.
pub(super) fn consumer_filter() -> Vec<sock_filter> {
    process_starting_table().compile()
}

/// The wall around a build that untrusted files direct: a consumer's, with links. Permissions and dates are told to be changed and
/// stay as they are: build systems fail where they cannot change them, and Landlock guards nobody's files against that.
pub(super) fn build_system_filter() -> Vec<sock_filter> {
    process_starting_table()
        .set_action(calls::LINKS, SECCOMP_RET_ALLOW)
        .set_action(calls::ACCOUNT_CHANGES, SECCOMP_RET_ALLOW)
        .set_action(calls::ATTRIBUTES, SECCOMP_RET_ERRNO)
        .compile()
}

fn process_starting_table() -> SyscallTable {
    program_table()
        .set_action(calls::FORBIDDEN, errno_action(libc::EPERM))
        .set_action(calls::FORKS, SECCOMP_RET_ALLOW)
        .allow_only_without(libc::SYS_clone, 0, calls::NAMESPACES)
        .set_action(calls::COPYING, SECCOMP_RET_ALLOW)
        .set_action(&[libc::SYS_mmap], SECCOMP_RET_ALLOW)
        .deny_truncating_opens(calls::OPENING)
}

/// Tells our listener of every read of standard input, and of every call that only asks whether there is input; where the
/// time that it waits cannot be seen, of each. Whoever waits in such a call is seen to.
pub(super) fn reads_filter() -> Vec<sock_filter> {
    reads_table().compile()
}

/// The same, and of every new thread, so that we can count them where the kernel does not count a program's apart.
pub(super) fn reads_and_threads_filter() -> Vec<sock_filter> {
    reads_table()
        .set_action(&[libc::SYS_clone], SECCOMP_RET_USER_NOTIF)
        .compile()
}

/// Shows to the owner what makes a thread, and nothing else.
pub(super) fn threads_filter() -> Vec<sock_filter> {
    SyscallTable::new(SECCOMP_RET_ALLOW)
        .set_action(&[libc::SYS_clone], SECCOMP_RET_USER_NOTIF)
        .compile()
}

fn reads_table() -> SyscallTable {
    let then = SECCOMP_RET_USER_NOTIF;
    let otherwise = SECCOMP_RET_ALLOW;
    let mask = u32::MAX;
    let values = &[0];
    let with_zero = |table: SyscallTable, &(call, argument): &(libc::c_long, u32)| {
        table.set_argument_rule(
            call,
            ArgumentRule {
                argument,
                mask,
                values,
                then,
                otherwise,
            },
        )
    };
    let table =
        SyscallTable::new(SECCOMP_RET_ALLOW).set_action(calls::SELECTING, SECCOMP_RET_USER_NOTIF);
    let read = [(libc::SYS_read, 0), (libc::SYS_readv, 0)];
    read.iter().chain(calls::POLLING).fold(table, with_zero)
}

/// Puts the program's own number where a filter speaks of it.
pub(super) fn fill_in_process_id(program: &mut [sock_filter], process: u32) {
    for instruction in program
        .iter_mut()
        .filter(|instruction| instruction.k == PROCESS_PLACEHOLDER)
    {
        instruction.k = process;
    }
}

fn errno_action(code: libc::c_int) -> u32 {
    SECCOMP_RET_ERRNO | code.unsigned_abs()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "call numbers are small"
)]
fn syscall_number(call: libc::c_long) -> u32 {
    call as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bpf::{X32, simulate_filter};

    /// What stands around a program: both filters of its wall.
    struct Wall(Vec<sock_filter>, Vec<sock_filter>);

    impl Wall {
        fn of_process(process: u32) -> Wall {
            let mut program = program_filter();
            fill_in_process_id(&mut program, process);
            Wall(launcher_filter(true), program)
        }

        /// The strictest answer, as the kernel ranks them.
        fn answers(&self, call: u32, argument: u32) -> u32 {
            let rank = |action: &u32| {
                let order = [
                    SECCOMP_RET_KILL_PROCESS,
                    SECCOMP_RET_ERRNO,
                    SECCOMP_RET_ALLOW,
                ];
                order
                    .iter()
                    .position(|kind| kind == &(action & libc::SECCOMP_RET_ACTION_FULL))
            };
            let both = [&self.0, &self.1].map(|filter| simulate_filter(filter, call, argument));
            both.into_iter().min_by_key(rank).unwrap()
        }
    }

    #[test]
    fn the_tree_answers_every_call_as_the_table_says() {
        let wall = Wall::of_process(42);
        let answers = |calls: &[libc::c_long], expected| {
            for &call in calls {
                assert_eq!(
                    wall.answers(syscall_number(call), 0),
                    expected,
                    "call {call}"
                );
            }
        };
        answers(calls::PROGRAM, SECCOMP_RET_ALLOW);
        answers(calls::REFUSED, errno_action(libc::EPERM));
        answers(calls::FORBIDDEN, SECCOMP_RET_KILL_PROCESS);
        answers(calls::FORKS, errno_action(libc::EPERM));
        for unknown in [1000, X32 - 1] {
            assert_eq!(wall.answers(unknown, 0), errno_action(libc::ENOSYS));
        }
        assert_eq!(wall.answers(X32, 0), SECCOMP_RET_KILL_PROCESS);
    }

    #[test]
    fn a_consumer_may_start_processes_and_empty_no_file() {
        let wall = consumer_filter();
        let refused = errno_action(libc::EPERM);
        let flag = libc::c_int::unsigned_abs;
        let mut table = vec![
            (libc::SYS_clone, flag(libc::SIGCHLD), SECCOMP_RET_ALLOW),
            (
                libc::SYS_clone,
                flag(libc::CLONE_VM | libc::CLONE_VFORK),
                SECCOMP_RET_ALLOW,
            ),
            (
                libc::SYS_clone,
                flag(libc::CLONE_NEWUSER | libc::SIGCHLD),
                refused,
            ),
            (libc::SYS_clone3, 0, errno_action(libc::ENOSYS)),
            (libc::SYS_unshare, 0, refused),
            (libc::SYS_kill, 42, refused),
            (libc::SYS_setpgid, 0, refused),
            (libc::SYS_socket, 0, refused),
        ];
        for &(call, _) in calls::OPENING {
            for (flags, expected) in [
                (libc::O_RDONLY, SECCOMP_RET_ALLOW),
                (libc::O_RDONLY | libc::O_TRUNC, refused),
                (libc::O_RDONLY | libc::O_TRUNC | libc::O_CREAT, refused),
                (
                    libc::O_WRONLY | libc::O_TRUNC | libc::O_CREAT,
                    SECCOMP_RET_ALLOW,
                ),
            ] {
                table.push((call, flag(flags), expected));
            }
        }
        for (call, value, expected) in table {
            let seen = simulate_filter(&wall, syscall_number(call), value);
            assert_eq!(seen, expected, "call {call} with {value:#x}");
        }
    }

    #[test]
    fn a_build_system_is_told_that_permissions_are_changed_and_changes_none() {
        let wall = build_system_filter();
        for &call in calls::ATTRIBUTES {
            assert_eq!(
                simulate_filter(&wall, syscall_number(call), 0),
                SECCOMP_RET_ERRNO,
                "call {call}"
            );
        }
        for call in [
            libc::SYS_fchown,
            libc::SYS_socket,
            libc::SYS_unshare,
            libc::SYS_mknodat,
        ] {
            let answer = simulate_filter(&wall, syscall_number(call), 0);
            assert!(
                answer != SECCOMP_RET_ALLOW && answer != SECCOMP_RET_ERRNO,
                "call {call}"
            );
        }
        for &call in calls::FORKS.iter().chain(calls::LINKS) {
            assert_eq!(
                simulate_filter(&wall, syscall_number(call), 0),
                SECCOMP_RET_ALLOW,
                "call {call}"
            );
        }
    }

    #[test]
    fn both_filters_together_are_the_wall() {
        let parts = Wall::of_process(42);
        let mut whole = program_table().compile();
        fill_in_process_id(&mut whole, 42);
        for call in 0..1000 {
            for argument in [
                0,
                1,
                15,
                42,
                43,
                0x5401,
                0x5412,
                libc::CLONE_THREAD.unsigned_abs(),
            ] {
                let expected = simulate_filter(&whole, call, argument);
                assert_eq!(
                    parts.answers(call, argument),
                    expected,
                    "call {call}({argument})"
                );
            }
        }
    }

    #[test]
    fn arguments_decide_where_the_table_says_so() {
        const ALLOWED: u32 = SECCOMP_RET_ALLOW;
        let refused = errno_action(libc::EPERM);
        let flag = libc::c_int::unsigned_abs;
        let thread = flag(libc::CLONE_THREAD);
        let wall = Wall::of_process(42);
        for (call, argument, expected) in [
            (libc::SYS_kill, 42, ALLOWED),
            (libc::SYS_kill, 1, refused),
            (libc::SYS_clone, thread | 0x100, ALLOWED),
            (libc::SYS_clone, 17, refused),
            (libc::SYS_fcntl, libc::F_SETFL.unsigned_abs(), ALLOWED),
            (libc::SYS_fcntl, libc::F_SETOWN.unsigned_abs(), refused),
            (libc::SYS_fcntl, libc::F_NOTIFY.unsigned_abs(), refused),
            (libc::SYS_fcntl, libc::F_SETPIPE_SZ.unsigned_abs(), refused),
            (
                libc::SYS_mmap,
                flag(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS),
                ALLOWED,
            ),
            (
                libc::SYS_mmap,
                flag(libc::MAP_SHARED | libc::MAP_ANONYMOUS),
                refused,
            ),
            (libc::SYS_mmap, flag(libc::MAP_SHARED_VALIDATE), refused),
            (libc::SYS_ioctl, 0x5401, ALLOWED),
            (libc::SYS_ioctl, 0x5412, refused),
        ] {
            assert_eq!(
                wall.answers(syscall_number(call), argument),
                expected,
                "call {call}({argument})"
            );
        }
        for &(call, _) in [(libc::SYS_read, 0), (libc::SYS_readv, 0)]
            .iter()
            .chain(calls::POLLING)
        {
            assert_eq!(
                simulate_filter(&reads_filter(), syscall_number(call), 0),
                SECCOMP_RET_USER_NOTIF,
                "call {call}"
            );
            assert_eq!(
                simulate_filter(&reads_filter(), syscall_number(call), 3),
                SECCOMP_RET_ALLOW,
                "call {call}"
            );
        }
        assert_eq!(
            simulate_filter(&reads_filter(), syscall_number(libc::SYS_write), 0),
            SECCOMP_RET_ALLOW
        );
        for call in [libc::SYS_read, libc::SYS_clone] {
            let seen = simulate_filter(&reads_and_threads_filter(), syscall_number(call), 0);
            assert_eq!(seen, SECCOMP_RET_USER_NOTIF, "call {call}");
        }
    }

    #[test]
    fn without_landlock_no_program_changes_a_name() {
        for &call in calls::NAMES {
            assert_eq!(
                simulate_filter(&launcher_filter(true), syscall_number(call), 0),
                SECCOMP_RET_ALLOW
            );
            assert_eq!(
                simulate_filter(&launcher_filter(false), syscall_number(call), 0),
                errno_action(libc::EACCES)
            );
        }
    }
}
