//! What is made once for a class before anything is graded: precompiled headers and import libraries.
//!
//! Headers are precompiled where that pays: by the first workers, while the others begin with submissions and compile them as they
//! are.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::{ProgramLinking, Session};
use crate::toolbox::ToolchainSet;
use model::{BuildSettings, Course, ImportLibraries, SourceFile, Submission, SubmissionContent};
use sandbox::{SandboxError, ToolPaths};
use toolchain::runner::InterruptibleRunner;
use toolchain::{MakingTime, PlannedPrefix, PrecompiledHeaders};

/// What one run has compiled beforehand, or will have.
pub(super) struct PrecompilePlan {
    /// What must be made, those that take longest first.
    jobs: Vec<PrecompileJob>,
    pub(super) ready: PrecompiledHeaders,
    /// The places of the submissions, those that take longest to compile first: what is begun last must not be what all wait for.
    pub(super) order: Vec<usize>,
}

/// The prefixes are in a folder of this runner, which runs nothing: it goes with this value, or is swept away with all others
/// after a grader that was killed.
pub(super) struct PrecompiledFolder {
    _runner: Option<InterruptibleRunner>,
}

/// One prefix to be made.
pub(super) struct PrecompileJob {
    /// The name of its folder.
    name: String,
    planned: PlannedPrefix,
}

/// How sources are compiled: the toolchain's name, and the flags.
type CompileGroup<'a> = (&'a str, &'a [String]);

impl PrecompilePlan {
    /// What is worth it for these submissions. If anything fails here, they are compiled as they are.
    pub(super) fn for_submissions(
        course: &Course,
        submissions: &[Submission],
        toolbox: &ToolchainSet,
        session: Session<'_>,
    ) -> (PrecompilePlan, PrecompiledFolder) {
        let nothing = || {
            let jobs = Vec::new();
            let ready = PrecompiledHeaders::default();
            let order = longest_first(submissions, &[]);
            (
                PrecompilePlan { jobs, ready, order },
                PrecompiledFolder { _runner: None },
            )
        };
        let planned = match plan_prefixes(course, submissions, toolbox, session) {
            Ok(planned) if !planned.is_empty() => planned,
            Ok(_) => return nothing(),
            Err(error) => {
                tracing::warn!(%error, "no headers are precompiled");
                return nothing();
            }
        };
        match session.start_tool_runner(&ToolPaths::default()) {
            Ok(keeper) if is_folder_separate(&keeper) => {
                let ready = PrecompiledHeaders::new(keeper.path_outside(FOLDER));
                let order = longest_first(submissions, &planned);
                let jobs = missing_jobs(planned, &ready, session);
                (
                    PrecompilePlan { jobs, ready, order },
                    PrecompiledFolder {
                        _runner: Some(keeper),
                    },
                )
            }
            Ok(_) => nothing(),
            Err(error) => {
                tracing::warn!(%error, "no headers are precompiled");
                nothing()
            }
        }
    }

    /// What must be made at this time, those that take longest first.
    pub(super) fn jobs(&self, time: MakingTime) -> impl Iterator<Item = &PrecompileJob> {
        let all = self.jobs.iter();
        all.filter(move |job| job.planned.making_time() == time)
    }

    /// Remembers for later runs how the sources began that were compiled.
    pub(super) fn remember_beginnings(&self, session: Session<'_>) {
        if let Some(store) = session.precompiled_store() {
            store.remember_beginnings(&self.ready);
        }
    }

    /// Does one of the jobs. If it fails, sources are compiled as they are.
    pub(super) fn run_job(&self, job: &PrecompileJob, session: Session<'_>) {
        let Some(store) = session.precompiled_store() else {
            return;
        };
        let runner = || session.start_runner(job.planned.toolchain(), false);
        // An interrupt is handled with the submissions.
        let _ = job
            .planned
            .compile_prefix(&job.name, store, &self.ready, runner);
    }
}

/// What compiling takes is known by estimate alone, so only large differences count, in milliseconds.
const MATTERS: i64 = 250;

fn longest_first(submissions: &[Submission], planned: &[PlannedPrefix]) -> Vec<usize> {
    let cost = |place: &usize| match submissions.get(*place).map(|one| &one.content) {
        Some(SubmissionContent::Sources(sources)) => {
            toolchain::expected_cost(sources, planned) / MATTERS
        }
        _ => 0,
    };
    let mut order: Vec<usize> = (0..submissions.len()).collect();
    order.sort_by_cached_key(|place| Reverse(cost(place)));
    order
}

/// Takes what is kept, which is quickly done. Returns what is to be made.
fn missing_jobs(
    planned: Vec<PlannedPrefix>,
    ready: &PrecompiledHeaders,
    session: Session<'_>,
) -> Vec<PrecompileJob> {
    let Some(store) = session.precompiled_store() else {
        return Vec::new();
    };
    let jobs = planned.into_iter().enumerate();
    let jobs = jobs.map(|(number, planned)| PrecompileJob {
        name: number.to_string(),
        planned,
    });
    jobs.filter(|job| !job.planned.load_cached(&job.name, store, ready))
        .collect()
}

/// A header that was precompiled for later runs, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WarmedHeaders {
    /// The name of the toolchain.
    pub toolchain: String,
    /// The compiler's flags.
    pub flags: Vec<String>,
    /// The headers, as they stand in a source.
    pub headers: String,
    /// What became of it.
    pub outcome: WarmingOutcome,
}

/// What became of a header that was to be precompiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WarmingOutcome {
    /// It was kept before.
    Kept,
    /// It was made, and is kept where the cache can be written.
    Made,
    /// It cannot be made; sources are compiled as they are.
    NotMade,
}

/// Precompiles for later runs what sources of earlier ones began with, for each compiler of the course with its flags. `watcher` is
/// told of each header.
///
/// # Errors
///
/// If something of ours fails, or if the user wants to stop. A compiler that is missing is left out.
pub fn warm_headers(
    course: &Course,
    session: Session<'_>,
    watcher: &mut dyn FnMut(&WarmedHeaders),
) -> Result<(), SandboxError> {
    let toolbox = ToolchainSet::probe_all(course, session.interrupt());
    let Some(store) = session.precompiled_store() else {
        return Ok(());
    };
    let keeper = session.start_tool_runner(&ToolPaths::default())?;
    let ready = PrecompiledHeaders::new(keeper.path_outside(FOLDER));
    let mut done: Vec<(String, Vec<String>)> = Vec::new();
    let mut count = 0;
    for assignment in &course.assignments {
        for toolchain in assignment.toolchains() {
            let settings = assignment.build_settings(toolchain);
            let group = (toolchain.name.clone(), settings.flags.clone());
            if toolbox.find_problem(toolchain).is_some() || done.contains(&group) {
                continue;
            }
            let runner = || session.start_runner(toolchain, false);
            for planned in toolchain::plan_usual_prefixes(&settings, store, runner)? {
                count += 1;
                let folder = count.to_string();
                let outcome = if planned.has_entry(store) {
                    WarmingOutcome::Kept
                } else if planned.compile_prefix(&folder, store, &ready, runner)? {
                    WarmingOutcome::Made
                } else {
                    WarmingOutcome::NotMade
                };
                watcher(&WarmedHeaders {
                    toolchain: toolchain.name.clone(),
                    flags: settings.flags.clone(),
                    headers: planned.headers(),
                    outcome,
                });
            }
            done.push(group);
        }
    }
    Ok(())
}

/// The folder of the keeper: its owner writes there, and none of its programs.
const FOLDER: &str = "source";

/// Whether the folder can be shown to compilers without another name for their own.
fn is_folder_separate(keeper: &InterruptibleRunner) -> bool {
    let inside = keeper.path_inside(FOLDER);
    let outside = keeper.path_outside(FOLDER);
    inside == outside
        || !inside
            .parent()
            .is_some_and(|work| outside.starts_with(work))
}

fn plan_prefixes(
    course: &Course,
    submissions: &[Submission],
    toolbox: &ToolchainSet,
    session: Session<'_>,
) -> Result<Vec<PlannedPrefix>, SandboxError> {
    let Some(store) = session.precompiled_store() else {
        return Ok(Vec::new());
    };
    let mut groups: BTreeMap<CompileGroup<'_>, (BuildSettings, Vec<&SourceFile>)> = BTreeMap::new();
    for submission in submissions {
        let assignment = course
            .assignments
            .iter()
            .find(|one| one.id == submission.assignment);
        let (Some(assignment), SubmissionContent::Sources(sources)) =
            (assignment, &submission.content)
        else {
            continue;
        };
        let toolchain = assignment.choose_toolchain(sources);
        if toolbox.find_problem(toolchain).is_none() {
            let group = (toolchain.name.as_str(), assignment.flags.as_slice());
            let settings = || (assignment.build_settings(toolchain), Vec::new());
            let (_, all) = groups.entry(group).or_insert_with(settings);
            all.extend(sources.iter().filter(|source| !source.is_header()));
        }
    }
    let mut planned = Vec::new();
    for (settings, sources) in groups.values() {
        let runner = || session.start_runner(&settings.toolchain, false);
        planned.extend(toolchain::plan_prefixes(
            settings,
            sources.iter().copied(),
            store,
            runner,
        )?);
    }
    Ok(planned)
}

/// So many submissions pay for finding out what a compiler links with, and for a trial that is kept for later runs.
const PAYS: usize = 8;

/// And so many for a trial that nobody keeps.
const PAYS_ALONE: usize = 30;

/// The import libraries for `submissions`. Where there are none, programs are linked plainly.
pub(super) fn prepare_import_libraries(
    course: &Course,
    submissions: &[Submission],
    toolbox: &ToolchainSet,
    session: Session<'_>,
) -> Vec<Arc<ImportLibraries>> {
    let ProgramLinking::Imports(kept) = session.program_linking() else {
        return Vec::new();
    };
    if submissions.len() < if kept.has_folder() { PAYS } else { PAYS_ALONE } {
        return Vec::new();
    }
    let mut asked: Vec<BuildSettings> = Vec::new();
    let mut all = Vec::new();
    for submission in submissions {
        let mut assignments = course.assignments.iter();
        let assignment = assignments.find(|one| one.id == submission.assignment);
        let (Some(assignment), SubmissionContent::Sources(sources)) =
            (assignment, &submission.content)
        else {
            continue;
        };
        let toolchain = assignment.choose_toolchain(sources);
        let settings = assignment.build_settings(toolchain);
        let is_known = asked.iter().any(|one| {
            one.toolchain.name == settings.toolchain.name
                && one.flags == settings.flags
                && one.libraries == settings.libraries
        });
        if is_known || toolbox.find_problem(toolchain).is_some() {
            continue;
        }
        // If a runner cannot be started, the submissions will show that.
        if let Ok(mut runner) = session.start_runner(toolchain, false) {
            let made = toolchain::prepare_import_libraries(&settings, kept, &mut runner);
            tracing::debug!(
                toolchain = toolchain.name,
                found = made.is_some(),
                "import libraries"
            );
            all.extend(made.map(Arc::new));
        }
        asked.push(settings);
    }
    all
}
