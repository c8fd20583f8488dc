//! What a student handed in for one assignment.

use std::fmt;
use std::path::{Path, PathBuf};

use super::HandIn;
use jiff::civil::DateTime;

/// What was found in a folder of submissions.
#[derive(Debug, Clone, Default)]
pub struct SubmissionSet {
    /// The submissions, sorted by assignment and student.
    pub submissions: Vec<Submission>,
    /// What else was handed in, of the same assignments, and is not to be graded now.
    pub others: Vec<SubmissionName>,
    /// What is odd about the folder, for the instructor.
    pub remarks: Vec<String>,
    /// Those of the remarks that name files for which nobody is graded.
    pub left_out: Vec<String>,
}

impl SubmissionSet {
    /// Adds remarks that name files for which nobody is graded.
    pub fn note_left_out(&mut self, remarks: impl IntoIterator<Item = String>) {
        for remark in remarks {
            self.remarks.push(remark.clone());
            self.left_out.push(remark);
        }
    }
}

/// A submission, before anything was done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The student's name as reports print it: printable, unique in the class, and safe as a file name.
    pub student: String,
    /// The assignment's id.
    pub assignment: String,
    /// What was found.
    pub content: SubmissionContent,
    /// What the report should mention about the files.
    pub remarks: Vec<String>,
    /// Choices that the grader made for this submission, one sentence each, for staff to check. Students do not see them.
    pub to_check: Vec<String>,
    /// Sources that were handed in and are no part of the program.
    pub not_compiled: Vec<SourceFile>,
    /// What is built instead, if the files that were found do not build.
    pub fallback: Option<FallbackFiles>,
    /// What the system says of it that it was downloaded from; none of a plain folder.
    pub hand_in: Option<HandIn>,
    /// Until when it may be handed in, if that is not as for all others.
    pub due: Option<DateTime>,
}

impl Submission {
    /// A submission of which nothing else is known.
    pub fn new(
        student: impl Into<String>,
        assignment: impl Into<String>,
        content: SubmissionContent,
    ) -> Submission {
        Submission {
            student: student.into(),
            assignment: assignment.into(),
            content,
            remarks: Vec::new(),
            to_check: Vec::new(),
            not_compiled: Vec::new(),
            fallback: None,
            hand_in: None,
            due: None,
        }
    }

    /// Which one it is.
    pub fn name(&self) -> SubmissionName {
        SubmissionName {
            assignment: self.assignment.clone(),
            student: self.student.clone(),
        }
    }

    /// The same hand-in with the files of its fallback; none if there is no fallback.
    pub fn with_fallback(&self) -> Option<Submission> {
        let FallbackFiles {
            sources,
            not_compiled,
            withdrawn,
            remark,
            to_check,
            entry,
        } = self.fallback.as_ref()?;
        let still_true = |all: &[String]| {
            all.iter()
                .filter(|one| !withdrawn.contains(one))
                .cloned()
                .collect()
        };
        let remarks: Vec<String> = still_true(&self.remarks);
        let choices: Vec<String> = still_true(&self.to_check);
        let mut hand_in = self.hand_in.clone();
        if let (Some(hand_in), Some(entry)) = (&mut hand_in, entry) {
            hand_in.entry = Some(entry.clone());
        }
        Some(Submission {
            content: SubmissionContent::Sources(sources.clone()),
            remarks: remarks.into_iter().chain([remark.clone()]).collect(),
            to_check: choices.into_iter().chain([to_check.clone()]).collect(),
            not_compiled: not_compiled.clone(),
            fallback: None,
            hand_in,
            ..self.clone()
        })
    }
}

/// Other files of the same hand-in, which are built if the first choice does not build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FallbackFiles {
    /// The program's files and the headers beside them.
    pub sources: Vec<SourceFile>,
    /// Sources that are no part of this program.
    pub not_compiled: Vec<SourceFile>,
    /// Remarks on the first choice, and sentences for staff, that no longer hold.
    pub withdrawn: Vec<String>,
    /// What the report says instead.
    pub remark: String,
    /// The sentence for staff.
    pub to_check: String,
    /// The path in the download of this program, if it has one.
    pub entry: Option<String>,
}

/// What intake found of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubmissionContent {
    /// The program's files and the headers beside them.
    Sources(Vec<SourceFile>),
    /// Nothing that could be the program; the sentence says what was there.
    Missing(String),
    /// Something that will not be touched; the sentence says why.
    Refused(String),
    /// Several files could be the program and nothing proves which; the sentence lists them. There is no grade until a person decides.
    Ambiguous(String),
    /// We could not look; the sentence says why. Our failure, not the student's.
    Unreadable(String),
}

/// One file of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// A folder that the instructor named, however it is reached.
    pub folder: PathBuf,
    /// Where the file stands below it. A student may have made what is on this way, so no link on it is followed.
    pub below: PathBuf,
    /// The name under which it is compiled and reported, with `/` where the submission has folders.
    pub name: String,
    /// Whether it is the instructor's and not the student's.
    pub is_provided: bool,
}

impl SourceFile {
    /// A file of ours or an instructor's, under the name that it has in its own folder.
    pub fn from_path(path: PathBuf) -> SourceFile {
        let below = PathBuf::from(path.file_name().unwrap_or_default());
        let name = below.to_string_lossy().into_owned();
        SourceFile {
            folder: parent_folder(&path),
            below,
            name,
            is_provided: false,
        }
    }

    /// Where it stands, for messages: whoever opens it goes below the folder without following a link.
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.below)
    }

    /// Whether sources include the file instead of the compiler being given it.
    pub fn is_header(&self) -> bool {
        has_header_ending(Path::new(&self.name))
    }
}

/// The folder in which a file stands.
fn parent_folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Whether a file's name has the ending of a C or C++ header.
pub fn has_header_ending(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["h", "hpp", "hh", "hxx", "inl"];
    path.extension().is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Whether a file's name has an ending that compilers of C or C++ take.
pub fn has_source_ending(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["cpp", "cc", "cxx", "c++", "c"];
    path.extension().is_some_and(|ending| {
        ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known))
    })
}

/// Which submission is meant: an assignment's, of a student.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubmissionName {
    /// The assignment's id.
    pub assignment: String,
    /// The student's printable name.
    pub student: String,
}

impl SubmissionName {
    /// What [`fmt::Display`] wrote. No id holds a `/`, so the first one ends it. A name may hold one: `Kumar A/L Rajan`. Neither
    /// part holds the end of a line.
    pub fn parse(text: &str) -> Option<SubmissionName> {
        let (assignment, student) = text.split_once('/')?;
        let is_whole = !assignment.is_empty() && !student.is_empty();
        let assignment = assignment.to_owned();
        let student = student.to_owned();
        is_whole.then_some(SubmissionName {
            assignment,
            student,
        })
    }
}

impl fmt::Display for SubmissionName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.assignment, self.student)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_was_written() {
        for student in ["ada", "Kumar A/L Rajan", "/", " x "] {
            let name = SubmissionName {
                assignment: "lab-3".to_owned(),
                student: student.to_owned(),
            };
            assert_eq!(SubmissionName::parse(&name.to_string()), Some(name));
        }
        for text in ["", "ada", "/ada", "lab-3/"] {
            assert_eq!(SubmissionName::parse(text), None, "{text}");
        }
    }
}
