//! What the compilers and programs of a course may need of this machine, at most.

use super::checker;
use super::undefined;
use crate::model::{Assignment, Course};
use sandbox::Needs;

/// The most that anything which is started for this course may use.
pub(crate) fn needs(course: &Course) -> Needs {
    course.assignments.iter().fold(Needs::LEAST, with)
}

/// The same with one assignment more.
fn with(needs: Needs, assignment: &Assignment) -> Needs {
    let build = &assignment.build_limits;
    let needs = needs.and(build.cpu, build.memory);
    assignment.cases.iter().fold(needs, |needs, case| {
        let run = match &assignment.undefined {
            Some(_) => undefined::watched(&case.limits),
            None => case.limits,
        };
        let needs = needs.and(run.cpu, run.memory).and_stack(run.stack);
        match &case.comparison.checker {
            Some(_) => needs.and(checker::LIMITS.cpu, checker::LIMITS.memory),
            None => needs,
        }
    })
}
