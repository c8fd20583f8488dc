//! Our own faults: whatever happens to the grader, its supervisors, its descriptors, its compiler and its folders, no
//! process stays behind and no student gets a zero for it.

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Lines, Write as _};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serial_test::{parallel, serial};
use wait_timeout::ChildExt;

use crate::support::remains;
use crate::support::results::{Results, text};
use crate::support::{ADDS, Course, GRADER, Ran, SUM, compiler, entries, gate_step, programs};

/// The strongest tier of an account, and the one without namespaces.
const TIERS: [&str; 2] = ["A", "C"];

/// How long anything of ours may take that happens at once.
const SOON: Duration = Duration::from_secs(60);

/// A program that sleeps until its limit.
const SLEEPS: &str = "#include <unistd.h>\nint main() { for (;;) pause(); }\n";

/// A source that keeps the compiler busy until its limit.
const SLOW_TO_COMPILE: &str = "\
template <int N, int M> struct Bomb { static const int value = Bomb<N - 1, 2 * M>::value + Bomb<N - 1, 2 * M + 1>::value; };\n\
template <int M> struct Bomb<0, M> { static const int value = 1; };\n\
int main() { return Bomb<28, 0>::value; }\n";

const LIMITS: &str = r#"
[defaults]
limits = { cpu = "1s", wall = "2s", memory = "64MiB", output = "64KiB" }
build_limits = { cpu = "10s", wall = "10s", memory = "512MiB" }
flags = []
"#;

/// A course in which two numbers are added, and these submissions.
fn course(submissions: &[(&str, &str)]) -> Course {
    let course = Course::sum();
    course.write(
        "rubric.toml",
        SUM.replace("\n[defaults]\nflags = []\n", LIMITS),
    );
    for (student, code) in submissions {
        course.write(format!("submissions/{student}/sum.cpp"), code);
    }
    course
}

/// A grader at work, which does not outlive its test, nor does anything that it started.
struct Grading {
    process: Child,
    lines: Lines<BufReader<ChildStderr>>,
    folder: PathBuf,
}

impl Grading {
    /// One submission after the other, in the strongest tier that is not stronger than `tier`.
    fn start(course: &Course, tier: &str) -> Grading {
        Grading::of(strongest(course, tier), course)
    }

    fn of(mut command: Command, course: &Course) -> Grading {
        command
            .args(["--jobs", "1"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let folder = course.home();
        Grading {
            process,
            lines,
            folder,
        }
    }

    /// Returns once so many submissions are graded.
    fn wait_for_submissions(&mut self, count: usize) {
        // A remark tells of the run before, which was killed.
        let is_remark = |line: &String| line.starts_with("grader: a run that was stopped");
        for number in 1..=count {
            let mut lines = self.lines.by_ref().map(Result::unwrap);
            let line = lines.find(|line| !is_remark(line)).unwrap();
            assert!(line.starts_with(&format!("[{number}/")), "{line}");
        }
    }

    /// A process of this run whose words fit, as soon as there is one. Nothing tells when it begins, so this looks.
    fn wait_for_process(&self, fits: impl Fn(&str) -> bool) -> i32 {
        let start = Instant::now();
        loop {
            let mut alive = remains::alive(&self.folder).into_iter();
            if let Some(process) = alive.find(|process| fits(&remains::words(*process))) {
                return process;
            }
            assert!(start.elapsed() < SOON, "no such process ever began");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn id(&self) -> i32 {
        i32::try_from(self.process.id()).unwrap()
    }

    /// The child of the grader that a process descends from.
    fn supervisor_of(&self, mut process: i32) -> i32 {
        loop {
            let parent = remains::parent(process).unwrap();
            if parent == self.id() {
                assert!(remains::words(process).contains("__supervise"));
                return process;
            }
            process = parent;
        }
    }

    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn end(&mut self) -> Ran {
        let status = self.process.wait_timeout(SOON).unwrap();
        assert!(status.is_some(), "the grader hangs");
        let rest: Vec<String> = self.lines.by_ref().map(Result::unwrap).collect();
        Ran {
            code: status.unwrap().code(),
            stdout: String::new(),
            stderr: rest.join("\n"),
        }
    }
}

impl Drop for Grading {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for process in remains::alive(&self.folder)
            .into_iter()
            .filter_map(Pid::from_raw)
        {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

/// Whether these are the words of a student's program.
fn is_program(words: &str) -> bool {
    words.starts_with("./")
}

#[test]
#[parallel(root, ordinary)]
fn a_grader_that_is_killed_leaves_no_process_and_no_half_written_report() {
    type Moment = (usize, fn(&str) -> bool);
    const MOMENTS: [Moment; 6] = [
        (0, |words| words.contains("__supervise")),
        (0, |words| words.contains("cc1plus")),
        (1, is_program),
        (2, |words| words.contains("cc1plus")),
        (2, |words| words.contains("g++")),
        (3, |words| words.contains("__supervise")),
    ];
    let mut survivors = Vec::new();
    let step = gate_step(3);
    for (place, tier) in TIERS.into_iter().enumerate() {
        let class = [
            ("ann", ADDS),
            ("bob", SLEEPS),
            ("cleo", SLOW_TO_COMPILE),
            ("dan", ADDS),
            ("eve", ADDS),
        ];
        let course = course(&class);
        let rubric = course
            .read("rubric.toml")
            .replace("cpu = \"10s\"", "cpu = \"4s\"");
        course.write("rubric.toml", rubric);
        let moments = MOMENTS.into_iter().enumerate();
        for (number, (submissions, fits)) in moments.skip(place % step).step_by(step) {
            let mut grading = Grading::start(&course, tier);
            grading.wait_for_submissions(submissions);
            grading.wait_for_process(fits);
            grading.kill();
            let left = remains::processes_of(&grading.folder).into_iter();
            survivors.extend(left.map(|one| format!("tier {tier}, moment {number}: {one}")));
            every_report_is_whole(&course);
        }
        // A run sweeps away what the one before it left; what the last one left goes with the next.
        assert_ne!(entries(&course.temporary()), [""; 0]);
        course.run(strongest(&course, tier)).exits_with(0);
        every_report_is_whole(&course);
        assert_eq!(
            Results::read(&course.path("reports")).submissions().len(),
            class.len()
        );
    }
    assert_eq!(survivors, [""; 0]);
}

fn strongest(course: &Course, tier: &str) -> Command {
    let mut command = course.command(&["run", "submissions", "--no-cache"]);
    command.env("GRADER_STRONGEST_TIER", tier);
    command
}

/// Under the name of a report there is nothing, or a whole report.
fn every_report_is_whole(course: &Course) {
    if !course.path("reports").exists() {
        return;
    }
    for (name, text) in course.files_in("reports") {
        match name.rsplit('.').next().unwrap() {
            "json" => drop(serde_json::from_str::<serde_json::Value>(&text).unwrap()),
            "md" | "csv" => assert!(text.ends_with('\n'), "{name}: {text}"),
            _ => {}
        }
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_grader_sweeps_away_nothing_of_one_that_lives() {
    let course = course(&[("ann", SLEEPS), ("bob", ADDS)]);
    course.write(
        "rubric.toml",
        course
            .read("rubric.toml")
            .replace("wall = \"2s\"", "wall = \"1h\""),
    );
    let mut grading = Grading::start(&course, "A");
    let program = grading.wait_for_process(is_program);
    let living = entries(&course.temporary());
    let mut other = Grading::of(course.command(&["check"]), &course);
    other.end();
    assert_eq!(entries(&course.temporary()), living);
    signal(program, Signal::KILL);
    grading.end().exits_with(0);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.case_of("ann", "sum")["verdict"], "runtime-error");
    assert_eq!(results.of("bob", "sum")["points"], 10.0);
}

#[test]
#[parallel(root, ordinary)]
fn a_killed_grader_leaves_every_report_of_the_last_run_as_it_was() {
    let course = course(&[("ann", ADDS), ("bob", SLEEPS)]);
    course.grader(&["run", "submissions"]).exits_with(0);
    let before = course.files_in("reports");
    let mut grading = Grading::start(&course, "A");
    grading.wait_for_submissions(1);
    grading.kill();
    assert_eq!(course.files_in("reports"), before);
}

#[test]
#[parallel(root, ordinary)]
fn a_supervisor_that_is_killed_is_replaced_once_and_then_the_submission_is_ungraded() {
    for tier in TIERS {
        for (kills, code, verdict) in [(1, 0, "time-limit"), (2, 3, "ungraded")] {
            let course = course(&[("ann", ADDS), ("bob", SLEEPS), ("cleo", ADDS)]);
            let mut grading = Grading::start(&course, tier);
            grading.wait_for_submissions(1);
            for _ in 0..kills {
                let program = grading.wait_for_process(is_program);
                signal(grading.supervisor_of(program), Signal::KILL);
                remains::wait_for_end(program, Instant::now() + SOON);
            }
            grading.end().exits_with(code);
            assert_eq!(
                remains::processes_of(&grading.folder),
                [""; 0],
                "tier {tier}"
            );
            let results = Results::read(&course.path("reports"));
            assert_eq!(
                results.case_of("bob", "sum")["verdict"],
                verdict,
                "tier {tier}"
            );
            assert_eq!(results.of("bob", "sum")["graded"], code == 0, "tier {tier}");
            for other in ["ann", "cleo"] {
                assert_eq!(
                    results.of(other, "sum")["points"],
                    10.0,
                    "tier {tier}: {other}"
                );
            }
        }
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_supervisor_that_is_silent_does_not_hold_up_the_run() {
    let course = course(&[("ann", ADDS), ("bob", SLEEPS), ("cleo", ADDS)]);
    let mut grading = Grading::start(&course, "A");
    grading.wait_for_submissions(1);
    let program = grading.wait_for_process(is_program);
    signal(remains::parent(program).unwrap(), Signal::STOP);
    let ran = grading.end();
    assert!(matches!(ran.code, Some(0 | 3)), "{ran:#?}");
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.of("cleo", "sum")["points"], 10.0);
    assert!(["time-limit", "ungraded"].contains(&text(&results.case_of("bob", "sum")["verdict"])));
}

fn signal(process: i32, signal: Signal) {
    kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
}

#[test]
#[parallel(root, ordinary)]
fn whoever_runs_out_of_descriptors_says_so_and_gives_no_zero() {
    for descriptors in [40, 24, 16, 12, 8] {
        let course = course(&[("ann", ADDS), ("bob", ADDS), ("cleo", ADDS)]);
        let mut command = Command::new("prlimit");
        command
            .arg(format!("--nofile={descriptors}:{descriptors}"))
            .arg("--")
            .arg(GRADER);
        command.args(["run", "submissions", "--jobs", "3"]);
        command
            .current_dir(course.path(""))
            .envs(course.own_environment());
        // Without a descriptor even a temporary folder cannot be removed: what is left there does not count.
        let ran = Ran::of(&command.output().unwrap());
        no_honest_student_has_a_zero(&course, &ran, &format!("{descriptors} descriptors"));
    }
}

/// Every submission has full marks, or is ungraded and the exit code says so.
#[track_caller]
fn no_honest_student_has_a_zero(course: &Course, ran: &Ran, what: &str) {
    assert!(matches!(ran.code, Some(0 | 3)), "{what}: {ran:#?}");
    assert!(!ran.stderr.contains("panicked"), "{what}: {ran:#?}");
    let reports = course.path("reports");
    if ran.code == Some(3) && !reports.join("results.json").exists() {
        assert!(
            ran.stderr.lines().any(|line| line.starts_with("grader: ")),
            "{what}: {ran:#?}"
        );
        return;
    }
    let results = Results::read(&reports);
    for one in results.submissions() {
        assert!(
            one["points"] == one["max_points"] || one["graded"] == false,
            "{what}: {one:#}"
        );
    }
    let ungraded = results
        .submissions()
        .iter()
        .any(|one| one["graded"] == false);
    assert_eq!(ran.code == Some(3), ungraded, "{what}: {ran:#?}");
}

/// What a compiler may turn into while a class is graded.
const BROKEN_COMPILERS: [(&str, Option<&str>); 5] = [
    ("it is gone", None),
    ("it cannot be run", Some("#!/nowhere/interpreter\n")),
    ("it fails without a word", Some("#!/bin/sh\nexit 1\n")),
    ("it is killed", Some("#!/bin/sh\nkill -KILL $$\n")),
    ("a part of it is gone", Some(WITHOUT_A_PART)),
];

/// What `g++` says when the package of the compiler proper was removed.
const WITHOUT_A_PART: &str = "#!/bin/sh
echo \"g++: fatal error: cannot execute 'cc1plus': execvp: No such file or directory\" >&2
echo 'compilation terminated.' >&2
exit 1
";

#[test]
#[parallel(root, ordinary)]
fn a_compiler_that_breaks_midway_costs_nobody_a_point() {
    let complaints = BROKEN_COMPILERS.map(|(what, broken)| {
        let course = course(&[
            ("ann", ADDS),
            ("bob", SLEEPS),
            ("cleo", ADDS),
            ("dan", ADDS),
        ]);
        let tools = compiler::install(&course, compiler::COMPILES);
        let compiler = tools.join("g++");
        let mut command = strongest(&course, "A");
        command.env("PATH", &tools);
        let mut grading = Grading::of(command, &course);
        grading.wait_for_submissions(1);
        grading.wait_for_process(is_program);
        fs::remove_file(&compiler).unwrap();
        if let Some(broken) = broken {
            programs::executable(&compiler, broken);
        }
        let ran = grading.end();
        let results = Results::read(&course.path("reports"));
        assert_eq!(results.of("ann", "sum")["points"], 10.0, "{what}");
        assert_eq!(
            results.case_of("bob", "sum")["verdict"],
            "time-limit",
            "{what}"
        );
        let graded = |student: &&str| results.of(student, "sum")["graded"] == true;
        let zeros: Vec<&str> = ["cleo", "dan"].into_iter().filter(graded).collect();
        (ran.code != Some(3) || !zeros.is_empty())
            .then(|| format!("{what}: exit code {:?}, a zero for {zeros:?}", ran.code))
    });
    let complaints: Vec<String> = complaints.into_iter().flatten().collect();
    assert_eq!(complaints, [""; 0]);
}

#[test]
#[serial(root, ordinary)]
fn a_class_leaves_no_process_descriptor_mount_or_file_behind() {
    let count = 100 / gate_step(5);
    let names: Vec<String> = (0..count)
        .map(|number| format!("student-{number:03}"))
        .collect();
    let class: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), ADDS)).collect();
    let course = course(&class);
    let mounts = ["/proc/self/mountinfo", "/proc/mounts", "/proc/sysvipc/shm"].map(fs::read);
    let mounts = mounts.map(Result::unwrap);
    let mut command = strongest(&course, "A");
    command.arg("--quiet").args(["--out", "first"]);
    course.run(command).exits_with(0);
    let mut grading = Grading::start(&course, "A");
    grading.wait_for_submissions(10);
    let at_first = open_descriptors(grading.id());
    for number in 11..=count - 10 {
        let line = grading.lines.next().unwrap().unwrap();
        assert!(line.starts_with(&format!("[{number}/")), "{line}");
    }
    let later = open_descriptors(grading.id());
    grading.end().exits_with(0);
    // One submission is between its beginning and its end, at whatever point.
    assert!(
        later < at_first + 10,
        "{at_first} descriptors have become {later}"
    );
    let after = ["/proc/self/mountinfo", "/proc/mounts", "/proc/sysvipc/shm"].map(fs::read);
    assert_eq!(mounts, after.map(Result::unwrap));
    assert_eq!(remains::processes_of(&grading.folder), [""; 0]);
    assert_eq!(entries(&course.temporary()), [""; 0]);
    let results = Results::read(&course.path("reports"));
    assert_eq!(results.submissions().len(), count);
    assert!(
        results
            .submissions()
            .iter()
            .all(|one| one["points"] == 10.0)
    );
}

fn open_descriptors(process: i32) -> usize {
    entries(format!("/proc/{process}/fd").as_ref()).len()
}

/// A built-in reference needs no compiler, so that what breaks only breaks submissions.
fn tttn() -> Course {
    let course = Course::empty();
    course.write(
        "rubric.toml",
        SUM.replace("{ sources = [\"solution.cpp\"] }", "{ game = \"tttn\" }"),
    );
    course.write(
        "testcases/sum/quits.toml",
        "description = \"Quits\"\ninput = [\"1\", \"7\"]\n",
    );
    course.grader(&["regenerate"]).exits_with(0);
    let right = concat!(env!("CARGO_MANIFEST_DIR"), "/calibration/tttn/solution.cpp");
    course.write("submissions/ann/sum.cpp", fs::read(right).unwrap());
    course
}

#[test]
#[parallel(root, ordinary)]
fn a_temporary_folder_that_others_may_not_enter_costs_nobody_a_point() {
    for tier in TIERS {
        let course = tttn();
        fs::set_permissions(course.temporary(), Permissions::from_mode(0o700)).unwrap();
        let ran = course.run(strongest(&course, tier));
        no_honest_student_has_a_zero(&course, &ran, &format!("tier {tier}"));
    }
}

#[test]
#[parallel(root, ordinary)]
fn a_strict_mask_for_new_files_costs_nobody_a_point() {
    for tier in TIERS {
        let course = course(&[("ann", "#include \"lib/adds.h\"\n")]);
        course.write("submissions/ann/lib/adds.h", ADDS);
        fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "umask 077; exec \"$@\"",
            "sh",
            GRADER,
            "run",
            "submissions",
        ]);
        command
            .current_dir(course.path(""))
            .envs(course.own_environment());
        command.env("GRADER_STRONGEST_TIER", tier);
        let ran = course.run(command);
        no_honest_student_has_a_zero(&course, &ran, &format!("tier {tier}"));
        assert_eq!(
            Results::read(&course.path("reports")).of("ann", "sum")["points"],
            10.0
        );
    }
}

/// Mounts a disk at `$1` from which nothing is executed, and runs the rest as a command.
const ON_A_DISK_WITHOUT_PROGRAMS: &str = r#"
disk=$1
shift
mount -t tmpfs -o noexec,size=64m,mode=755 tmpfs "$disk" || exit 99
exec "$@"
"#;

#[test]
#[parallel(root, ordinary)]
fn a_temporary_folder_from_which_nothing_is_executed_costs_nobody_a_point() {
    for tier in TIERS {
        let course = tttn();
        fs::set_permissions(course.home(), Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", ON_A_DISK_WITHOUT_PROGRAMS, "sh"]);
        command
            .arg(course.temporary())
            .args([GRADER, "run", "submissions"]);
        command
            .current_dir(course.path(""))
            .envs(course.own_environment());
        command.env("GRADER_STRONGEST_TIER", tier);
        let ran = course.run(command);
        if matches!(ran.code, Some(1 | 99)) {
            let _ = std::io::stderr().write_all(b"not tested: no disk can be mounted here\n");
            return;
        }
        no_honest_student_has_a_zero(&course, &ran, &format!("tier {tier}"));
    }
}
