//! A test case as a case and a criterion.

use super::super::command_line::parse_command_line;
use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, round_points, to_list, to_names};
use super::super::programs::{file_name, is_source, sanitize_name};
use super::validation::{self, SubmittyDemand, SubmittyValidation};
use rubric::raw::{RawCriterion, to_texts};

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
    pub(super) points: f64,
    pub(super) extra: bool,
    pub(super) hidden: bool,
}

pub(super) struct SubmittyConverter<'f> {
    pub(super) package: &'f ImportPackage,
    pub(super) file: &'f str,
    pub(super) folder: &'f str,
    names: UniqueIds,
    /// The command that compiles the student's program, and the name of the program.
    compiled: Option<(String, String)>,
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
        if node
            .get("points")
            .is_some_and(|points| points.as_number().is_none_or(|it| it < 0.0))
        {
            let text = "`points` that are taken off, or no number, are not counted here";
            plan.notes
                .add_dropped(format_place(self.file, node.line), text);
        }
        let said = SubmittyTestcase {
            node,
            id: self.names.assign_id(&title.to_lowercase()),
            points: node
                .get("points")
                .and_then(DocumentNode::as_number)
                .unwrap_or(0.0)
                .clamp(0.0, 1e6),
            extra: flag("extra_credit"),
            hidden: flag("hidden"),
            title,
        };
        match node
            .get("type")
            .and_then(DocumentNode::as_text)
            .unwrap_or("Execution")
        {
            "Compilation" => {
                self.convert_compilation(plan, &said);
                Ok(())
            }
            "FileCheck" => {
                self.add_manual_criterion(
                    plan,
                    &said,
                    "whether a file was handed in is for a person to see",
                );
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
        let text = format!(
            "the test case {}: {why}; a person decides (`manual`)",
            quote_word(&said.title)
        );
        plan.notes.add_dropped(self.testcase_place(said), text);
        said.node.mark_as_read();
        let evidence = RawCriterion {
            manual: Some("none".into()),
            ..RawCriterion::default()
        };
        add_criterion(plan, said, evidence);
    }

    /// `clang++ -Wall -o a.out -- *.cpp`: its flags are the assignment's, its sources what students hand in.
    fn convert_compilation(&self, plan: &mut ImportPlan, said: &SubmittyTestcase<'_>) {
        let place = self.testcase_place(said);
        let commands = list_commands(said.node);
        let [command] = commands.as_slice() else {
            self.add_manual_criterion(
                plan,
                said,
                "a program that is made by several commands is made by one here",
            );
            return;
        };
        if let Some((_, program)) = self.compiled.as_ref().filter(|(first, _)| first != command) {
            let why = format!(
                "the course builds one program in one way, and {} is compiled already",
                quote_word(program)
            );
            self.add_manual_criterion(plan, said, &why);
            return;
        }
        let names = said
            .node
            .get("executable_name")
            .map(DocumentNode::items)
            .unwrap_or_default();
        let program = compiled_program(command);
        if let Some(other) = names
            .iter()
            .filter_map(DocumentNode::as_text)
            .find(|name| *name != program)
        {
            let why = format!(
                "the command makes {}, and not {}",
                quote_word(&program),
                quote_word(other)
            );
            self.add_manual_criterion(plan, said, &why);
            return;
        }
        let words = shlex::split(command).unwrap_or_default();
        let compiler = words
            .first()
            .map(|word| file_name(word))
            .unwrap_or_default();
        let toolchain = match compiler {
            "g++" | "c++" => "g++",
            "clang++" => "clang++",
            "gcc" | "cc" => "gcc",
            "clang" => "gcc",
            _ => {
                let why = format!("{} is no compiler that is known", quote_word(compiler));
                self.add_manual_criterion(plan, said, &why);
                return;
            }
        };
        said.node.mark_keys_as_read(&["executable_name", "details"]);
        plan.assignment.toolchain = Some(to_names(&[toolchain]));
        let mut sources = Vec::new();
        let mut flags = Vec::new();
        let mut libraries = Vec::new();
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            if word == "-o" {
                words.next();
            } else if let Some(library) = word.strip_prefix("-l") {
                libraries.push(library.into());
            } else if word.starts_with('-') && word != "--" {
                if !flags.contains(word) {
                    flags.push(word.clone());
                }
            } else if is_source(with_dot(word)) {
                let source = with_dot(word).trim_start_matches("./");
                let is_glob = source.contains('*');
                let source = if is_glob {
                    source.to_owned()
                } else {
                    sanitize_name(file_name(source))
                };
                let is_plain = !source.contains(['/', '[', '{', '?']);
                if !is_plain {
                    let text = format!(
                        "{}: students hand in files without folders",
                        quote_word(word)
                    );
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
        plan.assignment.sources = to_list(sources);
        plan.assignment.flags = Some(flags).filter(|all| !all.is_empty());
        plan.assignment.libraries = Some(libraries).filter(|all| !all.is_empty());
        let costs_warnings = said
            .node
            .get("validation")
            .map(DocumentNode::items)
            .unwrap_or_default()
            .iter()
            .any(|node| {
                node.get("deduction")
                    .and_then(DocumentNode::as_number)
                    .is_some_and(|it| it > 0.0)
            });
        if costs_warnings {
            let text = "what warnings cost: `build = \"no-warnings\"` in a criterion of its own does that here";
            plan.notes.add_dropped(self.testcase_place(said), text);
        }
        if said.points > 0.0 {
            let evidence = RawCriterion {
                build: Some("compiles".into()),
                ..RawCriterion::default()
            };
            add_criterion(plan, said, evidence);
        }
    }

    fn convert_execution(
        &mut self,
        plan: &mut ImportPlan,
        said: &SubmittyTestcase<'_>,
    ) -> Result<(), ImportError> {
        let commands = list_commands(said.node);
        let [line] = commands.as_slice() else {
            self.add_manual_criterion(
                plan,
                said,
                "several commands in one test case are not run one after the other",
            );
            return Ok(());
        };
        let command = match parse_command_line(line) {
            Ok(command) if command.program.starts_with("./") => command,
            Ok(other) => {
                let why = format!(
                    "{} is not the student's program",
                    quote_word(&other.program)
                );
                self.add_manual_criterion(plan, said, &why);
                return Ok(());
            }
            Err(why) => {
                let why = format!("the command {}: {why}", quote_word(line));
                self.add_manual_criterion(plan, said, &why);
                return Ok(());
            }
        };
        let name = command.program.trim_start_matches("./").to_owned();
        let compiled = self.compiled.as_ref().map(|(_, program)| program.clone());
        let program =
            compiled.unwrap_or_else(|| self.first_run.get_or_insert(name.clone()).clone());
        if name != program {
            let why = format!(
                "{} is not the student's program {}",
                quote_word(&command.program),
                quote_word(&format!("./{program}"))
            );
            self.add_manual_criterion(plan, said, &why);
            return Ok(());
        }
        let nodes = said
            .node
            .get("validation")
            .map(DocumentNode::items)
            .unwrap_or_default();
        let validations: Vec<SubmittyValidation> = nodes
            .iter()
            .filter_map(|node| validation::parse_validation(self.file, node, &mut plan.notes))
            .collect();
        let is_whole = validations.len() == nodes.len();
        for node in nodes {
            node.mark_keys_as_read(&FOR_PEOPLE);
            // Half of a validation accepts what it should not, or refuses what it should accept.
            if let Some(unread) = node.unread_parts().first() {
                let why = format!(
                    "line {}: nothing here is like {} of its validation",
                    unread.line,
                    quote_word(&unread.key)
                );
                self.add_manual_criterion(plan, said, &why);
                return Ok(());
            }
        }
        let counted = validations
            .iter()
            .filter(|one| one.demand != SubmittyDemand::Nothing)
            .count();
        if !is_whole || counted == 0 {
            self.add_manual_criterion(
                plan,
                said,
                "not all of its validations could be carried over",
            );
            return Ok(());
        }
        if counted > 1 {
            let text = "a test case is right only if all of its validations are: it has no shares of its points here";
            plan.notes.add_dropped(self.testcase_place(said), text);
        }
        match self.convert_case(plan, said, &command, &validations)? {
            Some(case) => {
                let id = case.id.clone();
                plan.cases.push(case);
                plan.notes.add_imported(
                    self.testcase_place(said),
                    format!(
                        "the test case {}: {} points",
                        quote_word(&said.title),
                        said.points
                    ),
                );
                // Submitty gives a share for lines that are right, where one output is compared.
                let is_compared = matches!(&validations[..], [one] if matches!(&one.demand, SubmittyDemand::Same(..)));
                let is_output = is_compared
                    && plan
                        .cases
                        .last()
                        .and_then(|it| it.file.compare.as_ref())
                        .is_none_or(|compare| compare.body.checker.is_none());
                if said.points > 0.0 {
                    let evidence = RawCriterion {
                        cases: Some(to_texts([id])),
                        credit: is_output.then(|| "per-line".into()),
                        ..RawCriterion::default()
                    };
                    add_criterion(plan, said, evidence);
                }
            }
            None => self.add_manual_criterion(plan, said, "its files could not be carried over"),
        }
        Ok(())
    }
}

/// Adds the criterion of a test case, with the keys of `evidence`.
fn add_criterion(plan: &mut ImportPlan, said: &SubmittyTestcase<'_>, evidence: RawCriterion) {
    plan.criteria.push(RawCriterion {
        id: Some(said.id.as_str().into()),
        title: Some(said.title.clone()).filter(|title| !title.is_empty()),
        points: Some(round_points(said.points).into()),
        extra: said.extra.then(|| true.into()),
        ..evidence
    });
}

fn list_commands(node: &DocumentNode) -> Vec<&str> {
    let node = node.get("command").or_else(|| node.get("commands"));
    node.map(DocumentNode::items)
        .unwrap_or_default()
        .iter()
        .filter_map(DocumentNode::as_text)
        .collect()
}

/// The name of the program that a command of a compiler makes.
fn compiled_program(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let named = words.iter().skip_while(|word| *word != "-o").nth(1);
    named
        .map_or("a.out", |name| name.trim_start_matches("./"))
        .to_owned()
}
