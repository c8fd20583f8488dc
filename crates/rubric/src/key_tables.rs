//! Keeps the tables of keys in `docs/reference/rubric.md` equal to the schema. `UPDATE_DOCS=1 cargo test -p rubric key_tables` writes them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::raw::{RawCase, RawRubric};
use super::schema::{annotated_schema, schema_files};

/// The names of the tables in the documentation, and the definitions that they list.
const TABLES: [(&str, &str); 21] = [
    ("rubric", "RawRubric"),
    ("sandbox", "RawSandbox"),
    ("defaults", "RawDefaults"),
    ("toolchains.NAME", "RawToolchain"),
    ("assignments.ID", "RawAssignment"),
    ("assignments.ID.reference", "RawReference"),
    ("assignments.ID.criteria", "RawCriterion"),
    ("assignments.ID.criteria.with", "RawRuleParameters"),
    ("assignments.ID.calibration", "RawCalibration"),
    ("assignments.ID.generators", "RawGenerator"),
    ("assignments.ID.faults", "RawFaults"),
    ("assignments.ID.mutants", "RawMutantRules"),
    ("assignments.ID.accepted_mutants", "RawAcceptedMutant"),
    ("limits", "RawRunLimits"),
    ("build_limits", "RawBuildLimits"),
    ("compare", "RawComparison"),
    ("compare.referee", "RawReferee"),
    ("undefined", "RawUndefinedChecks"),
    ("late", "RawLateRule"),
    ("answers", "RawAnswer"),
    ("case", "RawCase"),
];

#[test]
fn the_key_tables_of_the_reference_are_those_of_the_schema() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/rubric.md");
    let page = fs::read_to_string(&file).unwrap();
    let rubric = annotated_schema::<RawRubric>("rubric", "rubric");
    let mut updated = String::new();
    let mut rest = page.as_str();
    let mut count = 0;
    while let Some((before, after)) = rest.split_once("<!-- keys: begin ") {
        let (name, after) = after.split_once(" -->").unwrap();
        let end = format!("<!-- keys: end {name} -->");
        let (_, after) = after
            .split_once(&end)
            .unwrap_or_else(|| panic!("`{end}` is missing"));
        let table = render_key_table(name, &rubric);
        updated += &format!("{before}<!-- keys: begin {name} -->\n\n{table}\n{end}");
        rest = after;
        count += 1;
    }
    updated += rest;
    assert!(
        count >= 10,
        "only {count} tables of keys are in {}",
        file.display()
    );
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &updated).unwrap();
    } else {
        assert!(
            page == updated,
            "the tables of keys are out of date: run `UPDATE_DOCS=1 cargo test -p rubric key_tables`"
        );
    }
}

#[test]
fn the_schemas_of_the_repository_are_up_to_date() {
    for (name, schema) in schema_files() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(name);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&file, &schema).unwrap();
        }
        assert!(
            fs::read_to_string(&file).is_ok_and(|written| written == schema),
            "`{name}` is out of date: run `UPDATE_DOCS=1 cargo test -p rubric key_tables`"
        );
    }
}

/// The table of the keys of one TOML table.
fn render_key_table(name: &str, rubric: &Value) -> String {
    let definition = TABLES
        .iter()
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("`{name}` is no table of keys"))
        .1;
    let schema = match definition {
        "RawCase" => annotated_schema::<RawCase>("case", "case"),
        "RawRubric" => rubric.clone(),
        _ => rubric["definitions"][definition].clone(),
    };
    let mut table = "| Key | Type | Default | Meaning |\n| --- | --- | --- | --- |\n".to_owned();
    let mut keys: Vec<(&String, &Value)> =
        schema["properties"].as_object().unwrap().iter().collect();
    keys.sort_by_key(|(key, _)| declaration_order(definition, key));
    for (key, value) in keys {
        let in_defaults = rubric["definitions"]["RawDefaults"]["properties"].get(key);
        let in_assignment = rubric["definitions"]["RawAssignment"]["properties"].get(key);
        if definition == "RawDefaults" && in_assignment.is_some() {
            continue;
        }
        // A table has a section of its own.
        if definition == "RawRubric" && type_name(value) == "table" {
            continue;
        }
        let star = match (definition, in_defaults) {
            ("RawAssignment", Some(_)) => " *",
            _ => "",
        };
        let is_required = schema["required"]
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one == key));
        let default = match (&value["x-default"], &value["default"]) {
            _ if is_required => "required".to_owned(),
            (Value::String(words), _) => words.clone(),
            (_, Value::Null) => String::new(),
            (_, default) => format!("`{default}`"),
        };
        let meaning = value["description"].as_str().unwrap_or_default();
        let meaning = meaning.replace('\n', " ").replace('|', "\\|");
        table += &format!(
            "| `{key}`{star} | {} | {default} | {meaning} |\n",
            type_name(value)
        );
    }
    table
}

/// Where a key is declared. The schema has its keys by name, and the page has them by topic.
fn declaration_order(definition: &str, key: &str) -> usize {
    let source = include_str!("raw.rs");
    let start = source.find(&format!("struct {definition} {{")).unwrap();
    start + source[start..].find(&format!("pub {key}:")).unwrap()
}

/// The type of a value, in the words of someone who writes TOML.
fn type_name(schema: &Value) -> String {
    if let Value::String(words) = &schema["x-type"] {
        return words.clone();
    }
    if !schema["enum"].is_null() {
        return "word".to_owned();
    }
    if let Value::Array(forms) = &schema["anyOf"] {
        let mut names: Vec<String> = forms.iter().map(type_name).collect();
        names.dedup();
        return names.join(" or ");
    }
    match schema["type"].as_str() {
        Some("string") => "text",
        Some("array") => "list",
        Some("boolean") => "true/false",
        Some("integer" | "number") => "number",
        Some("object") => "table",
        None if schema["$ref"].is_string() || schema["allOf"].is_array() => "table",
        _ => "value",
    }
    .to_owned()
}
