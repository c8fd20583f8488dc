//! Checkers and interactors.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, tolerance_table};
use super::super::programs::{self, is_header};
use super::settings::FILE;
use super::solutions::source_path;
use rubric::raw::{RawComparison, to_texts};

/// The folder with checkers, generators and headers.
const PROGRAMS: &str = "files";

/// Converts what judges output.
pub(super) fn convert_judges(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
    assets: &DocumentNode,
) -> Result<(), ImportError> {
    let interactor = assets.get("interactor").or_else(|| node.get("interactor"));
    let checker = assets.get("checker").or_else(|| node.get("checker"));
    for judge in [interactor, checker].into_iter().flatten() {
        judge.mark_keys_as_read(&["binary", "copy", "testset", "runs", "type"]);
    }
    if let Some(interactor) = interactor {
        let words = add_tool(package, plan, interactor)?;
        plan.compare.interactor = Some(to_texts(words));
        plan.compare.protocol = Some("testlib".into());
        plan.compare.scope = None;
        let text = "the interactor, with `protocol = \"testlib\"`";
        plan.notes
            .add_imported(format_place(FILE, interactor.line), text);
        if let Some(checker) = checker {
            checker.mark_as_read();
            let text = "the interactor alone decides: the checker of what it writes is not asked";
            plan.notes
                .add_dropped(format_place(FILE, checker.line), text);
        }
        return Ok(());
    }
    let Some(checker) = checker else {
        plan.compare.whitespace = Some("tokens".into());
        plan.notes
            .add_remark(FILE, "there is no checker: words are compared");
        return Ok(());
    };
    let place = format_place(FILE, checker.line);
    let name = checker.get("name").and_then(DocumentNode::as_text);
    if let Some((compare, text)) = name.and_then(standard_checker) {
        checker.mark_as_read();
        plan.compare = RawComparison {
            scope: plan.compare.scope.clone(),
            ..compare
        };
        let name = quote_word(name.unwrap_or_default());
        plan.notes
            .add_imported(place, format!("the checker {name}: {text}"));
        return Ok(());
    }
    let words = add_tool(package, plan, checker)?;
    plan.compare.checker = Some(to_texts(words));
    plan.compare.protocol = Some("testlib".into());
    plan.notes
        .add_imported(place, "the checker, with `protocol = \"testlib\"`");
    Ok(())
}

/// The words that start a program of the package, which is compiled with all headers of its folder.
fn add_tool(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
) -> Result<Vec<String>, ImportError> {
    let Some(path) = source_path(node) else {
        return Err(package.mistake_error(FILE, Some(node.line), "it names no source"));
    };
    add_program(package, plan, path)
}

/// The same by the path of its source.
pub(super) fn add_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
) -> Result<Vec<String>, ImportError> {
    let words = programs::add_judge_program(package, plan, path, &[])?;
    for header in package.files_below(PROGRAMS).filter(|file| is_header(file)) {
        programs::add_judge_file(package, plan, path, header)?;
    }
    Ok(words)
}

/// A checker that comes with testlib, as a comparison of ours.
fn standard_checker(name: &str) -> Option<(RawComparison, &'static str)> {
    let whitespace = |word: &'static str| RawComparison {
        whitespace: Some(word.into()),
        ..RawComparison::default()
    };
    let numbers = |near: f64| RawComparison {
        numbers: Some(tolerance_table(near, near)),
        ..whitespace("tokens")
    };
    let name = name.strip_prefix("std::")?;
    let name = name.strip_suffix(".cpp").unwrap_or(name);
    Some(match name {
        "wcmp" | "hcmp" | "icmp" | "ncmp" => (whitespace("tokens"), "`whitespace = \"tokens\"`"),
        "uncmp" => (
            RawComparison {
                order: Some("any".into()),
                ..whitespace("tokens")
            },
            "`whitespace = \"tokens\"`, `order = \"any\"`",
        ),
        "lcmp" => (whitespace("collapse"), "`whitespace = \"collapse\"`"),
        "fcmp" => (
            whitespace("trailing"),
            "`whitespace = \"trailing\"`: blanks at the ends of lines do not count",
        ),
        "yesno" | "nyesno" => (
            RawComparison {
                case_sensitive: Some(false.into()),
                ..whitespace("tokens")
            },
            "`whitespace = \"tokens\"`, `case_sensitive = false`",
        ),
        "rcmp4" => (numbers(1e-4), "`numbers` with a tolerance"),
        "rcmp" => (
            RawComparison {
                numbers: Some(tolerance_table(1.5e-6, 0.0)),
                ..whitespace("tokens")
            },
            "`numbers` with a tolerance",
        ),
        "rcmp6" => (numbers(1e-6), "`numbers` with a tolerance"),
        "rcmp9" => (numbers(1e-9), "`numbers` with a tolerance"),
        _ => return None,
    })
}
