//! `grader try`: a student checks a program with the kit of its assignment, before handing it in. Nothing leaves the machine.

use std::fs;
use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::kit::{OpenedKit, find_kit};
use super::piece::open_page;
use super::setup::{configure_build, find_sandbox, install_interrupt, open_cache};
use super::shared_arguments::{LayoutArgs, TryArgs};
use super::summary::{print_remark, print_remarks};
use super::watch::WatchedFiles;
use document::Block;
use grading::{PipelineError, ReusedCases, RunCache, Session, SubmissionSelection, ToolchainSet};
use lms::intake::IntakeScratch;
use model::{
    Assignment, BuildVerdict, Course, GameRegistry, Grade, GradingEnvironment, Submission,
};
use sandbox::{Interrupt, LinuxSandbox};
use support::file_writing;
use support::junk::is_junk;
use support::write_error::WriteError;
use walkdir::WalkDir;

/// What the student is called in a report about themselves.
const STUDENT: &str = "you";

/// A folder with more files is something else than one assignment.
const MOST_FILES: usize = 200;

/// How deep files may stand.
const DEEPEST: usize = 6;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &TryArgs,
) -> Result<ExitCode, CliFailure> {
    let interrupt = install_interrupt()?;
    let folder = asked.folder();
    let kit = OpenedKit::open(&find_kit(asked.kit.as_deref(), &folder)?, &interrupt)?;
    // A student's program may run on the student's machine without a sandbox.
    let sandbox = find_sandbox(None, true, &interrupt)?;
    let tier = sandbox.tier();
    let is_confined = tier.has_namespaces() || tier.has_landlock();
    let mut course = kit.load_course(games, is_confined)?;
    for assignment in &mut course.assignments {
        assignment.outline.hides_points = !kit.manifest.points;
    }
    sandbox::raise_process_limits(&grading::course_needs(&course))
        .map_err(CliFailure::internal_error)?;
    if !is_confined {
        print_remark(
            &"this machine confines no programs, so yours and the tests in the kit run as you do, with limits of time and memory \
              alone; use a kit from your instructor only",
        );
    }
    let check = SelfCheck {
        arguments,
        asked,
        kit: &kit,
        course: &course,
        sandbox: &sandbox,
        interrupt: &interrupt,
    };
    let files = WatchedFiles::new(asked.watched_paths(), &check.page_path());
    let mut seen = files.take_snapshot();
    let code = check.check_sources(&folder)?;
    if !asked.watch {
        return Ok(code);
    }
    print_remark(&"waiting for changes; Ctrl-C ends this");
    while let Some(now) = files.wait_for_change(seen, &interrupt) {
        seen = now;
        match check.check_sources(&folder) {
            Ok(_) => {}
            Err(_) if interrupt.is_raised() => break,
            // A mistake that somebody is about to mend.
            Err(failure) => {
                failure.report_to_stderr();
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether it is found out why a program is wrong.
#[derive(Clone, Copy)]
enum Explanations {
    Searched,
    Left,
}

struct SelfCheck<'a> {
    arguments: &'a CliArgs,
    asked: &'a TryArgs,
    kit: &'a OpenedKit,
    course: &'a Course,
    sandbox: &'a LinuxSandbox,
    interrupt: &'a Arc<Interrupt>,
}

impl SelfCheck<'_> {
    /// Checks the files once, and shows what a report says. The exit code is 0 if nothing is wrong, otherwise 1.
    fn check_sources(&self, folder: &Path) -> Result<ExitCode, CliFailure> {
        let submissions = tempfile::tempdir().map_err(CliFailure::internal_error)?;
        let own = submissions.path().join(STUDENT);
        copy_sources(&self.asked.sources, folder, &own)?;
        let scratch = IntakeScratch::default();
        let found = LayoutArgs::default().find_submissions(
            submissions.path(),
            self.course,
            &SubmissionSelection::default(),
            &scratch,
            self.interrupt,
        )?;
        print_remarks(&found.remarks);
        let (grade, environment) = self.grade_verdicts_first(&found.submissions)?;
        let printed = if self.asked.hint {
            print_hint(&report::first_hint(&grade))
        } else if self.asked.format.is_some() {
            let folder = self.asked.repository_folder();
            report::write_github_report(&grade, &environment, &folder, &mut io::stdout().lock())
        } else {
            let blocks = report::build_student_report(&grade, &environment);
            print_report(&blocks, self.kit.manifest.hidden_cases)
        };
        failure::finish_printing(printed)?;
        self.write_page(&grade, &environment)?;
        Ok(match () {
            () if grade.is_ungraded() => ExitCode::from(3),
            () if grade.points < grade.max_points => ExitCode::from(1),
            () => ExitCode::SUCCESS,
        })
    }

    /// Grades what was found. Where causes of failures take long to find, how many cases fail is printed before.
    fn grade_verdicts_first(
        &self,
        submissions: &[Submission],
    ) -> Result<(Grade, GradingEnvironment), CliFailure> {
        let searches = |one: &Assignment| !one.repair_budget.is_zero();
        if self.course.assignments.iter().any(searches) {
            let quick = self.grade(submissions, Explanations::Left)?;
            match describe_verdicts(&quick.0) {
                Some(verdicts) => print_remark(&format!("{verdicts}; looking for the cause")),
                None => return Ok(quick),
            }
        }
        self.grade(submissions, Explanations::Searched)
    }

    fn grade(
        &self,
        submissions: &[Submission],
        explanations: Explanations,
    ) -> Result<(Grade, GradingEnvironment), CliFailure> {
        let cache = open_cache(self.arguments);
        let run_cache = RunCache::from_cache_folder(&cache);
        let session = Session::new(self.sandbox, self.interrupt);
        let session = configure_build(self.arguments, session, &run_cache);
        let session = match explanations {
            Explanations::Searched => session,
            Explanations::Left => session.without_explanations(),
        };
        let toolbox = ToolchainSet::probe(self.course, submissions, self.interrupt)
            .map_err(PipelineError::from)?;
        let graded = grading::map_submissions(
            self.course,
            submissions,
            &toolbox,
            session,
            |grader, _, submission| {
                let graded =
                    grading::grade_submission(grader, submission, &ReusedCases::default())?;
                Ok((graded.grade, grader.environment(submission)))
            },
        )?;
        cache.shrink_to_limit();
        graded.into_iter().next().ok_or_else(|| {
            CliFailure::usage_error(anyhow::anyhow!(
                "no file of the assignment is here; name your files: `grader try FILE…`"
            ))
        })
    }

    fn write_page(
        &self,
        grade: &Grade,
        environment: &GradingEnvironment,
    ) -> Result<(), CliFailure> {
        if self.asked.page.is_none() && !self.asked.open {
            return Ok(());
        }
        let path = self.page_path();
        let page =
            report::render_student_page(grade, environment).map_err(CliFailure::internal_error)?;
        file_writing::write_file_with(&path, |file| {
            file.write_all(page.as_bytes())
                .map_err(WriteError::for_path(&path))
        })
        .map_err(CliFailure::internal_error)?;
        if self.asked.open {
            open_page(&path);
        }
        Ok(())
    }

    /// Where the page is written, if one is.
    fn page_path(&self) -> PathBuf {
        let usual = || PathBuf::from(format!("{}-check.html", self.kit.manifest.assignment));
        self.asked.page.clone().unwrap_or_else(usual)
    }
}

/// What is wrong, if that has a cause to look for.
fn describe_verdicts(grade: &Grade) -> Option<String> {
    if grade.build.verdict == BuildVerdict::CompileError {
        return Some("your program does not compile".to_owned());
    }
    let cases = grade.cases.iter();
    let failed = cases.filter(|case| case.judgement.verdict.is_failure());
    match failed.count() {
        0 => None,
        failed => Some(format!("{failed} of {} test cases fail", grade.cases.len())),
    }
}

fn print_report(blocks: &[Block], hidden_cases: usize) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    document::blocks_to_terminal(blocks, &mut stdout)?;
    match hidden_cases {
        0 => Ok(()),
        1 => writeln!(stdout, "\nOne more case is checked after you hand in."),
        more => writeln!(stdout, "\n{more} more cases are checked after you hand in."),
    }
}

/// Prints one step after the other. At a terminal, each waits until the student asks for it.
fn print_hint(steps: &[Block]) -> io::Result<()> {
    let mut stdout = anstream::stdout().lock();
    if steps.is_empty() {
        return writeln!(
            stdout,
            "There is no hint. Without --hint you see what was expected and what your program printed."
        );
    }
    let waits = io::stdin().is_terminal() && io::stdout().is_terminal();
    for (place, step) in steps.iter().enumerate() {
        // After the name of the test case and its first step.
        if place > 1 && waits {
            writeln!(stdout, "\nPress Enter for the next step, or Ctrl-C.")?;
            io::stdin().lock().read_line(&mut String::new())?;
        }
        document::blocks_to_terminal(std::slice::from_ref(step), &mut stdout)?;
    }
    Ok(())
}

/// Copies what is to be checked into the folder of a submission.
fn copy_sources(sources: &[PathBuf], folder: &Path, own: &Path) -> Result<(), CliFailure> {
    let mut files: Vec<(PathBuf, PathBuf)> = Vec::new();
    if sources.is_empty() {
        collect_files(folder, &mut files)?;
    }
    for source in sources {
        if source.is_dir() {
            collect_files(source, &mut files)?;
        } else {
            let name = source.file_name().unwrap_or_default();
            files.push((source.clone(), name.into()));
        }
    }
    for (path, below) in files {
        let target = own.join(below);
        fs::create_dir_all(target.parent().unwrap_or(own)).map_err(CliFailure::internal_error)?;
        fs::copy(&path, target).map_err(|error| {
            let what = format!("cannot read `{}`", path.display());
            CliFailure::usage_error(anyhow::Error::from(error).context(what))
        })?;
    }
    Ok(())
}

/// The regular files of a folder, with their paths below it. What systems leave behind, kits and what is too large for a source are left out.
fn collect_files(folder: &Path, files: &mut Vec<(PathBuf, PathBuf)>) -> Result<(), CliFailure> {
    const LARGEST: u64 = 1 << 20;
    let walk = WalkDir::new(folder)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_junk(entry.file_name()));
    for entry in walk.flatten() {
        let is_small = entry.metadata().is_ok_and(|found| found.len() <= LARGEST);
        let path = entry.path();
        let is_ours = path
            .extension()
            .is_some_and(|ending| ending == super::kit::ENDING || ending == "html");
        if !entry.file_type().is_file() || !is_small || is_ours {
            continue;
        }
        if files.len() == MOST_FILES {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "{} has more than {MOST_FILES} files; name those of the assignment: `grader try FILE…`",
                folder.display()
            )));
        }
        let below = path.strip_prefix(folder).unwrap_or(path).to_owned();
        files.push((path.to_owned(), below));
    }
    Ok(())
}
