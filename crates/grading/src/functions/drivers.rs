//! The drivers of one assignment: objects that call functions, each compiled once for all submissions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::{ReferenceError, Session};
use cpp::functions::{FunctionMatch, Linkage, driver};
use model::{Assignment, BuildSettings, CaseVisibility, FunctionCase, Toolchain};
use toolchain::BuildError;

/// The drivers, compiled when they are needed for the first time.
pub struct FunctionDrivers<'a> {
    pub(super) assignment: &'a Assignment,
    /// How a program is built that they are linked with.
    pub(super) settings: BuildSettings,
    session: Session<'a>,
    compiled: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
    /// Objects that every program needs besides.
    support_objects: Vec<Arc<Vec<u8>>>,
}

impl<'a> FunctionDrivers<'a> {
    /// Drivers that are compiled with these settings, each when it is needed for the first time.
    pub fn new(
        assignment: &'a Assignment,
        settings: BuildSettings,
        session: Session<'a>,
    ) -> FunctionDrivers<'a> {
        let compiled = Mutex::default();
        let ours = Vec::new();
        FunctionDrivers {
            assignment,
            settings,
            session,
            compiled,
            support_objects: ours,
        }
    }

    /// The same for programs that need objects of ours besides.
    pub fn with_objects(self, ours: Vec<Arc<Vec<u8>>>) -> FunctionDrivers<'a> {
        FunctionDrivers {
            support_objects: ours,
            ..self
        }
    }

    /// The places of the cases that call functions and that students see like this.
    pub(super) fn cases_at_level(&self, level: CaseVisibility) -> Vec<usize> {
        let is_it = |&place: &usize| {
            let case = &self.assignment.cases[place];
            case.function.is_some() && case.visibility == level
        };
        (0..self.assignment.cases.len()).filter(is_it).collect()
    }

    /// What the case with this place calls.
    pub(super) fn function(&self, place: usize) -> Option<&'a FunctionCase> {
        self.assignment.cases.get(place)?.function.as_ref()
    }

    /// The cases that call functions, with their places among the assignment's cases.
    fn function_cases(&self) -> impl Iterator<Item = (usize, &'a FunctionCase)> {
        let numbered = self.assignment.cases.iter().enumerate();
        numbered.filter_map(|(index, case)| Some((index, case.function.as_ref()?)))
    }

    /// The object of a driver's source, compiled once. Others that need it meanwhile wait.
    fn compile_driver(&self, source: String) -> Result<Arc<Vec<u8>>, BuildError> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = compiled.get(&source) {
            return Ok(Arc::clone(object));
        }
        let BuildSettings { toolchain, .. } = &self.settings;
        let runner = || self.session.start_runner(toolchain, false);
        let kept = self.session.cached_builds(&self.settings);
        let object = toolchain::compile_driver(&self.settings, &source, kept, runner)?;
        compiled.insert(source, Arc::clone(&object));
        Ok(object)
    }

    /// The objects that every program needs: the driver that all cases share first.
    pub(super) fn shared_objects(&self) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        // The C compiler links no C++ library, so its programs have no streams that could hold something back.
        let streams = self.settings.toolchain.compiler_command() != Some("gcc");
        let shared =
            self.compile_driver(driver::shared_source(self.assignment.cases.len(), streams))?;
        Ok([&[shared], self.support_objects.as_slice()].concat())
    }

    /// Compiles what nearly every submission will need, so that a prototype which is no C++ is found before anything is
    /// graded.
    pub(crate) fn warm_up(&self) -> Result<(), ReferenceError> {
        if self.function_cases().next().is_some() {
            toolchain::probe_toolchain(
                &Toolchain::from_compiler(toolchain::OBJCOPY),
                self.session.interrupt(),
            )?;
        }
        for (index, function) in self.function_cases() {
            let Some(first) = function.prototypes.first() else {
                continue;
            };
            let parameters = first.parameters.clone();
            let asked = FunctionMatch {
                prototype: 0,
                parameters,
                linkage: Linkage::Cpp,
            };
            self.shared_objects()
                .and_then(|_| self.case_driver(index, &asked))
                .map_err(|error| match error {
                    BuildError::Driver { diagnostics } => {
                        let file = self.assignment.cases[index].file.display().to_string();
                        ReferenceError::Prototype { file, diagnostics }
                    }
                    error => error.into(),
                })?;
        }
        Ok(())
    }

    /// The driver of one case, for a function as it was found.
    pub(super) fn case_driver(
        &self,
        case: usize,
        found: &FunctionMatch,
    ) -> Result<Arc<Vec<u8>>, BuildError> {
        let source = self
            .function(case)
            .map(|function| driver::case_source(case, function, found));
        self.compile_driver(source.unwrap_or_default())
    }
}
