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
    self, ImportArgs, KitArgs, LayoutArgs, MutantArgs, RequestArgs, ReviewArgs, RosterArgs,
    ServeArgs, TryArgs, WatchArgs, WorksheetArgs, parse_percent, parse_positive,
};
use super::similar::arguments::SimilarArgs;
use super::writing::ReportArgs;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use model::Partition;
use model::bounds::MOST_STUDENTS;

/// Grades C++ console assignments against a reference implementation.
#[derive(Debug, Parser)]
#[command(name = "grader", version, about, propagate_version = true)]
pub(super) struct CliArgs {
    /// What to do.
    #[command(subcommand)]
    pub(super) task: CliCommand,

    /// The course's rubric [default: rubric.toml in this folder or its nearest parent]
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    pub(super) rubric: Option<PathBuf>,

    /// Show no progress
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub(super) quiet: bool,

    /// Log each step into a file
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL, hide_short_help = true)]
    pub(super) log: Option<PathBuf>,

    /// Log each step on standard error
    #[arg(short, long, global = true, conflicts_with = "log", help_heading = GLOBAL)]
    pub(super) verbose: bool,

    /// When to use colours
    #[arg(long = "color", global = true, value_enum, default_value_t = ColourChoice::Auto, value_name = "WHEN", help_heading = GLOBAL)]
    pub(super) colour: ColourChoice,

    /// Run submissions even if the sandbox cannot stop them from reading files
    #[arg(long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(super) allow_unconfined: bool,

    /// Do not use or write the cache
    #[arg(long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(super) no_cache: bool,

    /// Use the cache, but change nothing in it
    #[arg(long, global = true, conflicts_with = "no_cache", help_heading = GLOBAL, hide_short_help = true)]
    pub(super) cache_read_only: bool,

    /// Link with the complete libraries (slower)
    #[arg(long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(super) no_import_libraries: bool,

    /// Do not precompile headers (slower)
    #[arg(long, global = true, help_heading = GLOBAL, hide_short_help = true)]
    pub(super) no_precompiled: bool,
}

/// The heading of the options that all commands have.
const GLOBAL: &str = "Options of all commands";

/// The strongest tier to try: lets tests see the weaker ones on a machine that has all.
pub(super) const STRONGEST_TIER: &str = "GRADER_STRONGEST_TIER";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    a gate failed (--fail-under, check, compare --fail-on, regenerate --check, try)
  2    wrong usage, or a mistake in the rubric or a case
  3    the grader or the machine failed: a submission is ungraded, there is no compiler, the disk is full
  4    no submission found
  130  interrupted";

#[derive(Debug, Subcommand)]
pub(super) enum CliCommand {
    /// Grade a folder of submissions or a downloaded archive
    Run(Box<RunArgs>),
    /// Grade a class, and again what changes, until Ctrl-C
    Watch(WatchArgs),
    /// Show who submitted what; compiles nothing
    Intake(IntakeArgs),
    /// Combine the shards of a class
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
    /// Write all expected files from the reference
    Regenerate {
        /// Only say which are not what the reference prints
        #[arg(long)]
        check: bool,
        /// Only this assignment (may be repeated)
        #[arg(short, long = "assignment", value_name = "ID")]
        assignments: Vec<String>,
    },
    /// Show one student's report, or write all reports again without grading
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
    /// Write points into the gradebook file of Canvas, Moodle, Blackboard or Brightspace
    #[command(after_help = gradebook::EXAMPLES)]
    Gradebook(Box<gradebook::GradebookArgs>),
    /// Check rubric, cases, expected files and calibration programs
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
    /// Show whose points differ between two runs or two courses, and why
    Compare(Box<ComparedSides>),
    /// Rank pairs of programs by how alike they are, for a person to read; never a grade
    #[command(after_help = super::similar::arguments::CAVEAT)]
    Similar(Box<SimilarArgs>),
    /// Search for bugs in programs with full points
    Hunt(Box<HuntArguments>),
    /// Play a built-in game
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
    /// Start an assignment: text, rubric, cases, solution, faulty programs
    New {
        /// Its short name: lower-case letters, digits and `-`
        id: String,
        /// The kind of assignment
        #[arg(long, value_enum, value_name = "EXAMPLE", default_value_t = ExampleCourse::Dialogue)]
        like: ExampleCourse,
    },
    /// Pack what students may have of an assignment, for `grader try`
    Kit(KitArgs),
    /// Check your own program with the kit of its assignment
    Try(TryArgs),
    /// Convert a package of another judge into a course
    Import(ImportArgs),
    /// Grade manual criteria, in the terminal or in a table
    Review(ReviewArgs),
    /// Grade manual criteria in a browser on this machine, until Ctrl-C
    Serve(Box<ServeArgs>),
    /// Take students' objections from a table, so that `serve` and `review` show them
    Request(RequestArgs),
    /// Write manual criteria as a table to fill in, or read it back; the same as `grader review --table` and `--read`
    #[command(hide = true)]
    Worksheet(WorksheetArgs),
    /// Show the size of the cache, fill it, or remove it
    Cache {
        /// Remove all of it
        #[arg(long)]
        clear: bool,
        /// Precompile the headers with which programs of earlier runs began
        #[arg(long, conflicts_with = "clear")]
        warm: bool,
    },
    /// Print a file that grades a class in shards on a cluster or in CI
    ClusterTemplate {
        /// For what
        #[arg(value_enum)]
        kind: ClusterTemplateKind,
    },
    /// Print the JSON schema of a rubric or a case, for editors
    Schema {
        /// Of what
        #[arg(value_enum)]
        kind: SchemaKind,
    },
    /// Pack an autograder for another system
    Package(PackageArgs),
    /// Check compilers, sandbox and limits of this machine
    Doctor,
    /// Print completions for a shell
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write manual pages
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
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(super) only: Option<PathBuf>,
    /// Grade only piece K of N, for `grader merge`: cut by student, or as `slice:K/N` by position
    #[arg(long, value_name = "K/N", value_parser = shared_arguments::parse_partition, hide_short_help = true)]
    pub(super) partition: Option<Partition>,
    /// Grade the class on a cluster, in pieces; arguments after `--` go to its command
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["partition", "students", "only", "cases", "only_failed"], hide_short_help = true)]
    pub(super) engine: Option<GradingEngine>,
    /// Into how many pieces a cluster's class is cut [default: 16, or as many as there are submissions]
    #[arg(long, value_name = "N", requires = "engine", value_parser = value_parser!(u32).range(1..=MOST_STUDENTS as i64), hide_short_help = true)]
    pub(super) pieces: Option<u32>,
    /// How many submissions to process at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports [default: reports; of a piece, pieces/K-of-N]
    #[arg(short, long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Open the page in a browser when all is done: with $BROWSER, or xdg-open
    #[arg(long)]
    pub(super) open: bool,
    /// Continue a run that was stopped: what it has graded is not graded again unless something changed
    #[arg(long)]
    pub(super) resume: bool,
    /// Grade only those that did not get all points in the last run, or were not graded
    #[arg(long)]
    pub(super) only_failed: bool,
    /// Grade everything again, even what was graded before and has not changed
    #[arg(long)]
    pub(super) regrade: bool,
    /// Correct programs for the same assignments, in the layout of a class: changes that make a wrong one right may be taken from them, beside
    /// the solution. No student sees their text
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    pub(super) donors: Option<PathBuf>,
    #[command(flatten)]
    pub(super) reports: ReportArgs,
    /// Fail if any submission earns less than this share of its points
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    pub(super) fail_under: Option<f64>,
    /// Options for `sbatch`, such as `--partition=cpu --mem=2G`
    #[arg(
        last = true,
        requires = "engine",
        value_name = "SBATCH OPTION",
        hide_short_help = true
    )]
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
