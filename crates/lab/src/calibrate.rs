//! Grades programs whose grades are known: the proof that rubric and cases are right.

use std::path::PathBuf;

use grading::{PipelineError, Session, ToolchainSet};
use judging::case_lints::{ProgramKind, ProgramRow};
use rubric::CalibrationCorrection;

use model::{
    Assignment, CalibrationProgram, CaseReport, Course, CriterionReport, Grade, Points, SourceFile,
    Submission, SubmissionContent, Verdict, add_provided_files,
};

/// How many cases with a forbidden verdict are listed.
const MAX_LISTED_CASES: usize = 5;

/// The result of one calibration program.
#[derive(Debug, Clone)]
pub struct CalibrationResult {
    /// The assignment's id.
    pub assignment: String,
    /// The program's name.
    pub name: String,
    /// The points it got.
    pub points: Points,
    /// What it loses in each criterion: the id, and the points.
    pub losses: Vec<(String, Points)>,
    /// One sentence for each thing that is not as declared.
    pub problems: Vec<String>,
    /// What the rubric must declare instead.
    pub correction: CalibrationCorrection,
    /// How many of the problems end with the correction. A verdict that is not permitted stays wrong.
    correctable: usize,
    /// Whether the grader failed, so that this says nothing about the rubric.
    pub ungraded: bool,
    /// The verdicts of its cases.
    pub row: ProgramRow,
}

impl CalibrationResult {
    /// Whether nothing is wrong once the rubric declares what the program gets.
    pub fn is_correctable(&self) -> bool {
        self.problems.len() == self.correctable && !self.ungraded
    }
}

/// Grades every calibration program of the course.
///
/// # Errors
///
/// As for a class.
pub fn grade_calibration_programs(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<CalibrationResult>, PipelineError> {
    let declared: Vec<(&Assignment, &CalibrationProgram)> = course
        .assignments
        .iter()
        .flat_map(|assignment| {
            assignment
                .calibrations
                .iter()
                .map(move |calibration| (assignment, calibration))
        })
        .collect();
    let submissions: Vec<Submission> = declared
        .iter()
        .map(|(assignment, calibration)| calibration_submission(assignment, calibration))
        .collect();
    let toolbox = ToolchainSet::probe(course, &submissions, session.interrupt())?;
    let session = session.without_explanations();
    let grades = grading::grade_in_memory(course, &submissions, &toolbox, session)?;
    Ok(declared
        .into_iter()
        .zip(grades)
        .map(|((assignment, calibration), grade)| {
            calibration_result(assignment, calibration, &grade)
        })
        .collect())
}

/// The processor time, in seconds, of the slowest case of all calibration programs that come to an end in every case; none if no program
/// does.
///
/// # Errors
///
/// As for a class.
pub fn measure_slowest_case(
    course: &Course,
    session: Session<'_>,
) -> Result<Option<f64>, PipelineError> {
    let submissions = calibration_programs(course);
    let toolbox = ToolchainSet::probe(course, &submissions, session.interrupt())?;
    let session = session.without_explanations();
    let grades = grading::grade_in_memory(course, &submissions, &toolbox, session)?;
    // A checker may give a part of the points.
    let has_ended = |case: &CaseReport| {
        matches!(
            case.judgement.verdict,
            Verdict::Accepted | Verdict::PresentationError | Verdict::WrongAnswer
        )
    };
    let is_right = |grade: &&Grade| grade.cases.iter().all(has_ended);
    let times = grades
        .iter()
        .filter(is_right)
        .flat_map(|grade| &grade.cases)
        .filter_map(|case| case.observation.as_ref())
        .map(|seen| seen.usage.cpu.as_secs_f64());
    Ok(times.reduce(f64::max))
}

/// The calibration programs, as submissions of students with these names.
pub fn calibration_programs(course: &Course) -> Vec<Submission> {
    course
        .assignments
        .iter()
        .flat_map(calibration_submissions)
        .collect()
}

fn calibration_submissions(assignment: &Assignment) -> Vec<Submission> {
    assignment
        .calibrations
        .iter()
        .map(|one| calibration_submission(assignment, one))
        .collect()
}

fn calibration_submission(assignment: &Assignment, calibration: &CalibrationProgram) -> Submission {
    known_submission(assignment, &calibration.name, &calibration.sources)
}

/// An instructor's program, as the submission of a student with this name.
pub(crate) fn known_submission(
    assignment: &Assignment,
    name: &str,
    sources: &[PathBuf],
) -> Submission {
    let sources = sources.iter().cloned().map(SourceFile::from_path).collect();
    let (sources, _) = add_provided_files(sources, &assignment.provided, "");
    Submission::new(name, &assignment.id, SubmissionContent::Sources(sources))
}

/// The criteria in which points are missing.
fn point_losses(grade: &Grade) -> Vec<(String, Points)> {
    grade.criteria.iter().filter_map(criterion_loss).collect()
}

fn criterion_loss(criterion: &CriterionReport) -> Option<(String, Points)> {
    let lost = criterion.max_points - criterion.points;
    (lost > Points::ZERO).then(|| (criterion.id.clone(), lost))
}

/// Why a criterion lacks points, in a line.
fn describe_loss(criterion: &CriterionReport) -> Option<String> {
    let reason = criterion.reason.as_deref()?;
    let points = criterion.points.as_number();
    let most = criterion.max_points.as_number();
    Some(format!("`{}`: {points} of {most}, {reason}", criterion.id))
}

/// What is wrong with the verdicts of all cases.
fn check_verdict_kinds(calibration: &CalibrationProgram, grade: &Grade) -> Vec<String> {
    let CalibrationProgram {
        permitted,
        required,
        ..
    } = calibration;
    let is_one_of =
        |names: &[String], case: &CaseReport| names.iter().any(|it| it == verdict_name(case));
    let mut troubles = Vec::new();
    let not_permitted = grade
        .cases
        .iter()
        .filter(|case| !is_one_of(permitted, case));
    if !permitted.is_empty() {
        for case in not_permitted.take(MAX_LISTED_CASES) {
            let id = &case.case.id;
            let verdict = verdict_name(case);
            let permitted = permitted.join("`, `");
            troubles.push(format!(
                "case `{id}` is `{verdict}`, and `{permitted}` is permitted"
            ));
        }
    }
    if !required.is_empty() && !grade.cases.iter().any(|case| is_one_of(required, case)) {
        troubles.push(format!(
            "no case is `{}`, and one is required",
            required.join("` or `")
        ));
    }
    troubles
}

fn verdict_name(case: &CaseReport) -> &str {
    case.judgement.verdict.name()
}

fn calibration_row(calibration: &CalibrationProgram, grade: &Grade) -> ProgramRow {
    let cases: Vec<String> = grade.cases.iter().map(|one| one.case.id.clone()).collect();
    ProgramRow::from_grade(
        ProgramKind::Calibration,
        calibration.name.clone(),
        &cases,
        grade,
    )
}

fn calibration_result(
    assignment: &Assignment,
    calibration: &CalibrationProgram,
    grade: &Grade,
) -> CalibrationResult {
    let place = assignment
        .calibrations
        .iter()
        .position(|one| std::ptr::eq(one, calibration));
    let mut correction = CalibrationCorrection {
        assignment: grade.assignment.clone(),
        place: place.unwrap_or_default(),
        points: None,
        verdicts: Vec::new(),
        findings: Vec::new(),
    };
    let mut problems = Vec::new();
    let mut correctable = 0;
    if grade.is_ungraded() {
        let reason = grade.build.reason.clone().unwrap_or_default();
        problems.push(format!("the grader failed on it: {reason}"));
    } else {
        if let Some(problem) = check_points(calibration, grade) {
            problems.push(problem);
            correction.points = Some(grade.points);
        }
        for (case, declared) in &calibration.verdicts {
            let verdict = grade
                .cases
                .iter()
                .find(|one| one.case.id == *case)
                .map(|one| one.judgement.verdict.name());
            if verdict == Some(declared) {
                continue;
            }
            problems.push(format!(
                "case `{case}` is `{}`, and `{declared}` is declared",
                verdict.unwrap_or("not there")
            ));
            if let Some(verdict) = verdict {
                correction.verdicts.push((case.clone(), verdict.to_owned()));
            }
        }
        for (id, declared) in &calibration.findings {
            let criterion = grade.criteria.iter().find(|criterion| criterion.id == *id);
            let rule = criterion.and_then(|criterion| criterion.rule.as_ref());
            let found = rule.map_or(0, |rule| rule.inspection.findings.len());
            if found != *declared {
                problems.push(format!(
                    "`{id}` has {found} findings, and {declared} are declared"
                ));
                correction.findings.push((id.clone(), found));
            }
        }
        correctable = usize::from(correction.points.is_some())
            + correction.verdicts.len()
            + correction.findings.len();
        problems.extend(check_verdict_kinds(calibration, grade));
    }
    CalibrationResult {
        assignment: grade.assignment.clone(),
        name: calibration.name.clone(),
        points: grade.points,
        losses: point_losses(grade),
        ungraded: grade.is_ungraded(),
        row: calibration_row(calibration, grade),
        problems,
        correction,
        correctable,
    }
}

/// Why the points are not as declared, with the criteria that cost some; none if they are, or if verdicts are declared instead.
fn check_points(calibration: &CalibrationProgram, grade: &Grade) -> Option<String> {
    let points = grade.points.as_number();
    let problem = match calibration.points {
        Some(declared) if declared == grade.points => return None,
        Some(declared) => format!(
            "it gets {points} points, and {} are declared",
            declared.as_number()
        ),
        None if !calibration.permitted.is_empty() || !calibration.required.is_empty() => {
            return None;
        }
        None => format!("it gets {points} points, and none are declared"),
    };
    let losses = grade.criteria.iter().filter_map(describe_loss);
    let lines: Vec<String> = std::iter::once(problem).chain(losses).collect();
    Some(lines.join("\n"))
}
