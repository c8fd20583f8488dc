//! CMS, in the Italian format: `task.yaml`, `input/`, `output/`, and `gen/GEN` with subtasks.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `subtasks` | `gen/GEN` |
//! | `checker.py` | how a comparator of CMS is asked |

mod subtasks;

use super::document::DocumentNode;
use super::error::ImportError;
use super::expected::{self, ExpectedVerdicts, add_expected_program};
use super::notes::{escape_word, format_place, quote_word};
use super::package::ImportPackage;
use super::plan::{GeneratedCase, ImportPlan, ImportedCase, case_criterion};
use super::programs::{self, file_name, file_stem, is_header, is_source, sanitize_name};
use rubric::raw::{RawCriterion, to_texts};
use subtasks::{CmsCase, CmsInput, CmsSubtask, parse_subtasks};

/// The settings of a task.
const FILE: &str = "task.yaml";

/// Subtasks and generators.
const GEN: &str = "gen/GEN";

/// Keys that decide no grade.
const NEEDLESS: [&str; 14] = [
    "name",
    "nome_breve",
    "title",
    "nome",
    "primary_language",
    "public_testcases",
    "risultati",
    "version",
    "feedback_level",
    "score_precision",
    "score_mode",
    "max_submission_number",
    "min_submission_interval",
    "n_input",
];

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
    let streams = CmsStreams::from_settings(package, plan, &node);
    let subtasks = read_subtasks(package, &node)?;
    let mut converter = CmsConverter {
        package,
        streams,
        generator: None,
        number: 0,
    };
    for subtask in &subtasks {
        converter.add_subtask(plan, subtask)?;
    }
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

/// Tasks whose programs do not read one input and print one output.
fn refuse_other_types(package: &ImportPackage, node: &DocumentNode) -> Result<(), ImportError> {
    for file in package
        .files_below("check")
        .chain(package.files_below("cor"))
    {
        if file_stem(file_name(file)) == "manager" {
            let why = "a manager speaks with programs through files of its own (`Communication`), and there is nothing like it here";
            return Err(package.mistake_error(file, None, why));
        }
    }
    let output_only = node.get("output_only");
    if let Some(flag) = output_only.filter(|flag| flag.as_flag() == Some(true)) {
        let why = "students hand in output and no program";
        return Err(package.mistake_error(FILE, Some(flag.line), why));
    }
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn convert_keys(plan: &mut ImportPlan, node: &DocumentNode) {
    let first = |names: [&str; 2]| names.into_iter().find_map(|name| node.get(name));
    let title = first(["title", "nome"]).and_then(DocumentNode::as_text);
    if let Some(title) = title.filter(|title| !title.is_empty()) {
        plan.assignment.title = Some(title.to_owned());
    }
    let seconds = first(["time_limit", "timeout"]).and_then(DocumentNode::as_number);
    plan.limits.cpu = Some(seconds.unwrap_or(2.0));
    let memory = first(["memory_limit", "memlimit"]).and_then(DocumentNode::as_number);
    let memory = memory.map(|mebibytes| (mebibytes.clamp(1.0, 1e6) as u64) << 20);
    plan.limits.memory = memory.or(Some(256 << 20));
    plan.limits.stack = plan.limits.memory;
    plan.notes
        .add_imported(FILE, "`limits`; a stack may use all memory");
    for (key, value) in node.entries() {
        let name = key.name.as_str();
        if NEEDLESS.contains(&name) || name.starts_with("token_") {
            value.mark_as_read();
        }
    }
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

/// The files by which programs are given their input and print.
struct CmsStreams {
    input: String,
    output: String,
}

impl CmsStreams {
    /// With a grader, that reads and prints, and students write functions.
    fn from_settings(
        package: &ImportPackage,
        plan: &mut ImportPlan,
        node: &DocumentNode,
    ) -> CmsStreams {
        let file = |key: &str, usual: &str| {
            let typed = node.get(key).and_then(DocumentNode::as_text);
            typed.unwrap_or(usual).to_owned()
        };
        let streams = CmsStreams {
            input: file("infile", "input.txt"),
            output: file("outfile", "output.txt"),
        };
        let has_checker = plan.compare.checker.is_some();
        if !streams.output.is_empty() && has_checker {
            let text = format!(
                "programs write {} there, which a checker does not see here: they print",
                quote_word(&streams.output)
            );
            plan.notes.add_dropped(FILE, text);
            return CmsStreams {
                output: String::new(),
                ..streams
            };
        }
        for file in package.files_below("sol") {
            let name = file_name(file);
            let is_grader = file_stem(name) == "grader" && is_source(name) && !name.ends_with(".c");
            let has_grader = package.has_file("sol/grader.cpp");
            if is_grader || (has_grader && is_header(name)) {
                let target = format!("provided/{}/{}", plan.id, sanitize_name(name));
                let Ok(bytes) = package.read_bytes(file) else {
                    continue;
                };
                plan.files.insert(target.clone(), bytes);
                plan.add_provided_file(target);
                plan.notes
                    .add_imported(escape_word(file), "compiled with every program (`provide`)");
            }
        }
        streams
    }

    /// Gives a case its input and what is right.
    fn add_to_case(&self, case: &mut ImportedCase) {
        let Some(streams) = case.streams.as_mut() else {
            return;
        };
        if !self.input.is_empty() {
            let input = std::mem::take(&mut streams.input);
            case.files.insert(self.input.clone(), input);
        }
        if !self.output.is_empty() {
            let output = std::mem::take(&mut streams.output);
            case.writes.insert(self.output.clone(), output);
        }
    }
}

/// The subtasks of `gen/GEN`; without it, all cases are alike.
fn read_subtasks(
    package: &ImportPackage,
    node: &DocumentNode,
) -> Result<Vec<CmsSubtask>, ImportError> {
    if package.has_file(GEN) {
        let text = package.read_text(GEN)?;
        return parse_subtasks(&text)
            .map_err(|(line, why)| package.mistake_error(GEN, Some(line), &why));
    }
    let count = package.names_in("input").len();
    let cases = (0..count).map(|number| CmsCase {
        line: 1,
        input: CmsInput::Copied(format!("input/input{number}.txt")),
    });
    Ok(vec![CmsSubtask {
        line: node.line,
        points: None,
        cases: cases.collect(),
    }])
}

struct CmsConverter<'p> {
    package: &'p ImportPackage,
    streams: CmsStreams,
    /// The words that start the generator, once it is known.
    generator: Option<Vec<String>>,
    /// The number of the next case.
    number: usize,
}

impl CmsConverter<'_> {
    fn add_subtask(
        &mut self,
        plan: &mut ImportPlan,
        subtask: &CmsSubtask,
    ) -> Result<(), ImportError> {
        let mut ids = Vec::new();
        for case in &subtask.cases {
            ids.extend(self.add_case(plan, case)?);
        }
        if ids.is_empty() {
            return Ok(());
        }
        let place = if self.package.has_file(GEN) {
            format_place(GEN, subtask.line)
        } else {
            escape_word("input/")
        };
        let Some(points) = subtask.points else {
            plan.notes.add_imported(
                place,
                format!("{} cases, each its share of 100 points", ids.len()),
            );
            plan.criteria
                .push(case_criterion("cases".to_owned(), 100.0, &ids));
            return Ok(());
        };
        if points <= 0.0 {
            let text = "a subtask without points, such as the examples: its cases decide nothing";
            plan.notes.add_imported(place, text);
            return Ok(());
        }
        let number = plan.criteria.len() + 1;
        let criterion = case_criterion(format!("subtask-{number}"), points, &ids);
        let credit = if plan.compare.checker.is_some() {
            "minimum"
        } else {
            "all-or-nothing"
        };
        plan.criteria.push(RawCriterion {
            credit: Some(credit.into()),
            ..criterion
        });
        plan.notes.add_imported(
            place,
            format!("the criterion `subtask-{number}`: {points} points"),
        );
        Ok(())
    }

    /// Adds a case; its name is the value.
    fn add_case(
        &mut self,
        plan: &mut ImportPlan,
        case: &CmsCase,
    ) -> Result<Option<String>, ImportError> {
        let number = self.number;
        self.number += 1;
        let id = format!("{number:03}");
        let place = format_place(GEN, case.line);
        let input_file = format!("input/input{number}.txt");
        let answer_file = format!("output/output{number}.txt");
        let copied = match &case.input {
            CmsInput::Copied(path) => Some(path.as_str()),
            CmsInput::Generated(_) => None,
        };
        let found = [Some(input_file.as_str()), copied];
        let found = found
            .into_iter()
            .flatten()
            .find(|file| self.package.has_file(file));
        let input = match (found, &case.input) {
            (Some(file), _) => self.package.read_bytes(file)?,
            (None, CmsInput::Generated(arguments)) => {
                let Some(mut words) = self.generator_words(plan)? else {
                    let text =
                        "neither its input nor a generator in C++ or Python is in the package";
                    plan.notes.add_dropped(place, text);
                    return Ok(None);
                };
                words.extend(shlex::split(arguments).unwrap_or_default());
                plan.generated.push(GeneratedCase {
                    words,
                    input: Vec::new(),
                    has_answer: false,
                    input_file: Some(self.streams.input.clone()).filter(|file| !file.is_empty()),
                    place,
                    case: id.clone(),
                });
                Vec::new()
            }
            (None, _) => {
                let text = format!("{} is not in the package", quote_word(&input_file));
                plan.notes.add_dropped(place, text);
                return Ok(None);
            }
        };
        let answer = if self.package.has_file(&answer_file) {
            self.package.read_bytes(&answer_file)?
        } else {
            plan.is_answered_by_reference = true;
            Vec::new()
        };
        let mut made = ImportedCase::new(id.clone(), input, answer);
        self.streams.add_to_case(&mut made);
        plan.cases.push(made);
        Ok(Some(id))
    }

    /// Modules and headers beside the generator, which it may need.
    fn add_generator_parts(&self, plan: &mut ImportPlan, path: &str) -> Result<(), ImportError> {
        for part in self.package.files_below("gen").filter(|part| *part != path) {
            if is_header(part) {
                programs::add_judge_file(self.package, plan, path, part)?;
            } else if part.ends_with(".py") {
                let target = programs::judge_file_path(plan, path, part);
                plan.files.insert(target, self.package.read_bytes(part)?);
            }
        }
        Ok(())
    }

    fn generator_words(
        &mut self,
        plan: &mut ImportPlan,
    ) -> Result<Option<Vec<String>>, ImportError> {
        if self.generator.is_none() {
            let is_generator = |file: &&str| {
                let name = file_name(file);
                ["generator", "generatore"].contains(&file_stem(name))
                    && (is_source(name) || name.ends_with(".py"))
            };
            let Some(path) = self.package.files_below("gen").find(is_generator) else {
                return Ok(None);
            };
            let words = programs::add_judge_program(self.package, plan, path, &[])?;
            self.add_generator_parts(plan, path)?;
            self.generator = Some(words);
        }
        Ok(self.generator.clone())
    }
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
