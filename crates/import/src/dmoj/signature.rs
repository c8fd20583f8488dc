//! `signature_grader`: students write functions, and the package has the `main` that calls them.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::super::programs::{file_name, sanitize_name};
use super::settings::FILE;

/// The name of the header that is included before each source.
const PREFIX: &str = "before_each_source.h";

/// Adds the package's files, and has the compiler put the header before each program, whose own `main` gets another name.
pub(super) fn add_provided_files(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    let file = |key: &str| {
        let missing = || {
            let why = format!("`signature_grader` names no `{key}`");
            package.mistake_error(FILE, Some(node.line), &why)
        };
        let named = node.get(key).and_then(DocumentNode::as_text);
        named.ok_or_else(missing)
    };
    let entry = file("entry")?;
    let header = file("header")?;
    let allows_main = node.get("allow_main").and_then(DocumentNode::as_flag) == Some(true);
    let header_name = sanitize_name(file_name(header));
    let mut prefix = format!("#pragma once\n#include \"{header_name}\"\n");
    // The entry has the `main` that counts.
    let mut start = Vec::new();
    if !allows_main {
        prefix += "#define main main_of_submission\n";
        start.extend_from_slice(b"#undef main\n#line 1\n");
    }
    start.extend(package.read_bytes(entry)?);
    let files = [
        (sanitize_name(file_name(entry)), start),
        (header_name, package.read_bytes(header)?),
        (PREFIX.to_owned(), prefix.into_bytes()),
    ];
    for (name, bytes) in files {
        plan.add_provided_file(&name, bytes);
    }
    let flags = plan.assignment.flags.get_or_insert_default();
    flags.extend(["-DSIGNATURE_GRADER", "-include", PREFIX].map(str::to_owned));
    Ok(())
}
