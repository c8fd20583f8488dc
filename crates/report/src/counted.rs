//! Which verdicts count: those that cost points, and no others, are failures in a report.
//!
//! A case may be judged several times, by its own comparison and by those of criteria. Where only criteria with comparisons of
//! their own look at it, its own verdict says nothing about points, and a report that led with it would contradict them.

use model::{CaseReport, CriterionReport, Grade, Judgement, Verdict};

/// A judgement that cost points.
#[derive(Debug, Clone, Copy)]
pub(super) struct CountedFailure<'a> {
    pub(super) case: &'a CaseReport,
    pub(super) judgement: &'a Judgement,
    /// The criterion whose own comparison this is; none for the case's own verdict.
    pub(super) criterion: Option<&'a CriterionReport>,
}

/// All failures: the cases' own, and then those under criteria of cases that have none of their own.
pub(super) fn collect_failures(grade: &Grade) -> Vec<CountedFailure<'_>> {
    let own = grade
        .cases
        .iter()
        .filter(|case| is_counted_failure(grade, case));
    let mut all: Vec<CountedFailure<'_>> = own
        .map(|case| CountedFailure {
            case,
            judgement: &case.judgement,
            criterion: None,
        })
        .collect();
    all.extend(
        grade
            .criteria
            .iter()
            .flat_map(|criterion| collect_failures_under(grade, criterion)),
    );
    all
}

/// The failures under a criterion's own comparison of cases that have none of their own.
fn collect_failures_under<'a>(
    grade: &'a Grade,
    criterion: &'a CriterionReport,
) -> impl Iterator<Item = CountedFailure<'a>> {
    let failed = criterion
        .judgements
        .iter()
        .filter(|(_, judgement)| judgement.verdict.is_failure());
    failed
        .filter(|_| has_missing_points(criterion))
        .filter_map(|(id, judgement)| {
            let case = grade.cases.iter().find(|case| case.case.id == *id)?;
            (!is_counted_failure(grade, case)).then_some(CountedFailure {
                case,
                judgement,
                criterion: Some(criterion),
            })
        })
}

/// Whether a case is right, as far as points are concerned; a criterion that looks more strictly may still find something.
pub(super) fn is_right(grade: &Grade, case: &CaseReport) -> bool {
    let verdict = &case.judgement.verdict;
    *verdict == Verdict::Accepted
        || (verdict.is_failure() && !is_counted_failure(grade, case) && is_forgiven(grade, case))
}

/// Whether the criteria that compare a case by rules of their own find it right: one that looks at all of it, or else all that
/// look at a part.
fn is_forgiven(grade: &Grade, case: &CaseReport) -> bool {
    let mut whole = Vec::new();
    let mut parts = Vec::new();
    for criterion in &grade.criteria {
        let accepts =
            criterion_judgements(criterion, case).map(|one| one.verdict == Verdict::Accepted);
        if criterion.is_partial {
            parts.extend(accepts)
        } else {
            whole.extend(accepts)
        }
    }
    if whole.is_empty() {
        parts.into_iter().all(|is_right| is_right)
    } else {
        whole.contains(&true)
    }
}

/// What a criterion says of each case that it looks at, in the order of the cases.
pub(super) fn list_judged<'a>(
    grade: &'a Grade,
    criterion: &'a CriterionReport,
) -> impl Iterator<Item = (&'a CaseReport, &'a Judgement)> {
    grade.cases.iter().filter_map(|case| {
        let own = criterion_judgements(criterion, case).next();
        let is_looked_at = criterion.looks_at.contains(&case.case.id);
        let judgement = own.or(is_looked_at.then_some(&case.judgement));
        Some((case, judgement?))
    })
}

/// How many cases are right.
pub(super) fn count_right(grade: &Grade) -> usize {
    grade
        .cases
        .iter()
        .filter(|case| is_right(grade, case))
        .count()
}

/// How many cases are right and yet not for a criterion, which looks at them more strictly.
pub(super) fn count_only_under(grade: &Grade, criterion: &CriterionReport) -> usize {
    collect_failures_under(grade, criterion)
        .filter(|failure| is_right(grade, failure.case))
        .count()
}

/// Whether the case's own verdict is a failure that cost points.
fn is_counted_failure(grade: &Grade, case: &CaseReport) -> bool {
    if !case.judgement.verdict.is_failure() {
        return false;
    }
    let id = &case.case.id;
    let mut looking = grade
        .criteria
        .iter()
        .filter(|one| one.looks_at.contains(id))
        .peekable();
    match looking.peek() {
        Some(_) => looking.any(has_missing_points),
        None => grade
            .criteria
            .iter()
            .all(|one| criterion_judgements(one, case).next().is_none()),
    }
}

fn has_missing_points(criterion: &CriterionReport) -> bool {
    criterion.points < criterion.max_points
}

/// What a criterion with a comparison of its own says of a case.
fn criterion_judgements<'a>(
    criterion: &'a CriterionReport,
    case: &'a CaseReport,
) -> impl Iterator<Item = &'a Judgement> {
    let all = criterion.judgements.iter();
    all.filter(|(id, _)| *id == case.case.id)
        .map(|(_, judgement)| judgement)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use model::Points;

    /// One case is wrong under its own comparison, and a criterion with another one has judged it.
    fn judged(under_criterion: Verdict, points: f64) -> Grade {
        let mut grade = fixture::wrong();
        let id = grade.cases[1].case.id.clone();
        grade.criteria[0].judgements = vec![(id, Judgement::new(under_criterion))];
        grade.criteria[0].points = Points::from_number(points);
        grade
    }

    #[test]
    fn what_a_looser_criterion_accepts_is_no_failure() {
        let grade = judged(Verdict::Accepted, 50.0);
        assert!(collect_failures(&grade).is_empty());
        assert_eq!(count_right(&grade), 2);
    }

    #[test]
    fn what_no_criterion_accepts_is_a_failure_of_the_criterion() {
        let grade = judged(Verdict::WrongAnswer, 25.0);
        let found = collect_failures(&grade);
        assert_eq!(found.len(), 1);
        assert!(found[0].criterion.is_some());
        assert_eq!(
            (
                count_right(&grade),
                count_only_under(&grade, &grade.criteria[0])
            ),
            (1, 0)
        );
    }

    #[test]
    fn a_case_of_which_one_part_is_wrong_is_not_right() {
        let mut grade = judged(Verdict::WrongAnswer, 25.0);
        let mut other = grade.criteria[0].clone();
        other.judgements[0].1.verdict = Verdict::Accepted;
        grade.criteria.push(other);
        assert_eq!(count_right(&grade), 2, "a looser criterion accepts it");
        grade
            .criteria
            .iter_mut()
            .for_each(|criterion| criterion.is_partial = true);
        assert_eq!(count_right(&grade), 1);
    }

    #[test]
    fn a_criterion_that_takes_the_verdict_as_it_is_makes_it_count() {
        let mut grade = judged(Verdict::Accepted, 50.0);
        grade.criteria[1].looks_at = vec![grade.cases[1].case.id.clone()];
        assert!(collect_failures(&grade).is_empty(), "it has all its points");
        grade.criteria[1].points = Points::ZERO;
        assert_eq!(collect_failures(&grade).len(), 1);
    }
}
