//! Programs that the submission's own files say how to build: `make` and CMake, behind walls of their own.

use crate::support::results::{Results, list, text};
use crate::support::{ADDS, Course, SUM};
use crate::toolchains::is_there;

/// A course whose programs are built by these toolchains, with a solution of one file for `g++`.
fn course_with(toolchains: &str) -> Course {
    let course = Course::sum();
    let keys = format!("toolchain = {toolchains}\nsources");
    course.write("rubric.toml", SUM.replacen("sources", &keys, 1));
    course
}

/// The program in two files.
fn in_two_files(course: &Course, folder: &str, adder: &str) {
    let main = ADDS.replace("int main", "int add(int, int);\nint main");
    assert!(main.contains("first + second"), "{main}");
    course.write(
        format!("{folder}/sum.cpp"),
        main.replace("first + second", "add(first, second)"),
    );
    course.write(
        format!("{folder}/{adder}"),
        "int add(int a, int b) { return a + b; }\n",
    );
}

/// What became of a submission: its build's verdict, and its only case's verdict.
fn came_to(results: &Results, student: &str) -> String {
    let one = results.of(student, "sum");
    format!(
        "{} {}",
        text(&one["build"]["verdict"]),
        text(&one["cases"][0]["verdict"])
    )
}

/// Links what is made of two sources.
const MAKEFILE: &str = "\
CXXFLAGS = -Wall
sum: sum.o parts/adder.o
\tg++ -o $@ $^
%.o: %.cpp
\tg++ $(CXXFLAGS) -c -o $@ $<
";

/// The same, with a library.
const CMAKE: &str = "\
cmake_minimum_required(VERSION 3.10)
project(sum CXX)
add_library(adder parts/adder.cpp)
add_executable(sum sum.cpp)
target_link_libraries(sum adder)
";

#[test]
fn who_hands_in_a_makefile_is_built_by_it_and_the_others_by_the_compiler() {
    if !is_there("make") {
        return;
    }
    let course = course_with("[\"make\", \"g++\"]");
    in_two_files(&course, "submissions/made", "parts/adder.cpp");
    course.write("submissions/made/Makefile", MAKEFILE);
    in_two_files(&course, "submissions/below/src", "parts/adder.cpp");
    course.write("submissions/below/src/makefile", MAKEFILE);
    in_two_files(&course, "submissions/shouts", "parts/adder.CPP");
    let shouts = MAKEFILE.replace("parts/adder.o", "parts/adder.CPP");
    course.write("submissions/shouts/Makefile", shouts);
    course.write("submissions/plain/sum.cpp", ADDS);
    // Under a name of its own, with a file of another kind, and a library of the same names.
    let named = course
        .read("rubric.toml")
        .replacen("accept", "also = [\"*.txt\"]\naccept", 1);
    course.write("rubric.toml", named);
    in_two_files(&course, "submissions/named", "lib/adder.cpp");
    let main = course.read("submissions/named/sum.cpp");
    course.write("submissions/named/main.cpp", main);
    course.write("submissions/named/sum.cpp", "#error not this one\n");
    course.write("submissions/named/flags.txt", "-DRIGHT\n");
    course.write("submissions/named/lib/Makefile", "adder.o: adder.cpp\n");
    let makefile = "all:\n\t$(MAKE) -C lib\n\tg++ `cat flags.txt` -o sum main.cpp lib/adder.o\n";
    course.write("submissions/named/Makefile", makefile);
    let results = course.results();
    for (student, toolchain) in [
        ("made", "make"),
        ("below", "make"),
        ("shouts", "make"),
        ("named", "make"),
        ("plain", "g++"),
    ] {
        assert_eq!(came_to(&results, student), "ok accepted", "{student}");
        let build = &results.of(student, "sum")["build"];
        assert_eq!(text(&build["toolchain"]), toolchain, "{student}: {build}");
    }
    let build = &results.of("made", "sum")["build"];
    assert_eq!(
        build["command"],
        serde_json::json!(["make", "--no-print-directory"])
    );
    let used = list(&results.0["toolchains"]);
    let make = used
        .iter()
        .find(|one| text(&one["name"]) == "make")
        .unwrap();
    assert_eq!(text(&make["command"]), "make");
    assert!(text(&make["version"]).starts_with("GNU Make"), "{make}");
}

/// What a Makefile does wrong, what the build comes to, and what its report says.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "syntax",
        "sum sum.cpp\n",
        "compile-error not-run",
        "Makefile:1: *** missing separator",
    ),
    (
        "error",
        "sum:\n\tg++ -o sum broken.cpp\n",
        "compile-error not-run",
        "broken.cpp:1:",
    ),
    (
        "other_name",
        "all:\n\tg++ -o main sum.cpp parts/adder.cpp\n",
        "compile-error not-run",
        "left no file `sum` in the folder where it began; it left `main`",
    ),
    (
        "nothing",
        "all:\n",
        "compile-error not-run",
        "left no file `sum`",
    ),
    (
        "folder",
        "all:\n\tmkdir sum\n",
        "compile-error not-run",
        "left a folder for `sum`",
    ),
    (
        "link",
        "all:\n\tln -s /bin/cat sum\n",
        "compile-error not-run",
        "left a link for `sum`",
    ),
    (
        "moved",
        "all:\n\tcd .. && mv files away && ln -s /bin files && cd /\n",
        "compile-error not-run",
        "left no file `sum`",
    ),
    (
        "endless",
        "all:\n\twhile :; do sleep 1; done\n",
        "compile-limit not-run",
        "",
    ),
    (
        "recursive",
        "all:\n\t$(MAKE) all & $(MAKE) all & wait\n",
        "not-run",
        "",
    ),
];

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_makefile_that_makes_no_program_is_told_why() {
    if !is_there("make") {
        return;
    }
    let course = course_with("[\"make\", \"g++\"]");
    let limits = "build_limits = { cpu = \"2s\", wall = \"8s\" }\nsources";
    course.write(
        "rubric.toml",
        course.read("rubric.toml").replacen("sources", limits, 1),
    );
    for (student, makefile, ..) in MISTAKES {
        let folder = format!("submissions/{student}");
        in_two_files(&course, &folder, "parts/adder.cpp");
        course.write(format!("{folder}/broken.cpp"), "int main( {}\n");
        course.write(format!("{folder}/Makefile"), makefile);
    }
    let results = course.results();
    for (student, _, expected, sentence) in MISTAKES {
        let came_to = came_to(&results, student);
        assert!(came_to.ends_with(expected), "{student}: {came_to}");
        assert!(!came_to.starts_with("ungraded"), "{student}: {came_to}");
        let report = course.read(&format!("reports/{student}/sum.md"));
        assert!(report.contains(sentence), "{student}: {report}");
        assert!(!report.contains("/build/"), "{student}: {report}");
    }
}

#[test]
fn cmake_builds_a_program_with_a_library_and_says_what_is_wrong() {
    if !is_there("cmake") || !is_there("make") {
        return;
    }
    let course = course_with("\"cmake\"");
    let folder = |name: &str| format!("submissions/{name}");
    for student in ["right", "broken", "confused"] {
        in_two_files(&course, &folder(student), "parts/adder.cpp");
        course.write(format!("submissions/{student}/CMakeLists.txt"), CMAKE);
    }
    course.write(
        "submissions/broken/parts/adder.cpp",
        "int add(int a, int b) { return c; }\n",
    );
    course.write(
        "submissions/confused/CMakeLists.txt",
        CMAKE.replace("sum.cpp", "missing.cpp"),
    );
    // The reference is built by it, too.
    course.write(
        "CMakeLists.txt",
        "project(sum CXX)\nadd_executable(sum solution.cpp)\n",
    );
    let rubric = course.read("rubric.toml");
    let sources = "[\"CMakeLists.txt\", \"solution.cpp\"]";
    course.write("rubric.toml", rubric.replace("[\"solution.cpp\"]", sources));
    let results = course.results();
    assert_eq!(came_to(&results, "right"), "ok accepted");
    assert_eq!(came_to(&results, "broken"), "compile-error not-run");
    assert_eq!(came_to(&results, "confused"), "compile-error not-run");
    let report = course.read("reports/broken/sum.md");
    assert!(
        report.contains("The first error is in `parts/adder.cpp`, line 1"),
        "{report}"
    );
    assert!(
        !report.contains("[ 25%]") && !report.contains("-- Configuring"),
        "{report}"
    );
    let report = course.read("reports/confused/sum.md");
    assert!(report.contains("missing.cpp"), "{report}");
}

/// The shipped one, under a name that no machine has.
const MISSING: &str =
    "\n[toolchains.make]\nlike = \"make\"\nbuild_system = [\"make-that-is-not-here\"]\n";

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn without_a_build_system_only_those_who_need_it_are_ungraded() {
    let course = course_with("[\"make\", \"g++\"]");
    course.write("rubric.toml", course.read("rubric.toml") + MISSING);
    course.write("submissions/plain/sum.cpp", ADDS);
    in_two_files(&course, "submissions/made", "parts/adder.cpp");
    course.write("submissions/made/Makefile", MAKEFILE);
    course.grader(&["run", "submissions"]).exits_with(3);
    let results = Results::read(&course.path("reports"));
    assert_eq!(came_to(&results, "plain"), "ok accepted");
    assert_eq!(came_to(&results, "made"), "ungraded ungraded");
    let reason = text(&results.of("made", "sum")["build"]["reason"]);
    assert!(reason.contains("apt-get install make g++"), "{reason}");
    course.grader(&["doctor"]).exits_with(0).shows(&[
        "MISSING",
        "apt-get install make",
        "headers     precompiled with",
    ]);
}
