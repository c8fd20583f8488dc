//! How much memory the grader needs for a case with an input and an output of 10 MB.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::Outcome;

/// The input's lines, of ten bytes each.
const LINES: usize = 1_000_000;

/// What a program does with each line.
const COPIES: &str = "cout << line << '\\n'";
const COPIES_WRONGLY: &str = "cout << line << \"x\\n\"";

const RUBRIC: &str = r#"
[assignments.copy]
title = "Copy"
sources = ["copy.cpp"]
program = "copy"
reference = { answers = true }
flags = ["-std=c++17"]
compare = { scope = "output" }
limits = { output = "32MiB" }
points = 100

[[assignments.copy.criteria]]
id = "cases"
title = "The output is right"
points = 100
cases = ["*"]
"#;

/// Prints the largest memory of the grader's own process: for one program that is right, for one whose lines are all wrong,
/// and for three programs on two workers.
pub(crate) fn print() -> Outcome<()> {
    for (name, programs, jobs) in [
        ("one right program", &[COPIES][..], "1"),
        ("one with wrong lines", &[COPIES_WRONGLY], "1"),
        (
            "three, two at a time",
            &[COPIES, COPIES_WRONGLY, COPIES],
            "2",
        ),
    ] {
        let folder = tempfile::Builder::new().prefix("large-").tempdir()?;
        write_course(folder.path(), programs)?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
        command
            .args([
                "--quiet",
                "run",
                "submissions",
                "--no-cache",
                "--jobs",
                jobs,
            ])
            .current_dir(folder.path());
        let peak = peak_memory(&mut command)?;
        println!("10 MB in and out, {name:22} {:4} MiB", peak >> 10);
    }
    println!();
    Ok(())
}

fn write_course(folder: &Path, programs: &[&str]) -> Outcome<()> {
    fs::write(folder.join("rubric.toml"), RUBRIC)?;
    let cases = folder.join("testcases/copy");
    fs::create_dir_all(&cases)?;
    let lines: String = (0..LINES).map(|line| format!("{line:09}\n")).collect();
    fs::write(cases.join("lines.in"), &lines)?;
    fs::write(cases.join("lines.ans"), &lines)?;
    for (number, statement) in programs.iter().enumerate() {
        let own = folder.join(format!("submissions/copy/student-{number}"));
        fs::create_dir_all(&own)?;
        fs::write(own.join("copy.cpp"), program(statement))?;
    }
    Ok(())
}

fn program(statement: &str) -> String {
    format!(
        "#include <iostream>\n#include <string>\nusing namespace std;\nint main() {{\n  \
         ios::sync_with_stdio(false);\n  string line;\n  while (cin >> line) {statement};\n}}\n"
    )
}

/// The most memory that the process itself had, in KiB: `VmHWM`, which only grows. Its children are not counted.
fn peak_memory(command: &mut Command) -> Outcome<u64> {
    let mut grader = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let status = format!("/proc/{}/status", grader.id());
    let mut peak = 0;
    while grader.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let size = line.and_then(|rest| rest.split_ascii_whitespace().next());
        peak = peak.max(size.and_then(|size| size.parse().ok()).unwrap_or(0));
        sleep(Duration::from_millis(5));
    }
    let ended = grader.wait_with_output()?;
    if !ended.status.success() {
        return Err(String::from_utf8_lossy(&ended.stderr).into_owned().into());
    }
    Ok(peak)
}
