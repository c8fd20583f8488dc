//! `testdata.yaml`: groups in groups. Each has a grader that makes a verdict and points of those of its parts; a program keeps its points
//! only if the outermost verdict is that it is accepted.
//!
//! What the usual grader does with its flags is carried over where criteria can say it; where they cannot, that is noted with its line.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::quote_word;
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, set_full_score};
use super::cases::KattisGroup;
use super::metadata::KattisMetadata;
use super::scored_part::{ALL_OR_NOTHING, MINIMUM, OWN_GRADER, SCORE_KEYS, ScoredPart};
use super::settings::KattisSettings;

/// How points of parts become those of the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScoreAggregate {
    Sum,
    Least,
    Most,
    Mean,
}

/// What a group says.
struct GroupRules {
    aggregate: ScoreAggregate,
    /// Whether the group is accepted if any of its parts is.
    accepts_any: bool,
    ignores_samples: bool,
    /// Whether the first part that is not accepted ends the group.
    stops: bool,
    accept_score: f64,
    /// The highest score, where there is one.
    largest: Option<f64>,
    flags_place: String,
    stop_place: String,
    range_place: String,
}

/// What a group comes to.
#[derive(Default)]
struct GroupWorth {
    parts: Vec<ScoredPart>,
    /// The points of everything.
    full: f64,
    /// Whether it is accepted if any of its parts is.
    accepts_any: bool,
    /// The place that gives points for right cases although the group is not accepted; none if there is none.
    leaks: Option<String>,
}

/// The parts of all groups.
pub(super) fn score_groups(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) -> Result<Vec<ScoredPart>, ImportError> {
    let scorer = LegacyScorer {
        package,
        metadata,
        groups,
    };
    Ok(scorer.score_folder(plan, "data")?.parts)
}

struct LegacyScorer<'s> {
    package: &'s ImportPackage,
    metadata: &'s KattisMetadata,
    groups: &'s [KattisGroup],
}

impl LegacyScorer<'_> {
    /// What the cases and groups in a folder come to.
    fn score_folder(&self, plan: &mut ImportPlan, folder: &str) -> Result<GroupWorth, ImportError> {
        let settings = KattisSettings::read_folder(self.package, folder)?;
        let rules = read_rules(plan, &settings);
        let mut children = Vec::new();
        if let Some(group) = self.groups.iter().find(|group| group.path == folder) {
            children.push(self.score_cases(plan, group, &rules));
        }
        for inner in inner_folders(self.groups, folder) {
            if rules.ignores_samples && inner == "data/sample" {
                self.ignore_samples(plan);
                continue;
            }
            let worth = self.score_folder(plan, &inner)?;
            if !worth.parts.is_empty() {
                children.push(worth);
            }
        }
        Ok(combine_children(plan, &rules, folder, children))
    }

    /// Samples give no points: neither by their settings, nor by what a validator writes.
    fn ignore_samples(&self, plan: &mut ImportPlan) {
        let samples = self
            .groups
            .iter()
            .filter(|group| group.path.starts_with("data/sample"));
        for group in samples {
            let settings = &group.settings;
            settings.mark_as_read(&SCORE_KEYS);
            settings.mark_as_read(&["grader_flags", "on_reject", "grading"]);
            if self.metadata.gives_points {
                set_full_score(plan, &group.cases, 0.0);
            }
        }
    }

    /// The cases directly in the folder of a group.
    fn score_cases(
        &self,
        plan: &mut ImportPlan,
        group: &KattisGroup,
        rules: &GroupRules,
    ) -> GroupWorth {
        #[expect(clippy::cast_precision_loss, reason = "there are few cases")]
        let count = group.cases.len() as f64;
        let is_one = group.cases.len() == 1;
        let gives_points = self.metadata.gives_points;
        let each = match (gives_points, rules.largest) {
            (true, Some(largest)) => largest,
            (true, None) => {
                let text = "no highest score stands here, so nobody knows what a number in `score.txt` is worth: it is taken for a \
                            share from 0 to 1";
                plan.notes.add_dropped(&rules.range_place, text);
                rules.accept_score
            }
            (false, _) => rules.accept_score,
        };
        if gives_points {
            let full_score = rules.largest.unwrap_or(1.0);
            set_full_score(plan, &group.cases, full_score);
        }
        let (points, credit) = match (rules.aggregate, rules.accepts_any) {
            _ if is_one && gives_points => (each, MINIMUM),
            _ if is_one => (each, ALL_OR_NOTHING),
            (ScoreAggregate::Least, _) if gives_points => (each, MINIMUM),
            (ScoreAggregate::Least, _) => (each, ALL_OR_NOTHING),
            (ScoreAggregate::Sum, true) => (each * count, "per-case"),
            (ScoreAggregate::Mean, true) => (each, "per-case"),
            (ScoreAggregate::Most, true) => (each, "best"),
            (ScoreAggregate::Sum, false) => (each * count, ALL_OR_NOTHING),
            (ScoreAggregate::Mean | ScoreAggregate::Most, false) => (each, ALL_OR_NOTHING),
        };
        let is_exact = is_one || rules.aggregate == ScoreAggregate::Least;
        if gives_points && !is_exact {
            // Points for cases in part, in a group that counts only if it is accepted, or whose sum has no known maximum.
            let is_mean = rules.aggregate != ScoreAggregate::Sum && rules.accepts_any;
            if !is_mean {
                let text = "points from `score.txt` are added up over several cases, of which nothing says what each is worth at most";
                plan.notes.add_dropped(&rules.range_place, text);
            }
        }
        if credit != ALL_OR_NOTHING && rules.stops && !is_exact {
            let text = "Kattis stops at the first case of a group that is not right (`on_reject`), and here all cases are run";
            plan.notes.add_dropped(&rules.stop_place, text);
        }
        let leaks =
            (!is_exact && !rules.accepts_any && each > 0.0).then(|| rules.flags_place.clone());
        GroupWorth {
            parts: vec![ScoredPart::new(
                &group.path,
                group.cases.clone(),
                points,
                credit,
            )],
            full: points,
            accepts_any: rules.accepts_any,
            leaks,
        }
    }
}

/// The folders in a folder that have cases, themselves or in folders of theirs.
pub(super) fn inner_folders(groups: &[KattisGroup], folder: &str) -> Vec<String> {
    let start = format!("{folder}/");
    let mut inner: Vec<String> = Vec::new();
    for group in groups {
        let rest = group.path.strip_prefix(&start);
        let Some(name) = rest.and_then(|rest| rest.split('/').next()) else {
            continue;
        };
        let path = format!("{start}{name}");
        if !inner.contains(&path) {
            inner.push(path);
        }
    }
    inner
}

/// What parts come to together.
fn combine_children(
    plan: &mut ImportPlan,
    rules: &GroupRules,
    folder: &str,
    mut children: Vec<GroupWorth>,
) -> GroupWorth {
    if children.len() < 2 {
        let mut only = children.pop().unwrap_or_default();
        only.accepts_any |= rules.accepts_any;
        return only;
    }
    if rules.accepts_any {
        return add_up_children(plan, rules, children);
    }
    if let Some(worth) = demand_gates(&mut children) {
        return worth;
    }
    let is_plain = |worth: &GroupWorth| matches!(worth.parts.as_slice(), [only] if only.is_plain());
    if !children.iter().all(is_plain) {
        let text = "a program that is not accepted in all groups gets no points, and here each group counts by itself: its verdict and \
                    its points together can be said of all-or-nothing groups only";
        plan.notes.add_dropped(&rules.flags_place, text);
        return add_up_children(plan, rules, children);
    }
    let fulls: Vec<f64> = children.iter().map(|worth| worth.full).collect();
    let full = rules.aggregate.of_numbers(&fulls);
    let is_leaking = rules.aggregate != ScoreAggregate::Least;
    let leaks = children.iter().find_map(|worth| worth.leaks.clone());
    let cases = collect_cases(children);
    GroupWorth {
        parts: vec![ScoredPart::new(folder, cases, full, ALL_OR_NOTHING)],
        full,
        accepts_any: false,
        leaks: leaks.or_else(|| is_leaking.then(|| rules.flags_place.clone())),
    }
}

/// Groups without points that must be accepted for those of one other group: their cases must be right in all parts of that.
fn demand_gates(children: &mut Vec<GroupWorth>) -> Option<GroupWorth> {
    let is_gate = |worth: &GroupWorth| worth.full <= 0.0 && !worth.accepts_any;
    let scored: Vec<usize> = (0..children.len())
        .filter(|index| children.get(*index).is_some_and(|worth| !is_gate(worth)))
        .collect();
    let [only] = scored.as_slice() else {
        return None;
    };
    let parts = &children.get(*only)?.parts;
    if !parts.iter().all(ScoredPart::can_demand_cases) {
        return None;
    }
    let mut worth = children.remove(*only);
    let gates = collect_cases(std::mem::take(children));
    for part in &mut worth.parts {
        part.demand_cases(&gates);
    }
    Some(worth)
}

/// The cases of all parts.
fn collect_cases(children: Vec<GroupWorth>) -> Vec<String> {
    let parts = children.into_iter().flat_map(|worth| worth.parts);
    parts.flat_map(|part| part.cases).collect()
}

/// Parts that count each by itself.
fn add_up_children(
    plan: &mut ImportPlan,
    rules: &GroupRules,
    children: Vec<GroupWorth>,
) -> GroupWorth {
    let fulls: Vec<f64> = children.iter().map(|worth| worth.full).collect();
    let full = rules.aggregate.of_numbers(&fulls);
    #[expect(clippy::cast_precision_loss, reason = "there are few groups")]
    let scale = match rules.aggregate {
        ScoreAggregate::Mean => 1.0 / children.len() as f64,
        ScoreAggregate::Sum => 1.0,
        ScoreAggregate::Least | ScoreAggregate::Most => {
            let text = "the worst or best of several groups decides, and here the points of groups are added up";
            plan.notes.add_dropped(&rules.flags_place, text);
            1.0
        }
    };
    let has_points = |worth: &&GroupWorth| worth.full > 0.0;
    let scored = children.iter().filter(has_points).count();
    let mut parts: Vec<ScoredPart> = Vec::new();
    let mut before: Option<String> = None;
    for worth in children {
        if let Some(place) = worth.leaks.filter(|_| scored > 1) {
            let text = "right cases of a group that is not accepted give points on Kattis if another group is accepted; here such a \
                        group gives none";
            plan.notes.add_dropped(place, text);
        }
        let is_plain = worth.parts.len() == 1;
        for mut part in worth.parts {
            part.points *= scale;
            if let Some(earlier) = before.as_ref().filter(|_| rules.stops) {
                part.requires
                    .push((earlier.clone(), rules.stop_place.clone()));
            }
            if rules.stops && !(is_plain && part.credit == ALL_OR_NOTHING) {
                let text = "Kattis stops at the first group that is not right (`on_reject`), and here all groups are run";
                plan.notes.add_dropped(&rules.stop_place, text);
            } else if part.points > 0.0 {
                before = Some(part.path.clone());
            }
            parts.push(part);
        }
    }
    GroupWorth {
        parts,
        full,
        accepts_any: true,
        leaks: None,
    }
}

impl ScoreAggregate {
    /// By the word of a grader's flag; none of another flag.
    pub(super) fn from_flag(flag: &str) -> Option<ScoreAggregate> {
        match flag {
            "sum" => Some(ScoreAggregate::Sum),
            "min" => Some(ScoreAggregate::Least),
            "max" => Some(ScoreAggregate::Most),
            "avg" => Some(ScoreAggregate::Mean),
            _ => None,
        }
    }

    /// The numbers of all parts together.
    pub(super) fn of_numbers(self, numbers: &[f64]) -> f64 {
        let sum: f64 = numbers.iter().sum();
        #[expect(clippy::cast_precision_loss, reason = "there are few of them")]
        let count = numbers.len().max(1) as f64;
        match self {
            ScoreAggregate::Sum => sum,
            ScoreAggregate::Mean => sum / count,
            ScoreAggregate::Least => numbers.iter().copied().fold(f64::INFINITY, f64::min),
            ScoreAggregate::Most => numbers.iter().copied().fold(0.0, f64::max),
        }
    }
}

/// What a folder says of its parts.
fn read_rules(plan: &mut ImportPlan, settings: &KattisSettings) -> GroupRules {
    let flags_place = settings.place("grader_flags");
    let mut rules = GroupRules {
        aggregate: ScoreAggregate::Sum,
        accepts_any: false,
        ignores_samples: false,
        stops: true,
        accept_score: 1.0,
        largest: None,
        stop_place: settings.place("on_reject"),
        range_place: settings.place("range"),
        flags_place: flags_place.clone(),
    };
    let flags = settings.get("grader_flags").map(DocumentNode::to_words);
    for flag in flags.unwrap_or_default() {
        if let Some(aggregate) = ScoreAggregate::from_flag(&flag) {
            rules.aggregate = aggregate;
            continue;
        }
        match flag.as_str() {
            "accept_if_any_accepted" | "always_accept" => rules.accepts_any = true,
            "ignore_sample" => rules.ignores_samples = true,
            "no_errors" | "worst_error" | "first_error" => {}
            other => {
                let text = format!("the flag {} is not known", quote_word(other));
                plan.notes.add_dropped(&flags_place, text);
            }
        }
    }
    if settings.get("grading").and_then(DocumentNode::as_text) == Some("custom") {
        plan.notes
            .add_dropped(settings.place("grading"), OWN_GRADER);
    }
    let number = |key: &str| settings.get(key).and_then(DocumentNode::as_number);
    if number("reject_score").is_some_and(|score| score != 0.0) {
        let text = "a case that is not right gives no points here";
        plan.notes.add_dropped(settings.place("reject_score"), text);
    }
    rules.accept_score = number("accept_score").unwrap_or(1.0);
    rules.stops = settings.get("on_reject").and_then(DocumentNode::as_text) != Some("continue");
    let range = settings.get("range").map(DocumentNode::to_words);
    let largest = range.and_then(|words| words.get(1)?.parse().ok());
    rules.largest = largest.filter(|it: &f64| it.is_finite());
    rules
}
