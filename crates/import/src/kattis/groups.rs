//! What a group of cases is worth.

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{ImportNotes, escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{
    ImportPlan, case_criterion, criterion_id, round_points, to_list, to_strings,
};
use super::cases::{KattisGroup, SETTINGS};
use super::metadata::KattisMetadata;
use rubric::raw::RawCriterion;

/// What a problem without points is worth.
const ALL: f64 = 100.0;

/// The most that anything is worth here.
const MOST: f64 = 1_000_000.0;

/// Makes the criteria.
pub(super) fn add_criteria(
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) {
    if !metadata.is_scoring {
        let cases: Vec<String> = plan.cases.iter().map(|case| case.id.clone()).collect();
        plan.criteria.push(RawCriterion {
            title: Some("All cases are right".to_owned()),
            credit: Some("all-or-nothing".into()),
            ..case_criterion("all-cases".to_owned(), ALL, &cases)
        });
        for (_, node) in groups.iter().filter_map(|group| group.settings.as_ref()) {
            // Whatever they say of points: there are none.
            mark_keys_as_read(node, &LEGACY_KEYS);
        }
        let text = "a program is right in all cases, which gives 100 points, or gets none: `credit = \"per-case\"` gives \
                    points for each case";
        plan.notes.add_imported("type", text);
        return;
    }
    let secret: Vec<&KattisGroup> = groups
        .iter()
        .filter(|it| it.path.starts_with("data/secret"))
        .collect();
    if secret
        .iter()
        .any(|group| group.path.matches('/').count() > 2)
    {
        let text = "groups in groups: each folder with cases became a criterion, and what the outer ones make of them is not kept";
        plan.notes.add_dropped("data/secret", text);
    }
    let mut names = UniqueIds::default();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut asked: Vec<(usize, String, String)> = Vec::new();
    for group in &secret {
        let name = group
            .path
            .trim_start_matches("data/secret")
            .trim_matches('/')
            .replace('/', "-");
        let id = names.assign_id(if name.is_empty() { "secret" } else { &name });
        let worth = GroupScoring::from_group(group, metadata, secret.len(), &mut plan.notes);
        let one = RawCriterion {
            credit: Some(worth.credit.into()),
            ..case_criterion(id.clone(), worth.points, &group.cases)
        };
        for (wanted, place) in worth.requires {
            asked.push((plan.criteria.len(), wanted, place));
        }
        known.insert(group.path.trim_start_matches("data/").to_owned(), id);
        plan.criteria.push(one);
    }
    for (index, wanted, place) in asked {
        let wanted = wanted.trim_matches('/');
        let id = known
            .get(wanted)
            .or_else(|| known.get(&format!("secret/{wanted}")));
        match (id.cloned(), plan.criteria.get_mut(index)) {
            (Some(id), Some(one)) if criterion_id(one) != id => {
                let mut required = to_strings(one.requires.as_ref());
                required.push(id);
                one.requires = to_list(required);
            }
            _ => {
                let text = format!(
                    "{} is no other group with points, so it cannot be required",
                    quote_word(wanted)
                );
                plan.notes.add_dropped(place, text);
            }
        }
    }
    break_requirement_cycles(plan);
    if groups
        .iter()
        .any(|group| group.path.starts_with("data/sample"))
    {
        plan.notes.add_imported(
            "data/sample",
            "samples are run and shown, and give no points",
        );
    }
}

/// What the older form says of the points of a group.
const LEGACY_KEYS: [&str; 6] = [
    "on_reject",
    "grading",
    "grader_flags",
    "accept_score",
    "reject_score",
    "range",
];

fn mark_keys_as_read(node: &DocumentNode, keys: &[&str]) {
    keys.iter()
        .filter_map(|key| node.get(key))
        .for_each(DocumentNode::mark_as_read);
}

/// What folders with groups in them say of their points, and samples of theirs: here points of groups are added up, and samples give none.
pub(super) fn report_outer_settings(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) -> Result<(), ImportError> {
    for folder in ["data", "data/secret", "data/sample"] {
        for name in SETTINGS {
            let file = format!("{folder}/{name}");
            let is_of_group = groups.iter().any(|group| {
                folder != "data/sample" && group.settings.as_ref().is_some_and(|it| it.0 == file)
            });
            if is_of_group || !package.has_file(&file) {
                continue;
            }
            let node = package.read_yaml(&file)?;
            for (key, value) in node.entries() {
                let adds_up = match key.name.as_str() {
                    _ if !metadata.is_scoring && LEGACY_KEYS.contains(&key.name.as_str()) => true,
                    "on_reject" => value.as_text() == Some("continue") || folder == "data/sample",
                    "grading" => value.as_text() == Some("default"),
                    "grader_flags" => value.to_words().iter().all(|word| {
                        [
                            "sum",
                            "ignore_sample",
                            "accept_if_any_accepted",
                            "always_accept",
                        ]
                        .contains(&word.as_str())
                    }),
                    "score_aggregation" => value.as_text() == Some("sum"),
                    "accept_score" | "max_score" if folder == "data/sample" => {
                        value.as_number() == Some(0.0)
                    }
                    "accept_score" | "reject_score" | "range" | "max_score" => true,
                    _ => continue,
                };
                value.mark_as_read();
                let place = format_place(&file, key.line);
                let key = quote_word(&key.name);
                if adds_up {
                    plan.notes
                        .add_remark(place, format!("{key}: points of groups are added up"));
                } else {
                    let text = "points of groups are added up, all of them are run, and samples give no points";
                    plan.notes.add_dropped(place, format!("{key}: {text}"));
                }
            }
        }
    }
    Ok(())
}

/// Criteria that require each other could never be earned.
fn break_requirement_cycles(plan: &mut ImportPlan) {
    let mut sound: Vec<String> = Vec::new();
    let is_sound = |one: &RawCriterion, sound: &[String]| {
        let is_known = |id: &String| sound.contains(id);
        to_strings(one.requires.as_ref()).iter().all(is_known)
    };
    let is_listed =
        |one: &RawCriterion, sound: &[String]| sound.iter().any(|id| id == criterion_id(one));
    loop {
        let next = plan
            .criteria
            .iter()
            .find(|one| !is_listed(one, &sound) && is_sound(one, &sound));
        match next {
            Some(next) => sound.push(criterion_id(next).to_owned()),
            None => break,
        }
    }
    for one in plan
        .criteria
        .iter_mut()
        .filter(|one| !is_listed(one, &sound))
    {
        one.requires = None;
        plan.notes.add_dropped(
            escape_word(criterion_id(one)),
            "groups require each other in a circle, which nobody could earn",
        );
    }
}

struct GroupScoring {
    points: f64,
    credit: &'static str,
    /// Groups that must be passed first, and where that stands.
    requires: Vec<(String, String)>,
}

impl GroupScoring {
    fn from_group(
        group: &KattisGroup,
        metadata: &KattisMetadata,
        groups: usize,
        notes: &mut ImportNotes,
    ) -> GroupScoring {
        let file = group.settings.as_ref().map_or("data", |(file, _)| file);
        let node = group.settings.as_ref().map(|(_, node)| &**node);
        // Settings of a folder above are those of the whole.
        let is_own = file
            .rsplit_once('/')
            .is_some_and(|(folder, _)| folder == group.path);
        if metadata.is_legacy {
            GroupScoring::from_legacy_format(group, metadata, file, node, notes)
        } else {
            GroupScoring::from_newer_format(
                group,
                metadata,
                groups,
                file,
                node.filter(|_| is_own),
                notes,
            )
        }
    }

    fn from_legacy_format(
        group: &KattisGroup,
        metadata: &KattisMetadata,
        file: &str,
        node: Option<&DocumentNode>,
        notes: &mut ImportNotes,
    ) -> GroupScoring {
        let said = |key: &str| node.and_then(|node| node.get(key));
        let place = |key: &str| {
            said(key).map_or_else(|| escape_word(file), |node| format_place(file, node.line))
        };
        let flags = said("grader_flags")
            .map(DocumentNode::to_words)
            .unwrap_or_default();
        const FLAGS: [&str; 9] = [
            "sum",
            "min",
            "max",
            "avg",
            "accept_if_any_accepted",
            "always_accept",
            "no_errors",
            "worst_error",
            "first_error",
        ];
        for other in flags.iter().filter(|it| !FLAGS.contains(&it.as_str())) {
            notes.add_dropped(
                place("grader_flags"),
                format!("the flag {} is not known", quote_word(other)),
            );
        }
        let has = |flag: &str| flags.iter().any(|it| it == flag);
        let each = said("accept_score")
            .and_then(DocumentNode::as_number)
            .unwrap_or(1.0);
        #[expect(clippy::cast_precision_loss, reason = "there are few cases")]
        let count = group.cases.len() as f64;
        if said("grading").and_then(DocumentNode::as_text) == Some("custom") {
            notes.add_dropped(
                place("grading"),
                "a grader of its own: the points of cases are added up",
            );
        }
        if said("reject_score")
            .and_then(DocumentNode::as_number)
            .is_some_and(|score| score != 0.0)
        {
            notes.add_dropped(
                place("reject_score"),
                "a case that is not right gives no points here",
            );
        }
        let is_one = has("min") || has("avg") || has("max");
        let largest = said("range")
            .map(DocumentNode::to_words)
            .and_then(|words| words.get(1)?.parse().ok());
        let largest = largest.filter(|it: &f64| it.is_finite() && metadata.gives_points);
        let points = largest.unwrap_or(if is_one { each } else { each * count });
        let credit = match () {
            () if has("max") => "best",
            () if metadata.gives_points && has("min") => "minimum",
            () if has("min") => "all-or-nothing",
            // What is accepted in part only counts where the group says so.
            () if has("avg") || has("accept_if_any_accepted") || metadata.gives_points => {
                "per-case"
            }
            () if has("always_accept") || has("no_errors") => "per-case",
            () => "all-or-nothing",
        };
        let order = said("on_reject").and_then(DocumentNode::as_text);
        if credit == "per-case" && group.cases.len() > 1 && order != Some("continue") {
            let text = "Kattis stops at the first case of a group that is not right (`on_reject`), and here all cases are run";
            notes.add_dropped(place("on_reject"), text);
        }
        notes.add_imported(
            escape_word(&group.path),
            format!("a criterion of {points} points, {}", quote_word(credit)),
        );
        GroupScoring {
            points: clamp_points(points),
            credit,
            requires: Vec::new(),
        }
    }

    fn from_newer_format(
        group: &KattisGroup,
        metadata: &KattisMetadata,
        groups: usize,
        file: &str,
        node: Option<&DocumentNode>,
        notes: &mut ImportNotes,
    ) -> GroupScoring {
        let said = |key: &str| node.and_then(|node| node.get(key));
        let place = |key: &str| {
            said(key).map_or_else(|| escape_word(file), |node| format_place(file, node.line))
        };
        let is_whole = group.path == "data/secret";
        #[expect(clippy::cast_precision_loss, reason = "there are few groups")]
        let share = ALL / groups.max(1) as f64;
        let points = said("max_score")
            .and_then(DocumentNode::as_number)
            .unwrap_or_else(|| {
                if !is_whole {
                    let text =
                        format!("the group has no highest score, so it got {share:.3} points");
                    notes.add_dropped(place("max_score"), text);
                }
                share
            });
        let usual = if is_whole { "sum" } else { "pass-fail" };
        let way = said("score_aggregation")
            .and_then(DocumentNode::as_text)
            .unwrap_or(usual);
        let credit = match (way, metadata.is_custom) {
            ("sum", _) => "per-case",
            // A validator of its own may give a share of the points.
            ("min", true) => "minimum",
            ("min" | "pass-fail", _) => "all-or-nothing",
            (other, _) => {
                let text = format!(
                    "found {}, expected `sum`, `min` or `pass-fail`",
                    quote_word(other)
                );
                notes.add_dropped(place("score_aggregation"), text);
                "all-or-nothing"
            }
        };
        if said("static_validation_score").is_some() {
            notes.add_dropped(
                place("static_validation_score"),
                "there is no static validator here",
            );
        }
        let wanted = said("require_pass")
            .map(DocumentNode::to_words)
            .unwrap_or_default();
        let requires = wanted
            .into_iter()
            .map(|group| (group, place("require_pass")))
            .collect();
        notes.add_imported(
            escape_word(&group.path),
            format!("a criterion of {points} points, {}", quote_word(credit)),
        );
        GroupScoring {
            points: clamp_points(points),
            credit,
            requires,
        }
    }
}

fn clamp_points(points: f64) -> f64 {
    round_points(points.clamp(0.0, MOST))
}
