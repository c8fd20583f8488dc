//! docs/tutorial.md, followed word for word: its files are written, its commands run, and the output is what the page shows.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Course, GRADER};

/// A fenced block of the page, with the line of text before it.
struct Fence<'p> {
    language: &'p str,
    introduction: &'p str,
    text: String,
}

fn fences(page: &str) -> Vec<Fence<'_>> {
    let mut fences = Vec::new();
    let mut introduction = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        // The assignment text is a quotation, so its fence does not start the line.
        if let Some(language) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            let text = body.flat_map(|line| [line, "\n"]).collect();
            fences.push(Fence {
                language,
                introduction,
                text,
            });
        } else if !line.is_empty() {
            introduction = line;
        }
    }
    fences
}

/// Runs a block in bash and returns its output and the folder that it ended in.
fn run_block(course: &Course, folder: &Path, commands: &str) -> (String, std::path::PathBuf) {
    let last = course.path("last-folder");
    let script = format!("set -eu\n{commands}\npwd > '{}'", last.display());
    let programs = Path::new(GRADER).parent().unwrap().display();
    let path = std::env::var("PATH").unwrap();
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder)
        .env("PATH", format!("{programs}:{path}"))
        .envs(course.own_environment())
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{commands}\n{printed}\n{errors}");
    (printed, fs::read_to_string(last).unwrap().trim().into())
}

/// A line without what depends on the width of the terminal.
fn squeezed(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_tutorial_works_word_for_word() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tutorial.md");
    let page = fs::read_to_string(page).unwrap();
    let course = Course::empty();
    let mut folder = course.path("");
    let mut printed = String::new();
    let mut commands = 0;
    for fence in fences(&page) {
        let file = fence
            .introduction
            .strip_prefix("File `")
            .and_then(|rest| rest.strip_suffix("`:"));
        if let Some(name) = file {
            fs::write(folder.join(name), &fence.text).unwrap();
        } else if fence.language == "sh" {
            (printed, folder) = run_block(&course, &folder, &fence.text);
            commands += 1;
        } else {
            assert_eq!(fence.language, "text", "{}", fence.introduction);
            let output: Vec<String> = printed.lines().map(squeezed).collect();
            for line in fence.text.lines().map(squeezed) {
                assert!(output.contains(&line), "“{line}” is not in\n{printed}");
            }
        }
    }
    assert!(commands >= 10, "only {commands} blocks of commands");
}
