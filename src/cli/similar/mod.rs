//! `grader similar`: which programs of a class are alike, for a person who reads them.

mod archive;
pub(super) mod arguments;
mod gather;
mod reading;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::course_with_roster::load_course_with_roster;
use super::failure::{self, CliFailure};
use super::out::{ensure_disjoint, ensure_disjoint_folder};
use super::setup::{check_assignment_ids, install_interrupt, require_rubric, worker_count};
use super::shared_arguments::LayoutArgs;
use super::summary::{print_remark, print_remarks};
use anyhow::Context as _;
use arguments::SimilarArgs;
pub(super) use gather::read_class;
use grading::SubmissionSelection;
use lms::intake::IntakeScratch;
use model::{Assignment, Course, GameRegistry, Submission};
pub(super) use reading::{ConfinedReader, read_if_requested};
use report::{NameDisplay, TerminalStyle};
use sandbox::Interrupt;
use similarity::{
    BaseCode, ExplainedPair, ExplainedPairs, ProgramSource, RankingOptions, SimilarityRanking,
};
use support::file_writing;

/// The file beside the rubric.
const EXPLAINED: &str = "explained.toml";

/// How many pairs of an assignment `pairs.csv` has at most.
const MOST_LISTED: usize = 100_000;

/// The class, and earlier ones by their names.
struct GatheredClasses {
    submissions: Vec<Submission>,
    archives: Vec<(String, Vec<Submission>)>,
}

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &SimilarArgs,
) -> Result<ExitCode, CliFailure> {
    let explained_file = require_rubric(arguments)?.with_file_name(EXPLAINED);
    let mut explained = load_explained(&explained_file)?;
    if let Some(folder) = &asked.forget {
        let forgotten = archive::forget_archive(folder, &mut explained)?;
        if forgotten > 0 {
            save_explained(&explained_file, &explained)?;
        }
        print_remark(&format!(
            "{} is removed, and {forgotten} explained pairs with it",
            folder.display()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let Some(submissions) = &asked.submissions else {
        return Ok(ExitCode::SUCCESS);
    };
    let course = load_course_with_roster(arguments, games, &asked.roster)?;
    check_assignment_ids(&course, &asked.assignments)?;
    ensure_disjoint(&asked.out, submissions, &course)?;
    for folder in asked.archives.iter().chain(&asked.bases) {
        ensure_disjoint_folder(&asked.out, "a folder that is read", folder)?;
    }
    let interrupt = install_interrupt()?;
    let scratch = IntakeScratch::default();
    let reader = reading::ConfinedReader::new(arguments, &course, &interrupt)?;
    let classes = gather_classes(asked, submissions, &course, &scratch, &interrupt)?;

    let explanation = explanation_from(asked, &course)?;
    if let Some(explanation) = &explanation {
        explained.set_reason(explanation.clone());
    }
    if let Some(folder) = &asked.keep {
        archive::create_archive(folder)?;
    }
    let mut rankings = Vec::new();
    for assignment in selected_assignments(&course, &asked.assignments) {
        let programs = gather::read_class(&classes.submissions, &assignment.id, None);
        if programs.is_empty() {
            continue;
        }
        if let Some(folder) = &asked.keep {
            archive::keep_programs(folder, &assignment.id, &programs)?;
        }
        let ranking = rank_assignment(asked, assignment, programs, &classes, &explained, &reader)?;
        if interrupt.is_raised() {
            return Ok(ExitCode::from(130));
        }
        rankings.push(ranking);
    }
    if let Some(explanation) = &explanation {
        check_explained_names(explanation, &rankings)?;
        save_explained(&explained_file, &explained)?;
    }
    print_rankings(asked, &rankings)
}

/// Finds the submissions of the class and of the archives.
fn gather_classes(
    asked: &SimilarArgs,
    submissions: &Path,
    course: &Course,
    scratch: &IntakeScratch,
    interrupt: &Interrupt,
) -> Result<GatheredClasses, CliFailure> {
    let selection = SubmissionSelection {
        assignments: asked.assignments.clone(),
        students: Vec::new(),
    };
    let found =
        asked
            .layout
            .find_submissions(submissions, course, &selection, scratch, interrupt)?;
    print_remarks(&found.remarks);
    // Who takes the course now says nothing of an earlier class.
    let earlier_course = Course {
        roster: None,
        ..course.clone()
    };
    let mut archives: Vec<(String, Vec<Submission>)> = Vec::new();
    for path in &asked.archives {
        let name = archive::archive_name(path);
        if archives.iter().any(|(other, _)| *other == name) {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "two archives are called `{name}`; rename one of the folders, so that their programs can be told apart"
            )));
        }
        let layout = LayoutArgs::default();
        let found =
            layout.find_submissions(path, &earlier_course, &selection, scratch, interrupt)?;
        archives.push((name, found.submissions));
    }
    Ok(GatheredClasses {
        submissions: found.submissions,
        archives,
    })
}

fn selected_assignments<'c>(
    course: &'c Course,
    ids: &'c [String],
) -> impl Iterator<Item = &'c Assignment> {
    let assignments = course.assignments.iter();
    assignments.filter(|one| ids.is_empty() || ids.contains(&one.id))
}

fn rank_assignment(
    asked: &SimilarArgs,
    assignment: &Assignment,
    mut programs: Vec<ProgramSource>,
    classes: &GatheredClasses,
    explained: &ExplainedPairs,
    reader: &reading::ConfinedReader,
) -> Result<SimilarityRanking, CliFailure> {
    for (name, submissions) in &classes.archives {
        programs.extend(gather::read_class(submissions, &assignment.id, Some(name)));
    }
    let base = read_base_code(&asked.bases, assignment)?;
    let workers = worker_count(asked.jobs)?;
    let read = reader.read_programs(&programs, &base, workers)?;
    drop(programs);
    let options = RankingOptions {
        top: asked.top,
        listed: MOST_LISTED.max(asked.top),
        workers,
    };
    Ok(similarity::rank_programs(
        &assignment.id,
        read,
        explained,
        options,
    ))
}

/// What everybody was given for an assignment.
pub(super) fn read_base_code(
    bases: &[impl AsRef<Path>],
    assignment: &Assignment,
) -> Result<BaseCode, CliFailure> {
    let bases = gather::read_bases(bases, assignment)?;
    let prototypes = gather::dictated_prototypes(assignment);
    Ok(BaseCode::from_programs(&bases, &prototypes))
}

fn print_rankings(
    asked: &SimilarArgs,
    rankings: &[SimilarityRanking],
) -> Result<ExitCode, CliFailure> {
    let names = match &asked.anonymous {
        Some(seed) => NameDisplay::Codes(seed.clone()),
        None => NameDisplay::Names,
    };
    report::write_similar_pairs(&asked.out, rankings, &names)
        .map_err(CliFailure::internal_error)?;
    let mut stdout = anstream::stdout().lock();
    let style = TerminalStyle::for_stdout();
    let printed = report::print_similar_pairs(rankings, &names, style, &mut stdout);
    let code = failure::finish_printing(printed)?;
    let out = asked.out.display();
    print_remark(&format!(
        "the pairs side by side: {out}/index.html; for programs {out}/pairs.csv and {out}/similarity.json"
    ));
    Ok(code)
}

/// What the user says of a pair.
fn explanation_from(
    asked: &SimilarArgs,
    course: &Course,
) -> Result<Option<ExplainedPair>, CliFailure> {
    let (Some(pair), Some(reason)) = (&asked.explain, &asked.reason) else {
        return Ok(None);
    };
    let [first, second] = pair.as_slice() else {
        return Ok(None);
    };
    let ids: Vec<&str> = selected_assignments(course, &asked.assignments)
        .map(|one| one.id.as_str())
        .collect();
    let [assignment] = ids.as_slice() else {
        return Err(CliFailure::usage_error(anyhow::anyhow!(
            "a pair is explained for one assignment; name it with --assignment ID (one of {})",
            ids.join(", ")
        )));
    };
    Ok(Some(ExplainedPair {
        assignment: (*assignment).to_owned(),
        pair: [first.clone(), second.clone()],
        reason: reason.clone(),
    }))
}

/// Refuses a pair that no ranking has, before it is kept.
fn check_explained_names(
    explained: &ExplainedPair,
    rankings: &[SimilarityRanking],
) -> Result<(), CliFailure> {
    let programs = rankings.iter().flat_map(|ranking| &ranking.programs);
    let names: Vec<String> = programs.map(|one| one.program.full_name()).collect();
    match explained.pair.iter().find(|name| !names.contains(name)) {
        Some(unknown) => Err(CliFailure::usage_error(anyhow::anyhow!(
            "there is no program `{unknown}` in {}, so nothing is explained",
            explained.assignment
        ))),
        None => Ok(()),
    }
}

/// Reads the file; nothing if it is not there.
fn load_explained(path: &PathBuf) -> Result<ExplainedPairs, CliFailure> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(ExplainedPairs::default());
        }
        read => read.map_err(anyhow::Error::from),
    };
    let place = || path.display().to_string();
    let text = text.with_context(place).map_err(CliFailure::usage_error)?;
    let explained = ExplainedPairs::parse_toml(&text).with_context(place);
    explained.map_err(CliFailure::usage_error)
}

fn save_explained(path: &Path, explained: &ExplainedPairs) -> Result<(), CliFailure> {
    let text = explained.to_toml().map_err(CliFailure::internal_error)?;
    let written = file_writing::write_course_file(path, text.as_bytes());
    written
        .with_context(|| path.display().to_string())
        .map_err(CliFailure::internal_error)
}
