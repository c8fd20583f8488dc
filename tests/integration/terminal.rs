//! Programs on a pseudo-terminal: the same transcript as on a pipe, but for programs that flush only on a terminal.

use std::time::Duration;

use model::{Exit, LimitKind, Tier};
use sandbox::SandboxLimits;

use crate::support::site::{LIMITS, Site, sandbox, transcript};
use crate::support::{ADDS, Course, SUM};

/// Prompts without a newline and without a flush: a terminal's standard output is written before standard input is read.
const NEVER_FLUSHES: &str = r#"
#include <cstdio>
int main() {
    int first = 0, second = 0;
    std::printf("Welcome\nFirst: ");
    std::scanf("%d", &first);
    std::printf("Second: ");
    std::scanf("%d", &second);
    std::printf("Sum: %d\n", first + second);
}"#;

/// The same in C++, where input flushes output everywhere.
const TIED: &str = r#"
#include <iostream>
int main() {
    int first = 0, second = 0;
    std::cout << "Welcome\nFirst: ";
    std::cin >> first;
    std::cout << "Second: ";
    std::cin >> second;
    std::cout << "Sum: " << first + second << '\n';
}"#;

const IN_STEP: &str = "Welcome\nFirst: ‹2›Second: ‹3›Sum: 5\n";

#[track_caller]
fn on_terminal(code: &str, lines: &[&str], expected: &str) {
    for tier in [Tier::A, Tier::C] {
        let mut site = Site::new(&sandbox(tier), code).on_terminal(true);
        assert_eq!(transcript(&site.run(lines)), expected, "tier {tier}");
    }
}

#[test]
fn prompts_that_are_flushed_only_on_a_terminal_stand_before_their_inputs() {
    on_terminal(NEVER_FLUSHES, &["2", "3"], IN_STEP);
    on_terminal(TIED, &["2", "3"], IN_STEP);
    let mut on_a_pipe = Site::new(&sandbox(Tier::A), NEVER_FLUSHES);
    assert_eq!(
        transcript(&on_a_pipe.run(&["2", "3"])),
        "‹2›‹3›Welcome\nFirst: Second: Sum: 5\n"
    );
}

#[test]
fn input_and_output_are_a_terminal_and_errors_stay_apart() {
    const CODE: &str = r#"
        #include <cstdio>
        #include <sys/ioctl.h>
        #include <unistd.h>
        int main() {
            winsize size = {};
            ioctl(1, TIOCGWINSZ, &size);
            std::printf("%d%d%d %dx%d\n", isatty(0), isatty(1), isatty(2), size.ws_row, size.ws_col);
            std::fputs("an error\n", stderr);
        }"#;
    on_terminal(CODE, &[], "110 24x80\n");
    let mut site = Site::new(&sandbox(Tier::A), CODE);
    let seen = site.run(&[]);
    assert_eq!(
        (transcript(&seen).as_str(), seen.stderr.as_slice()),
        ("000 0x0\n", b"an error\n".as_slice())
    );
}

#[test]
fn bytes_go_through_unchanged() {
    // Everything that a terminal may give a meaning: interrupt, end, erase, kill, stop, tab, carriage return.
    const CODE: &str = r#"
        #include <iostream>
        #include <string>
        int main() {
            for (std::string line; std::getline(std::cin, line);) std::cout << '<' << line << ">\t\r\n\x04\x11\x13";
        }"#;
    let line = "a\u{3}\u{4}b\u{7f}\u{8}\u{15}\u{11}\u{13}\u{16}\u{1a}\u{1c}\t\u{1b}[A ü €";
    let out = "\t\r\n\u{4}\u{11}\u{13}";
    on_terminal(
        CODE,
        &[line, ""],
        &format!("‹{line}›<{line}>{out}‹›<>{out}"),
    );
}

#[test]
fn the_longest_line_arrives_whole() {
    const CODE: &str = r#"
        #include <iostream>
        #include <string>
        int main() { std::string line; std::getline(std::cin, line); std::cout << line.size() << '\n'; }"#;
    let line = "x".repeat(4094);
    on_terminal(CODE, &[&line], &format!("‹{line}›4094\n"));
}

#[test]
fn the_end_of_the_script_is_the_end_of_input_for_every_read_after_it() {
    const CODE: &str = r#"
        #include <cstdio>
        #include <unistd.h>
        int main() {
            char text[9];
            for (int i = 0; i < 4; ++i) std::printf("%d,", int(read(0, text, sizeof text)));
            std::printf("goodbye\n");
        }"#;
    on_terminal(CODE, &["ab"], "‹ab›3,0,0,0,goodbye\n");
}

#[test]
fn a_program_that_never_stops_asking_is_stopped() {
    const CODE: &str = "#include <unistd.h>\nint main() { char it; for (;;) read(0, &it, 1); }";
    on_terminal(CODE, &["1"], "‹1›[Stopped(Reads)]");
}

#[test]
fn endless_output_is_stopped() {
    const CODE: &str = "#include <cstdio>\nint main() { for (;;) std::puts(\"and so on\"); }";
    let limits = SandboxLimits {
        output: 1 << 20,
        ..LIMITS
    };
    let mut site = Site::new(&sandbox(Tier::A), CODE)
        .on_terminal(true)
        .with_limits(limits);
    let seen = site.run(&[]);
    assert_eq!(seen.exit, Exit::Stopped(LimitKind::Output));
    assert_eq!(seen.stdout().len(), 1 << 20);
}

#[test]
fn a_program_that_sleeps_on_a_terminal_is_stopped() {
    const CODE: &str = "#include <unistd.h>\nint main() { for (;;) pause(); }";
    let limits = SandboxLimits {
        wall: Duration::from_millis(300),
        ..LIMITS
    };
    let mut site = Site::new(&sandbox(Tier::A), CODE)
        .on_terminal(true)
        .with_limits(limits);
    assert_eq!(site.run(&[]).exit, Exit::Stopped(LimitKind::Wall));
}

#[test]
fn whatever_was_printed_before_a_read_stands_before_it_thousands_of_times() {
    // The kernel hands output over in its own time: more than fits at once, little, and nothing at all.
    const CODE: &str = r#"
        #include <cstdio>
        #include <cstring>
        #include <unistd.h>
        int main() {
            static char text[10000], line[16];
            std::memset(text, '.', sizeof text);
            for (int turn = 0; read(0, line, sizeof line) > 0; ++turn)
                write(1, text, turn % 7 == 0 ? 0 : turn % 97 == 0 ? sizeof text : turn % 31);
        }"#;
    const TURNS: usize = 5000;
    let numbers: Vec<String> = (0..TURNS).map(|turn| turn.to_string()).collect();
    let lines: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let mut site = Site::new(&sandbox(Tier::A), CODE).on_terminal(true);
    let seen = site.run(&lines);
    assert_eq!((seen.exit, seen.turns.len()), (Exit::Code(0), TURNS + 1));
    for (turn, observed) in seen.turns[1..].iter().enumerate() {
        let printed = match turn {
            turn if turn % 7 == 0 => 0,
            turn if turn % 97 == 0 => 10_000,
            turn => turn % 31,
        };
        assert_eq!(observed.output.len(), printed, "turn {turn}");
    }
}

#[test]
fn a_rubric_gives_an_assignment_a_terminal_by_default_or_on_its_own() {
    let course = Course::sum();
    let only = "if (!isatty(0) || !isatty(1)) return 1;\n    int first";
    let code = ADDS
        .replace("int first", only)
        .replacen('#', "#include <unistd.h>\n#", 1);
    course.write("submissions/ann/sum.cpp", code);
    for (default, own, verdict) in [
        ("", "", "wrong-answer"),
        ("terminal = true", "", "accepted"),
        ("", "terminal = true", "accepted"),
        ("terminal = true", "terminal = false", "wrong-answer"),
    ] {
        let rubric = SUM.replace("flags = []", &format!("flags = []\n{default}"));
        course.write(
            "rubric.toml",
            rubric.replace("[assignments.sum]", &format!("[assignments.sum]\n{own}")),
        );
        let results = course.results();
        let case = results.case_of("ann", "sum");
        assert_eq!(case["verdict"], verdict, "{default}, {own}: {case:#}");
    }
}
