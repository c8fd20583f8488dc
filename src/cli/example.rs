//! The example courses that `grader new --like` writes. They stand in this program, so they are there wherever it is.

use clap::ValueEnum;

/// What an assignment may be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExampleCourse {
    /// Numbers are read to the end of the input; output counts as a whole, with a tolerance
    Sums,
    /// Arguments, files that are read and written, standard error, exit codes
    Files,
    /// A class of the students' own, with unit tests
    Classes,
}

/// A file of an example: where it stands, and what it holds. `ASSIGNMENT` in either is the assignment's name.
pub(super) type ExampleFile = (&'static str, &'static str);

/// The rubric's section, and the other files. A path's first folder is the course's, below which the assignment has one of its own.
pub(super) struct ExampleFiles {
    pub(super) section: &'static str,
    pub(super) files: &'static [ExampleFile],
}

/// The text of a file of an example.
macro_rules! files {
    ($folder:literal, $($path:literal),* $(,)?) => {
        &[$(($path, include_str!(concat!("examples/", $folder, "/", $path)))),*]
    };
}

impl ExampleCourse {
    /// What it consists of.
    pub(super) fn example_files(self) -> ExampleFiles {
        match self {
            ExampleCourse::Sums => ExampleFiles {
                section: include_str!("examples/sums/rubric.toml"),
                files: SUMS,
            },
            ExampleCourse::Files => ExampleFiles {
                section: include_str!("examples/files/rubric.toml"),
                files: FILES,
            },
            ExampleCourse::Classes => ExampleFiles {
                section: include_str!("examples/classes/rubric.toml"),
                files: CLASSES,
            },
        }
    }
}

/// What `grader new` writes without `--like`.
pub(super) const PLAIN: ExampleFiles = ExampleFiles {
    section: include_str!("scaffold/rubric.toml"),
    files: &[
        (
            "testcases/adds-two-numbers.toml",
            include_str!("scaffold/adds-two-numbers.toml"),
        ),
        (
            "calibration/solution.cpp",
            include_str!("scaffold/solution.cpp"),
        ),
        (
            "calibration/subtracts.cpp",
            include_str!("scaffold/subtracts.cpp"),
        ),
    ],
};

const SUMS: &[ExampleFile] = files![
    "sums",
    "ASSIGNMENT.md",
    "testcases/few.in",
    "testcases/few.toml",
    "testcases/fractions.in",
    "testcases/fractions.toml",
    "testcases/lines.in",
    "testcases/lines.toml",
    "testcases/negative.in",
    "testcases/negative.toml",
    "testcases/none.toml",
    "testcases/one.toml",
    "calibration/solution.cpp",
    "calibration/largest-from-zero.cpp",
    "calibration/whole-numbers.cpp",
    "calibration/end-noticed-late.cpp",
    "calibration/divides-by-nothing.cpp",
    "calibration/does-not-compile.cpp",
    "submissions/ada/ASSIGNMENT.cpp",
    "submissions/ben/ASSIGNMENT.cpp",
    "submissions/cleo/ASSIGNMENT.cpp",
];

const FILES: &[ExampleFile] = files![
    "files",
    "ASSIGNMENT.md",
    "testcases/empty.toml",
    "testcases/empty.txt",
    "testcases/no-arguments.toml",
    "testcases/no-file.toml",
    "testcases/one-line.toml",
    "testcases/one-line.txt",
    "testcases/poem.toml",
    "testcases/poem.txt",
    "calibration/solution.cpp",
    "calibration/counts-from-zero.cpp",
    "calibration/end-noticed-late.cpp",
    "calibration/errors-on-standard-output.cpp",
    "calibration/always-exits-with-zero.cpp",
    "calibration/never-counts-its-arguments.cpp",
    "submissions/ada/ASSIGNMENT.cpp",
    "submissions/ben/ASSIGNMENT.cpp",
    "submissions/cleo/ASSIGNMENT.cpp",
];

const CLASSES: &[ExampleFile] = files![
    "classes",
    "ASSIGNMENT.md",
    "testcases/making.toml",
    "testcases/making_test.cpp",
    "testcases/computing.toml",
    "testcases/computing_test.cpp",
    "testcases/printing.toml",
    "testcases/printing_test.cpp",
    "calibration/solution/fraction.h",
    "calibration/not-reduced/fraction.h",
    "calibration/sign-below/fraction.h",
    "calibration/takes-zero-below/fraction.h",
    "calibration/adds-both-parts/fraction.h",
    "submissions/ada/fraction.h",
    "submissions/ben/fraction.h",
    "submissions/cleo/fraction.h",
];
