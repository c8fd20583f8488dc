//! What holds of every page, whatever stands in it.

use std::fs;
use std::path::Path;

use super::policy::security_policy;
use super::student;
use crate::fixture;
use model::{Grade, ObservedTurn};

/// Whatever a browser would do more with than show it.
const HOSTILE: &str = "</style></script><script>alert(1)</script>\"><img src=x onerror=alert(1)> javascript:alert(1) \u{202e}\0&lt;";

fn rendered(grade: &Grade) -> String {
    student(grade, &fixture::environment().toolchains).unwrap()
}

/// What stands between two texts.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    page.split_once(start).unwrap().1.split_once(end).unwrap().0
}

/// A page in which all that a student has a say in is hostile.
fn hostile() -> Grade {
    let mut grade = fixture::crash();
    grade.student = HOSTILE.to_owned();
    grade.remarks = vec![HOSTILE.to_owned()];
    let case = &mut grade.cases[0];
    case.judgement.difference.as_mut().unwrap().sentence = HOSTILE.to_owned();
    let seen = case.observation.as_mut().unwrap();
    seen.stderr = HOSTILE.as_bytes().to_vec();
    for turn in &mut seen.turns {
        turn.output = HOSTILE.as_bytes().to_vec();
    }
    grade
}

#[test]
fn the_policy_allows_the_style_and_the_script_of_the_page_and_no_others() {
    let page = rendered(&fixture::wrong());
    let style = between(&page, "<style>", "</style>");
    let script = between(&page, "<script>", "</script>");
    let said = between(&page, "Policy\" content=\"", "\"");
    let said = said.replace("&#39;", "'").replace("&#43;", "+");
    let own = style
        .strip_prefix(include_str!("base.css").trim_end())
        .unwrap();
    assert_eq!(said, security_policy(own, script));
    assert!(own.len() > 1000 && script.len() > 1000, "both are there");
}

#[test]
fn no_template_lets_a_text_through_unescaped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/page");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path());
    let templates: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|end| end == "html"))
        .collect();
    assert!(!templates.is_empty());
    for template in templates {
        let text = fs::read_to_string(&template).unwrap();
        for word in ["|safe", "| safe", "escape", "autoescape"] {
            assert!(!text.contains(word), "{word} in {}", template.display());
        }
    }
}

#[test]
fn hostile_text_becomes_no_markup() {
    let page = rendered(&hostile());
    assert_eq!(page.matches("<script>").count(), 1);
    for markup in ["<img", "</style></", "\u{202e}", "\0", "&lt;"] {
        assert!(!page.contains(markup), "{markup:?}");
    }
    assert!(
        page.contains("&#60;img src=x onerror=alert(1)&#62;"),
        "it is shown as it is"
    );
}

#[test]
fn a_page_of_floods_stays_small_and_says_so() {
    let mut grade = fixture::wrong();
    let flood = (0..400)
        .map(|line| format!("{line} {}\n", "<&>\"".repeat(60)))
        .collect::<String>();
    let turn = ObservedTurn {
        output: flood.into_bytes(),
        input: Some("<".repeat(1 << 20)),
    };
    let failed = grade.cases[1].clone();
    grade.cases = ["a", "b", "c", "d", "e", "f"]
        .map(|id| fixture::renamed(&failed, id))
        .into();
    for (at, case) in grade.cases.iter_mut().enumerate() {
        case.observation.as_mut().unwrap().turns = vec![turn.clone(); 40];
        case.judgement.difference.as_mut().unwrap().sentence = format!("Another reason: {at}.");
    }
    let page = rendered(&grade);
    assert!(page.len() <= 300 << 10, "{}", page.len());
    assert!(page.contains("would have made it too long"), "{page}");
    assert!(
        page.contains("What to look at first"),
        "the first case is there"
    );
}
