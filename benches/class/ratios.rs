//! Ways to grade one class, taken in turns, so that a busy machine slows all of them alike.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::course::{ASSIGNMENTS, Course, Seed};
use crate::meter::{Cost, Meter};
use crate::{Options, Outcome};

/// The rows of every table.
pub(crate) const FIRST_ROWS: [&str; 3] = [
    "the loop (xargs, g++, timeout, diff)",
    "plain g++, compile and link only",
    "grader, first run: no cache",
];

/// What is measured in each round, in this order: the later ones rely on what the earlier ones leave behind.
const ROWS: [&str; 7] = [
    FIRST_ROWS[0],
    FIRST_ROWS[1],
    FIRST_ROWS[2],
    "grader, another class: cache kept",
    "grader, another class: cache warmed",
    "grader, nothing changed",
    "grader, one program changed",
];

/// The rows that others are divided by.
const LOOP: usize = 0;
const PLAIN: usize = 1;

/// Measures all rows and prints them.
pub(crate) fn print(options: &Options, meter: Meter) -> Outcome<()> {
    let repository = options.repository();
    let class = Course::temporary(repository, options.students, options.seed())?;
    // The same programs in other words: a class by chance might be cheaper.
    let seed = Seed {
        names: options.seed().names + 1,
        ..options.seed()
    };
    let other = Course::temporary(repository, options.students, seed)?;
    let seed = Seed {
        names: seed.names + 1,
        ..seed
    };
    let third = Course::temporary(repository, options.students, seed)?;
    let mut rounds = Vec::new();
    for round in 0..options.rounds {
        rounds.push(measured(options, meter, [&class, &other, &third], round)?);
        eprintln!("round {} of {}", round + 1, options.rounds);
    }
    print_rows(options, &ROWS, &rounds);
    Ok(())
}

/// Medians of all rounds, and ratios to the loop and to g++, which are the first two rows.
pub(crate) fn print_rows(options: &Options, names: &[&str], rounds: &[Vec<Cost>]) {
    let submissions = options.students * ASSIGNMENTS.len();
    println!(
        "{submissions} submissions, {} at a time, seed {}; medians of {} rounds, each row once in each\n",
        options.jobs(),
        options.seed().class,
        options.rounds
    );
    println!(
        "{:38} {:>9} {:>8} {:>8} {:>8} {:>9}",
        "", "processor", "wall", "÷ loop", "÷ g++", "ms each"
    );
    for (row, name) in names.iter().enumerate() {
        let of = |number: &dyn Fn(&[Cost]) -> f64| {
            median(rounds.iter().map(|round| number(round)).collect())
        };
        let cpu = of(&|round| round[row].cpu);
        println!(
            "{name:38} {cpu:7.2} s {:6.2} s {:8.3} {:8.3} {:9.1}",
            of(&|round| round[row].wall),
            of(&|round| round[row].cpu / round[LOOP].cpu),
            of(&|round| round[row].cpu / round[PLAIN].cpu),
            cpu * 1000.0 / submissions as f64,
        );
    }
    println!();
}

/// One round: each row once.
fn measured(
    options: &Options,
    meter: Meter,
    [class, other, third]: [&Course; 3],
    round: usize,
) -> Outcome<Vec<Cost>> {
    let work = Work::new()?;
    let run = |course: &Course| meter.measure(&work.grader(options, course), work.path());
    let mut costs = work.first_costs(options, meter, class)?;
    let kept = run(other)?;
    meter.measure(&work.warming(third), work.path())?;
    let warmed = run(third)?;
    // The records of the other classes went to their own reports: those of the first are as they were.
    let warm = run(class)?;
    class.change_one(round)?;
    let changed = run(class)?;
    fs::remove_dir_all(class.path("reports"))?;
    fs::remove_dir_all(other.path("reports"))?;
    fs::remove_dir_all(third.path("reports"))?;
    costs.extend([kept, warmed, warm, changed]);
    Ok(costs)
}

/// What a class costs whose headers are precompiled and kept, by its size: with `grader cache --warm` before it, which is not counted.
pub(crate) fn print_kept(options: &Options, meter: Meter) -> Outcome<()> {
    for &size in &options.sizes {
        let students = size.div_ceil(ASSIGNMENTS.len());
        let class = Course::temporary(options.repository(), students, options.seed())?;
        let work = Work::new()?;
        // What programs begin with is known from a smaller class, of other programs.
        let seed = Seed {
            names: options.seed().names + 1,
            ..options.seed()
        };
        let earlier = Course::temporary(options.repository(), students.min(40), seed)?;
        meter.measure(&work.grader(options, &earlier), work.path())?;
        meter.measure(&work.warming(&class), work.path())?;
        let cost = meter.measure(&work.grader(options, &class), work.path())?;
        println!(
            "{:6} submissions, headers kept: {:7.1} s of processor time, {:7.1} s on the clock",
            students * ASSIGNMENTS.len(),
            cost.cpu,
            cost.wall
        );
    }
    Ok(())
}

/// What one submission costs in a first run, by the size of the class.
pub(crate) fn print_sizes(options: &Options, meter: Meter) -> Outcome<()> {
    for &size in &options.sizes {
        let students = size.div_ceil(ASSIGNMENTS.len());
        let class = Course::temporary(options.repository(), students, options.seed())?;
        let work = Work::new()?;
        let cost = meter.measure(&work.grader(options, &class), work.folder.path())?;
        let each = 1000.0 / (students * ASSIGNMENTS.len()) as f64;
        println!(
            "{:6} submissions, first run: {:7.1} ms each of processor time, {:7.1} ms on the clock",
            students * ASSIGNMENTS.len(),
            cost.cpu * each,
            cost.wall * each
        );
    }
    Ok(())
}

/// A folder for what comes out of one round, with a cache of its own.
pub(crate) struct Work {
    folder: TempDir,
}

impl Work {
    pub(crate) fn new() -> Outcome<Work> {
        let folder = tempfile::Builder::new().prefix("class-work-").tempdir()?;
        fs::create_dir(folder.path().join("cache"))?;
        Ok(Work { folder })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What [`FIRST_ROWS`] cost.
    pub(crate) fn first_costs(
        &self,
        options: &Options,
        meter: Meter,
        class: &Course,
    ) -> Outcome<Vec<Cost>> {
        let commands = [
            self.by_loop(options, class, &[])?,
            self.by_loop(options, class, &["build"])?,
            self.grader(options, class),
        ];
        let costs = commands
            .iter()
            .map(|command| meter.measure(command, self.path()));
        costs.collect()
    }

    /// The grader over a whole class.
    pub(crate) fn grader(&self, options: &Options, course: &Course) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command.args(["--quiet", "run", "submissions", "--out", "reports"]);
        command.args(["--jobs", &options.jobs().to_string()]);
        command
            .current_dir(course.path(""))
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        command
    }

    /// The grader over the sample class of a repository, as in a first run.
    pub(crate) fn sample_grader(&self, options: &Options) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command.args(["--quiet", "run", "submissions", "--out"]);
        command.arg(self.folder.path().join("sample"));
        command.args(["--jobs", &options.jobs().to_string()]);
        command
            .current_dir(options.repository())
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        command
    }

    /// The grader that precompiles headers for later runs.
    fn warming(&self, course: &Course) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command.args(["cache", "--warm"]);
        command
            .current_dir(course.path(""))
            .env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        command
    }

    /// Another grader over a whole class.
    pub(crate) fn by_other(&self, options: &Options, course: &Course, name: &str) -> Command {
        let out = self.folder.path().join(name);
        let script = options.repository().join("benches/class/other-graders.sh");
        let mut command = Command::new(script);
        command
            .args([course.path(""), out])
            .args([&options.jobs().to_string(), name]);
        command
    }

    /// The loop over a whole class.
    fn by_loop(&self, options: &Options, course: &Course, more: &[&str]) -> Outcome<Command> {
        let out = tempfile::Builder::new()
            .prefix("loop-")
            .tempdir_in(self.folder.path())?
            .keep();
        let mut command = Command::new(options.repository().join("benches/class/xargs-loop.sh"));
        command
            .args([course.path(""), out])
            .arg(options.jobs().to_string())
            .args(more);
        Ok(command)
    }
}

pub(crate) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => f64::NAN,
        count if count % 2 == 1 => numbers[count / 2],
        count => (numbers[count / 2 - 1] + numbers[count / 2]) / 2.0,
    }
}
