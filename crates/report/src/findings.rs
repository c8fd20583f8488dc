//! What rules found in the text of the program: a block for each criterion, each finding with its place and its line.

use document::{Block, Prose, join, prose};
use model::{CriterionKind, CriterionReport, Grade, RuleFinding, RuleReport};

/// How many findings of a criterion are shown in full.
const IN_FULL: usize = 5;

/// How many more are named by their places.
const IN_BRIEF: usize = 20;

/// The blocks, under a heading of their own; those that cost points come first.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
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
            blocks.push(Block::heading("What was found in the text of your program"));
        }
        blocks.extend(render_criterion(criterion, rule));
    }
    blocks
}

fn render_criterion(criterion: &CriterionReport, rule: &RuleReport) -> Vec<Block> {
    let findings = &rule.inspection.findings;
    let title = Block::Heading(3, Prose::text(&criterion.title));
    let cost = match criterion.kind {
        CriterionKind::Remark => Prose::literal(" It changes no points."),
        CriterionKind::Ordinary(_) | CriterionKind::Extra(_) | CriterionKind::Penalty { .. } => {
            Prose::default()
        }
    };
    let meaning = prose!("{} (rule {}){}", rule.meaning, Prose::code(rule.rule), cost);
    let mut items: Vec<Prose> = findings.iter().take(IN_FULL).map(render_item).collect();
    items.extend(render_rest(findings.get(IN_FULL..).unwrap_or_default()));
    vec![title, Block::Paragraph(meaning), Block::List(items)]
}

fn render_item(finding: &RuleFinding) -> Prose {
    let place = Prose::code(&format_location(finding));
    let text = finding.text.trim();
    if text.is_empty() {
        return prose!("{}: {}", place, finding.message);
    }
    prose!("{}: {} {}", place, finding.message, Prose::code(text))
}

fn format_location(RuleFinding { file, line, .. }: &RuleFinding) -> String {
    line.map_or(file.clone(), |line| format!("{file}:{line}"))
}

fn render_rest(findings: &[RuleFinding]) -> Option<Prose> {
    let places: Vec<Prose> = findings
        .iter()
        .take(IN_BRIEF)
        .map(|finding| Prose::code(&format_location(finding)))
        .collect();
    let more = match findings.len().saturating_sub(IN_BRIEF) {
        0 => Prose::default(),
        more => prose!(" and {} more places", more),
    };
    (!places.is_empty()).then(|| prose!("The same in {}{}.", join(places, ", "), more))
}
