//! SARIF 2.1.0, as far as GitHub's code scanning reads it: what is to be said of lines of source.

use std::collections::BTreeMap;
use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::annotation::{AnnotationLevel, SourceAnnotation, collect_annotations};
use super::every_grade::iter_grades;
use crate::places::folder_name;
use model::{Grade, Gradebook, LineChange};

/// GitHub takes no more from one run.
const MOST: usize = 25_000;

/// Writes what is to be said of the sources of all submissions, each below the folder of its student.
pub(super) fn write_grades(
    gradebook: &(impl Gradebook + ?Sized),
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rules = BTreeMap::new();
    let mut results = Vec::new();
    for grade in iter_grades(gradebook) {
        let grade = grade?;
        for one in collect_annotations(&grade)
            .into_iter()
            .take(MOST - results.len())
        {
            results.push(annotation_to_json(&one, &grade));
            let text = one.rule_text.map_or(one.message, str::to_owned);
            rules.entry(one.rule).or_insert(text);
        }
    }
    let rules: Vec<Value> = rules
        .iter()
        .map(|(id, message)| rule_to_json(id, message))
        .collect();
    let driver = json!({
        "name": "grader", "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules,
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results, "columnKind": "utf16CodeUnits" }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// A rule must say something of itself; the first message does.
fn rule_to_json(id: &str, message: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": { "text": id },
        "fullDescription": { "text": message },
        "help": { "text": message },
    })
}

fn annotation_to_json(annotation: &SourceAnnotation, grade: &Grade) -> Value {
    let SourceAnnotation {
        level,
        rule,
        file,
        line,
        message,
        changes,
        rule_text: _,
    } = annotation;
    let level = match level {
        AnnotationLevel::Error => "error",
        AnnotationLevel::Warning => "warning",
        AnnotationLevel::Notice => "note",
    };
    let uri = |file: &str| {
        let folder = folder_name(&grade.student);
        let folder = utf8_percent_encode(&folder, PATH);
        format!("{folder}/{}", utf8_percent_encode(file, PATH))
    };
    let student = &grade.student;
    let mut result = json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(file) },
            "region": { "startLine": line },
        } }],
        "properties": { "student": student, "assignment": grade.assignment },
    });
    if !changes.is_empty() {
        let changes = changes.iter().map(|change| {
            json!({
                "artifactLocation": { "uri": uri(&change.file) },
                "replacements": [replacement_to_json(change)],
            })
        });
        result["fixes"] = json!([{
            "description": { "text": "The change was built and tried." },
            "artifactChanges": changes.collect::<Vec<Value>>(),
        }]);
    }
    result
}

/// Whole lines: from the start of the first to the start of the line after the last.
fn replacement_to_json(change: &LineChange) -> Value {
    let end = change.line + change.removed.lines().count();
    json!({
        "deletedRegion": { "startLine": change.line, "startColumn": 1, "endLine": end, "endColumn": 1 },
        "insertedContent": { "text": change.added },
    })
}

/// What RFC 3986 lets stand for itself in a path.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');
