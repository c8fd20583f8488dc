//! Where the processor time of a first run goes: samples of all processes, by their names.

use std::process::{Command, Stdio};

use crate::course::Course;
use crate::meter::wrapping;
use crate::ratios::Work;
use crate::{Options, Outcome};

/// Names of processes, as the kernel keeps them, by what they are for. What students' programs are called is in the last
/// row of the grader's own folders; everything else is not ours, or too short to have a name.
const ROWS: [(&str, &[&str]); 4] = [
    ("compile", &["cc1plus", "cc1", "g++", "as", "c++"]),
    ("link", &["collect2", "ld", "ld.bfd", "ld.gold", "objcopy"]),
    ("run", &["program"]),
    ("ours", &["grader", "exe", "supervisor"]),
];

/// Prints the shares of a generated class.
pub(crate) fn print(options: &Options) -> Outcome<()> {
    let class = Course::temporary(options.repository(), options.students, options.seed())?;
    let work = Work::new()?;
    print_shares(&work, &work.grader(options, &class))
}

/// Prints the shares of the repository's sample class, with function calls, source rules, hints and searches for undefined behaviour.
pub(crate) fn print_sample(options: &Options) -> Outcome<()> {
    let work = Work::new()?;
    print_shares(&work, &work.sample_grader(options))
}

/// Runs a grader and prints the shares, if `perf record` can be had.
fn print_shares(work: &Work, grader: &Command) -> Outcome<()> {
    let data = work.path().join("perf.data");
    let mut perf = Command::new("perf");
    perf.args(["record", "-q", "-e", "cpu-clock", "-F", "499", "-o"])
        .arg(&data)
        .arg("--");
    let recorded = wrapping(perf, grader)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output();
    if !recorded.is_ok_and(|recorded| recorded.status.success()) {
        println!("shares: not measured, `perf record` is not to be had here");
        return Ok(());
    }
    let report = Command::new("perf")
        .args([
            "report",
            "--stdio",
            "--sort",
            "comm",
            "-F",
            "overhead,comm",
            "-i",
        ])
        .arg(&data)
        .output()?;
    let report = String::from_utf8_lossy(&report.stdout).into_owned();
    println!("shares of a first run's processor time, by the names of processes:");
    let mut others = Vec::new();
    let mut sums = [0.0; ROWS.len()];
    for (share, name) in report.lines().filter_map(share) {
        match ROWS.iter().position(|(_, names)| names.contains(&name)) {
            Some(row) => sums[row] += share,
            None => others.push(format!("{name} {share:.1} %")),
        }
    }
    for ((name, _), sum) in ROWS.iter().zip(sums) {
        println!("  {name:8} {sum:5.1} %");
    }
    if !others.is_empty() {
        println!("  others   {}", others.join(", "));
    }
    println!();
    Ok(())
}

/// A line of the report: `    71.30%  cc1plus`.
fn share(line: &str) -> Option<(f64, &str)> {
    let (share, name) = line.trim().split_once('%')?;
    Some((share.trim().parse().ok()?, name.trim()))
}
