//! The page of the class.

use super::class::graded;
use super::{report, violations, with_browser};
use crate::support::browser::{Page, Screen};

/// The students of the rows that are shown.
fn rows(page: &mut Page<'_>) -> Vec<String> {
    page.texts(".submissions tbody th")
}

fn filtered(page: &mut Page<'_>, words: &str) -> Vec<String> {
    page.evaluate("document.querySelector('#q').value = ''; document.querySelector('#q').focus()");
    page.type_text(words);
    rows(page)
}

/// Clicks on a link that filters the table, and waits until the address has changed and the table with it.
fn follow_filter(page: &mut Page<'_>, selector: &str) {
    page.evaluate("window.before = location.hash");
    page.click(selector);
    page.evaluate(
        "new Promise((done) => { const look = () => setTimeout(location.hash === before ? look : () => setTimeout(done)); look(); })",
    );
}

#[test]
fn the_page_fits_its_screen_and_keeps_the_rules_of_access() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::PHONE);
    for screen in [Screen::PHONE, Screen::WIDE.dark(), Screen::WIDE] {
        page.show_on(screen);
        assert_eq!(page.sideways(), 0, "{screen:?}");
        assert_eq!(violations(&mut page), [""; 0], "{screen:?}");
    }
    assert_eq!(page.misdeeds(), [""; 0]);
    assert_eq!(page.evaluate("document.images.length"), 0);
    let header = page.evaluate("document.querySelector('header').innerText");
    for named in [
        "Programming <1> – sum",
        "14 submissions, graded on 26 November 2026 with rubric",
    ] {
        assert!(header.as_str().unwrap().contains(named), "{header}");
    }
    let notices = page.texts(".attention > li");
    assert!(
        notices.concat().contains("nobody is graded for group.rar"),
        "{notices:?}"
    );
    assert_eq!(rows(&mut page).len(), 14);
}

#[test]
fn the_filter_knows_states_mistakes_points_and_words() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::WIDE);
    assert_eq!(filtered(&mut page, "s:crash"), ["crash"]);
    assert_eq!(filtered(&mut page, "s:memory-limit"), ["memory"]);
    assert_eq!(filtered(&mut page, "points<10 s:crash !memory"), ["crash"]);
    assert_eq!(filtered(&mut page, "s:missing"), ["missing"]);
    assert_eq!(filtered(&mut page, "points>=10 !warned"), ["right"]);
    assert_eq!(filtered(&mut page, "c:con* BLANKS"), ["blanks"]);
    assert_eq!(filtered(&mut page, "\"memory\" m:none-*").len(), 0);
    assert_eq!(page.texts("output"), ["0 of 14"]);
    assert_eq!(
        page.evaluate("location.hash"),
        "#q=%22memory%22%20m%3Anone-*"
    );
    page.press("Escape");
    assert_eq!(rows(&mut page).len(), 14);
    drop(page);
    let address = format!(
        "file://{}#q=s:crash%20!memory",
        report("index.html").display()
    );
    let mut page = browser.open_at(&address, Screen::WIDE);
    assert_eq!(rows(&mut page), ["crash"], "the filter is in the address");
}

#[test]
fn a_bar_and_a_cause_filter_the_table() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::WIDE);
    follow_filter(&mut page, ".bars a:nth-of-type(10) .reach");
    assert_eq!(rows(&mut page), ["right", "warned"]);
    let link = "[...document.querySelectorAll('[aria-labelledby=causes] th a')].find((it) => it.textContent.startsWith('compile error'))";
    page.evaluate(&format!("{link}.id = 'cause'"));
    follow_filter(&mut page, "#cause");
    assert_eq!(rows(&mut page), ["unbuilt"]);
}

#[test]
fn a_column_sorts_the_table_and_says_so() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::WIDE);
    let points = "th[data-by=points]";
    page.click(&format!("{points} button"));
    page.click(&format!("{points} button"));
    assert_eq!(
        page.evaluate(&format!("document.querySelector('{points}').ariaSort")),
        "descending"
    );
    assert_eq!(rows(&mut page)[..2], ["right", "warned"]);
}

#[test]
fn keys_lead_through_the_table_unless_they_are_switched_off() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::WIDE);
    let focused = "document.activeElement.textContent";
    page.press("j");
    page.press("j");
    let second = rows(&mut page)[1].clone();
    assert_eq!(page.evaluate(focused), second.as_str());
    page.press("k");
    assert_eq!(page.evaluate(focused), rows(&mut page)[0].as_str());
    page.press("/");
    assert_eq!(page.evaluate("document.activeElement.id"), "q");
    page.press("Escape");
    page.click("#keys");
    page.press("/");
    assert_ne!(page.evaluate("document.activeElement.id"), "q");
    page.click("#keys");
}

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn an_override_is_a_stanza_of_toml() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let mut page = browser.open(&report("index.html"), Screen::WIDE);
    let row = "tr[data-student='wrong'] button";
    page.click(row);
    for (field, text) in [
        ("new-points", "7,5"),
        ("reason", "a \"slip\"\\"),
        ("by", "Ann"),
    ] {
        page.evaluate(&format!("document.querySelector('#{field}').value = ''; document.querySelector('#{field}').focus()"));
        page.type_text(text);
    }
    let stanza = page.texts("#stanza").concat();
    let read: toml::Table = toml::from_str(&stanza).unwrap();
    let one = &read["override"][0];
    let text = |key: &str| one[key].as_str().unwrap_or_default();
    assert_eq!(
        [text("student"), text("assignment"), text("criterion")],
        ["wrong", "sum", "sums"]
    );
    assert_eq!(
        (one["points"].as_float(), text("reason"), text("by")),
        (Some(7.5), "a \"slip\"\\", "Ann")
    );
}

#[test]
fn the_terminal_names_the_page_and_a_browser_opens_it_when_asked() {
    let course = crate::support::Course::sum();
    course.write("submissions/ann/sum.cpp", crate::support::ADDS);
    let shows = |browser: &str| {
        let mut command = course.command(&["run", "submissions", "--open"]);
        command.env("BROWSER", browser);
        course.run(command)
    };
    let ran = shows("/no/such/browser");
    ran.exits_with(0).says(&[
        "/no/such/browser cannot be started",
        "reports/index.html yourself",
    ]);
    ran.shows(&["Reports: reports/index.html;"]);
    assert!(
        graded()
            .read("reports/index.html")
            .contains("14 submissions")
    );
}
