//! Reading is the clock: in whichever way a program reads, each input stands where it was read.

use model::Tier;
use serial_test::parallel;

use crate::support::site::{Site, sandbox, transcript};
use crate::support::tiers::in_every_tier;
use crate::support::{Course, gate_step};

/// Asks twice with `number`, which each way to read defines for itself.
const ASKS: &str = r#"
int ask(const char* prompt) {
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return number();
}

int main() {
    int first = ask("First");
    std::printf("Sum: %d\n", first + ask("Second"));
}
"#;

const HEADERS: &str = r#"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/uio.h>
#include <thread>
#include <unistd.h>

int line(int descriptor) {
    char text[64] = {};
    return read(descriptor, text, sizeof text - 1) > 0 ? std::atoi(text) : -1;
}
"#;

/// Ways to read, by name.
const WAYS: &[(&str, &str)] = &[
    (
        "scanf",
        "int number() { int it = -1; std::scanf(\"%d\", &it); return it; }",
    ),
    (
        "byte by byte, without a buffer",
        "int number() { std::setvbuf(stdin, nullptr, _IONBF, 0); int it = -1; std::scanf(\"%d\", &it); return it; }",
    ),
    ("read", "int number() { return line(0); }"),
    (
        "readv, into two pieces",
        "int number() { char text[64] = {}; iovec pieces[] = {{text, 1}, {text + 1, 62}}; readv(0, pieces, 2); return std::atoi(text); }",
    ),
    (
        "pread, which a stream refuses, then read",
        "int number() { char c; return pread(0, &c, 1, 0) < 0 && errno == ESPIPE ? line(0) : -1; }",
    ),
    (
        "poll, then read",
        "int number() { pollfd it = {0, POLLIN, 0}; return poll(&it, 1, -1) == 1 ? line(0) : -1; }",
    ),
    (
        "ppoll with a timeout, again and again, then read",
        "int number() { pollfd it = {0, POLLIN, 0}; timespec wait = {0, 1000000}; while (ppoll(&it, 1, &wait, nullptr) == 0) {} return line(0); }",
    ),
    (
        "select, then read",
        "int number() { fd_set set; FD_ZERO(&set); FD_SET(0, &set); return select(1, &set, nullptr, nullptr, nullptr) == 1 ? line(0) : -1; }",
    ),
    (
        "epoll, then read",
        "int number() { int set = epoll_create1(0); epoll_event it = {}; it.events = EPOLLIN; epoll_ctl(set, EPOLL_CTL_ADD, 0, &it); int ready = epoll_wait(set, &it, 1, -1); close(set); return ready == 1 ? line(0) : -1; }",
    ),
    (
        "a duplicate",
        "int number() { static int copy = dup(0); return line(copy); }",
    ),
    (
        "a duplicate, with standard input closed",
        "int number() { static int copy = dup(0); close(0); return line(copy); }",
    ),
    (
        "poll and read of a duplicate",
        "int number() { static int copy = dup(0); pollfd it = {copy, POLLIN, 0}; poll(&it, 1, -1); return line(copy); }",
    ),
    (
        "a read that does not block, again and again",
        "int number() { fcntl(0, F_SETFL, O_NONBLOCK); int it; while ((it = line(0)) < 0) {} return it; }",
    ),
    (
        "poll without waiting, again and again, then read",
        "int number() { pollfd it = {0, POLLIN, 0}; while (poll(&it, 1, 0) == 0) {} return line(0); }",
    ),
    (
        "ppoll without waiting and a nap, again and again, then read of a duplicate",
        "int number() { static int copy = dup(0); pollfd it = {copy, POLLIN, 0}; timespec none = {0, 0}; while (ppoll(&it, 1, &none, nullptr) == 0) usleep(500); return line(copy); }",
    ),
    (
        "select without waiting, again and again, then read",
        "int number() { fd_set set; timeval none; do { none = {0, 0}; FD_ZERO(&set); FD_SET(0, &set); } while (select(1, &set, nullptr, nullptr, &none) == 0); return line(0); }",
    ),
    (
        "epoll without waiting, again and again, then read",
        "int number() { int set = epoll_create1(0); epoll_event it = {}; it.events = EPOLLIN; epoll_ctl(set, EPOLL_CTL_ADD, 0, &it); while (epoll_wait(set, &it, 1, 0) == 0) {} close(set); return line(0); }",
    ),
    (
        "a thread",
        "void* reads(void*) { return reinterpret_cast<void*>(long(line(0))); }\nint number() { pthread_t thread; void* it; pthread_create(&thread, nullptr, reads, nullptr); pthread_join(thread, &it); return int(reinterpret_cast<long>(it)); }",
    ),
];

/// Ways in which a thread of its own looks for input, while the others wait for it or go on.
const IN_A_THREAD: &[(&str, &str)] = &[
    (
        "poll",
        "int await() { pollfd it = {0, POLLIN, 0}; return poll(&it, 1, -1) == 1 ? line(0) : -1; }",
    ),
    (
        "poll-without-waiting",
        "int await() { pollfd it = {0, POLLIN, 0}; while (poll(&it, 1, 0) == 0) {} return line(0); }",
    ),
    (
        "select-for-a-moment",
        "int await() { fd_set set; timeval moment; do { moment = {0, 1000}; FD_ZERO(&set); FD_SET(0, &set); } while (select(1, &set, nullptr, nullptr, &moment) == 0); return line(0); }",
    ),
    (
        "duplicate",
        "int await() { static int copy = dup(0); return line(copy); }",
    ),
    (
        "epoll",
        "int await() { int set = epoll_create1(0); epoll_event it = {}; it.events = EPOLLIN; epoll_ctl(set, EPOLL_CTL_ADD, 0, &it); int ready = epoll_wait(set, &it, 1, -1); close(set); return ready == 1 ? line(0) : -1; }",
    ),
];

/// The game of an honest student, with the way in which it looks for input.
fn game(way: &str) -> String {
    const PLAYS: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/submissions/tttn/student-04/tttn.cpp"
    );
    let player = r#"
#include <iostream>
int number() { int it; std::thread([&it] { it = await(); }).join(); return it; }
struct Numbers {
    bool good = true;
    Numbers& operator>>(int& it) { std::cout.flush(); it = number(); good = it >= 0; return *this; }
    explicit operator bool() const { return good; }
} numbers;
#define cin numbers
"#;
    format!(
        "{HEADERS}{way}{player}{}",
        std::fs::read_to_string(PLAYS).unwrap()
    )
}

#[test]
#[parallel(root, ordinary)]
fn a_thread_that_looks_for_input_plays_a_whole_game_in_every_tier() {
    let course = Course::empty();
    let mut rubric = "[defaults]\nflags = [\"-pthread\"]\n".to_owned();
    for (assignment, terminal) in [("pipe", false), ("terminal", true)] {
        rubric += &format!(
            "[assignments.{assignment}]\nterminal = {terminal}\nsources = [\"main.cpp\"]\n\
             reference = {{ game = \"tttn\" }}\ncompare = {{ scope = \"transcript\", prompts = \"exact\" }}\n\
             [[assignments.{assignment}.criteria]]\nid = \"plays\"\npoints = 10\ncases = [\"*\"]\n"
        );
        let case = "description = \"X wins\"\ninput = [\"3\", \"0\", \"1\", \"4\", \"2\", \"8\"]\n";
        course.write(format!("testcases/{assignment}/wins.toml"), case);
        for (name, way) in IN_A_THREAD {
            course.write(
                format!("submissions/{assignment}/{name}/main.cpp"),
                game(way),
            );
        }
    }
    course.write("rubric.toml", rubric);
    course.grader(&["regenerate"]).exits_with(0);
    in_every_tier("D", &course, |tier, ran, results| {
        ran.exits_with(0);
        for assignment in ["pipe", "terminal"] {
            for (name, _) in IN_A_THREAD {
                let case = results.case_of(name, assignment);
                let what = format!("{name}, {assignment}, tier {tier}");
                assert_eq!(case["verdict"], "accepted", "{what}: {case:#}");
            }
        }
    });
}

/// A program may ask whether it shall stop computing. Nobody types then, so the answer is no, and its prompt comes first.
#[test]
#[parallel(root, ordinary)]
fn a_program_that_glances_for_input_while_it_computes_is_given_none() {
    const CODE: &str = "
int number() {
    pollfd it = {0, POLLIN, 0};
    for (int i = 0; i < 20; ++i) {
        if (poll(&it, 1, 0) != 0) std::printf(\"(interrupted)\");
        for (volatile int j = 0; j < 100000; j = j + 1) {}
    }
    return line(0);
}";
    for terminal in [false, true] {
        let code = format!("{HEADERS}{CODE}{ASKS}");
        let mut site = Site::new(&sandbox(Tier::A), &code).on_terminal(terminal);
        let seen = transcript(&site.run(&["2", "3"]));
        assert_eq!(
            seen, "First: ‹2›Second: ‹3›Sum: 5\n",
            "terminal: {terminal}"
        );
    }
}

#[test]
#[parallel(root, ordinary)]
fn in_whichever_way_a_program_reads_each_input_stands_where_it_was_read() {
    let step = gate_step(2);
    for terminal in [false, true] {
        let sandbox = sandbox(Tier::A);
        for (name, way) in WAYS.iter().skip(usize::from(terminal) % step).step_by(step) {
            let code = format!("{HEADERS}{way}{ASKS}");
            let mut site = Site::new(&sandbox, &code).on_terminal(terminal);
            let seen = transcript(&site.run(&["2", "3"]));
            assert_eq!(
                seen, "First: ‹2›Second: ‹3›Sum: 5\n",
                "{name}; terminal: {terminal}"
            );
        }
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_line_is_given_once_the_last_is_read_whole_and_not_before() {
    // Reads three bytes at a time, so that one line takes several reads and the next begins with a fresh one.
    const CODE: &str = r#"
        #include <cstdio>
        #include <unistd.h>
        int main() {
            char piece[4];
            for (ssize_t count; (count = read(0, piece, 3)) > 0;) {
                piece[count] = '\0';
                std::printf("<%s>", piece);
                std::fflush(stdout);
            }
        }"#;
    for terminal in [false, true] {
        let mut site = Site::new(&sandbox(Tier::A), CODE).on_terminal(terminal);
        let seen = transcript(&site.run(&["12345", "12", ""]));
        assert_eq!(
            seen, "‹12345›<123><45\n>‹12›<12\n>‹›<\n>",
            "terminal: {terminal}"
        );
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_program_that_reads_everything_first_is_seen_to_do_so() {
    const CODE: &str = r#"
        #include <iostream>
        #include <iterator>
        int main() {
            std::string all{std::istreambuf_iterator<char>(std::cin), {}};
            std::cout << all.size() << '\n';
        }"#;
    for terminal in [false, true] {
        let mut site = Site::new(&sandbox(Tier::A), CODE).on_terminal(terminal);
        let seen = site.run(&["2", "3"]);
        assert_eq!(transcript(&seen), "‹2›‹3›4\n", "terminal: {terminal}");
        assert!(seen.saw_eof);
    }
}
