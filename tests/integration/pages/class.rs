//! A class in which each student stands for a kind of page.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::support::{ADDS, Course, EXPECTED, SUM};

/// What a browser would do more with than show it: markup, a link that runs, letters that turn the line, and a NUL.
pub(super) const HOSTILE: &str = "</pre></style></script><script>alert(1)</script>\\\"><img src=x onerror=alert(1)><a href=javascript:alert(1)>\u{202e}&lt;";

/// The students, with what their programs do.
fn programs() -> Vec<(&'static str, String)> {
    let ending = |end: &str| ADDS.replace("    std::printf(\"Sum: %d\\n\", first + second);", end);
    vec![
        ("right", ADDS.to_owned()),
        ("wrong", ADDS.replace("first + second", "first - second")),
        ("blanks", ADDS.replace("Sum: %d", "Sum:  %d")),
        (
            "crash",
            ending("    volatile int* nowhere = nullptr;\n    *nowhere = first + second;"),
        ),
        ("endless", ending("    for (volatile int on = 1; on;) {}")),
        ("flood", ending("    for (;;) std::puts(\"again\");")),
        (
            "memory",
            ending("    for (long size = 1L << 24;; size *= 2) if (!new char[size]) return 1;"),
        ),
        ("code", ending("    return 3;")),
        ("unbuilt", ADDS.replace("int second =", "int second")),
        (
            "warned",
            ADDS.replace("int first =", "int unused = 0;\n    int first ="),
        ),
        (
            "long-line",
            ending("    for (int at = 0; at < 1000000; ++at) std::putchar('<');"),
        ),
        (
            "hostile",
            ending(&format!("    std::printf(\"{HOSTILE}%c\\n\", 0);")),
        ),
        (
            "\"><img src=x onerror=alert(1)>",
            ADDS.replace("Sum", "sum"),
        ),
    ]
}

/// The class with its reports. Nothing in it is changed once it is graded.
pub(super) fn graded() -> &'static Course {
    static GRADED: LazyLock<Course> = LazyLock::new(|| {
        // Nobody removes what stays until the tests end, so the next run does.
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        let course = Course::sum_below(&place);
        let secret = "description = \"A secret\"\nvisibility = \"hidden\"\ninput = [\"47112806\", \"81577\"]\n";
        course.write(
            "rubric.toml",
            format!(
                "course = \"Programming <1>\"\n\n{}",
                SUM.replace(
                    "flags = []",
                    "flags = [\"-Wall\"]\nlimits = { cpu = \"300ms\" }"
                )
            ),
        );
        course.write("testcases/sum/concealed.toml", secret);
        let expected = EXPECTED
            .replace('2', "47112806")
            .replace('3', "81577")
            .replace(": 5", ": 47194383");
        course.write("testcases/sum/concealed.expected", expected);
        for (student, program) in programs() {
            course.write(format!("submissions/sum/{student}/sum.cpp"), program);
        }
        course.write("submissions/sum/missing/notes.txt", "none yet");
        course.write("submissions/sum/group.rar", "");
        course.grader(&["run", "submissions"]).exits_with(0);
        course
    });
    &GRADED
}
