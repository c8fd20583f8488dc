//! The files that make a course: what the rubric and the cases name, and nothing else that lies beside them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::model::{Assignment, Case, Course, GivenFile, ProvidedFile, Reference};

/// All files without which the course cannot be loaded, checked or used to grade: the rubric, cases with what belongs to them, references,
/// checkers, generators, provided files and calibration programs. Never the roster or overrides.
pub(crate) fn files_of_course(course: &Course) -> BTreeSet<PathBuf> {
    let folder = course.folder();
    let mut files = BTreeSet::from([course.rubric.clone()]);
    for assignment in &course.assignments {
        files.extend(answering(course, assignment));
        files.extend(assignment.calibrations.iter().flat_map(|one| one.sources.clone()));
        for generator in &assignment.generators {
            files.extend(named_files(&folder, &generator.words));
            files.insert(generator.file.clone());
        }
        files.extend(assignment.cases.iter().flat_map(files_of_case));
    }
    // The file with an answer need not be there.
    files.retain(|file| file.is_file());
    files
}

/// The files that may belong to a case, whether they are there or not.
fn files_of_case(case: &Case) -> Vec<PathBuf> {
    let mut files = vec![case.file.clone(), case.expected_file.clone(), case.answer_file()];
    files.extend(case.input_file.iter().chain(&case.table).cloned());
    files.extend(case.invocation.files.iter().map(|GivenFile { original, .. }| original.clone()));
    let tests = case.unit_tests.iter().flat_map(|tests| &tests.files);
    files.extend(tests.map(|test| case.file.with_file_name(&test.name)));
    files.extend(case.products().into_iter().map(|(_, file)| file));
    files
}

/// The files of an instructor's own that answer or judge: sources of a reference, and whatever file a command names.
pub(super) fn answering(course: &Course, assignment: &Assignment) -> Vec<PathBuf> {
    let folder = course.folder();
    let commands = assignment.cases.iter().filter_map(|case| case.comparison.checker.as_ref());
    let own = assignment.criteria.iter().flat_map(|criterion| {
        (0..assignment.cases.len())
            .filter_map(|case| criterion.comparison_of(case)?.checker.as_ref())
    });
    let mut words: Vec<&String> = commands.chain(own).flat_map(|checker| &checker.words).collect();
    let mut files = match &assignment.reference {
        Reference::Sources(sources) => sources.clone(),
        Reference::Command(command) => {
            words.extend(command);
            Vec::new()
        }
        Reference::Game(..) | Reference::Answers => Vec::new(),
    };
    files.extend(assignment.provided.iter().map(ProvidedFile::path));
    files.extend(named_files(&folder, words));
    files.sort();
    files.dedup();
    files
}

/// The words of a command that name a file, seen from the rubric's folder.
fn named_files<'w>(
    folder: &Path,
    words: impl IntoIterator<Item = &'w String>,
) -> impl Iterator<Item = PathBuf> {
    words.into_iter().map(move |word| folder.join(word)).filter(|file| file.is_file())
}
