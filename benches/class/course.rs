//! A course of two assignments with a class, in a folder of its own: for the grader, and for the loop beside it.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use tempfile::TempDir;

use crate::Outcome;
use crate::chance::Chance;
use crate::programs::Programs;

/// Both are the shipped ones, with fewer cases and without criteria that the loop knows nothing of.
pub(crate) const ASSIGNMENTS: [&str; 2] = ["tttn", "counters"];

/// What a class follows from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seed {
    /// Which programs there are, with which headers and slips.
    pub(crate) class: u64,
    /// How the same programs are worded.
    pub(crate) names: u64,
    /// How many cases each assignment has at most.
    pub(crate) cases: usize,
}

/// The course.
pub(crate) struct Course {
    folder: PathBuf,
    /// A temporary folder goes with it.
    _temporary: Option<TempDir>,
}

impl Course {
    /// A course with so many students, who hand in one program for each assignment.
    pub(crate) fn temporary(repository: &Path, students: usize, seed: Seed) -> Outcome<Course> {
        let folder = tempfile::Builder::new().prefix("class-").tempdir()?;
        let mut course = Course::write(folder.path(), repository, students, seed)?;
        course._temporary = Some(folder);
        Ok(course)
    }

    /// The same in a folder that stays.
    pub(crate) fn write(
        folder: &Path,
        repository: &Path,
        students: usize,
        seed: Seed,
    ) -> Outcome<Course> {
        fs::create_dir_all(folder)?;
        let course = Course::in_folder(folder);
        let rubric = fs::read_to_string(repository.join("rubric.toml"))?;
        fs::write(course.path("rubric.toml"), smaller(&rubric)?)?;
        for (number, assignment) in ASSIGNMENTS.into_iter().enumerate() {
            course.write_cases(repository, assignment, seed.cases)?;
            let programs = Programs::of(assignment, repository)?;
            let mut chance = Chance::new(seed.class.wrapping_mul(1000) + number as u64);
            let mut names = Chance::new(seed.names.wrapping_mul(1000) + 500 + number as u64);
            for student in 1..=students {
                let student = format!("student-{student:04}");
                let code = programs.write(&student, &mut chance, &mut names)?;
                let folder = course.path("submissions").join(assignment).join(&student);
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(format!("{assignment}.cpp")), code)?;
            }
        }
        Ok(course)
    }

    /// A course that somebody else writes into this folder.
    pub(crate) fn in_folder(folder: &Path) -> Course {
        Course {
            folder: folder.to_owned(),
            _temporary: None,
        }
    }

    /// A file or folder of the course.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Changes one program.
    pub(crate) fn change_one(&self, round: usize) -> Outcome<()> {
        let file = self.path("submissions/tttn/student-0001/tttn.cpp");
        let code = fs::read_to_string(&file)?;
        Ok(fs::write(
            file,
            format!("{code}// changed for the {}. time\n", round + 1),
        )?)
    }

    /// Some of the shipped cases, and for the loop their inputs and what is printed on them.
    fn write_cases(&self, repository: &Path, assignment: &str, most: usize) -> Outcome<()> {
        let shipped = repository.join("testcases").join(assignment);
        let mut cases = Vec::new();
        for entry in fs::read_dir(&shipped)? {
            let path = entry?.path();
            let is_case = path
                .extension()
                .is_some_and(|extension| extension == "toml");
            if is_case && !fs::read_to_string(&path)?.contains("kind = \"call\"") {
                cases.push(path);
            }
        }
        cases.sort();
        let ours = self.path("testcases").join(assignment);
        let loops = self.path("loop").join(assignment);
        fs::create_dir_all(&ours)?;
        fs::create_dir_all(&loops)?;
        let typed = Regex::new("‹[^›]*›\n")?;
        let count = most.min(cases.len());
        for number in 0..count {
            let case = &cases[number * cases.len() / count];
            let name = case
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let expected = fs::read_to_string(case.with_extension("expected"))?;
            let text = fs::read_to_string(case)?;
            fs::write(ours.join(format!("{name}.toml")), &text)?;
            fs::write(ours.join(format!("{name}.expected")), &expected)?;
            fs::write(loops.join(format!("{name}.in")), input(&text)?)?;
            fs::write(
                loops.join(format!("{name}.out")),
                &*typed.replace_all(&expected, ""),
            )?;
        }
        Ok(())
    }
}

/// The lines that are typed.
fn input(case: &str) -> Outcome<String> {
    let case: toml::Table = case.parse()?;
    let lines = case
        .get("input")
        .and_then(toml::Value::as_array)
        .ok_or("a case without input")?;
    let lines = lines.iter().filter_map(toml::Value::as_str);
    Ok(lines.map(|line| format!("{line}\n")).collect())
}

/// The rubric with our assignments alone, each with two criteria.
fn smaller(rubric: &str) -> Outcome<String> {
    let mut rubric: toml::Table = rubric.parse()?;
    // The loop looks for no uninitialised variables.
    if let Some(defaults) = rubric
        .get_mut("defaults")
        .and_then(toml::Value::as_table_mut)
    {
        defaults.remove("undefined");
    }
    let all = rubric
        .get_mut("assignments")
        .and_then(toml::Value::as_table_mut);
    let all = all.ok_or("the rubric has no assignments")?;
    all.retain(|id, _| ASSIGNMENTS.contains(&id));
    for (id, assignment) in all.iter_mut() {
        let assignment = assignment
            .as_table_mut()
            .ok_or("an assignment that is no table")?;
        assignment.remove("calibration");
        assignment.remove("undefined");
        let criteria: toml::Table = CRITERIA.parse()?;
        assignment.extend(criteria);
        assignment.insert("sources".to_owned(), vec![format!("{id}.cpp")].into());
        assignment.insert("toolchain".to_owned(), "g++".into());
    }
    Ok(toml::to_string(&rubric)?)
}

const CRITERIA: &str = r#"
points = 100
accept = ["*.cpp"]

[[criteria]]
id = "builds"
points = 10
build = "compiles"

[[criteria]]
id = "cases"
points = 90
cases = ["*"]
"#;
