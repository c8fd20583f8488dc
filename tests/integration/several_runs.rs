//! Cases that start a program several times in one folder, and files in folders.

use crate::support::results::{Results, text};
use crate::support::{Course, SUM, mistakes};

/// Saves a number, tells it, or complains.
const SAVES: &str = r#"#include <fstream>
#include <iostream>
#include <string>
int main(int argc, char** argv) {
    std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "save") {
        int number = 0;
        std::cout << "Number: ";
        std::cin >> number;
        std::ofstream("save.txt") << number << '\n';
        std::cout << "saved\n";
    } else if (mode == "load") {
        int number = 0;
        std::ifstream("save.txt") >> number;
        std::cout << "It was " << number << '\n';
    } else {
        std::cerr << "what?\n";
        return 2;
    }
}
"#;

const CASE: &str = r#"description = "Saves a number, and a second start tells it"
writes = ["save.txt"]
[[runs]]
args = ["save"]
input = ["7"]
[[runs]]
args = ["load"]
[[runs]]
exit = 2
stderr = "what?\n"
"#;

fn course(case: &str) -> Course {
    let course = Course::empty();
    let limited = SUM.replace("flags = []", "flags = []\nlimits = { cpu = \"300ms\" }");
    course.write("rubric.toml", limited);
    course.write("solution.cpp", SAVES);
    course.write("testcases/sum/saves.toml", case);
    course
}

#[test]
fn what_one_start_saves_the_next_one_finds_and_the_first_fault_decides() {
    let course = course(CASE);
    course.grader(&["regenerate"]).exits_with(0);
    let expected = "Number: ‹7›\nsaved\n‹▷ load›\nIt was 7\n‹▷›\n";
    assert_eq!(course.read("testcases/sum/saves.expected"), expected);
    assert_eq!(
        course.read("testcases/sum/saves.expected.d/save.txt"),
        "7\n"
    );
    for (student, from, to) in [
        ("right", "saved", "saved"),
        (
            "forgets",
            "std::ofstream(\"save.txt\") << number << '\\n';",
            "",
        ),
        (
            "early",
            "std::cout << \"saved\\n\";",
            "std::cout << \"saved\\nIt was 7\\n\";",
        ),
        ("crashes", "std::cout << \"saved\\n\";", "__builtin_trap();"),
        ("zero", "return 2;", "return 0;"),
        ("polite", "what?", "pardon?"),
        (
            "never-ends",
            "std::ifstream(",
            "for (;;) {}\n        std::ifstream(",
        ),
    ] {
        course.write(
            format!("submissions/{student}/sum.cpp"),
            SAVES.replace(from, to),
        );
    }
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let judged = |student: &str| {
        let case = results.case_of(student, "sum");
        let remark = case["remarks"][0].as_str().unwrap_or_default().to_owned();
        (text(&case["verdict"]).to_owned(), remark)
    };
    let run = |number: u32, start: &str| {
        format!("It was run {number} of 3 in this test case: `{start}`.")
    };
    for (student, verdict, remark) in [
        ("right", "accepted", String::new()),
        ("forgets", "wrong-answer", run(2, "sum load")),
        // What belongs to the second run is no excuse in the first.
        ("early", "wrong-answer", run(1, "sum save")),
        ("crashes", "runtime-error", run(1, "sum save")),
        ("zero", "wrong-answer", run(3, "sum")),
        ("polite", "wrong-answer", run(3, "sum")),
        ("never-ends", "time-limit", run(2, "sum load")),
    ] {
        assert_eq!(judged(student), (verdict.to_owned(), remark), "{student}");
    }
    let report = course.read("reports/forgets/sum.md");
    for part in [
        "‹▷ load›",
        "It was 0",
        "printf '%s\\n' 7 | ./sum save",
        "./sum load < /dev/null",
    ] {
        assert!(report.contains(part), "{part} is not in:\n{report}");
    }
    assert!(judged("zero").0 == "wrong-answer");
}

#[test]
fn files_may_stand_in_folders_where_nothing_can_be_made() {
    let reads = "#include <fstream>\n#include <iostream>\n#include <string>\nint main() { std::string s; \
                 std::ifstream(\"data/small/in.txt\") >> s; std::ofstream made(\"data/made.txt\"); made << 1; \
                 std::ofstream(\"left/out.txt\") << 1; std::ofstream more(\"left/more.txt\"); more << 1; \
                 std::cout << s << (made.flush() || more.flush() ? \" BREACH\" : \"\") << '\\n'; }\n";
    let course = course(
        "description = \"Reads\"\ninput = []\nfiles = { \"data/small/in.txt\" = \"in.txt\" }\nwrites = [\"left/out.txt\"]\n",
    );
    course.write("testcases/sum/in.txt", "hello\n");
    course.write("solution.cpp", reads);
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(course.read("testcases/sum/saves.expected"), "hello\n");
    assert_eq!(
        course.read("testcases/sum/saves.expected.d/left/out.txt"),
        "1"
    );
    course.write("submissions/ann/sum.cpp", reads);
    let locks = reads
        .replace(
            "std::string s;",
            "std::string s; chmod(\"data\", 0); chmod(\"left\", 0);",
        )
        .replace(
            "#include <fstream>",
            "#include <fstream>\n#include <sys/stat.h>",
        );
    course.write("submissions/bob/sum.cpp", locks);
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.case_of("ann", "sum")["verdict"], "accepted");
}

#[test]
fn a_slip_in_several_runs_or_in_names_of_files_is_told() {
    for (case, told) in [
        (
            "input = [\"1\"]\n[[runs]]\n",
            "testcases/sum/saves.toml:2:9: `input` goes into one of the `runs`",
        ),
        ("[[runs]]\narg = [\"x\"]\n", "did you mean `args`?"),
        (
            "compare = { scope = \"output\" }\n[[runs]]\n",
            "`runs` are for dialogues",
        ),
        ("[[runs]]\nexit = 900\n", "found the exit code 900"),
        (
            "input = []\nfiles = { \"../x\" = \"in.txt\" }\n",
            "found `../x`",
        ),
        (
            "input = []\nfiles = { \"a/b/c/d/e/f\" = \"in.txt\" }\n",
            "found `a/b/c/d/e/f`",
        ),
        (
            "input = []\nfiles = { \"a\" = \"in.txt\", \"a/b\" = \"in.txt\" }\n",
            "`a` in `files` is a folder",
        ),
        ("input = []\nwrites = [\"a/../b\"]\n", "found `a/../b`"),
    ] {
        let course = course(&format!("description = \"Slips\"\n{case}"));
        course.write("testcases/sum/in.txt", "");
        let found = mistakes::messages_in(&course.path(""));
        assert!(found.contains(told), "{told} is not in:\n{found}");
    }
}
