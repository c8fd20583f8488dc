//! The toolchains that a class needs (which are installed, in which version, and which are missing), and the checkers of imported packages,
//! built like submissions: in the sandbox and within limits, because anybody may have written them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::PipelineError;
use crate::checker::{CheckerRunner, KnownAnswers, PersistentCheckers};
use crate::error::format_error_chain;
use crate::references::ReferenceError;
use crate::session::Session;
use model::{
    Assignment, Course, Exit, SourceFile, Submission, SubmissionContent, Toolchain,
    ToolchainVersion,
};
use sandbox::Interrupt;
use toolchain::{Attempt, BuildExtras, BuiltProgram, ToolchainError, read_object};

/// Every toolchain that is needed, asked for its version before anything is graded with it.
#[derive(Debug, Default)]
pub struct ToolchainSet {
    there: BTreeMap<String, ToolchainVersion>,
    missing: BTreeMap<String, ToolchainError>,
}

impl ToolchainSet {
    /// Looks for what `submissions` need. That some of it is missing concerns only those who need it.
    ///
    /// # Errors
    ///
    /// If all of it is missing: then nothing can be graded.
    pub fn probe(
        course: &Course,
        submissions: &[Submission],
        interrupt: &Interrupt,
    ) -> Result<ToolchainSet, ToolchainError> {
        let mut toolbox = ToolchainSet::default();
        for submission in submissions {
            let mut assignments = course.assignments.iter();
            let assignment = assignments.find(|one| one.id == submission.assignment);
            // Where nothing was handed in, nothing is needed.
            if let (Some(assignment), SubmissionContent::Sources(sources)) =
                (assignment, &submission.content)
            {
                toolbox.look_for(assignment.choose_toolchain(sources), interrupt);
            }
        }
        match toolbox.missing.first_key_value() {
            Some((_, error)) if toolbox.there.is_empty() => Err(error.clone()),
            _ => Ok(toolbox),
        }
    }

    /// Looks for all that a course names.
    pub(super) fn probe_all(course: &Course, interrupt: &Interrupt) -> ToolchainSet {
        let mut toolbox = ToolchainSet::default();
        let named = course.assignments.iter().flat_map(Assignment::toolchains);
        named.for_each(|it| toolbox.look_for(it, interrupt));
        toolbox
    }

    fn look_for(&mut self, toolchain: &Toolchain, interrupt: &Interrupt) {
        let name = &toolchain.name;
        if self.there.contains_key(name) || self.missing.contains_key(name) {
            return;
        }
        match toolchain::probe_toolchain(toolchain, interrupt) {
            Ok(version) => {
                self.there.insert(name.clone(), version);
            }
            Err(error) => {
                self.missing.insert(name.clone(), error);
            }
        }
    }

    fn needed_toolchain(&self, name: &str, course: &Course) -> NeededToolchain {
        let naming = course
            .assignments
            .iter()
            .filter(|one| one.toolchains().any(|it| it.name == name));
        let is_left_out =
            |one: &&Assignment| one.toolchains().all(|it| self.find_problem(it).is_some());
        NeededToolchain {
            name: name.to_owned(),
            assignments: naming.clone().map(assignment_id).collect(),
            version: match (self.there.get(name), self.missing.get(name)) {
                (Some(there), _) => Ok(there.version.clone()),
                (None, Some(trouble)) => Err(trouble.to_string()),
                (None, None) => Ok(String::new()),
            },
            leaves_out: naming.filter(is_left_out).map(assignment_id).collect(),
        }
    }

    /// Why this toolchain cannot be used; none if it can.
    pub(super) fn find_problem(&self, toolchain: &Toolchain) -> Option<&ToolchainError> {
        self.missing.get(&toolchain.name)
    }

    /// What a toolchain says of itself; none if it cannot be used.
    pub(super) fn version(&self, toolchain: &Toolchain) -> Option<&ToolchainVersion> {
        self.there.get(&toolchain.name)
    }
}

fn assignment_id(one: &Assignment) -> String {
    one.id.clone()
}

/// A toolchain that a course names.
#[derive(Debug, Clone)]
pub struct NeededToolchain {
    /// Its name.
    pub name: String,
    /// The ids of the assignments that name it.
    pub assignments: Vec<String>,
    /// Its version, or what is wrong with it.
    pub version: Result<String, String>,
    /// Those of the assignments for which no other toolchain is there either.
    pub leaves_out: Vec<String>,
}

/// Every toolchain that the assignments of a course name, whether or not anything was handed in for it.
pub fn needed_toolchains(course: &Course, interrupt: &Interrupt) -> Vec<NeededToolchain> {
    let toolbox = ToolchainSet::probe_all(course, interrupt);
    let names = toolbox.there.keys().chain(toolbox.missing.keys());
    names
        .map(|name| toolbox.needed_toolchain(name, course))
        .collect()
}

/// What a program of a course printed.
#[derive(Debug)]
pub struct ToolOutput {
    /// On standard output.
    pub stdout: Vec<u8>,
    /// On standard error.
    pub stderr: Vec<u8>,
}

/// Runs a program of a course in the sandbox, with what a checker may use. Its words start in `folder`. A reason, in words, if it did not
/// end with 0.
///
/// # Errors
///
/// If the user wants to stop.
pub fn run_tool(
    folder: &Path,
    words: &[String],
    input: &[u8],
    session: Session<'_>,
) -> Result<Attempt<ToolOutput>, PipelineError> {
    let kept = PersistentCheckers::default();
    let known = KnownAnswers::default();
    let runner = CheckerRunner {
        folder,
        session,
        persistent: &kept,
        known: &known,
    };
    let seen = runner.run_command(words, input);
    if session.is_interrupted() {
        return Err(PipelineError::Interrupted);
    }
    Ok(match seen {
        Ok(seen) if seen.exit == Exit::Code(0) => Attempt::Done(ToolOutput {
            stdout: seen.stdout(),
            stderr: seen.stderr,
        }),
        Ok(seen) => Attempt::Rejected(match seen.exit {
            Exit::Code(code) => format!("it ended with exit code {code}"),
            Exit::Signal(signal) => format!("signal {signal} ended it"),
            Exit::Stopped(limit) => format!("it {}", limit.describe()),
            Exit::NotStarted => "the system refused to start it".to_owned(),
        }),
        Err(error) => Attempt::Rejected(format_error_chain(&error)),
    })
}

/// Builds the program of an assignment's checker from these sources and headers, with these flags. The bytes of the program,
/// or what the compiler said.
///
/// # Errors
///
/// If the grader fails.
pub fn build_tool(
    assignment: &Assignment,
    sources: &[PathBuf],
    flags: &[String],
    session: Session<'_>,
) -> Result<Attempt<Vec<u8>>, PipelineError> {
    compile_tool(assignment, sources, flags, session).map_err(PipelineError::Reference)
}

fn compile_tool(
    assignment: &Assignment,
    sources: &[PathBuf],
    flags: &[String],
    session: Session<'_>,
) -> Result<Attempt<Vec<u8>>, ReferenceError> {
    let sources: Vec<SourceFile> = sources.iter().cloned().map(SourceFile::from_path).collect();
    let toolchain = assignment.choose_toolchain(&sources);
    toolchain::probe_toolchain(toolchain, session.interrupt())?;
    let mut runner = session.start_runner(toolchain, false)?;
    let mut settings = assignment.build_settings(toolchain);
    settings.flags = toolchain.language_flags(flags);
    let built =
        toolchain::build_program(&settings, &sources, &BuildExtras::default(), &mut runner)?;
    let Some(BuiltProgram::Executable(program)) = &built.program else {
        let reason = built.report.reason.unwrap_or_default();
        return Ok(Attempt::Rejected(format!(
            "{reason}\n{}",
            built.report.diagnostics
        )));
    };
    let path = runner
        .path_outside("out")
        .join(program.file_name().unwrap_or_default());
    let bytes = read_object(&path).map_err(ReferenceError::Folder)?;
    Ok(Attempt::Done(bytes))
}
