//! The example courses that `grader new --like` writes. They stand in this program, so they are there wherever it is.

use clap::ValueEnum;

/// What an assignment may be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExampleCourse {
    /// Questions and answers: the program asks for numbers and prints results, of which each line counts
    Dialogue,
    /// Numbers are read to the end of the input; output counts as a whole, with a tolerance
    Sums,
    /// Arguments, files that are read and written, standard error, exit codes
    Files,
    /// A class of the students' own, with unit tests
    Classes,
    /// Tic-tac-toe: correct is what a built-in game prints
    Game,
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
            ExampleCourse::Dialogue => ExampleFiles {
                section: include_str!("examples/dialogue/rubric.toml"),
                files: DIALOGUE,
            },
            ExampleCourse::Game => ExampleFiles {
                section: include_str!("examples/game/rubric.toml"),
                files: GAME,
            },
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

const DIALOGUE: &[ExampleFile] = files![
    "dialogue",
    "ASSIGNMENT.md",
    "testcases/alone.toml",
    "testcases/family.toml",
    "testcases/fraction.toml",
    "testcases/long.toml",
    "testcases/nobody.toml",
    "calibration/solution.cpp",
    "calibration/nobody-travels.cpp",
    "calibration/not-per-person.cpp",
    "calibration/whole-litres.cpp",
    "submissions/ada/ASSIGNMENT.cpp",
    "submissions/ben/ASSIGNMENT.cpp",
];

/// The text of a file of the sample course in this repository.
macro_rules! sample_file {
    ($path:literal) => {
        include_str!(concat!("../../", $path))
    };
}

/// Cases and programs are those of the sample course.
const GAME: &[ExampleFile] = &[
    ("ASSIGNMENT.md", include_str!("examples/game/ASSIGNMENT.md")),
    (
        "testcases/win-top-row-x.toml",
        sample_file!("testcases/tttn/win-top-row-x.toml"),
    ),
    (
        "testcases/win-last-row-o.toml",
        sample_file!("testcases/tttn/win-last-row-o.toml"),
    ),
    (
        "testcases/win-first-column-o.toml",
        sample_file!("testcases/tttn/win-first-column-o.toml"),
    ),
    (
        "testcases/win-last-column-x.toml",
        sample_file!("testcases/tttn/win-last-column-x.toml"),
    ),
    (
        "testcases/win-main-diagonal.toml",
        sample_file!("testcases/tttn/win-main-diagonal.toml"),
    ),
    (
        "testcases/win-anti-diagonal-x.toml",
        sample_file!("testcases/tttn/win-anti-diagonal-x.toml"),
    ),
    (
        "testcases/win-last-free-square.toml",
        sample_file!("testcases/tttn/win-last-free-square.toml"),
    ),
    (
        "testcases/draw-early-5x5.toml",
        sample_file!("testcases/tttn/draw-early-5x5.toml"),
    ),
    (
        "testcases/draw-full-board.toml",
        sample_file!("testcases/tttn/draw-full-board.toml"),
    ),
    (
        "testcases/occupied-once.toml",
        sample_file!("testcases/tttn/occupied-once.toml"),
    ),
    (
        "testcases/quit-negative.toml",
        sample_file!("testcases/tttn/quit-negative.toml"),
    ),
    (
        "testcases/quit-one-too-high.toml",
        sample_file!("testcases/tttn/quit-one-too-high.toml"),
    ),
    (
        "calibration/solution.cpp",
        sample_file!("calibration/tttn/solution.cpp"),
    ),
    (
        "calibration/misses-anti-diagonal.cpp",
        sample_file!("calibration/tttn/misses-anti-diagonal.cpp"),
    ),
    (
        "calibration/draw-only-when-full.cpp",
        sample_file!("calibration/tttn/draw-only-when-full.cpp"),
    ),
    (
        "calibration/full-board-before-win.cpp",
        sample_file!("calibration/tttn/full-board-before-win.cpp"),
    ),
    (
        "submissions/ada/ASSIGNMENT.cpp",
        sample_file!("submissions/tttn/student-01/tttn.cpp"),
    ),
    (
        "submissions/ben/ASSIGNMENT.cpp",
        sample_file!("submissions/tttn/student-04/tttn.cpp"),
    ),
];

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
