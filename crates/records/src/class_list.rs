//! The names of submissions as a text file has them: `assignment/student`, one on a line.

use model::SubmissionName;
use support::digest::DigestBuilder;

/// The names of all submissions of a class, in the order of its reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassList(pub Vec<SubmissionName>);

impl ClassList {
    /// What [`ClassList::to_text`] wrote; none if a line is no name.
    pub fn parse(text: &str) -> Option<ClassList> {
        text.lines()
            .map(SubmissionName::parse)
            .collect::<Option<_>>()
            .map(ClassList)
    }

    /// The names, one on a line.
    pub fn to_text(&self) -> String {
        self.0.iter().map(|name| format!("{name}\n")).collect()
    }

    /// What tells it from every other list.
    pub fn digest(&self) -> String {
        DigestBuilder::default()
            .with_piece(self.to_text().as_bytes())
            .finish()
            .to_string()
    }

    /// The assignments that occur, in their order.
    pub fn assignments(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for name in &self.0 {
            if !ids.contains(&name.assignment.as_str()) {
                ids.push(&name.assignment);
            }
        }
        ids
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_back_and_any_change_makes_another() {
        let name = |student: &str| SubmissionName {
            assignment: "sum".to_owned(),
            student: student.to_owned(),
        };
        let list = ClassList(vec![name("ann"), name("Zoë von und zu "), name("#1")]);
        assert_eq!(list.to_text(), "sum/ann\nsum/Zoë von und zu \nsum/#1\n");
        assert_eq!(ClassList::parse(&list.to_text()), Some(list.clone()));
        assert_ne!(ClassList(list.0[..2].to_vec()).digest(), list.digest());
        for damaged in ["sum", "sum/", "/ann", "sum/ann\n\nsum/bob", "sum/ann/bob"] {
            assert_eq!(ClassList::parse(damaged), None, "{damaged}");
        }
    }
}
