//! Whatever a student writes, calls himself or prints is shown, and does nothing.

use super::class::graded;
use super::{report, with_browser};
use crate::support::browser::Screen;

#[test]
fn nothing_that_a_student_wrote_runs_or_loads_anything() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    for student in [
        "hostile",
        "long-line",
        "unbuilt",
        "\"%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
    ] {
        let address = format!("file://{}/{student}/sum.html", report("").display());
        let mut page = browser.open_at(&address, Screen::PHONE);
        assert_eq!(
            page.evaluate("document.images.length + document.scripts.length"),
            1,
            "{student}"
        );
        assert_eq!(page.misdeeds(), [""; 0], "{student}");
        assert_eq!(page.sideways(), 0, "{student}");
        let text = page.evaluate("document.body.textContent");
        assert!(
            !text.as_str().unwrap().contains(['\u{202e}', '\0']),
            "{student}"
        );
    }
    let mut page = browser.open(&report("hostile/sum.html"), Screen::PHONE);
    let shown = page.texts(".yours .text").concat();
    assert!(
        shown.contains("<script>alert(1)</script>\"><img src=x onerror=alert(1)>"),
        "{shown}"
    );
}

#[test]
fn a_script_that_gets_into_a_page_is_not_run() {
    let Some(mut browser) = with_browser() else {
        return;
    };
    let page = graded().read("reports/wrong/sum.html");
    let injected = "<main><script>document.title = 'run'</script><img src=x onerror=\"document.title = 'run'\">";
    let path = graded().path("injected.html");
    std::fs::write(&path, page.replace("<main class=\"split\">", injected)).unwrap();
    let mut page = browser.open(&path, Screen::WIDE);
    assert_eq!(page.evaluate("document.scripts.length"), 2);
    assert_ne!(page.evaluate("document.title"), "run");
    assert_eq!(
        page.texts(".command button").len(),
        1,
        "our own script did run"
    );
    assert!(
        !page.misdeeds().is_empty(),
        "and the browser has told of it"
    );
}

#[test]
fn what_is_hidden_stands_in_no_file_for_students() {
    let files = graded().files_in("reports").into_iter();
    let of_students =
        files.filter(|(name, _)| name.contains('/') && !name.starts_with(".for-instructors"));
    let mut pages = 0;
    for (name, text) in of_students {
        pages += usize::from(name.ends_with(".html"));
        for secret in [
            "concealed",
            "47112806",
            "81577",
            "47194383",
            "A secret",
            "for-instructors",
            "index.html",
        ] {
            assert!(!text.contains(secret), "{secret} in {name}");
        }
    }
    assert_eq!(pages, 14);
    let whole = graded().read("reports/.for-instructors/wrong/sum.html");
    assert!(whole.contains("concealed"), "staff see all of it");
}
