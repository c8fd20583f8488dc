//! How one submission's points have moved, and why.

use super::cause::{CauseKind, MovementCause, quote_id};
use super::draft::{EvidencePair, GradeSide, SchemeDraft};
use super::facts::{GradeEvidence, GradeFacts};
use super::steps::SchemeSteps;
use model::{MarkingScheme, Points, SchemeCase, SchemeSettings, SubmissionName};

/// One submission in both results.
#[derive(Debug, Clone)]
pub struct PointsMovement {
    /// Whose it is.
    pub name: SubmissionName,
    /// The points before.
    pub old: Points,
    /// The points after.
    pub new: Points,
    /// What has moved them, in the order in which changes are applied; the sum is the whole change, exactly.
    pub(crate) causes: Vec<(MovementCause, Points)>,
    /// The cases in which the program did something else although it was given the same.
    pub differing_cases: Vec<String>,
}

impl PointsMovement {
    /// Whether points moved because the same was run again and did something else.
    pub fn has_differing_runs(&self) -> bool {
        self.causes
            .iter()
            .any(|(cause, _)| cause.kind == CauseKind::RunDiffers)
    }
}

/// The same with the way between the two schemes; none where one is not known.
pub(super) fn explain_movement(
    old: &GradeFacts,
    new: &GradeFacts,
    steps: Option<&SchemeSteps>,
) -> PointsMovement {
    let mut account = PointsLedger {
        at: old.points,
        causes: Vec::new(),
    };
    let mut ran_otherwise = Vec::new();
    match (&old.evidence, &new.evidence, steps) {
        (Some(was), Some(is), Some(steps)) => {
            explain_by_steps(&mut account, was, is, steps);
            ran_otherwise = find_differing_cases(was, is);
            let lateness = lateness_points(new.points, is) - lateness_points(old.points, was);
            account.move_by(
                MovementCause::new(CauseKind::Lateness, "lateness", ""),
                lateness,
            );
        }
        _ => explain_by_criteria(&mut account, old, new),
    }
    let rest = "no change of rubric, cases or runs explains it";
    account.move_to(
        MovementCause::new(CauseKind::Unexplained, "unexplained", rest),
        new.points,
    );
    let name = new.name.clone();
    PointsMovement {
        name,
        old: old.points,
        new: new.points,
        causes: account.causes,
        differing_cases: ran_otherwise,
    }
}

fn lateness_points(points: Points, of: &GradeEvidence) -> Points {
    points - of.scored
}

/// Points on their way, and what has moved them.
struct PointsLedger {
    at: Points,
    causes: Vec<(MovementCause, Points)>,
}

impl PointsLedger {
    /// They move to here.
    fn move_to(&mut self, cause: MovementCause, points: Points) {
        self.move_by(cause, points - self.at);
    }

    /// They move by so much.
    fn move_by(&mut self, cause: MovementCause, change: Points) {
        if change != Points::ZERO {
            self.at += change;
            self.causes.push((cause, change));
        }
    }
}

/// Moves from the points of one result to those of the other, both before lateness.
fn explain_by_steps(
    account: &mut PointsLedger,
    old: &GradeEvidence,
    new: &GradeEvidence,
    steps: &SchemeSteps,
) {
    let pair = EvidencePair { old, new };
    // What lateness took stays taken until its own turn comes.
    let late = account.at - old.scored;
    let start = steps.start.score_points(pair);
    let unlike = MovementCause::new(
        CauseKind::Unexplained,
        "unexplained",
        "scored otherwise when it was graded",
    );
    account.move_to(unlike, start + late);
    for (cause, hybrid) in &steps.steps {
        account.move_to(cause.clone(), hybrid.score_points(pair) + late);
    }
    let is_again = old.scoring.files != new.scoring.files
        && old.scoring.files.is_some()
        && new.scoring.files.is_some();
    let arrival = steps.arrival.score_points(pair) + late;
    if is_again {
        let cause = MovementCause::new(CauseKind::Resubmitted, "handed in again", "other files");
        account.move_to(cause, arrival);
    }
    if !steps.common.is_empty() {
        let cause = MovementCause::new(CauseKind::Common, "all cases", steps.common.clone());
        account.move_to(cause, arrival);
    }
    if account.at != arrival {
        explain_differing_runs(account, pair, steps, late);
    }
}

/// What is left: the same was found out again, and something else came of it.
fn explain_differing_runs(
    account: &mut PointsLedger,
    pair: EvidencePair<'_>,
    steps: &SchemeSteps,
    late: Points,
) {
    let old = &*pair.old.scoring.scheme;
    let new = &*pair.new.scoring.scheme;
    let mut draft = steps.end.clone();
    let mut go_on = |draft: &SchemeDraft, what: String| {
        let change = "the same was run again, and did something else";
        let cause = MovementCause::new(CauseKind::RunDiffers, what, change);
        account.move_to(
            cause,
            draft.to_intermediate(old, new).score_points(pair) + late,
        );
    };
    draft.build = GradeSide::New;
    go_on(&draft, "build".to_owned());
    draft.undefined = GradeSide::New;
    go_on(&draft, "undefined behaviour".to_owned());
    for place in 0..draft.criteria.len() {
        draft.criteria[place].from = GradeSide::New;
        go_on(
            &draft,
            quote_id("criterion", &draft.criteria[place].criterion.id),
        );
    }
    let ids: Vec<String> = draft.cases.keys().cloned().collect();
    for id in ids {
        if let Some(case) = draft.cases.get_mut(&id) {
            case.from = GradeSide::New;
        }
        for criterion in &mut draft.criteria {
            if let Some(Some(own)) = criterion.cases.get_mut(&id) {
                *own = GradeSide::New;
            }
        }
        go_on(&draft, quote_id("case", &id));
    }
}

/// The cases that are the same in both and in which something else was seen.
fn find_differing_cases(old: &GradeEvidence, new: &GradeEvidence) -> Vec<String> {
    let was: &MarkingScheme = &old.scoring.scheme;
    let is: &MarkingScheme = &new.scoring.scheme;
    if old.scoring.files != new.scoring.files || was.common != is.common {
        return Vec::new();
    }
    let mut differing = Vec::new();
    for (case, run) in is.cases.iter().zip(&new.runs) {
        let earlier = was
            .cases
            .iter()
            .zip(&old.runs)
            .find(|(one, _)| one.id == case.id);
        if let (Some((earlier, Some(earlier_run))), Some(run)) = (earlier, run)
            && earlier.given == case.given
            && is_run_alike(was, earlier, is, case)
            && earlier_run != run
        {
            differing.push(case.id.clone());
        }
    }
    differing
}

/// Whether a case is run under the same limits, with the same answers to a program's own questions.
fn is_run_alike(
    old: &MarkingScheme,
    was: &SchemeCase,
    new: &MarkingScheme,
    is: &SchemeCase,
) -> bool {
    const OF_RUNS: [&str; 7] = [
        "cpu",
        "wall",
        "after_end",
        "memory",
        "stack",
        "output",
        "answers",
    ];
    let was = old.settings.get(was.settings);
    let is = new.settings.get(is.settings);
    let get =
        |settings: Option<&SchemeSettings>, name: &str| settings?.get(name).map(str::to_owned);
    OF_RUNS.iter().all(|name| get(was, name) == get(is, name))
}

/// Where only points are known, what each criterion gives.
fn explain_by_criteria(account: &mut PointsLedger, old: &GradeFacts, new: &GradeFacts) {
    for (id, points) in &new.criteria {
        let (before, change) = match criterion_points(old, id) {
            Some(before) => (before, ""),
            None => (Points::ZERO, "new"),
        };
        let cause = MovementCause::new(CauseKind::Criterion, quote_id("criterion", id), change);
        account.move_by(cause, *points - before);
    }
    for (id, points) in old
        .criteria
        .iter()
        .filter(|(id, _)| criterion_points(new, id).is_none())
    {
        let cause = MovementCause::new(CauseKind::Criterion, quote_id("criterion", id), "gone");
        account.move_by(cause, -*points);
    }
}

fn criterion_points(facts: &GradeFacts, id: &str) -> Option<Points> {
    facts
        .criteria
        .iter()
        .find(|(one, _)| one == id)
        .map(|(_, points)| *points)
}
