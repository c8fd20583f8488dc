//! How checkers of several kinds are asked, and what they give: verdicts, and shares of points.

use std::path::Path;

use serde_json::Value;

use crate::support::results::{Results, text};
use crate::support::{CASE, Course, EXPECTED, SUM};

/// The smallest course, judged so, with programs that print these lines.
fn judged(compare: &str, files: &[(&str, &str)], printed: &[&str]) -> (Course, Vec<Value>) {
    let course = Course::sum();
    let rubric = SUM.replace(
        "reference =",
        &format!("compare = {{ {compare} }}\nreference ="),
    );
    course.write("rubric.toml", rubric);
    for (name, content) in files {
        course.write(name, content);
    }
    course.write("testcases/sum/adds.toml", CASE);
    course.write("testcases/sum/adds.expected", EXPECTED);
    for (number, line) in printed.iter().enumerate() {
        let program = format!("#include <cstdio>\nint main() {{ std::puts(\"{line}\"); }}\n");
        course.write(format!("submissions/s{number}/sum.cpp"), program);
    }
    course.grader(&["run", "submissions/"]);
    let results = Results::read(&course.path("reports"));
    let cases =
        (0..printed.len()).map(|number| results.case_of(&format!("s{number}"), "sum").clone());
    let cases = cases.collect();
    (course, cases)
}

fn reason(case: &Value) -> &str {
    case["reason"].as_str().unwrap_or_default()
}

/// The part of its points that a case has earned.
fn share(case: &Value) -> f64 {
    case["points"].as_f64().unwrap() / case["max_points"].as_f64().unwrap()
}

#[test]
fn a_checker_gives_a_share_of_the_points_and_gets_further_words() {
    let script = "read -r said < \"$2\"; [ \"$said\" = \"$4\" ] && exit 0\n\
                  [ \"$said\" = near ] && { echo '0.625 near it'; exit 3; }\n\
                  [ \"$said\" = all ] && { echo '1.0 fine'; exit 3; }\n\
                  [ \"$said\" = none ] && { echo '0 nothing of it'; exit 3; }\n\
                  [ \"$said\" = odd ] && { echo 'half of it'; exit 3; }\n\
                  echo no; exit 1\n";
    let compare = "checker = [\"sh\", \"check.sh\"], checker_args = [\"yes\"]";
    let printed = ["yes", "near", "all", "none", "odd", "other"];
    let (course, cases) = judged(compare, &[("check.sh", script)], &printed);
    let verdicts: Vec<&str> = cases.iter().map(|case| text(&case["verdict"])).collect();
    let wrong = "wrong-answer";
    assert_eq!(
        verdicts,
        ["accepted", wrong, "accepted", wrong, "ungraded", wrong]
    );
    assert_eq!(
        reason(&cases[1]),
        "Partly right, 62.5 % of the case: near it"
    );
    assert_eq!(reason(&cases[3]), "nothing of it");
    let shares: Vec<f64> = cases.iter().map(share).collect();
    assert_eq!(shares, [1.0, 0.625, 1.0, 0.0, 0.0, 0.0]);
    let report = course.read("reports/s1/sum.md");
    assert!(report.contains("62.5 % of the case"), "{report}");
    // A case may have words of its own.
    course.write(
        "testcases/sum/adds.toml",
        format!("{CASE}compare = {{ checker_args = [\"other\"] }}\n"),
    );
    course
        .grader(&["run", "submissions/", "--student", "s5"])
        .exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.case_of("s5", "sum")["verdict"], "accepted");
}

#[test]
fn a_validator_of_kattis_gives_its_score_and_what_it_keeps_for_judges_is_not_shown() {
    let script = "read -r said\necho secret > \"$3judgemessage.txt\"\n[ \"$said\" = yes ] && exit 42\n\
                  [ \"$said\" = odd ] && { echo 7 > \"$3score.txt\"; exit 42; }\n\
                  echo 0.5 > \"$3score.txt\"; echo 'half of it' > \"$3teammessage.txt\"\n\
                  [ \"$said\" = half ] && exit 42; exit 43\n";
    let compare = "checker = [\"sh\", \"check.sh\"], protocol = \"kattis\"";
    let (course, cases) = judged(
        compare,
        &[("check.sh", script)],
        &["yes", "half", "none", "odd"],
    );
    let verdicts: Vec<&str> = cases.iter().map(|case| text(&case["verdict"])).collect();
    assert_eq!(
        verdicts,
        ["accepted", "wrong-answer", "wrong-answer", "ungraded"]
    );
    assert_eq!(
        reason(&cases[1]),
        "Partly right, 50 % of the case: half of it"
    );
    assert_eq!(
        cases.iter().map(share).collect::<Vec<f64>>(),
        [1.0, 0.5, 0.0, 0.0]
    );
    let files = course.files_in("reports/s1");
    assert!(files.iter().all(|(_, text)| !text.contains("secret")));
    assert!(
        reason(&cases[3]).contains("a number from 0 to 1 instead of `7`"),
        "{}",
        cases[3]
    );
}

#[test]
fn a_checker_of_testlibs_is_believed_in_its_own_words_only() {
    let script = "read -r said < \"$2\"\ncase $said in\n\
                  yes) echo 'ok found it' >&2; exit 0;;\n\
                  no) echo 'wrong answer not it' >&2; exit 1;;\n\
                  form) echo 'wrong output format no number' >&2; exit 2;;\n\
                  part) echo 'points 0.75 three of four' >&2; exit 7;;\n\
                  coci) echo 'partial 1/4 one of four' >&2; exit 7;;\n\
                  short) echo 'unexpected eof' >&2; exit 8;;\n\
                  esac\necho 'FAIL broken' >&2; exit 3\n";
    let compare = "checker = [\"sh\", \"check.sh\"], protocol = \"testlib\"";
    let printed = ["yes", "no", "form", "part", "coci", "short", "other"];
    let (_course, cases) = judged(compare, &[("check.sh", script)], &printed);
    let verdicts: Vec<&str> = cases.iter().map(|case| text(&case["verdict"])).collect();
    let wrong = "wrong-answer";
    assert_eq!(
        verdicts,
        [
            "accepted",
            wrong,
            "presentation-error",
            wrong,
            wrong,
            wrong,
            "ungraded"
        ]
    );
    assert_eq!(
        cases.iter().map(share).collect::<Vec<f64>>(),
        [1.0, 0.0, 0.0, 0.75, 0.25, 0.0, 0.0]
    );
    assert!(reason(&cases[6]).contains("FAIL broken"), "{}", cases[6]);
}

#[test]
fn a_checker_of_dmojs_is_a_function() {
    if !Path::new("/usr/bin/python3").exists() {
        return;
    }
    let module = "from dmoj.result import CheckerResult\nfrom dmoj.utils.unicode import utf8text\n\n\
                  def check(process_output, judge_output, judge_input, point_value, wanted='yes', **kwargs):\n\
                  \x20   said = utf8text(process_output).strip()\n    print('noise')\n\
                  \x20   assert judge_input == b'2\\n3\\n' and b'Sum: 5' in judge_output\n\
                  \x20   if said == 'part': return CheckerResult(True, point_value / 2, 'half of it')\n\
                  \x20   if said == 'no': return CheckerResult(False, 0, feedback='not it')\n\
                  \x20   if said == 'fails': raise ValueError('out of order')\n\
                  \x20   return said == wanted\n";
    let compare =
        "checker = [\"checkers/sum.py\"], protocol = \"dmoj\", checker_args = [\"wanted=sure\"]";
    let printed = ["sure", "part", "no", "yes", "fails"];
    let (_course, cases) = judged(compare, &[("checkers/sum.py", module)], &printed);
    let verdicts: Vec<&str> = cases.iter().map(|case| text(&case["verdict"])).collect();
    let wrong = "wrong-answer";
    assert_eq!(
        verdicts,
        ["accepted", wrong, wrong, wrong, "ungraded"],
        "{cases:#?}"
    );
    assert_eq!(
        reason(&cases[1]),
        "Partly right, 50 % of the case: half of it"
    );
    assert_eq!(reason(&cases[2]), "not it");
    assert!(
        reason(&cases[4]).contains("ValueError: out of order"),
        "{}",
        cases[4]
    );
}

/// Answers lines, and says who it is and how often it was asked. It ends at the word `die`, and in its third answer.
const KEPT: &str = r#"import json, os, sys

for number, line in enumerate(sys.stdin):
    question = json.loads(line)
    said = open(question["output"]).read().strip()
    given = open(question["input"]).read().split()
    if said == "die" or (said == "tire" and number == 2):
        sys.exit("tired")
    right = said in ("yes", "tire") and given and question["arguments"] == ["-v"]
    print(json.dumps({"verdict": "accepted" if right else "wrong", "message": f"{os.getpid()} {number}"}), flush=True)
"#;

#[test]
fn a_checker_that_is_kept_answers_for_all_cases_of_one_submission() {
    if !Path::new("/usr/bin/python3").exists() {
        return;
    }
    let course = Course::sum();
    let compare =
        "checker = [\"python3\", \"check.py\"], protocol = \"lines\", checker_args = [\"-v\"]";
    let rubric = SUM.replace(
        "reference =",
        &format!("compare = {{ {compare} }}\nreference ="),
    );
    course.write("rubric.toml", rubric);
    course.write("check.py", KEPT);
    // The last case asks what the one before it asks, and so no checker.
    for (number, first) in [0, 1, 2, 3, 3].into_iter().enumerate() {
        let case = format!("description = \"Some and five\"\ninput = [\"{first}\", \"5\"]\n");
        let expected = format!("First: ‹{first}›\nSecond: ‹5›\nSum: {}\n", first + 5);
        course.write(format!("testcases/sum/c{number}.toml"), case);
        course.write(format!("testcases/sum/c{number}.expected"), expected);
    }
    std::fs::remove_file(course.path("testcases/sum/adds.toml")).unwrap();
    std::fs::remove_file(course.path("testcases/sum/adds.expected")).unwrap();
    for (student, says) in [
        ("ann", "yes"),
        ("bob", "no"),
        ("tim", "tire"),
        ("dan", "die"),
    ] {
        let program = format!("#include <cstdio>\nint main() {{ std::puts(\"{says}\"); }}\n");
        course.write(format!("submissions/{student}/sum.cpp"), program);
    }
    course.grader(&["run", "submissions/"]).exits_with(3);
    let results = Results::read(&course.path("reports"));
    let all = |student: &str| {
        results.of(student, "sum")["cases"]
            .as_array()
            .unwrap()
            .clone()
    };
    let said = |case: &Value| match case["verdict"].as_str().unwrap() {
        "accepted" => case["remarks"][0].as_str().unwrap().to_owned(),
        _ => reason(case).to_owned(),
    };
    let who = |student: &str| -> Vec<(String, String)> {
        let split = |case| {
            said(case)
                .split_once(' ')
                .map(|(who, n)| (who.to_owned(), n.to_owned()))
        };
        all(student)
            .iter()
            .map(|case| split(case).unwrap())
            .collect()
    };
    let ann = who("ann");
    let bob = who("bob");
    let tim = who("tim");
    for student in [&ann, &bob] {
        assert!(
            student.iter().all(|(who, _)| *who == student[0].0),
            "{student:?}"
        );
        let numbers: Vec<&str> = student.iter().map(|(_, number)| number.as_str()).collect();
        assert_eq!(numbers, ["0", "1", "2", "3", "3"]);
    }
    // Another process was asked once more, and goes on.
    let numbers: Vec<&str> = tim.iter().map(|(_, number)| number.as_str()).collect();
    assert_eq!(numbers, ["0", "1", "0", "1", "1"]);
    assert!(all("tim").iter().all(|case| case["verdict"] == "accepted"));
    assert!(
        all("bob")
            .iter()
            .all(|case| case["verdict"] == "wrong-answer")
    );
    let dan = results.of("dan", "sum");
    assert_eq!(dan["cases"][0]["verdict"], "ungraded");
    let reason = text(&dan["build"]["reason"]);
    assert!(
        reason.contains("exit code 1") && reason.contains("it said: tired"),
        "{reason}"
    );
}

#[test]
fn a_kept_checker_that_answers_in_no_form_or_never_is_told_of() {
    if !Path::new("/usr/bin/python3").exists() {
        return;
    }
    for (answers, told) in [
        ("print('{\"verdict\": \"accepted\"}')", "it printed 0 lines"),
        ("print('accepted', flush=True)", "it answered accepted"),
        (
            "print('{\"verdict\": \"right\"}', flush=True)",
            "unknown variant `right`",
        ),
        (
            "sys.stdout.write('x' * 9000000)",
            "it printed more than 1024 KiB",
        ),
    ] {
        let script = format!("import sys\nfor line in sys.stdin: {answers}\n");
        let compare = "checker = [\"python3\", \"check.py\"], protocol = \"lines\"";
        let (_course, cases) = judged(compare, &[("check.py", &script)], &["yes"]);
        assert_eq!(cases[0]["verdict"], "ungraded", "{answers}");
        assert!(
            reason(&cases[0]).contains(told),
            "{told}: {}",
            reason(&cases[0])
        );
    }
}
