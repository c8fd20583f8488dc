//! Whether this machine can look for what a course asks for, before anything is handed in.

use super::super::toolbox::ToolchainSet;
use super::super::{PipelineError, Session};
use super::build_variants::BuildVariants;
use super::prepared::PreparedVariants;
use model::{Assignment, Course};

/// What was tried out for one assignment with one of its toolchains.
#[derive(Debug, Clone)]
pub struct UndefinedTrial {
    /// The assignment's id.
    pub assignment: String,
    /// The toolchain's name.
    pub toolchain: String,
    /// Why this machine cannot do some of it, in sentences; none if it can do all.
    pub problems: Vec<String>,
    /// Whether a criterion needs it, so that nothing can be graded without.
    pub counts: bool,
}

/// Tries out every toolchain that an assignment names which asks for undefined behaviour; those that are not there are not
/// tried.
///
/// # Errors
///
/// If the user wants to stop.
pub fn try_undefined(
    course: &Course,
    session: Session<'_>,
) -> Result<Vec<UndefinedTrial>, PipelineError> {
    let toolbox = ToolchainSet::probe_all(course, session.interrupt());
    let mut trials = Vec::new();
    for assignment in course.assignments.iter().filter(|one| is_tried(one)) {
        let there = |it: &&_| toolbox.find_problem(it).is_none();
        for toolchain in assignment.toolchains().filter(there) {
            if !toolchain.compiles_to_programs() {
                continue;
            }
            let build_variants = BuildVariants::new(assignment, toolchain);
            let Some(tried) = PreparedVariants::try_variants(&build_variants, session)? else {
                continue;
            };
            trials.push(UndefinedTrial {
                assignment: assignment.id.clone(),
                toolchain: toolchain.name.clone(),
                problems: [tried.no_sanitizers, tried.no_builds]
                    .into_iter()
                    .flatten()
                    .collect(),
                counts: assignment.scores_undefined_behaviour(),
            });
        }
    }
    Ok(trials)
}

/// A quick search needs nothing that a compiler may lack.
fn is_tried(assignment: &Assignment) -> bool {
    let asked = assignment.undefined.as_ref();
    asked.is_some_and(|checks| checks.sanitizers || !checks.quick)
}
