//! How far graders agree about the programs that all of them judge.

use std::collections::BTreeMap;

use judging::agreement::weighted_kappa;
use model::Points;
use report::{AgreementPair, DifferingPoints, GraderAgreement, render_agreement};
use rubric::SubjectKind;

use crate::dealing::GraderDeal;
use crate::desk::{DeskError, DeskView};
use crate::looks::LookQuery;

/// What all graders gave to a criterion of a program.
struct TrialRow<'v> {
    place: usize,
    /// The assignment's name in reports.
    assignment: &'v str,
    /// The criterion's id, and its name.
    criterion: (&'v str, &'v str),
    /// Each of its graders, with the points; none if not judged.
    points: Vec<(&'v str, Option<Points>)>,
}

impl DeskView<'_> {
    /// The page that says how far graders agree; none if no program is judged by all of them.
    pub(crate) fn agreement_page(&self) -> Result<Option<String>, DeskError> {
        let Some(deal) = self.trial_deal() else {
            return Ok(None);
        };
        let rows = self.list_trial_rows(deal);
        let left = deal.names().iter().map(|name| {
            let open = rows.iter().filter(|row| row.is_missing(name));
            (name.clone(), open.count())
        });
        let mut agreement = GraderAgreement {
            left: left.filter(|(_, count)| *count > 0).collect(),
            has_finished: !self.trial_open,
            ..GraderAgreement::default()
        };
        // Who knows what others gave does not judge alone any more.
        if agreement.has_finished {
            agreement.pairs = compare_graders(&rows);
            let differing = rows.iter().filter(|row| row.differs());
            agreement.differing = differing
                .map(|row| self.describe_difference(row, deal))
                .collect();
        }
        Ok(Some(render_agreement(&agreement)?))
    }

    fn list_trial_rows<'v>(&'v self, deal: &'v GraderDeal) -> Vec<TrialRow<'v>> {
        let mut rows = Vec::new();
        for place in deal.together() {
            let Some(group) = self.desk.queue.group_of(place) else {
                continue;
            };
            for criterion in self.desk.manual_ids(place) {
                let owner = deal.owner(group, criterion);
                let points = deal.graders_of(criterion).iter().map(|grader| {
                    let kind = match grader == owner {
                        true => SubjectKind::Decision,
                        false => SubjectKind::Second(grader.clone()),
                    };
                    let row = self.row(&self.subject_of_kind(place, criterion, kind));
                    (grader.as_str(), row.and_then(|row| row.points))
                });
                let grade = &self.desk.class.grades[place];
                let known = grade.criterion(criterion);
                let title = known.map_or(criterion, |one| one.title.as_str());
                rows.push(TrialRow {
                    place,
                    assignment: &grade.outline.title,
                    criterion: (criterion, title),
                    points: points.collect(),
                });
            }
        }
        rows
    }

    fn describe_difference(&self, row: &TrialRow<'_>, deal: &GraderDeal) -> DifferingPoints {
        let grade = &self.desk.class.grades[row.place];
        let query = LookQuery {
            criterion: Some(row.criterion.0.to_owned()),
            ..LookQuery::default()
        };
        let group = self.desk.queue.group_of(row.place).unwrap_or_default();
        let points = row.points.iter().map(|(grader, points)| {
            let points = points.map_or_else(|| "–".to_owned(), |points| points.to_string());
            ((*grader).to_owned(), points)
        });
        DifferingPoints {
            address: self.address(row.place, &query),
            student: grade.student.clone(),
            assignment: row.assignment.to_owned(),
            criterion: row.criterion.1.to_owned(),
            points: points.collect(),
            decides: deal.owner(group, row.criterion.0).to_owned(),
        }
    }
}

impl TrialRow<'_> {
    fn is_missing(&self, grader: &str) -> bool {
        let mut points = self.points.iter();
        points.any(|(known, points)| *known == grader && points.is_none())
    }

    fn differs(&self) -> bool {
        let mut given = self.points.iter().filter_map(|(_, points)| *points);
        let first = given.next();
        given.any(|points| Some(points) != first)
    }
}

/// The names of an assignment and of a criterion, and two graders. Another assignment has other points.
type PairKey<'v> = ([&'v str; 2], [&'v str; 2]);

/// How far every two graders agree about a criterion, as far as both have judged.
fn compare_graders(rows: &[TrialRow<'_>]) -> Vec<AgreementPair> {
    let mut pairs: BTreeMap<PairKey<'_>, Vec<(Points, Points)>> = BTreeMap::new();
    for row in rows {
        for (at, (first, one)) in row.points.iter().enumerate() {
            for (second, other) in &row.points[at + 1..] {
                let key = ([row.assignment, row.criterion.1], [*first, *second]);
                pairs.entry(key).or_default().extend(one.zip(*other));
            }
        }
    }
    let described =
        pairs.into_iter().map(
            |(([assignment, criterion], graders), points)| AgreementPair {
                assignment: assignment.to_owned(),
                criterion: criterion.to_owned(),
                graders: graders.map(str::to_owned),
                same: points.iter().filter(|(one, other)| one == other).count(),
                programs: points.len(),
                kappa: weighted_kappa(&points).map(|kappa| format!("{kappa:.2}")),
            },
        );
    described.collect()
}
