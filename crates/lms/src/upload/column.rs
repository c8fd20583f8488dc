//! Which column of a file is the assignment's.

use super::file::TableError;
use support::nearest::describe_suggestion;

/// A column that could be meant.
#[derive(Debug)]
pub(super) struct ColumnCandidate<'t> {
    /// Where it stands.
    pub(super) place: usize,
    /// All of its title.
    pub(super) title: &'t str,
    /// The part of it that is the assignment's name.
    pub(super) name: &'t str,
}

/// The columns that could be meant: those of whose title `name` knows the assignment's name.
pub(super) fn find_candidates<'t>(
    titles: &[&'t str],
    name: fn(&'t str) -> Option<&'t str>,
) -> Vec<ColumnCandidate<'t>> {
    let candidate = |(place, &title)| {
        Some(ColumnCandidate {
            place,
            title,
            name: name(title)?,
        })
    };
    titles.iter().enumerate().filter_map(candidate).collect()
}

/// What the user and the rubric say of the column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ColumnRequest<'w> {
    /// What the user typed.
    pub(crate) requested: Option<&'w str>,
    /// What the rubric calls the assignment.
    pub(crate) title: &'w str,
    /// The assignment's id.
    pub(crate) id: &'w str,
}

/// The column that is meant. None is ever guessed: a wrong one would be another assignment's.
pub(super) fn choose_column<'c, 't>(
    candidates: &'c [ColumnCandidate<'t>],
    wish: ColumnRequest<'_>,
) -> Result<&'c ColumnCandidate<'t>, TableError> {
    let all = || -> String {
        let titles: Vec<String> = candidates
            .iter()
            .map(|it| format!("`{}`", it.title))
            .collect();
        if titles.is_empty() {
            "there are none".to_owned()
        } else {
            titles.join(", ")
        }
    };
    let Some(asked) = wish.requested else {
        let is_own = |it: &&ColumnCandidate<'_>| {
            is_same_name(it.name, wish.title) || is_same_name(it.name, wish.id)
        };
        let own: Vec<&ColumnCandidate<'_>> = candidates.iter().filter(is_own).collect();
        return match own.as_slice() {
            [only] => Ok(only),
            [] => Err(TableError::new(
                1,
                format!(
                    "no column is called {}, as the assignment is; say with --column which is meant: {}",
                    expected_names(wish),
                    all()
                ),
            )),
            _ => Err(ambiguous_column_error(wish.title, &own)),
        };
    };
    if let Some(exact) = candidates.iter().find(|it| it.title == asked) {
        return Ok(exact);
    }
    let named: Vec<&ColumnCandidate<'_>> = candidates
        .iter()
        .filter(|it| is_same_name(it.name, asked))
        .collect();
    match named.as_slice() {
        [only] => Ok(only),
        [] => {
            let names: Vec<&str> = candidates.iter().map(|it| it.name).collect();
            let what = format!(
                "there is no column `{asked}`; expected one of {}{}",
                all(),
                describe_suggestion(asked, &names)
            );
            Err(TableError::new(1, what))
        }
        _ => Err(ambiguous_column_error(asked, &named)),
    }
}

fn expected_names(wish: ColumnRequest<'_>) -> String {
    match is_same_name(wish.title, wish.id) {
        true => format!("`{}`", wish.title),
        false => format!("`{}` or `{}`", wish.title, wish.id),
    }
}

fn ambiguous_column_error(name: &str, found: &[&ColumnCandidate<'_>]) -> TableError {
    let titles: Vec<String> = found.iter().map(|it| format!("`{}`", it.title)).collect();
    let what = format!(
        "several columns are called `{name}`; give one of them whole to --column: {}",
        titles.join(", ")
    );
    TableError::new(1, what)
}

fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}
