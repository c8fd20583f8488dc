//! `input_generation_commands` and `solution_commands`: programs of the instructor that make the files of a test case.

use serde_json::{Value, json};

use super::super::command_line::{CommandLine, parse_command_line};
use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::quote_word;
use super::super::package::ImportPackage;
use super::super::plan::{GeneratedCase, ImportPlan};
use super::super::programs;

/// The folder of these programs.
const FOLDER: &str = "instructor_solution";

/// The commands that make files of a test case.
#[derive(Debug, Default)]
pub(super) struct SubmittyGeneration {
    commands: Vec<CommandLine>,
}

impl SubmittyGeneration {
    /// Reads them; or says why they cannot be carried over.
    pub(super) fn parse(
        package: &ImportPackage,
        folder: &str,
        node: &DocumentNode,
    ) -> Result<SubmittyGeneration, String> {
        let mut commands = Vec::new();
        for key in ["input_generation_commands", "solution_commands"] {
            let lines = node.get(key).map(DocumentNode::items).unwrap_or_default();
            for line in lines.iter().filter_map(DocumentNode::as_text) {
                let command = parse_command_line(line)
                    .map_err(|why| format!("the command {}: {why}", quote_word(line)))?;
                let script = command.arguments.first();
                let script = script.map(|script| format!("{folder}{FOLDER}/{script}"));
                let is_script = script.is_some_and(|script| package.has_file(&script));
                if command.program != "python3" || !is_script {
                    let why = "it runs no program in Python of `instructor_solution/`";
                    return Err(format!("the command {}: {why}", quote_word(line)));
                }
                commands.push(command);
            }
        }
        Ok(SubmittyGeneration { commands })
    }

    /// Whether the commands make a file of this name.
    pub(super) fn makes(&self, name: &str) -> bool {
        let mut outputs = self.commands.iter().filter_map(|it| it.output.as_deref());
        outputs.any(|output| output == name)
    }

    /// Has the commands make the input and what is right, for a case of this name.
    pub(super) fn add_to_plan(
        &self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
        folder: &str,
        (case, place): (&str, String),
        (input, expected): (Option<&str>, Option<&str>),
    ) -> Result<(), ImportError> {
        let target = format!("generators/{}", plan.id);
        for from in [FOLDER, "test_input"] {
            let from = format!("{folder}{from}");
            programs::copy_files(package, plan, &from, &format!("{target}/data"))?;
        }
        let script = format!("{target}/submitty.py");
        let text = include_bytes!("generate.py").to_vec();
        plan.files.insert(script.clone(), text);
        let commands: Vec<Value> = self.commands.iter().map(describe_command).collect();
        let ask = json!({
            "folder": format!("{target}/data"),
            "commands": commands,
            "input": input,
            "expected": expected,
        });
        plan.generated.push(GeneratedCase {
            words: vec!["python3".to_owned(), script, ask.to_string()],
            input: Vec::new(),
            has_answer: expected.is_some(),
            input_file: None,
            place,
            case: case.to_owned(),
        });
        Ok(())
    }
}

fn describe_command(command: &CommandLine) -> Value {
    let words = std::iter::once(&command.program).chain(&command.arguments);
    let mut said = json!({"words": words.collect::<Vec<_>>()});
    for (key, file) in [("input", &command.input), ("output", &command.output)] {
        if let Some(file) = file {
            said[key] = file.as_str().into();
        }
    }
    said
}
