//! CMS, in the Italian format: `task.yaml`, `input/`, `output/`, and `gen/GEN` with subtasks.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `settings` | `task.yaml` |
//! | `subtasks` | `gen/GEN` |
//! | `cases` | cases, and criteria of subtasks |
//! | `checker.py` | how a comparator of CMS is asked |

mod cases;
mod settings;
mod subtasks;

use super::error::ImportError;
use super::expected::{self, ExpectedVerdicts, add_expected_program};
use super::notes::escape_word;
use super::package::ImportPackage;
use super::plan::ImportPlan;
use super::programs::{self, file_name, file_stem, is_source};
use rubric::raw::to_texts;
use settings::{CmsStreams, FILE, convert_keys, refuse_other_types};
use subtasks::GEN;

/// Whether it is such a package.
pub(super) fn is_package(package: &ImportPackage) -> bool {
    package.has_file(FILE) && (package.has_folder("input") || package.has_file(GEN))
}

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let node = package.read_yaml(FILE)?;
    plan.use_judge_defaults();
    // Templates for students open the files of the task only where this is defined.
    plan.assignment
        .flags
        .get_or_insert_default()
        .push("-DEVAL".to_owned());
    plan.compare.scope = Some("output".into());
    refuse_other_types(package, &node)?;
    convert_keys(plan, &node);
    add_checker(package, plan)?;
    let streams = CmsStreams::from_settings(package, plan, &node)?;
    cases::add_cases(package, plan, &node, streams)?;
    if plan.cases.is_empty() {
        let why = "there is no case: expected `input/input0.txt` and `output/output0.txt`";
        return Err(package.mistake_error(FILE, None, why));
    }
    add_solutions(package, plan)?;
    expected::add_submission_folders(package, plan)?;
    if plan.needs_reference() && !plan.use_accepted_reference() {
        let why =
            "what is right stands in no file, so `sol/solution.cpp` is needed as the reference";
        return Err(package.mistake_error("sol", None, why));
    }
    for folder in ["statement", "att", "testo"] {
        if package.has_folder(folder) {
            let text = "hand it out yourself";
            plan.notes.add_remark(format!("{folder}/"), text);
        }
    }
    Ok(())
}

/// The comparator, which gives a share of the points; without one, words of each line are compared.
fn add_checker(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let names = [("check", "checker"), ("cor", "correttore")];
    for (folder, stem) in names {
        let all: Vec<&str> = package
            .files_below(folder)
            .filter(|file| file_stem(file_name(file)) == stem)
            .collect();
        let is_known = |file: &&&str| is_source(file) || file.ends_with(".py");
        let Some(path) = all.iter().find(is_known) else {
            if let Some(binary) = all.first() {
                let why = "it decides what is right, and it is no source: add it in C++ or Python";
                return Err(package.mistake_error(binary, None, why));
            }
            continue;
        };
        let words = programs::add_judge_program(package, plan, path, &[])?;
        let script = plan.add_checker_script("cms.py", include_str!("checker.py"));
        plan.compare.checker = Some(to_texts([script, words].concat()));
        plan.notes
            .add_imported(escape_word(path), "the checker, which may give a share");
        return Ok(());
    }
    plan.compare.whitespace = Some("collapse".into());
    plan.notes
        .add_imported(FILE, "words of each line are compared, as CMS does");
    Ok(())
}

/// The official solution is right; what is expected of the others is not said.
fn add_solutions(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    for file in package.files_below("sol") {
        let name = file_name(file);
        if !is_source(name) || ["grader", "stub", "template"].contains(&file_stem(name)) {
            continue;
        }
        let is_official = ["solution", "soluzione"].contains(&file_stem(name));
        let expected = is_official
            .then(|| ExpectedVerdicts::from_folder("accepted", true))
            .flatten();
        add_expected_program(package, plan, file, expected, None)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::plan::{criterion_id, criterion_points, to_strings};
    use super::super::{ImportPlan, PackageFormat, test_package};

    const SETTINGS: &str = "name: sum\ntitle: A sum\ntime_limit: 0.5\nmemory_limit: 64\ninfile: \"\"\noutfile: \"\"\ntoken_mode: disabled\n";

    const FILES: [(&str, &str); 7] = [
        ("input/input0.txt", "1\n"),
        ("output/output0.txt", "2\n"),
        ("input/input1.txt", "2\n"),
        ("output/output1.txt", "3\n"),
        ("input/input2.txt", "3\n"),
        ("output/output2.txt", "4\n"),
        ("sol/solution.cpp", ""),
    ];

    fn import_task(settings: &str, files: &[(&str, &str)]) -> ImportPlan {
        let all = [&[("task.yaml", settings)], files].concat();
        test_package::read_files(PackageFormat::Cms, &all).unwrap()
    }

    fn criteria(plan: &ImportPlan) -> Vec<String> {
        let all = plan.criteria.iter().map(|one| {
            let credit = one.credit.as_ref().map_or("", |word| word.get_ref());
            let cases = to_strings(one.cases.as_ref()).join("+");
            format!(
                "{} {} {credit} {cases}",
                criterion_id(one),
                criterion_points(one)
            )
        });
        all.collect()
    }

    #[test]
    fn subtasks_become_criteria_and_cases_without_them_shares() {
        let subtasks = [("gen/GEN", "#ST: 0\n1\n#ST: 30\n2\n#ST: 70\n3\n")];
        let plan = import_task(SETTINGS, &[FILES.as_slice(), &subtasks].concat());
        assert_eq!(plan.notes.dropped, []);
        let expected = [
            "subtask-1 30 all-or-nothing 001",
            "subtask-2 70 all-or-nothing 002",
        ];
        assert_eq!(criteria(&plan), expected);
        assert_eq!(
            (plan.limits.cpu, plan.limits.memory),
            (Some(0.5), Some(64 << 20))
        );
        assert_eq!(plan.calibration.len(), 1);
        let plan = import_task(SETTINGS, &FILES);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(criteria(&plan), ["cases 100  000+001+002"]);
    }

    #[test]
    fn programs_read_and_write_the_files_of_the_task() {
        let plan = import_task("name: sum\ntime_limit: 1\n", &FILES);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(plan.cases[0].files["input.txt"], b"1\n");
        assert_eq!(plan.cases[0].writes["output.txt"], b"2\n");
        let more = [
            ("check/checker.cpp", ""),
            ("sol/grader.cpp", ""),
            ("sol/sum.h", ""),
        ];
        let plan = import_task(SETTINGS, &[FILES.as_slice(), &more].concat());
        assert_eq!(plan.notes.dropped, []);
        let words = to_strings(plan.compare.checker.as_ref());
        assert_eq!(
            words[1..],
            ["checkers/sum/cms.py", "checkers/sum/checker.cpp.program"]
        );
        assert!(plan.files.contains_key("provided/sum/sum.h"));
    }

    #[test]
    fn generators_make_input_that_is_not_in_the_package() {
        let files = [
            ("gen/GEN", "#ST: 100\n5 'a b'\n#COPY: gen/one.txt\n"),
            ("gen/generator.py", ""),
            ("gen/limits.py", ""),
            ("gen/one.txt", "1\n"),
            ("sol/soluzione.cpp", ""),
        ];
        let plan = import_task(SETTINGS, &files);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(plan.generated[0].words[2..], ["5", "a b"]);
        let module = "checkers/sum/generator.py.d/limits.py";
        assert!(plan.files.contains_key(module));
        assert!(plan.needs_reference() && plan.assignment.reference.is_some());
    }

    #[test]
    fn tasks_of_other_types_are_refused() {
        for (settings, file, said) in [
            (SETTINGS, "check/manager.cpp", "Communication"),
            (
                "output_only: true\n",
                "gen/GEN",
                "task.yaml:1: students hand in output",
            ),
            (SETTINGS, "check/checker", "it is no source"),
        ] {
            let files = [
                ("task.yaml", settings),
                ("input/input0.txt", ""),
                (file, ""),
            ];
            let error = test_package::read_files(PackageFormat::Cms, &files);
            let error = error.unwrap_err().to_string();
            assert!(error.contains(said), "{file}: {error}");
        }
    }
}
