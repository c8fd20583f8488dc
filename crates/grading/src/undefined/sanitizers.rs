//! The variant with sanitizers: built once, run on every case that is checked. That nothing was found means something only if the
//! hook could have reported it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::build_variants::sanitizer_limits;
use super::subject::{UndefinedSearch, UndefinedSubject};
use crate::analysis::{AnalysisTopics, SubmissionAnalysis, analyse_build};
use crate::case_run::CaseRun;
use crate::error::GradingError;
use crate::execute::{self, ExecutionTarget, StdinSource, VariantProgram};
use crate::functions::{CallableFunction, FunctionLinker, LEVELS, generate_mark};
use crate::prepared_case::{CaseKind, PreparedCase};
use cpp::functions;
use cpp::functions::FunctionMatch;
use judging::undefined;
use judging::undefined::record::SanitizerRecord;
use judging::undefined::{BuildVariant, record};
use model::{Exit, Observation, SourceLocation, UndefinedFinding, Verdict};
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuildOutput, BuiltProgram};

/// The program's name where the builder puts it.
const PROGRAM: &str = "program";

/// What was reported in one case.
struct SanitizerReport {
    case: Arc<PreparedCase>,
    /// Whether the case calls functions, so that ours are among the frames.
    is_call: bool,
    record: SanitizerRecord,
}

/// The lines of the sources at addresses in a program.
type LinesByAddress = BTreeMap<u64, Vec<(String, u32)>>;

/// What a program reported, with the lines of its addresses.
type LocatedReports = Vec<(SanitizerReport, LinesByAddress)>;

impl UndefinedSubject<'_> {
    /// Adds all findings.
    pub(super) fn run_sanitizers(&self, search: &mut UndefinedSearch) -> Result<(), GradingError> {
        let prepared = self.prepared;
        let settings = &prepared.build_variants.sanitized;
        let terminal = self.assignment.terminal;
        let mut runner = self.session.start_runner(&settings.toolchain, terminal)?;
        let kept = self.session.cached_builds(settings);
        let extras = BuildExtras {
            ours: &prepared.watcher,
            kept,
            ..BuildExtras::default()
        };
        let mut built = toolchain::build_program(settings, self.sources, &extras, &mut runner)?;
        search.log.append(&mut built.report.log);
        let Some(BuiltProgram::Executable(program)) = built.program.clone() else {
            let reason = "The program could not be built with sanitizers.";
            search.unknown.push(reason.to_owned());
            return Ok(());
        };
        let analysis = self.analyse_objects(&mut built, &mut runner)?;
        let mut doubts = Vec::new();
        doubts.extend(interposed_reason(&analysis));
        let drivers = &prepared.drivers;
        let built = &built;
        let functions = &analysis.functions;
        if let Err(reason) = functions {
            search.unknown.push(reason.clone());
            return Ok(());
        }
        let mut linking = FunctionLinker {
            drivers,
            built,
            functions,
            log: Vec::new(),
        };
        let mut reports = self.call_all(&mut linking, &mut doubts, &mut runner)?;
        search.log.append(&mut linking.log);
        reports.extend(self.play_all(&program, &mut doubts, &mut runner)?);
        reports.sort_by_key(|(report, _)| report.case.place);
        let findings = self.collect_findings(&reports, &built.files);
        if findings.is_empty() {
            search.unknown.extend(doubts.into_iter().next());
        }
        search.findings.extend(findings);
        Ok(())
    }

    /// What must be known of the objects with sanitizers.
    fn analyse_objects(
        &self,
        built: &mut BuildOutput,
        runner: &mut InterruptibleRunner,
    ) -> Result<SubmissionAnalysis, GradingError> {
        let topics = AnalysisTopics {
            functions: self.checked_runs().any(calls_function),
            watched: &self.prepared.watched,
            ..AnalysisTopics::default()
        };
        Ok(analyse_build(self.assignment, built, topics, runner)?)
    }

    /// Plays the cases with a script.
    fn play_all(
        &self,
        path: &Path,
        doubts: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<LocatedReports, GradingError> {
        let mut reports = Vec::new();
        let mut stopped = 0;
        for ran in self.checked_runs() {
            if calls_function(ran) || !should_run_again(ran, &mut stopped) {
                continue;
            }
            let mark = generate_mark()?;
            let program = with_variant(path, Vec::new(), &mark);
            let seen = self.play_case(ran, &program, runner)?;
            let record = record::read_record(&seen.stderr, &mark);
            if record.is_none() && !is_fully_observed(ran, &seen, &mark) {
                doubts.push(unseen_reason());
            }
            let record = record.filter(|_| counts_against_program(ran, &seen));
            reports.extend(record.map(|record| SanitizerReport {
                case: Arc::clone(&ran.case),
                is_call: false,
                record,
            }));
        }
        self.locate_reports(reports, PROGRAM, runner)
    }

    /// Makes the calls of the cases that call functions, one level after the other.
    fn call_all(
        &self,
        linking: &mut FunctionLinker<'_>,
        doubts: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<LocatedReports, GradingError> {
        let mut all = Vec::new();
        if !self.checked_runs().any(calls_function) {
            return Ok(all);
        }
        for level in LEVELS {
            let callable = linking.link_level(level, runner)?;
            let mut reports: BTreeMap<&Path, Vec<SanitizerReport>> = BTreeMap::new();
            for ran in self.checked_runs() {
                let Some(callable) = callable.get(&ran.case.place) else {
                    continue;
                };
                let CallableFunction::Ready(path, found) = callable else {
                    // What can be called without sanitizers, and is right, can be called with them.
                    doubts.extend(is_right(ran).then(unseen_reason));
                    continue;
                };
                let report = run_calls(&ran.case, path, found, doubts, runner)?;
                reports.entry(path).or_default().extend(report);
            }
            for (path, reports) in reports {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                all.extend(self.locate_reports(reports, &name, runner)?);
            }
            FunctionLinker::remove_programs(callable, runner)?;
        }
        Ok(all)
    }

    /// Looks the addresses of a program's reports up, as long as the program is there.
    fn locate_reports(
        &self,
        reports: Vec<SanitizerReport>,
        program: &str,
        runner: &mut InterruptibleRunner,
    ) -> Result<LocatedReports, GradingError> {
        let frames = reports.iter().flat_map(|report| &report.record.frames);
        // The program is linked at a fixed address, far below the libraries.
        let mut addresses: Vec<u64> = frames.filter(|&&it| it < 1 << 32).copied().collect();
        addresses.sort_unstable();
        addresses.dedup();
        if addresses.is_empty() {
            return Ok(reports
                .into_iter()
                .map(|report| (report, LinesByAddress::new()))
                .collect());
        }
        let settings = &self.prepared.build_variants.sanitized;
        let lines = toolchain::locate_addresses(settings, program, &addresses, runner)?;
        Ok(reports
            .into_iter()
            .map(|report| (report, lines.clone()))
            .collect())
    }

    fn collect_findings(
        &self,
        reports: &[(SanitizerReport, LinesByAddress)],
        files: &[(String, Vec<u8>)],
    ) -> Vec<UndefinedFinding> {
        let mut findings: Vec<UndefinedFinding> = Vec::new();
        for (report, lines) in reports {
            let place = report.source_location(files, lines);
            if report.is_call && place.is_none() {
                continue;
            }
            let Some(named) = undefined::explain_record(&report.record) else {
                continue;
            };
            let id = report.case.spec.id.clone();
            let same = |one: &&mut UndefinedFinding| {
                one.kind == named.kind
                    && one.place.as_ref().map(file_and_line) == place.as_ref().map(file_and_line)
            };
            match findings.iter_mut().find(same) {
                Some(known) => known.cases.push(id),
                None => findings.push(UndefinedFinding {
                    kind: named.kind,
                    sentence: named.sentence.to_owned(),
                    detail: named.detail,
                    place,
                    cases: vec![id],
                }),
            }
        }
        findings
    }
}

fn is_right(ran: &CaseRun) -> bool {
    ran.judgement.verdict == Verdict::Accepted
}

fn calls_function(ran: &CaseRun) -> bool {
    matches!(ran.case.kind, CaseKind::Calls(..))
}

/// A run that was stopped takes long and is likely to be stopped again: one is enough.
fn should_run_again(ran: &CaseRun, stopped: &mut usize) -> bool {
    const STOPPED: usize = 1;
    match ran.observation.as_ref().map(|seen| seen.exit) {
        Some(Exit::Stopped(_)) => {
            *stopped += 1;
            *stopped <= STOPPED
        }
        Some(Exit::Code(_) | Exit::Signal(_)) => true,
        Some(Exit::NotStarted) | None => false,
    }
}

/// Whether what a run shows can be held against the program. Where the script has ended before the program has what it
/// wants, its variables stay without values, and nobody promised it such an end; unless it handles the end as it should.
fn counts_against_program(ran: &CaseRun, seen: &Observation) -> bool {
    !seen.saw_eof || is_right(ran)
}

/// Makes the calls of a case, until one is reported.
fn run_calls(
    case: &Arc<PreparedCase>,
    path: &Path,
    found: &FunctionMatch,
    doubts: &mut Vec<String>,
    runner: &mut InterruptibleRunner,
) -> Result<Option<SanitizerReport>, GradingError> {
    let CaseKind::Calls(function, _) = &case.kind else {
        return Ok(None);
    };
    let limits = sanitizer_limits(&case.spec.limits);
    for (number, call) in function.calls.iter().enumerate() {
        if !functions::supports_call(function, found.prototype, call) {
            continue;
        }
        let mark = generate_mark()?;
        let arguments = vec!["-".to_owned(), case.place.to_string(), number.to_string()];
        let program = with_variant(path, arguments, &mark);
        let input = StdinSource::Lines(&[]);
        let seen = execute::execute_program(&program, input, &limits, runner)?;
        if let Some(record) = record::read_record(&seen.stderr, &mark) {
            // Whose mistake it is, is known by the lines alone.
            doubts.extend(record.frames.is_empty().then(unseen_reason));
            return Ok(Some(SanitizerReport {
                case: Arc::clone(case),
                is_call: true,
                record,
            }));
        }
        if !record::is_hook_intact(&seen.stderr, &mark, seen.exit) {
            doubts.push(unseen_reason());
        }
        if matches!(seen.exit, Exit::Stopped(_)) {
            return Ok(None);
        }
    }
    Ok(None)
}

fn file_and_line(place: &SourceLocation) -> (&str, u32) {
    (&place.file, place.line)
}

impl SanitizerReport {
    /// The innermost place that is in one of the student's files.
    fn source_location(
        &self,
        files: &[(String, Vec<u8>)],
        known: &LinesByAddress,
    ) -> Option<SourceLocation> {
        let told = self.record.place.as_ref();
        let told =
            told.and_then(|(line, file)| undefined::find_source_location(files, file, *line));
        told.or_else(|| {
            let frames = self.record.frames.iter();
            let lines = frames.filter_map(|address| known.get(address)).flatten();
            lines
                .into_iter()
                .find_map(|(file, line)| undefined::find_source_location(files, file, *line))
        })
    }
}

fn with_variant(path: &Path, arguments: Vec<String>, mark: &str) -> ExecutionTarget {
    ExecutionTarget::VariantProgram(VariantProgram {
        path: path.to_owned(),
        arguments,
        environment: BuildVariant::Sanitized.environment(mark),
        instrumented: true,
    })
}

/// Whether the hook could have said something from the beginning to the end. A program that ends by itself in its ordinary run, and
/// with sanitizers by a signal of which nobody says anything, was not seen to its end.
pub(super) fn is_fully_observed(ordinary: &CaseRun, seen: &Observation, mark: &str) -> bool {
    let exit = ordinary.observation.as_ref().map(|seen| seen.exit);
    let is_cut_short = matches!(exit, Some(Exit::Code(_))) && matches!(seen.exit, Exit::Signal(_));
    !is_cut_short && record::is_hook_intact(&seen.stderr, mark, seen.exit)
}

/// Why nothing is known of a program that stands between the sanitizers and what watches them.
pub(super) fn interposed_reason(analysis: &SubmissionAnalysis) -> Option<String> {
    let name = match &analysis.interposed {
        Ok(name) => name.as_ref()?,
        Err(reason) => return Some(reason.clone()),
    };
    Some(format!(
        "The program has or uses `{}`, which is needed to learn what sanitizers find, so nobody knows what they found.",
        name.replace('`', "'")
    ))
}

/// Why a run in which nothing was found says nothing.
pub(super) fn unseen_reason() -> String {
    "What watches the sanitizers could not be heard from the beginning to the end of a run, so nobody knows what they found."
        .to_owned()
}
