//! `results.json`, as another program reads it.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// All that a run found out.
#[derive(Debug)]
pub(crate) struct Results(pub(crate) Value);

impl Results {
    /// Reads `results.json` in a folder of reports.
    pub(crate) fn read(reports: &Path) -> Results {
        let text = fs::read_to_string(reports.join("results.json")).unwrap();
        Results(serde_json::from_str(&text).unwrap())
    }

    pub(crate) fn submissions(&self) -> &[Value] {
        list(&self.0["submissions"])
    }

    /// What one student's submission came to.
    #[track_caller]
    pub(crate) fn of(&self, student: &str, assignment: &str) -> &Value {
        let is_it = |one: &&Value| one["student"] == student && one["assignment"] == assignment;
        let found = self.submissions().iter().find(is_it);
        assert!(
            found.is_some(),
            "{student} has no {assignment} in {:#}",
            self.0
        );
        found.unwrap()
    }

    /// The first case of one student's submission.
    #[track_caller]
    pub(crate) fn case_of(&self, student: &str, assignment: &str) -> &Value {
        &self.of(student, assignment)["cases"][0]
    }

    /// `student assignment` of everything that was graded, in the file's order.
    pub(crate) fn names(&self) -> Vec<String> {
        let name = |one: &Value| format!("{} {}", text(&one["student"]), text(&one["assignment"]));
        self.submissions().iter().map(name).collect()
    }
}

/// The items of a list.
#[track_caller]
pub(crate) fn list(value: &Value) -> &[Value] {
    assert!(value.is_array(), "{value} is no list");
    value.as_array().unwrap()
}

/// The text of a string; a missing one is empty.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
