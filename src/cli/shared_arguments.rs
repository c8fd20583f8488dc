//! Arguments that several commands share, or that are validated before a command begins.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use super::failure::CliFailure;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, value_parser};
use grading::SubmissionSelection;
use import::PackageFormat;
use lms::intake::{IntakeScratch, IntakeSource};
use lms::layout::StudentPattern;
use model::bounds::MOST_STUDENTS;
use model::{Course, Partition, PartitionMethod, SubmissionLayout, SubmissionSet};
use sandbox::Interrupt;
use support::nearest;

/// What the user says of a layout.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct LayoutArgs {
    /// Layout of the submissions, if it cannot be detected
    #[arg(long, value_name = "NAME", value_parser = layout_parser())]
    pub(super) layout: Option<SubmissionLayout>,
    /// Read names from paths: a regular expression with the group `student`, and perhaps `file`, `assignment`, `late`, `attempt`,
    /// `id`, `login`, `time`
    #[arg(long, value_name = "REGEX", conflicts_with = "layout", value_parser = value_parser!(StudentPattern), hide_short_help = true)]
    pub(super) pattern: Option<StudentPattern>,
}

impl LayoutArgs {
    /// Finds the submissions at `path`. What has to be unpacked goes into `scratch`.
    ///
    /// # Errors
    ///
    /// If `path` cannot be read, is no class, or has nothing that was selected.
    pub(super) fn find_submissions(
        &self,
        path: &Path,
        course: &Course,
        selection: &SubmissionSelection,
        scratch: &IntakeScratch,
        interrupt: &Interrupt,
    ) -> Result<SubmissionSet, CliFailure> {
        let source = IntakeSource {
            path,
            layout: self.layout,
            pattern: self.pattern.as_ref(),
            scratch,
            stop: &|| interrupt.is_raised(),
        };
        Ok(grading::find_submissions(course, &source, selection)?)
    }
}

fn layout_parser() -> impl TypedValueParser<Value = SubmissionLayout> {
    PossibleValuesParser::new(SubmissionLayout::NAMED.map(SubmissionLayout::name))
        .try_map(|name| SubmissionLayout::from_name(&name).ok_or("there is no such layout"))
}

/// `grader kit`.
#[derive(Debug, Args)]
pub(super) struct KitArgs {
    /// Which assignment
    pub(super) assignment: String,
    /// The file to write [default: ASSIGNMENT.kit]
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// The assignment's text [default: ASSIGNMENT.md beside the rubric, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(super) text: Option<PathBuf>,
    /// Show students the points of each criterion
    #[arg(long)]
    pub(super) points: bool,
}

/// `grader try`.
#[derive(Debug, Args)]
pub(super) struct TryArgs {
    /// The files of the program, or their folder [default: this folder]
    pub(super) sources: Vec<PathBuf>,
    /// The kit from your instructor [default: the only *.kit in this folder or above it]
    #[arg(long, value_name = "FILE")]
    pub(super) kit: Option<PathBuf>,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub(super) watch: bool,
    /// Show only the hint for the first failed test case, step by step
    #[arg(long)]
    pub(super) hint: bool,
    /// In a job of GitHub Actions: print annotations in place of the report, and add the report to the job's summary
    #[arg(long, value_name = "NAME", value_parser = ["github"], conflicts_with = "hint")]
    pub(super) format: Option<String>,
    /// Write the report as a page [default with --open: ASSIGNMENT-check.html]
    #[arg(long, value_name = "FILE")]
    pub(super) page: Option<PathBuf>,
    /// Open the page in a browser when all is done: with $BROWSER, or xdg-open
    #[arg(long)]
    pub(super) open: bool,
}

impl TryArgs {
    /// The folder whose files are checked if no file is named.
    pub(super) fn folder(&self) -> PathBuf {
        match self.sources.as_slice() {
            [one] if one.is_dir() => one.clone(),
            _ => PathBuf::from("."),
        }
    }

    /// The same as a path below the top of a repository, where the command runs: its names with `/` between, nothing for the top.
    pub(super) fn repository_folder(&self) -> String {
        let folder = match self.sources.as_slice() {
            [file, ..] if file.is_file() => file.parent().unwrap_or(Path::new("")).to_owned(),
            _ => self.folder(),
        };
        let names = folder.components().filter_map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        });
        names.collect::<Vec<_>>().join("/")
    }

    /// What is watched for changes.
    pub(super) fn watched_paths(&self) -> Vec<PathBuf> {
        if self.sources.is_empty() {
            vec![self.folder()]
        } else {
            self.sources.clone()
        }
    }
}

/// What the user says of the roster.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct RosterArgs {
    /// Who takes the course: a roster.csv, or a file of grades that Canvas, Moodle, Blackboard or Brightspace lets you download
    /// [default: roster.csv beside the rubric]
    #[arg(long, value_name = "FILE")]
    pub(super) roster: Option<PathBuf>,
}

/// A whole number from 1 on.
pub(super) fn parse_positive(text: &str) -> Result<usize, String> {
    text.parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

/// A share of a hundred, with or without its sign.
pub(super) fn parse_percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.trim_end_matches('%').parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100".to_owned())
}

/// What `3/16`, `hash:3/16` or `slice:3/16` means.
pub(super) fn parse_partition(text: &str) -> Result<Partition, String> {
    let (cut, numbers) = match text.split_once(':') {
        Some((name, numbers)) => (parse_cut(name)?, numbers),
        None => (PartitionMethod::Hash, text),
    };
    let (piece, pieces) = numbers.split_once('/').ok_or_else(|| {
        format!("found `{numbers}`; expected a piece and how many there are, such as `3/16`")
    })?;
    let pieces = parse_number(pieces, "how many pieces there are")?;
    let piece = parse_number(piece, "the number of the piece")?;
    match () {
        () if pieces == 0 || pieces as usize > MOST_STUDENTS => Err(format!(
            "found {pieces} pieces; expected a number from 1 to {MOST_STUDENTS}"
        )),
        () if piece == 0 || piece > pieces => Err(format!(
            "found piece {piece} of {pieces}; expected one from 1 to {pieces}, because pieces are counted from 1"
        )),
        () => Ok(Partition { piece, pieces, cut }),
    }
}

fn parse_cut(name: &str) -> Result<PartitionMethod, String> {
    let names = PartitionMethod::ALL.map(PartitionMethod::name);
    PartitionMethod::ALL.into_iter().find(|cut| cut.name() == name).ok_or_else(|| {
        let hint = nearest::describe_suggestion(name, &names);
        format!(
            "there is no way `{name}` to cut a class; expected `hash:` (by student, which is meant where nothing is said) or \
             `slice:` (by position){hint}"
        )
    })
}

fn parse_number(text: &str, what: &str) -> Result<u32, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or_else(|| {
        format!("found `{text}` where {what} stands; expected a whole number, as in `3/16`")
    })
}

/// Where a piece is written if nothing is said.
pub(super) fn default_folder(partition: &Partition) -> PathBuf {
    PathBuf::from(format!(
        "pieces/{}-of-{}",
        partition.piece, partition.pieces
    ))
}

/// What may be asked about mutants.
#[derive(Debug, Args)]
pub(super) struct MutantArgs {
    /// Plant bugs in the solution and see whether the cases detect them: all, or a sample
    #[arg(long, value_name = "SAMPLE", num_args = 0..=1, require_equals = true, value_parser = parse_positive)]
    pub(super) mutants: Option<Option<usize>>,
    /// How many new inputs to try
    #[arg(
        long,
        value_name = "N",
        requires = "mutants",
        default_value_t = 500,
        hide_short_help = true
    )]
    pub(super) games: usize,
    /// Seed of samples and inputs
    #[arg(
        long,
        value_name = "N",
        requires = "mutants",
        default_value_t = 1,
        hide_short_help = true
    )]
    pub(super) seed: u64,
    /// How many submissions to process at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// Folder of the report on mutants
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "mutants",
        default_value = "mutants",
        hide_short_help = true
    )]
    pub(super) out: PathBuf,
    /// Run every mutant in every case as well, and say what that shows of the cases
    #[arg(long, requires = "mutants", hide_short_help = true)]
    pub(super) lint_cases: bool,
    /// Folder of the reports of a class, for `--lint-cases`
    #[arg(
        long,
        value_name = "RESULTS",
        requires = "lint_cases",
        hide_short_help = true
    )]
    pub(super) class: Option<PathBuf>,
    /// Write a case with this name for an undetected bug: the first, or what `--which` says
    #[arg(long, value_name = "NAME", requires = "mutants")]
    pub(super) write_case: Option<String>,
    /// For which undetected bug a case is written: its number in the list, or `all`, which numbers the names of the cases
    #[arg(
        long,
        value_name = "WHICH",
        requires = "write_case",
        default_value = "1",
        hide_short_help = true
    )]
    pub(super) which: FaultChoice,
}

/// For which of the faults that are listed a case is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultChoice {
    /// This one, counted from 1.
    Nth(usize),
    /// All of them.
    All,
}

impl FromStr for FaultChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<FaultChoice, String> {
        if text == "all" {
            return Ok(FaultChoice::All);
        }
        let number = parse_positive(text);
        number.map(FaultChoice::Nth).map_err(|_| {
            format!("found `{text}`; expected the number of a fault, from 1 on, or `all`")
        })
    }
}

impl FaultChoice {
    /// The faults that are chosen, each with the name of its case.
    pub(super) fn choose<T>(self, name: &str, faults: Vec<T>) -> Vec<(String, T)> {
        match self {
            FaultChoice::Nth(number) => {
                let nth = faults.into_iter().nth(number - 1);
                nth.map(|fault| (name.to_owned(), fault))
                    .into_iter()
                    .collect()
            }
            FaultChoice::All => (1..)
                .zip(faults)
                .map(|(number, fault)| (format!("{name}-{number}"), fault))
                .collect(),
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    /// The folder or archive, as for `grader run`
    pub(super) submissions: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
    /// How many submissions to process at a time [default: as many as there are processors]
    #[arg(short, long, value_name = "N", value_parser = parse_positive)]
    pub(super) jobs: Option<usize>,
    /// The folder of the reports
    #[arg(short, long, value_name = "DIR", default_value = "reports")]
    pub(super) out: PathBuf,
}

/// What is imported.
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// What the package was made for
    #[arg(value_name = "FORMAT", value_parser = format_parser())]
    pub(super) format: PackageFormat,
    /// The package: a folder, or an archive of it
    #[arg(value_name = "DIR")]
    pub(super) package: PathBuf,
    /// The folder of the new course, which must not be there yet [default: ID-course]
    #[arg(short, long, value_name = "COURSE-DIR")]
    pub(super) out: Option<PathBuf>,
    /// Write the course although parts of the package that decide grades are not carried over
    #[arg(long)]
    pub(super) partial: bool,
    /// The name of the assignment [default: that of the package]
    #[arg(short, long, value_name = "NEW-ID")]
    pub(super) assignment: Option<String>,
}

fn format_parser() -> impl TypedValueParser<Value = PackageFormat> {
    PossibleValuesParser::new(PackageFormat::ALL.map(PackageFormat::name))
        .try_map(|name| PackageFormat::from_name(&name).ok_or("there is no such format"))
}

/// `grader worksheet`.
#[derive(Debug, Args)]
pub(super) struct WorksheetArgs {
    /// What was handed in, so that the table says where each program is
    pub(super) submissions: Option<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "worksheet.csv")]
    pub(super) out: PathBuf,
    /// Take points and reasons from this table, which was filled in, into overrides.toml
    #[arg(long, value_name = "FILE", requires = "by", conflicts_with_all = ["submissions", "out"])]
    pub(super) read: Option<PathBuf>,
    /// Who judges: the name that students see
    #[arg(long, value_name = "NAME")]
    pub(super) by: Option<String>,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}

/// `grader review`.
#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// What was handed in, so that each program is shown, or the table says where it is
    #[arg(required_unless_present_any = ["table", "read"])]
    pub(super) submissions: Option<PathBuf>,
    /// Who judges: the name that students see
    #[arg(long, value_name = "NAME", required_unless_present = "table")]
    pub(super) by: Option<String>,
    /// Write a table to fill in, such as in a spreadsheet [default FILE: worksheet.csv]
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "worksheet.csv"
    )]
    pub(super) table: Option<PathBuf>,
    /// Take points and reasons from this table, which was filled in, into overrides.toml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["submissions", "table"])]
    pub(super) read: Option<PathBuf>,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}

impl ReviewArgs {
    /// What is asked of the table, if one is to be written or read.
    pub(super) fn to_worksheet(&self) -> Option<WorksheetArgs> {
        if self.table.is_none() && self.read.is_none() {
            return None;
        }
        Some(WorksheetArgs {
            submissions: self.submissions.clone(),
            out: self.table.clone().unwrap_or_default(),
            read: self.read.clone(),
            by: self.by.clone(),
            reports: self.reports.clone(),
            layout: self.layout.clone(),
            roster: self.roster.clone(),
        })
    }
}

/// `grader serve`.
#[derive(Debug, Args)]
pub(super) struct ServeArgs {
    /// What was handed in, so that each program is shown
    pub(super) submissions: PathBuf,
    /// Who judges: the name that students see
    #[arg(long, value_name = "NAME", required_unless_present = "grader")]
    pub(super) by: Option<String>,
    /// Which grader judges: for staff, and for programs that `[graders]` in overrides.toml deals out. Without `--by` students see
    /// "Course staff"
    #[arg(long = "as", value_name = "GRADER")]
    pub(super) grader: Option<String>,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    /// The port on this machine [default: a free one]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub(super) port: u16,
    #[command(flatten)]
    pub(super) layout: LayoutArgs,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}

/// `grader request`.
#[derive(Debug, Args)]
pub(super) struct RequestArgs {
    /// A table with the columns `student`, `text`, and `assignment`, `case`, `criterion` or `about` (a case or a criterion), such as a form
    /// of a learning-management system exports
    pub(super) table: PathBuf,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    pub(super) reports: PathBuf,
    #[command(flatten)]
    pub(super) roster: RosterArgs,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_counted_from_one_and_cut_by_student_by_default() {
        let of = |piece, pieces, cut| Ok(Partition { piece, pieces, cut });
        assert_eq!(parse_partition("3/16"), of(3, 16, PartitionMethod::Hash));
        assert_eq!(parse_partition("hash:1/1"), of(1, 1, PartitionMethod::Hash));
        assert_eq!(
            parse_partition("slice:16/16"),
            of(16, 16, PartitionMethod::Slice)
        );
    }

    #[test]
    fn a_wrong_shard_is_named_with_what_was_expected() {
        for (text, found, expected) in [
            ("0/4", "piece 0 of 4", "from 1 to 4"),
            ("5/4", "piece 5 of 4", "from 1 to 4"),
            ("1/0", "0 pieces", "from 1 to"),
            ("1/20001", "20001 pieces", "from 1 to 20000"),
            ("x/4", "`x`", "whole number"),
            ("1/", "``", "whole number"),
            ("+1/4", "`+1`", "whole number"),
            ("-1/4", "`-1`", "whole number"),
            ("1/4/2", "`4/2`", "whole number"),
            ("99999999999/4", "`99999999999`", "whole number"),
            ("3", "`3`", "such as `3/16`"),
            ("", "``", "such as `3/16`"),
            ("round:1/2", "`round`", "`slice:`"),
            ("slise:1/2", "`slise`", "did you mean `slice`?"),
            ("hash:", "``", "such as `3/16`"),
        ] {
            let said = parse_partition(text).unwrap_err();
            assert!(
                said.contains(found) && said.contains(expected),
                "{text}: {said}"
            );
        }
    }
}
