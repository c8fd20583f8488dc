//! What rules found in the text of the program: a block for each criterion, each finding with its place and its line.

use super::markdown;
use model::{CriterionKind, CriterionReport, Grade, RuleFinding, RuleReport};

/// How many findings of a criterion are shown in full.
const IN_FULL: usize = 5;

/// How many more are named by their places.
const IN_BRIEF: usize = 20;

/// The blocks, under a heading of their own; those that cost points come first.
pub(super) fn render_blocks(grade: &Grade) -> Vec<String> {
    let found = |criterion: &CriterionReport| {
        criterion
            .rule
            .clone()
            .filter(|rule| !rule.inspection.findings.is_empty())
    };
    let (remarks, counted): (Vec<_>, Vec<_>) = grade
        .criteria
        .iter()
        .filter_map(|criterion| Some((criterion, found(criterion)?)))
        .partition(|(criterion, _)| criterion.kind == CriterionKind::Remark);
    let mut blocks = Vec::new();
    for (criterion, rule) in counted.iter().chain(&remarks) {
        if blocks.is_empty() {
            blocks.push("## What was found in the text of your program".to_owned());
        }
        blocks.extend(render_criterion(criterion, rule));
    }
    blocks
}

fn render_criterion(criterion: &CriterionReport, rule: &RuleReport) -> Vec<String> {
    let findings = &rule.inspection.findings;
    let name = markdown::code_span(rule.rule);
    let title = format!("### {}", markdown::escape_inline(&criterion.title));
    let cost = match criterion.kind {
        CriterionKind::Remark => " It changes no points.",
        CriterionKind::Ordinary(_) | CriterionKind::Extra(_) | CriterionKind::Penalty { .. } => "",
    };
    let meaning = format!("{} (rule {name}){cost}", rule.meaning);
    let mut items: Vec<String> = findings.iter().take(IN_FULL).map(render_item).collect();
    items.extend(render_rest(findings.get(IN_FULL..).unwrap_or_default()));
    vec![title, meaning, items.join("\n")]
}

fn render_item(finding: &RuleFinding) -> String {
    let message = markdown::escape_inline(&finding.message);
    let place = markdown::code_span(&format_location(finding));
    let text = finding.text.trim();
    if text.is_empty() {
        return format!("- {place}: {message}");
    }
    format!("- {place}: {message} {}", markdown::code_span(text))
}

fn format_location(RuleFinding { file, line, .. }: &RuleFinding) -> String {
    line.map_or(file.clone(), |line| format!("{file}:{line}"))
}

fn render_rest(findings: &[RuleFinding]) -> Option<String> {
    let places: Vec<String> = findings
        .iter()
        .take(IN_BRIEF)
        .map(|finding| markdown::code_span(&format_location(finding)))
        .collect();
    let more = match findings.len().saturating_sub(IN_BRIEF) {
        0 => String::new(),
        more => format!(" and {more} more places"),
    };
    (!places.is_empty()).then(|| format!("- The same in {}{more}.", places.join(", ")))
}
