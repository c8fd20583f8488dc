//! A name or a glob of the rubric, and which files have it.

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

use super::files::SubmissionFile;

/// A name or a glob of the rubric.
pub(super) struct FileNamePattern {
    pub(super) text: String,
    exact: Option<GlobMatcher>,
    /// The same without regard to capital letters. None if the text is no valid glob; it is then a plain name.
    in_any_case: Option<GlobMatcher>,
}

impl FileNamePattern {
    pub(super) fn from_texts(texts: &[String]) -> Vec<FileNamePattern> {
        let one = |text: &String| FileNamePattern {
            text: text.clone(),
            exact: build_glob(text, false),
            in_any_case: build_glob(text, true),
        };
        texts.iter().map(one).collect()
    }

    /// A name without a folder may stand in any folder of the submission.
    pub(super) fn matches_file(&self, file: &SubmissionFile) -> bool {
        self.name_in(file).is_some_and(|name| match &self.exact {
            Some(glob) => glob.is_match(name),
            None => name == Path::new(&self.text),
        })
    }

    /// The same where `Sum.CPP` is as good as `sum.cpp`.
    pub(super) fn matches_in_any_case(&self, file: &SubmissionFile) -> bool {
        let by_glob = |name| {
            self.in_any_case
                .as_ref()
                .is_some_and(|glob| glob.is_match(name))
        };
        self.matches_file(file) || (!file.kind.is_dir() && self.name_in(file).is_some_and(by_glob))
    }

    /// Whether a file of this name is meant, in any folder; capital letters make no difference.
    pub(super) fn is_named(&self, name: &Path) -> bool {
        self.in_any_case
            .as_ref()
            .is_some_and(|glob| glob.is_match(name))
    }

    /// Whether it is one name and no pattern.
    pub(super) fn is_plain(&self) -> bool {
        !self.text.contains(['*', '?', '[', '{'])
    }

    fn name_in<'f>(&self, file: &'f SubmissionFile) -> Option<&'f Path> {
        if self.text.contains('/') {
            Some(&file.inside)
        } else {
            file.inside.file_name().map(Path::new)
        }
    }
}

fn build_glob(text: &str, in_any_case: bool) -> Option<GlobMatcher> {
    let mut builder = GlobBuilder::new(text);
    builder
        .literal_separator(true)
        .case_insensitive(in_any_case);
    builder.build().ok().map(|glob| glob.compile_matcher())
}
