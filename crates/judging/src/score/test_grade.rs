//! A grade for tests.

use model::{
    AssignmentOutline, BuildReport, BuildVerdict, Grade, Points, ScoringRecord, UndefinedBehaviour,
};

/// The grade of a program that compiles, without cases and criteria.
pub(super) fn bare_grade(points: f64, max_points: f64) -> Grade {
    Grade {
        student: "ann".to_owned(),
        assignment: "sum".to_owned(),
        outline: AssignmentOutline::default(),
        points: Points::from_number(points),
        max_points: Points::from_number(max_points),
        build: BuildReport::new(BuildVerdict::Ok),
        undefined: UndefinedBehaviour::NotAsked,
        repair: None,
        cases: Vec::new(),
        criteria: Vec::new(),
        adjustments: Vec::new(),
        comments: Vec::new(),
        requests: Vec::new(),
        remarks: Vec::new(),
        to_check: Vec::new(),
        hand_in: None,
        scoring: ScoringRecord::default(),
    }
}
