//! An assignment's marking scheme as plain data: what decides a verdict, as the rubric writes it, and fingerprints of long values.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::expectations::InputVariant;
use crate::prepared_case::{CaseKind, PreparedCase};
use model::{
    Assignment, CallEffect, CallExpectation, CasePlayer, Comparison, CppValue, Criterion, ExitRule,
    Invocation, LateRule, MarkingScheme, Prototype, ReferenceSolution, SchemeCase, SchemeSettings,
    StandardError, TestCase, UnitTests, WhitespaceMode,
};
use support::digest::DigestBuilder;

/// The scheme by which submissions of an assignment are scored.
pub(super) fn build_scheme(assignment: &Assignment, scripted: &InputVariant) -> MarkingScheme {
    let mut scheme = MarkingScheme {
        presentation_percent: assignment.presentation_percent,
        common: common_settings(assignment),
        ..MarkingScheme::default()
    };
    for prepared in &scripted.cases {
        let case = &prepared.spec;
        let settings = scheme.settings_index(case_settings(assignment, case));
        scheme.cases.push(SchemeCase {
            id: case.id.clone(),
            weight: case.weight,
            visibility: case.visibility,
            settings,
            given: input_fingerprint(case),
            expected: expected_fingerprint(prepared),
        });
    }
    for criterion in &assignment.criteria {
        let evidence = criterion
            .evidence
            .map_comparisons(|own| scheme.settings_index(SchemeSettings(comparison_settings(own))));
        let Criterion {
            id,
            title,
            kind,
            each,
            requires,
            evidence: _,
        } = criterion.clone();
        scheme.criteria.push(Criterion {
            id,
            title,
            kind,
            each,
            requires,
            evidence,
        });
    }
    scheme
}

/// How the verdict of a case is found.
fn case_settings(assignment: &Assignment, case: &TestCase) -> SchemeSettings {
    let mut all = comparison_settings(&case.comparison);
    let limits = case.limits;
    let exit = match assignment.exit_rule(case) {
        ExitRule::Any => "any".to_owned(),
        ExitRule::Zero => "zero".to_owned(),
        ExitRule::Only(code) => code.to_string(),
        ExitRule::NonZero => "non-zero".to_owned(),
    };
    all.extend([
        new_setting("cpu", format_seconds(limits.cpu)),
        new_setting("wall", format_seconds(limits.wall)),
        new_setting(
            "after_end",
            limits.after_end.map_or("none".to_owned(), format_seconds),
        ),
        new_setting("memory", limits.memory.to_string()),
        new_setting("stack", limits.stack.to_string()),
        new_setting("output", limits.output.to_string()),
        new_setting("exit", exit),
    ]);
    // Most cases say nothing of these.
    if case.stderr != StandardError::Free {
        all.push(new_setting("stderr", short_fingerprint(&case.stderr)));
    }
    if !case.answers.is_empty() {
        all.push(new_setting("answers", short_fingerprint(&case.answers)));
    }
    SchemeSettings(all)
}

/// A comparison, option by option, as it is serialised: an option that is added to [`Comparison`] is a setting at once.
fn comparison_settings(comparison: &Comparison) -> Vec<(String, String)> {
    // Its keys are strings, so it is always an object.
    let Ok(Value::Object(options)) = serde_json::to_value(comparison) else {
        return Vec::new();
    };
    let describe = |(name, value): (String, Value)| {
        let words = match (
            name.as_str(),
            &value,
            &comparison.numbers,
            &comparison.checker,
        ) {
            ("numbers", _, Some(near), _) => {
                format!("±{} or {} of it", near.absolute, near.relative)
            }
            ("checker", _, _, Some(checker)) => format!(
                "{} ({})",
                checker.words.join(" "),
                short_fingerprint(checker)
            ),
            _ => describe_value(&value),
        };
        (name, words)
    };
    options.into_iter().map(describe).collect()
}

/// A value in a few words: what is too long for them has a fingerprint.
fn describe_value(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items)
            if items
                .iter()
                .all(|item| !item.is_array() && !item.is_object()) =>
        {
            let words: Vec<String> = items.iter().map(describe_value).collect();
            words.join(", ")
        }
        _ => short_fingerprint(value),
    }
}

/// What decides in all cases alike.
fn common_settings(assignment: &Assignment) -> SchemeSettings {
    let toolchains: Vec<&str> = assignment
        .toolchains()
        .map(|one| one.name.as_str())
        .collect();
    let mut all = vec![
        new_setting("toolchain", toolchains.join(", ")),
        new_setting("flags", assignment.flags.join(" ")),
        new_setting("libraries", assignment.libraries.join(" ")),
        new_setting("terminal", assignment.terminal.to_string()),
        new_setting("build_limits", short_fingerprint(&assignment.build_limits)),
        new_setting(
            "index_bases",
            describe_value(&assignment.index_bases.clone().into()),
        ),
        new_setting("reference", describe_reference(&assignment.reference)),
    ];
    if let Some(checks) = &assignment.undefined {
        let ids = |index: &usize| assignment.cases.get(*index).map(|case| case.id.as_str());
        let cases: Vec<&str> = checks.cases.iter().filter_map(ids).collect();
        let asked = (checks.sanitizers, checks.uninitialised, checks.quick, cases);
        all.push(new_setting("undefined", short_fingerprint(&asked)));
    }
    if let Some(late) = &assignment.late {
        all.push(new_setting("late", late_fingerprint(late)));
    }
    SchemeSettings(all)
}

/// A fingerprint of what lateness costs.
fn late_fingerprint(rule: &LateRule) -> String {
    let LateRule {
        due,
        zone,
        grace,
        penalty,
        per,
        most,
        cutoff,
    } = rule;
    let zone = zone.iana_name().map_or_else(
        || zone.to_fixed_offset().map(|offset| offset.to_string()),
        |name| Ok(name.to_owned()),
    );
    let durations = [Some(grace), Some(per), cutoff.as_ref()]
        .map(|duration| duration.map(|duration| duration.as_millis().to_string()));
    // Zones without a name and an offset are those of the machine, which no rubric chooses.
    short_fingerprint(&(due.to_string(), zone.ok(), durations, penalty, most))
}

/// What defines correct. Where the course stands on this machine makes no difference.
fn describe_reference(reference: &ReferenceSolution) -> String {
    match reference {
        ReferenceSolution::Game(game, options) => {
            format!("{} {}", game.rules().name, short_fingerprint(options))
        }
        ReferenceSolution::Command(words) => words.join(" "),
        ReferenceSolution::Sources(files) => {
            let names = files.iter().filter_map(|file| file.file_name());
            let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
            names.join(", ")
        }
        ReferenceSolution::Answers => "the files beside the cases".to_owned(),
    }
}

/// A fingerprint of what programs are given in a case.
fn input_fingerprint(case: &TestCase) -> u64 {
    let digest = |bytes: &[u8]| {
        DigestBuilder::default()
            .with_piece(bytes)
            .finish()
            .leading_u64()
    };
    let bulk_input = case.bulk_input.as_ref();
    let function = case.function.as_ref().map(|function| {
        // Where a call stands in its file makes no difference.
        let calls = function.calls.iter();
        FingerprintedFunction {
            prototypes: &function.prototypes,
            printed: function.printed,
            calls: calls
                .map(|call| (call.arguments.as_slice(), &call.expectation))
                .collect(),
        }
    });
    let given = FingerprintedInput {
        input: &case.input,
        bulk_input: bulk_input.map(|whole| digest(&whole.bytes)),
        end_of_input: case.end_of_input,
        invocation: &case.invocation,
        files: case
            .invocation
            .files
            .iter()
            .map(|file| digest(&file.content))
            .collect(),
        tests: case.unit_tests.as_ref(),
        test_files: case
            .unit_tests
            .iter()
            .flat_map(|tests| &tests.files)
            .map(|file| digest(&file.content))
            .collect(),
        interaction: case
            .interaction
            .as_ref()
            .map(|it| (digest(&it.input), digest(&it.answer))),
        player: &case.player,
        function,
    };
    fingerprint(&given)
}

/// What programs are given in a case. What files hold is there as digests.
#[derive(Serialize)]
struct FingerprintedInput<'a> {
    input: &'a [String],
    bulk_input: Option<u64>,
    end_of_input: bool,
    invocation: &'a Invocation,
    files: Vec<u64>,
    tests: Option<&'a UnitTests>,
    test_files: Vec<u64>,
    interaction: Option<(u64, u64)>,
    player: &'a CasePlayer,
    function: Option<FingerprintedFunction<'a>>,
}

/// The function that is called in a case.
#[derive(Serialize)]
struct FingerprintedFunction<'a> {
    prototypes: &'a [Prototype],
    printed: Option<WhitespaceMode>,
    calls: Vec<(&'a [CppValue], &'a CallExpectation)>,
}

/// A fingerprint of what is expected in a case.
fn expected_fingerprint(case: &PreparedCase) -> u64 {
    let effects: Vec<&CallEffect> = match &case.kind {
        CaseKind::Calls(_, effects) => effects.iter().map(Arc::as_ref).collect(),
        _ => Vec::new(),
    };
    fingerprint(&(&case.expected, &case.products, effects))
}

/// The beginning of the digest of serialised settings.
fn fingerprint(settings: &impl Serialize) -> u64 {
    DigestBuilder::default()
        .with_serialised(settings)
        .finish()
        .leading_u64()
}

/// Words for what is too long for words: they differ where it does.
fn short_fingerprint(settings: &impl Serialize) -> String {
    format!("#{:08x}", fingerprint(settings) >> 32)
}

fn new_setting(name: &str, words: impl Into<String>) -> (String, String) {
    (name.to_owned(), words.into())
}

fn format_seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUBRIC: &str = r#"
        [assignments.sum]
        sources = ["sum.cpp"]
        reference = { answers = true }
        toolchain = "g++"
        flags = ["-O1"]
        build_limits = { cpu = "3s" }
        compare = { scope = "output", numbers = { abs = 0.1 }, checker = ["true"], checker_args = ["a"] }
        exit = "any"
        answers = [{ asks = "again", with = "n" }]
        late = { penalty = 1, per = "day" }
        due = 2026-10-05T23:59:00
        undefined = { sanitizers = true, cases = ["*"] }
        criteria = [{ id = "all", points = 1, cases = ["*"] }]
    "#;

    const CASE: &str = r#"
        description = "Adds"
        input = ["1", "2"]
        args = ["-v"]
        env = { MODE = "fast" }
        files = ["in.txt"]
        stderr = "none\n"
        limits = { cpu = "1s" }
    "#;

    /// All settings of the case, with what it gives to programs.
    fn list_settings(rubric: &str, case: &str) -> SchemeSettings {
        let folder = tempfile::tempdir().unwrap();
        let cases = folder.path().join("testcases/sum");
        std::fs::create_dir_all(&cases).unwrap();
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("rubric.toml", rubric);
        write("testcases/sum/adds.toml", case);
        write("testcases/sum/adds.ans", "3\n");
        write("testcases/sum/in.txt", "1\n");
        write("testcases/sum/other.txt", "2\n");
        let path = folder.path().join("rubric.toml");
        let course = rubric::load_course(&path, &games::built_in_games()).unwrap();
        let assignment = &course.assignments[0];
        let case = &assignment.cases[0];
        let SchemeSettings(mut all) = common_settings(assignment);
        all.extend(case_settings(assignment, case).0);
        let given = input_fingerprint(case);
        all.push(new_setting("given", given.to_string()));
        SchemeSettings(all)
    }

    #[test]
    fn a_changed_setting_changes_its_own_fingerprint_and_no_other() {
        let table = [
            ("flags = [\"-O1\"]", "flags = [\"-O2\"]", "flags"),
            (
                "build_limits = { cpu = \"3s\" }",
                "build_limits = { cpu = \"4s\" }",
                "build_limits",
            ),
            ("abs = 0.1", "abs = 0.2", "numbers"),
            (
                "checker_args = [\"a\"]",
                "checker_args = [\"b\"]",
                "checker",
            ),
            (
                "checker = [\"true\"]",
                "protocol = \"testlib\", checker = [\"true\"]",
                "checker",
            ),
            ("exit = \"any\"", "exit = \"zero\"", "exit"),
            ("asks = \"again\"", "asks = \"more\"", "answers"),
            ("with = \"n\"", "with = [\"n\", \"no\"]", "answers"),
            ("penalty = 1", "penalty = \"1%\"", "late"),
            ("per = \"day\"", "per = \"hour\"", "late"),
            ("2026-10-05T23", "2026-10-06T23", "late"),
            ("sanitizers = true", "uninitialised = true", "undefined"),
            (
                "compare = {",
                "compare = { case_sensitive = false,",
                "case_sensitive",
            ),
            ("compare = {", "compare = { order = \"any\",", "order"),
            (
                "compare = {",
                "compare = { whitespace = \"exact\",",
                "whitespace",
            ),
            ("cpu = \"1s\"", "cpu = \"2s\"", "cpu"),
            ("stderr = \"none\\n\"", "stderr = \"other\"", "stderr"),
            ("\"1\", \"2\"", "\"1\", \"3\"", "given"),
            ("[\"-v\"]", "[\"-w\"]", "given"),
            ("fast", "slow", "given"),
            ("in.txt", "other.txt", "given"),
        ];
        let SchemeSettings(before) = list_settings(RUBRIC, CASE);
        for (old, new, changed) in table {
            assert!(RUBRIC.contains(old) || CASE.contains(old), "{old}");
            let after = list_settings(&RUBRIC.replace(old, new), &CASE.replace(old, new));
            for (name, words) in &after.0 {
                let is_same = before.contains(&(name.clone(), words.clone()));
                assert_eq!(is_same, name != changed, "{old} → {new}: {name} {words}");
            }
        }
    }
}
