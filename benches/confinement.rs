//! What confinement costs: each kind of run against a bare spawn of the same program, in one and the same session.
//!
//! `cargo bench --bench confinement` prints times and ratios. Kinds take turns run by run, so that a busy machine slows
//! all of them alike. Nothing is asserted: the figures are for the README and for whoever changes the sandbox.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::error::Error;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sandbox::{
    Interrupt, LinuxSandbox, OutputOverflow, SandboxCommand, SandboxLimits, SandboxProfile,
    StdinSource, Supervisor, TierRequirements, ToolPaths,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How often each kind of run is measured.
const ROUNDS: usize = 1000;

const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(1),
    after_end: None,
    wall: Duration::from_secs(5),
    memory: 256 << 20,
    output: 1 << 20,
    overflow: OutputOverflow::Stop,
    stack: 8 << 20,
    file_size: 0,
};

fn main() -> Outcome<()> {
    let grader = env!("CARGO_BIN_EXE_grader");
    let interrupt = Arc::new(Interrupt::without_signals()?);
    let demands = TierRequirements {
        allow_unconfined: true,
        ..TierRequirements::default()
    };
    let sandbox = LinuxSandbox::find_strongest(Path::new(grader), &demands, &interrupt)?;
    println!(
        "tier {}, reads visible: {}",
        sandbox.tier(),
        sandbox.shows_reads()
    );
    println!(
        "{ROUNDS} runs of a nine-move game each, in microseconds with the ratio against the bare spawn: quickest quarter, \
         median\n"
    );
    for (name, flags) in [("dynamic", &[][..]), ("static", &["-static"][..])] {
        compare_runs(&sandbox, name, flags)?;
    }
    heap(&sandbox)?;
    workers(&sandbox)?;
    set_up(&sandbox)
}

/// One program, in every kind of run.
fn compare_runs(sandbox: &LinuxSandbox, name: &str, flags: &[&str]) -> Outcome<()> {
    let mut site = Site::new(sandbox, flags)?;
    let script: Vec<String> = (0..9).map(|square| square.to_string()).collect();
    let mut times: [Vec<u128>; 5] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(timed(|| spawn(&site.outside, &[]))?);
        times[1].push(timed(|| site.run(StdinSource::Empty))?);
        times[2].push(timed(|| spawn(&site.outside, &script))?);
        times[3].push(timed(|| site.run(StdinSource::Lines(&script)))?);
        site.supervisor.use_terminal(true);
        times[4].push(timed(|| site.run(StdinSource::Lines(&script)))?);
        site.supervisor.use_terminal(false);
    }
    let [silent, confined, bare, synchronised, terminal] = times.map(Times::of);
    show(
        &format!("{name:8} bare, no input          "),
        &silent,
        &silent,
    );
    show(
        &format!("{name:8} confined, no input      "),
        &confined,
        &silent,
    );
    show(&format!("{name:8} bare, nine moves        "), &bare, &bare);
    show(
        &format!("{name:8} confined, reads in step "),
        &synchronised,
        &bare,
    );
    show(
        &format!("{name:8} the same on a terminal  "),
        &terminal,
        &bare,
    );
    Ok(())
}

/// A large heap of the grader's must not make runs slower.
fn heap(sandbox: &LinuxSandbox) -> Outcome<()> {
    let mut site = Site::new(sandbox, &[])?;
    let mut runs = || -> Outcome<Vec<u128>> {
        (0..ROUNDS)
            .map(|_| timed(|| site.run(StdinSource::Empty)))
            .collect()
    };
    let small = Times::of(runs()?);
    let ballast = vec![1_u8; 512 << 20];
    let large = Times::of(runs()?);
    println!();
    show(
        &format!("with {} MiB more heap", ballast.len() >> 20),
        &large,
        &small,
    );
    Ok(())
}

/// The same number of runs by one worker and by two.
fn workers(sandbox: &LinuxSandbox) -> Outcome<()> {
    let script: Vec<String> = (0..9).map(|square| square.to_string()).collect();
    let mut totals = Vec::new();
    for count in [1, 2] {
        let sites: Vec<Site> = (0..count)
            .map(|_| Site::new(sandbox, &[]))
            .collect::<Outcome<_>>()?;
        let started = Instant::now();
        std::thread::scope(|scope| {
            for mut site in sites {
                let script = &script;
                scope.spawn(move || {
                    (0..ROUNDS / count)
                        .try_for_each(|_| site.run(StdinSource::Lines(script)).map_err(|_| ()))
                });
            }
        });
        totals.push(started.elapsed().as_micros());
    }
    println!(
        "1 worker: {} runs a second; 2 workers: {}",
        rate(totals[0]),
        rate(totals[1])
    );
    Ok(())
}

/// From nothing to a supervisor that is ready.
fn set_up(sandbox: &LinuxSandbox) -> Outcome<()> {
    let times = (0..100).map(|_| {
        timed(|| {
            sandbox
                .start_supervisor(&ToolPaths::default())
                .map(drop)
                .map_err(Into::into)
        })
    });
    let times = Times::of(times.collect::<Outcome<_>>()?);
    println!(
        "set-up and removal per submission: {}   {}",
        times.quartile, times.median
    );
    Ok(())
}

/// A supervisor with a program it can run.
struct Site {
    supervisor: Supervisor,
    interrupt: Interrupt,
    outside: PathBuf,
}

impl Site {
    fn new(sandbox: &LinuxSandbox, flags: &[&str]) -> Outcome<Site> {
        let supervisor = sandbox.start_supervisor(&ToolPaths::default())?;
        let outside = supervisor.path_outside("out").join("program");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/game.cpp");
        let built = Process::new("g++")
            .args(flags)
            .args(["-o".as_ref(), outside.as_os_str(), source.as_ref()])
            .status()?;
        if !built.success() {
            return Err("the game does not compile".into());
        }
        Ok(Site {
            supervisor,
            interrupt: Interrupt::without_signals()?,
            outside,
        })
    }

    fn run(&mut self, input: StdinSource<'_>) -> Outcome<()> {
        let program = self.supervisor.path_inside("out").join("program");
        let command = SandboxCommand::new(program, SandboxProfile::Program);
        self.supervisor
            .run(&command, &LIMITS, input, &self.interrupt)?;
        Ok(())
    }
}

/// The baseline: the standard library's spawn, which is `posix_spawn`, with the whole script in a pipe.
fn spawn(program: &Path, script: &[String]) -> Outcome<()> {
    let mut child = Process::new(program)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all((script.join("\n") + "\n").as_bytes())?;
    }
    let mut output = Vec::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_end(&mut output)?;
    }
    child.wait()?;
    Ok(())
}

fn timed(work: impl FnOnce() -> Outcome<()>) -> Outcome<u128> {
    let started = Instant::now();
    work()?;
    Ok(started.elapsed().as_micros())
}

/// What many runs took, in microseconds: on a busy machine the quickest quarter says more than the middle.
struct Times {
    quartile: u128,
    median: u128,
}

impl Times {
    fn of(mut times: Vec<u128>) -> Times {
        times.sort_unstable();
        let at = |part: usize| times.get(times.len() * part / 4).copied().unwrap_or(0);
        Times {
            quartile: at(1),
            median: at(2),
        }
    }
}

fn show(name: &str, times: &Times, baseline: &Times) {
    let ratio = |time: u128, baseline: u128| time as f64 / baseline as f64;
    let quartile = ratio(times.quartile, baseline.quartile);
    let median = ratio(times.median, baseline.median);
    println!(
        "{name} {:6} {quartile:5.2}   {:6} {median:5.2}",
        times.quartile, times.median
    );
}

fn rate(microseconds: u128) -> u128 {
    (ROUNDS as u128) * 1_000_000 / microseconds.max(1)
}
