//! What was typed, before anything is known about its sense. Every type knows all its keys and refuses others.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::input_text::InputText;
use super::quantity::RawQuantity;
use super::table::SpannedTable;

/// A string and its place.
pub(super) type Text = Spanned<String>;
/// A name, or several, and the place.
pub(super) type Names = Spanned<OneOrMore>;
/// An array of strings and its place.
pub(super) type Texts = Spanned<Vec<Text>>;

/// Only the strings of an array.
pub(super) fn to_strings(typed: &[Text]) -> Vec<String> {
    typed.iter().map(|text| text.get_ref().clone()).collect()
}

/// `rubric.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRubric {
    pub(super) sandbox: Option<SpannedTable<RawSandbox>>,
    pub(super) defaults: Option<SpannedTable<RawDefaults>>,
    pub(super) toolchains: RawToolchains,
    pub(super) assignments: BTreeMap<Text, SpannedTable<RawAssignment>>,
}

/// `[toolchains.NAME]`.
pub(super) type RawToolchains = BTreeMap<Text, SpannedTable<RawToolchain>>;

/// One of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawToolchain {
    pub(super) like: Option<Text>,
    pub(super) files: Option<Texts>,
    pub(super) compiler: Option<Text>,
    pub(super) build: Option<Texts>,
    pub(super) build_system: Option<Texts>,
    pub(super) errors: Option<Text>,
    pub(super) warnings: Option<Text>,
    pub(super) noise: Option<Text>,
    pub(super) smallest: Option<String>,
    pub(super) run: Option<Texts>,
    pub(super) banner: Option<Vec<Text>>,
    pub(super) faults: Option<Text>,
    pub(super) version: Option<Texts>,
    pub(super) ascii: Option<Text>,
    pub(super) reads: Option<Texts>,
    pub(super) needs: Option<Texts>,
    pub(super) install: Option<String>,
}

/// `[sandbox]`: how submissions must be confined.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawSandbox {
    pub(super) require: Option<Text>,
}

/// `[defaults]`: what holds for every assignment that does not say otherwise.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawDefaults {
    pub(super) accept: Option<Texts>,
    pub(super) also: Option<Texts>,
    pub(super) toolchain: Option<Names>,
    pub(super) flags: Option<Vec<String>>,
    pub(super) libraries: Option<Vec<Text>>,
    pub(super) forgive: Option<Texts>,
    pub(super) terminal: Option<bool>,
    pub(super) shortest: Option<bool>,
    pub(super) limits: Option<SpannedTable<RawRunLimits>>,
    pub(super) build_limits: Option<SpannedTable<RawBuildLimits>>,
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    pub(super) exit: Option<Text>,
    pub(super) presentation: Option<Spanned<u32>>,
    pub(super) visibility: Option<Text>,
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    pub(super) vocabulary: BTreeMap<Text, Text>,
    pub(super) timezone: Option<Text>,
    pub(super) late: Option<SpannedTable<RawLateRule>>,
    pub(super) undefined: Option<SpannedTable<RawUndefinedChecks>>,
}

/// `late = { … }`: what it costs to hand in late.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawLateRule {
    pub(super) grace: Option<Spanned<RawQuantity>>,
    pub(super) penalty: Option<Spanned<RawQuantity>>,
    pub(super) per: Option<Text>,
    pub(super) most: Option<Spanned<RawQuantity>>,
    pub(super) cutoff: Option<Spanned<RawQuantity>>,
}

/// A date with a time, as TOML writes it or in a string.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum RawDateTime {
    Typed(toml::value::Datetime),
    Text(String),
}

/// `answers = [{ … }]`: a question that programs may ask.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAnswer {
    pub(super) asks: Option<Text>,
    pub(super) with: Option<Names>,
}

/// `[assignments.ID]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAssignment {
    pub(super) title: Option<String>,
    pub(super) sources: Option<Texts>,
    pub(super) accept: Option<Texts>,
    pub(super) also: Option<Texts>,
    pub(super) provide: Option<Spanned<RawFiles>>,
    pub(super) replace: Option<Spanned<RawFiles>>,
    pub(super) program: Option<Text>,
    pub(super) reference: Option<SpannedTable<RawReference>>,
    pub(super) testcases: Option<Text>,
    pub(super) toolchain: Option<Names>,
    pub(super) flags: Option<Vec<String>>,
    pub(super) libraries: Option<Vec<Text>>,
    pub(super) forgive: Option<Texts>,
    pub(super) terminal: Option<bool>,
    pub(super) shortest: Option<bool>,
    pub(super) limits: Option<SpannedTable<RawRunLimits>>,
    pub(super) build_limits: Option<SpannedTable<RawBuildLimits>>,
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    pub(super) exit: Option<Text>,
    pub(super) presentation: Option<Spanned<u32>>,
    pub(super) visibility: Option<Text>,
    pub(super) points: Option<Spanned<f64>>,
    pub(super) due: Option<Spanned<RawDateTime>>,
    pub(super) late: Option<SpannedTable<RawLateRule>>,
    pub(super) undefined: Option<SpannedTable<RawUndefinedChecks>>,
    pub(super) index_bases: Option<Spanned<Vec<u8>>>,
    pub(super) player: Option<Text>,
    pub(super) end_of_input: Option<Spanned<bool>>,
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    pub(super) generators: Vec<SpannedTable<RawGenerator>>,
    pub(super) vocabulary: BTreeMap<Text, Text>,
    pub(super) criteria: Vec<SpannedTable<RawCriterion>>,
    pub(super) calibration: Vec<SpannedTable<RawCalibration>>,
    pub(super) mutants: Option<SpannedTable<RawMutantRules>>,
    pub(super) accepted_mutants: Vec<SpannedTable<RawAcceptedMutant>>,
}

/// `mutants = { … }`: what is asked of mutants of the solution.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawMutantRules {
    pub(super) unnoticed: Option<Spanned<i64>>,
}

/// `[[assignments.ID.accepted_mutants]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAcceptedMutant {
    pub(super) at: Option<Text>,
    pub(super) within: Option<Text>,
    pub(super) was: Option<Text>,
    pub(super) becomes: Option<Text>,
    pub(super) why: Option<Text>,
}

/// One of an assignment's `generators`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawGenerator {
    pub(super) command: Option<Texts>,
    pub(super) case: Option<Text>,
    pub(super) seeds: Option<Spanned<Vec<u64>>>,
}

/// `reference = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawReference {
    pub(super) game: Option<Text>,
    pub(super) base: Option<Spanned<u8>>,
    pub(super) seed: Option<Spanned<u64>>,
    pub(super) command: Option<Texts>,
    pub(super) sources: Option<Texts>,
    pub(super) answers: Option<Spanned<bool>>,
}

/// `limits = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRunLimits {
    pub(super) cpu: Option<Spanned<RawQuantity>>,
    pub(super) after_end: Option<Spanned<RawQuantity>>,
    pub(super) wall: Option<Spanned<RawQuantity>>,
    pub(super) memory: Option<Spanned<RawQuantity>>,
    pub(super) stack: Option<Spanned<RawQuantity>>,
    pub(super) output: Option<Spanned<RawQuantity>>,
}

/// `build_limits = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawBuildLimits {
    pub(super) cpu: Option<Spanned<RawQuantity>>,
    pub(super) wall: Option<Spanned<RawQuantity>>,
    pub(super) memory: Option<Spanned<RawQuantity>>,
    pub(super) source: Option<Spanned<RawQuantity>>,
}

/// `compare = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawComparison {
    pub(super) scope: Option<Text>,
    pub(super) whitespace: Option<Text>,
    pub(super) prompts: Option<Text>,
    pub(super) extra_lines: Option<Text>,
    pub(super) numbers: Option<SpannedTable<RawTolerance>>,
    pub(super) case_sensitive: Option<Spanned<bool>>,
    pub(super) order: Option<Text>,
    pub(super) checker: Option<Texts>,
    pub(super) interactor: Option<Texts>,
    pub(super) checker_args: Option<Texts>,
    pub(super) passes: Option<Spanned<u32>>,
    pub(super) protocol: Option<Text>,
    pub(super) patterns: Option<Vec<Text>>,
    pub(super) ending: Option<Vec<Text>>,
    pub(super) never: Option<Vec<Text>>,
    pub(super) moves: Option<Text>,
    pub(super) referee: Option<SpannedTable<RawReferee>>,
}

/// `referee = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawReferee {
    pub(super) choice: Option<Text>,
    pub(super) won: Option<Text>,
    pub(super) lost: Option<Text>,
    pub(super) drawn: Option<Text>,
    pub(super) judges: Option<Texts>,
}

impl RawReferee {
    /// Whether it names no word, but what is judged.
    pub(super) fn names_aspects_only(&self) -> bool {
        let RawReferee {
            choice,
            won,
            lost,
            drawn,
            judges,
        } = self;
        judges.is_some() && [choice, won, lost, drawn].into_iter().all(Option::is_none)
    }
}

/// `numbers = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawTolerance {
    pub(super) abs: Option<Spanned<f64>>,
    pub(super) rel: Option<Spanned<f64>>,
}

/// `[[assignments.ID.criteria]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCriterion {
    pub(super) id: Option<Text>,
    pub(super) title: Option<String>,
    pub(super) points: Option<Spanned<f64>>,
    pub(super) each: Option<Spanned<f64>>,
    pub(super) extra: Option<Spanned<bool>>,
    pub(super) penalty: Option<SpannedTable<RawPenalty>>,
    pub(super) requires: Option<Texts>,
    pub(super) cases: Option<Texts>,
    pub(super) credit: Option<Text>,
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    pub(super) build: Option<Text>,
    pub(super) check: Option<Text>,
    pub(super) manual: Option<Text>,
    pub(super) rule: Option<Text>,
    pub(super) with: Option<SpannedTable<RawRuleParameters>>,
    pub(super) remark: Option<Spanned<bool>>,
}

/// `with = { … }`: the parameters of a rule. Each rule knows some of them.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRuleParameters {
    pub(super) constants: Option<Text>,
    pub(super) statics: Option<Text>,
    pub(super) allow: Option<Texts>,
    pub(super) dimensions: Option<Spanned<u32>>,
    pub(super) types: Option<Texts>,
    pub(super) headers: Option<Texts>,
    pub(super) calls: Option<Texts>,
    pub(super) libraries: Option<Texts>,
    pub(super) functions: Option<Spanned<Vec<Spanned<OneOrMore>>>>,
    pub(super) called: Option<Spanned<bool>>,
    pub(super) names: Option<Texts>,
    pub(super) says: Option<Texts>,
    pub(super) patterns: Option<SpannedTable<BTreeMap<Text, Text>>>,
    pub(super) least: Option<Spanned<u32>>,
    pub(super) tolerance: Option<Spanned<u32>>,
    pub(super) most: Option<Spanned<u32>>,
    pub(super) tab: Option<Spanned<u32>>,
}

/// `undefined = { … }`, in `[defaults]` or an assignment.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawUndefinedChecks {
    pub(super) sanitizers: Option<bool>,
    pub(super) uninitialised: Option<bool>,
    pub(super) quick: Option<bool>,
    pub(super) cases: Option<Texts>,
}

/// `penalty = { … }`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawPenalty {
    pub(super) each: Option<Spanned<f64>>,
    pub(super) most: Option<Spanned<f64>>,
}

/// `[[assignments.ID.calibration]]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCalibration {
    pub(super) sources: Option<Texts>,
    pub(super) points: Option<Spanned<f64>>,
    pub(super) permitted: Option<Texts>,
    pub(super) required: Option<Texts>,
    pub(super) verdicts: BTreeMap<Text, Text>,
    pub(super) findings: BTreeMap<Text, Spanned<usize>>,
}

/// A test case's own file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCase {
    pub(super) kind: Option<Text>,
    pub(super) description: Option<Text>,
    pub(super) input: Option<Spanned<InputText>>,
    pub(super) end_of_input: Option<Spanned<bool>>,
    pub(super) player: Option<Text>,
    pub(super) seeds: Option<Spanned<Vec<u64>>>,
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    pub(super) args: Option<Texts>,
    pub(super) env: BTreeMap<Text, Text>,
    pub(super) files: Option<Spanned<RawFiles>>,
    pub(super) writes: Option<Texts>,
    pub(super) exit: Option<Spanned<i64>>,
    pub(super) stderr: Option<FlagOrText>,
    pub(super) runs: Vec<SpannedTable<RawRun>>,
    pub(super) prototype: Option<Spanned<OneOrMore>>,
    pub(super) calls: Vec<SpannedTable<RawCall>>,
    pub(super) printed: Option<Text>,
    pub(super) tests: Option<Spanned<OneOrMore>>,
    pub(super) framework: Option<Text>,
    pub(super) only: Option<Texts>,
    pub(super) leaks: Option<bool>,
    pub(super) tags: Vec<String>,
    pub(super) weight: Option<Spanned<u32>>,
    pub(super) visibility: Option<Text>,
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    pub(super) limits: Option<SpannedTable<RawRunLimits>>,
}

/// `[[runs]]`: one of several starts in a case.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRun {
    pub(super) args: Option<Texts>,
    pub(super) input: Option<Texts>,
    pub(super) exit: Option<Spanned<i64>>,
    pub(super) stderr: Option<Text>,
}

/// One call in a case of kind `call`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCall {
    pub(super) arguments: Option<Spanned<Vec<Spanned<toml::Value>>>>,
    pub(super) returns: Option<Spanned<toml::Value>>,
    pub(super) after: BTreeMap<Text, Spanned<toml::Value>>,
    pub(super) prints: Option<Vec<Text>>,
}

/// `files`: paths, or names with the path that each is a copy of.
#[derive(Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "expected an array of paths, or a table such as `{ \"in.txt\" = \"data/in.txt\" }`"
)]
pub(super) enum RawFiles {
    Names(Vec<String>),
    Named(BTreeMap<String, String>),
}

impl RawFiles {
    /// Each name with its path. A list names paths, and a file keeps the last part of its own.
    pub(super) fn name_path_pairs(&self) -> Vec<(&str, &str)> {
        let last_part = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
        match self {
            RawFiles::Names(paths) => paths
                .iter()
                .map(|path| (&path[last_part(path)..], path.as_str()))
                .collect(),
            RawFiles::Named(named) => named
                .iter()
                .map(|(name, path)| (name.as_str(), path.as_str()))
                .collect(),
        }
    }
}

/// `true`, `false`, or a text.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected `true`, `false` or a text")]
pub(super) enum FlagOrText {
    Flag(bool),
    Text(String),
}

/// A string, or an array of them.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a string or an array of strings")]
pub(super) enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    /// All of them.
    pub(super) fn as_slice(&self) -> &[String] {
        match self {
            OneOrMore::One(text) => std::slice::from_ref(text),
            OneOrMore::More(texts) => texts,
        }
    }
}
