//! A class on a real Slurm cluster, which this test starts and ends: `GRADER_SLURM=1 cargo test --test slurm -- --nocapture`, or
//! `scripts/test-slurm`, which installs Slurm first. It takes about four minutes, most of which Slurm waits.

#![expect(
    clippy::unwrap_used,
    reason = "what cannot be prepared is a failed test"
)]

#[path = "../support/mod.rs"]
mod support;

mod cluster;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, geteuid, kill_process};
use serial_test::serial;
use wait_timeout::ChildExt as _;

use cluster::{Cluster, NODES, PATIENCE};
use support::processes::Guarded;
use support::sum::class_of;
use support::tiers::skipped;
use support::{Course, GRADER, Ran};

/// Whether these tests were asked for; if not, how to ask for them is said.
fn is_asked() -> bool {
    let is_asked = std::env::var_os("GRADER_SLURM").is_some();
    if !is_asked {
        skipped(
            "a real Slurm cluster; `scripts/test-slurm` installs it and tests it (Debian or Ubuntu, as root)",
        );
        return false;
    }
    assert!(
        geteuid().is_root(),
        "Slurm's daemons are started by root here"
    );
    for command in ["sbatch", "slurmctld", "slurmd", "munged", "setpriv"] {
        let found = Command::new("sh")
            .args(["-c", &format!("command -v {command}")])
            .output();
        assert!(
            found.unwrap().status.success(),
            "there is no {command}; run scripts/test-slurm"
        );
    }
    true
}

/// The grader in the course's folder, on this cluster.
fn on(cluster: &Cluster, course: &Course, arguments: &[&str]) -> Command {
    let mut command = course.command(arguments);
    command.env("SLURM_CONF", cluster.configuration());
    command
}

const RUN: [&str; 6] = ["run", "submissions", "--engine", "slurm", "--pieces", "4"];

/// Nothing is found that was graded or built before, and programs are built in one way, however many there are: a report lists the
/// commands that were run.
const PLAINLY: [&str; 3] = ["--no-cache", "--no-import-libraries", "--no-precompiled"];

/// The piece that this node has graded a part of, if it is at one.
fn piece_on(cluster: &Cluster, course: &Course, node: &str) -> Option<u32> {
    let format = [
        "--noheader",
        "--array",
        "--states=RUNNING",
        "--format=%K %N",
    ];
    let said = cluster.asks("squeue", &format);
    let piece = said
        .lines()
        .find_map(|line| line.strip_suffix(node)?.trim().parse().ok())?;
    let part = course.path(format!("reports.slurm/pieces/{piece}-of-4.part/.grader"));
    let entries = fs::read_dir(part).ok()?.flatten();
    // The first record says what made the file, in 40 bytes or so; a grade takes more.
    let is_begun = entries
        .flat_map(|entry| entry.metadata())
        .any(|file| file.len() > 200);
    is_begun.then_some(piece)
}

#[test]
#[serial]
fn a_class_whose_node_is_lost_in_the_middle_is_graded_as_if_nothing_had_happened() {
    if !is_asked() {
        return;
    }
    let mut cluster = Cluster::start();
    let course = class_of(120);
    let mut command = on(&cluster, &course, &[&RUN[..], &PLAINLY].concat());
    let mut grader = Guarded(
        command
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let stderr = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);

    let lost = NODES[1];
    let piece = cluster.wait_until("a node is in the middle of a piece", || {
        piece_on(&cluster, &course, lost)
    });
    cluster.loses(lost);
    assert!(
        !course
            .path(format!("reports.slurm/pieces/{piece}-of-4"))
            .exists(),
        "it was at it"
    );
    eprintln!("{lost} is lost in the middle of piece {piece}");

    // Whoever waits goes away, and comes back.
    kill_process(Pid::from_child(&grader.0), Signal::INT).unwrap();
    let said: Vec<String> = stderr.collect();
    assert_eq!(grader.0.wait().unwrap().code(), Some(130), "{said:#?}");
    assert!(
        said.iter()
            .any(|line| line.contains("Slurm goes on grading")),
        "{said:#?}"
    );
    let jobs = || {
        cluster
            .asks("squeue", &["--noheader", "--format=%F"])
            .lines()
            .count()
    };
    assert!(jobs() > 0, "the jobs are still there");

    let mut command = on(&cluster, &course, &[&RUN[..], &PLAINLY].concat());
    let mut grader = Guarded(
        command
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let stderr = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let said: Vec<String> = stderr.inspect(|line| eprintln!("{line}")).collect();
    let ended = grader.0.wait_timeout(PATIENCE).unwrap();
    assert_eq!(
        ended.and_then(|it| it.code()),
        Some(0),
        "{said:#?}\n{}",
        cluster.logs()
    );
    assert!(said[0].contains("nothing is submitted again"), "{said:#?}");
    let told = cluster.asks("scontrol", &["--oneliner", "show", "job"]);
    assert!(
        told.contains("Restarts=1"),
        "Slurm has started the task again: {told}"
    );
    let merged = told
        .lines()
        .find(|line| line.contains("JobName=grader-merge"))
        .unwrap();
    assert!(
        merged.contains("JobState=COMPLETED") && merged.contains("ExitCode=0:0"),
        "{merged}"
    );
    let whole = ["run", "submissions", "--quiet", "--out", "whole"];
    course
        .grader(&[&whole[..], &PLAINLY].concat())
        .exits_with(0);
    let [reports, whole] = ["reports", "whole"].map(|folder| course.files_but_measures(folder));
    assert!(reports == whole, "{}", course.path("").display());
}

#[test]
#[serial]
fn the_job_script_that_is_printed_works_as_its_comment_says() {
    if !is_asked() {
        return;
    }
    let cluster = Cluster::start();
    let course = class_of(6);
    let template = course.grader(&["cluster-template", "slurm"]);
    course.write("grade.sh", template.stdout.replace("pieces=16", "pieces=3"));
    let bin = course.home().join("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(GRADER, bin.join("grader")).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let submit = |options: &[&str]| {
        let mut sbatch = Command::new("sbatch");
        sbatch
            .args(options)
            .arg("grade.sh")
            .current_dir(course.path(""))
            .envs(course.own_environment())
            .env("PATH", &path)
            .env("SLURM_CONF", cluster.configuration());
        let ran = Ran::of(&sbatch.output().unwrap());
        ran.exits_with(0);
        ran.stdout.trim().to_owned()
    };
    let pieces = submit(&["--parsable", "--array=1-3"]);
    let after = format!("--dependency=afterany:{pieces}");
    let merge = submit(&["--parsable", &after]);
    let ended = cluster.wait_until("the merging job ends", || {
        let told = cluster.asks("scontrol", &["--oneliner", "show", "job", &merge]);
        (!told.contains("JobState=PENDING")
            && !told.contains("JobState=RUNNING")
            && !told.contains("JobState=COMPLETING")
            && !told.is_empty())
        .then_some(told)
    });
    assert!(ended.contains("JobState=COMPLETED"), "{ended}");
    course.is_whole("reports");
}
