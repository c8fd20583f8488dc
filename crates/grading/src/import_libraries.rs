//! Import libraries for all that a class is built with: prepared once, before anything is graded.

use std::sync::Arc;

use crate::toolbox::ToolchainSet;
use crate::{ProgramLinking, Session};
use model::{BuildSettings, Course, ImportLibraries, Submission, SubmissionContent};

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
        // A runner that cannot be started is the trouble of whoever needs one.
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
