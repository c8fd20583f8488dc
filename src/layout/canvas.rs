//! Canvas: one flat folder, `<name>[_LATE]_<user>_<attachment>_<file>`.
//!
//! The name is the sortable one in small letters without anything between; two students may share it, so the number of the
//! user decides. The number of the attachment grows with time. A file that was handed in again under its old name gets `-1`
//! before its ending, which is taken away only where the name that remains is one that an assignment asks for.

use super::expression::{Expression, group};
use super::item::{Content, Item, Top};
use crate::model::HandIn;

/// A user, and what follows the number. Canvas itself takes the first two numbers for the user's and the attachment's.
static NAME: Expression = Expression::new(
    r"^(?:(?P<name>\w+?)_)??(?:(?P<late>LATE)_)?(?P<user>\d+|anon_[A-Za-z0-9]+)_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<kind>text|link)\.html)$",
);

/// `sum-1.cpp`.
static AGAIN: Expression = Expression::new(r"^(?P<stem>.+)-\d{1,2}(?P<ending>\.[^.]*)$");

pub(super) fn items(top: &Top<'_>) -> Vec<Option<Item>> {
    top.entries
        .iter()
        .map(|entry| if entry.is_folder { None } else { item(&entry.name, top.is_wanted) })
        .collect()
}

fn item(name: &str, is_wanted: &dyn Fn(&str) -> bool) -> Option<Item> {
    let found = NAME.captures(name)?;
    let user = group(&found, "user")?;
    let content = match (group(&found, "file"), group(&found, "kind")) {
        (Some(file), _) => Content::File(first_name(file, is_wanted)),
        (None, Some("link")) => Content::Nothing("a link was handed in, no file"),
        _ => Content::Nothing("it was typed into Canvas, and is no file"),
    };
    let is_anonymous = user.starts_with("anon_");
    let shown = group(&found, "name").unwrap_or(user);
    let hand_in = HandIn {
        name: shown.to_owned(),
        id: (!is_anonymous).then(|| user.to_owned()),
        late: Some(group(&found, "late").is_some()),
        ..HandIn::default()
    };
    let order = group(&found, "attachment").and_then(|it| it.parse().ok()).unwrap_or(0);
    Some(Item { owner: user.to_owned(), hand_in, order, content, ..Item::default() })
}

/// The name that the file had before Canvas numbered it.
fn first_name(file: &str, is_wanted: &dyn Fn(&str) -> bool) -> String {
    let stripped = AGAIN
        .captures(file)
        .and_then(|found| Some(format!("{}{}", group(&found, "stem")?, group(&found, "ending")?)));
    match stripped {
        Some(stripped) if is_wanted(&stripped) && !is_wanted(file) => stripped,
        _ => file.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<(String, String, bool, Content)> {
        let item = item(name, &|name| name == "sum.cpp")?;
        Some((item.owner, item.hand_in.name, item.hand_in.late?, item.content))
    }

    #[test]
    fn names_are_read_as_canvas_makes_them() {
        let file = |name: &str| Content::File(name.to_owned());
        let table = [
            ("exampleann_LATE_57_901_sum.cpp", "57", "exampleann", true, file("sum.cpp")),
            ("exampleann_57_901_my file.cpp", "57", "exampleann", false, file("my file.cpp")),
            ("müllerjörg_57_901_sum-1.cpp", "57", "müllerjörg", false, file("sum.cpp")),
            ("exampleann_57_901_hw-1.cpp", "57", "exampleann", false, file("hw-1.cpp")),
            ("a_b_57_901_1_2_sum.cpp", "57", "a_b", false, file("1_2_sum.cpp")),
            ("LATE_anon_x7Qa_901_sum.cpp", "anon_x7Qa", "anon_x7Qa", true, file("sum.cpp")),
            ("anon_x7Qa_901_sum.cpp", "anon_x7Qa", "anon_x7Qa", false, file("sum.cpp")),
        ];
        for (name, owner, shown, late, content) in table {
            let expected = (owner.to_owned(), shown.to_owned(), late, content);
            assert_eq!(read(name), Some(expected), "{name}");
        }
        assert!(matches!(read("exampleann_57_text.html"), Some((.., Content::Nothing(_)))));
        for other in ["sum.cpp", "ann.cpp", "ann_1.cpp", "lab_3_ann.cpp", "notes.txt"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
