//! Programs with what is expected of them, in `tests/NAME/test.yml` as the judge's own tests have them.

use super::super::document::{Node, Value};
use super::super::error::ImportError;
use super::super::expected::Expected;
use super::super::notes::{at, code, plain};
use super::super::package::Package;
use super::super::plan::{Calibration, Plan};
use super::super::programs;

/// Takes them for calibration programs. The limits that they are run with become those of the assignment.
pub(super) fn fill(package: &Package, plan: &mut Plan) -> Result<(), ImportError> {
    for name in package.inside("tests") {
        let file = format!("tests/{name}/test.yml");
        if !package.has(&file) {
            plan.notes.lose(plain(&format!("tests/{name}")), "there is no `test.yml` in it");
            continue;
        }
        let node = package.yaml(&file)?;
        limits(&node, plan);
        let sources = node.get("source").map(Node::items).unwrap_or_default();
        let [source] = sources else {
            plan.notes.lose(plain(&file), "expected one file as its `source`");
            continue;
        };
        let path = format!("tests/{name}/{}", source.text().unwrap_or_default());
        if !package.has(&path) {
            plan.notes
                .lose(at(&file, source.line), format!("{} is not in the package", code(&path)));
            continue;
        }
        let known = known(&node, &file, plan);
        let said = known.1;
        programs::calibrate(package, plan, &path, known.0, &said)?;
    }
    super::super::expected::folders(package, plan)
}

fn limits(node: &Node, plan: &mut Plan) {
    if let Some(time) = node.get("time").and_then(Node::number) {
        let time = time.clamp(0.01, 600.0);
        plan.limits.cpu = Some(plan.limits.cpu.map_or(time, |known| known.max(time)));
    }
    if let Some(memory) = node.get("memory").and_then(Node::number) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let bytes = (memory * 1024.0).clamp(16e6, 64e9) as u64;
        plan.limits.memory = Some(plan.limits.memory.map_or(bytes, |known| known.max(bytes)));
    }
}

/// What is known of a program, and in words.
fn known(node: &Node, file: &str, plan: &mut Plan) -> (Calibration, String) {
    let mut known = Calibration::default();
    let mut said = Vec::new();
    if let Some(expect) = node.get("expect") {
        let words = expect.words();
        if words == ["AC"] {
            known.permitted = Expected::verdicts("AC").unwrap_or_default().to_vec();
        }
        for word in words {
            match Expected::verdicts(&word) {
                Some(verdicts) => known.required.extend(verdicts),
                None => plan.notes.lose(
                    at(file, expect.line),
                    format!("{} is no verdict that is known", code(&word)),
                ),
            }
            said.push(word);
        }
    }
    if let Some(cases) = node.get("cases") {
        let ids: Vec<String> = plan.cases.iter().map(|case| case.id.clone()).collect();
        let numbered: Vec<(usize, &Node)> = match &cases.value {
            Value::Map(entries) => {
                let number = |name: &str| name.parse::<usize>().ok()?.checked_sub(1);
                entries.iter().filter_map(|(key, node)| Some((number(&key.name)?, node))).collect()
            }
            _ => cases.items().iter().enumerate().collect(),
        };
        for (index, node) in numbered {
            // What was skipped there is run here.
            let verdict = node.text().and_then(Expected::verdicts).and_then(|all| all.first());
            if let (Some(id), Some(verdict)) = (ids.get(index), verdict) {
                known.verdicts.insert(id.clone(), *verdict);
            }
        }
        said.push("single cases".to_owned());
    }
    if known.permitted.is_empty() && known.required.is_empty() {
        // Whatever it earns: its cases say what is expected.
        known.permitted = Expected::ANY.to_vec();
    }
    (known, format!("what is expected of {}", code(&said.join(", "))))
}
