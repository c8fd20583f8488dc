//! Functions that are checks, and the chains of calls in them: `check50.run("./x").stdin("1").stdout("2").exit(0)`.
//!
//! Nothing is executed. A check that does anything else than such chains is not carried over, and its line is told.

use tree_sitter::Node;

use super::super::compilation::ProgramCompilation;
use super::super::notes::{ImportNotes, format_place, quote_word};
use super::super::python;
use super::chain::{PythonCall, node_line, parse_chain};
use super::check::{CheckDefinition, CheckExpectation, CheckFile, CheckRun, CheckStep};
use super::keywords;
use super::text::{Constants, PythonValue, evaluate_node};

/// Reads a file; none if it cannot be read at all.
pub(super) fn parse_checks(file: &str, source: &str, notes: &mut ImportNotes) -> Option<CheckFile> {
    let tree = python::parse_syntax(source)?;
    let mut reader = PythonCheckReader {
        source,
        constants: Constants::new(),
    };
    let mut all = Vec::new();
    let root = tree.root_node();
    let mut cursor = root.walk();
    for node in root.named_children(&mut cursor) {
        match node.kind() {
            "decorated_definition" => match reader.parse_check(node) {
                Some(check) => all.push(check),
                None => notes.add_dropped(
                    format_place(file, node_line(node)),
                    "it is no check that is known",
                ),
            },
            "import_statement"
            | "import_from_statement"
            | "comment"
            | "future_import_statement" => {}
            "expression_statement" => {
                if !reader.record_constant(node) && !is_text(node) {
                    notes.add_dropped(
                        format_place(file, node_line(node)),
                        "what stands outside of checks is not executed",
                    );
                }
            }
            "function_definition" => {
                let name = node
                    .child_by_field_name("name")
                    .map(|name| reader.node_text(name));
                let text = format!(
                    "the function {} is no check; checks that call it are not carried over",
                    quote_word(name.unwrap_or_default())
                );
                notes.add_remark(format_place(file, node_line(node)), text);
            }
            _ => notes.add_dropped(
                format_place(file, node_line(node)),
                "it is not understood without executing it",
            ),
        }
    }
    Some(CheckFile {
        file: file.to_owned(),
        all,
    })
}

fn is_text(statement: Node<'_>) -> bool {
    statement
        .named_child(0)
        .is_some_and(|inner| inner.kind() == "string")
}

struct PythonCheckReader<'s> {
    source: &'s str,
    constants: Constants,
}

impl<'s> PythonCheckReader<'s> {
    fn node_text(&self, node: Node<'_>) -> &'s str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Keeps `NAME = "text"`; whether it was that.
    fn record_constant(&mut self, statement: Node<'_>) -> bool {
        let Some(inner) = statement
            .named_child(0)
            .filter(|it| it.kind() == "assignment")
        else {
            return false;
        };
        let (Some(left), Some(right)) = (
            inner.child_by_field_name("left"),
            inner.child_by_field_name("right"),
        ) else {
            return false;
        };
        let value = evaluate_node(right, self.source, &self.constants);
        let (true, Some(value)) = (left.kind() == "identifier", value) else {
            return false;
        };
        self.constants
            .insert(self.node_text(left).to_owned(), value);
        true
    }

    fn parse_check(&self, node: Node<'_>) -> Option<CheckDefinition> {
        let definition = node
            .child_by_field_name("definition")
            .filter(|it| it.kind() == "function_definition")?;
        let name = self
            .node_text(definition.child_by_field_name("name")?)
            .to_owned();
        let mut is_check = false;
        let mut after = None;
        let mut is_hidden = false;
        let mut steps = Ok(Vec::new());
        let mut cursor = node.walk();
        for decorator in node
            .named_children(&mut cursor)
            .filter(|it| it.kind() == "decorator")
        {
            let inner = decorator.named_child(0)?;
            let called = inner
                .child_by_field_name("function")
                .map_or("", |it| self.node_text(it));
            match called {
                "check50.check" | "check" => {
                    is_check = true;
                    let arguments = inner.child_by_field_name("arguments")?;
                    match self.parse_required_check(arguments) {
                        Ok(check) => after = check,
                        Err(why) => steps = Err(why),
                    }
                }
                "check50.hidden" | "hidden" => is_hidden = true,
                _ => return None,
            }
        }
        let body = definition.child_by_field_name("body")?;
        let mut description = String::new();
        let mut compilations = Vec::new();
        let mut cursor = body.walk();
        for (index, statement) in body.named_children(&mut cursor).enumerate() {
            if index == 0 && is_text(statement) {
                let text = statement
                    .named_child(0)
                    .and_then(|it| evaluate_node(it, self.source, &self.constants));
                if let Some(PythonValue::Text(text)) = text {
                    description = text.split_whitespace().collect::<Vec<_>>().join(" ");
                }
                continue;
            }
            // How programs are compiled counts for all checks, so it is read where something else is not understood, too.
            match (self.parse_statement(statement), &mut steps) {
                (Ok(step), steps) => {
                    compilations.extend(step.as_ref().and_then(CheckStep::to_compilation));
                    if let Ok(steps) = steps {
                        steps.extend(step);
                    }
                }
                (Err(why), steps @ Ok(_)) => *steps = Err(why),
                (Err(_), Err(_)) => {}
            }
        }
        let line = node_line(definition);
        is_check.then_some(CheckDefinition {
            name,
            line,
            description,
            after,
            is_hidden,
            steps,
            compilations,
        })
    }

    /// The check that must succeed first: `check50.check(compiles)`.
    fn parse_required_check(&self, arguments: Node<'_>) -> Result<Option<String>, (usize, String)> {
        let mut required = None;
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor) {
            match argument.kind() {
                "identifier" => required = Some(self.node_text(argument).to_owned()),
                "comment" | "none" => {}
                _ => {
                    let why = format!(
                        "{} of `check` is not carried over",
                        quote_word(self.node_text(argument))
                    );
                    return Err((node_line(argument), why));
                }
            }
        }
        Ok(required)
    }

    fn parse_statement(&self, statement: Node<'_>) -> Result<Option<CheckStep>, (usize, String)> {
        let at = node_line(statement);
        match statement.kind() {
            "comment" | "pass_statement" => return Ok(None),
            "expression_statement" => {}
            _ => return Err((at, "only chains of calls are carried over".to_owned())),
        }
        let inner = statement.named_child(0);
        // Parentheses let a chain go on in the next line.
        let is_parted = |node: &Node<'_>| node.kind() == "parenthesized_expression";
        let inside = inner
            .filter(is_parted)
            .and_then(|inner| inner.named_child(0));
        let inner = inside.or(inner).filter(|it| it.kind() == "call");
        let chain = inner.and_then(|inner| parse_chain(self.source, inner));
        let chain = chain.ok_or_else(|| (at, "it is no chain of calls".to_owned()))?;
        self.parse_step(&chain).map(Some)
    }

    fn parse_step(&self, chain: &[PythonCall<'_>]) -> Result<CheckStep, (usize, String)> {
        let Some((first, rest)) = chain.split_first() else {
            return Err((0, String::new()));
        };
        let name = first.name.strip_prefix("check50.").unwrap_or(first.name);
        if name == "run" {
            return self.parse_run(first, rest);
        }
        let step = match name {
            "exists" => CheckStep::Exists(self.parse_texts(first)?),
            "include" => CheckStep::Includes(self.parse_texts(first)?),
            "c.compile" => CheckStep::Compiles(self.parse_compilation(first)?),
            _ => return Err(self.unsupported_call_error(first)),
        };
        if name != "c.compile" {
            refuse_other_arguments(first, first.positional.len(), &[])?;
        }
        match rest.first() {
            Some(more) => Err(self.unsupported_call_error(more)),
            None => Ok(step),
        }
    }

    fn parse_compilation(
        &self,
        call: &PythonCall<'_>,
    ) -> Result<ProgramCompilation, (usize, String)> {
        let mut keywords = Vec::new();
        for (name, node) in &call.named {
            keywords.push((*name, evaluate_node(*node, self.source, &self.constants)));
        }
        keywords::parse_keywords(self.parse_texts(call)?, &keywords).map_err(|why| (call.line, why))
    }

    fn unsupported_call_error(&self, call: &PythonCall<'_>) -> (usize, String) {
        (
            call.line,
            format!("{} cannot be carried over", quote_word(call.name)),
        )
    }

    fn parse_run(
        &self,
        first: &PythonCall<'_>,
        rest: &[PythonCall<'_>],
    ) -> Result<CheckStep, (usize, String)> {
        let mut run = CheckRun::default();
        match (self.parse_texts(first)?.as_slice(), first.named.as_slice()) {
            ([command], []) => run.command.clone_from(command),
            _ => return Err(self.unsupported_call_error(first)),
        }
        for call in rest {
            // `timeout` is in none of them: limits are those of the course. Texts for people decide nothing here.
            match call.name {
                "stdin" => refuse_other_arguments(call, 3, &["line", "str_line", "prompt"])?,
                "stdout" => refuse_other_arguments(call, 3, &["output", "str_output", "regex"])?,
                "exit" => refuse_other_arguments(call, 1, &["code"])?,
                _ => refuse_other_arguments(call, 0, &[])?,
            }
            let value = |index: usize, name: &str| {
                let named = call
                    .named
                    .iter()
                    .find(|(known, _)| *known == name)
                    .map(|(_, node)| *node);
                let node = call.positional.get(index).copied().or(named)?;
                Some(evaluate_node(node, self.source, &self.constants))
            };
            let unsure = || {
                (
                    call.line,
                    format!(
                        "the arguments of {} are not known without executing it",
                        quote_word(call.name)
                    ),
                )
            };
            match call.name {
                "stdin" => {
                    let is_free =
                        matches!(value(2, "prompt"), Some(Some(PythonValue::Flag(false))));
                    run.awaits_prompt |= !is_free;
                    match value(0, "line").ok_or_else(unsure)?.ok_or_else(unsure)? {
                        PythonValue::Text(text) | PythonValue::Number(text) => run.input.push(text),
                        PythonValue::End => {}
                        _ => return Err(unsure()),
                    }
                }
                "stdout" => {
                    let shown = match value(1, "str_output") {
                        Some(Some(PythonValue::Text(text))) => Some(text),
                        _ => None,
                    };
                    let is_pattern = match value(2, "regex") {
                        None | Some(Some(PythonValue::Flag(true))) => true,
                        Some(Some(PythonValue::Flag(false))) => false,
                        Some(_) => return Err(unsure()),
                    };
                    run.output.push(
                        match value(0, "output").ok_or_else(unsure)?.ok_or_else(unsure)? {
                            PythonValue::Text(text) if is_pattern => {
                                CheckExpectation::Pattern(text, shown)
                            }
                            PythonValue::Text(text) => CheckExpectation::Text(text),
                            PythonValue::Number(number) => {
                                let digits = number.replace('.', "\\.");
                                CheckExpectation::Pattern(
                                    format!("(?<!\\d){digits}(?!\\d|\\.)"),
                                    Some(number),
                                )
                            }
                            PythonValue::End => CheckExpectation::End,
                            _ => return Err(unsure()),
                        },
                    );
                }
                "exit" => match value(0, "code") {
                    None | Some(Some(PythonValue::None)) => {}
                    Some(Some(PythonValue::Number(code))) => {
                        run.exit = Some(code.parse().map_err(|_| unsure())?);
                    }
                    Some(_) => return Err(unsure()),
                },
                "kill" => {}
                "reject" => {
                    let why =
                        "`reject` asks whether a program waits for more, which is not seen here"
                            .to_owned();
                    return Err((call.line, why));
                }
                _ => return Err(self.unsupported_call_error(call)),
            }
        }
        Ok(CheckStep::Run(run))
    }

    fn parse_texts(&self, call: &PythonCall<'_>) -> Result<Vec<String>, (usize, String)> {
        let text = |node: &Node<'_>| match evaluate_node(*node, self.source, &self.constants) {
            Some(PythonValue::Text(text)) => Ok(text),
            _ => Err((
                call.line,
                format!(
                    "the arguments of {} are not known without executing it",
                    quote_word(call.name)
                ),
            )),
        };
        call.positional.iter().map(text).collect()
    }
}

/// Refuses arguments that no parameter here is like: what they ask for would be lost without a word.
fn refuse_other_arguments(
    call: &PythonCall<'_>,
    most: usize,
    names: &[&str],
) -> Result<(), (usize, String)> {
    let why = |argument: &str| {
        format!(
            "{argument} of {} is not carried over",
            quote_word(call.name)
        )
    };
    if let Some(more) = call.positional.get(most) {
        return Err((node_line(*more), why(&format!("argument {}", most + 1))));
    }
    match call.named.iter().find(|(name, _)| !names.contains(name)) {
        Some((name, node)) => Err((node_line(*node), why(&quote_word(name)))),
        None => Ok(()),
    }
}
