//! The simple checks in YAML: names with lists of runs.

use super::super::document::{DocumentNode, DocumentValue};
use super::check::{CheckDefinition, CheckExpectation, CheckFile, CheckRun, CheckStep};

pub(super) fn parse_checks(node: &DocumentNode, file: &str) -> CheckFile {
    let mut all = Vec::new();
    for (key, value) in node.entries() {
        let mut steps = Ok(Vec::new());
        let mut compilations = Vec::new();
        for run in value.items() {
            match parse_run(run) {
                Ok(step) => {
                    compilations.extend(step.to_compilation());
                    if let Ok(steps) = &mut steps {
                        steps.push(step);
                    }
                }
                Err(why) => steps = Err((run.line, why.to_owned())),
            }
        }
        all.push(CheckDefinition {
            name: key.name.clone(),
            line: key.line,
            description: key.name.clone(),
            after: None,
            is_hidden: false,
            steps,
            compilations,
        });
    }
    CheckFile {
        file: file.to_owned(),
        all,
    }
}

/// A run of a program; or why it is none.
fn parse_run(run: &DocumentNode) -> Result<CheckStep, &'static str> {
    let command = run
        .get("run")
        .and_then(DocumentNode::as_text)
        .ok_or("the run does not say what is run")?;
    let exit = run
        .get("exit")
        .map(|exit| exit.as_text().and_then(|code| code.parse().ok()));
    let exit = match exit {
        Some(None) => return Err("`exit` is no whole number"),
        Some(Some(code)) => Some(code),
        None => None,
    };
    let output = run
        .get("stdout")
        .map(|it| CheckExpectation::Text(parse_lines(it).join("\n")));
    Ok(CheckStep::Run(CheckRun {
        command: command.to_owned(),
        input: run.get("stdin").map(parse_lines).unwrap_or_default(),
        awaits_prompt: run.get("stdin").is_some(),
        output: output.into_iter().collect(),
        exit,
    }))
}

/// Words of a list, each a line; or a text, whose lines are its own.
fn parse_lines(node: &DocumentNode) -> Vec<String> {
    match &node.value {
        DocumentValue::Text(text, _) => vec![text.clone()],
        _ => node
            .items()
            .iter()
            .filter_map(DocumentNode::as_text)
            .map(str::to_owned)
            .collect(),
    }
}
