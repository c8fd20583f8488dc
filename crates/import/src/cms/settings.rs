//! `task.yaml`: limits, and the files by which programs are given their input and print.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::quote_word;
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, ImportedCase};
use super::super::programs::{self, file_name, file_stem, is_header, is_source};

/// The settings of a task.
pub(super) const FILE: &str = "task.yaml";

/// Keys that decide no grade.
const NEEDLESS: [&str; 14] = [
    "name",
    "nome_breve",
    "title",
    "nome",
    "primary_language",
    "public_testcases",
    "risultati",
    "version",
    "feedback_level",
    "score_precision",
    "score_mode",
    "max_submission_number",
    "min_submission_interval",
    "n_input",
];

/// Tasks whose programs do not read one input and print one output.
pub(super) fn refuse_other_types(
    package: &ImportPackage,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    for file in package
        .files_below("check")
        .chain(package.files_below("cor"))
    {
        if file_stem(file_name(file)) == "manager" {
            let why = "a manager speaks with programs through files of its own (`Communication`), and there is nothing like it here";
            return Err(package.mistake_error(file, None, why));
        }
    }
    let output_only = node.get("output_only");
    if let Some(flag) = output_only.filter(|flag| flag.as_flag() == Some(true)) {
        let why = "students hand in output and no program";
        return Err(package.mistake_error(FILE, Some(flag.line), why));
    }
    Ok(())
}

/// Converts the title and the limits, and marks what decides no grade as read.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
pub(super) fn convert_keys(plan: &mut ImportPlan, node: &DocumentNode) {
    let first = |names: [&str; 2]| names.into_iter().find_map(|name| node.get(name));
    let title = first(["title", "nome"]).and_then(DocumentNode::as_text);
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        plan.assignment.title = Some(title.to_owned());
    }
    let seconds = first(["time_limit", "timeout"]).and_then(DocumentNode::as_number);
    plan.limits.cpu = Some(seconds.unwrap_or(2.0));
    let memory = first(["memory_limit", "memlimit"]).and_then(DocumentNode::as_number);
    let memory = memory.map(|mebibytes| (mebibytes.clamp(1.0, 1e6) as u64) << 20);
    plan.limits.memory = memory.or(Some(256 << 20));
    plan.limits.stack = plan.limits.memory;
    plan.notes
        .add_imported(FILE, "`limits`; a stack may use all memory");
    for (key, value) in node.entries() {
        let name = key.name.as_str();
        if NEEDLESS.contains(&name) || name.starts_with("token_") {
            value.mark_as_read();
        }
    }
}

/// The files by which programs are given their input and print.
pub(super) struct CmsStreams {
    pub(super) input: String,
    output: String,
}

impl CmsStreams {
    /// Reads their names. A grader in the package, whose functions students write, is compiled with every program.
    pub(super) fn from_settings(
        package: &ImportPackage,
        plan: &mut ImportPlan,
        node: &DocumentNode,
    ) -> Result<CmsStreams, ImportError> {
        let file = |key: &str, usual: &str| {
            let typed = node.get(key).and_then(DocumentNode::as_text);
            typed.unwrap_or(usual).to_owned()
        };
        let streams = CmsStreams {
            input: file("infile", "input.txt"),
            output: file("outfile", "output.txt"),
        };
        let has_checker = plan.compare.checker.is_some();
        if !streams.output.is_empty() && has_checker {
            let text = format!(
                "programs write {} there, which a checker does not see here: they print",
                quote_word(&streams.output)
            );
            plan.notes.add_dropped(FILE, text);
            return Ok(CmsStreams {
                output: String::new(),
                ..streams
            });
        }
        let has_grader = package.has_file("sol/grader.cpp");
        for file in package.files_below("sol") {
            let name = file_name(file);
            let is_grader = file_stem(name) == "grader" && is_source(name) && !name.ends_with(".c");
            if is_grader || (has_grader && is_header(name)) {
                programs::provide_file(package, plan, file)?;
            }
        }
        Ok(streams)
    }

    /// Gives a case its input and what is right.
    pub(super) fn add_to_case(&self, case: &mut ImportedCase) {
        let Some(streams) = case.streams.as_mut() else {
            return;
        };
        if !self.input.is_empty() {
            let input = std::mem::take(&mut streams.input);
            case.files.insert(self.input.clone(), input);
        }
        if !self.output.is_empty() {
            let output = std::mem::take(&mut streams.output);
            case.writes.insert(self.output.clone(), output);
        }
    }
}
