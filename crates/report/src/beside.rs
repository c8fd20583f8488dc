//! What stands beside a student's report because the report is too short for it: inputs that no command can hold, and the calls
//! of a function where several were wrong. So a student's folder is enough to see everything in it again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::call_script::{main_with_wrong_calls, wrong_calls};
use super::replacement::replace_file;
use super::{counted, reproduce};
use model::{CaseReport, CaseVisibility, Grade, InputOrigin, Verdict};
use support::write_error::WriteError;

/// The file with a case's inputs, where they are too long for a command.
pub(super) fn input_file(grade: &Grade, case: &CaseReport) -> Option<String> {
    // The student has the file, and its name is not one that a course has checked.
    if case.input_origin == InputOrigin::HandedIn {
        return None;
    }
    let text = case.input_text();
    let is_needed = case.case.plays_script() && !reproduce::fits_command(grade, &case.case, &text);
    is_needed.then(|| input_name(case))
}

/// The file with the wrong calls of a case, where they are more than the one that its report shows.
pub(super) fn calls_file(case: &CaseReport) -> Option<String> {
    let was_called = case.calls.iter().any(|call| call.observation.is_some());
    (was_called && wrong_calls(case).count() > 1).then(|| calls_name(case))
}

fn input_name(case: &CaseReport) -> String {
    format!("{}.in", case.case.id)
}

fn calls_name(case: &CaseReport) -> String {
    format!("{}.cpp", case.case.id)
}

/// Writes what a grade's report needs into `folder`, and removes what earlier ones needed.
///
/// # Errors
///
/// If a file cannot be written or removed.
pub(super) fn write_extra_files(
    grade: &Grade,
    out: &Path,
    folder: &Path,
) -> Result<(), WriteError> {
    let needed = collect_extra_files(grade);
    for (name, text) in &needed {
        replace_file(out, &folder.join(name), text.as_bytes())?;
    }
    let own = grade.cases.iter();
    let names = own
        .filter(|case| case.input_origin != InputOrigin::HandedIn)
        .flat_map(|case| [input_name(case), calls_name(case)]);
    let old: BTreeSet<String> = names.filter(|name| !needed.contains_key(name)).collect();
    for file in file_names_in(folder).filter(|name| old.contains(name)) {
        let file = folder.join(file);
        fs::remove_file(&file).map_err(WriteError::for_path(&file))?;
    }
    if needed.is_empty() && folder.exists() {
        // Whatever else somebody keeps in that folder stays, and the folder with it.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

/// The files, with what stands in them, of all cases that are not right and that students may see.
fn collect_extra_files(grade: &Grade) -> BTreeMap<String, String> {
    let failures = counted::collect_failures(grade);
    let mut needed = BTreeMap::new();
    for case in grade
        .cases
        .iter()
        .filter(|case| case.case.visibility == CaseVisibility::Full)
    {
        let is_told_of = failures
            .iter()
            .any(|failure| failure.case.case.id == case.case.id);
        if case.judgement.verdict == Verdict::Accepted && !is_told_of {
            continue;
        }
        if let Some(name) = calls_file(case) {
            needed.insert(name, main_with_wrong_calls(case));
        } else if let Some(name) = input_file(grade, case).filter(|_| case.observation.is_some()) {
            needed.insert(name, case.input_text().into_owned());
        }
    }
    needed
}

/// The names of what a folder holds; none if there is no such folder.
fn file_names_in(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn only_inputs_that_no_command_can_hold_stand_beside_the_report() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("student-02/tttn");
        let mut grade = fixture::wrong();
        let ways = [
            ("8".repeat(2000), vec!["win-main-diagonal.in".to_owned()]),
            ("8".into(), vec![]),
        ];
        for (line, files) in ways {
            grade.cases[1].input = vec![line];
            write_extra_files(&grade, folder.path(), &own).unwrap();
            assert_eq!(file_names_in(&own).collect::<Vec<_>>(), files);
        }
        assert!(!own.exists(), "an empty folder is left");
    }

    #[test]
    fn a_program_that_never_ran_has_nothing_to_be_seen_again() {
        let mut grade = fixture::compile_error();
        grade.cases[1].input = vec!["8".repeat(2000)];
        assert!(collect_extra_files(&grade).is_empty());
    }

    #[test]
    fn the_scripts_that_earlier_versions_wrote_go_away() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("student-02/tttn");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("win-main-diagonal.in"), "3\n").unwrap();
        write_extra_files(&fixture::wrong(), folder.path(), &own).unwrap();
        assert!(!own.exists());
    }
}
