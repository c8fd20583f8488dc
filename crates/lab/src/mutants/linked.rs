//! A build as bytes: the program, and the programs that call its functions or run tests of it. Such programs are copied into the
//! folder of a runner, where a switch selects a mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cpp::functions::FunctionMatch;
use cpp::mutants;
use cpp::mutants::{SourceMutant, SourceText};
use cpp::schema::SwitchKind;
use grading::{
    AnalysisTopics, Attempt, CallableFunction, ExecutionTarget, FunctionDrivers, FunctionLinker,
    GradingError, Session, TestKit, analyse_build,
};
use model::{Assignment, BuildSettings, SourceFile, Toolchain};
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuildOutput, BuiltProgram, PROGRAM};

/// How one of a program's functions is called.
#[derive(Debug, Clone)]
pub(super) enum LinkedFunction {
    /// Through the program of this name.
    ViaProgram(String, FunctionMatch),
    /// Not at all, for this reason.
    Unavailable(String),
}

/// Programs that were linked.
#[derive(Debug, Clone, Default)]
pub(super) struct LinkedPrograms {
    /// By their names; the program itself is [`PROGRAM`].
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// By the places of the cases that call them.
    pub(super) functions: BTreeMap<usize, LinkedFunction>,
    /// The names of the programs that run unit tests, by the places of their cases.
    pub(super) tests: BTreeMap<usize, String>,
}

/// What a build is made with.
pub(super) struct MutantBuilder<'w> {
    pub(super) assignment: &'w Assignment,
    pub(super) session: Session<'w>,
    /// With the flags of one variant.
    pub(super) settings: &'w BuildSettings,
    pub(super) drivers: &'w FunctionDrivers<'w>,
    pub(super) kit: &'w TestKit<'w>,
    /// Objects of ours that every program needs.
    pub(super) support_objects: &'w [Arc<Vec<u8>>],
    /// The instructor's files, which are built with the sources and never changed.
    pub(super) provided: &'w [SourceFile],
}

impl MutantBuilder<'_> {
    /// Builds sources, unless the compiler rejects them.
    pub(super) fn build_sources(
        &self,
        sources: &[SourceText],
    ) -> Result<Attempt<LinkedPrograms>, GradingError> {
        let folder = tempfile::tempdir().map_err(source_write_error)?;
        let mut files = self.provided.to_vec();
        for SourceText { name, text } in sources {
            let path = folder.path().join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(source_write_error)?;
            }
            fs::write(&path, text).map_err(source_write_error)?;
            let folder = folder.path().to_owned();
            let below = name.into();
            files.push(SourceFile {
                folder,
                below,
                name: name.clone(),
                is_provided: false,
            });
        }
        self.build_files(&files)
    }

    fn build_files(&self, files: &[SourceFile]) -> Result<Attempt<LinkedPrograms>, GradingError> {
        let MutantBuilder {
            assignment,
            session,
            settings,
            kit,
            support_objects: ours,
            ..
        } = self;
        let ours = [kit.main_objects()?.as_slice(), ours].concat();
        let mut runner = session.start_runner(&settings.toolchain, assignment.terminal)?;
        let extras = BuildExtras {
            ours: &ours,
            kept: session.cached_builds(settings),
            ..BuildExtras::default()
        };
        let mut built = toolchain::build_program(settings, files, &extras, &mut runner)?;
        let Some(BuiltProgram::Executable(_)) = &built.program else {
            let reason = built.report.reason.clone().unwrap_or_default();
            let output = format!("{reason}\n{}", built.report.diagnostics);
            return Ok(Attempt::Rejected(output));
        };
        let mut linked = LinkedPrograms::default();
        linked.files.insert(
            PROGRAM.to_owned(),
            toolchain::read_output(PROGRAM, &runner)?,
        );
        if assignment.cases.iter().any(|case| case.function.is_some()) {
            self.link_functions(&mut built, &mut linked, &mut runner)?;
        }
        match self.link_tests(&built, &mut linked, &mut runner)? {
            Some(said) => Ok(Attempt::Rejected(said)),
            None => Ok(Attempt::Done(linked)),
        }
    }

    fn link_functions(
        &self,
        built: &mut BuildOutput,
        linked: &mut LinkedPrograms,
        runner: &mut InterruptibleRunner,
    ) -> Result<(), GradingError> {
        let MutantBuilder {
            assignment,
            drivers,
            ..
        } = self;
        let topics = AnalysisTopics {
            functions: true,
            ..AnalysisTopics::default()
        };
        let analysis = analyse_build(assignment, built, topics, runner)?;
        let functions = &analysis.functions;
        let mut linking = FunctionLinker {
            drivers,
            built,
            functions,
            log: Vec::new(),
        };
        for (case, callable) in linking.link_all(runner)? {
            let function = match callable {
                CallableFunction::Ready(path, found) => {
                    let name = file_name(&path);
                    if !linked.files.contains_key(&name) {
                        linked
                            .files
                            .insert(name.clone(), toolchain::read_output(&name, runner)?);
                    }
                    LinkedFunction::ViaProgram(name, found)
                }
                CallableFunction::Unavailable(reason) | CallableFunction::Unknown(reason) => {
                    LinkedFunction::Unavailable(reason)
                }
            };
            linked.functions.insert(case, function);
        }
        Ok(())
    }

    /// Builds a program for each case of unit tests. Returns the output of the compiler if it rejects one: what a header contains is
    /// compiled here for the first time.
    fn link_tests(
        &self,
        built: &BuildOutput,
        linked: &mut LinkedPrograms,
        runner: &mut InterruptibleRunner,
    ) -> Result<Option<String>, GradingError> {
        for (place, case) in self.assignment.cases.iter().enumerate() {
            let Some(tests) = &case.unit_tests else {
                continue;
            };
            let path = match self.kit.build_all_tests((place, tests), built, runner)? {
                Attempt::Done(path) => path,
                Attempt::Rejected(said) => return Ok(Some(said)),
            };
            let name = file_name(&path);
            linked
                .files
                .insert(name.clone(), toolchain::read_output(&name, runner)?);
            linked.tests.insert(place, name);
        }
        Ok(None)
    }
}

fn source_write_error(error: std::io::Error) -> GradingError {
    GradingError::Internal(format!("a mutant's source could not be written: {error}"))
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The programs of one build, in a sandbox.
pub(super) struct LoadedProgram {
    pub(super) runner: InterruptibleRunner,
    /// The path of the program inside the sandbox.
    pub(super) program: PathBuf,
    /// Its functions, by the places of the cases that call them.
    pub(super) callable: BTreeMap<usize, CallableFunction>,
    /// The programs that run unit tests, by the places of their cases.
    pub(super) tests: BTreeMap<usize, PathBuf>,
    /// Whether all tests of a case are run, or only those up to the first failure.
    pub(super) runs_all_tests: bool,
    /// The programs with a switch, and the place of the switch in them.
    switches: Vec<(PathBuf, usize)>,
}

impl LoadedProgram {
    pub(super) fn new(
        linked: &LinkedPrograms,
        assignment: &Assignment,
        toolchain: &Toolchain,
        session: Session<'_>,
    ) -> Result<LoadedProgram, GradingError> {
        let runner = session.start_runner(toolchain, assignment.terminal)?;
        let mut switches = Vec::new();
        for (name, bytes) in &linked.files {
            let path = toolchain::write_program(name, bytes, &runner)?;
            switches.extend(SwitchKind::Single.find_in(bytes).map(|place| (path, place)));
        }
        let callable = |function: &LinkedFunction| match function {
            LinkedFunction::ViaProgram(name, found) => {
                CallableFunction::Ready(path_in_output(&runner, name), found.clone())
            }
            LinkedFunction::Unavailable(reason) => CallableFunction::Unavailable(reason.clone()),
        };
        let callable = linked
            .functions
            .iter()
            .map(|(case, it)| (*case, callable(it)))
            .collect();
        let tests = linked
            .tests
            .iter()
            .map(|(case, name)| (*case, path_in_output(&runner, name)))
            .collect();
        let program = path_in_output(&runner, PROGRAM);
        Ok(LoadedProgram {
            runner,
            program,
            callable,
            tests,
            runs_all_tests: false,
            switches,
        })
    }

    /// The program, run like a student's.
    pub(super) fn plain_program(&self) -> ExecutionTarget {
        ExecutionTarget::Built(self.program.clone())
    }

    /// Turns a mutant on; 0 turns all off.
    pub(super) fn enable_mutant(&self, number: u32) -> Result<(), GradingError> {
        let bytes = SwitchKind::Single.bytes_for(&[number]);
        for (path, place) in &self.switches {
            let write = |file: File| file.write_all_at(&bytes, *place as u64);
            let written = File::options().write(true).open(path).and_then(write);
            written.map_err(|error| {
                GradingError::Internal(format!("a mutant could not be turned on: {error}"))
            })?;
        }
        Ok(())
    }
}

fn path_in_output(runner: &InterruptibleRunner, name: &str) -> PathBuf {
    runner.path_inside("out").join(name)
}

/// How often mutants that do not compile are taken out.
const ROUNDS: usize = 12;

/// Mutants in one program, behind a switch.
pub(super) struct SwitchedProgram {
    pub(super) linked: LinkedPrograms,
    /// The numbers of the mutants.
    pub(super) mutants: BTreeSet<u32>,
}

/// Builds one program with all of `mutants` that can be behind a switch; none if that cannot be built.
pub(super) fn build_switched_program(
    builder: &MutantBuilder<'_>,
    sources: &[SourceText],
    mutants: &[SourceMutant],
) -> Result<Option<SwitchedProgram>, GradingError> {
    let mut left_out: BTreeSet<u32> = mutants
        .iter()
        .filter(|one| !one.switchable)
        .map(|one| one.number)
        .collect();
    for _ in 0..ROUNDS {
        if left_out.len() == mutants.len() {
            return Ok(None);
        }
        let schema = mutants::build_schema(sources, mutants, &left_out);
        match builder.build_sources(&schema.sources)? {
            Attempt::Done(linked) => {
                let all = mutants.iter().map(|one| one.number);
                let mutants = all.filter(|number| !left_out.contains(number)).collect();
                return Ok(Some(SwitchedProgram { linked, mutants }));
            }
            Attempt::Rejected(said) => {
                let blamed = schema.blamed_changes(&said);
                if blamed.is_subset(&left_out) {
                    tracing::info!(said, "the mutants cannot be built into one program");
                    return Ok(None);
                }
                left_out.extend(blamed);
            }
        }
    }
    Ok(None)
}
