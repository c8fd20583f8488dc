//! Overrides are written into `overrides.toml` as a person would: what stands there stays as it is, comments and order.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use model::GradeOverride;
use support::file_writing;
use support::write_error::WriteError;

/// Writes these overrides into a file, which need not be there yet. One for the same student, assignment and criterion takes the
/// place of the one before.
///
/// # Errors
///
/// If the file cannot be read, is no TOML, or cannot be written; then it is as it was.
pub fn write_overrides(path: &Path, new: &[GradeOverride]) -> Result<(), WriteError> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        read => read.map_err(WriteError::for_path(path))?,
    };
    let edited = edit_overrides(&text, new).map_err(WriteError::for_path(path))?;
    file_writing::write_file(path, edited.as_bytes())
}

fn edit_overrides(text: &str, new: &[GradeOverride]) -> io::Result<String> {
    let invalid = |error: toml_edit::TomlError| io::Error::new(io::ErrorKind::InvalidData, error);
    let mut document: DocumentMut = text.parse().map_err(invalid)?;
    let item = document
        .entry("override")
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(tables) = item.as_array_of_tables_mut() else {
        let trouble = "`override` is no list of tables: expected `[[override]]`";
        return Err(io::Error::new(io::ErrorKind::InvalidData, trouble));
    };
    // A search for each override would take a minute for 20,000 of them.
    let mut places: HashMap<OverrideSubject, usize> = HashMap::new();
    for (place, table) in tables.iter().enumerate() {
        // Of two about the same, the first is edited.
        places.entry(read_subject(table)).or_insert(place);
    }
    for one in new {
        let place = *places.entry(override_subject(one)).or_insert(tables.len());
        match tables.get_mut(place) {
            Some(table) => write_override(table, one),
            None => {
                let mut table = Table::new();
                write_override(&mut table, one);
                tables.push(table);
            }
        }
    }
    Ok(document.to_string())
}

/// What an override is about: student, assignment and criterion, as far as they are given.
type OverrideSubject = [Option<String>; 3];

fn read_subject(table: &Table) -> OverrideSubject {
    ["student", "assignment", "criterion"]
        .map(|key| table.get(key).and_then(Item::as_str).map(str::to_owned))
}

fn override_subject(one: &GradeOverride) -> OverrideSubject {
    [
        Some(one.student.clone()),
        Some(one.assignment.clone()),
        one.criterion.clone(),
    ]
}

fn write_override(table: &mut Table, one: &GradeOverride) {
    let mut set = |key: &str, item: Option<Item>| match item {
        Some(item) => drop(table.insert(key, item)),
        None => drop(table.remove(key)),
    };
    set("student", Some(value(&one.student)));
    set("assignment", Some(value(&one.assignment)));
    set("criterion", one.criterion.as_ref().map(value));
    set("points", one.points.map(|points| value(points.as_number())));
    set("above_maximum", one.above_maximum.then(|| value(true)));
    set("was", one.was.map(|points| value(points.as_number())));
    set("reason", Some(value(&one.reason)));
    set("by", Some(value(&one.by)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Points;

    #[test]
    fn an_override_takes_the_place_of_the_one_before_and_all_else_stays() {
        let before = "# Kim, in May\n[[override]]\nstudent = \"ann\"\nassignment = \"sum\"\ncriterion = \"style\"\npoints = 1 # for now\nreason = \"r\"\nby = \"k\"\n";
        let one = |student: &str, points: f64| GradeOverride {
            student: student.to_owned(),
            assignment: "sum".to_owned(),
            criterion: Some("style".to_owned()),
            points: Some(Points::from_number(points)),
            above_maximum: false,
            was: None,
            reason: "Says \"why\".".to_owned(),
            by: "Lee".to_owned(),
            place: String::new(),
        };
        let after = edit_overrides(before, &[one("ann", 2.5), one("bob", 3.0)]).unwrap();
        assert!(
            after.starts_with("# Kim, in May\n[[override]]\nstudent = \"ann\"\n"),
            "{after}"
        );
        assert_eq!(after.matches("[[override]]").count(), 2, "{after}");
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("overrides.toml");
        std::fs::write(&path, &after).unwrap();
        let read = crate::load_overrides(&path).unwrap();
        let said: Vec<_> = read
            .iter()
            .map(|it| (it.student.as_str(), it.points, it.by.as_str()))
            .collect();
        let points = |number| Some(Points::from_number(number));
        assert_eq!(
            said,
            [("ann", points(2.5), "Lee"), ("bob", points(3.0), "Lee")]
        );
        assert_eq!(read[0].reason, "Says \"why\".");
    }
}
