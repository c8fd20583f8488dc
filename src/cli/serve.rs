//! `grader serve`: manual grading in a browser on this machine.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;

use super::arguments::CliArgs;
use super::course_with_roster::load_course_with_roster;
use super::failure::{self, CliFailure};
use super::overrides::{load_if_present, overrides_file};
use super::setup::{install_interrupt, require_rubric, worker_count};
use super::shared_arguments::ServeArgs;
use super::similar::{ConfinedReader, read_base_code, read_class};
use super::summary::{load_last_records, print_remark};
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use model::{
    Course, CriterionReport, CriterionState, GameRegistry, Grade, GradeOverride, Gradebook as _,
    Submission, SubmissionName, has_header_ending, has_source_ending,
};
use review::{DeskError, ReviewClass, ReviewDesk, ReviewServer};
use sandbox::Interrupt;
use similarity::{ProgramSource, order_structures};

/// The name that students see if each grader is to stay unnamed.
const STAFF: &str = "Course staff";

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &ServeArgs,
) -> Result<ExitCode, CliFailure> {
    let overrides = overrides_file(&require_rubric(arguments)?);
    let course = load_course_with_roster(arguments, games, &asked.roster)?;
    let interrupt = install_interrupt()?;
    // Runs wait as long as records are open, so all of them are read at once.
    let records = load_last_records(&asked.reports, "--reports")?;
    let grades: io::Result<Vec<Grade>> = (0..records.count())
        .map(|place| records.grade(place).map(Cow::into_owned))
        .collect();
    let grades = grades.map_err(CliFailure::internal_error)?;
    let outline = records.run_outline();
    drop(records);

    let mut class = ReviewClass {
        grades,
        outline,
        programs: BTreeMap::new(),
        structures: BTreeMap::new(),
        objections: list_objections(&overrides)?,
        overrides: overrides.clone(),
        reports: asked.reports.clone(),
        by: asked.by.clone().unwrap_or_else(|| STAFF.to_owned()),
        grader: asked.grader.as_ref().map(|name| name.trim().to_owned()),
    };
    let scratch = IntakeScratch::default();
    let selection = SubmissionSelection::default();
    let found = asked.layout.find_submissions(
        &asked.submissions,
        &course,
        &selection,
        &scratch,
        &interrupt,
    )?;
    add_programs(
        arguments,
        &course,
        found.submissions,
        &interrupt,
        &mut class,
    )?;
    let desk = ReviewDesk::new(class)?;
    let server = ReviewServer::new(desk, asked.port)
        .with_context(|| format!("cannot listen at port {} of this machine", asked.port))
        .map_err(CliFailure::usage_error)?;
    let printed = writeln!(anstream::stdout().lock(), "{}", server.address());
    failure::finish_printing(printed)?;
    print_remark(
        &"open this address in a browser on this machine, and give it to nobody: who has it can change points; Ctrl-C ends",
    );
    let saved = server
        .run(interrupt.as_fd())
        .map_err(CliFailure::internal_error)?;
    print_remark(&format!(
        "{saved} decisions were saved in {}; `grader report --all` makes the reports with them",
        overrides.display()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Submissions whose students object to something.
fn list_objections(overrides: &Path) -> Result<BTreeSet<SubmissionName>, CliFailure> {
    let rows = load_if_present(overrides)?;
    let objections = rows.iter().filter(|row| row.to_request().is_some());
    Ok(objections.map(GradeOverride::name).collect())
}

/// Reads the programs that a person judges, and what they have in common.
fn add_programs(
    arguments: &CliArgs,
    course: &Course,
    mut submissions: Vec<Submission>,
    interrupt: &Arc<Interrupt>,
    class: &mut ReviewClass,
) -> Result<(), CliFailure> {
    let awaits = |one: &CriterionReport| one.state == CriterionState::AwaitsInstructor;
    let mut to_judge: BTreeSet<SubmissionName> = class
        .grades
        .iter()
        .filter(|grade| grade.criteria.iter().any(awaits))
        .map(Grade::name)
        .collect();
    to_judge.extend(class.objections.iter().cloned());
    submissions.retain(|one| to_judge.contains(&one.name()));
    let workers = worker_count(None)?;
    for assignment in &course.assignments {
        let sources = read_class(&submissions, &assignment.id, None);
        if sources.is_empty() {
            continue;
        }
        let name = |source: &ProgramSource| SubmissionName {
            assignment: assignment.id.clone(),
            student: source.name.clone(),
        };
        // Only of C and C++ it is known what makes two programs alike, and one alone is alike to none.
        if sources.len() > 1 && sources.iter().all(is_cpp) {
            let reader = ConfinedReader::new(arguments, course, interrupt)?;
            let base = read_base_code(&[] as &[PathBuf], assignment)?;
            let read = reader.read_programs(&sources, &base, workers)?;
            for (source, structure) in sources.iter().zip(order_structures(&read)) {
                class
                    .structures
                    .extend(structure.map(|it| (name(source), it)));
            }
        }
        for source in sources {
            let name = name(&source);
            let own = |file: &(String, Vec<u8>)| !source.provided.contains(&file.0);
            class
                .programs
                .insert(name, source.files.into_iter().filter(own).collect());
        }
    }
    Ok(())
}

fn is_cpp(source: &ProgramSource) -> bool {
    source.files.iter().all(|(name, _)| {
        let path = name.as_ref();
        has_source_ending(path) || has_header_ending(path)
    })
}

impl From<DeskError> for CliFailure {
    fn from(error: DeskError) -> CliFailure {
        match error {
            DeskError::Invalid(mistakes) => CliFailure::usage_error(mistakes),
            DeskError::Grader { .. } => CliFailure::usage_error(error),
            DeskError::Override(error) => error.into(),
            DeskError::Write(_) | DeskError::Read { .. } | DeskError::Page(_) => {
                CliFailure::internal_error(error)
            }
        }
    }
}
