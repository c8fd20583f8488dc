//! A whole class: find, grade in parallel, sort.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::checker::Checkers;
use super::functions::Drivers;
use super::submission::{AssignmentGrader, Interrupted};
use super::toolbox::Toolbox;
use super::undefined::{BuildVariants, Prepared};
use super::{Expectations, PipelineError, ReferenceError, parallel};
use crate::intake;
use crate::model::{Assignment, Confinement, Course, Event, Grade, Gradebook, Submission};
use crate::nearest;
use crate::sandbox::{Interrupt, Sandbox};

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

/// Finds what was handed in under `folder` and is selected.
///
/// # Errors
///
/// If there is nothing, or it is not clear what is for which assignment.
pub(crate) fn find(
    course: &Course,
    folder: &Path,
    selection: &Selection,
) -> Result<Vec<Submission>, PipelineError> {
    let assignments: Vec<&Assignment> = course
        .assignments
        .iter()
        .filter(|assignment| {
            selection.assignments.is_empty() || selection.assignments.contains(&assignment.id)
        })
        .collect();
    chosen(intake::find(folder, course, &assignments)?, folder, selection)
}

/// Grades `submissions`, with `workers` at a time.
///
/// # Errors
///
/// If there is nothing to grade them with. What goes wrong with a single submission is a value.
pub(crate) fn run(
    course: &Course,
    submissions: &[Submission],
    workers: usize,
    sandbox: &Sandbox,
    interrupt: &Interrupt,
    watcher: &(dyn Fn(&Event) + Sync),
) -> Result<Gradebook, PipelineError> {
    let toolbox = Toolbox::of(course, submissions, interrupt)?;
    let grades = grade_all(course, submissions, &toolbox, workers, sandbox, interrupt, watcher)?;
    let confinement = Some(confinement(sandbox));
    Ok(Gradebook { grades, toolchains: toolbox.versions(), confinement })
}

/// How programs will be confined.
pub(crate) fn confinement(sandbox: &Sandbox) -> Confinement {
    Confinement { tier: sandbox.tier(), shows_reads: sandbox.shows_reads() }
}

fn chosen(
    found: Vec<Submission>,
    folder: &Path,
    selection: &Selection,
) -> Result<Vec<Submission>, PipelineError> {
    if found.is_empty() {
        return Err(PipelineError::NoSubmission(format!(
            "nothing in `{}` was handed in for any assignment",
            folder.display()
        )));
    }
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
    workers: usize,
    sandbox: &Sandbox,
    interrupt: &Interrupt,
    watcher: &(dyn Fn(&Event) + Sync),
) -> Result<Vec<Grade>, PipelineError> {
    let expectations = expectations(course, submissions, sandbox, interrupt)?;
    let folder = course.folder().canonicalize().map_err(ReferenceError::Folder)?;
    let build_variants = BuildVariants::needed(course, submissions, toolbox);
    let mut prepared: BTreeMap<&str, BTreeMap<&str, Prepared<'_>>> = BTreeMap::new();
    for ((assignment, toolchain), build_variants) in &build_variants {
        let ready = Prepared::new(build_variants, sandbox, interrupt)?;
        prepared.entry(assignment).or_default().extend(ready.map(|ready| (*toolchain, ready)));
    }
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
                    drivers: Drivers::new(assignment, settings, sandbox, interrupt),
                    undefined: prepared.remove(assignment.id.as_str()).unwrap_or_default(),
                    checkers: Checkers { folder: &folder, sandbox, interrupt },
                    toolbox,
                    sandbox,
                    interrupt,
                },
            ))
        })
        .collect();
    let is_there =
        |one: &&AssignmentGrader<'_>| toolbox.trouble(&one.assignment.toolchain).is_none();
    let calling: Vec<&AssignmentGrader<'_>> = graders.values().filter(is_there).collect();
    let warm = parallel::map(&calling, workers, |grader| grader.drivers.warm_up());
    warm.into_iter().collect::<Result<(), ReferenceError>>()?;
    watcher(&Event::Started { submissions: submissions.len() });
    let grades = parallel::map(submissions, workers, |submission| {
        watched(submission, graders.get(submission.assignment.as_str())?, watcher)
    });
    grades.into_iter().collect::<Option<Vec<Grade>>>().ok_or(PipelineError::Interrupted)
}

/// None if the user wants to stop.
fn watched(
    submission: &Submission,
    grader: &AssignmentGrader<'_>,
    watcher: &(dyn Fn(&Event) + Sync),
) -> Option<Grade> {
    if grader.interrupt.is_raised() {
        return None;
    }
    let (student, assignment) = (submission.student.clone(), submission.assignment.clone());
    watcher(&Event::SubmissionStarted { student: student.clone(), assignment: assignment.clone() });
    let grade = match grader.grade(submission) {
        Ok(grade) => grade,
        Err(Interrupted) => return None,
    };
    watcher(&Event::SubmissionFinished {
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
    sandbox: &Sandbox,
    interrupt: &Interrupt,
) -> Result<BTreeMap<&'a str, Expectations>, PipelineError> {
    let folder = course.folder();
    let mut all = BTreeMap::new();
    for assignment in &course.assignments {
        if submissions.iter().any(|submission| submission.assignment == assignment.id) {
            all.insert(
                assignment.id.as_str(),
                Expectations::of(assignment, &folder, sandbox, interrupt)?,
            );
        }
    }
    Ok(all)
}
