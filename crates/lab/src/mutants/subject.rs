//! The solutions that are mutated: their sources, and what they do in the cases.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::tester::{CaseOrder, MutantTestResult, MutantTester};
use crate::calibrate::known_submission;
use cpp::mutants::{MutantFilter, MutantOutcome, SourceText};
use grading::{CaseRun, GradingError, LoadedProgram, PreparedCase};
use model::{
    Assignment, Comparison, Course, PromptMode, ReferenceSolution, SourceFile, Submission,
};

/// The programs of a course that are right by declaration, as submissions: calibration programs with all points, and a
/// reference's own sources. Only what a compiler makes of C or C++ can be mutated.
pub(super) fn find_solutions(course: &Course) -> Vec<Submission> {
    let mut all: Vec<Submission> = Vec::new();
    // Where students hand in cases, they are what is graded by mutants.
    let of_programs = course.assignments.iter();
    for assignment in of_programs.filter(|assignment| assignment.case_set.is_none()) {
        // One is enough, and the sources of the reference are the best: what is expected was made with them.
        let mut candidates: Vec<(&str, &[PathBuf])> = Vec::new();
        if let ReferenceSolution::Sources(paths) = &assignment.reference {
            candidates.push(("reference", paths));
        }
        for one in &assignment.calibrations {
            let is_right = match one.points {
                Some(points) => points == assignment.max_points(),
                None => one.permitted == ["accepted"],
            };
            if is_right {
                candidates.push((&one.name, &one.sources));
            }
        }
        candidates.retain(|(_, sources)| can_be_mutated(assignment, sources));
        if let Some((name, sources)) = candidates.first() {
            let absolute = |path: &PathBuf| fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            let sources: Vec<PathBuf> = sources.iter().map(absolute).collect();
            all.push(known_submission(assignment, name, &sources));
        }
    }
    all
}

fn can_be_mutated(assignment: &Assignment, sources: &[PathBuf]) -> bool {
    let files: Vec<SourceFile> = sources.iter().cloned().map(SourceFile::from_path).collect();
    let toolchain = assignment.choose_toolchain(&files);
    toolchain.compiles_to_programs()
        && files
            .iter()
            .all(|it| it.is_header() || has_program_ending(it))
}

fn has_program_ending(file: &SourceFile) -> bool {
    let ending = file.name.rsplit('.').next().unwrap_or_default();
    ["cpp", "cc", "cxx", "c", "C"].contains(&ending)
}

/// The texts of the sources, and the provided files beside them: no student can get those wrong.
pub(super) fn read_sources(
    files: &[SourceFile],
) -> Result<(Vec<SourceText>, Vec<SourceFile>), GradingError> {
    let mut texts = Vec::new();
    let mut provided = Vec::new();
    for file in files {
        if file.is_provided {
            provided.push(file.clone());
            continue;
        }
        let path = file.path();
        let text = fs::read_to_string(&path).map_err(|error| {
            GradingError::Internal(format!("`{}` cannot be read: {error}", path.display()))
        })?;
        let name = file.name.clone();
        texts.push(SourceText { name, text });
    }
    Ok((texts, provided))
}

/// The folder of the sources, relative to the course.
pub(super) fn sources_folder(files: &[SourceFile], course: &Path) -> PathBuf {
    let folder = files
        .first()
        .map_or_else(PathBuf::new, |file| file.folder.clone());
    folder
        .strip_prefix(course)
        .map_or_else(|_| folder.clone(), Path::to_owned)
}

/// Which faults some case may detect: if words are free everywhere, none that only changes words.
pub(super) fn select_faults(cases: &[Arc<PreparedCase>]) -> MutantFilter {
    let mut texts = false;
    let mut thrown_texts = false;
    for case in cases {
        texts |= case.all_comparisons().any(cares_for_prompts);
        match &case.spec.unit_tests {
            // What a function of a type returns may be words. Those of an exception matter only if a test reads them: a
            // survivor for each would only have to be accepted.
            Some(tests) => {
                texts = true;
                let mut files = tests.files.iter();
                thrown_texts |= files.any(|file| reads_exceptions(&file.content));
            }
            None => thrown_texts = true,
        }
    }
    MutantFilter {
        texts,
        thrown_texts,
    }
}

fn cares_for_prompts(rule: &Comparison) -> bool {
    rule.is_by_options() && rule.prompts != PromptMode::Any
}

/// Whether tests look at the words of exceptions, by `what()` or as frameworks spell that: `THROWS_WITH`.
fn reads_exceptions(tests: &[u8]) -> bool {
    let text = String::from_utf8_lossy(tests);
    ["what()", "THROWS_WITH", "THROWS_MESSAGE", "ThrowsMessage"]
        .iter()
        .any(|it| text.contains(it))
}

/// The runs of the solution in all cases.
///
/// # Errors
///
/// Also if the solution is wrong in one of them.
pub(super) fn run_baseline(
    tester: &mut MutantTester<'_>,
    loaded: &mut LoadedProgram,
) -> Result<Vec<CaseRun>, GradingError> {
    let grader = tester.grader;
    let mut trouble = String::new();
    for variant in &grader.expectations.input_variants {
        if variant.context.convention.is_last_resort {
            continue;
        }
        tester.base_variant = variant;
        let mut order = CaseOrder::new(grader);
        match tester.test_in_base_variant(loaded, &mut order)? {
            MutantTestResult::Survived(runs) => return Ok(runs),
            MutantTestResult::Done(MutantOutcome::Killed {
                case, criterion, ..
            }) if trouble.is_empty() => {
                trouble = format!("the program itself loses points in `{case}` (`{criterion}`)");
            }
            MutantTestResult::Done(MutantOutcome::Ungraded(why)) => {
                return Err(GradingError::Permanent(why));
            }
            MutantTestResult::Done(_) => {}
        }
    }
    Err(GradingError::Permanent(trouble))
}
