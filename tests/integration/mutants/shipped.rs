//! A copy of one of this repository's assignments, without some of its cases.

use std::fs;
use std::path::Path;

use globset::Glob;
use toml::{Table, Value};

use crate::support::Course;

/// The assignment with the cases that `keeps` says. Its first solution alone is left of the calibration: points of the
/// others are about other cases.
pub(super) fn shipped(assignment: &str, keeps: impl Fn(&str) -> bool) -> Course {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let course = Course::empty();
    let mut names = Vec::new();
    for folder in ["testcases", "calibration"] {
        for entry in fs::read_dir(root.join(folder).join(assignment)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let stem = name.split('.').next().unwrap_or_default();
            let is_left_out = folder == "testcases" && !keeps(stem);
            if path.is_file() && !is_left_out {
                course.write(
                    format!("{folder}/{assignment}/{name}"),
                    fs::read(&path).unwrap(),
                );
                if folder == "testcases" {
                    names.push(stem.to_owned());
                }
            }
        }
    }
    let mut rubric: Table = fs::read_to_string(root.join("rubric.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let assignments = rubric["assignments"].as_table_mut().unwrap();
    assignments.retain(|id, _| id == assignment);
    let only = assignments[assignment].as_table_mut().unwrap();
    only.remove("points");
    let mut solution = only["calibration"].as_array().unwrap()[0].clone();
    let declared = solution.as_table_mut().unwrap();
    declared.remove("points");
    declared.insert(
        "permitted".to_owned(),
        Value::Array(vec!["accepted".into()]),
    );
    only.insert("calibration".to_owned(), Value::Array(vec![solution]));
    only["criteria"]
        .as_array_mut()
        .unwrap()
        .retain_mut(|criterion| has_cases(criterion, &names));
    course.write("rubric.toml", rubric.to_string());
    course
}

/// Takes out of a criterion the globs that name no case any more; whether anything is left of it.
fn has_cases(criterion: &mut Value, names: &[String]) -> bool {
    let Some(Value::Array(cases)) = criterion.get_mut("cases") else {
        return true;
    };
    cases.retain(|glob| {
        let glob = Glob::new(glob.as_str().unwrap_or_default())
            .unwrap()
            .compile_matcher();
        names.iter().any(|name| glob.is_match(name))
    });
    !cases.is_empty()
}
