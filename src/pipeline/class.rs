//! A whole class: graded in parallel, each grade put down as soon as it is known.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::digests::{Digests, SubmissionDigests};
use super::expectations::Expectations;
use super::functions::Drivers;
use super::kept_cases::{self, CasesAgain, KeptCases};
use super::precompiling::{self, Precompiling};
use super::scheme::scheme_of;
use super::submission::{AssignmentGrader, Graded, Interrupted};
use super::toolbox::Toolbox;
use super::undefined::{BuildVariants, Prepared};
use super::unit_tests::TestKit;
use super::{PipelineError, ReferenceError, Session, import_libraries, repeatable};
use crate::cache::Store;
use crate::logged::Logged;
use crate::model::{Confinement, Course, Event, Grade, Submission};
use crate::parallel;
use crate::record::Run;

/// Grades `submissions`, and puts down each grade as soon as it is known. What is known already of the same submission, by a
/// run that was stopped or in the `cache`, is not found out again; nor are cases that nobody asks to run `again`. How many
/// submissions were graded anew is the value.
///
/// # Errors
///
/// If there is nothing to grade them with, or a grade cannot be kept. What goes wrong with a single submission is a value.
pub(crate) fn run(
    course: &Course,
    submissions: &[Submission],
    session: Session<'_>,
    records: &Run,
    cache: &Store,
    again: Option<&CasesAgain>,
) -> Result<usize, PipelineError> {
    let run = tracing::info_span!("run");
    let _entered = run.enter();
    let toolbox = Toolbox::probe(course, submissions, session.interrupt())?;
    let digests = Digests::new(course, submissions, &toolbox, session);
    session.tell(&Event::Started { submissions: submissions.len() });
    let looked_up = parallel::try_map(submissions, session.workers(), |submission| {
        let digests = digests.of_submission(submission);
        let is_known = match digests.map(|digests| digests.whole) {
            Some(digest) => {
                let Submission { student, assignment, .. } = submission;
                let record = records.of_stopped(student, assignment, digest);
                let record = record.or_else(|| cache.find(digest));
                let grade = record.map(|record| records.put_down_again(&record)).transpose()?;
                grade.flatten().inspect(|grade| finished(grade, session)).is_some()
            }
            None => false,
        };
        Ok::<_, PipelineError>((!is_known).then(|| (submission.clone(), digests)))
    })?;
    let (open, of_open): (Vec<Submission>, Vec<Option<SubmissionDigests>>) =
        looked_up.into_iter().flatten().unzip();
    grade_all(course, &open, &toolbox, session, |grader, place, submission| {
        let AssignmentGrader { assignment, expectations, .. } = *grader;
        let (submission_digests, files) = (of_open[place], digests.of_cases(&assignment.id));
        let kept = again.map(|again| again.kept(grader, submission, submission_digests, files));
        let kept = kept.unwrap_or_default();
        let mut graded = graded(grader, submission, &kept)?;
        graded.grade.scoring.files = submission_digests.map(|digests| digests.files);
        let basis = submission_digests.zip(files).and_then(|(submission, files)| {
            kept_cases::basis_of(assignment, expectations, submission, files, &graded)
        });
        let grade = graded.grade;
        // What we failed on is tried again. And what was kept stays where somebody asked for it, but stands for no whole run.
        let is_final = kept.is_empty() && !grade.is_ungraded();
        let digest = submission_digests.filter(|_| is_final).map(|digests| digests.whole);
        let environment = grader.environment(submission);
        let record = records.put_down(&grade, digest, basis.as_ref(), environment)?;
        if let Some(digest) =
            digest.filter(|_| repeatable::is_repeatable(&grade, grader.assignment))
        {
            cache.keep(digest, &record);
        }
        finished(&grade, session);
        Ok(())
    })
    .map(|done| done.len())
}

/// Grades a class that fits in memory; the grades come in the order of `submissions`.
///
/// # Errors
///
/// As for any class.
pub(super) fn grades(
    course: &Course,
    submissions: &[Submission],
    toolbox: &Toolbox,
    session: Session<'_>,
) -> Result<Vec<Grade>, PipelineError> {
    session.tell(&Event::Started { submissions: submissions.len() });
    grade_all(course, submissions, toolbox, session, |grader, _, submission| {
        let Graded { grade, .. } = graded(grader, submission, &KeptCases::default())?;
        finished(&grade, session);
        Ok(grade)
    })
}

/// Does `work` for each of `submissions`, with its place among them and all that is needed to grade it; what comes of it stands
/// in their order.
pub(super) fn grade_all<R: Send>(
    course: &Course,
    submissions: &[Submission],
    toolbox: &Toolbox,
    session: Session<'_>,
    work: impl Fn(&AssignmentGrader<'_>, usize, &Submission) -> Result<R, PipelineError> + Sync,
) -> Result<Vec<R>, PipelineError> {
    let libraries = import_libraries::prepare(course, submissions, toolbox, session);
    let session = session.with_import_libraries(&libraries);
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
            Some((
                assignment.id.as_str(),
                AssignmentGrader {
                    assignment,
                    expectations,
                    drivers: Drivers::new(assignment, settings, session),
                    kit: TestKit::new(assignment, session),
                    undefined: prepared.remove(assignment.id.as_str()).unwrap_or_default(),
                    course_folder: &folder,
                    toolbox,
                    precompiled: &precompiling.ready,
                    session,
                    scheme: Arc::new(scheme_of(assignment, expectations)),
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
    // Workers are threads of their own, and enter the span of the run themselves.
    let run = tracing::Span::current();
    let precompile = precompiling.jobs().iter().map(Job::Precompile);
    let in_order =
        precompiling.order.iter().filter_map(|&place| Some((place, submissions.get(place)?)));
    let grade = in_order.map(|(place, one)| Job::Grade(place, one));
    let jobs: Vec<Job<'_>> = precompile.chain(grade).collect();
    let done = parallel::try_map(&jobs, session.workers(), |job| {
        run.in_scope(|| match job {
            Job::Precompile(job) => {
                precompiling.make(job, session);
                Ok(None)
            }
            Job::Grade(place, submission) => {
                let grader = graders.get(submission.assignment.as_str());
                let grader = grader.ok_or(PipelineError::Interrupted)?;
                work(grader, *place, submission).map(|result| Some((*place, result)))
            }
        })
    })?;
    let mut done: Vec<(usize, R)> = done.into_iter().flatten().collect();
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// What a worker does at a time.
enum Job<'j> {
    Precompile(&'j precompiling::Job),
    /// The place of a submission among those to be graded, and it.
    Grade(usize, &'j Submission),
}

/// The grade of one submission.
///
/// # Errors
///
/// If the user wants to stop.
pub(super) fn graded(
    grader: &AssignmentGrader<'_>,
    submission: &Submission,
    kept: &KeptCases,
) -> Result<Graded, PipelineError> {
    let session = grader.session;
    if session.is_interrupted() {
        return Err(PipelineError::Interrupted);
    }
    let (student, assignment) = (submission.student.clone(), submission.assignment.clone());
    let _entered =
        tracing::info_span!("submission", student = %Logged(&student), assignment).entered();
    session.tell(&Event::SubmissionStarted { student, assignment });
    let graded = grader.grade(submission, kept);
    let graded = graded.map_err(|Interrupted| PipelineError::Interrupted)?;
    let grade = &graded.grade;
    let (points, max_points) = (grade.points.as_number(), grade.max_points.as_number());
    tracing::info!(points, max_points, build = grade.build.verdict.name(), "graded");
    Ok(graded)
}

pub(super) fn finished(grade: &Grade, session: Session<'_>) {
    session.tell(&Event::SubmissionFinished {
        student: grade.student.clone(),
        assignment: grade.assignment.clone(),
        points: grade.points,
        max_points: grade.max_points,
        ungraded: grade.is_ungraded(),
    });
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
