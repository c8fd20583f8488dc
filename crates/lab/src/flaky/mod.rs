//! Flaky programs: calibration programs are graded again and again, under conditions that must not matter, and differences are
//! reported.
//!
//! A program that depends on the time, on addresses or on uninitialised memory gets its grade by chance. If a calibration program
//! is flaky, `grader check` fails on some days; if right programs are flaky in a case, the case is wrong.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `stress` | under which conditions programs are run again, how, and whether two runs did the same |

mod stress;

use std::collections::BTreeMap;

use crate::calibrate::calibration_programs;
use grading::{PipelineError, Session, ToolchainSet};
use model::{Assignment, Course, Grade};
use stress::{StressFactory, with_cpu_load};

pub use stress::FlakyRun;
pub(crate) use stress::StressCondition;

/// How often programs are run again, and under which conditions.
#[derive(Debug, Clone, Copy)]
pub struct RepeatOptions {
    /// How often.
    pub count: usize,
    /// Whether under all conditions.
    pub pressure: bool,
}

/// The flaky cases of all calibration programs.
#[derive(Debug, Default)]
pub struct RepeatReport {
    /// How many programs were run again.
    pub programs: usize,
    /// The assignments whose programs make random choices. They are left out.
    pub by_chance: Vec<String>,
    /// What differs, by program and case.
    pub flaky: Vec<FlakyCase>,
}

/// A case in which a program behaves differently in equal runs.
#[derive(Debug)]
pub struct FlakyCase {
    pub assignment: String,
    pub program: String,
    pub case: String,
    /// How many runs differ from the first.
    pub count: usize,
    /// The condition of the first run that differs.
    pub condition: StressCondition,
    /// The first run.
    pub first: FlakyRun,
    /// The first run that differs.
    pub again: FlakyRun,
}

/// Runs all calibration programs again.
///
/// # Errors
///
/// As for a class.
pub fn find_flaky_cases(
    course: &Course,
    session: Session<'_>,
    repetition: RepeatOptions,
) -> Result<RepeatReport, PipelineError> {
    let mut repeated = RepeatReport::default();
    let mut kept = course.clone();
    kept.assignments.iter_mut().for_each(switch_off_searches);
    kept.assignments.retain(|assignment| {
        let game = assignment.reference.game();
        let is_by_chance = game.is_some_and(|game| game.why_games_differ().is_some());
        if is_by_chance {
            repeated.by_chance.push(assignment.id.clone());
        }
        !is_by_chance && assignment.case_set.is_none()
    });
    let programs = calibration_programs(&kept);
    repeated.programs = programs.len();
    if programs.is_empty() {
        return Ok(repeated);
    }
    let toolbox = ToolchainSet::probe(&kept, &programs, session.interrupt())?;
    let workers = session.workers();
    let first =
        grading::grade_in_memory(&kept, &programs, &toolbox, session.with_workers(workers))?;
    let mut flaky: BTreeMap<(usize, String), FlakyCase> = BTreeMap::new();
    for round in 0..repetition.count {
        let condition = StressCondition::for_round(round, repetition.pressure);
        let pressing = StressFactory {
            runners: session.runner_factory(),
            condition,
            round: round.try_into().unwrap_or(0),
        };
        let session = session.with_submission_runners(&pressing);
        let grade = |workers| {
            grading::grade_in_memory(&kept, &programs, &toolbox, session.with_workers(workers))
        };
        let again = match condition {
            StressCondition::Load => with_cpu_load(workers, || grade(2 * workers))?,
            _ => grade(workers)?,
        };
        for (place, (first, again)) in first.iter().zip(&again).enumerate() {
            note_differences(&kept, place, first, again, condition, &mut flaky);
        }
    }
    repeated.flaky = flaky.into_values().collect();
    Ok(repeated)
}

/// Other builds and other games take long, and do not show flakiness.
fn switch_off_searches(it: &mut Assignment) {
    (it.undefined, it.shortest) = (None, false)
}

/// Adds the cases in which a program behaves differently than in its first run.
fn note_differences(
    course: &Course,
    place: usize,
    first: &Grade,
    again: &Grade,
    condition: StressCondition,
    flaky: &mut BTreeMap<(usize, String), FlakyCase>,
) {
    let assignment = course
        .assignments
        .iter()
        .find(|one| one.id == first.assignment);
    let cases = assignment
        .map(|assignment| assignment.cases.as_slice())
        .unwrap_or_default();
    for ((case, was), is) in cases.iter().zip(&first.cases).zip(&again.cases) {
        let Some((first_seen, again_seen)) = stress::compare_runs(case, was, is, condition) else {
            continue;
        };
        let noted = flaky
            .entry((place, case.id.clone()))
            .or_insert_with(|| FlakyCase {
                assignment: first.assignment.clone(),
                program: first.student.clone(),
                case: case.id.clone(),
                count: 0,
                condition,
                first: first_seen,
                again: again_seen,
            });
        noted.count += 1;
    }
}
