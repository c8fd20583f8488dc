//! `grader kit` and `grader try`: what students may have of a course, and what their own checks say.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;

use zip::ZipArchive;
use zip::write::SimpleFileOptions;

use crate::support::processes::Guarded;
use crate::support::{ADDS, Course, EXPECTED, Ran};

/// A word that stands in everything that students may not have, and in nothing else.
const SECRET: &str = "xyzzy";

const RUBRIC: &str = r#"
# xyzzy: a comment
[defaults]
timezone = "Europe/Berlin"
flags = []
repair = "0s"
undefined = { uninitialised = false }
vocabulary = { total = 'sum', xyzzy = 'xyzzy' }

[toolchains.xyzzy]
like = "g++"

[assignments.xyzzy-other]
sources = ["other.cpp"]
reference = { sources = ["xyzzy-solution.cpp"] }
testcases = "testcases/sum"
criteria = [{ id = "xyzzy", points = 1, build = "compiles" }]

[assignments.sum]
title = "Sum"
sources = ["sum.cpp"]
accept = ["*.cpp"]
reference = { sources = ["xyzzy-solution.cpp"] }
provide = ["given.h"]
due = 2026-01-01T00:00:00
late = { penalty = 1, per = "hour" }
generators = [{ command = ["cat", "xyzzy.txt"], case = "xyzzy-generated" }]

[[assignments.sum.criteria]]
id = "shown"
points = 5
cases = ["adds", "row-*", "call", "xyzzy-*"]

[[assignments.sum.criteria]]
id = "patterns"
points = 2
cases = ["adds"]
compare = { patterns = ['{total}: 5'] }

[[assignments.sum.criteria]]
id = "xyzzy-secret"
title = "xyzzy"
points = 3
cases = ["xyzzy-*"]
compare = { patterns = ['{xyzzy}'] }

[[assignments.sum.criteria]]
id = "xyzzy-checked"
points = 3
cases = ["adds"]
compare = { checker = ["sh", "xyzzy.sh"] }

[[assignments.sum.criteria]]
id = "xyzzy-style"
points = 7
manual = "none"

[[assignments.sum.calibration]]
sources = ["xyzzy-solution.cpp"]
permitted = ["accepted"]
"#;

const FILES: &[(&str, &str)] = &[
    ("rubric.toml", RUBRIC),
    ("given.h", "// For everybody.\n"),
    ("sum.md", "Read two numbers and print their sum.\n"),
    ("xyzzy.sh", "exit 0\n"),
    ("xyzzy.txt", "1\n2\n"),
    ("roster.csv", "student,name\nann,xyzzy\n"),
    (
        "testcases/sum/adds.toml",
        "# xyzzy\ntags = [\"xyzzy\"]\ndescription = \"Two and three\"\ninput = [\"2\", \"3\"]\n",
    ),
    ("testcases/sum/adds.expected", EXPECTED),
    ("testcases/sum/row.csv", "name,input\nsmall,\"4\n5\"\n"),
    (
        "testcases/sum/row-small.expected",
        "First: ‹4›\nSecond: ‹5›\nSum: 9\n",
    ),
    (
        "testcases/sum/call.toml",
        "kind = \"call\"\ndescription = \"Adds\"\nprototype = \"int add(int first, int second)\"\ncalls = [{ arguments = [1, 2] }]\n",
    ),
    ("testcases/sum/call.expected", "add(1, 2) → 3\n"),
    (
        "testcases/sum/xyzzy-hidden.toml",
        "visibility = \"hidden\"\ndescription = \"xyzzy\"\ninput = [\"7\", \"8\"]\n",
    ),
    (
        "testcases/sum/xyzzy-hidden.expected",
        "First: ‹7›\nSecond: ‹8›\nSum: 15\n",
    ),
    (
        "testcases/sum/xyzzy-verdict.toml",
        "visibility = \"verdict\"\ndescription = \"xyzzy\"\ninput = [\"70\", \"8\"]\n",
    ),
    (
        "testcases/sum/xyzzy-verdict.expected",
        "First: ‹70›\nSecond: ‹8›\nSum: 78\n",
    ),
    (
        "testcases/sum/xyzzy-generated.toml",
        "visibility = \"hidden\"\ndescription = \"xyzzy\"\n",
    ),
    ("testcases/sum/xyzzy-generated.in", "1\n2\n"),
    (
        "testcases/sum/xyzzy-generated.expected",
        "First: ‹1›\nSecond: ‹2›\nSum: 3\n",
    ),
];

/// A program that adds with a function.
fn program() -> String {
    let add = "int add(int first, int second) { return first + second; }\n\nint main() {";
    ADDS.replace("int main() {", add)
        .replace("first + second);", "add(first, second));")
}

fn course() -> Course {
    let course = Course::empty();
    for (name, text) in FILES {
        course.write(name, text);
    }
    course.write("xyzzy-solution.cpp", format!("// xyzzy\n{}", program()));
    course
}

/// What stands in a kit: the names of its files, and all that they hold.
fn contents(course: &Course, kit: &str) -> (Vec<String>, String) {
    let mut archive = ZipArchive::new(File::open(course.path(kit)).unwrap()).unwrap();
    let mut names = Vec::new();
    let mut all = String::new();
    for place in 0..archive.len() {
        let mut file = archive.by_index(place).unwrap();
        names.push(file.name().unwrap().into_owned());
        file.read_to_string(&mut all).unwrap();
    }
    (names, all)
}

/// What a report says of cases, with what follows.
fn about_cases(ran: &Ran) -> &str {
    let from = ran.stdout.find("What to look at first").unwrap();
    let to = ran.stdout.find("more cases are checked");
    ran.stdout[from..to.unwrap_or(ran.stdout.len())]
        .trim_end_matches(char::is_numeric)
        .trim()
}

#[test]
fn a_kit_holds_what_students_may_have_and_says_what_a_run_says() {
    let course = course();
    let packed = course.grader(&["kit", "sum"]);
    packed.exits_with(0).shows(&[
        "sum.kit: 3 of 6 cases",
        "the criterion `xyzzy-checked` is left out",
    ]);
    let (mut names, all) = contents(&course, "sum.kit");
    names.sort();
    let expected = [
        "assignment.md",
        "kit.toml",
        "provided/given.h",
        "rubric.toml",
        "testcases/sum/adds.expected",
        "testcases/sum/adds.toml",
        "testcases/sum/call.expected",
        "testcases/sum/call.toml",
        "testcases/sum/row-small.expected",
        "testcases/sum/row-small.toml",
    ];
    assert_eq!(names, expected);
    assert!(!all.contains(SECRET), "{all}");
    assert!(
        !all.contains("points = 5") && !all.contains("2026"),
        "{all}"
    );
    assert!(
        all.contains("hidden_cases = 3") && all.contains("total"),
        "{all}"
    );
    course
        .grader(&["kit", "sum", "--out", "again.kit"])
        .exits_with(0);
    let bytes = |name: &str| std::fs::read(course.path(name)).unwrap();
    assert_eq!(bytes("sum.kit"), bytes("again.kit"));
    std::fs::remove_file(course.path("again.kit")).unwrap();

    let wrong = program().replace("return first + second", "return first - second");
    course.write("submissions/ann/sum.cpp", &wrong);
    course.grader(&["run", "submissions"]).exits_with(0);
    let report = course.grader(&["report", "ann", "--as-student"]);
    course.write("home/deep/sum.cpp", &wrong);
    // Which kit is meant, the folder above says.
    let mut command = course.command(&["try", "--page", "check.html"]);
    command.current_dir(course.path("home/deep"));
    let tried = course.run(command);
    tried.exits_with(1).shows(&[
        "Sum – you",
        "0 of 3 test cases pass",
        "3 more cases are checked after you hand in",
    ]);
    let of_case = |ran: &Ran, case: &str| {
        let text = about_cases(ran);
        let from = text.find(&format!("`{case}`: wrong answer")).unwrap();
        text[from..].split("\n\n").take(4).collect::<String>()
    };
    assert_eq!(of_case(&tried, "adds"), of_case(&report, "adds"));
    assert!(!tried.stdout.contains("points"), "{tried:?}");
    let page = course.read("home/deep/check.html");
    assert!(
        page.contains("Sum: -1") && !page.contains("<progress"),
        "{page}"
    );

    course.write("home/deep/sum.cpp", program().replace("Sum:", "Summ:"));
    let hint = course.grader(&["try", "home/deep", "--kit", "sum.kit", "--hint"]);
    hint.exits_with(1)
        .shows(&["Two and three", "Probable cause"]);
    assert!(!hint.stdout.contains("The difference"), "{hint:?}");

    course.write("home/deep/sum.cpp", program());
    let right = course.grader(&["try", "home/deep", "--kit", "sum.kit"]);
    right.exits_with(0).shows(&["3 of 3 test cases pass"]);
}

#[test]
fn a_change_is_checked_again_until_somebody_ends_it() {
    let course = Course::sum();
    course.grader(&["kit", "sum", "--points"]).exits_with(0);
    let wrong = ADDS.replace("first + second", "first - second");
    course.write("home/sum.cpp", &wrong);
    let mut command = course.command(&["try", "home", "--kit", "sum.kit", "--watch"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut grader = Guarded(command.spawn().unwrap());
    let mut lines = BufReader::new(grader.0.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut shows = |words: &str| assert!(lines.any(|line| line.contains(words)), "{words}");
    shows("0 of 10 points");
    course.write("home/sum.cpp", ADDS);
    shows("10 of 10 points");
}

/// What is wrong about kits: what was typed, and what is said.
const MISTAKES: &[(&[&str], i32, &str)] = &[
    (&["kit", "sun"], 2, "did you mean `sum`?"),
    (
        &["kit", "sum", "--text", "no.md"],
        2,
        "cannot read the assignment's text `no.md`",
    ),
    (
        &["try", "home"],
        2,
        "no kit (`*.kit`) in this folder or above it",
    ),
    (
        &["try", "home", "--kit", "no.kit"],
        2,
        "`no.kit` cannot be opened as a kit",
    ),
    (
        &["try", "home", "--kit", "text.kit"],
        2,
        "get the file again from your instructor",
    ),
    (&["try", "home", "--kit", "empty.kit"], 2, "kit.toml"),
    (
        &["try", "home", "--kit", "later.kit"],
        2,
        "it has the format `grader/kit/v9`",
    ),
    (&["try", "two"], 2, "several kits are here"),
];

#[test]
fn a_kit_that_cannot_be_used_says_what_to_do() {
    let course = Course::sum();
    course.write("home/sum.cpp", ADDS);
    course.write("two/a.kit", "");
    course.write("two/b.kit", "");
    let manifest =
        "schema = \"grader/kit/v9\"\nassignment = \"sum\"\nhidden_cases = 0\npoints = false\n";
    let elsewhere = tempfile::tempdir().unwrap();
    for (name, files) in [
        ("empty.kit", &[][..]),
        ("later.kit", &[("kit.toml", manifest)]),
    ] {
        write_kit(&elsewhere.path().join(name), files);
    }
    std::fs::write(elsewhere.path().join("text.kit"), "a text").unwrap();
    for (typed, code, said) in MISTAKES {
        let path = |word: &str| elsewhere.path().join(word).to_str().unwrap().to_owned();
        let words: Vec<String> = typed
            .iter()
            .map(|word| match word.split_once('.') {
                Some(("text" | "empty" | "later", _)) => path(word),
                _ => (*word).to_owned(),
            })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        course.grader(&words).exits_with(*code).says(&[said]);
    }
    course.write(
        "testcases/sum/adds.toml",
        "visibility = \"verdict\"\ndescription = \"Two and three\"\ninput = [\"2\", \"3\"]\n",
    );
    let nothing = course.grader(&["kit", "sum"]);
    nothing
        .exits_with(2)
        .says(&["students may see no case of `sum` in full"]);
}

fn write_kit(path: &Path, files: &[(&str, &str)]) {
    let mut kit = zip::ZipWriter::new(File::create(path).unwrap());
    for (name, text) in files {
        kit.start_file(*name, SimpleFileOptions::default()).unwrap();
        kit.write_all(text.as_bytes()).unwrap();
    }
    kit.finish().unwrap();
}

/// What a kit that somebody changed adds to its rubric, the strongest tier of the machine, and what is said.
const COMMANDS: &[(&str, &str, &str)] = &[
    (
        "reference = { command = [\"touch\", \"was-here\"] }",
        "A",
        "this kit wants to run a command",
    ),
    (
        "reference = { answers = true }\ncompare = { checker = [\"touch\", \"was-here\"] }",
        "A",
        "this kit wants to run a command",
    ),
    (
        "reference = { answers = true }\ngenerators = [{ command = [\"touch\", \"was-here\"], case = \"adds\" }]",
        "A",
        "this kit wants to run a command",
    ),
    (
        "reference = { answers = true }\ntoolchain = \"own\"",
        "E",
        "this kit has commands for the toolchain `own`",
    ),
];

#[test]
fn a_kit_that_would_run_a_command_is_refused() {
    let course = Course::sum();
    course.write("home/sum.cpp", ADDS);
    let manifest =
        "schema = \"grader/kit/v1\"\nassignment = \"sum\"\nhidden_cases = 0\npoints = false\n";
    for (settings, tier, said) in COMMANDS {
        let rubric = format!(
            "[toolchains.own]\nfiles = [\"*.cpp\"]\nbuild = [\"touch\", \"was-here\", \"{{output}}\", \"{{sources}}\"]\nversion = [\"true\"]\n\
             [assignments.sum]\nsources = [\"sum.cpp\"]\ntestcases = \"cases\"\n{settings}\n\
             [[assignments.sum.criteria]]\nid = \"works\"\npoints = 1\ncases = [\"adds\"]\n"
        );
        let files = [
            ("kit.toml", manifest),
            ("rubric.toml", rubric.as_str()),
            ("cases/adds.toml", "description = \"Two and three\"\n"),
            ("cases/adds.in", "2\n3\n"),
            ("cases/adds.expected", EXPECTED),
        ];
        write_kit(&course.path("other.kit"), &files);
        let mut command = course.command(&["try", "home", "--kit", "other.kit"]);
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(2).says(&[said]);
        assert!(!course.path("was-here").exists());
    }
}

#[test]
fn how_many_cases_fail_is_printed_before_the_cause_is_searched() {
    let course = Course::sum();
    let rubric = course.read("rubric.toml");
    course.write("rubric.toml", rubric.replace("\"0s\"", "\"1s\""));
    course.grader(&["kit", "sum"]).exits_with(0);
    let minus = ADDS.replace("first + second", "first - second");
    for (program, said, shown) in [
        (
            minus,
            "1 of 1 test cases fail; looking for the cause",
            "0 of 1 test cases pass",
        ),
        (
            ADDS.replace("int number = 0;", "int number = 0"),
            "your program does not compile; looking for the cause",
            "In line 4, add `;`",
        ),
    ] {
        course.write("home/sum.cpp", program);
        let tried = course.grader(&["try", "home", "--kit", "sum.kit"]);
        tried.exits_with(1).says(&[said]).shows(&[shown]);
    }
}

#[test]
fn a_machine_without_a_sandbox_is_named() {
    let course = Course::sum();
    course.grader(&["kit", "sum"]).exits_with(0);
    course.write("home/sum.cpp", ADDS);
    let mut command = course.command(&["try", "home", "--kit", "sum.kit"]);
    command.env("GRADER_STRONGEST_TIER", "E");
    let tried = course.run(command);
    tried
        .exits_with(0)
        .says(&["this machine confines no programs"])
        .shows(&["1 of 1 test cases pass"]);
}

#[test]
fn a_transcript_that_an_instructor_wrote_is_what_is_expected() {
    let course = Course::sum();
    let rubric = course.read("rubric.toml");
    let reference = "{ sources = [\"solution.cpp\"] }";
    course.write(
        "rubric.toml",
        rubric.replace(reference, "{ answers = true }"),
    );
    course.write("submissions/ann/sum.cpp", ADDS);
    let results = course.results();
    assert_eq!(results.case_of("ann", "sum")["verdict"], "accepted");
    course.write("testcases/sum/adds.expected", EXPECTED.replace('3', "4"));
    let other = course.grader(&["run", "submissions"]);
    other
        .exits_with(2)
        .says(&["adds.expected: reads ‹2›‹4›, and the input of the case is ‹2›‹3›"]);
}
