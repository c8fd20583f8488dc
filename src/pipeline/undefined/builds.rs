//! Variants that a right program does not notice: other bytes in memory that nobody has set, more optimisation.
//!
//! First the ordinary objects are only linked again, with a stack that is filled. Then two variants are built, as unlike
//! each other as they can be, and only if they differ a third, which tells the causes apart. A difference counts if it
//! shows again: one after the other, each variant does what it did before. A clock that went on, or a number drawn anew,
//! would show in the variant itself.

use std::path::{Path, PathBuf};

use super::super::analysis::{Topics, analyse_build};
use super::super::grading_error::GradingError;
use super::differing::{Differing, detail, sentence, suspects};
use super::subject::Subject;
use crate::build::{self, Built, Extras, Runnable};
use crate::execute::{Program, VariantProgram};
use crate::model::{BuildReport, BuildSettings, Exit, UNINITIALISED, UndefinedFinding};
use crate::runner::InterruptibleRunner;
use crate::undefined::sameness::{self, Trace};
use crate::undefined::{self, BuildVariant};

/// How often each of two variants that differ is run again.
const AGAIN: usize = 2;

/// A variant that was built, in a place of its own.
struct Ready {
    build_variant: BuildVariant,
    program: PathBuf,
    report: BuildReport,
    files: Vec<(String, Vec<u8>)>,
    runner: InterruptibleRunner,
}

impl Subject<'_> {
    /// At most one finding; or why a variant could not be built, in a sentence. What `known` explains is not explained again.
    pub(super) fn with_builds(
        &self,
        known: &[UndefinedFinding],
        own: &mut InterruptibleRunner,
        log: &mut Vec<String>,
    ) -> Result<Result<Option<UndefinedFinding>, String>, GradingError> {
        let may_change = match &self.may_change {
            Ok(may_change) => *may_change,
            Err(reason) => return Ok(Err(reason.clone())),
        };
        let BuildSettings { toolchain, flags, .. } = &self.prepared.build_variants.plain;
        if may_change || sameness::has_no_exit_code(toolchain.takes_cpp(), flags) {
            return Ok(Ok(None));
        }
        let cases: Vec<usize> = self.comparable(known);
        let mut by_memory = self.painted(&cases, own, log)?;
        if self.prepared.asked.quick {
            if by_memory.cases.is_empty() {
                return Ok(Ok(None));
            }
            // Built for the compiler's suspicion, which says where.
            let zeros = self.ready(BuildVariant::Zeros, log)?;
            let finding = self.finding(&by_memory, &Differing::default(), zeros.iter());
            return Ok(Ok(Some(finding)));
        }
        let Some(mut pattern) = self.ready(BuildVariant::Pattern, log)? else {
            return Ok(Err(built()));
        };
        let Some(mut optimised) = self.ready(BuildVariant::Optimised, log)? else {
            return Ok(Err(built()));
        };
        let mut by_build = Differing::default();
        for &case in cases.iter().filter(|case| !by_memory.cases.contains(case)) {
            if let Some(traces) = self.between(case, &mut pattern, &mut optimised)? {
                by_build.note(case, traces);
            }
        }
        if by_memory.cases.is_empty() && by_build.cases.is_empty() {
            return Ok(Ok(None));
        }
        let mut zeros = self.ready(BuildVariant::Zeros, log)?;
        if let (None, Some(zeros), Some(case)) =
            (&by_memory.traces, &mut zeros, by_build.cases.first())
        {
            by_memory.traces = self.between(*case, zeros, &mut pattern)?;
        }
        let finding = self.finding(&by_memory, &by_build, zeros.iter().chain([&optimised]));
        Ok(Ok(Some(finding)))
    }

    /// What differs, in words, at the place that the compiler of one of these builds suspects.
    fn finding<'r>(
        &self,
        by_memory: &Differing,
        by_build: &Differing,
        builds: impl Iterator<Item = &'r Ready>,
    ) -> UndefinedFinding {
        let builds = builds.map(|it| (&it.report, it.files.as_slice()));
        let places = suspects(builds, by_memory.traces.is_some());
        let (kind, detail) = (UNINITIALISED, detail(by_memory, by_build));
        let sentence = sentence(by_memory.traces.is_some(), &places);
        let place = places.into_iter().next().map(|(place, _)| place);
        let both = by_memory.cases.iter().chain(&by_build.cases);
        let cases = both.map(|case| self.assignment.cases[*case].id.clone()).collect();
        UndefinedFinding { kind, sentence, detail, place, cases }
    }

    /// The ordinary objects with a stack that is full of one byte, and then of another.
    fn painted(
        &self,
        cases: &[usize],
        own: &mut InterruptibleRunner,
        log: &mut Vec<String>,
    ) -> Result<Differing, GradingError> {
        const NAME: &str = "painted";
        let mut differing = Differing::default();
        let painter = &self.prepared.painter;
        let linked = build::relink(
            &self.prepared.build_variants.painted,
            &self.built.objects,
            painter,
            NAME,
            own,
        )?;
        let (program, mut commands) = linked;
        log.append(&mut commands);
        let Some(path) = program else { return Ok(differing) };
        for &case in cases {
            let traces = difference(|first| {
                let environment = undefined::painted(u8::from(!first));
                self.trace(case, &path, environment, own)
            })?;
            if let Some(traces) = traces {
                differing.note(case, traces);
            }
        }
        Ok(differing)
    }

    /// The cases that can be expected to end in the same way again, and that nothing explains already. A script that was
    /// too short leaves variables without their values, and what was stopped may be stopped elsewhere.
    fn comparable(&self, known: &[UndefinedFinding]) -> Vec<usize> {
        let ends = |case: &usize| {
            let seen = self.ran.get(*case).and_then(|ran| ran.observation.as_ref());
            seen.is_some_and(|seen| {
                matches!(seen.exit, Exit::Code(_) | Exit::Signal(_)) && !seen.saw_eof
            })
        };
        let is_explained = |case: &usize| {
            let id = &self.assignment.cases[*case].id;
            known.iter().any(|finding| finding.cases.contains(id))
        };
        let cases = self.prepared.asked.cases.iter().copied();
        cases.filter(|case| ends(case) && !is_explained(case)).collect()
    }

    /// What two variants do in a case, if it is not the same.
    fn between(
        &self,
        case: usize,
        one: &mut Ready,
        other: &mut Ready,
    ) -> Result<Option<(Trace, Trace)>, GradingError> {
        difference(|first| {
            let ready = if first { &mut *one } else { &mut *other };
            let environment = ready.build_variant.environment("");
            self.trace(case, &ready.program, environment, &mut ready.runner)
        })
    }

    /// Builds one variant; none if its compiler does not take the sources.
    fn ready(
        &self,
        build_variant: BuildVariant,
        log: &mut Vec<String>,
    ) -> Result<Option<Ready>, GradingError> {
        let assignment = self.assignment;
        let settings = self.prepared.build_variants.settings(build_variant);
        let mut runner = self.session.runner(&settings.toolchain, assignment.terminal)?;
        let extras = Extras { kept: self.session.kept_builds(settings), ..Extras::default() };
        let mut built = build::build(settings, self.sources, &extras, &mut runner)?;
        analyse_build(assignment, &mut built, Topics::default(), &mut runner)?;
        let Built { mut report, program, files, .. } = built;
        log.append(&mut report.log);
        Ok(match program {
            Some(Runnable::Executable(program)) => {
                Some(Ready { build_variant, program, report, files, runner })
            }
            Some(Runnable::Simulated(..)) | None => None,
        })
    }

    fn trace(
        &self,
        case: usize,
        program: &Path,
        environment: Vec<(String, String)>,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<Trace>, GradingError> {
        let (path, arguments) = (program.to_owned(), Vec::new());
        let program = VariantProgram { path, arguments, environment, instrumented: false };
        let seen = self.play(case, &Program::VariantProgram(program), runner)?;
        Ok(sameness::trace(&seen))
    }
}

/// What the first and the second of two ways to run a program come to, if it is not the same, each time.
fn difference(
    mut run: impl FnMut(bool) -> Result<Option<Trace>, GradingError>,
) -> Result<Option<(Trace, Trace)>, GradingError> {
    let (Some(first), Some(second)) = (run(true)?, run(false)?) else { return Ok(None) };
    if first == second {
        return Ok(None);
    }
    for _ in 0..AGAIN {
        if run(true)?.as_ref() != Some(&first) || run(false)?.as_ref() != Some(&second) {
            return Ok(None);
        }
    }
    Ok(Some((first, second)))
}

fn built() -> String {
    "The program could not be built in another way.".to_owned()
}
