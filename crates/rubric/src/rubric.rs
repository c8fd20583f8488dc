//! The whole rubric.

use super::assignment;
use super::choices;
use super::config_file::ConfigFile;
use super::keywords::TIERS;
use super::raw;
use super::roster::{ROSTER, parse_roster};
use super::spanned::SpannedTable;
use super::toolchains::ToolchainCatalog;
use super::vocabulary::Vocabulary;
use model::{Assignment, Course, GameRegistry, Tier};

/// The course that a rubric describes, with its assignments in the order in which they were typed.
pub(super) fn parse_course(config: &ConfigFile<'_>, games: &GameRegistry) -> Option<Course> {
    let raw = config.parse::<raw::RawRubric>()?;
    if raw.assignments.is_empty() && !config.is_incomplete() {
        config.report(
            &(0..0),
            "no assignment: add a table such as `[assignments.tttn]`",
        );
    }
    let defaults = raw
        .defaults
        .map(|SpannedTable { body, .. }| body)
        .unwrap_or_default();
    let vocabulary = Vocabulary::default().with_words(config, &defaults.vocabulary);
    let toolchains = ToolchainCatalog::from_rubric(config, &raw.toolchains);
    let toolchains = &toolchains;
    let context = assignment::AssignmentContext {
        config,
        games,
        course: raw.course.as_ref().map_or("", |name| name.get_ref()),
        defaults: &defaults,
        toolchains,
    };
    let mut typed: Vec<_> = raw.assignments.iter().collect();
    typed.sort_by_key(|(_, table)| table.at.start);
    let assignments: Vec<Assignment> = typed
        .into_iter()
        .filter_map(|(id, table)| assignment::parse_assignment(&context, &vocabulary, (id, table)))
        .collect();
    let required_tier = raw
        .sandbox
        .and_then(|table| parse_required_tier(config, table.body.require.as_ref()?));
    let path = config.folder().join(ROSTER);
    let ids: Vec<&str> = assignments.iter().map(|one| one.id.as_str()).collect();
    let roster = path
        .exists()
        .then(|| parse_roster(&path, &ids, config.diagnostics()))
        .flatten();
    Some(Course {
        rubric: config.path().to_owned(),
        assignments,
        roster,
        required_tier,
    })
}

fn parse_required_tier(config: &ConfigFile<'_>, letter: &raw::Text) -> Option<Tier> {
    choices::parse_name(config, "tier", letter, TIERS)
}
