//! How a folder of submissions is laid out, which is by the system that it comes from.

/// How a folder of submissions is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// `<student>/<files>`, or a file in place of a folder.
    Students,
    /// `<assignment>/<student>/<files>`.
    Assignments,
    /// `<section>/<student>/<files>`.
    Sections,
    /// What Canvas packs with “Download Submissions”.
    Canvas,
    /// What Moodle packs with “Download all submissions”.
    Moodle,
    /// What Blackboard Learn packs with “Assignment File Download”.
    Blackboard,
    /// What Brightspace packs in an assignment's folder.
    Brightspace,
    /// What Gradescope packs with “Export Submissions”.
    Gradescope,
    /// What `gh classroom clone student-repos` clones.
    GithubClassroom,
    /// What Submitty packs with “Download all”, all versions of each student.
    Submitty,
    /// What Autolab packs with “Download all submissions”.
    Autolab,
    /// What OpenOLAT packs with the archive of a task.
    Openolat,
    /// What ILIAS packs with “Download all submissions” of an exercise.
    Ilias,
    /// What Sakai packs with “Download All” of an assignment.
    Sakai,
    /// What MarkUs packs with “Download submissions”.
    Markus,
    /// What the user says with a regular expression.
    Pattern,
}

impl Layout {
    /// Those that can be named on the command line.
    pub const NAMED: [Layout; 15] = [
        Layout::Students,
        Layout::Assignments,
        Layout::Sections,
        Layout::Canvas,
        Layout::Moodle,
        Layout::Blackboard,
        Layout::Brightspace,
        Layout::Gradescope,
        Layout::GithubClassroom,
        Layout::Submitty,
        Layout::Autolab,
        Layout::Openolat,
        Layout::Ilias,
        Layout::Sakai,
        Layout::Markus,
    ];

    /// Its name on the command line and in `results.json`.
    pub fn name(self) -> &'static str {
        match self {
            Layout::Students => "students",
            Layout::Assignments => "assignments",
            Layout::Sections => "sections",
            Layout::Canvas => "canvas",
            Layout::Moodle => "moodle",
            Layout::Blackboard => "blackboard",
            Layout::Brightspace => "brightspace",
            Layout::Gradescope => "gradescope",
            Layout::GithubClassroom => "github-classroom",
            Layout::Submitty => "submitty",
            Layout::Autolab => "autolab",
            Layout::Openolat => "openolat",
            Layout::Ilias => "ilias",
            Layout::Sakai => "sakai",
            Layout::Markus => "markus",
            Layout::Pattern => "pattern",
        }
    }

    /// The layout with that name.
    pub fn named(name: &str) -> Option<Layout> {
        Layout::NAMED.into_iter().find(|layout| layout.name() == name)
    }
}
