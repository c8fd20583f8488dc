//! The course that a package becomes, as plain data: each format makes one, and one writer writes it.

use std::collections::BTreeMap;

use super::notes::ImportNotes;

/// A course with one assignment.
#[derive(Debug, Default)]
pub struct ImportPlan {
    /// The name of the assignment.
    pub id: String,
    pub(crate) title: String,
    pub(crate) sources: Vec<String>,
    pub(crate) accept: Vec<String>,
    pub(crate) also: Vec<String>,
    pub(crate) toolchain: Vec<&'static str>,
    pub(crate) flags: Vec<String>,
    pub(crate) libraries: Vec<String>,
    /// Files of the instructor's that are compiled with every program: their paths in the course.
    pub(crate) provide: Vec<String>,
    /// Whether an exit code other than 0 is a crash.
    pub(crate) exit_zero: bool,
    /// What students see of cases that do not say otherwise.
    pub(crate) visibility: Option<&'static str>,
    pub(crate) limits: ImportedLimits,
    pub(crate) compare: ImportedComparison,
    /// Whether what is right stands in files beside the cases.
    pub(crate) has_answers: bool,
    /// Where it does not, the sources of a program that is right.
    pub(crate) reference: Vec<String>,
    /// Cases, in the order of the package.
    pub cases: Vec<ImportedCase>,
    /// Criteria, in the order of the rubric.
    pub criteria: Vec<ImportedCriterion>,
    /// Programs of the package whose results are known.
    pub calibration: Vec<ImportedCalibration>,
    /// Further files, by their paths in the course.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Programs that must be built before the course can be used.
    pub tools: Vec<ImportedTool>,
    /// What was carried over, changed and dropped.
    pub notes: ImportNotes,
}

/// A program of the package that judges others.
#[derive(Debug)]
pub struct ImportedTool {
    /// Its sources and headers, by their paths in the course.
    pub sources: Vec<String>,
    /// Where the program belongs in the course.
    pub program: String,
    /// Where it stands in the package.
    pub place: String,
    /// Flags of the compiler.
    pub flags: Vec<String>,
}

/// What a run may use.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct ImportedLimits {
    /// In seconds.
    pub(crate) cpu: Option<f64>,
    /// In bytes.
    pub(crate) memory: Option<u64>,
    /// In bytes.
    pub(crate) output: Option<u64>,
}

/// How output is compared. What is not said stays as it is.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct ImportedComparison {
    pub(crate) scope: Option<&'static str>,
    pub(crate) whitespace: Option<&'static str>,
    pub(crate) case_sensitive: Option<bool>,
    pub(crate) order: Option<&'static str>,
    /// Absolute and relative.
    pub(crate) numbers: Option<(f64, f64)>,
    pub(crate) checker: Vec<String>,
    pub(crate) protocol: Option<&'static str>,
    pub(crate) interactor: Vec<String>,
    /// Words behind the question to the checker or interactor.
    pub(crate) checker_args: Vec<String>,
    /// How often a program is run, where that is more than once.
    pub(crate) passes: Option<u32>,
    pub(crate) patterns: Vec<String>,
}

/// What a case is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ImportedInput {
    /// A program gets this input and must print that.
    Output(Vec<u8>, Vec<u8>),
    /// A test program of this framework, by its name beside the case.
    Tests(String, &'static str),
}

/// A case.
#[derive(Debug, Clone)]
pub struct ImportedCase {
    pub(crate) id: String,
    pub(crate) input: ImportedInput,
    pub(crate) description: Option<String>,
    pub(crate) args: Vec<String>,
    /// Files that the program finds, by their names, with what they hold.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Files that the program must write, likewise.
    pub(crate) writes: BTreeMap<String, Vec<u8>>,
    pub(crate) exit: Option<i32>,
    pub(crate) stderr: Option<String>,
    pub(crate) visibility: Option<&'static str>,
    pub(crate) weight: Option<u32>,
    pub(crate) compare: ImportedComparison,
    pub(crate) cpu: Option<f64>,
}

impl ImportedCase {
    /// A case with nothing but input and output.
    pub(crate) fn new(id: String, input: Vec<u8>, output: Vec<u8>) -> ImportedCase {
        ImportedCase {
            id,
            input: ImportedInput::Output(input, output),
            description: None,
            args: Vec::new(),
            files: BTreeMap::new(),
            writes: BTreeMap::new(),
            exit: None,
            stderr: None,
            visibility: None,
            weight: None,
            compare: ImportedComparison::default(),
            cpu: None,
        }
    }
}

/// What a criterion looks at.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ImportedEvidence {
    /// The cases with these names, and how they earn points.
    Cases(Vec<String>, Option<&'static str>),
    /// `compiles` or `no-warnings`.
    Build(&'static str),
    /// A person decides.
    Manual,
}

/// A criterion.
#[derive(Debug, Clone)]
pub struct ImportedCriterion {
    pub(crate) id: String,
    pub(crate) title: Option<String>,
    pub(crate) points: f64,
    pub extra: bool,
    pub(crate) evidence: ImportedEvidence,
    /// The names of criteria that must be earned first.
    pub(crate) requires: Vec<String>,
}

impl ImportedCriterion {
    /// A criterion of cases.
    pub(crate) fn from_cases(id: String, points: f64, cases: Vec<String>) -> ImportedCriterion {
        let evidence = ImportedEvidence::Cases(cases, None);
        ImportedCriterion {
            id,
            title: None,
            points,
            extra: false,
            evidence,
            requires: Vec::new(),
        }
    }
}

/// A program whose verdicts are known.
#[derive(Debug, Clone, Default)]
pub struct ImportedCalibration {
    /// Its files in the course, the one that names it first.
    pub(crate) sources: Vec<String>,
    pub points: Option<f64>,
    pub(crate) permitted: Vec<&'static str>,
    pub(crate) required: Vec<&'static str>,
    /// Verdicts of single cases.
    pub(crate) verdicts: BTreeMap<String, &'static str>,
}
