//! `kind = "cases"` and `faults = { … }`: an assignment to which students hand in test cases. And the files that such a case is made of.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::config_file::ConfigFile;
use super::input_text::{InputText, to_input_lines};
use super::paths;
use super::raw;
use super::spanned::Spanned;
use model::{
    BulkInput, CasePlayer, CaseSetRules, CaseVisibility, Comparison, ComparisonScope, Invocation,
    KnownQuestion, ReferenceSolution, RunLimits, StandardError, TestCase,
};
use serde::Deserialize;

/// The files of students' cases, if the rubric names none.
pub(super) const CASE_FILES: [&str; 4] = ["*.in", "*.out", "*.toml", "*.expected"];

/// How many mutants are run, and how many cases may be handed in, if the rubric says nothing.
const MUTANTS: usize = 60;
const CASES: usize = 20;

/// The most of both.
const MOST: usize = 500;

/// Of what the cases of students inherit their settings.
pub(super) struct CaseSetDefaults<'a> {
    pub(super) comparison: &'a Comparison,
    pub(super) limits: RunLimits,
    pub(super) answers: Vec<KnownQuestion>,
    pub(super) end_of_input: bool,
    pub(super) reference: Option<&'a ReferenceSolution>,
}

/// What is asked of students' cases.
pub(super) fn parse_case_set(
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    body: &raw::RawAssignment,
    inherited: CaseSetDefaults<'_>,
) -> CaseSetRules {
    if let (Some(table), Some(ReferenceSolution::Command(_) | ReferenceSolution::Answers)) =
        (&body.reference, inherited.reference)
    {
        let text = "students' cases are run with the reference, in the sandbox: expected `reference = { game = \"…\" }` \
                    or `{ sources = [\"…\"] }`";
        config.report(&table.at, text);
    }
    if inherited.comparison.checker.is_some() || inherited.comparison.referee.is_some() {
        let text = "`kind = \"cases\"` compares what a case expects with the output of the reference: it knows no \
                    `checker`, `interactor` or `referee`";
        config.report(at, text);
    }
    let nothing = raw::RawFaults::default();
    let faults = body.faults.as_ref().map_or(&nothing, |table| &table.body);
    let existing = |typed: &Option<raw::Texts>| {
        typed
            .as_ref()
            .map(|typed| paths::parse_existing_files(config, typed))
            .unwrap_or_default()
    };
    let programs = existing(&faults.programs);
    let mut solution = existing(&faults.solution);
    if let (None, Some(ReferenceSolution::Sources(sources))) =
        (&faults.solution, inherited.reference)
    {
        solution.clone_from(sources);
    }
    let max_mutants = parse_count(config, faults.mutants.as_ref(), 0).unwrap_or(MUTANTS);
    let max_cases = parse_count(config, body.max_cases.as_ref(), 1).unwrap_or(CASES);
    if max_mutants == 0 {
        solution.clear();
    }
    if programs.is_empty() && solution.is_empty() {
        let text = "no faults to notice: expected `faults = { solution = [\"…\"] }`, whose mutants are run, or \
                    `faults = { programs = [\"…\"] }`";
        config.report(body.faults.as_ref().map_or(at, |table| &table.at), text);
    }
    CaseSetRules {
        template: empty_case(inherited),
        programs,
        solution,
        max_mutants,
        max_cases,
    }
}

fn parse_count(
    config: &ConfigFile<'_>,
    typed: Option<&Spanned<i64>>,
    least: usize,
) -> Option<usize> {
    let typed = typed?;
    let count = usize::try_from(*typed.get_ref());
    let count = count.ok().filter(|count| (least..=MOST).contains(count));
    if count.is_none() {
        let text = format!(
            "found {}, expected a number from {least} to {MOST}",
            typed.get_ref()
        );
        config.report(&typed.span(), text);
    }
    count
}

/// Marks keys that only go with students' cases.
pub(super) fn refuse_case_set_keys(config: &ConfigFile<'_>, body: &raw::RawAssignment) {
    let faults = body.faults.as_ref().map(|table| table.at.clone());
    let most = body.max_cases.as_ref().map(Spanned::span);
    for (key, at) in [("faults", faults), ("max_cases", most)] {
        if let Some(at) = at {
            config.report(&at, format!("`{key}` goes with `kind = \"cases\"` only"));
        }
    }
}

/// A case without input.
fn empty_case(inherited: CaseSetDefaults<'_>) -> TestCase {
    let is_whole = inherited.comparison.scope == ComparisonScope::Output;
    TestCase {
        id: String::new(),
        description: String::new(),
        input: Vec::new(),
        bulk_input: is_whole.then(|| BulkInput {
            bytes: Arc::default(),
            file: None,
        }),
        end_of_input: inherited.end_of_input && !is_whole,
        interaction: None,
        invocation: Invocation::default(),
        exit: None,
        stderr: StandardError::Free,
        function: None,
        unit_tests: None,
        player: CasePlayer::Script,
        answers: inherited.answers,
        tags: Vec::new(),
        weight: 1,
        visibility: CaseVisibility::Full,
        comparison: inherited.comparison.clone(),
        limits: inherited.limits.without_silence_limit(),
        file: PathBuf::new(),
        table: None,
        expected_output: None,
        input_file: None,
        expected_file: PathBuf::new(),
    }
}

/// A student's case in TOML: the keys of a case that say what happens, and none that decide how it is run or compared.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct StudentCaseToml {
    description: Option<String>,
    input: Option<Spanned<InputText>>,
}

/// The description and the input lines of a student's case in TOML.
///
/// # Errors
///
/// Why it cannot be read, in a sentence that students see.
pub fn parse_student_case(text: &str) -> Result<(Option<String>, Vec<String>), String> {
    let case: StudentCaseToml = toml::from_str(text).map_err(|error| {
        let line = error
            .span()
            .and_then(|at| text.get(..at.start))
            .map_or(1, |before| before.matches('\n').count() + 1);
        let message = error.message().replace('\n', " ");
        format!("line {line}: {message}")
    })?;
    let Some(input) = case.input else {
        return Err(
            "missing key `input`: expected an array of strings, one for each line".to_owned(),
        );
    };
    let lines = to_input_lines(&input);
    Ok((case.description, raw::to_strings(&lines)))
}
