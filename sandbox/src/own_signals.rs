//! How this process treats signals, independent of its parent process.

/// Takes back what this process inherited: ignored ends of children, which could not be waited for, and blocked signals, which would
/// never arrive. To be called first, before there are threads and handlers.
pub fn reset_inherited_signals() {
    #[expect(unsafe_code, reason = "masks and dispositions have no safe wrapper")]
    // SAFETY: the set is plain data that is filled before it is used, and no handler of ours is installed yet.
    unsafe {
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::pthread_sigmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
}
