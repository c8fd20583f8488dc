//! The problem format of DMOJ: `init.yml`, and the files that it names, often in an archive.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `cases`, `names` | `test_cases`: single cases, batches, and cases by their names |
//! | `data` | inputs and outputs, in the package or in its archive |
//! | `settings` | the name of `init.yml`, and its unit of memory |
//! | `checkers` | how output is judged |
//! | `generators` | programs that make the files of cases |
//! | `interactor` | programs that speak with those of students |
//! | `judge_program` | the files of such programs, and how they are compiled |
//! | `signature` | a `main` of the package, for functions of students |
//! | `tests` | programs with what is expected of them, as the judge's own tests have them |

mod cases;
mod checkers;
mod data;
mod generators;
mod interactor;
mod judge_program;
mod names;
mod settings;
mod signature;
mod tests;

use super::document::DocumentNode;
use super::error::ImportError;
use super::notes::{format_place, quote_word};
use super::package::ImportPackage;
use super::plan::ImportPlan;
use data::DmojData;
use settings::FILE;

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let node = package.read_yaml(FILE)?;
    plan.use_judge_defaults();
    plan.limits.output = Some(24 << 20);
    convert_keys(package, plan, &node)?;
    let archive = match node.get("archive").and_then(DocumentNode::as_text) {
        Some(file) => Some(package.open_inner(file, &mut plan.notes)?),
        None => None,
    };
    let data = DmojData {
        package,
        archive: archive.as_ref(),
        is_binary: node.get("binary_data").and_then(DocumentNode::as_flag) == Some(true),
    };
    cases::add_cases(&data, plan, &node)?;
    if plan.cases.is_empty() {
        let why = "there is no case with an input and an output that are in the package";
        return Err(package.mistake_error(FILE, None, why));
    }
    tests::add_tests(package, plan)?;
    if plan.limits.cpu.is_none() {
        plan.limits.cpu = Some(2.0);
        plan.limits.memory = Some(256 << 20);
        let text = "the limits of time and memory stand on the site and not in the package: they are 2 s and 256 MiB";
        plan.notes.add_remark("limits", text);
    }
    if plan.has_interactor() {
        interactor::add_reference(package, plan)?;
    }
    plan.limits.stack = plan.limits.memory;
    Ok(())
}

/// The keys of the problem, but for those of cases.
fn convert_keys(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<(), ImportError> {
    let judges = ["interactive", "custom_judge", "grader"];
    let is_talking = judges.iter().any(|key| node.get(key).is_some());
    for (key, value) in node.entries() {
        let place = format_place(FILE, key.line);
        let why = match key.name.as_str() {
            "archive" | "test_cases" | "points" | "checker" | "in" | "out" | "time_limit"
            | "memory_limit" => continue,
            "output_limit_length" => {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is clamped"
                )]
                let bytes = value.as_number().map(|it| it.clamp(1024.0, 1e9) as u64);
                plan.limits.output = bytes.or(plan.limits.output);
                plan.notes.add_imported(place, "`limits.output`");
                continue;
            }
            "interactive" => {
                interactor::convert_interactor(package, plan, value)?;
                continue;
            }
            "custom_judge" | "grader" => {
                interactor::convert_custom_judge(package, plan, value)?;
                continue;
            }
            "signature_grader" => {
                signature::add_provided_files(package, plan, value)?;
                let text = "its header stands before every program, whose `main` has another name, as on DMOJ";
                plan.notes.add_imported(place, text);
                continue;
            }
            "unbuffered" if is_talking && value.as_flag() == Some(true) => {
                plan.assignment.terminal = Some(true);
                let text = "`terminal = true`: programs need not flush complete lines";
                plan.notes.add_imported(place, text);
                continue;
            }
            "output_prefix_length" | "unbuffered" | "hints" | "meta" => {
                plan.notes.add_needless_key(place, &key.name, value);
                continue;
            }
            // Said of each case that needs it.
            "generator" => continue,
            "symlinks" if cases::are_links_to_input(value) => {
                let text = "`files`: each link to `/dev/stdin` is a file with the input";
                plan.notes.add_imported(place, text);
                continue;
            }
            "symlinks" => "only links to `/dev/stdin` are carried over",
            "pretest_test_cases" => "cases of contests' first round are not run besides the others",
            // Said of the files of cases.
            "binary_data" => continue,
            "wall_time_factor" => "limits and streams have rules of their own here",
            "file_io" | "io_redirects" => "programs read standard input and write standard output",
            "short_circuit" => "all cases are run, whatever came before",
            // Reported when all is read.
            _ => continue,
        };
        value.mark_as_read();
        plan.notes
            .add_dropped(place, format!("{}: {why}", quote_word(&key.name)));
    }
    Ok(())
}

#[cfg(test)]
mod import_tests {
    use super::super::plan::{criterion_points, to_strings};
    use super::super::{ImportPlan, PackageFormat, test_package};

    /// The plan of a package with this `init.yml` and an accepted program, and further files.
    fn import_files(init: &str, more: &[(&str, &str)]) -> ImportPlan {
        let usual = [
            ("init.yml", init),
            ("1.in", "1\n"),
            ("1.out", "2\n"),
            ("tests/right/test.yml", "source: a.cpp\nexpect: AC\n"),
            ("tests/right/a.cpp", ""),
            ("tests/broken/test.yml", "source: a.cpp\nexpect: CE\n"),
            ("tests/broken/a.cpp", ""),
        ];
        let files = [usual.as_slice(), more].concat();
        test_package::read_files(PackageFormat::Dmoj, &files).unwrap()
    }

    #[test]
    fn python_checkers_get_the_points_of_a_case_and_need_no_output() {
        let init =
            "checker: {name: check.py, args: {most: 3}}\ntest_cases:\n- {in: 1.in, points: 5}\n";
        let plan = import_files(init, &[("check.py", "")]);
        assert_eq!(plan.notes.dropped, []);
        let compare = &plan.compare;
        let words = |list| to_strings(list).join(" ");
        assert_eq!(words(compare.checker.as_ref()), "checkers/sum/check.py");
        assert_eq!(words(compare.checker_args.as_ref()), "most=3 point_value=5");
        assert_eq!(compare.protocol, Some("dmoj".into()));
        let broken = &plan.calibration[0];
        assert_eq!(words(broken.required.as_ref()), "not-run");
        // The usual checker needs what is right.
        let usual = "test_cases:\n- {in: 1.in, points: 5}\n- {in: 1.in, out: 1.out}\n";
        let plan = import_files(usual, &[]);
        let said: Vec<&str> = plan
            .notes
            .dropped
            .iter()
            .map(|it| it.place.as_str())
            .collect();
        assert_eq!((plan.cases.len(), said), (1, vec!["init.yml:2"]));
    }

    #[test]
    fn checkers_with_other_arguments_are_started_by_a_script() {
        let exec = "exec checkers/sum/check.cpp.program";
        let table = [
            ("type: peg", "\"$3\" \"$2\" \"$1\"", true),
            (
                "args_format_string: '{answer_file} \"a b\" --out={output_file}'",
                "\"$3\" 'a b' '--out='\"$2\"",
                true,
            ),
            ("args_format_string: '{case_no}'", "", false),
        ];
        for (more, words, is_known) in table {
            let init = format!(
                "checker: {{name: bridged, args: {{files: check.cpp, {more}}}}}\ntest_cases:\n- {{in: 1.in, out: 1.out}}\n"
            );
            let plan = import_files(&init, &[("check.cpp", "")]);
            assert_eq!(plan.notes.dropped.is_empty(), is_known, "{more}");
            let script = plan.files.get("checkers/sum/check.cpp.program.sh");
            let script = script.map(|text| String::from_utf8_lossy(text).into_owned());
            let expected = is_known.then(|| format!("{exec} {words}"));
            let found = script.as_deref().and_then(|text| text.lines().last());
            assert_eq!(found, expected.as_deref(), "{more}");
        }
        let plan = import_files(
            "checker: easy\ntest_cases:\n- {in: 1.in, out: 1.out}\n",
            &[],
        );
        assert_eq!(plan.notes.dropped, []);
        let checker = to_strings(plan.compare.checker.as_ref());
        assert_eq!(checker, ["python3", "checkers/sum/easy.py"]);
    }

    #[test]
    fn interactors_and_functions_of_students_are_carried_over() {
        for (kind, protocol) in [("", "dmoj"), (", type: testlib", "testlib")] {
            let init = format!(
                "unbuffered: false\ninteractive: {{files: talk.cpp, flags: [-DX]{kind}}}\ntest_cases:\n- {{in: 1.in, points: 10}}\n"
            );
            let plan = import_files(&init, &[("talk.cpp", "")]);
            assert_eq!(plan.notes.dropped, []);
            // testlib answers in points of the case.
            let compare = plan.cases[0].file.compare.as_ref();
            let full_score = compare.and_then(|it| it.body.full_score.clone());
            assert_eq!(full_score.is_some(), protocol == "testlib");
            assert_eq!(plan.compare.protocol, Some(protocol.into()));
            assert!(plan.compare.interactor.is_some() && plan.assignment.reference.is_some());
            assert_eq!(plan.tools[0].flags.last().unwrap(), "-DX");
        }
        let init = "signature_grader: {entry: main.cpp, header: add.h}\ntest_cases:\n- {in: 1.in, out: 1.out}\n";
        let files = [
            ("main.cpp", "int main() {}\n"),
            ("add.h", "int add(int);\n"),
        ];
        let plan = import_files(init, &files);
        assert_eq!(plan.notes.dropped, []);
        let flags = plan.assignment.flags.unwrap();
        assert!(flags.ends_with(&["-include".to_owned(), "before_each_source.h".to_owned()]));
        let entry = &plan.files["provided/sum/main.cpp"];
        assert!(entry.starts_with(b"#undef main\n"));
    }

    #[test]
    fn judges_in_python_that_only_talk_are_carried_over_and_others_refused_with_their_lines() {
        let init =
            "custom_judge: judge.py\nunbuffered: true\ntest_cases:\n- {in: 1.in, points: 4}\n";
        let talking = "from dmoj.graders.interactive import InteractiveGrader\n\
                       class Grader(InteractiveGrader):\n    def interact(self, case, interactor):\n        return True\n";
        let plan = import_files(init, &[("judge.py", talking)]);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(plan.assignment.terminal, Some(true));
        let words = to_strings(plan.compare.interactor.as_ref());
        assert_eq!(words[2], "checkers/sum/judge.d/judge.py");
        let compare = &plan.cases[0].file.compare.as_ref().unwrap().body;
        assert_eq!(to_strings(compare.checker_args.as_ref()), ["4"]);
        let other = "from dmoj.graders.standard import StandardGrader\nclass Grader(StandardGrader):\n    \
                     def check_result(self, case, result):\n        return True\n";
        let files = [("init.yml", init), ("judge.py", other), ("1.in", "")];
        let refused = test_package::read_files(PackageFormat::Dmoj, &files).unwrap_err();
        let refused = refused.to_string();
        for said in [
            "init.yml:1: `custom_judge`",
            "judge.py:1: `StandardGrader`",
            "judge.py:3: `check_result`",
        ] {
            assert!(refused.contains(said), "{said}: {refused}");
        }
    }

    #[test]
    fn batches_known_by_words_come_before_numbers() {
        let init = "test_cases:\n  input_format: '((?P<batch>\\w+)\\.)?(?P<case>\\d+)\\.in'\n  \
                    output_format: '((?P<batch>\\w+)\\.)?(?P<case>\\d+)\\.out'\n  case_points: [0, 3, 1]\n";
        let names = [
            "1.in",
            "1.out",
            "dummy.1.in",
            "dummy.1.out",
            "dummy.2.in",
            "dummy.2.out",
            // A case without input; and names that fit from their middle on.
            "2.OUT",
            "old/7.in",
        ];
        let plan = import_files(init, &names.map(|name| (name, "")));
        assert_eq!(plan.notes.dropped, []);
        let ids: Vec<&str> = plan.cases.iter().map(|case| case.id.as_str()).collect();
        assert_eq!(ids, ["batch-dummy-1", "batch-dummy-2", "case-1", "case-2"]);
        let points: Vec<_> = plan.criteria.iter().map(|it| it.points.as_ref()).collect();
        assert_eq!(points, [Some(&4.0.into()), Some(&0.0.into())]);
    }

    #[test]
    fn an_accepted_program_in_python_is_the_reference_where_there_is_no_other() {
        let init = "interactive: {files: talk.cpp}\ntest_cases:\n- {in: 1.in}\n";
        let table = [
            ("print(1)\n", true),
            ("print 1\n", false),
            ("print(raw_input())\n", false),
        ];
        for (text, is_taken) in table {
            let files = [
                ("init.yml", init),
                ("1.in", "1\n"),
                ("talk.cpp", ""),
                ("tests/right/test.yml", "source: a.py\nexpect: AC\n"),
                ("tests/right/a.py", text),
            ];
            let plan = test_package::read_files(PackageFormat::Dmoj, &files);
            assert_eq!(plan.is_ok(), is_taken, "{text}: {:?}", plan.err());
            let Ok(plan) = plan else { continue };
            let path = "calibration/sum/right/a/a.py";
            assert!(plan.files.contains_key(path) && plan.toolchains.contains_key("python3"));
            assert_eq!(to_strings(plan.calibration[0].sources.as_ref()), [path]);
        }
    }

    #[test]
    fn generators_make_the_files_of_cases_that_name_no_input() {
        let init = "generator: {source: gen.cpp, flags: [-DX]}\ntest_cases:\n\
                    - {generator_args: [3, 4], points: 1}\n\
                    - {generator_in: 1.in, out: 1.out, points: 1}\n\
                    - {in: 1.in, out: 1.out, points: 1}\n";
        let plan = import_files(init, &[("gen.cpp", "")]);
        assert_eq!(plan.notes.dropped, []);
        let made: Vec<(Vec<&str>, &[u8], bool)> = plan
            .generated
            .iter()
            .map(|one| {
                let words = one.words.iter().map(String::as_str);
                (words.collect(), one.input.as_slice(), one.has_answer)
            })
            .collect();
        let program = "checkers/sum/gen.cpp.program";
        let expected: [(Vec<&str>, &[u8], bool); 2] = [
            (vec![program, "3", "4"], b"", true),
            (vec![program], b"1\n", false),
        ];
        assert_eq!(made, expected);
        assert_eq!((plan.cases.len(), plan.tools.len()), (3, 1));
    }

    #[test]
    fn links_to_the_input_are_files_with_it() {
        let cases = "test_cases:\n- {in: 1.in, out: 1.out}\n";
        let plan = import_files(&format!("symlinks: {{in_link: /dev/stdin}}\n{cases}"), &[]);
        assert_eq!(plan.notes.dropped, []);
        assert_eq!(plan.cases[0].files["in_link"], b"1\n");
        let plan = import_files(&format!("symlinks: {{log: /tmp/log}}\n{cases}"), &[]);
        assert_eq!(
            (plan.notes.dropped.len(), plan.cases[0].files.len()),
            (1, 0)
        );
    }

    #[test]
    fn only_binary_data_keeps_its_ends_of_lines() {
        for (more, input) in [("", "1\n2\n3\n"), ("binary_data: true\n", "1\r\n2\r3")] {
            let init = format!(
                "{more}checker: {{name: linecount, args: {{feedback: true}}}}\ntest_cases:\n- {{in: a.in, out: 1.out}}\n"
            );
            let plan = import_files(&init, &[("a.in", "1\r\n2\r3")]);
            assert_eq!(plan.notes.dropped, []);
            let streams = plan.cases[0].streams.as_ref().unwrap();
            assert_eq!(streams.input, input.as_bytes());
        }
    }

    #[test]
    fn points_with_a_fraction_keep_their_proportion() {
        let init = "test_cases:\n- {in: 1.in, out: 1.out, points: 2.5}\n- {in: 1.in, out: 1.out, points: 5}\n";
        let plan = import_files(init, &[]);
        let weights = plan
            .cases
            .iter()
            .map(|case| *case.file.weight.as_ref().unwrap().get_ref());
        assert_eq!(weights.collect::<Vec<u32>>(), [2500, 5000]);
        assert!((criterion_points(&plan.criteria[0]) - 7.5).abs() < 1e-9);
    }
}
