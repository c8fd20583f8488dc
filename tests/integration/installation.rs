//! How people get the grader and their class: the script that installs a release, the action for students' repositories, and the step
//! that fetches a class.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use saphyr_parser::Parser;

use crate::support::{ADDS, Course, GRADER, Ran, entries};

fn repository_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A script of bash in this folder, with that of the user.
fn bash(folder: &Path, home: &Path, script: &str) -> Command {
    let mut command = Command::new("bash");
    command
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder)
        .env("HOME", home)
        .env("GIT_CONFIG_NOSYSTEM", "1");
    command
}

fn shell(folder: &Path, script: &str) -> Ran {
    Ran::of(&bash(folder, folder, script).output().unwrap())
}

/// A release whose program only says its version.
fn release(folder: &Path) {
    let script = r#"
        name=grader-9.8.7-$(uname -m)-linux
        mkdir -p "release/$name"
        printf '#!/bin/sh\necho grader 9.8.7\n' >"release/$name/grader"
        chmod 755 "release/$name/grader"
        tar -czf "release/$name.tar.gz" -C release "$name"
        cd release && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
    "#;
    shell(folder, script).exits_with(0);
}

#[test]
fn a_release_is_installed_for_its_user_or_nothing_is() {
    let folder = tempfile::tempdir().unwrap();
    release(folder.path());
    let script = repository_file("scripts/install.sh");
    let install = |options: &str| {
        shell(
            folder.path(),
            &format!("sh '{}' {options}", script.display()),
        )
    };
    install("--from release --version 9.8.7")
        .exits_with(0)
        .shows(&["installed grader 9.8.7", "is not in your PATH"]);
    let bin = folder.path().join(".local/bin");
    assert_eq!(entries(&bin), ["grader"]);
    let mode = fs::metadata(bin.join("grader"))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o755);

    for (options, said) in [
        ("", "say where the release is"),
        ("--from", "--from needs a value"),
        ("--form release", "unknown option --form"),
        (
            "--from http://127.0.0.1 --version 9.8.7",
            "only https is used",
        ),
        (
            "--from release --version 9.8.8",
            "cannot get release/grader-9.8.8",
        ),
    ] {
        install(options).exits_with(1).says(&[said]);
    }
    shell(folder.path(), "echo more >>release/*.tar.gz").exits_with(0);
    install("--from release --version 9.8.7 --to elsewhere")
        .exits_with(1)
        .says(&["its SHA-256 differs; nothing was installed"]);
    assert!(!folder.path().join("elsewhere").exists());
}

/// The script of the step in a workflow or an action that follows the line `after`.
fn step_script(file: &str, after: &str) -> String {
    let text = fs::read_to_string(repository_file(file)).unwrap();
    let (_, rest) = text.split_once(after).unwrap();
    let (_, rest) = rest.split_once("run: |\n").unwrap();
    let indent = rest.len() - rest.trim_start_matches(' ').len();
    let own =
        |line: &&str| line.trim().is_empty() || line[..indent.min(line.len())].trim().is_empty();
    let lines = rest.lines().take_while(own);
    lines
        .map(|line| format!("{}\n", line.get(indent..).unwrap_or_default()))
        .collect()
}

#[test]
fn a_class_of_repositories_is_fetched_and_what_cannot_be_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let script = r#"
        for student in ada ben; do
            git init --quiet "work/$student"
            echo "// $student" >"work/$student/sum.cpp"
            git -C "work/$student" add .
            git -C "work/$student" -c user.name=x -c user.email=x@localhost commit --quiet --message first
            git clone --quiet --bare "work/$student" "remote/$student.git"
        done
        printf 'student,repository\r\nada,remote/ada.git\r\nben,remote/ben.git\nnobody,remote/nobody.git\n' >repositories.csv
    "#;
    shell(folder.path(), script).exits_with(0);
    let fetch = step_script("docs/classroom-for-instructors.yml", "id: fetch");
    let fetched = shell(folder.path(), &fetch);
    fetched.exits_with(0).says(&["nobody"]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("submissions/ada/sum.cpp"), "// ada\n");
    assert_eq!(read("submissions/ben/sum.cpp"), "// ben\n");
    assert_eq!(read("not-fetched.txt"), "nobody\n");
}

#[test]
fn the_action_checks_a_repository_with_a_released_grader() {
    let course = Course::sum();
    course.write("repository/sum.cpp", ADDS);
    course
        .grader(&["kit", "sum", "--out", "repository/sum.kit"])
        .exits_with(0);
    let home = course.home();
    release(&home);
    let real = format!(
        "printf '#!/bin/sh\\nexec {GRADER} \"$@\"\\n' >release/grader-9.8.7-$(uname -m)-linux/grader"
    );
    let pack = "cd release && tar -czf grader-*.tar.gz grader-*-linux && sha256sum grader-*.tar.gz >$(echo grader-*.tar.gz).sha256";
    shell(&home, &format!("{real}; {pack}")).exits_with(0);
    let script = step_script("action.yml", "steps:");
    let check = |program: &str| {
        course.write("repository/sum.cpp", program);
        let mut command = bash(&course.path("repository"), &home, &script);
        command
            .envs(course.own_environment())
            .env("KIT", "")
            .env("SOURCES", ".")
            .env("RELEASE", home.join("release"))
            .env("REVISION", "v9.8.7")
            .env("GITHUB_ACTION_PATH", env!("CARGO_MANIFEST_DIR"))
            .env("GITHUB_STEP_SUMMARY", home.join("summary.md"))
            .env("RUNNER_TEMP", &home);
        Ran::of(&command.output().unwrap())
    };
    check(ADDS)
        .exits_with(0)
        .shows(&["::notice title=sum you::all is right"]);
    check("int main() { return x; }")
        .exits_with(1)
        .shows(&["::error file=sum.cpp,line=1,title=compile-error::"]);
    let summary = fs::read_to_string(home.join("summary.md")).unwrap();
    for line in ["**1 of 1 test cases pass**", "**0 of 1 test cases pass**"] {
        assert!(summary.contains(line), "{summary}");
    }
}

#[test]
fn the_gate_of_a_course_installs_the_package_of_this_repository() {
    let workflow = fs::read_to_string(repository_file("docs/ci-for-instructors.yml")).unwrap();
    let install = workflow
        .lines()
        .find(|line| line.contains("install --locked"))
        .unwrap();
    assert!(install.ends_with(&format!(" {}", env!("CARGO_PKG_NAME"))));
}

#[test]
fn workflows_and_the_action_are_yaml() {
    for file in [
        "action.yml",
        "docs/ci-for-instructors.yml",
        "docs/classroom-for-instructors.yml",
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
    ] {
        let text = fs::read_to_string(repository_file(file)).unwrap();
        for event in Parser::new_from_str(&text) {
            assert!(event.is_ok(), "{file}: {event:?}");
        }
    }
}
