//! All programs of a class: each is graded like in a run, and then hunted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::HuntOptions;
use super::found::{HuntReport, SkippedHunt};
use super::games::{HuntGame, HuntOracle, hunted_criteria};
use super::program::{FuzzTarget, HuntError, hunt_program};
use grading::{
    AssignmentGrader, GradedSubmission, GradingError, PipelineError, ReusedCases, Session,
    ToolchainSet,
};
use model::{Assignment, Course, GradingEvent, SourceFile, Submission, SubmissionContent};

/// The games of an assignment, made when they are needed for the first time.
type SharedGames = Mutex<Option<Arc<Vec<HuntGame>>>>;

/// Runs programs on games that no case plays.
///
/// # Errors
///
/// If a reference cannot be relied on, there is no compiler, or the user wants to stop. A failure of the grader with one
/// program is in the report.
pub fn hunt_class(
    course: &Course,
    submissions: &[Submission],
    session: Session<'_>,
    asked: HuntOptions,
) -> Result<HuntReport, PipelineError> {
    let toolbox = ToolchainSet::probe(course, submissions, session.interrupt())?;
    let session = session.without_explanations();
    session.emit_event(&GradingEvent::Started {
        submissions: submissions.len(),
    });
    let mut games: BTreeMap<&str, SharedGames> = BTreeMap::new();
    for assignment in &course.assignments {
        games.insert(&assignment.id, SharedGames::default());
    }
    let found = grading::map_submissions(
        course,
        submissions,
        &toolbox,
        session,
        |grader, _, submission| {
            let graded = grading::grade_submission(grader, submission, &ReusedCases::default())?;
            let found = hunt_submission(grader, submission, &graded, &games, asked);
            grading::report_finished(&graded.grade, session);
            found
        },
    )?;
    let mut whole = HuntReport::default();
    for one in found {
        whole.programs += one.programs;
        whole.games += one.games;
        whole.faults.extend(one.faults);
        whole.unsteady.extend(one.unsteady);
        whole.left_out.extend(one.left_out);
    }
    Ok(whole.merge_by_fault())
}

fn hunt_submission(
    grader: &AssignmentGrader<'_>,
    submission: &Submission,
    graded: &GradedSubmission,
    games: &BTreeMap<&str, SharedGames>,
    asked: HuntOptions,
) -> Result<HuntReport, PipelineError> {
    let assignment = grader.assignment;
    if graded.grade.is_ungraded() {
        return skipped_hunt(assignment, "the grader failed on it".to_owned(), true);
    }
    let sources = match &submission.content {
        SubmissionContent::Sources(sources) if assignment.case_set.is_none() => sources,
        _ => return skipped_hunt(assignment, "there is no program".to_owned(), false),
    };
    let sources: &[SourceFile] = sources;
    let cases = &grader.expectations.scripted_variant().cases;
    let hunted = match hunted_criteria(assignment, cases, &graded.grade, asked.all) {
        Ok(hunted) => hunted,
        Err(why) => return skipped_hunt(assignment, why, false),
    };
    let games = match games.get(assignment.id.as_str()) {
        Some(games) => get_or_make_games(games, || HuntOracle::new(grader).make_games(asked))?,
        None => Arc::default(),
    };
    if games.is_empty() {
        return skipped_hunt(
            assignment,
            "no input could be made that its cases do not have".to_owned(),
            false,
        );
    }
    let name = submission.student.as_str();
    let input_variant = graded.input_variant;
    let target = FuzzTarget {
        name,
        sources,
        input_variant,
        hunted,
    };
    let attempt = || hunt_program(grader, &target, &games);
    let tried = match attempt() {
        // A failure of the grader may pass.
        Err(HuntError::Program(GradingError::Internal(_))) => attempt(),
        tried => tried,
    };
    match tried {
        Ok(Some(found)) => Ok(found),
        Ok(None) => skipped_hunt(assignment, "it does not build".to_owned(), false),
        Err(HuntError::Everything(error)) => Err(error),
        Err(HuntError::Program(error)) => {
            let reason = error.into_reason()?;
            skipped_hunt(
                assignment,
                format!("the grader failed on it: {reason}"),
                true,
            )
        }
    }
}

fn skipped_hunt(
    assignment: &Assignment,
    why: String,
    is_ours: bool,
) -> Result<HuntReport, PipelineError> {
    let assignment = assignment.id.clone();
    let left_out = vec![SkippedHunt {
        assignment,
        why,
        programs: 1,
        is_internal_error: is_ours,
    }];
    Ok(HuntReport {
        left_out,
        ..HuntReport::default()
    })
}

/// The games that were made before, or new ones.
fn get_or_make_games(
    games: &SharedGames,
    make: impl FnOnce() -> Result<Vec<HuntGame>, PipelineError>,
) -> Result<Arc<Vec<HuntGame>>, PipelineError> {
    let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
    match &*games {
        Some(games) => Ok(Arc::clone(games)),
        None => Ok(Arc::clone(games.insert(Arc::new(make()?)))),
    }
}
