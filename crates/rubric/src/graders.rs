//! `[graders]` in `overrides.toml`: who judges what.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::config_file::ConfigFile;
use super::raw::Text;
use super::spanned::{Spanned, SpannedTable};

/// More programs that everybody judges are no trial any more.
const MOST_TOGETHER: i64 = 1000;

/// `[graders]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawGraders {
    names: Vec<Text>,
    together: Option<Spanned<i64>>,
    criteria: BTreeMap<String, Vec<Text>>,
}

/// Who judges what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraderTable {
    /// All graders, in the order of the file, each once.
    pub names: Vec<String>,
    /// How many programs of each assignment all graders judge, before the others are dealt out.
    pub together: usize,
    /// The graders of single criteria by id, sorted; of all others everybody is one.
    pub criteria: BTreeMap<String, Vec<String>>,
}

impl GraderTable {
    /// Who judges a criterion, in the order in which programs are dealt out.
    pub fn graders_of(&self, criterion: &str) -> &[String] {
        self.criteria.get(criterion).unwrap_or(&self.names)
    }
}

/// The table; what is wrong with it is marked.
pub(super) fn parse_graders(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<RawGraders>,
) -> Option<GraderTable> {
    let mut names = Vec::new();
    for typed in &body.names {
        let name = typed.get_ref().trim();
        if name.is_empty() || names.iter().any(|known| known == name) {
            config.report(&typed.span(), "expected each grader's name once");
        }
        names.push(name.to_owned());
    }
    if names.is_empty() {
        config.report(at, "missing key `names`: expected the names of the graders");
    }
    let mut criteria = BTreeMap::new();
    for (criterion, typed) in &body.criteria {
        let mut graders = BTreeSet::new();
        for name in typed {
            let known = name.get_ref().trim();
            if !names.iter().any(|it| it == known) {
                config.report(&name.span(), format!("`{known}` is not among `names`"));
            }
            graders.insert(known.to_owned());
        }
        if graders.is_empty() {
            let text = format!("nobody judges `{criterion}`: expected names, or no such key");
            config.report(at, text);
        }
        criteria.insert(criterion.clone(), graders.into_iter().collect());
    }
    let together = body.together.as_ref();
    if let Some(typed) = together
        && !(0..=MOST_TOGETHER).contains(typed.get_ref())
    {
        let text = format!("expected a number of programs from 0 to {MOST_TOGETHER}");
        config.report(&typed.span(), text);
    }
    let together = together.and_then(|typed| usize::try_from(*typed.get_ref()).ok());
    Some(GraderTable {
        names,
        together: together.unwrap_or_default(),
        criteria,
    })
}

#[cfg(test)]
mod tests {
    use crate::load_override_file;

    #[test]
    fn graders_and_rows_for_them_are_read_or_their_mistakes_are_named() {
        let row = "student = \"ann\"\nassignment = \"sum\"\n";
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("overrides.toml");
        for (text, expected) in [
            (
                "[graders]\nnames = []".to_owned(),
                "overrides.toml:1:1: missing key `names`",
            ),
            (
                "[graders]\nnames = [\"a\", \"a\"]".to_owned(),
                "overrides.toml:2:15: expected each grader's name once",
            ),
            (
                "[graders]\nnames = [\"a\"]\ntogether = -1".to_owned(),
                "from 0 to 1000",
            ),
            (
                "[graders]\nnames = [\"a\"]\ncriteria = { style = [\"b\"] }".to_owned(),
                "`b` is not among `names`",
            ),
            (
                "[graders]\nnames = [\"a\"]\ncriteria = { style = [] }".to_owned(),
                "nobody judges `style`",
            ),
            (
                format!(
                    "[[second]]\n{row}reason = \"r\"\nby = \"k\"\npoints = 1\ncriterion = \"style\""
                ),
                "missing key `grader`",
            ),
            (
                format!("[[request]]\n{row}text = \"Why?\"\nanswer = \"So.\""),
                "missing key `by`",
            ),
            (
                format!(
                    "[[comment]]\n{row}file = \"f\"\nline = 1\ntext = \"t\"\nby = \"k\"\npoints = -1"
                ),
                "expected both keys, or none",
            ),
        ] {
            std::fs::write(&path, &text).unwrap();
            let mistakes = load_override_file(&path).unwrap_err().to_string();
            assert!(mistakes.contains(expected), "{text}\n{mistakes}");
        }
        let right =
            "[graders]\nnames = [\"b\", \"a\"]\ntogether = 3\ncriteria = { style = [\"a\"] }";
        std::fs::write(&path, right).unwrap();
        let table = load_override_file(&path).unwrap().graders.unwrap();
        assert_eq!(table.together, 3);
        assert_eq!(table.graders_of("style"), ["a"]);
        assert_eq!(table.graders_of("names"), ["b", "a"]);
    }
}
