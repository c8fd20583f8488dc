//! Grades in the words of other systems: each as its documentation asks for, whatever a program has printed.

mod schemas;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::process::Command;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, Course, GRADER, SUM};
use crate::toolchains::is_there;

/// All that a format might take for its own, or may not hold.
const HOSTILE: &str = "]]><x a=\\\"b\\\">&amp;</failure> # SKIP not ok 7\\\\n--|>\\nGrade :=>> 100\\n::error::hacked\\n%0A\\x1b[31m\\x01\\xff ```\\n";

/// A class with one of each kind, and its grades in every form that takes a class.
static CLASS: LazyLock<(Course, BTreeMap<&str, String>)> = LazyLock::new(|| {
    let course = Course::sum();
    course.write(
        "rubric.toml",
        SUM.replace("flags = []", "flags = [\"-Wall\"]"),
    );
    course.write("submissions/ann/sum.cpp", ADDS);
    let prints = format!("    std::printf(\"{HOSTILE}\");\n    std::printf(\"Sum");
    course.write(
        "submissions/bob & <co>/sum.cpp",
        ADDS.replace("    std::printf(\"Sum", &prints),
    );
    course.write(
        "submissions/cleo/sum.cpp",
        "int main() {\n    retrun 0;\n}\n",
    );
    course.write(
        "submissions/dora/sum.cpp",
        "int main() { int unused; for (;;) { } }\n",
    );
    course.write("submissions/emil/notes.txt", "no program");
    let forms = ["junit", "ctrf", "tap", "sarif", "github"];
    let mut arguments = vec!["run", "submissions"];
    let targets = forms.map(|form| format!("--format={form}=out/{form}"));
    arguments.extend(targets.iter().map(String::as_str));
    course
        .grader(&arguments)
        .exits_with(0)
        .shows(&["5 submissions"]);
    let written = forms.map(|form| (form, course.read(&format!("out/{form}"))));
    (course, written.into())
});

/// Graders with one folder for temporary files run one after the other: each must leave nothing in it.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn written(form: &str) -> &'static str {
    &CLASS.1[form]
}

/// What a submission's tests came to in the grader's own results.
fn own_results() -> Results {
    Results::read(&CLASS.0.path("reports"))
}

#[test]
fn junit_is_what_jenkins_and_ant_both_accept() {
    if !is_there("xmllint") {
        return;
    }
    let schema = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/integration/formats/junit.xsd"
    );
    let file = CLASS.0.path("out/junit");
    let checked = Command::new("xmllint")
        .args(["--noout", "--schema", schema])
        .arg(&file)
        .output()
        .unwrap();
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stderr)
    );
    let xml = written("junit");
    let suites: Vec<&str> = xml.split("<testsuite ").skip(1).collect();
    assert_eq!(suites.len(), 5);
    for (suite, counts) in suites.iter().zip([
        "failures=\"0\" errors=\"0\" skipped=\"0\"",
        "failures=\"1\" errors=\"0\" skipped=\"0\"",
        "failures=\"0\" errors=\"1\" skipped=\"1\"",
        "failures=\"0\" errors=\"1\" skipped=\"0\"",
        "failures=\"0\" errors=\"1\" skipped=\"1\"",
    ]) {
        assert!(suite.contains(&format!("tests=\"2\" {counts}")), "{suite}");
    }
    assert!(
        xml.contains("classname=\"sum.bob &amp; &lt;co&gt;\""),
        "{xml}"
    );
    assert!(
        !xml.chars()
            .any(|character| character.is_control() && character != '\n')
    );
    assert!(xml.contains("<error message=\"sum.cpp:2: "), "{xml}");
    assert!(xml.contains("type=\"time-limit\""), "{xml}");
}

#[test]
fn ctrf_counts_what_it_lists() {
    let report: Value = serde_json::from_str(written("ctrf")).unwrap();
    assert_eq!(report["reportFormat"], "CTRF");
    let tests = list(&report["results"]["tests"]);
    assert_eq!(report["results"]["summary"]["tests"], tests.len());
    for status in ["passed", "failed", "skipped", "other"] {
        let count = tests.iter().filter(|test| test["status"] == status).count();
        assert_eq!(report["results"]["summary"][status], count, "{status}");
    }
    for test in tests {
        let keys: Vec<&String> = test.as_object().unwrap().keys().collect();
        let known = [
            "name",
            "status",
            "duration",
            "suite",
            "rawStatus",
            "message",
            "trace",
            "extra",
        ];
        assert!(
            keys.iter().all(|key| known.contains(&key.as_str())),
            "{keys:?}"
        );
    }
    let of_ann: f64 = tests
        .iter()
        .filter(|test| test["suite"][1] == "ann")
        .map(points)
        .sum();
    assert_eq!(
        of_ann,
        own_results().of("ann", "sum")["points"].as_f64().unwrap()
    );
}

fn points(test: &Value) -> f64 {
    test["extra"]["points"].as_f64().unwrap()
}

#[test]
fn tap_has_a_line_for_each_test_and_nothing_that_a_program_printed_is_one() {
    let lines: Vec<&str> = written("tap").lines().collect();
    assert_eq!(&lines[..2], ["TAP version 14", "1..5"]);
    let results: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("ok ") || line.starts_with("not ok "))
        .collect();
    assert_eq!(
        results,
        [
            &"ok 1 - sum ann",
            &"not ok 2 - sum bob & <co>",
            &"not ok 3 - sum cleo",
            &"not ok 4 - sum dora",
            &"not ok 5 - sum emil"
        ]
    );
    let inner = lines
        .iter()
        .filter(|line| line.starts_with("    ok ") || line.starts_with("    not ok "));
    assert_eq!(inner.count(), 10);
    let is_skipped = |line: &&&str| line.starts_with("    ok ") && line.contains(" # SKIP ");
    assert_eq!(lines.iter().filter(is_skipped).count(), 2);
}

#[test]
fn sarif_names_file_and_line_of_what_a_compiler_said() {
    let log: Value = serde_json::from_str(written("sarif")).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let rules: Vec<&str> = list(&run["tool"]["driver"]["rules"])
        .iter()
        .map(|rule| text(&rule["id"]))
        .collect();
    for rule in list(&run["tool"]["driver"]["rules"]) {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(!text(&rule[key]["text"]).is_empty(), "{rule}");
        }
    }
    let found: Vec<(&str, &str, &str, u64)> = list(&run["results"])
        .iter()
        .map(|result| {
            let place = &result["locations"][0]["physicalLocation"];
            let line = place["region"]["startLine"].as_u64().unwrap();
            let uri = text(&place["artifactLocation"]["uri"]);
            (text(&result["ruleId"]), text(&result["level"]), uri, line)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("-Wformat", "warning", "bob%20%26%20%3Cco%3E/sum.cpp", 13),
            ("compile-error", "error", "cleo/sum.cpp", 2),
            ("-Wunused-variable", "warning", "dora/sum.cpp", 1)
        ]
    );
    assert!(
        found.iter().all(|(rule, ..)| rules.contains(rule)),
        "{rules:?}"
    );
}

#[test]
fn github_gets_commands_of_ours_and_none_of_a_program() {
    let lines: Vec<&str> = written("github").lines().collect();
    let beginnings = [
        "::notice title=sum bob & <co>::",
        "::notice title=sum cleo::",
        "::notice title=sum dora::",
        "::notice title=sum emil::",
    ];
    assert_eq!(lines.len(), beginnings.len(), "{lines:?}");
    for (line, beginning) in lines.iter().zip(beginnings) {
        assert!(line.starts_with(beginning), "{line}");
    }
}

/// The grades of one submission in these forms.
fn of_one(student: &str, forms: &[&str]) -> (Course, Vec<String>) {
    let course = Course::sum();
    let hidden =
        "description = \"Secret numbers\"\ninput = [\"70\", \"7\"]\nvisibility = \"hidden\"\n";
    course.write("testcases/sum/secret.toml", hidden);
    course.write(
        "testcases/sum/secret.expected",
        "First: ‹70›\nSecond: ‹7›\nSum: 77\n",
    );
    course.write(
        format!("submissions/{student}/sum.cpp"),
        CLASS.0.read(&format!("submissions/{student}/sum.cpp")),
    );
    let targets: Vec<String> = forms
        .iter()
        .map(|form| format!("--format={form}=out/{form}"))
        .collect();
    let mut arguments = vec!["run", "submissions"];
    arguments.extend(targets.iter().map(String::as_str));
    let mut command = course.command(&arguments);
    for name in [
        "CLASSROOM",
        "ASSIGNMENT",
        "USERNAME",
        "SUBMISSION_TAG",
        "COMMIT_URL",
        "RELEASE_URL",
        "REVIEW_URL",
    ] {
        command.env(name, format!("the {name}"));
    }
    command.env("COMMIT_TIME", "2026-01-02T03:04:05Z");
    command.env("GITHUB_STEP_SUMMARY", course.path("summary.md"));
    course.write("summary.md", "before\n");
    course.run(command).exits_with(0);
    let written = forms
        .iter()
        .map(|form| course.read(&format!("out/{form}")))
        .collect();
    (course, written)
}

#[test]
fn what_goes_back_to_a_student_says_what_the_grade_is_and_nothing_of_hidden_cases() {
    let forms = ["gradescope", "prairielearn", "classroom50", "vpl", "github"];
    let (course, written) = of_one("bob & <co>", &forms);
    for (form, text) in forms.iter().zip(&written) {
        for trace in ["secret", "Secret", "77", "‹7"] {
            assert!(!text.contains(trace), "{form} has {trace}: {text}");
        }
    }
    let json = |place: usize| -> Value { serde_json::from_str(&written[place]).unwrap() };

    let gradescope = json(0);
    assert_eq!(gradescope["score"], 0.0);
    assert_eq!(gradescope["tests"][0]["max_score"], 10.0);
    assert!(
        text(&gradescope["output"]).contains("**0 of 10 points**"),
        "{gradescope}"
    );
    assert!(
        gradescope.get("max_score").is_none(),
        "Gradescope knows none up there"
    );

    let prairielearn = json(1);
    assert_eq!(
        (&prairielearn["gradable"], &prairielearn["score"]),
        (&true.into(), &0.0.into())
    );

    let sum = |key: &str| -> f64 {
        list(&prairielearn["tests"])
            .iter()
            .map(|test| test[key].as_f64().unwrap())
            .sum()
    };
    assert_eq!(
        (sum("points"), sum("max_points")),
        (0.0, 10.0),
        "{prairielearn:#}"
    );

    let classroom = json(2);
    assert_eq!(classroom["schema"], "classroom50/result/v1");
    assert!(classroom.get("usernames").is_none(), "{classroom}");
    assert_eq!(classroom["datetime"], "2026-01-02T03:04:05Z");
    assert_eq!(
        (&classroom["score"], &classroom["max-score"]),
        (&0.into(), &10.into())
    );

    let vpl: Vec<&str> = written[3].lines().collect();
    assert_eq!(
        (vpl.first(), vpl.last()),
        (Some(&"<|--"), Some(&"Grade :=>> 0"))
    );
    assert_eq!(
        vpl.iter()
            .filter(|line| line.contains("--|>") || line.contains(":=>>"))
            .count(),
        2,
        "{vpl:?}"
    );

    // VPL takes a line that begins with `-` for a title, and shows blanks only after `>`.
    let titles: Vec<&&str> = vpl.iter().filter(|line| line.starts_with('-')).collect();
    assert!(
        titles.contains(&&"-What to look at first") && titles.iter().all(|it| it.len() < 60),
        "{titles:?}"
    );
    assert!(vpl.iter().any(|line| line.starts_with('>')), "{vpl:?}");
    // The program prints three backticks in the middle of a line.
    for mark in ["**", "\n```", "| ---"] {
        assert!(!written[3].contains(mark), "{mark} in {}", written[3]);
    }

    let summary = course.read("summary.md");
    assert!(
        summary.starts_with("before\n# sum – bob & \\<co\\>")
            || summary.contains("**0 of 10 points**"),
        "{summary}"
    );
}

#[test]
fn what_does_not_compile_costs_no_attempt_where_that_is_known() {
    let (_, written) = of_one("cleo", &["prairielearn", "github"]);
    let results: Value = serde_json::from_str(&written[0]).unwrap();
    assert_eq!(results["gradable"], false);
    assert!(results.get("score").is_none(), "{results}");
    assert!(
        written[1].starts_with("::error file=sum.cpp,line=2,title=compile-error::"),
        "{}",
        written[1]
    );
}

#[test]
fn a_form_that_does_not_fit_is_refused_before_anything_is_graded() {
    let course = &CLASS.0;
    let _turn = turn();
    for (option, says) in [
        (
            "--format=gradescope=r.json",
            "`--format gradescope` is about one submission, and there are 5",
        ),
        ("--format=junti", "did you mean `junit`?"),
        ("--format=junit=", "expected a path behind `=`"),
    ] {
        let ran = course.grader(&["run", "submissions", option, "--out", "never"]);
        ran.exits_with(2).says(&[says]);
        assert!(!course.path("never").exists());
    }
    let ran = course.grader(&[
        "run",
        "submissions",
        "--student",
        "ann",
        "--format=classroom50",
        "--out",
        "never",
    ]);
    ran.exits_with(2)
        .says(&["the environment variable CLASSROOM"]);
    course
        .grader(&["report", "ann", "--json"])
        .exits_with(2)
        .says(&["report --all"]);
}

#[test]
fn without_a_path_a_form_is_all_that_is_printed() {
    let course = &CLASS.0;
    let _turn = turn();
    let results = course.grader(&["report", "--all", "--json"]);
    assert_eq!(
        results.exits_with(0).stdout,
        course.read("reports/results.json")
    );
    let tap = course.grader(&["report", "--all", "--format", "tap"]);
    assert_eq!(tap.exits_with(0).stdout, written("tap"));
}

#[test]
fn an_autograder_of_gradescope_grades_what_is_put_beside_it() {
    let course = Course::sum();
    let private = [
        "submissions/secret/sum.cpp",
        "roster.csv",
        "overrides.toml",
        "worksheet.csv",
        "feedback/ann.html",
        "feedback/bob.html",
    ];
    for file in private {
        course.write(file, "");
    }
    course.write("checks/helper.py", "");
    course.write("old/.grader/records", "");
    course.write("old/ann/sum.html", "");
    course.write(
        "moodle.csv",
        "Identifier,Full name,Grade\nParticipant 1,Ann,\n",
    );
    for (include, holds) in [
        ("roster.csv", "the list of students"),
        ("overrides.toml", "corrections of grades"),
        ("worksheet.csv", "grades"),
        ("moodle.csv", "grades"),
        ("old/ann", "reports of students"),
        ("submissions", "programs of students"),
        (".", "holds"),
    ] {
        let arguments = [
            "package",
            "gradescope",
            "--assignment",
            "sum",
            "--include",
            include,
        ];
        course
            .grader(&arguments)
            .exits_with(2)
            .says(&[holds, "which is not for Gradescope"]);
    }
    for folder in ["old", "moodle.csv"] {
        let path = course.path(folder);
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    let arguments = [
        "package",
        "gradescope",
        "--assignment",
        "sum",
        "--include",
        "checks",
    ];
    // Most of a test build is for debuggers, and takes seconds to be compressed.
    let small = course.home().join("small-grader");
    let mut strip = Command::new("strip");
    assert!(
        strip
            .args(["-o", small.to_str().unwrap(), GRADER])
            .status()
            .unwrap()
            .success()
    );
    let mut command = Command::new(&small);
    command
        .args(arguments)
        .current_dir(course.path(""))
        .envs(course.own_environment());
    course.run(command).exits_with(0).says(&[
        "autograder.zip has the grader, two scripts and 5 files",
        "left out, because neither the rubric nor a case names it: `feedback/` (2 files), `overrides.toml`, `roster.csv`, \
         `submissions/` (1 file), `worksheet.csv`",
    ]);
    course
        .grader(&[
            "package",
            "gradescope",
            "--assignment",
            "sum",
            "--include",
            "/etc/hostname",
            "--out",
            "other.zip",
        ])
        .exits_with(2)
        .says(&["`/etc/hostname` is outside of the folder"]);
    assert!(!course.path("other.zip").exists());
    let place = course.path("autograder");
    let zip = File::open(course.path("autograder.zip")).unwrap();
    zip::ZipArchive::new(zip)
        .unwrap()
        .extract(place.join("source"))
        .unwrap();
    course.write("autograder/submission/sum.cpp", ADDS);
    course.write("autograder/results/.keep", "");
    // In its container, everything stands at the root.
    let script = course.read("autograder/source/run_autograder");
    let script = script.replace("/autograder/", &format!("{}/", place.display()));
    let grader = format!("{}/grader", place.join("source").display());
    let mut command = Command::new("bash");
    command.args(["-c", &script.replace("\ngrader ", &format!("\n{grader} "))]);
    command.envs(course.own_environment());
    assert!(course.run(command).exits_with(0).stdout.contains("10/10"));
    let results: Value =
        serde_json::from_str(&course.read("autograder/results/results.json")).unwrap();
    assert_eq!(results["score"], 10.0);
    // A student's file is not taken for a download of Canvas.
    fs::remove_file(course.path("autograder/submission/sum.cpp")).unwrap();
    course.write("autograder/submission/exampleann_57_901_sum.cpp", ADDS);
    let mut command = Command::new("bash");
    command.args(["-c", &script.replace("\ngrader ", &format!("\n{grader} "))]);
    command.envs(course.own_environment());
    let ran = course.run(command);
    ran.exits_with(0);
    assert!(!ran.stderr.contains("canvas"), "{}", ran.stderr);
    let packed: Vec<String> = course
        .files_in("autograder/source/course")
        .into_keys()
        .collect();
    let expected = [
        "checks/helper.py",
        "rubric.toml",
        "solution.cpp",
        "testcases/sum/adds.expected",
        "testcases/sum/adds.toml",
    ];
    assert_eq!(packed, expected);
}

#[test]
fn what_happens_is_told_line_by_line() {
    let course = &CLASS.0;
    let _turn = turn();
    let ran = course.grader(&["run", "submissions", "--format", "ndjson"]);
    let lines: Vec<Value> = ran
        .exits_with(0)
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let first = lines.first().unwrap();
    assert_eq!(
        (&first["schema"], &first["submissions"]),
        (&"grader/events/v1".into(), &5.into())
    );
    assert_eq!(lines.last().unwrap()["event"], "finished");
    let finished = lines
        .iter()
        .filter(|line| line["event"] == "submission-finished");
    let mut finished: Vec<(&str, f64)> = finished
        .map(|line| (text(&line["student"]), line["points"].as_f64().unwrap()))
        .collect();
    finished.sort_by(|one, other| one.0.cmp(other.0));
    let expected = [
        ("ann", 10.0),
        ("bob & <co>", 0.0),
        ("cleo", 0.0),
        ("dora", 0.0),
        ("emil", 0.0),
    ];
    assert_eq!(finished, expected);
    course
        .grader(&["report", "--all", "--format", "ndjson"])
        .exits_with(2)
        .says(&["nothing is graded here"]);
}
