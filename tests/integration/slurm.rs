//! A class that Slurm grades: what is asked of Slurm, and what is said when it fails. Slurm is three scripts here, which run a job as
//! soon as it is submitted; `tests/slurm/` has a real one.

mod pretended;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};

use crate::support::ADDS;
use crate::support::packed::zip_folder;
use crate::support::processes::Guarded;
use crate::support::sum::class_of;
use pretended::Slurm;

/// Grades a class of five in three pieces.
const RUN: [&str; 6] = ["run", "submissions", "--engine", "slurm", "--pieces", "3"];

#[test]
fn a_class_that_slurm_grades_is_what_one_run_writes() {
    let course = class_of(5);
    let slurm = Slurm::that_runs(&course);
    let more = ["--no-cache", "--", "--mem=2G", "-p", "cpu"];
    let ran = course.run(slurm.command(&[&RUN[..], &more].concat()));
    ran.exits_with(0)
        .shows(&["5 submissions", "s4"])
        .says(&["jobs 1 (pieces) and 2", "reports.slurm"]);
    let submitted = slurm.submitted();
    assert_eq!(submitted.len(), 2, "{submitted:#?}");
    for part in [
        "--array=1-3",
        "--requeue",
        "--open-mode=append",
        " --mem=2G -p cpu ",
    ] {
        assert!(submitted[0].contains(part), "{part}: {submitted:#?}");
    }
    assert!(
        submitted[1].contains("--dependency=afterany:1 "),
        "{submitted:#?}"
    );
    assert!(submitted[1].contains(" --mem=2G -p cpu "), "{submitted:#?}");
    course.is_whole("reports");
    let log = course.read("reports.slurm/logs/piece-1.log");
    assert!(log.contains("Reports: "), "{log}");
}

#[test]
fn names_that_mean_something_to_a_shell_mean_nothing() {
    let course = class_of(2);
    let strange = "it's $(touch harm) \"&\" `touch harm`; 50%a";
    fs::rename(course.path("submissions"), course.path(strange)).unwrap();
    let slurm = Slurm::that_runs(&course);
    let out = "reports of $HOME";
    // A download goes to every task as it is, with what was said of its names.
    let archive = format!("{strange}.zip");
    zip_folder(&course.path(strange), &course.path(&archive));
    let pattern = r"(?P<student>[^/'$ ]+)/(?P<file>.+)";
    let words = [
        "run",
        &archive,
        "--pattern",
        pattern,
        "--engine",
        "slurm",
        "--out",
        out,
    ];
    let ran = course.run(slurm.command(&words));
    ran.exits_with(0)
        .shows(&["2 submissions"])
        .says(&["was read by the pattern: 2 students"]);
    assert!(!course.path("harm").exists());
    assert!(course.path(out).join("s1/sum.md").is_file());
}

#[test]
fn a_piece_that_is_lost_is_named_with_what_slurm_says_and_graded_by_the_same_command() {
    let course = class_of(5);
    let slurm = Slurm::that_runs(&course);
    slurm.loses("2");
    let ran = course.run(slurm.command(&RUN));
    ran.exits_with(3).says(&[
        "NOT THE WHOLE CLASS: piece 2 of 3 is missing",
        "piece 2 of 3 is missing; Slurm says of its task: NODE_FAIL, because of NodeDown, exit code 0:9, on n2",
        "the last that it said is “slurmstepd: error: *** JOB 1 CANCELLED ***”",
        "reports.slurm/logs/piece-2.log",
        "the same command",
    ]);
    slurm.loses("");
    let again = course.run(slurm.command(&[&RUN[..], &["--log", "log"]].concat()));
    again.exits_with(0).shows(&["5 submissions"]);
    assert_eq!(
        slurm.submitted().len(),
        4,
        "it had shown what there was, so it submits again"
    );
    course.is_whole("reports");
}

#[test]
fn where_no_piece_is_graded_it_is_said_why() {
    let course = class_of(2);
    let slurm = Slurm::that_runs(&course);
    slurm.loses("1 2");
    let ran = course.run(slurm.command(&["run", "submissions", "--engine", "slurm"]));
    ran.exits_with(3).says(&[
        "piece 1 of 2",
        "piece 2 of 2",
        "NODE_FAIL",
        "no piece is graded",
    ]);
    let merging = course.read("reports.slurm/logs/merge.log");
    assert!(merging.contains("no piece is whole"), "{merging}");
}

/// Waits until it is told how far the class is, and interrupts. What was told is the value, and what was said then.
fn interrupted(slurm: &Slurm<'_>) -> (String, String) {
    let mut command = slurm.command(&RUN);
    let mut grader = Guarded(
        command
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let mut stderr = BufReader::new(grader.0.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let line = stderr.find(|line| line.starts_with('[')).unwrap();
    kill_process(Pid::from_child(&grader.0), Signal::INT).unwrap();
    let said: String = stderr.collect();
    assert_eq!(grader.0.wait().unwrap().code(), Some(130), "{said}");
    (line, said)
}

#[test]
fn a_controller_that_does_not_answer_ends_nothing() {
    let course = class_of(1);
    let slurm = Slurm::that_runs(&course);
    slurm.is(
        "squeue",
        "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1",
    );
    let (line, said) = interrupted(&slurm);
    assert!(
        line.contains("Slurm does not answer, and is asked again: slurm_load_jobs"),
        "{line}"
    );
    assert!(said.contains("Slurm goes on grading"), "{said}");
    slurm.is(
        "squeue",
        "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1",
    );
    course
        .run(slurm.command(&RUN))
        .exits_with(0)
        .shows(&["1 submission"]);
}

#[test]
fn an_interrupted_command_comes_back_to_its_jobs_and_submits_nothing_twice() {
    let course = class_of(3);
    let slurm = Slurm::that_runs(&course);
    slurm.queues("PENDING Resources\nRUNNING None\nPENDING Dependency\n");
    let (line, said) = interrupted(&slurm);
    assert_eq!(
        line,
        "[3/3] 3 of 3 pieces; 1 running, 1 waiting (Resources)"
    );
    assert!(
        said.contains("Slurm goes on grading: jobs 1 (pieces) and 2"),
        "{said}"
    );
    assert!(
        said.contains("The same command") && said.contains("`scancel 1 2`"),
        "{said}"
    );

    // Something else would take the place of what is at work.
    let other = course.run(slurm.command(&[&RUN[..], &["--no-precompiled"]].concat()));
    other.exits_with(2).says(&[
        "still grades something else",
        "jobs 1 (pieces) and 2",
        "scancel 1 2",
    ]);
    course.write("submissions/late/sum.cpp", ADDS);
    course
        .run(slurm.command(&RUN))
        .exits_with(2)
        .says(&["another list of submissions"]);
    fs::remove_dir_all(course.path("submissions/late")).unwrap();

    slurm.queues("");
    let again = course.run(slurm.command(&RUN));
    again
        .exits_with(0)
        .shows(&["3 submissions"])
        .says(&["nothing is submitted again"]);
    assert_eq!(slurm.submitted().len(), 2);
    course.is_whole("reports");
    // What is shown is shown: now the same command grades what has changed.
    course.write("submissions/s1/sum.cpp", ADDS);
    course.run(slurm.command(&RUN)).exits_with(0);
    assert_eq!(slurm.submitted().len(), 4);
    course.is_whole("reports");
}

#[test]
fn a_piece_of_an_earlier_command_never_stands_for_one_that_is_lost() {
    let course = class_of(4);
    let slurm = Slurm::that_runs(&course);
    course.run(slurm.command(&RUN)).exits_with(0);
    course.write("submissions/s1/sum.cpp", ADDS);
    slurm.loses("1 2 3");
    let ran = course.run(slurm.command(&RUN));
    ran.exits_with(3).says(&["no piece is graded"]);
    slurm.loses("");
    course
        .run(slurm.command(&[&RUN[..], &["--regrade"]].concat()))
        .exits_with(0);
    course.is_whole("reports");
}

#[test]
fn a_gate_is_held_by_the_whole_class() {
    let course = class_of(3);
    let slurm = Slurm::that_runs(&course);
    course
        .run(slurm.command(&[&RUN[..], &["--fail-under", "50"]].concat()))
        .exits_with(1);
}

#[test]
fn a_merging_job_that_slurm_refuses_is_done_without() {
    let course = class_of(2);
    let slurm = Slurm::that_runs(&course);
    slurm.refuses("--dependency");
    let ran = course.run(slurm.command(&RUN));
    ran.exits_with(0).says(&[
        "no job merges",
        "Job violates accounting policy",
        "job 1 (pieces)",
    ]);
    course.is_whole("reports");
}

#[test]
fn each_command_of_slurm_that_is_missing_or_fails_is_told_with_what_to_do() {
    let course = class_of(1);
    let slurm = Slurm::that_runs(&course);
    slurm.refuses("--array");
    let refused = course.run(slurm.command(&RUN));
    refused.exits_with(2).says(&[
        "Slurm refused the job",
        "Job violates accounting policy",
        "`--`",
    ]);
    slurm.refuses("");
    slurm.is("sbatch", "echo Submitted batch job 1");
    let ran = course.run(slurm.command(&RUN));
    ran.exits_with(3)
        .says(&["`Submitted batch job 1`", "squeue --me", "scancel"]);
    for (missing, left) in [("sbatch", 0), ("squeue", 2)] {
        let course = class_of(1);
        let slurm = Slurm::that_runs(&course);
        slurm.lacks(missing);
        let ran = course.run(slurm.command(&RUN));
        ran.exits_with(2)
            .says(&[&format!("no command `{missing}`"), "login node"]);
        assert_eq!(slurm.submitted().len(), left);
    }
    let slurm = Slurm::that_runs(&course);
    slurm.lacks("scontrol");
    slurm.loses("1");
    let ran = course.run(slurm.command(&["run", "submissions", "--engine", "slurm"]));
    ran.exits_with(3)
        .says(&["piece 1 of 1 is missing", "no command `scontrol`"]);
}

#[test]
fn what_does_not_go_with_a_cluster_is_refused_before_anything_is_submitted() {
    let course = class_of(1);
    let slurm = Slurm::that_runs(&course);
    for (more, says) in [
        (&["--partition", "1/2"][..], "--partition"),
        (&["--student", "s0"], "--student"),
        (&["--only", "list"], "--only"),
        (&["--case", "adds"], "--case"),
        (&["--", "--array=1-9"], "--pieces N"),
        (&["--", "--wait"], "waits by itself"),
        (&["--assignment", "som"], "sum"),
    ] {
        let ran = course.run(slurm.command(&[&RUN[..], more].concat()));
        ran.exits_with(2).says(&[says]);
    }
    course
        .grader(&["run", "submissions", "--pieces", "3"])
        .exits_with(2)
        .says(&["--engine"]);
    course
        .grader(&["run", "submissions", "--", "--mem=2G"])
        .exits_with(2)
        .says(&["--engine"]);
    course
        .run(slurm.command(&["run", "nowhere", "--engine", "slurm"]))
        .exits_with(2);
    assert_eq!(slurm.submitted(), [""; 0]);
}
