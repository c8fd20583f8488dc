//! `[toolchains.NAME]`, and those that are there without it.

mod parts;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use self::parts::Parts;
use super::config_file::{ConfigFile, Diagnostics};
use super::raw;
use super::table::Table;
use super::words::unknown;
use crate::model::Toolchain;

/// The toolchains that come with the program.
const SHIPPED: &str = include_str!("shipped.toml");

/// All toolchains that an assignment may name. One with a mistake has no value: it is marked where it is written.
pub(super) struct Toolchains(BTreeMap<String, Option<Parts>>);

impl Toolchains {
    /// Those that come with the program, and those of a rubric, each of which may start from an earlier one.
    pub(super) fn read(config: &ConfigFile<'_>, typed: &raw::Toolchains) -> Toolchains {
        let mut all = shipped();
        all.add(config, typed);
        all
    }

    fn add(&mut self, config: &ConfigFile<'_>, typed: &raw::Toolchains) {
        let mut typed: Vec<_> = typed.iter().collect();
        typed.sort_by_key(|(_, table)| table.at.start);
        for (name, Table { at, body }) in typed {
            let base = match &body.like {
                Some(like) => self.known(config, like.get_ref(), &like.span()).cloned(),
                None => Some(Some(Parts::default())),
            };
            let parts = base.flatten().and_then(|base| parts::over(base, config, at, body));
            self.0.insert(name.get_ref().clone(), parts);
        }
    }

    /// What has this name; a name that nothing has is marked.
    fn known(
        &self,
        config: &ConfigFile<'_>,
        name: &str,
        at: &std::ops::Range<usize>,
    ) -> Option<&Option<Parts>> {
        let found = self.0.get(name);
        if found.is_none() {
            let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
            config.report(at, unknown("toolchain", name, &names));
        }
        found
    }

    /// The toolchains that `typed` names, the preferred one first; none if something is wrong.
    pub(super) fn choose(
        &self,
        config: &ConfigFile<'_>,
        typed: &raw::Names,
    ) -> Option<(Toolchain, Vec<Toolchain>)> {
        let names = typed.get_ref().texts();
        if names.is_empty() {
            config.report(&typed.span(), "`toolchain` is empty: expected the name of a toolchain");
        }
        let mut all: Vec<Option<Toolchain>> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if names.iter().take(index).any(|earlier| earlier == name) {
                config.report(&typed.span(), format!("the toolchain `{name}` is named twice"));
            }
            let parts = self.known(config, name, &typed.span()).cloned().flatten();
            all.push(parts.map(|parts| parts.toolchain(name)));
        }
        let mut all = all.into_iter().collect::<Option<Vec<Toolchain>>>()?.into_iter();
        Some((all.next()?, all.collect()))
    }
}

fn shipped() -> Toolchains {
    let diagnostics = Diagnostics::default();
    let config = ConfigFile::from_text(Path::new("shipped.toml"), SHIPPED, &diagnostics);
    let mut all = Toolchains(BTreeMap::new());
    if let Some(typed) = config.parse::<raw::Toolchains>() {
        all.add(&config, &typed);
    }
    all
}

/// The compiler for a rubric that names none.
pub(super) fn default() -> Toolchain {
    let gcc = shipped().0.remove("g++").flatten();
    gcc.map_or_else(|| Toolchain::compiler("g++"), |parts| parts.toolchain("g++"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_toolchains_have_no_mistake() {
        let diagnostics = Diagnostics::default();
        let config = ConfigFile::from_text(Path::new("shipped.toml"), SHIPPED, &diagnostics);
        let typed = config.parse::<raw::Toolchains>();
        let mut all = Toolchains(BTreeMap::new());
        if let Some(typed) = &typed {
            all.add(&config, typed);
        }
        diagnostics.judge(Path::new("shipped.toml"), typed).unwrap();
        let names: Vec<&str> = all.0.keys().map(String::as_str).collect();
        assert_eq!(names, ["clang++", "cmake", "g++", "gcc", "make", "spim"]);
    }
}
