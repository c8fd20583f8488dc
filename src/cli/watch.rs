//! `grader watch`: a class is graded, and again whenever something of it changes.
//!
//! Each time the whole class is: what has not changed comes from the cache, so only what a change is about is built and run.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::arguments::{CliArgs, RunArgs};
use super::failure::{self, CliFailure};
use super::grade::{self, GradedClass};
use super::setup::{install_interrupt, require_rubric};
use super::shared_arguments::WatchArgs;
use super::summary::print_remark;
use super::writing::ReportArgs;
use model::{GameRegistry, GradingEvent, SubmissionName};
use report::{Progress, ProgressMode, ReportEntry};
use sandbox::Interrupt;
use walkdir::{DirEntry, WalkDir};

/// What is told of each submission, by its name.
type Grades = BTreeMap<SubmissionName, String>;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    watched: &WatchArgs,
) -> Result<ExitCode, CliFailure> {
    let interrupt = install_interrupt()?;
    let wanted = to_run_args(watched);
    let rubric =
        std::path::absolute(require_rubric(arguments)?).map_err(CliFailure::internal_error)?;
    let course = rubric.parent().map(ToOwned::to_owned);
    let roots = course
        .into_iter()
        .chain([watched.submissions.clone()])
        .collect();
    let files = WatchedFiles::new(roots, &wanted.reports_folder());
    // Before it is graded: what changes meanwhile is graded then.
    let mut seen = files.take_snapshot();
    let progress = Progress::new(ProgressMode::for_stderr(arguments.quiet));
    let first = grade::grade_class(arguments, games, &wanted, &interrupt, |event| {
        progress.record_event(event)
    });
    drop(progress);
    let mut grades = match first {
        Ok(first) => {
            first.print_table(None)?;
            collect_grades(&first)
        }
        Err(_) if interrupt.is_raised() => return Ok(ExitCode::SUCCESS),
        Err(failure) => return Err(failure),
    };
    print_remark(&"waiting for changes of submissions, cases and the rubric; Ctrl-C ends this");
    while let Some(now) = files.wait_for_change(seen, &interrupt) {
        seen = now;
        let anew = Mutex::new(BTreeSet::new());
        let graded = grade::grade_class(arguments, games, &wanted, &interrupt, |event| {
            note_regraded(&anew, event)
        });
        match graded {
            Ok(graded) => {
                let after = collect_grades(&graded);
                let anew = anew.into_inner().unwrap_or_else(PoisonError::into_inner);
                let printed = print_changes(&grades, &after, &anew, &mut anstream::stdout().lock());
                // Whoever reads this has gone, so nobody waits for more.
                if printed.is_err() {
                    return failure::finish_printing(printed);
                }
                grades = after;
            }
            Err(_) if interrupt.is_raised() => break,
            // A mistake that somebody is about to mend.
            Err(failure) => {
                failure.report_to_stderr();
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A run of the whole class, which is what each change leads to.
fn to_run_args(watched: &WatchArgs) -> RunArgs {
    RunArgs {
        submissions: watched.submissions.clone(),
        layout: watched.layout.clone(),
        roster: watched.roster.clone(),
        assignments: Vec::new(),
        students: Vec::new(),
        cases: Vec::new(),
        only: None,
        partition: None,
        engine: None,
        pieces: None,
        jobs: watched.jobs,
        out: Some(watched.out.clone()),
        open: false,
        resume: false,
        only_failed: false,
        regrade: false,
        donors: None,
        reports: ReportArgs::default(),
        fail_under: None,
        options: Vec::new(),
    }
}

/// Takes note of a submission that is really graded, and not found in the cache.
fn note_regraded(anew: &Mutex<BTreeSet<SubmissionName>>, event: &GradingEvent) {
    if let GradingEvent::SubmissionStarted {
        student,
        assignment,
    } = event
    {
        let name = SubmissionName {
            assignment: assignment.clone(),
            student: student.clone(),
        };
        anew.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name);
    }
}

fn collect_grades(graded: &GradedClass) -> Grades {
    graded
        .entries
        .iter()
        .map(|entry| (entry.name(), format_grade(entry)))
        .collect()
}

fn format_grade(entry: &ReportEntry) -> String {
    if entry.graded {
        format!("{}/{}", entry.points, entry.max_points)
    } else {
        "not graded".to_owned()
    }
}

/// A line for each submission that was graded anew, has another grade, or is gone.
fn print_changes(
    before: &Grades,
    after: &Grades,
    anew: &BTreeSet<SubmissionName>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names: BTreeSet<&SubmissionName> = before.keys().chain(after.keys()).collect();
    for name in names {
        let old = before.get(name);
        let new = after.get(name);
        if old == new && !anew.contains(name) {
            continue;
        }
        let old = old.map_or("new", String::as_str);
        let new = new.map_or("gone", String::as_str);
        let student = report::escape_lines(&name.student);
        writeln!(out, "{student} {}: {old} → {new}", name.assignment)?;
    }
    out.flush()
}

/// How long files must stay as they are before they count: an editor may write several times.
const SETTLED: Duration = Duration::from_millis(300);

/// A look takes at most one part in so many of the time between two.
const SHARE: u32 = 20;

/// No more files than these are looked at, so that a hostile folder takes no more time than this.
const MOST: usize = 200_000;

/// Folders and files, and one folder that is not looked at.
///
/// The files are polled. Notifications of the system would come sooner, but not from another machine that has the same folder,
/// and the number of watched folders is limited for all of a user's programs. Editors that write by renaming would need a look
/// anyway.
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
