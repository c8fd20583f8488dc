//! What was typed, before anything is known about its sense. Every type knows all its keys and refuses others.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::input_text::InputText;
use super::keywords::{self, choice_names};
use super::quantity::RawQuantity;
use super::spanned::{Spanned, SpannedTable};

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
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRubric {
    /// How submissions must be confined
    pub(super) sandbox: Option<SpannedTable<RawSandbox>>,
    /// Values for all assignments
    pub(super) defaults: Option<SpannedTable<RawDefaults>>,
    /// How source files become a program. Each key is the name of a toolchain
    pub(super) toolchains: RawToolchains,
    /// Each key is the id of an assignment: lower-case letters, digits and `-`
    pub(super) assignments: BTreeMap<Text, SpannedTable<RawAssignment>>,
}

/// `[toolchains.NAME]`.
pub(super) type RawToolchains = BTreeMap<Text, SpannedTable<RawToolchain>>;

/// One of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawToolchain {
    /// Another toolchain. All keys that are not given here are taken from it
    pub(super) like: Option<Text>,
    /// Globs of the names that it compiles. They choose where an assignment names several toolchains
    pub(super) files: Option<Texts>,
    /// A command that is called as GCC is. Only this makes programs whose functions can be called
    pub(super) compiler: Option<Text>,
    /// Any other command, with `{sources}`, `{source}`, `{flags}` and `{output}`
    pub(super) build: Option<Texts>,
    /// A command that the student's own files direct, such as `["make", "{program}"]`
    pub(super) build_system: Option<Texts>,
    /// Pattern in the output of `build`: the build failed, even with exit code 0
    pub(super) errors: Option<Text>,
    /// Pattern for lines of `build` that are warnings, even if `errors` matches them
    pub(super) warnings: Option<Text>,
    /// Pattern for lines of `build` or `build_system` that are not shown
    pub(super) noise: Option<Text>,
    /// The smallest correct source. If it does not build either, the tool is broken, and not the submission
    pub(super) smallest: Option<String>,
    /// The command that runs the program, with `{program}`
    pub(super) run: Option<Texts>,
    /// Patterns for lines that `run` prints before the program begins
    pub(super) banner: Option<Vec<Text>>,
    /// Pattern on standard error of `run`: a `runtime-error`, even with exit code 0
    pub(super) faults: Option<Text>,
    /// The command whose first line is the version
    #[schemars(extend("x-default" = "`COMMAND --version`"))]
    pub(super) version: Option<Texts>,
    /// The sign that begins a comment, for a tool that accepts only ASCII
    pub(super) ascii: Option<Text>,
    /// Further absolute paths that its commands may read. With `run`, students' programs can read them, too
    pub(super) reads: Option<Texts>,
    /// Further commands that the build starts
    pub(super) needs: Option<Texts>,
    /// How to install it, for messages
    pub(super) install: Option<String>,
}

/// `[sandbox]`: how submissions must be confined.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawSandbox {
    /// `"A"` to `"D"`: refuse to grade on a machine that offers a weaker
    /// [tier](../explanation/safety.md#tiers)
    #[schemars(extend("x-default" = "none"), extend("enum" = choice_names(keywords::TIERS)))]
    pub(super) require: Option<Text>,
}

/// `[defaults]`: what holds for every assignment that does not say otherwise.
#[derive(Debug, Default, Deserialize, JsonSchema)]
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
    #[schemars(extend("enum" = choice_names(keywords::EXITS)))]
    pub(super) exit: Option<Text>,
    pub(super) presentation: Option<Spanned<u32>>,
    #[schemars(extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub(super) visibility: Option<Text>,
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    pub(super) vocabulary: BTreeMap<Text, Text>,
    /// Time zone of all dates, such as `"Europe/Berlin"`
    #[schemars(extend("x-default" = "this machine's"))]
    pub(super) timezone: Option<Text>,
    pub(super) late: Option<SpannedTable<RawLateRule>>,
    pub(super) undefined: Option<SpannedTable<RawUndefinedChecks>>,
}

/// `late = { … }`: what it costs to hand in late.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawLateRule {
    /// Lateness that costs nothing
    #[schemars(extend("x-default" = "none"))]
    pub(super) grace: Option<Spanned<RawQuantity>>,
    /// What each begun `per` costs: points, or a share such as `"10%"`
    #[schemars(extend("type" = ["string", "number"], "x-type" = "number or text"))]
    pub(super) penalty: Option<Spanned<RawQuantity>>,
    /// `"hour"` or `"day"`
    #[schemars(extend("enum" = choice_names(keywords::STRETCHES)))]
    pub(super) per: Option<Text>,
    /// The most that lateness costs
    #[schemars(extend("type" = ["string", "number"], "x-type" = "number or text", "x-default" = "all"))]
    pub(super) most: Option<Spanned<RawQuantity>>,
    /// After this time nothing counts
    #[schemars(extend("x-default" = "never"))]
    pub(super) cutoff: Option<Spanned<RawQuantity>>,
}

/// A date with a time, as TOML writes it or in a string.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub(super) enum RawDateTime {
    #[schemars(with = "String")]
    Typed(toml::value::Datetime),
    Text(String),
}

/// `answers = [{ … }]`: a question that programs may ask.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAnswer {
    /// A pattern for the line on which the program waits
    #[schemars(required)]
    pub(super) asks: Option<Text>,
    /// The answer, or several that are tried in turn
    #[schemars(required)]
    pub(super) with: Option<Names>,
}

/// `[assignments.ID]`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAssignment {
    /// Shown in reports
    #[schemars(extend("x-default" = "`ID`"))]
    pub(super) title: Option<String>,
    /// File names or globs that make the program. Each must be there; a name without `/` may be in any folder
    #[schemars(extend("x-default" = "required"))]
    pub(super) sources: Option<Texts>,
    /// Used if none of `sources` is there: one file that matches, or several of which exactly one defines
    /// `main`
    #[schemars(extend("x-default" = "files with the ending of the only source"))]
    pub(super) accept: Option<Texts>,
    /// Further files that are compiled too, if present. Never another assignment's source
    #[schemars(extend("default" = []))]
    pub(super) also: Option<Texts>,
    /// Your files, added to every submission. A student's file of that name wins, with a remark
    #[schemars(extend("default" = []))]
    pub(super) provide: Option<Spanned<RawFiles>>,
    /// The same, but your file wins
    #[schemars(extend("default" = []))]
    pub(super) replace: Option<Spanned<RawFiles>>,
    /// Name of the executable in the commands that reports show
    #[schemars(extend("x-default" = "`ID`"))]
    pub(super) program: Option<Text>,
    /// [Defines correct behaviour](#reference)
    #[schemars(extend("x-default" = "required"))]
    pub(super) reference: Option<SpannedTable<RawReference>>,
    /// Folder of the test cases
    #[schemars(extend("x-default" = "`testcases/ID`"))]
    pub(super) testcases: Option<Text>,
    /// See [toolchains.md](../how-to/toolchains.md)
    #[schemars(extend("default" = "g++"))]
    pub(super) toolchain: Option<Names>,
    /// Compiler flags, exactly these
    #[schemars(extend("default" = []))]
    pub(super) flags: Option<Vec<String>>,
    /// `["m"]` links with `-lm`
    #[schemars(extend("default" = []))]
    pub(super) libraries: Option<Vec<Text>>,
    /// `["missing-include"]`: see [below](#missing-headers-forgive)
    #[schemars(extend("default" = []))]
    pub(super) forgive: Option<Texts>,
    /// Run programs on a [terminal](#terminal)
    #[schemars(extend("default" = false))]
    pub(super) terminal: Option<bool>,
    /// Search [shorter failing games](reports.md#the-shortest-failing-game)
    #[schemars(extend("default" = true))]
    pub(super) shortest: Option<bool>,
    /// [Limits of a run](#limits)
    #[schemars(extend("x-default" = "see below"))]
    pub(super) limits: Option<SpannedTable<RawRunLimits>>,
    /// [Limits of a build](#build_limits)
    #[schemars(extend("x-default" = "see below"))]
    pub(super) build_limits: Option<SpannedTable<RawBuildLimits>>,
    /// [How output is compared](#compare)
    #[schemars(extend("x-default" = "see below"))]
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    /// `"zero"`: correct output with another exit code is a `runtime-error`
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::EXITS)))]
    pub(super) exit: Option<Text>,
    /// Percent of a case's points for a `presentation-error`
    #[schemars(extend("default" = 0))]
    pub(super) presentation: Option<Spanned<u32>>,
    /// What students see of a case: `"full"`; `"verdict"`: description and verdict; `"hidden"`: only the
    /// points of its criteria
    #[schemars(extend("default" = "full"), extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub(super) visibility: Option<Text>,
    /// If present, it must equal that sum
    #[schemars(extend("x-default" = "sum of the criteria"))]
    pub(super) points: Option<Spanned<f64>>,
    /// Date and time at which submissions are [due](../how-to/manual-points.md#due-dates)
    #[schemars(extend("x-default" = "none"))]
    pub(super) due: Option<Spanned<RawDateTime>>,
    /// [What it costs to hand in late](../how-to/manual-points.md#due-dates)
    #[schemars(extend("x-default" = "none"))]
    pub(super) late: Option<SpannedTable<RawLateRule>>,
    /// [Search for undefined behaviour](#undefined)
    #[schemars(extend("x-default" = "`{ uninitialised = true, quick = true }`"))]
    pub(super) undefined: Option<SpannedTable<RawUndefinedChecks>>,
    /// `[0, 1]`: see [rowcol](#rows-and-columns)
    #[schemars(extend("x-default" = "none"))]
    pub(super) index_bases: Option<Spanned<Vec<u8>>>,
    /// `"as-asked"`: see [rowcol](#rows-and-columns)
    #[schemars(extend("default" = "script"))]
    pub(super) player: Option<Text>,
    /// Programs must [read to the end](#end-of-input)
    #[schemars(extend("default" = false))]
    pub(super) end_of_input: Option<Spanned<bool>>,
    /// [Answers to extra prompts](#extra-prompts-answers)
    #[schemars(extend("default" = []))]
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    /// [Commands that write inputs](#generated-inputs)
    #[schemars(extend("default" = []))]
    pub(super) generators: Vec<SpannedTable<RawGenerator>>,
    /// Named patterns. A name may use its inherited meaning: `tie = '{tie}|\bremis\b'`
    #[schemars(extend("x-default" = "none"))]
    pub(super) vocabulary: BTreeMap<Text, Text>,
    /// [How results become points](#criteria)
    #[schemars(extend("x-default" = "required"))]
    pub(super) criteria: Vec<SpannedTable<RawCriterion>>,
    /// [Programs with known grades](#calibration)
    #[schemars(extend("default" = []))]
    pub(super) calibration: Vec<SpannedTable<RawCalibration>>,
    /// What `grader check --mutants` demands: [mutants.md](../how-to/mutants.md)
    #[schemars(extend("x-default" = "none"))]
    pub(super) mutants: Option<SpannedTable<RawMutantRules>>,
    /// Mutants that no case has to notice: [mutants.md](../how-to/mutants.md)
    #[schemars(extend("default" = []))]
    pub(super) accepted_mutants: Vec<SpannedTable<RawAcceptedMutant>>,
}

/// `mutants = { … }`: what is asked of mutants of the solution.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawMutantRules {
    /// `grader check --mutants` fails if more mutants than these survive
    #[schemars(extend("x-default" = "none"))]
    pub(super) unnoticed: Option<Spanned<i64>>,
}

/// `[[assignments.ID.accepted_mutants]]`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawAcceptedMutant {
    /// The file of the solution
    pub(super) at: Option<Text>,
    /// The function
    pub(super) within: Option<Text>,
    /// The line in it
    pub(super) was: Option<Text>,
    /// The line of the mutant; without it, every mutant of the line is accepted
    pub(super) becomes: Option<Text>,
    /// Why no case has to notice it
    pub(super) why: Option<Text>,
}

/// One of an assignment's `generators`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawGenerator {
    /// The command. `{seed}` is the seed
    #[schemars(required)]
    pub(super) command: Option<Texts>,
    /// Name of the case. `{seed}` is the seed
    #[schemars(required)]
    pub(super) case: Option<Text>,
    /// One case for each
    #[schemars(extend("default" = [0]))]
    pub(super) seeds: Option<Spanned<Vec<u64>>>,
}

/// `reference = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawReference {
    /// A built-in game: `tttn`, `domineering`, `rowcol`, `cpu`, `counters`
    pub(super) game: Option<Text>,
    /// `rowcol` only: number of the first row and column
    #[schemars(extend("default" = 0))]
    pub(super) base: Option<Spanned<u8>>,
    /// `cpu` only: seed of the computer's choices
    pub(super) seed: Option<Spanned<u64>>,
    /// A command that behaves correctly. It runs with your rights
    pub(super) command: Option<Texts>,
    /// Your solution
    pub(super) sources: Option<Texts>,
    /// No program: you write each `NAME.ans`. For `scope = "output"`
    pub(super) answers: Option<Spanned<bool>>,
}

/// `limits = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRunLimits {
    /// Processor time of all threads. It does not depend on other work on the machine
    #[schemars(extend("default" = "1s"))]
    pub(super) cpu: Option<Spanned<RawQuantity>>,
    /// Processor time without reading or printing after the end of input, [for programs known not to
    /// stop](../decisions/0045-silence-after-the-end-of-input-is-limited.md). It saves time and changes no
    /// verdict. `"1s"` (as much as `cpu`) turns it off
    #[schemars(extend("default" = "250ms"))]
    pub(super) after_end: Option<Spanned<RawQuantity>>,
    /// Time on the clock, for programs that sleep
    #[schemars(extend("default" = "5s"))]
    pub(super) wall: Option<Spanned<RawQuantity>>,
    /// Address space
    #[schemars(extend("default" = "256MiB"))]
    pub(super) memory: Option<Spanned<RawQuantity>>,
    /// At least `"1MiB"`. It counts as address space, for each thread
    #[schemars(extend("default" = "8MiB"))]
    pub(super) stack: Option<Spanned<RawQuantity>>,
    /// Standard output; standard error and each file of `writes` may have as much
    #[schemars(extend("default" = "1MiB"))]
    pub(super) output: Option<Spanned<RawQuantity>>,
}

/// `build_limits = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawBuildLimits {
    /// Processor time of a compilation
    #[schemars(extend("default" = "10s"))]
    pub(super) cpu: Option<Spanned<RawQuantity>>,
    /// Time on the clock
    #[schemars(extend("default" = "30s"))]
    pub(super) wall: Option<Spanned<RawQuantity>>,
    /// Address space
    #[schemars(extend("default" = "2GiB"))]
    pub(super) memory: Option<Spanned<RawQuantity>>,
    /// Largest source file. All files of a submission may have four times as much
    #[schemars(extend("default" = "1MiB"))]
    pub(super) source: Option<Spanned<RawQuantity>>,
}

/// `compare = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawComparison {
    /// What counts: `"transcript"`, `"turns"`, `"final"`, `"output"`
    #[schemars(extend("default" = "transcript"), extend("enum" = choice_names(keywords::SCOPES)))]
    pub(super) scope: Option<Text>,
    /// `"exact"`, `"trailing"`, `"collapse"`; with `scope = "output"` also `"tokens"`, where a line break
    /// equals a blank
    #[schemars(extend("default" = "trailing"), extend("enum" = choice_names(keywords::WHITESPACES)))]
    pub(super) whitespace: Option<Text>,
    /// `"exact"`, `"shows"`, `"any"`; not with `scope = "output"`
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::PROMPTS)))]
    pub(super) prompts: Option<Text>,
    /// `"allow"`: see [extra lines](#extra-lines-and-numbers); not with `scope = "output"`
    #[schemars(extend("default" = "deny"), extend("enum" = choice_names(keywords::EXTRA_LINES)))]
    pub(super) extra_lines: Option<Text>,
    /// `{ abs = 0.01, rel = 1e-6 }`: the larger tolerance holds
    #[schemars(extend("x-default" = "exact"))]
    pub(super) numbers: Option<SpannedTable<RawTolerance>>,
    /// Only with `scope = "output"`
    #[schemars(extend("default" = true))]
    pub(super) case_sensitive: Option<Spanned<bool>>,
    /// `"any"`: lines in any order. Only with `scope = "output"`
    #[schemars(extend("default" = "kept"), extend("enum" = choice_names(keywords::ORDERS)))]
    pub(super) order: Option<Text>,
    /// [A command that decides](#a-checker-of-your-own); `[]` removes it
    #[schemars(extend("x-default" = "none"))]
    pub(super) checker: Option<Texts>,
    /// A command that talks with the program: [interactors.md](../how-to/interactors.md). Not in a criterion
    #[schemars(extend("x-default" = "none"))]
    pub(super) interactor: Option<Texts>,
    /// Further arguments for it
    #[schemars(extend("default" = []))]
    pub(super) checker_args: Option<Texts>,
    /// Starts of the program in one case with an `interactor`
    #[schemars(extend("default" = 1))]
    pub(super) passes: Option<Spanned<u32>>,
    /// How a checker or interactor is called
    #[schemars(extend("default" = "files"), extend("enum" = choice_names(keywords::PROTOCOLS)))]
    pub(super) protocol: Option<Text>,
    /// Patterns that must be found in this order, in place of a comparison
    #[schemars(extend("default" = []))]
    pub(super) patterns: Option<Vec<Text>>,
    /// Patterns that must be found after the last input, and not before
    #[schemars(extend("default" = []))]
    pub(super) ending: Option<Vec<Text>>,
    /// Patterns that must not be found from the first input on
    #[schemars(extend("default" = []))]
    pub(super) never: Option<Vec<Text>>,
    /// `"shown"`: what is printed after moves must not always be the same
    #[schemars(extend("default" = "any"), extend("enum" = choice_names(keywords::MOVES)))]
    pub(super) moves: Option<Text>,
    /// [Follows a game against chance](#games-against-chance); `{}` removes it
    #[schemars(extend("x-default" = "none"))]
    pub(super) referee: Option<SpannedTable<RawReferee>>,
}

/// `referee = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawReferee {
    /// Announces the computer's move; its group `(?<square>[0-9]+)` is the number
    #[schemars(extend("x-default" = "required"))]
    pub(super) choice: Option<Text>,
    /// The human wins
    #[schemars(extend("x-default" = "required"))]
    pub(super) won: Option<Text>,
    /// The computer wins
    #[schemars(extend("x-default" = "required"))]
    pub(super) lost: Option<Text>,
    /// Nobody wins
    #[schemars(extend("x-default" = "required"))]
    pub(super) drawn: Option<Text>,
    /// Aspects that count: `moves`, `board`, `winner`, `end`, `asks-again`
    #[schemars(extend("x-default" = "all"))]
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
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawTolerance {
    /// How far a number may be off
    #[schemars(extend("default" = 0))]
    pub(super) abs: Option<Spanned<f64>>,
    /// The same, as a share of the expected number
    #[schemars(extend("default" = 0))]
    pub(super) rel: Option<Spanned<f64>>,
}

/// `[[assignments.ID.criteria]]`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCriterion {
    /// Short name
    #[schemars(required)]
    pub(super) id: Option<Text>,
    /// Shown in reports
    #[schemars(extend("x-default" = "`id`"))]
    pub(super) title: Option<String>,
    /// What it is worth
    pub(super) points: Option<Spanned<f64>>,
    /// With `points` and `rule`, `check` or `build`: what each fault takes off
    #[schemars(extend("x-default" = "all points"))]
    pub(super) each: Option<Spanned<f64>>,
    /// The points come on top of the assignment's points
    #[schemars(extend("default" = false))]
    pub(super) extra: Option<Spanned<bool>>,
    /// `{ each = 1, most = 3 }`: points for each fault, and at most. A fault is a failed case, a warning, a
    /// finding, or a place with undefined behaviour. A grade never falls below 0
    pub(super) penalty: Option<SpannedTable<RawPenalty>>,
    /// Ids of criteria that must have all their points; otherwise this one earns nothing
    #[schemars(extend("default" = []))]
    pub(super) requires: Option<Texts>,
    /// Globs of case names
    pub(super) cases: Option<Texts>,
    /// How `cases` earn points, see below
    #[schemars(extend("default" = "per-case"), extend("enum" = choice_names(keywords::CREDITS)))]
    pub(super) credit: Option<Text>,
    /// Judge the same runs by another comparison
    #[schemars(extend("x-default" = "the case's"))]
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    /// `"compiles"` or [`"no-warnings"`](../how-to/warnings.md)
    #[schemars(extend("enum" = choice_names(keywords::BUILDS)))]
    pub(super) build: Option<Text>,
    /// `"undefined"`; needs the table `undefined`
    #[schemars(extend("enum" = choice_names(keywords::CHECKS)))]
    pub(super) check: Option<Text>,
    /// A person decides: `"full"` starts with all points, `"none"` with none. See
    /// [manual-points.md](../how-to/manual-points.md)
    #[schemars(extend("enum" = choice_names(keywords::MANUALS)))]
    pub(super) manual: Option<Text>,
    /// A [source rule](rules/README.md)
    pub(super) rule: Option<Text>,
    /// The rule's parameters
    #[schemars(extend("x-default" = "`{}`"))]
    pub(super) with: Option<SpannedTable<RawRuleParameters>>,
    /// With `rule`: show findings, change no points
    #[schemars(extend("default" = false))]
    pub(super) remark: Option<Spanned<bool>>,
}

/// `with = { … }`: the parameters of a rule. Each rule knows some of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRuleParameters {
    /// `"allowed"` or `"forbidden"`: global constants
    pub(super) constants: Option<Text>,
    /// `"allowed"` or `"forbidden"`: static variables inside functions
    pub(super) statics: Option<Text>,
    /// Names that are not findings
    pub(super) allow: Option<Texts>,
    /// The most dimensions of an array
    pub(super) dimensions: Option<Spanned<u32>>,
    /// Names of types
    pub(super) types: Option<Texts>,
    /// Names of headers
    pub(super) headers: Option<Texts>,
    /// Names of functions
    pub(super) calls: Option<Texts>,
    /// Headers whose functions are meant: `cmath`, `cstring`, `algorithm`
    pub(super) libraries: Option<Texts>,
    /// Prototypes; of several in one list, one is enough
    pub(super) functions: Option<Spanned<Vec<Spanned<OneOrMore>>>>,
    /// Whether the functions must be called
    pub(super) called: Option<Spanned<bool>>,
    /// Globs for names of files
    pub(super) names: Option<Texts>,
    /// What the comment must contain
    pub(super) says: Option<Texts>,
    /// Patterns that the comment must match, each with its name
    pub(super) patterns: Option<SpannedTable<BTreeMap<Text, Text>>>,
    /// The smallest share of lines with a comment, in percent
    pub(super) least: Option<Spanned<u32>>,
    /// The number of wrong lines that are forgiven
    pub(super) tolerance: Option<Spanned<u32>>,
    /// The most that is accepted
    pub(super) most: Option<Spanned<u32>>,
    /// Columns of a tab
    pub(super) tab: Option<Spanned<u32>>,
}

/// `undefined = { … }`, in `[defaults]` or an assignment.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawUndefinedChecks {
    /// One more build with sanitizers, run on the cases
    #[schemars(extend("default" = false))]
    pub(super) sanitizers: Option<bool>,
    /// Further builds that differ in uninitialised memory
    #[schemars(extend("default" = false))]
    pub(super) uninitialised: Option<bool>,
    /// With `uninitialised`: link again instead of compiling again
    #[schemars(extend("default" = false))]
    pub(super) quick: Option<bool>,
    /// Globs of cases to run again
    #[schemars(extend("x-default" = "all (six with `quick`)"))]
    pub(super) cases: Option<Texts>,
}

/// `penalty = { … }`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawPenalty {
    /// Points that each fault takes off
    pub(super) each: Option<Spanned<f64>>,
    /// The most that faults take off
    pub(super) most: Option<Spanned<f64>>,
}

/// `[[assignments.ID.calibration]]`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCalibration {
    /// Files of the program
    #[schemars(required)]
    pub(super) sources: Option<Texts>,
    /// Its points; `grader check --accept` writes them. May be left out with `permitted` or `required`
    pub(super) points: Option<Spanned<f64>>,
    /// No case may have another verdict
    #[schemars(extend("x-default" = "any"))]
    pub(super) permitted: Option<Texts>,
    /// Some case must have one of these verdicts
    #[schemars(extend("default" = []))]
    pub(super) required: Option<Texts>,
    /// Verdict of single cases: `{ large = "wrong-answer" }`
    #[schemars(extend("x-default" = "`{}`"))]
    pub(super) verdicts: BTreeMap<Text, Text>,
    /// Number of findings by criterion: `{ indentation = 2 }`
    #[schemars(extend("x-default" = "`{}`"))]
    pub(super) findings: BTreeMap<Text, Spanned<usize>>,
}

/// A test case's own file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCase {
    /// `"call"` calls functions, `"tests"` runs unit tests
    #[schemars(extend("default" = "script"), extend("enum" = choice_names(keywords::KINDS)))]
    pub(super) kind: Option<Text>,
    /// What happens in this case
    #[schemars(extend("x-default" = "required"))]
    pub(super) description: Option<Text>,
    /// One string per line, or one text; or use `NAME.in` (64 MiB at most)
    #[schemars(extend("x-default" = "required, or `NAME.in`"))]
    pub(super) input: Option<Spanned<InputText>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub(super) end_of_input: Option<Spanned<bool>>,
    /// Who answers: [policies](#games-against-chance)
    #[schemars(extend("x-default" = "the assignment's"))]
    pub(super) player: Option<Text>,
    /// One game for each, with a policy
    #[schemars(extend("default" = [0]))]
    pub(super) seeds: Option<Spanned<Vec<u64>>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub(super) answers: Option<Vec<SpannedTable<RawAnswer>>>,
    /// Arguments of `main`
    #[schemars(extend("default" = []))]
    pub(super) args: Option<Texts>,
    /// Environment variables
    #[schemars(extend("x-default" = "`{}`"))]
    pub(super) env: BTreeMap<Text, Text>,
    /// Files in the program's folder
    #[schemars(extend("default" = []))]
    pub(super) files: Option<Spanned<RawFiles>>,
    /// Files that the program must write
    #[schemars(extend("default" = []))]
    pub(super) writes: Option<Texts>,
    /// The only correct exit code
    pub(super) exit: Option<Spanned<i64>>,
    /// `true`: as the reference; a text: exactly this
    #[schemars(extend("default" = false))]
    pub(super) stderr: Option<FlagOrText>,
    /// Several starts: `[[runs]]` with `args`, `input`, `exit`, `stderr`
    #[schemars(extend("default" = []))]
    pub(super) runs: Vec<SpannedTable<RawRun>>,
    /// With `kind = "call"`: the [function](../how-to/functions.md) as the assignment declares it
    pub(super) prototype: Option<Spanned<OneOrMore>>,
    /// With `kind = "call"`: its [calls](../how-to/functions.md)
    pub(super) calls: Vec<SpannedTable<RawCall>>,
    /// With `kind = "call"`: how what a call prints is [compared](../how-to/functions.md)
    #[schemars(extend("enum" = choice_names(keywords::PRINTED)))]
    pub(super) printed: Option<Text>,
    /// With `kind = "tests"`: the file of [unit tests](../how-to/unit-tests.md), or several
    pub(super) tests: Option<Spanned<OneOrMore>>,
    /// With `kind = "tests"`: the [framework](../how-to/unit-tests.md) of the tests
    pub(super) framework: Option<Text>,
    /// With `kind = "tests"`: the [tests](../how-to/unit-tests.md) to run
    #[schemars(extend("x-default" = "all"))]
    pub(super) only: Option<Texts>,
    /// With `kind = "tests"`: whether [memory leaks](../how-to/unit-tests.md) are faults
    #[schemars(extend("default" = false))]
    pub(super) leaks: Option<bool>,
    /// Labels, copied to `results.json`
    #[schemars(extend("default" = []))]
    pub(super) tags: Vec<String>,
    /// Share of a criterion
    #[schemars(extend("default" = 1))]
    pub(super) weight: Option<Spanned<u32>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"), extend("enum" = choice_names(keywords::VISIBILITIES)))]
    pub(super) visibility: Option<Text>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub(super) compare: Option<SpannedTable<RawComparison>>,
    /// As in the assignment
    #[schemars(extend("x-default" = "the assignment's"))]
    pub(super) limits: Option<SpannedTable<RawRunLimits>>,
}

/// `[[runs]]`: one of several starts in a case.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawRun {
    /// Arguments of `main`
    #[schemars(extend("default" = []))]
    pub(super) args: Option<Texts>,
    /// One string per line
    #[schemars(extend("default" = []))]
    pub(super) input: Option<Texts>,
    /// The only correct exit code
    pub(super) exit: Option<Spanned<i64>>,
    /// Exactly this on standard error
    pub(super) stderr: Option<Text>,
}

/// One call in a case of kind `call`.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct RawCall {
    /// The arguments
    #[schemars(with = "Option<Vec<serde_json::Value>>")]
    pub(super) arguments: Option<Spanned<Vec<Spanned<toml::Value>>>>,
    /// The value that it must return
    #[schemars(with = "Option<serde_json::Value>")]
    pub(super) returns: Option<Spanned<toml::Value>>,
    /// Values of arguments after the call, by parameter name
    #[schemars(with = "BTreeMap<String, serde_json::Value>")]
    pub(super) after: BTreeMap<Text, Spanned<toml::Value>>,
    /// Lines that the call must print
    pub(super) prints: Option<Vec<Text>>,
}

/// `files`: paths, or names with the path that each is a copy of.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected an array of paths, or a table such as `{ \"in.txt\" = \"data/in.txt\" }`"
)]
#[schemars(inline)]
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
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected `true`, `false` or a text")]
#[schemars(inline)]
pub(super) enum FlagOrText {
    Flag(bool),
    Text(String),
}

/// A string, or an array of them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a string or an array of strings")]
#[schemars(inline)]
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
