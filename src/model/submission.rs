//! What a student handed in for one assignment.

use std::path::{Path, PathBuf};

/// A submission, before anything was done with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The student's name as reports print it: printable, unique in the class, and safe as a file name.
    pub student: String,
    /// The assignment's id.
    pub assignment: String,
    /// What was found.
    pub found: Found,
    /// What the report should mention about the files.
    pub remarks: Vec<String>,
}

/// What intake found of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The program's files and the headers beside them.
    Sources(Vec<SourceFile>),
    /// Nothing that could be the program; the sentence says what was there.
    Missing(String),
    /// Something that will not be touched; the sentence says why.
    Refused(String),
    /// We could not look; the sentence says why. Our failure, not the student's.
    Unreadable(String),
}

/// One file of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it stands.
    pub path: PathBuf,
    /// The name under which it is compiled and reported, with `/` where the submission has folders.
    pub name: String,
}

impl SourceFile {
    /// A file of ours or an instructor's, under the name that it has in its own folder.
    pub fn alone(path: PathBuf) -> SourceFile {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        SourceFile { path, name: name.unwrap_or_default() }
    }

    /// Whether sources include the file instead of the compiler being given it.
    pub fn is_header(&self) -> bool {
        has_header_ending(Path::new(&self.name))
    }
}

/// Whether a file's name has the ending of a C or C++ header.
pub fn has_header_ending(path: &Path) -> bool {
    const ENDINGS: [&str; 5] = ["h", "hpp", "hh", "hxx", "inl"];
    path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known))
}
