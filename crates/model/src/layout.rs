//! How a folder of submissions is laid out, which is by the system that it comes from.

/// How a folder of submissions is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubmissionLayout {
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

impl SubmissionLayout {
    /// Those that can be named on the command line.
    pub const NAMED: [SubmissionLayout; 15] = [
        SubmissionLayout::Students,
        SubmissionLayout::Assignments,
        SubmissionLayout::Sections,
        SubmissionLayout::Canvas,
        SubmissionLayout::Moodle,
        SubmissionLayout::Blackboard,
        SubmissionLayout::Brightspace,
        SubmissionLayout::Gradescope,
        SubmissionLayout::GithubClassroom,
        SubmissionLayout::Submitty,
        SubmissionLayout::Autolab,
        SubmissionLayout::Openolat,
        SubmissionLayout::Ilias,
        SubmissionLayout::Sakai,
        SubmissionLayout::Markus,
    ];

    /// Its name on the command line and in `results.json`.
    pub fn name(self) -> &'static str {
        match self {
            SubmissionLayout::Students => "students",
            SubmissionLayout::Assignments => "assignments",
            SubmissionLayout::Sections => "sections",
            SubmissionLayout::Canvas => "canvas",
            SubmissionLayout::Moodle => "moodle",
            SubmissionLayout::Blackboard => "blackboard",
            SubmissionLayout::Brightspace => "brightspace",
            SubmissionLayout::Gradescope => "gradescope",
            SubmissionLayout::GithubClassroom => "github-classroom",
            SubmissionLayout::Submitty => "submitty",
            SubmissionLayout::Autolab => "autolab",
            SubmissionLayout::Openolat => "openolat",
            SubmissionLayout::Ilias => "ilias",
            SubmissionLayout::Sakai => "sakai",
            SubmissionLayout::Markus => "markus",
            SubmissionLayout::Pattern => "pattern",
        }
    }

    /// The layout with that name.
    pub fn from_name(name: &str) -> Option<SubmissionLayout> {
        SubmissionLayout::NAMED
            .into_iter()
            .find(|layout| layout.name() == name)
    }
}
