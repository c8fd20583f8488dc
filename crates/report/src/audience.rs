//! What students may see: the grade without what the rubric keeps from them.
//!
//! Everything that students get is made from this copy, so that no format can show more than another. The verdict of a
//! hidden case is part of its criteria's points, and nothing else of it is left.

use std::borrow::Cow;

use model::{
    BuildReport, BuildVerdict, CaseOutline, CaseReport, CaseVisibility, CriterionReport,
    CriterionState, Grade, Hint, HintSteps, Invocation, Judgement, UndefinedBehaviour,
    UndefinedFinding, Verdict,
};

/// In place of why the grader failed, which may quote what a checker said about a case that students do not see.
const GRADER_FAILED: &str = "The grader failed, and your instructor can see why.";

/// Whether students see less than instructors do.
pub(super) fn is_limited(grade: &Grade) -> bool {
    grade
        .cases
        .iter()
        .any(|case| case.case.visibility != CaseVisibility::Full)
}

/// The grade as its student may see it: where nothing is kept back, the grade itself.
pub(super) fn for_student(grade: &Grade) -> Cow<'_, Grade> {
    // The numbers of a finding that no case shows are kept back where every case may be seen, too. A search that found nothing
    // has none, and a copy of a grade costs as much as writing it.
    let has_all_steps = grade.outline.hints == HintSteps::How;
    if !is_limited(grade)
        && has_all_steps
        && !grade.has_undefined_behaviour()
        && grade.repair.is_none()
    {
        return Cow::Borrowed(grade);
    }
    let visible = |case: &&CaseReport| case.case.visibility != CaseVisibility::Hidden;
    let limited = Grade {
        undefined: limit_undefined(grade),
        repair: None,
        cases: grade.cases.iter().filter(visible).map(limit_case).collect(),
        criteria: grade
            .criteria
            .iter()
            .map(|one| limit_criterion(grade, one))
            .collect(),
        ..without_results(grade)
    };
    let limited = if has_all_steps {
        limited
    } else {
        limit_hints(limited)
    };
    Cow::Owned(if is_limited(grade) {
        hide_failure_reasons(limited)
    } else {
        limited
    })
}

/// A copy without cases and criteria, which are most of a grade.
fn without_results(grade: &Grade) -> Grade {
    Grade {
        student: grade.student.clone(),
        assignment: grade.assignment.clone(),
        outline: grade.outline.clone(),
        points: grade.points,
        max_points: grade.max_points,
        build: grade.build.clone(),
        undefined: UndefinedBehaviour::default(),
        repair: None,
        cases: Vec::new(),
        criteria: Vec::new(),
        adjustments: grade.adjustments.clone(),
        comments: grade.comments.clone(),
        requests: grade.requests.clone(),
        remarks: grade.remarks.clone(),
        to_check: grade.to_check.clone(),
        hand_in: grade.hand_in.clone(),
        scoring: grade.scoring.clone(),
    }
}

/// The grade with only those steps of its hints that the rubric lets students see.
fn limit_hints(mut grade: Grade) -> Grade {
    let steps = grade.outline.hints;
    if steps < HintSteps::How {
        grade.build.repair = None;
    }
    let games = grade.cases.iter_mut().flat_map(|case| {
        let shortest = case.shortest.as_mut().map(|game| &mut game.judgement);
        std::iter::once(&mut case.judgement).chain(shortest)
    });
    let own = grade
        .criteria
        .iter_mut()
        .flat_map(|one| &mut one.judgements);
    let judgements = games.chain(own.map(|(_, judgement)| judgement));
    for hint in judgements.flat_map(|judgement| &mut judgement.hints) {
        if steps < HintSteps::How {
            hint.remedy = None;
        }
        if steps < HintSteps::Where {
            hint.detail = None;
        }
    }
    grade
}

fn hide_failure_reasons(grade: Grade) -> Grade {
    // The names of a student's own files are no secret, and the student can help.
    if grade.build.awaits_choice {
        return grade;
    }
    let build = match grade.build.verdict {
        BuildVerdict::Ungraded => BuildReport {
            reason: Some(GRADER_FAILED.to_owned()),
            ..grade.build
        },
        _ => grade.build,
    };
    let cases = grade
        .cases
        .into_iter()
        .map(|case| match case.judgement.verdict {
            Verdict::Ungraded(_) => CaseReport {
                judgement: Judgement::new(Verdict::Ungraded(GRADER_FAILED.to_owned())),
                ..case
            },
            _ => case,
        });
    let criteria = grade
        .criteria
        .into_iter()
        .map(|criterion| match criterion.state {
            CriterionState::Ungraded => CriterionReport {
                reason: None,
                judgements: Vec::new(),
                ..criterion
            },
            _ => criterion,
        });
    Grade {
        build,
        cases: cases.collect(),
        criteria: criteria.collect(),
        ..grade
    }
}

fn limit_case(report: &CaseReport) -> CaseReport {
    if report.case.visibility == CaseVisibility::Full {
        return report.clone();
    }
    CaseReport {
        case: CaseOutline {
            tags: Vec::new(),
            calls_function: false,
            runs_tests: false,
            invocation: Invocation::default(),
            exact_input: None,
            ..report.case.clone()
        },
        input: Vec::new(),
        input_origin: report.input_origin,
        judgement: strip_judgement(&report.judgement),
        observation: None,
        other_games: Vec::new(),
        calls: Vec::new(),
        tests: Vec::new(),
        shortest: None,
        points: report.points,
        max_points: report.max_points,
    }
}

/// Where it is and what it means is about the student's source. The numbers come from inputs, so they are shown only where
/// a case is that may be seen in full; the names of hidden cases are not.
fn limit_undefined(grade: &Grade) -> UndefinedBehaviour {
    let UndefinedBehaviour::Found(findings) = &grade.undefined else {
        return grade.undefined.clone();
    };
    let of = |id: &String| grade.cases.iter().find(|case| case.case.id == *id);
    let visibility = |id: &String| of(id).map(|case| case.case.visibility);
    let shown = findings.iter().map(|finding| {
        let first = finding.cases.first().and_then(visibility);
        let is_full = first == Some(CaseVisibility::Full);
        let named = |id: &&String| visibility(id) != Some(CaseVisibility::Hidden);
        UndefinedFinding {
            detail: finding.detail.clone().filter(|_| is_full),
            cases: finding.cases.iter().filter(named).cloned().collect(),
            ..finding.clone()
        }
    });
    UndefinedBehaviour::Found(shown.collect())
}

fn limit_criterion(grade: &Grade, report: &CriterionReport) -> CriterionReport {
    let shown = |(id, judgement): &(String, Judgement)| {
        let case = grade.cases.iter().find(|case| case.case.id == *id)?;
        match case.case.visibility {
            CaseVisibility::Full => Some((id.clone(), judgement.clone())),
            CaseVisibility::Verdict => Some((id.clone(), strip_judgement(judgement))),
            CaseVisibility::Hidden => None,
        }
    };
    let judgements = report.judgements.iter().filter_map(shown).collect();
    CriterionReport {
        judgements,
        ..report.clone()
    }
}

/// The verdict without anything that could give an input or an expected line away. The sentences of hints are general.
fn strip_judgement(judgement: &Judgement) -> Judgement {
    let general = |hint: &Hint| Hint {
        detail: None,
        place: None,
        ..hint.clone()
    };
    let hints = judgement.hints.iter().map(general).collect();
    Judgement {
        hints,
        ..Judgement::new(judgement.verdict.clone())
    }
}
