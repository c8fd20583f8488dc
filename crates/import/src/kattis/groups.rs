//! What groups of cases are worth.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `legacy_groups` | `testdata.yaml`: a tree of groups, whose grader adds up verdicts and points |
//! | `groups` | `test_group.yaml`: groups with a highest score each; and the criteria of both |

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{ImportNotes, escape_word, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{
    ImportPlan, case_criterion, criterion_id, round_points, set_full_score, to_list, to_strings,
};
use super::cases::KattisGroup;
use super::domjudge_groups;
use super::legacy_groups;
use super::metadata::KattisMetadata;
use super::scored_part::{ALL_OR_NOTHING, MINIMUM, OWN_GRADER, SCORE_KEYS, ScoredPart};
use super::settings::KattisSettings;
use rubric::raw::RawCriterion;

/// What a problem without points is worth.
const ALL: f64 = 100.0;

/// The most that anything is worth here.
const MOST: f64 = 1_000_000.0;

/// Makes the criteria.
pub(super) fn add_criteria(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) -> Result<(), ImportError> {
    if !metadata.is_scoring {
        add_only_criterion(plan, groups);
        return Ok(());
    }
    let parts = if metadata.is_for_domjudge {
        domjudge_groups::score_groups(package, plan, metadata, groups)?
    } else if metadata.has_legacy_groups {
        legacy_groups::score_groups(package, plan, metadata, groups)?
    } else {
        score_newer_groups(package, plan, metadata, groups)?
    };
    let mut names = UniqueIds::default();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut asked: Vec<(usize, String, String)> = Vec::new();
    let has_points = parts.iter().any(|part| part.points > 0.0);
    for part in parts {
        if has_points && part.points <= 0.0 {
            let text = "its cases are run and shown, and give no points";
            plan.notes.add_imported(escape_word(&part.path), text);
            continue;
        }
        let name = match part.path.strip_prefix("data/") {
            None => "all-cases",
            Some("secret") => "secret",
            Some(name) => name.strip_prefix("secret/").unwrap_or(name),
        };
        let id = names.assign_id(&name.replace('/', "-"));
        let points = round_points(part.points.clamp(0.0, MOST));
        plan.notes.add_imported(
            escape_word(&part.path),
            format!(
                "the criterion {} of {points} points, {}",
                quote_word(&id),
                quote_word(part.credit)
            ),
        );
        for (wanted, place) in part.requires {
            asked.push((plan.criteria.len(), wanted, place));
        }
        known.insert(part.path.clone(), id.clone());
        plan.criteria.push(RawCriterion {
            credit: Some(part.credit.into()),
            ..case_criterion(id, points, &part.cases)
        });
    }
    for (index, wanted, place) in asked {
        let wanted = wanted.trim_matches('/').trim_start_matches("data/");
        let id = known
            .get(&format!("data/{wanted}"))
            .or_else(|| known.get(&format!("data/secret/{wanted}")));
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
    let samples = "data/sample";
    let is_scored = plan
        .criteria
        .iter()
        .any(|one| criterion_id(one) == "sample");
    if groups.iter().any(|group| group.path.starts_with(samples)) && !is_scored {
        plan.notes
            .add_imported(samples, "samples are run and shown, and give no points");
    }
    Ok(())
}

/// A problem that is right or not.
fn add_only_criterion(plan: &mut ImportPlan, groups: &[KattisGroup]) {
    let cases: Vec<String> = plan.cases.iter().map(|case| case.id.clone()).collect();
    plan.criteria.push(RawCriterion {
        title: Some("All cases are right".to_owned()),
        credit: Some(ALL_OR_NOTHING.into()),
        ..case_criterion("all-cases".to_owned(), ALL, &cases)
    });
    for group in groups {
        report_pass_fail_settings(&group.settings, &mut plan.notes);
    }
    let text = "a program is right in all cases, which gives 100 points, or gets none: `credit = \"per-case\"` gives \
                points for each case";
    plan.notes.add_imported("type", text);
}

/// What a grader of the package, or a flag of the usual one, would make of a problem without points.
fn report_pass_fail_settings(settings: &KattisSettings, notes: &mut ImportNotes) {
    settings.mark_as_read(&SCORE_KEYS);
    settings.mark_as_read(&["on_reject"]);
    let flags = settings.get("grader_flags").map(DocumentNode::to_words);
    for flag in flags.unwrap_or_default() {
        if ["always_accept", "accept_if_any_accepted", "ignore_sample"].contains(&flag.as_str()) {
            let text = format!(
                "the flag {} accepts programs that are not right in all cases, and here all cases must be right",
                quote_word(&flag)
            );
            notes.add_dropped(settings.place("grader_flags"), text);
        }
    }
    if settings.get("grading").and_then(DocumentNode::as_text) == Some("custom") {
        notes.add_dropped(settings.place("grading"), OWN_GRADER);
    }
}

/// The groups of the newer form.
fn score_newer_groups(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) -> Result<Vec<ScoredPart>, ImportError> {
    let samples: Vec<String> = groups
        .iter()
        .filter(|group| group.path.starts_with("data/sample"))
        .flat_map(|group| group.cases.clone())
        .collect();
    if metadata.is_custom {
        // What a validator writes of samples counts for nothing.
        set_full_score(plan, &samples, 0.0);
    }
    let secret: Vec<&KattisGroup> = groups
        .iter()
        .filter(|it| it.path.starts_with("data/secret"))
        .collect();
    let mut parts = Vec::new();
    for group in &secret {
        let is_whole = group.path == "data/secret";
        let mut part = score_newer_group(plan, metadata, group, secret.len());
        add_required_groups(
            &mut plan.notes,
            &group.settings,
            is_whole,
            &samples,
            &mut part,
        );
        parts.push(part);
    }
    if secret
        .first()
        .is_none_or(|group| group.path == "data/secret")
    {
        return Ok(parts);
    }
    // The folder above the groups says what holds for all of them together.
    let above = KattisSettings::read_folder(package, "data/secret")?;
    for part in &mut parts {
        add_required_groups(&mut plan.notes, &above, false, &samples, part);
    }
    Ok(combine_newer_groups(plan, &above, parts))
}

/// What all groups come to together.
fn combine_newer_groups(
    plan: &mut ImportPlan,
    above: &KattisSettings,
    parts: Vec<ScoredPart>,
) -> Vec<ScoredPart> {
    let most = above
        .get_in_folder("max_score")
        .and_then(DocumentNode::as_number);
    let way = above
        .get_in_folder("score_aggregation")
        .and_then(DocumentNode::as_text)
        .unwrap_or("sum")
        .to_owned();
    let points = match way.as_str() {
        "pass-fail" => Some(most.unwrap_or(ALL)),
        "min" => {
            let points = |part: &ScoredPart| part.points;
            Some(parts.iter().map(points).fold(f64::INFINITY, f64::min))
        }
        _ => None,
    };
    match points {
        Some(points) if parts.iter().all(ScoredPart::is_plain) => {
            let cases = parts.into_iter().flat_map(|part| part.cases).collect();
            vec![ScoredPart::new(
                "data/secret",
                cases,
                points,
                ALL_OR_NOTHING,
            )]
        }
        Some(_) => {
            let text = format!(
                "the worst group decides ({}), and here the points of groups are added up",
                quote_word(&way)
            );
            plan.notes
                .add_dropped(above.place("score_aggregation"), text);
            parts
        }
        None => parts,
    }
}

/// A group, or all cases where there are no groups.
fn score_newer_group(
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    group: &KattisGroup,
    groups: usize,
) -> ScoredPart {
    let settings = &group.settings;
    let is_whole = group.path == "data/secret";
    #[expect(clippy::cast_precision_loss, reason = "there are few groups")]
    let share = ALL / groups.max(1) as f64;
    let said = settings.get_in_folder("max_score");
    let points = said.and_then(DocumentNode::as_number).unwrap_or_else(|| {
        if !is_whole || said.is_some() {
            let text = format!("the group has no highest score, so it got {share:.3} points");
            plan.notes.add_dropped(settings.place("max_score"), text);
        }
        share
    });
    let usual = if is_whole { "sum" } else { "pass-fail" };
    let way = settings
        .get_in_folder("score_aggregation")
        .and_then(DocumentNode::as_text)
        .unwrap_or(usual);
    #[expect(clippy::cast_precision_loss, reason = "there are few cases")]
    let count = group.cases.len().max(1) as f64;
    let (credit, full_score) = match (way, metadata.is_custom) {
        ("sum", _) => ("per-case", points / count),
        // A validator of its own may give a share of the points.
        ("min", true) => (MINIMUM, points),
        ("min" | "pass-fail", _) => (ALL_OR_NOTHING, 1.0),
        (other, _) => {
            let text = format!(
                "found {}, expected `sum`, `min` or `pass-fail`",
                quote_word(other)
            );
            plan.notes
                .add_dropped(settings.place("score_aggregation"), text);
            (ALL_OR_NOTHING, 1.0)
        }
    };
    if metadata.is_custom && credit != ALL_OR_NOTHING {
        set_full_score(plan, &group.cases, full_score);
    }
    if settings.get_in_folder("static_validation_score").is_some() {
        plan.notes.add_dropped(
            settings.place("static_validation_score"),
            "there is no static validator here",
        );
    }
    ScoredPart::new(&group.path, group.cases.clone(), points, credit)
}

/// Groups that must be passed first. Samples have no points that could be required, so their cases must be right in the group itself.
fn add_required_groups(
    notes: &mut ImportNotes,
    settings: &KattisSettings,
    is_whole: bool,
    samples: &[String],
    part: &mut ScoredPart,
) {
    let wanted = settings
        .get_in_folder("require_pass")
        .map(DocumentNode::to_words)
        .unwrap_or_default();
    for group in wanted {
        let place = settings.place("require_pass");
        if group.trim_matches('/') != "sample" {
            part.requires.push((group, place));
        } else if part.can_demand_cases() {
            part.demand_cases(samples);
        } else {
            let what = if is_whole {
                "no points"
            } else {
                "no points of the group"
            };
            let text = format!(
                "without the samples a program gets {what}, and here each case has its own points"
            );
            notes.add_dropped(place, text);
        }
    }
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
