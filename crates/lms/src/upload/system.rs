//! The systems that take grades back.

use model::SubmissionLayout;

/// A learning-management system that takes grades as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadSystem {
    /// Canvas: the gradebook as CSV.
    Canvas,
    /// Moodle: the grading worksheet of one assignment.
    Moodle,
    /// Blackboard Learn: the Grade Center, usually as tab-separated UTF-16 that is called `.xls`.
    Blackboard,
    /// Brightspace: the export of the gradebook.
    Brightspace,
}

impl UploadSystem {
    /// All of them.
    pub const ALL: [UploadSystem; 4] = [
        UploadSystem::Canvas,
        UploadSystem::Moodle,
        UploadSystem::Blackboard,
        UploadSystem::Brightspace,
    ];

    /// The layout of what it lets an instructor download.
    pub(crate) fn layout(self) -> SubmissionLayout {
        match self {
            UploadSystem::Canvas => SubmissionLayout::Canvas,
            UploadSystem::Moodle => SubmissionLayout::Moodle,
            UploadSystem::Blackboard => SubmissionLayout::Blackboard,
            UploadSystem::Brightspace => SubmissionLayout::Brightspace,
        }
    }

    /// Its name on the command line, which is that of its layout.
    pub fn name(self) -> &'static str {
        self.layout().name()
    }

    /// The system with that name.
    pub fn from_name(name: &str) -> Option<UploadSystem> {
        UploadSystem::ALL
            .into_iter()
            .find(|system| system.name() == name)
    }
}
