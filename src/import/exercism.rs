//! Exercises of exercism's C++ track: a test program for Catch2, the files that students write, and an example.

use std::path::Path;

use super::document::Node;
use super::error::ImportError;
use super::expected;
use super::notes::{at, code, plain};
use super::package::Package;
use super::plan::{Calibration, Case, Criterion, Evidence, Input, Plan};
use super::programs::{file_name, is_header, is_source, language, safe};

/// What an exercise says of itself.
pub(super) const CONFIG: &str = ".meta/config.json";

/// What is for people and for the site.
const PEOPLE: [&str; 9] = [
    "authors",
    "contributors",
    "source",
    "source_url",
    "language_versions",
    "forked_from",
    "icon",
    "title",
    "blurb",
];

/// What tests are built with besides: all of them, with the Catch2 that is installed.
const FLAGS: [&str; 3] = ["-std=c++17", "-DEXERCISM_TEST_SUITE", "-DEXERCISM_RUN_ALL_TESTS"];

/// Makes the plan of a package.
pub(super) fn fill(package: &Package, plan: &mut Plan) -> Result<(), ImportError> {
    let config = package.json(CONFIG)?;
    let files = |key: &str| -> Vec<String> {
        let node = config.get("files").and_then(|files| files.get(key));
        node.map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(Node::text)
            .map(str::to_owned)
            .collect()
    };
    let (solution, tests) = (files("solution"), files("test"));
    let example = [files("example"), files("exemplar")].concat();
    if let Some(other) = solution.iter().find(|file| !is_source(file) && !is_header(file)) {
        let why = format!("found the solution {}: {}", code(other), language(other));
        return Err(package.mistake(CONFIG, None, &why));
    }
    if let Some(text) = config.get("blurb").and_then(Node::text) {
        plan.notes
            .remark(CONFIG, format!("the text “{}” is for students: hand it out", plain(text)));
    }
    for (key, node) in
        config.entries().iter().filter(|(key, _)| PEOPLE.contains(&key.name.as_str()))
    {
        node.settle();
        let text = format!("{} decides no grade", code(&key.name));
        plan.notes.remark(at(CONFIG, key.line), text);
    }
    plan.toolchain = vec!["g++"];
    plan.flags = FLAGS.map(str::to_owned).to_vec();
    sources(plan, &solution, &example);
    cases(package, plan, &tests)?;
    examples(package, plan, &solution, &example)?;
    for (folder, why) in [
        (".docs", "the texts are for students: hand them out"),
        (".approaches", "it is a text for persons"),
        (".articles", "it is a text for persons"),
        ("test", "Catch2 itself is taken from the machine: `apt-get install catch2`"),
    ] {
        if package.has_folder(folder) {
            plan.notes.remark(format!("{folder}/"), why);
        }
    }
    expected::folders(package, plan)
}

/// What must be handed in: what the example has; what it does not need may be handed in as well.
fn sources(plan: &mut Plan, solution: &[String], example: &[String]) {
    let has_like =
        |file: &String| example.is_empty() || example.iter().any(|it| ending(it) == ending(file));
    let (needed, free): (Vec<String>, Vec<String>) =
        solution.iter().map(|file| safe(file_name(file))).partition(has_like);
    let (needed, free) = if needed.is_empty() { (free, needed) } else { (needed, free) };
    let text = format!("students hand in {}", code(&needed.join(", ")));
    plan.notes.carry(CONFIG, text);
    plan.sources = needed;
    plan.also = free;
}

fn cases(package: &Package, plan: &mut Plan, tests: &[String]) -> Result<(), ImportError> {
    let mut ids = Vec::new();
    for file in tests {
        let name = safe(file_name(file));
        if !is_source(file) || !package.has(file) {
            plan.notes.lose(plain(file), "it is no source of tests in C++");
            continue;
        }
        let id = name.split('.').next().unwrap_or(&name).to_owned();
        let mut case = Case::new(id.clone(), Vec::new(), Vec::new());
        case.input = Input::Tests(name.clone(), "catch2");
        case.description = Some(format!("The tests in {name}"));
        plan.files.insert(format!("testcases/{}/{name}", plan.id), package.bytes(file)?);
        plan.cases.push(case);
        plan.notes.carry(
            plain(file),
            "a case of unit tests with Catch2, which `apt-get install catch2` brings",
        );
        ids.push(id);
    }
    if ids.is_empty() {
        return Err(package.mistake(CONFIG, None, "it names no source of tests in `files.test`"));
    }
    let mut one = Criterion::of_cases("tests".to_owned(), 100.0, ids.clone());
    one.evidence = Evidence::Cases(ids, Some("per-test"));
    plan.criteria.push(one);
    plan.notes
        .carry(CONFIG, "100 points, of which each test earns its part (`credit = \"per-test\"`)");
    Ok(())
}

/// The example, under the names that students give their files, is the reference and a calibration program.
fn examples(
    package: &Package,
    plan: &mut Plan,
    solution: &[String],
    example: &[String],
) -> Result<(), ImportError> {
    let folder = format!("solution/{}", plan.id);
    let mut sources = Vec::new();
    for file in example {
        let like = solution.iter().find(|it| ending(it) == ending(file));
        let (Some(like), true) = (like, package.has(file)) else {
            plan.notes.lose(plain(file), "no file that students write is like it");
            continue;
        };
        let target = format!("{folder}/{}", safe(file_name(like)));
        plan.files.insert(target.clone(), package.bytes(file)?);
        sources.push(target);
        plan.notes
            .carry(plain(file), format!("a part of the reference, as {}", code(file_name(like))));
    }
    if sources.is_empty() {
        return Err(package.mistake(
            CONFIG,
            None,
            "it names no example in `files.example`: the tests need a solution",
        ));
    }
    sources.sort_by_key(|file| is_header(file));
    plan.reference.clone_from(&sources);
    let permitted = vec!["accepted"];
    plan.calibration.push(Calibration {
        sources,
        points: Some(100.0),
        permitted,
        ..Calibration::default()
    });
    Ok(())
}

fn ending(file: &str) -> &str {
    Path::new(file).extension().and_then(|it| it.to_str()).unwrap_or_default()
}
