//! Whose row is whose. A stronger sign is never overruled by a weaker one, and where two are possible nobody is chosen.

use std::collections::BTreeSet;

use super::recipient::Recipient;
use super::sheet::{RowStudent, Sheet};
use crate::printable::printable;

/// The students of a file who get a recipient's points: one, or all of a group that only has a name. Why there is none is the error,
/// as the rest of a sentence.
pub(super) fn students_of<'s>(
    sheet: &'s Sheet,
    recipient: &Recipient,
) -> Result<Vec<&'s RowStudent>, String> {
    let all = || sheet.students.iter();
    if let Some(id) = &recipient.id {
        let own: Vec<&RowStudent> = all().filter(|student| student.id == *id).collect();
        match own.as_slice() {
            [only] if !sheet.confirms_names || names_agree(only, recipient) => return Ok(own),
            _ => {}
        }
        // The number is nobody's, or another's because it is a group's.
        let group = group_of(sheet, recipient);
        return match own.as_slice() {
            _ if !group.is_empty() => Ok(group),
            [] => Err(format!("nobody in the file has the number {id}")),
            [other] => {
                Err(format!("the number {id} is `{}` in the file", printable(other.shown())))
            }
            several => Err(format!("{} rows of the file have the number {id}", several.len())),
        };
    }
    let group = group_of(sheet, recipient);
    if !group.is_empty() {
        return Ok(group);
    }
    for sign in signs(recipient) {
        let found: Vec<&RowStudent> = all()
            .filter(|student| {
                is_meant(student, recipient, sign) && !contradicts(student, recipient)
            })
            .collect();
        match found.len() {
            0 => {}
            1 => return Ok(found),
            several => {
                return Err(format!(
                    "{several} rows of the file could be meant ({})",
                    sign.shown()
                ));
            }
        }
    }
    Err("nobody in the file has that number, login, address or name".to_owned())
}

/// Everybody whose group has the recipient's name.
fn group_of<'s>(sheet: &'s Sheet, recipient: &Recipient) -> Vec<&'s RowStudent> {
    let is_in_it =
        |student: &&RowStudent| !student.group.is_empty() && student.group == recipient.name;
    sheet.students.iter().filter(is_in_it).collect()
}

/// By what a student can be recognised.
#[derive(Debug, Clone, Copy)]
enum Sign<'r> {
    Number(&'r str),
    Login(&'r str),
    Name,
}

impl Sign<'_> {
    fn shown(self) -> String {
        match self {
            Sign::Number(text) | Sign::Login(text) => format!("`{text}`"),
            Sign::Name => "by name".to_owned(),
        }
    }
}

/// What is known of a recipient, the strongest first.
fn signs(recipient: &Recipient) -> Vec<Sign<'_>> {
    let plain = recipient.is_plain.then_some(recipient.name.as_str());
    let mut signs: Vec<Sign<'_>> = Vec::new();
    signs.extend(recipient.number.as_deref().map(Sign::Number));
    signs.extend(recipient.login.as_deref().map(Sign::Login));
    signs.extend(recipient.email.as_deref().map(Sign::Login));
    signs.extend(plain.map(Sign::Number));
    signs.extend(plain.map(Sign::Login));
    signs.push(Sign::Name);
    signs
}

fn is_meant(student: &RowStudent, recipient: &Recipient, sign: Sign<'_>) -> bool {
    match sign {
        Sign::Number(number) => student.number == number,
        Sign::Login(login) => {
            let is_it =
                |own: &String| !own.is_empty() && own.to_lowercase() == login.to_lowercase();
            is_it(&student.login) || is_it(&student.email)
        }
        Sign::Name => names_agree(student, recipient),
    }
}

/// Whether both say something of the same kind, and not the same.
fn contradicts(student: &RowStudent, recipient: &Recipient) -> bool {
    let differs = |own: &str, known: &Option<String>| {
        let known = known.as_deref().unwrap_or_default();
        !own.is_empty() && !known.is_empty() && own.to_lowercase() != known.to_lowercase()
    };
    differs(&student.number, &recipient.number)
        || differs(&student.login, &recipient.login)
        || differs(&student.email, &recipient.email)
}

fn names_agree(student: &RowStudent, recipient: &Recipient) -> bool {
    let known = spellings(&recipient.name);
    student.names.iter().any(|name| spellings(name).iter().any(|one| known.contains(one)))
}

/// A name as systems write it: without anything but letters and digits, `Last, First` in either order.
fn spellings(name: &str) -> BTreeSet<String> {
    let bare = |text: &str| -> String {
        text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
    };
    let mut spellings = BTreeSet::from([bare(name)]);
    if let Some((last, first)) = name.split_once(',') {
        spellings.insert(bare(first) + &bare(last));
    }
    spellings.remove("");
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_each_of_its_spellings() {
        for (one, other, same) in [
            ("Example, Ann", "exampleann", true),
            ("Example, Ann", "Ann Example", true),
            ("Müller, Jörg", "müllerjörg", true),
            ("Ann Example", "exampleann", false),
            ("", "", false),
        ] {
            let found = spellings(one).intersection(&spellings(other)).next().is_some();
            assert_eq!(found, same, "{one} and {other}");
        }
    }
}
