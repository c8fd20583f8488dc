//! A build as bytes: the program, and the programs that call its functions or run tests of it. Such programs are copied into the
//! folder of a runner, where a switch selects a mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::analysis::{AnalysisTopics, analyse_build};
use crate::error::GradingError;
use crate::execute::ExecutionTarget;
use crate::functions::{CallableFunction, FunctionDrivers, FunctionLinker};
use crate::session::Session;
use crate::unit_tests::TestKit;
use cpp::functions::FunctionMatch;
use cpp::mutants;
use cpp::mutants::{SourceMutant, SourceText};
use cpp::schema::{SWITCH, SwitchKind};
use model::{Assignment, BuildSettings, SourceFile, Toolchain};
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildExtras, BuildOutput, BuiltProgram, PROGRAM};

/// How one of a program's functions is called.
#[derive(Debug, Clone)]
pub enum LinkedFunction {
    /// Through the program of this name.
    ViaProgram(String, FunctionMatch),
    /// Not at all, for this reason.
    Unavailable(String),
}

/// Programs that were linked.
#[derive(Debug, Clone, Default)]
pub struct LinkedPrograms {
    /// By their names; the program itself is [`PROGRAM`].
    pub files: BTreeMap<String, Vec<u8>>,
    /// By the places of the cases that call them.
    pub functions: BTreeMap<usize, LinkedFunction>,
    /// The names of the programs that run unit tests, by the places of their cases.
    pub tests: BTreeMap<usize, String>,
}

/// What a build is made with.
#[derive(Clone, Copy)]
pub struct MutantBuilder<'w> {
    /// The assignment, of whose cases functions and tests are linked.
    pub assignment: &'w Assignment,
    /// Where it is built.
    pub session: Session<'w>,
    /// With the flags of one variant.
    pub settings: &'w BuildSettings,
    /// What its functions are called with.
    pub drivers: &'w FunctionDrivers<'w>,
    /// What its unit tests need.
    pub kit: &'w TestKit<'w>,
    /// Objects of ours that every program needs.
    pub support_objects: &'w [Arc<Vec<u8>>],
    /// The instructor's files, which are built with the sources and never changed.
    pub provided: &'w [SourceFile],
}

impl MutantBuilder<'_> {
    /// Builds sources, unless the compiler rejects them.
    ///
    /// # Errors
    ///
    /// If the grader fails, or the user wants to stop.
    pub fn build_sources(
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
        let ours = [kit.program_objects()?.as_slice(), ours].concat();
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
            let path = match self.kit.build_all_tests(place, tests, built, runner)? {
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
pub struct LoadedProgram {
    /// Who runs it.
    pub runner: InterruptibleRunner,
    /// The path of the program inside the sandbox.
    pub program: PathBuf,
    /// Its functions, by the places of the cases that call them.
    pub callable: BTreeMap<usize, CallableFunction>,
    /// The programs that run unit tests, by the places of their cases.
    pub tests: BTreeMap<usize, PathBuf>,
    /// Whether all tests of a case are run, or only those up to the first failure.
    pub runs_all_tests: bool,
    /// The programs with a switch, and the place of the switch in them.
    switches: Vec<(PathBuf, usize)>,
}

impl LoadedProgram {
    /// Writes the programs into the folder of a new runner.
    ///
    /// # Errors
    ///
    /// If there is no sandbox for them, or they cannot be written.
    pub fn new(
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
    pub fn plain_program(&self) -> ExecutionTarget {
        ExecutionTarget::Built(self.program.clone())
    }

    /// Turns a mutant on; 0 turns all off.
    ///
    /// # Errors
    ///
    /// If a program cannot be changed.
    pub fn enable_mutant(&self, number: u32) -> Result<(), GradingError> {
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

/// Where a program of this name is in the sandbox.
pub(crate) fn path_in_output(runner: &InterruptibleRunner, name: &str) -> PathBuf {
    runner.path_inside("out").join(name)
}

/// How often mutants that do not compile are taken out.
const ROUNDS: usize = 12;

/// Mutants in one program, behind a switch.
pub struct SwitchedProgram {
    /// The program, and those that call its functions or test it.
    pub linked: LinkedPrograms,
    /// The numbers of the mutants.
    pub mutants: BTreeSet<u32>,
}

impl MutantBuilder<'_> {
    /// Builds one program with all of `mutants` that can be behind a switch; none if that cannot be built. The builder is one without the
    /// switch.
    ///
    /// # Errors
    ///
    /// If the grader fails, or the user wants to stop.
    pub fn build_switched(
        &self,
        settings: &BuildSettings,
        sources: &[SourceText],
        mutants: &[SourceMutant],
    ) -> Result<Option<SwitchedProgram>, GradingError> {
        let session = self.session;
        let runner = || session.start_runner(&settings.toolchain, false);
        let kept = session.cached_builds(settings);
        let ours = [toolchain::compile_driver(settings, SWITCH, kept, runner)?];
        let drivers = FunctionDrivers::new(self.assignment, settings.clone(), session)
            .with_objects(ours.to_vec());
        let kit = self.kit.with_objects(ours.to_vec());
        let builder = MutantBuilder {
            drivers: &drivers,
            kit: &kit,
            support_objects: &ours,
            settings,
            ..*self
        };
        build_switched_program(&builder, sources, mutants)
    }
}

/// A program without shared libraries starts in half of the time, and mutants start tens of thousands of times. It cannot be
/// linked if the archive of a library is missing.
pub fn linked_statically(settings: &BuildSettings) -> BuildSettings {
    let mut settings = settings.clone();
    settings.libraries.push("-static".to_owned());
    settings
}

/// Nobody reads warnings about a program that an instructor did not write, and none may become an error.
pub fn without_warnings(mut settings: BuildSettings) -> BuildSettings {
    settings.flags.push("-w".to_owned());
    settings
}

fn build_switched_program(
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
