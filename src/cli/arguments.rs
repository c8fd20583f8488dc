//! What can be typed.

use std::ffi::OsString;
use std::path::PathBuf;

use super::cluster_template::ClusterTemplateKind;
use super::compare::arguments::CompareArgs as ComparedSides;
use super::example::ExampleCourse;
use super::gradebook;
use super::hunt::arguments::HuntArgs as HuntArguments;
use super::repeat::RepeatArgs;
use super::schema::SchemaKind;
use super::shared_arguments::{
    self, ImportArgs, LayoutArgs, MutantArgs, ReviewArgs, RosterArgs, WatchArgs, WorksheetArgs,
    parse_percent, parse_positive,
};
use super::writing::ReportArgs;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use model::Partition;
use model::bounds::MOST_STUDENTS;

/// Grades C++ console assignments against a reference implementation.
#[derive(Debug, Parser)]
#[command(name = "grader", version, about, propagate_version = true, after_help = EXIT_CODES)]
pub(super) struct CliArgs {
    /// What to do.
    #[command(subcommand)]
    pub(super) task: CliCommand,

    /// The course's rubric [default: rubric.toml in this folder or its nearest parent]
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) rubric: Option<PathBuf>,

    /// Show no progress
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,

    /// Write what is done, step by step, into a file
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Tell what is done, step by step, on standard error
    #[arg(short, long, global = true, conflicts_with = "log")]
    pub(super) verbose: bool,

    /// When to use colours
    #[arg(long = "color", global = true, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN")]
    pub(super) colour: ColourChoice,

    /// Run submissions even where nothing keeps them from reading files
    #[arg(long, global = true)]
    pub(super) allow_unconfined: bool,

    /// Find out everything anew, and keep nothing for later runs
    #[arg(long, global = true)]
    pub(super) no_cache: bool,

    /// Take from the cache what is there, and change nothing in it
    #[arg(long, global = true, conflicts_with = "no_cache")]
    pub(super) cache_read_only: bool,

    /// Link programs with whole libraries only, which takes longer
    #[arg(long, global = true)]
    pub(super) no_import_libraries: bool,

    /// Compile every source by itself, without headers that were compiled beforehand
    #[arg(long, global = true)]
    pub(super) no_precompiled: bool,
}

/// The strongest tier to try: lets tests see the weaker ones on a machine that has all.
pub(super) const STRONGEST_TIER: &str = "GRADER_STRONGEST_TIER";

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    a gate failed (--fail-under, check, compare --fail-on, regenerate --check)
  2    wrong usage, or a mistake in the rubric or a case
  3    something of ours failed: a submission is ungraded, there is no compiler, the disk is full
  4    no submission found
  130  interrupted";

#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// Grade a folder of submissions, or what a learning-management system let you download
    Run(Box<RunArgs>),
    /// Grade a class, and again whatever changes, until Ctrl-C
    Watch(WatchArgs),
    /// Show who handed in what, without compiling anything
    Intake(IntakeArgs),
    /// Make of pieces of a class what one run of it would have made
    Merge {
        /// The folders of the pieces, as `grader run --partition` wrote them
        #[arg(required = true, value_name = "DIR")]
        pieces: Vec<PathBuf>,
        /// The folder of the reports
        #[arg(short, long, value_name = "DIR", default_value = "reports")]
        out: PathBuf,
        /// Into how many pieces the class was cut
        #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
        expect: Option<u32>,
        #[command(flatten)]
        reports: ReportArgs,
    },
    /// Write every expected transcript from its reference
    Regenerate {
        /// Only say which are not what the reference prints
        #[arg(long)]
        check: bool,
    },
    /// Show one student's report, or make all of them again from what a run has found out
    Report {
        /// The student's name, as the table of a run shows it
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        student: Option<String>,
        /// Write every report, `results.json` and `grades.csv` again, without grading
        #[arg(long, conflicts_with = "as_student")]
        all: bool,
        /// Show what the student may see, where the rubric withholds something
        #[arg(long)]
        as_student: bool,
        /// The folder of the reports
        #[arg(short, long, value_name = "DIR", default_value = "reports")]
        out: PathBuf,
        #[command(flatten)]
        reports: ReportArgs,
    },
    /// Write the points of a run into the file of grades that a learning-management system imports
    #[command(after_help = gradebook::EXAMPLES)]
    Gradebook(Box<gradebook::GradebookArgs>),
    /// Prove that rubric, cases and calibration programs are sound
    Check {
        /// Only this assignment (may be repeated)
        #[arg(short, long = "assignment", value_name = "ID")]
        assignments: Vec<String>,
        /// Write the expected files that are new or out of date, and the points that calibration programs get, and show the differences
        #[arg(long)]
        accept: bool,
        #[command(flatten)]
        mutants: MutantArgs,
        #[command(flatten)]
        repeat: RepeatArgs,
    },
    /// Say whose points differ between two results or two courses, and by which change
    Compare(Box<ComparedSides>),
    /// Find out what programs with all points do otherwise than the reference, in games that no case plays
    Hunt(Box<HuntArguments>),
    /// Play a game of the reference
    Play {
        /// Which game
        game: String,
        /// The number of the first row and column (rowcol)
        #[arg(long, value_parser = value_parser!(u8).range(0..=1))]
        base: Option<u8>,
        /// The seed of the CPU's choices (cpu)
        #[arg(long)]
        seed: Option<u64>,
    },
    /// Start a new assignment: its text, a solution, cases, faulty programs, sample submissions
    New {
        /// Its short name: lower-case letters, digits and `-`
        id: String,
        /// The kind of assignment
        #[arg(long, value_enum, value_name = "EXAMPLE", default_value_t = ExampleCourse::Dialogue)]
        like: ExampleCourse,
    },
    /// Make a course of a package that was made for another judge
    Import(ImportArgs),
    /// Judge what a person has to judge, one program after the other, by single keys
    Review(ReviewArgs),
    /// Write what a person has to judge as a table to fill in, or read it back
    Worksheet(WorksheetArgs),
    /// Show what is kept between runs, or remove it
    Cache {
        /// Remove all of it
        #[arg(long)]
        clear: bool,
    },
    /// Print a file that grades a class in pieces elsewhere, to keep and to change
    ClusterTemplate {
        /// For what
        #[arg(value_enum)]
        kind: ClusterTemplateKind,
    },
    /// Print the JSON schema of rubrics or cases, for editors
    Schema {
        /// Of what
        #[arg(value_enum)]
        kind: SchemaKind,
    },
    /// Pack the course and the grader for another system to grade with
    Package(PackageArgs),
    /// Say what this machine can confine, compile and time
    Doctor,
    /// Print what completes command lines in a shell
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write a manual page for each command
    Man {
        /// The folder for the pages
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// The folder: <student>/<files> or <assignment>/<student>/<files>; or a system's download, as a folder or an archive
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// Only this assignment (may be repeated)
    #[arg(short, long = "assignment", value_name = "ID")]
    pub(super) assignments: Vec<String>,
    /// Only this student (may be repeated)
    #[arg(short, long = "student", value_name = "NAME")]
    pub(super) students: Vec<String>,
    /// Run only this case again, and keep the other cases' results of the last run (may be repeated)
    #[arg(long = "case", value_name = "ID")]
    pub(super) cases: Vec<String>,
    /// Grade only what this file lists, as `missing.txt` among the reports does: `assignment/student` on each line
    #[arg(long, value_name = "FILE")]
    pub(super) only: Option<PathBuf>,
    /// Grade only piece K of N, for `grader merge`: cut by student, or as `slice:K/N` by position
    #[arg(long, value_name = "K/N", value_parser = shared_arguments::parse_partition)]
    pub(super) partition: Option<Partition>,
    /// Have a cluster grade the class, in pieces; what stands after `--` goes to its command
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["partition", "students", "only", "cases", "only_failed"])]
    pub(super) engine: Option<GradingEngine>,
    /// Into how many pieces a cluster's class is cut [default: 16, or as many as there are submissions]
    #[arg(long, value_name = "N", requires = "engine", value_parser = value_parser!(u32).range(1..=MOST_STUDENTS as i64))]
    pub(super) pieces: Option<u32>,
    /// How many submissions to grade at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports [default: reports; of a piece, pieces/K-of-N]
    #[arg(short, long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Open the page of the class in a browser when all is done: with $BROWSER, or xdg-open
    #[arg(long)]
    pub(super) open: bool,
    /// Go on with a run that was stopped: what it has graded is not graded again unless something changed
    #[arg(long)]
    pub(super) resume: bool,
    /// Grade only those that did not get all points in the last run, or were not graded
    #[arg(long)]
    pub(super) only_failed: bool,
    /// Grade all anew, even what was graded before and has not changed
    #[arg(long)]
    pub(super) regrade: bool,
    #[command(flatten)]
    pub(super) reports: ReportArgs,
    /// Fail if any submission earns less than this share of its points
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub(super) fail_under: Option<f64>,
    /// Options for `sbatch`, such as `--partition=cpu --mem=2G`
    #[arg(last = true, requires = "engine", value_name = "SBATCH OPTION")]
    pub(super) options: Vec<OsString>,
}

#[derive(Debug, Args)]
pub(super) struct IntakeArgs {
    /// The folder or archive, as for `grader run`
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// Only this assignment (may be repeated)
    #[arg(short, long = "assignment", value_name = "ID")]
    pub(super) assignments: Vec<String>,
    /// Print JSON in place of a table: for a class, that of `results.json`
    #[arg(long)]
    pub(super) json: bool,
}

impl RunArgs {
    /// Whether it says whom to grade of the class.
    pub(super) fn selects_subset(&self) -> bool {
        let names = !self.assignments.is_empty() || !self.students.is_empty();
        names || self.only_failed || self.only.is_some() || !self.cases.is_empty()
    }

    /// Where reports are written.
    pub(super) fn reports_folder(&self) -> PathBuf {
        let usual = || {
            self.partition
                .as_ref()
                .map_or_else(|| "reports".into(), shared_arguments::default_folder)
        };
        self.out.clone().unwrap_or_else(usual)
    }
}

/// What grades a class elsewhere.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum GradingEngine {
    /// An array of jobs, and one that merges
    Slurm,
}

/// `grader package`.
#[derive(Debug, Args)]
pub(super) struct PackageArgs {
    /// For what
    #[arg(value_enum)]
    pub(super) platform: PackagePlatform,
    /// Which assignment
    #[arg(long = "assignment", value_name = "ID")]
    pub(super) assignment: String,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "autograder.zip")]
    pub(super) out: PathBuf,
    /// The grader to pack: the static one of a release runs on any Linux [default: this one]
    #[arg(long, value_name = "FILE")]
    pub(super) grader: Option<PathBuf>,
    /// A file or folder of the course to pack as well, such as a module that a checker imports
    #[arg(long, value_name = "PATH")]
    pub(super) include: Vec<PathBuf>,
}

/// For what.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum PackagePlatform {
    /// A Gradescope autograder
    Gradescope,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ColourChoice {
    /// On a terminal
    Auto,
    Always,
    Never,
}
