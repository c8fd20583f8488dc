//! The forms in which grades can be written.

use std::path::PathBuf;

/// A form of grades that another system reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// JUnit XML: Jenkins, GitLab and others.
    Junit,
    /// The Common Test Report Format.
    Ctrf,
    /// The Test Anything Protocol, version 14.
    Tap,
    /// SARIF 2.1.0: errors, warnings and findings at their lines.
    Sarif,
    /// Events while they happen, an object of JSON on each line.
    Ndjson,
    /// Annotations for GitHub Actions, and the job's summary.
    Github,
    /// `results.json` of a Gradescope autograder: one submission.
    Gradescope,
    /// `results.json` of a PrairieLearn external grader: one submission.
    Prairielearn,
    /// `result.json` of Classroom 50: one submission.
    Classroom50,
    /// Grade and comments for Moodle's VPL: one submission.
    Vpl,
}

impl Format {
    /// All of them, by the names with which they are asked for.
    pub(crate) const ALL: [(&'static str, Format); 10] = [
        ("junit", Format::Junit),
        ("ctrf", Format::Ctrf),
        ("tap", Format::Tap),
        ("sarif", Format::Sarif),
        ("ndjson", Format::Ndjson),
        ("github", Format::Github),
        ("gradescope", Format::Gradescope),
        ("prairielearn", Format::Prairielearn),
        ("classroom50", Format::Classroom50),
        ("vpl", Format::Vpl),
    ];

    /// Whether it is about one submission, graded where it was handed in.
    pub(super) fn is_about_one(self) -> bool {
        matches!(
            self,
            Format::Gradescope | Format::Prairielearn | Format::Classroom50 | Format::Vpl
        )
    }

    /// The name with which it is asked for.
    pub(super) fn name(self) -> &'static str {
        let mut all = Format::ALL.into_iter();
        all.find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }
}

/// Where grades go in which form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// The form.
    pub(crate) format: Format,
    /// The file; none for standard output.
    pub(crate) path: Option<PathBuf>,
}
