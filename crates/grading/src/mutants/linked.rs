//! A build as bytes: the program, and the programs that call its functions or run tests of it.

use std::collections::BTreeMap;
use std::fs;

use super::super::analysis::{AnalysisTopics, analyse_build};
use super::super::functions::{CallableFunction, FunctionDrivers, FunctionLinker};
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::super::unit_tests::TestKit;
use cpp::functions::FunctionMatch;
use cpp::mutants::SourceText;
use model::{Assignment, BuildSettings, SourceFile};
use std::sync::Arc;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildExtras, BuildOutput, BuiltProgram, PROGRAM};

/// How one of a program's functions is called.
#[derive(Debug, Clone)]
pub(super) enum LinkedFunction {
    /// Through the program of this name.
    ViaProgram(String, FunctionMatch),
    /// Not at all.
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
    /// What is built as it is, beside the sources: an instructor's own files.
    pub(super) provided: &'w [SourceFile],
}

impl MutantBuilder<'_> {
    /// Builds sources; the inner error is what the compiler said.
    pub(super) fn build_sources(
        &self,
        sources: &[SourceText],
    ) -> Result<Result<LinkedPrograms, String>, GradingError> {
        let ours = |error: std::io::Error| {
            GradingError::Internal(format!("a mutant's source could not be written: {error}"))
        };
        let folder = tempfile::tempdir().map_err(ours)?;
        let mut files = self.provided.to_vec();
        for SourceText { name, text } in sources {
            let path = folder.path().join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(ours)?;
            }
            fs::write(&path, text).map_err(ours)?;
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

    fn build_files(
        &self,
        files: &[SourceFile],
    ) -> Result<Result<LinkedPrograms, String>, GradingError> {
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
            return Ok(Err(format!("{reason}\n{}", built.report.diagnostics)));
        };
        let mut linked = LinkedPrograms::default();
        linked.files.insert(
            PROGRAM.to_owned(),
            toolchain::read_output(PROGRAM, &runner)?,
        );
        if assignment.cases.iter().any(|case| case.function.is_some()) {
            self.link_functions(&mut built, &mut linked, &mut runner)?;
        }
        if let Err(said) = self.link_tests(&built, &mut linked, &mut runner)? {
            return Ok(Err(said));
        }
        Ok(Ok(linked))
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
                    let name = path
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned();
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

    /// A program for each case of unit tests. The inner error is what the compiler said: what stands in a header is compiled here
    /// for the first time.
    fn link_tests(
        &self,
        built: &BuildOutput,
        linked: &mut LinkedPrograms,
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<(), String>, GradingError> {
        for (place, case) in self.assignment.cases.iter().enumerate() {
            let Some(tests) = &case.unit_tests else {
                continue;
            };
            let path = match self.kit.build_all_tests((place, tests), built, runner)? {
                Ok(path) => path,
                Err(said) => return Ok(Err(said)),
            };
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            linked
                .files
                .insert(name.clone(), toolchain::read_output(&name, runner)?);
            linked.tests.insert(place, name);
        }
        Ok(Ok(()))
    }
}
