//! The shortest game in a report: it fails as the case does, no line of it can go, it is the same every time, and it says nothing of
//! cases that students do not see.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use reference::{GAMES, GameOptions, OutputPiece, count_reads, play_transcript};
use serde_json::Value;

use crate::support::results::{Results, list, text};
use crate::support::{Course, tries_all};

fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The shipped course with one assignment, into whose table these keys are written.
fn shipped(assignment: &str, keys: &str) -> Course {
    let course = Course::empty();
    let mut document: toml::Table = fs::read_to_string(root("rubric.toml"))
        .unwrap()
        .parse()
        .unwrap();
    let assignments = document["assignments"].as_table_mut().unwrap();
    assignments.retain(|id, _| id == assignment);
    let only = assignments[assignment].as_table_mut().unwrap();
    only.remove("calibration");
    only.extend(keys.parse::<toml::Table>().unwrap());
    course.write("rubric.toml", document.to_string());
    for entry in fs::read_dir(root("testcases").join(assignment)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        course.write(
            format!("testcases/{assignment}/{name}"),
            fs::read(&path).unwrap(),
        );
    }
    course
}

/// Hides the cases with fewer lines: the shipped ones are mostly as short as can be.
fn hide_short_cases(course: &Course, assignment: &str, least: usize) {
    for entry in fs::read_dir(course.path("testcases").join(assignment)).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            let case: toml::Table = text.parse().unwrap();
            let lines = case.get("input").and_then(toml::Value::as_array);
            if lines.is_some_and(|lines| lines.len() < least) {
                fs::write(&path, format!("visibility = \"hidden\"\n{text}")).unwrap();
            }
        }
    }
}

/// The shipped course, for which every calibration program that is wrong was handed in. Cases with fewer lines are hidden.
fn faults(assignment: &str, least: usize) -> Course {
    let course = shipped(assignment, "");
    hide_short_cases(&course, assignment, least);
    for entry in fs::read_dir(root("calibration").join(assignment)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_some_and(|end| end == "cpp") && name != "solution" {
            let file = format!("submissions/{name}/{assignment}.cpp");
            course.write(file, fs::read(&path).unwrap());
        }
    }
    course
}

/// The shipped course of `tttn` with these keys, for which one program was handed in: it misses lines on one diagonal.
fn misses_anti_diagonal(keys: &str) -> Course {
    let course = shipped("tttn", keys);
    let program = fs::read(root("calibration/tttn/misses-anti-diagonal.cpp")).unwrap();
    course.write("submissions/ann/tttn.cpp", program);
    course
}

fn graded(course: &Course) -> Results {
    course
        .grader(&["run", "submissions", "--quiet", "--no-cache"])
        .exits_with(0);
    Results::read(&course.path("reports"))
}

/// A game that was found: whose, for which case, and how it fails.
struct Found {
    student: String,
    case: String,
    fault: (String, String),
    lines: Vec<String>,
    /// How long the case's own game is.
    before: usize,
}

fn fault(case: &Value) -> (String, String) {
    (
        text(&case["verdict"]).to_owned(),
        text(&case["mistake"]).to_owned(),
    )
}

fn found(course: &Course, assignment: &str, results: &Results) -> Vec<Found> {
    let mut found = Vec::new();
    for submission in results.submissions() {
        for case in list(&submission["cases"])
            .iter()
            .filter(|case| case["shortest"].is_object())
        {
            let id = text(&case["id"]).to_owned();
            let toml: toml::Table = course
                .read(&format!("testcases/{assignment}/{id}.toml"))
                .parse()
                .unwrap();
            found.push(Found {
                student: text(&submission["student"]).to_owned(),
                fault: fault(case),
                lines: list(&case["shortest"]["input"])
                    .iter()
                    .map(|it| text(it).to_owned())
                    .collect(),
                before: toml["input"].as_array().unwrap().len(),
                case: id,
            });
        }
    }
    found
}

/// The game that these lines begin with, and what it says at its end; none if it does not end.
fn play_whole_script(
    assignment: &str,
    lines: &[String],
) -> Option<(Vec<String>, Vec<OutputPiece>)> {
    let rules = GAMES.iter().find(|rules| rules.name == assignment).unwrap();
    let options = GameOptions {
        base: (assignment == "rowcol").then_some(0),
        ..GameOptions::default()
    };
    let mut game = rules.create_game(options);
    let turns = play_transcript(game.as_mut(), lines);
    let mut said = turns.last().unwrap().pieces.clone();
    said.retain(|piece| matches!(piece, OutputPiece::Message(_)));
    game.is_over()
        .then(|| (lines[..count_reads(&turns)].to_vec(), said))
}

/// A case like another with another script.
fn add(course: &Course, assignment: &str, like: &str, id: &str, lines: &[String]) {
    let file = |id: &str| format!("testcases/{assignment}/{id}.toml");
    let mut case: toml::Table = course.read(&file(like)).parse().unwrap();
    let input = lines
        .iter()
        .map(|line| toml::Value::String(line.clone()))
        .collect();
    case.insert("input".to_owned(), toml::Value::Array(input));
    course.write(file(id), case.to_string());
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn each_calibration_fault_fails_so_in_its_shortest_game_and_no_line_of_it_can_go() {
    let mut lengths = Vec::new();
    let all = [
        ("tttn", 12),
        ("domineering", 8),
        ("rowcol", 14),
        ("counters", 8),
    ];
    let (tried, least_found) = if tries_all() { (all.len(), 6) } else { (1, 2) };
    for (assignment, least) in all.into_iter().take(tried) {
        let course = faults(assignment, least);
        let found = found(&course, assignment, &graded(&course));
        let mut smaller: BTreeMap<String, usize> = BTreeMap::new();
        for (
            number,
            Found {
                case,
                lines,
                before,
                student,
                fault,
            },
        ) in found.iter().enumerate()
        {
            println!("{assignment} {student} {case} {fault:?}: {before} -> {lines:?}");
            assert!(
                lines.len() < *before,
                "{assignment} {student} {case}: {lines:?}"
            );
            let (all, said) = play_whole_script(assignment, lines).unwrap();
            assert_eq!(all, *lines, "{assignment} {student}");
            lengths.push(lines.len());
            add(
                &course,
                assignment,
                case,
                &format!("zz-{number}-same"),
                lines,
            );
            for place in 0..lines.len() {
                let mut less = lines.clone();
                less.remove(place);
                // Patterns of a case are about games with its ending.
                let less = play_whole_script(assignment, &less).filter(|(_, other)| *other == said);
                if let Some((less, _)) = less {
                    let id = format!("zz-{number}-less-{place}");
                    add(&course, assignment, case, &id, &less);
                    smaller.insert(id, number);
                }
            }
        }
        course.grader(&["regenerate"]).exits_with(0);
        let results = graded(&course);
        for (
            number,
            Found {
                student,
                fault: known,
                lines,
                ..
            },
        ) in found.iter().enumerate()
        {
            for case in list(&results.of(student, assignment)["cases"]) {
                let id = text(&case["id"]);
                if id == format!("zz-{number}-same") {
                    // What is recognised is recognised in all cases together, and these are more of them.
                    assert_eq!(
                        text(&case["verdict"]),
                        known.0,
                        "{assignment} {student}: {lines:?}"
                    );
                } else if smaller.get(id) == Some(&number) {
                    assert_ne!(
                        fault(case),
                        *known,
                        "{assignment} {student} {id}: {lines:?}"
                    );
                }
            }
        }
    }
    lengths.sort_unstable();
    println!("lines: {lengths:?}");
    assert!(
        lengths.len() >= least_found && lengths[lengths.len() / 2] <= 10,
        "{lengths:?}"
    );
}

#[test]
fn what_is_found_is_the_same_every_time_and_stands_in_every_report() {
    let course = misses_anti_diagonal("");
    hide_short_cases(&course, "tttn", 8);
    graded(&course);
    let first = course.files_but_measures("reports");
    course
        .grader(&[
            "run",
            "submissions",
            "--quiet",
            "--no-cache",
            "--jobs",
            "1",
            "--out",
            "again",
        ])
        .exits_with(0);
    assert_eq!(first, course.files_but_measures("again"));
    let says = "The shortest input with which we saw the same: 6 inputs.";
    for end in ["md", "html"] {
        let report = &first[&format!("ann/tttn.{end}")];
        assert!(report.contains(says), "{report}");
    }
    let json: Value = serde_json::from_str(&first["ann/tttn.json"]).unwrap();
    assert!(
        json.to_string().contains("\"shortest\":{\"input\":[\"3\","),
        "{json:#}"
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn cases_that_are_withheld_leave_no_trace_and_a_rubric_can_say_that_no_game_is_looked_for() {
    for keys in [
        "visibility = \"hidden\"",
        "visibility = \"verdict\"",
        "shortest = false",
    ] {
        let course = misses_anti_diagonal(keys);
        graded(&course);
        for (name, text) in course.files_in("reports") {
            assert!(
                !text.contains("shortest\"") && !text.contains("shortest input with"),
                "{name}"
            );
        }
    }
}

#[test]
fn a_key_of_an_assignment_outweighs_the_default() {
    let course = misses_anti_diagonal("shortest = true");
    hide_short_cases(&course, "tttn", 8);
    let rubric = course
        .read("rubric.toml")
        .replace("[defaults]", "[defaults]\nshortest = false");
    course.write("rubric.toml", rubric);
    assert_eq!(found(&course, "tttn", &graded(&course)).len(), 1);
}

#[test]
fn a_fault_that_shows_on_a_large_board_is_found_on_the_smallest_that_shows_it() {
    let course = shipped("tttn", "");
    let solution = fs::read_to_string(root("calibration/tttn/solution.cpp")).unwrap();
    let loop_of_draws =
        "for (int i = 0; i < dim; i++) {\n    if (countInRow(grid, dim, i, 'X') == 0";
    let wrong = solution.replace(loop_of_draws, &loop_of_draws.replace("i = 0", "i = 1"));
    assert_ne!(wrong, solution);
    course.write("submissions/ann/tttn.cpp", wrong);
    // Only there, all is decided but the first row, and then the first row as well.
    fs::remove_file(course.path("testcases/tttn/draw-full-board-first-column.toml")).unwrap();
    fs::remove_file(course.path("testcases/tttn/draw-full-board-first-column.expected")).unwrap();
    let large = [
        "5", "8", "22", "21", "0", "17", "16", "10", "13", "24", "9", "1",
    ]
    .map(str::to_owned);
    add(
        &course,
        "tttn",
        "draw-early-5x5",
        "draw-first-row-5x5",
        &large,
    );
    course.grader(&["regenerate"]).exits_with(0);
    let results = graded(&course);
    let found = found(&course, "tttn", &results);
    assert_eq!(found.len(), 1, "{:#}", results.of("ann", "tttn"));
    assert_eq!(
        (found[0].case.as_str(), found[0].lines[0].as_str()),
        ("draw-first-row-5x5", "3")
    );
    // Somebody who looked by hand had found `3 4 0 7 1 2 5 8 6 3`.
    assert!(found[0].lines.len() < 10, "{:?}", found[0].lines);
}
