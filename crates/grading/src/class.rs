//! A class: graded in parallel. Each grade is recorded as soon as it is known.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::case_set::CaseSetBench;
use crate::checker::KnownAnswers;
use crate::digests::{ClassDigests, SubmissionDigests};
use crate::donors;
use crate::error::GradingError;
use crate::expectations::Expectations;
use crate::functions::FunctionDrivers;
use crate::precompiling::{self, PrecompilePlan};
use crate::reused_cases::{PartialRerun, ReusedCases};
use crate::scheme::build_scheme;
use crate::submission::{AssignmentGrader, GradedSubmission};
use crate::toolbox::ToolchainSet;
use crate::undefined::{AssignmentToolchain, BuildVariants, PreparedVariants};
use crate::unit_tests::TestKit;
use crate::{PipelineError, ReferenceError, Session, reused_cases, run_cache};
use model::{Assignment, Confinement, Course, Grade, GradingEvent, Submission};
use records::RecordedRun;
use support::logged::EscapedForLog;
use support::parallel;
use toolchain::MakingTime;
use toolchain::cache::CacheStore;

/// Grades `submissions`, and puts down each grade as soon as it is known. What is known already of the same submission, by a
/// run that was stopped or in the `cache`, is not found out again; nor are cases that nobody asks to run `again`. How many
/// submissions were graded anew is the value.
///
/// # Errors
///
/// If there is nothing to grade them with, or a grade cannot be kept. What goes wrong with a single submission is a value.
pub fn grade_class(
    course: &Course,
    submissions: &[Submission],
    session: Session<'_>,
    records: &RecordedRun,
    cache: &CacheStore,
    again: Option<&PartialRerun>,
) -> Result<usize, PipelineError> {
    let run = tracing::info_span!("run");
    let _entered = run.enter();
    let toolbox = ToolchainSet::probe(course, submissions, session.interrupt())?;
    let digests = ClassDigests::new(course, submissions, &toolbox, session);
    session.emit_event(&GradingEvent::Started {
        submissions: submissions.len(),
    });
    let looked_up = parallel::try_map_jobs(submissions, session.workers(), |submission| {
        let digests = digests.submission_digests(submission);
        let is_known = match digests.map(|digests| digests.with_cases) {
            Some(digest) => {
                let Submission {
                    student,
                    assignment,
                    ..
                } = submission;
                let record = records.find_stopped_record(student, assignment, digest);
                let record = record.or_else(|| cache.get(digest));
                let grade = record
                    .map(|record| records.append_existing(&record))
                    .transpose()?;
                grade
                    .flatten()
                    .inspect(|grade| report_finished(grade, session))
                    .is_some()
            }
            None => false,
        };
        Ok::<_, PipelineError>((!is_known).then(|| (submission.clone(), digests)))
    })?;
    let (open, of_open): (Vec<Submission>, Vec<Option<SubmissionDigests>>) =
        looked_up.into_iter().flatten().unzip();
    map_submissions(
        course,
        &open,
        &toolbox,
        session,
        |grader, place, submission| {
            let AssignmentGrader {
                assignment,
                expectations,
                ..
            } = *grader;
            let submission_digests = of_open[place];
            let files = digests.case_digests(&assignment.id);
            let kept =
                again.map(|again| again.reuse_cases(grader, submission, submission_digests, files));
            let kept = kept.unwrap_or_default();
            let mut graded = grade_submission(grader, submission, &kept)?;
            graded.grade.scoring.files = submission_digests.map(|digests| digests.files);
            let basis = submission_digests
                .zip(files)
                .and_then(|(submission, files)| {
                    reused_cases::build_basis(expectations, submission, files, &graded)
                });
            let grade = graded.grade;
            // A submission on which the grader failed is graded again next time. A grade with reused cases is recorded, but not cached.
            let is_final = kept.is_empty() && !grade.is_ungraded();
            let digest = submission_digests
                .filter(|_| is_final)
                .map(|digests| digests.with_cases);
            let environment = grader.environment(submission);
            let record = records.append_grade(&grade, digest, basis.as_ref(), environment)?;
            if let Some(digest) =
                digest.filter(|_| run_cache::is_repeatable(&grade, grader.assignment))
            {
                cache.insert(digest, &record);
            }
            report_finished(&grade, session);
            Ok(())
        },
    )
    .map(|done| done.len())
}

/// Grades a class that fits in memory; the grades come in the order of `submissions`.
///
/// # Errors
///
/// As for any class.
pub fn grade_in_memory(
    course: &Course,
    submissions: &[Submission],
    toolbox: &ToolchainSet,
    session: Session<'_>,
) -> Result<Vec<Grade>, PipelineError> {
    session.emit_event(&GradingEvent::Started {
        submissions: submissions.len(),
    });
    map_submissions(
        course,
        submissions,
        toolbox,
        session,
        |grader, _, submission| {
            let GradedSubmission { grade, .. } =
                grade_submission(grader, submission, &ReusedCases::default())?;
            report_finished(&grade, session);
            Ok(grade)
        },
    )
}

/// Does `work` for each of `submissions`, with its place among them and all that is needed to grade it. The results are in their
/// order.
pub fn map_submissions<R: Send>(
    course: &Course,
    submissions: &[Submission],
    toolbox: &ToolchainSet,
    session: Session<'_>,
    work: impl Fn(&AssignmentGrader<'_>, usize, &Submission) -> Result<R, PipelineError> + Sync,
) -> Result<Vec<R>, PipelineError> {
    let libraries = precompiling::prepare_import_libraries(course, submissions, toolbox, session);
    let session = session.with_import_libraries(&libraries);
    let expectations = prepare_expectations(course, submissions, session)?;
    let folder = course
        .folder()
        .canonicalize()
        .map_err(ReferenceError::Folder)?;
    let build_variants = BuildVariants::for_submissions(course, submissions, toolbox);
    let mut prepared = prepare_build_variants(&build_variants, session)?;
    let (precompiling, _keeper) =
        PrecompilePlan::for_submissions(course, submissions, toolbox, session);
    let mut benches = prepare_case_set_benches(course, &expectations, session, &folder)?;
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
                    drivers: FunctionDrivers::new(assignment, settings, session),
                    kit: TestKit::new(assignment, session),
                    undefined: prepared.remove(assignment.id.as_str()).unwrap_or_default(),
                    course_folder: &folder,
                    known_answers: KnownAnswers::default(),
                    toolbox,
                    precompiled: &precompiling.ready,
                    session,
                    scheme: Arc::new(build_scheme(assignment, expectations.scripted_variant())),
                    donors: if session.explains_failures() {
                        donors::read_donors(assignment)
                    } else {
                        Vec::new()
                    },
                    case_set: benches.remove(assignment.id.as_str()),
                },
            ))
        })
        .collect();
    warm_up_drivers(&graders, toolbox, session)?;
    let Confinement { tier, shows_reads } = session.confinement();
    let count = submissions.len();
    let workers = session.workers();
    tracing::info!(submissions = count, workers, %tier, shows_reads, "grading begins");
    let grade = |place: usize, submission: &Submission| {
        let grader = graders.get(submission.assignment.as_str());
        work(grader.ok_or(PipelineError::Interrupted)?, place, submission)
    };
    let results = run_class_jobs(submissions, &precompiling, session, grade)?;
    precompiling.remember_beginnings(session);
    Ok(results)
}

/// The build variants by assignment and toolchain, each built and tried.
fn prepare_build_variants<'v>(
    wanted: &'v BTreeMap<AssignmentToolchain<'v>, BuildVariants<'v>>,
    session: Session<'v>,
) -> Result<BTreeMap<&'v str, BTreeMap<&'v str, PreparedVariants<'v>>>, PipelineError> {
    let mut prepared: BTreeMap<&str, BTreeMap<&str, PreparedVariants<'_>>> = BTreeMap::new();
    for ((assignment, toolchain), build_variants) in wanted {
        let ready = PreparedVariants::new(build_variants, session)?;
        prepared
            .entry(assignment)
            .or_default()
            .extend(ready.map(|ready| (*toolchain, ready)));
    }
    Ok(prepared)
}

/// What grades the cases that students hand in, by assignment.
fn prepare_case_set_benches<'a>(
    course: &'a Course,
    expectations: &BTreeMap<&'a str, Expectations>,
    session: Session<'a>,
    course_folder: &Path,
) -> Result<BTreeMap<&'a str, CaseSetBench<'a>>, PipelineError> {
    let mut benches = BTreeMap::new();
    for assignment in &course.assignments {
        if let Some(expectations) = expectations.get(assignment.id.as_str()) {
            let own = expectations.scripted_variant();
            let bench =
                CaseSetBench::prepare(assignment, &own.cases, &own.context, session, course_folder);
            let bench = bench.map_err(|error| faults_failure(assignment, error))?;
            benches.extend(bench.map(|bench| (assignment.id.as_str(), bench)));
        }
    }
    Ok(benches)
}

/// Compiles what calls students' functions, for each assignment whose toolchain is there.
fn warm_up_drivers(
    graders: &BTreeMap<&str, AssignmentGrader<'_>>,
    toolbox: &ToolchainSet,
    session: Session<'_>,
) -> Result<(), ReferenceError> {
    let calling: Vec<&AssignmentGrader<'_>> = graders
        .values()
        .filter(|one| toolbox.find_problem(&one.assignment.toolchain).is_none())
        .collect();
    parallel::map_jobs(&calling, session.workers(), |grader| {
        grader.drivers.warm_up()
    })
    .into_iter()
    .collect()
}

/// Precompiles headers, grades each submission, and precompiles what only later runs need. The results are in the order of the
/// submissions.
fn run_class_jobs<R: Send>(
    submissions: &[Submission],
    precompiling: &PrecompilePlan,
    session: Session<'_>,
    grade: impl Fn(usize, &Submission) -> Result<R, PipelineError> + Sync,
) -> Result<Vec<R>, PipelineError> {
    let made_first = precompiling.jobs(MakingTime::First);
    let made_last = precompiling.jobs(MakingTime::Last);
    let in_order = precompiling
        .order
        .iter()
        .filter_map(|&place| Some(ClassJob::Grade(place, submissions.get(place)?)));
    let jobs: Vec<ClassJob<'_>> = made_first
        .map(ClassJob::Precompile)
        .chain(in_order)
        .chain(made_last.map(ClassJob::Precompile))
        .collect();
    // Workers are threads of their own, and enter the span of the run themselves.
    let run = tracing::Span::current();
    let done = parallel::try_map_jobs(&jobs, session.workers(), |job| {
        run.in_scope(|| match job {
            ClassJob::Precompile(job) => {
                precompiling.run_job(job, session);
                Ok(None)
            }
            ClassJob::Grade(place, submission) => {
                grade(*place, submission).map(|result| Some((*place, result)))
            }
        })
    })?;
    let mut done: Vec<(usize, R)> = done.into_iter().flatten().collect();
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Why students' cases of an assignment cannot be graded.
fn faults_failure(assignment: &Assignment, error: GradingError) -> PipelineError {
    match error.into_reason() {
        Err(interrupted) => interrupted.into(),
        Ok(reason) => PipelineError::Faults {
            assignment: assignment.id.clone(),
            reason,
        },
    }
}

/// What a worker does at a time.
enum ClassJob<'j> {
    Precompile(&'j precompiling::PrecompileJob),
    /// The place of a submission among those to be graded, and it.
    Grade(usize, &'j Submission),
}

/// The grade of one submission.
///
/// # Errors
///
/// If the user wants to stop.
pub fn grade_submission(
    grader: &AssignmentGrader<'_>,
    submission: &Submission,
    kept: &ReusedCases,
) -> Result<GradedSubmission, PipelineError> {
    let session = grader.session;
    if session.is_interrupted() {
        return Err(PipelineError::Interrupted);
    }
    let student = submission.student.clone();
    let assignment = submission.assignment.clone();
    let _entered =
        tracing::info_span!("submission", student = %EscapedForLog(&student), assignment).entered();
    session.emit_event(&GradingEvent::SubmissionStarted {
        student,
        assignment,
    });
    let graded = grader.grade_submission(submission, kept)?;
    let grade = &graded.grade;
    let points = grade.points.as_number();
    let max_points = grade.max_points.as_number();
    tracing::info!(
        points,
        max_points,
        build = grade.build.verdict.name(),
        "graded"
    );
    Ok(graded)
}

/// Tells who watches that a submission is graded.
pub fn report_finished(grade: &Grade, session: Session<'_>) {
    session.emit_event(&GradingEvent::SubmissionFinished {
        student: grade.student.clone(),
        assignment: grade.assignment.clone(),
        points: grade.points,
        max_points: grade.max_points,
        ungraded: grade.is_ungraded(),
    });
}

fn prepare_expectations<'a>(
    course: &'a Course,
    submissions: &[Submission],
    session: Session<'_>,
) -> Result<BTreeMap<&'a str, Expectations>, PipelineError> {
    let folder = course.folder();
    let mut all = BTreeMap::new();
    for assignment in &course.assignments {
        if submissions
            .iter()
            .any(|submission| submission.assignment == assignment.id)
        {
            all.insert(
                assignment.id.as_str(),
                Expectations::prepare(assignment, &folder, session)?,
            );
        }
    }
    Ok(all)
}
