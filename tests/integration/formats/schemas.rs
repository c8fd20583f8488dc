//! What is JSON is held against the schemas that its standards publish.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::written;
use crate::support::json_schema::mistakes;

const SARIF: &str = "sarif-2.1.0.json";
const CTRF: &str = "ctrf-0.0.json";

fn schema(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/integration/formats");
    serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

fn document(form: &str) -> Value {
    serde_json::from_str(written(form)).unwrap()
}

#[test]
fn sarif_and_ctrf_keep_their_schemas_whatever_a_program_printed() {
    for (form, name) in [("sarif", SARIF), ("ctrf", CTRF)] {
        assert_eq!(mistakes(&schema(name), &document(form)), [""; 0], "{form}");
    }
}

/// Puts a value into a place of a document.
fn with(mut document: Value, place: &str, value: Value) -> Value {
    let (parent, key) = place.rsplit_once('/').unwrap();
    document.pointer_mut(parent).unwrap()[key] = value;
    document
}

#[test]
fn what_breaks_a_schema_is_noticed() {
    let result = "/runs/0/results/0";
    let region = format!("{result}/locations/0/physicalLocation/region/startLine");
    let uri = format!("{result}/locations/0/physicalLocation/artifactLocation/uri");
    for (place, value, says) in [
        ("/version", json!("2.1"), "$.version breaks `enum`"),
        (
            "/runs/0/tool/driver",
            json!({}),
            "$.runs[0].tool.driver breaks `required`",
        ),
        (
            "/runs/0/points",
            json!(1),
            "$.runs[0].points is not allowed here",
        ),
        (
            "/runs/0/results",
            json!({}),
            "$.runs[0].results breaks `type`",
        ),
        (&region, json!(0), "region.startLine breaks `minimum`"),
        (
            &uri,
            json!("bob & <co>/sum.cpp"),
            "artifactLocation.uri breaks `format`",
        ),
        (
            &format!("{result}/message"),
            json!({}),
            "message breaks `anyOf`",
        ),
    ] {
        let found = mistakes(&schema(SARIF), &with(document("sarif"), place, value)).concat();
        assert!(found.contains(says), "{place}: {found}");
    }
    let test = "/results/tests/0";
    for (place, value, says) in [
        (
            "/specVersion",
            json!("0.0"),
            "$.specVersion breaks `pattern`",
        ),
        (
            "/reportFormat",
            json!("ctrf"),
            "$.reportFormat breaks `const`",
        ),
        (
            &format!("{test}/points"),
            json!(1),
            "$.results.tests[0].points is not allowed here",
        ),
        (
            &format!("{test}/suite"),
            json!("sum"),
            "$.results.tests[0].suite breaks `type`",
        ),
        (
            &format!("{test}/name"),
            json!(""),
            "$.results.tests[0].name breaks `minLength`",
        ),
    ] {
        let found = mistakes(&schema(CTRF), &with(document("ctrf"), place, value)).concat();
        assert!(found.contains(says), "{place}: {found}");
    }
}
