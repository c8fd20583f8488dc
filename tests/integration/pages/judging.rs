//! Judging by hand with keys alone, in the pages of `grader serve`.

use super::{violations, with_browser};
use crate::support::browser::Screen;
use crate::support::results::Results;
use crate::support::served::ServedClass;
use crate::support::{ADDS, Course, SUM, tries_all};

const MANUAL: &str = "
[[assignments.sum.criteria]]
id = \"style\"
title = \"Clear names\"
points = 5
manual = \"none\"

[[assignments.sum.criteria]]
id = \"comments\"
title = \"Comments that <help>\"
points = 3
manual = \"full\"
";

/// How many programs are judged: with `GRADER_TABLES=all` a whole session.
fn class_size() -> usize {
    match tries_all() {
        true => 40,
        false => 6,
    }
}

/// A class in which the first three programs are alike, and no others.
fn class() -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{MANUAL}"));
    for number in 0..class_size() {
        let more = "std::fflush(stdout);\n    ".repeat(number.saturating_sub(2));
        let program = ADDS.replace("int first =", &format!("{more}int first ="));
        let program = program.replace(
            "first + second",
            if number == 5 {
                "first - second"
            } else {
                "first + second"
            },
        );
        let comment = format!("// </script><script>alert({number})</script> \u{202e}\n");
        course.write(
            format!("submissions/s{number:02}/sum.cpp"),
            comment + &program,
        );
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    let form = "student,case,text\ns05,adds,</script>It is right.\n";
    course.write("form.csv", form);
    course.grader(&["request", "form.csv"]).exits_with(0);
    course
}

#[test]
fn a_class_is_judged_with_keys_alone() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let course = class();
    let served = ServedClass::start(&course);
    let looks = class_size() - 2;
    let mut page = browser.open_at(&format!("{}review/", served.address), Screen::PHONE);
    for screen in [Screen::PHONE, Screen::WIDE.dark(), Screen::WIDE] {
        page.show_on(screen);
        assert_eq!(page.sideways(), 0, "{screen:?}");
        assert_eq!(violations(&mut page), [""; 0], "{screen:?}");
    }
    page.press("?");
    assert_eq!(page.texts("#help h2"), ["Keys"]);
    assert_eq!(violations(&mut page), [""; 0]);
    page.press("Escape");
    assert_eq!(page.texts("#help h2"), [""; 0]);

    // Skip around once: each group has one look.
    let first = page.texts("h1");
    let mut groups = Vec::new();
    for _ in 0..looks {
        page.press_and_load("s");
        let members = page.texts(".members label");
        if !members.is_empty() {
            // One of them is judged apart, and then with the others again.
            page.press_and_load("x");
            assert_eq!(page.texts(".members label"), [""; 0]);
            page.press_and_load("x");
            groups.push(members);
        }
    }
    assert_eq!(groups, [[" s00", " s01", " s02"]]);
    assert_eq!(page.texts("h1"), first);
    page.press_and_load("j");
    page.press_and_load("k");
    assert_eq!(page.texts("h1"), first);

    // A mistake is reported, and a judgement taken back.
    page.press("p");
    page.type_text("7");
    page.press("Enter");
    page.press("Enter");
    assert_eq!(page.texts("#said"), ["Points: enter a number from 0 to 5."]);
    page.press("Escape");
    page.press_and_load("a");
    assert!(page.texts("#said")[0].starts_with("Saved: 5 of 5, Clear names"));
    page.press_and_load("u");
    assert!(page.texts("#said")[0].starts_with("Taken back: 5 of 5"));
    assert!(!course.read("overrides.toml").contains("[[override]]"));

    // A comment at a line, and what was written before is offered at the next.
    page.press("l");
    page.type_text("3");
    page.evaluate("document.querySelector('#comment [name=text]').focus()");
    page.type_text("Use <iostream>.");
    assert_eq!(violations(&mut page), [""; 0]);
    page.press_and_load("Enter");
    assert_eq!(page.texts(".comment"), ["Use <iostream>. (Kim)"]);
    assert_eq!(
        page.evaluate("document.querySelector('#bank option').value"),
        "Use <iostream>."
    );
    page.press_and_load("u");
    assert_eq!(page.texts(".comment"), [""; 0]);

    // A comment with points brings them along at the next program, and is changed in both at once.
    for at in 0..2 {
        page.press("l");
        page.type_text("4");
        page.evaluate("document.querySelector('#comment [name=text]').focus()");
        page.type_text("Short.");
        if at == 0 {
            page.evaluate("document.querySelector('#comment [name=criterion]').value = 'style'");
            page.evaluate("document.querySelector('#comment [name=points]').focus()");
            page.type_text("-1");
        } else {
            page.evaluate("document.querySelector('#comment [name=line]').focus()");
        }
        page.press_and_load("Enter");
        assert_eq!(
            page.texts(".comment"),
            ["Short. (Clear names: −1 point; Kim)"]
        );
        if at == 0 {
            page.press_and_load("j");
        }
    }
    assert!(page.texts(".now")[0].contains("(−1 by comments)"));
    page.press("b");
    assert_eq!(
        page.texts("#earlier form button")[0],
        "Change in 2 programs"
    );
    assert_eq!(violations(&mut page), [""; 0]);
    page.evaluate("document.querySelector('#earlier [name=text]').select()");
    page.type_text("Say what it is.");
    page.press_and_load("Enter");
    assert_eq!(
        page.texts(".comment"),
        ["Say what it is. (Clear names: −1 point; Kim)"]
    );
    let count = |text: &str| course.read("overrides.toml").matches(text).count();
    assert_eq!((count("Say what it is."), count("Short.")), (2, 0));
    // All of it is taken back.
    page.press_and_load("u");
    assert_eq!((count("Say what it is."), count("Short.")), (0, 2));
    page.press_and_load("u");
    page.press_and_load("u");
    assert_eq!((count("[[comment]]"), page.texts("h1")), (0, first.clone()));

    // Somebody else is faster: both values are shown, and neither is lost.
    let student = first[0].split(':').next().unwrap().to_owned();
    let requests = course.read("overrides.toml");
    course.write(
        "overrides.toml",
        requests + &format!("[[override]]\nstudent = {student:?}\nassignment = \"sum\"\ncriterion = \"style\"\npoints = 1\nreason = \"Short.\"\nby = \"Lee\"\n"),
    );
    page.press("a");
    page.evaluate("new Promise((done) => { const look = () => document.querySelector('#conflict').open ? done() : setTimeout(look, 10); look(); })");
    let shown = page.texts("#differences li").concat();
    assert!(shown.contains("now 1 points, “Short.” (Lee)"), "{shown}");
    assert!(
        shown.contains("Yours: 5 points, “All of it is there.” (Kim)"),
        "{shown}"
    );
    assert_eq!(violations(&mut page), [""; 0]);
    // The first button keeps theirs.
    page.press_and_load("Enter");
    assert!(course.read("overrides.toml").contains("Short."));

    // All of the class: names get three points with a reason, comments all.
    let mut count = 0;
    while page.texts("h1") != ["All is judged"] {
        count += 1;
        assert!(count <= 2 * looks, "{:?}", page.texts("h1"));
        if !page.texts(".objection:not(:has(.now)) h3").is_empty() {
            assert_eq!(
                page.texts(".objection blockquote"),
                ["</script>It is right."]
            );
            assert_eq!(violations(&mut page), [""; 0]);
            page.press("w");
            page.type_text("Look at the sum.");
            page.press_and_load("Enter");
            assert_eq!(
                page.texts(".objection .now"),
                ["Answer: Look at the sum. (Kim)"]
            );
        }
        let mark = page.texts("[aria-current] h3").concat();
        if mark == "Clear names" {
            page.press("3");
            page.press("Enter");
            page.type_text("Some are short.");
            page.press_and_load("Enter");
        } else {
            // For all that are left.
            page.press_and_load("A");
            assert!(page.texts("#said")[0].contains("for 6 programs") || looks != 4);
        }
    }
    assert_eq!(violations(&mut page), [""; 0]);
    let origin = format!("http://{}", served.host());
    assert_eq!(
        page.misdeeds_beyond(&origin, &["Document", "Fetch"])
            .into_iter()
            .filter(|it| !it.contains("409"))
            .collect::<Vec<_>>(),
        [""; 0]
    );
    // What was last can still be taken back, and given again.
    page.press_and_load("u");
    page.press("3");
    page.press("Enter");
    page.press_and_load("Enter");
    assert_eq!(page.texts("h1"), ["All is judged"]);
    drop(page);

    // The class page saves, too.
    let mut page = browser.open_at(&served.address, Screen::WIDE);
    assert_eq!(violations(&mut page), [""; 0]);
    page.evaluate("document.querySelector('.submissions tbody a').focus()");
    page.press("o");
    page.evaluate("document.querySelector('#criterion').value = 'sums'; document.querySelector('#criterion').dispatchEvent(new Event('change')); document.querySelector('#new-points').select()");
    page.type_text("9");
    page.evaluate("document.querySelector('#reason').focus()");
    page.type_text("A slip of ours.");
    page.evaluate("document.querySelector('#save').focus()");
    page.press_and_load("Enter");
    drop(page);
    assert_eq!(served.interrupt().0, Some(0));
    // Graders see how far they agree.
    let graders = "[graders]\nnames = [\"ana\", \"ben\"]\ntogether = 1\n\n";
    course.write(
        "overrides.toml",
        graders.to_owned() + &course.read("overrides.toml"),
    );
    let served = ServedClass::start_for(&course, &["--as", "ana"]);
    let agreement = format!("{}review/agreement", served.address);
    let mut page = browser.open_at(&agreement, Screen::PHONE);
    assert_eq!(page.texts("h1"), ["Agreement of graders"]);
    assert_eq!(page.texts("main p")[0], "ben has 2 judgements left.");
    assert_eq!((page.sideways(), violations(&mut page)), (0, Vec::new()));
    drop(page);
    course.grader(&["report", "--all"]).exits_with(0);
    let results = Results::read(&course.path("reports"));
    for number in 0..class_size() {
        let points = results.of(&format!("s{number:02}"), "sum")["points"].as_f64();
        let sums = match number {
            0 => 9.0,
            5 => 0.0,
            _ => 10.0,
        };
        let style = if format!("s{number:02}") == student {
            1.0
        } else {
            3.0
        };
        assert_eq!(points, Some(sums + style + 3.0), "s{number:02}");
    }
}
