//! A student's page.

use super::{report, violations, with_browser};
use crate::support::browser::Screen;
use crate::support::gate_step;

/// A page for each verdict.
const KINDS: [&str; 11] = [
    "right", "wrong", "blanks", "crash", "endless", "flood", "memory", "code", "unbuilt", "warned",
    "missing",
];

#[test]
fn every_kind_of_page_fits_its_screen_and_keeps_the_rules_of_access() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    for student in KINDS.into_iter().step_by(gate_step(3)) {
        let mut page = browser.open(&report(&format!("{student}/sum.html")), Screen::PHONE);
        for screen in [
            Screen::PHONE,
            Screen::PHONE.dark(),
            Screen::WIDE,
            Screen::WIDE.dark(),
        ] {
            page.show_on(screen);
            assert_eq!(page.sideways(), 0, "{student} on {screen:?}");
            // Colours differ by scheme and what is folded by width: two of the four show all of it.
            if screen.is_dark == (screen.width > 1000) {
                assert_eq!(violations(&mut page), [""; 0], "{student} on {screen:?}");
            }
        }
        assert_eq!(page.misdeeds(), [""; 0], "{student}");
    }
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn the_first_screen_of_a_telephone_says_what_to_mend() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("wrong/sum.html"), Screen::PHONE);
    let first = page.evaluate(
        "[...document.querySelectorAll('header *, .case *')].filter((it) => it.getBoundingClientRect().bottom < 844).map((it) => it.innerText).join('\\n')",
    );
    let first = first.as_str().unwrap().to_owned();
    for part in [
        "wrong",
        "0 of 10 points",
        "Sum: 5",
        "Sum: -1",
        "you typed",
        "should be",
    ] {
        assert!(first.contains(part), "`{part}` is not in {first}");
    }
    assert_eq!(page.texts(".expected ins"), ["5"]);
    assert_eq!(page.texts(".yours del"), ["-1"]);
    assert_eq!(page.texts("summary")[0], "Turns 1–2, as expected");
    page.click("summary");
    assert_eq!(page.texts("kbd"), ["2", "3"]);
}

#[test]
fn blanks_are_shown_from_the_start_where_only_they_differ_and_else_when_asked_for() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let pressed = "document.querySelector('.tools button').ariaPressed";
    let mut page = browser.open(&report("wrong/sum.html"), Screen::PHONE);
    assert_eq!(page.evaluate(pressed), "false");
    page.click(".tools button");
    assert_eq!(page.texts(".expected .differs .text"), ["Sum:·5"]);
    page.click(".tools button");
    assert_eq!(page.texts(".expected .differs .text"), ["Sum: 5"]);
    drop(page);
    let mut page = browser.open(&report("blanks/sum.html"), Screen::PHONE);
    assert_eq!(page.evaluate(pressed), "true");
    assert_eq!(page.texts(".yours .differs .text"), ["Sum:··5"]);
    page.click(".tools button");
    assert_eq!(
        page.evaluate("document.querySelector('.yours .differs .text').textContent"),
        "Sum:  5"
    );
}

#[test]
fn a_key_copies_the_command() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("wrong/sum.html"), Screen::WIDE);
    page.evaluate("document.querySelector('.command button').focus()");
    page.press("Enter");
    let said = page.evaluate(
        "new Promise((done) => { const said = document.querySelector('.command [role=status]'); \
         const look = () => said.textContent && done(said.textContent); \
         new MutationObserver(look).observe(said, {childList: true, subtree: true, characterData: true}); look(); })",
    );
    assert!(
        [" copied", " selected: press Ctrl+C"].contains(&said.as_str().unwrap()),
        "{said}"
    );
}
