//! What a command needs before it can begin: the course, the sandbox, workers, and the user's wish to stop.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::{Arguments, STRONGEST_TIER};
use super::failure::Failure;
use crate::cache::CacheFolder;
use crate::course;
use crate::logged::Logged;
use crate::model::{Course, Games, Tier};
use crate::nearest;
use crate::pipeline::{self, Linking, RunCache, Session};
use sandbox::{Demands, Interrupt, Sandbox};

/// The rubric that was named, or the nearest one.
pub(super) fn rubric_of(arguments: &Arguments) -> Result<PathBuf, Failure> {
    if let Some(rubric) = &arguments.rubric {
        return Ok(rubric.clone());
    }
    course::find_rubric(Path::new(".")).ok_or_else(|| {
        Failure::usage(anyhow::anyhow!(
            "no rubric.toml in this folder or above it; go to the course's folder, name the file with `--rubric FILE`, \
             or start a course with `grader new ID`"
        ))
    })
}

/// The rubric that was named, or the nearest one; none where there is none, which is no mistake of a command that needs none.
pub(super) fn known_rubric(arguments: &Arguments) -> Option<PathBuf> {
    arguments.rubric.clone().or_else(|| course::find_rubric(Path::new(".")))
}

pub(super) fn course_of(arguments: &Arguments, games: &Games) -> Result<Course, Failure> {
    course::load(&rubric_of(arguments)?, games).map_err(Failure::usage)
}

/// Refuses the name of an assignment that the course does not have.
pub(super) fn check_ids(course: &Course, typed: &[String]) -> Result<(), Failure> {
    let ids: Vec<&str> = course.assignments.iter().map(|one| one.id.as_str()).collect();
    match typed.iter().find(|id| !ids.contains(&id.as_str())) {
        Some(unknown) => Err(Failure::usage(anyhow::anyhow!(
            "{}: there is no assignment `{unknown}`; expected one of {}{}",
            course.rubric.display(),
            ids.join(", "),
            nearest::hint(unknown, &ids),
        ))),
        None => Ok(()),
    }
}

pub(super) fn interrupt() -> Result<Arc<Interrupt>, Failure> {
    let install = |error: io::Error| {
        Failure::internal_fault(anyhow::Error::from(error).context("cannot watch for Ctrl-C"))
    };
    Interrupt::on_signals().map(Arc::new).map_err(install)
}

/// The strongest confinement that this machine gives, if the course accepts it. The course is private, and so are the
/// temporary folders of other submissions and what is kept between runs.
pub(super) fn sandbox(
    arguments: &Arguments,
    course: &Course,
    interrupt: &Arc<Interrupt>,
) -> Result<Sandbox, Failure> {
    sandbox::make_room(&pipeline::needs(course)).map_err(Failure::internal_fault)?;
    let sandbox = find_sandbox(course.required_tier, arguments.allow_unconfined, interrupt)?;
    for (tier, reason) in sandbox.refused() {
        tracing::info!(%tier, reason = %Logged(reason), "this tier does not work here");
    }
    let rubric = course.rubric.canonicalize().ok();
    let folder = rubric.as_deref().and_then(Path::parent).map(Path::to_owned);
    let cases = course.assignments.iter().map(|assignment| assignment.testcases.clone());
    let cache = CacheFolder::of_user().path().map(Path::to_owned);
    let private = folder.into_iter().chain(cases).chain(cache);
    Ok(sandbox.hiding(private.chain([std::env::temp_dir()])))
}

/// The session, which builds as the user wants it: with what `cache` keeps, and in the ways that save time.
pub(super) fn building<'a>(
    arguments: &Arguments,
    session: Session<'a>,
    cache: &'a RunCache,
) -> Session<'a> {
    let linking = match arguments.no_import_libraries {
        true => Linking::Plain,
        false => Linking::Imports(cache.import_libraries()),
    };
    let session = session.linking(linking).keeping(cache);
    if arguments.no_precompiled { session } else { session.precompiling(cache) }
}

pub(super) fn find_sandbox(
    required: Option<Tier>,
    allow_unconfined: bool,
    interrupt: &Arc<Interrupt>,
) -> Result<Sandbox, Failure> {
    let strongest = std::env::var(STRONGEST_TIER).ok();
    let strongest = strongest.and_then(|letter| Tier::named(&letter)).unwrap_or(Tier::A);
    // The executable that runs, even if the file was replaced meanwhile.
    let executable = Path::new("/proc/self/exe");
    let demands = Demands { strongest, required, allow_unconfined };
    Ok(Sandbox::find(executable, &demands, interrupt)?)
}

/// What is kept between runs; nothing if that is not wanted.
pub(super) fn cache(arguments: &Arguments) -> CacheFolder {
    match () {
        () if arguments.no_cache => CacheFolder::none(),
        () if arguments.cache_read_only => CacheFolder::of_user().read_only(),
        () => CacheFolder::of_user(),
    }
}

/// As many workers as there are processors, unless told otherwise; fewer, with a remark, where our own limits are too low.
pub(super) fn workers(asked: Option<usize>) -> Result<usize, Failure> {
    let wanted = asked.unwrap_or_else(processors);
    let workers = sandbox::workers(wanted).map_err(Failure::internal_fault)?;
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

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
