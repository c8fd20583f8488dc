//! What we fail on is neither noticed nor survived: it is tried again, and then counted apart.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};

use rustix::fs::{CWD, Mode, OFlags, fcntl_setfl, mkfifoat};
use serde_json::Value;

use super::{RUBRIC, check, course, found, outcomes};
use crate::support::{Course, Ran};

/// Knows one right sum. About a negative one, which only a fault prints, it says nothing that could be understood as long as
/// there is a byte in `broken`.
const CHECKER: &str = "\
if grep -q 'Sum: -' \"$2\" && [ -n \"$(dd if=broken iflag=nonblock bs=1 count=1 2>/dev/null)\" ]; then exit 9; fi
grep -q 'Sum: 5' \"$2\" && exit 0
echo not five
exit 1
";

/// A course whose checker breaks down so many times, and the pipe that says how often it still will.
fn breaks_down(times: usize) -> (Course, Ran, File) {
    let judged =
        "mutants = { unnoticed = 0 }\ncompare = { checker = [\"sh\", \"check.sh\"] }\n\n[[assi";
    let course = course(
        &RUBRIC.replace("[[assi", judged),
        &[("small", "\"2\", \"3\"")],
    );
    course.write("check.sh", CHECKER);
    mkfifoat(CWD, course.path("broken"), Mode::RUSR | Mode::WUSR).unwrap();
    let mut pipe = OpenOptions::new()
        .read(true)
        .write(true)
        .open(course.path("broken"))
        .unwrap();
    pipe.write_all(&vec![b'x'; times]).unwrap();
    let ran = check(&course, &["--jobs", "1"]);
    (course, ran, pipe)
}

/// How often it would still have broken down.
fn left(mut pipe: File) -> usize {
    fcntl_setfl(&pipe, OFlags::NONBLOCK).unwrap();
    let mut rest = [0; 4096];
    pipe.read(&mut rest).unwrap_or(0)
}

#[test]
fn a_mutant_that_we_fail_on_once_is_tried_again() {
    let (course, ran, pipe) = breaks_down(1);
    assert_eq!(left(pipe), 0, "{}", ran.stdout);
    assert_ne!(ran.code, Some(3), "{}", ran.stdout);
    assert_eq!(
        outcomes(&found(&course), "return first - second;"),
        ["noticed"]
    );
    assert!(!ran.stdout.contains("NOT TRIED"), "{}", ran.stdout);
}

#[test]
fn a_mutant_that_we_always_fail_on_is_neither_noticed_nor_not_and_the_gate_is_not_passed() {
    let (course, ran, pipe) = breaks_down(4000);
    assert!(left(pipe) < 4000);
    let all = found(&course);
    let of = |outcome: &str| all.iter().filter(|one| one["outcome"] == outcome).count();
    assert_eq!(outcomes(&all, "return first - second;"), ["ungraded"]);
    assert!(of("noticed") > 10);
    let whole: Value = serde_json::from_str(&course.read("mutants/mutants.json")).unwrap();
    let program = &whole["programs"][0];
    assert_eq!(program["outcomes"]["ungraded"], of("ungraded"));
    assert_eq!(
        program["should_be_noticed"],
        of("noticed") + of("not-noticed")
    );
    // Neither passed nor failed: nobody knows.
    assert_eq!(ran.code, Some(3), "{}", ran.stdout);
    assert!(
        ran.stdout
            .contains("NOT TRIED: l.7 `return first - second;`: "),
        "{}",
        ran.stdout
    );
    assert!(
        course
            .read("mutants/ungraded.txt")
            .contains("first - second")
    );
}
