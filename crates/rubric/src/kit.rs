//! What students may have of an assignment, as a course of its own: they check their programs with it before they hand in.
//!
//! A kit is made by an allow-list: each key of the rubric and of a case that is in it stands in this file by name. A key that is new
//! stays out. Cases that students do not see in full stay out, even their names.

mod values;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::values::to_typed_call;
use super::case_files::read_cases;
use super::config_file::DiagnosticCollector;
use super::quantity::RawQuantity;
use super::raw::{
    self, OneOrMore, RawAnswer, RawAssignment, RawCase, RawComparison, RawCriterion, RawDefaults,
    RawFiles, RawHints, RawReference, RawRubric, Spanned, SpannedTable, Text, to_texts,
};
use super::toml_reading::read_toml;
use super::toml_writing::{render_case, render_rubric};
use super::transcript::render_test_names;
use super::vocabulary::used_names;
use model::{
    Assignment, CallEffect, CaseVisibility, Course, Criterion, CriterionEvidence,
    ReferenceSolution, TestCase, TestFile, TestName,
};

/// The folder of provided files in a kit.
const PROVIDED: &str = "provided";

/// What the reference does in a case, where no file beside the case says it.
#[derive(Debug, Clone, Default)]
pub struct KitAnswer {
    /// The effects of the calls of a function.
    pub effects: Vec<Arc<CallEffect>>,
    /// The unit tests that must pass.
    pub tests: Vec<TestName>,
}

/// A course for students.
#[derive(Debug, Default)]
pub struct KitCourse {
    /// The files by their paths in the course's folder, with `/`.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How many cases are in it.
    pub shown_cases: usize,
    /// How many cases are not.
    pub hidden_cases: usize,
    /// What students may see and a kit cannot hold, a sentence each.
    pub left_out: Vec<String>,
}

/// A kit could not be made.
#[derive(Debug, thiserror::Error)]
pub enum KitError {
    /// A file of the course cannot be read any more.
    #[error("cannot read `{}`", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The rubric or a case was changed meanwhile.
    #[error("`{}` was changed meanwhile; try again", .0.display())]
    Changed(PathBuf),
    /// A value is none that TOML has.
    #[error("a value cannot be written as TOML")]
    Write(#[source] io::Error),
    /// There is nothing to check a program with.
    #[error(
        "students may see no case of `{0}` in full, so a kit would check nothing; `visibility = \"full\"` shows a case"
    )]
    NoCases(String),
    /// Only a reference can check cases, and that is never in a kit.
    #[error(
        "students hand in cases for `{0}`, and only the reference can check them: it is not for students"
    )]
    HandsInCases(String),
}

/// The course for students of one assignment. `answers` are those of its cases, in their order. With `shows_points`, criteria have
/// their points; otherwise each has one, and nothing else of how points are given is in the kit.
///
/// # Errors
///
/// If a file cannot be read or written, or no case may be in it.
pub fn pack_kit_course(
    course: &Course,
    assignment: &Assignment,
    answers: &[KitAnswer],
    shows_points: bool,
) -> Result<KitCourse, KitError> {
    if assignment.case_set.is_some() {
        return Err(KitError::HandsInCases(assignment.id.clone()));
    }
    let text = read_text(&course.rubric)?;
    let rubric = read_toml::<RawRubric>(&text)
        .value
        .ok_or_else(|| KitError::Changed(course.rubric.clone()))?;
    let mut packer = KitPacker {
        assignment,
        folder: format!("testcases/{}", assignment.id),
        kit: KitCourse::default(),
        patterns: Vec::new(),
        typed: BTreeMap::new(),
    };
    let mut shown = BTreeSet::new();
    for (case, answer) in assignment.cases.iter().zip(answers) {
        if packer.add_case(case, answer)? {
            shown.insert(case.id.as_str());
        }
    }
    if shown.is_empty() {
        return Err(KitError::NoCases(assignment.id.clone()));
    }
    packer.kit.shown_cases = shown.len();
    packer.kit.hidden_cases = assignment.cases.len() - shown.len();
    let rubric = packer.pack_rubric(&rubric, &shown, shows_points)?;
    let mut kit = packer.kit;
    let text = render_rubric(&rubric).map_err(KitError::Write)?;
    kit.files
        .insert("rubric.toml".to_owned(), text.into_bytes());
    Ok(kit)
}

struct KitPacker<'a> {
    assignment: &'a Assignment,
    /// The folder of the cases in the kit.
    folder: String,
    kit: KitCourse,
    /// The patterns in the kit, which may use words of the vocabulary.
    patterns: Vec<String>,
    /// Cases as they were typed, by their files and names, until they are packed.
    typed: BTreeMap<PathBuf, BTreeMap<String, RawCase>>,
}

/// A table with the keys that `[defaults]` and an assignment share and a kit may have, besides those of its own.
macro_rules! pack_shared_keys {
    ($packer:expr, $typed:expr, $Table:ident, $own:expr) => {{
        let typed = $typed;
        $packer.note_questions(typed.answers.as_deref());
        let compare = typed.compare.as_ref();
        let compare = compare.map(|table| $packer.pack_comparison(&table.body));
        $Table {
            accept: typed.accept.clone(),
            also: typed.also.clone(),
            toolchain: typed.toolchain.clone(),
            flags: typed.flags.clone(),
            libraries: typed.libraries.clone(),
            forgive: typed.forgive.clone(),
            terminal: typed.terminal,
            shortest: typed.shortest,
            repair: typed.repair.clone(),
            limits: typed.limits.clone(),
            build_limits: typed.build_limits.clone(),
            compare,
            exit: typed.exit.clone(),
            presentation: typed.presentation.clone(),
            hints: typed.hints.clone(),
            answers: typed.answers.clone(),
            vocabulary: typed.vocabulary.clone(),
            undefined: typed.undefined.clone(),
            ..$own
        }
    }};
}

impl KitPacker<'_> {
    /// Adds a case with its files. Whether it may be in the kit is the value.
    fn add_case(&mut self, case: &TestCase, answer: &KitAnswer) -> Result<bool, KitError> {
        if case.visibility != CaseVisibility::Full {
            return Ok(false);
        }
        if case.comparison.checker.is_some() {
            self.leave_out(case, "a command of the instructor's decides it");
            return Ok(false);
        }
        let typed = self.read_raw_case(case)?;
        let calls = match &case.function {
            Some(_) if self.is_game() => Some(typed.calls.clone()),
            Some(function) => {
                let calls = function.calls.iter().zip(&answer.effects);
                calls
                    .zip(&typed.calls)
                    .map(|((call, effect), typed)| {
                        to_typed_call(function, call, effect, &typed.body)
                    })
                    .collect()
            }
            None => Some(Vec::new()),
        };
        let Some(calls) = calls else {
            self.leave_out(case, "no file can say what its calls do");
            return Ok(false);
        };
        let own = RawCase {
            kind: typed.kind,
            description: Some(case.description.as_str().into()),
            input: typed.input,
            end_of_input: typed.end_of_input,
            player: typed.player,
            seeds: typed.seeds,
            answers: typed.answers,
            args: typed.args,
            env: typed.env,
            files: self.add_case_files(case),
            writes: typed.writes,
            scratch: typed.scratch,
            exit: typed.exit,
            stderr: typed.stderr,
            runs: typed.runs,
            prototype: typed.prototype,
            calls,
            printed: typed.printed,
            tests: self.add_test_files(case, answer),
            framework: typed.framework,
            only: typed.only,
            leaks: typed.leaks,
            weight: typed.weight,
            compare: typed.compare.map(|table| self.pack_comparison(&table.body)),
            limits: typed.limits,
            ..RawCase::default()
        };
        self.note_questions(own.answers.as_deref());
        self.add_expected_files(case)?;
        let text = render_case(&own).map_err(KitError::Write)?;
        self.add_case_path(&format!("{}.toml", case.id), text.into_bytes());
        Ok(true)
    }

    fn leave_out(&mut self, case: &TestCase, why: &str) {
        let sentence = format!("the case `{}` is left out: {why}", case.id);
        self.kit.left_out.push(sentence);
    }

    fn is_game(&self) -> bool {
        matches!(self.assignment.reference, ReferenceSolution::Game(..))
    }

    fn add_case_path(&mut self, name: &str, content: Vec<u8>) {
        let path = format!("{}/{name}", self.folder);
        self.kit.files.insert(path, content);
    }

    /// Adds the files that programs find in a case.
    fn add_case_files(&mut self, case: &TestCase) -> Option<Spanned<RawFiles>> {
        let mut named = BTreeMap::new();
        for file in &case.invocation.files {
            let path = format!("files/{}/{}", case.id, file.name);
            self.add_case_path(&path, file.content.to_vec());
            named.insert(file.name.clone(), path);
        }
        (!named.is_empty()).then(|| RawFiles::Named(named).into())
    }

    /// Adds the files of unit tests, and the names of those that must pass.
    fn add_test_files(
        &mut self,
        case: &TestCase,
        answer: &KitAnswer,
    ) -> Option<Spanned<OneOrMore>> {
        let tests = case.unit_tests.as_ref()?;
        // A source of the framework that is provided is no file of a submission.
        let framework = tests.provided_framework.iter();
        let framework = framework.filter(|file| !tests.files.iter().any(|it| it.name == file.name));
        let all: Vec<&TestFile> = tests.files.iter().chain(framework).collect();
        for file in &all {
            self.add_case_path(&file.name, file.content.to_vec());
        }
        let names = render_test_names(&answer.tests);
        self.add_case_path(&format!("{}.expected", case.id), names.into_bytes());
        let files = all.iter().map(|file| file.name.clone()).collect();
        Some(OneOrMore::More(files).into())
    }

    /// Adds what a case expects, and input that stands in a file of its own.
    fn add_expected_files(&mut self, case: &TestCase) -> Result<(), KitError> {
        if let Some(file) = &case.input_file {
            let content = read_bytes(file)?;
            self.add_case_path(&format!("{}.in", case.id), content);
        }
        if case.unit_tests.is_some() {
            return Ok(());
        }
        let expected = match &case.expected_output {
            Some(output) => output.to_vec(),
            None => read_bytes(&case.expected_file)?,
        };
        self.add_case_path(&file_name(&case.expected_file), expected);
        let beside = case.expected_file.parent().unwrap_or(Path::new(""));
        for (_, file) in case.side_outputs() {
            let below = file.strip_prefix(beside).unwrap_or(&file);
            let content = read_bytes(&file)?;
            self.add_case_path(&below.to_string_lossy(), content);
        }
        Ok(())
    }

    fn pack_rubric(
        &mut self,
        rubric: &RawRubric,
        shown: &BTreeSet<&str>,
        shows_points: bool,
    ) -> Result<RawRubric, KitError> {
        let id = self.assignment.id.as_str();
        let typed = rubric.assignments.get(id).map(|table| &table.body);
        let typed = typed.ok_or_else(|| KitError::Changed(PathBuf::from("rubric.toml")))?;
        let defaults = rubric.defaults.as_ref().map(|table| &table.body);
        let defaults = defaults.map(|typed| self.pack_defaults(typed));
        let mut assignment = self.pack_assignment(typed)?;
        assignment.criteria = self.pack_criteria(typed, shown, shows_points);
        let shared = defaults.iter().map(|defaults| &defaults.vocabulary);
        let layers: Vec<&BTreeMap<Text, Text>> = shared.chain([&assignment.vocabulary]).collect();
        let used = used_vocabulary(&self.patterns, &layers);
        assignment
            .vocabulary
            .retain(|name, _| used.contains(name.get_ref()));
        let defaults = defaults.map(|mut defaults| {
            defaults
                .vocabulary
                .retain(|name, _| used.contains(name.get_ref()));
            defaults.into()
        });
        Ok(RawRubric {
            course: rubric.course.clone(),
            defaults,
            toolchains: self.pack_toolchains(&rubric.toolchains),
            assignments: BTreeMap::from([(id.into(), assignment.into())]),
            ..RawRubric::default()
        })
    }

    fn pack_defaults(&mut self, typed: &RawDefaults) -> RawDefaults {
        pack_shared_keys!(self, typed, RawDefaults, RawDefaults::default())
    }

    /// The assignment without its criteria.
    fn pack_assignment(&mut self, typed: &RawAssignment) -> Result<RawAssignment, KitError> {
        if let Some(RawHints::Known(hints)) = typed.hints.as_ref().map(Spanned::get_ref) {
            let whens = hints.iter().filter_map(|hint| hint.body.when.as_ref());
            self.patterns.extend(whens.map(to_pattern));
        }
        let reference = if self.is_game() {
            typed.reference.clone()
        } else {
            let answers = RawReference {
                answers: Some(true.into()),
                ..RawReference::default()
            };
            Some(answers.into())
        };
        let [provide, replace] = [
            self.add_provided_files(false)?,
            self.add_provided_files(true)?,
        ];
        let assignment = RawAssignment {
            title: typed.title.clone(),
            sources: typed.sources.clone(),
            provide,
            replace,
            program: typed.program.clone(),
            reference,
            index_bases: typed.index_bases.clone(),
            player: typed.player.clone(),
            end_of_input: typed.end_of_input.clone(),
            ..RawAssignment::default()
        };
        let mut packed = pack_shared_keys!(self, typed, RawAssignment, assignment);
        // A repair is proved by all cases, and students do not have all.
        if self.kit.hidden_cases > 0 {
            packed.repair = Some(RawQuantity::from_seconds(0.0).into());
        }
        Ok(packed)
    }

    /// The patterns of questions may use words of the vocabulary.
    fn note_questions(&mut self, questions: Option<&[SpannedTable<RawAnswer>]>) {
        let asked = questions.unwrap_or_default().iter();
        self.patterns
            .extend(asked.filter_map(|question| question.body.asks.as_ref().map(to_pattern)));
    }

    /// A case as it was typed. A table is read once for all of its rows.
    fn read_raw_case(&mut self, case: &TestCase) -> Result<RawCase, KitError> {
        let file = case.table.as_ref().unwrap_or(&case.file);
        let typed = self.typed.entry(file.clone()).or_insert_with(|| {
            let diagnostics = DiagnosticCollector::default();
            let read = read_cases(&diagnostics, file, true).into_iter();
            read.map(|one| (one.id, one.raw)).collect()
        });
        typed
            .remove(&case.id)
            .ok_or_else(|| KitError::Changed(file.clone()))
    }

    /// Adds the instructor's files that are a part of every program.
    fn add_provided_files(
        &mut self,
        replaces: bool,
    ) -> Result<Option<Spanned<RawFiles>>, KitError> {
        let mut named = BTreeMap::new();
        let provided = self.assignment.provided.iter();
        for file in provided.filter(|file| file.replaces == replaces) {
            let path = format!("{PROVIDED}/{}", file.name);
            self.kit
                .files
                .insert(path.clone(), read_bytes(&file.path())?);
            named.insert(file.name.clone(), path);
        }
        Ok((!named.is_empty()).then(|| RawFiles::Named(named).into()))
    }

    /// The criteria that a program alone decides, each with those of its cases that are in the kit.
    fn pack_criteria(
        &mut self,
        typed: &RawAssignment,
        shown: &BTreeSet<&str>,
        shows_points: bool,
    ) -> Vec<SpannedTable<RawCriterion>> {
        let mut packed: Vec<SpannedTable<RawCriterion>> = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (criterion, table) in self.assignment.criteria.iter().zip(&typed.criteria) {
            let Some(cases) = self.criterion_cases(criterion, shown) else {
                continue;
            };
            let body = &table.body;
            let own = RawCriterion {
                id: body.id.clone(),
                title: body.title.clone(),
                cases,
                credit: body.credit.clone(),
                compare: body
                    .compare
                    .as_ref()
                    .map(|table| self.pack_comparison(&table.body)),
                build: body.build.clone(),
                check: body.check.clone(),
                rule: body.rule.clone(),
                with: body.with.clone(),
                remark: body.remark.clone(),
                ..RawCriterion::default()
            };
            let is_remark = body.remark.as_ref().is_some_and(|remark| *remark.get_ref());
            packed.push(match (is_remark, shows_points) {
                (true, _) => own.into(),
                (false, true) => with_points(own, body, &names).into(),
                (false, false) => RawCriterion {
                    points: Some(1.0.into()),
                    ..own
                }
                .into(),
            });
            names.insert(criterion.id.clone());
        }
        packed
    }

    /// The names of a criterion's cases in the kit, where it has cases; none if it cannot be in a kit.
    fn criterion_cases(
        &mut self,
        criterion: &Criterion,
        shown: &BTreeSet<&str>,
    ) -> Option<Option<raw::Texts>> {
        let judged = match &criterion.evidence {
            CriterionEvidence::Manual(_) | CriterionEvidence::CaseSet(_) => return None,
            CriterionEvidence::Cases { cases, .. } => cases,
            CriterionEvidence::Build(_)
            | CriterionEvidence::Undefined
            | CriterionEvidence::Rule(_) => return Some(None),
        };
        let own = judged.iter().filter_map(|case| case.comparison.as_ref());
        if own.into_iter().any(|rule| rule.checker.is_some()) {
            let sentence = format!(
                "the criterion `{}` is left out: a command of the instructor's decides it",
                criterion.id
            );
            self.kit.left_out.push(sentence);
            return None;
        }
        let names: Vec<&str> = judged
            .iter()
            .filter_map(|case| self.assignment.cases.get(case.index))
            .map(|case| case.id.as_str())
            .filter(|id| shown.contains(id))
            .collect();
        (!names.is_empty()).then(|| Some(to_texts(names)))
    }

    fn pack_comparison(&mut self, typed: &RawComparison) -> SpannedTable<RawComparison> {
        let patterns = [&typed.patterns, &typed.ending, &typed.never];
        for pattern in patterns.into_iter().flatten().flatten() {
            self.patterns.push(to_pattern(pattern));
        }
        if let Some(referee) = &typed.referee {
            let raw::RawReferee {
                choice,
                won,
                lost,
                drawn,
                judges: _,
            } = &referee.body;
            let patterns = [choice, won, lost, drawn];
            self.patterns
                .extend(patterns.into_iter().flatten().map(to_pattern));
        }
        RawComparison {
            scope: typed.scope.clone(),
            whitespace: typed.whitespace.clone(),
            prompts: typed.prompts.clone(),
            extra_lines: typed.extra_lines.clone(),
            boards: typed.boards.clone(),
            numbers: typed.numbers.clone(),
            case_sensitive: typed.case_sensitive.clone(),
            order: typed.order.clone(),
            patterns: typed.patterns.clone(),
            ending: typed.ending.clone(),
            never: typed.never.clone(),
            moves: typed.moves.clone(),
            referee: typed.referee.clone(),
            ..RawComparison::default()
        }
        .into()
    }

    /// The toolchains of the rubric that build the assignment's programs, and those that they begin with.
    fn pack_toolchains(&self, typed: &raw::RawToolchains) -> raw::RawToolchains {
        let own = std::iter::once(&self.assignment.toolchain).chain(&self.assignment.alternatives);
        let mut open: Vec<String> = own.map(|toolchain| toolchain.name.clone()).collect();
        let mut packed = BTreeMap::new();
        while let Some(name) = open.pop() {
            let Some((key, table)) = typed.get_key_value(name.as_str()) else {
                continue;
            };
            let like = table.body.like.iter().map(|like| like.get_ref().clone());
            open.extend(like.filter(|like| *like != name));
            packed.insert(key.clone(), table.clone());
        }
        packed
    }
}

/// The words that patterns use, and those that these use.
fn used_vocabulary(patterns: &[String], layers: &[&BTreeMap<Text, Text>]) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut open: Vec<String> = patterns.to_vec();
    while let Some(pattern) = open.pop() {
        for name in used_names(&pattern) {
            if !used.insert(name.to_owned()) {
                continue;
            }
            let meanings = layers.iter().filter_map(|layer| layer.get(name));
            open.extend(meanings.map(|meaning| meaning.get_ref().clone()));
        }
    }
    used
}

/// A criterion with its points and what it takes for them. What it requires is left out where that is not in the kit.
fn with_points(own: RawCriterion, typed: &RawCriterion, names: &BTreeSet<String>) -> RawCriterion {
    let required = typed.requires.iter().flat_map(Spanned::get_ref);
    let required: Vec<&str> = required
        .map(|id| id.get_ref().as_str())
        .filter(|id| names.contains(*id))
        .collect();
    RawCriterion {
        points: typed.points.clone(),
        each: typed.each.clone(),
        extra: typed.extra.clone(),
        penalty: typed.penalty.clone(),
        requires: (!required.is_empty()).then(|| to_texts(required)),
        ..own
    }
}

fn to_pattern(text: &Text) -> String {
    text.get_ref().clone()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, KitError> {
    fs::read(path).map_err(read_error(path))
}

fn read_text(path: &Path) -> Result<String, KitError> {
    fs::read_to_string(path).map_err(read_error(path))
}

fn read_error(path: &Path) -> impl FnOnce(io::Error) -> KitError {
    let path = path.to_owned();
    move |source| KitError::Read { path, source }
}
