//! Names of a package, made into names that a rubric can have.

use std::collections::BTreeMap;

/// The longest name that is made.
const LONGEST: usize = 60;

/// The name of an assignment: lower-case letters, digits and `-`, beginning with a letter.
pub(super) fn to_assignment_id(name: &str) -> String {
    let id: String = replace_with_dashes(&name.to_lowercase(), "");
    match id.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => id,
        false => format!("p-{id}").trim_end_matches('-').to_owned(),
    }
}

/// Names that are given out once each.
#[derive(Debug, Default)]
pub(super) struct UniqueIds {
    given: BTreeMap<String, usize>,
}

impl UniqueIds {
    /// The name of a case or a criterion: letters, digits, `.`, `_` and `-`, beginning with a letter or digit.
    pub(super) fn assign_id(&mut self, name: &str) -> String {
        let id = replace_with_dashes(name, "._");
        let id = if id.is_empty() { "x".to_owned() } else { id };
        let mut candidate = id.clone();
        // What differs in large and small letters alone is the same on some disks.
        while self.given.contains_key(&candidate.to_lowercase()) {
            let count = self.given.entry(id.to_lowercase()).or_insert(1);
            *count += 1;
            candidate = format!("{id}-{count}");
        }
        self.given.insert(candidate.to_lowercase(), 1);
        candidate
    }
}

/// `name` with a `-` for everything that is no letter or digit of ASCII and not in `also`.
fn replace_with_dashes(name: &str, also: &str) -> String {
    let mut id = String::new();
    for letter in name.chars().take(10 * LONGEST) {
        let is_kept = letter.is_ascii_alphanumeric() || also.contains(letter);
        let letter = if is_kept { letter } else { '-' };
        if !(letter == '-' && id.ends_with('-')) {
            id.push(letter);
        }
        if id.len() == LONGEST {
            break;
        }
    }
    id.trim_start_matches(|first: char| !first.is_ascii_alphanumeric())
        .trim_end_matches('-')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_becomes_one_that_a_rubric_can_have_and_no_two_the_same() {
        assert_eq!(to_assignment_id("Hello World!"), "hello-world");
        assert_eq!(to_assignment_id("../../2 sums"), "p-2-sums");
        assert_eq!(to_assignment_id("…"), "p");
        let mut names = UniqueIds::default();
        let given: Vec<String> = [
            "a b",
            "a/b",
            "A-B",
            "a-b-2",
            "",
            "-",
            "\u{1f600}.in",
            &"x".repeat(500),
        ]
        .iter()
        .map(|name| names.assign_id(name))
        .collect();
        let wanted = [
            "a-b",
            "a-b-2",
            "A-B-3",
            "a-b-2-2",
            "x",
            "x-2",
            "in",
            &"x".repeat(60),
        ];
        assert_eq!(given, wanted);
    }
}
