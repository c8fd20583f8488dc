//! A test case as a case and a criterion.

use super::super::document::Node;
use super::super::error::ImportError;
use super::super::ids::Names;
use super::super::notes::{at, code};
use super::super::package::Package;
use super::super::plan::{Criterion, Evidence, Plan};
use super::super::programs::{file_name, is_source, safe};
use super::command;
use super::validation::{self, Asks, Validation};

/// What students see of a validation, and in which words.
const FOR_PEOPLE: [&str; 5] =
    ["description", "show_message", "show_actual", "show_expected", "failure_message"];

/// What a test case says besides its command.
pub(super) struct Said<'n> {
    pub(super) node: &'n Node,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) points: f64,
    pub(super) extra: bool,
    pub(super) hidden: bool,
}

pub(super) struct Filling<'f> {
    pub(super) package: &'f Package,
    pub(super) file: &'f str,
    pub(super) folder: &'f str,
    names: Names,
    /// The command that compiles the student's program, and the name of the program.
    compiled: Option<(String, String)>,
    /// The program that test cases run where none compiles one.
    first_run: Option<String>,
}

impl<'f> Filling<'f> {
    pub(super) fn new(
        package: &'f Package,
        file: &'f str,
        folder: &'f str,
        testcases: &[Node],
    ) -> Filling<'f> {
        let compiled = testcases.iter().find_map(|node| {
            let is_compilation = node.get("type").and_then(Node::text) == Some("Compilation");
            let commands = if is_compilation { commands(node) } else { Vec::new() };
            let first = (*commands.first()?).to_owned();
            let program = compiled_program(&first);
            Some((first, program))
        });
        let names = Names::default();
        Filling { package, file, folder, names, compiled, first_run: None }
    }

    pub(super) fn testcase(&mut self, plan: &mut Plan, node: &Node) -> Result<(), ImportError> {
        let title = node.get("title").and_then(Node::text).unwrap_or("test").trim().to_owned();
        let title: String = title.chars().filter(|it| !it.is_control()).take(200).collect();
        let flag = |key: &str| node.get(key).and_then(Node::flag) == Some(true);
        if node.get("points").is_some_and(|points| points.number().is_none_or(|it| it < 0.0)) {
            let text = "`points` that are taken off, or no number, are not counted here";
            plan.notes.lose(at(self.file, node.line), text);
        }
        let said = Said {
            node,
            id: self.names.give(&title.to_lowercase()),
            points: node.get("points").and_then(Node::number).unwrap_or(0.0).clamp(0.0, 1e6),
            extra: flag("extra_credit"),
            hidden: flag("hidden"),
            title,
        };
        match node.get("type").and_then(Node::text).unwrap_or("Execution") {
            "Compilation" => {
                self.compilation(plan, &said);
                Ok(())
            }
            "FileCheck" => {
                self.by_hand(plan, &said, "whether a file was handed in is for a person to see");
                Ok(())
            }
            "Execution" => self.execution(plan, &said),
            other => {
                let why = format!("the type {} is none that is known", code(other));
                self.by_hand(plan, &said, &why);
                Ok(())
            }
        }
    }

    pub(super) fn place(&self, said: &Said<'_>) -> String {
        at(self.file, said.node.line)
    }

    /// A person decides in its place.
    fn by_hand(&self, plan: &mut Plan, said: &Said<'_>, why: &str) {
        let text =
            format!("the test case {}: {why}; a person decides (`manual`)", code(&said.title));
        plan.notes.lose(self.place(said), text);
        said.node.settle();
        self.criterion(plan, said, Evidence::Manual);
    }

    fn criterion(&self, plan: &mut Plan, said: &Said<'_>, evidence: Evidence) {
        plan.criteria.push(Criterion {
            id: said.id.clone(),
            title: Some(said.title.clone()).filter(|title| !title.is_empty()),
            points: said.points,
            extra: said.extra,
            evidence,
            requires: Vec::new(),
        });
    }

    /// `clang++ -Wall -o a.out -- *.cpp`: its flags are the assignment's, its sources what students hand in.
    fn compilation(&self, plan: &mut Plan, said: &Said<'_>) {
        let place = self.place(said);
        let commands = commands(said.node);
        let [command] = commands.as_slice() else {
            self.by_hand(
                plan,
                said,
                "a program that is made by several commands is made by one here",
            );
            return;
        };
        if let Some((_, program)) = self.compiled.as_ref().filter(|(first, _)| first != command) {
            let why = format!(
                "the course builds one program in one way, and {} is compiled already",
                code(program)
            );
            self.by_hand(plan, said, &why);
            return;
        }
        let names = said.node.get("executable_name").map(Node::items).unwrap_or_default();
        let program = compiled_program(command);
        if let Some(other) = names.iter().filter_map(Node::text).find(|name| *name != program) {
            let why = format!("the command makes {}, and not {}", code(&program), code(other));
            self.by_hand(plan, said, &why);
            return;
        }
        let words = shlex::split(command).unwrap_or_default();
        let compiler = words.first().map(|word| file_name(word)).unwrap_or_default();
        let toolchain = match compiler {
            "g++" | "c++" => "g++",
            "clang++" => "clang++",
            "gcc" | "cc" => "gcc",
            "clang" => "gcc",
            _ => {
                let why = format!("{} is no compiler that is known", code(compiler));
                self.by_hand(plan, said, &why);
                return;
            }
        };
        for key in ["executable_name", "details"] {
            said.node.get(key).into_iter().for_each(Node::settle);
        }
        plan.toolchain = vec![toolchain];
        let mut words = words.iter().skip(1);
        while let Some(word) = words.next() {
            if word == "-o" {
                words.next();
            } else if let Some(library) = word.strip_prefix("-l") {
                plan.libraries.push(library.to_owned());
            } else if word.starts_with('-') && word != "--" {
                if !plan.flags.contains(word) {
                    plan.flags.push(word.clone());
                }
            } else if is_source(word) {
                let source = word.trim_start_matches("./");
                let is_glob = source.contains('*');
                let source = if is_glob { source.to_owned() } else { safe(file_name(source)) };
                let is_plain = !source.contains(['/', '[', '{', '?']);
                if !is_plain {
                    let text = format!("{}: students hand in files without folders", code(word));
                    plan.notes.lose(place.clone(), text);
                } else if !plan.sources.contains(&source) {
                    plan.sources.push(source);
                }
            } else if word != "--" {
                plan.notes.lose(place.clone(), format!("{} is no source", code(word)));
            }
        }
        let text = format!(
            "built with {} and its flags; students hand in {}",
            code(toolchain),
            code(&plan.sources.join(", "))
        );
        plan.notes.carry(place, text);
        let costs_warnings =
            said.node.get("validation").map(Node::items).unwrap_or_default().iter().any(|node| {
                node.get("deduction").and_then(Node::number).is_some_and(|it| it > 0.0)
            });
        if costs_warnings {
            let text = "what warnings cost: `build = \"no-warnings\"` in a criterion of its own does that here";
            plan.notes.lose(self.place(said), text);
        }
        if said.points > 0.0 {
            self.criterion(plan, said, Evidence::Build("compiles"));
        }
    }

    fn execution(&mut self, plan: &mut Plan, said: &Said<'_>) -> Result<(), ImportError> {
        let commands = commands(said.node);
        let [line] = commands.as_slice() else {
            self.by_hand(
                plan,
                said,
                "several commands in one test case are not run one after the other",
            );
            return Ok(());
        };
        let command = match command::parse(line) {
            Ok(command) if command.program.starts_with("./") => command,
            Ok(other) => {
                let why = format!("{} is not the student's program", code(&other.program));
                self.by_hand(plan, said, &why);
                return Ok(());
            }
            Err(why) => {
                let why = format!("the command {}: {why}", code(line));
                self.by_hand(plan, said, &why);
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
                code(&command.program),
                code(&format!("./{program}"))
            );
            self.by_hand(plan, said, &why);
            return Ok(());
        }
        let nodes = said.node.get("validation").map(Node::items).unwrap_or_default();
        let validations: Vec<Validation> = nodes
            .iter()
            .filter_map(|node| validation::read(self.file, node, &mut plan.notes))
            .collect();
        let is_whole = validations.len() == nodes.len();
        for node in nodes {
            for key in FOR_PEOPLE.iter().filter_map(|key| node.get(key)) {
                key.settle();
            }
            // Half of a validation accepts what it should not, or refuses what it should accept.
            if let Some(unread) = node.unread().first() {
                let why = format!(
                    "line {}: nothing here is like {} of its validation",
                    unread.line,
                    code(&unread.key)
                );
                self.by_hand(plan, said, &why);
                return Ok(());
            }
        }
        let counted = validations.iter().filter(|one| one.asks != Asks::Nothing).count();
        if !is_whole || counted == 0 {
            self.by_hand(plan, said, "not all of its validations could be carried over");
            return Ok(());
        }
        if counted > 1 {
            let text = "a test case is right only if all of its validations are: it has no shares of its points here";
            plan.notes.lose(self.place(said), text);
        }
        match self.case(plan, said, &command, &validations)? {
            Some(case) => {
                let id = case.id.clone();
                plan.cases.push(case);
                plan.notes.carry(
                    self.place(said),
                    format!("the test case {}: {} points", code(&said.title), said.points),
                );
                // Submitty gives a share for lines that are right, where one output is compared.
                let is_compared =
                    matches!(&validations[..], [one] if matches!(&one.asks, Asks::Same(..)));
                let is_output = is_compared
                    && plan.cases.last().is_some_and(|it| it.compare.checker.is_empty());
                let credit = is_output.then_some("per-line");
                if said.points > 0.0 {
                    self.criterion(plan, said, Evidence::Cases(vec![id], credit));
                }
            }
            None => self.by_hand(plan, said, "its files could not be carried over"),
        }
        Ok(())
    }
}

fn commands(node: &Node) -> Vec<&str> {
    let node = node.get("command").or_else(|| node.get("commands"));
    node.map(Node::items).unwrap_or_default().iter().filter_map(Node::text).collect()
}

/// The name of the program that a command of a compiler makes.
fn compiled_program(command: &str) -> String {
    let words = shlex::split(command).unwrap_or_default();
    let named = words.iter().skip_while(|word| *word != "-o").nth(1);
    named.map_or("a.out", |name| name.trim_start_matches("./")).to_owned()
}
