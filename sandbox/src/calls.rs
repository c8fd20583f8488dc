//! Which system calls an untrusted program may make.
//!
//! The list of allowed calls is what C and C++ programs were seen to use, threads, timers and sanitizers included.
//! Calls that only exist on x86-64 stand in a list of their own.

use libc::c_long;

/// A program that makes one of these is ended: no honest program needs it, and attacks begin with it.
pub(super) const FORBIDDEN: &[c_long] = &[
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_bpf,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_open_by_handle_at,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_fanotify_init,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
];

/// Refused with a plain "not permitted", as a program may try them in good faith.
pub(super) const REFUSED: &[c_long] = &[
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_memfd_create,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_personality,
    libc::SYS_sethostname,
    libc::SYS_setpriority,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_ioprio_set,
    libc::SYS_mlockall,
    libc::SYS_flock,
];

/// Calls that make, remove or rename a file or folder. A program may try them in good faith; where there is Landlock, that
/// refuses them.
#[cfg(target_arch = "x86_64")]
pub(super) const NAMES: &[c_long] = &[
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const NAMES: &[c_long] = &[libc::SYS_mkdirat, libc::SYS_unlinkat, libc::SYS_renameat2];

/// Networks, for the compiler's wall.
pub(super) const SOCKETS: &[c_long] = &[libc::SYS_socket, libc::SYS_connect, libc::SYS_bind];

/// Ways to start a process that are calls of their own.
#[cfg(target_arch = "x86_64")]
pub(super) const FORKS: &[c_long] = &[libc::SYS_fork, libc::SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const FORKS: &[c_long] = &[];

/// What a new process may not have of its own, for the consumer's wall.
pub(super) const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET)
    .unsigned_abs();

/// What the system's programs use beside what untrusted programs do, for the consumer's wall.
pub(super) const COPYING: &[c_long] = &[
    libc::SYS_copy_file_range,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fdatasync,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_fchdir,
];

/// Calls that make a link and have names of their own, for the wall of build systems.
#[cfg(target_arch = "x86_64")]
pub(super) const LINKS: &[c_long] = &[libc::SYS_link, libc::SYS_symlink];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const LINKS: &[c_long] = &[];

/// How `make` sees to it that what it starts has no rights of another account. Who has none can change nothing with them.
pub(super) const ACCOUNT_CHANGES: &[c_long] = &[libc::SYS_setresuid, libc::SYS_setresgid];

/// Calls that change a file's permissions or dates, by its name or opened. They reach all that belongs to the account.
#[cfg(target_arch = "x86_64")]
pub(super) const ATTRIBUTES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_utimensat,
    libc::SYS_chmod,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const ATTRIBUTES: &[c_long] =
    &[libc::SYS_fchmod, libc::SYS_fchmodat, libc::SYS_utimensat];

/// Calls that open a file, with the number of the argument that says how.
#[cfg(target_arch = "x86_64")]
pub(super) const OPENING: &[(c_long, u32)] = &[(libc::SYS_open, 1), (libc::SYS_openat, 2)];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const OPENING: &[(c_long, u32)] = &[(libc::SYS_openat, 2)];

/// Calls that ask whether there is input, with the number of the argument that says for how long: zero if it shall not wait.
#[cfg(target_arch = "x86_64")]
pub(super) const POLLING: &[(c_long, u32)] = &[
    (libc::SYS_poll, 2),
    (libc::SYS_epoll_wait, 3),
    (libc::SYS_epoll_pwait, 3),
];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const POLLING: &[(c_long, u32)] = &[(libc::SYS_epoll_pwait, 3)];

/// The same, where that stands in memory, which no filter sees.
#[cfg(target_arch = "x86_64")]
pub(super) const SELECTING: &[c_long] = &[libc::SYS_select, libc::SYS_pselect6, libc::SYS_ppoll];
#[cfg(not(target_arch = "x86_64"))]
pub(super) const SELECTING: &[c_long] = &[libc::SYS_pselect6, libc::SYS_ppoll];

/// What the thread needs that starts programs, from `clone` to `exec`, and to speak to the owner. A program has none
/// of it, or only where the wall says so.
pub(super) const LAUNCHING: &[c_long] = &[
    libc::SYS_clone,
    libc::SYS_setpgid,
    libc::SYS_fchown,
    libc::SYS_setgroups,
    libc::SYS_setresgid,
    libc::SYS_setresuid,
    libc::SYS_prctl,
    libc::SYS_landlock_restrict_self,
    libc::SYS_seccomp,
    libc::SYS_sendmsg,
    libc::SYS_recvmsg,
    libc::SYS_kill,
    libc::SYS_tgkill,
];

/// What a program may ask of its descriptors by `ioctl`: whether one is a terminal, how large that is, and how much
/// there is to read. Not to change a terminal, nor to put words into its input.
pub(super) const CONTROLS: &[u32] = &[
    ioctl_request(libc::TCGETS),
    ioctl_request(libc::TCGETS2),
    ioctl_request(libc::TIOCGWINSZ),
    ioctl_request(libc::FIONREAD),
    ioctl_request(libc::FIONBIO),
    ioctl_request(libc::FIOCLEX),
    ioctl_request(libc::FIONCLEX),
];

#[expect(
    clippy::cast_possible_truncation,
    reason = "the kernel looks at the lower half alone"
)]
const fn ioctl_request(number: libc::Ioctl) -> u32 {
    number as u32
}

/// What a program may not ask by `fcntl`: that signals be sent, to whomever, when something happens to a file, and that a
/// pipe hold more than it does. The kernel counts what pipes hold for all programs of an account together.
pub(super) const NOT_BY_FCNTL: &[u32] = &[
    libc::F_SETOWN.unsigned_abs(),
    F_SETSIG,
    F_SETOWN_EX,
    libc::F_SETLEASE.unsigned_abs(),
    libc::F_NOTIFY.unsigned_abs(),
    libc::F_SETPIPE_SZ.unsigned_abs(),
];

/// `include/uapi/asm-generic/fcntl.h`
const F_SETSIG: u32 = 10;
const F_SETOWN_EX: u32 = 15;

/// The bits of `mmap`'s flags that say whose the memory is, and the one answer that a program may give: its own. Shared
/// memory stays allocated when most of its addresses are given back (`munmap`, `mremap`) or are emptied (`MADV_DONTNEED`),
/// so neither a limit of addresses nor what a process holds would bound it.
pub(super) const MAP_TYPE: u32 = 0xF;
pub(super) const PRIVATE_MEMORY: &[u32] = &[libc::MAP_PRIVATE.unsigned_abs()];

/// All that a program may ask by `prctl`: to name a thread.
pub(super) const NAMING: &[u32] = &[libc::PR_SET_NAME.unsigned_abs()];

/// What a program may do. Which files it may open is Landlock's business.
pub(super) const PROGRAM: &[c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_openat,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_umask,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_ftruncate,
    libc::SYS_fsync,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_pselect6,
    libc::SYS_ppoll,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_msync,
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_membarrier,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    libc::SYS_getrusage,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_delete,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getgroups,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getpriority,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrandom,
    libc::SYS_getcpu,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_futex,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_creat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_eventfd,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_alarm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pause,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getpgrp,
];
