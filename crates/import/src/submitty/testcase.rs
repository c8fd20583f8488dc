//! A test case as a case and a criterion.

use std::collections::BTreeSet;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, ImportedCase, round_points, to_list, to_names};
use super::super::programs::{
    file_name, file_stem, is_in_other_language, is_source, sanitize_name,
};
use super::generation::SubmittyGeneration;
use super::steps::SubmittySteps;
use super::validation::{self, SubmittyValidation};
use rubric::raw::{RawComparison, RawCriterion, RawPenalty, to_texts};

/// What students see of a validation, and in which words.
const FOR_PEOPLE: [&str; 5] = [
    "description",
    "show_message",
    "show_actual",
    "show_expected",
    "failure_message",
];

/// What people see of a test case.
const FOR_DISPLAY: [&str; 6] = [
    "details",
    "testcase_label",
    "release_hidden_details",
    "view_testcase_message",
    "leaderboard_tags",
    "publish_actions",
];

/// What a test case says besides its command.
pub(super) struct SubmittyTestcase<'n> {
    pub(super) node: &'n DocumentNode,
    pub(super) id: String,
    pub(super) title: String,
    /// What it is worth, or what it takes off.
    pub(super) points: f64,
    /// Whether its points are taken off if what is asked for is there.
    pub(super) is_deduction: bool,
    /// Whether it gives all points or none.
    pub(super) is_whole: bool,
    pub(super) extra: bool,
    pub(super) hidden: bool,
}

/// Why a test case does not become cases.
enum UnconvertedReason {
    /// A person decides in its place, for this reason.
    ForPerson(String),
    /// The package cannot be read.
    Package(ImportError),
}

impl From<String> for UnconvertedReason {
    fn from(why: String) -> UnconvertedReason {
        UnconvertedReason::ForPerson(why)
    }
}

impl From<&str> for UnconvertedReason {
    fn from(why: &str) -> UnconvertedReason {
        UnconvertedReason::ForPerson(why.to_owned())
    }
}

impl From<ImportError> for UnconvertedReason {
    fn from(error: ImportError) -> UnconvertedReason {
        UnconvertedReason::Package(error)
    }
}

pub(super) struct SubmittyConverter<'f> {
    pub(super) package: &'f ImportPackage,
    pub(super) file: &'f str,
    pub(super) folder: &'f str,
    names: UniqueIds,
    /// The command that compiles the student's program, and the name of the program.
    compiled: Option<(String, String)>,
    /// Whether students hand in one of several parts, each in a language of its own.
    pub(super) has_alternatives: bool,
    /// The names of programs that are compiled of other parts.
    alternatives: Vec<String>,
    /// What test cases of the parts say, without the name of the program.
    known_texts: Vec<String>,
    /// The program that test cases run where none compiles one.
    first_run: Option<String>,
}

/// A source of a command; globs that lack the dot before their ending get it.
fn with_dot(source: &str) -> &str {
    match source {
        "*cpp" => "*.cpp",
        "*c" => "*.c",
        other => other,
    }
}

/// The name under which students hand in a source, or the glob for several.
fn source_name(source: &str) -> String {
    let source = source.trim_start_matches("./");
    match source.contains('*') {
        true => source.to_owned(),
        false => sanitize_name(file_name(source)),
    }
}

/// Why the program that a command makes is not the one that the test case names; none if it is.
fn find_other_name(node: &DocumentNode, program: &str) -> Option<String> {
    let names = node.get("executable_name").map(DocumentNode::items)?;
    let mut names = names.iter().filter_map(DocumentNode::as_text);
    let other = names.find(|name| *name != program)?;
    Some(format!(
        "the command makes {}, and not {}",
        quote_word(program),
        quote_word(other)
    ))
}

impl<'f> SubmittyConverter<'f> {
    pub(super) fn new(
        package: &'f ImportPackage,
        file: &'f str,
        folder: &'f str,
        testcases: &[DocumentNode],
    ) -> SubmittyConverter<'f> {
        let compiled = testcases.iter().find_map(|node| {
            let is_compilation =
                node.get("type").and_then(DocumentNode::as_text) == Some("Compilation");
            let commands = if is_compilation {
                list_commands(node)
            } else {
                Vec::new()
            };
            let first = (*commands.first()?).to_owned();
            find_toolchain(&first)?;
            let program = compiled_program(&first);
            Some((first, program))
        });
        let names = UniqueIds::default();
        SubmittyConverter {
            package,
            file,
            folder,
            names,
            compiled,
            has_alternatives: false,
            alternatives: Vec::new(),
            known_texts: Vec::new(),
            first_run: None,
        }
    }

    pub(super) fn convert_testcase(
        &mut self,
        plan: &mut ImportPlan,
        node: &DocumentNode,
    ) -> Result<(), ImportError> {
        let title = node
            .get("title")
            .and_then(DocumentNode::as_text)
            .unwrap_or("test")
            .trim()
            .to_owned();
        let title: String = title
            .chars()
            .filter(|it| !it.is_control())
            .take(200)
            .collect();
        let flag = |key: &str| node.get(key).and_then(DocumentNode::as_flag) == Some(true);
        node.mark_keys_as_read(&FOR_DISPLAY);
        let points = node.get("points");
        let points = points.map_or(Some(0.0), DocumentNode::as_number);
        if points.is_none() {
            let text = "`points` are no number";
            plan.notes
                .add_dropped(format_place(self.file, node.line), text);
        }
        let points = points.unwrap_or_default().clamp(-1e6, 1e6);
        let said = SubmittyTestcase {
            node,
            id: self.names.assign_id(&title.to_lowercase()),
            points: points.abs(),
            is_deduction: points < 0.0,
            is_whole: node.get("partial_credit").and_then(DocumentNode::as_flag) == Some(false),
            extra: flag("extra_credit"),
            hidden: flag("hidden"),
            title,
        };
        let kind = node.get("type").and_then(DocumentNode::as_text);
        let kind = kind.unwrap_or("Execution");
        if self.has_alternatives && kind == "Execution" {
            let text = self.describe_without_program(node);
            if self.known_texts.contains(&text) {
                node.mark_as_read();
                let place = format_place(self.file, node.line);
                let text = "a test case of another part is the same, and students hand in one part";
                plan.notes.add_imported(place, text);
                return Ok(());
            }
            self.known_texts.push(text);
        }
        match kind {
            "Compilation" => {
                self.convert_compilation(plan, &said);
                Ok(())
            }
            "FileCheck" => {
                let why = match node.get("max_submissions") {
                    Some(_) => "how often somebody has submitted is not known here",
                    None => "whether a file was handed in is for a person to see",
                };
                self.add_manual_criterion(plan, &said, why);
                Ok(())
            }
            "Execution" => self.convert_execution(plan, &said),
            other => {
                let why = format!("the type {} is none that is known", quote_word(other));
                self.add_manual_criterion(plan, &said, &why);
                Ok(())
            }
        }
    }

    pub(super) fn testcase_place(&self, said: &SubmittyTestcase<'_>) -> String {
        format_place(self.file, said.node.line)
    }

    /// A person decides in its place.
    fn add_manual_criterion(&self, plan: &mut ImportPlan, said: &SubmittyTestcase<'_>, why: &str) {
        if self.has_alternatives && is_for_other_language(said.node) {
            let text = "a part in another language, which nobody hands in here";
            plan.notes.add_remark(self.testcase_place(said), text);
            said.node.mark_as_read();
            return;
        }
        let end = match said.is_deduction {
            true => format!("; no points are taken off for it ({} there)", said.points),
            false => "; a person decides (`manual`)".to_owned(),
        };
        let text = format!("the test case {}: {why}{end}", quote_word(&said.title));
        plan.notes.add_dropped(self.testcase_place(said), text);
        said.node.mark_as_read();
        if said.is_deduction {
            return;
        }
        let evidence = RawCriterion {
            manual: Some("none".into()),
            ..RawCriterion::default()
        };
        add_criterion(plan, said, evidence);
    }

    /// `clang++ -Wall -o a.out -- *.cpp`: its flags are the assignment's, its sources what students hand in.
    fn convert_compilation(&mut self, plan: &mut ImportPlan, said: &SubmittyTestcase<'_>) {
        let commands = list_commands(said.node);
        let [command] = commands.as_slice() else {
            let why = "a program that is made by several commands is made by one here";
            self.add_manual_criterion(plan, said, why);
            return;
        };
        let program = compiled_program(command);
        if self.has_alternatives && is_for_other_language(said.node) {
            self.add_manual_criterion(plan, said, "");
            return;
        }
        if let Some((first, known)) = self.compiled.clone().filter(|(first, _)| first != command) {
            if self.has_alternatives && self.add_alternative(plan, said, (&known, &program)) {
                return;
            }
            if without_output(&first) != without_output(command) {
                let why = format!(
                    "the course builds one program in one way, and {} is compiled already",
                    quote_word(&known)
                );
                self.add_manual_criterion(plan, said, &why);
                return;
            }
        }
        if let Some(why) = find_other_name(said.node, &program) {
            self.add_manual_criterion(plan, said, &why);
            return;
        }
        let Some(toolchain) = find_toolchain(command) else {
            let words = shlex::split(command).unwrap_or_default();
            let compiler = words.first().map_or("", |word| file_name(word));
            let compiler = quote_word(compiler);
            let why = format!("{compiler} is no compiler that is known");
            self.add_manual_criterion(plan, said, &why);
            return;
        };
        said.node.mark_keys_as_read(&["executable_name", "details"]);
        self.add_compilation(plan, said, (command, toolchain));
        self.add_build_criteria(plan, said);
    }

    /// Has the course compile what students hand in by this command.
    fn add_compilation(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        (command, toolchain): (&str, &str),
    ) {
        let place = self.testcase_place(said);
        let mut sources = Vec::new();
        let mut flags = Vec::new();
        let mut libraries = Vec::new();
        let words = shlex::split(command).unwrap_or_default();
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            let source = with_dot(without_part(word));
            if word == "-o" {
                words.next();
            } else if let Some(library) = word.strip_prefix("-l") {
                libraries.push(library.into());
            } else if word.starts_with('-') && word != "--" {
                if !flags.contains(word) {
                    flags.push(word.clone());
                }
            } else if is_source(source) {
                if without_part(word) != word {
                    let text = "files of all parts are in one folder here";
                    plan.notes.add_remark(place.clone(), text);
                }
                let source = source_name(source);
                if source.contains(['/', '[', '{', '?']) {
                    let word = quote_word(word);
                    let text = format!("{word}: students hand in files without folders");
                    plan.notes.add_dropped(place.clone(), text);
                } else if !sources.contains(&source) {
                    sources.push(source);
                }
            } else if word != "--" {
                plan.notes
                    .add_dropped(place.clone(), format!("{} is no source", quote_word(word)));
            }
        }
        let text = format!(
            "built with {} and its flags; students hand in {}",
            quote_word(toolchain),
            quote_word(&sources.join(", "))
        );
        plan.notes.add_imported(place, text);
        plan.assignment.toolchain = Some(to_names(&[toolchain]));
        plan.assignment.sources = to_list(sources);
        plan.assignment.flags = Some(flags).filter(|all| !all.is_empty());
        plan.assignment.libraries = Some(libraries).filter(|all| !all.is_empty());
    }

    /// Takes a program that is made of another part for the same in another language; false if it cannot be compiled here.
    fn add_alternative(
        &mut self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        (known, program): (&str, &str),
    ) -> bool {
        let commands = list_commands(said.node);
        let Some(toolchain) = commands.first().and_then(|command| find_toolchain(command)) else {
            return false;
        };
        said.node.mark_as_read();
        if program != known {
            self.alternatives.push(program.to_owned());
        }
        plan.assignment.toolchain = Some(to_names(&["g++", "gcc"]));
        plan.assignment.accept = Some(to_texts(["*.cpp", "*.cc", "*.c"]));
        let text = format!(
            "built with {} if this part is handed in; what compiling is worth, and the flags, are those of the first part",
            quote_word(toolchain)
        );
        plan.notes.add_imported(self.testcase_place(said), text);
        true
    }

    /// What a test case asks for, without the names of programs that are compiled of parts.
    fn describe_without_program(&self, node: &DocumentNode) -> String {
        let compiled = self.compiled.iter().map(|(_, program)| program);
        let names: Vec<String> = compiled
            .chain(&self.alternatives)
            .map(|name| format!("./{name}"))
            .collect();
        let commands = list_commands(node).into_iter().map(|command| {
            let name = names.iter().find(|name| command.starts_with(name.as_str()));
            name.map_or(command, |name| &command[name.len()..])
        });
        let commands: Vec<&str> = commands.collect();
        let keys = ["points", "validation", "extra_credit", "hidden"];
        let others = keys.map(|key| node.get(key).map(DocumentNode::to_json));
        format!("{commands:?} {others:?}")
    }

    /// What compiling is worth, and what warnings cost of it.
    fn add_build_criteria(&self, plan: &mut ImportPlan, said: &SubmittyTestcase<'_>) {
        said.node.mark_keys_as_read(&["allow_system_calls"]);
        let deduction = said.node.get("warning_deduction");
        let mut warnings = deduction.and_then(DocumentNode::as_number).unwrap_or(0.0);
        let nodes = said.node.get("validation").map(DocumentNode::items);
        for node in nodes.unwrap_or_default() {
            node.mark_keys_as_read(&FOR_PEOPLE);
            let text = |key: &str| node.get(key).and_then(DocumentNode::as_text);
            let is_about_warnings = text("method") == Some("errorIfNotEmpty")
                && text("actual_file").is_some_and(|file| file.starts_with("STDERR"));
            let share = node.get("deduction").and_then(DocumentNode::as_number);
            let method = text("method").unwrap_or_default();
            // Whether there is a program says the build.
            let is_free =
                method.starts_with("warn") || method == "fileExists" || share == Some(0.0);
            if is_about_warnings {
                warnings = share.unwrap_or(1.0);
                continue;
            }
            node.mark_as_read();
            if !is_free {
                let text = format!(
                    "{} of what a compiler leaves: only its warnings are looked at here",
                    quote_word(method)
                );
                plan.notes
                    .add_dropped(format_place(self.file, node.line), text);
            }
        }
        let warnings = round_points(said.points * warnings.clamp(0.0, 1.0));
        let parts = [
            (said.id.clone(), said.points - warnings, "compiles"),
            (format!("{}-warnings", said.id), warnings, "no-warnings"),
        ];
        for (id, points, word) in parts {
            let evidence = RawCriterion {
                build: Some(word.into()),
                ..RawCriterion::default()
            };
            if points > 0.0 {
                add_part(plan, said, (&id, points), evidence);
            }
        }
    }

    fn convert_execution(
        &mut self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
    ) -> Result<(), ImportError> {
        match self.convert_steps(plan, said) {
            Ok(()) => Ok(()),
            Err(UnconvertedReason::ForPerson(why)) => {
                self.add_manual_criterion(plan, said, &why);
                Ok(())
            }
            Err(UnconvertedReason::Package(error)) => Err(error),
        }
    }

    /// Makes a case of each validation, and what they are worth.
    fn convert_steps(
        &mut self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
    ) -> Result<(), UnconvertedReason> {
        let commands = list_commands(said.node);
        let steps = SubmittySteps::parse(&commands, |program| self.check_program(program))?;
        let validations = self.read_validations(plan, said)?;
        let generation = SubmittyGeneration::parse(self.package, self.folder, said.node)?;
        let mut made = Vec::new();
        for (index, one) in validations.iter().enumerate() {
            let stream = match steps.find_stream(&one.actual) {
                Ok(stream) => stream,
                Err(why) => {
                    plan.notes
                        .add_dropped(format_place(self.file, one.line), why);
                    return Err("not all of its files are looked at here".into());
                }
            };
            let id = match index {
                0 => said.id.clone(),
                _ => self
                    .names
                    .assign_id(&format!("{}-{}", said.id, file_stem(&one.actual))),
            };
            let case = self.convert_case(plan, said, id, (&stream, one), &generation)?;
            made.push(case.ok_or("its files could not be carried over")?);
        }
        if steps.runs.len() > 1 {
            let text =
                "each start of the program is a case of its own here, with a folder of its own";
            plan.notes.add_remark(self.testcase_place(said), text);
        }
        let text = format!(
            "the test case {}: {} points",
            quote_word(&said.title),
            said.points
        );
        plan.notes.add_imported(self.testcase_place(said), text);
        add_writable_files(&mut made);
        self.add_case_criteria(plan, said, &validations, &made);
        plan.cases.extend(made);
        Ok(())
    }

    /// The validations that can cost points, of which nothing is left out.
    fn read_validations<'n>(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'n>,
    ) -> Result<Vec<SubmittyValidation<'n>>, UnconvertedReason> {
        let nodes = said.node.get("validation").map(DocumentNode::items);
        let nodes = nodes.unwrap_or_default();
        let validations = validation::parse_validations(self.file, nodes, &mut plan.notes)
            .ok_or("not all of its validations could be carried over")?;
        for one in &validations {
            one.node.mark_keys_as_read(&FOR_PEOPLE);
            // Half of a validation accepts what it should not, or refuses what it should accept.
            if let Some(unread) = one.node.unread_parts().first() {
                let why = format!(
                    "line {}: nothing here is like {} of its validation",
                    unread.line,
                    quote_word(&unread.key)
                );
                return Err(why.into());
            }
        }
        if validations.is_empty() {
            return Err("it has no validation that costs points".into());
        }
        Ok(validations)
    }

    /// Whether this is the student's program; or why it is not.
    fn check_program(&mut self, program: &str) -> Result<(), String> {
        let Some(name) = program.strip_prefix("./") else {
            return Err(format!(
                "{} is not the student's program",
                quote_word(program)
            ));
        };
        let compiled = self.compiled.as_ref().map(|(_, program)| program.clone());
        let known = compiled.unwrap_or_else(|| {
            let first = self.first_run.get_or_insert_with(|| name.to_owned());
            first.clone()
        });
        match name == known || self.alternatives.iter().any(|other| other == name) {
            true => Ok(()),
            false => Err(format!(
                "{} is not the student's program {}",
                quote_word(program),
                quote_word(&format!("./{known}"))
            )),
        }
    }

    /// What the cases of a test case are worth, one for each validation.
    ///
    /// Each validation takes off its share of the points. Points of a test case are whole: of one point, nothing is left if anything is wrong.
    fn add_case_criteria(
        &self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
        validations: &[SubmittyValidation<'_>],
        cases: &[ImportedCase],
    ) {
        let ids: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        if said.is_deduction {
            let penalty = RawPenalty {
                each: Some(round_points(said.points).into()),
                most: Some(round_points(said.points).into()),
            };
            let evidence = RawCriterion {
                cases: Some(to_texts(ids)),
                penalty: Some(penalty.into()),
                ..RawCriterion::default()
            };
            add_criterion(plan, said, evidence);
            return;
        }
        if said.points <= 0.0 {
            return;
        }
        let all: f64 = validations.iter().map(|one| one.share).sum();
        let takes_all = |one: &SubmittyValidation<'_>| one.share > 0.999;
        let is_whole = said.points <= 1.0 || said.is_whole;
        let has_shares = !is_whole && all < 1.001;
        if !has_shares {
            if all > 1.001 && !validations.iter().all(takes_all) && !is_whole {
                let text = "`deduction`: together they take off more than all points; here all validations must hold";
                plan.notes.add_dropped(self.testcase_place(said), text);
            }
            let evidence = RawCriterion {
                credit: (ids.len() > 1).then(|| "all-or-nothing".into()),
                cases: Some(to_texts(ids)),
                ..RawCriterion::default()
            };
            add_criterion(plan, said, evidence);
            return;
        }
        // Of what nothing takes off, a program has the points that runs at all.
        let rest = round_points(said.points * (1.0 - all));
        if rest > 0.0 {
            let text = format!(
                "its validations take off {:.0} % of the points; the others are for a program that compiles",
                all * 100.0
            );
            plan.notes.add_remark(self.testcase_place(said), text);
            add_part(
                plan,
                said,
                (&format!("{}-compiled", said.id), rest),
                RawCriterion {
                    build: Some("compiles".into()),
                    ..RawCriterion::default()
                },
            );
        }
        let has_lines = |case: &ImportedCase| {
            let compare = case.file.compare.as_ref().map(|table| &table.body);
            let is_by_lines = |it: &RawComparison| it.checker.is_none() && it.patterns.is_none();
            !case.writes.is_empty() || compare.is_none_or(is_by_lines)
        };
        for (one, case) in validations.iter().zip(cases) {
            let evidence = RawCriterion {
                cases: Some(to_texts([case.id.as_str()])),
                // Submitty gives a share for lines that are right.
                credit: has_lines(case).then(|| "per-line".into()),
                ..RawCriterion::default()
            };
            add_part(plan, said, (&case.id, said.points * one.share), evidence);
        }
    }
}

/// Has every case of a test case allow the files that its program writes, whichever of them is compared.
fn add_writable_files(cases: &mut [ImportedCase]) {
    let written = cases.iter().flat_map(|case| case.writes.keys().cloned());
    let written: BTreeSet<String> = written.collect();
    for case in cases {
        let others = written
            .iter()
            .filter(|name| !case.writes.contains_key(*name));
        case.file.scratch = to_list(others.cloned());
    }
}

/// Adds a criterion for a part of the points of a test case, under a name of its own.
fn add_part(
    plan: &mut ImportPlan,
    said: &SubmittyTestcase<'_>,
    (id, points): (&str, f64),
    evidence: RawCriterion,
) {
    let evidence = RawCriterion {
        id: Some(id.into()),
        points: Some(round_points(points).into()),
        ..evidence
    };
    add_criterion(plan, said, evidence);
}

/// Adds the criterion of a test case, with the keys of `evidence`.
fn add_criterion(plan: &mut ImportPlan, said: &SubmittyTestcase<'_>, evidence: RawCriterion) {
    let points = || Some(round_points(said.points).into());
    plan.criteria.push(RawCriterion {
        id: evidence.id.or_else(|| Some(said.id.as_str().into())),
        title: Some(said.title.clone()).filter(|title| !title.is_empty()),
        points: match &evidence.penalty {
            Some(_) => None,
            None => evidence.points.or_else(points),
        },
        extra: said.extra.then(|| true.into()),
        ..evidence
    });
}

/// Whether a command of a test case names a source in another language than C and C++.
fn is_for_other_language(node: &DocumentNode) -> bool {
    let commands = list_commands(node).into_iter();
    let mut words = commands.flat_map(str::split_whitespace);
    words.any(is_in_other_language)
}

/// The commands of a test case, or of its only container.
pub(super) fn list_commands(node: &DocumentNode) -> Vec<&str> {
    let containers = node.get("containers").map(DocumentNode::items);
    let node = match containers {
        Some([only]) => {
            only.mark_keys_as_read(&["container_name", "container_image"]);
            only
        }
        _ => node,
    };
    let node = node.get("command").or_else(|| node.get("commands"));
    node.map(DocumentNode::items)
        .unwrap_or_default()
        .iter()
        .filter_map(DocumentNode::as_text)
        .collect()
}

/// The toolchain of a command of a compiler; none if it is none that is known.
fn find_toolchain(command: &str) -> Option<&'static str> {
    let words = shlex::split(command)?;
    match file_name(words.first()?) {
        "g++" | "c++" => Some("g++"),
        "clang++" => Some("clang++"),
        "gcc" | "cc" | "clang" => Some("gcc"),
        _ => None,
    }
}

/// A command of a compiler without the name of what it makes.
fn without_output(command: &str) -> Vec<String> {
    let mut words = shlex::split(command).unwrap_or_default();
    if let Some(at) = words.iter().position(|word| word == "-o") {
        words.drain(at..words.len().min(at + 2));
    }
    words
}

/// A path without the folder of the part of a submission, such as `part2/`.
pub(super) fn without_part(path: &str) -> &str {
    let part = path
        .strip_prefix("part")
        .and_then(|rest| rest.split_once('/'));
    match part {
        Some((number, rest)) if number.parse::<u32>().is_ok() => rest,
        _ => path,
    }
}

/// The name of the program that a command of a compiler makes.
fn compiled_program(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let named = words.iter().skip_while(|word| *word != "-o").nth(1);
    named
        .map_or("a.out", |name| name.trim_start_matches("./"))
        .to_owned()
}
