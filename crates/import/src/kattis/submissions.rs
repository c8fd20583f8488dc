//! Programs with what is expected of them.

use globset::GlobBuilder;

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::expected::{self, ExpectedVerdicts, add_expected_program};
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ACCEPTED_IN_PART, ImportPlan, criterion_points, has_word};
use super::super::programs;
use super::metadata::KattisMetadata;

/// The file with more to say of them, in the newer form.
const FILE: &str = "submissions/submissions.yaml";

/// Takes them for calibration programs.
pub(super) fn add_submissions(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
) -> Result<(), ImportError> {
    let more = if package.has_file(FILE) {
        Some(package.read_yaml(FILE)?)
    } else {
        None
    };
    let more = more.as_deref().map_or(&[][..], DocumentNode::entries);
    let mut used = vec![false; more.len()];
    for folder in package.names_in("submissions") {
        let folder_path = format!("submissions/{folder}");
        if package.has_file(&folder_path) {
            continue;
        }
        for name in package.names_in(&folder_path) {
            let below = format!("{folder}/{name}");
            let mut expected = ExpectedVerdicts::from_folder(&folder, metadata.is_legacy);
            let mut score = None;
            for ((pattern, node), used) in more.iter().zip(&mut used) {
                if !matches_pattern(&pattern.name, &below) {
                    continue;
                }
                *used = true;
                let own = expected.get_or_insert(ExpectedVerdicts {
                    permitted: Vec::new(),
                    required: Vec::new(),
                });
                read_expectation(node, own, &mut score, plan);
            }
            let path = format!("{folder_path}/{name}");
            if let Some(tagged) = read_tag(package, plan, &path)? {
                expected = Some(tagged);
            }
            if let Some(accepted) = expected.as_mut().filter(|it| it.permitted == ["accepted"])
                && metadata.gives_points
            {
                accepted.permitted = ACCEPTED_IN_PART.to_vec();
            }
            let tagged_score = read_score_tag(package, &path)?;
            let tagged_score = tagged_score.filter(|_| metadata.is_for_domjudge);
            let points = score
                .or(tagged_score)
                .or_else(|| expected_points(plan, metadata, expected.as_ref()?));
            add_expected_program(package, plan, &path, expected, points)?;
        }
    }
    for ((pattern, pattern_node), _) in more.iter().zip(used).filter(|(_, used)| !used) {
        pattern_node.mark_as_read();
        plan.notes.add_remark(
            format_place(FILE, pattern.line),
            format!("{} is no program", quote_word(&pattern.name)),
        );
    }
    Ok(())
}

/// What a tag in the sources of a program says of it.
fn read_tag(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
) -> Result<Option<ExpectedVerdicts>, ImportError> {
    for file in programs::program_files(package, path) {
        if !programs::is_source(&file) {
            continue;
        }
        let bytes = package.read_bytes(&file)?;
        match ExpectedVerdicts::parse_tag(&String::from_utf8_lossy(&bytes)) {
            None => {}
            Some(Ok(expected)) => return Ok(Some(expected)),
            Some(Err(word)) => plan.notes.add_remark(
                escape_word(&file),
                format!("the expected result {} is not known", quote_word(&word)),
            ),
        }
    }
    Ok(None)
}

/// The points that a tag in the sources of a program expects.
fn read_score_tag(package: &ImportPackage, path: &str) -> Result<Option<f64>, ImportError> {
    for file in programs::program_files(package, path) {
        if !programs::is_source(&file) {
            continue;
        }
        let bytes = package.read_bytes(&file)?;
        let score = expected::parse_score_tag(&String::from_utf8_lossy(&bytes));
        if score.is_some() {
            return Ok(score);
        }
    }
    Ok(None)
}

/// The points that follow from the verdicts.
fn expected_points(
    plan: &ImportPlan,
    metadata: &KattisMetadata,
    expected: &ExpectedVerdicts,
) -> Option<f64> {
    let all = || plan.criteria.iter().map(criterion_points).sum();
    if expected.required.is_empty() && expected.permitted == ACCEPTED_IN_PART {
        return None;
    }
    if expected.required.is_empty() && expected.permitted == ["accepted"] {
        return Some(all());
    }
    if expected.required == ["not-run"] {
        return Some(0.0);
    }
    let is_all_or_nothing = matches!(plan.criteria.as_slice(), [only]
        if has_word(only.credit.as_ref(), "all-or-nothing"));
    let must_fail = !expected.required.is_empty() && !expected.required.contains(&"accepted");
    (is_all_or_nothing && !metadata.is_scoring && must_fail).then_some(0.0)
}

/// Whether a pattern of the newer form means a program, itself or by its folder.
fn matches_pattern(pattern: &str, below: &str) -> bool {
    const LONGEST: usize = 200;
    if pattern.len() > LONGEST {
        return false;
    }
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let Ok(glob) = glob.map(|glob| glob.compile_matcher()) else {
        return false;
    };
    let folder = below.split('/').next().unwrap_or_default();
    glob.is_match(below) || glob.is_match(folder)
}

/// What the file says of a program.
fn read_expectation(
    node: &DocumentNode,
    expected: &mut ExpectedVerdicts,
    score: &mut Option<f64>,
    plan: &mut ImportPlan,
) {
    for (key, value) in node.entries() {
        let place = format_place(FILE, key.line);
        match key.name.as_str() {
            "permitted" => expected.permitted = parse_verdicts(value, &place, plan),
            "required" => expected.required = parse_verdicts(value, &place, plan),
            "score" => match value.as_number() {
                Some(number) => *score = Some(number).filter(|it| (0.0..=1e6).contains(it)),
                None => {
                    value.mark_as_read();
                    plan.notes
                        .add_remark(place, "a range of points is not checked");
                }
            },
            "message" | "authors" | "model_solution" | "use_for_time_limit" | "language"
            | "entrypoint" => plan.notes.add_needless_key(place, &key.name, value),
            // Of single groups of cases; of all of them, the keys above say enough for grades.
            other => {
                value.mark_as_read();
                let text = format!(
                    "what is expected in {} alone is not checked",
                    quote_word(other)
                );
                plan.notes.add_remark(place, text);
            }
        }
    }
}

fn parse_verdicts(value: &DocumentNode, place: &str, plan: &mut ImportPlan) -> Vec<&'static str> {
    let mut all = Vec::new();
    for word in value.to_words() {
        match ExpectedVerdicts::parse_verdict_word(&word) {
            Some(verdicts) => all.extend(verdicts),
            None => plan.notes.add_dropped(
                place,
                format!(
                    "found {}, expected `AC`, `WA`, `TLE` or `RTE`",
                    quote_word(&word)
                ),
            ),
        }
    }
    all
}
