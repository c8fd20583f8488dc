//! The simple checks in YAML: names with lists of runs.

use super::super::document::{Node, Value};
use super::check::{Check, Checks, Run, Step, Wanted};

pub(super) fn checks(node: &Node, file: &str) -> Checks {
    let mut all = Vec::new();
    for (key, value) in node.entries() {
        let mut steps = Ok(Vec::new());
        let mut compilations = Vec::new();
        for run in value.items() {
            match step(run) {
                Ok(step) => {
                    compilations.extend(step.compilation());
                    if let Ok(steps) = &mut steps {
                        steps.push(step);
                    }
                }
                Err(why) => steps = Err((run.line, why.to_owned())),
            }
        }
        all.push(Check {
            name: key.name.clone(),
            line: key.line,
            description: key.name.clone(),
            after: None,
            is_hidden: false,
            steps,
            compilations,
        });
    }
    Checks { file: file.to_owned(), all }
}

/// A run of a program; or why it is none.
fn step(run: &Node) -> Result<Step, &'static str> {
    let command = run.get("run").and_then(Node::text).ok_or("the run does not say what is run")?;
    let exit = run.get("exit").map(|exit| exit.text().and_then(|code| code.parse().ok()));
    let exit = match exit {
        Some(None) => return Err("`exit` is no whole number"),
        Some(Some(code)) => Some(code),
        None => None,
    };
    let output = run.get("stdout").map(|it| Wanted::Text(lines(it).join("\n")));
    Ok(Step::Run(Run {
        command: command.to_owned(),
        input: run.get("stdin").map(lines).unwrap_or_default(),
        output: output.into_iter().collect(),
        exit,
    }))
}

/// Words of a list, each a line; or a text, whose lines are its own.
fn lines(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text, _) => vec![text.clone()],
        _ => node.items().iter().filter_map(Node::text).map(str::to_owned).collect(),
    }
}
