//! Who asks the checkers of one course about one submission.

use std::ffi::OsStr;
use std::path::Path;

use super::error::CheckerError;
use super::kept::PersistentCheckers;
use super::walls::CheckerSandbox;
use crate::Session;
use crate::execute::CHECKERS_PATH;
use model::Checker;
use sandbox::ToolPaths;

/// What is needed to ask any checker of one course.
#[derive(Clone, Copy)]
pub(crate) struct CheckerRunner<'a> {
    /// Where the paths of commands start.
    pub(crate) folder: &'a Path,
    pub(crate) session: Session<'a>,
    /// Those that are kept for the submission at hand.
    pub(crate) persistent: &'a PersistentCheckers,
}

impl CheckerRunner<'_> {
    /// New walls for questions to `checker`.
    pub(super) fn start_sandbox(&self, checker: &Checker) -> Result<CheckerSandbox, CheckerError> {
        let runner = self
            .session
            .start_tool_runner(&self.checker_tools(&checker.words))?;
        Ok(CheckerSandbox::new(checker, self.folder, runner))
    }

    /// What the command is read from: the rubric's folder, its executable, and what that is run by.
    fn checker_tools(&self, words: &[String]) -> ToolPaths {
        let path = OsStr::new(CHECKERS_PATH);
        let file = words
            .first()
            .and_then(|word| sandbox::find_executable(word, path));
        let mut consumers = vec![self.folder.to_owned()];
        if let Some(file) = file.map(|file| self.folder.join(file)) {
            consumers.extend(sandbox::list_executed_files(&file, path));
            consumers.push(file);
        }
        ToolPaths {
            consumers,
            ..ToolPaths::default()
        }
    }
}
