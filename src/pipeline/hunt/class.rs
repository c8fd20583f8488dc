//! All programs of a class: graded as a run grades them, and then hunted, beside each other.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::super::class;
use super::super::grading_error::GradingError;
use super::super::kept_cases::KeptCases;
use super::super::submission::{AssignmentGrader, Graded};
use super::super::toolbox::Toolbox;
use super::super::{PipelineError, Session};
use super::HuntAsked;
use super::answers::Answers;
use super::found::{Hunted, LeftOut};
use super::game::Game;
use super::hunted::criteria;
use super::program::{Prey, hunt_one};
use super::smaller::Trouble;
use crate::model::{Course, Event, Found, SourceFile, Submission};

/// The games of an assignment, once somebody has needed them.
type Games = Mutex<Option<Arc<Vec<Game>>>>;

/// Hunts programs on games that no case plays.
///
/// # Errors
///
/// If a reference cannot be relied on, there is no compiler, or the user wants to stop. What we fail on with one program is a
/// value.
pub(crate) fn hunt(
    course: &Course,
    submissions: &[Submission],
    session: Session<'_>,
    asked: HuntAsked,
) -> Result<Hunted, PipelineError> {
    let toolbox = Toolbox::probe(course, submissions, session.interrupt())?;
    let session = session.without_explanations();
    session.tell(&Event::Started { submissions: submissions.len() });
    let ids = course.assignments.iter().map(|assignment| assignment.id.as_str());
    let games: BTreeMap<&str, Games> = ids.map(|id| (id, Games::default())).collect();
    let found =
        class::grade_all(course, submissions, &toolbox, session, |grader, _, submission| {
            let graded = class::graded(grader, submission, &KeptCases::default())?;
            let found = hunted(grader, submission, &graded, &games, asked);
            class::finished(&graded.grade, session);
            found
        })?;
    let whole = found.into_iter().fold(Hunted::default(), |mut whole, one| {
        whole.programs += one.programs;
        whole.games += one.games;
        whole.faults.extend(one.faults);
        whole.unsteady.extend(one.unsteady);
        whole.left_out.extend(one.left_out);
        whole
    });
    Ok(whole.by_fault())
}

fn hunted(
    grader: &AssignmentGrader<'_>,
    submission: &Submission,
    graded: &Graded,
    games: &BTreeMap<&str, Games>,
    asked: HuntAsked,
) -> Result<Hunted, PipelineError> {
    let assignment = grader.assignment;
    let left_out = |why: String, is_ours: bool| {
        let assignment = assignment.id.clone();
        let left_out = vec![LeftOut { assignment, why, programs: 1, is_ours }];
        Ok(Hunted { left_out, ..Hunted::default() })
    };
    if graded.grade.is_ungraded() {
        return left_out("the grader failed on it".to_owned(), true);
    }
    let Found::Sources(sources) = &submission.found else {
        return left_out("there is no program".to_owned(), false);
    };
    let sources: &[SourceFile] = sources;
    let hunted = match criteria(assignment, &graded.grade, asked.all) {
        Ok(hunted) => hunted,
        Err(why) => return left_out(why, false),
    };
    let games = match games.get(assignment.id.as_str()) {
        Some(games) => once(games, || Answers::new(grader).games(asked))?,
        None => Arc::default(),
    };
    if games.is_empty() {
        return left_out("no game could be made that its cases do not play".to_owned(), false);
    }
    let (name, input_variant) = (submission.student.as_str(), graded.input_variant);
    let prey = Prey { name, sources, input_variant, hunted };
    let attempt = || hunt_one(grader, &prey, &games);
    let tried = match attempt() {
        // What failed on our side may work a second time.
        Err(Trouble::Program(GradingError::Ours(_))) => attempt(),
        tried => tried,
    };
    match tried {
        Ok(Some(found)) => Ok(found),
        Ok(None) => left_out("it does not build".to_owned(), false),
        Err(Trouble::Everything(error)) => Err(error),
        Err(Trouble::Program(GradingError::Interrupted)) => Err(PipelineError::Interrupted),
        Err(Trouble::Program(
            GradingError::Ours(why) | GradingError::ForGood(why) | GradingError::Scarce(why),
        )) => left_out(format!("the grader failed on it: {why}"), true),
    }
}

/// What somebody has made before, or what is made now.
fn once(
    games: &Games,
    make: impl FnOnce() -> Result<Vec<Game>, PipelineError>,
) -> Result<Arc<Vec<Game>>, PipelineError> {
    let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
    match &*games {
        Some(games) => Ok(Arc::clone(games)),
        None => Ok(Arc::clone(games.insert(Arc::new(make()?)))),
    }
}
