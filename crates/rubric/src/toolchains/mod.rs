//! `[toolchains.NAME]`, and those that are there without it.

mod parts;
mod words;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use self::parts::ToolchainParts;
use super::config_file::{ConfigFile, DiagnosticCollector};
use super::raw;
use super::spanned::SpannedTable;
use super::words::describe_unknown;
use model::Toolchain;

/// The toolchains that come with the program.
const SHIPPED: &str = include_str!("shipped.toml");

/// The same, read: their expressions take longer to compile than a small course takes to read.
static SHIPPED_TOOLCHAINS: LazyLock<ToolchainCatalog> = LazyLock::new(parse_shipped_toolchains);

/// All toolchains that an assignment may name. One with a mistake has no value: it is marked where it is written.
#[derive(Clone)]
pub(super) struct ToolchainCatalog(BTreeMap<String, Option<ToolchainParts>>);

impl ToolchainCatalog {
    /// Those that come with the program, and those of a rubric, each of which may start from an earlier one.
    pub(super) fn from_rubric(
        config: &ConfigFile<'_>,
        typed: &raw::RawToolchains,
    ) -> ToolchainCatalog {
        let mut all = SHIPPED_TOOLCHAINS.clone();
        all.add_toolchains(config, typed);
        all
    }

    fn add_toolchains(&mut self, config: &ConfigFile<'_>, typed: &raw::RawToolchains) {
        let mut typed: Vec<_> = typed.iter().collect();
        typed.sort_by_key(|(_, table)| table.at.start);
        for (name, SpannedTable { at, body }) in typed {
            let base = match &body.like {
                Some(like) => self
                    .find_parts(config, like.get_ref(), &like.span())
                    .cloned(),
                None => Some(Some(ToolchainParts::default())),
            };
            let parts = base
                .flatten()
                .and_then(|base| parts::overlay_parts(base, config, at, body));
            self.0.insert(name.get_ref().clone(), parts);
        }
    }

    /// What has this name; a name that nothing has is marked.
    fn find_parts(
        &self,
        config: &ConfigFile<'_>,
        name: &str,
        at: &std::ops::Range<usize>,
    ) -> Option<&Option<ToolchainParts>> {
        let found = self.0.get(name);
        if found.is_none() {
            let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
            config.report(at, describe_unknown("toolchain", name, &names));
        }
        found
    }

    /// The toolchains that `typed` names, the preferred one first; none if something is wrong.
    pub(super) fn choose_toolchains(
        &self,
        config: &ConfigFile<'_>,
        typed: &raw::Names,
    ) -> Option<(Toolchain, Vec<Toolchain>)> {
        let names = typed.get_ref().as_slice();
        if names.is_empty() {
            config.report(
                &typed.span(),
                "`toolchain` is empty: expected the name of a toolchain",
            );
        }
        let mut all: Vec<Option<Toolchain>> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if names.iter().take(index).any(|earlier| earlier == name) {
                config.report(
                    &typed.span(),
                    format!("the toolchain `{name}` is named twice"),
                );
            }
            let parts = self
                .find_parts(config, name, &typed.span())
                .cloned()
                .flatten();
            all.push(parts.map(|parts| parts.into_toolchain(name)));
        }
        let mut all = all
            .into_iter()
            .collect::<Option<Vec<Toolchain>>>()?
            .into_iter();
        Some((all.next()?, all.collect()))
    }
}

fn parse_shipped_toolchains() -> ToolchainCatalog {
    let diagnostics = DiagnosticCollector::default();
    let config = ConfigFile::from_text(Path::new("shipped.toml"), SHIPPED, &diagnostics);
    let mut all = ToolchainCatalog(BTreeMap::new());
    if let Some(typed) = config.parse::<raw::RawToolchains>() {
        all.add_toolchains(&config, &typed);
    }
    all
}

/// The compiler for a rubric that names none.
pub(super) fn default_toolchain() -> Toolchain {
    let gcc = SHIPPED_TOOLCHAINS.0.get("g++").cloned().flatten();
    gcc.map_or_else(
        || Toolchain::from_compiler("g++"),
        |parts| parts.into_toolchain("g++"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_toolchains_have_no_mistake() {
        let diagnostics = DiagnosticCollector::default();
        let config = ConfigFile::from_text(Path::new("shipped.toml"), SHIPPED, &diagnostics);
        let typed = config.parse::<raw::RawToolchains>();
        let mut all = ToolchainCatalog(BTreeMap::new());
        if let Some(typed) = &typed {
            all.add_toolchains(&config, typed);
        }
        diagnostics
            .into_result(Path::new("shipped.toml"), typed)
            .unwrap();
        let names: Vec<&str> = all.0.keys().map(String::as_str).collect();
        assert_eq!(names, ["clang++", "cmake", "g++", "gcc", "make", "spim"]);
    }
}
