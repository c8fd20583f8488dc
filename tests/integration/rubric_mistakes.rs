//! What an instructor reads who made a slip in `rubric.toml` or a test case.
//!
//! Every row of the tables is one slip in files that are right otherwise: what is replaced, by what, and the
//! whole message.

use std::fs;

use crate::support::Course;
use crate::support::mistakes::{self, messages_in};

/// A rubric without mistakes, as small as one can be.
const RUBRIC: &str = r#"[assignments.ttt]
sources = ["ttt.cpp"]
reference = { game = "rowcol" }
# more
[[assignments.ttt.criteria]]
id = "games"
points = 10
cases = ["win-*"]
# last
"#;

/// A case without mistakes.
const CASE: &str = r#"description = "X wins"
input = ["0", "1"]
# more
"#;

/// What is wrong with these files, one line for each mistake; paths are relative to the course's folder.
fn messages(rubric: impl AsRef<[u8]>, case: impl AsRef<[u8]>) -> String {
    mistakes::messages(&[
        ("rubric.toml", rubric.as_ref()),
        ("solution.cpp", b""),
        ("testcases/ttt/win-row.toml", case.as_ref()),
    ])
}

#[test]
fn the_files_that_the_tables_start_from_have_no_mistake() {
    assert_eq!(messages(RUBRIC, CASE), "no mistake");
}

#[test]
fn every_slip_in_a_rubric_has_a_message_that_says_where_it_is_and_what_was_expected() {
    for (from, to, expected) in RUBRIC_SLIPS {
        assert!(RUBRIC.contains(from), "{from}");
        assert_eq!(messages(RUBRIC.replace(from, to), CASE), *expected, "{to}");
    }
}

#[test]
fn every_slip_in_a_toolchain_has_a_message_that_says_where_it_is_and_what_was_expected() {
    for (keys, expected) in TOOLCHAIN_SLIPS {
        let rubric = format!("[toolchains.own]\n{keys}\n{RUBRIC}");
        assert_eq!(messages(rubric, CASE), *expected, "{keys}");
    }
}

/// The keys of a toolchain.
const TOOLCHAIN_SLIPS: &[(&str, &str)] = &[
    (r#"run = ["spim", "-file", "{source}"]"#, "no mistake"),
    (
        "",
        "rubric.toml:1:1: missing key `compiler`, `build`, `build_system` or `run`: expected how programs are made or run",
    ),
    (
        r#"bild = ["g++"]"#,
        "rubric.toml:1:1: `build` is never told the sources: expected a word `{sources}` or `{source}`\n\
         rubric.toml:2:1: unknown key `bild`; did you mean `build`? Expected one of `like`, `files`, `compiler`, `build`, `build_system`, `errors`, `warnings`, `noise`, `smallest`, `run`, `banner`, `faults`, `version`, `ascii`, `reads`, `needs`, `install`",
    ),
    (
        r#"like = "clang+""#,
        "rubric.toml:2:8: unknown toolchain `clang+`; did you mean `clang++`? Expected one of `clang++`, `cmake`, `g++`, `gcc`, `make`, `spim`",
    ),
    (
        "compiler = \"g++\"\nbuild = [\"g++\", \"{sources}\", \"-o{output}\"]",
        "rubric.toml:3:9: found both `compiler` and `build`: a toolchain has one of them",
    ),
    (
        r#"compiler = "bin/g++""#,
        "rubric.toml:2:12: found `bin/g++`, expected the name of a command on PATH, or its path from `/` on",
    ),
    (
        "build_system = [\"make\", \"{program}\"]\nnoise = '^-- '\nneeds = [\"g++\"]",
        "no mistake",
    ),
    (
        "build = [\"g++\", \"{sources}\", \"-o{output}\"]\nbuild_system = [\"make\"]",
        "rubric.toml:3:16: found both `build` and `build_system`: a toolchain has one of them",
    ),
    (
        "build_system = [\"make\", \"{progam}\"]",
        "rubric.toml:2:25: unknown placeholder `progam`: expected `program`",
    ),
    (
        "build_system = [\"make\"]\nerrors = 'Error'",
        "rubric.toml:1:1: `errors` is about what `build` says, and there is no `build`",
    ),
    (
        "build_system = [\"make\"]\nneeds = [\"bin/g++\"]",
        "rubric.toml:3:10: found `bin/g++`, expected the name of a command on PATH, or its path from `/` on",
    ),
    (
        r#"build = []"#,
        "rubric.toml:2:9: `build` is empty: expected the words of a command",
    ),
    (
        r#"build = ["g++", "{surces}", "-o{output}"]"#,
        "rubric.toml:2:17: unknown placeholder `surces`; did you mean `sources`? Expected one of `sources`, `source`, `flags`, `output`",
    ),
    (
        r#"run = ["spim", "{output}"]"#,
        "rubric.toml:2:16: unknown placeholder `output`: expected one of `program`, `sources`, `source`, `flags`",
    ),
    (
        r#"build = ["g++", "-I{sources}", "-o{output}"]"#,
        "rubric.toml:2:17: `{sources}` stands for several words: it must be a word of its own",
    ),
    (
        r#"build = ["g++", "-o{output}"]"#,
        "rubric.toml:1:1: `build` is never told the sources: expected a word `{sources}` or `{source}`",
    ),
    (
        r#"build = ["g++", "{sources}"]"#,
        "rubric.toml:1:1: `build` is never told what to make, and there is no `run`: expected a word with `{output}`",
    ),
    (
        r#"run = ["./run", "{source}"]"#,
        "rubric.toml:2:8: found `./run` as the first word of `run`, expected the name of a command on PATH, or its path from `/` on",
    ),
    (
        r#"run = ["time", "{program}"]"#,
        "rubric.toml:1:1: `run` runs the `{program}`, and nothing makes one: expected `{output}` in `build`, or `{source}` in `run`",
    ),
    (
        r#"run = ["spim"]"#,
        "rubric.toml:1:1: `run` is never told what to run: expected a word with `{program}` or `{source}`",
    ),
    (
        "run = [\"spim\", \"{source}\"]\nerrors = \"x\"",
        "rubric.toml:1:1: `errors` is about what `build` says, and there is no `build`",
    ),
    (
        "compiler = \"g++\"\nfaults = \"x\"",
        "rubric.toml:1:1: `banner` and `faults` are about what `run` says, and there is no `run`",
    ),
    (
        "run = [\"spim\", \"{source}\"]\nfaults = \"(\"",
        "rubric.toml:3:10: the pattern `(` is not valid: unclosed group",
    ),
    (
        "run = [\"spim\", \"{source}\"]\nbanner = [\".*\"]",
        "rubric.toml:3:11: the pattern `.*` matches even an empty text",
    ),
    (
        "run = [\"spim\", \"{source}\"]\nascii = \"\"",
        "rubric.toml:3:9: found ``, expected the sign that begins a comment, such as `#`",
    ),
    (
        "run = [\"spim\", \"{source}\"]\nreads = [\"/\", \"lib\", \"/usr/../etc\"]",
        "rubric.toml:3:10: found `/`, expected the path of a file or folder from `/` on, and not all of `/`\n\
         rubric.toml:3:15: found `lib`, expected the path of a file or folder from `/` on, and not all of `/`\n\
         rubric.toml:3:22: found `/usr/../etc`, expected the path of a file or folder from `/` on, and not all of `/`",
    ),
];

#[test]
fn misspelt_keys_wrong_types_and_unknown_words_are_found_in_one_go() {
    let rubric = RUBRIC
        .replace(
            "# more",
            "flags = [1]\nexit = \"none\"\nlimits = { cpu = true }",
        )
        .replace("points", "pionts")
        .replace("id =", "idd =")
        .replace("# last", "title = 5");
    let case = CASE.replace("# more", "descriptoin = 1\nweight = \"2\"");
    let found = messages(rubric, case);
    let start = |line: &str| {
        let cut = line.find(": expected").or_else(|| line.find(" Expected"));
        line[..cut.unwrap_or(line.len())].to_owned()
    };
    let starts: Vec<String> = found.lines().map(start).collect();
    assert_eq!(
        starts,
        [
            "rubric.toml:4:10: found integer `1`, expected a string",
            "rubric.toml:5:8: unknown value `none` for `exit`",
            "rubric.toml:6:18: found boolean `true`, expected a string with a unit, such as \"1s\" or \"256MiB\"",
            "rubric.toml:8:1: unknown key `idd`; did you mean `id`?",
            "rubric.toml:9:1: unknown key `pionts`; did you mean `points`?",
            "rubric.toml:11:9: found integer `5`, expected a string",
            "testcases/ttt/win-row.toml:3:1: unknown key `descriptoin`; did you mean `description`?",
            "testcases/ttt/win-row.toml:4:10: found string \"2\", expected a whole number that is not negative",
        ]
    );
}

#[test]
fn calls_are_counted_only_where_there_are_some() {
    let rubric = RUBRIC.replace("# last", "credit = \"per-call\"");
    assert_eq!(
        messages(rubric.as_bytes(), CASE.as_bytes()),
        "rubric.toml:9:10: the credit `per-call` counts calls, but no case here has `kind = \"call\"`, such as \
         `win-row`: without calls the credit is `per-case`"
    );
}

#[test]
fn a_case_with_a_mistake_is_marked_itself_and_not_where_the_rubric_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().join("testcases/ttt");
    fs::create_dir_all(&cases).unwrap();
    fs::write(folder.path().join("rubric.toml"), RUBRIC).unwrap();
    fs::write(cases.join("draw.toml"), CASE).unwrap();
    fs::write(
        cases.join("win-row.toml"),
        CASE.replace("# more", "kind = \"function\""),
    )
    .unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "testcases/ttt/win-row.toml:3:8: unknown kind `function`: expected one of `script`, `call`, `tests`"
    );
    fs::remove_file(cases.join("win-row.toml")).unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "rubric.toml:8:10: `win-*` matches no case: the nearest is `draw`"
    );
}

#[test]
fn a_calibration_program_may_have_extra_credit_and_no_more() {
    for (points, expected) in [
        (15, "no mistake"),
        (
            16,
            "rubric.toml:15:10: found 16, but the criteria add up to 15",
        ),
    ] {
        let more = format!(
            "[[assignments.ttt.criteria]]\nid = \"more\"\npoints = 5\nextra = true\nbuild = \"compiles\"\n\
             [[assignments.ttt.calibration]]\npoints = {points}\nsources = [\"solution.cpp\"]\n"
        );
        let rubric = RUBRIC.replace("# last\n", &more);
        assert_eq!(messages(rubric.as_bytes(), CASE.as_bytes()), expected);
    }
}

#[test]
fn functions_are_called_only_where_one_compiler_makes_objects() {
    let case = "description = \"Calls it\"\nkind = \"call\"\nprototype = \"int f(int a)\"\n\
                calls = [{ arguments = [1], returns = 1 }]\n";
    let expected = "cases of kind `call` are linked with a program's objects: expected one toolchain, with a `compiler`";
    for toolchain in [
        "\"spim\"",
        "[\"g++\", \"spim\"]",
        "\"make\"",
        "[\"make\", \"g++\"]",
    ] {
        let place = "4:13";
        let rubric = RUBRIC.replace("# more", &format!("toolchain = {toolchain}"));
        let told = messages(rubric, case);
        assert_eq!(
            told,
            format!("rubric.toml:{place}: {expected}"),
            "{toolchain}"
        );
    }
    assert_eq!(messages(RUBRIC, case), "no mistake");
}

#[test]
fn every_slip_in_a_case_has_a_message_that_says_where_it_is_and_what_was_expected() {
    for (from, to, expected) in CASE_SLIPS {
        assert!(CASE.contains(from), "{from}");
        assert_eq!(messages(RUBRIC, CASE.replace(from, to)), *expected, "{to}");
    }
}

#[test]
fn a_line_that_a_terminal_would_cut_is_a_mistake_where_there_is_one() {
    let case = |length: usize| CASE.replace("\"1\"", &format!("{:?}", "1".repeat(length)));
    let rubric = RUBRIC.replace("# more", "terminal = true");
    assert_eq!(messages(RUBRIC, case(4095)), "no mistake");
    assert_eq!(messages(&rubric, case(4094)), "no mistake");
    assert_eq!(
        messages(rubric, case(4095)),
        "testcases/ttt/win-row.toml:2:15: found 4095 bytes, and a terminal takes at most 4094 in a line: shorten it, \
         or leave out `terminal = true`"
    );
}

#[test]
fn all_mistakes_are_found_in_one_go_the_rubrics_first() {
    let rubric = RUBRIC
        .replace("rowcol", "rowcoll")
        .replace("points = 10", "points = -1");
    assert_eq!(
        messages(rubric, b"input = [\"a\\nb\"]\nweight = 0\n"),
        r#"rubric.toml:3:22: unknown game `rowcoll`; did you mean `rowcol`? Expected one of `tttn`, `domineering`, `rowcol`, `cpu`, `counters`
rubric.toml:7:10: found -1, expected points from 0 to 1000000
testcases/ttt/win-row.toml:1:1: missing key `description`: expected a sentence that says what happens in this case
testcases/ttt/win-row.toml:1:10: found a line break inside a string, so these are two lines: write two strings
testcases/ttt/win-row.toml:2:10: found 0, expected a `weight` of 1 or more"#
    );
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_no_mistake_and_do_not_shift_places() {
    let windows = format!("\u{feff}{}", RUBRIC.replace('\n', "\r\n"));
    assert_eq!(messages(&windows, CASE), "no mistake");
    let slip = windows.replace("points", "pionts");
    assert!(messages(slip, CASE).starts_with("rubric.toml:7:1: unknown key"));
}

#[test]
fn a_file_that_is_not_utf_8_is_told_with_the_place_of_the_first_wrong_byte() {
    assert_eq!(
        messages(b"# caf\xe9\n", CASE),
        "rubric.toml:1:6: the byte 0xe9 is not UTF-8: save the file as UTF-8"
    );
    assert_eq!(
        messages(b"\xff\xfe#\0", CASE),
        "rubric.toml:1:1: the file is UTF-16: save it as UTF-8"
    );
}

#[test]
fn a_rubric_that_is_not_there_is_one_message() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "rubric.toml: cannot be read: No such file or directory (os error 2)"
    );
}

#[test]
fn a_folder_without_cases_is_told_with_what_to_create() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rubric.toml"), RUBRIC).unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "rubric.toml:1:1: the folder `testcases/ttt` with the test cases does not exist: create it, with one file per case, such as `testcases/ttt/first.toml`"
    );
    fs::create_dir_all(folder.path().join("testcases/ttt/hidden.d")).unwrap();
    fs::write(folder.path().join("testcases/ttt/.#win.toml"), "").unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "rubric.toml:1:1: no case in the folder `testcases/ttt`: create one, such as `testcases/ttt/first.toml`, with a `description` and the `input`"
    );
    fs::write(folder.path().join("testcases/ttt/win.TOML"), "").unwrap();
    fs::write(folder.path().join("testcases/ttt/hidden.d/row.toml"), "").unwrap();
    let messages = messages_in(folder.path());
    for expected in [
        "testcases/ttt/win.TOML: is not read, because its ending has capital letters: rename it to `win.toml`",
        "testcases/ttt/hidden.d/row.toml: is not read, because cases are in the assignment's folder itself: move it there",
    ] {
        assert!(messages.contains(expected), "{messages}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_never_read_as_a_case_nor_passed_over_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let cases = folder.path().join("testcases/ttt");
    fs::create_dir_all(&cases).unwrap();
    fs::write(folder.path().join("rubric.toml"), RUBRIC).unwrap();
    fs::write(cases.join("win-row.toml"), CASE).unwrap();
    fs::write(cases.join("win row.toml"), CASE).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", cases.join("win-link.toml")).unwrap();
    assert_eq!(
        messages_in(folder.path()),
        "testcases/ttt/win row.toml: a case's file name must start with a letter or digit and go on with letters, digits, `.`, `_` or `-`\n\
         testcases/ttt/win-link.toml: a case must be a regular file: links are never followed"
    );
}

#[test]
fn mistakes_in_the_defaults_are_told_once_however_many_assignments_there_are() {
    let two = format!(
        "[defaults]\nexit = \"none\"\n{RUBRIC}{}",
        RUBRIC.replace("ttt", "other")
    );
    let two = two.replace(
        "sources = [\"other.cpp\"]",
        "sources = [\"o.cpp\"]\ntestcases = \"testcases/ttt\"",
    );
    assert_eq!(
        messages(two, CASE),
        "rubric.toml:2:8: unknown value `none` for `exit`: expected one of `any`, `zero`"
    );
}

#[test]
fn a_rubric_without_assignments_or_criteria_says_what_to_add() {
    assert_eq!(
        messages(b"", CASE),
        "rubric.toml:1:1: no assignment: add a table such as `[assignments.tttn]`"
    );
    let (head, _) = RUBRIC.split_once("[[").unwrap();
    assert_eq!(
        messages(head, CASE),
        "rubric.toml:1:1: no criterion: add one, such as `[[assignments.ttt.criteria]]`"
    );
}

proptest::proptest! {
    #[test]
    fn whatever_is_written_there_is_a_message_and_no_panic(
        at in 0..RUBRIC.len(),
        inserted in "[ -~‹›\n]{0,6}",
        dropped in 0..20_usize,
    ) {
        let rest = RUBRIC.get(at + dropped..).unwrap_or_default();
        let text = format!("{}{inserted}{rest}", &RUBRIC[..at]);
        let found = messages(text, CASE);
        proptest::prop_assert!(!found.is_empty());
    }
}

/// What is replaced, by what, and the message.
type Slip = (&'static str, &'static str, &'static str);

const RUBRIC_SLIPS: &[Slip] = &[
    (
        "# more",
        "x =",
        "rubric.toml:4:4: not valid TOML: string values must be quoted, expected literal string",
    ),
    (
        "# more",
        r#"points = 1
points = 2"#,
        "rubric.toml:5:1: the key `points` appears twice: keep one of them",
    ),
    (
        r#"[assignments.ttt]
"#,
        r#"[assignments.ttt
"#,
        "rubric.toml:1:17: not valid TOML: unclosed table, expected `]`",
    ),
    (
        r#"[assignments.ttt]
"#,
        r#"[[assignments.ttt]]
"#,
        "rubric.toml:1:1: found an array, expected a table",
    ),
    (
        "points = 10",
        "pionts = 10",
        "rubric.toml:7:1: unknown key `pionts`; did you mean `points`? Expected one of `id`, `title`, `points`, `each`, `extra`, `penalty`, `requires`, `cases`, `credit`, `compare`, `build`, `check`, `manual`, `rule`, `with`, `remark`",
    ),
    (
        "# more",
        r#"colour = "red""#,
        "rubric.toml:4:1: unknown key `colour`: expected one of `title`, `kind`, `sources`, `accept`, `also`, `provide`, `replace`, `program`, `reference`, `testcases`, `toolchain`, `flags`, `libraries`, `forgive`, `terminal`, `shortest`, `repair`, `limits`, `build_limits`, `compare`, `exit`, `presentation`, `visibility`, `hints`, `points`, `due`, `late`, `undefined`, `index_bases`, `player`, `end_of_input`, `answers`, `generators`, `vocabulary`, `faults`, `max_cases`, `criteria`, `calibration`, `mutants`, `accepted_mutants`",
    ),
    (
        r#"[assignments.ttt]
"#,
        r#"[asignments.ttt]
"#,
        "rubric.toml:1:2: unknown key `asignments`; did you mean `assignments`? Expected one of `course`, `sandbox`, `defaults`, `toolchains`, `assignments`",
    ),
    (
        r#"[assignments.ttt]
"#,
        r#"[sandbox]
require = "F"
[assignments.ttt]
"#,
        "rubric.toml:2:11: unknown tier `F`: expected one of `A`, `B`, `C`, `D`",
    ),
    (
        "# more",
        r#"limits = { ram = "1MiB" }"#,
        "rubric.toml:4:12: unknown key `ram`: expected one of `cpu`, `after_end`, `wall`, `memory`, `stack`, `output`",
    ),
    (
        r#"["ttt.cpp"]"#,
        r#""ttt.cpp""#,
        r#"rubric.toml:2:11: found string "ttt.cpp", expected an array, such as `["sums.cpp"]`"#,
    ),
    (
        r#"["ttt.cpp"]"#,
        "[1]",
        "rubric.toml:2:12: found integer `1`, expected a string",
    ),
    (
        "points = 10",
        r#"points = "ten""#,
        r#"rubric.toml:7:10: found string "ten", expected a number"#,
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#""rowcol""#,
        r#"rubric.toml:3:13: found string "rowcol", expected a table, such as `{ sources = ["solution.cpp"] }`"#,
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"["rowcol"]"#,
        "rubric.toml:3:13: found an array, expected a table, such as `{ sources = [\"solution.cpp\"] }`",
    ),
    (
        "# more",
        "presentation = 12.5",
        "rubric.toml:4:16: found floating point `12.5`, expected a whole number that is not negative",
    ),
    (
        "# more",
        "presentation = -5",
        "rubric.toml:4:16: found integer `-5`, expected a whole number that is not negative",
    ),
    (
        "# more",
        r#"flags = ["-Wall", 3]"#,
        "rubric.toml:4:19: found integer `3`, expected a string",
    ),
    (
        "[[assignments.ttt.criteria]]",
        "[assignments.ttt.criteria]",
        "rubric.toml:5:1: found a table, expected an array",
    ),
    (
        "[[assignments.ttt.criteria]]",
        "[[assignments.ttt.criterion]]",
        "rubric.toml:5:19: unknown key `criterion`; did you mean `criteria`? Expected one of `title`, `kind`, `sources`, `accept`, `also`, `provide`, `replace`, `program`, `reference`, `testcases`, `toolchain`, `flags`, `libraries`, `forgive`, `terminal`, `shortest`, `repair`, `limits`, `build_limits`, `compare`, `exit`, `presentation`, `visibility`, `hints`, `points`, `due`, `late`, `undefined`, `index_bases`, `player`, `end_of_input`, `answers`, `generators`, `vocabulary`, `faults`, `max_cases`, `criteria`, `calibration`, `mutants`, `accepted_mutants`",
    ),
    (
        "assignments.ttt",
        "assignments.Ttt",
        "rubric.toml:1:14: found the assignment `Ttt`, expected lower-case letters, digits and `-`",
    ),
    (
        r#"sources = ["ttt.cpp"]"#,
        "# none",
        "rubric.toml:1:1: missing key `sources`: expected the names or globs of the files that make the program",
    ),
    (
        r#"["ttt.cpp"]"#,
        "[]",
        "rubric.toml:2:11: `sources` is empty: expected the names or globs of the files that make the program",
    ),
    (
        r#"["ttt.cpp"]"#,
        r#"["../ttt.cpp"]"#,
        "rubric.toml:2:12: found `../ttt.cpp`, expected the name or glob of a file inside a submission",
    ),
    (
        r#"["ttt.cpp"]"#,
        r#"["ttt[.cpp"]"#,
        "rubric.toml:2:12: the glob `ttt[.cpp` is not valid: unclosed character class; missing ']'",
    ),
    (
        "# more",
        r#"accept = ["/tmp/*.cpp"]"#,
        "rubric.toml:4:11: found `/tmp/*.cpp`, expected the name or glob of a file inside a submission",
    ),
    (
        "# more",
        r#"program = "-o""#,
        "rubric.toml:4:11: found `-o`, expected a file name that starts with a letter or digit",
    ),
    (
        "# more",
        r#"testcases = "testcases/tt""#,
        "rubric.toml:4:13: the folder `testcases/tt` with the test cases does not exist: create it, with one file per case, such as `testcases/tt/first.toml`",
    ),
    (
        "# more",
        r#"testcases = "/etc""#,
        "rubric.toml:4:13: found `/etc`, expected a relative path to a folder inside the rubric's folder",
    ),
    (
        "# more",
        "undefined = {}",
        "rubric.toml:4:13: `undefined` asks for nothing: expected `sanitizers = true`, `uninitialised = true`, or `uninitialised = false`",
    ),
    (
        "# more",
        "undefined = { quick = true }",
        "rubric.toml:4:13: `undefined` asks for nothing: expected `sanitizers = true`, `uninitialised = true`, or `uninitialised = false`",
    ),
    (
        "# more",
        "undefined = { sanitizer = true }",
        "rubric.toml:4:15: unknown key `sanitizer`; did you mean `sanitizers`? Expected one of `sanitizers`, `uninitialised`, `quick`, `cases`",
    ),
    (
        "# more",
        "undefined = { uninitialised = \"yes\" }",
        "rubric.toml:4:31: found string \"yes\", expected a boolean",
    ),
    (
        "# more",
        "undefined = true",
        r#"rubric.toml:4:13: found boolean `true`, expected a table, such as `{ sanitizers = true }`"#,
    ),
    (
        "# more",
        "undefined = { sanitizers = true, cases = [\"lose-*\"] }",
        "rubric.toml:4:43: `lose-*` matches no case: the nearest is `win-row`",
    ),
    (
        "# more",
        "undefined = { sanitizers = true, cases = [] }",
        "rubric.toml:4:42: `cases` is empty: expected at least one glob",
    ),
    (
        "# more",
        "toolchain = \"spim\"\nundefined = { sanitizers = true }",
        "rubric.toml:5:13: `undefined` needs programs that a `compiler` makes and that run by themselves, and `spim` makes none",
    ),
    (
        "# more",
        "toolchain = [\"spim\", \"g++\"]\nundefined = { sanitizers = true }",
        "no mistake",
    ),
    (
        "cases = [\"win-*\"]",
        "check = \"undefined\"",
        "rubric.toml:8:9: `check = \"undefined\"` needs the assignment's table `undefined`, such as `undefined = { sanitizers = true }`",
    ),
    (
        "cases = [\"win-*\"]",
        "check = \"undefinde\"",
        r#"rubric.toml:8:9: unknown value `undefinde` for `check`; did you mean `undefined`? Expected one of `undefined`, `valid`, `thorough`, `not-redundant`"#,
    ),
    (
        "cases = [\"win-*\"]",
        "check = \"valid\"",
        "rubric.toml:8:9: `check = \"valid\"` is about students' cases: expected `kind = \"cases\"` in the assignment",
    ),
    (
        "# more",
        "kind = \"case\"",
        "rubric.toml:4:8: unknown value `case` for `kind`; did you mean `cases`? Expected one of `program`, `cases`",
    ),
    (
        "# more",
        "max_cases = 3",
        "rubric.toml:4:13: `max_cases` goes with `kind = \"cases\"` only",
    ),
    (
        "# more",
        "kind = \"cases\"",
        "rubric.toml:1:1: no faults to notice: expected `faults = { solution = [\"…\"] }`, whose mutants are run, or `faults = { programs = [\"…\"] }`\n\
         rubric.toml:5:1: with `kind = \"cases\"`, a criterion has `check = \"valid\"`, `\"thorough\"` or `\"not-redundant\"`, or `manual`: nobody hands in a program",
    ),
    (
        "# last",
        "check = \"undefined\"",
        r#"rubric.toml:5:1: a criterion needs exactly one of `cases = ["…"]`, `build = "…"`, `check = "…"`, `rule = "…"` or `manual = "…"`"#,
    ),
    (
        "points = 10\ncases = [\"win-*\"]",
        "remark = true\nbuild = \"no-warnings\"",
        "rubric.toml:7:10: `remark` goes with `rule` only: the compiler's warnings are shown without a criterion",
    ),
    (
        "# more",
        r#"toolchain = "g+""#,
        "rubric.toml:4:13: unknown toolchain `g+`; did you mean `g++`? Expected one of `clang++`, `cmake`, `g++`, `gcc`, `make`, `spim`",
    ),
    (
        "# more",
        r#"toolchain = ["g++", "spam"]"#,
        "rubric.toml:4:13: unknown toolchain `spam`; did you mean `spim`? Expected one of `clang++`, `cmake`, `g++`, `gcc`, `make`, `spim`",
    ),
    (
        "# more",
        r#"toolchain = []"#,
        "rubric.toml:4:13: `toolchain` is empty: expected the name of a toolchain",
    ),
    (
        "# more",
        r#"toolchain = ["spim", "spim"]"#,
        "rubric.toml:4:13: the toolchain `spim` is named twice",
    ),
    (
        "# more",
        "toolchain = \"spim\"\nflags = [\"-x\"]",
        "rubric.toml:1:1: `flags` are given, and the toolchain `spim` takes none",
    ),
    (
        "# more",
        r#"exit = "zeros""#,
        "rubric.toml:4:8: unknown value `zeros` for `exit`; did you mean `zero`? Expected one of `any`, `zero`",
    ),
    (
        "# more",
        r#"forgive = ["missing-includes"]"#,
        "rubric.toml:4:12: unknown value `missing-includes` for `forgive`: expected `missing-include`",
    ),
    (
        "# more",
        "presentation = 101",
        "rubric.toml:4:16: found 101, expected a percentage from 0 to 100",
    ),
    (
        r#"reference = { game = "rowcol" }"#,
        "# none",
        r#"rubric.toml:1:1: missing key `reference`: expected a table with exactly one of `game = "…"`, `command = ["…"]`, `sources = ["…"]` or `answers = true`"#,
    ),
    (
        r#"{ game = "rowcol" }"#,
        "{}",
        r#"rubric.toml:3:13: expected exactly one of `game = "…"`, `command = ["…"]`, `sources = ["…"]` or `answers = true`"#,
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ game = "rowcol", command = ["./r"] }"#,
        r#"rubric.toml:3:13: expected exactly one of `game = "…"`, `command = ["…"]`, `sources = ["…"]` or `answers = true`"#,
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ game = "rowcol", base = 2 }"#,
        "rubric.toml:3:39: `base` is 0 or 1, and only for the games `rowcol` and `counters`",
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ game = "tttn", base = 1 }"#,
        "rubric.toml:3:37: `base` is 0 or 1, and only for the games `rowcol` and `counters`",
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ game = "tttn", seed = 1 }"#,
        "rubric.toml:3:37: `seed` is only for the game `cpu`",
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ command = ["./r"], seed = 1 }"#,
        "rubric.toml:3:13: `base` and `seed` go with `game` only",
    ),
    (
        r#"{ game = "rowcol" }"#,
        "{ command = [] }",
        "rubric.toml:3:25: `command` is empty: expected a program and its arguments",
    ),
    (
        r#"{ game = "rowcol" }"#,
        "{ sources = [] }",
        "rubric.toml:3:25: `sources` is empty: expected at least one file",
    ),
    (
        r#"{ game = "rowcol" }"#,
        r#"{ sources = ["solution.cpp", "solutoin.cpp"] }"#,
        "rubric.toml:3:42: there is no file `solutoin.cpp`",
    ),
    (
        "# more",
        "index_bases = [1, 0]",
        "rubric.toml:4:15: the first of `index_bases` must be the reference's own base, which is 0",
    ),
    (
        "# more",
        "index_bases = [0, 2]",
        "rubric.toml:4:15: expected `index_bases` to be `[0, 1]`, `[1, 0]`, `[0]` or `[1]`",
    ),
    (
        r#"{ game = "rowcol" }
"#,
        r#"{ game = "tttn" }
index_bases = [0, 1]
"#,
        "rubric.toml:4:15: `index_bases` is only for the games `rowcol` and `counters`",
    ),
    (
        "# more",
        r#"terminal = "yes""#,
        r#"rubric.toml:4:12: found string "yes", expected a boolean"#,
    ),
    (
        "# more",
        "limits = { cpu = 1 }",
        "rubric.toml:4:18: found `1`, expected a time above zero with its unit, such as `1s` or `500ms`",
    ),
    (
        "# more",
        r#"limits = { wall = "5" }"#,
        "rubric.toml:4:19: found `5`, expected a time above zero with its unit, such as `1s` or `500ms`",
    ),
    (
        "# more",
        "limits = { memory = 256 }",
        "rubric.toml:4:21: found `256`, expected a size above zero with its unit, such as `256MiB` or `64KiB`",
    ),
    (
        "# more",
        r#"limits = { output = "1 MegaPizza" }"#,
        "rubric.toml:4:21: found `1 MegaPizza`, expected a size above zero with its unit, such as `256MiB` or `64KiB`",
    ),
    (
        "# more",
        r#"build_limits = { source = "0B", cpu = "0s" }"#,
        r#"rubric.toml:4:27: found `0B`, expected a size above zero with its unit, such as `256MiB` or `64KiB`
rubric.toml:4:39: found `0s`, expected a time above zero with its unit, such as `1s` or `500ms`"#,
    ),
    (
        "# more",
        r#"compare = { scope = "finale" }"#,
        "rubric.toml:4:21: unknown value `finale` for `scope`; did you mean `final`? Expected one of `transcript`, `turns`, `final`, `output`",
    ),
    (
        "# more",
        r#"compare = { whitespace = "collaps", prompts = "show" }"#,
        r#"rubric.toml:4:26: unknown value `collaps` for `whitespace`; did you mean `collapse`? Expected one of `exact`, `trailing`, `collapse`, `tokens`
rubric.toml:4:47: unknown value `show` for `prompts`; did you mean `shows`? Expected one of `exact`, `shows`, `any`"#,
    ),
    (
        "# more",
        r#"compare = { extra_lines = "alow", numbers = { abs = -1.0 } }"#,
        r#"rubric.toml:4:27: unknown value `alow` for `extra_lines`; did you mean `allow`? Expected one of `deny`, `redraws`, `allow`
rubric.toml:4:53: found `-1`, expected a tolerance of zero or more, such as `0.01`"#,
    ),
    (
        "# more",
        "compare = { numbers = {} }",
        "rubric.toml:4:23: `numbers` needs `abs`, `rel` or both, such as `{ abs = 0.01 }`",
    ),
    (
        "# more",
        r#"compare = { checker = ["./check"], patterns = ["won"] }"#,
        "rubric.toml:4:23: `checker` and patterns exclude each other: a case is judged by one of them",
    ),
    (
        "# more",
        r#"compare = { interactor = ["./talk"], patterns = ["won"] }"#,
        r#"rubric.toml:4:26: `interactor` and patterns exclude each other: a case is judged by one of them
rubric.toml:4:26: an `interactor` speaks with programs, and the built-in games speak with nobody: expected a `reference` of your own"#,
    ),
    (
        "# more",
        r#"compare = { checker = ["./check"], interactor = ["./talk"] }"#,
        r#"rubric.toml:4:49: `checker` and `interactor` exclude each other: an interactor judges what it has seen itself
rubric.toml:4:49: an `interactor` speaks with programs, and the built-in games speak with nobody: expected a `reference` of your own"#,
    ),
    (
        "# more",
        r#"compare = { checker = ["./check"], protocol = "katis", passes = 2 }"#,
        r#"rubric.toml:4:47: unknown protocol `katis`; did you mean `kattis`? Expected one of `files`, `testlib`, `kattis`, `dmoj`, `lines`
rubric.toml:4:65: `passes` are for an `interactor`, or a checker with `protocol = "kattis"`, which makes the input of the next one"#,
    ),
    (
        "# more",
        r#"compare = { checker = ["./check"], full_score = 30 }"#,
        r#"rubric.toml:4:49: `full_score` says what `score.txt` or testlib's `points` mean, which go with `protocol = "kattis"` or `"testlib"`"#,
    ),
    (
        "# more",
        r#"compare = { checker_args = ["-v"], passes = 2 }"#,
        r#"rubric.toml:4:28: `checker_args` are for a checker, and there is none: add `checker = ["…"]`
rubric.toml:4:45: `passes` are for an `interactor`, and there is none: add `interactor = ["…"]`"#,
    ),
    (
        "# more",
        r#"compare = { patterns = ["(won"] }"#,
        "rubric.toml:4:25: the pattern `(won` is not valid: unclosed group",
    ),
    (
        "# more",
        r#"compare = { ending = ["(won)?"] }"#,
        "rubric.toml:4:23: the pattern `(won)?` matches even an empty text",
    ),
    (
        "# more",
        r#"compare = { never = ["{tie}"] }"#,
        "rubric.toml:4:22: unknown word of the vocabulary `tie`: none is defined",
    ),
    (
        "# more",
        r#"vocabulary = { tie = "draw" }
compare = { never = ["{tied}"] }"#,
        "rubric.toml:5:22: unknown word of the vocabulary `tied`: expected `tie`",
    ),
    (
        "# more",
        r#"vocabulary = { Tie = "draw" }"#,
        "rubric.toml:4:16: found the word `Tie`, expected a lower-case letter, then lower-case letters, digits or `-`",
    ),
    (
        "# more",
        r#"vocabulary = { tie = "draw(" }
compare = { never = ["{tie}"] }"#,
        "rubric.toml:4:22: the pattern `draw(` is not valid: unclosed group",
    ),
    (
        "# more",
        r#"vocabulary = { tie = "{draw}", draw = "{tie}" }"#,
        r#"rubric.toml:4:22: the vocabulary's word `tie` is explained by itself, or by one that is
rubric.toml:4:39: the vocabulary's word `draw` is explained by itself, or by one that is"#,
    ),
    (
        r#"id = "games""#,
        "# none",
        "rubric.toml:5:1: missing key `id`: expected the criterion's short name",
    ),
    (
        "points = 10",
        "# none",
        "rubric.toml:5:1: missing key `points`: expected what the criterion is worth, or a `penalty`, or `remark = true`",
    ),
    (
        "points = 10",
        "points = 2.0005",
        "rubric.toml:7:10: found 2.0005, expected points with at most 3 decimals",
    ),
    (
        "points = 10",
        "points = nan",
        "rubric.toml:7:10: found NaN, expected points from 0 to 1000000",
    ),
    (
        "# more",
        "points = 100",
        "rubric.toml:4:10: `points` is 100, but the criteria add up to 10",
    ),
    (
        r#"cases = ["win-*"]"#,
        "# none",
        r#"rubric.toml:5:1: a criterion needs exactly one of `cases = ["…"]`, `build = "…"`, `check = "…"`, `rule = "…"` or `manual = "…"`"#,
    ),
    (
        "# last",
        r#"manual = "full""#,
        r#"rubric.toml:5:1: a criterion needs exactly one of `cases = ["…"]`, `build = "…"`, `check = "…"`, `rule = "…"` or `manual = "…"`"#,
    ),
    (
        r#"cases = ["win-*"]"#,
        r#"build = "no-warning""#,
        "rubric.toml:8:9: unknown value `no-warning` for `build`; did you mean `no-warnings`? Expected one of `compiles`, `no-warnings`",
    ),
    (
        r#"cases = ["win-*"]"#,
        r#"rule = "no-array""#,
        "rubric.toml:8:8: unknown rule `no-array`; did you mean `no-arrays`? Expected one of `no-global-variables`, `no-arrays`, `no-vectors`, `no-strings`, `forbidden-types`, `forbidden-headers`, `required-headers`, `forbidden-calls`, `required-calls`, `required-functions`, `file-name`, `header-comment`, `comment-share`, `indentation`, `line-length`, `function-length`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"line-length\"\nwith = { mots = 80 }",
        "rubric.toml:9:10: unknown key `mots`; did you mean `most`? Expected one of `constants`, `statics`, `allow`, `dimensions`, `types`, `headers`, `calls`, `libraries`, `functions`, `called`, `names`, `says`, `patterns`, `least`, `tolerance`, `most`, `tab`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"line-length\"\nwith = { least = 80 }",
        "rubric.toml:9:18: unknown parameter of `line-length` `least`: expected one of `most`, `tab`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"no-vectors\"\nwith = { allow = [\"x\"] }",
        "rubric.toml:9:18: unknown parameter of `no-vectors` `allow`: it has none",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"line-length\"\nwith = { most = 0 }",
        "rubric.toml:9:17: `most`: found 0, expected a number from 1 to 10000",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"no-global-variables\"\nwith = { statics = \"forbiden\" }",
        "rubric.toml:9:20: unknown value `forbiden` for `statics`; did you mean `forbidden`? Expected one of `allowed`, `forbidden`",
    ),
    (
        r#"cases = ["win-*"]"#,
        r#"rule = "required-headers""#,
        r#"rubric.toml:8:8: `required-headers` needs `with = { headers = ["…"] }`, and at least one of them"#,
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"forbidden-calls\"\nwith = { libraries = [\"math\"] }",
        "rubric.toml:9:23: unknown library `math`; did you mean `cmath`? Expected one of `cmath`, `cstring`, `algorithm`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"required-functions\"\nwith = { functions = [\"idxToRow\"] }",
        "rubric.toml:9:23: found `idxToRow`, expected a prototype such as `int idxToRow(int idx, int dim)`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"required-functions\"",
        r#"rubric.toml:8:8: `required-functions` needs `with = { functions = ["int f(int a)"] }`, and at least one of them"#,
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"header-comment\"\nwith = { says = [\"mail\"] }",
        "rubric.toml:9:18: unknown part of a header `mail`: expected one of `name`, `student-id`, `e-mail`",
    ),
    (
        r#"cases = ["win-*"]"#,
        "rule = \"header-comment\"\nwith = { patterns = { section = \"(\" } }",
        "rubric.toml:9:33: this is no regular expression: unclosed group",
    ),
    (
        "# last",
        "with = { most = 80 }",
        "rubric.toml:9:8: `with` goes with `rule` only",
    ),
    (
        "points = 10",
        "points = 10\nremark = true",
        "rubric.toml:8:10: `remark` and `points` exclude each other: a remark changes no points",
    ),
    (
        "points = 10",
        "remark = true",
        "rubric.toml:7:10: `remark` goes with `rule` only",
    ),
    (
        r#"cases = ["win-*"]"#,
        r#"manual = "half""#,
        "rubric.toml:8:10: unknown value `half` for `manual`: expected one of `full`, `none`",
    ),
    (
        r#"cases = ["win-*"]"#,
        r#"build = "compiles"
credit = "per-case""#,
        "rubric.toml:5:1: `credit` and `compare` go with `cases` only",
    ),
    (
        "# last",
        r#"credit = "per-line"
compare = { scope = "final" }"#,
        "rubric.toml:9:10: the credit `per-line` counts lines, but the case `win-row` is not compared line by line: add `compare = { scope = \"transcript\" }` to this criterion",
    ),
    (
        "# last",
        r#"credit = "per-turn""#,
        "rubric.toml:9:10: the credit `per-turn` counts turns, but the case `win-row` is not compared by turns: add `compare = { scope = \"turns\" }` to this criterion",
    ),
    (
        "points = 10",
        "points = 10\npenalty = { each = 1, most = 2 }",
        "rubric.toml:8:11: `points` and `penalty` exclude each other: a criterion gives points or takes them",
    ),
    (
        "points = 10",
        "points = 10\neach = 1",
        "rubric.toml:8:8: `each` goes with `rule`, `check` and `build` only: cases earn their shares by `credit`",
    ),
    (
        "points = 10",
        "penalty = { each = 1, most = 2 }\neach = 1",
        "rubric.toml:8:8: `each` goes with `points`; what is taken away stands in `penalty = { each = …, most = … }`",
    ),
    (
        "points = 10",
        "penalty = { each = 3, most = 2 }",
        "rubric.toml:7:11: `most` must be above zero and not below `each`",
    ),
    (
        "points = 10",
        "penalty = { each = 3 }",
        "rubric.toml:7:11: `penalty` needs `each` and `most`, such as `{ each = 1, most = 5 }`",
    ),
    (
        "points = 10",
        "points = 10\nrequires = [\"gamess\"]",
        "rubric.toml:8:13: unknown criterion `gamess`: expected `games`",
    ),
    (
        "points = 10",
        "points = 10\nrequires = [\"games\"]",
        "rubric.toml:8:12: this criterion needs itself, directly or through others",
    ),
    (
        "# more",
        "visibility = \"hiden\"",
        "rubric.toml:4:14: unknown value `hiden` for `visibility`; did you mean `hidden`? Expected one of `full`, `verdict`, `hidden`",
    ),
    (
        "# last",
        r#"credit = "all""#,
        "rubric.toml:9:10: unknown value `all` for `credit`: expected one of `per-case`, `per-turn`, `per-line`, `per-call`, `per-test`, `all-or-nothing`, `minimum`, `best`",
    ),
    (
        r#"["win-*"]"#,
        r#"["wins-*"]"#,
        "rubric.toml:8:10: `wins-*` matches no case: the nearest is `win-row`",
    ),
    (
        r#"["win-*"]"#,
        r#"["win-rwo"]"#,
        "rubric.toml:8:10: `win-rwo` matches no case: the nearest is `win-row`",
    ),
    (
        r#"["win-*"]"#,
        r#"["win-[*"]"#,
        "rubric.toml:8:10: the glob `win-[*` is not valid: unclosed character class; missing ']'",
    ),
    (
        r#"["win-*"]"#,
        "[]",
        "rubric.toml:8:9: `cases` is empty: expected at least one glob",
    ),
    (
        "# last",
        r#"compare = { scope = "whole" }"#,
        "rubric.toml:9:21: unknown value `whole` for `scope`: expected one of `transcript`, `turns`, `final`, `output`",
    ),
    (
        "# last",
        r#"[[assignments.ttt.criteria]]
id = "games"
points = 1
manual = "full""#,
        "rubric.toml:10:6: a second criterion `games`: each needs a name of its own",
    ),
    (
        "# last",
        "[[assignments.ttt.calibration]]",
        r#"rubric.toml:9:1: missing key `sources`: expected the files of the program"#,
    ),
    (
        "# last",
        r#"[[assignments.ttt.calibration]]
sources = ["no.cpp"]
points = 11"#,
        r#"rubric.toml:10:12: there is no file `no.cpp`
rubric.toml:11:10: found 11, but the criteria add up to 10"#,
    ),
    (
        "# last",
        r#"[[assignments.ttt.calibration]]
sources = ["solution.cpp"]
permitted = []
required = ["crashed"]"#,
        r#"rubric.toml:11:13: `permitted` is empty: expected names of verdicts
rubric.toml:12:13: unknown verdict `crashed`: expected one of `accepted`, `presentation-error`, `wrong-answer`, `runtime-error`, `time-limit`, `memory-limit`, `output-limit`, `read-past-end`, `forbidden-call`, `not-run`, `ungraded`"#,
    ),
    (
        "# last",
        r#"[[assignments.ttt.calibration]]
sources = ["solution.cpp"]
points = 10
verdicts = { win-rwo = "wrong" }"#,
        r#"rubric.toml:12:14: there is no case `win-rwo`: the nearest is `win-row`
rubric.toml:12:24: unknown verdict `wrong`: expected one of `accepted`, `presentation-error`, `wrong-answer`, `runtime-error`, `time-limit`, `memory-limit`, `output-limit`, `read-past-end`, `forbidden-call`, `not-run`, `ungraded`"#,
    ),
    (
        r#"# more
[[assignments.ttt.criteria]]
id = "games"
points = 10"#,
        r#"points = 100
[[assignments.ttt.criteria]]
id = "games"
points = -10"#,
        "rubric.toml:7:10: found -10, expected points from 0 to 1000000",
    ),
];

const CASE_SLIPS: &[Slip] = &[
    (
        "# more",
        "x =",
        "testcases/ttt/win-row.toml:3:4: not valid TOML: string values must be quoted, expected literal string",
    ),
    (
        "# more",
        r#"tag = ["x"]"#,
        "testcases/ttt/win-row.toml:3:1: unknown key `tag`; did you mean `tags`? Expected one of `kind`, `description`, `input`, `end_of_input`, `player`, `seeds`, `answers`, `args`, `env`, `files`, `writes`, `scratch`, `exit`, `stderr`, `runs`, `prototype`, `calls`, `printed`, `tests`, `framework`, `only`, `leaks`, `tags`, `weight`, `visibility`, `compare`, `limits`",
    ),
    (
        r#""X wins""#,
        r#""""#,
        "testcases/ttt/win-row.toml:1:15: `description` is empty: expected a sentence that says what happens in this case",
    ),
    (
        r#"description = "X wins""#,
        "# none",
        "testcases/ttt/win-row.toml:1:1: missing key `description`: expected a sentence that says what happens in this case",
    ),
    (
        r#"input = ["0", "1"]"#,
        "# none",
        "testcases/ttt/win-row.toml:1:1: missing key `input`: expected an array of strings, one for each line, a string with all lines, or a file beside this one whose name ends in `.in`",
    ),
    (
        r#"["0", "1"]"#,
        "0",
        r#"testcases/ttt/win-row.toml:2:9: found integer `0`, expected an array of strings, one for each line, or a string with all lines, such as `["3", "0 1"]`"#,
    ),
    (
        r#"["0", "1"]"#,
        "[0, 1]",
        "testcases/ttt/win-row.toml:2:10: found integer `0`, expected a string\n\
         testcases/ttt/win-row.toml:2:13: found integer `1`, expected a string",
    ),
    (
        r#""1""#,
        r#""‹1›""#,
        "testcases/ttt/win-row.toml:2:15: found `‹` or `›`, which mark inputs in transcripts: write the line without them",
    ),
    (
        r#""1""#,
        r#""1\n""#,
        "testcases/ttt/win-row.toml:2:15: found a line break at the end of the string: leave it out, each string is a line",
    ),
    (
        r#""1""#,
        r#""1\n2\n3""#,
        "testcases/ttt/win-row.toml:2:15: found line breaks inside a string: write each line as a string of its own",
    ),
    (
        r#""1""#,
        r#""1\n2""#,
        "testcases/ttt/win-row.toml:2:15: found a line break inside a string, so these are two lines: write two strings",
    ),
    (
        "# more",
        "weight = 0",
        "testcases/ttt/win-row.toml:3:10: found 0, expected a `weight` of 1 or more",
    ),
    (
        "# more",
        "weight = -1",
        "testcases/ttt/win-row.toml:3:10: found integer `-1`, expected a whole number that is not negative",
    ),
    (
        "# more",
        r#"limits = { cpu = "fast" }"#,
        "testcases/ttt/win-row.toml:3:18: found `fast`, expected a time above zero with its unit, such as `1s` or `500ms`",
    ),
    (
        "# more",
        r#"[compare]
ending = ["{player-1-wins}"]"#,
        "testcases/ttt/win-row.toml:4:11: unknown word of the vocabulary `player-1-wins`: none is defined",
    ),
    (
        "# more",
        r#"compare = { prompts = "anything" }"#,
        "testcases/ttt/win-row.toml:3:23: unknown value `anything` for `prompts`: expected one of `exact`, `shows`, `any`",
    ),
];

#[test]
fn the_line_of_each_mistake_is_quoted_with_a_caret_and_without_what_a_terminal_obeys() {
    let course = Course::empty();
    let rubric = RUBRIC.replace("# more", "pionts = 10\nforgive = [\"x\u{9b}31m\"]");
    course.write("rubric.toml", rubric);
    let ran = course.grader(&["check"]);
    ran.exits_with(2).says(&[
        "rubric.toml:4:1: unknown key `pionts`",
        "4 | pionts = 10\n  | ^^^^^^\n",
        "rubric.toml:5:12: unknown value `x\\u{009B}31m` for `forgive`: expected `missing-include`",
        "5 | forgive = [\"x\\u{009B}31m\"]\n  |            ^^^^^^^^^^^^^^",
    ]);
    assert!(
        !ran.stderr.contains(['\u{1b}', '\u{9b}']),
        "{:?}",
        ran.stderr
    );
}
