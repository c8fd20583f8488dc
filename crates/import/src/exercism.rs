//! Exercises of exercism's C++ track: a test program for Catch2, the files that students write, and an example.

use super::document::DocumentNode;
use super::error::ImportError;
use super::expected;
use super::notes::{escape_word, format_place, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, ImportedCase, case_criterion, to_list, to_names};
use super::programs::{
    self, describe_language, file_extension, file_name, is_header, is_source, sanitize_name,
};
use rubric::raw::{RawCalibration, RawCase, RawCriterion, to_texts};

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
const FLAGS: [&str; 3] = ["-std=c++17", INSTALLED_CATCH, "-DEXERCISM_RUN_ALL_TESTS"];

/// Means that tests use the Catch2 that is installed instead of the one in `test/`.
const INSTALLED_CATCH: &str = "-DEXERCISM_TEST_SUITE";

/// Catch2 3, as packages bring it for tests that version 2 does not compile.
const CATCH_3_FOLDER: &str = "test/";
const CATCH_3_FILES: [&str; 2] = ["catch_amalgamated.hpp", "catch_amalgamated.cpp"];

/// How the package itself builds its programs.
const CMAKE: &str = "CMakeLists.txt";

/// Seconds after which exercism's own test runner stops all tests of a submission.
const TEST_SECONDS: f64 = 20.0;

/// Files by what they are for, as the settings name them.
struct ExerciseFiles {
    /// Those that students write.
    solution: Vec<String>,
    /// Those that students see and leave as they are.
    editor: Vec<String>,
    tests: Vec<String>,
    /// What solves the exercise.
    example: Vec<String>,
}

impl ExerciseFiles {
    fn from_config(config: &DocumentNode) -> ExerciseFiles {
        let names = |key: &str| -> Vec<String> {
            let node = config.get("files").and_then(|files| files.get(key));
            node.map(DocumentNode::items)
                .unwrap_or_default()
                .iter()
                .filter_map(DocumentNode::as_text)
                .map(str::to_owned)
                .collect()
        };
        ExerciseFiles {
            solution: names("solution"),
            editor: names("editor"),
            tests: names("test"),
            example: [names("example"), names("exemplar")].concat(),
        }
    }
}

/// A source of tests.
struct ExerciseTest<'f> {
    /// In the package.
    file: &'f str,
    /// In the course.
    name: String,
    text: String,
}

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let config = package.read_json(CONFIG)?;
    let files = ExerciseFiles::from_config(&config);
    if let Some(other) = files
        .solution
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
    plan.limits.cpu = Some(TEST_SECONDS);
    plan.notes.add_remark(
        CONFIG,
        format!("`limits`: {TEST_SECONDS} s, as exercism's test runner has it"),
    );
    add_sources(plan, &files);
    add_provided_files(package, plan, &files.editor)?;
    add_boost(package, plan)?;
    add_cases(package, plan, &files.tests)?;
    add_example(package, plan, &files)?;
    for (folder, why) in [
        (".docs", "the texts are for students: hand them out"),
        (".approaches", "it is a text for persons"),
        (".articles", "it is a text for persons"),
    ] {
        if package.has_folder(folder) {
            plan.notes.add_remark(format!("{folder}/"), why);
        }
    }
    expected::add_submission_folders(package, plan)
}

/// What must be handed in: what the example has; what it does not need may be handed in as well.
fn add_sources(plan: &mut ImportPlan, files: &ExerciseFiles) {
    let has_like =
        |file: &String| files.example.is_empty() || find_like(file, &files.example).is_some();
    let (needed, free): (Vec<String>, Vec<String>) = files
        .solution
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

/// Files that students see and do not hand in are compiled with every program.
fn add_provided_files(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    files: &[String],
) -> Result<(), ImportError> {
    for file in files {
        if !package.has_file(file) || !(is_source(file) || is_header(file)) {
            plan.notes
                .add_dropped(escape_word(file), "it is no source or header in C++");
            continue;
        }
        programs::provide_file(package, plan, file)?;
    }
    Ok(())
}

/// Says what a package needs that is built with Boost.
fn add_boost(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    if package.has_file(CMAKE) && package.read_text(CMAKE)?.contains("find_package(Boost") {
        plan.notes.add_remark(
            CMAKE,
            "it uses Boost: `apt-get install libboost-dev` where programs are graded",
        );
    }
    Ok(())
}

fn add_cases(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    files: &[String],
) -> Result<(), ImportError> {
    let mut tests = Vec::new();
    for file in files {
        if is_source(file) && package.has_file(file) {
            let name = sanitize_name(file_name(file));
            let text = package.read_text(file)?;
            tests.push(ExerciseTest { file, name, text });
        } else {
            plan.notes
                .add_dropped(escape_word(file), "it is no source of tests in C++");
        }
    }
    if tests.is_empty() {
        return Err(package.mistake_error(
            CONFIG,
            None,
            "it names no source of tests in `files.test`",
        ));
    }
    let brings_catch = bring_catch(package, plan, &tests)?;
    let ids: Vec<String> = tests
        .into_iter()
        .map(|test| add_case(plan, test, brings_catch))
        .collect();
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

/// Adds a case. Returns its id.
fn add_case(plan: &mut ImportPlan, test: ExerciseTest<'_>, brings_catch: bool) -> String {
    let ExerciseTest {
        file,
        name,
        mut text,
    } = test;
    let mut names = vec![name.as_str()];
    if brings_catch {
        for catch_file in CATCH_3_FILES {
            text = text.replace(&format!("{CATCH_3_FOLDER}{catch_file}"), catch_file);
            names.push(catch_file);
        }
    }
    if text.contains("std::thread") {
        leave_room_for_threads(plan, &escape_word(file));
    }
    let id = name.split('.').next().unwrap_or(&name).to_owned();
    let file_of_case = RawCase {
        kind: Some("tests".into()),
        description: Some(format!("The tests in {name}").into()),
        tests: Some(to_names(&names)),
        framework: Some("catch2".into()),
        ..RawCase::default()
    };
    plan.files
        .insert(format!("testcases/{}/{name}", plan.id), text.into_bytes());
    plan.cases.push(ImportedCase {
        file: file_of_case,
        streams: None,
        ..ImportedCase::new(id.clone(), Vec::new(), Vec::new())
    });
    let from = if brings_catch {
        "version 3 of the package"
    } else {
        "which `apt-get install catch2` brings"
    };
    plan.notes.add_imported(
        escape_word(file),
        format!("a case of unit tests with Catch2, {from}"),
    );
    id
}

/// Copies Catch2 3 beside the tests if they name it: Debian's `catch2` may be version 2. Returns whether it did.
fn bring_catch(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    tests: &[ExerciseTest<'_>],
) -> Result<bool, ImportError> {
    let paths = CATCH_3_FILES.map(|file| format!("{CATCH_3_FOLDER}{file}"));
    let is_named = tests.iter().any(|test| test.text.contains(&paths[0]));
    if !is_named || !paths.iter().all(|path| package.has_file(path)) {
        if package.has_folder("test") {
            plan.notes.add_remark(
                CATCH_3_FOLDER,
                "Catch2 itself is taken from the machine: `apt-get install catch2`",
            );
        }
        return Ok(false);
    }
    for (name, path) in CATCH_3_FILES.iter().zip(&paths) {
        plan.files.insert(
            format!("testcases/{}/{name}", plan.id),
            package.read_bytes(path)?,
        );
    }
    if let Some(flags) = &mut plan.assignment.flags {
        flags.retain(|flag| flag != INSTALLED_CATCH);
    }
    Ok(true)
}

/// Each thread takes its stack from the memory, so a thousand threads need small ones.
fn leave_room_for_threads(plan: &mut ImportPlan, file: &str) {
    plan.limits.memory = Some(2 << 30);
    plan.limits.stack = Some(1 << 20);
    plan.notes.add_remark(
        file,
        "it starts threads, so `limits` allow 2 GiB of memory and 1 MiB for each stack",
    );
}

/// The example, under the names that students give their files, is the reference and a calibration program.
fn add_example(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    files: &ExerciseFiles,
) -> Result<(), ImportError> {
    let folder = format!("solution/{}", plan.id);
    let mut sources = Vec::new();
    for file in &files.example {
        let like = find_like(file, &files.solution);
        let (Some(like), true) = (like, package.has_file(file)) else {
            if let Some(original) = find_like(file, &files.editor)
                && [file, original].iter().all(|it| package.has_file(it))
                && package.read_bytes(file)? == package.read_bytes(original)?
            {
                let text = format!("it equals {}, which is given", quote_word(original));
                plan.notes.add_remark(escape_word(file), text);
            } else {
                let text = "no file that students write is like it";
                plan.notes.add_dropped(escape_word(file), text);
            }
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

/// The first of these files that has the ending of this one.
fn find_like<'f>(file: &str, files: &'f [String]) -> Option<&'f String> {
    files
        .iter()
        .find(|it| file_extension(it) == file_extension(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PackageFormat, test_package};

    const TESTS: &str = "#include \"test/catch_amalgamated.hpp\"\nstd::thread worker;\n";

    const FILES: [(&str, &str); 6] = [
        (
            CONFIG,
            r#"{"files": {"solution": ["sum.cpp"], "test": ["sum_test.cpp"], "editor": ["sum.h"],
                "exemplar": [".meta/exemplar.cpp", ".meta/exemplar.h"]}}"#,
        ),
        (".meta/exemplar.cpp", "int sum() { return 1; }\n"),
        (".meta/exemplar.h", "int sum();\n"),
        ("sum.h", "int sum();\n"),
        ("sum_test.cpp", TESTS),
        (CMAKE, "find_package(Boost REQUIRED)\n"),
    ];

    fn import_exercise(more: &[(&str, &str)]) -> ImportPlan {
        let all = [FILES.as_slice(), more].concat();
        test_package::read_files(PackageFormat::Exercism, &all).unwrap()
    }

    #[test]
    fn given_files_are_provided_and_their_copy_is_no_reference() {
        let plan = import_exercise(&[]);
        assert_eq!(plan.notes.dropped, []);
        assert!(plan.files.contains_key("provided/sum/sum.h"));
        assert!(plan.files.contains_key("solution/sum/sum.cpp"));
        assert!(!plan.files.contains_key("solution/sum/sum.h"));
        let other = import_exercise(&[(".meta/exemplar.h", "long sum();\n")]);
        assert_eq!(other.notes.dropped.len(), 1);
    }

    #[test]
    fn tests_for_version_3_bring_it_and_threads_get_memory() {
        let plan = import_exercise(&[
            ("test/catch_amalgamated.hpp", "3\n"),
            ("test/catch_amalgamated.cpp", "3\n"),
        ]);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(plan.files["testcases/sum/catch_amalgamated.hpp"], b"3\n");
        assert_eq!(
            plan.files["testcases/sum/sum_test.cpp"],
            TESTS.replace("test/", "").as_bytes()
        );
        let flags = plan.assignment.flags.as_deref().unwrap();
        assert!(!flags.iter().any(|flag| flag == INSTALLED_CATCH));
        let limits = (plan.limits.cpu, plan.limits.memory, plan.limits.stack);
        assert_eq!(limits, (Some(20.0), Some(2 << 30), Some(1 << 20)));
        let plan = import_exercise(&[]);
        assert!(
            !plan
                .files
                .contains_key("testcases/sum/catch_amalgamated.hpp")
        );
        let flags = plan.assignment.flags.as_deref().unwrap();
        assert!(flags.iter().any(|flag| flag == INSTALLED_CATCH));
    }
}
