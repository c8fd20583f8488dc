//! What was graded before is not graded again, and no grade is another one for that.

use std::fs;
use std::path::PathBuf;

use crate::support::{ADDS, CASE, Course, EXPECTED};

/// A right program, a wrong one, and one that does not compile.
fn class() -> Course {
    let course = Course::sum().with_own_cache();
    course.write("submissions/ann/sum.cpp", ADDS);
    course.write(
        "submissions/bob/sum.cpp",
        ADDS.replace("first +", "first -"),
    );
    course.write(
        "submissions/cleo/sum.cpp",
        ADDS.replace("first +", "frist +"),
    );
    course
}

/// Grades the class, and says whom.
fn graded(course: &Course, more: &[&str]) -> Vec<String> {
    let arguments = [&["run", "submissions", "--log", "log"], more].concat();
    course.grader(&arguments).exits_with(0);
    let log = course.read("log");
    let mut names: Vec<String> = ["ann", "bob", "cleo"].map(str::to_owned).to_vec();
    let is_graded = |name: &String| {
        let student = format!("student={name}");
        log.lines()
            .any(|line| line.contains(&student) && line.contains("graded points="))
    };
    names.retain(is_graded);
    names
}

#[test]
fn nothing_is_graded_twice_and_the_files_are_the_same_to_the_last_byte() {
    let course = class();
    assert_eq!(graded(&course, &[]), ["ann", "bob", "cleo"]);
    let before = course.files_in("reports");
    assert_eq!(graded(&course, &[]), [""; 0]);
    assert_eq!(course.files_in("reports"), before);
    assert_eq!(graded(&course, &["--out", "elsewhere"]), [""; 0]);
    assert_eq!(course.files_in("elsewhere"), before);
}

#[test]
fn whatever_a_grade_is_made_of_makes_another_grade_when_it_changes() {
    type Change = fn(&Course);
    let changes: [(Change, &[&str]); 6] = [
        (
            |course| course.write("submissions/bob/sum.cpp", ADDS),
            &["bob"],
        ),
        (
            |course| course.write("submissions/bob/more.h", "// nothing"),
            &["bob"],
        ),
        (
            |course| course.write("testcases/sum/adds.toml", CASE.replace("Two", "2")),
            &["ann", "bob", "cleo"],
        ),
        (
            |course| {
                let rubric = course
                    .read("rubric.toml")
                    .replace("flags = []", "flags = [\"-Wall\"]");
                course.write("rubric.toml", rubric);
            },
            &["ann", "bob", "cleo"],
        ),
        (
            |course| {
                course.write("testcases/sum/more.toml", CASE.replace("3", "4"));
                course.write(
                    "testcases/sum/more.expected",
                    EXPECTED.replace("3", "4").replace("5", "6"),
                );
            },
            &["ann", "bob", "cleo"],
        ),
        (
            |course| {
                let solution = course.read("solution.cpp") + "// another";
                course.write("solution.cpp", solution);
            },
            &["ann", "bob", "cleo"],
        ),
    ];
    let course = class();
    graded(&course, &[]);
    for (number, (change, expected)) in changes.into_iter().enumerate() {
        change(&course);
        assert_eq!(graded(&course, &[]), expected, "change {number}");
        assert_eq!(graded(&course, &[]), [""; 0], "change {number}");
    }
}

/// How often a compiler was started in the last run.
fn compilations(course: &Course) -> usize {
    let log = course.read("log");
    log.lines()
        .filter(|line| line.contains("process{program=g++") && line.contains("ended"))
        .count()
}

#[test]
fn what_was_built_is_not_built_again_where_only_a_case_has_changed() {
    let course = class();
    graded(&course, &[]);
    assert!(compilations(&course) > 3, "{}", course.read("log"));
    let before = course.read("reports/cleo/sum.md");
    course.write("testcases/sum/adds.toml", CASE.replace("Two", "2"));
    assert_eq!(graded(&course, &[]), ["ann", "bob", "cleo"]);
    assert_eq!(compilations(&course), 0, "{}", course.read("log"));
    assert_eq!(
        course.read("reports/cleo/sum.md"),
        before,
        "what the compiler said is kept, too"
    );
    assert_eq!(graded(&course, &["--regrade"]), ["ann", "bob", "cleo"]);
    assert!(compilations(&course) > 3, "all anew is all");
}

#[test]
fn a_source_that_knows_when_it_was_compiled_is_compiled_each_time() {
    let course = class();
    course.write(
        "submissions/bob/sum.cpp",
        format!("const char* when = __TIME__;\n{ADDS}"),
    );
    graded(&course, &[]);
    course.write("testcases/sum/adds.toml", CASE.replace("Two", "2"));
    graded(&course, &[]);
    assert!(compilations(&course) > 0);
}

#[test]
fn a_header_outside_the_submission_is_a_part_of_what_is_graded() {
    let course = class();
    let folder = tempfile::tempdir().unwrap();
    let header = folder.path().join("course.h");
    fs::write(&header, "#define LIMIT 1\n").unwrap();
    let path = folder.path().to_str().unwrap();
    let toolchain = format!(
        "\n[toolchains.course]\ncompiler = \"g++\"\nfiles = [\"*.cpp\"]\nversion = [\"g++\", \"--version\"]\nreads = [{path:?}]\n"
    );
    let rubric = course.read("rubric.toml");
    let rubric = rubric.replace(
        "flags = []",
        &format!("toolchain = \"course\"\nflags = [\"-I{path}\"]"),
    );
    course.write("rubric.toml", rubric + &toolchain);
    course.write(
        "submissions/bob/sum.cpp",
        format!("#include <course.h>\n{ADDS}"),
    );
    assert_eq!(graded(&course, &[]), ["ann", "bob", "cleo"]);
    assert_eq!(graded(&course, &[]), [""; 0]);
    // Another file that holds the same, as on another machine.
    fs::remove_file(&header).unwrap();
    fs::write(folder.path().join("gap"), "").unwrap();
    fs::write(&header, "#define LIMIT 1\n").unwrap();
    fs::remove_file(folder.path().join("gap")).unwrap();
    assert_eq!(graded(&course, &[]), [""; 0]);
    fs::write(&header, "#define LIMIT 2\n").unwrap();
    assert_eq!(graded(&course, &[]), ["ann", "bob", "cleo"]);
    assert!(compilations(&course) > 0);
}

#[test]
fn what_a_limit_of_time_decided_is_found_out_again() {
    let course = class();
    course.write("submissions/bob/sum.cpp", "int main() { for (;;) { } }");
    graded(&course, &[]);
    assert_eq!(graded(&course, &[]), ["bob"]);
}

#[test]
fn a_changed_entry_is_no_grade() {
    let course = class();
    graded(&course, &[]);
    let before = course.files_in("reports");
    let entries: Vec<PathBuf> = walkdir::WalkDir::new(course.caches().join("grader/grades"))
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| entry.into_path())
        .collect();
    assert_eq!(entries.len(), 3);
    for entry in entries {
        let mut bytes = fs::read(&entry).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(entry, bytes).unwrap();
    }
    assert_eq!(graded(&course, &[]), ["ann", "bob", "cleo"]);
    assert_eq!(
        course.files_in("reports").keys().collect::<Vec<_>>(),
        before.keys().collect::<Vec<_>>()
    );
}

#[test]
fn without_a_cache_all_is_graded_and_nothing_kept() {
    let course = class();
    assert_eq!(graded(&course, &["--no-cache"]).len(), 3);
    assert!(!course.caches().exists());
    graded(&course, &[]);
    assert_eq!(graded(&course, &["--no-cache"]).len(), 3);
}

#[test]
fn the_cache_is_shown_and_cleared() {
    let course = class();
    graded(&course, &[]);
    course
        .grader(&["cache"])
        .exits_with(0)
        .shows(&["grades: 3 files", "caches/grader"]);
    course
        .grader(&["cache", "--clear"])
        .exits_with(0)
        .shows(&["removed: grades: 3 files"]);
    assert!(!course.caches().join("grader").exists());
    assert_eq!(graded(&course, &[]).len(), 3);
}

/// All files of the cache with their contents and times.
fn cached(course: &Course) -> Vec<(PathBuf, Vec<u8>, std::time::SystemTime)> {
    let entries = walkdir::WalkDir::new(course.caches())
        .sort_by_file_name()
        .into_iter();
    let files = entries
        .flatten()
        .filter(|entry| entry.file_type().is_file());
    let read = |entry: walkdir::DirEntry| {
        let path = entry.into_path();
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        (path.clone(), fs::read(path).unwrap(), modified)
    };
    files.map(read).collect()
}

#[test]
fn a_cache_that_is_only_read_gives_all_it_has_and_stays_as_it_is() {
    let course = class();
    graded(&course, &[]);
    let before = cached(&course);
    assert!(!before.is_empty());
    assert_eq!(graded(&course, &["--cache-read-only"]), [""; 0]);
    course.write("submissions/bob/sum.cpp", ADDS);
    assert_eq!(graded(&course, &["--cache-read-only"]), ["bob"]);
    assert_eq!(
        graded(&course, &["--cache-read-only", "--regrade"]),
        ["ann", "bob", "cleo"]
    );
    assert!(
        cached(&course) == before,
        "something was written, removed or touched"
    );
    assert_eq!(graded(&course, &[]), ["bob"], "nobody has kept it");
    course
        .grader(&["run", "submissions", "--cache-read-only", "--no-cache"])
        .exits_with(2);
}
