//! Cases whose files are known by their names: a number or word for the batch, perhaps, and one for the case.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use regex::RegexBuilder;

use super::super::document::DocumentNode;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::plan::ImportPlan;
use super::settings::FILE;

/// A case by its files.
pub(super) struct DmojCaseFiles {
    pub(super) name: String,
    /// Whether it belongs to no batch.
    pub(super) is_single: bool,
    /// A program without input has none.
    pub(super) input: Option<String>,
    pub(super) output: Option<String>,
}

/// What a name says of its batch or case. Words come first, as on DMOJ.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum NameKey {
    Word(String),
    Number(u64),
}

impl NameKey {
    fn parse(text: &str) -> NameKey {
        text.parse()
            .map_or_else(|_| NameKey::Word(text.to_owned()), NameKey::Number)
    }
}

impl fmt::Display for NameKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameKey::Word(word) => formatter.write_str(word),
            NameKey::Number(number) => number.fmt(formatter),
        }
    }
}

/// Those of a batch and its case, or of a case of its own.
type NameKeys = (NameKey, Option<NameKey>);

/// The cases, batch by batch. Nothing, with a note, if a pattern is not understood.
pub(super) fn match_case_files(
    files: &[&str],
    node: Option<&DocumentNode>,
    plan: &mut ImportPlan,
) -> Vec<Vec<DmojCaseFiles>> {
    const INPUT: &str = r"^(?:.*?\.in|in).*$";
    const OUTPUT: &str = r"^(?:.*?\.out|out).*$";
    let inputs = match_files(files, node, ("input_format", INPUT), plan);
    let outputs = match_files(files, node, ("output_format", OUTPUT), plan);
    let (Some(mut inputs), Some(mut outputs)) = (inputs, outputs) else {
        return Vec::new();
    };
    let all: BTreeSet<NameKeys> = inputs.keys().chain(outputs.keys()).cloned().collect();
    let mut batches: BTreeMap<NameKey, Vec<DmojCaseFiles>> = BTreeMap::new();
    for keys in all {
        let (input, output) = (inputs.remove(&keys), outputs.remove(&keys));
        let (batch, case) = keys;
        let name = match &case {
            None => format!("case-{batch}"),
            Some(case) => format!("batch-{batch}-{case}"),
        };
        batches.entry(batch).or_default().push(DmojCaseFiles {
            name,
            is_single: case.is_none(),
            input,
            output,
        });
    }
    batches.into_values().collect()
}

/// Inputs or outputs by what their names say.
fn match_files(
    files: &[&str],
    node: Option<&DocumentNode>,
    (key, usual): (&str, &str),
    plan: &mut ImportPlan,
) -> Option<BTreeMap<NameKeys, String>> {
    const NUMBERS: &str = r"^.*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";
    let own = node
        .and_then(|node| node.get(key))
        .and_then(DocumentNode::as_text);
    let (first, numbers) = own.map_or((usual, NUMBERS), |own| (own, own));
    // As DMOJ has it: from the beginning of a name, in any letter case.
    let compile = |text: &str| {
        RegexBuilder::new(&format!("^(?:{text})"))
            .case_insensitive(true)
            .size_limit(1 << 20)
            .build()
    };
    let (Ok(first), Ok(numbers)) = (compile(first), compile(numbers)) else {
        let line = node.map_or(1, |node| node.line);
        let text = format!(
            "{} has a pattern that only Python understands: list the cases",
            quote_word(key)
        );
        plan.notes.add_dropped(format_place(FILE, line), text);
        return None;
    };
    let mut side = BTreeMap::new();
    for file in files.iter().filter(|file| first.is_match(file)) {
        let Some(found) = numbers.captures(file) else {
            continue;
        };
        let key = |group: &str| Some(NameKey::parse(found.name(group)?.as_str()));
        let Some(case) = key("case") else { continue };
        let keys = match key("batch") {
            None => (case, None),
            Some(batch) => (batch, Some(case)),
        };
        if let Some(other) = side.insert(keys, (*file).to_owned()) {
            plan.notes.add_dropped(
                escape_word(&other),
                format!("{} has the same numbers", quote_word(file)),
            );
        }
    }
    Some(side)
}
