//! What a command costs with everything that it starts.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{WaitOptions, getpid, set_child_subreaper, waitpid};

use crate::Outcome;

/// What a command cost.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    /// Processor time of all processes, in seconds.
    pub(crate) cpu: f64,
    /// Time on the clock, in seconds.
    pub(crate) wall: f64,
}

/// How processor time is found out. `time` and `getrusage` do not see what a process used that nobody waited for, and
/// behind a supervisor that is killed at the end of its submission there are many of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meter {
    /// `perf stat -e task-clock`, which all children inherit.
    Perf,
    /// What the kernel adds up for children that were waited for, orphans included, which come to us.
    Waited,
}

impl Meter {
    /// The best of this machine.
    pub(crate) fn find() -> Outcome<Meter> {
        let tried = Command::new("perf")
            .args(["stat", "-x,", "-e", "task-clock", "--", "true"])
            .stderr(Stdio::piped())
            .output();
        let counts = |told: &[u8]| task_clock(&String::from_utf8_lossy(told)).is_some();
        if tried.is_ok_and(|tried| tried.status.success() && counts(&tried.stderr)) {
            return Ok(Meter::Perf);
        }
        set_child_subreaper(Some(getpid()))?;
        Ok(Meter::Waited)
    }

    /// What it measures, and what it misses.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Meter::Perf => "perf stat -e task-clock: all processes, however they end",
            Meter::Waited => {
                "times of children that were waited for: NOT what supervisors used whose namespace was ended, \
                 so the grader's figures are too small (install perf)"
            }
        }
    }

    /// Runs a command to its end. It must succeed.
    pub(crate) fn measure(self, command: &Command, folder: &Path) -> Outcome<Cost> {
        let counted = folder.join("task-clock");
        let mut whole = match self {
            Meter::Perf => {
                let mut perf = Command::new("perf");
                perf.args(["stat", "-x,", "-e", "task-clock", "-o"])
                    .arg(&counted)
                    .arg("--");
                wrapping(perf, command)
            }
            Meter::Waited => wrapping(Command::new("env"), command),
        };
        let before = waited()?;
        let started = Instant::now();
        let ended = whole.stdin(Stdio::null()).stdout(Stdio::null()).output()?;
        let wall = started.elapsed();
        if !ended.status.success() {
            let told = String::from_utf8_lossy(&ended.stderr).into_owned();
            return Err(format!("{command:?}: {}\n{told}", ended.status).into());
        }
        let cpu = match self {
            Meter::Perf => {
                let told = fs::read_to_string(&counted)?;
                task_clock(&told).ok_or_else(|| format!("perf counted nothing: {told}"))?
            }
            Meter::Waited => {
                while let Ok(Some(_)) = waitpid(None, WaitOptions::NOHANG) {}
                waited()?.saturating_sub(before)
            }
        };
        Ok(Cost {
            cpu: cpu.as_secs_f64(),
            wall: wall.as_secs_f64(),
        })
    }
}

/// A command that starts another, with its variables.
pub(crate) fn wrapping(mut outer: Command, inner: &Command) -> Command {
    outer.arg(inner.get_program()).args(inner.get_args());
    if let Some(folder) = inner.get_current_dir() {
        outer.current_dir(folder);
    }
    for (name, value) in inner.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    outer
}

/// What `perf stat -x,` counted: `123.4,msec,task-clock,…`.
fn task_clock(told: &str) -> Option<Duration> {
    let line = told.lines().find(|line| line.contains("task-clock"))?;
    let milliseconds: f64 = line.split(',').next()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(milliseconds / 1000.0).ok()
}

/// Processor time of all children so far that were waited for: `cutime` and `cstime` in `/proc/self/stat`.
fn waited() -> Outcome<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_ascii_whitespace();
    let ticks: u32 = fields
        .skip(13)
        .take(2)
        .filter_map(|field| field.parse::<u32>().ok())
        .sum();
    Ok(TICK * ticks)
}
