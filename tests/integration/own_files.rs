//! Files that a case gives to programs, files that they must write, and standard error.

use std::os::unix::fs::symlink;

use serde_json::json;

use crate::support::account::Account;
use crate::support::results::{Results, list, text};
use crate::support::tiers::{graded_in, in_every_tier, there};
use crate::support::{Course, Ran, SUM, entries, gate_step, mistakes};

/// Copies a file with its lines numbered, and says on standard error how many there were.
const NUMBERS: &str = r#"#include <cstdio>
int main() {
    FILE* in = fopen("in.txt", "r");
    FILE* out = fopen("out.txt", "w");
    char line[100];
    int count = 0;
    while (fgets(line, 100, in)) fprintf(out, "%d %s", ++count, line);
    fprintf(stderr, "%d lines\n", count);
    puts("done");
}
"#;

const CASE: &str = r#"description = "Numbers the lines"
input = []
files = { "in.txt" = "data/three.txt" }
writes = ["out.txt"]
stderr = true
"#;

fn numbers() -> Course {
    let course = Course::empty();
    course.write(
        "rubric.toml",
        SUM.replace(
            "flags = []",
            "flags = []\nlimits = { output = \"64KiB\", cpu = \"400ms\" }",
        ),
    );
    course.write("solution.cpp", NUMBERS);
    course.write("testcases/sum/three.toml", CASE);
    course.write("testcases/sum/data/three.txt", "a\nb\nc\n");
    course.write(
        "testcases/sum/none.toml",
        CASE.replace("data/three.txt", "data/none.txt"),
    );
    course.write("testcases/sum/data/none.txt", "");
    course.grader(&["regenerate"]).exits_with(0);
    course
}

fn verdicts(course: &Course, student: &str) -> Vec<String> {
    let results = Results::read(&course.path("reports"));
    let cases = results.of(student, "sum")["cases"]
        .as_array()
        .unwrap()
        .clone();
    cases
        .iter()
        .map(|case| text(&case["verdict"]).to_owned())
        .collect()
}

fn reason(course: &Course, student: &str, case: usize) -> String {
    let results = Results::read(&course.path("reports"));
    text(&results.of(student, "sum")["cases"][case]["reason"]).to_owned()
}

#[test]
fn what_programs_write_is_compared_with_what_the_reference_writes() {
    let course = numbers();
    assert_eq!(
        course.read("testcases/sum/three.expected.d/out.txt"),
        "1 a\n2 b\n3 c\n"
    );
    assert_eq!(
        course.read("testcases/sum/three.expected.stderr"),
        "3 lines\n"
    );
    assert_eq!(course.read("testcases/sum/none.expected.d/out.txt"), "");
    let programs = [
        ("right", NUMBERS.to_owned()),
        ("from_0", NUMBERS.replace("++count", "count++")),
        (
            "silent",
            NUMBERS.replace("fprintf(stderr", "if (false) fprintf(stderr"),
        ),
        ("elsewhere", NUMBERS.replace("out.txt", "/dev/null")),
        (
            "crash",
            NUMBERS.replace("puts", "*(volatile int*)nullptr = 1; puts"),
        ),
        ("blanks", NUMBERS.replace("%d %s", "%d  %s")),
    ];
    for (name, program) in &programs {
        course.write(format!("submissions/{name}/sum.cpp"), program);
    }
    course.grader(&["run", "submissions/"]).exits_with(0);
    let verdicts = |student| verdicts(&course, student);
    assert_eq!(verdicts("right"), ["accepted", "accepted"]);
    assert_eq!(verdicts("from_0"), ["accepted", "wrong-answer"]);
    assert_eq!(verdicts("silent"), ["wrong-answer", "wrong-answer"]);
    assert_eq!(verdicts("elsewhere"), ["wrong-answer", "wrong-answer"]);
    assert_eq!(verdicts("crash"), ["runtime-error", "runtime-error"]);
    assert_eq!(
        reason(&course, "elsewhere", 1),
        "Your program did not write the file `out.txt`, which it must."
    );
    let first = reason(&course, "from_0", 1);
    assert!(
        first.starts_with("In the file `out.txt`: ") && first.contains("`1 a`"),
        "{first}"
    );
    let silent = reason(&course, "silent", 1);
    assert!(
        silent.starts_with("In what it printed on standard error: "),
        "{silent}"
    );
    let results = Results::read(&course.path("reports"));
    let case = &results.of("from_0", "sum")["cases"][1];
    assert_eq!(
        (&case["files"], &case["writes"]),
        (&json!(["in.txt"]), &json!(["out.txt"]))
    );
    assert_eq!(case["mistake"], json!(null), "what was printed is right");
    let report = course.read("reports/from_0/sum.md");
    assert!(
        report.contains("**Files.** `in.txt` **Files to write.** `out.txt`"),
        "{report}"
    );
}

#[test]
fn what_the_files_hold_is_reviewed_and_what_belongs_to_no_case_is_told() {
    let course = numbers();
    course.write("submissions/ann/sum.cpp", NUMBERS);
    course.grader(&["run", "submissions/"]).exits_with(0);
    course.write("testcases/sum/data/three.txt", "a\nb\n");
    course
        .grader(&["run", "submissions/"])
        .exits_with(2)
        .says(&[
            "three.expected.d/out.txt: stale",
            "three.expected.stderr: stale",
        ]);
    course.grader(&["regenerate"]).exits_with(0);
    course.grader(&["run", "submissions/"]).exits_with(0);
    assert_eq!(verdicts(&course, "ann"), ["accepted", "accepted"]);
    course.write(
        "testcases/sum/three.toml",
        CASE.replace("stderr = true\n", ""),
    );
    course
        .grader(&["regenerate", "--check"])
        .exits_with(1)
        .shows(&["three.expected.stderr: left over"]);
}

#[test]
fn standard_error_may_be_given_as_a_text() {
    let course = numbers();
    let case = CASE.replace("stderr = true", "stderr = \"3 lines\\n\"");
    course.write("testcases/sum/three.toml", case);
    course.write("testcases/sum/three.expected.stderr", "");
    std::fs::remove_file(course.path("testcases/sum/three.expected.stderr")).unwrap();
    course.write("submissions/ann/sum.cpp", NUMBERS);
    course.write(
        "submissions/bob/sum.cpp",
        NUMBERS.replace("%d lines", "%d rows"),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    assert_eq!(verdicts(&course, "ann")[1], "accepted");
    assert_eq!(verdicts(&course, "bob")[1], "wrong-answer");
}

#[test]
fn a_command_as_a_reference_gets_the_same_files() {
    let course = numbers();
    course.write("reference.sh", "awk '{ print NR, $0 }' in.txt > out.txt; awk 'END { print NR \" lines\" }' in.txt >&2; echo done\n");
    let rubric = course.read("rubric.toml");
    let rubric = rubric.replace(
        "{ sources = [\"solution.cpp\"] }",
        "{ command = [\"/bin/sh\", \"reference.sh\"] }",
    );
    course.write("rubric.toml", rubric);
    course.grader(&["regenerate", "--check"]).exits_with(0);
}

/// What programs do to their folder, after they have done their work or in place of it; and what becomes of it. Each tells
/// what it sees of others.
const HOSTILE: &[(&str, &str, &str)] = &[
    (
        "links",
        "unlink(\"out.txt\"); if (symlink(\"/etc/passwd\", \"out.txt\") == 0) puts(\"linked\");",
        "accepted",
    ),
    (
        "hard",
        "if (link(\"in.txt\", \"hard.txt\") == 0) puts(\"linked\");",
        "accepted",
    ),
    (
        "fifo",
        "unlink(\"out.txt\"); if (mkfifo(\"out.txt\", 0666) == 0) puts(\"piped\");",
        "accepted",
    ),
    (
        "grows",
        "fclose(out); FILE* f = fopen(\"out.txt\", \"a\"); for (;;) fputs(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxx\\n\", f);",
        "output-limit",
    ),
    (
        "thousands",
        "for (int i = 0; i < 5000; ++i) { char name[9]; sprintf(name, \"f%d\", i); if (FILE* f = fopen(name, \"w\")) { puts(\"made\"); fclose(f); } }",
        "accepted",
    ),
    (
        "folders",
        "if (mkdir(\"d\", 0777) == 0) puts(\"made\");",
        "accepted",
    ),
    (
        "deletes",
        "unlink(\"in.txt\"); unlink(\"out.txt\"); rmdir(\".\"); if (access(\"out.txt\", F_OK) != 0) puts(\"gone\");",
        "accepted",
    ),
    (
        "renames",
        "if (rename(\"out.txt\", \"\\xff\\n.txt\") == 0) puts(\"renamed\");",
        "accepted",
    ),
    (
        "input",
        "FILE* given = fopen(\"in.txt\", \"w\"); if (given && fputs(\"mine\", given) >= 0 && fflush(given) == 0) puts(\"wrote\");",
        "accepted",
    ),
    ("modes", "chmod(\".\", 0);", "accepted"),
    ("odd_bytes", "fputs(\"\\xff\\xfe\", out);", "wrong-answer"),
];

#[test]
fn nothing_that_a_program_does_to_its_folder_gets_out_of_it() {
    let course = numbers();
    for (name, code, _) in HOSTILE {
        let headers = "#include <sys/stat.h>\n#include <unistd.h>\n";
        let work = NUMBERS.replace(
            "    puts",
            &format!("    fflush(out);\n    {code}\n    puts"),
        );
        course.write(
            format!("submissions/{name}/sum.cpp"),
            format!("{headers}{work}"),
        );
    }
    // Tells every name that it finds, so a file of another run would be told.
    let looks = "#include <dirent.h>\n#include <string.h>\n".to_owned()
        + &NUMBERS.replace(
            "    puts",
            "    DIR* d = opendir(\".\"); while (dirent* e = readdir(d)) if (!strchr(\"io.\", e->d_name[0])) puts(e->d_name);\n    puts",
        );
    course.write("submissions/zoe/sum.cpp", looks);
    let check = |tier: &str, ran: &Ran, results: &Results| {
        ran.exits_with(0);
        // Without Landlock, a program of the user's own account makes what it likes; it is removed all the same.
        let is_held = tier != "E";
        for (name, _, verdict) in HOSTILE.iter().filter(|_| is_held) {
            let case = &results.of(name, "sum")["cases"][1];
            assert_eq!(
                text(&case["verdict"]),
                *verdict,
                "{name} in tier {tier}: {case:#}"
            );
        }
        for case in list(&results.of("zoe", "sum")["cases"]) {
            assert_eq!(text(&case["verdict"]), "accepted", "tier {tier}: {case:#}");
        }
        assert_eq!(entries(&course.temporary()), [""; 0], "tier {tier}");
    };
    in_every_tier("D", &course, check);
    let accounts = [Account::ordinary(), Account::root()];
    for account in accounts.into_iter().step_by(gate_step(2)) {
        let Some((tier, account)) = there("E", account) else {
            continue;
        };
        if let Some((ran, results)) = graded_in(&course, tier, &account, &["--allow-unconfined"]) {
            check(tier, &ran, &results);
        }
    }
}

#[test]
fn files_that_lead_elsewhere_are_refused_with_words() {
    let course = Course::empty();
    course.write("rubric.toml", SUM);
    course.write("solution.cpp", "");
    course.write("secret.txt", "secret\n");
    course.write("testcases/sum/plain.txt", "");
    symlink(
        course.path("secret.txt"),
        course.path("testcases/sum/link.txt"),
    )
    .unwrap();
    for (keys, words) in [
        (
            "files = [\"link.txt\"]",
            "`link.txt` is a link or no file, or leads out of the folder",
        ),
        (
            "files = [\"../../secret.txt\"]",
            "`../../secret.txt` is a link or no file, or leads out of the folder",
        ),
        (
            "files = [\"/etc/passwd\"]",
            "`/etc/passwd` is a link or no file",
        ),
        ("files = [\"missing.txt\"]", "`missing.txt` does not exist"),
        (
            "files = { \"../x\" = \"plain.txt\" }",
            "found `../x`, expected the name of a file in the program's own folder",
        ),
        (
            "files = { \".hidden\" = \"plain.txt\" }",
            "found `.hidden`, expected the name of a file",
        ),
        (
            "writes = [\"a/../b\"]",
            "found `a/../b`, expected the name of a file",
        ),
        (
            "writes = [\"a/b\", \"a\"]",
            "`a` in `writes` is a folder, because `a/b` is in it",
        ),
        (
            "files = { \"a/b\" = \"plain.txt\" }\nwrites = [\"a\"]",
            "`a` in `writes` is a folder, because `a/b` is in it",
        ),
        ("writes = [\"a\", \"a\"]", "found `a` twice in `writes`"),
        ("files = 3", "expected an array of paths, or a table"),
        ("stderr = 3", "expected `true`, `false` or a text"),
    ] {
        course.write(
            "testcases/sum/a.toml",
            format!("description = \"A\"\ninput = []\n{keys}\n"),
        );
        course.grader(&["check"]).exits_with(2).says(&[words]);
    }
    let game = "[assignments.sum]\nsources = [\"sum.cpp\"]\nreference = { game = \"tttn\" }\n[[assignments.sum.criteria]]\nid = \"a\"\npoints = 1\ncases = [\"*\"]\n";
    let case = b"description = \"A\"\ninput = [\"1\"]\nstderr = true\n";
    let files = [
        ("rubric.toml", game.as_bytes()),
        ("testcases/sum/a.toml", case.as_slice()),
    ];
    let said = mistakes::messages(&files);
    assert!(
        said.contains("which a built-in game does not write"),
        "{said}"
    );
}
