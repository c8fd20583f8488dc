//! Under which name a system knows a report again.

use super::system::System;
use crate::model::HandIn;

/// What a report is read with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A browser.
    Page,
    /// Anything that shows text.
    Text,
}

/// A file for one student, or for one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// Its path in the archive.
    pub(crate) path: String,
    /// What it has to be.
    pub(crate) form: Form,
}

/// The names under which a report on this hand-in goes back to the students with these numbers of the system's. Why there is
/// none is the error, as the rest of a sentence.
///
/// # Errors
///
/// If the system would not know, or not surely, whose it is.
pub(crate) fn feedback_name(
    system: System,
    hand_in: Option<&HandIn>,
    assignment: &str,
    ids: &[String],
) -> Result<Vec<Named>, String> {
    let page =
        |folder: &str| Named { path: format!("{folder}/{assignment}.html"), form: Form::Page };
    if system == System::Moodle {
        let name = hand_in.map_or("student", |hand_in| hand_in.name.as_str());
        return Ok(ids.iter().map(|id| page(&moodle_folder(name, id))).collect());
    }
    let own = hand_in.filter(|hand_in| hand_in.layout == system.layout().name());
    let Some(hand_in) = own else {
        return Err(format!("it did not come out of a download of {}", system.name()));
    };
    let entry = hand_in.entry.as_deref().ok_or("no file was handed in")?;
    // A backslash stands for what could not be shown; then the name is not the one of the download.
    if entry.contains(['/', '\\']) || entry.starts_with('.') {
        return Err(format!("`{entry}` is not the name that it has in the download"));
    }
    match system {
        // Canvas shows it under the name of the file that was handed in, where nobody expects a page.
        System::Canvas => Ok(vec![Named { path: entry.to_owned(), form: Form::Text }]),
        System::Brightspace => Ok(vec![page(entry)]),
        System::Moodle | System::Blackboard => Err("the system takes no feedback".to_owned()),
    }
}

/// What Moodle goes by is the number, and that there are five parts between `_`: older versions do not know a folder of four.
fn moodle_folder(name: &str, id: &str) -> String {
    let is_usual = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '\'');
    let name: String = name.chars().map(|it| if is_usual(it) { it } else { ' ' }).collect();
    format!("{}_{id}_assignsubmission_file_", name.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand_in(layout: &str, name: &str, entry: Option<&str>) -> HandIn {
        let entry = entry.map(str::to_owned);
        HandIn { layout: layout.to_owned(), name: name.to_owned(), entry, ..HandIn::default() }
    }

    fn paths(system: System, hand_in: &HandIn, ids: &[&str]) -> Result<Vec<String>, String> {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let named = feedback_name(system, Some(hand_in), "sum", &ids)?;
        Ok(named.into_iter().map(|one| one.path).collect())
    }

    #[test]
    fn names_lead_nowhere_else_whatever_a_student_is_called() {
        let odd = hand_in("moodle", "../=a_58_x", None);
        assert_eq!(
            paths(System::Moodle, &odd, &["57"]).unwrap(),
            ["a 58 x_57_assignsubmission_file_/sum.html"]
        );
        for entry in ["../a", "a/b", ".a", "a\\x0ab"] {
            for (system, layout) in
                [(System::Canvas, "canvas"), (System::Brightspace, "brightspace")]
            {
                assert!(paths(system, &hand_in(layout, "a", Some(entry)), &[]).is_err(), "{entry}");
            }
        }
    }

    #[test]
    fn what_another_system_named_goes_to_nobody() {
        let other = hand_in("canvas", "a", Some("a_1_2_sum.cpp"));
        assert!(paths(System::Brightspace, &other, &["57"]).is_err());
        assert!(feedback_name(System::Canvas, None, "sum", &[]).is_err());
    }
}
