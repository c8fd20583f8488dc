//! From verdicts to points: requirements, extra points, penalties, and what students are shown, through the real command.

use std::fs;
use std::path::Path;

use crate::support::results::list;
use crate::support::sum::{CASES, rubric_of};
use crate::support::{ADDS, Course};

/// The smallest course with criteria of its own, and one submission.
fn course(criteria: &str, submission: &str) -> Course {
    let course = Course::sum();
    let rubric = rubric_of(criteria).replace("flags = []", "flags = [\"-Wall\"]");
    course.write("rubric.toml", rubric);
    course.write("submissions/ann/sum.cpp", submission);
    course
}

/// The points of the submission, and of each criterion with its state.
fn scored(course: &Course) -> (f64, Vec<(f64, String)>) {
    let results = course.results();
    let submission = results.of("ann", "sum");
    let criteria = list(&submission["criteria"]).iter().map(|criterion| {
        let state = criterion["state"].as_str().unwrap_or_default().to_owned();
        (criterion["points"].as_f64().unwrap_or(f64::NAN), state)
    });
    (
        submission["points"].as_f64().unwrap_or(f64::NAN),
        criteria.collect(),
    )
}

/// Besides the cases.
const CRITERIA: &str = r#"
[[assignments.sum.criteria]]
id = "clean"
points = 4
build = "no-warnings"
requires = ["sums"]

[[assignments.sum.criteria]]
id = "bonus"
points = 3
extra = true
build = "compiles"
requires = ["clean"]

[[assignments.sum.criteria]]
id = "untidy"
penalty = { each = 1.5, most = 4 }
build = "no-warnings"
"#;

const WARNS: &str = "int main() { int unused1; int unused2; ";

#[test]
fn requirements_extra_points_and_penalties_add_up_as_the_rubric_says() {
    let untidy = ADDS.replace("int main() {", WARNS);
    let very_untidy = ADDS.replace("int main() {", "int main() { int a; int b; int c; int d; ");
    let wrong = ADDS.replace("first + second", "first - second");
    let table = [
        (
            ADDS,
            17.0,
            [
                (10.0, "decided"),
                (4.0, "decided"),
                (3.0, "decided"),
                (0.0, "decided"),
            ],
        ),
        (
            &untidy,
            7.0,
            [
                (10.0, "decided"),
                (0.0, "decided"),
                (0.0, "skipped"),
                (-3.0, "decided"),
            ],
        ),
        (
            &very_untidy,
            6.0,
            [
                (10.0, "decided"),
                (0.0, "decided"),
                (0.0, "skipped"),
                (-4.0, "decided"),
            ],
        ),
        (
            &wrong,
            0.0,
            [
                (0.0, "decided"),
                (0.0, "skipped"),
                (0.0, "skipped"),
                (0.0, "decided"),
            ],
        ),
    ];
    for (program, total, criteria) in table {
        let course = course(&format!("{CASES}{CRITERIA}"), program);
        let (points, found) = scored(&course);
        let expected: Vec<(f64, String)> = criteria
            .iter()
            .map(|(points, state)| (*points, (*state).to_owned()))
            .collect();
        assert_eq!((points, found), (total, expected), "{program}");
        // 14 points can be earned without the bonus.
        assert_eq!(course.results().of("ann", "sum")["max_points"], 14.0);
    }
}

#[test]
fn a_report_says_why_points_were_skipped_and_taken() {
    let course = course(
        &format!("{CASES}{CRITERIA}"),
        &ADDS.replace("int main() {", WARNS),
    );
    course.grader(&["run", "submissions"]).exits_with(0);
    let report = course.read("reports/ann/sum.md");
    assert!(
        report.contains("skipped: it needs all points of “clean”"),
        "{report}"
    );
    assert!(
        report.contains("1.5 for each of 2 compiler warnings"),
        "{report}"
    );
    assert!(report.contains("up to −4"), "{report}");
}

#[test]
fn what_differs_in_blanks_alone_is_worth_the_share_that_the_rubric_states() {
    // One of two cases is right, and one prints a zero with a blank before it.
    let program = ADDS.replace(
        "\"Sum: %d\\n\", first",
        "first ? \"Sum: %d\\n\" : \"Sum:%d\\n\", first",
    );
    let table = [
        ("per-case", 40, 7.0),
        ("per-turn", 40, 8.333),
        ("all-or-nothing", 40, 0.0),
        ("per-case", 0, 5.0),
        ("per-case", 100, 10.0),
        ("minimum", 40, 4.0),
        ("minimum", 0, 0.0),
        ("best", 40, 10.0),
    ];
    for (credit, percent, points) in table {
        let criteria = format!("{CASES}credit = \"{credit}\"\n");
        let course = course(&criteria, &program);
        let rubric = course.read("rubric.toml");
        let keys = format!("compare.scope = \"turns\"\npresentation = {percent}\naccept =");
        course.write("rubric.toml", rubric.replace("accept =", &keys));
        course.write(
            "testcases/sum/zero.toml",
            "description = \"None\"\ninput = [\"0\", \"0\"]\n",
        );
        course.write(
            "testcases/sum/zero.expected",
            "First: ‹0›\nSecond: ‹0›\nSum: 0\n",
        );
        assert_eq!(scored(&course).0, points, "{credit} {percent}");
    }
}

#[test]
fn each_fault_takes_its_part_of_the_points_where_the_rubric_says_so() {
    const GRADED: &str = r#"
[[assignments.sum.criteria]]
id = "tidy"
points = 2
each = 0.25
rule = "indentation"
with = { tolerance = 0 }

[[assignments.sum.criteria]]
id = "clean"
points = 2
each = 0.5
build = "no-warnings"
"#;
    let table = [
        ("", 2.0, 2.0),
        ("      int a;\n        int b;\n", 1.5, 1.0),
        ("    int a, b, c, d, e, f;\n", 2.0, 0.0),
        ("      int more = 0;\n    one += more;\n", 1.75, 2.0),
    ];
    for (more, tidy, clean) in table {
        let program = ADDS.replace(
            "int main() {",
            &format!("int main() {{\n    int one = 0;\n{more}    one++;"),
        );
        let course = course(&format!("{CASES}{GRADED}"), &program);
        let (_, criteria) = scored(&course);
        let points: Vec<f64> = criteria.iter().map(|(points, _)| *points).collect();
        assert_eq!(points[1..], [tidy, clean], "{program}");
    }
}

#[test]
fn the_text_of_a_program_that_does_not_compile_is_looked_at_all_the_same() {
    const RULES: &str = r#"
[[assignments.sum.criteria]]
id = "tidy"
points = 2
rule = "indentation"

[[assignments.sum.criteria]]
id = "globals"
points = 3
rule = "no-global-variables"

[[assignments.sum.criteria]]
id = "vectors"
penalty = { each = 1, most = 2 }
rule = "no-vectors"
"#;
    // A name that nobody declared: the grammar reads the program to its end.
    let misspelt = ADDS.replace("first + second", "frist + second");
    let global = format!("int global;\n{misspelt}");
    // A brace too many: the grammar does not know what follows.
    let broken = ADDS.replace("int main() {", "int main() { ( ");
    let table = [(&misspelt, 5.0), (&global, 2.0), (&broken, 2.0)];
    for (program, expected) in table {
        let course = course(&format!("{CASES}{RULES}"), program);
        assert_eq!(scored(&course).0, expected, "{program}");
        let report = course.read("reports/ann/sum.md");
        assert!(
            report.contains("The program could not be tested, so the rest"),
            "{report}"
        );
        assert_eq!(report.contains("global;"), *program == global, "{report}");
    }
    let course = course(&format!("{CASES}{RULES}"), ADDS);
    course.write("submissions/bob/notes.txt", "nothing");
    assert_eq!(course.results().of("bob", "sum")["points"], 0.0);
}

#[test]
fn a_program_that_does_not_compile_loses_nothing_for_its_warnings() {
    let program = ADDS.replace("int main() {", "int main() { int unused; ?");
    let course = course(&format!("{CASES}{CRITERIA}"), &program);
    let (points, criteria) = scored(&course);
    assert_eq!(points, 0.0);
    assert!(
        criteria.iter().all(|(points, _)| *points == 0.0),
        "{criteria:?}"
    );
    let told = course.read("reports/ann/sum.md");
    assert!(!told.contains("see below"), "{told}");
}

#[test]
fn penalties_never_take_more_than_there_is() {
    let criteria = r#"
[[assignments.sum.criteria]]
id = "wrong"
penalty = { each = 5, most = 5 }
cases = ["*"]

[[assignments.sum.criteria]]
id = "builds"
points = 2
build = "compiles"
"#;
    let course = course(criteria, &ADDS.replace("first + second", "first * second"));
    assert_eq!(scored(&course).0, 0.0);
}

/// Three cases whose inputs are secrets; each says how much of it students may see.
const SECRETS: [(&str, &str); 3] = [
    ("full", "700001"),
    ("verdict", "710002"),
    ("hidden", "720003"),
];

#[test]
fn where_only_a_verdict_may_be_shown_the_report_says_so_and_shows_no_case_in_its_place() {
    let criteria = "\n[[assignments.sum.criteria]]\nid = \"sums\"\npoints = 10\ncases = [\"*\"]\n";
    let course = course(criteria, &ADDS.replace("Sum", "Resultat"));
    let case = |name: &str, input: &str, visibility: &str| {
        let text =
            format!("description = \"Adds\"\ninput = {input}\nvisibility = \"{visibility}\"\n");
        course.write(format!("testcases/sum/{name}.toml"), text);
    };
    case("adds", r#"["710002", "1"]"#, "verdict");
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let told = course.read("reports/ann/sum.md");
    assert!(
        told.contains("Your instructor shows only the verdict of this test case."),
        "{told}"
    );
    // A case that may be shown stands for those that fail alike, also where its script is longer.
    case("more", r#"["4", "2", "", ""]"#, "full");
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let told = course.read("reports/ann/sum.md");
    assert!(told.contains("### `more`: wrong answer"), "{told}");
    assert!(told.contains("The same happened in `adds`."), "{told}");
    assert!(!told.contains("710002"), "{told}");
}

#[test]
fn students_are_never_shown_more_than_a_case_allows() {
    let exact = r#"
[[assignments.sum.criteria]]
id = "exact"
points = 10
cases = ["*"]
compare = { prompts = "exact", whitespace = "exact" }
"#;
    let wrong = ADDS.replace("Sum", "Resultat");
    let course = course(&format!("{CASES}{exact}"), &wrong);
    for (visibility, secret) in SECRETS {
        course.write(
            format!("testcases/sum/{visibility}-case.toml"),
            format!("description = \"About {visibility}\"\ninput = [\"{secret}\", \"1\"]\nvisibility = \"{visibility}\"\n"),
        );
    }
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(0);
    let given = everything_in(Path::new(&course.path("reports/ann")));
    let [full, verdict, hidden] = SECRETS.map(|(_, secret)| given.contains(secret));
    assert_eq!(
        (full, verdict, hidden),
        (false, false, false),
        "only one of those alike is shown: {given}"
    );
    let scripts = everything_in(Path::new(&course.path("reports/cases")));
    let [full, verdict, hidden] = SECRETS.map(|(_, secret)| scripts.contains(secret));
    assert_eq!((full, verdict, hidden), (true, false, false), "{scripts}");
    // What is expected, and what the program printed, would tell the input too.
    for near in ["710003", "710001", "720004", "720002"] {
        assert!(!given.contains(near), "{near}: {given}");
    }
    assert!(
        given.contains("verdict-case") && given.contains("About verdict"),
        "{given}"
    );
    // Of those that fail alike, one that may be shown is.
    let told = course.read("reports/ann/sum.md");
    assert!(
        told.contains("The same happened in `full-case`, `verdict-case`."),
        "{told}"
    );
    assert!(told.contains("### `adds`: wrong answer"), "{told}");
    assert!(
        !given.contains("hidden-case") && !given.contains("About hidden"),
        "{given}"
    );
    // Instructors see every case.
    let whole = course.read("reports/.for-instructors/ann/sum.md");
    assert!(
        whole.contains("hidden-case") && !whole.contains("shows only the verdict"),
        "{whole}"
    );
    let shown = course.grader(&["report", "ann"]).stdout.clone();
    assert!(shown.contains("hidden-case"), "{shown}");
    let shown = course
        .grader(&["report", "ann", "--as-student"])
        .stdout
        .clone();
    assert!(
        !shown.contains("hidden-case") && shown.contains("verdict-case"),
        "{shown}"
    );
}

#[test]
fn what_a_checker_failed_at_is_told_to_instructors_only() {
    let checker = r#"compare = { checker = ["sh", "-c", "cat \"$1\" >&2; exit 9", "checker"] }"#;
    let course = course(&format!("{CASES}{checker}\n"), ADDS);
    course.write(
        "testcases/sum/hidden-case.toml",
        "description = \"Secret\"\ninput = [\"720003\", \"1\"]\nvisibility = \"hidden\"\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions"]).exits_with(3);
    let given = everything_in(Path::new(&course.path("reports/ann")));
    assert!(given.contains("your instructor can see why"), "{given}");
    assert!(
        !given.contains("720003") && !given.contains("hidden-case"),
        "{given}"
    );
    let whole = course.read("reports/.for-instructors/ann/sum.md");
    assert!(whole.contains("gave no answer on the case"), "{whole}");
}

/// The names and contents of all files below a folder.
fn everything_in(folder: &Path) -> String {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    let shown = files
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let content = fs::read(entry.path()).unwrap_or_default();
            format!(
                "{}\n{}\n",
                entry.path().display(),
                String::from_utf8_lossy(&content)
            )
        });
    shown.collect()
}
