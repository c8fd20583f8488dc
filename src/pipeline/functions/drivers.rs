//! The drivers of one assignment: objects that call functions, each compiled once for all submissions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::build::{self, BuildError};
use crate::functions::{Linkage, Match, driver};
use crate::model::{Assignment, BuildSettings, FunctionCase, Toolchain, Visibility};
use crate::pipeline::{ReferenceError, Session};

/// The drivers, compiled when somebody first needs them.
pub(in crate::pipeline) struct Drivers<'a> {
    pub(super) assignment: &'a Assignment,
    /// How a program is built that they are linked with.
    pub(super) settings: BuildSettings,
    session: Session<'a>,
    compiled: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
    /// Objects that every program needs besides.
    ours: Vec<Arc<Vec<u8>>>,
}

impl<'a> Drivers<'a> {
    pub(in crate::pipeline) fn new(
        assignment: &'a Assignment,
        settings: BuildSettings,
        session: Session<'a>,
    ) -> Drivers<'a> {
        let (compiled, ours) = (Mutex::default(), Vec::new());
        Drivers { assignment, settings, session, compiled, ours }
    }

    /// The same for programs that need objects of ours besides.
    pub(in crate::pipeline) fn with_objects(self, ours: Vec<Arc<Vec<u8>>>) -> Drivers<'a> {
        Drivers { ours, ..self }
    }

    /// The places of the cases that call functions and that students see like this.
    pub(super) fn cases_of(&self, level: Visibility) -> Vec<usize> {
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
    fn cases(&self) -> impl Iterator<Item = (usize, &'a FunctionCase)> {
        let numbered = self.assignment.cases.iter().enumerate();
        numbered.filter_map(|(index, case)| Some((index, case.function.as_ref()?)))
    }

    /// The object of a driver's source. Only the first to ask waits for the compiler; whoever asks meanwhile, waits too.
    fn object(&self, source: String) -> Result<Arc<Vec<u8>>, BuildError> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = compiled.get(&source) {
            return Ok(Arc::clone(object));
        }
        let BuildSettings { toolchain, .. } = &self.settings;
        let runner = || self.session.runner(toolchain, false);
        let kept = self.session.kept_builds(&self.settings);
        let object = build::driver(&self.settings, &source, kept, runner)?;
        compiled.insert(source, Arc::clone(&object));
        Ok(object)
    }

    /// The objects that every program needs: the driver that all cases share first.
    pub(super) fn shared(&self) -> Result<Vec<Arc<Vec<u8>>>, BuildError> {
        // The C compiler links no C++ library, so its programs have no streams that could hold something back.
        let streams = self.settings.toolchain.compiler_command() != Some("gcc");
        let shared = self.object(driver::shared(self.assignment.cases.len(), streams))?;
        Ok([&[shared], self.ours.as_slice()].concat())
    }

    /// Compiles what nearly every submission will need, so that a prototype which is no C++ is found before anything is
    /// graded.
    pub(in crate::pipeline) fn warm_up(&self) -> Result<(), ReferenceError> {
        if self.cases().next().is_some() {
            build::probe(&Toolchain::compiler(build::OBJCOPY), self.session.interrupt())?;
        }
        for (index, function) in self.cases() {
            let Some(first) = function.prototypes.first() else { continue };
            let parameters = first.parameters.clone();
            let asked = Match { prototype: 0, parameters, linkage: Linkage::Cpp };
            self.shared().and_then(|_| self.driver(index, &asked)).map_err(
                |error| match error {
                    BuildError::Driver { diagnostics } => {
                        let file = self.assignment.cases[index].file.display().to_string();
                        ReferenceError::Prototype { file, diagnostics }
                    }
                    error => error.into(),
                },
            )?;
        }
        Ok(())
    }

    /// The driver of one case, for a function as it was found.
    pub(super) fn driver(&self, case: usize, found: &Match) -> Result<Arc<Vec<u8>>, BuildError> {
        let source = self.function(case).map(|function| driver::source(case, function, found));
        self.object(source.unwrap_or_default())
    }
}
