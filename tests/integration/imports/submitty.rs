//! Submitty: arguments, input, several files, and what only a person can judge.

use super::{imported, outcome, package};

const CONFIG: &str = r#"{
    // The whole is worth 29 points.
    "resource_limits": { "RLIMIT_CPU": 2 },
    "testcases": [
	{
	    "type": "FileCheck",
	    "title": "README Submitted",
	    "actual_file": "README.txt",
	    "points": 2
	},
        {
            "type": "Compilation",
            "title": "Compilation",
            "command": "g++ -Wall -Wextra -o a.out -- *.cpp",
            "executable_name": "a.out",
            "points": 3
        },
        {
            "title": "Doubles // each number",
            "command": "./a.out 2 < numbers.txt",
            "points": 5,
            "validation": [
                {
                    "method": "myersDiffbyLinebyChar",
                    "actual_file": "STDOUT.txt",
                    "expected_string": "2\n4\n6\n"
                }
            ]
        },
        {
            "title": "Writes a file",
            "command": "./a.out 3 data/numbers.txt 1> shown.txt",
            "points": 6,
            "hidden": true,
            "validation": [
                {
                    "method": "myersDiffbyLinebyChar",
                    "actual_file": "made/out.txt",
                    "expected_file": "tripled.txt"
                },
                { "method": "errorIfNotEmpty", "actual_file": "STDERR.txt" }
            ]
        },
        {
            "title": "Says how many",
            "command": "./a.out 2 < numbers.txt",
            "points": 4,
            "extra_credit": true,
            "validation": [ { "method": "searchToken", "actual_file": "STDOUT.txt", "data": [ "6" ] } ]
        },
        {
            "title": "Sorted",
            "command": "./a.out 2 < numbers.txt | sort",
            "points": 2,
            "validation": [ { "method": "diff", "actual_file": "STDOUT.txt", "expected_file": "doubled.txt" } ]
        },
        {
            "title": "Near",
            "command": "./a.out 2 < numbers.txt",
            "points": 1,
            "validation": [
                { "method": "diff", "actual_file": "STDOUT.txt", "expected_file": "doubled.txt",
                  "tolerance": 0.1 }
            ]
        },
        {
            "title": "Another order",
            "command": "./a.out 3 data/numbers.txt",
            "points": 1,
            "validation": [
                { "method": "diffLineSwapOk", "actual_file": "made/out.txt", "expected_string": "9\n3\n6\n" },
                { "method": "errorIfNotEmpty", "actual_file": "STDOUT.txt" }
            ]
        },
        {
            "title": "Largest first",
            "command": [ "./a.out 2 < numbers.txt", "sort -r < STDOUT_0.txt", "wc -l STDOUT_1.txt" ],
            "points": 4,
            "validation": [
                { "method": "diff", "actual_file": "STDOUT_1.txt", "expected_string": "6\n4\n2\n" },
                { "method": "intComparison", "actual_file": "STDOUT_2.txt", "comparison": "eq", "term": 3 }
            ]
        },
        {
            "title": "Braces",
            "command": "./a.out 2 < numbers.txt",
            "points": -2,
            "validation": [ { "method": "searchToken", "actual_file": "STDOUT.txt", "data": [ "{" ] } ]
        },
        {
            "title": "Judged",
            "command": "./a.out 2 < numbers.txt",
            "points": 4,
            "validation": [ { "method": "custom_validator", "command": "python3 judge.py 6", "actual_file": "STDOUT.txt" } ]
        },
        {
            "title": "Made",
            "command": "./a.out 5 < made.txt",
            "input_generation_commands": [ "python3 make.py 1> made.txt" ],
            "solution_commands": [ "python3 solve.py made.txt 1> right.txt" ],
            "points": 1,
            "validation": [ { "method": "diff", "actual_file": "STDOUT.txt", "expected_file": "right.txt" } ]
        }
    ]
}
"#;

/// Gives half of the points for some output.
const JUDGE: &str = r#"
import json, sys
asked = json.load(open("custom_validator_input.json"))
numbers = open(asked["testcase_prefix"] + asked["actual_file"]).read().split()
is_right = numbers[-1] == sys.argv[1]
data = {"score": 1.0 if is_right else 0.5, "message": "no 6 at the end", "status": "failure"}
json.dump({"status": "success", "data": data}, open("validation_results.json", "w"))
"#;

/// Multiplies each number, of a file or of its input.
fn times(factor: &str, more: &str) -> [String; 2] {
    let main = format!(
        "#include <cstdlib>\n#include <fstream>\n#include <iostream>\n#include \"times.h\"\nint main(int n, char** words) {{\n    \
         int factor = std::atoi(words[1]), number;\n    if (n > 2) {{\n        std::ifstream in(words[2]);\n        \
         std::ofstream out(\"made/out.txt\");\n        while (in >> number) out << times(number, factor) << \"\\n\";\n    }} else {{\n        \
         while (std::cin >> number) std::cout << times(number, factor) << \"\\n\";\n    }}\n    {more}\n    return 0;\n}}\n"
    );
    let header = format!(
        "#pragma once\ninline int times(int number, int factor) {{ return number * {factor}; }}\n"
    );
    [main, header]
}

#[test]
fn several_files_arguments_and_files_become_a_course() {
    let [main, header] = times("factor", "");
    let files = [
        ("config/config.json", CONFIG),
        ("config/test_input/numbers.txt", "1\n2\n3\n"),
        ("config/test_input/data/numbers.txt", "1\n2\n3\n"),
        ("config/custom_validation_code/judge.py", JUDGE),
        ("config/instructor_solution/make.py", "print(7)"),
        (
            "config/instructor_solution/solve.py",
            "import sys\nprint(5 * int(open(sys.argv[1]).read()))",
        ),
        ("config/test_output/doubled.txt", "2\n4\n6\n"),
        ("config/test_output/tripled.txt", "3\n6\n9\n"),
        ("config/solution/main.cpp", &main),
        ("config/solution/times.h", &header),
    ];
    let course = imported("submitty", &files);
    for said in [
        "config/config.json:5: the test case `README Submitted`: whether a file was handed in is for a person to see",
        "the test case `Sorted`: the command `./a.out 2 < numbers.txt | sort`: `|` needs a shell",
    ] {
        assert!(
            course.losses().contains(said),
            "{said}: {}",
            course.losses()
        );
    }
    course.checks(1);
    let rubric = course.rubric();
    for said in [
        "points = 29",
        "flags = [\"-Wall\", \"-Wextra\"]",
        "sources = [\"*.cpp\"]",
        "extra = true",
    ] {
        assert!(rubric.contains(said), "{said}: {rubric}");
    }
    let [adds, adding] = times("1 + factor", "");
    let [complains, _] = times("factor", "std::cerr << \"done\";");
    let [counts, _] = times("factor", "std::cout << \"{6}\";");
    let place = &course.place;
    for (student, main, header) in [
        ("ann", &main, &header),
        ("bob", &adds, &adding),
        ("cid", &complains, &header),
        ("dan", &counts, &header),
    ] {
        place.write(format!("made/submissions/{student}/main.cpp"), main);
        place.write(format!("made/submissions/{student}/times.h"), header);
    }
    let results = course.graded(&[]);
    let points = ["ann", "bob", "cid", "dan"].map(|student| outcome(&results, student).0);
    // Compiling 3, doubling 5 line by line, the file 3 line by line and nothing beside it 3, a 6 somewhere 4 extra, near numbers 1, the
    // file in another order and no output 1, sorted lines 2 and their number 2, a judge 4, a made number 1, braces 2 off; two more test
    // cases await a person.
    assert_eq!(points, [29.0, 13.232, 26.0, 18.25]);
    let pages = place.files_in("made/reports/ann");
    assert!(
        !pages
            .values()
            .any(|page| page.contains("tripled") || page.contains("Writes a file.")),
        "{pages:?}"
    );
}

#[test]
fn files_that_are_not_there_are_told_and_lead_nowhere() {
    let config = CONFIG
        .replace("doubled.txt", "../../../../etc/passwd")
        .replace("numbers.txt", "/etc/passwd")
        .replace(
            r#""expected_string": "9\n3\n6\n""#,
            r#""expected_file": "../../../../etc/passwd""#,
        );
    let place = package(&[("config.json", &config), ("test_output/triple.txt", "x")]);
    let ran = place.grader(&["import", "submitty", "sum", "--out", "made"]);
    ran.exits_with(2)
        .says(&["config.json: there is no test case whose command could be carried over"]);
    let place = package(&[("config.json", "{ \"testcases\": [ }")]);
    place
        .grader(&["import", "submitty", "sum"])
        .exits_with(2)
        .says(&["config.json:1: "]);
}
