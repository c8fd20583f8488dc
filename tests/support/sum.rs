//! The smallest course with something more: a class, criteria of its own, a look for undefined behaviour.

use serde_json::{Value, json};

use super::results::list;
use super::{ADDS, Course, SUM};

/// The rubric's own criterion.
pub(crate) const CASES: &str =
    "\n[[assignments.sum.criteria]]\nid = \"sums\"\npoints = 10\ncases = [\"*\"]\n";

/// The smallest course, with a right program of Ann's and a wrong one of Bob's.
pub(crate) fn class() -> Course {
    let course = Course::sum();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write(
        "submissions/bob/sum.cpp",
        ADDS.replace("first +", "first -"),
    );
    course
}

/// The smallest course with so many students: right and wrong ones, and some whose programs do not compile.
pub(crate) fn class_of(size: usize) -> Course {
    let course = Course::sum();
    for number in 0..size {
        let program = match number % 3 {
            0 => ADDS.to_owned(),
            1 => ADDS.replace("first +", "first -"),
            _ => ADDS.replace("first +", "frist +"),
        };
        course.write(format!("submissions/s{number}/sum.cpp"), program);
    }
    course
}

/// Its rubric with these criteria and no other.
pub(crate) fn rubric_of(criteria: &str) -> String {
    let assignment = SUM
        .split("\n[[assignments.sum.criteria]]")
        .next()
        .unwrap_or_default();
    format!("{assignment}{criteria}")
}

/// The smallest course with these keys for its assignment, and these tables after its criterion.
pub(crate) fn with(keys: &str, tables: &str) -> Course {
    let course = Course::sum();
    let rubric = SUM.replace("reference =", &format!("{keys}\nreference ="));
    course.write("rubric.toml", format!("{rubric}{tables}"));
    course
}

/// A criterion that takes points for undefined behaviour.
pub(crate) const DEFINED: &str =
    "\n[[assignments.sum.criteria]]\nid = \"defined\"\npoints = 3\ncheck = \"undefined\"\n";

/// What was found of undefined behaviour, where it was looked for.
pub(crate) fn undefined(submission: &Value) -> &[Value] {
    assert_eq!(
        submission["undefined"]["checked"],
        json!(true),
        "{submission:#}"
    );
    list(&submission["undefined"]["findings"])
}
