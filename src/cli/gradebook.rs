//! `grader gradebook`: points go back into a learning-management system, as the file that it imports.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::failure::{self, CliFailure};
use super::overrides::OverrideArgs;
use super::summary::{load_last_records, print_remark, print_remarks};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use judging::score::OverriddenGradebook;
use lms::upload::{
    self, FeedbackFile, FeedbackFormat, FeedbackPackage, FilledFile, UploadError, UploadGrade,
    UploadRequest, UploadSystem,
};
use model::{Gradebook, GradingEnvironment};
use records::is_shard;
use support::nearest::describe_suggestion;

/// What stands below the options.
pub(super) const EXAMPLES: &str = "\
Only students who get points are in the new file, and only the column of the assignment. Whoever gets nothing is named.

Examples:
  grader gradebook canvas grades.csv                          writes grades-graded.csv
  grader gradebook moodle grades.csv --feedback feedback.zip  and packs each student's report
  grader gradebook canvas --column 'Lab 3 (98765)'            without a file";

/// What is asked for.
#[derive(Debug, Args)]
pub(super) struct GradebookArgs {
    /// Which system
    #[arg(value_parser = system_parser())]
    system: UploadSystem,
    /// The file of grades that the system let you download; it stays as it is. Canvas and Brightspace can do without
    file: Option<PathBuf>,
    /// Where the reports are
    #[arg(long, value_name = "DIR", default_value = "reports")]
    reports: PathBuf,
    /// The file to write [default: beside FILE, with `-graded` in its name]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which assignment [default: the only one]
    #[arg(long, value_name = "ID")]
    assignment: Option<String>,
    /// The assignment's column in FILE, if its title differs from the rubric
    #[arg(long, value_name = "TITLE")]
    column: Option<String>,
    /// Scale points from the rubric's maximum to the system's
    #[arg(long)]
    scale: bool,
    /// Give 0 to students in FILE who have no grade and handed in nothing, or no program
    #[arg(long)]
    missing_as_zero: bool,
    /// Pack each student's report, too, as feedback that the system hands out: into an archive (`.zip`) or a new folder
    #[arg(long, value_name = "PATH")]
    feedback: Option<PathBuf>,
    #[command(flatten)]
    overrides: OverrideArgs,
}

fn system_parser() -> impl TypedValueParser<Value = UploadSystem> {
    PossibleValuesParser::new(UploadSystem::ALL.map(UploadSystem::name))
        .try_map(|name| UploadSystem::from_name(&name).ok_or("there is no such system"))
}

/// One assignment's submissions, as they stand in the records.
struct GradebookClass {
    assignment: String,
    title: String,
    /// Where each stands in the gradebook.
    places: Vec<usize>,
    uploads: Vec<UploadGrade>,
}

pub(super) fn run(rubric: Option<&Path>, asked: &GradebookArgs) -> Result<ExitCode, CliFailure> {
    let records = load_last_records(&asked.reports, "--reports")?;
    let overrides = asked.overrides.load_overrides(rubric)?;
    let grades = OverriddenGradebook::new(&records, &overrides)?;
    let environment = records.environment();
    let class = load_class(&grades, asked)?;
    check_completeness(&asked.reports, &class.assignment, asked.missing_as_zero)?;
    if asked.missing_as_zero {
        check_unassigned(&records.run_outline().left_out)?;
    }
    let out = output_path(asked, &class.assignment);
    let package = asked
        .feedback
        .as_deref()
        .map(|path| open_package(asked.system, path))
        .transpose()?;
    let bytes = asked.file.as_deref().map(upload::read_file).transpose()?;
    if let Some(file) = &asked.file {
        ensure_not_input(&out, file)?;
    }
    let wanted = UploadRequest {
        system: asked.system,
        column: asked.column.as_deref(),
        title: &class.title,
        assignment: &class.assignment,
        scale: asked.scale,
        missing_as_zero: asked.missing_as_zero,
    };
    let file = asked.file.as_deref().zip(bytes.as_deref());
    let mut present = class.uploads.iter().filter(|one| !one.is_absent).peekable();
    if present.peek().is_some() && present.all(|one| one.is_anonymous) {
        return pack_anonymous_reports(asked, package.as_ref(), &grades, &environment, &class);
    }
    check_reported_points(&grades, &class, &asked.reports)?;
    let filled = upload::fill_table(file, &class.uploads, wanted)?;
    upload::write_filled(&out, &filled)?;
    print_remarks(&filled.remarks);
    let packed = match &package {
        Some(package) => Some(pack_reports(
            package,
            &grades,
            &environment,
            &class,
            &filled.recipient_ids,
            asked.system,
            filled.has_groups,
        )?),
        None => None,
    };
    let printed = print_outcome(&filled, &out, packed, asked)?;
    // Students of this class may be without their points.
    Ok(if filled.most_match_no_row {
        ExitCode::from(3)
    } else {
        printed
    })
}

/// Canvas imports no grades while an assignment is anonymous, and takes feedback.
fn pack_anonymous_reports(
    asked: &GradebookArgs,
    package: Option<&FeedbackPackage>,
    grades: &impl Gradebook,
    environment: &GradingEnvironment,
    class: &GradebookClass,
) -> Result<ExitCode, CliFailure> {
    let (Some(package), None) = (package, &asked.file) else {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "the submissions are anonymous, and Canvas imports no grades while they are; post the grades there, download the submissions \
             and the gradebook again, and repeat `grader run`, which takes the results from its cache. Without FILE, \
             `grader gradebook canvas --feedback PATH` packs reports alone"
        )));
    };
    let present = class
        .uploads
        .iter()
        .enumerate()
        .filter(|(_, one)| !one.is_absent);
    let given = present.map(|(upload, _)| (upload, Vec::new())).collect();
    let packed = pack_reports(
        package,
        grades,
        environment,
        class,
        &given,
        asked.system,
        false,
    )?;
    let path = asked.feedback.as_deref().unwrap_or(Path::new(""));
    let (_, feedback) = system_menus(asked.system);
    let told = writeln!(
        anstream::stdout(),
        "{}: {}; hand them out with: {feedback}; no grades, because the submissions are anonymous",
        path.display(),
        format_report_count(packed)
    );
    failure::finish_printing(told)
}

/// The submissions of the assignment that is asked for.
fn load_class(
    grades: &impl Gradebook,
    asked: &GradebookArgs,
) -> Result<GradebookClass, CliFailure> {
    let mut ids: BTreeSet<String> = BTreeSet::new();
    let mut all = Vec::new();
    for place in 0..grades.count() {
        let grade = grades.grade(place).map_err(CliFailure::internal_error)?;
        ids.insert(grade.assignment.clone());
        let upload = UploadGrade::from_grade(&grade, asked.system);
        all.push((
            grade.assignment.clone(),
            grade.outline.title.clone(),
            place,
            upload,
        ));
    }
    let names: Vec<&str> = ids.iter().map(String::as_str).collect();
    let assignment = match (&asked.assignment, names.as_slice()) {
        (Some(id), _) if ids.contains(id) => id.clone(),
        (Some(id), _) => {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "there are no grades of `{id}` in {}; there are some of {}{}",
                asked.reports.display(),
                names.join(", "),
                describe_suggestion(id, &names)
            )));
        }
        (None, [only]) => (*only).to_owned(),
        (None, []) => {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "{} has no grades; name the folder of reports with --reports",
                asked.reports.display()
            )));
        }
        (None, _) => {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "{} has grades of several assignments, and a file for a system has one; say which with --assignment: {}",
                asked.reports.display(),
                names.join(", ")
            )));
        }
    };
    let mut class = GradebookClass {
        assignment,
        title: String::new(),
        places: Vec::new(),
        uploads: Vec::new(),
    };
    for (id, title, place, upload) in all {
        if id == class.assignment {
            class.title = title;
            class.places.push(place);
            class.uploads.push(upload);
        }
    }
    Ok(class)
}

/// Where the new file stands.
fn output_path(asked: &GradebookArgs, assignment: &str) -> PathBuf {
    if let Some(out) = &asked.out {
        return out.clone();
    }
    let Some(file) = &asked.file else {
        return PathBuf::from(format!("{assignment}-{}.csv", asked.system.name()));
    };
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("-graded");
    if let Some(ending) = file.extension() {
        name.push(".");
        name.push(ending);
    }
    file.with_file_name(name)
}

/// Refuses to write over the system's own file.
fn ensure_not_input(out: &Path, file: &Path) -> Result<(), CliFailure> {
    match (out.canonicalize(), file.canonicalize()) {
        (Ok(out), Ok(file)) if out == file => Err(CliFailure::usage_error(anyhow::anyhow!(
            "{} is the file that was downloaded, and it stays as it is; name another with --out FILE",
            file.display()
        ))),
        _ => Ok(()),
    }
}

fn open_package(system: UploadSystem, path: &Path) -> Result<FeedbackPackage, CliFailure> {
    if system == UploadSystem::Blackboard {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "Blackboard takes no feedback files for a whole class; leave --feedback out, and hand reports out in another way"
        )));
    }
    Ok(FeedbackPackage::new(path)?)
}

/// Packs the reports of all who get points; how many there are is the value.
fn pack_reports(
    package: &FeedbackPackage,
    grades: &impl Gradebook,
    environment: &GradingEnvironment,
    class: &GradebookClass,
    given: &BTreeMap<usize, Vec<String>>,
    system: UploadSystem,
    has_groups: bool,
) -> Result<usize, CliFailure> {
    let mut files: Vec<(usize, FeedbackFile)> = Vec::new();
    for (upload, ids) in given {
        let Some(&place) = class.places.get(*upload) else {
            continue;
        };
        let grade = grades.grade(place).map_err(CliFailure::internal_error)?;
        let hand_in = grade.hand_in.as_ref();
        let is_foreign = hand_in.is_none_or(|it| it.layout != system.name());
        let named = if system == UploadSystem::Moodle && has_groups && is_foreign {
            Err(
                "Moodle wants the number of the group, which only a download of Moodle has"
                    .to_owned(),
            )
        } else {
            upload::feedback_files(system, hand_in, &class.assignment, ids)
        };
        match named {
            Ok(all) => files.extend(all.into_iter().map(|one| (place, one))),
            Err(reason) => {
                let whose = report::escape_lines(&grade.student);
                print_remark(&format!("the report of `{whose}` is not packed: {reason}"));
            }
        }
    }
    let packed = files.len();
    package.write_files(files.into_iter().map(|(place, named)| {
        let bytes = render_report(grades, environment, place, &named.form)?;
        Ok((named.path, bytes))
    }))?;
    Ok(packed)
}

/// The report as its student may see it.
fn render_report(
    grades: &impl Gradebook,
    environment: &GradingEnvironment,
    place: usize,
    form: &FeedbackFormat,
) -> Result<Vec<u8>, UploadError> {
    let grade = grades.grade(place)?;
    match form {
        FeedbackFormat::Page => Ok(report::render_student_page(&grade, environment)?.into_bytes()),
        FeedbackFormat::PackedPage { name } => {
            let page = report::render_student_page(&grade, environment)?;
            upload::zip_single_file(name, page.as_bytes())
        }
        FeedbackFormat::Text => Ok(report::render_student_report(&grade, environment).into_bytes()),
    }
}

fn print_outcome(
    filled: &FilledFile,
    out: &Path,
    packed: Option<usize>,
    asked: &GradebookArgs,
) -> Result<ExitCode, CliFailure> {
    let (grades, feedback) = system_menus(asked.system);
    let mut stdout = anstream::stdout().lock();
    let students = if filled.students == 1 {
        "1 student"
    } else {
        &format!("{} students", filled.students)
    };
    let title = report::escape_lines(&filled.title);
    let mut told = writeln!(
        stdout,
        "{}: points for {students} in the column `{title}`; import it with: {grades}",
        out.display()
    );
    if let (Some(count), Some(path)) = (packed, &asked.feedback) {
        told = told.and_then(|()| {
            let reports = format_report_count(count);
            writeln!(
                stdout,
                "{}: {reports}; hand them out with: {feedback}",
                path.display()
            )
        });
    }
    if asked.system == UploadSystem::Moodle {
        told = told.and_then(|()| {
            writeln!(
                stdout,
                "Import grades before feedback files. For a second import, in a Moodle that is not in English, tick \"Update records \
                 that have been modified more recently\": without it Moodle skips every student who has a grade"
            )
        });
    }
    failure::finish_printing(told)
}

/// Where a system imports grades, and where it hands out reports.
fn system_menus(system: UploadSystem) -> (&'static str, &'static str) {
    match system {
        UploadSystem::Canvas => (
            "Grades → Import",
            "Gradebook → the assignment's menu → Re-Upload Submissions",
        ),
        UploadSystem::Moodle => (
            "the assignment → Submissions → Upload grading worksheet",
            "the assignment → Submissions → Upload multiple feedback files in a zip",
        ),
        UploadSystem::Blackboard => ("Grade Center → Work Offline → Upload", ""),
        UploadSystem::Brightspace => (
            "Grades → Enter Grades → Import",
            "Assignments → the folder → Add Feedback Files",
        ),
    }
}

fn format_report_count(count: usize) -> String {
    if count == 1 {
        "1 report".to_owned()
    } else {
        format!("{count} reports")
    }
}

impl From<UploadError> for CliFailure {
    fn from(error: UploadError) -> CliFailure {
        match error {
            UploadError::Read { .. } | UploadError::Content { .. } | UploadError::Refused(_) => {
                CliFailure::usage_error(error)
            }
            UploadError::Package { .. } | UploadError::Write(_) | UploadError::Io(_) => {
                CliFailure::internal_error(error)
            }
        }
    }
}

/// Refuses zeros while the run found files that it could assign to nobody: they may be what a student without a submission handed in.
fn check_unassigned(left_out: &[String]) -> Result<(), CliFailure> {
    if left_out.is_empty() {
        return Ok(());
    }
    let sentences: Vec<String> = left_out
        .iter()
        .map(|one| report::escape_lines(one))
        .collect();
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "--missing-as-zero could give 0 to students who handed something in, because the run left files out: {}; rename or remove these \
         and run `grader run` again, or enter 0 by hand",
        sentences.join("; ")
    )))
}

/// Refuses to write other points than the reports show, as after a run with other overrides.
fn check_reported_points(
    grades: &impl Gradebook,
    class: &GradebookClass,
    reports: &Path,
) -> Result<(), CliFailure> {
    /// How many students are named.
    const MOST: usize = 3;
    let Some(shown) = report::read_reported_points(reports).map_err(CliFailure::internal_error)?
    else {
        return Ok(());
    };
    let mut differences = Vec::new();
    for place in &class.places {
        let grade = grades.grade(*place).map_err(CliFailure::internal_error)?;
        if let Some(points) = shown.find_difference(&grade) {
            let student = report::escape_lines(&grade.student);
            let points = describe_reported(points);
            differences.push(format!(
                "`{student}` has {points} there, and {} here",
                grade.points
            ));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let more = match differences.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    differences.truncate(MOST);
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "{}/grades.csv has other points: {}{more}. If the run had other overrides, name their file with --overrides FILE; if overrides \
         have changed since, write the reports again with `grader report --all`",
        reports.display(),
        differences.join("; ")
    )))
}

fn describe_reported(points: &str) -> &str {
    match points {
        "" => "no points",
        _ => points,
    }
}

/// Says so if the reports in `folder` are not of all that was handed in of an assignment. Whoever is `as_zero` without a
/// submission then is an error.
fn check_completeness(folder: &Path, assignment: &str, as_zero: bool) -> Result<(), CliFailure> {
    let missing = report::missing_file(folder);
    let what = if report::has_missing(folder, assignment) {
        let missing = missing.display();
        format!(
            "{missing} names submissions that nobody has graded yet; `grader run SUBMISSIONS --only {missing}` grades them"
        )
    } else if is_shard(folder) {
        let folder = folder.display();
        format!("{folder} is a piece of a class, and `grader merge` makes the class of all pieces")
    } else {
        return Ok(());
    };
    if as_zero {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "--missing-as-zero could give 0 to students who handed something in: {what}"
        )));
    }
    print_remark(&what);
    Ok(())
}
