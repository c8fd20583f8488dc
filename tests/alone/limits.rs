//! What a program may use is bounded in every tier that this machine can produce, in whichever way it asks for it, and
//! however busy the machine is.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;
use serial_test::serial;
use wait_timeout::ChildExt as _;

use crate::support::results::Results;
use crate::support::tiers::in_every_tier;
use crate::support::{ADDS, Course, compiler, programs, sum};

/// Begins with code that says by undefined behaviour, on its one line, that it came to an end.
const SAYS_BY_UNDEFINED_BEHAVIOUR: &str =
    "#define SAY { volatile int n = 9; int a[9] = {}; a[n] = 1; }\n";

/// Tries to hold half a gibibyte in ways that no limit of addresses counts. As ordinary programs do, it then adds numbers.
const HOLDS_SHARED_MEMORY: &str = r#"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
bool holds() {
    const long piece = 16 << 20, most = 512 << 20;
    long held = 0;
    for (int flags : {MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED, MAP_SHARED_VALIDATE}) {
        int file = flags & MAP_ANONYMOUS ? -1 : open("/dev/zero", O_RDWR);
        if (file < 0) file = open("/dev/zero", O_RDONLY);
        for (int i = 0; i < 16 && held < most; ++i) {
            void* it = mmap(nullptr, piece, PROT_READ, flags, file, 0);
            if (it == MAP_FAILED) break;
            mprotect(it, piece, PROT_READ | PROT_WRITE);
            for (long at = 0; at < piece; at += 4096) (void)static_cast<volatile char*>(it)[at];
            held += piece;
            madvise(it, piece, MADV_DONTNEED);
            munmap(static_cast<char*>(it) + 4096, piece - 4096);
        }
        close(file);
    }
    return held >= most / 2;
}
"#;

/// Pipes that hold more than the kernel gives by itself.
const HOLDS_LARGE_PIPES: &str = r#"
#include <fcntl.h>
#include <unistd.h>
bool holds() {
    int large = 0, ends[2];
    for (int i = 0; i < 16 && pipe(ends) == 0; ++i) large += fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) > 0;
    return large > 0;
}
"#;

#[test]
#[serial(root, ordinary)]
fn no_program_holds_memory_that_its_limit_does_not_count() {
    let course = Course::sum();
    for (student, holds) in [
        ("shares", HOLDS_SHARED_MEMORY),
        ("pipes", HOLDS_LARGE_PIPES),
    ] {
        let main = "int main() { if (holds()) { std::puts(\"HELD\"); return 0; }";
        let code = format!("#include <initializer_list>\n{holds}\n{ADDS}");
        let code = code.replace("int main() {", main);
        course.write(format!("submissions/{student}/sum.cpp"), code);
    }
    course.write("submissions/neighbour/sum.cpp", ADDS);
    in_every_tier("A", &course, |tier, ran, results| {
        ran.exits_with(0);
        for student in ["shares", "pipes", "neighbour"] {
            let case = results.case_of(student, "sum");
            assert_eq!(
                case["verdict"], "accepted",
                "{student} in tier {tier}: {case:#}"
            );
        }
    });
}

/// Reads one byte of each two mebibytes: the kernel answers with its one page of zeros, and makes a table for each.
const HOLDS_TABLES: &str = r#"
#include <sys/mman.h>
#include <unistd.h>
bool holds() {
    const long step = 2 << 20, tables = 512 << 20 >> 12;
    void* it = mmap(nullptr, step * tables, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (it == MAP_FAILED) return false;
    madvise(it, step * tables, MADV_NOHUGEPAGE);
    for (long i = 0; i < tables; ++i) (void)static_cast<volatile char*>(it)[i * step];
    sleep(1);
    return true;
}
"#;

/// What an honest program may need of the system, with all that sanitizers add to it.
const USES_THE_LIBRARY: &str = r#"
#include <future>
#include <iconv.h>
#include <iostream>
#include <locale>
#include <sstream>
#include <thread>
#include <vector>
bool holds() {
    std::setlocale(LC_ALL, "C.UTF-8");
    std::ostringstream text;
    text.imbue(std::locale("C.UTF-8"));
    text << std::hex << 255;
    std::vector<int> sums(8);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([&sums, i] { std::vector<int> v(1 << 16, i); sums[i] = v[77]; });
    for (auto& thread : threads) thread.join();
    auto later = std::async(std::launch::async, [] { return 1; });
    char in[] = "\xe4", out[8] = {}, *from = in, *to = out;
    size_t left = 1, room = 8;
    iconv_t converter = iconv_open("UTF-8", "ISO-8859-15");
    bool converted = converter != iconv_t(-1) && iconv(converter, &from, &left, &to, &room) == 0 && out[0] == '\xc3';
    return converted && sums[7] == 7 && later.get() == 1 && text.str() == "ff";
}
"#;

#[test]
#[serial(root, ordinary)]
fn with_sanitizers_memory_is_limited_too_and_honest_programs_have_all_they_need() {
    // With sanitizers, the limit is 384 MiB.
    let keys = "undefined = { sanitizers = true }\nlimits = { memory = \"64MiB\" }";
    let course = sum::with(keys, "");
    let table = [
        ("shares", HOLDS_SHARED_MEMORY, false),
        ("tables", HOLDS_TABLES, false),
        ("honest", USES_THE_LIBRARY, true),
    ];
    for (student, holds, _) in table {
        let main = "int main() {\n#ifdef __SANITIZE_ADDRESS__\nif (holds()) SAY\n#endif\n";
        let code =
            format!("#include <initializer_list>\n{SAYS_BY_UNDEFINED_BEHAVIOUR}{holds}{ADDS}");
        let code = code.replace("int main() {", main);
        course.write(format!("submissions/{student}/sum.cpp"), code);
    }
    in_every_tier("D", &course, |tier, ran, results| {
        ran.exits_with(0);
        for (student, _, says) in table {
            let submission = results.of(student, "sum");
            assert_eq!(
                submission["points"], 10.0,
                "{student} in tier {tier}: {submission:#}"
            );
            let said = !sum::undefined(submission).is_empty();
            assert_eq!(said, says, "{student} in tier {tier}: {submission:#}");
        }
    });
}

/// Processes that compute, two for each processor, each in a session of its own: the kernel shares processors out among
/// sessions first. They end with this value, or by themselves.
struct Load(Vec<Child>);

impl Load {
    fn new() -> Load {
        const COMPUTES: &str = "i=0; while [ $i -lt 100000000 ]; do i=$((i+1)); done";
        let count = 2 * std::thread::available_parallelism().unwrap().get();
        let one = |_| {
            Command::new("setsid")
                .args(["sh", "-c", COMPUTES])
                .spawn()
                .unwrap()
        };
        Load((0..count).map(one).collect())
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        for process in &mut self.0 {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

#[test]
#[serial(root, ordinary)]
fn a_busy_machine_makes_no_loop_a_wait_and_stops_no_program_that_needs_little_time() {
    let limits = "limits = { cpu = \"400ms\", wall = \"600ms\" }";
    let course = sum::with(limits, "");
    for (student, code) in [
        ("loops", "for (volatile int i = 0;; i = i + 1) {}"),
        (
            "two-loop",
            "std::thread other([] { for (;;) {} }); for (;;) {}",
        ),
        ("waits", "for (;;) pause();"),
        // Three quarters of the processor time that it may use: with three to a processor, that takes far more than `wall`.
        ("works", "while (clock() < 3 * CLOCKS_PER_SEC / 10) {}"),
    ] {
        let main = format!("int main() {{ {code}");
        let thread = if code.contains("std::thread") {
            "#include <thread>\n"
        } else {
            ""
        };
        let code = format!("#include <ctime>\n{thread}#include <unistd.h>\n{ADDS}");
        course.write(
            format!("submissions/{student}/sum.cpp"),
            code.replace("int main() {", &main),
        );
    }
    let _load = Load::new();
    let results = course.results();
    for (student, mistake) in [
        ("loops", "endless-loop"),
        ("two-loop", "endless-loop"),
        ("waits", "waits-for-ever"),
    ] {
        let case = results.case_of(student, "sum");
        assert_eq!(
            (&case["verdict"], &case["mistake"]),
            (&json!("time-limit"), &json!(mistake))
        );
    }
    assert_eq!(results.case_of("works", "sum")["verdict"], "accepted");
    // Without a course, so that only this machine is in question.
    let mut doctor = course.command(&["doctor"]);
    doctor.current_dir(course.temporary());
    let ran = course.run(doctor);
    ran.exits_with(0);
    assert!(!ran.stdout.contains("FAILS"), "{ran:#?}");
}

/// Asks for forty numbers, and prints as much as it is told to before each question.
const ASKS_FORTY_TIMES: &str = r#"
#include <cstdio>
#include <string>
int main() {
    int number = 0;
    for (int i = 0; i < 40; ++i) {
        std::fputs(std::string(FLOOD, '.').c_str(), stdout);
        std::printf("%d? ", i);
        std::fflush(stdout);
        if (std::scanf("%d", &number) != 1) return 0;
    }
    std::printf("Thanks for %d\n", number);
}
"#;

#[test]
#[serial(root, ordinary)]
fn a_class_that_prints_a_mebibyte_in_every_case_fits_in_memory() {
    const CASES: usize = 10;
    const STUDENTS: usize = 11;
    let course = Course::sum();
    fs::remove_dir_all(course.path("testcases")).unwrap();
    course.write("solution.cpp", ASKS_FORTY_TIMES.replace("FLOOD", "0"));
    for case in 0..CASES {
        let input: Vec<String> = (0..40).map(|number| (number + case).to_string()).collect();
        let text = format!("description = \"Forty numbers\"\ninput = {input:?}\n");
        course.write(format!("testcases/sum/case-{case}.toml"), text);
    }
    for student in 0..STUDENTS {
        let code = ASKS_FORTY_TIMES.replace("FLOOD", "25000");
        course.write(format!("submissions/student-{student:02}/sum.cpp"), code);
    }
    course.grader(&["regenerate"]).exits_with(0);
    let mut command = course.command(&["run", "submissions", "--jobs", "4"]);
    let mut grader = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_memory(grader.id()));
        if let Some(status) = grader.wait_timeout(Duration::from_millis(5)).unwrap() {
            break status;
        }
    };
    assert_eq!(status.code(), Some(0));
    let results = Results::read(&course.path("reports"));
    assert_eq!(
        results.of("student-00", "sum")["points"],
        10.0,
        "only the last screen counts"
    );
    // All that they printed is 110 MiB.
    assert!(peak < 100 << 20, "{} MiB", peak >> 20);
}

/// The most memory that a process has held so far, in bytes; nothing once it has ended.
fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes =
        line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes.unwrap_or_default() << 10
}

/// Says what it can read of the places that it is told of.
const READS: &str = r#"
#include <cstdio>
#include <dirent.h>
bool finds() {
    bool found = false;
    for (const char* place : {"COURSE/secret.h", "COURSE/testcases/sum/adds.expected", "COURSE/submissions/neighbour/sum.cpp"}) {
        char line[99] = {};
        std::FILE* file = std::fopen(place, "r");
        if (!file || !std::fgets(line, sizeof line, file)) continue;
        std::printf("%s: %s", place, line);
        found = true;
    }
    for (const char* place : {"COURSE", "COURSE/submissions", "TEMPORARY"}) {
        if (opendir(place)) std::printf("%s is open\n", place), found = true;
    }
    return found;
}
"#;

#[test]
#[serial(root, ordinary)]
fn a_course_among_the_systems_libraries_is_as_private_as_anywhere() {
    let place = Path::new("/usr/local/lib");
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let course = Course::sum_below(place);
    let places = |text: &str| {
        let folder = course.path("").display().to_string();
        let text = text.replace("COURSE", folder.trim_end_matches('/'));
        text.replace("TEMPORARY", &course.temporary().display().to_string())
    };
    course.write("secret.h", "#error a secret\n");
    course.write("submissions/neighbour/sum.cpp", ADDS);
    let includes = [
        "secret.h",
        "testcases/sum/adds.expected",
        "submissions/neighbour/sum.cpp",
    ];
    for (number, file) in includes.iter().enumerate() {
        let code = places(&format!("#include \"COURSE/{file}\"\nint main() {{}}\n"));
        course.write(format!("submissions/includes-{number}/sum.cpp"), code);
    }
    let main = "int main() { if (finds()) return 0;";
    let code = format!("#include <initializer_list>\n{READS}{ADDS}").replace("int main() {", main);
    course.write("submissions/reads/sum.cpp", places(&code));
    in_every_tier("A", &course, |tier, ran, results| {
        ran.exits_with(0);
        for student in ["reads", "neighbour"] {
            let case = results.case_of(student, "sum");
            assert_eq!(
                case["verdict"], "accepted",
                "{student} in tier {tier}: {case:#}"
            );
        }
        for number in 0..includes.len() {
            let student = format!("includes-{number}");
            assert_eq!(
                results.of(&student, "sum")["build"]["verdict"],
                "compile-error"
            );
            let report = course.path("reports").join(student).join("sum.md");
            let said = fs::read_to_string(report).unwrap();
            assert!(
                said.contains("No such file") || said.contains("Permission denied"),
                "{said}"
            );
            assert!(
                !said.contains("a secret") && !said.contains("First"),
                "tier {tier}: {said}"
            );
        }
    });
}

/// What a rubric names is read also there: a compiler's wrapper in the course.
#[test]
#[serial(root, ordinary)]
fn a_tool_in_a_course_among_the_systems_libraries_works() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let course = Course::sum_below(Path::new("/usr/local/lib"));
    let tools = course.path("tools");
    programs::executable(
        &tools.join("g++"),
        format!("#!/bin/sh\n{}", compiler::COMPILES),
    );
    fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
    course.write("submissions/ann/sum.cpp", ADDS);
    for tier in ["A", "C"] {
        let mut command = course.command(&["run", "submissions"]);
        command
            .env("PATH", &tools)
            .env("GRADER_STRONGEST_TIER", tier);
        course.run(command).exits_with(0);
        let results = Results::read(&course.path("reports"));
        assert_eq!(results.of("ann", "sum")["points"], 10.0, "tier {tier}");
    }
}
