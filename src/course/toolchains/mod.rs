//! `[toolchains.NAME]`, and those that are there without it.

mod parts;
mod words;

use std::collections::BTreeMap;
use std::path::Path;

use self::parts::Parts;
use super::raw;
use super::sheet::{Marks, Sheet};
use super::table::Table;
use super::words::unknown;
use crate::model::Toolchain;

/// The toolchains that come with the program.
const SHIPPED: &str = include_str!("shipped.toml");

/// All toolchains that an assignment may name. One with a mistake has no value: it is marked where it is written.
pub(super) struct Toolchains(BTreeMap<String, Option<Parts>>);

impl Toolchains {
    /// Those that come with the program, and those of a rubric, each of which may start from an earlier one.
    pub(super) fn of(sheet: &Sheet<'_>, typed: &raw::Toolchains) -> Toolchains {
        let mut all = shipped();
        all.add(sheet, typed);
        all
    }

    fn add(&mut self, sheet: &Sheet<'_>, typed: &raw::Toolchains) {
        let mut typed: Vec<_> = typed.iter().collect();
        typed.sort_by_key(|(_, table)| table.at.start);
        for (name, Table { at, body }) in typed {
            let base = match &body.like {
                Some(like) => self.known(sheet, like.get_ref(), &like.span()).cloned(),
                None => Some(Some(Parts::default())),
            };
            let parts = base.flatten().and_then(|base| parts::over(base, sheet, at, body));
            self.0.insert(name.get_ref().clone(), parts);
        }
    }

    /// What has this name; a name that nothing has is marked.
    fn known(
        &self,
        sheet: &Sheet<'_>,
        name: &str,
        at: &std::ops::Range<usize>,
    ) -> Option<&Option<Parts>> {
        let found = self.0.get(name);
        if found.is_none() {
            let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
            sheet.mark(at, unknown("toolchain", name, &names));
        }
        found
    }

    /// The toolchains that `typed` names, the preferred one first; none if something is wrong.
    pub(super) fn choose(
        &self,
        sheet: &Sheet<'_>,
        typed: &raw::Names,
    ) -> Option<(Toolchain, Vec<Toolchain>)> {
        let names = typed.get_ref().texts();
        if names.is_empty() {
            sheet.mark(&typed.span(), "`toolchain` is empty: expected the name of a toolchain");
        }
        let mut all: Vec<Option<Toolchain>> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            if names.iter().take(index).any(|earlier| earlier == name) {
                sheet.mark(&typed.span(), format!("the toolchain `{name}` is named twice"));
            }
            let parts = self.known(sheet, name, &typed.span()).cloned().flatten();
            all.push(parts.map(|parts| parts.toolchain(name)));
        }
        let mut all = all.into_iter().collect::<Option<Vec<Toolchain>>>()?.into_iter();
        Some((all.next()?, all.collect()))
    }
}

fn shipped() -> Toolchains {
    let marks = Marks::default();
    let sheet = Sheet::of(Path::new("shipped.toml"), SHIPPED, &marks);
    let mut all = Toolchains(BTreeMap::new());
    if let Some(typed) = sheet.parse::<raw::Toolchains>() {
        all.add(&sheet, &typed);
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
        let marks = Marks::default();
        let sheet = Sheet::of(Path::new("shipped.toml"), SHIPPED, &marks);
        let typed = sheet.parse::<raw::Toolchains>();
        let mut all = Toolchains(BTreeMap::new());
        if let Some(typed) = &typed {
            all.add(&sheet, typed);
        }
        marks.judge(Path::new("shipped.toml"), typed).unwrap();
        let names: Vec<&str> = all.0.keys().map(String::as_str).collect();
        assert_eq!(names, ["clang++", "g++", "gcc", "spim"]);
    }
}
