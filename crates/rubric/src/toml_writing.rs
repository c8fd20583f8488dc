//! Writes rubrics and cases that the program makes, as a person would lay them out. What is not set is not written.

use std::io;

use serde::Serialize;
use toml_edit::{ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use super::raw::{RawCase, RawRubric};

/// The first line of a rubric, by which editors find its schema in `schema/`.
pub const RUBRIC_SCHEMA_LINE: &str = "#:schema schema/rubric.json\n";

/// The first line of a case in `testcases/ID`.
pub const CASE_SCHEMA_LINE: &str = "#:schema ../../schema/case.json\n";

/// An array that makes its line longer, in bytes, is spread over several lines.
const LONGEST_LINE: usize = 100;

/// The text of a rubric, without the line of its schema.
///
/// # Errors
///
/// If a value is none that TOML has, such as a number beyond 63 bits.
pub fn render_rubric(rubric: &RawRubric) -> io::Result<String> {
    let mut document = to_document(rubric)?;
    for key in ["sandbox", "defaults"] {
        open_table(document.as_table_mut(), key);
    }
    for key in ["toolchains", "assignments"] {
        let Some(named) = open_table(document.as_table_mut(), key) else {
            continue;
        };
        named.set_implicit(true);
        let names: Vec<String> = named.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            if let Some(table) = open_table(named, &name) {
                open_arrays(table);
            }
        }
    }
    Ok(document.to_string())
}

/// The text of a case, without the line of its schema.
///
/// # Errors
///
/// If a value is none that TOML has, such as a number beyond 63 bits.
pub fn render_case(case: &RawCase) -> io::Result<String> {
    let mut document = to_document(case)?;
    open_arrays(document.as_table_mut());
    Ok(document.to_string())
}

fn to_document(value: &impl Serialize) -> io::Result<DocumentMut> {
    toml_edit::ser::to_document(value)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Gives the table of this key a header of its own; none if there is no such table.
fn open_table<'t>(parent: &'t mut Table, key: &str) -> Option<&'t mut Table> {
    let item = parent.get_mut(key)?;
    let inline = item.as_inline_table_mut().map(std::mem::take)?;
    let mut table = inline.into_table();
    wrap_arrays(&mut table);
    *item = Item::Table(table);
    item.as_table_mut()
}

/// Gives each table in the arrays of a table a header of its own: `[[calls]]`.
fn open_arrays(parent: &mut Table) {
    wrap_arrays(parent);
    for (_, item) in parent.iter_mut() {
        let Some(array) = item.as_array_mut() else {
            continue;
        };
        if array.is_empty() || !array.iter().all(Value::is_inline_table) {
            continue;
        }
        let mut tables = ArrayOfTables::new();
        for value in array.iter_mut() {
            let inline: InlineTable = value
                .as_inline_table_mut()
                .map(std::mem::take)
                .unwrap_or_default();
            let mut table = inline.into_table();
            wrap_arrays(&mut table);
            tables.push(table);
        }
        *item = Item::ArrayOfTables(tables);
    }
}

/// Spreads long arrays over several lines, with as many items in each as fit.
fn wrap_arrays(table: &mut Table) {
    for (key, item) in table.iter_mut() {
        let Some(array) = item.as_array_mut() else {
            continue;
        };
        if key.len() + " = ".len() + array.to_string().trim().len() <= LONGEST_LINE {
            continue;
        }
        const INDENT: &str = "\n    ";
        let mut column = LONGEST_LINE;
        for value in array.iter_mut() {
            let length = value.to_string().trim().len() + ", ".len();
            let is_first_in_line = column + length > LONGEST_LINE;
            column = if is_first_in_line {
                INDENT.len() + length
            } else {
                column + length
            };
            let prefix = if is_first_in_line { INDENT } else { " " };
            value.decor_mut().set_prefix(prefix);
        }
        array.set_trailing_comma(true);
        array.set_trailing("\n");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use super::super::raw::{
        FlagOrText, InputText, RawAssignment, RawCall, RawCriterion, RawFiles, RawQuantity,
        RawRunLimits, SpannedTable, to_texts,
    };
    use super::super::toml_reading::read_toml;
    use super::*;

    #[test]
    fn a_rubric_is_laid_out_as_people_write_it() {
        let criterion = |id: &str, points: f64| RawCriterion {
            id: Some(id.into()),
            points: Some(points.into()),
            cases: Some(to_texts(["*"])),
            ..RawCriterion::default()
        };
        let names = (1..=24).map(|number| format!("part-{number}.cpp"));
        let assignment = RawAssignment {
            title: Some("Sums".to_owned()),
            sources: Some(to_texts(names)),
            limits: Some(SpannedTable::from(RawRunLimits {
                cpu: Some(RawQuantity::from_seconds(1.5).into()),
                memory: Some(RawQuantity::from_bytes(64 << 20).into()),
                ..RawRunLimits::default()
            })),
            criteria: vec![
                criterion("small", 40.0).into(),
                criterion("all", 2.5).into(),
            ],
            ..RawAssignment::default()
        };
        let rubric = RawRubric {
            assignments: BTreeMap::from([("sums".into(), assignment.into())]),
            ..RawRubric::default()
        };
        let expected = r#"[assignments.sums]
title = "Sums"
sources = [
    "part-1.cpp", "part-2.cpp", "part-3.cpp", "part-4.cpp", "part-5.cpp", "part-6.cpp",
    "part-7.cpp", "part-8.cpp", "part-9.cpp", "part-10.cpp", "part-11.cpp", "part-12.cpp",
    "part-13.cpp", "part-14.cpp", "part-15.cpp", "part-16.cpp", "part-17.cpp", "part-18.cpp",
    "part-19.cpp", "part-20.cpp", "part-21.cpp", "part-22.cpp", "part-23.cpp", "part-24.cpp",
]
limits = { cpu = "1500ms", memory = "64MiB" }

[[assignments.sums.criteria]]
id = "small"
points = 40
cases = ["*"]

[[assignments.sums.criteria]]
id = "all"
points = 2.5
cases = ["*"]
"#;
        assert_eq!(render_rubric(&rubric).unwrap(), expected);
    }

    #[test]
    fn a_case_is_laid_out_as_people_write_it() {
        let call = RawCall {
            arguments: Some(vec![toml::Value::Float(4.0).into()].into()),
            ..RawCall::default()
        };
        let case = RawCase {
            description: Some("Two lines".into()),
            input: Some(InputText::Block("3\n0 1\n".to_owned()).into()),
            files: Some(
                RawFiles::Named(BTreeMap::from([(
                    "in.txt".to_owned(),
                    "a/b.txt".to_owned(),
                )]))
                .into(),
            ),
            stderr: Some(FlagOrText::Flag(true)),
            calls: vec![call.into()],
            ..RawCase::default()
        };
        let expected = r#"description = "Two lines"
input = """
3
0 1
"""
files = { "in.txt" = "a/b.txt" }
stderr = true

[[calls]]
arguments = [4.0]
"#;
        assert_eq!(render_case(&case).unwrap(), expected);
    }

    #[test]
    fn all_shipped_files_are_the_same_after_they_are_written() {
        fn list_files(folder: &Path, all: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    list_files(&path, all);
                } else if path.extension().is_some_and(|it| it == "toml") {
                    all.push(path);
                }
            }
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut files = vec![root.join("rubric.toml")];
        for folder in ["examples", "testcases", "src"] {
            list_files(&root.join(folder), &mut files);
        }
        let mut checked = [0, 0];
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            if file.ends_with("rubric.toml") {
                let rubric = read_toml::<RawRubric>(&text).value.unwrap();
                let again = render_rubric(&rubric).unwrap();
                let again = read_toml::<RawRubric>(&again).value;
                assert_eq!(again.as_ref(), Some(&rubric), "{}", file.display());
                checked[0] += 1;
            } else if file.components().any(|it| it.as_os_str() == "testcases") {
                let case = read_toml::<RawCase>(&text).value.unwrap();
                let again = render_case(&case).unwrap();
                let again = read_toml::<RawCase>(&again).value;
                assert_eq!(again.as_ref(), Some(&case), "{}", file.display());
                checked[1] += 1;
            }
        }
        assert!(checked[0] >= 2 && checked[1] >= 50, "{checked:?}");
    }
}
