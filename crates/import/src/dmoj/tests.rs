//! Programs with what is expected of them, in `tests/NAME/test.yml` as the judge's own tests have them.

use super::super::document::{DocumentNode, DocumentValue};
use super::super::error::ImportError;
use super::super::expected::ExpectedVerdicts;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ACCEPTED_IN_PART, ImportPlan, round_points, to_list};
use super::super::programs;
use super::settings::memory_bytes;
use rubric::raw::RawCalibration;

/// Takes them for calibration programs. The limits that they are run with become those of the assignment.
pub(super) fn add_tests(package: &ImportPackage, plan: &mut ImportPlan) -> Result<(), ImportError> {
    for name in package.names_in("tests") {
        // Some tests are for one system only.
        let file = ["test.yml", "test.linux.yml", "test.posix.yml"]
            .map(|file| format!("tests/{name}/{file}"))
            .into_iter()
            .find(|file| package.has_file(file));
        let Some(file) = file else {
            let text = "there is no `test.yml` in it";
            plan.notes
                .add_remark(escape_word(&format!("tests/{name}")), text);
            continue;
        };
        let node = package.read_yaml(&file)?;
        for key in FREE_KEYS.iter().filter_map(|key| node.get(key)) {
            key.mark_as_read();
            let text = "what students are told, and single points, are not checked";
            plan.notes.add_remark(escape_word(&file), text);
        }
        if node.get("skip").and_then(DocumentNode::as_flag) == Some(true) {
            node.mark_as_read();
            let text = "the package skips this test";
            plan.notes.add_remark(escape_word(&file), text);
            continue;
        }
        convert_limits(&node, &file, plan);
        let sources = node
            .get("source")
            .map(DocumentNode::items)
            .unwrap_or_default();
        let [source] = sources else {
            plan.notes
                .add_dropped(escape_word(&file), "expected one file as its `source`");
            continue;
        };
        let path = format!("tests/{name}/{}", source.as_text().unwrap_or_default());
        if !package.has_file(&path) {
            plan.notes.add_dropped(
                format_place(&file, source.line),
                format!("{} is not in the package", quote_word(&path)),
            );
            continue;
        }
        let known = read_expectation(&node, &file, plan);
        let said = known.1;
        let language = node.get("language").and_then(DocumentNode::as_text);
        let is_old = language.is_some_and(|it| ["PY2", "PYPY", "PYPY2"].contains(&it));
        let kept = plan.spare_programs.len();
        programs::add_calibration_program(package, plan, &path, known.0, &said)?;
        // In which words Python 3 would read it is not known.
        if is_old {
            plan.spare_programs.truncate(kept);
        }
    }
    super::super::expected::add_submission_folders(package, plan)
}

/// Keys of a test that are not checked; the language is known by the file.
const FREE_KEYS: [&str; 7] = [
    "arch",
    "language",
    "feedback",
    "feedback_cases",
    "extended_feedback",
    "extended_feedback_cases",
    "points",
];

fn convert_limits(node: &DocumentNode, file: &str, plan: &mut ImportPlan) {
    let text =
        "the limits of its programs, of which the largest became `limits.cpu` and `limits.memory`";
    if node.get("time").is_some() || node.get("memory").is_some() {
        plan.notes.add_imported(escape_word(file), text);
    }
    if let Some(time) = node.get("time").and_then(DocumentNode::as_number) {
        let time = time.clamp(0.01, 600.0);
        plan.limits.cpu = Some(plan.limits.cpu.map_or(time, |known| known.max(time)));
    }
    if let Some(memory) = node.get("memory").and_then(DocumentNode::as_number) {
        let bytes = memory_bytes(memory);
        plan.limits.memory = Some(plan.limits.memory.map_or(bytes, |known| known.max(bytes)));
    }
}

/// Whether the checker of a case may give a part of its points.
fn gives_shares(plan: &ImportPlan) -> bool {
    let of_cases = plan
        .cases
        .iter()
        .filter_map(|case| case.file.compare.as_ref());
    let rules = of_cases.map(|table| &table.body).chain([&plan.compare]);
    rules.into_iter().any(|rule| rule.checker_args.is_some())
}

/// What is known of a program, and in words.
fn read_expectation(
    node: &DocumentNode,
    file: &str,
    plan: &mut ImportPlan,
) -> (RawCalibration, String) {
    let score = node.get("score").and_then(DocumentNode::as_number);
    let score = score.filter(|score| (0.0..=1e6).contains(score));
    let mut known = RawCalibration {
        points: score.map(|score| round_points(score).into()),
        ..RawCalibration::default()
    };
    let mut permitted: Vec<&str> = Vec::new();
    let mut required: Vec<&str> = Vec::new();
    let mut said = Vec::new();
    if let Some(expect) = node.get("expect") {
        let words = expect.to_words();
        if let [only] = words.as_slice()
            && ["AC", "CE"].contains(&only.as_str())
        {
            permitted = ExpectedVerdicts::parse_verdict_word(only)
                .unwrap_or_default()
                .to_vec();
            // A part of the points is enough to be accepted there.
            if only == "AC" && gives_shares(plan) {
                permitted = ACCEPTED_IN_PART.to_vec();
            }
        }
        for word in words {
            match ExpectedVerdicts::parse_verdict_word(&word) {
                Some(_) if permitted == ACCEPTED_IN_PART => {}
                Some(verdicts) => required.extend(verdicts),
                None => plan.notes.add_remark(
                    format_place(file, expect.line),
                    format!("{} is no verdict that is known here", quote_word(&word)),
                ),
            }
            said.push(word);
        }
    }
    if let Some(cases) = node.get("cases") {
        let ids: Vec<String> = plan.cases.iter().map(|case| case.id.clone()).collect();
        let numbered: Vec<(usize, &DocumentNode)> = match &cases.value {
            DocumentValue::Map(entries) => {
                let number = |name: &str| name.parse::<usize>().ok()?.checked_sub(1);
                entries
                    .iter()
                    .filter_map(|(key, node)| Some((number(&key.name)?, node)))
                    .collect()
            }
            _ => cases.items().iter().enumerate().collect(),
        };
        for (index, node) in numbered {
            // What was skipped there is run here.
            let verdict = node
                .as_text()
                .and_then(ExpectedVerdicts::parse_verdict_word)
                .and_then(|all| all.first());
            if let (Some(id), Some(verdict)) = (ids.get(index), verdict) {
                known.verdicts.insert(id.as_str().into(), (*verdict).into());
            }
        }
        said.push("single cases".to_owned());
    }
    if permitted.is_empty() && required.is_empty() {
        // Whatever it earns: its cases say what is expected.
        permitted = ExpectedVerdicts::ANY.to_vec();
    }
    known.permitted = to_list(permitted);
    known.required = to_list(required);
    (
        known,
        format!("what is expected of {}", quote_word(&said.join(", "))),
    )
}
