//! `interactive`: a program of the package that speaks with those of students.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::super::programs::{file_name, sanitize_name};
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

/// What a judge uses of DMOJ that is not here: it replaces a part of the judging, or asks for the program itself.
const PARTS_OF_JUDGE: [&str; 14] = [
    "StandardGrader",
    "SignatureGrader",
    "BridgedInteractiveGrader",
    "check_result",
    "_interact_with_process",
    "_launch_process",
    "_current_proc",
    "self.source",
    "self.binary",
    "self.judge",
    "self.problem",
    "self.language",
    "def grade(",
    "def __init__(",
];

/// Makes a judge in Python that talks to the program the interactor of the course.
pub(super) fn convert_custom_judge(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    let file = node.as_text().unwrap_or_default();
    let text = package.read_text(file)?;
    for (index, line) in text.lines().enumerate() {
        let used = PARTS_OF_JUDGE.iter().filter(|part| line.contains(**part));
        for part in used {
            let text = format!(
                "{} is a part of DMOJ's judge that is not here",
                quote_word(part)
            );
            plan.notes.add_dropped(format_place(file, index + 1), text);
        }
    }
    let talks = text.contains("InteractiveGrader") && text.contains("def interact(");
    if !talks || !plan.notes.dropped.is_empty() {
        let why = format!(
            "`custom_judge`: {} needs DMOJ itself to run; what can be carried over is an `InteractiveGrader` with nothing but \
             `interact`, a checker in Python (`checker`), or an interactor in C++ (`interactive`)",
            quote_word(file)
        );
        return Err(package.mistake_error(FILE, Some(node.line), &why));
    }
    let mut words = plan.add_checker_script("interactive.py", include_str!("interactive.py"));
    let target = format!(
        "checkers/{}/judge.d/{}",
        plan.id,
        sanitize_name(file_name(file))
    );
    plan.files.insert(target.clone(), text.into_bytes());
    words.push(target);
    plan.compare.interactor = Some(to_texts(words));
    let text = format!(
        "the judge {}: its `interact` talks with programs, by a script of ours that stands for DMOJ's `InteractiveGrader`",
        quote_word(file)
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
        let why = "programs speak with the interactor, so a program in C, C++ or Python 3 with `expect: AC` is needed as the reference";
        return Err(package.mistake_error("tests", None, why));
    }
    Ok(())
}
