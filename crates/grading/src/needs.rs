//! What the compilers and programs of a course may need of this machine, at most.

use crate::{checker, undefined};
use model::{Assignment, Course};
use sandbox::ResourceNeeds;

/// The most that anything which is started for this course may use.
pub fn course_needs(course: &Course) -> ResourceNeeds {
    course
        .assignments
        .iter()
        .fold(ResourceNeeds::LEAST, add_assignment)
}

/// The same with one assignment more.
fn add_assignment(needs: ResourceNeeds, assignment: &Assignment) -> ResourceNeeds {
    let build = &assignment.build_limits;
    let needs = needs.with_at_least(build.cpu, build.memory);
    assignment.cases.iter().fold(needs, |needs, case| {
        let run = match &assignment.undefined {
            Some(_) => undefined::sanitizer_limits(&case.limits),
            None => case.limits,
        };
        let needs = needs
            .with_at_least(run.cpu, run.memory)
            .with_stack_at_least(run.stack);
        match &case.comparison.checker {
            Some(_) => needs.with_at_least(checker::LIMITS.cpu, checker::LIMITS.memory),
            None => needs,
        }
    })
}
