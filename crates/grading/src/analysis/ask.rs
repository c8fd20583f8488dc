//! Asks another process about a submission's files, once.

use std::collections::BTreeMap;
use std::fs::Permissions;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use super::answer::{AnalysisAnswer, FunctionLocation};
use super::question::{AnalysisQuestion, AnalysisTopics};
use model::{
    Assignment, CompilerWarnings, Exit, LimitKind, Observation, RuleDoubt, RuleInspection,
    SourceRepair,
};
use sandbox::{
    DEFAULT_STACK, OutputOverflow, SandboxCommand, SandboxLimits, SandboxProfile, StdinSource,
};
use tempfile::NamedTempFile;
use toolchain::runner::InterruptibleRunner;
use toolchain::{BuildError, BuildOutput};

/// The first argument that makes the grader read a student's files.
pub const ANALYSE: &str = "__analyse";

/// What the process may use. A large program of a beginner takes it 20 ms and 20 MB; a file at every bound of every reader,
/// some seconds and some hundred.
const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(5),
    after_end: None,
    // A busy machine may give it a twentieth of a processor.
    wall: Duration::from_secs(100),
    memory: 512 << 20,
    output: 16 << 20,
    overflow: OutputOverflow::Stop,
    stack: DEFAULT_STACK,
    file_size: 0,
};

/// What is known of a submission's files.
#[derive(Debug)]
pub struct SubmissionAnalysis {
    /// What the criteria's rules say, in the order of the criteria.
    pub(crate) inspections: Vec<Option<RuleInspection>>,
    /// The functions that cases ask for, by the cases' places; or why nobody knows, in a sentence.
    pub functions: Result<BTreeMap<usize, FunctionLocation>, String>,
    /// Whether the program may do something else each time by right; or why nobody knows.
    pub(crate) may_change: Result<bool, String>,
    /// A name by which sanitizers are watched, and that the program has or uses itself; or why nobody knows.
    pub(crate) interposed: Result<Option<String>, String>,
    /// Small changes of its text that may make it right.
    pub(crate) repairs: Vec<SourceRepair>,
}

impl SubmissionAnalysis {
    fn empty() -> SubmissionAnalysis {
        SubmissionAnalysis {
            inspections: Vec::new(),
            functions: Ok(BTreeMap::new()),
            may_change: Ok(false),
            interposed: Ok(None),
            repairs: Vec::new(),
        }
    }
}

/// Finds out about `topics`, and puts what the compiler warned of into the report of the build. That no answer comes is a
/// value as well: it is the files' doing, and what depends on it stays open.
///
/// # Errors
///
/// If the grader fails.
pub fn analyse_build(
    assignment: &Assignment,
    built: &mut BuildOutput,
    topics: AnalysisTopics<'_>,
    runner: &mut InterruptibleRunner,
) -> Result<SubmissionAnalysis, BuildError> {
    let Some(question) = AnalysisQuestion::for_topics(assignment, built, topics) else {
        return Ok(SubmissionAnalysis::empty());
    };
    let seen = run_analyser(&question, &LIMITS, runner)?;
    built.told.clear();
    Ok(match parse_answer(&seen, &question) {
        Ok(answer) => analysis_from_answer(answer, built),
        Err(reason) => analysis_without_answer(&question, &reason, built),
    })
}

fn analysis_from_answer(mut answer: AnalysisAnswer, built: &mut BuildOutput) -> SubmissionAnalysis {
    let functions = Ok(answer.functions_by_case());
    let AnalysisAnswer {
        inspections,
        lacks_code: _,
        functions: _,
        warnings,
        hints,
        may_change,
        interposed,
        repairs,
    } = answer;
    if built.report.warnings == CompilerWarnings::default() {
        built.report.warnings = warnings;
    }
    if !hints.is_empty() {
        let reason = built.report.reason.take().into_iter().chain(hints);
        built.report.reason = Some(reason.collect::<Vec<_>>().join(" "));
    }
    let may_change = Ok(may_change);
    let interposed = Ok(interposed);
    SubmissionAnalysis {
        inspections,
        functions,
        may_change,
        interposed,
        repairs,
    }
}

/// Rules are in doubt, and nothing is known of functions and warnings.
fn analysis_without_answer(
    question: &AnalysisQuestion,
    reason: &str,
    built: &mut BuildOutput,
) -> SubmissionAnalysis {
    if !question.told.is_empty() {
        built.report.warnings.unknown = Some(reason.to_owned());
    }
    let file = question.files.first().cloned().unwrap_or_default();
    let doubt = RuleDoubt {
        file,
        line: 1,
        message: reason.to_owned(),
    };
    let in_doubt = |_| RuleInspection {
        findings: Vec::new(),
        doubts: vec![doubt.clone()],
    };
    let rules = question.rules.iter();
    SubmissionAnalysis {
        inspections: rules.map(|rule| rule.as_ref().map(in_doubt)).collect(),
        functions: Err(format!("Your program was not looked at: {reason}.")),
        may_change: Err(format!("The program was not looked at: {reason}.")),
        interposed: Err(format!("The program was not looked at: {reason}.")),
        repairs: Vec::new(),
    }
}

/// The run that gives the answer.
fn run_analyser(
    question: &AnalysisQuestion,
    limits: &SandboxLimits,
    runner: &mut InterruptibleRunner,
) -> Result<Observation, BuildError> {
    let folder = runner.path_outside("tmp");
    let written = write_question(question, &folder);
    let file = written.map_err(|source| BuildError::Write {
        path: folder,
        source,
    })?;
    let name = file.path().file_name().unwrap_or_default();
    let command = SandboxCommand {
        arguments: vec![ANALYSE.into(), runner.path_inside("tmp").join(name).into()],
        folder: runner.path_inside("source"),
        ..SandboxCommand::new("grader".into(), SandboxProfile::Analysis)
    };
    Ok(runner.run(&command, limits, StdinSource::Empty)?)
}

/// The question in a new file, which goes when this value does. Compilers write into the folder, too, and not now.
fn write_question(
    question: &AnalysisQuestion,
    folder: &std::path::Path,
) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new()
        .prefix("question-")
        .tempfile_in(folder)?;
    file.write_all(&serde_json::to_vec(question)?)?;
    file.as_file()
        .set_permissions(Permissions::from_mode(0o644))?;
    Ok(file)
}

const TOO_MUCH_MEMORY: &str = "reading its files takes too much memory";

/// Whether whoever read the files says that memory was refused: in Rust's own words, or in tree-sitter's.
fn is_memory_refusal(stderr: &[u8]) -> bool {
    String::from_utf8_lossy(stderr)
        .lines()
        .any(is_reader_refusal)
}

fn is_reader_refusal(line: &str) -> bool {
    line.starts_with("memory allocation of ") || line.starts_with("tree-sitter failed to ")
}

/// The answer; or why there is none that could be believed.
fn parse_answer(seen: &Observation, question: &AnalysisQuestion) -> Result<AnalysisAnswer, String> {
    match seen.exit {
        Exit::Code(0) => {}
        Exit::Stopped(LimitKind::Cpu | LimitKind::Wall) => {
            return Err("reading its files takes too long".to_owned());
        }
        Exit::Stopped(_) => return Err(TOO_MUCH_MEMORY.to_owned()),
        Exit::Signal(libc::SIGABRT) if is_memory_refusal(&seen.stderr) => {
            return Err(TOO_MUCH_MEMORY.to_owned());
        }
        Exit::Code(_) | Exit::Signal(_) | Exit::NotStarted => {
            return Err("its files could not be read".to_owned());
        }
    }
    let answer: Option<AnalysisAnswer> = serde_json::from_slice(&seen.stdout()).ok();
    let believed = answer.and_then(|answer| answer.validate_against(question));
    believed.ok_or_else(|| "the analyser returned an inconsistent answer".to_owned())
}
