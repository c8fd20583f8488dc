//! Programs that are linked with import libraries are those that are linked with the libraries themselves.

mod programs;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use programs::{ADDS, Linked, programs};
use serde_json::Value;

use crate::support::compiler::install;
use crate::support::results::{Results, text};
use crate::support::{Course, Ran, SUM, gate_step, tries_all};
use walkdir::WalkDir;

/// Does what the system's compiler does. What it links with import libraries it links with the libraries themselves as well,
/// and all that becomes of a program in memory must be the same: segments, sections, their addresses and bytes, the order
/// of symbols that are looked up, relocations, versions. Where it is not, no link succeeds any more. What may differ is the
/// order of strings in `.dynstr`, and with it the offsets that stand for them, and the build's number, made of the file.
const COMPARES: &str = r#"PATH=/usr/bin:/bin
meaning() {
    readelf -W -l -S -d -r -V --dyn-syms -x .interp -x .init -x .plt -x .plt.got -x .plt.sec -x .text -x .fini -x .rodata \
        -x .eh_frame_hdr -x .eh_frame -x .gcc_except_table -x .tdata -x .init_array -x .fini_array -x .data.rel.ro \
        -x .got -x .got.plt -x .data -x .gnu.hash -x .gnu.version -x .rela.dyn -x .rela.plt "$1" 2> /dev/null
}
case "$*" in
    *-Wl,--hash-size=*)
        /usr/bin/g++ "$@" || exit
        plain=$TMPDIR/plain
        made=
        for word; do
            case $word in
                -L.import-libraries | -Wl,--hash-size=*) ;;
                ../out/program | ../out/functions*) [ -z "$made" ] && made=$word && word=$plain ;;
            esac
            case $word in
                -L.import-libraries | -Wl,--hash-size=*) ;;
                *) set -- "$@" "$word" ;;
            esac
            shift
        done
        [ -n "$made" ] || exit 0
        /usr/bin/g++ "$@" && [ "$(meaning "$plain")" = "$(meaning "$made")" ] && exit 0
        echo differs > ../out/differs
        rm -f "$made"
        exit 1 ;;
esac
if [ -e ../out/differs ]; then
    echo "the programs differ" >&2
    exit 1
fi
exec /usr/bin/g++ "$@"
"#;

/// A grader that links with import libraries, of which it finds nothing kept, through the compiler above.
fn compares(course: &Course, arguments: &[&str]) -> Ran {
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = install(course, COMPARES);
    let mut command = course.command(&[arguments, &["--log", "log"]].concat());
    command.env("PATH", format!("{}:{path}", folder.display()));
    command.env("XDG_CACHE_HOME", course.home().join("cache"));
    course.run(command)
}

/// So many more submissions, of nothing, that a trial pays; `folder` is the class's.
fn is_worth_a_trial(course: &Course, folder: &str) {
    for number in 0..8 {
        course.write(format!("{folder}/nobody-{number}/notes.txt"), "nothing");
    }
}

/// How the program of a submission was linked, as the last logged run tells.
fn linked(course: &Course, student: &str, assignment: &str) -> Linked {
    let whose = format!("submission{{student={student} assignment=\"{assignment}\"}}");
    let log = course.read("log");
    let with_imports = log.lines().any(|line| {
        // A changed text that was tried is another program.
        let is_own = line.contains(&whose) && !line.contains("build_repair");
        is_own && line.ends_with("linked with import libraries program=\"program\"")
    });
    if with_imports {
        Linked::Imports
    } else {
        Linked::Plain
    }
}

/// What a run found out, without what it took.
fn without_measured(mut results: Value) -> Value {
    forget(&mut results);
    results
}

fn forget(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for name in ["cpu_seconds", "wall_seconds", "peak_memory_bytes"] {
                fields.remove(name);
            }
            fields.values_mut().for_each(forget);
        }
        Value::Array(items) => items.iter_mut().for_each(forget),
        _ => {}
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn programs_are_the_same_with_import_libraries() {
    let course = Course::sum().with_own_cache();
    let all = programs();
    // For fewer programs no import library is made.
    let tried = || all.iter().enumerate().step_by(gate_step(6));
    for (number, (_, _, source)) in tried() {
        course.write(format!("submissions/s{number:02}/sum.cpp"), source);
    }
    compares(&course, &["run", "submissions", "--regrade"]).exits_with(0);
    let with_imports = Results::read(&course.path("reports"));
    let plain = [
        "run",
        "submissions",
        "--regrade",
        "--out",
        "plain",
        "--no-import-libraries",
    ];
    course.grader(&plain).exits_with(0);
    let plain = Results::read(&course.path("plain"));
    let mut troubles = Vec::new();
    for (number, (what, how, _)) in tried() {
        let student = format!("s{number:02}");
        let reports =
            ["reports", "plain"].map(|out| course.read(&format!("{out}/{student}/sum.md")));
        let both =
            [&with_imports, &plain].map(|all| without_measured(all.of(&student, "sum").clone()));
        if reports[0].contains("the programs differ") {
            troubles.push(format!("a program that {what} is another program"));
        } else if reports[0] != reports[1] || both[0] != both[1] {
            let differing = reports[0]
                .lines()
                .zip(reports[1].lines())
                .find(|(a, b)| a != b);
            troubles.push(format!(
                "a program that {what} is reported otherwise: {differing:?}"
            ));
        }
        if linked(&course, &student, "sum") != *how {
            troubles.push(format!("a program that {what} is not linked so: {how:?}"));
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn the_repository_s_own_programs_are_the_same() {
    let course = Course::sum().with_own_cache();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["calibration", "submissions"].map(|name| WalkDir::new(root.join(name)));
    let files = folders
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().into_path());
    let sources = files.filter(|path| path.extension().is_some_and(|it| it == "cpp"));
    let every = if std::env::var("GRADER_SAME_GRADES").is_ok() {
        1
    } else {
        10
    };
    for (number, source) in sources.step_by(every).enumerate() {
        course.write(
            format!("submissions/s{number:02}/sum.cpp"),
            fs::read(source).unwrap(),
        );
    }
    is_worth_a_trial(&course, "submissions");
    compares(&course, &["run", "submissions", "--regrade"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let is_linked = |one: &&Value| one["build"]["verdict"] == "ok";
    let built: Vec<&Value> = results.submissions().iter().filter(is_linked).collect();
    let is_with_imports =
        |one: &&&Value| linked(&course, text(&one["student"]), "sum") == Linked::Imports;
    let with_imports = built.iter().filter(is_with_imports).count();
    for one in results.submissions() {
        let report = course.read(&format!("reports/{}/sum.md", text(&one["student"])));
        assert!(!report.contains("the programs differ"), "{report}");
    }
    // Two symbols may share a place in the linker's table; and some programs print with `printf` alone.
    assert!(
        built.len() * every > 40 && with_imports * 5 > built.len() * 4,
        "{with_imports} of {}",
        built.len()
    );
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn flags_that_change_the_link_are_linked_plainly() {
    let course = Course::sum().with_own_cache();
    let flags = [
        ("none", "[]", Linked::Imports),
        (
            "usual",
            "[\"-std=c++17\", \"-Wall\", \"-O2\", \"-g\"]",
            Linked::Imports,
        ),
        ("threads", "[\"-pthread\"]", Linked::Imports),
        ("other-place", "[\"-no-pie\"]", Linked::Imports),
        ("static", "[\"-static\"]", Linked::Plain),
        ("sanitizer", "[\"-fsanitize=undefined\"]", Linked::Plain),
        ("linker", "[\"-fuse-ld=gold\"]", Linked::Plain),
        ("words", "[\"-Wl,--gc-sections\"]", Linked::Plain),
        ("known-words", "[\"-Wl,-z,now\"]", Linked::Imports),
        ("library", "[\"-ldl\"]", Linked::Plain),
        ("later", "[\"-flto\"]", Linked::Plain),
    ];
    let tried = || flags.into_iter().step_by(if tries_all() { 1 } else { 3 });
    course.write_sums_with_flags(tried().map(|(name, words, _)| (name, words)));
    for (name, ..) in tried() {
        course.write(format!("submissions/{name}/ann/sum.cpp"), ADDS);
        is_worth_a_trial(&course, &format!("submissions/{name}"));
    }
    compares(&course, &["run", "submissions", "--regrade"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for (name, words, expected) in tried() {
        let submission = results.of("ann", name);
        assert_eq!(
            submission["build"]["verdict"], "ok",
            "{words}: {:#}",
            submission["build"]
        );
        assert_eq!(
            linked(&course, "ann", name),
            expected,
            "{words}: {:#}",
            submission["build"]
        );
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_program_of_several_files_is_the_same() {
    let course = Course::sum().with_own_cache();
    course.write("rubric.toml", SUM.replace("\"sum.cpp\"", "\"*.cpp\""));
    let main = "#include <iostream>\nextern thread_local int told; int shared[3] = {1};\nint twice(int);\n\
        int main() { std::cout << twice(shared[0]) << told; }\n";
    let other = "#include <iostream>\nthread_local int told = std::cin.get(); extern int shared[3];\n\
        int twice(int n) { std::cerr << shared[1]; return 2 * n; }\n";
    course.write("submissions/ann/a.cpp", main);
    course.write("submissions/ann/b.cpp", other);
    // Both define it.
    course.write("submissions/bob/a.cpp", main);
    course.write("submissions/bob/b.cpp", format!("{other}int shared[3];\n"));
    is_worth_a_trial(&course, "submissions");
    compares(&course, &["run", "submissions", "--regrade"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(linked(&course, "ann", "sum"), Linked::Imports);
    assert_eq!(results.of("ann", "sum")["build"]["verdict"], "ok");
    assert_eq!(
        results.of("bob", "sum")["build"]["verdict"],
        "compile-error"
    );
    let report = course.read("reports/bob/sum.md");
    assert!(
        report.contains("multiple definition of `shared'"),
        "{report}"
    );
    assert!(!report.contains("import-libraries"), "{report}");
}

#[test]
fn a_program_whose_stack_is_filled_is_linked_so_too() {
    let course = Course::sum().with_own_cache();
    let quick = "undefined = { uninitialised = true, quick = true }";
    let rubric = SUM.replace("undefined = { uninitialised = false }", quick);
    course.write("rubric.toml", rubric);
    let depends = "bool done; if (done) std::cout << \"done\\n\"; }";
    let program = format!("#include <iostream>\n{}", ADDS.trim_end());
    let program = format!("{} {depends}\n", program.trim_end_matches('}'));
    course.write("submissions/ann/sum.cpp", program);
    is_worth_a_trial(&course, "submissions");
    let graded = |more: &[&str]| {
        let all = [&["run", "submissions", "--regrade", "--log", "log"], more].concat();
        course.grader(&all).exits_with(0);
        let painted = "linked with import libraries program=\"painted\"";
        (
            course.read("log").contains(painted),
            course.files_but_measures("reports"),
        )
    };
    let (is_linked_so, with) = graded(&[]);
    assert!(is_linked_so, "{}", course.read("log"));
    assert!(with["ann/sum.md"].contains("depends-on-uninitialised-data"));
    let (is_linked_so, plain) = graded(&["--no-import-libraries"]);
    assert!(!is_linked_so && with == plain);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_is_known_of_a_linker_is_kept_and_checked() {
    let course = Course::sum().with_own_cache();
    course.write("submissions/ann/sum.cpp", ADDS);
    is_worth_a_trial(&course, "submissions");
    let linked_now = |arguments: &[&str]| {
        let mut command = course.command(&[arguments, &["--log", "log"]].concat());
        command.env("XDG_CACHE_HOME", course.home().join("cache"));
        course.run(command).exits_with(0);
        linked(&course, "ann", "sum")
    };
    let cache = course.home().join("cache");
    // One program does not pay for a trial that nobody keeps.
    assert_eq!(
        linked_now(&["run", "submissions", "--regrade", "--no-cache"]),
        Linked::Plain
    );
    assert!(!cache.exists());
    assert_eq!(
        linked_now(&["run", "submissions", "--regrade"]),
        Linked::Imports
    );
    let folder = cache.join("grader/import-libraries");
    let files = || {
        WalkDir::new(&folder)
            .into_iter()
            .map(|entry| entry.unwrap().into_path())
    };
    let kept = files().find(|path| path.is_file()).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        [mode(&folder), mode(kept.parent().unwrap()), mode(&kept)],
        [0o700, 0o700, 0o600]
    );
    let bytes = fs::read(&kept).unwrap();
    // Another size, without the checksum that goes with it.
    let mut wrong = bytes.clone();
    *wrong.iter_mut().rfind(|byte| **byte != 0).unwrap() ^= 1;
    fs::write(&kept, &wrong).unwrap();
    assert_eq!(
        linked_now(&["run", "submissions", "--regrade"]),
        Linked::Imports
    );
    assert_eq!(fs::read(&kept).unwrap(), bytes);
    assert_eq!(files().filter(|path| path.is_file()).count(), 1);
    assert_eq!(
        linked_now(&["run", "submissions", "--regrade", "--no-import-libraries"]),
        Linked::Plain
    );
}

#[test]
fn import_libraries_serve_in_every_tier() {
    let course = Course::sum().with_own_cache();
    let tiers = if rustix::process::geteuid().is_root() {
        ["A", "C"]
    } else {
        ["B", "D"]
    };
    course.write("submissions/ann/sum.cpp", ADDS);
    is_worth_a_trial(&course, "submissions");
    for tier in tiers {
        let mut command = course.command(&["run", "submissions", "--regrade", "--log", "log"]);
        command.env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        assert_eq!(
            linked(&course, "ann", "sum"),
            Linked::Imports,
            "tier {tier}"
        );
    }
}
