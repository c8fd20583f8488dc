//! What a test case gives to a program, and what it must leave.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::command_line::CommandLine;
use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::plan::{ImportPlan, ImportedCase, to_list, to_table};
use super::super::programs::{self, sanitize_path};
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

/// What a validation asks of a stream.
struct StreamJudging<'s> {
    stream: &'s SubmittyStream<'s>,
    asked: &'s SubmittyValidation<'s>,
    /// Whether what is asked for is wrong.
    inverted: bool,
    /// Whether a program of the package makes what is expected.
    is_made: bool,
}

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
        let judging = StreamJudging {
            stream,
            asked,
            inverted: said.is_deduction,
            is_made: made_answer.is_some(),
        };
        let compare = self.judge_stream(plan, &judging, &expected, &mut case)?;
        let Some(compare) = compare else {
            return Ok(None);
        };
        if stream.is_output()
            && let Some(streams) = &mut case.streams
        {
            streams.output = expected;
        }
        if makes_input || made_answer.is_some() {
            let files = (command.input.as_deref(), made_answer);
            let named = (case.id.as_str(), format_place(self.file, asked.line));
            generation.add_to_plan(self.package, plan, self.folder, named, files)?;
        }
        case.file.compare = to_table(&compare);
        Ok(Some(case))
    }

    /// How a stream is judged in the course, by keys of `case` as well; none, with a note, if nothing here is like it.
    fn judge_stream(
        &self,
        plan: &mut ImportPlan,
        judging: &StreamJudging<'_>,
        expected: &[u8],
        case: &mut ImportedCase,
    ) -> Result<Option<RawComparison>, ImportError> {
        if judging.stream.is_output() {
            let is_direct = matches!(judging.stream, SubmittyStream::Output(_));
            let direct = compare_output(&judging.asked.demand);
            return match direct.filter(|_| is_direct && !judging.inverted) {
                Some(compare) => Ok(Some(compare)),
                None => self.add_script(plan, judging),
            };
        }
        let judged = judging.judge_other_stream(expected, case);
        if let Err(why) = &judged {
            let place = format_place(self.file, judging.asked.line);
            plan.notes.add_dropped(place, why);
        }
        Ok(judged.ok())
    }

    /// A comparison by the script beside this file; none, with a note, if what it needs is not there.
    fn add_script(
        &self,
        plan: &mut ImportPlan,
        judging: &StreamJudging<'_>,
    ) -> Result<Option<RawComparison>, ImportError> {
        let StreamJudging { stream, asked, .. } = judging;
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
        if judging.inverted {
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
        programs::copy_files(self.package, plan, &from, &folder)?;
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
            let bytes = self.package.read_bytes(file)?;
            case.files.insert(sanitize_path(&name(file)), bytes);
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

/// A comparison of the output of a program; none if the course has none like it.
fn compare_output(demand: &SubmittyDemand) -> Option<RawComparison> {
    let patterns = |pattern: String| RawComparison {
        patterns: Some(vec![Text::from(pattern)]),
        ..RawComparison::default()
    };
    match demand {
        SubmittyDemand::Same(_, manner) => manner.to_comparison(),
        SubmittyDemand::There => Some(accept_anything()),
        SubmittyDemand::Empty => Some(RawComparison {
            whitespace: Some("trailing".into()),
            ..RawComparison::default()
        }),
        SubmittyDemand::NotEmpty => Some(patterns(SOMETHING.to_owned())),
        SubmittyDemand::Holds(words) => Some(patterns(literal_pattern(words))),
        SubmittyDemand::Integer(..) | SubmittyDemand::Custom(_) => None,
    }
}

/// A comparison in which any output is right.
fn accept_anything() -> RawComparison {
    with_any_output(RawComparison::default())
}

/// The same, where files and standard error are compared in this way.
fn with_any_output(compare: RawComparison) -> RawComparison {
    RawComparison {
        checker: Some(to_texts([ANYTHING])),
        ..compare
    }
}

impl StreamJudging<'_> {
    /// Has a case judge what is no output of the program, by keys of its own; or says why it cannot.
    fn judge_other_stream(
        &self,
        expected: &[u8],
        case: &mut ImportedCase,
    ) -> Result<RawComparison, String> {
        let name = quote_word(&self.asked.actual);
        if self.inverted {
            return Err(format!(
                "points are taken off for what {name} is, which is not done here"
            ));
        }
        if self.is_made {
            return Err(format!("what {name} is compared with is made by a program"));
        }
        let cannot_compare = || format!("{name} cannot be compared in this way");
        match (&self.asked.demand, self.stream) {
            (SubmittyDemand::There, SubmittyStream::Error(_)) => {}
            (SubmittyDemand::Same(_, manner), SubmittyStream::Error(_)) => {
                let text = String::from_utf8(expected.to_vec()).ok();
                let compare = manner.to_comparison().zip(text);
                let (compare, text) = compare.ok_or_else(cannot_compare)?;
                case.file.stderr = Some(FlagOrText::Text(text));
                return Ok(with_any_output(compare));
            }
            (SubmittyDemand::Empty, SubmittyStream::Error(_)) => {
                case.file.stderr = Some(FlagOrText::Text(String::new()));
            }
            (SubmittyDemand::Empty, SubmittyStream::Exit(_)) => {
                case.file.exit = Some(RawExitCode::Code(0.into()).into());
            }
            (SubmittyDemand::Same(_, manner), SubmittyStream::File(_)) => {
                let compare = manner.to_comparison().ok_or_else(cannot_compare)?;
                let file = sanitize_path(&self.asked.actual);
                case.writes.insert(file, expected.to_vec());
                return Ok(with_any_output(compare));
            }
            _ => {
                return Err(format!(
                    "what is asked of {name} is not asked of such a file here"
                ));
            }
        }
        Ok(accept_anything())
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
