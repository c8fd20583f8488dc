//! Interactors: an instructor's own programs that speak with a student's, and judge it by that.

use std::fs;

use crate::support::Course;
use crate::support::results::{Results, text};

const RUBRIC: &str = r#"
[defaults]
flags = []
repair = "0s"
limits = { cpu = "300ms" }
[assignments.guess]
sources = ["guess.cpp"]
reference = { sources = ["solution.cpp"] }
compare = { interactor = ["sh", "interactors/guess.sh"] }
[[assignments.guess.criteria]]
id = "guesses"
points = 10
cases = ["*"]
"#;

const CASE: &str = "description = \"Finds a number\"\ninput = [\"37\"]\n";

/// Says higher or lower, at most seven times.
const GUESS: &str = r#"
secret=$(cat "$1")
left=7
while read -r guess; do
    if [ "$guess" = "$secret" ]; then echo correct; exit 0; fi
    left=$((left - 1))
    if [ "$left" = 0 ]; then echo "more than seven guesses" > "$3/teammessage.txt"; exit 1; fi
    if [ "$guess" -lt "$secret" ]; then echo higher; else echo lower; fi
done
echo "never named the number" > "$3/teammessage.txt"
exit 1
"#;

/// Halves what is left.
const HALVES: &str = r#"#include <iostream>
#include <string>
int main() {
    int low = 1, high = 100;
    std::string answer;
    while (answer != "correct") {
        int middle = (low + high) / 2;
        std::cout << middle << std::endl;
        std::cin >> answer;
        if (answer == "higher") low = middle + 1; else high = middle - 1;
    }
}
"#;

fn course(interactor: &str, solution: &str) -> Course {
    let course = Course::empty();
    course.write("rubric.toml", RUBRIC);
    course.write("interactors/guess.sh", interactor);
    course.write("solution.cpp", solution);
    course.write("testcases/guess/finds.toml", CASE);
    course
}

fn ready() -> Course {
    let course = course(GUESS, HALVES);
    course.grader(&["regenerate"]).exits_with(0);
    course
}

fn hand_in(course: &Course, student: &str, program: &str) {
    course.write(format!("submissions/{student}/guess.cpp"), program);
}

/// The verdict of each student's only case, and its reason.
fn judged(course: &Course, students: &[&str]) -> Vec<(String, String)> {
    let results = Results::read(&course.path("reports"));
    let one = |student: &&str| {
        let case = results.case_of(student, "guess");
        let reason = case["reason"].as_str().unwrap_or_default();
        (text(&case["verdict"]).to_owned(), reason.to_owned())
    };
    students.iter().map(one).collect()
}

#[test]
fn a_program_speaks_with_an_interactor_and_the_conversation_is_reported() {
    let course = ready();
    let expected = "50\n‹lower›\n25\n‹higher›\n37\n‹correct›\n";
    assert_eq!(course.read("testcases/guess/finds.expected"), expected);
    hand_in(&course, "ann", HALVES);
    hand_in(
        &course,
        "bob",
        &HALVES.replace("low = middle + 1", "low = low + 1"),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let [ann, bob] = judged(&course, &["ann", "bob"]).try_into().unwrap();
    assert_eq!(ann, ("accepted".to_owned(), String::new()));
    assert_eq!(
        bob,
        (
            "wrong-answer".to_owned(),
            "more than seven guesses".to_owned()
        )
    );
    let report = course.read("reports/bob/guess.md");
    for part in ["more than seven guesses", "‹lower›", "‹higher›"] {
        assert!(report.contains(part), "{part} is not in:\n{report}");
    }
    assert!(
        !report.contains("37"),
        "the input is the interactor's alone:\n{report}"
    );
}

#[test]
fn on_a_terminal_complete_lines_need_no_flush() {
    const UNFLUSHED: &str = r#"#include <cstdio>
int main() {
    int low = 1, high = 100;
    char answer[10] = "";
    while (answer[0] != 'c') {
        int middle = (low + high) / 2;
        std::printf("%d\n", middle);
        if (std::scanf("%9s", answer) != 1) return 1;
        if (answer[0] == 'h') low = middle + 1; else high = middle - 1;
    }
}
"#;
    let course = course(GUESS, HALVES);
    let section = "[assignments.guess]\n";
    let terminal = format!("{section}terminal = true\n");
    course.write("rubric.toml", RUBRIC.replace(section, &terminal));
    course.grader(&["regenerate"]).exits_with(0);
    hand_in(&course, "ann", UNFLUSHED);
    hand_in(&course, "bob", &UNFLUSHED.replace(r"%d\n", "%d "));
    course.grader(&["run", "submissions/"]).exits_with(0);
    let [ann, bob] = judged(&course, &["ann", "bob"]).try_into().unwrap();
    assert_eq!(ann, ("accepted".to_owned(), String::new()));
    assert!(bob.1.contains("wait for each other"), "{bob:?}");
    assert!(!course.read("reports/ann/guess.md").contains("flush"));
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn who_ends_badly_is_to_blame_unless_the_interactor_has_answered_before() {
    let course = ready();
    let ends = |with: &str| {
        HALVES.replace(
            "std::cin >> answer;",
            &format!("std::cin >> answer; {with}"),
        )
    };
    hand_in(&course, "aborts", &ends("std::abort();"));
    hand_in(&course, "early", &ends("return 0;"));
    hand_in(&course, "loops", &ends("while (true) {}"));
    hand_in(
        &course,
        "floods",
        &ends("while (true) std::cout << 50 << '\\n';"),
    );
    hand_in(
        &course,
        "wrong-first",
        &ends("if (!std::cin) std::abort();").replace("low = middle", "low = 0 * middle"),
    );
    hand_in(
        &course,
        "silent",
        "#include <cstdio>\nint main() { int a; std::printf(\"50\\n\"); std::scanf(\"%d\", &a); }\n",
    );
    hand_in(
        &course,
        "never-reads",
        "#include <iostream>\nint main() { std::cout << \"37\\n\"; }\n",
    );
    hand_in(
        &course,
        "wrong-then-busy",
        "#include <iostream>\nint main() { for (int i = 0; i < 8; ++i) std::cout << 1 << std::endl; while (true) {} }\n",
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let students = [
        "aborts",
        "early",
        "loops",
        "floods",
        "wrong-first",
        "silent",
        "never-reads",
        "wrong-then-busy",
    ];
    let judged = judged(&course, &students);
    let verdicts: Vec<&str> = judged.iter().map(|(verdict, _)| verdict.as_str()).collect();
    assert_eq!(
        verdicts,
        [
            "runtime-error",
            "wrong-answer",
            "time-limit",
            "output-limit",
            "wrong-answer",
            "time-limit",
            "accepted",
            "wrong-answer"
        ],
        "{judged:#?}"
    );
    assert_eq!(judged[1].1, "never named the number");
    assert_eq!(judged[4].1, "more than seven guesses");
    assert!(
        judged[5].1.contains("wait for each other"),
        "{}",
        judged[5].1
    );
}

#[test]
fn an_interactor_that_fails_leaves_a_submission_ungraded_with_what_it_said() {
    let course = ready();
    hand_in(&course, "ann", HALVES);
    for (interactor, said) in [
        ("read -r guess; echo broken >&2; exit 1\n", "broken"),
        ("read -r guess; exit 5\n", "exit code 5"),
        ("read -r guess; kill -9 $$\n", "signal 9"),
        ("exec ./not-there \"$@\"\n", "not-there"),
    ] {
        course.write("interactors/guess.sh", interactor);
        let ran = course.grader(&["regenerate", "--check"]);
        ran.exits_with(2);
        assert!(
            ran.stderr
                .contains("the interactor `sh interactors/guess.sh` gave no answer"),
            "{ran:#?}"
        );
        assert!(ran.stderr.contains(said), "{said}: {ran:#?}");
    }
    // Only for what this student says: the reference never does.
    course.write(
        "interactors/guess.sh",
        GUESS.replace(
            "read -r guess; do",
            "read -r guess; do [ \"$guess\" != 99 ] || exit 9;",
        ),
    );
    course.grader(&["regenerate"]).exits_with(0);
    hand_in(
        &course,
        "bob",
        "#include <iostream>\nint main() { std::cout << 99 << std::endl; int a; std::cin >> a; }\n",
    );
    course.grader(&["run", "submissions/"]).exits_with(3);
    let judged = judged(&course, &["ann", "bob"]);
    assert_eq!(judged[0].0, "accepted");
    assert_eq!(judged[1].0, "ungraded");
}

/// Asks for the double of each number, and passes the next one on to another start of the program.
const PASSES: &str = r#"
number=$(cat "$1")
[ -f "$2" ] || exit 1
echo "$number"
read -r double || { echo "no output" > "$3teammessage.txt"; exit 43; }
[ "$double" = $((2 * number)) ] || { echo "$double is not twice $number" > "$3teammessage.txt"; exit 43; }
[ "$number" -ge 3 ] || echo $((number + 1)) > "$3nextpass.in"
exit 42
"#;

const DOUBLES: &str =
    "#include <iostream>\nint main() { int n; std::cin >> n; std::cout << 2 * n << '\\n'; }\n";

/// A course whose interactor speaks as Kattis has it, with more keys.
fn kattis(interactor: &str, solution: &str, keys: &str) -> Course {
    let course = course(interactor, solution);
    let keys =
        format!("interactor = [\"sh\", \"interactors/guess.sh\"], protocol = \"kattis\"{keys}");
    course.write(
        "rubric.toml",
        RUBRIC.replace("interactor = [\"sh\", \"interactors/guess.sh\"]", &keys),
    );
    course
}

#[test]
fn an_interactor_of_kattis_starts_the_program_again_for_each_pass() {
    let course = kattis(PASSES, DOUBLES, ", passes = 3");
    course.write("testcases/guess/finds.toml", CASE.replace("37", "1"));
    course.grader(&["regenerate"]).exits_with(0);
    assert_eq!(
        course.read("testcases/guess/finds.expected"),
        "‹1›\n2\n‹2›\n4\n‹3›\n6\n"
    );
    hand_in(&course, "ann", DOUBLES);
    hand_in(
        &course,
        "bob",
        &DOUBLES.replace("2 * n", "(n < 2 ? 2 * n : n)"),
    );
    hand_in(
        &course,
        "crashes",
        &DOUBLES.replace("std::cout", "if (n == 2) __builtin_trap(); std::cout"),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let [ann, bob, crashes] = judged(&course, &["ann", "bob", "crashes"])
        .try_into()
        .unwrap();
    assert_eq!(ann.0, "accepted");
    assert_eq!(
        bob,
        ("wrong-answer".to_owned(), "2 is not twice 2".to_owned())
    );
    assert_eq!(crashes.0, "runtime-error");
    let text = course.read("rubric.toml");
    course.write("rubric.toml", text.replace("passes = 3", "passes = 2"));
    let ran = course.grader(&["regenerate", "--check"]);
    ran.exits_with(2);
    assert!(
        ran.stderr
            .contains("it wrote `nextpass.in` in pass 2, and `passes = 2`"),
        "{ran:#?}"
    );
}

#[test]
fn a_checker_of_kattis_starts_the_program_again_for_each_pass() {
    let course = kattis(PASSES, DOUBLES, ", passes = 3");
    let text = course.read("rubric.toml");
    course.write("rubric.toml", text.replace("interactor = [", "checker = ["));
    course.write("testcases/guess/finds.toml", CASE.replace("37", "1"));
    course.grader(&["regenerate", "-a", "guess"]).exits_with(0);
    assert_eq!(course.read("testcases/guess/finds.expected"), "2\n4\n6\n");
    hand_in(&course, "ann", DOUBLES);
    hand_in(
        &course,
        "bob",
        &DOUBLES.replace("2 * n", "(n < 2 ? 2 * n : n)"),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let judged = judged(&course, &["ann", "bob"]);
    assert_eq!(judged[0].0, "accepted");
    let bob = ("wrong-answer".to_owned(), "2 is not twice 2".to_owned());
    assert_eq!(judged[1], bob);
}

#[test]
fn an_interactor_gives_a_share_of_the_points() {
    // 0.6 of the case for whoever needs more than one try.
    let shares = "read -r first; [ \"$first\" = 37 ] && exit 0\necho no; read -r second\n\
                  echo '0.6 needed two tries' > \"$3/teammessage.txt\"\nexit 3\n";
    let tries = "#include <iostream>\nint main() { std::cout << 37 << std::endl; }\n";
    let course = course(shares, tries);
    course.grader(&["regenerate"]).exits_with(0);
    hand_in(&course, "ann", tries);
    let twice = "#include <iostream>\n#include <string>\nint main() { std::string s; std::cout << 1 << std::endl; std::cin >> s; \
                 std::cout << 37 << std::endl; }\n";
    hand_in(&course, "bob", twice);
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("ann", "guess")["points"], 10.0);
    assert_eq!(results.of("bob", "guess")["points"], 6.0);
    let [bob] = judged(&course, &["bob"]).try_into().unwrap();
    let reason = "Partly right, 60 % of the case: needed two tries";
    assert_eq!(bob, ("wrong-answer".to_owned(), reason.to_owned()));
    let text = course.read("rubric.toml");
    course.write(
        "rubric.toml",
        text.replace("cases =", "credit = \"all-or-nothing\"\ncases ="),
    );
    course.grader(&["run", "submissions/"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("bob", "guess")["points"], 0.0);
}

#[test]
fn an_interactor_in_the_words_of_testlib_is_believed_when_it_says_why() {
    // As programs that are made with testlib do: the output file is a file of theirs, and what they say stands on standard error.
    let speaks = "secret=$(cat \"$1\")\n: > \"$2\" || exit 3\n[ -f \"$3\" ] || exit 3\nread -r guess\n\
                  if [ \"$guess\" = \"$secret\" ]; then echo 'ok found' >&2; exit 0; fi\n\
                  if [ \"$guess\" = 36 ]; then echo 'points 0.25 near' >&2; exit 7; fi\n\
                  if [ \"$guess\" = 35 ]; then echo 'syntax error' >&2; exit 2; fi\n\
                  echo \"wrong answer found $guess\" >&2; exit 1\n";
    let says = |number: u32| {
        format!("#include <iostream>\nint main() {{ std::cout << {number} << std::endl; }}\n")
    };
    let course = course(speaks, &says(37));
    let text = course.read("rubric.toml");
    course.write(
        "rubric.toml",
        text.replace("guess.sh\"] }", "guess.sh\"], protocol = \"testlib\" }"),
    );
    course.grader(&["regenerate"]).exits_with(0);
    for (student, number) in [("ann", 37), ("bob", 12), ("near", 36), ("odd", 35)] {
        hand_in(&course, student, &says(number));
    }
    course.grader(&["run", "submissions/"]).exits_with(3);
    let all = judged(&course, &["ann", "bob", "near", "odd"]);
    assert_eq!(all[0].0, "accepted");
    assert_eq!(
        all[1],
        (
            "wrong-answer".to_owned(),
            "wrong answer found 12".to_owned()
        )
    );
    assert_eq!(all[2].1, "Partly right, 25 % of the case: near");
    assert_eq!(all[3].0, "ungraded");
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("near", "guess")["points"], 2.5);
}

#[test]
fn the_example_of_the_documentation_finds_any_text_wrong() {
    let page = fs::read_to_string("docs/how-to/interactors.md").unwrap();
    let (_, rest) = page.split_once("```python\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let course = course(GUESS, HALVES);
    course.write("interactors/guess.py", example);
    course.write(
        "rubric.toml",
        RUBRIC.replace(
            "[\"sh\", \"interactors/guess.sh\"]",
            "[\"python3\", \"interactors/guess.py\"]",
        ),
    );
    course.grader(&["regenerate"]).exits_with(0);
    hand_in(&course, "ann", HALVES);
    hand_in(
        &course,
        "bob",
        "#include <iostream>\nint main() { std::cout << std::string(5000, '7') << std::endl; }\n",
    );
    course.grader(&["run", "submissions"]).exits_with(0);
    let [ann, bob] = <[_; 2]>::try_from(judged(&course, &["ann", "bob"])).unwrap();
    assert_eq!(ann.0, "accepted");
    assert!(
        bob.0 == "wrong-answer" && bob.1.contains("expected a guess, found"),
        "{bob:?}"
    );
}
