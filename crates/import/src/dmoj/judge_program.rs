//! Programs of a package that judge or make cases: their files, and how they are compiled.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::super::programs::{self, file_name, sanitize_name};

/// The files that a package names for a program.
pub(super) struct JudgeProgram<'n> {
    /// The first source, or the first file if none is a source.
    pub(super) main: &'n str,
    files: Vec<&'n str>,
}

impl<'n> JudgeProgram<'n> {
    /// A program by the list of its files; none if no file is named.
    pub(super) fn from_files(node: Option<&'n DocumentNode>) -> Option<JudgeProgram<'n>> {
        let files = node.map(DocumentNode::items).unwrap_or_default();
        let files: Vec<&str> = files.iter().filter_map(DocumentNode::as_text).collect();
        let source = files.iter().find(|file| programs::is_source(file));
        let main = source.or(files.first()).copied()?;
        Some(JudgeProgram { main, files })
    }

    /// Adds the program to the course, compiled with these flags for this language. Returns the words that start it.
    pub(super) fn add_to_plan(
        &self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
        flags: Option<&DocumentNode>,
        language: Option<&DocumentNode>,
    ) -> Result<Vec<String>, ImportError> {
        let flags = compiler_flags(flags, language);
        let words = programs::add_judge_program(package, plan, self.main, &flags)?;
        self.add_further_files(package, plan)?;
        Ok(words)
    }

    /// Adds all files but the first source, and testlib if the package has it.
    fn add_further_files(
        &self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
    ) -> Result<(), ImportError> {
        let name = sanitize_name(file_name(self.main));
        let folder = format!("checkers/{}/{name}.d", plan.id);
        let others = self.files.iter().copied().filter(|file| *file != self.main);
        let testlib = package.has_file("testlib.h").then_some("testlib.h");
        for other in others.chain(testlib) {
            let target = format!("{folder}/{}", sanitize_name(file_name(other)));
            let bytes = package.read_bytes(other)?;
            let is_new = plan.files.insert(target.clone(), bytes).is_none();
            let tool = plan.tools.last_mut();
            if let Some(tool) = tool.filter(|_| is_new) {
                tool.sources.push(target);
            }
        }
        Ok(())
    }
}

/// The flags with which a program of the package is compiled.
fn compiler_flags(flags: Option<&DocumentNode>, language: Option<&DocumentNode>) -> Vec<String> {
    let mut flags = flags.map(DocumentNode::to_words).unwrap_or_default();
    let language = language.and_then(DocumentNode::as_text).unwrap_or_default();
    let years = ["11", "14", "17", "20", "23"];
    if let Some(year) = language.strip_prefix("CPP").filter(|it| years.contains(it)) {
        flags.push(format!("-std=c++{year}"));
    }
    flags
}
