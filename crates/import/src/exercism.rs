//! Exercises of exercism's C++ track: a test program for Catch2, the files that students write, and an example.

use std::path::Path;

use super::document::DocumentNode;
use super::error::ImportError;
use super::expected;
use super::notes::{escape_word, format_place, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, ImportedCase, case_criterion, to_list, to_names};
use super::programs::{describe_language, file_name, is_header, is_source, sanitize_name};
use rubric::raw::{OneOrMore, RawCalibration, RawCase, RawCriterion, to_texts};

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
const FLAGS: [&str; 3] = [
    "-std=c++17",
    "-DEXERCISM_TEST_SUITE",
    "-DEXERCISM_RUN_ALL_TESTS",
];

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let config = package.read_json(CONFIG)?;
    let files = |key: &str| -> Vec<String> {
        let node = config.get("files").and_then(|files| files.get(key));
        node.map(DocumentNode::items)
            .unwrap_or_default()
            .iter()
            .filter_map(DocumentNode::as_text)
            .map(str::to_owned)
            .collect()
    };
    let solution = files("solution");
    let tests = files("test");
    let example = [files("example"), files("exemplar")].concat();
    if let Some(other) = solution
        .iter()
        .find(|file| !is_source(file) && !is_header(file))
    {
        let why = format!(
            "found the solution {}: {}",
            quote_word(other),
            describe_language(other)
        );
        return Err(package.mistake_error(CONFIG, None, &why));
    }
    if let Some(text) = config.get("blurb").and_then(DocumentNode::as_text) {
        plan.notes.add_remark(
            CONFIG,
            format!(
                "the text “{}” is for students: hand it out",
                escape_word(text)
            ),
        );
    }
    for (key, node) in config
        .entries()
        .iter()
        .filter(|(key, _)| PEOPLE.contains(&key.name.as_str()))
    {
        node.mark_as_read();
        let text = format!("{} decides no grade", quote_word(&key.name));
        plan.notes.add_remark(format_place(CONFIG, key.line), text);
    }
    plan.assignment.toolchain = Some(to_names(&["g++"]));
    plan.assignment.flags = Some(FLAGS.map(str::to_owned).to_vec());
    add_sources(plan, &solution, &example);
    add_cases(package, plan, &tests)?;
    add_example(package, plan, &solution, &example)?;
    for (folder, why) in [
        (".docs", "the texts are for students: hand them out"),
        (".approaches", "it is a text for persons"),
        (".articles", "it is a text for persons"),
        (
            "test",
            "Catch2 itself is taken from the machine: `apt-get install catch2`",
        ),
    ] {
        if package.has_folder(folder) {
            plan.notes.add_remark(format!("{folder}/"), why);
        }
    }
    expected::add_submission_folders(package, plan)
}

/// What must be handed in: what the example has; what it does not need may be handed in as well.
fn add_sources(plan: &mut ImportPlan, solution: &[String], example: &[String]) {
    let has_like = |file: &String| {
        example.is_empty()
            || example
                .iter()
                .any(|it| file_extension(it) == file_extension(file))
    };
    let (needed, free): (Vec<String>, Vec<String>) = solution
        .iter()
        .map(|file| sanitize_name(file_name(file)))
        .partition(has_like);
    let (needed, free) = if needed.is_empty() {
        (free, needed)
    } else {
        (needed, free)
    };
    let text = format!("students hand in {}", quote_word(&needed.join(", ")));
    plan.notes.add_imported(CONFIG, text);
    plan.assignment.sources = Some(to_texts(needed));
    plan.assignment.also = to_list(free);
}

fn add_cases(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    tests: &[String],
) -> Result<(), ImportError> {
    let mut ids = Vec::new();
    for file in tests {
        let name = sanitize_name(file_name(file));
        if !is_source(file) || !package.has_file(file) {
            plan.notes
                .add_dropped(escape_word(file), "it is no source of tests in C++");
            continue;
        }
        let id = name.split('.').next().unwrap_or(&name).to_owned();
        let file_of_case = RawCase {
            kind: Some("tests".into()),
            description: Some(format!("The tests in {name}").into()),
            tests: Some(OneOrMore::One(name.clone()).into()),
            framework: Some("catch2".into()),
            ..RawCase::default()
        };
        plan.files.insert(
            format!("testcases/{}/{name}", plan.id),
            package.read_bytes(file)?,
        );
        plan.cases.push(ImportedCase {
            file: file_of_case,
            streams: None,
            ..ImportedCase::new(id.clone(), Vec::new(), Vec::new())
        });
        plan.notes.add_imported(
            escape_word(file),
            "a case of unit tests with Catch2, which `apt-get install catch2` brings",
        );
        ids.push(id);
    }
    if ids.is_empty() {
        return Err(package.mistake_error(
            CONFIG,
            None,
            "it names no source of tests in `files.test`",
        ));
    }
    plan.criteria.push(RawCriterion {
        credit: Some("per-test".into()),
        ..case_criterion("tests".to_owned(), 100.0, &ids)
    });
    plan.notes.add_imported(
        CONFIG,
        "100 points, of which each test earns its part (`credit = \"per-test\"`)",
    );
    Ok(())
}

/// The example, under the names that students give their files, is the reference and a calibration program.
fn add_example(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    solution: &[String],
    example: &[String],
) -> Result<(), ImportError> {
    let folder = format!("solution/{}", plan.id);
    let mut sources = Vec::new();
    for file in example {
        let like = solution
            .iter()
            .find(|it| file_extension(it) == file_extension(file));
        let (Some(like), true) = (like, package.has_file(file)) else {
            plan.notes
                .add_dropped(escape_word(file), "no file that students write is like it");
            continue;
        };
        let target = format!("{folder}/{}", sanitize_name(file_name(like)));
        plan.files.insert(target.clone(), package.read_bytes(file)?);
        sources.push(target);
        plan.notes.add_imported(
            escape_word(file),
            format!(
                "a part of the reference, as {}",
                quote_word(file_name(like))
            ),
        );
    }
    if sources.is_empty() {
        return Err(package.mistake_error(
            CONFIG,
            None,
            "it names no example in `files.example`: the tests need a solution",
        ));
    }
    sources.sort_by_key(|file| is_header(file));
    let sources = to_texts(sources);
    plan.use_reference(sources.clone());
    plan.calibration.push(RawCalibration {
        sources: Some(sources),
        points: Some(100.0.into()),
        permitted: Some(to_texts(["accepted"])),
        ..RawCalibration::default()
    });
    Ok(())
}

fn file_extension(file: &str) -> &str {
    Path::new(file)
        .extension()
        .and_then(|it| it.to_str())
        .unwrap_or_default()
}
