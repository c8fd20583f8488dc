//! The scripts of a class's cases, for all students together: `cases/<assignment>/<case>.in`.
//!
//! A file has the name of its case, and `from-1` behind that where programs that count rows from 1 were given other numbers. All
//! scripts are here that some program was given and students may see in full, whether it was right or not: so what is there does
//! not depend on how well a class did.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use super::folders::is_folder;
use super::places::CASES;
use super::replacement::replace_file;
use model::{CaseReport, CaseVisibility, Grade, InputOrigin};
use support::write_error::WriteError;

/// How the name of such a file ends.
pub(super) const ENDING: &str = "in";

/// The scripts that were found so far, by assignment and name of the file.
#[derive(Default)]
pub(super) struct CaseScripts(Mutex<BTreeMap<String, BTreeMap<String, CaseScriptFile>>>);

struct CaseScriptFile {
    /// Where the grade stands that it was taken from. Students of an earlier run may have been given another script, and then
    /// the first one counts, whichever thread comes first.
    place: usize,
    text: String,
}

impl CaseScripts {
    /// Takes note of what a submission was given, which stands in this place of the gradebook.
    pub(super) fn add_grade(&self, place: usize, grade: &Grade) {
        let mut assignments = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let scripts = assignments.entry(grade.assignment.clone()).or_default();
        for case in &grade.cases {
            let Some(name) = file_name(case) else {
                continue;
            };
            if scripts.get(&name).is_none_or(|known| place < known.place) {
                let text = case.input_text().into_owned();
                scripts.insert(name, CaseScriptFile { place, text });
            }
        }
    }

    /// Writes them below `folder`, and removes those that students may not see any more, or that no case has.
    ///
    /// # Errors
    ///
    /// If a file cannot be written or removed.
    pub(super) fn write_files(self, folder: &Path) -> Result<(), WriteError> {
        let assignments = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all = folder.join(CASES);
        for (assignment, scripts) in &assignments {
            let own = all.join(assignment);
            for (name, script) in scripts {
                replace_file(folder, &own.join(name), script.text.as_bytes())?;
            }
            let names: BTreeSet<&OsStr> = scripts.keys().map(OsStr::new).collect();
            remove_other_scripts(&all, &own, &names)?;
        }
        Ok(())
    }
}

/// The name of the file that holds what a program was given; none if students may not see it, or nobody else is given it.
fn file_name(case: &CaseReport) -> Option<String> {
    let is_shown = case.case.visibility == CaseVisibility::Full && case.observation.is_some();
    let id = &case.case.id;
    match case.input_origin {
        _ if !is_shown || !case.case.plays_script() || case.case.long_input.is_some() => None,
        InputOrigin::Script => Some(format!("{id}.{ENDING}")),
        // A case's name has no `~` in it, so no other case has this file.
        InputOrigin::NumberedFrom(base) => Some(format!("{id}~from-{base}.{ENDING}")),
        InputOrigin::Answers | InputOrigin::HandedIn => None,
    }
}

/// Removes every script of an assignment but these. What else somebody keeps there stays, and the folders with it.
fn remove_other_scripts(
    all: &Path,
    folder: &Path,
    names: &BTreeSet<&OsStr>,
) -> Result<(), WriteError> {
    for folder in [all, folder] {
        if !is_folder(folder).map_err(WriteError::for_path(folder))? {
            return Ok(());
        }
    }
    for entry in fs::read_dir(folder).map_err(WriteError::for_path(folder))? {
        let path = entry.map_err(WriteError::for_path(folder))?.path();
        let is_script = path.extension().is_some_and(|ending| ending == ENDING);
        if is_script && path.file_name().is_some_and(|name| !names.contains(name)) {
            fs::remove_file(&path).map_err(WriteError::for_path(&path))?;
        }
    }
    for empty in [folder, all] {
        let _ = fs::remove_dir(empty);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn written(grades: &[Grade], out: &Path) -> BTreeMap<String, String> {
        let scripts = CaseScripts::default();
        // From the last to the first, as threads might come.
        grades
            .iter()
            .enumerate()
            .rev()
            .for_each(|(place, grade)| scripts.add_grade(place, grade));
        scripts.write_files(out).unwrap();
        let entries = fs::read_dir(out.join("cases/tttn")).into_iter().flatten();
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| (name(&path), fs::read_to_string(&path).unwrap()))
            .collect()
    }

    #[test]
    fn a_script_stands_there_once_for_all_and_once_for_those_who_count_from_another_number() {
        let folder = tempfile::tempdir().unwrap();
        let mut from_1 = fixture::wrong();
        from_1.cases[1].input = vec!["3".to_owned(), "1".to_owned()];
        from_1.cases[1].input_origin = InputOrigin::NumberedFrom(1);
        from_1.cases[0].input_origin = InputOrigin::Answers;
        let mut of_an_older_run = fixture::wrong();
        of_an_older_run.cases[0].input = vec!["an older script".to_owned()];
        let grades = [
            from_1,
            fixture::wrong(),
            of_an_older_run,
            fixture::compile_error(),
        ];
        let files = written(&grades, folder.path());
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "draw-early.in",
                "win-main-diagonal.in",
                "win-main-diagonal~from-1.in"
            ]
        );
        assert_eq!(files["draw-early.in"], "3\n4\n0\n1\n7\n6\n2\n5\n3\n");
        assert_eq!(files["win-main-diagonal~from-1.in"], "3\n1\n");
    }

    #[test]
    fn what_students_may_not_see_any_more_goes_away_and_what_somebody_keeps_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(written(&fixture::class(), folder.path()).len(), 2);
        let mut hidden = fixture::wrong();
        hidden.cases[1].case.visibility = CaseVisibility::Hidden;
        fs::write(folder.path().join("cases/tttn/notes.txt"), "mine").unwrap();
        let files = written(&[hidden], folder.path());
        assert_eq!(
            files.into_keys().collect::<Vec<_>>(),
            ["draw-early.in", "notes.txt"]
        );
    }

    #[test]
    fn nothing_is_left_where_nothing_ran() {
        let folder = tempfile::tempdir().unwrap();
        written(&[fixture::wrong()], folder.path());
        assert_eq!(written(&[fixture::compile_error()], folder.path()).len(), 0);
        assert!(!folder.path().join(CASES).exists());
    }

    #[test]
    fn nothing_is_removed_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join("mine.in"), "").unwrap();
        fs::create_dir(folder.path().join(CASES)).unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("cases/tttn")).unwrap();
        let scripts = CaseScripts::default();
        scripts.add_grade(0, &fixture::compile_error());
        scripts.write_files(folder.path()).unwrap_err();
        assert!(elsewhere.path().join("mine.in").exists());
    }
}
