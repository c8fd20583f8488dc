//! What the search for changes that make a program right costs a class: graded with `repair = "0s"`, and with `"2s"`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::chance::Chance;
use crate::course::Course;
use crate::meter::Meter;
use crate::ratios::{Work, median};
use crate::{Options, Outcome};

/// The small assignments without a game: those of the table of hints.
const OTHERS: [&str; 2] = ["average", "marks"];
const TABLE: &str = "tests/integration/hint_table";

/// Of a hundred programs without a game, so many are faulty.
const FAULTY: usize = 50;

/// Prints a row for assignments without a game, and one for games.
pub(crate) fn print(options: &Options, meter: Meter) -> Outcome<()> {
    println!(
        "{:26} {:>10} {:>10} {:>8}",
        "processor time, first run", "\"0s\"", "\"2s\"", "factor"
    );
    let folder = tempfile::Builder::new().prefix("class-").tempdir()?;
    let others = write_others(options, &folder)?;
    print_row(options, meter, "without a game", &others)?;
    let games = Course::temporary(options.repository(), options.students, options.seed())?;
    print_row(options, meter, "games", &games)?;
    println!();
    Ok(())
}

/// Both budgets in turns, each time with nothing kept.
fn print_row(options: &Options, meter: Meter, name: &str, class: &Course) -> Outcome<()> {
    let mut without = Vec::new();
    let mut with = Vec::new();
    let mut factors = Vec::new();
    for _ in 0..options.rounds {
        let mut costs = Vec::new();
        for budget in ["0s", "2s"] {
            set_budget(class, budget)?;
            let work = Work::new()?;
            let cost = meter.measure(&work.grader(options, class), work.path())?;
            fs::remove_dir_all(class.path("reports"))?;
            costs.push(cost.cpu);
        }
        without.push(costs[0]);
        with.push(costs[1]);
        factors.push(costs[1] / costs[0]);
    }
    println!(
        "{name:26} {:8.2} s {:8.2} s {:8.2}",
        median(without),
        median(with),
        median(factors)
    );
    Ok(())
}

/// Gives all assignments this budget.
fn set_budget(class: &Course, budget: &str) -> Outcome<()> {
    let path = class.path("rubric.toml");
    let mut rubric: toml::Table = fs::read_to_string(&path)?.parse()?;
    let assignments = rubric
        .get_mut("assignments")
        .and_then(toml::Value::as_table_mut)
        .ok_or("the rubric has no assignments")?;
    for (_, assignment) in assignments.iter_mut() {
        let assignment = assignment
            .as_table_mut()
            .ok_or("an assignment that is no table")?;
        assignment.insert("repair".to_owned(), budget.into());
    }
    Ok(fs::write(path, toml::to_string(&rubric)?)?)
}

/// A class with the assignments and faulty programs of the table.
fn write_others(options: &Options, folder: &TempDir) -> Outcome<Course> {
    let course = Course::in_folder(folder.path());
    let table = options.repository().join(TABLE);
    let mut rubric: toml::Table = fs::read_to_string(table.join("rubric.toml"))?.parse()?;
    let assignments = rubric
        .get_mut("assignments")
        .and_then(toml::Value::as_table_mut)
        .ok_or("the rubric has no assignments")?;
    assignments.retain(|id, _| OTHERS.contains(&id));
    fs::write(course.path("rubric.toml"), toml::to_string(&rubric)?)?;
    let cases: toml::Table = fs::read_to_string(table.join("cases.toml"))?.parse()?;
    let mut chance = Chance::new(options.seed().class.wrapping_mul(1000) + 900);
    for assignment in OTHERS {
        let ours = course.path("testcases").join(assignment);
        fs::create_dir_all(&ours)?;
        let own = cases.get(assignment).and_then(toml::Value::as_table);
        for (name, case) in own.ok_or("an assignment without cases")? {
            fs::write(ours.join(format!("{name}.toml")), toml::to_string(case)?)?;
        }
        write_programs(options, &course, (&table, assignment), &mut chance)?;
    }
    let written = Command::new(env!("CARGO_BIN_EXE_grader"))
        .args(["--quiet", "regenerate"])
        .current_dir(course.path(""))
        .stdout(Stdio::null())
        .status()?;
    if !written.success() {
        return Err("`grader regenerate` failed".into());
    }
    Ok(course)
}

/// The solution, and a program of each student.
fn write_programs(
    options: &Options,
    course: &Course,
    (table, assignment): (&Path, &str),
    chance: &mut Chance,
) -> Outcome<()> {
    let is_c = table.join(format!("{assignment}.c")).exists();
    let file = format!("{assignment}.{}", if is_c { "c" } else { "cpp" });
    let right = fs::read_to_string(table.join(&file))?;
    fs::write(course.path(&file), &right)?;
    let rows: BTreeMap<String, toml::Table> = toml::from_str(&fs::read_to_string(
        table.join(format!("{assignment}.toml")),
    )?)?;
    let rows: Vec<&toml::Table> = rows.values().collect();
    for student in 1..=options.students {
        let mut text = right.clone();
        if chance.percent(FAULTY) {
            let edits = rows[chance.below(rows.len())].get("edits");
            for edit in edits.and_then(toml::Value::as_array).into_iter().flatten() {
                let part = |place: usize| edit.get(place).and_then(toml::Value::as_str);
                text = text.replacen(part(0).unwrap_or_default(), part(1).unwrap_or_default(), 1);
            }
        }
        let student = format!("student-{student:04}");
        let folder = course.path("submissions").join(assignment).join(&student);
        fs::create_dir_all(&folder)?;
        // Equal programs are graded once.
        fs::write(folder.join(&file), format!("{text}// {student}\n"))?;
    }
    Ok(())
}
