//! Tests as cases, and what they and their groups are worth.

use std::collections::BTreeMap;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::ids::{UniqueIds, to_assignment_id};
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{
    GeneratedCase, ImportPlan, ImportedCase, case_criterion, to_list, to_strings, to_table,
};
use super::super::programs::{file_name, file_stem, is_source};
use super::judges::add_program;
use super::settings::FILE;
use rubric::raw::{RawComparison, RawCriterion};

/// A test that became a case.
struct PolygonTest {
    case: String,
    points: f64,
    /// The name of its group; empty if it is in none.
    group: String,
}

/// A group of tests.
#[derive(Default)]
struct PolygonGroup {
    /// Whether each test earns its points.
    is_by_test: bool,
    /// Its points, where the group itself has them.
    points: Option<f64>,
    /// The groups that must be right first.
    dependencies: Vec<String>,
    line: usize,
}

/// Adds the tests of the problem: those of the set `tests`, or of the first one.
pub(super) fn add_testset(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
    judging: &DocumentNode,
) -> Result<(), ImportError> {
    let name =
        |set: &&DocumentNode| set.get("name").and_then(DocumentNode::as_text) == Some("tests");
    let sets: Vec<&DocumentNode> = judging.children("testset").collect();
    let Some(chosen) = sets.iter().copied().find(name).or(sets.first().copied()) else {
        return Err(package.mistake_error(FILE, None, "there is no `testset` in it"));
    };
    for other in sets.iter().filter(|set| !std::ptr::eq(**set, chosen)) {
        other.mark_as_read();
        let text = "another set of tests, such as those that run during a contest";
        plan.notes.add_remark(format_place(FILE, other.line), text);
    }
    convert_limits(plan, chosen);
    let groups = read_groups(plan, chosen);
    let tests = add_tests(package, plan, node, chosen)?;
    if tests.is_empty() {
        let why = "there is no test whose input is in the package";
        return Err(package.mistake_error(FILE, Some(chosen.line), why));
    }
    add_criteria(plan, &groups, &tests);
    Ok(())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn convert_limits(plan: &mut ImportPlan, set: &DocumentNode) {
    let number = |key: &str| set.get(key).and_then(DocumentNode::as_number);
    let seconds = number("time-limit").map_or(1.0, |milliseconds| milliseconds / 1000.0);
    let memory = number("memory-limit").map_or(256 << 20, |bytes| bytes.clamp(1e6, 1e11) as u64);
    plan.limits.cpu = Some(seconds);
    plan.limits.memory = Some(memory);
    plan.limits.stack = Some(memory);
    plan.notes.add_imported(
        format_place(FILE, set.line),
        format!("limits: {seconds} s, {} MiB", memory >> 20),
    );
    set.mark_keys_as_read(&["test-count", "name"]);
}

fn read_groups(plan: &mut ImportPlan, set: &DocumentNode) -> BTreeMap<String, PolygonGroup> {
    let mut groups = BTreeMap::new();
    let all = set.get("groups").into_iter();
    for node in all.flat_map(|groups| groups.children("group")) {
        let text = |key: &str| node.get(key).and_then(DocumentNode::as_text);
        let policy = text("points-policy").unwrap_or("complete-group");
        if !["complete-group", "each-test"].contains(&policy) {
            let why = format!(
                "the policy {} is not known: all or nothing",
                quote_word(policy)
            );
            plan.notes.add_dropped(format_place(FILE, node.line), why);
        }
        node.mark_keys_as_read(&["feedback-policy"]);
        let dependencies = node.get("dependencies").into_iter();
        let dependencies = dependencies.flat_map(|all| all.children("dependency"));
        let dependencies = dependencies.filter_map(|one| one.get("group")?.as_text());
        let group = PolygonGroup {
            is_by_test: policy == "each-test",
            points: node.get("points").and_then(DocumentNode::as_number),
            dependencies: dependencies.map(str::to_owned).collect(),
            line: node.line,
        };
        groups.insert(text("name").unwrap_or_default().to_owned(), group);
    }
    groups
}

fn add_tests(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
    set: &DocumentNode,
) -> Result<Vec<PolygonTest>, ImportError> {
    let pattern = |key: &str, usual: &'static str| {
        set.get(key)
            .and_then(DocumentNode::as_text)
            .unwrap_or(usual)
    };
    let input_pattern = pattern("input-path-pattern", "tests/%02d");
    let answer_pattern = pattern("answer-path-pattern", "tests/%02d.a");
    let mut generators: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut names = UniqueIds::default();
    let mut tests = Vec::new();
    let nodes = set.get("tests").into_iter();
    for (number, test) in (1..).zip(nodes.flat_map(|all| all.children("test"))) {
        let place = format_place(FILE, test.line);
        let text = |key: &str| test.get(key).and_then(DocumentNode::as_text);
        test.mark_keys_as_read(&["method", "from-file", "verdict"]);
        let command = text("cmd");
        let input_file = fill_number(input_pattern, number);
        let answer_file = fill_number(answer_pattern, number);
        let id = names.assign_id(file_name(&input_file));
        if package.has_file(&input_file) {
            let input = package.read_bytes(&input_file)?;
            plan.cases
                .push(ImportedCase::new(id.clone(), input, Vec::new()));
        } else if let Some(words) = generator_words(package, plan, node, command, &mut generators)?
        {
            plan.cases
                .push(ImportedCase::new(id.clone(), Vec::new(), Vec::new()));
            plan.generated.push(GeneratedCase {
                words,
                input: Vec::new(),
                has_answer: false,
                input_file: None,
                place,
                case: id.clone(),
            });
        } else {
            let text = format!(
                "{} is not in the package, nor a program that makes it",
                quote_word(&input_file)
            );
            plan.notes.add_dropped(place, text);
            continue;
        }
        let Some(case) = plan.cases.last_mut() else {
            continue;
        };
        if package.has_file(&answer_file) {
            let answer = package.read_bytes(&answer_file)?;
            if let Some(streams) = case.streams.as_mut() {
                streams.output = answer;
            }
        } else {
            plan.is_answered_by_reference = true;
        }
        // A checker answers in points of the test, or in percent.
        let points = test.get("points").and_then(DocumentNode::as_number);
        let points = points.unwrap_or(0.0);
        let answers_in_points =
            plan.compare.protocol.is_some() && plan.compare.full_score.is_none();
        if answers_in_points && points > 0.0 {
            let compare = RawComparison {
                full_score: Some(points.into()),
                ..RawComparison::default()
            };
            case.file.compare = to_table(&compare);
        }
        if text("sample") == Some("true") {
            case.file.visibility = Some("full".into());
        }
        case.file.description = text("description")
            .filter(|it| !it.trim().is_empty())
            .map(Into::into);
        tests.push(PolygonTest {
            case: id,
            points,
            group: text("group").unwrap_or_default().to_owned(),
        });
    }
    if plan.is_answered_by_reference {
        let text = "not all answers are in the package: what the main solution prints is right";
        plan.notes.add_imported(escape_word("tests/"), text);
    }
    let text = format!("{} cases", tests.len());
    plan.notes.add_imported(format_place(FILE, set.line), text);
    Ok(tests)
}

/// A path with its number, as C prints it: `tests/%02d`.
fn fill_number(pattern: &str, number: usize) -> String {
    let Some((before, after)) = pattern.split_once('%') else {
        return pattern.to_owned();
    };
    let Some((width, after)) = after.split_once('d') else {
        return pattern.to_owned();
    };
    let width = width.trim_start_matches('0').parse().unwrap_or(0);
    format!("{before}{number:0width$}{after}")
}

/// The words that make a test; none if its program is not in the package.
fn generator_words(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
    command: Option<&str>,
    known: &mut BTreeMap<String, Vec<String>>,
) -> Result<Option<Vec<String>>, ImportError> {
    let words = command.and_then(shlex::split).unwrap_or_default();
    let Some((name, arguments)) = words.split_first() else {
        return Ok(None);
    };
    if arguments
        .iter()
        .any(|word| ["|", ">", "<"].contains(&word.as_str()))
    {
        return Ok(None);
    }
    let start = match known.get(name) {
        Some(start) => start.clone(),
        None => {
            let executables = node.get("files").and_then(|files| files.get("executables"));
            let named = executables
                .into_iter()
                .flat_map(|all| all.children("executable"))
                .filter_map(|one| one.get("source")?.get("path")?.as_text());
            let usual = package.files_below("files");
            let is_meant = |path: &&str| {
                let file = file_name(path);
                is_source(file) && file_stem(file) == name
            };
            let Some(path) = named.chain(usual).find(is_meant) else {
                return Ok(None);
            };
            let start = add_program(package, plan, path)?;
            known.insert(name.clone(), start.clone());
            start
        }
    };
    Ok(Some([start.as_slice(), arguments].concat()))
}

fn add_criteria(
    plan: &mut ImportPlan,
    groups: &BTreeMap<String, PolygonGroup>,
    tests: &[PolygonTest],
) {
    let all_ids: Vec<String> = tests.iter().map(|test| test.case.clone()).collect();
    let has_points = tests.iter().any(|test| test.points > 0.0)
        || groups
            .values()
            .any(|group| group.points.is_some_and(|it| it > 0.0));
    if !has_points {
        let mut criterion = case_criterion("tests".to_owned(), 100.0, &all_ids);
        criterion.title = Some("All tests are right".to_owned());
        criterion.credit = Some("all-or-nothing".into());
        plan.criteria.push(criterion);
        return;
    }
    let parts = split_tests(groups, tests);
    let scored: Vec<&GroupTests<'_>> = parts.iter().filter(|part| part.points > 0.0).collect();
    let usual = PolygonGroup {
        is_by_test: true,
        ..PolygonGroup::default()
    };
    for part in &scored {
        let group = groups.get(part.name).unwrap_or(&usual);
        let mut own = part.tests.clone();
        if group.is_by_test {
            own.retain(|test| test.points > 0.0);
            set_weights(plan, &own);
        }
        let ids: Vec<String> = own.iter().map(|test| test.case.clone()).collect();
        let mut criterion = case_criterion(criterion_name(part.name), part.points, &ids);
        let credit = if group.is_by_test {
            "per-case"
        } else {
            "all-or-nothing"
        };
        criterion.credit = Some(credit.into());
        let (required, plain): (Vec<&String>, Vec<&String>) = group
            .dependencies
            .iter()
            .partition(|name| scored.iter().any(|part| part.name == name.as_str()));
        criterion.requires = to_list(required.into_iter().map(|name| criterion_name(name)));
        let demanded = plain
            .iter()
            .filter_map(|name| parts.iter().find(|part| part.name == name.as_str()))
            .flat_map(|part| &part.tests)
            .map(|test| test.case.clone())
            .collect();
        demand_cases(plan, &mut criterion, group, demanded);
        plan.criteria.push(criterion);
    }
}

/// The tests of a group, with what they are worth together.
struct GroupTests<'t> {
    /// The name of the group; empty for tests in no group.
    name: &'t str,
    tests: Vec<&'t PolygonTest>,
    points: f64,
}

/// The tests of each group, in the order of its first test.
fn split_tests<'t>(
    groups: &BTreeMap<String, PolygonGroup>,
    tests: &'t [PolygonTest],
) -> Vec<GroupTests<'t>> {
    let mut parts: Vec<GroupTests<'t>> = Vec::new();
    for test in tests {
        match parts.iter_mut().find(|part| part.name == test.group) {
            Some(part) => part.tests.push(test),
            None => parts.push(GroupTests {
                name: &test.group,
                tests: vec![test],
                points: 0.0,
            }),
        }
    }
    for part in &mut parts {
        let sum: f64 = part.tests.iter().map(|test| test.points).sum();
        let of_group = groups.get(part.name).and_then(|group| group.points);
        part.points = if sum > 0.0 {
            sum
        } else {
            of_group.unwrap_or(0.0)
        };
    }
    parts
}

/// Groups without points must be right, too: their cases decide with those of the group.
fn demand_cases(
    plan: &mut ImportPlan,
    criterion: &mut RawCriterion,
    group: &PolygonGroup,
    demanded: Vec<String>,
) {
    if demanded.is_empty() {
        return;
    }
    if group.is_by_test {
        let text = "groups without points must be right first there, and are not looked at here";
        plan.notes.add_dropped(format_place(FILE, group.line), text);
        return;
    }
    let own = to_strings(criterion.cases.as_ref());
    criterion.cases = to_list([demanded, own].concat());
}

fn criterion_name(group: &str) -> String {
    match group {
        "" => "tests".to_owned(),
        name => to_assignment_id(&format!("group-{name}")),
    }
}

/// Points that differ become weights.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn set_weights(plan: &mut ImportPlan, tests: &[&PolygonTest]) {
    let first = tests.first().map_or(0.0, |test| test.points);
    if tests.iter().all(|test| (test.points - first).abs() < 1e-9) {
        return;
    }
    for test in tests {
        let weight = (test.points * 1000.0).round().clamp(1.0, 1e9) as u32;
        let case = plan.cases.iter_mut().find(|case| case.id == test.case);
        if let Some(case) = case {
            case.file.weight = Some(weight.into());
        }
    }
}
