//! Other graders on the same class, in turns with ours: those of check50 and BAPCtools that are installed.

use std::process::{Command, Stdio};

use crate::course::{ASSIGNMENTS, Course};
use crate::meter::{Cost, Meter};
use crate::ratios::{Work, median};
use crate::{Options, Outcome};

/// Names, and the commands that tell whether they are installed.
const OTHERS: [(&str, &str); 2] = [("check50", "check50"), ("bapctools", "bt")];

/// Measures the loop, ours, and the others, and prints them.
pub(crate) fn print(options: &Options, meter: Meter) -> Outcome<()> {
    let class = Course::temporary(options.repository(), options.students, options.seed())?;
    let installed: Vec<&str> = OTHERS
        .into_iter()
        .filter(|(_, command)| is_installed(command))
        .map(|(name, _)| name)
        .collect();
    let names = [
        &["the loop", "g++ alone", "grader, first run"],
        installed.as_slice(),
    ]
    .concat();
    let mut rounds: Vec<Vec<Cost>> = Vec::new();
    for _ in 0..options.rounds {
        let work = Work::new()?;
        let mut costs = vec![
            meter.measure(&work.by_loop(options, &class, &[])?, work.path())?,
            meter.measure(&work.by_loop(options, &class, &["build"])?, work.path())?,
            meter.measure(&work.grader(options, &class), work.path())?,
        ];
        for name in &installed {
            costs.push(meter.measure(&work.by_other(options, &class, name), work.path())?);
        }
        std::fs::remove_dir_all(class.path("reports"))?;
        rounds.push(costs);
    }
    let submissions = options.students * ASSIGNMENTS.len();
    println!(
        "{submissions} submissions, {} at a time; medians of {} rounds, each row once in each\n",
        options.jobs(),
        options.rounds
    );
    println!("{:20} {:>9} {:>9} {:>8}", "", "processor", "wall", "÷ loop");
    for (row, name) in names.iter().enumerate() {
        let of =
            |number: fn(&Cost) -> f64| median(rounds.iter().map(|all| number(&all[row])).collect());
        let ratio = median(rounds.iter().map(|all| all[row].cpu / all[0].cpu).collect());
        let cpu = of(|cost| cost.cpu);
        println!(
            "{name:20} {cpu:7.1} s {:7.1} s {ratio:8.2}",
            of(|cost| cost.wall)
        );
    }
    for (name, command) in OTHERS {
        if !installed.contains(&name) {
            println!("{name:20} not measured: there is no command {command}");
        }
    }
    println!();
    Ok(())
}

fn is_installed(command: &str) -> bool {
    let tried = Command::new(command)
        .arg("--help")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    tried.is_ok_and(|status| status.success())
}
