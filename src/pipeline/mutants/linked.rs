//! A build as bytes: the program, and the programs that call its functions or run tests of it.

use std::collections::BTreeMap;
use std::fs;

use super::super::analysis::{Topics, analyse_build};
use super::super::functions::{Callable, Drivers, Linking};
use super::super::grading_error::GradingError;
use super::super::session::Session;
use super::super::unit_tests::TestKit;
use crate::build::{self, Built, Extras, PROGRAM, Runnable};
use crate::functions::Match;
use crate::model::{Assignment, BuildSettings, SourceFile};
use crate::mutants::SourceText;
use crate::runner::InterruptibleRunner;
use std::sync::Arc;

/// How one of a program's functions is called.
#[derive(Debug, Clone)]
pub(super) enum LinkedFunction {
    /// Through the program of this name.
    Through(String, Match),
    /// Not at all.
    Not(String),
}

/// Programs that were linked.
#[derive(Debug, Clone, Default)]
pub(super) struct Linked {
    /// By their names; the program itself is [`PROGRAM`].
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// By the places of the cases that call them.
    pub(super) functions: BTreeMap<usize, LinkedFunction>,
    /// The names of the programs that run unit tests, by the places of their cases.
    pub(super) tests: BTreeMap<usize, String>,
}

/// What a build is made with.
pub(super) struct Workshop<'w> {
    pub(super) assignment: &'w Assignment,
    pub(super) session: Session<'w>,
    /// With the flags of one variant.
    pub(super) settings: &'w BuildSettings,
    pub(super) drivers: &'w Drivers<'w>,
    pub(super) kit: &'w TestKit<'w>,
    /// Objects of ours that every program needs.
    pub(super) ours: &'w [Arc<Vec<u8>>],
    /// What is built as it is, beside the sources: an instructor's own files.
    pub(super) provided: &'w [SourceFile],
}

impl Workshop<'_> {
    /// Builds sources; the inner error is what the compiler said.
    pub(super) fn build(
        &self,
        sources: &[SourceText],
    ) -> Result<Result<Linked, String>, GradingError> {
        let ours = |error: std::io::Error| {
            GradingError::Ours(format!("a mutant's source could not be written: {error}"))
        };
        let folder = tempfile::tempdir().map_err(ours)?;
        let mut files = self.provided.to_vec();
        for SourceText { name, text } in sources {
            let path = folder.path().join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(ours)?;
            }
            fs::write(&path, text).map_err(ours)?;
            let (folder, below) = (folder.path().to_owned(), name.into());
            files.push(SourceFile { folder, below, name: name.clone(), is_provided: false });
        }
        self.build_files(&files)
    }

    fn build_files(&self, files: &[SourceFile]) -> Result<Result<Linked, String>, GradingError> {
        let Workshop { assignment, session, settings, kit, ours, .. } = self;
        let ours = [kit.main_of_ours()?.as_slice(), ours].concat();
        let mut runner = session.runner(&settings.toolchain, assignment.terminal)?;
        let extras =
            Extras { ours: &ours, kept: session.kept_builds(settings), ..Extras::default() };
        let mut built = build::build(settings, files, &extras, &mut runner)?;
        let Some(Runnable::Executable(_)) = &built.program else {
            let reason = built.report.reason.clone().unwrap_or_default();
            return Ok(Err(format!("{reason}\n{}", built.report.diagnostics)));
        };
        let mut linked = Linked::default();
        linked.files.insert(PROGRAM.to_owned(), build::read_made(PROGRAM, &runner)?);
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
        built: &mut Built,
        linked: &mut Linked,
        runner: &mut InterruptibleRunner,
    ) -> Result<(), GradingError> {
        let Workshop { assignment, drivers, .. } = self;
        let topics = Topics { functions: true, ..Topics::default() };
        let analysis = analyse_build(assignment, built, topics, runner)?;
        let functions = &analysis.functions;
        let mut linking = Linking { drivers, built, functions, log: Vec::new() };
        for (case, callable) in linking.all(runner)? {
            let function = match callable {
                Callable::Ready(path, found) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    if !linked.files.contains_key(&name) {
                        linked.files.insert(name.clone(), build::read_made(&name, runner)?);
                    }
                    LinkedFunction::Through(name, found)
                }
                Callable::Not(reason) | Callable::Unknown(reason) => LinkedFunction::Not(reason),
            };
            linked.functions.insert(case, function);
        }
        Ok(())
    }

    /// A program for each case of unit tests. The inner error is what the compiler said: what stands in a header is compiled here
    /// for the first time.
    fn link_tests(
        &self,
        built: &Built,
        linked: &mut Linked,
        runner: &mut InterruptibleRunner,
    ) -> Result<Result<(), String>, GradingError> {
        for (place, case) in self.assignment.cases.iter().enumerate() {
            let Some(tests) = &case.unit_tests else { continue };
            let path = match self.kit.whole((place, tests), built, runner)? {
                Ok(path) => path,
                Err(said) => return Ok(Err(said)),
            };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            linked.files.insert(name.clone(), build::read_made(&name, runner)?);
            linked.tests.insert(place, name);
        }
        Ok(Ok(()))
    }
}
