//! Criteria with a rule: all points without a finding, or something taken away for each.

use super::findings::{FaultCount, blank_report, state_from_build};
use model::{
    BuildReport, BuildVerdict, Criterion, CriterionEvidence, CriterionKind, CriterionReport,
    CriterionState, Points, RuleDoubt, RuleFinding, RuleInspection, RuleReport,
};

/// What the rule said, for reports.
pub(super) fn build_rule_report(
    criterion: &Criterion<usize>,
    inspection: Option<&RuleInspection>,
) -> Option<RuleReport> {
    let (CriterionEvidence::Rule(rule), Some(inspection)) = (&criterion.evidence, inspection)
    else {
        return None;
    };
    let inspection = inspection.clone();
    Some(RuleReport {
        rule: rule.id(),
        meaning: rule.meaning(),
        inspection,
    })
}

/// The points. A text that does not compile is looked at as well. Without one there is nothing to look at, which earns
/// nothing and breaks no rule.
pub(super) fn score_rule(
    criterion: &Criterion<usize>,
    inspection: Option<&RuleInspection>,
    build: &BuildReport,
) -> CriterionReport {
    let Some(RuleInspection { findings, doubts }) = inspection else {
        let reason = match (build.verdict, criterion.kind) {
            (BuildVerdict::Ungraded, _) => {
                Some("the grader failed before it could look".to_owned())
            }
            (_, CriterionKind::Ordinary(_) | CriterionKind::Extra(_)) => {
                Some("there is no program to look at".to_owned())
            }
            (_, CriterionKind::Penalty { .. } | CriterionKind::Remark) => None,
        };
        let state = state_from_build(build);
        return CriterionReport {
            state,
            reason,
            ..blank_report(criterion)
        };
    };
    if let (true, Some(doubt)) = (findings.is_empty(), doubts.first()) {
        if build.verdict != BuildVerdict::Ok {
            return report_doubt_without_program(criterion, doubt);
        }
        let reason = format!(
            "the rule could not decide at {}:{} ({})",
            doubt.file, doubt.line, doubt.message
        );
        let state = match criterion.kind {
            CriterionKind::Remark => CriterionState::Decided,
            _ => CriterionState::AwaitsInstructor,
        };
        let points = criterion.points();
        return CriterionReport {
            points,
            state,
            reason: Some(reason),
            ..blank_report(criterion)
        };
    }
    let (points, limit) = points_for_findings(criterion, findings.len() as u64);
    let reason = summarize_findings(findings).map(|said| format!("{limit}{said}"));
    CriterionReport {
        points,
        reason,
        ..blank_report(criterion)
    }
}

/// The points for so many findings, and how a penalty came about.
fn points_for_findings(criterion: &Criterion<usize>, count: u64) -> (Points, String) {
    let faults = FaultCount {
        count,
        one: "place",
        many: "places",
    };
    match criterion.kind {
        CriterionKind::Penalty { each, most } => (
            -faults.total_cost(each, most),
            format!("{}: ", faults.describe_cost(each, most)),
        ),
        CriterionKind::Ordinary(points) | CriterionKind::Extra(points) => {
            let words = criterion
                .each
                .map(|each| format!("{}: ", faults.describe_cost(each, points)));
            (
                faults.points_left(points, criterion.each),
                words.unwrap_or_default(),
            )
        }
        CriterionKind::Remark => (Points::ZERO, String::new()),
    }
}

/// A text that is no program is not understood to the end for that reason, so nothing is left for a person to decide.
fn report_doubt_without_program(
    criterion: &Criterion<usize>,
    doubt: &RuleDoubt,
) -> CriterionReport {
    let RuleDoubt {
        file,
        line,
        message,
    } = doubt;
    let reason =
        format!("without a program the rule could not decide at {file}:{line} ({message})");
    let reason = (criterion.points() > Points::ZERO).then_some(reason);
    CriterionReport {
        reason,
        ..blank_report(criterion)
    }
}

/// The first finding in a line, and how many more there are.
fn summarize_findings(findings: &[RuleFinding]) -> Option<String> {
    let (first, rest) = findings.split_first()?;
    let place = first
        .line
        .map_or(String::new(), |line| format!("{}:{line}: ", first.file));
    let more = match rest.len() {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    Some(format!("{place}{}{more}", first.message))
}
