//! What a person has to judge goes out as a table or is asked for by keys, and comes back as overrides.

use std::process::Stdio;

use crate::support::results::Results;
use crate::support::terminal::Terminal;
use crate::support::{ADDS, Course, SUM};

const STYLE: &str = "\n[[assignments.sum.criteria]]\nid = \"style\"\ntitle = \"Clear names\"\npoints = 5\nmanual = \"none\"\n";

fn class() -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{STYLE}"));
    for student in ["ann", "bob", "=cleo"] {
        course.write(format!("submissions/{student}/sum.cpp"), ADDS);
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    course
}

#[test]
fn a_worksheet_that_was_filled_in_becomes_points() {
    let course = class();
    course
        .grader(&["review", "submissions", "--table"])
        .exits_with(0)
        .says(&["worksheet.csv has 3 rows"]);
    let table = course.read("worksheet.csv");
    assert!(
        table.contains(
            "ann,sum,style,Clear names,5,0,,,submissions/ann/sum.cpp,reports/ann/sum.html,\n"
        ),
        "{table}"
    );
    assert!(
        table.contains("\n'=cleo,sum,style,"),
        "no spreadsheet takes a name for a formula: {table}"
    );
    let filled = table
        .replace(
            "ann,sum,style,Clear names,5,0,,",
            "ann,sum,style,Clear names,5,0,4.5,\"Good, but for `x`.\"",
        )
        .replace(
            "'=cleo,sum,style,Clear names,5,0,,",
            "'=cleo,sum,style,Clear names,5,0,3,",
        );
    course.write(
        "filled.csv",
        // With the byte order mark that the table has.
        filled.replace('\n', "\r\n"),
    );
    course
        .grader(&["review", "--read", "filled.csv", "--by", "Kim"])
        .exits_with(0)
        .says(&["2 decisions"]);
    course.grader(&["report", "--all"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let points =
        ["ann", "bob", "=cleo"].map(|name| results.of(name, "sum")["points"].as_f64().unwrap());
    assert_eq!(points, [14.5, 10.0, 13.0]);
    assert!(
        course
            .read("reports/ann/sum.md")
            .contains("Kim gave 4.5 instead of 0 points for “Clear names”: Good, but for")
    );

    // Once more, what was decided stands there, and can be changed.
    course.grader(&["worksheet"]).exits_with(0);
    let table = course.read("worksheet.csv");
    assert!(
        table.contains("ann,sum,style,Clear names,5,,4.5,\"Good, but for `x`.\",,"),
        "{table}"
    );
    assert_eq!(
        course
            .read("overrides.toml")
            .matches("[[override]]")
            .count(),
        2
    );

    // More than can be earned stays as it was written, and is not taken for a slip.
    let overrides = course
        .read("overrides.toml")
        .replace("points = 4.5", "points = 7.5\nabove_maximum = true");
    course.write("overrides.toml", overrides);
    course.grader(&["worksheet", "submissions"]).exits_with(0);
    assert!(
        course
            .read("worksheet.csv")
            .contains("ann,sum,style,Clear names,5,,7.5,")
    );
    course
        .grader(&["worksheet", "--read", "worksheet.csv", "--by", "Kim"])
        .exits_with(0);
    assert!(
        course
            .read("overrides.toml")
            .contains("above_maximum = true")
    );

    // A name that turns around what follows it.
    std::fs::rename(
        course.path("submissions/ann"),
        course.path("submissions/a\u{202e}nn"),
    )
    .unwrap();
    course.grader(&["run", "submissions"]).exits_with(0);
    course.grader(&["worksheet", "submissions"]).exits_with(0);
    let table = course.read("worksheet.csv");
    assert!(
        table.contains("submissions/a\\xe2\\x80\\xaenn/sum.cpp"),
        "{table}"
    );
    assert!(!table.contains('\u{202e}'), "{table}");
}

#[test]
fn a_table_that_cannot_be_read_is_told_with_its_line_and_changes_nothing() {
    let course = class();
    for (text, says) in [
        (
            "student,assignment\n",
            "filled.csv:1:1: there is no column `criterion`",
        ),
        (
            "student,assignment,criterion,was,points,reason\nann,sum,style,0,many,\n",
            "filled.csv:2:1: found `many` as points",
        ),
        (
            "student,assignment,criterion,was,points,reason\nann,sum\n",
            "filled.csv:2:1: it is no row of this table",
        ),
        ("student,points\n", "there is no column `was`"),
        (
            "student,assignment,criterion,was,points,reason\nann,sum,style,0,5,“x”\n",
            "filled.csv:2:1: it is not in UTF-8: save it as CSV UTF-8",
        ),
    ] {
        std::fs::write(course.path("filled.csv"), windows_1252(text)).unwrap();
        course
            .grader(&["worksheet", "--read", "filled.csv", "--by", "Kim"])
            .exits_with(2)
            .says(&[says]);
        assert!(!course.path("overrides.toml").exists());
    }
    // All rows that are wrong, with their lines, however these end.
    let rows = "student,assignment,criterion,was,points,reason\nann,sum,style,0,5,\nbob,sum,style,0,12,\n\nann,sum\n                =cleo,sum,stile,0,1,\nbob,sun,style,0,1,\nann,sum,style,0,4,\nbob,sum,style,0,many,\n";
    for text in [rows.to_owned(), rows.replace('\n', "\r\n")] {
        course.write("filled.csv", text);
        course
            .grader(&["worksheet", "--read", "filled.csv", "--by", "Kim"])
            .exits_with(2)
            .says(&[
                "filled.csv:3:1: found 12 points where 5 can be earned",
                "filled.csv:5:1: it is no row of this table",
                "filled.csv:6:1: `sum` has no criterion `stile`; did you mean `style`?",
                "filled.csv:7:1: there is no assignment `sun` in the rubric; did you mean `sum`?",
                "filled.csv:8:1: line 2 has points for the same",
                "filled.csv:9:1: found `many` as points",
            ]);
        assert!(!course.path("overrides.toml").exists());
    }
    course
        .grader(&["review", "submissions", "--by", "Kim"])
        .exits_with(2)
        .says(&["no terminal", "grader review --table"]);
}

/// A text as a spreadsheet saves it in Windows-1252.
fn windows_1252(text: &str) -> Vec<u8> {
    let byte = |character| match character {
        '“' => 0x93,
        '”' => 0x94,
        other => u8::try_from(u32::from(other)).unwrap(),
    };
    text.chars().map(byte).collect()
}

#[test]
fn a_table_is_written_for_spreadsheets_and_read_as_they_save_it() {
    let course = class();
    course.write("submissions/dot./sum.cpp", ADDS);
    course.grader(&["run", "submissions"]).exits_with(0);
    course.grader(&["review", "--table"]).exits_with(0);
    let table = course.read("worksheet.csv");
    assert!(table.starts_with("\u{feff}student,"), "{table}");
    assert!(table.contains(",reports/dot\\x2e/sum.html,"), "{table}");
    assert!(course.path("reports/dot\\x2e/sum.html").exists());

    let rows = "student;assignment;criterion;was;points;reason\r\nann;sum;style;0;4,5;Schöne Namen\r\n;;;;;\r\n";
    std::fs::write(course.path("filled.csv"), windows_1252(rows)).unwrap();
    course
        .grader(&["review", "--read", "filled.csv", "--by", "Kim"])
        .exits_with(0);
    let overrides = course.read("overrides.toml");
    assert!(
        overrides.contains("reason = \"Schöne Namen\""),
        "{overrides}"
    );
}

/// Gives points with a reason to the program that is shown.
fn give_points(terminal: &mut Terminal) {
    terminal.type_keys("p");
    terminal.expect("points, of 5: ");
    terminal.type_keys("3,5\r");
    terminal.expect("why, for the student");
    terminal.type_keys("Short names.\r");
}

#[test]
fn keys_on_a_terminal_decide_one_program_after_the_other() {
    let course = class();
    let wrong = ADDS.replace("first + second", "first - second");
    course.write("submissions/bob/sum.cpp", wrong);
    course.grader(&["run", "submissions"]).exits_with(0);
    course.write("form.csv", "student,case,text\n=cleo,adds,It is right.\n");
    course.grader(&["request", "form.csv"]).exits_with(0);
    let (mut terminal, theirs) = Terminal::open();
    let mut command = course.command(&["review", "submissions", "--by", "Kim"]);
    for stream in ["stdin", "stdout", "stderr"] {
        let end = Stdio::from(theirs.try_clone().unwrap());
        match stream {
            "stdin" => command.stdin(end),
            "stdout" => command.stdout(end),
            _ => command.stderr(end),
        };
    }
    let mut review = command.spawn().unwrap();
    drop((command, theirs));
    terminal.expect("std::printf(\"Sum: %d\\n\"");
    terminal.expect("1 of 1 test cases accepted");
    terminal.expect("1 of 4: =cleo · sum");
    terminal.expect("Objection to test case `adds`");
    terminal.expect("“It is right.”");
    terminal.expect("q quit");
    terminal.type_keys("w");
    terminal.expect("answer, for the student: ");
    terminal.type_keys("Yes, sorry.\r");
    terminal.expect("points change of one of sums, style [none]: ");
    terminal.type_keys("sums\r");
    terminal.expect("points, of 10: ");
    terminal.type_keys("9\r");
    terminal.expect("2 of 4: =cleo · sum");
    terminal.expect("q quit");
    terminal.type_keys("l");
    terminal.expect("line, such as 12");
    terminal.type_keys("1\r");
    terminal.expect("comment, for the student");
    terminal.type_keys("Use iostream.\r");
    terminal.expect("points of Clear names, such as -1 [none]: ");
    terminal.type_keys("-0.5\r");
    terminal.expect("Use iostream. (-0.5 points)");
    terminal.expect("q quit");
    terminal.type_keys("s");
    terminal.expect("3 of 4: ann · sum");
    terminal.expect("q quit");
    give_points(&mut terminal);
    terminal.expect("Sum: -1");
    terminal.expect("0 of 1 test cases accepted");
    terminal.expect("4 of 4: bob · sum");
    terminal.expect("q quit");
    terminal.type_keys("?");
    terminal.expect("undo the last decision");
    terminal.type_keys("u");
    terminal.expect("3 of 4: ann · sum");
    terminal.expect("q quit");
    assert!(!course.read("overrides.toml").contains("ann"));
    // Somebody else judges bob in the meantime.
    let others = "[[override]]\nstudent = \"bob\"\nassignment = \"sum\"\ncriterion = \"style\"\npoints = 5\nreason = \"Yes.\"\nby = \"Lee\"\n";
    course.write("overrides.toml", course.read("overrides.toml") + others);
    give_points(&mut terminal);
    terminal.expect("4 of 4: bob · sum");
    terminal.expect("q quit");
    terminal.type_keys("r");
    terminal.expect("why, for the student");
    terminal.type_keys("\r");
    let rest = terminal.rest();
    assert!(
        rest.contains("bob was changed meanwhile and stays as it is: 5 points by Lee"),
        "{rest}"
    );
    assert!(rest.contains("4 decisions are in"), "{rest}");
    assert_eq!(review.wait().unwrap().code(), Some(0));
    course.grader(&["report", "--all"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let points =
        ["ann", "bob", "=cleo"].map(|name| results.of(name, "sum")["points"].as_f64().unwrap());
    assert_eq!(points, [13.5, 5.0, 9.0]);
}
