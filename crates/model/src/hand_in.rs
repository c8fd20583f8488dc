//! What a learning-management system says of a hand-in (whose it is, when it came, which of several it is), and how the system lays out
//! a folder of submissions.

use serde::{Deserialize, Serialize};

/// What a system says of what one student, or one group, handed in. What it does not say is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandIn {
    /// The layout's name, such as `canvas`; empty where only the roster says something.
    pub layout: String,
    /// The name as the system shows it, in composed letters (NFC).
    pub name: String,
    /// The system's own number or word for the student, by which its gradebook knows them. Moodle's is the participant's number.
    pub id: Option<String>,
    /// The name with which the student logs in.
    pub login: Option<String>,
    /// The student's address.
    pub email: Option<String>,
    /// The class or section, as the roster says.
    pub section: Option<String>,
    /// The system's number of what was handed in.
    pub submission: Option<String>,
    /// When it was handed in.
    pub time: Option<HandInTime>,
    /// Whether it came too late.
    pub late: Option<bool>,
    /// How many attempts the download holds. The latest was taken.
    pub attempts: u32,
    /// Who handed it in together; empty if it was one student.
    pub members: Vec<GroupMember>,
    /// The files that were taken, under the names that their author gave them.
    pub files: Vec<String>,
    /// What was left out.
    pub ignored: Vec<IgnoredFile>,
    /// The name that what was graded has in the download, by which the system knows it again; of several files the program's.
    pub entry: Option<String>,
    /// Whether nothing was handed in, and only the roster has the student.
    pub absent: bool,
}

/// When something was handed in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandInTime {
    /// As the system wrote it.
    pub shown: String,
    /// The same by ISO 8601, if it is clear; without a zone where the system names none, and then it is the system's own.
    pub iso: Option<String>,
}

/// One of a group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupMember {
    /// The name as the system shows it.
    pub name: String,
    /// The system's number or word for the student.
    pub id: Option<String>,
    /// The student's address.
    pub email: Option<String>,
}

/// A file that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoredFile {
    /// Its name in the download.
    pub name: String,
    /// Why, as the rest of a sentence: “it is an earlier attempt”.
    pub reason: String,
}

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
