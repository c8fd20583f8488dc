//! Criteria with a rule: all points without a finding, or something taken away for each.

use super::criterion_report::{decided_unless_ours, untouched};
use super::faults::Faults;
use crate::model::{
    BuildReport, BuildVerdict, Criterion, CriterionKind, CriterionReport, CriterionState, Evidence,
    Finding, Inspection, Points, RuleReport, Undecided,
};

/// What the rule said, for reports.
pub(super) fn report_of(
    criterion: &Criterion<usize>,
    inspection: Option<&Inspection>,
) -> Option<RuleReport> {
    let (Evidence::Rule(rule), Some(inspection)) = (&criterion.evidence, inspection) else {
        return None;
    };
    let inspection = inspection.clone();
    Some(RuleReport { rule: rule.id(), meaning: rule.meaning(), inspection })
}

/// The points. A text that does not compile is looked at as well. Without one there is nothing to look at, which earns
/// nothing and breaks no rule.
pub(super) fn report(
    criterion: &Criterion<usize>,
    inspection: Option<&Inspection>,
    build: &BuildReport,
) -> CriterionReport {
    let Some(Inspection { findings, doubts }) = inspection else {
        let reason = match (build.verdict, criterion.kind) {
            (BuildVerdict::Ungraded, _) => {
                Some("the grader failed before it could look".to_owned())
            }
            (_, CriterionKind::Ordinary(_) | CriterionKind::Extra(_)) => {
                Some("there is no program to look at".to_owned())
            }
            (_, CriterionKind::Penalty { .. } | CriterionKind::Remark) => None,
        };
        let state = decided_unless_ours(build);
        return CriterionReport { state, reason, ..untouched(criterion) };
    };
    if let (true, Some(doubt)) = (findings.is_empty(), doubts.first()) {
        if build.verdict != BuildVerdict::Ok {
            return in_doubt_without_program(criterion, doubt);
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
        return CriterionReport { points, state, reason: Some(reason), ..untouched(criterion) };
    }
    let (points, limit) = earned(criterion, findings.len() as u64);
    let reason = first(findings).map(|said| format!("{limit}{said}"));
    CriterionReport { points, reason, ..untouched(criterion) }
}

/// The points for so many findings, and how a penalty came about.
fn earned(criterion: &Criterion<usize>, count: u64) -> (Points, String) {
    let faults = Faults { count, one: "place", many: "places" };
    match criterion.kind {
        CriterionKind::Penalty { each, most } => {
            (Points::ZERO - faults.cost(each, most), format!("{}: ", faults.in_words(each, most)))
        }
        CriterionKind::Ordinary(points) | CriterionKind::Extra(points) => {
            let words = criterion.each.map(|each| format!("{}: ", faults.in_words(each, points)));
            (faults.left_of(points, criterion.each), words.unwrap_or_default())
        }
        CriterionKind::Remark => (Points::ZERO, String::new()),
    }
}

/// A text that is no program is not understood to the end for that reason, so nothing is left for a person to decide.
fn in_doubt_without_program(criterion: &Criterion<usize>, doubt: &Undecided) -> CriterionReport {
    let Undecided { file, line, message } = doubt;
    let reason =
        format!("without a program the rule could not decide at {file}:{line} ({message})");
    let reason = (criterion.points() > Points::ZERO).then_some(reason);
    CriterionReport { reason, ..untouched(criterion) }
}

/// The first finding in a line, and how many more there are.
fn first(findings: &[Finding]) -> Option<String> {
    let (first, rest) = findings.split_first()?;
    let place = first.line.map_or(String::new(), |line| format!("{}:{line}: ", first.file));
    let more = match rest.len() {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    Some(format!("{place}{}{more}", first.message))
}
