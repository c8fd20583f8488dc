//! VPL, the activity of Moodle for programs: `vpl_evaluate.cases` with cases, and files that are added to the student's.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `statements` | the cases as plain data |
//! | `course` | cases as cases and criteria |
//! | `check.py` | how VPL compares output |

mod course;
mod statements;

use super::error::ImportError;
use super::expected;
use super::notes::{escape_word, format_place, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, to_names};
use super::programs::{self, file_name, is_header, is_source, sanitize_name};
use rubric::raw::{RawCalibration, RawFiles, to_texts};

/// The file with the cases.
const FILE: &str = "vpl_evaluate.cases";

/// Folders that are no files of the activity.
const OTHER_FOLDERS: [&str; 4] = ["solution", "submissions", "required_files", "tests"];

/// The path of the file with the cases, the nearest to the top; none if there is no such file.
pub(super) fn find_cases(package: &ImportPackage) -> Option<String> {
    let all = package.files_below("");
    let cases = all.filter(|file| file_name(file) == FILE);
    let nearest = cases.min_by_key(|file| file.matches('/').count());
    nearest.map(str::to_owned)
}

/// Makes the plan of a package.
pub(super) fn fill_plan(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    let file = find_cases(package).unwrap_or_default();
    let text = String::from_utf8_lossy(&package.read_bytes(&file)?).into_owned();
    let (cases, unknown) = statements::parse_cases(&text);
    for line in unknown {
        let text = format!("{} is no statement", quote_word(&line.text));
        plan.notes.add_dropped(format_place(&file, line.line), text);
    }
    plan.use_answers();
    plan.compare.scope = Some("output".into());
    let data = add_files(package, plan, &file)?;
    course::add_cases(package, plan, &file, &cases, &data)?;
    for folder in ["solution", "solutions"] {
        if package.has_folder(folder) {
            let known = RawCalibration {
                permitted: Some(to_texts(["accepted"])),
                ..RawCalibration::default()
            };
            programs::add_calibration_program(package, plan, folder, known, "right in every case")?;
        }
    }
    expected::add_submission_folders(package, plan)
}

/// The files in the folder of the cases: sources are compiled with the student's, and programs find the others. The value has these, by their
/// names.
fn add_files(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    cases: &str,
) -> Result<Vec<(String, Vec<u8>)>, ImportError> {
    let folder = cases.strip_suffix(FILE).unwrap_or_default();
    let mut data = Vec::new();
    let mut replaced = Vec::new();
    let mut is_c = false;
    let mut is_cpp = false;
    for file in package.files_below(folder.trim_end_matches('/')) {
        let below = file.strip_prefix(folder).unwrap_or(file);
        let top = below.split('/').next().unwrap_or_default();
        is_c |= below.ends_with(".c");
        is_cpp |= is_source(below) && !below.ends_with(".c");
        if OTHER_FOLDERS.contains(&top) || file == cases {
            continue;
        }
        let name = file_name(file);
        if ["vpl_run.sh", "vpl_evaluate.sh", "vpl_debug.sh"].contains(&name) {
            let script = package.read_bytes(file)?;
            let is_empty = script.iter().all(u8::is_ascii_whitespace);
            if !is_empty && name != "vpl_debug.sh" {
                let text = "its own script compiles or evaluates there; here all sources are compiled, and the cases decide";
                plan.notes.add_dropped(escape_word(file), text);
            }
        } else if is_source(name) || is_header(name) {
            replaced
                .push(plan.store_instructor_file(&sanitize_name(name), package.read_bytes(file)?));
            let text = "compiled with every program, in place of a file with its name (`replace`)";
            plan.notes.add_imported(escape_word(file), text);
        } else if below == name && !name.starts_with('.') && is_data(name) {
            data.push((sanitize_name(name), package.read_bytes(file)?));
            let text = "programs find it where they run (`files`)";
            plan.notes.add_imported(escape_word(file), text);
        }
    }
    if !replaced.is_empty() {
        plan.assignment.replace = Some(RawFiles::Names(replaced).into());
    }
    let (pattern, toolchain) = if is_c && !is_cpp {
        ("*.c", "gcc")
    } else {
        ("*.cpp", "g++")
    };
    plan.assignment.sources = Some(to_texts([pattern]));
    plan.assignment.toolchain = Some(to_names(&[toolchain]));
    plan.assignment.libraries = Some(vec!["m".into()]);
    let text = format!(
        "the cases do not name the files of students: they hand in {}",
        quote_word(pattern)
    );
    plan.notes.add_remark("sources", text);
    Ok(data)
}

/// Whether programs may read it, and it is not for people.
fn is_data(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_text = [".md", ".html", ".pdf", ".xml", ".mbz", ".py", ".java"];
    !is_text.iter().any(|ending| lower.ends_with(ending)) && !lower.starts_with("readme")
}

#[cfg(test)]
mod tests {
    use super::super::plan::{ImportedStreams, criterion_points, to_strings};
    use super::super::{ImportPlan, PackageFormat, test_package};

    fn import_cases(cases: &str) -> ImportPlan {
        let files = [("vpl_evaluate.cases", cases), ("data.txt", "1\n")];
        test_package::read_files(PackageFormat::Vpl, &files).unwrap()
    }

    fn dropped(plan: &ImportPlan) -> Vec<String> {
        let all = plan.notes.dropped.iter();
        all.map(|note| format!("{} {}", note.place, note.text))
            .collect()
    }

    #[test]
    fn cases_have_input_outputs_arguments_and_exit_codes() {
        let plan = import_cases(
            "case = Sum\ninput = 2 3\noutput = 5\noutput = five\nfail message = Add them.\nprogram arguments = -v 'a b'\n\
             case = Bad\nexpected exit code = -3\noutput = /no.*/i\ntime limit = 0.5\n",
        );
        assert_eq!(dropped(&plan), [""; 0]);
        let [sum, bad] = plan.cases.as_slice() else {
            panic!("two cases")
        };
        let streams = ImportedStreams {
            input: b"2 3\n".to_vec(),
            output: b"5\n".to_vec(),
        };
        assert_eq!(sum.streams, Some(streams));
        assert_eq!(to_strings(sum.file.args.as_ref()), ["-v", "a b"]);
        assert_eq!(sum.files["data.txt"], b"1\n");
        let words = |case: &super::super::plan::ImportedCase| {
            to_strings(
                case.file
                    .compare
                    .as_ref()
                    .unwrap()
                    .body
                    .checker_args
                    .as_ref(),
            )
        };
        assert_eq!(words(sum), ["Add them.", "five"]);
        assert_eq!(words(bad), [""]);
        assert!(bad.file.exit.is_some() && bad.file.limits.is_some());
        assert_eq!(to_strings(plan.assignment.sources.as_ref()), ["*.cpp"]);
    }

    #[test]
    fn what_a_wrong_case_costs_becomes_points_or_a_penalty() {
        let points = |text: &str| -> Vec<(f64, Option<f64>)> {
            let plan = import_cases(text);
            let of = |one: &rubric::raw::RawCriterion| {
                let penalty = one.penalty.as_ref().and_then(|it| it.body.each.as_ref());
                (criterion_points(one), penalty.map(|each| *each.get_ref()))
            };
            plan.criteria.iter().map(of).collect()
        };
        let usual = "case=a\noutput=1\ncase=b\noutput=2\ncase=c\noutput=3\n";
        assert_eq!(points(usual), [(100.0, None)]);
        let each =
            "case=a\ngrade reduction=100%\noutput=1\ncase=b\ngrade reduction=100%\noutput=2\n";
        assert_eq!(points(each), [(100.0, None)]);
        let all = "case=a\ngrade reduction=60%\noutput=1\ncase=b\ngrade reduction=40\noutput=2\n";
        assert_eq!(points(all), [(60.0, None), (40.0, None)]);
        let some = "case=a\ngrade reduction=10%\noutput=1\ncase=b\ngrade reduction=5%\noutput=2\n";
        let expected = [(100.0, None), (0.0, Some(10.0)), (0.0, Some(5.0))];
        assert_eq!(points(some), expected);
    }

    #[test]
    fn what_has_no_counterpart_is_named_with_its_line() {
        let table = [
            ("program to run = ./other", "vpl_evaluate.cases:1 it runs"),
            (
                "variation = b",
                "vpl_evaluate.cases:1 only students of the variation",
            ),
            (
                "expected exit code = 2",
                "vpl_evaluate.cases:1 the exit code 2 or right output",
            ),
            (
                "program arguments = 'a",
                "vpl_evaluate.cases:1 the quotes of its program arguments",
            ),
            ("output = /(a/", "vpl_evaluate.cases:1 the expression"),
            ("output = /a/x", "vpl_evaluate.cases:1 the expression"),
            (
                "what is this",
                "vpl_evaluate.cases:2 `what is this` is no statement",
            ),
        ];
        for (statement, said) in table {
            let text = format!("case = a\n{statement}\noutput = 1\ncase = b\noutput = 2\n");
            let found = dropped(&import_cases(&text));
            assert!(
                found.iter().any(|text| text.starts_with(said)),
                "{statement}: {found:?}"
            );
        }
    }
}
