//! Every report of a class. Those of one submission are written together, of several submissions at once.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use super::case_scripts::CaseScripts;
use super::entry::ReportEntry;
use super::names::SharedNames;
use super::places::{GRADES, INDEX, RESULTS, ReportPaths};
use super::replacement::{replace_file, replace_file_with};
use super::{audience, beside, csv, json, page, student};
use document::Block;
use model::{Grade, Gradebook, GradingEnvironment, RunOutline};
use support::parallel;
use support::write_error::WriteError;

/// Writes every report, and the grades for other programs, into `folder`, with so many threads. What is left of each grade is
/// the value: it says enough for a summary. Two at a time would mix; whoever holds the records of a run is alone.
///
/// # Errors
/// If a file cannot be written, or a grade cannot be read. Files written before it stay, each of them whole.
pub fn write_reports(
    gradebook: &(impl Gradebook + ?Sized),
    environment: &GradingEnvironment,
    folder: &Path,
    workers: usize,
) -> Result<Vec<ReportEntry>, WriteError> {
    let items = json::ResultsItems::new_in(folder).map_err(WriteError::for_path(folder))?;
    let names = SharedNames::default();
    let scripts = CaseScripts::default();
    let write_one = |place: &usize| {
        let grade = gradebook
            .grade(*place)
            .map_err(WriteError::for_path(folder))?;
        let submission = write_submission(&grade, environment, folder)?;
        scripts.add_grade(*place, &grade);
        let item = items
            .add_submission(&submission)
            .map_err(WriteError::for_path(folder))?;
        Ok((ReportEntry::new(&grade, &names), item))
    };
    let all: Vec<usize> = (0..gradebook.count()).collect();
    let (entries, places): (Vec<_>, Vec<_>) = parallel::try_map_jobs(&all, workers, write_one)?
        .into_iter()
        .unzip();
    scripts.write_files(folder)?;
    let outline = gradebook.run_outline();
    // Of a large class both take seconds, and each needs one processor.
    let parts = [ClassPart::Results, ClassPart::Tables];
    parallel::try_map_jobs(&parts, workers, |part| match part {
        ClassPart::Results => replace_file_with(folder, &folder.join(RESULTS), |file| {
            json::write_results(&items, &places, &entries, environment, file)
        }),
        ClassPart::Tables => write_tables(&entries, &outline, folder),
    })?;
    Ok(entries)
}

/// What is written about a class as a whole.
enum ClassPart {
    Results,
    Tables,
}

/// Writes the table for a spreadsheet, and the page of the class.
fn write_tables(
    entries: &[ReportEntry],
    outline: &RunOutline,
    folder: &Path,
) -> Result<(), WriteError> {
    let table = csv::render_csv(entries);
    replace_file(folder, &folder.join(GRADES), table.as_bytes())?;
    replace_file_with(folder, &folder.join(INDEX), |file| {
        page::write_class(entries, outline, file)
    })
}

/// Writes what is about one submission. What `results.json` says of it is the value.
fn write_submission(
    grade: &Grade,
    environment: &GradingEnvironment,
    folder: &Path,
) -> Result<String, WriteError> {
    let places = ReportPaths::new(&grade.student, &grade.assignment, folder);
    let submission = json::render_submission(grade);
    let shown = audience::for_student(grade);
    let report = student::render_report(&shown, &environment.toolchains);
    replace_file(folder, &places.report, report.as_bytes())?;
    write_page(&shown, environment, folder, &places.page)?;
    let own = match &shown {
        Cow::Borrowed(_) => json::with_schema(&submission),
        Cow::Owned(limited) => json::with_schema(&json::render_submission(limited)),
    };
    replace_file(folder, &places.json, own.as_bytes())?;
    beside::write_extra_files(grade, folder, &places.extra_folder)?;
    write_instructor_report(grade, environment, folder, &places)?;
    Ok(submission)
}

/// The page of one submission, as its student may see it.
///
/// # Errors
/// If it cannot be made, which would be a mistake of ours.
pub fn render_student_page(grade: &Grade, environment: &GradingEnvironment) -> io::Result<String> {
    page::student(&audience::for_student(grade), &environment.toolchains).map_err(io::Error::other)
}

/// The same as blocks, for a terminal.
pub fn build_student_report(grade: &Grade, environment: &GradingEnvironment) -> Vec<Block> {
    student::build_report(&audience::for_student(grade), &environment.toolchains)
}

/// The same as text.
pub fn render_student_report(grade: &Grade, environment: &GradingEnvironment) -> String {
    student::render_report(&audience::for_student(grade), &environment.toolchains)
}

fn write_page(
    grade: &Grade,
    environment: &GradingEnvironment,
    folder: &Path,
    path: &Path,
) -> Result<(), WriteError> {
    let page = page::student(grade, &environment.toolchains).map_err(io::Error::other);
    replace_file(
        folder,
        path,
        page.map_err(WriteError::for_path(path))?.as_bytes(),
    )
}

/// Where students see less than everything, the whole report stands apart from what they are given.
fn write_instructor_report(
    grade: &Grade,
    environment: &GradingEnvironment,
    folder: &Path,
    places: &ReportPaths,
) -> Result<(), WriteError> {
    if audience::is_limited(grade) {
        let report = student::render_report(grade, &environment.toolchains);
        replace_file(folder, &places.instructor_report, report.as_bytes())?;
        return write_page(grade, environment, folder, &places.instructor_page);
    }
    for old in [&places.instructor_report, &places.instructor_page] {
        match fs::remove_file(old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(WriteError::for_path(old)(error));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    use super::*;
    use crate::{fixture, prepare_folder};

    fn write_all(grades: &[Grade], out: &Path) -> Vec<ReportEntry> {
        write_reports(grades, &fixture::environment(), out, 2).unwrap()
    }

    fn files(folder: &Path) -> Vec<String> {
        let mut found: Vec<String> = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                entry
                    .path()
                    .strip_prefix(folder)
                    .unwrap()
                    .display()
                    .to_string()
            })
            .collect();
        found.sort();
        found
    }

    #[test]
    fn every_file_is_in_its_place_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("deep/reports");
        prepare_folder(&out, &[]).unwrap();
        assert_eq!(files(&out), Vec::<String>::new());
        let written = write_all(&[fixture::wrong()], &out);
        assert_eq!(
            files(&out),
            [
                "cases/tttn/draw-early.in",
                "cases/tttn/win-main-diagonal.in",
                "grades.csv",
                "index.html",
                "results.json",
                "student-02/tttn.html",
                "student-02/tttn.json",
                "student-02/tttn.md"
            ]
        );
        assert_eq!(written[0].student, "student-02");
        let script = fs::read_to_string(out.join("cases/tttn/win-main-diagonal.in")).unwrap();
        assert_eq!(script, "3\n0\n1\n4\n2\n8\n");
        let mode = fs::metadata(out.join(RESULTS))
            .unwrap()
            .permissions()
            .mode();
        assert_ne!(mode & 0o077, 0, "others can read reports");
    }

    #[test]
    fn two_writes_of_the_same_gradebook_give_the_same_bytes() {
        let one = tempfile::tempdir().unwrap();
        let two = tempfile::tempdir().unwrap();
        write_all(&fixture::class(), one.path());
        write_all(&fixture::class(), two.path());
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
        let said = prepare_folder(&taken, &[]).unwrap_err().to_string();
        assert!(
            said.contains("reports; something else has that name"),
            "{said}"
        );
        assert!(said.contains("--out"), "{said}");
    }
}
