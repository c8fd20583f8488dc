//! The JSON schemas of `rubric.toml` and of test cases, for editors. They come from the types that read these files.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use super::raw::{RawCase, RawRubric};

/// The schema of `rubric.toml`.
pub fn rubric_schema() -> Value {
    let mut schema = annotated_schema::<RawRubric>("urn:grader:rubric", "rubric.toml of grader");
    remove_annotations(&mut schema);
    schema
}

/// The schema of a case, `NAME.toml`.
pub fn case_schema() -> Value {
    let mut schema = annotated_schema::<RawCase>("urn:grader:case", "A test case of grader");
    remove_annotations(&mut schema);
    schema
}

/// The files by which editors find the schemas without a network: their paths in a course, and their content. The first lines of rubrics
/// and cases name them.
pub fn schema_files() -> [(&'static str, String); 2] {
    [
        ("schema/rubric.json", format!("{:#}\n", rubric_schema())),
        ("schema/case.json", format!("{:#}\n", case_schema())),
    ]
}

/// The schema with what only the documentation uses: links, and defaults in words (`x-default`).
pub(super) fn annotated_schema<T: JsonSchema>(id: &str, title: &str) -> Value {
    let generator = SchemaGenerator::new(SchemaSettings::draft07());
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    remove_nulls(&mut schema);
    if let Some(root) = schema.as_object_mut() {
        root.insert("$id".to_owned(), id.into());
        root.insert("title".to_owned(), title.into());
        if let Some(Value::Object(definitions)) = root.get_mut("definitions") {
            describe_defaults(definitions);
        }
    }
    schema
}

/// Keys of `[defaults]` mean what they mean in an assignment.
fn describe_defaults(definitions: &mut Map<String, Value>) {
    let assignment = definitions.get("RawAssignment").cloned();
    let keys = definitions
        .get_mut("RawDefaults")
        .and_then(|table| table.get_mut("properties")?.as_object_mut());
    let (Some(assignment), Some(keys)) = (assignment, keys) else {
        return;
    };
    for (key, value) in keys {
        if let (Some(same), None) = (assignment["properties"].get(key), value.get("description")) {
            *value = same.clone();
        }
    }
}

/// TOML has no null: an optional key is left out.
fn remove_nulls(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        Value::Object(object) => {
            if object.get("default").is_some_and(Value::is_null) {
                object.remove("default");
            }
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|one| one != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(forms)) = object.get_mut("anyOf") {
                forms.retain(|form| form.get("type").is_none_or(|it| it != "null"));
                let only = (forms.len() == 1).then(|| forms.remove(0));
                match only {
                    // Beside `$ref`, draft 7 ignores all other keywords.
                    Some(only) if only.get("$ref").is_some() => {
                        object.remove("anyOf");
                        object.insert("allOf".to_owned(), Value::Array(vec![only]));
                    }
                    Some(Value::Object(only)) => {
                        object.remove("anyOf");
                        for (key, value) in only {
                            object.entry(key).or_insert(value);
                        }
                    }
                    _ => {}
                }
            }
            object.values_mut().for_each(remove_nulls);
        }
        _ => {}
    }
}

/// Removes what editors cannot use.
fn remove_annotations(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(remove_annotations),
        Value::Object(object) => {
            object.remove("x-default");
            object.remove("x-type");
            // `uint32` and the like are no formats of JSON schema.
            if object
                .get("type")
                .is_some_and(|it| it == "integer" || it == "number")
            {
                object.remove("format");
            }
            if let Some(Value::String(text)) = object.get_mut("description") {
                *text = remove_links(text);
            }
            object.values_mut().for_each(remove_annotations);
        }
        _ => {}
    }
}

/// Replaces Markdown links by their text.
fn remove_links(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, label, after)) = find_link(rest) {
        result.push_str(before);
        result.push_str(label);
        rest = after;
    }
    result + rest
}

/// The text before the first `[label](target)`, the label, and the text after it.
fn find_link(text: &str) -> Option<(&str, &str, &str)> {
    let middle = text.find("](")?;
    let start = text.get(..middle)?.rfind('[')?;
    let end = middle + text.get(middle..)?.find(')')?;
    Some((
        text.get(..start)?,
        text.get(start + 1..middle)?,
        text.get(end + 1..)?,
    ))
}

// The small validator that also checks the schemas of results.
#[cfg(test)]
#[path = "../../../tests/support/json_schema.rs"]
mod json_schema;

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::super::toml_reading::read_toml;
    use super::*;

    /// A TOML text as JSON. Dates become strings.
    fn to_json(text: &str) -> Option<Value> {
        fn convert(value: toml::Value) -> Value {
            match value {
                toml::Value::Array(items) => items.into_iter().map(convert).collect(),
                toml::Value::Table(table) => table
                    .into_iter()
                    .map(|(key, value)| (key, convert(value)))
                    .collect(),
                toml::Value::Datetime(date) => date.to_string().into(),
                other => serde_json::to_value(other).unwrap(),
            }
        }
        text.parse::<toml::Table>()
            .ok()
            .map(|table| convert(toml::Value::Table(table)))
    }

    fn refusals(schema: &Value, text: &str) -> Vec<String> {
        json_schema::mistakes(schema, &to_json(text).unwrap())
    }

    /// All TOML files of the repository below these folders.
    fn toml_files(folder: &Path, all: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                toml_files(&path, all);
            } else if path.extension().is_some_and(|it| it == "toml") {
                all.push(path);
            }
        }
    }

    #[test]
    fn all_shipped_rubrics_and_cases_follow_the_schemas() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rubric = rubric_schema();
        let case = case_schema();
        let mut files = vec![root.join("rubric.toml")];
        for folder in ["examples", "testcases", "src"] {
            toml_files(&root.join(folder), &mut files);
        }
        let mut checked = [0, 0];
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let is_rubric = file.ends_with("rubric.toml");
            let is_case = file.components().any(|it| it.as_os_str() == "testcases");
            let refused = match (is_rubric, is_case) {
                (true, _) => refusals(&rubric, &text),
                (false, true) => refusals(&case, &text),
                _ => continue,
            };
            assert_eq!(refused, [""; 0], "{}", file.display());
            checked[usize::from(is_case)] += 1;
        }
        assert!(checked[0] >= 2 && checked[1] >= 50, "{checked:?}");
    }

    #[test]
    fn reader_and_schema_refuse_the_same_wrong_files() {
        let rubrics = [
            "assignment = {}",
            "[defaults]\ncolour = 1",
            "[assignments.a]\npionts = 3",
            "[assignments.a]\nsources = 'a.cpp'",
            "[assignments.a]\npoints = 'many'",
            "[assignments.a]\nlimits = { ram = '1MiB' }",
            "[assignments.a]\nlimits = ['1s']",
            "[assignments.a]\nprovide = [1]",
            "[[assignments.a.criteria]]\nid = 1",
            "[assignments.a]\npresentation = -1",
            "[sandbox]\nrequire = true",
        ];
        let cases = [
            "descriptoin = 'x'",
            "input = 3",
            "input = [3]",
            "weight = 'a'",
            "seeds = [-1]",
            "files = 3",
            "[[runs]]\narg = []",
        ];
        let rubric = rubric_schema();
        for text in rubrics {
            assert!(
                !refusals(&rubric, text).is_empty(),
                "the schema takes {text}"
            );
            let mistakes = read_toml::<RawRubric>(text).mistakes;
            assert!(!mistakes.is_empty(), "the reader takes {text}");
        }
        let case = case_schema();
        for text in cases {
            assert!(!refusals(&case, text).is_empty(), "the schema takes {text}");
            let mistakes = read_toml::<RawCase>(text).mistakes;
            assert!(!mistakes.is_empty(), "the reader takes {text}");
        }
    }

    #[test]
    fn schemas_have_no_nulls_no_links_and_describe_every_key() {
        for schema in [rubric_schema(), case_schema()] {
            let text = schema.to_string();
            assert!(!text.contains("null") && !text.contains("](") && !text.contains("x-default"));
            let definitions = schema["definitions"].as_object().unwrap();
            for (name, table) in definitions.iter().chain([(&"root".to_owned(), &schema)]) {
                let Some(keys) = table["properties"].as_object() else {
                    continue;
                };
                assert_eq!(table["additionalProperties"], false, "{name}");
                for (key, value) in keys {
                    assert!(value["description"].is_string(), "{name}.{key}");
                }
            }
        }
    }
}
