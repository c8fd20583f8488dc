//! Other graders on the same class, in turns with ours: those of check50 and BAPCtools that are installed.

use std::fs;
use std::process::{Command, Stdio};

use crate::course::Course;
use crate::meter::Meter;
use crate::ratios::{FIRST_ROWS, Work, print_rows};
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
    let mut rounds = Vec::new();
    for _ in 0..options.rounds {
        let work = Work::new()?;
        let mut costs = work.first_costs(options, meter, &class)?;
        for name in &installed {
            costs.push(meter.measure(&work.by_other(options, &class, name), work.path())?);
        }
        fs::remove_dir_all(class.path("reports"))?;
        rounds.push(costs);
    }
    let names = [FIRST_ROWS.as_slice(), installed.as_slice()].concat();
    print_rows(options, &names, &rounds);
    for (name, command) in OTHERS {
        if !installed.contains(&name) {
            println!("{name} not measured: there is no command {command}");
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
