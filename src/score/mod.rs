//! From verdicts to points, by the rubric. Every point that is missing has a reason here.

mod faults;
mod requirements;
mod rules;
mod undefined;

use crate::model::{
    Assignment, BuildDemand, BuildReport, BuildVerdict, CallReport, Case, Credit, Criterion,
    CriterionReport, CriterionState, Evidence, Inspection, JudgedCase, Judgement, ManualStart,
    Points, Undefined, Verdict, Visibility, Worth,
};

/// What is known of a submission once it was run.
#[derive(Debug)]
pub struct Findings<'a> {
    /// What building came to.
    pub build: &'a BuildReport,
    /// What was found of undefined behaviour.
    pub undefined: &'a Undefined,
    /// The verdict of each case under its own comparison, in the order of the assignment's cases.
    pub cases: &'a [Judgement],
    /// How many calls each case made, in the same order; nothing where it made none.
    pub calls: &'a [CallCount],
    /// Each criterion's own judgements, in the order of the criterion's cases; empty where it has none.
    pub criteria: &'a [Vec<Judgement>],
    /// What each criterion's rule says; nothing where it has none, or where there was no program to look at.
    pub inspections: &'a [Option<Inspection>],
}

/// How many calls of a case there are, and how many of them are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CallCount {
    /// How many were right.
    pub right: u64,
    /// How many there are.
    pub all: u64,
}

impl CallCount {
    /// Counts them.
    pub fn of(calls: &[CallReport]) -> CallCount {
        let right = |call: &&CallReport| call.judgement.verdict == Verdict::Accepted;
        CallCount { right: calls.iter().filter(right).count() as u64, all: calls.len() as u64 }
    }
}

/// Points by criterion and by case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// The criteria, in the order of the rubric.
    pub criteria: Vec<CriterionReport>,
    /// For each case, what it earned in all criteria together, and what it could earn.
    pub cases: Vec<(Points, Points)>,
}

impl Score {
    /// All points earned; penalties take no more than there is.
    pub fn points(&self) -> Points {
        let sum: Points = self.criteria.iter().map(|criterion| criterion.points).sum();
        sum.max(Points::ZERO)
    }
}

/// Scores one submission.
pub fn score(assignment: &Assignment, findings: &Findings<'_>) -> Score {
    let shares: Vec<Option<(Shares<'_>, Credit)>> = assignment
        .criteria
        .iter()
        .enumerate()
        .map(|(index, criterion)| shares(assignment, index, criterion, findings))
        .collect();
    let mut criteria: Vec<CriterionReport> = assignment
        .criteria
        .iter()
        .zip(&shares)
        .enumerate()
        .map(|(index, (criterion, shares))| {
            let inspection = findings.inspections.get(index).and_then(Option::as_ref);
            let rule = rules::report_of(criterion, inspection);
            let report = report(assignment, criterion, shares.as_ref(), inspection, findings);
            CriterionReport { rule, ..report }
        })
        .collect();
    requirements::apply(assignment, &mut criteria);
    let mut cases = vec![(Points::ZERO, Points::ZERO); assignment.cases.len()];
    for ((report, criterion), shares) in criteria.iter().zip(&assignment.criteria).zip(&shares) {
        let Some((shares, credit)) = shares else { continue };
        if !matches!(criterion.worth, Worth::Penalty { .. }) {
            let is_skipped = report.state == CriterionState::Skipped;
            shares.add_to(&mut cases, *credit, assignment.presentation_percent, is_skipped);
        }
    }
    Score { criteria, cases }
}

/// What each case can earn in a criterion; none if it does not look at cases.
fn shares<'a>(
    assignment: &'a Assignment,
    index: usize,
    criterion: &'a Criterion,
    findings: &Findings<'a>,
) -> Option<(Shares<'a>, Credit)> {
    let Evidence::Cases { cases, credit } = &criterion.evidence else { return None };
    let own = findings.criteria.get(index).map_or([].as_slice(), Vec::as_slice);
    Some((Shares::of(assignment, criterion.points(), cases, own, findings), *credit))
}

fn report(
    assignment: &Assignment,
    criterion: &Criterion,
    shares: Option<&(Shares<'_>, Credit)>,
    inspection: Option<&Inspection>,
    findings: &Findings<'_>,
) -> CriterionReport {
    if matches!(criterion.evidence, Evidence::Rule(_)) {
        return rules::report(criterion, inspection, findings.build);
    }
    if let Worth::Penalty { each, most } = criterion.worth {
        let judgements: Vec<&Judgement> = shares
            .map(|(shares, _)| shares.entries.iter().map(|share| share.judgement).collect())
            .unwrap_or_default();
        let report = faults::penalty(criterion, each, most, &judgements, findings);
        let own = shares.map(|(shares, _)| shares.own_judgements()).unwrap_or_default();
        return CriterionReport { judgements: own, ..report };
    }
    match (&criterion.evidence, shares) {
        (Evidence::Build(demand), _) => build_report(criterion, *demand, findings.build),
        (Evidence::Undefined, _) => undefined::report(criterion, findings),
        (Evidence::Manual(start), _) => manual_report(criterion, *start, findings.build),
        (Evidence::Cases { .. }, Some((shares, credit))) => {
            cases_report(assignment, criterion, *credit, shares)
        }
        (Evidence::Cases { .. }, None) | (Evidence::Rule(_), _) => untouched(criterion),
    }
}

/// The cases of one criterion with what each can earn.
struct Shares<'a> {
    entries: Vec<Share<'a>>,
}

struct Share<'a> {
    index: usize,
    id: &'a str,
    /// Whether students may know that the case exists.
    is_hidden: bool,
    points: Points,
    judgement: &'a Judgement,
    calls: CallCount,
    /// Whether the criterion compared by a rule of its own.
    own: bool,
}

impl Share<'_> {
    /// What the case earns by itself.
    fn earned(&self, credit: Credit, presentation_percent: u32) -> Points {
        let as_presentation = self.points.share(u64::from(presentation_percent), 100);
        match (&self.judgement.verdict, credit) {
            (Verdict::Accepted, _) => self.points,
            (_, Credit::PerCall) if self.calls.all > 0 => {
                self.points.share(self.calls.right, self.calls.all)
            }
            (Verdict::PresentationError, Credit::PerTurn) => as_presentation.max(self.by_turns()),
            (Verdict::PresentationError, _) => as_presentation,
            // What it printed before it crashed or was stopped counts, but for what nobody may do.
            (verdict, Credit::PerTurn) if *verdict != Verdict::ForbiddenCall => self.by_turns(),
            _ => Points::ZERO,
        }
    }

    /// The share of turns that are right; a run that is not accepted has at least one that is not.
    fn by_turns(&self) -> Points {
        self.judgement.turns.map_or(Points::ZERO, |turns| {
            let right = turns.right.min(turns.all.saturating_sub(1));
            self.points.share(right as u64, turns.all as u64)
        })
    }
}

impl<'a> Shares<'a> {
    fn of(
        assignment: &'a Assignment,
        points: Points,
        judged: &'a [JudgedCase],
        own: &'a [Judgement],
        findings: &Findings<'a>,
    ) -> Shares<'a> {
        let weights: Vec<u32> = judged
            .iter()
            .map(|case| assignment.cases.get(case.index).map_or(0, |case| case.weight))
            .collect();
        let amounts = points.split(&weights);
        let entries =
            judged.iter().zip(amounts).enumerate().filter_map(|(position, (case, points))| {
                let judgement = own.get(position).or_else(|| findings.cases.get(case.index))?;
                let Case { id, visibility, .. } = assignment.cases.get(case.index)?;
                Some(Share {
                    index: case.index,
                    id,
                    is_hidden: *visibility == Visibility::Hidden,
                    points,
                    judgement,
                    calls: findings.calls.get(case.index).copied().unwrap_or_default(),
                    own: case.comparison.is_some(),
                })
            });
        Shares { entries: entries.collect() }
    }

    fn earned(&self, credit: Credit, presentation_percent: u32) -> Vec<Points> {
        let all = self.entries.iter().all(|share| share.judgement.verdict == Verdict::Accepted);
        let one = |share: &Share<'_>| match credit {
            Credit::AllOrNothing if all => share.points,
            Credit::AllOrNothing => Points::ZERO,
            _ => share.earned(credit, presentation_percent),
        };
        self.entries.iter().map(one).collect()
    }

    fn add_to(
        &self,
        cases: &mut [(Points, Points)],
        credit: Credit,
        presentation_percent: u32,
        is_skipped: bool,
    ) {
        for (share, earned) in self.entries.iter().zip(self.earned(credit, presentation_percent)) {
            if let Some((points, max_points)) = cases.get_mut(share.index) {
                *points += if is_skipped { Points::ZERO } else { earned };
                *max_points += share.points;
            }
        }
    }

    fn failed(&self) -> Vec<&Share<'a>> {
        let failed = |share: &&Share<'_>| share.judgement.verdict != Verdict::Accepted;
        self.entries.iter().filter(failed).collect()
    }

    /// What counts under `per-call`: the calls that are right.
    fn calls_in_words(&self) -> String {
        let calls = self.entries.iter().map(|share| share.calls);
        let (right, all) =
            calls.fold((0, 0), |(right, all), one| (right + one.right, all + one.all));
        if all > 0 { format!(", and {right} of {all} calls") } else { String::new() }
    }

    fn own_judgements(&self) -> Vec<(String, Judgement)> {
        let own = self.entries.iter().filter(|share| share.own);
        own.map(|share| (share.id.to_owned(), share.judgement.clone())).collect()
    }
}

fn cases_report(
    assignment: &Assignment,
    criterion: &Criterion,
    credit: Credit,
    shares: &Shares<'_>,
) -> CriterionReport {
    let ungraded =
        shares.entries.iter().any(|share| matches!(share.judgement.verdict, Verdict::Ungraded(_)));
    CriterionReport {
        points: shares.earned(credit, assignment.presentation_percent).into_iter().sum(),
        state: if ungraded { CriterionState::Ungraded } else { CriterionState::Decided },
        reason: cases_reason(shares, credit, ungraded),
        judgements: shares.own_judgements(),
        ..untouched(criterion)
    }
}

fn cases_reason(shares: &Shares<'_>, credit: Credit, ungraded: bool) -> Option<String> {
    const NAMED: usize = 4;
    let failed = shares.failed();
    let total = shares.entries.len();
    let not_run = shares.entries.iter().find_map(|share| match &share.judgement.verdict {
        Verdict::NotRun(reason) => Some(reason.clone()),
        _ => None,
    });
    match (failed.as_slice(), not_run) {
        _ if ungraded => Some("the grader failed on some cases".to_owned()),
        (_, Some(reason)) => Some(reason),
        ([], None) => None,
        (failed, None) => {
            let rule = match credit {
                Credit::AllOrNothing => "; all must be".to_owned(),
                Credit::PerCall => shares.calls_in_words(),
                Credit::PerCase | Credit::PerTurn => String::new(),
            };
            // Students read this: what is hidden from them has no name here.
            let known: Vec<&str> =
                failed.iter().filter(|share| !share.is_hidden).map(|share| share.id).collect();
            let names = match known.as_slice() {
                [] => String::new(),
                names if names.len() > NAMED => {
                    format!("; not {}, …", names[..NAMED].join(", "))
                }
                names => format!("; not {}", names.join(", ")),
            };
            Some(format!("{} of {total} are right{rule}{names}", total - failed.len()))
        }
    }
}

fn build_report(
    criterion: &Criterion,
    demand: BuildDemand,
    build: &BuildReport,
) -> CriterionReport {
    let reason = match (build.verdict, demand) {
        (BuildVerdict::Ok, BuildDemand::NoWarnings) if build.warnings.count > 0 => {
            let noun = if build.warnings.count == 1 { "warning" } else { "warnings" };
            Some(format!("the compiler gave {} {noun}", build.warnings.count))
        }
        (BuildVerdict::Ok, _) => None,
        (verdict, _) => Some(build.reason.clone().unwrap_or_else(|| verdict.name().to_owned())),
    };
    CriterionReport {
        points: if reason.is_none() { criterion.points() } else { Points::ZERO },
        state: decided_unless_ours(build),
        reason,
        ..untouched(criterion)
    }
}

/// Points that a person gives: until then they are what the rubric says, unless there is nothing to look at.
fn manual_report(
    criterion: &Criterion,
    start: ManualStart,
    build: &BuildReport,
) -> CriterionReport {
    if build.verdict != BuildVerdict::Ok {
        let reason = Some("there is no program to look at".to_owned());
        return CriterionReport {
            state: decided_unless_ours(build),
            reason,
            ..untouched(criterion)
        };
    }
    CriterionReport {
        points: if start == ManualStart::Full { criterion.points() } else { Points::ZERO },
        state: CriterionState::AwaitsInstructor,
        ..untouched(criterion)
    }
}

fn decided_unless_ours(build: &BuildReport) -> CriterionState {
    if build.verdict == BuildVerdict::Ungraded {
        CriterionState::Ungraded
    } else {
        CriterionState::Decided
    }
}

fn untouched(criterion: &Criterion) -> CriterionReport {
    CriterionReport {
        id: criterion.id.clone(),
        title: criterion.title.clone(),
        points: Points::ZERO,
        max_points: criterion.points(),
        worth: criterion.worth,
        state: CriterionState::Decided,
        reason: None,
        judgements: Vec::new(),
        rule: None,
    }
}
