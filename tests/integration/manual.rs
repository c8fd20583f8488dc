//! What shells complete and what `man` shows, made from the command line.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Course, entries};

#[test]
fn each_shell_gets_a_file_of_its_own_and_bash_can_read_it() {
    let course = Course::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = course.grader(&["completions", shell]);
        ran.exits_with(0)
            .shows(&["only-failed", "cluster-template"]);
        course.write(shell, &ran.stdout);
    }
    // What bash itself would offer after `grader m`.
    let asked = "source ./bash; COMP_WORDS=(grader m); COMP_CWORD=1; _grader grader m grader; echo ${COMPREPLY[*]}";
    let told = Command::new("bash")
        .args(["-ec", asked])
        .current_dir(course.path(""))
        .output();
    let told = told.unwrap();
    assert_eq!(
        (told.stdout, told.stderr),
        (b"merge man\n".to_vec(), Vec::new())
    );
}

#[test]
fn each_command_gets_a_page_that_everybody_may_read_and_man_can_show() {
    let course = Course::empty();
    course
        .grader(&["man", "share/man1"])
        .exits_with(0)
        .shows(&["pages into share/man1"]);
    let folder = course.path("share/man1");
    let pages = entries(&folder);
    for page in ["grader.1", "grader-run.1", "grader-cluster-template.1"] {
        assert!(pages.contains(&page.to_owned()), "{pages:?}");
    }
    for page in &pages {
        let path = folder.join(page);
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains(".SH NAME") && text.contains(".SH OPTIONS"),
            "{page}: {text}"
        );
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o644,
            "{page}"
        );
    }
    check_page(&folder.join("grader-run.1"));
    let taken = course.path("taken");
    fs::write(&taken, "").unwrap();
    course
        .grader(&["man", "taken"])
        .exits_with(2)
        .says(&["taken", "something else has that name"]);
}

/// Where there is a `man`, it has nothing to say against the page.
fn check_page(page: &Path) {
    let man = Command::new("man")
        .args(["--warnings", "-l"])
        .arg(page)
        .stdin(Stdio::null())
        .output();
    let Ok(man) = man else { return };
    let told = String::from_utf8_lossy(&man.stderr);
    assert!(man.status.success() && told.is_empty(), "{told}");
    let page = String::from_utf8_lossy(&man.stdout);
    assert!(
        page.contains("--only-failed") && page.contains("-j, --jobs"),
        "{page}"
    );
}
