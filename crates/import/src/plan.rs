//! The course that a package becomes, as plain data: each format makes one, and one writer writes it. What the rubric and the cases say
//! is in the types that read these files (`rubric::raw`).

use std::collections::{BTreeMap, BTreeSet};

use rubric::raw::{
    Names, OneOrMore, RawAssignment, RawCalibration, RawCase, RawComparison, RawCriterion,
    RawFiles, RawQuantity, RawReference, RawRubric, RawRunLimits, RawTolerance, RawToolchains,
    SpannedTable, Text, Texts, to_texts,
};

use super::notes::ImportNotes;

/// Names by which students hand in programs in C and C++.
const ACCEPTED: [&str; 4] = ["*.cpp", "*.cc", "*.cxx", "*.c"];

/// The verdicts of a program that a validator accepts with a part of the points: a case that has not all of them counts as wrong here.
pub(crate) const ACCEPTED_IN_PART: [&str; 2] = ["accepted", "wrong-answer"];

/// With which flags judges of contests have programs compiled; the standard is for C++ alone.
pub(crate) const JUDGE_FLAGS: [&str; 2] = ["-O2", "-std=gnu++20"];

/// A course with one assignment.
#[derive(Debug, Default)]
pub struct ImportPlan {
    /// The name of the assignment.
    pub id: String,
    /// The assignment's table in the rubric, but for what has a field here.
    pub(crate) assignment: RawAssignment,
    pub(crate) limits: ImportedLimits,
    pub(crate) compare: RawComparison,
    /// Cases, in the order of the package.
    pub cases: Vec<ImportedCase>,
    /// Criteria, in the order of the rubric.
    pub criteria: Vec<RawCriterion>,
    /// Programs of the package whose results are known.
    pub calibration: Vec<RawCalibration>,
    /// Further files, by their paths in the course.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Accepted programs in Python, of which a package without such a program in C or C++ makes use.
    pub(crate) spare_programs: Vec<SpareProgram>,
    /// Toolchains of the course's own.
    pub(crate) toolchains: RawToolchains,
    /// Programs that must be built before the course can be used.
    pub tools: Vec<ImportedTool>,
    /// Cases whose files are made by programs.
    pub generated: Vec<GeneratedCase>,
    /// Whether the package lacks answers, so that what the reference prints is right.
    pub is_answered_by_reference: bool,
    /// How the limit of processor time is found; none if it is known.
    pub measured_limit: Option<MeasuredLimit>,
    /// What was carried over, changed and dropped.
    pub notes: ImportNotes,
}

/// An accepted program in Python.
#[derive(Debug)]
pub(crate) struct SpareProgram {
    /// Its place in the package.
    pub(crate) place: String,
    /// Its path in the course.
    pub(crate) target: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) known: RawCalibration,
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
    pub(crate) stack: Option<u64>,
    /// In bytes.
    pub(crate) output: Option<u64>,
}

/// A case whose files a program of the package makes.
#[derive(Debug)]
pub struct GeneratedCase {
    /// The words that start the program, in the folder of the course.
    pub words: Vec<String>,
    /// What the program finds on standard input.
    pub input: Vec<u8>,
    /// Whether standard error is what is right.
    pub has_answer: bool,
    /// The file in which programs find what it prints; none if that is their standard input.
    pub(crate) input_file: Option<String>,
    /// Its place in the package.
    pub place: String,
    /// The name of the case in the plan.
    pub(crate) case: String,
}

/// A limit of processor time that follows from what the accepted programs need.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeasuredLimit {
    /// How often the slowest of them must fit into it.
    pub factor: f64,
    /// It is a multiple of this many seconds, and at least as long.
    pub step: f64,
}

impl ImportedLimits {
    /// As the rubric has them; none if nothing is limited.
    pub(crate) fn to_table(&self) -> Option<SpannedTable<RawRunLimits>> {
        let cpu = self.cpu.map(|seconds| seconds.clamp(0.001, 86_400.0));
        // Time on the clock only catches those who sleep.
        let wall = cpu.map(|seconds| (seconds * 3.0).max(5.0));
        let limits = RawRunLimits {
            cpu: cpu.map(|seconds| RawQuantity::from_seconds(seconds).into()),
            wall: wall.map(|seconds| RawQuantity::from_seconds(seconds).into()),
            memory: self
                .memory
                .map(|bytes| RawQuantity::from_bytes(bytes).into()),
            stack: self
                .stack
                .map(|bytes| RawQuantity::from_bytes(bytes).into()),
            output: self
                .output
                .map(|bytes| RawQuantity::from_bytes(bytes).into()),
            ..RawRunLimits::default()
        };
        (limits != RawRunLimits::default()).then(|| limits.into())
    }
}

impl ImportPlan {
    /// The rubric of the course.
    pub(crate) fn to_rubric(&self) -> RawRubric {
        let counted = self.criteria.iter().filter(|one| one.extra.is_none());
        let criteria = self.criteria.iter().map(|one| {
            let all = one.cases.as_ref().map(|cases| cases.get_ref().len());
            let is_all = all == Some(self.cases.len()) && !self.cases.is_empty();
            let mut one = one.clone();
            if is_all {
                one.cases = Some(to_texts(["*"]));
            }
            one.into()
        });
        let assignment = RawAssignment {
            program: Some(self.id.as_str().into()),
            limits: self.limits.to_table(),
            compare: to_table(&self.compare),
            points: Some(round_points(counted.map(criterion_points).sum()).into()),
            criteria: criteria.collect(),
            calibration: self.calibration.iter().cloned().map(Into::into).collect(),
            ..self.assignment.clone()
        };
        RawRubric {
            toolchains: self.toolchains.clone(),
            assignments: BTreeMap::from([(self.id.as_str().into(), assignment.into())]),
            ..RawRubric::default()
        }
    }

    /// The same for measuring what the accepted programs need: they alone are run, and may use `seconds` of processor time.
    pub(crate) fn to_measuring_rubric(&self, seconds: f64) -> RawRubric {
        let mut rubric = self.to_rubric();
        let limits = ImportedLimits {
            cpu: Some(seconds),
            ..self.limits.clone()
        };
        for assignment in rubric.assignments.values_mut() {
            assignment.body.limits = limits.to_table();
            assignment.body.calibration = self
                .accepted_programs()
                .map(|one| one.clone().into())
                .collect();
        }
        rubric
    }

    /// The programs that the package accepts, if perhaps not with all points.
    pub fn accepted_programs(&self) -> impl Iterator<Item = &RawCalibration> {
        let is_accepted = |one: &&RawCalibration| {
            let required = to_strings(one.required.as_ref());
            let is_demanded = required.iter().any(|verdict| verdict != "accepted");
            let permitted = to_strings(one.permitted.as_ref());
            !is_demanded && (permitted == ["accepted"] || permitted == ACCEPTED_IN_PART)
        };
        self.calibration.iter().filter(is_accepted)
    }

    /// Whether programs speak with an interactor, or run in several passes: what is right is then what a reference does.
    pub fn has_interactor(&self) -> bool {
        self.compare.interactor.is_some() || self.compare.passes.is_some()
    }

    /// Whether what is right is what a reference does when it is run.
    pub fn needs_reference(&self) -> bool {
        self.has_interactor() || self.is_answered_by_reference
    }

    /// Sets the limit that follows from what the slowest accepted program needed, in seconds; without one the usual limit stays.
    pub fn set_measured_limit(&mut self, limit: MeasuredLimit, slowest: Option<f64>) {
        let place = "limits.cpu";
        let Some(slowest) = slowest else {
            let text = "no accepted program ended in time, so the limit that follows from what they need is not known: it is 2 s";
            self.notes.add_remark(place, text);
            return;
        };
        let steps = (slowest * limit.factor / limit.step).ceil().max(1.0);
        let seconds = (steps * limit.step).clamp(0.01, 600.0);
        self.limits.cpu = Some(seconds);
        let text = format!(
            "{seconds} s, which is {} times the {slowest:.3} s of the slowest accepted program, rounded up",
            limit.factor
        );
        self.notes.add_imported(place, text);
    }

    /// Takes what a program printed for the files of its case.
    pub fn set_generated_files(
        &mut self,
        generated: &GeneratedCase,
        input: Vec<u8>,
        answer: Vec<u8>,
    ) {
        let case = self.cases.iter_mut().find(|it| it.id == generated.case);
        let Some(case) = case else { return };
        if let Some(file) = &generated.input_file {
            case.files.insert(file.clone(), input);
        } else if let Some(streams) = case.streams.as_mut() {
            streams.input = input;
            if generated.has_answer {
                streams.output = answer;
            }
        }
    }

    /// The files that students hand in.
    pub(crate) fn sources(&self) -> Vec<String> {
        to_strings(self.assignment.sources.as_ref())
    }

    /// What judges of contests have in common: one file is handed in and built with optimisation, a program that ends in another way
    /// than with 0 has crashed, students see verdicts, and what is right stands in files.
    pub(crate) fn use_judge_defaults(&mut self) {
        self.assignment.sources = Some(to_texts([format!("{}.cpp", self.id)]));
        self.assignment.accept = Some(to_texts(ACCEPTED));
        self.assignment.toolchain = Some(to_names(&["g++", "gcc"]));
        self.assignment.flags = Some(JUDGE_FLAGS.map(str::to_owned).to_vec());
        self.assignment.libraries = Some(vec!["m".into()]);
        self.assignment.exit = Some("zero".into());
        self.assignment.visibility = Some("verdict".into());
        self.use_answers();
    }

    /// Stores a file of the instructor's under its name. Returns its path in the course.
    pub(crate) fn store_instructor_file(&mut self, name: &str, bytes: Vec<u8>) -> String {
        let path = format!("provided/{}/{name}", self.id);
        self.files.insert(path.clone(), bytes);
        path
    }

    /// Adds a file that is compiled with every program.
    pub(crate) fn add_provided_file(&mut self, name: &str, bytes: Vec<u8>) {
        let path = self.store_instructor_file(name, bytes);
        let mut paths = match self
            .assignment
            .provide
            .as_ref()
            .map(|files| files.get_ref())
        {
            Some(RawFiles::Names(paths)) => paths.clone(),
            _ => Vec::new(),
        };
        if !paths.contains(&path) {
            paths.push(path);
        }
        self.assignment.provide = Some(RawFiles::Names(paths).into());
    }

    /// Adds a checker of ours in Python, under a name in the folder of checkers. Returns the words that start it.
    pub(crate) fn add_checker_script(&mut self, name: &str, text: &str) -> Vec<String> {
        let script = format!("checkers/{}/{name}", self.id);
        self.files.insert(script.clone(), text.as_bytes().to_vec());
        vec!["python3".to_owned(), script]
    }

    /// What is right stands in files beside the cases.
    pub(crate) fn use_answers(&mut self) {
        let reference = RawReference {
            answers: Some(true.into()),
            ..RawReference::default()
        };
        self.assignment.reference = Some(reference.into());
    }

    /// What is right is what the first accepted program does; false if there is none.
    pub(crate) fn use_accepted_reference(&mut self) -> bool {
        self.adopt_spare_programs();
        let Some(right) = self.accepted_programs().next() else {
            return false;
        };
        let sources = to_texts(to_strings(right.sources.as_ref()));
        self.use_reference(sources);
        true
    }

    /// What is right is what a program of these sources does.
    pub(crate) fn use_reference(&mut self, sources: Texts) {
        let reference = RawReference {
            sources: Some(sources),
            ..RawReference::default()
        };
        self.assignment.reference = Some(reference.into());
    }
}

/// A case.
#[derive(Debug, Clone)]
pub struct ImportedCase {
    pub(crate) id: String,
    /// Its own file, but for the names of files that it is given or must write.
    pub(crate) file: RawCase,
    /// What a program is given, and what it must print; none for unit tests.
    pub(crate) streams: Option<ImportedStreams>,
    /// Files that the program finds, by their names, with what they hold.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Files that the program must write, likewise.
    pub(crate) writes: BTreeMap<String, Vec<u8>>,
}

/// The files `NAME.in` and `NAME.ans` of a case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImportedStreams {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Vec<u8>,
}

impl ImportedCase {
    /// A case with nothing but input and output.
    pub(crate) fn new(id: String, input: Vec<u8>, output: Vec<u8>) -> ImportedCase {
        ImportedCase {
            id,
            file: RawCase::default(),
            streams: Some(ImportedStreams { input, output }),
            files: BTreeMap::new(),
            writes: BTreeMap::new(),
        }
    }

    /// Its file; none if its input says all.
    pub(crate) fn to_file(&self) -> Option<RawCase> {
        let mut file = self.file.clone();
        if !self.files.is_empty() {
            let path = |name: &String| (name.clone(), format!("{}.files/{name}", self.id));
            file.files = Some(RawFiles::Named(self.files.keys().map(path).collect()).into());
        }
        if !self.writes.is_empty() {
            file.writes = Some(to_texts(self.writes.keys().cloned()));
        }
        if file == RawCase::default() {
            return None;
        }
        if file.description.is_none() {
            file.description = Some(format!("The input in {}.in", self.id).into());
        }
        Some(file)
    }
}

/// A criterion of cases.
pub(crate) fn case_criterion(id: String, points: f64, cases: &[String]) -> RawCriterion {
    RawCriterion {
        id: Some(id.into()),
        points: Some(round_points(points).into()),
        cases: Some(to_texts(cases)),
        ..RawCriterion::default()
    }
}

/// The name of a criterion.
pub(crate) fn criterion_id(one: &RawCriterion) -> &str {
    one.id.as_ref().map_or("", |id| id.get_ref().as_str())
}

/// What a criterion is worth.
pub(crate) fn criterion_points(one: &RawCriterion) -> f64 {
    one.points.as_ref().map_or(0.0, |points| *points.get_ref())
}

/// Whether a key has this word.
pub(crate) fn has_word(key: Option<&Text>, word: &str) -> bool {
    key.is_some_and(|text| text.get_ref() == word)
}

/// The strings of a list.
pub(crate) fn to_strings(list: Option<&Texts>) -> Vec<String> {
    let texts = list.map(|list| list.get_ref().as_slice());
    let texts = texts.unwrap_or_default().iter();
    texts.map(|text| text.get_ref().clone()).collect()
}

/// A name, or several.
pub(crate) fn to_names(names: &[&str]) -> Names {
    let names = match names {
        [only] => OneOrMore::One((*only).to_owned()),
        several => OneOrMore::More(several.iter().map(|&name| name.to_owned()).collect()),
    };
    names.into()
}

/// A list; none without words.
pub(crate) fn to_list(words: impl IntoIterator<Item = impl Into<String>>) -> Option<Texts> {
    Some(to_texts(words)).filter(|list| !list.get_ref().is_empty())
}

/// How far numbers may be off. Two zeros take away a tolerance that the assignment gives.
pub(crate) fn tolerance_table(abs: f64, rel: f64) -> SpannedTable<RawTolerance> {
    let tolerance = RawTolerance {
        abs: Some(abs.into()).filter(|_| abs > 0.0 || rel == 0.0),
        rel: Some(rel.into()).filter(|_| rel > 0.0),
    };
    tolerance.into()
}

/// A comparison as a table; none if it says nothing.
pub(crate) fn to_table(compare: &RawComparison) -> Option<SpannedTable<RawComparison>> {
    (*compare != RawComparison::default()).then(|| compare.clone().into())
}

/// What a number in `score.txt` must be, in these cases, for all points of a case.
pub(crate) fn set_full_score(plan: &mut ImportPlan, ids: &[String], full_score: f64) {
    let ids: BTreeSet<&String> = ids.iter().collect();
    for case in plan.cases.iter_mut().filter(|case| ids.contains(&case.id)) {
        let compare = case.file.compare.take();
        let mut compare = compare.map(|table| table.body).unwrap_or_default();
        let is_usual = (full_score - 1.0).abs() < f64::EPSILON;
        compare.full_score = (!is_usual).then(|| full_score.into());
        case.file.compare = to_table(&compare);
    }
}

/// A number of points with three decimals at most.
pub(crate) fn round_points(points: f64) -> f64 {
    (points * 1000.0).round() / 1000.0
}
