//! What is read of a compiler's words, and what is kept of them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

#[test]
fn a_warning_counts_once_per_place_and_flag() {
    let text = "a.cpp: In function 'int main()':\n\
                a.cpp:3:7: warning: unused variable 'x' [-Wunused-variable]\n    3 |   int x;\n\
                a.cpp:3:7: warning: unused variable 'x' [-Wunused-variable]\n\
                a.cpp:4:7: warning: unused variable 'y' [-Wunused-variable]\n\
                /usr/include/stdio.h:4:7: warning: of the system [-Wunused-variable]\n\
                a.cpp:5:1: error: expected ';'\n\
                a.cpp:6:2: warning: something without a flag\n\
                a.cpp:7: warning: ignoring '#pragma x' [-Wunknown-pragmas]\n";
    let files = [("a.cpp".to_owned(), b"\n\n  int x;\n  int y;\n".to_vec())];
    let warnings = collect_warnings(&CapturedDiagnostics::from_text(text), &files, &[]);
    assert_eq!(warnings.count, 4);
    let lines: Vec<&str> = warnings
        .listed
        .iter()
        .map(|one| one.source.as_str())
        .collect();
    assert_eq!(lines, ["int x;", "int y;", "", ""]);
    assert_eq!(warnings.listed[0].flag, "-Wunused-variable");
    assert_eq!(warnings.listed[2].message, "something without a flag");
}

fn json(line: u32, kind: &str, file: &str) -> String {
    format!(
        r#"{{"kind": "{kind}", "locations": [{{"caret": {{"line": {line}, "file": "{file}", "column": 7}}}}], "option": "-Wx", "children": [{{"kind": "note"}}], "message": "m"}}"#
    )
}

#[test]
fn json_is_read_as_far_as_it_goes() {
    let all = format!(
        "cc1plus: some words\n[{}, {}, {}]\n[]\n[{}]\n",
        json(1, "warning", "a.cpp"),
        json(2, "error", "a.cpp"),
        json(3, "warning", "/usr/include/x"),
        json(4, "warning", "./b.h"),
    );
    let lines = |text: &str| -> Vec<u32> { parse_json(text).iter().map(|one| one.line).collect() };
    assert_eq!(lines(&all), [1, 3, 4]);
    assert_eq!(
        collect_warnings(&CapturedDiagnostics::from_json(&all), &[], &[]).count,
        2
    );
    let whole_line = json(2, "warning", "a").replace("\"column\": 7", "\"column\": -1");
    assert_eq!(
        lines(&format!("[{whole_line}, {}]", json(3, "warning", "a"))),
        [2, 3]
    );
    let cut = format!(
        "[{}, {}, {{\"kind\": \"warn",
        json(1, "warning", "a"),
        json(2, "warning", "a")
    );
    assert_eq!(lines(&cut), [1, 2]);
    assert_eq!(
        lines(&format!("[{}]", json(5, "warning", "a\u{1b}\0.cpp"))),
        [5]
    );
    for none in [
        "",
        "[]",
        "[",
        "{}",
        "[1]",
        "x [{}]",
        "[{\"kind\": \"warning\"}]",
    ] {
        assert_eq!(lines(none), [0; 0], "{none}");
    }
}

#[test]
fn a_line_of_source_is_one_of_the_submissions_own() {
    let files = [("b.h".to_owned(), b"one\r\ntwo\n".to_vec())];
    for (file, line, found) in [
        ("./b.h", 2, "two"),
        ("b.h", 3, ""),
        ("b.h", 0, ""),
        ("../../etc/passwd", 1, ""),
    ] {
        assert_eq!(source_line(&files, file, line), found, "{file}:{line}");
    }
}

#[test]
fn a_killed_part_of_the_compiler_is_told_from_an_error_in_the_source() {
    assert!(reports_killed_process(
        "g++: fatal error: Killed signal terminated program cc1plus\n"
    ));
    assert!(reports_killed_process(
        "cc1plus: out of memory allocating 65536 bytes\n"
    ));
    assert!(!reports_killed_process(
        "a.cpp:1:2: error: 'Killed' was not declared\n"
    ));
}

#[test]
fn what_is_nested_in_a_diagnostic_counts_and_notes_do_not() {
    let inner = json(2, "warning", "a.cpp");
    let one = json(1, "warning", "a.cpp");
    let nested = one.replace(
        "{\"kind\": \"note\"}",
        &format!("{{\"kind\": \"note\"}}, {inner}"),
    );
    assert_eq!(
        collect_warnings(
            &CapturedDiagnostics::from_json(&format!("[{nested}]")),
            &[],
            &[]
        )
        .count,
        2
    );
    let deep = (0..1000).fold(one, |inner, _| {
        json(1, "warning", "a.cpp").replace("{\"kind\": \"note\"}", &inner)
    });
    assert_eq!(
        collect_warnings(
            &CapturedDiagnostics::from_json(&format!("[{inner}, {deep}]")),
            &[],
            &[]
        )
        .count,
        1
    );
}

fn is_bounded(warnings: &CompilerWarnings) -> bool {
    let is_short = |text: &String| text.chars().count() <= LONGEST + 1;
    let all = |one: &CompilerWarning| {
        [&one.file, &one.flag, &one.message, &one.source]
            .into_iter()
            .all(is_short)
    };
    warnings.listed.len() <= LISTED && warnings.listed.iter().all(all)
}

proptest! {
    #[test]
    fn whatever_a_compiler_says_what_is_kept_of_it_is_bounded(bytes in vec(any::<u8>(), 0..2000)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for told in [CapturedDiagnostics::Json(format!("[{text}")), CapturedDiagnostics::Text(text)] {
            prop_assert!(is_bounded(&collect_warnings(&[told], &[], &[])));
        }
    }

    #[test]
    fn json_with_some_other_letters_is_read_or_not(
        kinds in vec(select(&["warning", "error", "note"][..]), 1..8),
        changes in vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let all: Vec<String> = (1..).zip(&kinds).map(|(line, kind)| json(line, kind, "a.cpp")).collect();
        let mut bytes = format!("[{}]\n", all.join(", ")).into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        prop_assert!(is_bounded(&collect_warnings(&[CapturedDiagnostics::Json(text)], &[], &[])));
    }
}
