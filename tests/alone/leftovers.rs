//! Hundreds of submissions leave nothing behind: no process, no descriptor, no mount, no file.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use model::Exit;
use sandbox::{
    Interrupt, LinuxSandbox, OutputOverflow, SandboxCommand as Confined, SandboxLimits,
    SandboxProfile, StdinSource, TierRequirements, ToolPaths,
};
use serial_test::serial;

use crate::support::{entries, gate_step};

const SUBMISSIONS: usize = 1000;

/// As small as a program can be: it echoes a line.
const CODE: &str = r#"
#include <unistd.h>
int main() {
    char line[8];
    return write(1, line, read(0, line, sizeof line)) == 2 ? 0 : 1;
}"#;

const LIMITS: SandboxLimits = SandboxLimits {
    cpu: Duration::from_secs(5),
    after_end: None,
    wall: Duration::from_secs(30),
    memory: 64 << 20,
    output: 1 << 16,
    overflow: OutputOverflow::Stop,
    stack: 8 << 20,
    file_size: 0,
};

/// The place for temporary files can only be chosen before a process starts, so the test starts itself again.
const PLACE: &str = "GRADER_TEST_PLACE";

/// The only test that it then runs.
const NAME: &str =
    "leftovers::submissions_by_the_hundred_leave_no_process_descriptor_mount_or_file_behind";

#[test]
#[serial(root, ordinary)]
fn submissions_by_the_hundred_leave_no_process_descriptor_mount_or_file_behind() {
    if let Some(place) = std::env::var_os(PLACE) {
        return work(Path::new(&place));
    }
    let place = tempfile::tempdir().unwrap();
    let mut itself = Command::new(std::env::current_exe().unwrap());
    itself
        .env(PLACE, place.path())
        .env("TMPDIR", place.path())
        .args([NAME, "--exact", "--nocapture"]);
    let ran = itself.output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{said}");
    assert!(
        String::from_utf8_lossy(&ran.stdout).contains("1 passed"),
        "{NAME} was not run"
    );
    assert_eq!(entries(place.path()), ["program", "program.cpp"]);
}

fn work(place: &Path) {
    let program = place.join("program");
    fs::write(place.join("program.cpp"), CODE).unwrap();
    let built = Command::new("g++")
        .arg("-o")
        .arg(&program)
        .arg(place.join("program.cpp"))
        .status();
    assert!(built.unwrap().success());
    let interrupt = Arc::new(Interrupt::without_signals().unwrap());
    let demands = TierRequirements {
        allow_unconfined: true,
        ..TierRequirements::default()
    };
    let sandbox =
        LinuxSandbox::find_strongest(Path::new(crate::support::GRADER), &demands, &interrupt)
            .unwrap();
    one(&sandbox, &program, false);
    let before = remains(place);
    let each = SUBMISSIONS / gate_step(5) / 2;
    std::thread::scope(|scope| {
        for half in [false, true] {
            let sandbox = &sandbox;
            let program = &program;
            scope.spawn(move || (0..each).for_each(|_| one(sandbox, program, half)));
        }
    });
    assert_eq!(remains(place), before);
}

/// A submission whose program is built already; every other one runs on a terminal.
fn one(sandbox: &LinuxSandbox, program: &Path, terminal: bool) {
    let mut supervisor = sandbox.start_supervisor(&ToolPaths::default()).unwrap();
    supervisor.use_terminal(terminal);
    // A link: what is being copied by one thread cannot be executed while another starts a process.
    fs::hard_link(program, supervisor.path_outside("out").join("program")).unwrap();
    let command = Confined::new(
        supervisor.path_inside("out").join("program"),
        SandboxProfile::Program,
    );
    let lines = ["1".to_owned()];
    let interrupt = Interrupt::without_signals().unwrap();
    let seen = supervisor
        .run(&command, &LIMITS, StdinSource::Lines(&lines), &interrupt)
        .unwrap();
    assert_eq!((seen.exit, seen.stdout()), (Exit::Code(0), b"1\n".to_vec()));
}

/// What this process has of everything that could be left: descriptors, children (also those that have ended and were
/// not waited for), mounts, shared memory, and temporary files.
fn remains(place: &Path) -> (usize, Vec<String>, Vec<String>, Vec<String>) {
    let threads = entries("/proc/self/task".as_ref()).into_iter();
    // A thread that has just ended leaves its children to the others.
    let children = threads
        .filter_map(|thread| fs::read_to_string(format!("/proc/self/task/{thread}/children")).ok());
    let tables = ["/proc/self/mountinfo", "/proc/sysvipc/shm"];
    (
        entries("/proc/self/fd".as_ref()).len(),
        children.filter(|list| !list.is_empty()).collect(),
        tables
            .map(|table| fs::read_to_string(table).unwrap())
            .into(),
        entries(place),
    )
}
