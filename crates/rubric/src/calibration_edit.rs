//! What calibration programs get is written into `rubric.toml` as a person would: all else stays as it is, comments and order.

use std::io;
use std::path::Path;

use toml_edit::{DocumentMut, InlineTable, Item, TableLike, Value, value};

use super::raw::to_integer;
use model::Points;
use support::write_error::WriteError;

/// What the rubric must declare of a calibration program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalibrationCorrection {
    /// The assignment's id.
    pub assignment: String,
    /// The program's place among the calibration programs of the assignment, from 0.
    pub place: usize,
    /// The points, if others or none are declared.
    pub points: Option<Points>,
    /// The verdicts that differ, each with its case.
    pub verdicts: Vec<(String, String)>,
    /// The numbers of findings that differ, each with its criterion.
    pub findings: Vec<(String, usize)>,
}

/// The text of the rubric, before and after all corrections.
///
/// # Errors
///
/// If the file cannot be read, or does not have these programs any more.
pub fn correct_calibrations(
    rubric: &Path,
    corrections: &[&CalibrationCorrection],
) -> Result<(String, String), WriteError> {
    let before = std::fs::read_to_string(rubric).map_err(WriteError::for_path(rubric))?;
    let after = edit_calibrations(&before, corrections).map_err(WriteError::for_path(rubric))?;
    Ok((before, after))
}

fn edit_calibrations(text: &str, corrections: &[&CalibrationCorrection]) -> io::Result<String> {
    let invalid = |error: toml_edit::TomlError| io::Error::new(io::ErrorKind::InvalidData, error);
    let mut document: DocumentMut = text.parse().map_err(invalid)?;
    for correction in corrections {
        let Some(table) = find_calibration(&mut document, correction) else {
            let problem = "the rubric was changed meanwhile";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        };
        if let Some(points) = correction.points {
            let points = points.as_number();
            let points = to_integer(points).map_or_else(|| points.into(), Value::from);
            set_value(table, "points", points);
        }
        for (case, verdict) in &correction.verdicts {
            set_in(table, "verdicts", case, Value::from(verdict.as_str()));
        }
        for (criterion, count) in &correction.findings {
            let count = i64::try_from(*count).unwrap_or(i64::MAX);
            set_in(table, "findings", criterion, Value::from(count));
        }
    }
    Ok(document.to_string())
}

/// The table of the program, however the list is written.
fn find_calibration<'d>(
    document: &'d mut DocumentMut,
    correction: &CalibrationCorrection,
) -> Option<&'d mut dyn TableLike> {
    let assignments = document.get_mut("assignments")?.as_table_like_mut()?;
    let assignment = assignments.get_mut(&correction.assignment)?;
    let list = assignment.as_table_like_mut()?.get_mut("calibration")?;
    match list {
        Item::ArrayOfTables(tables) => {
            let table = tables.get_mut(correction.place)?;
            Some(table as &mut dyn TableLike)
        }
        Item::Value(Value::Array(array)) => {
            let table: &mut InlineTable = array.get_mut(correction.place)?.as_inline_table_mut()?;
            Some(table as &mut dyn TableLike)
        }
        _ => None,
    }
}

/// Sets a key; a comment after the earlier value stays.
fn set_value(table: &mut dyn TableLike, key: &str, new: Value) {
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        None => drop(table.insert(key, value(new))),
    }
}

fn set_in(table: &mut dyn TableLike, outer: &str, key: &str, new: Value) {
    if table.get(outer).is_none() {
        table.insert(outer, value(InlineTable::new()));
    }
    if let Some(inner) = table.get_mut(outer).and_then(Item::as_table_like_mut) {
        set_value(inner, key, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_gets_takes_the_place_of_what_was_declared_and_all_else_stays() {
        let before = "# Sums\n[assignments.sum]\npoints = 10\n\n\
            [[assignments.sum.calibration]]\nsources = [\"a.cpp\"]  # the solution\npoints = 9      # all\n\n\
            [[assignments.sum.calibration]]\nsources = [\"b.cpp\"]\nverdicts = { adds = \"accepted\", more = \"accepted\" }\n\
            findings = { style = 2 } # long lines\n\n\
            [assignments.other]\ncalibration = [{ sources = [\"c.cpp\"], points = 1.5 }]\n";
        let correction = |assignment: &str, place, points: f64| CalibrationCorrection {
            assignment: assignment.to_owned(),
            place,
            points: Some(Points::from_number(points)),
            verdicts: Vec::new(),
            findings: Vec::new(),
        };
        let second = CalibrationCorrection {
            verdicts: vec![("adds".to_owned(), "wrong-answer".to_owned())],
            findings: vec![("style".to_owned(), 3)],
            ..correction("sum", 1, 0.0)
        };
        let all = [
            &correction("sum", 0, 10.0),
            &second,
            &correction("other", 0, 2.25),
        ];
        let expected = before
            .replace("points = 9 ", "points = 10 ")
            .replace("{ adds = \"accepted\"", "{ adds = \"wrong-answer\"")
            .replace(
                "style = 2 } # long lines\n",
                "style = 3 } # long lines\npoints = 0\n",
            )
            .replace("points = 1.5", "points = 2.25");
        assert_eq!(edit_calibrations(before, &all).unwrap(), expected);
        let gone = correction("sum", 2, 1.0);
        assert!(edit_calibrations(before, &[&gone]).is_err());
    }
}
