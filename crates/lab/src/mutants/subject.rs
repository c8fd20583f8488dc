//! One program that is mutated: its sources, and what it does in the cases.

use std::fs;
use std::path::{Path, PathBuf};

use super::linked::LoadedProgram;
use super::tester::{MutantTestResult, MutantTester};
use cpp::mutants::{MutantFilter, MutantOutcome, SourceText};
use grading::{AssignmentGrader, CaseRun, GradingError};
use model::{
    Assignment, CalibrationProgram, Course, ReferenceSolution, SourceFile, Submission,
    SubmissionContent, UnitTests, add_provided_files,
};

/// The programs of a course that are right by declaration, as submissions: calibration programs with all points, and a
/// reference's own sources. Only what a compiler makes of C or C++ can be mutated.
pub(super) fn find_solutions(course: &Course) -> Vec<Submission> {
    let mut all: Vec<Submission> = Vec::new();
    for assignment in &course.assignments {
        let is_right = |one: &&CalibrationProgram| match one.points {
            Some(points) => points == assignment.max_points(),
            None => one.permitted == ["accepted"],
        };
        let solutions = assignment.calibrations.iter().filter(is_right);
        let solutions = solutions.map(|one| (one.name.clone(), one.sources.clone()));
        let reference = match &assignment.reference {
            ReferenceSolution::Sources(paths) => Some(("reference".to_owned(), paths.clone())),
            _ => None,
        };
        // One is enough, and the reference's own sources are the best: what is expected was made with them.
        let mut candidates = reference.into_iter().chain(solutions);
        let found = candidates.find(|(_, sources)| can_be_mutated(assignment, sources));
        all.extend(found.map(|(name, sources)| solution_submission(assignment, name, sources)));
    }
    all
}

fn can_be_mutated(assignment: &Assignment, sources: &[PathBuf]) -> bool {
    let files: Vec<SourceFile> = sources.iter().cloned().map(SourceFile::from_path).collect();
    let toolchain = assignment.choose_toolchain(&files);
    let is_read = |file: &SourceFile| {
        let ending = file.name.rsplit('.').next().unwrap_or_default();
        ["cpp", "cc", "cxx", "c", "C"].contains(&ending)
    };
    toolchain.compiles_to_programs() && files.iter().all(|it| it.is_header() || is_read(it))
}

fn solution_submission(
    assignment: &Assignment,
    student: String,
    sources: Vec<PathBuf>,
) -> Submission {
    let absolute = |path: PathBuf| fs::canonicalize(&path).unwrap_or(path);
    let files = sources
        .into_iter()
        .map(|path| SourceFile::from_path(absolute(path)))
        .collect();
    let (files, _) = add_provided_files(files, &assignment.provided, "");
    Submission {
        student,
        assignment: assignment.id.clone(),
        content: SubmissionContent::Sources(files),
        remarks: Vec::new(),
        to_check: Vec::new(),
        not_compiled: Vec::new(),
        fallback: None,
        hand_in: None,
        due: None,
    }
}

/// The texts of the sources, and the instructor's own files beside them: those are no student's to get wrong.
pub(super) fn read_sources(
    files: &[SourceFile],
) -> Result<(Vec<SourceText>, Vec<SourceFile>), GradingError> {
    let (provided, own): (Vec<SourceFile>, Vec<SourceFile>) =
        files.iter().cloned().partition(|file| file.is_provided);
    let text = |file: &SourceFile| {
        let text = fs::read_to_string(file.path()).map_err(|error| {
            GradingError::Internal(format!(
                "`{}` cannot be read: {error}",
                file.path().display()
            ))
        })?;
        Ok(SourceText {
            name: file.name.clone(),
            text,
        })
    };
    let own = own.iter().map(text).collect::<Result<_, GradingError>>()?;
    Ok((own, provided))
}

/// The folder in which its sources stand, as it is reached from the course's.
pub(super) fn sources_folder(files: &[SourceFile], course: &Path) -> PathBuf {
    let folder = files
        .first()
        .map_or_else(PathBuf::new, |file| file.folder.clone());
    folder
        .strip_prefix(course)
        .map_or_else(|_| folder.clone(), Path::to_owned)
}

/// Which faults some case may notice: where words are free everywhere, none that only changes words.
pub(super) fn select_faults(assignment: &Assignment) -> MutantFilter {
    use model::PromptMode;
    let cares = |rule: &model::Comparison| rule.is_by_options() && rule.prompts != PromptMode::Any;
    let texts = (0..assignment.cases.len()).any(|place| {
        cares(&assignment.cases[place].comparison)
            || assignment
                .criterion_comparisons(place)
                .any(|(_, rule)| cares(rule))
    });
    let tests: Vec<&UnitTests> = assignment
        .cases
        .iter()
        .filter_map(|case| case.unit_tests.as_ref())
        .collect();
    // What a function of a type returns may be words. Those of an exception are nobody's unless a test reads them: a survivor
    // for each would only have to be accepted.
    let reads = |tests: &&UnitTests| {
        tests
            .files
            .iter()
            .any(|file| reads_exceptions(&file.content))
    };
    let thrown_texts = tests.len() < assignment.cases.len() || tests.iter().any(reads);
    MutantFilter {
        texts: texts || !tests.is_empty(),
        thrown_texts,
    }
}

/// Whether tests look at the words of exceptions, by `what()` or as frameworks spell that: `THROWS_WITH`.
fn reads_exceptions(tests: &[u8]) -> bool {
    let text = String::from_utf8_lossy(tests);
    ["what()", "THROWS_WITH", "THROWS_MESSAGE", "ThrowsMessage"]
        .iter()
        .any(|it| text.contains(it))
}

/// What the program does in all cases.
///
/// # Errors
///
/// Also if it is not right in one of them.
pub(super) fn run_baseline(
    jury: &mut MutantTester<'_>,
    stage: &mut LoadedProgram,
) -> Result<Vec<CaseRun>, GradingError> {
    let grader: &AssignmentGrader<'_> = jury.grader;
    let mut trouble = String::new();
    for variant in &grader.expectations.input_variants {
        if variant.context.convention.is_last_resort {
            continue;
        }
        jury.base_variant = variant.place;
        let mut order = super::tester::CaseOrder::new(grader);
        match jury.test_in_base_variant(stage, &mut order)? {
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
