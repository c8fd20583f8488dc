//! Who asks the checkers of one course about one submission.

use std::ffi::OsStr;
use std::path::Path;

use super::error::CheckerError;
use super::kept::KeptCheckers;
use super::walls::Walls;
use crate::execute::CHECKERS_PATH;
use crate::model::Checker;
use crate::pipeline::Session;
use sandbox::{self, Tools};

/// What is needed to ask any checker of one course.
#[derive(Clone, Copy)]
pub(in crate::pipeline) struct Checkers<'a> {
    /// Where the paths of commands start.
    pub(in crate::pipeline) folder: &'a Path,
    pub(in crate::pipeline) session: Session<'a>,
    /// Those that are kept for the submission at hand.
    pub(in crate::pipeline) kept: &'a KeptCheckers,
}

impl Checkers<'_> {
    /// New walls for questions to `checker`.
    pub(super) fn walls(&self, checker: &Checker) -> Result<Walls, CheckerError> {
        let runner = self.session.runner_with(&self.tools(&checker.words))?;
        Ok(Walls::new(checker, self.folder, runner))
    }

    /// What the command is read from: the rubric's folder, its executable, and what that is run by.
    fn tools(&self, words: &[String]) -> Tools {
        let path = OsStr::new(CHECKERS_PATH);
        let file = words.first().and_then(|word| sandbox::find(word, path));
        let mut consumers = vec![self.folder.to_owned()];
        if let Some(file) = file.map(|file| self.folder.join(file)) {
            consumers.extend(sandbox::executables(&file, path));
            consumers.push(file);
        }
        Tools { consumers, ..Tools::default() }
    }
}
