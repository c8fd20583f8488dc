//! Namespaces and a root of our own: the system's programs and libraries read-only, the workplace, and little else.

use std::ffi::CStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::protocol::SupervisorSetup;
use crate::tier::Tier;
use rustix::fs::CWD;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::thread::{UnshareFlags, unshare_unsafe};

/// Where we are after moving in.
pub(super) enum NamespaceSide {
    /// Inside: here the work is done.
    Inside,
    /// Outside, and process 1 has ended.
    Outside,
}

/// What a compiler and a program need of the system; what does not exist is left out.
const SYSTEM: [&str; 9] = [
    "/usr",
    "/lib",
    "/lib64",
    "/lib32",
    "/libx32",
    "/bin",
    "/sbin",
    "/etc/alternatives",
    "/etc/ld.so.cache",
];

/// Devices that carry nothing in or out.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];

/// Room for a consumer's temporary files, which are in memory here: no disk can be filled with them.
const SCRATCH: &CStr = c"size=64m,nr_inodes=4096,mode=1777";

/// Room for what a build system makes, in memory as well.
const BUILD: &CStr = c"size=256m,nr_inodes=65536,mode=1777";

/// Whether a folder, by its real name, is one of the system's or above it: who hides it hides the compiler.
pub(crate) fn contains_system_folder(folder: &Path) -> bool {
    let real = SYSTEM
        .iter()
        .filter_map(|path| Path::new(path).canonicalize().ok());
    real.into_iter().any(|path| path.starts_with(folder))
}

/// Builds the tier's namespaces and root, and enters them.
pub(super) fn enter_namespaces(tier: Tier, setup: &SupervisorSetup) -> io::Result<NamespaceSide> {
    if !tier.has_namespaces() {
        adopt_orphans()?;
        return Ok(NamespaceSide::Inside);
    }
    // Without namespaces the socket tells us that the owner is gone, and we end what it left. Here that is the kernel's
    // business: with us goes process 1, and with it everything.
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    let user = rustix::process::getuid().as_raw();
    let group = rustix::process::getgid().as_raw();
    unshare_namespaces(tier)?;
    if tier == Tier::B {
        map_account(user, group)?;
    }
    if become_process_1()? {
        return Ok(NamespaceSide::Outside);
    }
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    build_root(setup)?;
    Ok(NamespaceSide::Inside)
}

/// Orphans of a run come to us instead of the machine's process 1, so that they can be ended.
fn adopt_orphans() -> io::Result<()> {
    rustix::process::set_child_subreaper(rustix::process::Pid::from_raw(1))?;
    Ok(())
}

/// Leaves the user's namespaces for new ones, as `tier` has them.
fn unshare_namespaces(tier: Tier) -> io::Result<()> {
    let own_user = if tier == Tier::B {
        UnshareFlags::NEWUSER
    } else {
        UnshareFlags::empty()
    };
    let namespaces = own_user
        | UnshareFlags::NEWNS
        | UnshareFlags::NEWNET
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWPID;
    #[expect(
        unsafe_code,
        reason = "one flag of the call, which is not ours, splits descriptors"
    )]
    // SAFETY: `FILES` is not among the flags, so every thread keeps the descriptors that it relies on.
    unsafe {
        unshare_unsafe(namespaces)?;
    }
    Ok(())
}

/// Inside, the account keeps its number: it is never root, so a new program has no capabilities.
fn map_account(user: u32, group: u32) -> io::Result<()> {
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// True in the outer process, once process 1 has ended.
fn become_process_1() -> io::Result<bool> {
    if fs::read_dir("/proc/self/task")?.count() != 1 {
        // As the kernel answers whoever wants a user namespace and has threads.
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    #[expect(unsafe_code, reason = "fork has no safe wrapper")]
    // SAFETY: we are the only thread, so no other holds a lock or changes memory while it is copied.
    let child = unsafe { libc::fork() };
    match child {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(false),
        _ => {
            let pid = rustix::process::Pid::from_raw(child);
            rustix::io::retry_on_intr(|| {
                rustix::process::waitpid(pid, rustix::process::WaitOptions::empty())
            })?;
            Ok(true)
        }
    }
}

/// Builds the root in a small file system in memory, in the workplace, and makes it ours.
fn build_root(setup: &SupervisorSetup) -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
    )?;
    let root = setup.work.join("root");
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", &root, "tmpfs", flags, Some(c"size=64k,mode=755"))?;
    // What a consumer is read from begins with a folder in which the other tools may be.
    let tools = setup
        .consumer
        .iter()
        .chain(&setup.toolchain)
        .chain(&setup.simulator);
    let tools: Vec<&Path> = tools.map(PathBuf::as_path).collect();
    for path in SYSTEM.iter().map(Path::new) {
        show_in_root(path, &root, true)?;
    }
    for path in setup
        .private
        .iter()
        .filter(|path| !tools.contains(&path.as_path()))
    {
        hide_in_root(path, &root)?;
    }
    for path in tools {
        show_in_root(path, &root, true)?;
    }
    for path in DEVICES.iter().map(Path::new) {
        show_in_root(path, &root, false)?;
    }
    let inside = path_in_root(&root, &setup.inside);
    bind_mount_at(&setup.work, &inside, false)?;
    if !setup.consumer.is_empty() {
        mount("tmpfs", inside.join("tmp"), "tmpfs", flags, Some(SCRATCH))?;
    }
    if setup.build_system {
        mount("tmpfs", inside.join("build"), "tmpfs", flags, Some(BUILD))?;
    }
    mount_proc(&root)?;
    enter_root(&root)
}

/// Shows a file or folder of the system under its own name; links stay links.
fn show_in_root(path: &Path, root: &Path, read_only: bool) -> io::Result<()> {
    let Ok(data) = fs::symlink_metadata(path) else {
        return Ok(());
    };
    let inside = path_in_root(root, path);
    if let Some(parent) = inside.parent() {
        fs::create_dir_all(parent)?;
    }
    if inside.exists() {
        return Ok(());
    }
    if data.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(path)?, inside);
    }
    bind_mount_at(path, &inside, read_only)
}

/// Puts nothing in the place of a folder that was shown with the system's.
fn hide_in_root(path: &Path, root: &Path) -> io::Result<()> {
    let inside = path_in_root(root, path);
    if inside.is_dir() {
        let flags = MountFlags::NOSUID | MountFlags::NODEV;
        mount("tmpfs", &inside, "tmpfs", flags, Some(c"size=64k,mode=755"))?;
    }
    Ok(())
}

/// A path of the root to come, as it is called now.
fn path_in_root(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

fn bind_mount_at(path: &Path, inside: &Path, read_only: bool) -> io::Result<()> {
    if path.is_dir() {
        fs::create_dir_all(inside)?;
    } else {
        fs::write(inside, "")?;
    }
    let tree = open_tree(
        CWD,
        path,
        OpenTreeFlags::OPEN_TREE_CLONE
            | OpenTreeFlags::AT_RECURSIVE
            | OpenTreeFlags::OPEN_TREE_CLOEXEC,
    )?;
    if read_only {
        make_read_only(&tree)?;
    }
    move_mount(
        &tree,
        "",
        CWD,
        inside,
        MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH,
    )?;
    Ok(())
}

/// `mount_setattr` adds to the flags that a mount has; unlike a remount it works on locked mounts of a user namespace.
fn make_read_only(tree: &std::os::fd::OwnedFd) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    #[expect(unsafe_code, reason = "the call has no safe wrapper")]
    // SAFETY: the kernel reads `attributes`, whose size is given, and an empty path; both outlive the call.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_EMPTY_PATH | libc::AT_RECURSIVE,
            std::ptr::from_ref(&attributes),
            size_of::<libc::mount_attr>(),
        )
    };
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// `/proc` of our own processes makes `/dev/stdin` work. A container may forbid it; little is lost then.
fn mount_proc(root: &Path) -> io::Result<()> {
    let proc = root.join("proc");
    fs::create_dir(&proc)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let _ = mount("proc", &proc, "proc", flags, None);
    for (name, target) in [
        ("stdin", "/0"),
        ("stdout", "/1"),
        ("stderr", "/2"),
        ("fd", ""),
    ] {
        std::os::unix::fs::symlink(
            format!("/proc/self/fd{target}"),
            root.join("dev").join(name),
        )?;
    }
    Ok(())
}

fn enter_root(root: &Path) -> io::Result<()> {
    std::env::set_current_dir(root)?;
    rustix::process::pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    std::env::set_current_dir("/")
}
