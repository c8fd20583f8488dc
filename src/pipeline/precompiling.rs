//! The headers that a class's sources begin with, compiled beforehand where that pays: by the first workers, while the
//! others begin with submissions and compile them as they are.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::session::Session;
use super::toolbox::Toolbox;
use crate::build::{self, Planned, Precompiled};
use crate::model::{BuildSettings, Course, Found, SourceFile, Submission};
use crate::runner::InterruptibleRunner;
use sandbox::{SandboxError, Tools};

/// What one run has compiled beforehand, or will have.
pub(super) struct Precompiling {
    /// What must be made, those that take longest first.
    jobs: Vec<Job>,
    pub(super) ready: Precompiled,
    /// The places of the submissions, those that take longest to compile first: what is begun last must not be what all wait for.
    pub(super) order: Vec<usize>,
}

/// The prefixes are in a folder of this runner, which runs nothing: it goes with this value, or is swept away with all others
/// after a grader that was killed.
pub(super) struct Keeper {
    _runner: Option<InterruptibleRunner>,
}

/// One prefix to be made.
pub(super) struct Job {
    /// The name of its folder.
    name: String,
    planned: Planned,
}

/// How sources are compiled: the toolchain's name, and the flags.
type Group<'a> = (&'a str, &'a [String]);

impl Precompiling {
    /// What is worth it for these submissions. If anything fails here, they are compiled as they are.
    pub(super) fn plan(
        course: &Course,
        submissions: &[Submission],
        toolbox: &Toolbox,
        session: Session<'_>,
    ) -> (Precompiling, Keeper) {
        let nothing = || {
            let (jobs, ready) = (Vec::new(), Precompiled::default());
            let order = longest_first(submissions, &[]);
            (Precompiling { jobs, ready, order }, Keeper { _runner: None })
        };
        let planned = match planned(course, submissions, toolbox, session) {
            Ok(planned) if !planned.is_empty() => planned,
            Ok(_) => return nothing(),
            Err(error) => {
                tracing::warn!(%error, "no headers are precompiled");
                return nothing();
            }
        };
        match session.runner_with(&Tools::default()) {
            Ok(keeper) if is_apart(&keeper) => {
                let ready = Precompiled::new(keeper.outside(FOLDER));
                let order = longest_first(submissions, &planned);
                let jobs = not_taken(planned, &ready, session);
                (Precompiling { jobs, ready, order }, Keeper { _runner: Some(keeper) })
            }
            Ok(_) => nothing(),
            Err(error) => {
                tracing::warn!(%error, "no headers are precompiled");
                nothing()
            }
        }
    }

    /// What must be made, those that take longest first.
    pub(super) fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Does one of the jobs. If it fails, sources are compiled as they are.
    pub(super) fn make(&self, job: &Job, session: Session<'_>) {
        let Some(store) = session.precompiled() else { return };
        let runner = || session.runner(job.planned.toolchain(), false);
        // Who wants to stop is told so by the submissions.
        let _ = job.planned.make(&job.name, store, &self.ready, runner);
    }
}

/// What compiling takes is known by estimate alone, so only large differences count, in milliseconds.
const MATTERS: i64 = 250;

fn longest_first(submissions: &[Submission], planned: &[Planned]) -> Vec<usize> {
    let cost = |place: &usize| match submissions.get(*place).map(|one| &one.found) {
        Some(Found::Sources(sources)) => build::expected_cost(sources, planned) / MATTERS,
        _ => 0,
    };
    let mut order: Vec<usize> = (0..submissions.len()).collect();
    order.sort_by_cached_key(|place| Reverse(cost(place)));
    order
}

/// Takes what is kept, which is quickly done. Returns what is to be made.
fn not_taken(planned: Vec<Planned>, ready: &Precompiled, session: Session<'_>) -> Vec<Job> {
    let Some(store) = session.precompiled() else { return Vec::new() };
    let jobs = planned.into_iter().enumerate();
    let jobs = jobs.map(|(number, planned)| Job { name: number.to_string(), planned });
    jobs.filter(|job| !job.planned.take(&job.name, store, ready)).collect()
}

/// The folder of the keeper: its owner writes there, and none of its programs.
const FOLDER: &str = "source";

/// Whether the folder can be shown to compilers without another name for their own.
fn is_apart(keeper: &InterruptibleRunner) -> bool {
    let (inside, outside) = (keeper.inside(FOLDER), keeper.outside(FOLDER));
    inside == outside || !inside.parent().is_some_and(|work| outside.starts_with(work))
}

fn planned(
    course: &Course,
    submissions: &[Submission],
    toolbox: &Toolbox,
    session: Session<'_>,
) -> Result<Vec<Planned>, SandboxError> {
    let Some(store) = session.precompiled() else { return Ok(Vec::new()) };
    let mut groups: BTreeMap<Group<'_>, (BuildSettings, Vec<&SourceFile>)> = BTreeMap::new();
    for submission in submissions {
        let assignment = course.assignments.iter().find(|one| one.id == submission.assignment);
        let (Some(assignment), Found::Sources(sources)) = (assignment, &submission.found) else {
            continue;
        };
        let toolchain = assignment.toolchain_of(sources);
        if toolbox.trouble(toolchain).is_none() {
            let group = (toolchain.name.as_str(), assignment.flags.as_slice());
            let settings = || (assignment.build_settings(toolchain), Vec::new());
            let (_, all) = groups.entry(group).or_insert_with(settings);
            all.extend(sources.iter().filter(|source| !source.is_header()));
        }
    }
    let mut planned = Vec::new();
    for (settings, sources) in groups.values() {
        let runner = || session.runner(&settings.toolchain, false);
        planned.extend(build::plan(settings, sources.iter().copied(), store, runner)?);
    }
    Ok(planned)
}
