//! `rubric.toml` and the files of cases as they are written: what was typed, before anything is known about its sense, or what an
//! importer wants to write. Every type knows all its keys and refuses others. The order of the keys is that of files and of the documentation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::keywords::{self, choice_names};

pub use super::input_text::InputText;
pub use super::quantity::RawQuantity;
pub use super::spanned::{Spanned, SpannedTable};

/// A string and its place.
pub type Text = Spanned<String>;
/// A name, or several, and the place.
pub type Names = Spanned<OneOrMore>;
/// An array of strings and its place.
pub type Texts = Spanned<Vec<Text>>;

/// Only the strings of an array.
pub(super) fn to_strings(typed: &[Text]) -> Vec<String> {
    typed.iter().map(|text| text.get_ref().clone()).collect()
}

/// An array of strings that is written, and has no place yet.
pub fn to_texts(words: impl IntoIterator<Item = impl Into<String>>) -> Texts {
    let texts: Vec<Text> = words
        .into_iter()
        .map(|word| Spanned::from(word.into()))
        .collect();
    texts.into()
}

/// A whole number of points is written without `.0`, as people write it.
fn serialize_number<S: Serializer>(
    number: &Option<Spanned<f64>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match number.as_ref().map(|number| *number.get_ref()) {
        None => serializer.serialize_none(),
        Some(number) => match to_integer(number) {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(number),
        },
    }
}

/// A number that people write without a decimal point.
pub(super) fn to_integer(number: f64) -> Option<i64> {
    #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
    (number.fract() == 0.0 && number.abs() < 1e9).then_some(number as i64)
}

/// `rubric.toml`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawRubric {
    /// Name of the course, for the class page and the students' pages
    #[schemars(extend("x-default" = "none"))]
    pub course: Option<Text>,
    /// How submissions must be confined
    pub sandbox: Option<SpannedTable<RawSandbox>>,
    /// Values for all assignments
    pub defaults: Option<SpannedTable<RawDefaults>>,
    /// How source files become a program. Each key is the name of a toolchain
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub toolchains: RawToolchains,
    /// Each key is the id of an assignment: lower-case letters, digits and `-`
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub assignments: BTreeMap<Text, SpannedTable<RawAssignment>>,
}

/// `[toolchains.NAME]`.
pub type RawToolchains = BTreeMap<Text, SpannedTable<RawToolchain>>;

/// One of them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawToolchain {
    /// Another toolchain. All keys that are not given here are taken from it
    pub like: Option<Text>,
    /// Globs of the names that it compiles. They choose where an assignment names several toolchains
    pub files: Option<Texts>,
    /// A command that is called as GCC is. Only this makes programs whose functions can be called
    pub compiler: Option<Text>,
    /// Any other command, with `{sources}`, `{source}`, `{flags}` and `{output}`
    pub build: Option<Texts>,
    /// A command that the student's own files direct, such as `["make", "{program}"]`
    pub build_system: Option<Texts>,
    /// Pattern in the output of `build`: the build failed, even with exit code 0
    pub errors: Option<Text>,
    /// Pattern for lines of `build` that are warnings, even if `errors` matches them
    pub warnings: Option<Text>,
    /// Pattern for lines of `build` or `build_system` that are not shown
    pub noise: Option<Text>,
    /// The smallest correct source. If it does not build either, the tool is broken, and not the submission
    pub smallest: Option<String>,
    /// The command that runs the program, with `{program}`
    pub run: Option<Texts>,
    /// Patterns for lines that `run` prints before the program begins
    pub banner: Option<Vec<Text>>,
    /// Pattern on standard error of `run`: a `runtime-error`, even with exit code 0
    pub faults: Option<Text>,
    /// The command whose first line is the version
    #[schemars(extend("x-default" = "`COMMAND --version`"))]
    pub version: Option<Texts>,
    /// The sign that begins a comment, for a tool that accepts only ASCII
    pub ascii: Option<Text>,
    /// Further absolute paths that its commands may read. With `run`, students' programs can read them, too
    pub reads: Option<Texts>,
    /// Further commands that the build starts
    pub needs: Option<Texts>,
    /// How to install it, for messages
    pub install: Option<String>,
}

/// `[sandbox]`: how submissions must be confined.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawSandbox {
    /// `"A"` to `"D"`: refuse to grade on a machine that offers a weaker
    /// [tier](../explanation/safety.md#tiers)
    #[schemars(extend("x-default" = "none"), extend("enum" = choice_names(keywords::TIERS)))]
    pub require: Option<Text>,
}

/// `[defaults]`: what holds for every assignment that does not say otherwise.
#[expect(missing_docs, reason = "these keys are described in an assignment")]
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawDefaults {
    pub accept: Option<Texts>,
    pub also: Option<Texts>,
    pub toolchain: Option<Names>,
    pub flags: Option<Vec<String>>,
    pub libraries: Option<Vec<Text>>,
    pub forgive: Option<Texts>,
    pub terminal: Option<bool>,
    pub shortest: Option<bool>,
    pub repair: Option<Spanned<RawQuantity>>,
    pub limits: Option<SpannedTable<RawRunLimits>>,
    pub build_limits: Option<SpannedTable<RawBuildLimits>>,
    pub compare: Option<SpannedTable<RawComparison>>,
    #[schemars(extend("enum" = choice_names(keywords::EXITS)))]
    pub exit: Option<Text>,
    pub presentation: Option<Spanned<u32>>,
    #[schemars(extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub visibility: Option<Text>,
    /// How much of a [hint](#hints) students see
    #[schemars(extend("default" = "how"), extend("enum" = choice_names(keywords::HINT_STEPS)))]
    pub hints: Option<Text>,
    pub answers: Option<Vec<SpannedTable<RawAnswer>>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub vocabulary: BTreeMap<Text, Text>,
    /// Time zone of all dates, such as `"Europe/Berlin"`
    #[schemars(extend("x-default" = "this machine's"))]
    pub timezone: Option<Text>,
    pub late: Option<SpannedTable<RawLateRule>>,
    pub undefined: Option<SpannedTable<RawUndefinedChecks>>,
}

/// `late = { … }`: what it costs to hand in late.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawLateRule {
    /// Lateness that costs nothing
    #[schemars(extend("x-default" = "none"))]
    pub grace: Option<Spanned<RawQuantity>>,
    /// What each begun `per` costs: points, or a share such as `"10%"`
    #[schemars(extend("type" = ["string", "number"], "x-type" = "number or text"))]
    pub penalty: Option<Spanned<RawQuantity>>,
    /// `"hour"` or `"day"`
    #[schemars(extend("enum" = choice_names(keywords::STRETCHES)))]
    pub per: Option<Text>,
    /// The most that lateness costs
    #[schemars(extend("type" = ["string", "number"], "x-type" = "number or text", "x-default" = "all"))]
    pub most: Option<Spanned<RawQuantity>>,
    /// After this time nothing counts
    #[schemars(extend("x-default" = "never"))]
    pub cutoff: Option<Spanned<RawQuantity>>,
}

/// A date with a time, as TOML writes it or in a string.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum RawDateTime {
    #[schemars(with = "String")]
    Typed(toml::value::Datetime),
    Text(String),
}

/// `answers = [{ … }]`: a question that programs may ask.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawAnswer {
    /// A pattern for the line on which the program waits
    #[schemars(required)]
    pub asks: Option<Text>,
    /// The answer, or several that are tried in turn
    #[schemars(required)]
    pub with: Option<Names>,
    /// Further answers where it is asked again after moves, as a menu is
    pub later: Option<Names>,
}

/// `[assignments.ID]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawAssignment {
    /// Shown in reports
    #[schemars(extend("x-default" = "`ID`"))]
    pub title: Option<String>,
    /// `"cases"`: students hand in [test cases](../how-to/students-tests.md) instead of a program
    #[schemars(extend("default" = "program"), extend("enum" = choice_names(keywords::ASSIGNMENT_KINDS)))]
    pub kind: Option<Text>,
    /// File names or globs that make the program. Each must be there; a name without `/` may be in any folder
    #[schemars(extend("x-default" = "required"))]
    pub sources: Option<Texts>,
    /// Used if none of `sources` is there: one file that matches, or several of which exactly one defines
    /// `main`
    #[schemars(extend("x-default" = "files with the ending of the only source"))]
    pub accept: Option<Texts>,
    /// Further files that are compiled too, if present. Never another assignment's source
    #[schemars(extend("default" = []))]
    pub also: Option<Texts>,
    /// Your files, added to every submission. A student's file of that name wins, with a remark
    #[schemars(extend("default" = []))]
    pub provide: Option<Spanned<RawFiles>>,
    /// The same, but your file wins
    #[schemars(extend("default" = []))]
    pub replace: Option<Spanned<RawFiles>>,
    /// Name of the executable in the commands that reports show
    #[schemars(extend("x-default" = "`ID`"))]
    pub program: Option<Text>,
    /// [Defines correct behaviour](#reference)
    #[schemars(extend("x-default" = "required"))]
    pub reference: Option<SpannedTable<RawReference>>,
    /// Folder of the test cases
    #[schemars(extend("x-default" = "`testcases/ID`"))]
    pub testcases: Option<Text>,
    /// See [toolchains.md](../how-to/toolchains.md)
    #[schemars(extend("default" = "g++"))]
    pub toolchain: Option<Names>,
    /// Compiler flags, exactly these
    #[schemars(extend("default" = []))]
    pub flags: Option<Vec<String>>,
    /// `["m"]` links with `-lm`
    #[schemars(extend("default" = []))]
    pub libraries: Option<Vec<Text>>,
    /// `["missing-include"]`: see [below](#missing-headers-forgive)
    #[schemars(extend("default" = []))]
    pub forgive: Option<Texts>,
    /// Run programs on a [terminal](#terminal)
    #[schemars(extend("default" = false))]
    pub terminal: Option<bool>,
    /// Search [shorter failing games](reports.md#the-shortest-failing-game)
    #[schemars(extend("default" = true))]
    pub shortest: Option<bool>,
    /// What may be spent per failing submission to search a [change that makes it right](mistakes.md#source-code-by-repair); `"0s"`
    /// turns it off
    #[schemars(extend("x-default" = "`\"2s\"`; of a game `\"0s\"`"))]
    pub repair: Option<Spanned<RawQuantity>>,
    /// [Limits of a run](#limits)
    #[schemars(extend("x-default" = "see below"))]
    pub limits: Option<SpannedTable<RawRunLimits>>,
    /// [Limits of a build](#build_limits)
    #[schemars(extend("x-default" = "see below"))]
    pub build_limits: Option<SpannedTable<RawBuildLimits>>,
    /// [How output is compared](#compare)
    #[schemars(extend("x-default" = "see below"))]
    pub compare: Option<SpannedTable<RawComparison>>,
    /// `"zero"`: correct output with another exit code is a `runtime-error`
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::EXITS)))]
    pub exit: Option<Text>,
    /// Percent of a case's points for a `presentation-error`
    #[schemars(extend("default" = 0))]
    pub presentation: Option<Spanned<u32>>,
    /// What students see of a case: `"full"`; `"verdict"`: description and verdict; `"hidden"`: only the
    /// points of its criteria
    #[schemars(extend("default" = "full"), extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub visibility: Option<Text>,
    /// `"what"`, `"where"` or `"how"`: the last step of a [hint](#hints) that students see. Or a list:
    /// your own hints
    #[schemars(extend("default" = "how"), extend("x-type" = "word or list"))]
    pub hints: Option<Spanned<RawHints>>,
    /// If present, it must equal that sum
    #[schemars(extend("x-default" = "sum of the criteria"))]
    #[serde(serialize_with = "serialize_number")]
    pub points: Option<Spanned<f64>>,
    /// Date and time at which submissions are [due](../how-to/manual-points.md#due-dates)
    #[schemars(extend("x-default" = "none"))]
    pub due: Option<Spanned<RawDateTime>>,
    /// [What it costs to hand in late](../how-to/manual-points.md#due-dates)
    #[schemars(extend("x-default" = "none"))]
    pub late: Option<SpannedTable<RawLateRule>>,
    /// [Search for undefined behaviour](#undefined)
    #[schemars(extend("x-default" = "none"))]
    pub undefined: Option<SpannedTable<RawUndefinedChecks>>,
    /// `[0, 1]`: see [rowcol](#rows-and-columns)
    #[schemars(extend("x-default" = "none"))]
    pub index_bases: Option<Spanned<Vec<u8>>>,
    /// `"as-asked"`: see [rowcol](#rows-and-columns)
    #[schemars(extend("default" = "script"))]
    pub player: Option<Text>,
    /// Programs must [read to the end](#end-of-input)
    #[schemars(extend("default" = false))]
    pub end_of_input: Option<Spanned<bool>>,
    /// [Answers to extra prompts](#extra-prompts-answers)
    #[schemars(extend("default" = []))]
    pub answers: Option<Vec<SpannedTable<RawAnswer>>>,
    /// [Commands that write inputs](#generated-inputs)
    #[schemars(extend("default" = []))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub generators: Vec<SpannedTable<RawGenerator>>,
    /// Named patterns. A name may use its inherited meaning: `tie = '{tie}|\bremis\b'`
    #[schemars(extend("x-default" = "none"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub vocabulary: BTreeMap<Text, Text>,
    /// With `kind = "cases"`: [faults](#faults) that the cases are to notice
    #[schemars(extend("x-default" = "none"))]
    pub faults: Option<SpannedTable<RawFaults>>,
    /// With `kind = "cases"`: how many cases a student may hand in
    #[schemars(extend("default" = 20))]
    pub max_cases: Option<Spanned<i64>>,
    /// [How results become points](#criteria)
    #[schemars(extend("x-default" = "required"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<SpannedTable<RawCriterion>>,
    /// [Programs with known grades](#calibration)
    #[schemars(extend("default" = []))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calibration: Vec<SpannedTable<RawCalibration>>,
    /// What `grader check --mutants` demands: [mutants.md](../how-to/mutants.md)
    #[schemars(extend("x-default" = "none"))]
    pub mutants: Option<SpannedTable<RawMutantRules>>,
    /// Mutants that no case has to notice: [mutants.md](../how-to/mutants.md)
    #[schemars(extend("default" = []))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accepted_mutants: Vec<SpannedTable<RawAcceptedMutant>>,
}

/// `faults = { … }`: what students' cases are to notice.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawFaults {
    /// A correct program whose [mutants](../how-to/mutants.md) are run
    #[schemars(extend("x-default" = "the `sources` of the reference"))]
    pub solution: Option<Texts>,
    /// How many of its mutants are run, at most
    #[schemars(extend("default" = 60))]
    pub mutants: Option<Spanned<i64>>,
    /// Programs with a fault, one file each
    #[schemars(extend("default" = []))]
    pub programs: Option<Texts>,
}

/// `hints = "what"`, or `[[assignments.ID.hints]]`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum RawHints {
    #[schemars(extend("enum" = choice_names(keywords::HINT_STEPS)))]
    Steps(String),
    Known(Vec<SpannedTable<RawKnownOutput>>),
}

/// One of an assignment's `hints`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawKnownOutput {
    /// A pattern for the output of a case that is not accepted
    #[schemars(required)]
    pub when: Option<Text>,
    /// Your hint, in at most 60 words
    #[schemars(required)]
    pub say: Option<Text>,
}

/// `mutants = { … }`: what is asked of mutants of the solution.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawMutantRules {
    /// `grader check --mutants` fails if more mutants than these survive
    #[schemars(extend("x-default" = "none"))]
    pub unnoticed: Option<Spanned<i64>>,
}

/// `[[assignments.ID.accepted_mutants]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawAcceptedMutant {
    /// The file of the solution
    pub at: Option<Text>,
    /// The function
    pub within: Option<Text>,
    /// The line in it
    pub was: Option<Text>,
    /// The line of the mutant; without it, every mutant of the line is accepted
    pub becomes: Option<Text>,
    /// Why no case has to notice it
    pub why: Option<Text>,
}

/// One of an assignment's `generators`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawGenerator {
    /// The command. `{seed}` is the seed
    #[schemars(required)]
    pub command: Option<Texts>,
    /// Name of the case. `{seed}` is the seed
    #[schemars(required)]
    pub case: Option<Text>,
    /// One case for each
    #[schemars(extend("default" = [0]))]
    pub seeds: Option<Spanned<Vec<u64>>>,
}

/// `reference = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawReference {
    /// A built-in game: `tttn`, `domineering`, `rowcol`, `cpu`, `counters`
    pub game: Option<Text>,
    /// `rowcol` only: number of the first row and column
    #[schemars(extend("default" = 0))]
    pub base: Option<Spanned<u8>>,
    /// `cpu` only: seed of the computer's choices
    pub seed: Option<Spanned<u64>>,
    /// A command that behaves correctly. It runs with your rights
    pub command: Option<Texts>,
    /// Your solution
    pub sources: Option<Texts>,
    /// No program: you write each `NAME.expected`, or `NAME.ans` for `scope = "output"`
    pub answers: Option<Spanned<bool>>,
}

/// `limits = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawRunLimits {
    /// Processor time of all threads. It does not depend on other work on the machine
    #[schemars(extend("default" = "1s"))]
    pub cpu: Option<Spanned<RawQuantity>>,
    /// Processor time without reading or printing after the end of input, [for programs known not to
    /// stop](../decisions/0045-silence-after-the-end-of-input-is-limited.md). It saves time and changes no
    /// verdict. `"1s"` (as much as `cpu`) turns it off
    #[schemars(extend("default" = "100ms"))]
    pub after_end: Option<Spanned<RawQuantity>>,
    /// Time on the clock, for programs that sleep
    #[schemars(extend("default" = "5s"))]
    pub wall: Option<Spanned<RawQuantity>>,
    /// Address space
    #[schemars(extend("default" = "256MiB"))]
    pub memory: Option<Spanned<RawQuantity>>,
    /// At least `"1MiB"`. It counts as address space, for each thread
    #[schemars(extend("default" = "8MiB"))]
    pub stack: Option<Spanned<RawQuantity>>,
    /// Standard output; standard error and each file of `writes` may have as much
    #[schemars(extend("default" = "1MiB"))]
    pub output: Option<Spanned<RawQuantity>>,
}

/// `build_limits = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawBuildLimits {
    /// Processor time of a compilation
    #[schemars(extend("default" = "10s"))]
    pub cpu: Option<Spanned<RawQuantity>>,
    /// Time on the clock
    #[schemars(extend("default" = "30s"))]
    pub wall: Option<Spanned<RawQuantity>>,
    /// Address space
    #[schemars(extend("default" = "2GiB"))]
    pub memory: Option<Spanned<RawQuantity>>,
    /// Largest source file. All files of a submission may have four times as much
    #[schemars(extend("default" = "1MiB"))]
    pub source: Option<Spanned<RawQuantity>>,
}

/// `compare = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawComparison {
    /// What counts: `"transcript"`, `"turns"`, `"final"`, `"output"`
    #[schemars(extend("default" = "transcript"), extend("enum" = choice_names(keywords::SCOPES)))]
    pub scope: Option<Text>,
    /// `"exact"`, `"trailing"`, `"collapse"`; with `scope = "output"` also `"tokens"`, where a line break
    /// equals a blank
    #[schemars(extend("default" = "trailing"), extend("enum" = choice_names(keywords::WHITESPACES)))]
    pub whitespace: Option<Text>,
    /// `"exact"`, `"shows"`, `"any"`; not with `scope = "output"`
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::PROMPTS)))]
    pub prompts: Option<Text>,
    /// `"redraws"`, `"allow"`: see [extra lines](#extra-lines-and-numbers); not with `scope = "output"`
    #[schemars(extend("default" = "deny"), extend("enum" = choice_names(keywords::EXTRA_LINES)))]
    pub extra_lines: Option<Text>,
    /// `"squares"`: lines and blanks between the squares of a board do not count; not with `scope = "output"`
    #[schemars(extend("default" = "exact"), extend("enum" = choice_names(keywords::BOARDS)))]
    pub boards: Option<Text>,
    /// `{ abs = 0.01, rel = 1e-6 }`: the larger tolerance holds
    #[schemars(extend("x-default" = "exact"))]
    pub numbers: Option<SpannedTable<RawTolerance>>,
    /// Only with `scope = "output"`
    #[schemars(extend("default" = true))]
    pub case_sensitive: Option<Spanned<bool>>,
    /// `"any"`: lines in any order. Only with `scope = "output"`
    #[schemars(extend("default" = "kept"), extend("enum" = choice_names(keywords::ORDERS)))]
    pub order: Option<Text>,
    /// [A command that decides](#a-checker-of-your-own); `[]` removes it
    #[schemars(extend("x-default" = "none"))]
    pub checker: Option<Texts>,
    /// A command that talks with the program: [interactors.md](../how-to/interactors.md). Not in a criterion
    #[schemars(extend("x-default" = "none"))]
    pub interactor: Option<Texts>,
    /// Further arguments for it
    #[schemars(extend("default" = []))]
    pub checker_args: Option<Texts>,
    /// The number in `score.txt`, or after testlib's `points`, that means all points of a case; with `0` it does not count
    #[schemars(extend("default" = 1))]
    #[serde(serialize_with = "serialize_number")]
    pub full_score: Option<Spanned<f64>>,
    /// Starts of the program in one case with an `interactor`
    #[schemars(extend("default" = 1))]
    pub passes: Option<Spanned<u32>>,
    /// How a checker or interactor is called
    #[schemars(extend("default" = "files"), extend("enum" = choice_names(keywords::PROTOCOLS)))]
    pub protocol: Option<Text>,
    /// Patterns that must be found in this order, in place of a comparison
    #[schemars(extend("default" = []))]
    pub patterns: Option<Vec<Text>>,
    /// Patterns that must be found after the last input, and not before
    #[schemars(extend("default" = []))]
    pub ending: Option<Vec<Text>>,
    /// Patterns that must not be found from the first input on
    #[schemars(extend("default" = []))]
    pub never: Option<Vec<Text>>,
    /// `"shown"`: what is printed after moves must not always be the same. `"by-player"`: nor may all moves have the same mark on the board, players have each other's mark, or rows be columns
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::MOVES)))]
    pub moves: Option<Text>,
    /// [Follows a game against chance](#games-against-chance); `{}` removes it
    #[schemars(extend("x-default" = "none"))]
    pub referee: Option<SpannedTable<RawReferee>>,
}

/// `referee = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawReferee {
    /// Announces the computer's move; its group `(?<square>[0-9]+)` is the number
    #[schemars(extend("x-default" = "required"))]
    pub choice: Option<Text>,
    /// The human wins
    #[schemars(extend("x-default" = "required"))]
    pub won: Option<Text>,
    /// The computer wins
    #[schemars(extend("x-default" = "required"))]
    pub lost: Option<Text>,
    /// Nobody wins
    #[schemars(extend("x-default" = "required"))]
    pub drawn: Option<Text>,
    /// Aspects that count: `moves`, `board`, `winner`, `end`, `asks-again`
    #[schemars(extend("x-default" = "all"))]
    pub judges: Option<Texts>,
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
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawTolerance {
    /// How far a number may be off
    #[schemars(extend("default" = 0))]
    #[serde(serialize_with = "serialize_number")]
    pub abs: Option<Spanned<f64>>,
    /// The same, as a share of the expected number
    #[schemars(extend("default" = 0))]
    #[serde(serialize_with = "serialize_number")]
    pub rel: Option<Spanned<f64>>,
}

/// `[[assignments.ID.criteria]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawCriterion {
    /// Short name
    #[schemars(required)]
    pub id: Option<Text>,
    /// Shown in reports
    #[schemars(extend("x-default" = "`id`"))]
    pub title: Option<String>,
    /// What it is worth
    #[serde(serialize_with = "serialize_number")]
    pub points: Option<Spanned<f64>>,
    /// With `points` and `rule`, `check` or `build`: what each fault takes off
    #[schemars(extend("x-default" = "all points"))]
    #[serde(serialize_with = "serialize_number")]
    pub each: Option<Spanned<f64>>,
    /// The points come on top of the assignment's points
    #[schemars(extend("default" = false))]
    pub extra: Option<Spanned<bool>>,
    /// `{ each = 1, most = 3 }`: points for each fault, and at most. A fault is a failed case, a warning, a
    /// finding, or a place with undefined behaviour. A grade never falls below 0
    pub penalty: Option<SpannedTable<RawPenalty>>,
    /// Ids of criteria that must have all their points; otherwise this one earns nothing
    #[schemars(extend("default" = []))]
    pub requires: Option<Texts>,
    /// Globs of case names
    pub cases: Option<Texts>,
    /// How `cases` earn points, see below
    #[schemars(extend("default" = "per-case"), extend("enum" = choice_names(keywords::CREDITS)))]
    pub credit: Option<Text>,
    /// Judge the same runs by another comparison
    #[schemars(extend("x-default" = "the case's"))]
    pub compare: Option<SpannedTable<RawComparison>>,
    /// `"compiles"` or [`"no-warnings"`](../how-to/warnings.md)
    #[schemars(extend("enum" = choice_names(keywords::BUILDS)))]
    pub build: Option<Text>,
    /// `"undefined"`; needs the table `undefined`. With `kind = "cases"`: `"valid"`, `"thorough"` or
    /// `"not-redundant"`
    #[schemars(extend("enum" = choice_names(keywords::CHECKS)))]
    pub check: Option<Text>,
    /// A person decides: `"full"` starts with all points, `"none"` with none. See
    /// [manual-points.md](../how-to/manual-points.md)
    #[schemars(extend("enum" = choice_names(keywords::MANUALS)))]
    pub manual: Option<Text>,
    /// A [source rule](rules/README.md)
    pub rule: Option<Text>,
    /// The rule's parameters
    #[schemars(extend("x-default" = "`{}`"))]
    pub with: Option<SpannedTable<RawRuleParameters>>,
    /// With `rule`: show findings, change no points
    #[schemars(extend("default" = false))]
    pub remark: Option<Spanned<bool>>,
}

/// `with = { … }`: the parameters of a rule. Each rule knows some of them.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawRuleParameters {
    /// `"allowed"` or `"forbidden"`: global constants
    pub constants: Option<Text>,
    /// `"allowed"` or `"forbidden"`: static variables inside functions
    pub statics: Option<Text>,
    /// Names that are not findings
    pub allow: Option<Texts>,
    /// The most dimensions of an array
    pub dimensions: Option<Spanned<u32>>,
    /// Names of types
    pub types: Option<Texts>,
    /// Names of headers
    pub headers: Option<Texts>,
    /// Names of functions
    pub calls: Option<Texts>,
    /// Headers whose functions are meant: `cmath`, `cstring`, `algorithm`
    pub libraries: Option<Texts>,
    /// Prototypes; of several in one list, one is enough
    pub functions: Option<Spanned<Vec<Spanned<OneOrMore>>>>,
    /// Whether the functions must be called
    pub called: Option<Spanned<bool>>,
    /// Globs for names of files
    pub names: Option<Texts>,
    /// What the comment must contain
    pub says: Option<Texts>,
    /// Patterns that the comment must match, each with its name
    pub patterns: Option<SpannedTable<BTreeMap<Text, Text>>>,
    /// The smallest share of lines with a comment, in percent
    pub least: Option<Spanned<u32>>,
    /// The number of wrong lines that are forgiven
    pub tolerance: Option<Spanned<u32>>,
    /// The most that is accepted
    pub most: Option<Spanned<u32>>,
    /// Columns of a tab
    pub tab: Option<Spanned<u32>>,
}

/// `undefined = { … }`, in `[defaults]` or an assignment.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawUndefinedChecks {
    /// One more build with sanitizers, run on the cases
    #[schemars(extend("default" = false))]
    pub sanitizers: Option<bool>,
    /// Further builds that differ in uninitialised memory
    #[schemars(extend("default" = false))]
    pub uninitialised: Option<bool>,
    /// With `uninitialised`: link again instead of compiling again
    #[schemars(extend("default" = false))]
    pub quick: Option<bool>,
    /// Globs of cases to run again
    #[schemars(extend("x-default" = "all (six with `quick`)"))]
    pub cases: Option<Texts>,
}

/// `penalty = { … }`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawPenalty {
    /// Points that each fault takes off
    #[serde(serialize_with = "serialize_number")]
    pub each: Option<Spanned<f64>>,
    /// The most that faults take off
    #[serde(serialize_with = "serialize_number")]
    pub most: Option<Spanned<f64>>,
}

/// `[[assignments.ID.calibration]]`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawCalibration {
    /// Files of the program
    #[schemars(required)]
    pub sources: Option<Texts>,
    /// Its points; `grader check --accept` writes them. May be left out with `permitted` or `required`
    #[serde(serialize_with = "serialize_number")]
    pub points: Option<Spanned<f64>>,
    /// No case may have another verdict
    #[schemars(extend("x-default" = "any"))]
    pub permitted: Option<Texts>,
    /// Some case must have one of these verdicts
    #[schemars(extend("default" = []))]
    pub required: Option<Texts>,
    /// Verdict of single cases: `{ large = "wrong-answer" }`
    #[schemars(extend("x-default" = "`{}`"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub verdicts: BTreeMap<Text, Text>,
    /// Number of findings by criterion: `{ indentation = 2 }`
    #[schemars(extend("x-default" = "`{}`"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub findings: BTreeMap<Text, Spanned<usize>>,
}

/// A test case's own file.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawCase {
    /// `"call"` calls functions, `"tests"` runs unit tests
    #[schemars(extend("default" = "script"), extend("enum" = choice_names(keywords::KINDS)))]
    pub kind: Option<Text>,
    /// What happens in this case
    #[schemars(extend("x-default" = "required"))]
    pub description: Option<Text>,
    /// One string per line, or one text; or use `NAME.in` (64 MiB at most)
    #[schemars(extend("x-default" = "required, or `NAME.in`"))]
    pub input: Option<Spanned<InputText>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub end_of_input: Option<Spanned<bool>>,
    /// Who answers: [policies](#games-against-chance)
    #[schemars(extend("x-default" = "the assignment's"))]
    pub player: Option<Text>,
    /// One game for each, with a policy
    #[schemars(extend("default" = [0]))]
    pub seeds: Option<Spanned<Vec<u64>>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub answers: Option<Vec<SpannedTable<RawAnswer>>>,
    /// Arguments of `main`
    #[schemars(extend("default" = []))]
    pub args: Option<Texts>,
    /// Environment variables
    #[schemars(extend("x-default" = "`{}`"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<Text, Text>,
    /// Files in the program's folder
    #[schemars(extend("default" = []))]
    pub files: Option<Spanned<RawFiles>>,
    /// Files that the program must write
    #[schemars(extend("default" = []))]
    pub writes: Option<Texts>,
    /// Files that the program may write, which are not compared
    #[schemars(extend("default" = []))]
    pub scratch: Option<Texts>,
    /// The only correct exit code, or `"non-zero"`
    #[schemars(extend("x-type" = "number or word"))]
    pub exit: Option<Spanned<RawExitCode>>,
    /// `true`: as the reference; a text: exactly this
    #[schemars(extend("default" = false))]
    pub stderr: Option<FlagOrText>,
    /// Several starts: `[[runs]]` with `args`, `input`, `exit`, `stderr`
    #[schemars(extend("default" = []))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<SpannedTable<RawRun>>,
    /// With `kind = "call"`: the [function](../how-to/functions.md) as the assignment declares it
    pub prototype: Option<Spanned<OneOrMore>>,
    /// With `kind = "call"`: its [calls](../how-to/functions.md)
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<SpannedTable<RawCall>>,
    /// With `kind = "call"`: how what a call prints is [compared](../how-to/functions.md)
    #[schemars(extend("enum" = choice_names(keywords::PRINTED)))]
    pub printed: Option<Text>,
    /// With `kind = "tests"`: the file of [unit tests](../how-to/unit-tests.md), or several
    pub tests: Option<Spanned<OneOrMore>>,
    /// With `kind = "tests"`: the [framework](../how-to/unit-tests.md) of the tests
    pub framework: Option<Text>,
    /// With `kind = "tests"`: the [tests](../how-to/unit-tests.md) to run
    #[schemars(extend("x-default" = "all"))]
    pub only: Option<Texts>,
    /// With `kind = "tests"`: whether [memory leaks](../how-to/unit-tests.md) are faults
    #[schemars(extend("default" = false))]
    pub leaks: Option<bool>,
    /// Labels, copied to `results.json`
    #[schemars(extend("default" = []))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Share of a criterion
    #[schemars(extend("default" = 1))]
    pub weight: Option<Spanned<u32>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"), extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub visibility: Option<Text>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub compare: Option<SpannedTable<RawComparison>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub limits: Option<SpannedTable<RawRunLimits>>,
}

/// `[[runs]]`: one of several starts in a case.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawRun {
    /// Arguments of `main`
    #[schemars(extend("default" = []))]
    pub args: Option<Texts>,
    /// One string per line
    #[schemars(extend("default" = []))]
    pub input: Option<Texts>,
    /// The only correct exit code, or `"non-zero"`
    #[schemars(extend("x-type" = "number or word"))]
    pub exit: Option<Spanned<RawExitCode>>,
    /// Exactly this on standard error
    pub stderr: Option<Text>,
}

/// One call in a case of kind `call`.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RawCall {
    /// The arguments
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub arguments: Option<Spanned<Vec<Spanned<toml::Value>>>>,
    /// The value that it must return
    #[schemars(with = "Option<serde_json::Value>")]
    pub returns: Option<Spanned<toml::Value>>,
    /// Values of arguments after the call, by parameter name
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub after: BTreeMap<Text, Spanned<toml::Value>>,
    /// Lines that the call must print
    pub prints: Option<Vec<Text>>,
}

/// `files`: paths, or names with the path that each is a copy of.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected an array of paths, or a table such as `{ \"in.txt\" = \"data/in.txt\" }`"
)]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum RawFiles {
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

/// An exit code, or `"non-zero"`.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected an exit code from 0 to 255, or `\"non-zero\"`"
)]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum RawExitCode {
    Code(i64),
    #[schemars(extend("enum" = ["non-zero"]))]
    Word(String),
}

/// `true`, `false`, or a text.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected `true`, `false` or a text")]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum FlagOrText {
    Flag(bool),
    Text(String),
}

/// A string, or an array of them.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged, expecting = "expected a string or an array of strings")]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum OneOrMore {
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
