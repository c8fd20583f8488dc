//! `interactive`: a program of the package that speaks with those of students.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::judge_program::{CHECKER_PLACES, INTERACTOR_PLACES, JudgeProgram, rearrange_arguments};
use super::settings::FILE;
use rubric::raw::to_texts;

/// Makes it the interactor of the course.
pub(super) fn convert_interactor(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    let Some(program) = JudgeProgram::from_files(node.get("files")) else {
        let why = "the interactor names no `files`";
        return Err(package.mistake_error(FILE, Some(node.line), why));
    };
    let kind = node.get("type").and_then(DocumentNode::as_text);
    let protocol = match kind.unwrap_or("default") {
        "default" => "dmoj",
        "testlib" => "testlib",
        other => {
            let why = format!(
                "the type {} of an interactor is not known: expected `default` or `testlib`",
                quote_word(other)
            );
            return Err(package.mistake_error(FILE, Some(node.line), &why));
        }
    };
    for (key, value) in node.entries() {
        let place = format_place(FILE, key.line);
        match key.name.as_str() {
            "files" | "type" | "flags" | "lang" | "args_format_string" => {}
            "feedback"
            | "unbuffered"
            | "preprocessing_time"
            | "memory_limit"
            | "compiler_time_limit" => plan.notes.add_needless_key(place, &key.name, value),
            // Reported when all is read.
            _ => {}
        }
    }
    let mut words = program.add_to_plan(package, plan, node.get("flags"), node.get("lang"))?;
    if let Some(format) = node.get("args_format_string") {
        let places = if protocol == "dmoj" {
            INTERACTOR_PLACES.as_slice()
        } else {
            CHECKER_PLACES.as_slice()
        };
        let text = format.as_text().unwrap_or_default();
        words = rearrange_arguments(plan, words, text, format.line, places);
    }
    plan.compare.interactor = Some(to_texts(words));
    plan.compare.protocol = Some(protocol.into());
    let text = format!(
        "the interactor {}, with `protocol = \"{protocol}\"`",
        quote_word(program.main)
    );
    plan.notes.add_imported(format_place(FILE, node.line), text);
    Ok(())
}

/// No file can hold the answer to a conversation, so the first accepted program is the reference.
pub(super) fn add_reference(
    package: &ImportPackage,
    plan: &mut ImportPlan,
) -> Result<(), ImportError> {
    if !plan.use_accepted_reference() {
        let why = "programs speak with the interactor, so a program in C or C++ with `expect: AC` is needed as the reference";
        return Err(package.mistake_error("tests", None, why));
    }
    Ok(())
}
