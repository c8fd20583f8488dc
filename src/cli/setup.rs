//! What a command needs before it can begin: the course, the sandbox, workers, the user's wish to stop, and valid names.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::{CliArgs, STRONGEST_TIER};
use super::failure::CliFailure;
use grading::{ProgramLinking, RunCache, Session};
use model::{Course, GameRegistry, Tier};
use sandbox::{Interrupt, LinuxSandbox, TierRequirements};
use support::logged::EscapedForLog;
use support::nearest;
use toolchain::cache::CacheFolder;

/// The rubric that was named, or the nearest one.
pub(super) fn require_rubric(arguments: &CliArgs) -> Result<PathBuf, CliFailure> {
    if let Some(rubric) = &arguments.rubric {
        return Ok(rubric.clone());
    }
    rubric::find_rubric(Path::new(".")).ok_or_else(|| {
        CliFailure::usage_error(anyhow::anyhow!(
            "no rubric.toml in this folder or above it; go to the course's folder, name the file with `--rubric FILE`, \
             or start a course with `grader new ID`"
        ))
    })
}

/// The rubric that was named, or the nearest one; none where there is none, which is no mistake of a command that needs none.
pub(super) fn find_rubric(arguments: &CliArgs) -> Option<PathBuf> {
    arguments
        .rubric
        .clone()
        .or_else(|| rubric::find_rubric(Path::new(".")))
}

pub(super) fn load_course(arguments: &CliArgs, games: &GameRegistry) -> Result<Course, CliFailure> {
    rubric::load_course(&require_rubric(arguments)?, games).map_err(CliFailure::usage_error)
}

/// Refuses the name of an assignment that the course does not have.
pub(super) fn check_assignment_ids(course: &Course, typed: &[String]) -> Result<(), CliFailure> {
    let ids: Vec<&str> = course
        .assignments
        .iter()
        .map(|one| one.id.as_str())
        .collect();
    match typed.iter().find(|id| !ids.contains(&id.as_str())) {
        Some(unknown) => Err(CliFailure::usage_error(anyhow::anyhow!(
            "{}: there is no assignment `{unknown}`; expected one of {}{}",
            course.rubric.display(),
            ids.join(", "),
            nearest::describe_suggestion(unknown, &ids),
        ))),
        None => Ok(()),
    }
}

pub(super) fn install_interrupt() -> Result<Arc<Interrupt>, CliFailure> {
    let install = |error: io::Error| {
        CliFailure::internal_error(anyhow::Error::from(error).context("cannot watch for Ctrl-C"))
    };
    Interrupt::on_signals().map(Arc::new).map_err(install)
}

/// The strongest confinement that this machine gives, if the course accepts it. The course is private, and so are the
/// temporary folders of other submissions and what is kept between runs.
pub(super) fn prepare_sandbox(
    arguments: &CliArgs,
    course: &Course,
    interrupt: &Arc<Interrupt>,
) -> Result<LinuxSandbox, CliFailure> {
    sandbox::raise_process_limits(&grading::course_needs(course))
        .map_err(CliFailure::internal_error)?;
    let sandbox = find_sandbox(course.required_tier, arguments.allow_unconfined, interrupt)?;
    for (tier, reason) in sandbox.refused_tiers() {
        tracing::info!(%tier, reason = %EscapedForLog(reason), "this tier does not work here");
    }
    let rubric = course.rubric.canonicalize().ok();
    let folder = rubric.as_deref().and_then(Path::parent).map(Path::to_owned);
    let cases = course
        .assignments
        .iter()
        .map(|assignment| assignment.testcases.clone());
    let cache = CacheFolder::for_user().path().map(Path::to_owned);
    let private = folder.into_iter().chain(cases).chain(cache);
    Ok(sandbox.with_hidden_folders(private.chain([std::env::temp_dir()])))
}

/// The session, which builds as the user wants it: with what `cache` keeps, and in the ways that save time.
pub(super) fn configure_build<'a>(
    arguments: &CliArgs,
    session: Session<'a>,
    cache: &'a RunCache,
) -> Session<'a> {
    let linking = match arguments.no_import_libraries {
        true => ProgramLinking::Plain,
        false => ProgramLinking::Imports(cache.import_libraries()),
    };
    let session = session.with_linking(linking).with_cache(cache);
    if arguments.no_precompiled {
        session
    } else {
        session.with_precompiling(cache)
    }
}

pub(super) fn find_sandbox(
    required: Option<Tier>,
    allow_unconfined: bool,
    interrupt: &Arc<Interrupt>,
) -> Result<LinuxSandbox, CliFailure> {
    let strongest = std::env::var(STRONGEST_TIER).ok();
    let strongest = strongest
        .and_then(|letter| Tier::from_letter(&letter))
        .unwrap_or(Tier::A);
    // The executable that runs, even if the file was replaced meanwhile.
    let executable = Path::new("/proc/self/exe");
    let demands = TierRequirements {
        strongest,
        required,
        allow_unconfined,
    };
    Ok(LinuxSandbox::find_strongest(
        executable, &demands, interrupt,
    )?)
}

/// What is kept between runs; nothing if that is not wanted.
pub(super) fn open_cache(arguments: &CliArgs) -> CacheFolder {
    match () {
        () if arguments.no_cache => CacheFolder::disabled(),
        () if arguments.cache_read_only => CacheFolder::for_user().read_only(),
        () => CacheFolder::for_user(),
    }
}

/// As many workers as there are processors, unless told otherwise; fewer, with a remark, where our own limits are too low.
pub(super) fn worker_count(asked: Option<usize>) -> Result<usize, CliFailure> {
    let wanted = asked.unwrap_or_else(processor_count);
    let workers = sandbox::max_workers(wanted).map_err(CliFailure::internal_error)?;
    if workers < wanted {
        // If standard error is gone, nobody wants to know.
        let _ = writeln!(
            anstream::stderr(),
            "grader: {workers} at a time instead of {wanted}, because the limits of open files and processes (`ulimit -n`, \
             `ulimit -u`) allow no more"
        );
    }
    Ok(workers)
}

pub(super) fn processor_count() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// As the rubric's reader demands of an assignment's name.
pub(super) fn check_assignment_id(id: &str) -> Result<(), CliFailure> {
    let fits = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
    };
    if id.starts_with(|first: char| first.is_ascii_lowercase()) && id.chars().all(fits) {
        return Ok(());
    }
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "`{id}` cannot name an assignment; expected lower-case letters, digits and `-`, beginning with a letter"
    )))
}
