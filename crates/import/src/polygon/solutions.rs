//! Programs with what is expected of them.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::expected::{ExpectedVerdicts, add_expected_program};
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::settings::FILE;

/// Takes them for calibration programs, the main one first: what it does is right.
pub(super) fn add_solutions(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    assets: &DocumentNode,
) -> Result<(), ImportError> {
    let Some(solutions) = assets.get("solutions") else {
        return Ok(());
    };
    let mut all: Vec<&DocumentNode> = solutions.children("solution").collect();
    all.sort_by_key(|one| solution_tag(one) != "main");
    for one in all {
        let tag = solution_tag(one);
        one.mark_keys_as_read(&["extra-tags", "binary"]);
        let Some(path) = source_path(one) else {
            plan.notes
                .add_remark(format_place(FILE, one.line), "the solution names no file");
            continue;
        };
        if !package.has_file(path) {
            plan.notes.add_dropped(
                format_place(FILE, one.line),
                format!("{} is not in the package", quote_word(path)),
            );
            continue;
        }
        let expected = expected_verdicts(tag);
        if expected.is_none() {
            let text = format!("the tag {} does not say what is expected", quote_word(tag));
            plan.notes.add_remark(escape_word(path), text);
            continue;
        }
        add_expected_program(package, plan, path, expected, None)?;
    }
    Ok(())
}

fn solution_tag(solution: &DocumentNode) -> &str {
    solution
        .get("tag")
        .and_then(DocumentNode::as_text)
        .unwrap_or_default()
}

/// The path of the source of a program.
pub(super) fn source_path(program: &DocumentNode) -> Option<&str> {
    let source = program.get("source")?;
    source.mark_as_read();
    source.get("path")?.as_text()
}

/// What a tag says. The verdict of a problem is that of its first test that is not right.
fn expected_verdicts(tag: &str) -> Option<ExpectedVerdicts> {
    let folders: &[&str] = match tag {
        "main" | "accepted" => &["accepted"],
        "wrong-answer" | "presentation-error" => &["wrong_answer"],
        "time-limit-exceeded" => &["time_limit_exceeded"],
        "memory-limit-exceeded" => &["memory_limit_exceeded"],
        "time-limit-exceeded-or-memory-limit-exceeded" => {
            &["time_limit_exceeded", "memory_limit_exceeded"]
        }
        "time-limit-exceeded-or-accepted" => &["slow_accepted"],
        "rejected" | "failed" => &["rejected"],
        _ => return None,
    };
    let mut joined = ExpectedVerdicts::default();
    for folder in folders {
        let one = ExpectedVerdicts::from_folder(folder, true)?;
        joined.permitted.extend(one.permitted);
        joined.required.extend(one.required);
    }
    Some(joined)
}
