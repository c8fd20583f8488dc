//! The files that a course consists of: the rubric, and what the rubric and the cases name.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use model::{Assignment, Course, ProvidedFile, ReferenceSolution, TestCase};
use walkdir::WalkDir;

/// All files that a course needs to be loaded and to grade submissions, sorted, as paths that can be opened. Never a roster, grades,
/// overrides or submissions, which are about students.
///
/// # Errors
///
/// If a folder of cases cannot be listed.
pub fn course_files(course: &Course) -> io::Result<Vec<PathBuf>> {
    let folder = course.folder();
    let mut files = BTreeSet::from([course.rubric.clone()]);
    // A command may name a program of the machine, such as `/bin/sh`, which is not the course's.
    let is_courses = |file: &PathBuf| file.is_relative() || file.starts_with(&folder);
    for assignment in &course.assignments {
        files.extend(
            answering_files(course, assignment)
                .into_iter()
                .filter(is_courses),
        );
        files.extend(
            assignment
                .calibrations
                .iter()
                .flat_map(|one| one.sources.iter().cloned()),
        );
        for generator in &assignment.generators {
            files.extend(
                generator
                    .words
                    .iter()
                    .map(|word| folder.join(word))
                    .filter(is_courses),
            );
        }
        for case in &assignment.cases {
            files.extend(files_of_case(case));
        }
        if !contains_folder(&assignment.testcases, &folder) {
            files.extend(files_below(&assignment.testcases)?);
        }
    }
    Ok(files.into_iter().filter(|file| file.is_file()).collect())
}

/// Whether `outer` is `inner` or a folder around it.
fn contains_folder(outer: &Path, inner: &Path) -> bool {
    match (outer.canonicalize(), inner.canonicalize()) {
        (Ok(outer), Ok(inner)) => inner.starts_with(outer),
        _ => true,
    }
}

/// What the case names. The folder of cases may hold more, such as headers of unit tests.
fn files_of_case(case: &TestCase) -> Vec<PathBuf> {
    let named = [
        Some(&case.file),
        case.table.as_ref(),
        case.input_file.as_ref(),
    ];
    let mut files: Vec<PathBuf> = named.into_iter().flatten().cloned().collect();
    files.extend([case.expected_file.clone(), case.answer_file()]);
    files.extend(case.side_outputs().into_iter().map(|(_, file)| file));
    let beside = case.file.parent().unwrap_or(Path::new(""));
    files.extend(
        case.invocation
            .files
            .iter()
            .map(|given| given.original.clone()),
    );
    let tests = case.unit_tests.iter().flat_map(|tests| &tests.files);
    files.extend(tests.map(|file| beside.join(&file.name)));
    files
}

/// Regular files below a folder, or the file itself, but for hidden ones.
///
/// # Errors
///
/// If a folder cannot be listed.
pub fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder)
        .into_iter()
        .filter_entry(is_visible_entry)
    {
        let entry = entry?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    Ok(files)
}

fn is_visible_entry(entry: &walkdir::DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// The files that answer the cases of an assignment or judge them: sources of a reference, provided files, and each file that a command
/// names.
pub(super) fn answering_files(course: &Course, assignment: &Assignment) -> Vec<PathBuf> {
    let folder = course.folder();
    let commands = assignment
        .cases
        .iter()
        .filter_map(|case| case.comparison.checker.as_ref());
    let own = assignment.criteria.iter().flat_map(|criterion| {
        (0..assignment.cases.len())
            .filter_map(|case| criterion.comparison_of(case)?.checker.as_ref())
    });
    let mut words: Vec<&String> = commands
        .chain(own)
        .flat_map(|checker| &checker.words)
        .collect();
    let mut files = match &assignment.reference {
        ReferenceSolution::Sources(sources) => sources.clone(),
        ReferenceSolution::Command(command) => {
            words.extend(command);
            Vec::new()
        }
        ReferenceSolution::Game(..) | ReferenceSolution::Answers => Vec::new(),
    };
    files.extend(assignment.provided.iter().map(ProvidedFile::path));
    if let Some(rules) = &assignment.case_set {
        files.extend(rules.solution.iter().chain(&rules.programs).cloned());
    }
    files.extend(
        words
            .into_iter()
            .map(|word| folder.join(word))
            .filter(|file| file.is_file()),
    );
    files.sort();
    files.dedup();
    files
}
