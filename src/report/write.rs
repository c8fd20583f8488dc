//! Files that are whole or not there: each is written beside its place and then moved into it.

use std::collections::BTreeSet;
use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::class::Class;
use super::earlier::Earlier;
use super::folders::{folders_between, is_folder};
use super::places::{GRADES, Places, RESULTS};
use super::write_error::WriteError;
use super::{audience, counted, csv, json, reproduce, student};
use crate::model::{CaseReport, Grade, Gradebook, Verdict, Visibility};

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    /// All grades for other programs.
    pub results: PathBuf,
    /// All grades for a spreadsheet.
    pub grades: PathBuf,
    /// The students' reports, in the gradebook's order.
    pub reports: Vec<PathBuf>,
    /// How many submissions of an earlier run are kept in the files about all.
    pub kept: usize,
}

/// Writes every report, and the grades for other programs, into `folder`. With `assignments`, all of a course's, the
/// gradebook is a part of the course, and the grades of others that are there are kept.
///
/// # Errors
/// If a file cannot be written. Files written before it stay, each of them whole.
pub(crate) fn write(
    gradebook: &Gradebook,
    folder: &Path,
    assignments: Option<&[String]>,
) -> Result<Written, WriteError> {
    let mut reports = Vec::new();
    for grade in &gradebook.grades {
        let shown = audience::for_student(grade);
        let places = Places::new(&grade.student, &grade.assignment, folder);
        let report = student::report(&shown, &gradebook.toolchains);
        place(folder, &places.report, report.as_bytes())?;
        place(folder, &places.json, json::render_one(&shown).as_bytes())?;
        scripts(grade, folder, &places.scripts)?;
        for_instructors(grade, gradebook, folder, &places.whole)?;
        reports.push(places.report);
    }
    let (results, grades) = (folder.join(RESULTS), folder.join(GRADES));
    let kept = class_files(gradebook, folder, assignments)?;
    Ok(Written { results, grades, reports, kept })
}

/// Writes the files about all submissions. Returns how many of them were there before and are kept.
fn class_files(
    gradebook: &Gradebook,
    folder: &Path,
    assignments: Option<&[String]>,
) -> Result<usize, WriteError> {
    let (results, grades) = (folder.join(RESULTS), folder.join(GRADES));
    let failed = |error: serde_json::Error| WriteError::at(&results)(error.into());
    let mut class = Class::new(gradebook).map_err(failed)?;
    let lock = fs::File::open(folder).map_err(WriteError::at(folder))?;
    // Of two runs that end at the same time, one waits, and keeps what the other wrote. Not every disk can do that.
    let _ = flock(&lock, FlockOperation::LockExclusive);
    if let Some(assignments) = assignments {
        let earlier = Earlier::read(folder);
        let earlier = earlier.map_err(|error| WriteError::at(&results)(io::Error::other(error)))?;
        class = class.with(earlier, assignments);
    }
    place(folder, &results, json::render(&class).as_bytes())?;
    place(folder, &grades, csv::render(&class).as_bytes())?;
    Ok(class.kept())
}

/// Where students see less than everything, the whole report stands apart from what they are given.
fn for_instructors(
    grade: &Grade,
    gradebook: &Gradebook,
    folder: &Path,
    report: &Path,
) -> Result<(), WriteError> {
    if audience::is_limited(grade) {
        place(folder, report, student::report(grade, &gradebook.toolchains).as_bytes())
    } else if report.exists() {
        fs::remove_file(report).map_err(WriteError::at(report))
    } else {
        Ok(())
    }
}

/// The scripts of all cases that are not right and that students may see; those that have become right since the last run are removed.
fn scripts(grade: &Grade, out: &Path, folder: &Path) -> Result<(), WriteError> {
    let failures = counted::failures(grade);
    let is_shown = |case: &&CaseReport| {
        let is_told_of = failures.iter().any(|failure| failure.case.case.id == case.case.id);
        (case.judgement.verdict != Verdict::Accepted || is_told_of)
            && case.case.visibility == Visibility::Full
    };
    let (failed, other): (Vec<_>, Vec<_>) = grade.cases.iter().partition(is_shown);
    // A function that was never called has no call to show.
    let has_script = |case: &&&CaseReport| case.case.function.is_none() || !case.calls.is_empty();
    for case in failed.iter().filter(has_script) {
        let file = folder.join(reproduce::script_file(case));
        place(out, &file, reproduce::script(case).as_bytes())?;
    }
    let old: BTreeSet<PathBuf> =
        other.iter().map(|case| folder.join(reproduce::script_file(case))).collect();
    for file in old.iter().filter(|file| file.exists()) {
        fs::remove_file(file).map_err(WriteError::at(file))?;
    }
    if failed.is_empty() && folder.exists() {
        // Whatever else somebody keeps in that folder stays, and the folder with it.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

/// Puts `bytes` where `path` says, somewhere below `out`, replacing what was there in one step. No link is followed: that was
/// so before the work began, and is asked again.
fn place(out: &Path, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let folder = path.parent().unwrap_or(out);
    for part in folders_between(out, folder) {
        if !is_folder(&part).map_err(WriteError::at(&part))? {
            fs::create_dir(&part).map_err(WriteError::at(&part))?;
        }
    }
    let put = || -> io::Result<()> {
        // The usual permissions of a new file: reports are there to be read by others.
        let usual = Permissions::from_mode(0o666);
        let mut file = tempfile::Builder::new().permissions(usual).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    put().map_err(WriteError::at(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{fixture, prepare};

    fn files(folder: &Path) -> Vec<String> {
        let mut found: Vec<String> = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| entry.path().strip_prefix(folder).unwrap().display().to_string())
            .collect();
        found.sort();
        found
    }

    #[test]
    fn every_file_is_in_its_place_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep/reports");
        prepare(&out, &[]).unwrap();
        assert_eq!(files(&out), Vec::<String>::new());
        let written = write(&fixture::gradebook(vec![fixture::wrong()]), &out, None).unwrap();
        assert_eq!(
            files(&out),
            [
                "grades.csv",
                "results.json",
                "student-02/tttn.json",
                "student-02/tttn.md",
                "student-02/tttn/win-main-diagonal.in"
            ]
        );
        assert_eq!(written.reports, [out.join("student-02/tttn.md")]);
        let script = fs::read_to_string(out.join("student-02/tttn/win-main-diagonal.in")).unwrap();
        assert_eq!(script, "3\n0\n1\n4\n2\n8\n");
        let mode = fs::metadata(&written.results).unwrap().permissions().mode();
        assert_ne!(mode & 0o077, 0, "others can read reports");
    }

    #[test]
    fn a_script_goes_away_when_its_case_has_become_right() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path();
        write(&fixture::gradebook(vec![fixture::wrong()]), out, None).unwrap();
        let mut mended = fixture::perfect();
        mended.student = "student-02".to_owned();
        write(&fixture::gradebook(vec![mended]), out, None).unwrap();
        assert_eq!(
            files(out),
            ["grades.csv", "results.json", "student-02/tttn.json", "student-02/tttn.md"]
        );
    }

    #[test]
    fn two_writes_of_the_same_gradebook_give_the_same_bytes() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let gradebook = fixture::gradebook(fixture::class());
        write(&gradebook, one.path(), None).unwrap();
        write(&gradebook, two.path(), None).unwrap();
        assert_eq!(files(one.path()), files(two.path()));
        for file in files(one.path()) {
            let read = |folder: &Path| fs::read(folder.join(&file)).unwrap();
            assert_eq!(read(one.path()), read(two.path()), "{file}");
        }
    }

    #[test]
    fn a_file_in_the_way_is_named_with_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("reports");
        fs::write(&taken, "").unwrap();
        let said = prepare(&taken, &[]).unwrap_err().to_string();
        assert!(said.contains("reports; something else has that name"), "{said}");
        assert!(said.contains("--out"), "{said}");
    }
}
