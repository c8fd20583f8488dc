//! The simple checks in YAML: names with lists of runs.

use super::super::document::{Node, Value};
use super::super::notes::at;
use super::super::plan::Plan;
use super::check::{Check, Checks, Run, Step, Wanted};

pub(super) fn checks(node: &Node, file: &str, plan: &mut Plan) -> Checks {
    let mut all = Vec::new();
    for (key, value) in node.entries() {
        let mut steps = Vec::new();
        for run in value.items() {
            let Some(command) = run.get("run").and_then(Node::text) else {
                plan.notes.lose(at(file, run.line), "the run does not say what is run");
                continue;
            };
            steps.push(Step::Run(Run {
                command: command.to_owned(),
                input: run.get("stdin").map(lines).unwrap_or_default(),
                output: run
                    .get("stdout")
                    .map(|it| Wanted::Text(lines(it).join("\n")))
                    .into_iter()
                    .collect(),
                exit: run.get("exit").and_then(Node::text).and_then(|code| code.parse().ok()),
            }));
        }
        all.push(Check {
            name: key.name.clone(),
            line: key.line,
            description: key.name.clone(),
            after: None,
            is_hidden: false,
            steps: Ok(steps),
        });
    }
    Checks { file: file.to_owned(), all }
}

/// Words of a list, each a line; or a text, whose lines are its own.
fn lines(node: &Node) -> Vec<String> {
    match &node.value {
        Value::Text(text, _) => vec![text.clone()],
        _ => node.items().iter().filter_map(Node::text).map(str::to_owned).collect(),
    }
}
