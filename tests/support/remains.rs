//! What a run left behind: processes that are alive, and files that are not what they were.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

/// Processes that were killed may need a moment to be gone.
const MOMENT: Duration = Duration::from_secs(3);

/// The processes that have anything to do with `folder`, once those that are about to end have ended: by their
/// words, environment, executable, working folder, or a mount of theirs. That is how one in a namespace is found.
pub(crate) fn processes_of(folder: &Path) -> Vec<String> {
    let deadline = Instant::now() + MOMENT;
    for process in alive(folder) {
        wait_for_end(process, deadline);
    }
    alive(folder).into_iter().map(describe).collect()
}

/// The numbers of the processes that have anything to do with `folder`, at this moment.
pub(crate) fn alive(folder: &Path) -> Vec<i32> {
    // Not the whole path: where a folder is mounted elsewhere, the kernel names it by its place in its file system.
    let marker = folder.file_name().unwrap().to_str().unwrap();
    let numbers = fs::read_dir("/proc").unwrap().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers
        .filter(|number| is_marked(*number, marker.as_bytes()))
        .collect()
}

fn is_marked(process: i32, marker: &[u8]) -> bool {
    let place = PathBuf::from(format!("/proc/{process}"));
    let files = ["cmdline", "environ", "mountinfo"].map(|name| fs::read(place.join(name)));
    let links = ["exe", "cwd"].map(|name| fs::read_link(place.join(name)));
    let links = links.map(|link| link.map(|path| path.into_os_string().into_encoded_bytes()));
    files
        .into_iter()
        .chain(links)
        .flatten()
        .any(|text| contains(&text, marker))
}

/// Whether `text` contains `part`.
pub(crate) fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// The words of a process that is alive.
pub(crate) fn words(process: i32) -> String {
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&words).replace('\0', " ")
}

/// The number of a process's parent; none if it has ended.
pub(crate) fn parent(process: i32) -> Option<i32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("PPid:")?.trim().parse().ok())
}

fn describe(process: i32) -> String {
    format!(
        "{process}, a child of {:?}: {}",
        parent(process),
        words(process)
    )
}

/// Returns once a process has ended, or at the deadline.
pub(crate) fn wait_for_end(process: i32, deadline: Instant) {
    let Some(pid) = Pid::from_raw(process) else {
        return;
    };
    let Ok(descriptor) = pidfd_open(pid, PidfdFlags::empty()) else {
        return;
    };
    let left = deadline.saturating_duration_since(Instant::now());
    let timeout = Timespec::try_from(left).unwrap();
    let _ = poll(
        &mut [PollFd::new(&descriptor, PollFlags::IN)],
        Some(&timeout),
    );
}

/// All files below some folders, with all that an attack could have changed.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Snapshot(BTreeMap<PathBuf, String>);

impl Snapshot {
    pub(crate) fn of(places: &[&Path]) -> Snapshot {
        let entries = places
            .iter()
            .flat_map(walkdir::WalkDir::new)
            .map(Result::unwrap);
        Snapshot(
            entries
                .map(|entry| (entry.path().to_owned(), facts(entry.path())))
                .collect(),
        )
    }

    /// What is not as it was, in words.
    pub(crate) fn changes(&self, later: &Snapshot) -> Vec<String> {
        let names = self.0.keys().chain(later.0.keys());
        let mut changed: Vec<String> = names
            .filter(|name| self.0.get(*name) != later.0.get(*name))
            .map(|name| {
                format!(
                    "{}: {:?} -> {:?}",
                    name.display(),
                    self.0.get(name),
                    later.0.get(name)
                )
            })
            .collect();
        changed.dedup();
        changed
    }
}

fn facts(path: &Path) -> String {
    let data = fs::symlink_metadata(path).unwrap();
    let text = if data.is_file() {
        fs::read(path).unwrap()
    } else {
        Vec::new()
    };
    let text = String::from_utf8_lossy(&text).into_owned();
    format!(
        "{:o} {} {} {} {text}",
        data.mode(),
        data.uid(),
        data.gid(),
        data.mtime_nsec()
    )
}
