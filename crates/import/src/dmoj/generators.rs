//! `generator`: a program of the package that makes the files of cases. It prints the input, and on standard error what is right.

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::judge_program::JudgeProgram;
use super::settings::FILE;

/// The generators of a package, each built once.
#[derive(Default)]
pub(super) struct DmojGenerators {
    /// The words that start them, by their lines in `init.yml`.
    known: BTreeMap<usize, Vec<String>>,
}

impl DmojGenerators {
    /// The words that start a generator.
    pub(super) fn build_generator(
        &mut self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
        node: &DocumentNode,
    ) -> Result<Vec<String>, ImportError> {
        if let Some(known) = self.known.get(&node.line) {
            return Ok(known.clone());
        }
        let source = node.get("source").unwrap_or(node);
        let Some(program) = JudgeProgram::from_files(Some(source)) else {
            let why = "the generator names no `source`";
            return Err(package.mistake_error(FILE, Some(node.line), why));
        };
        node.mark_as_read();
        let words = program.add_to_plan(package, plan, node.get("flags"), node.get("language"))?;
        self.known.insert(node.line, words.clone());
        Ok(words)
    }
}
