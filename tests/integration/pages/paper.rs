//! A student's page on paper: all of what failed, and nothing that only a screen can do.

use super::wrong_turns::several;
use super::{report, with_browser};
use crate::support::browser::Screen;

/// How many turns are shown that stand in something folded, and which are not shown anywhere.
const FOLDED: &str = "details .printed";
const CONTROLS: &str = "button, .tools, .steps, .steps a";

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn paper_shows_what_is_folded_and_no_controls_with_script_or_without() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let path = several().path("reports/mixed/sum.html");
    let mut page = browser.open(&path, Screen::WIDE);
    for has_script in [true, false] {
        page.switch_script(has_script);
        page.reload();
        page.show_on(Screen::WIDE);
        assert_eq!(page.texts(FOLDED), [""; 0]);
        assert_eq!(page.texts("button").is_empty(), !has_script);
        assert!(!page.texts(CONTROLS).is_empty());
        page.show_on(Screen::WIDE.paper());
        let all = page.evaluate(&format!("document.querySelectorAll({FOLDED:?}).length"));
        assert!(all.as_u64().unwrap() > 5);
        assert_eq!(page.texts(FOLDED).len() as u64, all, "script: {has_script}");
        assert_eq!(page.texts(CONTROLS), [""; 0], "script: {has_script}");
        assert_eq!(page.sideways(), 0);
    }
    page.switch_script(true);
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_is_folded_opens_while_a_page_is_printed_and_no_longer() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("wrong/sum.html"), Screen::PHONE);
    let open = "[...document.querySelectorAll('.case details')].filter((it) => it.open).length";
    page.evaluate(&format!(
        "addEventListener('beforeprint', () => {{ document.title = 'open: ' + {open}; }})"
    ));
    assert!(page.print().starts_with(b"%PDF-"));
    assert_eq!(page.evaluate("document.title"), "open: 2");
    assert_eq!(page.evaluate(open), 0);
}
