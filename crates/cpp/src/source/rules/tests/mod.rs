//! Tricky programs, and what each rule must answer: the lines of its findings, and nothing else.

mod functions;
mod text;
mod types;
mod variables;

use super::super::{ParsedProgram, ProgramSymbols};
use super::*;
use model::{HeaderField, LibraryHeader};

fn read(files: &[(&str, &str)], symbols: Option<ProgramSymbols>) -> ParsedProgram {
    let files: Vec<(String, Vec<u8>)> = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    ParsedProgram::parse_files(&files, &[], symbols)
}

/// The lines of a rule's findings in one file; 0 for a finding without a line.
fn lines(rule: &RubricRule, source: &str) -> Vec<usize> {
    let inspection = inspect_program(rule, &read(&[("main.cpp", source)], None));
    inspection
        .findings
        .iter()
        .map(|finding| finding.line.unwrap_or(0))
        .collect()
}

/// Holds a rule against programs, each with the lines that it must find.
fn holds(rule: &RubricRule, table: &[(&str, &[usize])]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(source, expected)| {
            let found = lines(rule, source);
            (found != *expected)
                .then(|| format!("{source}\nfound {found:?}, expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", rule.id(), wrong.join("\n\n"));
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
fn global_variables(constants: bool, statics: bool, allow: &[&str]) -> RubricRule {
    RubricRule::NoGlobalVariables {
        constants,
        statics,
        allow: words(allow),
    }
}

fn arrays(dimensions: u32) -> RubricRule {
    RubricRule::NoArrays {
        dimensions,
        allow: words(&["tttdata"]),
    }
}

fn required_functions(called: bool) -> RubricRule {
    let functions = vec![words(&[
        "int idxToRow(int idx, int dim)",
        "int idxToRow(int idx)",
    ])];
    RubricRule::RequiredFunctions { functions, called }
}

#[test]
fn all_files_together_make_the_program() {
    let files = [
        (
            "main.cpp",
            "#include \"rows.h\"\nint main() { return idxToRow(1, 2); }",
        ),
        (
            "rows.cpp",
            "#include \"rows.h\"\nint idxToRow(int i, int d) { return i / d; }\nint x;",
        ),
        (
            "rows.h",
            "int idxToRow(int i, int d);\n#define ARR int a[3]\nstatic int count;",
        ),
    ];
    let found = |rule: RubricRule| {
        let findings = inspect_program(&rule, &read(&files, None)).findings;
        findings
            .iter()
            .map(|it| (it.file.clone(), it.line))
            .collect::<Vec<_>>()
    };
    assert_eq!(found(required_functions(true)), []);
    assert_eq!(
        found(global_variables(false, false, &[])),
        [
            ("rows.cpp".to_owned(), Some(3)),
            ("rows.h".to_owned(), Some(3))
        ]
    );
}

#[test]
fn what_cannot_be_read_is_a_doubt_and_no_finding() {
    let source = "int x @@ ;;; [[[\n}}}\nint a[3";
    let program = read(&[("main.cpp", source)], None);
    for rule in [
        global_variables(false, false, &[]),
        arrays(1),
        RubricRule::NoVectors,
    ] {
        let inspection = inspect_program(&rule, &program);
        assert_eq!(inspection.findings, []);
        assert!(!inspection.doubts.is_empty());
    }
    let undecided = read(
        &[("main.cpp", "#if RAND_MAX > 9\nint a[3];\n#endif\nint x;")],
        None,
    );
    let doubts = inspect_program(&arrays(1), &undecided).doubts;
    assert_eq!(doubts.first().map(|it| it.line), Some(1));
    let lines = inspect_program(&RubricRule::LineLength { most: 80, tab: 4 }, &program);
    assert_eq!(lines, RuleInspection::default(), "lines are lines");
}

#[test]
fn findings_quote_the_line_as_it_was_typed() {
    let program = read(
        &[(
            "main.cpp",
            "\u{feff}#define ARR int a[9]\r\n\tARR; // <b>\r\n",
        )],
        None,
    );
    let findings = inspect_program(&arrays(1), &program).findings;
    let [finding] = findings.as_slice() else {
        panic!("{findings:?}")
    };
    assert_eq!((finding.file.as_str(), finding.line), ("main.cpp", Some(2)));
    assert_eq!(
        (finding.text.as_str(), finding.rule),
        ("\tARR; // <b>", "no-arrays")
    );
    assert_eq!(finding.message, "`a` is an array.");
}
