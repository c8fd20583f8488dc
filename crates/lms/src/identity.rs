//! Which person of one list is which person of another: of a download, a roster, or a file of grades.
//!
//! An identifier that both sides have and that agrees decides before any name. One that differs excludes the person. If identifiers
//! point to several persons, or one agrees and another differs, there is no match: a contradiction is never resolved by name.

use std::collections::{BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization as _;

use model::{GroupMember, HandIn, SubmissionLayout};

/// What one side says of a person. What it does not say is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PersonIdentity {
    /// The number by which a system knows the person, where both sides are of that system.
    pub(crate) id: String,
    /// Whether `id` only counts if a name agrees. Moodle numbers groups and participants independently.
    pub(crate) id_needs_name: bool,
    /// The school's number of the person.
    pub(crate) number: String,
    /// The name with which the person logs in.
    pub(crate) login: String,
    /// The person's address.
    pub(crate) email: String,
    /// A number that may be the school's or a system's.
    pub(crate) loose_id: String,
    /// Texts that may be any identifier, such as the name of a folder. They may agree with one, and contradict none.
    pub(crate) other: Vec<String>,
    /// Names, as `First Last` or `Last, First`.
    pub(crate) names: Vec<String>,
    /// Whether first and last names are columns of their own, so that `Last, First` is certain to be in this order.
    pub(crate) has_name_columns: bool,
}

/// Two values of one identifier that differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IdentityDifference {
    /// What they are: “login”.
    pub(crate) kind: &'static str,
    /// The value of whoever is searched.
    pub(crate) searched: String,
    /// The value in the list.
    pub(crate) listed: String,
}

/// Why nobody in a list is the person. Persons are places in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoMatch {
    /// No identifier and no name is in the list.
    NotListed,
    /// Several persons have one of the identifiers, or the name.
    Several { persons: Vec<usize>, by_name: bool },
    /// This person has an identifier or the name, and another identifier differs.
    Differs {
        person: usize,
        by_name: bool,
        difference: IdentityDifference,
    },
    /// The first name of this person is the last name of the one who is searched, which proves nothing.
    Swapped { person: usize },
}

/// A list in which persons are found: a class may have thousands.
pub(crate) struct PersonDirectory {
    persons: Vec<PersonIdentity>,
    /// Every identifier, in small letters.
    by_identifier: HashMap<String, Vec<usize>>,
    /// Every spelling of every name.
    by_name: HashMap<String, Vec<usize>>,
    /// Names of which the order is certain, in the other order.
    by_swapped_name: HashMap<String, Vec<usize>>,
}

impl PersonDirectory {
    pub(crate) fn new(persons: Vec<PersonIdentity>) -> PersonDirectory {
        let mut by_identifier: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
        let mut by_swapped_name: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, person) in persons.iter().enumerate() {
            for identifier in person.identifiers() {
                by_identifier.entry(identifier).or_default().push(place);
            }
            for spelling in person.name_spellings() {
                by_name.entry(spelling).or_default().push(place);
            }
            if person.has_name_columns {
                let swapped = person.names.iter().map(|name| normalize_name(name));
                swapped.for_each(|name| by_swapped_name.entry(name).or_default().push(place));
            }
        }
        PersonDirectory {
            persons,
            by_identifier,
            by_name,
            by_swapped_name,
        }
    }

    /// The place of the person in the list.
    pub(crate) fn find_person(&self, wanted: &PersonIdentity) -> Result<usize, NoMatch> {
        let identifiers = wanted.identifiers().into_iter();
        let same_identifier = self.look_up_all(&self.by_identifier, identifiers);
        let agreeing: Vec<usize> = same_identifier
            .into_iter()
            .filter(|place| self.has_same_identifier(*place, wanted))
            .collect();
        match agreeing.as_slice() {
            [] => self.find_by_name(wanted),
            [only] => match self.find_difference(*only, wanted) {
                None => Ok(*only),
                Some(difference) => Err(NoMatch::Differs {
                    person: *only,
                    by_name: false,
                    difference,
                }),
            },
            _ => Err(NoMatch::Several {
                persons: agreeing,
                by_name: false,
            }),
        }
    }

    fn find_by_name(&self, wanted: &PersonIdentity) -> Result<usize, NoMatch> {
        let namesakes = self.look_up_all(&self.by_name, wanted.name_spellings().into_iter());
        let mut possible = Vec::new();
        let mut excluded = None;
        for place in namesakes
            .into_iter()
            .filter(|it| self.has_same_order(*it, wanted))
        {
            match self.find_difference(place, wanted) {
                None => possible.push(place),
                Some(difference) => {
                    let differs = NoMatch::Differs {
                        person: place,
                        by_name: true,
                        difference,
                    };
                    excluded = excluded.or(Some(differs));
                }
            }
        }
        match possible.as_slice() {
            [only] => Ok(*only),
            [] => Err(excluded.unwrap_or_else(|| self.describe_swapped(wanted))),
            _ => Err(NoMatch::Several {
                persons: possible,
                by_name: true,
            }),
        }
    }

    /// Whether a name agrees in its order, where the order in the list is certain.
    fn has_same_order(&self, place: usize, wanted: &PersonIdentity) -> bool {
        self.persons.get(place).is_some_and(|listed| {
            let spellings = listed.name_spellings();
            let mut in_order = wanted.names.iter().map(|name| spelling_in_order(name));
            !listed.has_name_columns || in_order.any(|name| spellings.contains(&name))
        })
    }

    /// Somebody whose first and last names are swapped; nobody if there is no such person.
    fn describe_swapped(&self, wanted: &PersonIdentity) -> NoMatch {
        let names = wanted.names.iter().map(|name| spelling_in_order(name));
        let found = self.look_up_all(&self.by_swapped_name, names);
        match found.first() {
            Some(&person) => NoMatch::Swapped { person },
            None => NoMatch::NotListed,
        }
    }

    fn look_up_all(
        &self,
        index: &HashMap<String, Vec<usize>>,
        keys: impl Iterator<Item = String>,
    ) -> BTreeSet<usize> {
        keys.filter_map(|key| index.get(&key))
            .flatten()
            .copied()
            .collect()
    }

    fn has_same_identifier(&self, place: usize, wanted: &PersonIdentity) -> bool {
        self.persons
            .get(place)
            .is_some_and(|listed| wanted.shares_identifier(listed))
    }

    fn find_difference(&self, place: usize, wanted: &PersonIdentity) -> Option<IdentityDifference> {
        wanted.find_difference(self.persons.get(place)?)
    }
}

impl PersonIdentity {
    /// Who handed something in under the name `student`, as it can be compared with a list of the system that `list` is the layout
    /// of; a list of no system is an instructor's own.
    pub(crate) fn from_hand_in(
        hand_in: &HandIn,
        student: &str,
        list: Option<SubmissionLayout>,
    ) -> PersonIdentity {
        let HandIn {
            id,
            login,
            email,
            name,
            ..
        } = hand_in;
        // The name of a folder may be anything that tells a person apart.
        let other = if hand_in.layout.is_empty() {
            vec![student.to_owned()]
        } else {
            Vec::new()
        };
        PersonIdentity {
            login: text_or_empty(login),
            email: text_or_empty(email),
            names: vec![name.clone()],
            other,
            ..PersonIdentity::from_layout_id(hand_in, text_or_empty(id), list)
        }
    }

    /// One member of a group, as `from_hand_in`.
    pub(crate) fn from_member(
        hand_in: &HandIn,
        member: &GroupMember,
        list: Option<SubmissionLayout>,
    ) -> PersonIdentity {
        let GroupMember { name, id, email } = member;
        PersonIdentity {
            email: email.clone().unwrap_or_default(),
            names: vec![name.clone()],
            ..PersonIdentity::from_layout_id(hand_in, id.clone().unwrap_or_default(), list)
        }
    }

    /// What a number in a download is: the system's, the school's, or of no use. Numbers of different systems are not compared.
    fn from_layout_id(
        hand_in: &HandIn,
        id: String,
        list: Option<SubmissionLayout>,
    ) -> PersonIdentity {
        let layout = SubmissionLayout::from_name(&hand_in.layout);
        let none = PersonIdentity::default;
        match layout {
            Some(
                SubmissionLayout::Canvas | SubmissionLayout::Moodle | SubmissionLayout::Blackboard,
            ) => match list.is_none() || list == layout {
                true => PersonIdentity {
                    id_needs_name: layout == Some(SubmissionLayout::Moodle),
                    id,
                    ..none()
                },
                false => none(),
            },
            // Its numbers in names of folders are not those of its gradebook.
            Some(SubmissionLayout::Brightspace) => none(),
            Some(SubmissionLayout::Gradescope) => PersonIdentity {
                number: id,
                ..none()
            },
            _ => PersonIdentity {
                loose_id: id,
                ..none()
            },
        }
    }

    /// Every identifier, in small letters.
    fn identifiers(&self) -> BTreeSet<String> {
        let PersonIdentity {
            id,
            number,
            login,
            email,
            loose_id,
            other,
            ..
        } = self;
        let all = [id, number, login, email, loose_id]
            .into_iter()
            .chain(other);
        all.map(|text| fold_case(text))
            .filter(|text| !text.is_empty())
            .collect()
    }

    fn name_spellings(&self) -> BTreeSet<String> {
        let names = self.names.iter();
        if self.has_name_columns {
            let spellings = names.map(|name| spelling_in_order(name));
            return spellings.filter(|name| !name.is_empty()).collect();
        }
        names.flat_map(|name| list_spellings(name)).collect()
    }

    /// Whether an identifier of both is the same.
    fn shares_identifier(&self, listed: &PersonIdentity) -> bool {
        let both = [self, listed];
        let id_counts = !both.iter().any(|one| one.id_needs_name) || self.has_same_name(listed);
        let same_login = folded_logins(self).iter().flatten().any(|login| {
            folded_logins(listed)
                .iter()
                .flatten()
                .any(|other| other == login)
        });
        (id_counts && is_same_text(&self.id, &listed.id))
            || is_same_text(&self.number, &listed.number)
            || same_login
            || is_same_text(&self.loose_id, &listed.loose_id)
            || self.matches_loosely(listed, id_counts)
            || listed.matches_loosely(self, id_counts)
    }

    /// Whether something of unknown kind is an identifier of another side.
    fn matches_loosely(&self, other: &PersonIdentity, id_counts: bool) -> bool {
        let PersonIdentity {
            id,
            number,
            login,
            email,
            loose_id,
            ..
        } = other;
        let is_number =
            |text: &str| is_same_text(text, number) || (id_counts && is_same_text(text, id));
        let is_any = |text: &String| {
            is_number(text)
                || [login, email, loose_id]
                    .iter()
                    .any(|known| is_same_text(text, known))
        };
        is_number(&self.loose_id) || self.other.iter().any(is_any)
    }

    /// Whether a name is the same in any spelling; names without letters and digits are the same.
    pub(crate) fn has_same_name(&self, other: &PersonIdentity) -> bool {
        let own = self.name_spellings();
        let others = other.name_spellings();
        !own.is_disjoint(&others) || (own.is_empty() && others.is_empty())
    }

    /// An identifier that both have and that is not the same.
    pub(crate) fn find_difference(&self, listed: &PersonIdentity) -> Option<IdentityDifference> {
        let differ = |kind, wanted: &str, listed: &str| {
            let differ = !wanted.is_empty() && !listed.is_empty() && !is_same_text(wanted, listed);
            differ.then(|| IdentityDifference {
                kind,
                searched: wanted.to_owned(),
                listed: listed.to_owned(),
            })
        };
        // A login that is an address and one that is a word are of two kinds.
        let are_alike = self.login.contains('@') == listed.login.contains('@');
        differ("number", &self.id, &listed.id)
            .or_else(|| differ("school number", &self.number, &listed.number))
            .or_else(|| differ("login", &self.login, &listed.login).filter(|_| are_alike))
            .or_else(|| differ("address", &self.email, &listed.email))
            .or_else(|| differ("number", &self.loose_id, &listed.loose_id))
            .or_else(|| {
                differ("number", &self.loose_id, &listed.number)
                    .filter(|_| is_looser_id(&self.loose_id, listed))
            })
            .or_else(|| {
                differ("number", &self.number, &listed.loose_id)
                    .filter(|_| is_looser_id(&listed.loose_id, self))
            })
    }
}

fn text_or_empty(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

fn folded_logins(of: &PersonIdentity) -> [Option<String>; 2] {
    [fold_case(&of.login), fold_case(&of.email)].map(|text| (!text.is_empty()).then_some(text))
}

fn is_looser_id(loose: &str, of: &PersonIdentity) -> bool {
    !is_same_text(loose, &of.id) && !of.number.is_empty() && !loose.is_empty()
}

fn fold_case(text: &str) -> String {
    text.trim().nfc().collect::<String>().to_lowercase()
}

fn is_same_text(one: &str, other: &str) -> bool {
    !one.is_empty() && fold_case(one) == fold_case(other)
}

/// A name's letters and digits, in small letters. Systems drop or escape whatever else is in it.
pub(crate) fn normalize_name(name: &str) -> String {
    let name = strip_escapes(name);
    name.nfc()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// A name as systems write it: `Last, First` in either order.
fn list_spellings(name: &str) -> BTreeSet<String> {
    let mut spellings = BTreeSet::from([normalize_name(name)]);
    if let Some((last, first)) = name.split_once(',') {
        spellings.insert(normalize_name(first) + &normalize_name(last));
    }
    spellings.remove("");
    spellings
}

/// `Last, First` with the first name first; a name without a comma as it is.
fn spelling_in_order(name: &str) -> String {
    match name.split_once(',') {
        Some((last, first)) => normalize_name(first) + &normalize_name(last),
        None => normalize_name(name),
    }
}

/// A name without the `\xNN` that stand for bytes that are not printable.
fn strip_escapes(name: &str) -> String {
    let mut plain = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("\\x") {
        plain.push_str(before);
        let is_escape = after
            .get(..2)
            .is_some_and(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        rest = after
            .get(if is_escape { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `kind=value` for each thing that is known; a word without `=` is a name.
    fn identity(words: &str) -> PersonIdentity {
        let mut identity = PersonIdentity::default();
        for word in words.split('|') {
            match word.split_once('=') {
                Some(("id", text)) => identity.id = text.to_owned(),
                Some(("moodle", text)) => {
                    (identity.id, identity.id_needs_name) = (text.to_owned(), true);
                }
                Some(("number", text)) => identity.number = text.to_owned(),
                Some(("login", text)) => identity.login = text.to_owned(),
                Some(("email", text)) => identity.email = text.to_owned(),
                Some(("loose", text)) => identity.loose_id = text.to_owned(),
                Some((_, text)) => identity.other.push(text.to_owned()),
                None => identity.names.push(word.to_owned()),
            }
        }
        identity
    }

    #[test]
    fn an_identifier_decides_before_a_name_and_a_contradiction_is_nobody() {
        let several = |by_name| {
            Err(NoMatch::Several {
                persons: vec![0, 1],
                by_name,
            })
        };
        let differs = |person, by_name, kind, wanted: &str, listed: &str| {
            let difference = IdentityDifference {
                kind,
                searched: wanted.to_owned(),
                listed: listed.to_owned(),
            };
            Err(NoMatch::Differs {
                person,
                by_name,
                difference,
            })
        };
        for (wanted, listed, found) in [
            ("Ann", ["Ann|number=1", "Bob|number=2"], Ok(0)),
            // The name is another person's, and the number decides.
            ("number=2|Ann", ["Ann", "Bob|number=2"], Ok(1)),
            (
                "number=2|Ann",
                ["Ann|number=1", "Bob"],
                differs(0, true, "school number", "2", "1"),
            ),
            ("number=2|Ann", ["Ann|number=1", "Ann|number=2"], Ok(1)),
            ("number=3|Ann", ["Ann|number=1", "Ann"], Ok(1)),
            ("Ann", ["Ann|number=1", "Ann|number=2"], several(true)),
            // One agrees and another differs.
            (
                "number=1|email=a@x|Ann",
                ["Ann|number=1|email=b@x", "Bob"],
                differs(0, false, "address", "a@x", "b@x"),
            ),
            (
                "number=1|email=b@x",
                ["number=1", "email=b@x"],
                several(false),
            ),
            // A login that is an address is no contradiction to one that is a word.
            ("login=ann|email=A@x|Ann", ["login=a@x|Ann", "Bob"], Ok(0)),
            (
                "login=ann|Ann",
                ["login=ann2|Ann", "Bob"],
                differs(0, true, "login", "ann", "ann2"),
            ),
            // A number of unknown kind may be a system's or the school's.
            (
                "loose=1|Ann",
                ["id=1|number=9|Bob", "id=2|number=8|Ann"],
                Ok(0),
            ),
            (
                "loose=7|Ann",
                ["id=1|number=9|Ann", "Bob"],
                differs(0, true, "number", "7", "9"),
            ),
            ("loose=7|Ann", ["id=1|Ann", "Bob"], Ok(0)),
            ("other=u1|U1", ["login=u1|Ann", "Bob"], Ok(0)),
            // A group's number may be a participant's.
            (
                "moodle=1|Group",
                ["moodle=1|Ann", "Bob"],
                Err(NoMatch::NotListed),
            ),
            ("moodle=1|Ann", ["moodle=1|ann", "Bob"], Ok(0)),
            ("moodle=1|_", ["moodle=1| ", "Bob"], Ok(0)),
            ("Cem", ["Ann", "Bob"], Err(NoMatch::NotListed)),
        ] {
            let directory = PersonDirectory::new(listed.map(identity).to_vec());
            assert_eq!(
                directory.find_person(&identity(wanted)),
                found,
                "{wanted} in {listed:?}"
            );
        }
    }

    #[test]
    fn columns_of_names_are_compared_in_their_order() {
        let listed = ["Kim, Lee", "Fox, Ann Marie"].map(|name| PersonIdentity {
            has_name_columns: true,
            ..identity(name)
        });
        let directory = PersonDirectory::new(listed.to_vec());
        for (wanted, found) in [
            ("Lee Kim", Ok(0)),
            ("Kim, Lee", Ok(0)),
            ("Ann-Marie Fox", Ok(1)),
            ("Kim Lee", Err(NoMatch::Swapped { person: 0 })),
            ("Lee, Kim", Err(NoMatch::Swapped { person: 0 })),
            ("Lee", Err(NoMatch::NotListed)),
        ] {
            assert_eq!(directory.find_person(&identity(wanted)), found, "{wanted}");
        }
    }

    #[test]
    fn a_name_is_the_same_in_each_of_its_spellings() {
        for (one, other, same) in [
            ("Example, Ann", "exampleann", true),
            ("Example, Ann", "Ann Example", true),
            ("Müller, Jörg", "müllerjörg", true),
            ("Mu\u{308}ller", "müller", true),
            ("Ann Example", "exampleann", false),
            ("علی\u{200c}رضا", "علی\\xe2\\x80\\x8cرضا", true),
            ("", "", false),
        ] {
            let found = list_spellings(one)
                .intersection(&list_spellings(other))
                .next()
                .is_some();
            assert_eq!(found, same, "{one} and {other}");
        }
    }
}
