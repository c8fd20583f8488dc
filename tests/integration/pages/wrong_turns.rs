//! From one wrong turn to the next, by links and by keys.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use super::{report, violations, with_browser};
use crate::support::browser::{Page, Screen};
use crate::support::{ADDS, Course};

/// A class of one student, whose program fails three cases in three ways.
pub(super) fn several() -> &'static Course {
    static GRADED: LazyLock<Course> = LazyLock::new(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-turns");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).unwrap();
        let course = Course::sum_below(&place);
        for (case, first, sum) in [("crashes", 20, 23), ("spells", 30, 33)] {
            let asked = format!("description = \"{case}\"\ninput = [\"{first}\", \"3\"]\n");
            course.write(format!("testcases/sum/{case}.toml"), asked);
            let expected = format!("First: ‹{first}›\nSecond: ‹3›\nSum: {sum}\n");
            course.write(format!("testcases/sum/{case}.expected"), expected);
        }
        let prints = "    std::printf(\"Sum: %d\\n\", first + second);";
        let faults = "    if (first == 20) __builtin_trap();
    if (first == 30) std::puts(\"Hello\");
    else std::printf(\"Sum: %d\\n\", first - second);";
        course.write("submissions/mixed/sum.cpp", ADDS.replace(prints, faults));
        course
            .grader(&["run", "submissions", "--quiet"])
            .exits_with(0);
        course
    });
    &GRADED
}

/// The wrong turn that has the focus.
fn focused(page: &mut Page<'_>) -> String {
    page.evaluate("document.activeElement.id")
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn links_and_arrows_lead_from_one_wrong_turn_to_the_next() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&several().path("reports/mixed/sum.html"), Screen::PHONE);
    let all = page.evaluate("[...document.querySelectorAll('.wrong')].map((it) => it.id)");
    let all: Vec<String> = serde_json::from_value(all).unwrap();
    assert_eq!(all.len(), 3);
    for key in ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"] {
        page.press(key);
    }
    assert_eq!(focused(&mut page), all[2], "the last one stays");
    page.press("ArrowLeft");
    assert_eq!(focused(&mut page), all[1]);
    assert_eq!(
        page.evaluate("location.hash"),
        format!("#{}", all[1]).as_str()
    );
    let tops = page.texts(".steps");
    assert!(tops[0].starts_with("Wrong turn 1 of 3\nNext →"), "{tops:?}");
    assert_eq!(tops[1], "Wrong turn 2 of 3\n← Previous\nNext →");
    assert_eq!(violations(&mut page), [""; 0]);
    assert_eq!(page.sideways(), 0);

    page.switch_script(false);
    page.reload();
    page.click(".steps a");
    assert_eq!(focused(&mut page), all[1], "links do without script");
    page.switch_script(true);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn one_wrong_turn_alone_has_no_way_to_another() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("wrong/sum.html"), Screen::PHONE);
    assert_eq!(page.texts(".steps"), [""; 0]);
    page.press("ArrowRight");
    assert_eq!(page.evaluate("location.hash"), "");
}
