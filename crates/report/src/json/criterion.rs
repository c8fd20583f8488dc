//! One criterion: its points, and what they rest on.

use serde::Serialize;

use super::judgement::JudgementJson;
use model::{CriterionKind, CriterionReport, CriterionState, Judgement, Points, RuleFinding};

#[derive(Serialize)]
pub(super) struct CriterionJson<'a> {
    id: &'a str,
    title: &'a str,
    points: Points,
    max_points: Points,
    /// `ordinary`; or `extra`, which is no part of the submission's `max_points`; or `penalty`, below zero; or `remark`,
    /// which changes no points.
    kind: &'static str,
    state: &'static str,
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<CriterionCaseJson<'a>>,
    /// The name of its rule, and what that found: only where a program was looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<FindingJson<'a>>>,
}

impl<'a> CriterionJson<'a> {
    pub(super) fn new(criterion: &'a CriterionReport) -> Self {
        let CriterionReport {
            id,
            title,
            points,
            max_points,
            kind,
            state,
            reason,
            looks_at: _,
            judgements,
            is_partial: _,
            rule,
        } = criterion;
        let own = |(id, judgement): &'a (String, Judgement)| CriterionCaseJson {
            id,
            judgement: JudgementJson::new(judgement),
        };
        CriterionJson {
            id,
            title,
            points: *points,
            max_points: *max_points,
            kind: kind_name(*kind),
            state: state_name(*state),
            reason: reason.as_deref(),
            cases: judgements.iter().map(own).collect(),
            rule: rule.as_ref().map(|it| it.rule),
            findings: rule.as_ref().map(|it| {
                it.inspection
                    .findings
                    .iter()
                    .map(FindingJson::new)
                    .collect()
            }),
        }
    }
}

#[derive(Serialize)]
struct CriterionCaseJson<'a> {
    id: &'a str,
    #[serde(flatten)]
    judgement: JudgementJson<'a>,
}

/// A place where the program breaks a rule.
#[derive(Serialize)]
struct FindingJson<'a> {
    rule: &'static str,
    file: &'a str,
    /// From 1 on; null where something is missing.
    line: Option<usize>,
    text: &'a str,
    message: &'a str,
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a RuleFinding) -> Self {
        let RuleFinding {
            file,
            line,
            rule,
            text,
            message,
        } = finding;
        FindingJson {
            rule,
            file,
            line: *line,
            text,
            message,
        }
    }
}

fn kind_name(kind: CriterionKind) -> &'static str {
    match kind {
        CriterionKind::Ordinary(_) => "ordinary",
        CriterionKind::Extra(_) => "extra",
        CriterionKind::Penalty { .. } => "penalty",
        CriterionKind::Remark => "remark",
    }
}

fn state_name(state: CriterionState) -> &'static str {
    match state {
        CriterionState::Decided => "decided",
        CriterionState::AwaitsInstructor => "awaits-instructor",
        CriterionState::Skipped => "skipped",
        CriterionState::Ungraded => "ungraded",
    }
}
