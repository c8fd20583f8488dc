//! Files that somebody works on: what they were when they were last looked at, and whether they are something else now.
//!
//! They are looked at again and again. Notifications of the system would come sooner, but not from another machine that has the same
//! folder, nor for more folders than a limit that its users share; and what they say of an editor that writes by renaming must be found out
//! by looking anyway.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sandbox::Interrupt;
use walkdir::{DirEntry, WalkDir};

/// How long files must stay as they are before they count: an editor may write several times.
const SETTLED: Duration = Duration::from_millis(300);

/// A look takes at most one part in so many of the time between two.
const SHARE: u32 = 20;

/// No more files than these are looked at, so that a hostile folder takes no more time than this.
const MOST: usize = 200_000;

/// Folders and files, and one folder that is not looked at.
pub(super) struct WatchedFiles {
    roots: Vec<PathBuf>,
    /// Where reports are written, which is no change of what they are about.
    except: PathBuf,
}

/// All that a look saw, in a number: names, sizes and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WatchSnapshot(u64);

impl WatchedFiles {
    pub(super) fn new(roots: Vec<PathBuf>, except: &Path) -> WatchedFiles {
        WatchedFiles {
            roots,
            except: absolute_path(except),
        }
    }

    /// What is there now. What cannot be looked at counts as not there.
    pub(super) fn take_snapshot(&self) -> WatchSnapshot {
        let mut hasher = DefaultHasher::new();
        for root in &self.roots {
            let is_wanted = |entry: &DirEntry| entry.depth() == 0 || self.is_watched(entry);
            let walk = WalkDir::new(root)
                .sort_by_file_name()
                .into_iter()
                .filter_entry(is_wanted);
            for entry in walk.take(MOST).flatten() {
                entry.path().hash(&mut hasher);
                let Ok(found) = entry.metadata() else {
                    continue;
                };
                // The time of a folder says that reports were written in it, and what else is new in it is seen by itself.
                if !found.is_dir() {
                    let times = [
                        found.mtime(),
                        found.mtime_nsec(),
                        found.ctime(),
                        found.ctime_nsec(),
                    ];
                    (found.ino(), found.size(), times).hash(&mut hasher);
                }
            }
        }
        WatchSnapshot(hasher.finish())
    }

    fn is_watched(&self, entry: &DirEntry) -> bool {
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        !is_hidden && absolute_path(entry.path()) != self.except
    }

    /// Waits until what is there is not what was `seen`, and stays as it is for a moment; none if the user asks to stop before.
    pub(super) fn wait_for_change(
        &self,
        seen: WatchSnapshot,
        interrupt: &Interrupt,
    ) -> Option<WatchSnapshot> {
        let mut last = seen;
        let mut pause = SETTLED;
        while !interrupt.is_raised_within(pause) {
            let begin = Instant::now();
            let now = self.take_snapshot();
            pause = SETTLED.max(begin.elapsed() * SHARE);
            if now == last && now != seen {
                return Some(now);
            }
            last = now;
        }
        None
    }
}

fn absolute_path(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn whatever_an_editor_does_is_a_change_and_reports_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("ann")).unwrap();
        fs::create_dir_all(path("reports")).unwrap();
        fs::write(path("ann/sum.cpp"), "1").unwrap();
        let files = WatchedFiles::new(vec![folder.path().to_owned()], &path("reports"));
        let mut seen = files.take_snapshot();
        let changes: [&dyn Fn(); 5] = [
            &|| fs::write(path("ann/sum.cpp"), "2").unwrap(),
            &|| {
                fs::write(path("ann/new"), "3").unwrap();
                fs::rename(path("ann/new"), path("ann/sum.cpp")).unwrap();
            },
            &|| fs::create_dir(path("bob")).unwrap(),
            &|| fs::write(path("bob/sum.cpp"), "").unwrap(),
            &|| fs::remove_dir_all(path("ann")).unwrap(),
        ];
        for change in changes {
            change();
            let now = files.take_snapshot();
            assert_ne!(now, seen);
            seen = now;
        }
        fs::write(path("reports/results.json"), "{}").unwrap();
        fs::write(path(".sum.cpp.swp"), "").unwrap();
        assert_eq!(files.take_snapshot(), seen);
    }

    #[test]
    fn who_asks_to_stop_need_not_wait_for_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let files = WatchedFiles::new(vec![folder.path().to_owned()], Path::new("reports"));
        let interrupt = Interrupt::without_signals().unwrap();
        interrupt.raise().unwrap();
        assert_eq!(
            files.wait_for_change(files.take_snapshot(), &interrupt),
            None
        );
    }
}
