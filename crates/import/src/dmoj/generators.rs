//! `generator`: a program of the package that makes the files of cases. It prints the input, and on standard error what is right.

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::super::programs;
use super::checkers::{add_further_files, compiler_flags};
use super::settings::FILE;

/// The generators of a package, each built once.
#[derive(Default)]
pub(super) struct DmojGenerators {
    /// By the line they stand on: the words that start them.
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
        let files: Vec<&str> = source
            .items()
            .iter()
            .filter_map(DocumentNode::as_text)
            .collect();
        let main = files.iter().find(|file| programs::is_source(file));
        let Some(main) = main.or(files.first()).copied() else {
            let why = "the generator names no `source`";
            return Err(package.mistake_error(FILE, Some(node.line), why));
        };
        node.mark_as_read();
        let flags = compiler_flags(node.get("flags"), node.get("language"));
        let words = programs::add_judge_program(package, plan, main, &flags)?;
        add_further_files(package, plan, main, &files)?;
        self.known.insert(node.line, words.clone());
        Ok(words)
    }
}
