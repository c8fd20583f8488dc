//! Packages of Kattis become plans: groups and their points, limits, and what is expected of programs.

use super::super::plan::{criterion_id, criterion_points, to_strings};
use super::super::{ImportError, ImportPlan, PackageFormat, test_package};

/// The plan of a package with these files.
fn import_files(files: &[(&str, &str)]) -> Result<ImportPlan, ImportError> {
    test_package::read_files(PackageFormat::Kattis, files)
}

/// Each criterion with its points, its credit, its cases and what it requires; and what was not carried over, with its place.
fn describe_criteria(plan: &ImportPlan) -> (Vec<String>, Vec<String>) {
    let criteria = plan.criteria.iter().map(|one| {
        let credit = one.credit.as_ref().map_or("", |credit| credit.get_ref());
        format!(
            "{} {} {credit} {} {}",
            criterion_id(one),
            criterion_points(one),
            to_strings(one.cases.as_ref()).join(","),
            to_strings(one.requires.as_ref()).join(",")
        )
        .trim_end()
        .to_owned()
    });
    let dropped = plan.notes.dropped.iter();
    let dropped = dropped.map(|note| format!("{} {}", note.place, note.text));
    (criteria.collect(), dropped.collect())
}

/// The keys of the problem, the settings of all folders, the criteria, and what is not carried over.
type GroupRow = (
    &'static str,
    [&'static str; 4],
    &'static [&'static str],
    &'static [&'static str],
);

/// The problem, a further file, the limit in seconds, and how much is not carried over.
type LimitRow = (
    &'static str,
    (&'static str, &'static str),
    Option<f64>,
    usize,
);

const SCORING: &str = "type: scoring\n";
const SCORES: &str = "type: scoring\nvalidation: custom score\n";

#[test]
fn groups_of_the_older_form_earn_what_their_graders_give() {
    const ANY: &str = "on_reject: continue\ngrader_flags: first_error accept_if_any_accepted\n";
    const ROOT: &str = "on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n";
    const ONE: &str = "on_reject: break\naccept_score: 30\nrange: 0 30\ngrader_flags: min\n";
    const TWO: &str = "on_reject: break\naccept_score: 70\nrange: 0 70\ngrader_flags: min\n";
    let table: [GroupRow; 11] = [
        // Groups that count each by itself; samples give nothing.
        (
            SCORING,
            [ROOT, ANY, ONE, TWO],
            &[
                "g1 30 all-or-nothing secret-g1-a,secret-g1-b",
                "g2 70 all-or-nothing secret-g2-a,secret-g2-b",
            ],
            &[],
        ),
        // Who is not accepted in all groups gets nothing.
        (
            SCORING,
            [ROOT, "on_reject: continue\n", ONE, TWO],
            &["secret 100 all-or-nothing secret-g1-a,secret-g1-b,secret-g2-a,secret-g2-b"],
            &[],
        ),
        // The second group does not count after the first was wrong.
        (
            SCORING,
            [
                ROOT,
                "on_reject: break\ngrader_flags: accept_if_any_accepted\n",
                ONE,
                TWO,
            ],
            &[
                "g1 30 all-or-nothing secret-g1-a,secret-g1-b",
                "g2 70 all-or-nothing secret-g2-a,secret-g2-b g1",
            ],
            &[],
        ),
        // Samples that are not ignored must be right, and here give no points.
        (
            SCORING,
            ["on_reject: continue\n", ANY, ONE, TWO],
            &[
                "g1 30 all-or-nothing sample-1,secret-g1-a,secret-g1-b",
                "g2 70 all-or-nothing sample-1,secret-g2-a,secret-g2-b",
            ],
            &[],
        ),
        // Cases that are added up, in groups that are accepted if one of them is.
        (
            SCORING,
            [
                ROOT,
                "on_reject: continue\ngrader_flags: always_accept\naccept_score: 5\n",
                "",
                "accept_score: 20\n",
            ],
            &[
                "g1 10 per-case secret-g1-a,secret-g1-b",
                "g2 40 per-case secret-g2-a,secret-g2-b",
            ],
            &[],
        ),
        // The same, but the first wrong case ends a group; only the line can say that.
        (
            SCORING,
            [
                ROOT,
                ANY,
                "on_reject: break\ngrader_flags: always_accept\n",
                ONE,
            ],
            &[
                "g1 2 per-case secret-g1-a,secret-g1-b",
                "g2 30 all-or-nothing secret-g2-a,secret-g2-b",
            ],
            &["data/secret/g1/testdata.yaml:1 Kattis stops at the first case"],
        ),
        // Right cases of a group that is not accepted count on Kattis if another group is accepted.
        (
            SCORING,
            [
                ROOT,
                ANY,
                "accept_score: 15\ngrader_flags: worst_error\n",
                TWO,
            ],
            &[
                "g1 30 all-or-nothing secret-g1-a,secret-g1-b",
                "g2 70 all-or-nothing secret-g2-a,secret-g2-b",
            ],
            &["data/secret/g1/testdata.yaml:2 right cases of a group that is not accepted"],
        ),
        // Points of a validator, of the range of the group.
        (
            SCORES,
            [
                ROOT,
                ANY,
                ONE,
                "range: 0 70\ngrader_flags: max always_accept\n",
            ],
            &[
                "g1 30 minimum secret-g1-a,secret-g1-b",
                "g2 70 best secret-g2-a,secret-g2-b",
            ],
            &[],
        ),
        (
            SCORES,
            [
                "on_reject: continue\ngrader_flags: ignore_sample\n",
                ANY,
                ONE,
                "grader_flags: min\n",
            ],
            &[
                "g1 30 minimum secret-g1-a,secret-g1-b",
                "g2 1 minimum secret-g2-a,secret-g2-b",
            ],
            &["data/secret/g2 no highest score stands here"],
        ),
        (
            SCORING,
            [
                "on_reject: continue\ngrading: custom\ngrader_flags: ignore_sample\n",
                "grading: default\non_reject: continue\ngrader_flags: accept_if_any_accepted\n",
                ONE,
                TWO,
            ],
            &[
                "g1 30 all-or-nothing secret-g1-a,secret-g1-b",
                "g2 70 all-or-nothing secret-g2-a,secret-g2-b",
            ],
            &["data/testdata.yaml:2 a grader of the package's own"],
        ),
        (
            "",
            [
                "grader_flags: accept_if_any_accepted\n",
                "",
                "grader_flags: min\n",
                "",
            ],
            &[
                "all-cases 100 all-or-nothing sample-1,secret-g1-a,secret-g1-b,secret-g2-a,secret-g2-b",
            ],
            &["data/testdata.yaml:1 the flag `accept_if_any_accepted`"],
        ),
    ];
    for (problem, settings, criteria, dropped) in table {
        let folders = ["data", "data/secret", "data/secret/g1", "data/secret/g2"];
        let names = folders.map(|folder| format!("{folder}/testdata.yaml"));
        let problem = format!("name: Sum\n{problem}limits: {{time_limit: 1}}\n");
        let mut files = vec![
            ("problem.yaml", problem.as_str()),
            ("data/sample/1.in", ""),
            ("data/sample/1.ans", ""),
            (
                "data/sample/testdata.yaml",
                "accept_score: 0\nrange: 0 0\ngrader_flags: first_error\n",
            ),
            ("output_validators/check.py", ""),
        ];
        for case in ["g1/a", "g1/b", "g2/a", "g2/b"] {
            let names: [&'static str; 2] = match case {
                "g1/a" => ["data/secret/g1/a.in", "data/secret/g1/a.ans"],
                "g1/b" => ["data/secret/g1/b.in", "data/secret/g1/b.ans"],
                "g2/a" => ["data/secret/g2/a.in", "data/secret/g2/a.ans"],
                _ => ["data/secret/g2/b.in", "data/secret/g2/b.ans"],
            };
            files.extend(names.map(|name| (name, "")));
        }
        let said = names.iter().map(String::as_str).zip(settings);
        files.extend(said.filter(|(_, text)| !text.is_empty()));
        let plan = import_files(&files).unwrap();
        let (found, lost) = describe_criteria(&plan);
        assert_eq!(found, criteria, "{settings:?}");
        assert_eq!(lost.len(), dropped.len(), "{settings:?}: {lost:?}");
        let is_said = lost
            .iter()
            .zip(dropped)
            .all(|(one, it)| one.starts_with(it));
        assert!(is_said, "{settings:?}: {lost:?}");
    }
}

#[test]
fn points_of_a_validator_are_of_what_a_case_is_worth() {
    let table = [
        // Of the whole group, where the worst case counts.
        ("max_score: 40\nscore_aggregation: min\n", Some(40.0)),
        // Of the part of each case, where they are added up.
        ("max_score: 40\nscore_aggregation: sum\n", Some(20.0)),
        ("max_score: 40\n", None),
    ];
    for (said, full_score) in table {
        let plan = import_files(&[
            ("problem.yaml", "problem_format_version: 2025-09\ntype: scoring\nname: Sum\nlimits: {time_limit: 1}\n"),
            ("data/secret/test_group.yaml", "max_score: 40\n"),
            ("data/secret/g/test_group.yaml", said),
            ("data/secret/g/inner/a.in", ""),
            ("data/secret/g/inner/a.ans", ""),
            ("data/secret/g/b.in", ""),
            ("data/secret/g/b.ans", ""),
            ("output_validator/check.py", ""),
        ])
        .unwrap();
        assert_eq!(plan.criteria.len(), 1, "{said}");
        for case in &plan.cases {
            let compare = case.file.compare.as_ref();
            let found = compare.and_then(|it| it.body.full_score.as_ref());
            assert_eq!(found.map(|it| *it.get_ref()), full_score, "{said}");
        }
    }
}

#[test]
fn the_limit_of_time_is_named_or_follows_from_what_programs_need() {
    let plain = ("data/secret/1.in", "");
    let answer = ("data/secret/1.ans", "");
    let table: [LimitRow; 7] = [
        ("name: Sum\n", (".timelimit", "5\n"), Some(5.0), 0),
        (
            "name: Sum\n",
            ("domjudge-problem.ini", "color = red\ntimelimit='1.5'\n"),
            Some(1.5),
            0,
        ),
        (
            "name: Sum\nlimits: {time_limit: 2}\n",
            (".timelimit", "2"),
            Some(2.0),
            0,
        ),
        (
            "name: Sum\nlimits: {time_limit: 2}\n",
            (".timelimit", "3"),
            Some(2.0),
            1,
        ),
        (
            "name: Sum\nlimits: {time_multiplier: 3}\n",
            ("data/secret/2.ans", ""),
            None,
            1,
        ),
        ("name: Sum\n", (".timelimit", "five"), None, 1),
        (
            "name: Sum\n",
            (
                "domjudge-problem.ini",
                "timelimit=3\nspecial_compare=mine\n",
            ),
            Some(3.0),
            1,
        ),
    ];
    for (problem, more, known, dropped) in table {
        let plan = import_files(&[("problem.yaml", problem), plain, answer, more]).unwrap();
        let said = &plan.notes.dropped;
        assert_eq!(said.len(), dropped, "{problem} {more:?}: {said:?}");
        assert_eq!(plan.limits.stack, plan.limits.memory);
        match known {
            Some(_) => assert_eq!((plan.limits.cpu, plan.measured_limit), (known, None)),
            None => assert!(plan.measured_limit.is_some(), "{problem} {more:?}"),
        }
    }
    let mut plan = import_files(&[
        ("problem.yaml", "name: Sum\nlimits: {time_multiplier: 3}\n"),
        plain,
        answer,
    ])
    .unwrap();
    let limit = plan.measured_limit.unwrap();
    plan.set_measured_limit(limit, Some(0.5));
    assert_eq!(plan.limits.cpu, Some(2.0));
    plan.set_measured_limit(limit, Some(0.001));
    assert_eq!(plan.limits.cpu, Some(1.0));
}

#[test]
fn the_folder_or_a_tag_says_what_is_expected_of_a_program() {
    let table: [(&str, &str, &[&str], &[&str]); 7] = [
        ("accepted/a.cpp", "", &["accepted"], &[]),
        (
            "partial/a.cpp",
            "",
            &[],
            &["wrong-answer", "presentation-error"],
        ),
        ("compiler_error/a.cpp", "", &["not-run"], &["not-run"]),
        (
            "mixed-verdicts/a.cpp",
            "// @EXPECTED_RESULTS@: WRONG-ANSWER\n",
            &[],
            &["wrong-answer"],
        ),
        (
            "mixed-verdicts/a.c",
            "/* @EXPECTED_RESULTS@: CORRECT, TIMELIMIT */\n",
            &["accepted", "presentation-error"],
            &[],
        ),
        // The tag says more than the folder.
        (
            "run_time_error/a.c",
            " * @EXPECTED_RESULTS@:  RUN_TIME_ERROR , ACCEPTED  \n",
            &["accepted", "presentation-error"],
            &[],
        ),
        (
            "wrong_answer/a.cpp",
            "// @EXPECTED_SCORE@: 40\n",
            &[],
            &["wrong-answer"],
        ),
    ];
    for (file, text, permitted, required) in table {
        let path = format!("submissions/{file}");
        let plan = import_files(&[
            ("problem.yaml", "name: Sum\nlimits: {time_limit: 1}\n"),
            ("data/secret/1.in", ""),
            ("data/secret/1.ans", ""),
            (&path, text),
        ])
        .unwrap();
        let [program] = plan.calibration.as_slice() else {
            panic!("{file}: {:?}", plan.notes.remarks)
        };
        for (found, wanted) in [
            (&program.permitted, permitted),
            (&program.required, required),
        ] {
            let found = to_strings(found.as_ref());
            let is_like = found.is_empty() == wanted.is_empty();
            let has = |word: &&str| found.iter().any(|it| it == word);
            assert!(is_like && wanted.iter().all(has), "{file}: {found:?}");
        }
    }
}

#[test]
fn a_refusal_names_the_lines_that_were_not_carried_over() {
    let error = import_files(&[
        ("problem.yaml", "name: Sum\nlimits: {time: 3}\n"),
        ("data/secret/1.in", ""),
    ])
    .unwrap_err()
    .to_string();
    for said in [
        "data: there is no case",
        "not carried over:",
        "problem.yaml:2: the limit `time` is not known",
        "data/secret/1.in: there is no answer beside it",
    ] {
        assert!(error.contains(said), "{error}");
    }
    let plan = import_files(&[
        ("problem.yaml", "name: Sum\n"),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
        ("submissions/accepted/a.java", ""),
    ])
    .unwrap();
    let remark = "the package has no program in C or C++ with a known result, so `grader check` proves nothing";
    assert!(
        plan.notes
            .remarks
            .iter()
            .any(|note| note.text.starts_with(remark))
    );
}

#[test]
fn flags_of_a_group_follow_those_of_the_problem() {
    let plan = import_files(&[
        (
            "problem.yaml",
            "name: Sum\nvalidator_flags: float_tolerance 1e-6\nlimits: {time_limit: 1}\n",
        ),
        (
            "data/testdata.yaml",
            "output_validator_flags: case_sensitive\n",
        ),
        (
            "data/secret/g/testdata.yaml",
            "input_validator_flags: small\n",
        ),
        ("data/secret/g/1.in", ""),
        ("data/secret/g/1.ans", ""),
    ])
    .unwrap();
    let compare = plan.cases[0].file.compare.as_ref().unwrap();
    assert!(compare.body.case_sensitive == Some(true.into()));
    let numbers = compare.body.numbers.as_ref().unwrap();
    assert_eq!(numbers.body.rel, Some(1e-6.into()));
}

#[test]
fn groups_of_domjudge_have_their_points_whatever_the_verdict() {
    let sum = "on_reject: continue\ngrader_flags: sum\n";
    let files = [
        ("problem.yaml", "name: Sum\ntype: scoring\n"),
        ("data/testdata.yaml", sum),
        ("data/sample/1.in", ""),
        ("data/sample/1.ans", ""),
        ("data/secret/testdata.yaml", sum),
        ("data/secret/g1/testdata.yaml", "accept_score: 40\n"),
        ("data/secret/g1/1.in", ""),
        ("data/secret/g1/1.ans", ""),
        ("data/secret/g1/2.in", ""),
        ("data/secret/g1/2.ans", ""),
        (
            "data/secret/g2/testdata.yaml",
            "grader_flags: avg\non_reject: continue\n",
        ),
        ("data/secret/g2/x/testdata.yaml", "accept_score: 20\n"),
        ("data/secret/g2/x/1.in", ""),
        ("data/secret/g2/x/1.ans", ""),
        ("data/secret/g2/y/testdata.yaml", "accept_score: 60\n"),
        ("data/secret/g2/y/1.in", ""),
        ("data/secret/g2/y/1.ans", ""),
        (
            "data/secret/g3/testdata.yaml",
            "grader_flags: min\non_reject: continue\n",
        ),
        ("data/secret/g3/x/testdata.yaml", "accept_score: 20\n"),
        ("data/secret/g3/x/1.in", ""),
        ("data/secret/g3/x/1.ans", ""),
        ("data/secret/g3/y/testdata.yaml", "accept_score: 20\n"),
        ("data/secret/g3/y/1.in", ""),
        ("data/secret/g3/y/1.ans", ""),
        (
            "submissions/accepted/a.cpp",
            "// @EXPECTED_RESULTS@: CORRECT\n// @EXPECTED_SCORE@: 100\n",
        ),
        (
            "submissions/partial/p.cpp",
            "// @EXPECTED_RESULTS@: WRONG-ANSWER\n// @EXPECTED_SCORE@: 40\n",
        ),
    ];
    let plan = import_files(&files).unwrap();
    let (criteria, dropped) = describe_criteria(&plan);
    let expected = [
        "g1 40 all-or-nothing secret-g1-1,secret-g1-2",
        "g2-x 10 all-or-nothing secret-g2-x-1",
        "g2-y 30 all-or-nothing secret-g2-y-1",
        "g3 20 all-or-nothing secret-g3-x-1,secret-g3-y-1",
    ];
    assert_eq!(
        (criteria, dropped),
        (expected.map(str::to_owned).to_vec(), Vec::new())
    );
    let points = plan
        .calibration
        .iter()
        .map(|one| one.points.as_ref().map(|it| *it.get_ref()));
    assert_eq!(points.collect::<Vec<_>>(), [Some(100.0), Some(40.0)]);
    // Flags of Kattis alone make it a package of Kattis.
    let mut kattis = files.to_vec();
    kattis.push((
        "data/secret/testdata.yaml",
        "on_reject: continue\ngrader_flags: accept_if_any_accepted\n",
    ));
    let plan = import_files(&kattis).unwrap();
    assert_eq!(criterion_points(&plan.criteria[0]), 1.0);
}

#[test]
fn several_passes_need_a_reference_and_have_their_limit() {
    let checker = "int main() {}\n";
    for (problem, validator, passes) in [
        (
            "problem_format_version: 2025-09\ntype: multi-pass\n",
            "output_validator/v.cpp",
            2,
        ),
        (
            "problem_format_version: 2025-09\ntype: multi-pass\nlimits: {validation_passes: 3}\n",
            "output_validator/v.cpp",
            3,
        ),
        (
            "validation: custom multi-pass\n",
            "output_validators/v/v.cpp",
            2,
        ),
    ] {
        let files = [
            ("problem.yaml", problem),
            ("domjudge-problem.ini", "color = 'red'\ntimelimit = '3'\n"),
            (validator, checker),
            ("data/secret/1.in", "1\n"),
            ("data/secret/1.ans", "1\n"),
        ];
        let refused = import_files(&files).unwrap_err().to_string();
        assert!(refused.contains("is needed as the reference"), "{refused}");
        let right = ("submissions/accepted/a.cpp", "int main() {}\n");
        let plan = import_files(&[files.as_slice(), &[right]].concat()).unwrap();
        assert_eq!(plan.compare.passes, Some(passes.into()), "{problem}");
        assert!(plan.assignment.reference.is_some());
        assert_eq!(plan.limits.cpu, Some(3.0));
    }
}
