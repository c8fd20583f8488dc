//! Headers that are compiled beforehand change nothing but the time: no function or variable of an object, no warning, no word.

mod torture;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::compiler::{COMPILES, install};
use crate::support::tiers::{graded_in, tiers};
use crate::support::{ADDS, Course, Ran, SUM, entries, tries_all};

/// Links no program of a student's, but one that prints the sum of its objects: of its functions and constants in any order, and of
/// its variables in theirs.
const PRINTS_SUM: &str = r##"
PATH=/usr/bin:/bin
objects= out= last=
for word in "$@"; do
    case $word in *.o) [ "$last" = -o ] || objects="$objects $word" ;; esac
    [ "$last" = -o ] && out=$word
    last=$word
done
/usr/bin/g++ "$@" || exit
[ -z "$objects" ] && exit
sum=$(for object in $objects; do
    objdump -dr --no-show-raw-insn $object | grep -v "$object" | sort
    readelf -SW $object | sed -n 's/^ *\[[ 0-9]*\] \(\.[^ ]*\) .* \([0-9a-f]*\) 00  WA.*/\1 \2/p'
    objdump -s -j .data -j .rodata -j .tdata $object | grep -v "$object"
done | md5sum) || exit
echo "#include <stdio.h>
int main(void) { puts(\"$(echo $sum)\"); }" | /usr/bin/gcc -x c -o "$out" -
"##;

/// A line of the log for each source that was compiled with a prefix, and for each prefix.
const USED: &str = "begins with precompiled headers";
const HAD: &str = "precompiled headers=";

/// Whether the compiler's headers are kept with their templates.
const DRAINED: &str = "can_drain=true";
const NOT_DRAINED: &str = "can_drain=false";

/// Grades with these options. Returns the reports, and the log.
fn graded(course: &Course, options: &[&str]) -> (BTreeMap<String, String>, String) {
    let _ = fs::remove_dir_all(course.path("reports"));
    let log = course.home().join("log");
    let mut command = course.command(&["run", "submissions", "--regrade", "--log"]);
    command.arg(&log).args(options);
    run_in(course, command).exits_with(0);
    (
        course.files_but_measures("reports"),
        fs::read_to_string(log).unwrap(),
    )
}

/// With the compiler that a test has put beside the course, if there is one.
fn run_in(course: &Course, mut command: Command) -> Ran {
    let own = course.home().join("bin");
    command.env(
        "PATH",
        format!("{}:/usr/local/bin:/usr/bin:/bin", own.display()),
    );
    course.run(command)
}

fn cache(course: &Course) -> PathBuf {
    course.caches().join("grader/precompiled")
}

/// The names of the headers that are kept.
fn stored_header_keys(course: &Course) -> Vec<String> {
    let mut all = entries(&cache(course));
    all.retain(|name| name != "draining" && name != "seen");
    all
}

/// The smallest course, for which so many hand in a program with streams.
fn class(count: usize) -> Course {
    let course = Course::sum().with_own_cache();
    for number in 0..count {
        course.write(
            format!("submissions/s{number}/sum.cpp"),
            format!("#include <iostream>\n{ADDS}"),
        );
    }
    course
}

/// How often something is told.
fn times(log: &str, what: &str) -> usize {
    log.lines().filter(|line| line.contains(what)).count()
}

/// The programs that are shipped.
fn shipped() -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for folder in ["submissions", "calibration"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in walkdir::WalkDir::new(folder)
            .sort_by_file_name()
            .into_iter()
            .flatten()
        {
            if entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "cpp")
            {
                all.push((
                    format!("shipped-{:03}", all.len()),
                    fs::read(entry.path()).unwrap(),
                ));
            }
        }
    }
    all
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn objects_warnings_and_words_are_the_same_with_and_without() {
    let course = Course::sum().with_own_cache();
    let flags = r#"flags = ["-std=c++17", "-Wall", "-Wextra", "-g"]"#;
    course.write("rubric.toml", SUM.replace("flags = []", flags));
    install(&course, PRINTS_SUM);
    let torture = torture::sources().map(|(name, source)| (name.to_owned(), source));
    let [every_odd, every_shipped] = if std::env::var("GRADER_SAME_GRADES").is_ok() {
        [1, 1]
    } else {
        [6, 96]
    };
    let shipped = shipped().into_iter().step_by(every_shipped);
    let all: Vec<(String, Vec<u8>)> = torture.step_by(every_odd).chain(shipped).collect();
    for (name, source) in &all {
        course.write(format!("submissions/{name}/sum.cpp"), source);
    }
    run_in(&course, course.command(&["regenerate"])).exits_with(0);
    let (plain, log) = graded(&course, &["--no-precompiled"]);
    assert_eq!(times(&log, USED) + times(&log, HAD), 0);
    // One worker alone has all that it needs before it compiles the first source.
    let (with, log) = graded(&course, &["--jobs", "1"]);
    for (name, text) in &plain {
        assert_eq!(with.get(name), Some(text), "{name}");
    }
    assert_eq!(plain.len(), with.len());
    let used = times(&log, USED);
    assert!(used > all.len() / 2, "{used} of {}", all.len());
    let sums = plain
        .values()
        .filter(|text| text.contains("../out/1.o"))
        .count();
    assert!(
        sums > all.len() / 2,
        "{sums} reports show what their objects are"
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_one_run_has_made_the_next_one_takes_even_for_one_submission() {
    let course = class(8);
    let (plain, _) = graded(&course, &["--no-precompiled"]);
    let (first, log) = graded(&course, &[]);
    assert_eq!((times(&log, HAD), times(&log, DRAINED)), (1, 1), "{log}");
    assert_eq!(first, plain);
    let [key] = stored_header_keys(&course).try_into().unwrap();
    assert_eq!(
        entries(&cache(&course).join(&key)),
        ["about.json", "prefix.hpp.gch"]
    );
    let (_, log) = graded(&course, &["--student", "s3"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 1), "{log}");
    assert_eq!(stored_header_keys(&course), [key]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_class_for_which_it_does_not_pay_is_compiled_as_it_is_until_another_begins_so() {
    let course = class(3);
    let (plain, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (0, 0), "{log}");
    assert_eq!(stored_header_keys(&course), [""; 0]);
    let one = ["--student", "s1", "--jobs", "1"];
    let two = [&["--student", "s2"], &one[..]].concat();
    let read_only = [&["--cache-read-only"], &two[..]].concat();
    // Whoever grades one program does not wait for what later classes need.
    for options in [&read_only[..], &one] {
        let (_, log) = graded(&course, options);
        assert_eq!((times(&log, HAD), times(&log, USED)), (0, 0), "{log}");
    }
    assert_eq!(stored_header_keys(&course), [""; 0]);
    // Two are compiled as they are, and pay for those that come.
    let (_, log) = graded(&course, &two);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 0), "{log}");
    let (with, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 3), "{log}");
    assert_eq!(with, plain);
}

#[test]
fn a_cache_is_warmed_with_what_earlier_runs_saw_in_any_order_and_spelling() {
    let course = class(0);
    let begins = [
        "#include <iostream>\n#include <vector>\n",
        "#include<vector>\n// in and out\n#include <iostream>\n",
        "#include <map>\n",
    ];
    for (number, head) in begins.into_iter().enumerate() {
        course.write(
            format!("submissions/s{number}/sum.cpp"),
            format!("{head}{ADDS}"),
        );
    }
    let (plain, log) = graded(&course, &[]);
    assert_eq!(times(&log, HAD), 0, "{log}");
    for state in ["made", "kept"] {
        let ran = course.grader(&["cache", "--warm"]);
        ran.exits_with(0);
        assert_eq!(
            ran.stdout,
            format!("g++: <cstdio> <iostream> <vector>: {state}\n")
        );
    }
    let (with, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 2), "{log}");
    assert_eq!(with, plain);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn nothing_is_kept_if_the_user_wants_no_cache() {
    let course = class(8);
    let (with, log) = graded(&course, &["--no-cache"]);
    assert_eq!(times(&log, HAD), 1, "{log}");
    assert!(!cache(&course).exists());
    assert_eq!(with, graded(&course, &["--no-cache", "--no-precompiled"]).0);
}

/// Copies a folder with its permissions.
fn copy(from: &Path, to: &Path) {
    let done = Command::new("cp")
        .arg("-a")
        .args([from, to])
        .status()
        .unwrap();
    assert!(done.success());
}

/// Does something to the only entry that is kept.
type Harm = fn(&Path);

/// What another compiler that does the same writes as well.
fn without_digest(mut files: BTreeMap<String, String>) -> BTreeMap<String, String> {
    for text in files.values_mut() {
        let kept = text
            .split_inclusive('\n')
            .filter(|line| !line.contains("\"digest\": \""));
        *text = kept.collect();
    }
    files
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_is_damaged_old_or_gone_is_a_miss() {
    let course = class(6);
    install(&course, COMPILES);
    let (plain, _) = graded(&course, &["--no-precompiled"]);
    let flip: Harm = |entry| {
        let path = entry.join("prefix.hpp.gch");
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::remove_file(&path).unwrap();
        fs::write(&path, bytes).unwrap();
    };
    let cut: Harm = |entry| {
        let path = entry.join("prefix.hpp.gch");
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    };
    let lie: Harm = |entry| {
        let path = entry.join("about.json");
        let text = fs::read_to_string(&path)
            .unwrap()
            .replace("iostream ", "iostream 1");
        fs::remove_file(&path).unwrap();
        fs::write(&path, text).unwrap();
    };
    let open: Harm = |entry| {
        use std::os::unix::fs::PermissionsExt as _;
        let all = entry.parent().unwrap();
        fs::set_permissions(all, fs::Permissions::from_mode(0o777)).unwrap();
    };
    let another: Harm = |entry| {
        let home = entry.ancestors().nth(4).unwrap();
        let text = fs::read_to_string(home.join("bin/g++")).unwrap();
        fs::write(home.join("bin/g++"), format!("{text}# another\n")).unwrap();
    };
    let gone: Harm = |entry| fs::remove_dir_all(entry.ancestors().nth(3).unwrap()).unwrap();
    let in_the_way: Harm = |entry| {
        let all = entry.parent().unwrap();
        fs::remove_dir_all(all).unwrap();
        fs::write(all, "no folder").unwrap();
    };
    graded(&course, &[]);
    let earlier = course.home().join("earlier");
    fs::rename(course.caches(), &earlier).unwrap();
    let harms = [
        ("flipped", flip),
        ("cut", cut),
        ("lied about", lie),
        ("another compiler's", another),
        ("open for others", open),
        ("gone", gone),
        ("no folder", in_the_way),
    ];
    // What the store itself sees of them, its own tests try one by one.
    for (what, harm) in harms.into_iter().step_by(if tries_all() { 1 } else { 3 }) {
        let _ = fs::remove_dir_all(course.caches());
        copy(&earlier, &course.caches());
        let [key] = stored_header_keys(&course).try_into().unwrap();
        harm(&cache(&course).join(key));
        // One submission alone takes what is there, and makes nothing.
        let (_, log) = graded(&course, &["--student", "s3", "--cache-read-only"]);
        assert_eq!(
            (times(&log, HAD), times(&log, USED)),
            (0, 0),
            "{what}: {log}"
        );
        let (again, log) = graded(&course, &[]);
        assert_eq!(
            without_digest(again),
            without_digest(plain.clone()),
            "{what}"
        );
        assert_eq!(times(&log, HAD), 1, "{what}: {log}");
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn two_graders_at_once_do_each_other_no_harm() {
    let course = class(8);
    let (plain, _) = graded(&course, &["--no-precompiled"]);
    let start = |out: &str| {
        let mut command =
            course.command(&["run", "submissions", "--regrade", "--quiet", "--out", out]);
        command.stdout(std::process::Stdio::null()).spawn().unwrap()
    };
    let both = ["one", "two"].map(|out| (out, start(out)));
    for (out, mut child) in both {
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(course.files_but_measures(out), plain, "{out}");
    }
    assert_eq!(stored_header_keys(&course).len(), 1);
    let (_, log) = graded(&course, &["--student", "s3"]);
    assert_eq!(times(&log, USED), 1, "{log}");
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_compiler_that_refuses_them_costs_nobody_anything() {
    let course = class(8);
    // It makes them, and takes none.
    let refuses = "for word; do case $word in -include) exit 1 ;; esac; done\n";
    install(&course, &format!("{refuses}{COMPILES}"));
    let (with, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 0), "{log}");
    assert_eq!(times(&log, "is not used again"), 1, "{log}");
    assert_eq!(with, graded(&course, &["--no-precompiled"]).0);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_compiler_that_cannot_preload_makes_plain_headers() {
    let course = class(8);
    let refuses = "for word; do case $word in -wrapper) exit 1 ;; esac; done\n";
    install(&course, &format!("{refuses}{COMPILES}"));
    let (with, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!((times(&log, HAD), times(&log, USED)), (1, 8), "{log}");
    assert_eq!(times(&log, NOT_DRAINED), 1, "{log}");
    assert_eq!(with, graded(&course, &["--no-precompiled"]).0);
    run_in(&course, course.command(&["doctor"]))
        .shows(&["headers     precompiled without their templates"]);
    // The next run knows it.
    fs::remove_dir_all(cache(&course).join(&stored_header_keys(&course)[0])).unwrap();
    let (_, log) = graded(&course, &["--jobs", "1"]);
    assert_eq!(
        (times(&log, HAD), times(&log, NOT_DRAINED)),
        (1, 0),
        "{log}"
    );
}

#[test]
fn they_are_used_in_every_tier() {
    let course = class(8);
    for (tier, account) in tiers("A") {
        let log = course.home().join("log");
        let _ = fs::remove_file(&log);
        let options = ["--jobs", "1", "--regrade", "--log", log.to_str().unwrap()];
        if graded_in(&course, tier, &account, &options).is_some() {
            let log = fs::read_to_string(&log).unwrap();
            assert_eq!(
                (times(&log, HAD), times(&log, USED)),
                (1, 8),
                "{tier}: {log}"
            );
        }
    }
}
