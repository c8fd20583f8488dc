//! A program of a case's tests, and the objects of ours that it is linked with, compiled once for a class. Tests that do not compile with a
//! submission are left out of it, and the others stay.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::game_clock;
use crate::session::Session;
use cpp::unit_tests::{self, TestBody, error_message, find_blamed_tests, find_bodies, runner};
use model::{Assignment, BuildSettings, CasePlayer, TestFramework, UnitTests, has_header_ending};
use toolchain::runner::InterruptibleRunner;
use toolchain::{Attempt, BuildError, BuildOutput, TestProgram};

/// How often a program is compiled at most. Each time at least one test is left out; compilers report many at once.
const MOST_ROUNDS: usize = 8;

/// What became of it.
pub(super) struct BuiltTests {
    /// The program with the tests that compile; none if none does.
    pub(super) program: Option<PathBuf>,
    /// Why a test is not in it, by its file and the place of its body there.
    left_out: BTreeMap<(String, usize), String>,
    /// Why none is in it.
    pub(super) reason: Option<String>,
    files: Vec<TestSource>,
}

/// A file that is compiled.
struct TestSource {
    name: String,
    text: Vec<u8>,
    bodies: Vec<TestBody>,
}

impl BuiltTests {
    /// Why the test that begins there is not in the program; none if it is.
    pub(super) fn left_out_reason(&self, file: &str, line: usize) -> Option<&str> {
        if let Some(reason) = &self.reason {
            return Some(reason);
        }
        let source = self.files.iter().find(|source| source.name == file)?;
        let place = source
            .bodies
            .iter()
            .position(|body| body.contains_line(line))?;
        self.left_out
            .get(&(file.to_owned(), place))
            .map(String::as_str)
    }
}

impl TestKit<'_> {
    /// The program of these tests with a submission. `may_leave_out` says whether tests that do not compile may be left out.
    pub(super) fn build_tests(
        &self,
        tests: &UnitTests,
        name: &str,
        built: &BuildOutput,
        may_leave_out: bool,
        log: &mut Vec<String>,
        runner: &mut InterruptibleRunner,
    ) -> Result<BuiltTests, BuildError> {
        let files = test_sources(tests);
        let mut made = BuiltTests {
            program: None,
            left_out: BTreeMap::new(),
            reason: None,
            files,
        };
        let bundled = bundled_framework(tests);
        let settings = self.framework_settings(tests.framework, bundled.is_some());
        let ours = self.runner_objects(tests, bundled.as_deref())?;
        let included = included_sources(tests, &built.names);
        let kept = self.session.cached_builds(&settings);
        for _ in 0..MOST_ROUNDS {
            let (files, sources) = made.to_compile(tests);
            let program = TestProgram {
                settings: &settings,
                built,
                name,
                files: &files,
                sources: &sources,
                included: &included,
                support_objects: &ours,
                kept,
            };
            match program.compile_and_link(log, runner)? {
                Attempt::Done(program) => {
                    made.program = Some(program);
                    return Ok(made);
                }
                Attempt::Rejected(said) if !may_leave_out => {
                    made.reason = Some(said);
                    return Ok(made);
                }
                Attempt::Rejected(said) => {
                    if !made.leave_out(&said) {
                        let file = made.files.first().map_or("", |file| file.name.as_str());
                        made.reason = Some(error_message(&said, file, None));
                        return Ok(made);
                    }
                }
            }
        }
        made.reason = Some("too many errors".to_owned());
        Ok(made)
    }
}

impl BuiltTests {
    /// All files by name, without the tests that are left out; and the names of those that are compiled.
    fn to_compile(&self, tests: &UnitTests) -> (Vec<(String, Vec<u8>)>, Vec<String>) {
        let mut files: Vec<(String, Vec<u8>)> = Vec::new();
        let mut sources = Vec::new();
        for header in tests.files.iter().filter(|file| !is_source(&file.name)) {
            files.push((header.name.clone(), header.content.to_vec()));
        }
        for (number, source) in self.files.iter().enumerate() {
            let is_left_out =
                |place: usize| self.left_out.contains_key(&(source.name.clone(), place));
            let left_out = source.bodies.iter().enumerate();
            let left_out = left_out
                .filter(|(place, _)| is_left_out(*place))
                .map(|(_, it)| it);
            files.push((
                source.name.clone(),
                unit_tests::blank_bodies(&source.text, left_out),
            ));
            let wrapper = format!("grader-compiles-{number}.cpp");
            let text = runner::wrapper_source(tests.framework, &source.name);
            files.push((wrapper.clone(), text.into_bytes()));
            sources.push(wrapper);
        }
        if tests.framework == TestFramework::Grader {
            files.push((runner::HEADER_NAME.to_owned(), runner::HEADER.into()));
            files.push((runner::END_NAME.to_owned(), runner::END.into()));
        }
        (files, sources)
    }

    /// Leaves out what the diagnostics are about; whether that is anything new.
    fn leave_out(&mut self, diagnostics: &str) -> bool {
        let before = self.left_out.len();
        for source in &self.files {
            for place in find_blamed_tests(diagnostics, &source.name, &source.bodies) {
                let message = || error_message(diagnostics, &source.name, source.bodies.get(place));
                self.left_out
                    .entry((source.name.clone(), place))
                    .or_insert_with(message);
            }
        }
        self.left_out.len() > before
    }
}

fn test_sources(tests: &UnitTests) -> Vec<TestSource> {
    let words = runner::test_macros(tests.framework);
    let read = |file: &model::TestFile| TestSource {
        name: file.name.clone(),
        text: file.content.to_vec(),
        bodies: find_bodies(&file.content, words),
    };
    tests
        .files
        .iter()
        .filter(is_test_source)
        .map(read)
        .collect()
}

fn is_test_source(file: &&model::TestFile) -> bool {
    is_source(&file.name)
}

fn is_source(name: &str) -> bool {
    !has_header_ending(Path::new(name)) && !runner::is_framework_file(name)
}

/// Catch2 as the course brings it.
fn bundled_framework(tests: &UnitTests) -> Option<String> {
    if tests.framework != TestFramework::Catch2 {
        return None;
    }
    let files = tests.files.iter().chain(&tests.provided_framework);
    runner::bundled_catch(files.map(|file| (file.name.as_str(), file.content.as_slice())))
}

/// The submission's sources that tests include by name: their objects would define everything twice.
fn included_sources(tests: &UnitTests, names: &[String]) -> Vec<String> {
    let texts: Vec<String> = tests
        .files
        .iter()
        .map(|file| String::from_utf8_lossy(&file.content).into_owned())
        .collect();
    let is_included = |name: &&String| {
        let base = name.rsplit('/').next().unwrap_or(name);
        let is_it = |line: &str| {
            let include = line.trim_start().strip_prefix('#').map(str::trim_start);
            let file = include
                .and_then(|rest| rest.strip_prefix("include"))
                .map(str::trim);
            file.and_then(|rest| rest.strip_prefix('"'))
                .and_then(|rest| rest.split('"').next())
                .is_some_and(|file| file == base || file == name.as_str())
        };
        texts.iter().any(|text| text.lines().any(is_it))
    };
    names.iter().filter(is_included).cloned().collect()
}

/// The objects of one assignment, compiled when they are needed for the first time.
pub struct TestKit<'a> {
    pub(super) assignment: &'a Assignment,
    /// How submissions are built.
    settings: BuildSettings,
    pub(super) session: Session<'a>,
    compiled: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
    /// Objects that every program of tests needs besides.
    support_objects: Vec<Arc<Vec<u8>>>,
    /// Whether memory can be counted: what watches a program's memory itself leaves no room for that.
    counts_memory: bool,
}

impl<'a> TestKit<'a> {
    pub(crate) fn new(assignment: &'a Assignment, session: Session<'a>) -> TestKit<'a> {
        TestKit::with_settings(
            assignment,
            assignment.build_settings(&assignment.toolchain),
            session,
        )
    }

    /// For submissions that are built with other settings than the assignment's.
    pub fn with_settings(
        assignment: &'a Assignment,
        settings: BuildSettings,
        session: Session<'a>,
    ) -> TestKit<'a> {
        let compiled = Mutex::default();
        let ours = Vec::new();
        TestKit {
            assignment,
            settings,
            session,
            compiled,
            support_objects: ours,
            counts_memory: true,
        }
    }

    /// Another one for programs that need objects of ours besides.
    pub fn with_objects(&self, ours: Vec<Arc<Vec<u8>>>) -> TestKit<'a> {
        let kit = TestKit::with_settings(self.assignment, self.settings.clone(), self.session);
        TestKit {
            support_objects: ours,
            counts_memory: self.counts_memory,
            ..kit
        }
    }

    /// The same without a count of memory.
    pub fn without_memory(self) -> TestKit<'a> {
        TestKit {
            counts_memory: false,
            ..self
        }
    }

    /// What every program of these tests needs.
    fn runner_objects(
        &self,
        tests: &UnitTests,
        bundled: Option<&str>,
    ) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        let source = runner::runner_source(tests.framework, bundled);
        let mut objects = vec![self.compile_object(source)?];
        if tests.leaks && self.counts_memory {
            objects.push(self.compile_object(runner::ALLOCATIONS.to_owned())?);
        }
        objects.extend(self.support_objects.iter().cloned());
        Ok(objects)
    }

    /// What all programs of the submissions are linked with: a `main` where they need none, and the clock of games of chance.
    pub fn program_objects(&self) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        let mut objects = Vec::new();
        if self.brings_main() {
            objects.push(self.compile_object(runner::WEAK_MAIN.to_owned())?);
        }
        let mut cases = self.assignment.cases.iter();
        if cases.any(|case| matches!(case.player, CasePlayer::Policy { .. })) {
            objects.push(self.compile_object(game_clock::SOURCE.to_owned())?);
        }
        Ok(objects)
    }

    /// Whether submissions need no `main`, because all cases are unit tests.
    pub fn brings_main(&self) -> bool {
        let cases = &self.assignment.cases;
        !cases.is_empty() && cases.iter().all(|it| it.unit_tests.is_some())
    }

    /// How programs of a framework's tests are built; `is_bundled` says whether the course brings the framework.
    fn framework_settings(&self, framework: TestFramework, is_bundled: bool) -> BuildSettings {
        const CATCH_3: [&str; 2] = [
            "/usr/include/catch2/catch_all.hpp",
            "/usr/local/include/catch2/catch_all.hpp",
        ];
        let is_installed = || CATCH_3.iter().any(|file| Path::new(file).exists());
        let more: &[&str] = match framework {
            TestFramework::GoogleTest => &["-lgtest", "-lpthread"],
            TestFramework::Catch2 if !is_bundled && is_installed() => &["-lCatch2"],
            TestFramework::Grader | TestFramework::Doctest | TestFramework::Catch2 => &[],
        };
        let mut settings = self.settings.clone();
        settings
            .libraries
            .extend(more.iter().map(|word| (*word).to_owned()));
        settings
    }

    /// The settings for what is ours: Catch2 as a header alone takes a compiler ten seconds, once for a class.
    fn patient_settings(&self) -> BuildSettings {
        const TIMES: u32 = 10;
        let mut settings = self.settings.clone();
        settings.limits.cpu = settings.limits.cpu.saturating_mul(TIMES);
        settings.limits.wall = settings.limits.wall.saturating_mul(TIMES);
        settings
    }

    /// The object of a source of the grader, compiled once. Others that need it meanwhile wait.
    fn compile_object(&self, source: String) -> Result<Arc<Vec<u8>>, BuildError> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = compiled.get(&source) {
            return Ok(Arc::clone(object));
        }
        let runner = || self.session.start_runner(&self.settings.toolchain, false);
        let kept = self.session.cached_builds(&self.settings);
        let object = toolchain::compile_driver(&self.patient_settings(), &source, kept, runner)?;
        compiled.insert(source, Arc::clone(&object));
        Ok(object)
    }
}
