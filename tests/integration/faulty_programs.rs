//! Faulty programs, and what each must hear: every hint that it is given, in every failing case, is the one of its table.
//!
//! A table is `faulty_programs/<assignment>.toml`. A row has what a plain program is changed in, or a whole `source`, and
//! its hints by globs over cases; of several globs that fit, the first in the alphabet that is no `*` counts. `none` is for a case of which
//! nothing is known. Each program is judged by the shipped rubric and, where the reference's text is compared, by stricter ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use globset::Glob;
use serde::Deserialize;
use serde_json::Value;

use crate::equivalence::programs::Table;
use crate::equivalence::{domineering, tttn, write_rubrics};
use crate::outcomes;
use crate::support::results::{Results, list, text};
use crate::support::{Course, sample_step};
use crate::toolchains::is_there;

/// The assignments of the tables, and the rubrics that judge their programs.
const ASSIGNMENTS: [(&str, &[&str]); 2] = [
    ("tttn", &["shipped", "strict", "middle", "loose"]),
    ("counters", &["shipped"]),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultyProgram {
    /// By macro of the template, what it stands for.
    #[serde(default)]
    changes: BTreeMap<String, String>,
    /// By glob over cases, the mistake that must be named where the case fails; `|` stands between those that are as good.
    hints: BTreeMap<String, String>,
    /// By rubric, what the report must say.
    #[serde(default)]
    says: BTreeMap<String, String>,
}

impl FaultyProgram {
    fn source(&self, assignment: &str) -> String {
        let template: &Table = match assignment {
            "tttn" => &tttn::TABLE,
            "domineering" => &domineering::TABLE,
            _ => return outcomes::source_with(assignment, &self.changes),
        };
        let changes: Vec<(&str, &str)> = self
            .changes
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        template.source_with(&changes)
    }

    fn expects(&self, case: &str, mistake: &str) -> bool {
        let fits = |glob: &str| Glob::new(glob).unwrap().compile_matcher().is_match(case);
        let mut known = self.hints.iter().filter(|(glob, _)| fits(glob.as_str()));
        let expected = known
            .next_back()
            .map_or("none", |(_, mistakes)| mistakes.as_str());
        expected.split('|').any(|one| one == mistake)
    }
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn programs(assignment: &str) -> BTreeMap<String, FaultyProgram> {
    let path = repository(&format!(
        "tests/integration/faulty_programs/{assignment}.toml"
    ));
    let all: BTreeMap<String, FaultyProgram> =
        toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    all.into_iter().step_by(sample_step()).collect()
}

/// The programs of an assignment's table, each with its name.
pub(crate) fn sources(assignment: &str) -> Vec<(String, String)> {
    if ASSIGNMENTS.iter().all(|(known, _)| *known != assignment) {
        return Vec::new();
    }
    let all = programs(assignment).into_iter();
    all.map(|(name, program)| (name, program.source(assignment)))
        .collect()
}

/// Every failing case of a submission, and each criterion's that is stricter, with the mistake that was named.
fn named(submission: &Value) -> Vec<(String, String)> {
    let own = list(&submission["cases"]);
    let stricter = list(&submission["criteria"])
        .iter()
        .filter_map(|criterion| criterion["cases"].as_array());
    let is_right = |id: &Value| {
        own.iter()
            .any(|case| case["id"] == *id && case["verdict"] == "accepted")
    };
    let stricter = stricter.flatten().filter(|case| is_right(&case["id"]));
    let failed = own
        .iter()
        .chain(stricter)
        .filter(|case| case["verdict"] != "accepted" && !text(&case["id"]).starts_with("call-"));
    let named = failed.map(|case| {
        let mistake = case["mistake"].as_str().unwrap_or("none");
        (text(&case["id"]).to_owned(), mistake.to_owned())
    });
    named.collect()
}

/// What was said that is not expected of a program, and what was not said that is.
fn surprises(
    program: &FaultyProgram,
    rubric: &str,
    submission: &Value,
    report: &str,
) -> Vec<String> {
    let named = named(submission).into_iter();
    let wrong = named.filter(|(case, mistake)| !program.expects(case, mistake));
    let wrong = wrong.map(|(case, mistake)| format!("{case}: {mistake}"));
    let unsaid = program
        .says
        .get(rubric)
        .into_iter()
        .filter(|words| !report.contains(words.as_str()));
    wrong
        .chain(unsaid.map(|words| format!("not said: {words}")))
        .collect()
}

#[test]
fn every_hint_that_a_faulty_program_is_given_is_the_expected_one() {
    let course = Course::empty();
    write_rubrics(&course);
    let shipped = course.shipped_rubric();
    let mut wrong = Vec::new();
    for (assignment, rubrics) in ASSIGNMENTS {
        let programs = programs(assignment);
        for (name, program) in &programs {
            let file = format!("handed-in/{assignment}/{name}/{assignment}.cpp");
            course.write(&file, program.source(assignment));
        }
        for rubric in rubrics {
            let file = match *rubric {
                "shipped" => shipped.clone(),
                other => course.path(format!("{other}.toml")),
            };
            let file = file.display().to_string();
            let folder = format!("handed-in/{assignment}");
            let run = [
                "run",
                &folder,
                "--assignment",
                assignment,
                "--rubric",
                &file,
                "--out",
                rubric,
            ];
            course.grader(&run).exits_with(0);
            crate::goldens::compare(
                &format!("faulty-{assignment}-{rubric}"),
                &course.path(rubric),
            );
            let results = Results::read(&course.path(rubric));
            for (name, program) in &programs {
                let report = course.read(&format!("{rubric}/{name}/{assignment}.md"));
                let surprises = surprises(program, rubric, results.of(name, assignment), &report);
                wrong.extend(
                    surprises
                        .iter()
                        .map(|it| format!("{assignment} {name} {rubric} {it}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A solution that computes a mean, with the line that a wrong one has otherwise.
const MEAN: &str = "#include <iostream>\nint main() { int a = 0, b = 0; std::cin >> a >> b;\n\
    double mean = (a + b) / 2.0;\nstd::cout << \"Mean: \" << mean << std::endl; }\n";

#[test]
fn a_result_that_lacks_its_fraction_is_told_from_one_that_is_wrong_otherwise() {
    let course = Course::empty();
    course.write("rubric.toml", "[assignments.mean]\nrepair = \"0s\"\nsources = [\"mean.cpp\"]\nreference = { sources = [\"solution.cpp\"] }\n\
        [[assignments.mean.criteria]]\nid = \"means\"\npoints = 10\ncases = [\"*\"]\n");
    course.write(
        "testcases/mean/odd.toml",
        "description = \"An odd sum\"\ninput = [\"3\", \"4\"]\n",
    );
    course.write(
        "testcases/mean/negative.toml",
        "description = \"A negative sum\"\ninput = [\"-3\", \"-4\"]\n",
    );
    course.write("solution.cpp", MEAN);
    course.grader(&["regenerate"]).exits_with(0);
    for (student, division) in [("whole", "(a + b) / 2"), ("other", "(a + b) / 4.0")] {
        let source = MEAN.replace("(a + b) / 2.0", division);
        course.write(format!("submissions/{student}/mean.cpp"), source);
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let mistakes = |student: &str| -> Vec<String> {
        named(results.of(student, "mean"))
            .into_iter()
            .map(|(_, mistake)| mistake)
            .collect()
    };
    assert_eq!(mistakes("whole"), ["whole-number-division"; 2]);
    assert_eq!(mistakes("other"), ["none"; 2]);
}

#[test]
fn a_program_in_assembly_is_told_nothing_of_cpp() {
    if !is_there("spim") {
        return;
    }
    let course = Course::empty();
    let source = ".text\nmain:\n    li $v0, 5\n    syscall\n    j main\n";
    course.write("submissions/ann/counters.s", source);
    let rubric = repository("rubric.toml").display().to_string();
    let run = [
        "run",
        "submissions",
        "--assignment",
        "counters",
        "--rubric",
        &rubric,
    ];
    course.grader(&run).exits_with(0);
    let report = course.read("reports/ann/counters.md");
    assert!(
        report.contains("must notice when the game is over"),
        "{report}"
    );
    assert!(!report.contains("cin >>"), "{report}");
}
