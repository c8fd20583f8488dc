//! Variants that a right program does not notice: other bytes in uninitialised memory, more optimisation.
//!
//! First the ordinary objects are only linked again, with a stack that is filled. Then two variants are built, as different as
//! possible, and only if they differ a third one, which separates the causes. A difference counts if it shows again: one after the
//! other, each variant does what it did before. A clock or a random number would already differ within one variant.

use std::path::{Path, PathBuf};

use super::subject::{UndefinedSearch, UndefinedSubject};
use crate::analysis::{AnalysisTopics, analyse_build};
use crate::case_run::CaseRun;
use crate::error::GradingError;
use crate::execute::{ExecutionTarget, VariantProgram};
use crate::experiment::Experiment;
use judging::undefined;
use judging::undefined::build_variant::RunTrace;
use judging::undefined::{BuildVariant, build_variant};
use model::{BuildReport, BuildSettings, Exit, SourceLocation, UNINITIALISED, UndefinedFinding};
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuildOutput, BuiltProgram};

/// How often each of two variants that differ is run again.
const AGAIN: usize = 2;

/// A variant that was built, in a place of its own.
struct BuiltVariant {
    build_variant: BuildVariant,
    program: PathBuf,
    report: BuildReport,
    files: Vec<(String, Vec<u8>)>,
    runner: InterruptibleRunner,
}

impl UndefinedSubject<'_> {
    /// Adds at most one finding. What is explained by the findings so far is not explained again.
    pub(super) fn compare_builds(
        &self,
        search: &mut UndefinedSearch,
        own: &mut InterruptibleRunner,
    ) -> Result<(), GradingError> {
        let may_change = match &self.may_change {
            Ok(may_change) => *may_change,
            Err(reason) => {
                search.unknown.push(reason.clone());
                return Ok(());
            }
        };
        let BuildSettings {
            toolchain, flags, ..
        } = &self.prepared.build_variants.plain;
        if may_change || build_variant::has_no_exit_code(toolchain.takes_cpp(), flags) {
            return Ok(());
        }
        let cases = self.comparable_runs(&search.findings);
        let mut by_memory = self.compare_stack_fills(&cases, own, &mut search.log)?;
        if self.prepared.checks.quick {
            if !by_memory.cases.is_empty() {
                // Built for the compiler's suspicion, which says where.
                let zeros = self.build_in_variant(BuildVariant::Zeros, &mut search.log)?;
                let by_build = VariantDifferences::default();
                let finding = self.difference_finding(&by_memory, &by_build, zeros.iter());
                search.findings.push(finding);
            }
            return Ok(());
        }
        let mut built = Vec::new();
        for build_variant in [BuildVariant::Pattern, BuildVariant::Optimised] {
            let Some(variant) = self.build_in_variant(build_variant, &mut search.log)? else {
                let reason = "The program could not be built in another way.";
                search.unknown.push(reason.to_owned());
                return Ok(());
            };
            built.push(variant);
        }
        let [pattern, optimised] = built.as_mut_slice() else {
            return Ok(());
        };
        let mut by_build = VariantDifferences::default();
        for &ran in &cases {
            if by_memory.shows(ran) {
                continue;
            }
            if let Some(traces) = self.compare_variants(ran, pattern, optimised)? {
                by_build.add_case(ran, traces);
            }
        }
        if by_memory.cases.is_empty() && by_build.cases.is_empty() {
            return Ok(());
        }
        let mut zeros = self.build_in_variant(BuildVariant::Zeros, &mut search.log)?;
        if let (None, Some(zeros), Some(case)) =
            (&by_memory.traces, &mut zeros, by_build.cases.first())
        {
            by_memory.traces = self.compare_variants(case, zeros, pattern)?;
        }
        let builds = zeros.iter().chain([&*optimised]);
        let finding = self.difference_finding(&by_memory, &by_build, builds);
        search.findings.push(finding);
        Ok(())
    }

    /// What differs, in words, at the place that the compiler of one of these builds suspects.
    fn difference_finding<'r>(
        &self,
        by_memory: &VariantDifferences<'_>,
        by_build: &VariantDifferences<'_>,
        builds: impl Iterator<Item = &'r BuiltVariant>,
    ) -> UndefinedFinding {
        let builds = builds.map(|it| (&it.report, it.files.as_slice()));
        let places = suspect_lines(builds, by_memory.traces.is_some());
        let kind = UNINITIALISED;
        let detail = finding_detail(by_memory, by_build);
        let sentence = finding_sentence(by_memory.traces.is_some(), &places);
        let place = places.into_iter().next().map(|(place, _)| place);
        let both = by_memory.cases.iter().chain(&by_build.cases);
        let cases = both.map(|ran| ran.case.spec.id.clone()).collect();
        UndefinedFinding {
            kind,
            sentence,
            detail,
            place,
            cases,
        }
    }

    /// The ordinary objects with a stack that is full of one byte, and then of another.
    fn compare_stack_fills<'r>(
        &self,
        cases: &[&'r CaseRun],
        own: &mut InterruptibleRunner,
        log: &mut Vec<String>,
    ) -> Result<VariantDifferences<'r>, GradingError> {
        const NAME: &str = "painted";
        let mut differing = VariantDifferences::default();
        let painter = &self.prepared.stack_filler;
        let linked = toolchain::link_with_wrapped_main(
            &self.prepared.build_variants.plain,
            &self.built.objects,
            painter,
            NAME,
            own,
        )?;
        let (program, mut commands) = linked;
        log.append(&mut commands);
        let Some(path) = program else {
            return Ok(differing);
        };
        for &ran in cases {
            let traces = repeated_difference(|first| {
                let environment = undefined::stack_fill_environment(u8::from(!first));
                self.trace_case(ran, &path, environment, own)
            })?;
            if let Some(traces) = traces {
                differing.add_case(ran, traces);
            }
        }
        Ok(differing)
    }

    /// The cases that can be expected to end in the same way again, and that nothing explains already. A script that was
    /// too short leaves variables without their values, and what was stopped may be stopped elsewhere.
    fn comparable_runs(&self, known: &[UndefinedFinding]) -> Vec<&CaseRun> {
        self.checked_runs()
            .filter(|ran| ends_by_itself(ran) && !is_explained(known, ran))
            .collect()
    }

    /// What two variants do in a case, if it is not the same.
    fn compare_variants(
        &self,
        ran: &CaseRun,
        one: &mut BuiltVariant,
        other: &mut BuiltVariant,
    ) -> Result<Option<(RunTrace, RunTrace)>, GradingError> {
        repeated_difference(|first| {
            let ready = if first { &mut *one } else { &mut *other };
            let environment = ready.build_variant.environment("");
            self.trace_case(ran, &ready.program, environment, &mut ready.runner)
        })
    }

    /// Builds one variant; none if its compiler does not take the sources.
    fn build_in_variant(
        &self,
        build_variant: BuildVariant,
        log: &mut Vec<String>,
    ) -> Result<Option<BuiltVariant>, GradingError> {
        let assignment = self.assignment;
        let settings = self.prepared.build_variants.variant_settings(build_variant);
        let mut runner = self
            .session
            .start_runner(&settings.toolchain, assignment.terminal)?;
        let extras = BuildExtras {
            kept: self.session.cached_builds(settings),
            ..BuildExtras::default()
        };
        let mut built = toolchain::build_program(settings, self.sources, &extras, &mut runner)?;
        analyse_build(
            assignment,
            &mut built,
            AnalysisTopics::default(),
            &mut runner,
        )?;
        let BuildOutput {
            mut report,
            program,
            files,
            ..
        } = built;
        log.append(&mut report.log);
        Ok(match program {
            Some(BuiltProgram::Executable(program)) => Some(BuiltVariant {
                build_variant,
                program,
                report,
                files,
                runner,
            }),
            Some(BuiltProgram::Simulated(..)) | None => None,
        })
    }

    fn trace_case(
        &self,
        ran: &CaseRun,
        program: &Path,
        environment: Vec<(String, String)>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<RunTrace>, GradingError> {
        let path = program.to_owned();
        let arguments = Vec::new();
        let program = VariantProgram {
            path,
            arguments,
            environment,
            instrumented: false,
        };
        let seen = self.play_case(ran, &ExecutionTarget::VariantProgram(program), runner)?;
        Ok(build_variant::trace_run(&seen))
    }
}

fn is_explained(known: &[UndefinedFinding], ran: &CaseRun) -> bool {
    let id = &ran.case.spec.id;
    known.iter().any(|finding| finding.cases.contains(id))
}

fn ends_by_itself(ran: &CaseRun) -> bool {
    ran.observation
        .as_ref()
        .is_some_and(|seen| matches!(seen.exit, Exit::Code(_) | Exit::Signal(_)) && !seen.saw_eof)
}

/// The traces of two ways to run a program, if they differ in the same way each time.
fn repeated_difference(
    mut run: impl FnMut(bool) -> Result<Option<RunTrace>, GradingError>,
) -> Result<Option<(RunTrace, RunTrace)>, GradingError> {
    let (Some(first), Some(second)) = (run(true)?, run(false)?) else {
        return Ok(None);
    };
    if first == second {
        return Ok(None);
    }
    let again = Experiment::new(
        0..AGAIN,
        [(true, &first), (false, &second)],
        |is_same: &bool| !is_same,
    );
    let runs = again.run(|_, (is_first, trace)| {
        let is_same = run(is_first)?.as_ref() == Some(trace);
        Ok(is_same)
    })?;
    Ok((!runs.contains(&false)).then_some((first, second)))
}

/// What was seen to differ: the cases, and how the first of them did.
#[derive(Default)]
pub(super) struct VariantDifferences<'r> {
    /// The ordinary runs of these cases.
    pub(super) cases: Vec<&'r CaseRun>,
    pub(super) traces: Option<(RunTrace, RunTrace)>,
}

impl<'r> VariantDifferences<'r> {
    pub(super) fn add_case(&mut self, ran: &'r CaseRun, traces: (RunTrace, RunTrace)) {
        self.cases.push(ran);
        self.traces.get_or_insert(traces);
    }

    /// Whether the case of a run is among them.
    pub(super) fn shows(&self, ran: &CaseRun) -> bool {
        self.cases
            .iter()
            .any(|one| one.case.place == ran.case.place)
    }
}

/// The lines at which the compiler points, with its words. What it is certain of comes first, then the order of the source.
pub(super) fn suspect_lines<'r>(
    builds: impl Iterator<Item = (&'r BuildReport, &'r [(String, Vec<u8>)])>,
    by_memory: bool,
) -> Vec<(SourceLocation, String)> {
    const WITHOUT_RETURN: &str = "-Wreturn-type";
    const FLAGS: [&str; 5] = [
        "-Wuninitialized",
        WITHOUT_RETURN,
        "-Wsometimes-uninitialized",
        "-Wmaybe-uninitialized",
        "-Wanalyzer-use-of-uninitialized-value",
    ];
    let mut found: Vec<(usize, SourceLocation, String)> = Vec::new();
    for (report, files) in builds {
        for warning in &report.warnings.listed {
            let rank = FLAGS.iter().position(|flag| *flag == warning.flag);
            let rank = rank.filter(|_| warning.flag != WITHOUT_RETURN || !by_memory);
            let place = undefined::find_source_location(files, &warning.file, warning.line);
            found.extend(rank.zip(place).map(|(rank, place)| {
                let message = warning.message.replace(" [CWE-457]", "");
                (rank, place, message)
            }));
        }
    }
    found.sort_by(|(rank, one, _), (other, two, _)| {
        (rank, &one.file, one.line).cmp(&(other, &two.file, two.line))
    });
    let mut suspects: Vec<(SourceLocation, String)> = Vec::new();
    for (_, place, message) in found {
        if !suspects.iter().any(|(known, _)| *known == place) {
            suspects.push((place, message));
        }
    }
    suspects
}

/// What is wrong, in general words, and where the compiler points.
pub(super) fn finding_sentence(by_memory: bool, suspects: &[(SourceLocation, String)]) -> String {
    let what = if by_memory {
        "What the program does depends on memory that holds no value of its own: a variable is used before it has a value, \
         or memory after it was given back."
    } else {
        "The program does something else when it is compiled with optimisation (`-O2`), so it does what C++ leaves \
         undefined. Most often, a variable is used before it has a value, or a function ends without `return`."
    };
    let Some(((_, message), others)) = suspects.split_first() else {
        return what.to_owned();
    };
    let others: Vec<String> = others
        .iter()
        .take(4)
        .map(|(place, _)| format!("`{}:{}`", place.file, place.line))
        .collect();
    let also = if others.is_empty() {
        String::new()
    } else {
        format!(" It also points at {}.", others.join(", "))
    };
    format!("{what} The compiler points here: {message}.{also}")
}

/// Where the two first differ.
pub(super) fn finding_detail(
    by_memory: &VariantDifferences<'_>,
    by_build: &VariantDifferences<'_>,
) -> Option<String> {
    let (how, (one, other)) = match (&by_memory.traces, &by_build.traces) {
        (Some(traces), _) => (
            [
                "Where such memory holds zeros",
                "where it holds other bytes",
            ],
            traces,
        ),
        (None, Some(traces)) => (["Without optimisation", "with it"], traces),
        (None, None) => return None,
    };
    let (one, other) = one.first_difference(other)?;
    Some(format!("{} it prints {one}, {} {other}.", how[0], how[1]))
}
