//! An instructor's evening: the same twelve students, as each system lets an instructor download them. Every file is made up, named as
//! the systems document it.
//!
//! A student's program answers as many of the twelve cases as the student's number says, and an attempt or a file that must not be
//! graded answers none. So the points say whose program was graded, and which.

mod gradebooks;
mod systems;

use std::collections::BTreeMap;

use crate::support::packed::zipped;
use crate::support::results::{Results, text};
use crate::support::{Course, SUM};

/// What is special about what a student hands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Special {
    Nothing,
    Late,
    /// A second attempt, which counts.
    Repeated,
    /// The source is in folders.
    Nested,
    /// The source has another name.
    Misnamed,
    /// A text, and no source.
    Foreign,
    /// An archive.
    Zipped,
    /// Two sources of the right name, and nothing says which counts.
    Ambiguous,
}

/// A student of the class. Two of them have the same name.
#[derive(Debug, Clone, Copy)]
struct Student {
    /// How many of the twelve cases the program answers.
    number: usize,
    first: &'static str,
    last: &'static str,
    login: &'static str,
    special: Special,
}

const fn student(
    number: usize,
    first: &'static str,
    last: &'static str,
    login: &'static str,
    special: Special,
) -> Student {
    Student {
        number,
        first,
        last,
        login,
        special,
    }
}

const CLASS: [Student; 12] = [
    student(1, "Ada", "Adams", "ada1", Special::Nothing),
    student(2, "Ben", "Bauer", "ben2", Special::Late),
    student(3, "Cem", "Celik", "cem3", Special::Repeated),
    student(4, "Dana", "Diaz", "dana4", Special::Nested),
    student(5, "Eva", "Ek", "eva5", Special::Misnamed),
    student(6, "Finn", "Ford", "finn6", Special::Foreign),
    student(7, "Gül", "Öz", "guel7", Special::Nothing),
    student(8, "Hana", "Hill", "hana8", Special::Zipped),
    student(9, "Kim", "Lee", "kim9", Special::Nothing),
    student(10, "Kim", "Lee", "kim10", Special::Nothing),
    student(11, "Ivo", "Ives", "ivo11", Special::Ambiguous),
    student(12, "Zoe", "O'Neil", "zoe12", Special::Nothing),
];

impl Student {
    /// The system's number of the student, unlike any other number in these tests.
    fn id(&self) -> usize {
        500 + self.number
    }

    /// `Ada Adams`.
    fn name(&self) -> String {
        format!("{} {}", self.first, self.last)
    }

    /// Whether another student has the same name.
    fn shares_name(&self) -> bool {
        self.last == "Lee"
    }

    /// What the run must find out: the points, or the verdict of the build where there are none.
    fn expected(&self) -> String {
        match self.special {
            Special::Foreign => "missing".to_owned(),
            Special::Ambiguous => "ungraded".to_owned(),
            _ => self.number.to_string(),
        }
    }

    /// The files that count, by their paths in the student's folder; where the system has no folders, those with folders are packed.
    fn files(&self, has_folders: bool) -> Vec<(String, Vec<u8>)> {
        let source = program(self.number).into_bytes();
        let nested = [("Lab 3/src/sum.cpp", &source)];
        let other = program(0).into_bytes();
        let two = [("draft a/sum.cpp", &source), ("draft b/sum.cpp", &other)];
        let packed = |name: &str, files: &[(&str, &Vec<u8>)]| match has_folders {
            true => files
                .iter()
                .map(|(path, bytes)| ((*path).to_owned(), (*bytes).clone()))
                .collect(),
            false => vec![(name.to_owned(), zipped(files))],
        };
        match self.special {
            Special::Nested => packed("nested.zip", &nested),
            Special::Ambiguous => packed("two.zip", &two),
            Special::Zipped => vec![("work.zip".to_owned(), zipped(&[("sum.cpp", &source)]))],
            Special::Misnamed => vec![("my work.cpp".to_owned(), source)],
            Special::Foreign => vec![("notes.txt".to_owned(), b"Sorry, I was ill.".to_vec())],
            Special::Nothing | Special::Late | Special::Repeated => {
                vec![("sum.cpp".to_owned(), source)]
            }
        }
    }
}

/// A program that repeats the number it reads if that is at most `number`.
fn program(number: usize) -> String {
    format!(
        "#include <cstdio>\nint main() {{ int n = 0; std::scanf(\"%d\", &n); std::printf(\"%d\\n\", n <= {number} ? n : 0); }}\n"
    )
}

/// The course: one point for each of twelve numbers.
fn course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", SUM.replace("points = 10", "points = 12"));
    course.write("solution.cpp", program(12));
    for number in 1..=12 {
        let case = format!("description = \"Repeat {number}\"\ninput = [\"{number}\"]\n");
        course.write(format!("testcases/sum/n{number:02}.toml"), case);
        course.write(
            format!("testcases/sum/n{number:02}.expected"),
            format!("‹{number}›\n{number}\n"),
        );
    }
    course
}

/// What each submission came to, by the name in reports: points, or the verdict of a build without a program.
fn outcomes(results: &Results) -> BTreeMap<String, String> {
    let submissions = results.submissions().iter();
    let outcome = |one: &serde_json::Value| match text(&one["build"]["verdict"]) {
        "ok" => one["points"].to_string().trim_end_matches(".0").to_owned(),
        other => other.to_owned(),
    };
    submissions
        .map(|one| (text(&one["student"]).to_owned(), outcome(one)))
        .collect()
}
