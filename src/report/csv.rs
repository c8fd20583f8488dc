//! `grades.csv`: one row per submission, for a spreadsheet.

use crate::model::{CriterionReport, CriterionState, Grade, Gradebook, Worth};

/// The columns that every row has, before one column per criterion.
const COLUMNS: [&str; 8] =
    ["student", "assignment", "points", "max_points", "build", "accepted", "cases", "status"];

/// The file's text.
pub(super) fn render(gradebook: &Gradebook) -> String {
    let criteria = criteria(gradebook);
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let header = COLUMNS.iter().map(|title| (*title).to_owned());
    let titles = criteria.iter().map(|id| title(id));
    let mut rows = vec![header.chain(titles).collect::<Vec<_>>()];
    rows.extend(gradebook.grades.iter().map(|grade| row(grade, &criteria)));
    for row in rows {
        // Writing to memory fails only where rows differ in length, and these do not.
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// Every criterion's id, in the order of first appearance.
fn criteria(gradebook: &Gradebook) -> Vec<&str> {
    let mut ids: Vec<&str> = Vec::new();
    for criterion in gradebook.grades.iter().flat_map(|grade| &grade.criteria) {
        // A remark has no points to put into a column.
        if criterion.worth != Worth::Remark && !ids.contains(&criterion.id.as_str()) {
            ids.push(&criterion.id);
        }
    }
    ids
}

/// A criterion may be called `build` or `points`; its column then says that it is a criterion's.
fn title(id: &str) -> String {
    if COLUMNS.contains(&id) { format!("criterion.{id}") } else { inert(id) }
}

fn row(grade: &Grade, criteria: &[&str]) -> Vec<String> {
    let points = if grade.is_ungraded() { String::new() } else { number(grade.points.as_number()) };
    let mut cells = vec![
        inert(&grade.student),
        inert(&grade.assignment),
        points,
        number(grade.max_points.as_number()),
        grade.build.verdict.name().to_owned(),
        grade.accepted().to_string(),
        grade.cases.len().to_string(),
        status(grade).to_owned(),
    ];
    let of = |id: &&str| grade.criteria.iter().find(|criterion| criterion.id == **id);
    cells.extend(criteria.iter().map(|id| of(id).map(earned).unwrap_or_default()));
    cells
}

fn status(grade: &Grade) -> &'static str {
    let awaits = |one: &CriterionReport| one.state == CriterionState::AwaitsInstructor;
    match grade.criteria.iter().any(awaits) {
        _ if grade.is_ungraded() => "ungraded",
        true => "awaits-instructor",
        false => "graded",
    }
}

fn earned(criterion: &CriterionReport) -> String {
    match criterion.state {
        CriterionState::Ungraded => String::new(),
        CriterionState::Decided | CriterionState::Skipped | CriterionState::AwaitsInstructor => {
            number(criterion.points.as_number())
        }
    }
}

fn number(value: f64) -> String {
    value.to_string()
}

/// Text that no spreadsheet takes for a formula.
fn inert(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn there_is_a_row_per_submission_and_a_column_per_criterion() {
        let text = render(&fixture::gradebook(vec![
            fixture::perfect(),
            fixture::wrong(),
            fixture::ungraded(),
        ]));
        assert_eq!(
            text,
            "student,assignment,points,max_points,build,accepted,cases,status,games,warnings,style\n\
             student-01,tttn,100,100,ok,2,2,awaits-instructor,50,30,20\n\
             student-02,tttn,75,100,ok,1,2,awaits-instructor,25,30,20\n\
             student-04,tttn,,100,ok,1,2,ungraded,,30,20\n"
        );
    }

    #[test]
    fn a_name_cannot_be_a_formula() {
        for (name, cell) in [
            ("=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("a=b", "a=b"),
        ] {
            let mut grade = fixture::perfect();
            grade.student = name.to_owned();
            let text = render(&fixture::gradebook(vec![grade]));
            let row = text.lines().nth(1).unwrap();
            assert!(row.starts_with(&format!("{cell},tttn,")), "{row}");
        }
    }

    #[test]
    fn a_criterion_named_like_a_column_does_not_hide_it() {
        let mut grade = fixture::perfect();
        grade.criteria[0].id = "build".to_owned();
        let text = render(&fixture::gradebook(vec![grade]));
        assert!(text.lines().next().unwrap().ends_with("status,criterion.build,warnings,style"));
    }
}
