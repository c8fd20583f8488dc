//! An assignment's marking scheme as plain data: what decides a verdict in the rubric's words, and fingerprints of what is too long
//! for words.

use std::fmt::{self, Debug, Write as _};
use std::sync::Arc;
use std::time::Duration;

use super::expectations::Expectations;
use crate::digest::Digester;
use crate::model::{
    ASPECTS, Assignment, Case, Comparison, Criterion, Evidence, ExtraLines, Invocation, JudgedCase,
    LineOrder, Prompts, Reference, Scheme, SchemeCase, Scope, Settings, StandardError, Whitespace,
};

/// The scheme by which submissions of an assignment are scored.
pub(super) fn scheme_of(assignment: &Assignment, expectations: &Expectations) -> Scheme {
    let mut scheme = Scheme {
        presentation_percent: assignment.presentation_percent,
        common: common(assignment),
        ..Scheme::default()
    };
    for (index, case) in assignment.cases.iter().enumerate() {
        let settings = scheme.place_of(of_case(assignment, case));
        scheme.cases.push(SchemeCase {
            id: case.id.clone(),
            weight: case.weight,
            visibility: case.visibility,
            settings,
            given: given(case),
            expected: expected(index, expectations),
        });
    }
    for criterion in &assignment.criteria {
        let evidence = evidence(&criterion.evidence, &mut scheme);
        let Criterion { id, title, kind, each, requires, evidence: _ } = criterion.clone();
        scheme.criteria.push(Criterion { id, title, kind, each, requires, evidence });
    }
    scheme
}

fn evidence(evidence: &Evidence, scheme: &mut Scheme) -> Evidence<usize> {
    match evidence {
        Evidence::Cases { cases, credit } => {
            let judged = cases.iter().map(|JudgedCase { index, comparison }| {
                let own = comparison.as_ref().map(|own| Settings(of_comparison(own)));
                JudgedCase { index: *index, comparison: own.map(|own| scheme.place_of(own)) }
            });
            Evidence::Cases { cases: judged.collect(), credit: *credit }
        }
        Evidence::Build(demand) => Evidence::Build(*demand),
        Evidence::Undefined => Evidence::Undefined,
        Evidence::Manual(start) => Evidence::Manual(*start),
        Evidence::Rule(rule) => Evidence::Rule(rule.clone()),
    }
}

/// How the verdict of a case is found.
fn of_case(assignment: &Assignment, case: &Case) -> Settings {
    let mut all = of_comparison(&case.comparison);
    let limits = case.limits;
    all.extend([
        named("cpu", in_seconds(limits.cpu)),
        named("wall", in_seconds(limits.wall)),
        named("after_end", limits.after_end.map_or("none".to_owned(), in_seconds)),
        named("memory", limits.memory.to_string()),
        named("stack", limits.stack.to_string()),
        named("output", limits.output.to_string()),
        named("exit", format!("{:?}", assignment.exit_rule(case)).to_lowercase()),
    ]);
    // Most cases say nothing of these.
    if case.stderr != StandardError::Free {
        all.push(named("stderr", mark(&case.stderr)));
    }
    if !case.answers.is_empty() {
        let answers: Vec<_> =
            case.answers.iter().map(|known| (known.asks.as_str(), &known.with)).collect();
        all.push(named("answers", mark(&answers)));
    }
    Settings(all)
}

/// A comparison, knob by knob.
fn of_comparison(comparison: &Comparison) -> Vec<(String, String)> {
    let Comparison { scope, whitespace, prompts, extra_lines, numbers, case_sensitive, .. } =
        comparison;
    let Comparison { order, patterns, interactor, aspects, checker, .. } = comparison;
    let scope = match scope {
        Scope::Transcript => "transcript",
        Scope::Turns => "turns",
        Scope::Final => "final",
        Scope::Output => "output",
    };
    let whitespace = match whitespace {
        Whitespace::Exact => "exact",
        Whitespace::Trailing => "trailing",
        Whitespace::Collapse => "collapse",
        Whitespace::Tokens => "tokens",
    };
    let prompts = match prompts {
        Prompts::Exact => "exact",
        Prompts::Shows => "shows",
        Prompts::Any => "any",
    };
    let extra_lines = match extra_lines {
        ExtraLines::Deny => "deny",
        ExtraLines::Allow => "allow",
    };
    let mut all = vec![
        named("scope", scope),
        named("whitespace", whitespace),
        named("prompts", prompts),
        named("extra_lines", extra_lines),
    ];
    if let Some(near) = numbers {
        all.push(named("numbers", format!("±{} or {} of it", near.absolute, near.relative)));
    }
    if !case_sensitive {
        all.push(named("case_sensitive", "false"));
    }
    if *order == LineOrder::Any {
        all.push(named("order", "any"));
    }
    if let Some(patterns) = patterns {
        all.push(named("patterns", mark(patterns)));
    }
    if let Some(interactor) = interactor {
        all.push(named("referee", mark(interactor.words())));
    }
    if let Some(aspects) = aspects {
        all.push(named(ASPECTS, aspects.join(", ")));
    }
    if let Some(checker) = checker {
        all.push(named("checker", format!("{} ({})", checker.words.join(" "), mark(checker))));
    }
    all
}

/// What decides in all cases alike.
fn common(assignment: &Assignment) -> Settings {
    let toolchains: Vec<&str> = assignment.toolchains().map(|one| one.name.as_str()).collect();
    let mut all = vec![
        named("toolchain", toolchains.join(", ")),
        named("flags", assignment.flags.join(" ")),
        named("libraries", assignment.libraries.join(" ")),
        named("terminal", assignment.terminal.to_string()),
        named("build_limits", mark(&assignment.build_limits)),
        named("index_bases", format!("{:?}", assignment.index_bases)),
        named("reference", reference(&assignment.reference)),
    ];
    if let Some(checks) = &assignment.undefined {
        let ids = |index: &usize| assignment.cases.get(*index).map(|case| case.id.as_str());
        let cases: Vec<&str> = checks.cases.iter().filter_map(ids).collect();
        let asked = (checks.sanitizers, checks.uninitialised, checks.quick, cases);
        all.push(named("undefined", mark(&asked)));
    }
    if let Some(late) = &assignment.late {
        all.push(named("late", mark(late)));
    }
    Settings(all)
}

/// What defines correct. Where the course stands on this machine makes no difference.
fn reference(reference: &Reference) -> String {
    match reference {
        Reference::Game(game, options) => format!("{} {}", game.rules().name, mark(options)),
        Reference::Command(words) => words.join(" "),
        Reference::Sources(files) => {
            let names = files.iter().filter_map(|file| file.file_name());
            let names: Vec<String> = names.map(|name| name.display().to_string()).collect();
            names.join(", ")
        }
        Reference::Answers => "the files beside the cases".to_owned(),
    }
}

/// A fingerprint of what programs are given in a case.
fn given(case: &Case) -> u64 {
    let digest = |bytes: &[u8]| Digester::default().with(bytes).digest().beginning();
    let whole = case.whole_input.as_ref().map(|whole| digest(&whole.bytes));
    let files: Vec<_> = case.invocation.files.iter().map(|file| digest(&file.content)).collect();
    let tests = case.unit_tests.iter().flat_map(|tests| &tests.files);
    let tests: Vec<_> = tests.map(|file| (&file.name, digest(&file.content))).collect();
    let spoken = case.interaction.as_ref().map(|it| (digest(&it.input), digest(&it.answer)));
    let function = case.function.as_ref().map(|function| {
        let calls: Vec<_> =
            function.calls.iter().map(|call| (&call.arguments, &call.given)).collect();
        format!("{:?} {:?} {calls:?}", function.prototypes, function.printed)
    });
    let Case { input, end_of_input, invocation, player, .. } = case;
    let invocation = Invocation { files: Vec::new(), ..invocation.clone() };
    let own = (files, tests, spoken);
    fingerprint(&(input, whole, end_of_input, invocation, own, player, function))
}

/// A fingerprint of what is expected in the case with this place.
fn expected(index: usize, expectations: &Expectations) -> u64 {
    let scripted = expectations.input_variants.first();
    let turns = scripted.and_then(|variant| variant.cases.get(index)).map(|(_, turns)| turns);
    let products = scripted.and_then(|variant| variant.products.get(index));
    let calls = expectations.calls.get(index);
    let calls = calls.map(|all| all.iter().map(Arc::as_ref).collect::<Vec<_>>());
    fingerprint(&(turns, products, calls))
}

/// Takes in what is written, piece by piece: there may be many megabytes.
#[derive(Default)]
struct Written {
    digester: Digester,
    pending: String,
}

impl Written {
    fn flushed(&mut self) -> &Digester {
        let digester = std::mem::take(&mut self.digester);
        self.digester = digester.with(self.pending.as_bytes());
        self.pending.clear();
        &self.digester
    }
}

impl fmt::Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        const MANY: usize = 64 << 10;
        self.pending.push_str(text);
        if self.pending.len() >= MANY {
            self.flushed();
        }
        Ok(())
    }
}

/// The beginning of the digest of what something holds.
fn fingerprint(what: &impl Debug) -> u64 {
    let mut written = Written::default();
    // Nothing in it fails to be written.
    let _ = write!(written, "{what:?}");
    written.flushed().digest().beginning()
}

/// Words for what is too long for words: they differ where it does.
fn mark(what: &impl Debug) -> String {
    format!("#{:08x}", fingerprint(what) >> 32)
}

fn named(name: &str, words: impl Into<String>) -> (String, String) {
    (name.to_owned(), words.into())
}

fn in_seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}
