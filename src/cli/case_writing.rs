//! Cases for undetected bugs, as `grader check --mutants` and `grader hunt` write them.

use std::collections::BTreeSet;

use super::arguments::CliArgs;
use super::failure::CliFailure;
use super::setup::load_course;
use grading::Session;
use model::{Course, GameRegistry, TestCase};

/// Writes cases into a course, and then what is expected of them.
pub(super) struct CaseWriter<'a> {
    course: &'a Course,
    /// The assignments with new cases.
    changed: BTreeSet<String>,
}

impl<'a> CaseWriter<'a> {
    pub(super) fn new(course: &'a Course) -> CaseWriter<'a> {
        CaseWriter {
            course,
            changed: BTreeSet::new(),
        }
    }

    /// A case of the course, by the ids of its assignment and its own.
    pub(super) fn find_case(&self, assignment: &str, id: &str) -> Option<&'a TestCase> {
        let assignment = self
            .course
            .assignments
            .iter()
            .find(|it| it.id == assignment)?;
        assignment.cases.iter().find(|case| case.id == id)
    }

    /// Writes a case with this input next to `like`, whose comparison it takes over. Returns a sentence for the user.
    pub(super) fn write_case(
        &mut self,
        assignment: &str,
        like: &TestCase,
        name: &str,
        script: &[String],
    ) -> Result<String, CliFailure> {
        let description = format!("A run with {} inputs", script.len());
        let file = rubric::write_case_like(&like.file, name, &description, script)
            .map_err(CliFailure::usage_error)?;
        self.changed.insert(assignment.to_owned());
        Ok(format!(
            "{}: written; say what happens in it, review what is expected, and commit both",
            file.display()
        ))
    }

    /// Writes what the reference prints in the new cases. The course is read again, because it has more cases now.
    pub(super) fn write_expected(
        self,
        arguments: &CliArgs,
        games: &GameRegistry,
        session: Session<'_>,
    ) -> Result<(), CliFailure> {
        if !self.changed.is_empty() {
            let ids: Vec<String> = self.changed.into_iter().collect();
            let course = load_course(arguments, games)?.with_assignments(&ids);
            grading::regenerate_expected(&course, session)?;
        }
        Ok(())
    }
}
