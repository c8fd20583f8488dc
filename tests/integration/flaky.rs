//! `grader check --repeat N --pressure`: programs that go by time, by addresses or by memory that nobody has written are named, and
//! others never.
//!
//! ```text
//! GRADER_FLAKY=1000     so many repetitions of programs that always do the same; without it, a few
//! ```

use crate::support::{ADDS, Course, SUM};

/// What each adds to the sum, and what it needs for that.
const FLAKY: [(&str, &str, &str); 10] = [
    (
        "seeded-by-time",
        "#include <cstdlib>\n#include <ctime>",
        "std::srand(std::time(nullptr)); return std::rand() % 1000;",
    ),
    (
        "reads-a-clock",
        "#include <chrono>",
        "return std::chrono::steady_clock::now().time_since_epoch().count() / 1000 % 1000;",
    ),
    (
        "random-device",
        "#include <random>",
        "return std::random_device{}() % 1000;",
    ),
    (
        "stack-address",
        "#include <cstdint>",
        "int here = 0; return reinterpret_cast<std::uintptr_t>(&here) / 16 % 1000;",
    ),
    (
        "heap-address",
        "#include <cstdint>\n#include <cstdlib>",
        "void* there = std::malloc(1); return reinterpret_cast<std::uintptr_t>(there) / 4096 % 1000;",
    ),
    (
        "code-address",
        "#include <cstdint>",
        "return reinterpret_cast<std::uintptr_t>(&std::scanf) / 4096 % 1000;",
    ),
    (
        "uninitialised-stack",
        "",
        "volatile int never[64]; int sum = 0; for (int i = 0; i < 64; i++) sum += never[i]; return sum % 1000;",
    ),
    (
        "uninitialised-heap",
        "#include <cstdlib>",
        "void* first = std::malloc(64); void* second = std::malloc(64); std::free(first); std::free(second); unsigned* again = static_cast<unsigned*>(std::malloc(64)); return again[0] % 1000;",
    ),
    (
        "order-of-addresses",
        "#include <cstdint>\n#include <unordered_set>",
        "static char far[8]; int order = 0; std::unordered_set<std::uintptr_t> all; for (char& one : far) all.insert(reinterpret_cast<std::uintptr_t>(&one) / 1 + reinterpret_cast<std::uintptr_t>(&order)); for (auto one : all) order = (order * 7 + int(one % 97)) % 1000; return order;",
    ),
    (
        "races-a-timer",
        "#include <csignal>\n#include <sys/time.h>\nstatic volatile std::sig_atomic_t rang = 0;\nstatic void ring(int) { rang = 1; }",
        "std::signal(SIGALRM, ring); itimerval soon{}; soon.it_value.tv_usec = 3000; setitimer(ITIMER_REAL, &soon, nullptr); unsigned long turns = 0; while (!rang) turns++; return turns % 1000;",
    ),
];

/// Programs that always do the same, right or wrong.
fn steady() -> Vec<(&'static str, String)> {
    let with = |main: &str| ADDS.replace("int main() {", &format!("int main() {{ {main}"));
    vec![
        ("right", ADDS.to_owned()),
        ("wrong", ADDS.replace("first + second", "first * second")),
        ("seeded", with("unsigned x = 7; x = x * 48271u; std::printf(\"%u\\n\", x);")),
        ("crashes", with("volatile int* none = nullptr; *none = 1;")),
        ("leaves", with("return 3;")),
        ("asks-on", ADDS.replace("int second = ask(\"Second\");", "int second = ask(\"Second\"); ask(\"Third\");")),
        ("floods", with("for (;;) std::printf(\"again and again\\n\");")),
        ("loops", with("for (volatile int i = 0;; i = 0) {}")),
        ("echoes-bytes", with("for (int byte; (byte = std::getchar()) != EOF;) std::putchar(byte);")),
        ("sleeps", format!("#include <chrono>\n#include <thread>\n{}", with("std::this_thread::sleep_for(std::chrono::milliseconds(20));"))),
        ("reads-at-once", "#include <iostream>\nint main() { std::ios::sync_with_stdio(false); int a = 0, b = 0; std::cin >> a >> b; std::cout << \"Sum: \" << a + b << \"\\n\"; }\n".to_owned()),
    ]
}

/// A course with these calibration programs, whose points are nobody's business here.
fn course(programs: &[(&str, String)]) -> Course {
    let course = Course::sum();
    let mut rubric = SUM.replace(
        "flags = []",
        "flags = []\nlimits = { cpu = \"200ms\", output = \"16KiB\" }",
    );
    for (name, text) in programs {
        course.write(format!("calibration/{name}.cpp"), text);
        let points = if [
            "right",
            "seeded",
            "sleeps",
            "reads-at-once",
            "pieces",
            "slow",
        ]
        .contains(name)
        {
            10
        } else {
            0
        };
        rubric += &format!(
            "[[assignments.sum.calibration]]\nsources = [\"calibration/{name}.cpp\"]\npoints = {points}\n"
        );
    }
    course.write("rubric.toml", rubric);
    course
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn ten_programs_that_go_by_chance_are_all_named_with_both_transcripts() {
    let programs: Vec<(&str, String)> = FLAKY
        .iter()
        .map(|(name, needs, body)| {
            let chance = format!("{needs}\nstatic int chance() {{ {body} }}\n\nint ask(");
            let text = ADDS.replacen("int ask(", &chance, 1);
            (*name, text.replace("first + second", "1000000 + chance()"))
        })
        .collect();
    let ran = course(&programs).grader(&["check", "--repeat", "25", "--pressure"]);
    ran.exits_with(1).shows(&[
        "DO NOT ALWAYS DO THE SAME",
        "at first: wrong-answer",
        "Sum: 1000",
    ]);
    let is_named = |name: &str| {
        ran.stdout
            .contains(&format!("sum/{name}: FLAKY in case `adds`"))
    };
    let missed: Vec<&str> = FLAKY
        .iter()
        .map(|(name, ..)| *name)
        .filter(|it| !is_named(it))
        .collect();
    assert!(missed.is_empty(), "{missed:?} in {ran:#?}");
}

/// Takes what one read gave it for a line, but leaves what stands behind the line for the next: only bytes that come apart show that.
const TAKES_A_PIECE_FOR_A_LINE: &str = r#"#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

static std::string held;

int ask(const char* prompt) {
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    if (held.empty()) {
        char piece[100];
        ssize_t count = read(0, piece, sizeof piece);
        held.assign(piece, count > 0 ? count : 0);
    }
    std::string line = held.substr(0, held.find('\n'));
    held.erase(0, line.size() + 1);
    return std::atoi(line.c_str());
}

int main() {
    int first = ask("First");
    int second = ask("Second");
    std::printf("Sum: %d\n", first + second);
}
"#;

#[test]
fn a_program_that_measures_time_between_two_readings_of_a_clock_is_named() {
    let slow = ADDS
        .replace("#include <cstdio>", "#include <chrono>\n#include <cstdio>")
        .replace(
            "int main() {",
            "int main() { auto begun = std::chrono::steady_clock::now();",
        )
        .replace(
            "first + second",
            "std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(15) ? 5 : 6",
        );
    let programs = [("right", ADDS.to_owned()), ("slow", slow)];
    let ran = course(&programs).grader(&["check", "--repeat", "7", "--pressure", "--jobs", "1"]);
    ran.exits_with(1)
        .shows(&["sum/slow: FLAKY in case `adds`", "Sum: 5", "Sum: 6"]);
}

#[test]
fn a_program_that_takes_a_piece_for_a_line_is_named_although_another_is_wrong_at_first() {
    let programs = [
        ("right", ADDS.replace("first + second", "first * second")),
        ("pieces", TAKES_A_PIECE_FOR_A_LINE.to_owned()),
    ];
    let ran = course(&programs).grader(&["check", "--repeat", "7", "--pressure", "--jobs", "1"]);
    ran.exits_with(1).shows(&[
        "sum/right: 0 points, NOT AS DECLARED",
        "sum/pieces: FLAKY in case `adds`, 1 of 7 times; first with input byte by byte:",
        "at first: accepted, exit code 0\n    | First: ‹2›\n    | Second: ‹3›\n    | Sum: 5\n",
        "then: wrong-answer, exit code 0\n    | First: ‹2›\n    | Second: Sum: 2\n",
        "1 of 2 programs DO NOT ALWAYS DO THE SAME",
    ]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn programs_that_always_do_the_same_are_never_named_under_any_pressure() {
    let asked = std::env::var("GRADER_FLAKY").ok();
    let mut left: usize = asked.map_or(10, |count| count.parse().unwrap());
    let course = course(&steady());
    while left > 0 {
        // No command may take as long as a thousand.
        let count = left.min(50);
        let ran = course.grader(&["check", "--repeat", &count.to_string(), "--pressure"]);
        let told = format!("repetition: 11 programs did the same {count} times more");
        ran.exits_with(0).shows(&[&told]);
        left -= count;
    }
}

#[test]
fn pressure_without_repetition_is_wrong_usage() {
    Course::sum()
        .grader(&["check", "--pressure"])
        .exits_with(2)
        .says(&["--repeat <N>"]);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn a_unit_test_that_fails_now_and_then_is_told_where_the_case_fails_always() {
    const COIN: &str = "#pragma once\n#include <sys/random.h>\nbool right() { return false; }\nbool flip() { char any = 0; getrandom(&any, 1, 0); return any % 2; }\n";
    const TESTS: &str = "#include \"grader_test.h\"\n#include \"coin.h\"\nTEST(\"right\") { CHECK(right()); }\nTEST(\"one\") { CHECK(flip()); }\nTEST(\"two\") { CHECK(flip()); }\n";
    let course = Course::empty();
    course.write(
        "solution/coin.h",
        COIN.replace("false", "true").replace("any % 2", "true"),
    );
    course.write("calibration/chance/coin.h", COIN);
    course.write(
        "testcases/coins/coin.toml",
        "description = \"Coins\"\nkind = \"tests\"\ntests = \"coin_test.cpp\"\n",
    );
    course.write("testcases/coins/coin_test.cpp", TESTS);
    course.write(
        "rubric.toml",
        "[assignments.coins]\nrepair = \"0s\"\nsources = [\"coin.h\"]\nreference = { sources = [\"solution/coin.h\"] }\n\n\
         [[assignments.coins.criteria]]\nid = \"tests\"\npoints = 10\ncases = [\"*\"]\n\n\
         [[assignments.coins.calibration]]\nsources = [\"calibration/chance/coin.h\"]\npoints = 0\n",
    );
    let ran = course.grader(&["check", "--repeat", "16"]);
    ran.exits_with(1).shows(&[
        "FLAKY in case `coin`",
        "at first: wrong-answer\n    | right: wrong-answer\n",
    ]);
}
