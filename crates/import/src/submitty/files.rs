//! What a test case gives to a program, and what it must leave.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::command_line::CommandLine;
use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::plan::{ImportPlan, ImportedCase, to_list, to_table};
use super::super::programs::{file_name, sanitize_name};
use super::generation::SubmittyGeneration;
use super::steps::{SubmittyStream, SubmittyTool};
use super::testcase::{SubmittyConverter, SubmittyTestcase};
use super::validation::{
    SubmittyDemand, SubmittyExpected, SubmittyManner, SubmittyValidation, literal_pattern,
};
use rubric::raw::{FlagOrText, RawComparison, RawExitCode, Text, to_texts};

/// The most files that a program finds.
const MOST_FILES: usize = 50;

/// The checker of whom any output is right.
const ANYTHING: &str = "true";

/// A pattern that is found in all but an empty text.
const SOMETHING: &str = "(?s:.)";

/// The folder of the programs that validate.
const VALIDATION_FOLDER: &str = "custom_validation_code";

impl SubmittyConverter<'_> {
    /// A case of this name for a validation; none, with a note, if it cannot be carried over.
    pub(super) fn convert_case(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        id: String,
        (stream, asked): (&SubmittyStream<'_>, &SubmittyValidation<'_>),
        generation: &SubmittyGeneration,
    ) -> Result<Option<ImportedCase>, ImportError> {
        let inverted = said.is_deduction;
        let command = &stream.run().command;
        let makes_input = command
            .input
            .as_ref()
            .is_some_and(|file| generation.makes(file));
        let input = match &command.input {
            Some(_) if makes_input => Vec::new(),
            Some(file) => match self.read_file(plan, said, "test_input", file)? {
                Some(bytes) => bytes,
                None => return Ok(None),
            },
            None => Vec::new(),
        };
        let mut case = ImportedCase::new(id, input, Vec::new());
        let title = Some(said.title.as_str()).filter(|title| !title.is_empty());
        case.file.description = title.map(Into::into);
        case.file.args = to_list(&command.arguments);
        case.file.visibility = said.hidden.then(|| "hidden".into());
        self.add_input_files(plan, command, &mut case)?;
        let place = format_place(self.file, asked.line);
        let name = quote_word(&asked.actual);
        let refuse = |plan: &mut ImportPlan, why: String| {
            plan.notes.add_dropped(place.clone(), why);
            Ok(None)
        };
        let made_answer = match &asked.demand {
            SubmittyDemand::Same(SubmittyExpected::File(file), _) if generation.makes(file) => {
                Some(file.as_str())
            }
            _ => None,
        };
        let expected = match &asked.demand {
            _ if made_answer.is_some() => Vec::new(),
            SubmittyDemand::Same(file, _) => match self.read_expected(plan, said, file)? {
                Some(bytes) => bytes,
                None => return Ok(None),
            },
            _ => Vec::new(),
        };
        let comparison = match &asked.demand {
            SubmittyDemand::Same(_, manner) => manner.to_comparison(),
            _ => None,
        };
        let anything = || RawComparison {
            checker: Some(to_texts([ANYTHING])),
            ..RawComparison::default()
        };
        let patterns = |pattern: String| RawComparison {
            patterns: Some(vec![Text::from(pattern)]),
            ..RawComparison::default()
        };
        let is_output = matches!(stream, SubmittyStream::Output(_) | SubmittyStream::Text(..));
        if inverted && !is_output {
            let why = format!("points are taken off for what {name} is, which is not done here");
            return refuse(plan, why);
        }
        if made_answer.is_some() && !is_output {
            return refuse(
                plan,
                format!("what {name} is compared with is made by a program"),
            );
        }
        let compare = match (&asked.demand, stream) {
            (_, SubmittyStream::Output(_)) if inverted => {
                self.add_script(plan, asked, stream, true)?
            }
            (_, SubmittyStream::Text(..)) => self.add_script(plan, asked, stream, inverted)?,
            (SubmittyDemand::Same(..), SubmittyStream::Output(_)) if comparison.is_some() => {
                comparison
            }
            (SubmittyDemand::There, SubmittyStream::Output(_) | SubmittyStream::Error(_)) => {
                Some(anything())
            }
            (SubmittyDemand::Empty, SubmittyStream::Output(_)) => Some(RawComparison {
                whitespace: Some("trailing".into()),
                ..RawComparison::default()
            }),
            (SubmittyDemand::NotEmpty, SubmittyStream::Output(_)) => {
                Some(patterns(SOMETHING.to_owned()))
            }
            (SubmittyDemand::Holds(words), SubmittyStream::Output(_)) => {
                Some(patterns(literal_pattern(words)))
            }
            (_, SubmittyStream::Output(_)) => self.add_script(plan, asked, stream, false)?,
            (SubmittyDemand::Same(_, manner), SubmittyStream::Error(_)) => {
                let text = String::from_utf8(expected.clone()).ok();
                if text.is_none()
                    || manner.is_any_order
                    || manner.tolerance > 0.0
                    || manner.allows_more
                {
                    return refuse(plan, format!("{name} cannot be compared in this way"));
                }
                case.file.stderr = text.map(FlagOrText::Text);
                Some(anything())
            }
            (SubmittyDemand::Empty, SubmittyStream::Error(_)) => {
                case.file.stderr = Some(FlagOrText::Text(String::new()));
                Some(anything())
            }
            (SubmittyDemand::Empty, SubmittyStream::Exit(_)) => {
                case.file.exit = Some(RawExitCode::Code(0.into()).into());
                Some(anything())
            }
            (SubmittyDemand::Same(_, manner), SubmittyStream::File(_)) => {
                // Written files are compared by white space and numbers.
                if manner.is_any_order || manner.allows_more {
                    return refuse(plan, format!("{name} cannot be compared in this way"));
                }
                let parts: Vec<String> = asked.actual.split('/').map(sanitize_name).collect();
                case.writes.insert(parts.join("/"), expected.clone());
                let compared = comparison.unwrap_or_default();
                Some(RawComparison {
                    checker: Some(to_texts([ANYTHING])),
                    ..compared
                })
            }
            _ => {
                let why = format!("what is asked of {name} is not asked of such a file here");
                return refuse(plan, why);
            }
        };
        let Some(compare) = compare else {
            return Ok(None);
        };
        if is_output && let Some(streams) = &mut case.streams {
            streams.output = expected;
        }
        if makes_input || made_answer.is_some() {
            let files = (command.input.as_deref(), made_answer);
            let named = (case.id.as_str(), place);
            generation.add_to_plan(self.package, plan, self.folder, named, files)?;
        }
        case.file.compare = to_table(&compare);
        Ok(Some(case))
    }

    /// A comparison by the script beside this file; none, with a note, if what it needs is not there.
    fn add_script(
        &self,
        plan: &mut ImportPlan,
        asked: &SubmittyValidation<'_>,
        stream: &SubmittyStream<'_>,
        inverted: bool,
    ) -> Result<Option<RawComparison>, ImportError> {
        let tools = match stream {
            SubmittyStream::Text(_, tools) => tools.as_slice(),
            _ => &[],
        };
        let mut ask = Map::new();
        ask.insert("output".to_owned(), stream.run().output.as_str().into());
        ask.insert("actual".to_owned(), asked.actual.as_str().into());
        if !tools.is_empty() {
            ask.insert(
                "tools".to_owned(),
                tools.iter().map(describe_tool).collect(),
            );
        }
        if inverted {
            ask.insert("inverted".to_owned(), true.into());
        }
        let (key, value) = match &asked.demand {
            SubmittyDemand::Same(_, manner) => ("same", describe_manner(manner)),
            SubmittyDemand::Holds(words) => ("holds", json!(words)),
            SubmittyDemand::Integer(comparison, term) => ("integer", json!([comparison, term])),
            SubmittyDemand::Empty => ("empty", true.into()),
            SubmittyDemand::NotEmpty | SubmittyDemand::There => ("empty", false.into()),
            SubmittyDemand::Custom(words) => {
                let Some(folder) = self.add_validator(plan, asked, words)? else {
                    return Ok(None);
                };
                let custom =
                    json!({"words": words, "folder": folder, "input": asked.node.to_json()});
                ("custom", custom)
            }
        };
        ask.insert(key.to_owned(), value);
        let words = plan.add_checker_script("submitty.py", include_str!("check.py"));
        Ok(Some(RawComparison {
            checker: Some(to_texts(words)),
            checker_args: Some(to_texts([Value::Object(ask).to_string()])),
            ..RawComparison::default()
        }))
    }

    /// Copies the programs of the package that validate. Returns their folder in the course; none, with a note, if they cannot run.
    fn add_validator(
        &self,
        plan: &mut ImportPlan,
        asked: &SubmittyValidation<'_>,
        words: &[String],
    ) -> Result<Option<String>, ImportError> {
        let from = format!("{}{VALIDATION_FOLDER}", self.folder);
        let script = words
            .get(1)
            .filter(|_| words.first().is_some_and(|it| it == "python3"));
        let script = script.filter(|script| self.package.has_file(&format!("{from}/{script}")));
        if script.is_none() {
            let why = "a validator is a Python program in `custom_validation_code/`, or it is not run here";
            plan.notes
                .add_dropped(format_place(self.file, asked.line), why);
            return Ok(None);
        }
        let folder = format!("checkers/{}/{VALIDATION_FOLDER}", plan.id);
        for file in self.package.files_below(&from) {
            let target = format!("{folder}/{}", sanitize_name(file_name(file)));
            plan.files.insert(target, self.package.read_bytes(file)?);
        }
        Ok(Some(folder))
    }

    /// Files that the program finds: those that it is told of, or else all that are there.
    fn add_input_files(
        &self,
        plan: &mut ImportPlan,
        command: &CommandLine,
        case: &mut ImportedCase,
    ) -> Result<(), ImportError> {
        let folder = format!("{}test_input", self.folder);
        let all: BTreeSet<&str> = self.package.files_below(&folder).collect();
        let start = format!("{folder}/");
        let name = |file: &str| file.strip_prefix(start.as_str()).unwrap_or(file).to_owned();
        let told = all
            .iter()
            .filter(|file| command.arguments.contains(&name(file)));
        let told: Vec<&&str> = told.collect();
        let is_input = |file: &&&str| command.input.as_deref() == Some(name(file).as_str());
        let given: Vec<&&str> = match (told.is_empty(), &command.input) {
            (false, _) => told,
            // A program without input may open files by names of its own.
            (true, None) => all.iter().filter(|file| !is_input(file)).collect(),
            (true, Some(_)) => Vec::new(),
        };
        if given.len() > MOST_FILES {
            plan.notes.add_dropped(
                escape_word(&folder),
                format!("a program finds {MOST_FILES} files at most"),
            );
        }
        for file in given.into_iter().take(MOST_FILES) {
            let name = file.strip_prefix(&format!("{folder}/")).unwrap_or(file);
            let parts: Vec<String> = name.split('/').map(sanitize_name).collect();
            case.files
                .insert(parts.join("/"), self.package.read_bytes(file)?);
        }
        Ok(())
    }

    fn read_expected(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        expected: &SubmittyExpected,
    ) -> Result<Option<Vec<u8>>, ImportError> {
        match expected {
            SubmittyExpected::File(file) => self.read_file(plan, said, "test_output", file),
            SubmittyExpected::Text(text) => Ok(Some(text.clone().into_bytes())),
        }
    }

    fn read_file(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        folder: &str,
        file: &str,
    ) -> Result<Option<Vec<u8>>, ImportError> {
        let path = format!("{}{folder}/{file}", self.folder);
        if !self.package.has_file(&path) {
            plan.notes.add_dropped(
                self.testcase_place(said),
                format!("{} is not in the package", quote_word(&path)),
            );
            return Ok(None);
        }
        self.package.read_bytes(&path).map(Some)
    }
}

fn describe_tool(tool: &SubmittyTool) -> Value {
    let mut said = json!({"words": tool.words, "output": tool.output});
    if let Some(input) = &tool.input {
        said["input"] = input.as_str().into();
    }
    said
}

fn describe_manner(manner: &SubmittyManner) -> Value {
    let SubmittyManner {
        whitespace,
        is_any_order,
        tolerance,
        allows_more,
    } = manner;
    json!({
        "whitespace": whitespace,
        "any_order": is_any_order,
        "tolerance": tolerance,
        "allows_more": allows_more,
    })
}
