//! `interactive`: a program of the package that speaks with those of students.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, to_strings};
use super::super::programs;
use super::checkers::{add_further_files, compiler_flags};
use super::settings::FILE;
use rubric::raw::to_texts;

/// Makes it the interactor of the course.
pub(super) fn convert_interactor(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    let files = node.get("files").map(DocumentNode::items);
    let files: Vec<&str> = files
        .unwrap_or_default()
        .iter()
        .filter_map(DocumentNode::as_text)
        .collect();
    let main = files.iter().find(|file| programs::is_source(file));
    let Some(main) = main.or(files.first()).copied() else {
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
            "files" | "type" | "flags" | "lang" => {}
            "args_format_string" => {
                value.mark_as_read();
                let text =
                    "`args_format_string`: the arguments are always those of the interactor's type";
                plan.notes.add_dropped(place, text);
            }
            "feedback"
            | "unbuffered"
            | "preprocessing_time"
            | "memory_limit"
            | "compiler_time_limit" => {
                value.mark_as_read();
                let text = format!("{} decides no grade here", quote_word(&key.name));
                plan.notes.add_remark(place, text);
            }
            // Reported when all is read.
            _ => {}
        }
    }
    let flags = compiler_flags(node.get("flags"), node.get("lang"));
    let words = programs::add_judge_program(package, plan, main, &flags)?;
    add_further_files(package, plan, main, &files)?;
    plan.compare.interactor = Some(to_texts(words));
    plan.compare.protocol = Some(protocol.into());
    let text = format!(
        "the interactor {}, with `protocol = \"{protocol}\"`",
        quote_word(main)
    );
    plan.notes.add_imported(format_place(FILE, node.line), text);
    Ok(())
}

/// A conversation has no answer that could stand in a file: the first accepted program is the reference.
pub(super) fn add_reference(
    package: &ImportPackage,
    plan: &mut ImportPlan,
) -> Result<(), ImportError> {
    let Some(right) = plan.accepted_programs().next() else {
        let why = "programs speak with the interactor, so a program in C or C++ with `expect: AC` is needed as the reference";
        return Err(package.mistake_error("tests", None, why));
    };
    let sources = to_texts(to_strings(right.sources.as_ref()));
    plan.use_reference(sources);
    Ok(())
}
