//! Programs with full marks, hunted on games that no case plays.

use std::fs;

use serde_json::Value;

use crate::support::{Course, Ran, SUM, gate_step};

/// Adds, but for sums of a negative number and another one.
const IGNORES_NEGATIVE: &str = r#"#include <cstdio>

int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

int main() {
    int first = ask("First");
    int second = ask("Second");
    if (first < 0) {
        first = 0;
    }
    std::printf("Sum: %d\n", first + second);
}
"#;

/// The course of this repository's `tttn` alone.
fn tttn() -> Course {
    let course = Course::empty();
    let root = env!("CARGO_MANIFEST_DIR");
    for folder in ["testcases/tttn", "calibration/tttn"] {
        for entry in fs::read_dir(format!("{root}/{folder}")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            course.write(format!("{folder}/{name}"), fs::read(&path).unwrap());
        }
    }
    let rubric = fs::read_to_string(format!("{root}/rubric.toml")).unwrap();
    let end = rubric.find("[assignments.domineering]").unwrap();
    course.write("rubric.toml", &rubric[..end]);
    course
}

fn found(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_full_marks_hide_is_one_fault_and_a_case_for_it_costs_points() {
    let course = tttn();
    for ending in ["toml", "expected"] {
        let gone = format!("testcases/tttn/draw-full-board-first-column.{ending}");
        fs::remove_file(course.path(gone)).unwrap();
    }
    let solution = course.read("calibration/tttn/solution.cpp");
    let right = "bool checkForDraw(char grid[], int dim)\n{\n  for (int i = 0;";
    assert!(solution.contains(right));
    let planted = solution.replace(right, &right.replace("i = 0", "i = 1"));
    for student in ["ada", "bob"] {
        course.write(format!("submissions/tttn/{student}/tttn.cpp"), &planted);
    }
    course.write("submissions/tttn/eve/tttn.cpp", &solution);
    let hunt = |more: &[&str]| {
        let usual = [
            "hunt",
            "submissions",
            "--games",
            "200",
            "--quiet",
            "--format",
            "json",
        ];
        course.grader(&[&usual[..], more].concat())
    };
    let files = course.files();
    let one = hunt(&["--jobs", "1"]);
    assert_eq!(one.code, Some(0), "{one:?}");
    assert_eq!(
        course.files(),
        files,
        "hunting writes nothing that nobody asked for"
    );
    let told = found(&one);
    let faults = told["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "{told:#}");
    assert_eq!(faults[0]["programs"], serde_json::json!(["ada", "bob"]));
    assert_eq!(faults[0]["with_all_points"], 2);
    assert!(
        faults[0]["script"].as_array().unwrap().len() <= 10,
        "{told:#}"
    );
    let two = hunt(&["--jobs", "4", "--write-case", "draw-found"]);
    assert_eq!(two.stdout, one.stdout);
    assert!(two.stderr.contains("draw-found.toml: written"), "{two:?}");
    assert!(
        course
            .read("testcases/tttn/draw-found.expected")
            .starts_with("‹")
    );
    let results = course.grader(&["run", "submissions", "--quiet"]);
    assert_eq!(results.code, Some(0), "{results:?}");
    let results: Value = serde_json::from_str(&course.read("reports/results.json")).unwrap();
    let text = results.to_string();
    assert!(text.contains("draw-found"), "{text}");
    // By its name the case counts in `draws`, which the two have no longer all points of.
    let again = found(&hunt(&[]));
    for fault in again["faults"].as_array().unwrap() {
        assert_ne!(fault["criterion"], "draws", "{again:#}");
    }
}

#[test]
fn a_reference_of_the_instructor_s_plays_varied_scripts_and_students_are_not_named() {
    let course = Course::sum();
    course.write("submissions/ada/sum.cpp", IGNORES_NEGATIVE);
    let ran = course.grader(&["hunt", "submissions", "--games", "60", "--quiet"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let told = "sum: 1 program with all points in \"sums\" differs from the reference for this input. No case covers it.\n    | -";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    assert!(!ran.stdout.contains("ada"), "{}", ran.stdout);
}

/// Adds all numbers, and takes no number that follows one below zero. Without any number, the sum is 1.
const STOPS_AT_NEGATIVE: &str = r#"#include <cstdio>
int main() {
    int number = 0, sum = 0, count = 0, is_over = 0;
    while (std::scanf("%d", &number) == 1) {
        count++;
        sum += is_over ? 0 : number;
        is_over |= number < 0;
    }
    std::printf("Sum: %d\n", count > 0 ? sum : 1);
}
"#;

#[test]
fn what_a_program_that_is_no_game_reads_is_made_shorter_and_not_empty() {
    let course = Course::sum();
    course.write(
        "rubric.toml",
        SUM.replace("[[", "compare = { scope = \"output\" }\n[["),
    );
    let right = STOPS_AT_NEGATIVE
        .replace("is_over ? 0 : number", "number")
        .replace("count > 0 ? sum : 1", "sum");
    course.write("solution.cpp", right);
    fs::remove_dir_all(course.path("testcases")).unwrap();
    course.write(
        "testcases/sum/adds.toml",
        "description = \"Four\"\ninput = [\"4\", \"3\", \"1\", \"2\"]\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    course.write("submissions/ada/sum.cpp", STOPS_AT_NEGATIVE);
    let ran = course.grader(&["hunt", "submissions", "--games", "200", "--quiet"]);
    let (_, script) = ran
        .stdout
        .split_once("for this input. No case covers it.\n")
        .unwrap();
    let lines = script
        .lines()
        .take_while(|line| line.starts_with("    | -") || line.starts_with("    | "));
    assert_eq!(lines.count(), 2, "{}", ran.stdout);
    assert!(!ran.stdout.contains("without any input"), "{}", ran.stdout);
}

#[test]
fn a_program_that_plays_by_chance_is_named_apart() {
    let course = Course::sum();
    let by_chance = IGNORES_NEGATIVE
        .replace("#include <cstdio>", "#include <cstdio>\n#include <random>")
        .replace(
            "first = 0;",
            "first = static_cast<int>(std::random_device()());",
        );
    course.write("submissions/ada/sum.cpp", by_chance);
    let ran = course.grader(&["hunt", "submissions", "--games", "60", "--quiet"]);
    assert!(
        ran.stdout.contains("sum/ada: does not do the same twice"),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("nothing differs from the reference"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_cannot_be_hunted_is_said() {
    let course = Course::sum();
    let reference = "{ answers = true }\ncompare = { scope = \"output\" }";
    course.write(
        "rubric.toml",
        SUM.replace("{ sources = [\"solution.cpp\"] }", reference),
    );
    course.write("testcases/sum/adds.ans", "First: Second: Sum: 5\n");
    course.write("submissions/ada/sum.cpp", crate::support::ADDS);
    let ran = course.grader(&["hunt", "submissions", "--quiet"]);
    assert!(
        ran.stdout
            .contains("sum: 1 program not hunted: its expected answers are files"),
        "{ran:?}"
    );
}

#[test]
fn each_planted_fault_of_the_calibration_is_found_within_200_games() {
    let course = tttn();
    let faults = [
        "draw-only-when-full",
        "full-board-before-win",
        "last-row-and-column-unchecked",
        "misses-anti-diagonal",
    ];
    let faults: Vec<_> = faults.into_iter().step_by(gate_step(2)).collect();
    for name in &faults {
        let text = course.read(&format!("calibration/tttn/{name}.cpp"));
        course.write(format!("submissions/tttn/{name}/tttn.cpp"), text);
    }
    let asked = [
        "hunt",
        "submissions",
        "--every-criterion",
        "--games",
        "200",
        "--quiet",
        "--format",
        "json",
    ];
    let told = found(&course.grader(&asked));
    for name in faults {
        let all = told["faults"].as_array().unwrap();
        let has = |fault: &&Value| fault["programs"].to_string().contains(name);
        let fault = all
            .iter()
            .find(has)
            .unwrap_or_else(|| panic!("{name}: {told:#}"));
        assert!(fault["script"].as_array().unwrap().len() <= 10, "{fault:#}");
    }
}
