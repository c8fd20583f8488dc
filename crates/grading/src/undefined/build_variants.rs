//! How the submissions of one assignment are built, by the rubric's flags and in other variants; and whether these work on this
//! machine: small programs with a planted mistake, which must be noticed.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

use crate::Session;
use crate::execute::{self, ExecutionTarget, StdinSource, VariantProgram};
use crate::functions::generate_mark;
use crate::toolbox::ToolchainSet;
use judging::undefined;
use judging::undefined::{BuildVariant, record};
use model::{
    Assignment, BuildSettings, Course, Exit, Observation, RunLimits, SourceFile, Submission,
    SubmissionContent, Toolchain,
};
use toolchain::{BuildError, BuildExtras, BuiltProgram};

/// The ids of an assignment and of a toolchain.
pub(in super::super) type AssignmentToolchain<'a> = (&'a str, &'a str);

/// How sources for one toolchain of an assignment are built, in each variant.
pub(in super::super) struct BuildVariants<'a> {
    pub(super) assignment: &'a Assignment,
    /// As the rubric has it.
    pub(super) plain: BuildSettings,
    pub(super) sanitized: BuildSettings,
    zeros: BuildSettings,
    pattern: BuildSettings,
    optimised: BuildSettings,
}

impl<'a> BuildVariants<'a> {
    pub(super) fn new(assignment: &'a Assignment, toolchain: &Toolchain) -> BuildVariants<'a> {
        let plain = assignment.build_settings(toolchain);
        BuildVariants {
            assignment,
            sanitized: BuildVariant::Sanitized.apply_to(&plain),
            zeros: BuildVariant::Zeros.apply_to(&plain),
            pattern: BuildVariant::Pattern.apply_to(&plain),
            optimised: BuildVariant::Optimised.apply_to(&plain),
            plain,
        }
    }

    /// Those that submissions need: of assignments that ask for them, with toolchains that can make them and are there.
    pub(in super::super) fn for_submissions(
        course: &'a Course,
        submissions: &[Submission],
        toolbox: &ToolchainSet,
    ) -> BTreeMap<AssignmentToolchain<'a>, BuildVariants<'a>> {
        let mut all = BTreeMap::new();
        for submission in submissions {
            let mut asking = course
                .assignments
                .iter()
                .filter(|one| one.undefined.is_some());
            let assignment = asking.find(|one| one.id == submission.assignment);
            let (Some(assignment), SubmissionContent::Sources(sources)) =
                (assignment, &submission.content)
            else {
                continue;
            };
            let toolchain = assignment.choose_toolchain(sources);
            if toolchain.compiles_to_programs() && toolbox.find_problem(toolchain).is_none() {
                let pair = (assignment.id.as_str(), toolchain.name.as_str());
                all.entry(pair)
                    .or_insert_with(|| BuildVariants::new(assignment, toolchain));
            }
        }
        all
    }

    /// How one variant is built.
    pub(super) fn variant_settings(&self, build_variant: BuildVariant) -> &BuildSettings {
        match build_variant {
            BuildVariant::Sanitized => &self.sanitized,
            BuildVariant::Zeros => &self.zeros,
            BuildVariant::Pattern => &self.pattern,
            BuildVariant::Optimised => &self.optimised,
        }
    }
}

/// What a program with sanitizers may use: a multiple, since it does more, and memory that it really holds.
pub fn sanitizer_limits(limits: &RunLimits) -> RunLimits {
    const TIMES: u32 = 4;
    const MORE: u64 = 256 << 20;
    RunLimits {
        cpu: limits.cpu * TIMES,
        after_end: None,
        wall: limits.wall * TIMES,
        memory: limits.memory.saturating_mul(2).saturating_add(MORE),
        stack: limits.stack,
        output: limits.output,
    }
}

/// What is tried, and where.
pub(super) struct VariantTrial<'a> {
    pub(super) build_variants: &'a BuildVariants<'a>,
    pub(super) session: Session<'a>,
}

/// An index that the array does not have. Both programs are C as well as C++.
const OUTSIDE: &str =
    "int main(void) { int array[2] = {0, 0}; volatile int place = 2; return array[place]; }\n";

/// A variable without a value: the exit code tells whether it is zero.
const WITHOUT_VALUE: &str =
    "int main(void) { int number; volatile int* place = &number; return *place != 0; }\n";

const LIMITS: RunLimits = RunLimits {
    cpu: Duration::from_secs(1),
    after_end: None,
    wall: Duration::from_secs(5),
    memory: 256 << 20,
    stack: sandbox::DEFAULT_STACK,
    output: 1 << 20,
};

impl VariantTrial<'_> {
    /// Whether sanitizers report to the hook, which is compiled for it.
    pub(super) fn try_sanitizers(&self, watcher: &mut Vec<Arc<Vec<u8>>>) -> Result<(), BuildError> {
        watcher.push(self.compile_source(undefined::SANITIZER_HOOK)?);
        let mark = generate_mark()?;
        let rejected = |reason| BuildError::Sanitizers { reason };
        let variant = BuildVariant::Sanitized;
        let seen = self.build_and_run(variant, OUTSIDE, watcher, &mark, rejected)?;
        match record::read_record(&seen.stderr, &mark) {
            Some(_) => Ok(()),
            None => {
                let trouble = format!("a planted mistake was not reported, {:?}", seen.exit);
                Err(BuildError::Sanitizers { reason: trouble })
            }
        }
    }

    /// Whether the compiler fills memory as its flags say. The stack filler is compiled for it.
    pub(super) fn try_builds(&self, painter: &mut Vec<Arc<Vec<u8>>>) -> Result<(), BuildError> {
        self.stack_filler(painter)?;
        for (build_variant, code) in [
            (BuildVariant::Zeros, 0),
            (BuildVariant::Pattern, 1),
            (BuildVariant::Optimised, 0),
        ] {
            let rejected = |reason| BuildError::Fills { reason };
            let seen = self.build_and_run(build_variant, WITHOUT_VALUE, &[], "", rejected)?;
            if seen.exit != Exit::Code(code) {
                let trouble = format!("a planted mistake was not noticed, {:?}", seen.exit);
                return Err(BuildError::Fills { reason: trouble });
            }
        }
        Ok(())
    }

    /// Compiles the stack filler, which is all that a quick search needs.
    pub(super) fn stack_filler(&self, painter: &mut Vec<Arc<Vec<u8>>>) -> Result<(), BuildError> {
        painter.push(self.compile_source(undefined::STACK_FILLER)?);
        Ok(())
    }

    /// Compiles a source of the grader.
    fn compile_source(&self, source: &str) -> Result<Arc<Vec<u8>>, BuildError> {
        let settings = &self.build_variants.plain;
        let runner = || self.session.start_runner(&settings.toolchain, false);
        toolchain::compile_driver(
            settings,
            source,
            self.session.cached_builds(settings),
            runner,
        )
    }

    /// Builds a program in a variant and runs it. If the compiler does not take it, `rejected` makes an error of its words.
    fn build_and_run(
        &self,
        build_variant: BuildVariant,
        text: &str,
        ours: &[Arc<Vec<u8>>],
        mark: &str,
        rejected: impl FnOnce(String) -> BuildError,
    ) -> Result<Observation, BuildError> {
        let takes_cpp = self.build_variants.plain.toolchain.takes_cpp();
        let name = if takes_cpp {
            "planted.cpp"
        } else {
            "planted.c"
        };
        let unwritable = |source| BuildError::Write {
            path: name.into(),
            source,
        };
        let place = tempfile::Builder::new()
            .prefix("grader-")
            .tempdir()
            .map_err(unwritable)?;
        let path = place.path().join(name);
        fs::write(&path, text).map_err(unwritable)?;
        let sources = [SourceFile::from_path(path)];
        let settings = self.build_variants.variant_settings(build_variant);
        let mut runner = self.session.start_runner(&settings.toolchain, false)?;
        let kept = self.session.cached_builds(settings);
        let extras = BuildExtras {
            ours,
            kept,
            ..BuildExtras::default()
        };
        let built = toolchain::build_program(settings, &sources, &extras, &mut runner)?;
        let Some(BuiltProgram::Executable(path)) = built.program else {
            let said = built.report.diagnostics.lines().next().unwrap_or_default();
            return Err(rejected(said.trim_end_matches('.').to_owned()));
        };
        let program = ExecutionTarget::VariantProgram(VariantProgram {
            path,
            arguments: Vec::new(),
            environment: build_variant.environment(mark),
            instrumented: build_variant == BuildVariant::Sanitized,
        });
        let input = StdinSource::Lines(&[]);
        let limits = sanitizer_limits(&LIMITS);
        Ok(execute::execute_program(
            &program,
            input,
            &limits,
            &mut runner,
        )?)
    }
}
