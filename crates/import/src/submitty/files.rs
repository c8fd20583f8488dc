//! What a test case gives to a program, and what it must leave.

use std::collections::BTreeSet;

use super::super::command_line::CommandLine;
use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::plan::{ImportPlan, ImportedCase, to_list, to_table};
use super::super::programs::sanitize_name;
use super::testcase::{SubmittyConverter, SubmittyTestcase};
use super::validation::{SubmittyDemand, SubmittyExpected, SubmittyValidation};
use rubric::raw::{FlagOrText, RawComparison, Text, to_texts};

/// The most files that a program finds.
const MOST_FILES: usize = 50;

/// The checker of whom any output is right.
const ANYTHING: &str = "true";

/// What a validation looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SubmittyStream {
    Output,
    Error,
    File,
}

impl SubmittyStream {
    /// The stream that the command writes to a file of this name.
    fn from_command(command: &CommandLine, name: &str) -> SubmittyStream {
        if name == command.output.as_deref().unwrap_or("STDOUT.txt") {
            SubmittyStream::Output
        } else if name == command.error.as_deref().unwrap_or("STDERR.txt") {
            SubmittyStream::Error
        } else {
            SubmittyStream::File
        }
    }
}

/// The line of a validation that a case cannot have together with the others, and why: a case looks at a file in one way.
fn find_conflict(
    command: &CommandLine,
    validations: &[SubmittyValidation],
) -> Option<(usize, String)> {
    let is_weak = |one: &SubmittyValidation| {
        matches!(one.demand, SubmittyDemand::There | SubmittyDemand::NotEmpty)
    };
    let counted: Vec<&SubmittyValidation> = validations
        .iter()
        .filter(|one| one.demand != SubmittyDemand::Nothing)
        .collect();
    for (index, one) in counted.iter().enumerate() {
        let others = counted
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let others: Vec<&SubmittyValidation> = others
            .map(|(_, other)| *other)
            .filter(|other| other.actual == one.actual)
            .collect();
        let is_search = |one: &SubmittyValidation| matches!(one.demand, SubmittyDemand::Holds(_));
        let is_twice = |other: &&SubmittyValidation| {
            let is_search_only = is_search(one) && is_search(other);
            !(is_weak(one) || is_weak(other) || is_search_only)
        };
        if others.iter().any(is_twice) {
            let why = format!(
                "{} is looked at in two ways, and here in one",
                quote_word(&one.actual)
            );
            return Some((one.line, why));
        }
        // A comparison with text, or a search, finds an empty file wrong anyhow.
        let implies_text = |other: &SubmittyValidation| match &other.demand {
            SubmittyDemand::Same(SubmittyExpected::Text(text), _) => !text.trim().is_empty(),
            SubmittyDemand::Same(SubmittyExpected::File(_), _) | SubmittyDemand::Holds(_) => true,
            _ => false,
        };
        if one.demand == SubmittyDemand::NotEmpty
            && SubmittyStream::from_command(command, &one.actual) == SubmittyStream::Output
            && !others.iter().any(|other| implies_text(other))
        {
            let why = format!(
                "whether {} is empty is not looked at here",
                quote_word(&one.actual)
            );
            return Some((one.line, why));
        }
    }
    None
}

impl SubmittyConverter<'_> {
    /// The case; none, with a note, if one of its files is not there.
    pub(super) fn convert_case(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        command: &CommandLine,
        validations: &[SubmittyValidation],
    ) -> Result<Option<ImportedCase>, ImportError> {
        let input = match &command.input {
            Some(file) => match self.read_file(plan, said, "test_input", file)? {
                Some(bytes) => bytes,
                None => return Ok(None),
            },
            None => Vec::new(),
        };
        let mut case = ImportedCase::new(said.id.clone(), input, Vec::new());
        let title = Some(said.title.as_str()).filter(|title| !title.is_empty());
        case.file.description = title.map(Into::into);
        case.file.args = to_list(&command.arguments);
        case.file.visibility = said.hidden.then(|| "hidden".into());
        let mut compare_output = RawComparison {
            checker: Some(to_texts([ANYTHING])),
            ..RawComparison::default()
        };
        self.add_input_files(plan, command, &mut case)?;
        if let Some((line, why)) = find_conflict(command, validations) {
            plan.notes.add_dropped(format_place(self.file, line), why);
            return Ok(None);
        }
        for one in validations {
            let place = format_place(self.file, one.line);
            let name = one.actual.as_str();
            let stream = SubmittyStream::from_command(command, name);
            match (&one.demand, stream) {
                (SubmittyDemand::Nothing, _) => {}
                // What the output is compared with says more, as `conflict` saw.
                (SubmittyDemand::There | SubmittyDemand::NotEmpty, SubmittyStream::Output) => {}
                (SubmittyDemand::Same(file, compare), SubmittyStream::Output) => {
                    let Some(bytes) = self.read_expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    if let Some(streams) = &mut case.streams {
                        streams.output = bytes;
                    }
                    compare_output.clone_from(compare.as_ref());
                }
                (SubmittyDemand::Same(file, compare), SubmittyStream::Error) => {
                    let Some(bytes) = self.read_expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    let text = String::from_utf8(bytes).ok();
                    if text.is_none() || compare.order.is_some() || compare.numbers.is_some() {
                        let why = format!("{} cannot be compared in this way", quote_word(name));
                        plan.notes.add_dropped(place, why);
                        return Ok(None);
                    }
                    case.file.stderr = text.map(FlagOrText::Text);
                }
                (SubmittyDemand::Same(file, compare), SubmittyStream::File) => {
                    let Some(bytes) = self.read_expected(plan, said, file)? else {
                        return Ok(None);
                    };
                    // Written files are compared as the output is, and know no other order of lines.
                    if compare.order.is_some() || name.contains('/') {
                        plan.notes.add_dropped(
                            place,
                            format!("{} cannot be compared in this way", quote_word(name)),
                        );
                        return Ok(None);
                    }
                    let is_other = compare_output.whitespace != compare.whitespace
                        || compare_output.numbers != compare.numbers;
                    if compare_output.checker.is_none() && is_other {
                        let text =
                            "written files are compared as the output is, and here in another way";
                        plan.notes.add_dropped(place, text);
                        return Ok(None);
                    }
                    compare_output.whitespace.clone_from(&compare.whitespace);
                    compare_output.numbers.clone_from(&compare.numbers);
                    case.writes.insert(sanitize_name(name), bytes);
                }
                (SubmittyDemand::Empty, SubmittyStream::Error) => {
                    case.file.stderr = Some(FlagOrText::Text(String::new()));
                }
                (SubmittyDemand::Empty, SubmittyStream::Output) => {
                    compare_output = RawComparison {
                        whitespace: Some("trailing".into()),
                        ..RawComparison::default()
                    }
                }
                (SubmittyDemand::Holds(patterns), SubmittyStream::Output) => {
                    let mut all = compare_output.patterns.take().unwrap_or_default();
                    all.extend(patterns.iter().map(|pattern| Text::from(pattern.as_str())));
                    compare_output = RawComparison {
                        patterns: Some(all),
                        ..RawComparison::default()
                    };
                }
                (
                    SubmittyDemand::There
                    | SubmittyDemand::NotEmpty
                    | SubmittyDemand::Empty
                    | SubmittyDemand::Holds(_),
                    _,
                ) => {
                    let text = format!(
                        "what is asked of {} is not asked of such a file here",
                        quote_word(name)
                    );
                    plan.notes.add_dropped(place, text);
                    return Ok(None);
                }
            }
        }
        case.file.compare = to_table(&compare_output);
        Ok(Some(case))
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
