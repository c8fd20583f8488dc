//! Cases as cases and criteria.

use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{
    ImportPlan, ImportedCase, ImportedLimits, case_criterion, round_points, to_list,
};
use super::statements::{GradeReduction, VplCase};
use rubric::raw::{RawComparison, RawCriterion, RawExitCode, RawPenalty, to_texts};

/// The most points of an activity, which its cases do not say: Moodle's usual number.
const ALL_POINTS: f64 = 100.0;

/// Adds the cases that can be carried over. `data` are files that programs find.
pub(super) fn add_cases(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    file: &str,
    cases: &[VplCase],
    data: &[(String, Vec<u8>)],
) -> Result<(), ImportError> {
    let words = plan.add_checker_script("vpl.py", include_str!("check.py"));
    plan.compare.checker = Some(to_texts(words));
    let mut names = UniqueIds::default();
    let mut kept: Vec<(String, &VplCase)> = Vec::new();
    for one in cases {
        let place = format_place(file, one.line);
        if let Some(why) = refusal(one) {
            plan.notes.add_dropped(place, why);
            continue;
        }
        let id = names.assign_id(&one.title);
        let mut case = convert_case(id.clone(), one, plan, &place);
        case.files.extend(data.iter().cloned());
        plan.cases.push(case);
        plan.notes
            .add_imported(place, format!("the case {}", quote_word(&id)));
        kept.push((id, one));
    }
    if kept.is_empty() {
        return Err(package.mistake_error(file, None, "there is no case that can be carried over"));
    }
    add_criteria(plan, &kept, cases.len());
    let text = format!(
        "the most points stand in Moodle, and not in the cases: they are {ALL_POINTS} here, of which percentages and usual reductions are \
         taken"
    );
    plan.notes.add_remark("points", text);
    Ok(())
}

/// Why a case cannot be carried over; none if it can.
fn refusal(one: &VplCase) -> Option<String> {
    if !one.program.is_empty() {
        let program = quote_word(&one.program);
        return Some(format!("it runs {program}, and not the student's program"));
    }
    if !one.variation.is_empty() {
        let variation = quote_word(&one.variation);
        return Some(format!(
            "only students of the variation {variation} have this case"
        ));
    }
    if shlex::split(&one.arguments).is_none() {
        return Some("the quotes of its program arguments do not end".to_owned());
    }
    if one.exit_code > 0 {
        return Some(format!(
            "the exit code {} or right output is enough there; here both are needed, or one of them alone",
            one.exit_code
        ));
    }
    let wrong = one
        .outputs
        .iter()
        .find(|output| !is_expression_known(output))?;
    let shown = quote_word(wrong.trim());
    Some(format!(
        "the expression {shown} is none that is known, or its flags are not `i` or `m`"
    ))
}

/// Whether an output is no regular expression, or one that can be used.
fn is_expression_known(output: &str) -> bool {
    let Some(rest) = output.trim().strip_prefix('/') else {
        return true;
    };
    let Some((expression, flags)) = rest.rsplit_once('/') else {
        return true;
    };
    let is_compiled = || regex::Regex::new(&expression.replace("\\\\", "\\")).is_ok();
    flags.chars().all(|flag| "im".contains(flag)) && is_compiled()
}

fn convert_case(id: String, one: &VplCase, plan: &mut ImportPlan, place: &str) -> ImportedCase {
    let mut outputs = one.outputs.iter();
    let first = outputs.next().map_or("", |output| output.trim_end());
    let mut case = ImportedCase::new(
        id,
        one.input.clone().into_bytes(),
        format!("{first}\n").into_bytes(),
    );
    let message = if one.fail_message.contains("<<<") {
        let text = "parts of the message that VPL fills in are not; the report shows input and output itself";
        plan.notes.add_remark(place, text);
        String::new()
    } else {
        // A checker says one line.
        one.fail_message
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    let others = outputs.map(|output| output.trim_end().to_owned());
    let words: Vec<String> = std::iter::once(message).chain(others).collect();
    let compare = RawComparison {
        checker_args: to_list(words),
        ..RawComparison::default()
    };
    case.file.compare = Some(compare.into());
    let title = match one.title.as_str() {
        "" => "A case without a title",
        title => title,
    };
    case.file.description = Some(title.into());
    case.file.args = to_list(shlex::split(&one.arguments).unwrap_or_default());
    case.file.exit = (one.exit_code < 0).then(|| RawExitCode::Code((-one.exit_code).into()).into());
    let limits = ImportedLimits {
        cpu: one.time_limit.filter(|seconds| *seconds > 0.0),
        ..ImportedLimits::default()
    };
    case.file.limits = limits.to_table();
    case
}

/// What a wrong case takes off, as points that a right one earns; or as a penalty, where a program without a right case keeps points.
fn add_criteria(plan: &mut ImportPlan, kept: &[(String, &VplCase)], count: usize) {
    let ids: Vec<String> = kept.iter().map(|(id, _)| id.clone()).collect();
    if kept.iter().all(|(_, one)| one.reduction.is_none()) {
        let criterion = case_criterion("cases".to_owned(), ALL_POINTS, &ids);
        plan.criteria.push(RawCriterion {
            title: Some("Test cases".to_owned()),
            ..criterion
        });
        return;
    }
    #[expect(clippy::cast_precision_loss, reason = "no package has so many cases")]
    let usual = ALL_POINTS / count as f64;
    let costs: Vec<f64> = kept
        .iter()
        .map(|(_, one)| match one.reduction {
            Some(GradeReduction::Percent(percent)) => ALL_POINTS * percent / 100.0,
            Some(GradeReduction::Points(points)) => points,
            None => usual,
        })
        .map(|points| round_points(points.clamp(0.0, ALL_POINTS)))
        .collect();
    if costs.iter().all(|cost| *cost >= ALL_POINTS) {
        let mut criterion = case_criterion("cases".to_owned(), ALL_POINTS, &ids);
        criterion.title = Some("All test cases".to_owned());
        criterion.credit = Some("all-or-nothing".into());
        plan.criteria.push(criterion);
        return;
    }
    let takes_all = (costs.iter().sum::<f64>() - ALL_POINTS).abs() < 0.01;
    if !takes_all {
        plan.criteria.push(RawCriterion {
            id: Some("program".into()),
            title: Some("A program that compiles".to_owned()),
            points: Some(ALL_POINTS.into()),
            build: Some("compiles".into()),
            ..RawCriterion::default()
        });
    }
    for ((id, one), cost) in kept.iter().zip(costs).filter(|(_, cost)| *cost > 0.0) {
        let mut criterion = case_criterion(id.clone(), cost, std::slice::from_ref(id));
        criterion.title = Some(one.title.clone()).filter(|title| !title.is_empty());
        if !takes_all {
            criterion.points = None;
            let penalty = RawPenalty {
                each: Some(cost.into()),
                most: Some(cost.into()),
            };
            criterion.penalty = Some(penalty.into());
        }
        plan.criteria.push(criterion);
    }
}
