//! Many cases from one file: a table with a row for each, and commands that make inputs from seeds.

use crate::support::Course;
use crate::support::results::text;

const TABLE: &str = r#"
[defaults]
repair = "0s"

[assignments.square]
sources = ["square.cpp"]
reference = { answers = true }
compare = { scope = "output" }

[[assignments.square.criteria]]
id = "squares"
points = 6
cases = ["small-*"]
"#;

const SQUARES: &str = r#"
#include <iostream>
int main(int count, char **words) {
    int number;
    while (std::cin >> number) std::cout << number * number << (count > 1 ? words[1] : "") << "\n";
}
"#;

fn course(rubric: &str) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", rubric);
    course.write("submissions/ann/square.cpp", SQUARES);
    course.write(
        "submissions/bob/square.cpp",
        SQUARES.replace("number * number", "number + number"),
    );
    course
}

#[test]
fn each_row_of_a_table_is_a_case_with_what_the_rows_share() {
    let course = course(TABLE);
    let table = "name,input,expected,args,weight,description\n\
                 two,2,4,,,\n\
                 lines,\"1\n3\",\"1\n9\",,2,\"Two lines, and a comma\"\n\
                 words,3,9 cm,' cm',,\n\
                 ,4,16,,,\n";
    course.write("testcases/square/small.csv", table);
    course.write(
        "testcases/square/small.toml",
        "tags = ['rows']\nlimits = { cpu = '2s' }\n",
    );
    let results = course.results();
    let cases = results.of("ann", "square")["cases"].as_array().unwrap();
    let ids: Vec<&str> = cases.iter().map(|case| text(&case["id"])).collect();
    assert_eq!(ids, ["small-4", "small-lines", "small-two", "small-words"]);
    assert_eq!(cases[1]["description"], "Two lines, and a comma");
    assert_eq!(cases[1]["max_points"], 2.4, "its weight is 2");
    assert_eq!(cases[0]["tags"][0], "rows");
    assert_eq!(results.of("ann", "square")["points"], 6.0);
    // Two and two are four.
    assert_eq!(results.of("bob", "square")["points"], 1.2);
    let told = course.read("reports/bob/square.md");
    assert!(told.contains("### `small-lines`: wrong answer"), "{told}");
    // A row that changes is graded again, and so is what the rows share.
    course.write(
        "testcases/square/small.csv",
        table.replace("two,2,4", "two,2,5"),
    );
    assert_eq!(course.results().of("ann", "square")["points"], 4.8);
}

#[test]
fn a_slip_in_a_table_is_told_with_its_line() {
    let row = "name,input,expected\none,1,1\n";
    for (table, told) in [
        (
            "nam,input\none,1\n",
            "small.csv:1:1: unknown column `nam`; did you mean `name`? Expected one of `name`, `description`, `input`, `args`, `weight`, `expected`",
        ),
        (
            "name,input,input\none,1,1\n",
            "small.csv:1:1: the column `input` is there twice",
        ),
        (
            "name,input\none,1\none,2\n",
            "small.csv:3:1: a second row with the name `one`",
        ),
        (
            "name,input\na b,1\n",
            "small.csv:2:1: found the name `a b`, expected letters, digits, `.`, `_` or `-`",
        ),
        (
            "name,input,weight\none,1,two\n",
            "small.csv:2:1: found the weight `two`, expected a whole number",
        ),
        (
            "name,input,args\none,1,'open\n",
            "small.csv:2:1: found the arguments `'open`, expected words as a shell reads them",
        ),
        (
            "name,input\none,1\ntwo\n",
            "small.csv:3:1: this row is no CSV",
        ),
        (
            "name,input\n",
            "small.csv:1:1: there is no row below the columns: each row is a case",
        ),
        ("name,args\none,x\n", "missing key `input`"),
    ] {
        let course = course(TABLE);
        course.write("testcases/square/small.csv", table);
        let said = course
            .grader(&["run", "submissions"])
            .exits_with(2)
            .stderr
            .clone();
        assert!(said.contains(told), "{table}: {said}");
    }
    let course = course(&TABLE.replace("answers = true", "command = ['cat']"));
    course.write("testcases/square/small.csv", row);
    let said = course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .stderr
        .clone();
    assert!(
        said.contains("the column `expected` goes with `reference = { answers = true }`"),
        "{said}"
    );
}

const GENERATED: &str = r#"
[assignments.square]
repair = "0s"
sources = ["square.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { scope = "output" }
generators = [
    { command = ["sh", "generators/numbers.sh", "{seed}"], case = "random-{seed}", seeds = [3, 5] },
]

[[assignments.square.criteria]]
id = "squares"
points = 6
cases = ["random-*"]
"#;

#[test]
fn regenerate_makes_inputs_from_seeds_and_notices_when_they_change() {
    let course = course(GENERATED);
    course.write("solution.cpp", SQUARES);
    course.write("generators/numbers.sh", "seq $1\n");
    let missing = course
        .grader(&["run", "submissions"])
        .exits_with(2)
        .stderr
        .clone();
    assert!(
        missing.contains("testcases/square/random-3.in` is missing: `grader regenerate` makes it"),
        "{missing}"
    );
    let written = course.grader(&["regenerate"]).exits_with(0).stdout.clone();
    assert!(
        written.contains("testcases/square/random-5.in: new, written"),
        "{written}"
    );
    assert_eq!(course.read("testcases/square/random-3.in"), "1\n2\n3\n");
    assert_eq!(course.read("testcases/square/random-3.ans"), "1\n4\n9\n");
    course.grader(&["regenerate", "--check"]).exits_with(0);
    assert_eq!(course.results().of("ann", "square")["points"], 6.0);
    // What was reviewed is what grades, whatever the command would make now.
    course.write("generators/numbers.sh", "seq 2 $1\n");
    course.grader(&["run", "submissions"]).exits_with(0);
    let stale = course
        .grader(&["regenerate", "--check"])
        .exits_with(1)
        .stdout
        .clone();
    assert!(
        stale.contains("testcases/square/random-3.in: stale"),
        "{stale}"
    );
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(course.read("testcases/square/random-3.ans"), "4\n9\n");
}

#[test]
fn a_generator_that_makes_nothing_is_named_and_leaves_no_file() {
    for (script, told) in [
        (
            "echo no numbers >&2; exit 3",
            "failed (exit status: 3): no numbers",
        ),
        (
            "true",
            "prints nothing: its standard output is the input of the case",
        ),
        ("head -c 70000000 /dev/zero", "prints more than 64 MiB"),
    ] {
        let course = course(GENERATED);
        course.write("solution.cpp", SQUARES);
        course.write("generators/numbers.sh", script);
        let said = course.grader(&["regenerate"]).exits_with(2).stderr.clone();
        assert!(
            said.contains("the generator `sh generators/numbers.sh 3` of"),
            "{said}"
        );
        assert!(said.contains(told), "{script}: {said}");
        assert!(!course.path("testcases/square/random-3.in").exists());
    }
    for (key, told) in [
        (
            "case = \"random-{seed}\"",
            "a generator needs a `command` and the `case` that it makes",
        ),
        ("seeds = [3, 5]", "found 0 `seeds`, expected 1 to 1000"),
        (
            "random-{seed}",
            "found `random`, expected a name with `{seed}` in it",
        ),
    ] {
        let instead = match key {
            "seeds = [3, 5]" => "seeds = []",
            "random-{seed}" => "random",
            _ => "seeds = [1]",
        };
        let rubric = GENERATED
            .replace(key, instead)
            .replace("seeds = [1], seeds", "seeds");
        let course = course(&rubric);
        let said = course.grader(&["regenerate"]).exits_with(2).stderr.clone();
        assert!(said.contains(told), "{key}: {said}");
    }
}
