//! The question about a submission that was built.

use model::{Assignment, BuildVerdict, CriterionEvidence, DonorProgram, RepairClue, RubricRule};
use serde::{Deserialize, Serialize};
use toolchain::{BuildOutput, CapturedDiagnostics};

/// What is asked, besides the warnings of the compiler.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnalysisTopics<'a> {
    /// What the rubric's rules say.
    pub rules: bool,
    /// Which functions the cases can call.
    pub functions: bool,
    /// Whether the program may do something else each time by right.
    pub changes: bool,
    /// Why a source does not compile although nothing wrong is to be seen.
    pub hints: bool,
    /// Which of these names, by which sanitizers are watched, it has or uses itself.
    pub watched: &'a [String],
    /// Which small changes of its text may make it right.
    pub repairs: Option<RepairQuestion<'a>>,
}

/// What is known where small changes of a text are looked for.
#[derive(Debug, Clone, Copy)]
pub struct RepairQuestion<'a> {
    /// What failing cases show of the fault.
    pub clues: &'a [RepairClue],
    /// Other programs for the same task.
    pub donors: &'a [DonorProgram],
}

/// All that the other process needs, besides the files themselves.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnalysisQuestion {
    /// Whether there is a program, and so objects that know more than the grammar.
    pub(super) is_built: bool,
    /// For each criterion its rule, if it has one.
    pub(super) rules: Vec<Option<RubricRule>>,
    /// Cases that call functions, by their places, with their prototypes.
    pub(super) functions: Vec<(usize, Vec<String>)>,
    /// The names of all files.
    pub(super) files: Vec<String>,
    /// Those of them that are the instructor's.
    pub(super) provided: Vec<String>,
    /// The names of the objects.
    pub(super) objects: Vec<String>,
    /// The places of those that were made of the instructor's sources.
    pub(super) provided_objects: Vec<usize>,
    /// What the compiler said.
    pub(super) told: Vec<CapturedDiagnostics>,
    pub(super) changes: bool,
    pub(super) hints: bool,
    /// Names by which sanitizers are watched.
    pub(super) watched: Vec<String>,
    /// What is known of the fault, where small changes are looked for.
    pub(super) repairs: Option<Vec<RepairClue>>,
    /// From what they may be taken.
    pub(super) donors: Vec<DonorProgram>,
}

impl AnalysisQuestion {
    /// What `topics` mean for a submission; none if there is nothing to ask.
    pub(super) fn for_topics(
        assignment: &Assignment,
        built: &BuildOutput,
        topics: AnalysisTopics<'_>,
    ) -> Option<AnalysisQuestion> {
        let is_built = built.report.verdict == BuildVerdict::Ok;
        // A program that does not compile has a text all the same, and no objects that could be believed.
        let has_text = !built.files.is_empty();
        let rules = if topics.rules && has_text {
            rules_by_criterion(assignment)
        } else {
            Vec::new()
        };
        let functions = if topics.functions && is_built {
            prototypes_by_case(assignment)
        } else {
            Vec::new()
        };
        let hints = topics.hints && built.report.verdict == BuildVerdict::CompileError;
        let changes = topics.changes && is_built;
        let watched = if is_built {
            topics.watched.to_vec()
        } else {
            Vec::new()
        };
        let asked = topics.repairs.filter(|_| is_built);
        let repairs = asked.map(|asked| asked.clues.to_vec());
        let donors = asked.map_or_else(Vec::new, |asked| asked.donors.to_vec());
        let asks = repairs.is_some()
            || !rules.is_empty()
            || !functions.is_empty()
            || !watched.is_empty()
            || changes;
        if !asks && built.told.is_empty() && !hints {
            return None;
        }
        let files = built.files.iter().map(|(name, _)| name.clone()).collect();
        let objects = if is_built {
            built.objects.clone()
        } else {
            Vec::new()
        };
        let told = built.told.clone();
        let provided = built.report.provided.clone();
        let names = built.names.iter().enumerate();
        let provided_objects = names.filter(|(_, name)| provided.contains(name));
        let provided_objects = provided_objects.map(|(place, _)| place).collect();
        Some(AnalysisQuestion {
            is_built,
            rules,
            functions,
            files,
            provided,
            objects,
            provided_objects,
            told,
            changes,
            hints,
            watched,
            repairs,
            donors,
        })
    }

    /// Whether the objects must be read.
    pub(super) fn needs_objects(&self) -> bool {
        let AnalysisQuestion {
            rules,
            functions,
            watched,
            changes,
            ..
        } = self;
        !rules.is_empty() || !functions.is_empty() || !watched.is_empty() || *changes
    }
}

/// For each criterion its rule; nothing if none has one.
fn rules_by_criterion(assignment: &Assignment) -> Vec<Option<RubricRule>> {
    let rules: Vec<_> = assignment
        .criteria
        .iter()
        .map(|it| evidence_rule(&it.evidence))
        .collect();
    if rules.iter().any(Option::is_some) {
        rules
    } else {
        Vec::new()
    }
}

fn evidence_rule(evidence: &CriterionEvidence) -> Option<RubricRule> {
    match evidence {
        CriterionEvidence::Rule(rule) => Some(rule.clone()),
        _ => None,
    }
}

fn prototypes_by_case(assignment: &Assignment) -> Vec<(usize, Vec<String>)> {
    let cases = assignment.cases.iter().enumerate();
    let functions = cases.filter_map(|(place, case)| {
        let prototypes = case.function.as_ref()?.prototypes.iter();
        Some((place, prototypes.map(|it| it.text.clone()).collect()))
    });
    functions.collect()
}
