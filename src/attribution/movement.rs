//! How one submission's points have moved, and why.

use super::cause::{Cause, CauseKind};
use super::draft::Draft;
use super::facts::{Evidence, Facts};
use super::hybrid::{Pair, Side};
use super::steps::Steps;
use super::wording::named;
use crate::model::{Points, Scheme, SchemeCase, Settings, SubmissionName};

/// One submission in both results.
#[derive(Debug, Clone)]
pub(crate) struct Movement {
    /// Whose it is.
    pub(crate) name: SubmissionName,
    /// The points before.
    pub(crate) old: Points,
    /// The points after.
    pub(crate) new: Points,
    /// What has moved them, in the order in which changes are applied; the sum is the whole change, exactly.
    pub(crate) causes: Vec<(Cause, Points)>,
    /// The cases in which the program did something else although it was given the same.
    pub(crate) ran_otherwise: Vec<String>,
}

impl Movement {
    /// Whether points moved because the same was run again and did something else.
    pub(crate) fn runs_differ(&self) -> bool {
        self.causes.iter().any(|(cause, _)| cause.kind == CauseKind::RunDiffers)
    }
}

/// The same with the way between the two schemes; none where one is not known.
pub(super) fn movement(old: &Facts, new: &Facts, steps: Option<&Steps>) -> Movement {
    let mut account = Account { at: old.points, causes: Vec::new() };
    let mut ran_otherwise = Vec::new();
    match (&old.evidence, &new.evidence, steps) {
        (Some(was), Some(is), Some(steps)) => {
            explain(&mut account, was, is, steps);
            ran_otherwise = differing_runs(was, is);
            let late = |points: Points, of: &Evidence| points - of.scored;
            let lateness = late(new.points, is) - late(old.points, was);
            account.by(Cause::new(CauseKind::Lateness, "lateness", ""), lateness);
        }
        _ => by_criteria(&mut account, old, new),
    }
    let rest = "no change of rubric, cases or runs explains it";
    account.to(Cause::new(CauseKind::Unexplained, "unexplained", rest), new.points);
    let name = new.name.clone();
    Movement { name, old: old.points, new: new.points, causes: account.causes, ran_otherwise }
}

/// Points on their way, and what has moved them.
struct Account {
    at: Points,
    causes: Vec<(Cause, Points)>,
}

impl Account {
    /// They move to here.
    fn to(&mut self, cause: Cause, points: Points) {
        self.by(cause, points - self.at);
    }

    /// They move by so much.
    fn by(&mut self, cause: Cause, change: Points) {
        if change != Points::ZERO {
            self.at += change;
            self.causes.push((cause, change));
        }
    }
}

/// Moves from the points of one result to those of the other, both before lateness.
fn explain(account: &mut Account, old: &Evidence, new: &Evidence, steps: &Steps) {
    let pair = Pair { old, new };
    // What lateness took stays taken until its own turn comes.
    let late = account.at - old.scored;
    let start = steps.start.points(pair);
    let unlike =
        Cause::new(CauseKind::Unexplained, "unexplained", "scored otherwise when it was graded");
    account.to(unlike, start + late);
    for (cause, hybrid) in &steps.steps {
        account.to(cause.clone(), hybrid.points(pair) + late);
    }
    let is_again = old.scoring.files != new.scoring.files
        && old.scoring.files.is_some()
        && new.scoring.files.is_some();
    let arrival = steps.arrival.points(pair) + late;
    if is_again {
        let cause = Cause::new(CauseKind::HandedInAgain, "handed in again", "other files");
        account.to(cause, arrival);
    }
    if !steps.common.is_empty() {
        let cause = Cause::new(CauseKind::Common, "all cases", steps.common.clone());
        account.to(cause, arrival);
    }
    if account.at != arrival {
        run_differs(account, pair, steps, late);
    }
}

/// What is left: the same was found out again, and something else came of it.
fn run_differs(account: &mut Account, pair: Pair<'_>, steps: &Steps, late: Points) {
    let (old, new) = (&*pair.old.scoring.scheme, &*pair.new.scoring.scheme);
    let mut draft = steps.end.clone();
    let mut go_on = |draft: &Draft, what: String| {
        let change = "the same was run again, and did something else";
        let cause = Cause::new(CauseKind::RunDiffers, what, change);
        account.to(cause, draft.hybrid(old, new).points(pair) + late);
    };
    draft.build = Side::New;
    go_on(&draft, "build".to_owned());
    draft.undefined = Side::New;
    go_on(&draft, "undefined behaviour".to_owned());
    for place in 0..draft.criteria.len() {
        draft.criteria[place].from = Side::New;
        go_on(&draft, named("criterion", &draft.criteria[place].criterion.id));
    }
    let ids: Vec<String> = draft.cases.keys().cloned().collect();
    for id in ids {
        if let Some(case) = draft.cases.get_mut(&id) {
            case.from = Side::New;
        }
        for criterion in &mut draft.criteria {
            if let Some(Some(own)) = criterion.cases.get_mut(&id) {
                *own = Side::New;
            }
        }
        go_on(&draft, named("case", &id));
    }
}

/// The cases that are the same in both and in which something else was seen.
fn differing_runs(old: &Evidence, new: &Evidence) -> Vec<String> {
    let (was, is): (&Scheme, &Scheme) = (&old.scoring.scheme, &new.scoring.scheme);
    if old.scoring.files != new.scoring.files || was.common != is.common {
        return Vec::new();
    }
    let mut differing = Vec::new();
    for (case, run) in is.cases.iter().zip(&new.runs) {
        let earlier = was.cases.iter().zip(&old.runs).find(|(one, _)| one.id == case.id);
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
fn is_run_alike(old: &Scheme, was: &SchemeCase, new: &Scheme, is: &SchemeCase) -> bool {
    const OF_RUNS: [&str; 7] = ["cpu", "wall", "after_end", "memory", "stack", "output", "answers"];
    let (was, is) = (old.settings.get(was.settings), new.settings.get(is.settings));
    let get = |settings: Option<&Settings>, name: &str| settings?.get(name).map(str::to_owned);
    OF_RUNS.iter().all(|name| get(was, name) == get(is, name))
}

/// Where only points are known, what each criterion gives.
fn by_criteria(account: &mut Account, old: &Facts, new: &Facts) {
    let find = |facts: &Facts, id: &str| {
        facts.criteria.iter().find(|(one, _)| one == id).map(|(_, points)| *points)
    };
    for (id, points) in &new.criteria {
        let (before, change) = match find(old, id) {
            Some(before) => (before, ""),
            None => (Points::ZERO, "new"),
        };
        let cause = Cause::new(CauseKind::Criterion, named("criterion", id), change);
        account.by(cause, *points - before);
    }
    for (id, points) in old.criteria.iter().filter(|(id, _)| find(new, id).is_none()) {
        let cause = Cause::new(CauseKind::Criterion, named("criterion", id), "gone");
        account.by(cause, Points::ZERO - *points);
    }
}
