//! The forms in which grades can be written.

use std::path::PathBuf;

/// A form of grades that another system reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFormat {
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

impl ReportFormat {
    /// All of them, by the names with which they are asked for.
    pub const ALL: [(&'static str, ReportFormat); 10] = [
        ("junit", ReportFormat::Junit),
        ("ctrf", ReportFormat::Ctrf),
        ("tap", ReportFormat::Tap),
        ("sarif", ReportFormat::Sarif),
        ("ndjson", ReportFormat::Ndjson),
        ("github", ReportFormat::Github),
        ("gradescope", ReportFormat::Gradescope),
        ("prairielearn", ReportFormat::Prairielearn),
        ("classroom50", ReportFormat::Classroom50),
        ("vpl", ReportFormat::Vpl),
    ];

    /// Whether it is about one submission, graded where it was handed in.
    pub(super) fn is_single_submission(self) -> bool {
        matches!(
            self,
            ReportFormat::Gradescope
                | ReportFormat::Prairielearn
                | ReportFormat::Classroom50
                | ReportFormat::Vpl
        )
    }

    /// The name with which it is asked for.
    pub(super) fn name(self) -> &'static str {
        let mut all = ReportFormat::ALL.into_iter();
        all.find(|(_, format)| *format == self)
            .map_or("", |(name, _)| name)
    }
}

/// Where grades go in which form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatTarget {
    /// The form.
    pub format: ReportFormat,
    /// The file; none for standard output.
    pub path: Option<PathBuf>,
}
