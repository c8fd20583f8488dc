//! Cases that students hand in (`kind = "cases"`): what they are graded by, and what their reports say.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::hint_table;
use crate::support::Course;
use crate::support::random::Random;
use crate::support::results::list;

/// A word that stands in the faulty programs and their names, and must stand in no report.
const SECRET: &str = "xyzzy";

const RUBRIC: &str = r#"
[assignments.largest]
kind = "cases"
reference = { sources = ["solution.cpp"] }
compare = { prompts = "any" }
max_cases = 6

[assignments.largest.faults]
programs = ["xyzzy-last.cpp", "xyzzy-first.cpp", "xyzzy-zero.cpp"]

[[assignments.largest.criteria]]
id = "valid"
points = 30
check = "valid"

[[assignments.largest.criteria]]
id = "thorough"
points = 60
check = "thorough"

[[assignments.largest.criteria]]
id = "distinct"
points = 10
check = "not-redundant"

[[assignments.largest.calibration]]
sources = ["good/a.in", "good/a.out", "good/b.toml", "good/b.expected", "good/c.in", "good/c.out"]
points = 100
"#;

/// The largest of as many numbers as the first one says.
const SOLUTION: &str = r#"#include <iostream>

int main() {
    int count = 0;
    std::cin >> count;
    std::cout << 12 / count << " twelfths\nNumbers: " << std::flush;
    int largest = 0;
    for (int i = 0; i < count; i++) {
        int number = 0;
        std::cin >> number;
        if (i == 0 || number > largest) {
            largest = number;
        }
    }
    std::cout << "Largest: " << largest << std::endl;
}
"#;

const CASES: [(&str, &str, &str); 3] = [
    ("first", "input = [\"2\", \"5\", \"3\"]", "5"),
    ("last", "input = [\"2\", \"3\", \"5\"]", "5"),
    ("negative", "input = [\"2\", \"-3\", \"-5\"]", "-3"),
];

fn largest_course() -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("solution.cpp", SOLUTION);
    for (name, from, to) in [
        ("last", "number > largest", "true"),
        ("first", "|| number > largest", ""),
        ("zero", "i == 0 || ", ""),
    ] {
        let text = format!("// {SECRET}\n{}", SOLUTION.replacen(from, to, 1));
        course.write(format!("xyzzy-{name}.cpp"), text);
    }
    for (name, input, largest) in CASES {
        let path = format!("testcases/largest/{name}");
        let text = format!("description = \"{name}\"\n{input}\n");
        course.write(format!("{path}.toml"), text);
        let [count, one, other]: [&str; 3] = numbers(input).try_into().unwrap();
        let expected =
            format!("‹{count}›\n6 twelfths\nNumbers: ‹{one}›\n‹{other}›\nLargest: {largest}\n");
        course.write(format!("{path}.expected"), expected);
    }
    let good = |name: &str, text: &str| course.write(format!("good/{name}"), text);
    good("a.in", "2\n5\n3\n");
    good("a.out", &output("5"));
    good(
        "b.toml",
        "description = \"The last one\"\ninput = \"2\\n3\\n5\"\n",
    );
    good(
        "b.expected",
        "‹2›\n6 twelfths\nNumbers: ‹3›\n‹5›\nLargest: 5\n",
    );
    good("c.in", "2\n-3\n-5\n");
    good("c.out", &output("-3"));
    course
}

fn numbers(input: &str) -> Vec<&str> {
    input.split('"').skip(1).step_by(2).collect()
}

fn output(largest: &str) -> String {
    format!("6 twelfths\nNumbers: Largest: {largest}\n")
}

#[test]
fn cases_are_graded_by_the_reference_and_by_the_faults_that_they_notice() {
    let course = largest_course();
    let hand_in = |student: &str, name: &str, text: &str| {
        course.write(format!("submissions/{student}/{name}"), text);
    };
    for (name, input, largest) in [("a", "2\n5\n3\n", "5"), ("b", "2\n5\n3\n", "5")] {
        hand_in("copies", &format!("{name}.in"), input);
        hand_in("copies", &format!("{name}.out"), &output(largest));
    }
    hand_in("wrong", "a.in", "2\n5\n3\n");
    hand_in("wrong", "a.out", &output("3"));
    hand_in("odd", "a.in", "3\n1\n");
    hand_in("odd", "a.out", &output("1"));
    hand_in("odd", "b.in", "0\n");
    hand_in("odd", "b.out", &output("0"));
    hand_in(
        "odd",
        "c.toml",
        "input = [\"1\"]\ncompare = { checker = [\"sh\"] }\n",
    );
    hand_in("odd", "c.out", &output("0"));
    hand_in("odd", "d.out", &output("0"));
    hand_in("odd", "e.in", &"1\n".repeat(40_000));
    hand_in("odd", "e.out", &output("1"));
    hand_in("odd", "f<b>.in", "1\n7\n");
    hand_in("odd", "f<b>.out", "12 twelfths\nNumbers: Largest: 7\n");
    hand_in("odd", "g.in", "1\n7\n");
    hand_in("none", "notes.txt", "I forgot.\n");
    let results = course.results();

    let points = |student: &str| {
        let criteria = list(&results.of(student, "largest")["criteria"]);
        let points = criteria.iter().map(|one| one["points"].as_f64().unwrap());
        points.collect::<Vec<_>>()
    };
    let copies = points("copies");
    assert_eq!((copies[0], copies[2]), (30.0, 5.0));
    assert!(copies[1] > 0.0 && copies[1] < 60.0, "{copies:?}");
    let set = &results.of("copies", "largest")["case_set"];
    assert_eq!(set["redundant"], serde_json::json!(["b"]));
    assert_eq!(set["programs"], serde_json::json!({"noticed": 1, "all": 3}));
    assert_eq!(points("wrong"), [0.0, 0.0, 0.0]);
    assert_eq!(points("odd")[0], 5.0);
    assert_eq!(points("none"), [0.0, 0.0, 0.0]);

    let report = |student: &str| course.read(&format!("reports/{student}/largest.md"));
    let wrong = report("wrong");
    assert!(
        wrong.contains("but your case expects `Largest: 3`"),
        "{wrong}"
    );
    assert!(
        wrong.contains("- Largest: 5    <-- first difference\n+ Largest: 3"),
        "{wrong}"
    );
    let odd = report("odd");
    for said in [
        "The input ends too early",
        "A correct program cannot handle this input",
        "`c.toml`: line 2: unknown field `compare`",
        "`d.in` or `d.toml` is missing",
        "`e.in` is larger than 64 KiB",
        "only the first 6 by name count",
    ] {
        assert!(odd.contains(said), "{said}: {odd}");
    }
    for student in ["copies", "wrong", "odd", "none"] {
        for ending in ["md", "html", "json"] {
            let text = course.read(&format!("reports/{student}/largest.{ending}"));
            assert!(!text.contains(SECRET), "{student}.{ending}: {text}");
        }
    }

    course.grader(&["check"]).exits_with(0);
}

/// How many sets of cases are ranked, and of how many cases each is at most.
const SETS: usize = 20;
const LARGEST_SET: usize = 10;

/// Sets of cases of a game, ranked by the mutants that they notice and by faults that people made: Spearman's coefficient.
fn rank_correlation(game: &str) -> f64 {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let course = Course::empty();
    let mut programs = Vec::new();
    for (name, text) in hint_table::programs(game) {
        course.write(format!("faulty/{name}.cpp"), text);
        programs.push(format!("faulty/{name}.cpp"));
    }
    let solution = repository.join(format!("calibration/{game}/solution.cpp"));
    course.write("solution.cpp", fs::read(solution).unwrap());
    let shipped = fs::read_to_string(repository.join("rubric.toml")).unwrap();
    let shipped: toml::Table = toml::from_str(&shipped).unwrap();
    let compare = &shipped["assignments"][game]["compare"];
    course.write(
        "rubric.toml",
        format!(
            "[assignments.{game}]\nkind = \"cases\"\nreference = {{ game = \"{game}\" }}\n\
             compare = {compare}\n\
             faults = {{ solution = [\"solution.cpp\"], programs = {programs:?}, mutants = 400 }}\n\
             [[assignments.{game}.criteria]]\nid = \"thorough\"\npoints = 1\ncheck = \"thorough\"\n"
        ),
    );
    let mut cases: BTreeMap<String, (String, Vec<u8>)> = BTreeMap::new();
    let folder = repository.join(format!("testcases/{game}"));
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_none_or(|ending| ending != "toml") || name.starts_with("call-") {
            continue;
        }
        let whole: toml::Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let mut case = toml::Table::new();
        case.insert("input".to_owned(), whole["input"].clone());
        let expected = fs::read(path.with_extension("expected")).unwrap();
        course.write(
            format!("testcases/{game}/{name}.toml"),
            fs::read(&path).unwrap(),
        );
        course.write(format!("testcases/{game}/{name}.expected"), &expected);
        cases.insert(name, (toml::to_string(&case).unwrap(), expected));
    }
    let names: Vec<&String> = cases.keys().collect();
    let mut random = Random::new(7);
    for set in 0..SETS {
        for _ in 0..=set * LARGEST_SET / SETS {
            let name = random.one_of(&names);
            let (case, expected) = &cases[name];
            course.write(format!("submissions/set-{set:02}/{name}.toml"), case);
            course.write(
                format!("submissions/set-{set:02}/{name}.expected"),
                expected,
            );
        }
    }
    let results = course.results();
    let noticed = |what: &str| {
        let all = results.submissions().iter();
        let counts = all.map(|one| one["case_set"][what]["noticed"].as_u64().unwrap());
        ranks(&counts.collect::<Vec<_>>())
    };
    let coefficient = correlation(&noticed("mutants"), &noticed("programs"));
    let _ = writeln!(
        std::io::stderr(),
        "{game}: {coefficient:.3} for {SETS} sets, {} faults by hand",
        programs.len()
    );
    coefficient
}

/// The rank of each value; equal ones share the mean of theirs.
fn ranks(values: &[u64]) -> Vec<f64> {
    let rank = |value: &u64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let product = |left: &[f64], right: &[f64]| {
        let pairs = left.iter().zip(right);
        pairs
            .map(|(x, y)| (x - mean(left)) * (y - mean(right)))
            .sum::<f64>()
    };
    product(one, other) / (product(one, one) * product(other, other)).sqrt()
}

/// `scripts/test-long student-cases` runs it. The study behind it: ISSTA 2022, "On the use of mutation analysis for evaluating student test
/// suite quality".
#[test]
#[ignore = "takes minutes; CONTRIBUTING.md says when to run it"]
fn mutants_rank_sets_of_cases_as_faults_of_people_do() {
    // Of domineering, each case notices nine in ten of all faults, so sets hardly differ, and their ranks say little.
    rank_correlation("domineering");
    let coefficient = rank_correlation("tttn");
    assert!(coefficient >= 0.8, "{coefficient}");
}
