//! Which column of a file is the assignment's.

use super::error::Complaint;
use crate::nearest::hint;

/// A column that could be meant.
#[derive(Debug)]
pub(super) struct Candidate<'t> {
    /// Where it stands.
    pub(super) place: usize,
    /// All of its title.
    pub(super) title: &'t str,
    /// The part of it that is the assignment's name.
    pub(super) name: &'t str,
}

/// The columns that could be meant: those of whose title `name` knows the assignment's name.
pub(super) fn candidates<'t>(
    titles: &[&'t str],
    name: fn(&'t str) -> Option<&'t str>,
) -> Vec<Candidate<'t>> {
    let candidate = |(place, &title)| Some(Candidate { place, title, name: name(title)? });
    titles.iter().enumerate().filter_map(candidate).collect()
}

/// What the user and the rubric say of the column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnWish<'w> {
    /// What the user typed.
    pub(crate) asked: Option<&'w str>,
    /// What the rubric calls the assignment.
    pub(crate) title: &'w str,
    /// The assignment's id.
    pub(crate) id: &'w str,
}

/// The column that is meant. None is ever guessed: a wrong one would be another assignment's.
pub(super) fn chosen<'c, 't>(
    candidates: &'c [Candidate<'t>],
    wish: ColumnWish<'_>,
) -> Result<&'c Candidate<'t>, Complaint> {
    let all = || -> String {
        let titles: Vec<String> = candidates.iter().map(|it| format!("`{}`", it.title)).collect();
        if titles.is_empty() { "there are none".to_owned() } else { titles.join(", ") }
    };
    let Some(asked) = wish.asked else {
        let is_own = |it: &&Candidate<'_>| same(it.name, wish.title) || same(it.name, wish.id);
        let own: Vec<&Candidate<'_>> = candidates.iter().filter(is_own).collect();
        return match own.as_slice() {
            [only] => Ok(only),
            [] => Err(Complaint::new(
                1,
                format!(
                    "no column is called {}, as the assignment is; say with --column which is meant: {}",
                    own_names(wish),
                    all()
                ),
            )),
            _ => Err(several(wish.title, &own)),
        };
    };
    if let Some(exact) = candidates.iter().find(|it| it.title == asked) {
        return Ok(exact);
    }
    let named: Vec<&Candidate<'_>> = candidates.iter().filter(|it| same(it.name, asked)).collect();
    match named.as_slice() {
        [only] => Ok(only),
        [] => {
            let names: Vec<&str> = candidates.iter().map(|it| it.name).collect();
            let what = format!(
                "there is no column `{asked}`; expected one of {}{}",
                all(),
                hint(asked, &names)
            );
            Err(Complaint::new(1, what))
        }
        _ => Err(several(asked, &named)),
    }
}

fn own_names(wish: ColumnWish<'_>) -> String {
    match same(wish.title, wish.id) {
        true => format!("`{}`", wish.title),
        false => format!("`{}` or `{}`", wish.title, wish.id),
    }
}

fn several(name: &str, found: &[&Candidate<'_>]) -> Complaint {
    let titles: Vec<String> = found.iter().map(|it| format!("`{}`", it.title)).collect();
    let what = format!(
        "several columns are called `{name}`; give one of them whole to --column: {}",
        titles.join(", ")
    );
    Complaint::new(1, what)
}

fn same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
