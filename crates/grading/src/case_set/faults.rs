//! Programs with faults: mutants of the solution behind one switch, and the instructor's own. They are built once for a class.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::case_run::CaseRun;
use crate::case_runner::CaseRunner;
use crate::checker::{CheckerRunner, KnownAnswers, PersistentCheckers};
use crate::error::GradingError;
use crate::execute::ExecutionTarget;
use crate::functions::FunctionDrivers;
use crate::prepared_case::{CaseKind, PreparedCase};
use crate::session::Session;
use crate::switched::{
    LinkedPrograms, LoadedProgram, MutantBuilder, linked_statically, path_in_output,
    without_warnings,
};
use crate::unit_tests::TestKit;
use cpp::mutants::{MutantFilter, SourceMutant, SourceText, generate_mutants, sample_mutants};
use model::{Assignment, CaseSetRules, Exit, LimitKind, RunLimits, Verdict};
use toolchain::{Attempt, PROGRAM};

/// The seed of the sample of mutants: the same for all students.
const SEED: u64 = 1;

/// The processor time of a program with a fault: at least so much, and so many times what the solution needs.
const LEAST: Duration = Duration::from_millis(50);
const TIMES: u32 = 4;

/// The most processor time that the solution may need in a student's case.
pub(super) const MOST: Duration = Duration::from_millis(100);

/// Programs with faults, as bytes.
pub(super) struct FaultyPrograms {
    /// The solution with its mutants is [`PROGRAM`], if there are mutants; the others are named by `programs`.
    linked: LinkedPrograms,
    /// The numbers of the mutants that the assignment's own cases notice. Who notices no other one misses nothing.
    pub(super) mutants: Vec<u32>,
    programs: Vec<String>,
}

/// A program with a fault that can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// A mutant of this number.
    Mutant(u32),
    /// The program in this place.
    Program(usize),
}

impl FaultyPrograms {
    /// Builds them, and finds out which mutants the cases of the assignment notice.
    ///
    /// # Errors
    ///
    /// If one of them cannot be built, the solution is wrong in all cases, or the user wants to stop.
    pub(super) fn prepare(
        assignment: &Assignment,
        rules: &CaseSetRules,
        own_cases: &[Arc<PreparedCase>],
        session: Session<'_>,
        course_folder: &Path,
    ) -> Result<FaultyPrograms, GradingError> {
        // Students' cases call no function and run no unit test.
        let bare = Assignment {
            cases: Vec::new(),
            ..assignment.clone()
        };
        let settings = without_warnings(bare.build_settings(&bare.toolchain));
        let (provided, _) = model::add_provided_files(Vec::new(), &bare.provided, "");
        let drivers = FunctionDrivers::new(&bare, settings.clone(), session);
        let kit = TestKit::with_settings(&bare, settings.clone(), session);
        let builder = MutantBuilder {
            assignment: &bare,
            session,
            settings: &settings,
            drivers: &drivers,
            kit: &kit,
            support_objects: &[],
            provided: &provided,
        };
        let mut faulty = FaultyPrograms {
            linked: LinkedPrograms::default(),
            mutants: Vec::new(),
            programs: Vec::new(),
        };
        if !rules.solution.is_empty() {
            faulty.build_mutants(&builder, rules)?;
        }
        for path in &rules.programs {
            faulty.build_program(&builder, path)?;
        }
        let mut loaded = faulty.load(assignment, session)?;
        let kept = PersistentCheckers::default();
        let known = KnownAnswers::default();
        let checkers = CheckerRunner {
            folder: course_folder,
            session,
            persistent: &kept,
            known: &known,
        };
        faulty.keep_noticed_mutants(own_cases, &mut loaded, checkers)?;
        tracing::info!(
            mutants = faulty.mutants.len(),
            programs = faulty.programs.len(),
            "the faults for students' cases are built"
        );
        Ok(faulty)
    }

    /// The mutants of the solution in one program. Those that cannot be behind a switch are left out.
    fn build_mutants(
        &mut self,
        builder: &MutantBuilder<'_>,
        rules: &CaseSetRules,
    ) -> Result<(), GradingError> {
        let mut texts = Vec::new();
        for path in &rules.solution {
            texts.push(read_text(path)?);
        }
        let filter = MutantFilter {
            texts: false,
            thrown_texts: false,
        };
        let all: Vec<SourceMutant> = generate_mutants(&texts, filter)
            .into_iter()
            .filter(|mutant| mutant.switchable)
            .collect();
        let chosen = sample_mutants(&all, rules.max_mutants, SEED);
        for settings in [
            linked_statically(builder.settings),
            builder.settings.clone(),
        ] {
            if let Some(mut built) = builder.build_switched(&settings, &texts, &chosen)? {
                self.linked.files.append(&mut built.linked.files);
                self.mutants = built.mutants.into_iter().collect();
                return Ok(());
            }
        }
        Err(GradingError::Permanent(
            "the `solution` of `faults` does not build, or has no mutants".to_owned(),
        ))
    }

    fn build_program(
        &mut self,
        builder: &MutantBuilder<'_>,
        path: &Path,
    ) -> Result<(), GradingError> {
        let text = read_text(path)?;
        let mut linked = match builder.build_sources(std::slice::from_ref(&text))? {
            Attempt::Done(linked) => linked,
            Attempt::Rejected(said) => {
                let reason = format!("`{}` of `faults` does not build: {said}", path.display());
                return Err(GradingError::Permanent(reason));
            }
        };
        let name = format!("fault-{}", self.programs.len());
        let bytes = linked.files.remove(PROGRAM).unwrap_or_default();
        self.linked.files.insert(name.clone(), bytes);
        self.programs.push(name);
        Ok(())
    }

    /// Leaves only mutants that the assignment's own cases notice: no case can notice one that does nothing else.
    fn keep_noticed_mutants(
        &mut self,
        own_cases: &[Arc<PreparedCase>],
        loaded: &mut LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<(), GradingError> {
        if self.mutants.is_empty() {
            return Ok(());
        }
        let mut usable = Vec::new();
        for case in own_cases.iter().filter(|case| is_plain(case)) {
            let solution = self.run_solution(case, loaded, checkers)?;
            if solution.judgement.verdict == Verdict::Accepted {
                usable.push((case, fault_limits(case, Some(&solution))));
            }
        }
        if usable.is_empty() {
            let reason = "the `solution` of `faults` is right in no case of the assignment";
            return Err(GradingError::Permanent(reason.to_owned()));
        }
        let mut noticed = Vec::new();
        for number in &self.mutants {
            for (case, limits) in &usable {
                if self.is_noticed(Fault::Mutant(*number), case, limits, loaded, checkers)? {
                    noticed.push(*number);
                    break;
                }
            }
        }
        self.mutants = noticed;
        Ok(())
    }

    /// The programs in a sandbox of their own.
    pub(super) fn load(
        &self,
        assignment: &Assignment,
        session: Session<'_>,
    ) -> Result<LoadedProgram, GradingError> {
        LoadedProgram::new(&self.linked, assignment, &assignment.toolchain, session)
    }

    /// All faults: the mutants, then the programs.
    pub(super) fn all(&self) -> impl Iterator<Item = Fault> {
        let mutants = self.mutants.iter().copied().map(Fault::Mutant);
        mutants.chain((0..self.programs.len()).map(Fault::Program))
    }

    pub(super) fn has_solution(&self) -> bool {
        self.linked.files.contains_key(PROGRAM)
    }

    /// A case with the solution.
    pub(super) fn run_solution(
        &self,
        case: &Arc<PreparedCase>,
        loaded: &mut LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<CaseRun, GradingError> {
        loaded.enable_mutant(0)?;
        let program = loaded.plain_program();
        run_case(case, &case.spec.limits, &program, loaded, checkers)
    }

    /// Whether a fault makes a case fail. What took too long runs once more with twice the time, as a busy machine may be why.
    pub(super) fn is_noticed(
        &self,
        fault: Fault,
        case: &Arc<PreparedCase>,
        limits: &RunLimits,
        loaded: &mut LoadedProgram,
        checkers: CheckerRunner<'_>,
    ) -> Result<bool, GradingError> {
        let program = match fault {
            Fault::Mutant(number) => {
                loaded.enable_mutant(number)?;
                loaded.plain_program()
            }
            Fault::Program(place) => {
                let name = self.programs.get(place).map_or("", String::as_str);
                ExecutionTarget::Built(path_in_output(&loaded.runner, name))
            }
        };
        let mut ran = run_case(case, limits, &program, loaded, checkers)?;
        if was_slow(&ran) {
            let more = RunLimits {
                cpu: limits.cpu * 2,
                ..*limits
            };
            ran = run_case(case, &more, &program, loaded, checkers)?;
        }
        match &ran.judgement.verdict {
            Verdict::Ungraded(reason) => Err(GradingError::Internal(reason.clone())),
            verdict => Ok(verdict.is_failure()),
        }
    }
}

/// What a program with a fault may use in a case.
pub(super) fn fault_limits(case: &PreparedCase, solution: Option<&CaseRun>) -> RunLimits {
    let seen = solution.and_then(|ran| ran.observation.as_ref());
    let used = seen.map_or(LEAST, |seen| seen.usage.cpu);
    let limits = case.spec.limits.without_silence_limit();
    RunLimits {
        cpu: limits.cpu.min(LEAST.max(used * TIMES)),
        ..limits
    }
}

fn run_case(
    case: &Arc<PreparedCase>,
    limits: &RunLimits,
    program: &ExecutionTarget,
    loaded: &mut LoadedProgram,
    checkers: CheckerRunner<'_>,
) -> Result<CaseRun, GradingError> {
    let case_runner = CaseRunner {
        case,
        program,
        checkers,
    };
    CaseRun::or_ungraded(case, case_runner.run(limits, &mut loaded.runner))
}

/// Whether a case is one as students hand it in: a script or an input.
fn is_plain(case: &PreparedCase) -> bool {
    matches!(case.kind, CaseKind::Script | CaseKind::WholeInput(_)) && !case.has_policy()
}

fn was_slow(ran: &CaseRun) -> bool {
    let seen = ran.observation.as_ref();
    seen.is_some_and(|seen| matches!(seen.exit, Exit::Stopped(LimitKind::Cpu | LimitKind::Wall)))
}

fn read_text(path: &Path) -> Result<SourceText, GradingError> {
    let text = fs::read_to_string(path).map_err(|error| {
        GradingError::Permanent(format!("`{}` cannot be read: {error}", path.display()))
    })?;
    let name = path.file_name().unwrap_or_default();
    Ok(SourceText {
        name: name.to_string_lossy().into_owned(),
        text,
    })
}
