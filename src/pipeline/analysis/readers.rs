//! The answer to a question: all readers of a student's files, one after the other.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::answer::{Answer, FunctionLocation};
use super::question::Question;
use crate::build;
use crate::functions::{self, Defined};
use crate::model::{Inspection, Prototype};
use crate::source::{self, Program, Symbols};
use crate::undefined::{sameness, watching};

/// Where objects are, as it is seen from the folder with the sources.
const OBJECTS: &str = "../out";

/// Reads the question in the file that the second argument names, and writes the answer to standard output. The sources are
/// in the current folder.
pub(crate) fn analyse() -> ExitCode {
    let answered = std::env::args_os().nth(2).map(|file| answer(Path::new(&file)));
    match answered {
        Some(Ok(())) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the grader sees that we failed.
        Some(Err(_)) | None => ExitCode::FAILURE,
    }
}

fn answer(file: &Path) -> io::Result<()> {
    let question: Question = serde_json::from_slice(&fs::read(file)?)?;
    let read = |name: &String| fs::read(name).map(|bytes| (name.clone(), bytes));
    let files: Vec<_> = question.files.iter().map(read).collect::<io::Result<_>>()?;
    let object = |name: &String| build::read_object(&Path::new(OBJECTS).join(name));
    let answer = answer_from(&question, &files, |place| object(&question.objects[place]))?;
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &answer)?;
    stdout.flush()
}

/// The answer about these files, and the objects that `object` reads by their places.
pub(super) fn answer_from(
    question: &Question,
    files: &[(String, Vec<u8>)],
    object: impl Fn(usize) -> io::Result<Vec<u8>>,
) -> io::Result<Answer> {
    let mut symbols = Symbols::default();
    // Rules are about what the student wrote.
    let mut own = Symbols::default();
    // For each object, how many functions there are up to it.
    let mut ends = Vec::new();
    let mut may_change = question.changes && sameness::knows_its_build(files);
    let mut interposed = None;
    let objects = if question.is_about_objects() { question.objects.len() } else { 0 };
    for place in 0..objects {
        // One at a time: each may be as large as a compiler may write.
        let object = object(place)?;
        symbols.add(&object);
        if !question.provided_objects.contains(&place) {
            own.add(&object);
        }
        ends.push(symbols.functions.len());
        may_change |= question.changes && sameness::uses_chance(&object);
        if !question.watched.is_empty() {
            interposed = interposed.or_else(|| watching::interposed(&object, &question.watched));
        }
    }
    Ok(Answer {
        functions: found(question, &symbols.functions, &ends, files),
        inspections: inspections(question, files, own),
        warnings: build::warnings(&question.told, files, &question.provided),
        hints: if question.hints { hints(files) } else { Vec::new() },
        may_change,
        interposed,
        repairs: if question.repairs {
            source::repairs(files, &question.provided)
        } else {
            Vec::new()
        },
    })
}

fn hints(files: &[(String, Vec<u8>)]) -> Vec<String> {
    let causes = files.iter().filter_map(|(name, bytes)| build::invisible_cause(name, bytes));
    let causes: Vec<String> = causes.collect();
    if causes.is_empty() { source::misspelt_main(files).into_iter().collect() } else { causes }
}

/// For each criterion with a rule what it says. The program is read once, and only if there is a rule.
fn inspections(
    question: &Question,
    files: &[(String, Vec<u8>)],
    symbols: Symbols,
) -> Vec<Option<Inspection>> {
    if question.rules.is_empty() {
        return Vec::new();
    }
    let program = Program::read(files, &question.provided, question.is_built.then_some(symbols));
    let inspect = |rule| source::inspect(rule, &program);
    question.rules.iter().map(|rule| rule.as_ref().map(inspect)).collect()
}

/// For each case the function that it asks for.
fn found(
    question: &Question,
    functions: &[Defined],
    ends: &[usize],
    files: &[(String, Vec<u8>)],
) -> Vec<(usize, FunctionLocation)> {
    let parsed = |texts: &Vec<String>| -> Vec<Prototype> {
        texts.iter().filter_map(|text| functions::parse(text).ok()).collect()
    };
    let cases: Vec<(usize, Vec<Prototype>)> =
        question.functions.iter().map(|(case, texts)| (*case, parsed(texts))).collect();
    let asked: Vec<&str> =
        cases.iter().filter_map(|(_, all)| all.first().map(|it| it.name.as_str())).collect();
    let one = |prototypes: &[Prototype]| match functions::find(prototypes, functions, &asked) {
        Ok((_, place)) => {
            let object = ends.iter().position(|&end| place < end).unwrap_or_default();
            FunctionLocation::In { object, function: functions[place].clone() }
        }
        Err(reason) => {
            let may_be_hidden = functions::may_be_hidden(prototypes, functions, files);
            FunctionLocation::Nowhere { reason, may_be_hidden }
        }
    };
    cases.iter().map(|(case, prototypes)| (*case, one(prototypes))).collect()
}
