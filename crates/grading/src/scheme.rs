//! An assignment's marking scheme as plain data: what decides a verdict, as the rubric writes it, and fingerprints of long values.

use std::fmt::{self, Debug, Write as _};
use std::sync::Arc;
use std::time::Duration;

use crate::expectations::InputVariant;
use crate::prepared_case::{CaseKind, PreparedCase};
use model::{
    ASPECTS, Assignment, Comparison, ComparisonScope, Criterion, CriterionEvidence, ExtraLines,
    Invocation, JudgedCase, LineOrder, MarkingScheme, PromptMode, ReferenceSolution, SchemeCase,
    SchemeSettings, StandardError, TestCase, WhitespaceMode,
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
        let evidence = scheme_evidence(&criterion.evidence, &mut scheme);
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

fn scheme_evidence(
    evidence: &CriterionEvidence,
    scheme: &mut MarkingScheme,
) -> CriterionEvidence<usize> {
    match evidence {
        CriterionEvidence::Cases { cases, credit } => {
            let judged = cases.iter().map(|JudgedCase { index, comparison }| {
                let own = comparison
                    .as_ref()
                    .map(|own| SchemeSettings(comparison_settings(own)));
                JudgedCase {
                    index: *index,
                    comparison: own.map(|own| scheme.settings_index(own)),
                }
            });
            CriterionEvidence::Cases {
                cases: judged.collect(),
                credit: *credit,
            }
        }
        CriterionEvidence::Build(demand) => CriterionEvidence::Build(*demand),
        CriterionEvidence::Undefined => CriterionEvidence::Undefined,
        CriterionEvidence::Manual(start) => CriterionEvidence::Manual(*start),
        CriterionEvidence::Rule(rule) => CriterionEvidence::Rule(rule.clone()),
    }
}

/// How the verdict of a case is found.
fn case_settings(assignment: &Assignment, case: &TestCase) -> SchemeSettings {
    let mut all = comparison_settings(&case.comparison);
    let limits = case.limits;
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
        new_setting(
            "exit",
            format!("{:?}", assignment.exit_rule(case)).to_lowercase(),
        ),
    ]);
    // Most cases say nothing of these.
    if case.stderr != StandardError::Free {
        all.push(new_setting("stderr", short_fingerprint(&case.stderr)));
    }
    if !case.answers.is_empty() {
        let answers: Vec<_> = case
            .answers
            .iter()
            .map(|known| (known.pattern.as_str(), &known.answers))
            .collect();
        all.push(new_setting("answers", short_fingerprint(&answers)));
    }
    SchemeSettings(all)
}

/// A comparison, option by option.
fn comparison_settings(comparison: &Comparison) -> Vec<(String, String)> {
    let Comparison {
        scope,
        whitespace,
        prompts,
        extra_lines,
        numbers,
        case_sensitive,
        ..
    } = comparison;
    let Comparison {
        order,
        patterns,
        referee: interactor,
        aspects,
        checker,
        ..
    } = comparison;
    let scope = match scope {
        ComparisonScope::Transcript => "transcript",
        ComparisonScope::Turns => "turns",
        ComparisonScope::Final => "final",
        ComparisonScope::Output => "output",
    };
    let whitespace = match whitespace {
        WhitespaceMode::Exact => "exact",
        WhitespaceMode::Trailing => "trailing",
        WhitespaceMode::Collapse => "collapse",
        WhitespaceMode::Tokens => "tokens",
    };
    let prompts = match prompts {
        PromptMode::Exact => "exact",
        PromptMode::Shows => "shows",
        PromptMode::Any => "any",
    };
    let extra_lines = match extra_lines {
        ExtraLines::Deny => "deny",
        ExtraLines::Allow => "allow",
    };
    let mut all = vec![
        new_setting("scope", scope),
        new_setting("whitespace", whitespace),
        new_setting("prompts", prompts),
        new_setting("extra_lines", extra_lines),
    ];
    if let Some(near) = numbers {
        all.push(new_setting(
            "numbers",
            format!("±{} or {} of it", near.absolute, near.relative),
        ));
    }
    if !case_sensitive {
        all.push(new_setting("case_sensitive", "false"));
    }
    if *order == LineOrder::Any {
        all.push(new_setting("order", "any"));
    }
    if let Some(patterns) = patterns {
        all.push(new_setting("patterns", short_fingerprint(patterns)));
    }
    if let Some(interactor) = interactor {
        all.push(new_setting(
            "referee",
            short_fingerprint(interactor.words()),
        ));
    }
    if let Some(aspects) = aspects {
        all.push(new_setting(ASPECTS, aspects.join(", ")));
    }
    if let Some(checker) = checker {
        all.push(new_setting(
            "checker",
            format!(
                "{} ({})",
                checker.words.join(" "),
                short_fingerprint(checker)
            ),
        ));
    }
    all
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
        new_setting("index_bases", format!("{:?}", assignment.index_bases)),
        new_setting("reference", describe_reference(&assignment.reference)),
    ];
    if let Some(checks) = &assignment.undefined {
        let ids = |index: &usize| assignment.cases.get(*index).map(|case| case.id.as_str());
        let cases: Vec<&str> = checks.cases.iter().filter_map(ids).collect();
        let asked = (checks.sanitizers, checks.uninitialised, checks.quick, cases);
        all.push(new_setting("undefined", short_fingerprint(&asked)));
    }
    if let Some(late) = &assignment.late {
        all.push(new_setting("late", short_fingerprint(late)));
    }
    SchemeSettings(all)
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
    let whole = case.bulk_input.as_ref().map(|whole| digest(&whole.bytes));
    let files: Vec<_> = case
        .invocation
        .files
        .iter()
        .map(|file| digest(&file.content))
        .collect();
    let tests = case.unit_tests.iter().flat_map(|tests| &tests.files);
    let tests: Vec<_> = tests
        .map(|file| (&file.name, digest(&file.content)))
        .collect();
    let spoken = case
        .interaction
        .as_ref()
        .map(|it| (digest(&it.input), digest(&it.answer)));
    let function = case.function.as_ref().map(|function| {
        let calls: Vec<_> = function
            .calls
            .iter()
            .map(|call| (&call.arguments, &call.expectation))
            .collect();
        format!("{:?} {:?} {calls:?}", function.prototypes, function.printed)
    });
    let TestCase {
        input,
        end_of_input,
        invocation,
        player,
        ..
    } = case;
    let invocation = Invocation {
        files: Vec::new(),
        ..invocation.clone()
    };
    let own = (files, tests, spoken);
    debug_fingerprint(&(
        input,
        whole,
        end_of_input,
        invocation,
        own,
        player,
        function,
    ))
}

/// A fingerprint of what is expected in a case.
fn expected_fingerprint(case: &PreparedCase) -> u64 {
    let effects: Vec<_> = match &case.kind {
        CaseKind::Calls(_, effects) => effects.iter().map(Arc::as_ref).collect(),
        _ => Vec::new(),
    };
    // Each is in a `Some`, as records of earlier versions have it.
    debug_fingerprint(&(Some(&case.expected), Some(&case.products), Some(effects)))
}

/// Takes in what is written, piece by piece: there may be many megabytes.
#[derive(Default)]
struct FingerprintWriter {
    digester: DigestBuilder,
    pending: String,
}

impl FingerprintWriter {
    fn flush_pending(&mut self) -> &DigestBuilder {
        let digester = std::mem::take(&mut self.digester);
        self.digester = digester.with_piece(self.pending.as_bytes());
        self.pending.clear();
        &self.digester
    }
}

impl fmt::Write for FingerprintWriter {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MANY: usize = 64 << 10;
        self.pending.push_str(text);
        if self.pending.len() >= MANY {
            self.flush_pending();
        }
        Ok(())
    }
}

/// The beginning of the digest of what something holds.
fn debug_fingerprint(what: &impl Debug) -> u64 {
    let mut written = FingerprintWriter::default();
    // Nothing in it fails to be written.
    let _ = write!(written, "{what:?}");
    written.flush_pending().finish().leading_u64()
}

/// Words for what is too long for words: they differ where it does.
fn short_fingerprint(what: &impl Debug) -> String {
    format!("#{:08x}", debug_fingerprint(what) >> 32)
}

fn new_setting(name: &str, words: impl Into<String>) -> (String, String) {
    (name.to_owned(), words.into())
}

fn format_seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}
