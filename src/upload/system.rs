//! The systems that take grades back.

use crate::model::Layout;

/// A learning-management system that takes grades as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    /// Canvas: the gradebook as CSV.
    Canvas,
    /// Moodle: the grading worksheet of one assignment.
    Moodle,
    /// Blackboard Learn: the Grade Center, usually as tab-separated UTF-16 that is called `.xls`.
    Blackboard,
    /// Brightspace: the export of the gradebook.
    Brightspace,
}

impl System {
    /// All of them.
    pub(crate) const ALL: [System; 4] =
        [System::Canvas, System::Moodle, System::Blackboard, System::Brightspace];

    /// The layout of what it lets an instructor download.
    pub(crate) fn layout(self) -> Layout {
        match self {
            System::Canvas => Layout::Canvas,
            System::Moodle => Layout::Moodle,
            System::Blackboard => Layout::Blackboard,
            System::Brightspace => Layout::Brightspace,
        }
    }

    /// Its name on the command line, which is that of its layout.
    pub(crate) fn name(self) -> &'static str {
        self.layout().name()
    }

    /// The system with that name.
    pub(crate) fn named(name: &str) -> Option<System> {
        System::ALL.into_iter().find(|system| system.name() == name)
    }
}
