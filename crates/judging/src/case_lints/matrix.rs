//! The programs, the cases, and where points were lost.

use model::{CriterionEvidence, CriterionKind, Grade, Points, Verdict};

/// Which case costs which program points.
#[derive(Debug, Clone, Default)]
pub struct CaseMatrix {
    /// The ids of the cases, in the assignment's order.
    pub cases: Vec<String>,
    /// What each case can earn in all criteria together.
    pub worth: Vec<Points>,
    /// The criteria that look at cases.
    pub criteria: Vec<CriterionCases>,
    /// One row for each program.
    pub programs: Vec<ProgramRow>,
}

/// A criterion that looks at cases.
#[derive(Debug, Clone)]
pub struct CriterionCases {
    /// Its id.
    pub id: String,
    /// Its place among the assignment's criteria.
    pub place: usize,
    /// The places of its cases.
    pub cases: Vec<usize>,
}

/// What a program of the matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramKind {
    /// The solution with one planted fault.
    Mutant,
    /// A program whose grade is declared.
    Calibration,
    /// A student's. Nobody's name stands here.
    Student,
}

impl ProgramKind {
    /// The contract's string.
    pub fn name(self) -> &'static str {
        match self {
            ProgramKind::Mutant => "mutant",
            ProgramKind::Calibration => "calibration",
            ProgramKind::Student => "student",
        }
    }
}

/// What all cases came to for one program.
#[derive(Debug, Clone)]
pub struct ProgramRow {
    /// What it is.
    pub kind: ProgramKind,
    /// What it is called: of a mutant its number.
    pub name: String,
    /// Where its fault is, in words; empty where nobody knows.
    pub fault: String,
    /// The points that its cases did not earn.
    pub unearned_points: Points,
    /// By case.
    pub cells: Vec<CaseMatrixCell>,
}

/// What one case came to for one program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseMatrixCell {
    /// Nobody knows: it was not run, or we failed.
    Unknown,
    /// It was run.
    Known {
        /// The name of the verdict by the case's own comparison.
        verdict: String,
        /// The places of the criteria in which it is not right.
        criteria: Vec<usize>,
    },
}

impl CaseMatrixCell {
    /// Whether it costs points; none if nobody knows.
    pub fn is_failure(&self) -> Option<bool> {
        match self {
            CaseMatrixCell::Unknown => None,
            CaseMatrixCell::Known { criteria, .. } => Some(!criteria.is_empty()),
        }
    }

    /// Whether it costs points in one criterion.
    pub fn is_failure_in(&self, criterion: usize) -> Option<bool> {
        match self {
            CaseMatrixCell::Unknown => None,
            CaseMatrixCell::Known { criteria, .. } => Some(criteria.contains(&criterion)),
        }
    }
}

impl ProgramRow {
    /// The places of the cases that cost it points.
    pub fn failed_cases(&self) -> Vec<usize> {
        let fails = |place: &usize| self.cells[*place].is_failure() == Some(true);
        (0..self.cells.len()).filter(fails).collect()
    }

    /// Whether all is known of it.
    pub fn is_complete(&self) -> bool {
        !self.cells.contains(&CaseMatrixCell::Unknown)
    }

    /// The row of a grade, with its cases brought into the order of these.
    pub fn from_grade(
        kind: ProgramKind,
        name: String,
        cases: &[String],
        grade: &Grade,
    ) -> ProgramRow {
        let mut cells: Vec<CaseMatrixCell> = Vec::new();
        for id in cases {
            let place = grade.cases.iter().position(|one| one.case.id == *id);
            let cell = place.map_or(CaseMatrixCell::Unknown, |place| read_cell(grade, place));
            cells.push(cell);
        }
        ProgramRow {
            kind,
            name,
            fault: String::new(),
            unearned_points: unearned_points(grade),
            cells,
        }
    }
}

fn read_cell(grade: &Grade, place: usize) -> CaseMatrixCell {
    let own_verdict = &grade.cases[place].judgement.verdict;
    if own_verdict.is_undecided() {
        return CaseMatrixCell::Unknown;
    }
    let mut criteria = Vec::new();
    for (index, criterion) in grade.scoring.scheme.criteria.iter().enumerate() {
        let CriterionEvidence::Cases { cases, .. } = &criterion.evidence else {
            continue;
        };
        let Some(position) = cases.iter().position(|judged| judged.index == place) else {
            continue;
        };
        if criterion.kind == CriterionKind::Remark {
            continue;
        }
        let own = grade
            .scoring
            .own
            .get(index)
            .and_then(|own| own.get(position));
        let verdict: &Verdict = own.map_or(own_verdict, |own| &own.verdict);
        if verdict.is_failure() {
            criteria.push(index);
        }
    }
    CaseMatrixCell::Known {
        verdict: own_verdict.name().to_owned(),
        criteria,
    }
}

/// What criteria that look at cases have not given, and penalties have taken.
fn unearned_points(grade: &Grade) -> Points {
    let mut lost = Points::ZERO;
    for (criterion, report) in grade.scoring.scheme.criteria.iter().zip(&grade.criteria) {
        if matches!(criterion.evidence, CriterionEvidence::Cases { .. }) {
            lost += criterion.points() - report.points;
        }
    }
    lost.max(Points::ZERO)
}
