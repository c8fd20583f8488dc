//! Whose row is whose. A stronger sign is never overruled by a weaker one, and where two are possible nobody is chosen.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization as _;

use super::recipient::Recipient;
use super::sheet::{RowStudent, Sheet};
use crate::printable::printable;

/// The students of a file, found by what is known of them: a class may have thousands.
pub(super) struct Students<'s> {
    sheet: &'s Sheet,
    by_id: Index<'s>,
    by_number: Index<'s>,
    /// Logins and addresses, in small letters.
    by_login: Index<'s>,
    /// Each spelling of each name.
    by_name: Index<'s>,
    by_group: Index<'s>,
}

/// Who has what. What a student does not have is not in it.
type Index<'s> = HashMap<String, Vec<&'s RowStudent>>;

impl<'s> Students<'s> {
    pub(super) fn of(sheet: &'s Sheet) -> Students<'s> {
        Students {
            sheet,
            by_id: index(sheet, |student| BTreeSet::from([student.id.clone()])),
            by_number: index(sheet, |student| BTreeSet::from([student.number.clone()])),
            by_login: index(sheet, |student| {
                BTreeSet::from([student.login.to_lowercase(), student.email.to_lowercase()])
            }),
            by_name: index(sheet, |student| {
                student.names.iter().flat_map(|name| spellings(name)).collect()
            }),
            by_group: index(sheet, |student| BTreeSet::from([student.group.clone()])),
        }
    }

    /// The students who get a recipient's points: one, or all of a group that only has a name. Why there is none is the error,
    /// as the rest of a sentence.
    pub(super) fn who_get(&self, recipient: &Recipient) -> Result<Vec<&'s RowStudent>, String> {
        let group = self.by_group.get(&recipient.name);
        if let Some(id) = &recipient.id {
            let own = self.by_id.get(id).map_or(&[][..], Vec::as_slice);
            return match (own, group) {
                ([only], _) if self.is_surely(only, recipient) => Ok(vec![only]),
                // The number is nobody's, or another's because it is a group's.
                (_, Some(group)) => Ok(group.clone()),
                ([], _) => Err(format!("nobody in the file has the number {id}")),
                ([other], _) => {
                    Err(format!("the number {id} is `{}` in the file", printable(other.shown())))
                }
                (several, _) => {
                    Err(format!("{} rows of the file have the number {id}", several.len()))
                }
            };
        }
        if let Some(group) = group {
            return Ok(group.clone());
        }
        for sign in signs(recipient) {
            let mut found = self.with(sign, recipient);
            found.retain(|_, student| !contradicts(student, recipient));
            match found.len() {
                0 => {}
                1 => return Ok(found.into_values().collect()),
                several => {
                    let shown = sign.shown();
                    return Err(format!("{several} rows of the file could be meant ({shown})"));
                }
            }
        }
        Err("nobody in the file has that number, login, address or name".to_owned())
    }

    /// Whether a number is enough, or the name agrees.
    fn is_surely(&self, student: &RowStudent, recipient: &Recipient) -> bool {
        let known = spellings(&recipient.name);
        let agrees = |name: &String| !spellings(name).is_disjoint(&known);
        !self.sheet.confirms_names || student.names.iter().any(agrees)
    }

    /// Whoever has this, by row.
    fn with(&self, sign: Sign<'_>, recipient: &Recipient) -> BTreeMap<usize, &'s RowStudent> {
        let found: Vec<&Vec<&RowStudent>> = match sign {
            Sign::Number(number) => self.by_number.get(number).into_iter().collect(),
            Sign::Login(login) => self.by_login.get(&login.to_lowercase()).into_iter().collect(),
            Sign::Name => {
                let spellings = spellings(&recipient.name).into_iter();
                spellings.filter_map(|spelling| self.by_name.get(&spelling)).collect()
            }
        };
        found.into_iter().flatten().map(|student| (student.row, *student)).collect()
    }
}

fn index(sheet: &Sheet, known: impl Fn(&RowStudent) -> BTreeSet<String>) -> Index<'_> {
    let mut index = Index::new();
    for student in &sheet.students {
        for text in known(student).into_iter().filter(|text| !text.is_empty()) {
            index.entry(text).or_default().push(student);
        }
    }
    index
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

/// A name as systems write it: without anything but letters and digits, `Last, First` in either order.
fn spellings(name: &str) -> BTreeSet<String> {
    let bare = |text: &str| -> String {
        text.nfc().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
            ("Mu\u{308}ller", "müller", true),
            ("Ann Example", "exampleann", false),
            ("", "", false),
        ] {
            let found = spellings(one).intersection(&spellings(other)).next().is_some();
            assert_eq!(found, same, "{one} and {other}");
        }
    }
}
