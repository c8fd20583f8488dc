//! Functions that are checks, and the chains of calls in them: `check50.run("./x").stdin("1").stdout("2").exit(0)`.
//!
//! Nothing is executed. A check that does anything else than such chains is not carried over, and its line is told.

use tree_sitter::{Node, Parser};

use super::super::notes::{Notes, at, code};
use super::chain::{Call, chain, line};
use super::check::{Check, Checks, Run, Step, Wanted};
use super::compilation::{self, Compilation};
use super::text::{Constants, Known, known};

/// Reads a file; none if it cannot be read at all.
pub(super) fn checks(file: &str, source: &str, notes: &mut Notes) -> Option<Checks> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).ok()?;
    let tree = parser.parse(source, None)?;
    let mut reader = Reader { source, constants: Constants::new() };
    let mut all = Vec::new();
    let root = tree.root_node();
    let mut cursor = root.walk();
    for node in root.named_children(&mut cursor) {
        match node.kind() {
            "decorated_definition" => match reader.check(node) {
                Some(check) => all.push(check),
                None => notes.lose(at(file, line(node)), "it is no check that is known"),
            },
            "import_statement"
            | "import_from_statement"
            | "comment"
            | "future_import_statement" => {}
            "expression_statement" => {
                if !reader.constant(node) && !is_text(node) {
                    notes.lose(
                        at(file, line(node)),
                        "what stands outside of checks is not executed",
                    );
                }
            }
            "function_definition" => {
                let name = node.child_by_field_name("name").map(|name| reader.text(name));
                let text = format!(
                    "the function {} is no check; checks that call it are not carried over",
                    code(name.unwrap_or_default())
                );
                notes.remark(at(file, line(node)), text);
            }
            _ => notes.lose(at(file, line(node)), "it is not understood without executing it"),
        }
    }
    Some(Checks { file: file.to_owned(), all })
}

fn is_text(statement: Node<'_>) -> bool {
    statement.named_child(0).is_some_and(|inner| inner.kind() == "string")
}

struct Reader<'s> {
    source: &'s str,
    constants: Constants,
}

impl<'s> Reader<'s> {
    fn text(&self, node: Node<'_>) -> &'s str {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Keeps `NAME = "text"`; whether it was that.
    fn constant(&mut self, statement: Node<'_>) -> bool {
        let Some(inner) = statement.named_child(0).filter(|it| it.kind() == "assignment") else {
            return false;
        };
        let (Some(left), Some(right)) =
            (inner.child_by_field_name("left"), inner.child_by_field_name("right"))
        else {
            return false;
        };
        let value = known(right, self.source, &self.constants);
        let (true, Some(value)) = (left.kind() == "identifier", value) else { return false };
        self.constants.insert(self.text(left).to_owned(), value);
        true
    }

    fn check(&self, node: Node<'_>) -> Option<Check> {
        let definition = node
            .child_by_field_name("definition")
            .filter(|it| it.kind() == "function_definition")?;
        let name = self.text(definition.child_by_field_name("name")?).to_owned();
        let (mut is_check, mut after, mut is_hidden) = (false, None, false);
        let mut steps = Ok(Vec::new());
        let mut cursor = node.walk();
        for decorator in node.named_children(&mut cursor).filter(|it| it.kind() == "decorator") {
            let inner = decorator.named_child(0)?;
            let called = inner.child_by_field_name("function").map_or("", |it| self.text(it));
            match called {
                "check50.check" | "check" => {
                    is_check = true;
                    let arguments = inner.child_by_field_name("arguments")?;
                    match self.required_check(arguments) {
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
                let text =
                    statement.named_child(0).and_then(|it| known(it, self.source, &self.constants));
                if let Some(Known::Text(text)) = text {
                    description = text.split_whitespace().collect::<Vec<_>>().join(" ");
                }
                continue;
            }
            // How programs are compiled counts for all checks, so it is read where something else is not understood, too.
            match (self.statement(statement), &mut steps) {
                (Ok(step), steps) => {
                    compilations.extend(step.as_ref().and_then(Step::compilation));
                    if let Ok(steps) = steps {
                        steps.extend(step);
                    }
                }
                (Err(why), steps @ Ok(_)) => *steps = Err(why),
                (Err(_), Err(_)) => {}
            }
        }
        let line = line(definition);
        is_check.then_some(Check { name, line, description, after, is_hidden, steps, compilations })
    }

    /// The check that must succeed first: `check50.check(compiles)`.
    fn required_check(&self, arguments: Node<'_>) -> Result<Option<String>, (usize, String)> {
        let mut required = None;
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor) {
            match argument.kind() {
                "identifier" => required = Some(self.text(argument).to_owned()),
                "comment" | "none" => {}
                _ => {
                    let why =
                        format!("{} of `check` is not carried over", code(self.text(argument)));
                    return Err((line(argument), why));
                }
            }
        }
        Ok(required)
    }

    fn statement(&self, statement: Node<'_>) -> Result<Option<Step>, (usize, String)> {
        let at = line(statement);
        match statement.kind() {
            "comment" | "pass_statement" => return Ok(None),
            "expression_statement" => {}
            _ => return Err((at, "only chains of calls are carried over".to_owned())),
        }
        let inner = statement.named_child(0);
        // Parentheses let a chain go on in the next line.
        let is_parted = |node: &Node<'_>| node.kind() == "parenthesized_expression";
        let inside = inner.filter(is_parted).and_then(|inner| inner.named_child(0));
        let inner = inside.or(inner).filter(|it| it.kind() == "call");
        let chain = inner.and_then(|inner| chain(self.source, inner));
        let chain = chain.ok_or_else(|| (at, "it is no chain of calls".to_owned()))?;
        self.step(&chain).map(Some)
    }

    fn step(&self, chain: &[Call<'_>]) -> Result<Step, (usize, String)> {
        let Some((first, rest)) = chain.split_first() else { return Err((0, String::new())) };
        let name = first.name.strip_prefix("check50.").unwrap_or(first.name);
        if name == "run" {
            return self.run(first, rest);
        }
        let step = match name {
            "exists" => Step::Exists(self.texts(first)?),
            "include" => Step::Includes(self.texts(first)?),
            "c.compile" => Step::Compiles(self.compilation(first)?),
            _ => return Err(self.unknown(first)),
        };
        if name != "c.compile" {
            refuse_other_arguments(first, first.positional.len(), &[])?;
        }
        match rest.first() {
            Some(more) => Err(self.unknown(more)),
            None => Ok(step),
        }
    }

    fn compilation(&self, call: &Call<'_>) -> Result<Compilation, (usize, String)> {
        let mut keywords = Vec::new();
        for (name, node) in &call.named {
            keywords.push((*name, known(*node, self.source, &self.constants)));
        }
        compilation::by_keywords(self.texts(call)?, &keywords).map_err(|why| (call.line, why))
    }

    fn unknown(&self, call: &Call<'_>) -> (usize, String) {
        (call.line, format!("{} cannot be carried over", code(call.name)))
    }

    fn run(&self, first: &Call<'_>, rest: &[Call<'_>]) -> Result<Step, (usize, String)> {
        let mut run = Run::default();
        match (self.texts(first)?.as_slice(), first.named.as_slice()) {
            ([command], []) => run.command.clone_from(command),
            _ => return Err(self.unknown(first)),
        }
        for call in rest {
            // `timeout` is in none of them: limits are those of the course. `prompt` and texts for people decide nothing here.
            match call.name {
                "stdin" => refuse_other_arguments(call, 3, &["line", "str_line", "prompt"])?,
                "stdout" => refuse_other_arguments(call, 3, &["output", "str_output", "regex"])?,
                "exit" => refuse_other_arguments(call, 1, &["code"])?,
                _ => refuse_other_arguments(call, 0, &[])?,
            }
            let value = |index: usize, name: &str| {
                let named =
                    call.named.iter().find(|(known, _)| *known == name).map(|(_, node)| *node);
                let node = call.positional.get(index).copied().or(named)?;
                Some(known(node, self.source, &self.constants))
            };
            let unsure = || {
                (
                    call.line,
                    format!(
                        "the arguments of {} are not known without executing it",
                        code(call.name)
                    ),
                )
            };
            match call.name {
                "stdin" => match value(0, "line").ok_or_else(unsure)?.ok_or_else(unsure)? {
                    Known::Text(text) | Known::Number(text) => run.input.push(text),
                    Known::End => {}
                    _ => return Err(unsure()),
                },
                "stdout" => {
                    let shown = match value(1, "str_output") {
                        Some(Some(Known::Text(text))) => Some(text),
                        _ => None,
                    };
                    let is_pattern = match value(2, "regex") {
                        None | Some(Some(Known::Flag(true))) => true,
                        Some(Some(Known::Flag(false))) => false,
                        Some(_) => return Err(unsure()),
                    };
                    run.output.push(
                        match value(0, "output").ok_or_else(unsure)?.ok_or_else(unsure)? {
                            Known::Text(text) if is_pattern => Wanted::Pattern(text, shown),
                            Known::Text(text) => Wanted::Text(text),
                            Known::Number(number) => {
                                let digits = number.replace('.', "\\.");
                                Wanted::Pattern(
                                    format!("(?<!\\d){digits}(?!\\d|\\.)"),
                                    Some(number),
                                )
                            }
                            Known::End => Wanted::End,
                            _ => return Err(unsure()),
                        },
                    );
                }
                "exit" => match value(0, "code") {
                    None | Some(Some(Known::None)) => {}
                    Some(Some(Known::Number(code))) => {
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
                _ => return Err(self.unknown(call)),
            }
        }
        Ok(Step::Run(run))
    }

    fn texts(&self, call: &Call<'_>) -> Result<Vec<String>, (usize, String)> {
        let text = |node: &Node<'_>| match known(*node, self.source, &self.constants) {
            Some(Known::Text(text)) => Ok(text),
            _ => Err((
                call.line,
                format!("the arguments of {} are not known without executing it", code(call.name)),
            )),
        };
        call.positional.iter().map(text).collect()
    }
}

/// Refuses arguments that no parameter here is like: what they ask for would be lost without a word.
fn refuse_other_arguments(
    call: &Call<'_>,
    most: usize,
    names: &[&str],
) -> Result<(), (usize, String)> {
    let why = |argument: &str| format!("{argument} of {} is not carried over", code(call.name));
    if let Some(more) = call.positional.get(most) {
        return Err((line(*more), why(&format!("argument {}", most + 1))));
    }
    match call.named.iter().find(|(name, _)| !names.contains(name)) {
        Some((name, node)) => Err((line(*node), why(&code(name)))),
        None => Ok(()),
    }
}
