//! What students write reaches a log only as text that no system which runs builds would obey.

use crate::support::results::Results;
use crate::support::{ADDS, Course, Ran, SUM, gate_step};

/// Each system with a line that it would obey.
const COMMANDS: [(&str, &str); 14] = [
    ("GitHub", "::error file=x::hacked"),
    ("GitHub, after blanks", "  ::set-output name=x::hacked"),
    ("GitHub, of old", "##[group]hacked"),
    ("Azure", "##vso[task.complete result=Failed]hacked"),
    (
        "Azure, in the middle",
        "hacked ##vso[task.setvariable variable=x]hacked",
    ),
    ("TeamCity", "##teamcity[buildStop comment='hacked']"),
    ("Buildkite", "--- hacked"),
    ("Buildkite, open", "+++ hacked"),
    ("Buildkite, small", "~~~ hacked"),
    ("Buildkite, above", "^^^ +++ hacked"),
    ("GitLab", "section_start:1560896352:hacked"),
    ("Travis", "travis_fold:start:hacked"),
    ("Cargo", "cargo:rustc-env=HACKED=1"),
    ("anybody", "#### ##anything[hacked]"),
];

/// What some of them would do with a line of a log.
fn is_obeyed(line: &str) -> bool {
    let opens = |rest: &str| {
        let word = rest.trim_start_matches(|c: char| c.is_alphanumeric() || "._-".contains(c));
        word.starts_with('[')
    };
    let starts = ["--- ", "+++ ", "~~~ ", "^^^ ", "cargo:"];
    let words = [
        "section_start:",
        "section_end:",
        "travis_fold:",
        "travis_time:",
    ];
    line.trim_start().starts_with("::")
        || line
            .match_indices("##")
            .any(|(at, _)| opens(&line[at + 2..]))
        || starts.iter().any(|start| line.starts_with(start))
        || words.iter().any(|word| line.contains(word))
        || line.chars().any(|c| c.is_control() && c != '\t')
}

#[track_caller]
fn obeys_nothing(what: &str, ran: &Ran) {
    for line in ran.stdout.lines().chain(ran.stderr.lines()) {
        assert!(!is_obeyed(line), "{what}: {line}\nin {ran:#?}");
    }
}

/// What looks like a command and is a board, or a program.
const ORDINARY: [&str; 6] = [
    "---+---+---",
    "-----------",
    " X | O | ? ",
    "std::cout << 1;",
    "#define GLUE(a, b) a ## b",
    "+++",
];

/// A C++ string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Prints lines in place of the sum, to both streams.
fn prints(lines: &[&str]) -> String {
    let puts = |line: &&str| {
        format!(
            "    std::puts({0});\n    std::fprintf(stderr, \"%s\\n\", {0});\n",
            quoted(line)
        )
    };
    let puts: String = lines.iter().map(puts).collect();
    ADDS.replace(
        "    std::printf(\"Sum",
        &format!("{puts}    std::printf(\"sum"),
    )
}

/// A course in which text of students goes every way to a terminal that there is.
fn course() -> Course {
    let course = Course::sum();
    let rubric = SUM
        .replace("flags = []", "flags = [\"-Wall\"]")
        .replace("accept = [\"*.cpp\"]", "accept = [\"*\"]");
    let checked = SUM
        .split_once("[assignments.sum]")
        .unwrap_or_default()
        .1
        .replace("sum", "checked");
    let checked = checked.replace(
        "reference =",
        "compare = { checker = [\"/bin/sh\", \"say.sh\"] }\nreference =",
    );
    course.write(
        "rubric.toml",
        format!("{rubric}[assignments.checked]{checked}"),
    );
    course.write("say.sh", "tail -n 1 \"$2\"\nexit 1\n");
    for file in ["adds.toml", "adds.expected"] {
        let text = course.read(&format!("testcases/sum/{file}"));
        course.write(format!("testcases/checked/{file}"), text);
    }
    course
}

#[test]
fn nothing_that_a_student_writes_is_obeyed_by_a_system_that_shows_the_log() {
    let course = course();
    let commands = COMMANDS.map(|(_, command)| command);
    let tried: Vec<_> = COMMANDS.into_iter().step_by(gate_step(4)).collect();
    course.write("submissions/sum/prints/sum.cpp", prints(&commands));
    let errors: String = commands
        .iter()
        .map(|command| format!("#error {command}\n"))
        .collect();
    course.write("submissions/sum/errors/sum.cpp", errors);
    let warns = |command: &&str| {
        let text = quoted(command);
        format!("#pragma message({text})\n{{ int x; /* {command} */ }}\n")
    };
    let all: String = commands.iter().map(warns).collect();
    course.write(
        "submissions/sum/warns/sum.cpp",
        format!("{ADDS}void unused() {{\n{all}}}\n"),
    );
    for (number, (_, command)) in tried.iter().enumerate() {
        course.write(format!("submissions/sum/{number}-file/{command}.cpp"), ADDS);
        course.write(format!("submissions/sum/{number}-none/{command}"), "");
        course.write(format!("submissions/sum/{command}/sum.cpp"), "nonsense");
        let said = format!("\"\\n%s\\n\", {}", quoted(command));
        let said = ADDS.replace("\"Sum: %d\\n\", first + second", &said);
        course.write(format!("submissions/checked/{number}/checked.cpp"), said);
    }
    let ran = course.grader(&["run", "submissions"]);
    ran.exits_with(0);
    obeys_nothing("run", &ran);
    assert!(ran.stdout.contains("hacked"), "{ran:#?}");
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.submissions().len(), tried.len() * 4 + 3);
    for (name, _) in results
        .names()
        .iter()
        .filter_map(|name| name.rsplit_once(' '))
    {
        let ran = course.grader(&["report", "--", name]);
        ran.exits_with(0);
        obeys_nothing(name, &ran);
    }
    for (system, command) in tried {
        let ran = course.grader(&["report", &format!("--out={command}"), "--", command]);
        obeys_nothing(system, ran.exits_with(2));
        let nobody = format!("--student=x{command}");
        let ran = course.grader(&["run", "submissions", &nobody]);
        obeys_nothing(system, ran.exits_with(4));
        course.write(format!("mixed/{command}/x/sum.cpp"), "");
    }
    course.write("mixed/sum/ann/sum.cpp", ADDS);
    obeys_nothing("mixed", course.grader(&["run", "mixed"]).exits_with(2));
    for (name, text) in course.files_in("reports") {
        // A file may be shown in a log, too. What looks like a board stays as it is in it.
        let is_command =
            |line: &&str| is_obeyed(line) && !line.starts_with(['-', '+', '~', '^', 'c']);
        assert_eq!(text.lines().find(is_command), None, "{name}");
    }
}

#[test]
fn boards_and_sources_are_shown_as_they_are() {
    let course = course();
    course.write("submissions/sum/ann/sum.cpp", prints(&ORDINARY));
    course.grader(&["run", "submissions"]).exits_with(0);
    let shown = course.grader(&["report", "ann"]).stdout;
    let report = course.read("reports/ann/sum.md");
    for line in ORDINARY {
        assert!(
            shown.lines().any(|it| it == format!("    {line}")),
            "{line} in {shown}"
        );
        assert!(report.lines().any(|it| it == line), "{line} in {report}");
    }
}
