//! The answer to a question: all readers of a student's files, one after the other.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::answer::{AnalysisAnswer, FunctionLocation};
use super::question::AnalysisQuestion;
use cpp::functions::DefinedFunction;
use cpp::source::{ParsedProgram, ProgramSymbols};
use cpp::{functions, source};
use judging::undefined::{build_variant, record};
use model::{Prototype, RuleInspection};

/// Where objects are, as it is seen from the folder with the sources.
const OBJECTS: &str = "../out";

/// Reads the question in the file that the second argument names, and writes the answer to standard output. The sources are
/// in the current folder.
pub fn analyser_main() -> ExitCode {
    let answered = std::env::args_os()
        .nth(2)
        .map(|file| write_answer(Path::new(&file)));
    match answered {
        Some(Ok(())) => ExitCode::SUCCESS,
        // Nobody reads our standard error; the grader sees that we failed.
        Some(Err(_)) | None => ExitCode::FAILURE,
    }
}

fn write_answer(file: &Path) -> io::Result<()> {
    let question: AnalysisQuestion = serde_json::from_slice(&fs::read(file)?)?;
    let read = |name: &String| fs::read(name).map(|bytes| (name.clone(), bytes));
    let files: Vec<_> = question.files.iter().map(read).collect::<io::Result<_>>()?;
    let object = |name: &String| toolchain::read_object(&Path::new(OBJECTS).join(name));
    let answer = answer_from(&question, &files, |place| object(&question.objects[place]))?;
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &answer)?;
    stdout.flush()
}

/// The answer about these files, and the objects that `object` reads by their places.
pub(super) fn answer_from(
    question: &AnalysisQuestion,
    files: &[(String, Vec<u8>)],
    object: impl Fn(usize) -> io::Result<Vec<u8>>,
) -> io::Result<AnalysisAnswer> {
    let mut symbols = ProgramSymbols::default();
    // Rules are about what the student wrote.
    let mut own = ProgramSymbols::default();
    // For each object, how many functions there are up to it.
    let mut ends = Vec::new();
    let mut may_change = question.changes && build_variant::depends_on_build(files);
    let mut interposed = None;
    let objects = if question.needs_objects() {
        question.objects.len()
    } else {
        0
    };
    for place in 0..objects {
        // One at a time: each may be as large as a compiler may write.
        let object = object(place)?;
        symbols.add_object(&object);
        if !question.provided_objects.contains(&place) {
            own.add_object(&object);
        }
        ends.push(symbols.functions.len());
        may_change |= question.changes && build_variant::is_nondeterministic(&object);
        if !question.watched.is_empty() {
            interposed =
                interposed.or_else(|| record::find_interposed_symbol(&object, &question.watched));
        }
    }
    let (inspections, lacks_code) = inspect_rules(question, files, own);
    Ok(AnalysisAnswer {
        functions: locate_functions(question, &symbols.functions, &ends, files),
        inspections,
        lacks_code,
        warnings: toolchain::collect_warnings(&question.told, files, &question.provided),
        hints: if question.hints {
            compile_hints(files)
        } else {
            Vec::new()
        },
        may_change,
        interposed,
        repairs: match &question.repairs {
            Some(clues) => {
                source::suggest_repairs(files, &question.provided, clues, &question.donors)
            }
            None => Vec::new(),
        },
    })
}

fn compile_hints(files: &[(String, Vec<u8>)]) -> Vec<String> {
    let causes = files
        .iter()
        .filter_map(|(name, bytes)| toolchain::invisible_cause(name, bytes));
    let causes: Vec<String> = causes.collect();
    if causes.is_empty() {
        source::misspelt_main(files).into_iter().collect()
    } else {
        causes
    }
}

/// For each criterion with a rule what it says, and whether there is no code that a rule could look at. The program is read once, and only
/// if there is a rule.
fn inspect_rules(
    question: &AnalysisQuestion,
    files: &[(String, Vec<u8>)],
    symbols: ProgramSymbols,
) -> (Vec<Option<RuleInspection>>, bool) {
    if question.rules.is_empty() {
        return (Vec::new(), false);
    }
    let program = ParsedProgram::parse_files(
        files,
        &question.provided,
        question.is_built.then_some(symbols),
    );
    if !program.has_code() {
        return (vec![None; question.rules.len()], true);
    }
    let inspect = |rule| source::inspect_program(rule, &program);
    let rules = question.rules.iter();
    (
        rules.map(|rule| rule.as_ref().map(inspect)).collect(),
        false,
    )
}

/// For each case the function that it asks for.
fn locate_functions(
    question: &AnalysisQuestion,
    functions: &[DefinedFunction],
    ends: &[usize],
    files: &[(String, Vec<u8>)],
) -> Vec<(usize, FunctionLocation)> {
    let cases: Vec<(usize, Vec<Prototype>)> = question
        .functions
        .iter()
        .map(|(case, texts)| (*case, parse_prototypes(texts)))
        .collect();
    let asked: Vec<&str> = cases
        .iter()
        .filter_map(|(_, all)| all.first().map(|it| it.name.as_str()))
        .collect();
    let one =
        |prototypes: &[Prototype]| match functions::match_function(prototypes, functions, &asked) {
            Ok((_, place)) => {
                let object = ends.iter().position(|&end| place < end).unwrap_or_default();
                FunctionLocation::In {
                    object,
                    function: functions[place].clone(),
                }
            }
            Err(reason) => {
                let may_be_hidden = functions::may_be_hidden(prototypes, functions, files);
                FunctionLocation::Nowhere {
                    reason,
                    may_be_hidden,
                }
            }
        };
    cases
        .iter()
        .map(|(case, prototypes)| (*case, one(prototypes)))
        .collect()
}

fn parse_prototypes(texts: &[String]) -> Vec<Prototype> {
    texts
        .iter()
        .filter_map(|text| functions::parse_prototype(text).ok())
        .collect()
}
