//! What programs of tests are linked with besides tests and submissions: objects of ours, compiled once for a class.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::session::Session;
use cpp::unit_tests::runner;
use model::{Assignment, BuildSettings, TestFramework, UnitTests};
use toolchain::BuildError;

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
    pub(super) fn runner_objects(
        &self,
        tests: &UnitTests,
    ) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        let mut objects = vec![self.compile_object(runner::runner_source(tests.framework))?];
        if tests.leaks && self.counts_memory {
            objects.push(self.compile_object(runner::ALLOCATIONS.to_owned())?);
        }
        objects.extend(self.support_objects.iter().cloned());
        Ok(objects)
    }

    /// What submissions are linked with that need no `main`, because all cases are unit tests.
    pub fn main_objects(&self) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        let mut cases = self.assignment.cases.iter();
        let is_needed =
            !self.assignment.cases.is_empty() && cases.all(|it| it.unit_tests.is_some());
        if is_needed {
            Ok(vec![self.compile_object(runner::WEAK_MAIN.to_owned())?])
        } else {
            Ok(Vec::new())
        }
    }

    /// How programs of a framework's tests are built.
    pub(super) fn framework_settings(&self, framework: TestFramework) -> BuildSettings {
        const CATCH_3: [&str; 2] = [
            "/usr/include/catch2/catch_all.hpp",
            "/usr/local/include/catch2/catch_all.hpp",
        ];
        let more: &[&str] = match framework {
            TestFramework::GoogleTest => &["-lgtest", "-lpthread"],
            TestFramework::Catch2 if CATCH_3.iter().any(|file| Path::new(file).exists()) => {
                &["-lCatch2"]
            }
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
