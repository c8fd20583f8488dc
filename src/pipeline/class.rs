//! A whole class: find, grade in parallel, sort.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::expectations::Expectations;
use super::functions::Drivers;
use super::precompiling::{self, Precompiling};
use super::submission::{AssignmentGrader, Interrupted};
use super::toolbox::Toolbox;
use super::undefined::{BuildVariants, Prepared};
use super::{PipelineError, ReferenceError, Session, parallel};
use crate::intake;
use crate::logged::Logged;
use crate::model::{
    Assignment, Confinement, Course, Event, Grade, Gradebook, HandedIn, Submission,
};
use crate::nearest;

/// What to grade.
#[derive(Debug, Clone, Default)]
pub(crate) struct Selection {
    /// Only these assignments; all if empty.
    pub assignments: Vec<String>,
    /// Only these students; all if empty.
    pub students: Vec<String>,
}

impl Selection {
    /// Whether it may leave out something of the class.
    pub(crate) fn is_a_part(&self) -> bool {
        !self.assignments.is_empty() || !self.students.is_empty()
    }
}

/// Finds what was handed in under `folder` and is selected, with remarks on the folder.
///
/// # Errors
///
/// If there is nothing, or it is not clear what is for which assignment.
pub(crate) fn find(
    course: &Course,
    folder: &Path,
    selection: &Selection,
) -> Result<HandedIn, PipelineError> {
    let assignments: Vec<&Assignment> = course
        .assignments
        .iter()
        .filter(|assignment| {
            selection.assignments.is_empty() || selection.assignments.contains(&assignment.id)
        })
        .collect();
    let whole = selection.students.is_empty();
    let HandedIn { submissions, remarks } = intake::find(folder, course, &assignments, whole)?;
    Ok(HandedIn { submissions: chosen(submissions, selection)?, remarks })
}

/// Grades `submissions`, with `workers` at a time.
///
/// # Errors
///
/// If there is nothing to grade them with. What goes wrong with a single submission is a value.
pub(crate) fn run(
    course: &Course,
    submissions: &[Submission],
    session: Session<'_>,
) -> Result<Gradebook, PipelineError> {
    let run = tracing::info_span!("run");
    let _entered = run.enter();
    let toolbox = Toolbox::probe(course, submissions, session.interrupt())?;
    let grades = grade_all(course, submissions, &toolbox, session)?;
    let confinement = Some(session.confinement());
    Ok(Gradebook { grades, toolchains: toolbox.versions(), confinement })
}

fn chosen(found: Vec<Submission>, selection: &Selection) -> Result<Vec<Submission>, PipelineError> {
    let unknown =
        selection.students.iter().find(|name| !found.iter().any(|one| one.student == **name));
    if let Some(name) = unknown {
        return Err(PipelineError::NoSubmission(nobody(name, &found)));
    }
    let wanted = |one: &Submission| {
        selection.students.is_empty() || selection.students.contains(&one.student)
    };
    Ok(found.into_iter().filter(wanted).collect())
}

fn nobody(name: &str, found: &[Submission]) -> String {
    let names: Vec<&str> = found.iter().map(|one| one.student.as_str()).collect();
    let hint = nearest::hint(name, &names);
    format!("there is no student `{name}`{hint}")
}

/// Grades `submissions`; the grades come in their order.
pub(super) fn grade_all(
    course: &Course,
    submissions: &[Submission],
    toolbox: &Toolbox,
    session: Session<'_>,
) -> Result<Vec<Grade>, PipelineError> {
    let expectations = expectations(course, submissions, session)?;
    let folder = course.folder().canonicalize().map_err(ReferenceError::Folder)?;
    let build_variants = BuildVariants::needed(course, submissions, toolbox);
    let mut prepared: BTreeMap<&str, BTreeMap<&str, Prepared<'_>>> = BTreeMap::new();
    for ((assignment, toolchain), build_variants) in &build_variants {
        let ready = Prepared::new(build_variants, session)?;
        prepared.entry(assignment).or_default().extend(ready.map(|ready| (*toolchain, ready)));
    }
    let (precompiling, _keeper) = Precompiling::plan(course, submissions, toolbox, session);
    let graders: BTreeMap<&str, AssignmentGrader<'_>> = course
        .assignments
        .iter()
        .filter_map(|assignment| {
            let expectations = expectations.get(assignment.id.as_str())?;
            let settings = assignment.build_settings(&assignment.toolchain);
            let cases = assignment.cases.iter().cloned().map(Arc::new).collect();
            Some((
                assignment.id.as_str(),
                AssignmentGrader {
                    assignment,
                    cases,
                    expectations,
                    drivers: Drivers::new(assignment, settings, session),
                    undefined: prepared.remove(assignment.id.as_str()).unwrap_or_default(),
                    course_folder: &folder,
                    toolbox,
                    precompiled: &precompiling.ready,
                    session,
                },
            ))
        })
        .collect();
    let is_there =
        |one: &&AssignmentGrader<'_>| toolbox.trouble(&one.assignment.toolchain).is_none();
    let calling: Vec<&AssignmentGrader<'_>> = graders.values().filter(is_there).collect();
    let warm = parallel::map(&calling, session.workers(), |grader| grader.drivers.warm_up());
    warm.into_iter().collect::<Result<(), ReferenceError>>()?;
    let Confinement { tier, shows_reads } = session.confinement();
    let (count, workers) = (submissions.len(), session.workers());
    tracing::info!(submissions = count, workers, %tier, shows_reads, "grading begins");
    session.tell(&Event::Started { submissions: submissions.len() });
    // Workers are threads of their own, and enter the span of the run themselves.
    let run = tracing::Span::current();
    let precompile = precompiling.jobs().iter().map(Job::Precompile);
    let jobs: Vec<Job<'_>> = precompile.chain(submissions.iter().map(Job::Grade)).collect();
    let done = parallel::map(&jobs, session.workers(), |job| {
        run.in_scope(|| match job {
            Job::Precompile(job) => {
                precompiling.make(job, session);
                None
            }
            Job::Grade(submission) => {
                let grader = graders.get(submission.assignment.as_str());
                Some(grader.and_then(|grader| graded(submission, grader)))
            }
        })
    });
    let grades: Option<Vec<Grade>> = done.into_iter().flatten().collect();
    grades.ok_or(PipelineError::Interrupted)
}

/// What a worker does at a time.
enum Job<'j> {
    Precompile(&'j precompiling::Job),
    Grade(&'j Submission),
}

/// None if the user wants to stop.
fn graded(submission: &Submission, grader: &AssignmentGrader<'_>) -> Option<Grade> {
    let session = grader.session;
    if session.is_interrupted() {
        return None;
    }
    let (student, assignment) = (submission.student.clone(), submission.assignment.clone());
    let _entered =
        tracing::info_span!("submission", student = %Logged(&student), assignment).entered();
    session.tell(&Event::SubmissionStarted {
        student: student.clone(),
        assignment: assignment.clone(),
    });
    let grade = match grader.grade(submission) {
        Ok(grade) => grade,
        Err(Interrupted) => return None,
    };
    let (points, max_points) = (grade.points.as_number(), grade.max_points.as_number());
    tracing::info!(points, max_points, build = grade.build.verdict.name(), "graded");
    session.tell(&Event::SubmissionFinished {
        student,
        assignment,
        points: grade.points,
        max_points: grade.max_points,
        ungraded: grade.is_ungraded(),
    });
    Some(grade)
}

fn expectations<'a>(
    course: &'a Course,
    submissions: &[Submission],
    session: Session<'_>,
) -> Result<BTreeMap<&'a str, Expectations>, PipelineError> {
    let folder = course.folder();
    let mut all = BTreeMap::new();
    for assignment in &course.assignments {
        if submissions.iter().any(|submission| submission.assignment == assignment.id) {
            all.insert(
                assignment.id.as_str(),
                Expectations::prepare(assignment, &folder, session)?,
            );
        }
    }
    Ok(all)
}
