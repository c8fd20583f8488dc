//! Cases whose files are known by their names: a number for the batch, perhaps, and one for the case.

use std::collections::BTreeMap;

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
    pub(super) input: String,
    pub(super) output: Option<String>,
}

/// The numbers of a batch and a case; the second is 0 for a case of its own.
type Numbers = (u64, u64);

/// The cases, batch by batch. Nothing, with a note, if a pattern is not understood.
pub(super) fn match_case_files(
    files: &[&str],
    node: Option<&DocumentNode>,
    plan: &mut ImportPlan,
) -> Vec<Vec<DmojCaseFiles>> {
    const INPUT: &str = r"^(?:.*?\.in|in).*$";
    const OUTPUT: &str = r"^(?:.*?\.out|out).*$";
    let inputs = number_files(files, node, ("input_format", INPUT), plan);
    let outputs = number_files(files, node, ("output_format", OUTPUT), plan);
    let (Some(inputs), Some(outputs)) = (inputs, outputs) else {
        return Vec::new();
    };
    let mut batches: BTreeMap<u64, Vec<DmojCaseFiles>> = BTreeMap::new();
    for (numbers @ (batch, case), input) in inputs {
        let is_single = case == 0;
        let name = if is_single {
            format!("case-{batch}")
        } else {
            format!("batch-{batch}-{case}")
        };
        let output = outputs.get(&numbers).cloned();
        batches.entry(batch).or_default().push(DmojCaseFiles {
            name,
            is_single,
            input,
            output,
        });
    }
    batches.into_values().collect()
}

/// Inputs or outputs by their numbers.
fn number_files(
    files: &[&str],
    node: Option<&DocumentNode>,
    (key, usual): (&str, &str),
    plan: &mut ImportPlan,
) -> Option<BTreeMap<Numbers, String>> {
    const NUMBERS: &str = r"^.*?(?:(?:^|\W)(?P<batch>\d+)[^\d\s]+)?(?P<case>\d+)[^\d\s]*$";
    let own = node
        .and_then(|node| node.get(key))
        .and_then(DocumentNode::as_text);
    let (first, numbers) = own.map_or((usual, NUMBERS), |own| (own, own));
    let compile = |text: &str| RegexBuilder::new(text).size_limit(1 << 20).build();
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
        let of = |name: &str| {
            found
                .name(name)
                .and_then(|it| it.as_str().parse::<u64>().ok())
        };
        let Some(case) = of("case") else { continue };
        let numbers = of("batch").map_or((case, 0), |batch| (batch, case));
        if let Some(other) = side.insert(numbers, (*file).to_owned()) {
            plan.notes.add_dropped(
                escape_word(&other),
                format!("{} has the same numbers", quote_word(file)),
            );
        }
    }
    Some(side)
}
