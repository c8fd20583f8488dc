//! The whole rubric.

use super::assignment;
use super::choices;
use super::config_file::ConfigFile;
use super::raw;
use super::roster::{ROSTER, roster};
use super::table::Table;
use super::toolchains::Toolchains;
use super::vocabulary::Vocabulary;
use crate::model::{Assignment, Course, Games, Tier};

/// The course that a rubric describes, with its assignments in the order in which they were typed.
pub(super) fn course(config: &ConfigFile<'_>, games: &Games) -> Option<Course> {
    let raw = config.parse::<raw::Rubric>()?;
    if raw.assignments.is_empty() {
        config.report(&(0..0), "no assignment: add a table such as `[assignments.tttn]`");
    }
    let defaults = raw.defaults.map(|Table { body, .. }| body).unwrap_or_default();
    let vocabulary = Vocabulary::default().with(config, &defaults.vocabulary);
    let toolchains = Toolchains::read(config, &raw.toolchains);
    let toolchains = &toolchains;
    let context = assignment::Context { config, games, defaults: &defaults, toolchains };
    let mut typed: Vec<_> = raw.assignments.iter().collect();
    typed.sort_by_key(|(_, table)| table.at.start);
    let assignments: Vec<Assignment> = typed
        .into_iter()
        .filter_map(|(id, table)| assignment::assignment(&context, &vocabulary, (id, table)))
        .collect();
    let required_tier =
        raw.sandbox.and_then(|table| required(config, table.body.require.as_ref()?));
    let path = config.folder().join(ROSTER);
    let ids: Vec<&str> = assignments.iter().map(|one| one.id.as_str()).collect();
    let roster = path.exists().then(|| roster(&path, &ids, config.diagnostics())).flatten();
    Some(Course { rubric: config.path().to_owned(), assignments, roster, required_tier })
}

/// The tiers that may be demanded; E is no demand.
const TIERS: &choices::Choices<Tier> =
    &[("A", Tier::A), ("B", Tier::B), ("C", Tier::C), ("D", Tier::D)];

fn required(config: &ConfigFile<'_>, letter: &raw::Text) -> Option<Tier> {
    choices::choose(config, "tier", letter, TIERS)
}
