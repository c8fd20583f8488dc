//! The toolchains that a class needs: which are installed, in which version, and which are missing.

use std::collections::BTreeMap;

use model::{Assignment, Course, Submission, SubmissionContent, Toolchain, ToolchainVersion};
use sandbox::Interrupt;
use toolchain::ToolchainError;

/// Every toolchain that is needed, asked for its version before anything is graded with it.
#[derive(Debug, Default)]
pub struct ToolchainSet {
    there: BTreeMap<String, ToolchainVersion>,
    missing: BTreeMap<String, ToolchainError>,
}

impl ToolchainSet {
    /// Looks for what `submissions` need. That some of it is missing concerns only those who need it.
    ///
    /// # Errors
    ///
    /// If all of it is missing: then nothing can be graded.
    pub fn probe(
        course: &Course,
        submissions: &[Submission],
        interrupt: &Interrupt,
    ) -> Result<ToolchainSet, ToolchainError> {
        let mut toolbox = ToolchainSet::default();
        for submission in submissions {
            let mut assignments = course.assignments.iter();
            let assignment = assignments.find(|one| one.id == submission.assignment);
            // Where nothing was handed in, nothing is needed.
            if let (Some(assignment), SubmissionContent::Sources(sources)) =
                (assignment, &submission.content)
            {
                toolbox.look_for(assignment.choose_toolchain(sources), interrupt);
            }
        }
        match toolbox.missing.first_key_value() {
            Some((_, error)) if toolbox.there.is_empty() => Err(error.clone()),
            _ => Ok(toolbox),
        }
    }

    /// Looks for all that a course names.
    pub(super) fn probe_all(course: &Course, interrupt: &Interrupt) -> ToolchainSet {
        let mut toolbox = ToolchainSet::default();
        let named = course.assignments.iter().flat_map(Assignment::toolchains);
        named.for_each(|it| toolbox.look_for(it, interrupt));
        toolbox
    }

    fn look_for(&mut self, toolchain: &Toolchain, interrupt: &Interrupt) {
        let name = &toolchain.name;
        if self.there.contains_key(name) || self.missing.contains_key(name) {
            return;
        }
        match toolchain::probe_toolchain(toolchain, interrupt) {
            Ok(version) => {
                self.there.insert(name.clone(), version);
            }
            Err(error) => {
                self.missing.insert(name.clone(), error);
            }
        }
    }

    fn needed_toolchain(&self, name: &str, course: &Course) -> NeededToolchain {
        let naming = course
            .assignments
            .iter()
            .filter(|one| one.toolchains().any(|it| it.name == name));
        let is_left_out =
            |one: &&Assignment| one.toolchains().all(|it| self.find_problem(it).is_some());
        let id = |one: &Assignment| one.id.clone();
        NeededToolchain {
            name: name.to_owned(),
            assignments: naming.clone().map(id).collect(),
            version: match (self.there.get(name), self.missing.get(name)) {
                (Some(there), _) => Ok(there.version.clone()),
                (None, Some(trouble)) => Err(trouble.to_string()),
                (None, None) => Ok(String::new()),
            },
            leaves_out: naming.filter(is_left_out).map(id).collect(),
        }
    }

    /// Why this toolchain cannot be used; none if it can.
    pub(super) fn find_problem(&self, toolchain: &Toolchain) -> Option<&ToolchainError> {
        self.missing.get(&toolchain.name)
    }

    /// What a toolchain says of itself; none if it cannot be used.
    pub(super) fn version(&self, toolchain: &Toolchain) -> Option<&ToolchainVersion> {
        self.there.get(&toolchain.name)
    }
}

/// A toolchain that a course names.
#[derive(Debug, Clone)]
pub struct NeededToolchain {
    /// Its name.
    pub name: String,
    /// The ids of the assignments that name it.
    pub assignments: Vec<String>,
    /// Its version, or what is wrong with it.
    pub version: Result<String, String>,
    /// Those of the assignments for which no other toolchain is there either.
    pub leaves_out: Vec<String>,
}

/// Every toolchain that the assignments of a course name, whether or not anything was handed in for it.
pub fn needed_toolchains(course: &Course, interrupt: &Interrupt) -> Vec<NeededToolchain> {
    let toolbox = ToolchainSet::probe_all(course, interrupt);
    let names = toolbox.there.keys().chain(toolbox.missing.keys());
    names
        .map(|name| toolbox.needed_toolchain(name, course))
        .collect()
}
