//! What the cases of a criterion can earn, and what they earn.

use super::findings::{CallCount, SubmissionFindings};
use model::{
    CaseVisibility, CreditRule, Criterion, CriterionEvidence, JudgedCase, Judgement, MarkingScheme,
    Points, SchemeCase, Verdict,
};

/// The cases of one criterion with what each can earn.
pub(super) struct CaseShares<'a> {
    pub(super) entries: Vec<CaseShare<'a>>,
    pub(super) credit: CreditRule,
    /// What a `presentation-error` is worth.
    presentation_percent: u32,
}

pub(super) struct CaseShare<'a> {
    index: usize,
    pub(super) id: &'a str,
    /// What students may know of the case.
    pub(super) visibility: CaseVisibility,
    points: Points,
    pub(super) judgement: &'a Judgement,
    calls: CallCount,
    /// Whether the criterion compared by a rule of its own.
    by_criterion: bool,
}

impl CaseShare<'_> {
    /// What the case earns by itself.
    fn points_earned(&self, credit: CreditRule, presentation_percent: u32) -> Points {
        let as_presentation = self.points.share(u64::from(presentation_percent), 100);
        match (&self.judgement.verdict, credit) {
            (Verdict::Accepted, _) => self.points,
            // What a checker has found to be right in part.
            (Verdict::WrongAnswer, _) if self.judgement.share.is_some() => self
                .points
                .partial(self.judgement.share.unwrap_or_default()),
            (_, CreditRule::PerCall | CreditRule::PerTest) if self.calls.all > 0 => {
                self.points.share(self.calls.right, self.calls.all)
            }
            (Verdict::PresentationError, CreditRule::PerTurn | CreditRule::PerLine) => {
                as_presentation.max(self.points_by_parts())
            }
            (Verdict::PresentationError, _) => as_presentation,
            // What it printed before it crashed or was stopped counts, but for what nobody may do.
            (verdict, CreditRule::PerTurn | CreditRule::PerLine)
                if *verdict != Verdict::ForbiddenCall =>
            {
                self.points_by_parts()
            }
            _ => Points::ZERO,
        }
    }

    /// The share of turns or lines that are right; a run that is not accepted has at least one that is not. How many lines a program
    /// prints may depend on its input, so an exact share would tell students the input of a case that they may not see.
    fn points_by_parts(&self) -> Points {
        const STEPS: u64 = 20;
        self.judgement.parts.map_or(Points::ZERO, |parts| {
            let right = parts.right.min(parts.all.saturating_sub(1)) as u64;
            let all = parts.all as u64;
            match self.visibility {
                CaseVisibility::Full => self.points.share(right, all),
                CaseVisibility::Verdict | CaseVisibility::Hidden => {
                    let steps = right.saturating_mul(STEPS).checked_div(all);
                    self.points.share(steps.unwrap_or_default(), STEPS)
                }
            }
        })
    }
}

impl<'a> CaseShares<'a> {
    /// The shares of a criterion; none if it does not look at cases.
    pub(super) fn new(
        scheme: &'a MarkingScheme,
        index: usize,
        criterion: &'a Criterion<usize>,
        findings: &SubmissionFindings<'a>,
    ) -> Option<CaseShares<'a>> {
        let CriterionEvidence::Cases { cases, credit } = &criterion.evidence else {
            return None;
        };
        let own = findings
            .criteria
            .get(index)
            .map_or([].as_slice(), Vec::as_slice);
        Some(CaseShares {
            entries: build_shares(scheme, criterion.points(), cases, own, findings),
            credit: *credit,
            presentation_percent: scheme.presentation_percent,
        })
    }

    /// What each case earned.
    pub(super) fn points_by_case(&self) -> Vec<Points> {
        let by_itself =
            |share: &CaseShare<'_>| share.points_earned(self.credit, self.presentation_percent);
        let counting = self
            .entries
            .iter()
            .filter(|share| share.points > Points::ZERO);
        let by_fraction = |one: &&CaseShare<'_>, other: &&CaseShare<'_>| {
            let [one, other] = [one, other].map(|it| by_itself(it).percent_of(it.points));
            one.total_cmp(&other)
        };
        let all_earn_as = match self.credit {
            CreditRule::Minimum => counting.min_by(by_fraction),
            CreditRule::Best => counting.max_by(by_fraction),
            CreditRule::AllOrNothing if self.failed_shares().is_empty() => {
                return self.entries.iter().map(|share| share.points).collect();
            }
            CreditRule::AllOrNothing => None,
            CreditRule::PerCase
            | CreditRule::PerCall
            | CreditRule::PerTest
            | CreditRule::PerTurn
            | CreditRule::PerLine => {
                return self.entries.iter().map(by_itself).collect();
            }
        };
        let Some(model) = all_earn_as else {
            return vec![Points::ZERO; self.entries.len()];
        };
        // What all cases up to one earn together is cut to a thousandth, so nothing is lost by adding them up.
        let earned = by_itself(model);
        let mut points = Points::ZERO;
        let mut before = Points::ZERO;
        let mut all = Vec::new();
        for share in &self.entries {
            points += share.points;
            let together = points.proportion(earned, model.points);
            all.push(together - before);
            before = together;
        }
        all
    }

    /// Adds to each case what it earned here, and what it could earn.
    pub(super) fn add_to(&self, cases: &mut [(Points, Points)], is_skipped: bool) {
        for (share, earned) in self.entries.iter().zip(self.points_by_case()) {
            if let Some((points, max_points)) = cases.get_mut(share.index) {
                *points += if is_skipped { Points::ZERO } else { earned };
                *max_points += share.points;
            }
        }
    }

    pub(super) fn failed_shares(&self) -> Vec<&CaseShare<'a>> {
        self.entries.iter().filter(has_failed).collect()
    }

    /// What counts where a case has parts: the calls, tests, turns or lines that are right, of the cases that students see.
    pub(super) fn describe_parts(&self) -> String {
        let parts = match self.credit {
            CreditRule::PerCall => "calls",
            CreditRule::PerTest => "tests",
            CreditRule::PerTurn => "turns",
            CreditRule::PerLine => "lines",
            _ => return String::new(),
        };
        let is_by_call = matches!(self.credit, CreditRule::PerCall | CreditRule::PerTest);
        let is_shown = |share: &&CaseShare<'_>| share.visibility == CaseVisibility::Full;
        let shown = self.entries.iter().filter(is_shown);
        let counts = shown.clone().map(|share| match share.judgement.parts {
            _ if is_by_call => share.calls,
            Some(parts) => CallCount {
                right: parts.right as u64,
                all: parts.all as u64,
            },
            None => CallCount::default(),
        });
        let (right, all) = counts.fold((0, 0), |(right, all), one| {
            (right + one.right, all + one.all)
        });
        let of_which = if shown.count() < self.entries.len() {
            " of the cases that are shown"
        } else {
            ""
        };
        if all > 0 {
            format!(", and {right} of {all} {parts}{of_which}")
        } else {
            String::new()
        }
    }

    /// The cases whose own verdicts count.
    pub(super) fn verdict_case_ids(&self) -> Vec<String> {
        let others = self.entries.iter().filter(|share| !share.by_criterion);
        others.map(|share| share.id.to_owned()).collect()
    }

    pub(super) fn criterion_judgements(&self) -> Vec<(String, Judgement)> {
        let own = self.entries.iter().filter(|share| share.by_criterion);
        own.map(|share| (share.id.to_owned(), share.judgement.clone()))
            .collect()
    }
}

fn has_failed(share: &&CaseShare<'_>) -> bool {
    share.judgement.verdict != Verdict::Accepted
}

/// The points of a criterion, parted by the weights of its cases.
fn build_shares<'a>(
    scheme: &'a MarkingScheme,
    points: Points,
    judged: &'a [JudgedCase<usize>],
    own: &'a [Judgement],
    findings: &SubmissionFindings<'a>,
) -> Vec<CaseShare<'a>> {
    let weights: Vec<u32> = judged
        .iter()
        .map(|case| scheme.cases.get(case.index).map_or(0, |case| case.weight))
        .collect();
    let amounts = points.split(&weights);
    let entries =
        judged
            .iter()
            .zip(amounts)
            .enumerate()
            .filter_map(|(position, (case, points))| {
                let judgement = own
                    .get(position)
                    .or_else(|| findings.cases.get(case.index))?;
                let SchemeCase { id, visibility, .. } = scheme.cases.get(case.index)?;
                Some(CaseShare {
                    index: case.index,
                    id,
                    visibility: *visibility,
                    points,
                    judgement,
                    calls: findings.calls.get(case.index).copied().unwrap_or_default(),
                    by_criterion: case.comparison.is_some(),
                })
            });
    entries.collect()
}
