//! Programs with what is expected of them.

use globset::GlobBuilder;

use super::super::document::Node;
use super::super::error::ImportError;
use super::super::expected::Expected;
use super::super::notes::{at, code, plain};
use super::super::package::Package;
use super::super::plan::{Calibration, Evidence, Plan};
use super::super::programs;
use super::metadata::Metadata;

/// The file with more to say of them, in the newer form.
const FILE: &str = "submissions/submissions.yaml";

/// Takes them for calibration programs.
pub(super) fn fill(
    package: &Package,
    plan: &mut Plan,
    metadata: &Metadata,
) -> Result<(), ImportError> {
    let more = if package.has(FILE) { Some(package.yaml(FILE)?) } else { None };
    let more = more.as_deref().map_or(&[][..], Node::entries);
    let mut used = vec![false; more.len()];
    for folder in package.inside("submissions") {
        let folder_path = format!("submissions/{folder}");
        if package.has(&folder_path) {
            continue;
        }
        for name in package.inside(&folder_path) {
            let below = format!("{folder}/{name}");
            let mut expected = Expected::of_folder(&folder, metadata.is_legacy);
            let mut score = None;
            for ((pattern, node), used) in more.iter().zip(&mut used) {
                if !matches(&pattern.name, &below) {
                    continue;
                }
                *used = true;
                let own = expected
                    .get_or_insert(Expected { permitted: Vec::new(), required: Vec::new() });
                said(node, own, &mut score, plan);
            }
            let path = format!("{folder_path}/{name}");
            let Some(expected) = expected else {
                plan.notes.remark(plain(&path), "its folder does not say what is expected of it");
                continue;
            };
            let points = score.or_else(|| points(plan, metadata, &expected));
            let text = expected.said();
            let Expected { permitted, required } = expected;
            let known = Calibration { permitted, required, points, ..Calibration::default() };
            programs::calibrate(package, plan, &path, known, &text)?;
        }
    }
    for ((pattern, _), _) in more.iter().zip(used).filter(|(_, used)| !used) {
        plan.notes.lose(at(FILE, pattern.line), format!("{} is no program", code(&pattern.name)));
    }
    Ok(())
}

/// The points that follow from the verdicts.
fn points(plan: &Plan, metadata: &Metadata, expected: &Expected) -> Option<f64> {
    let all = || plan.criteria.iter().map(|one| one.points).sum();
    if expected.required.is_empty() && expected.permitted == ["accepted"] {
        // A validator may accept without giving all points.
        return (!(metadata.is_scoring && metadata.is_custom)).then(all);
    }
    let is_all_or_nothing = matches!(plan.criteria.as_slice(), [only]
        if matches!(only.evidence, Evidence::Cases(_, Some("all-or-nothing"))));
    let must_fail = !expected.required.is_empty() && !expected.required.contains(&"accepted");
    (is_all_or_nothing && !metadata.is_scoring && must_fail).then_some(0.0)
}

/// Whether a pattern of the newer form means a program, itself or by its folder.
fn matches(pattern: &str, below: &str) -> bool {
    const LONGEST: usize = 200;
    if pattern.len() > LONGEST {
        return false;
    }
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    let Ok(glob) = glob.map(|glob| glob.compile_matcher()) else { return false };
    let folder = below.split('/').next().unwrap_or_default();
    glob.is_match(below) || glob.is_match(folder)
}

/// What the file says of a program.
fn said(node: &Node, expected: &mut Expected, score: &mut Option<f64>, plan: &mut Plan) {
    for (key, value) in node.entries() {
        let place = at(FILE, key.line);
        match key.name.as_str() {
            "permitted" => expected.permitted = verdicts(value, &place, plan),
            "required" => expected.required = verdicts(value, &place, plan),
            "score" => match value.number() {
                Some(number) => *score = Some(number).filter(|it| (0.0..=1e6).contains(it)),
                None => {
                    value.settle();
                    plan.notes.lose(place, "a range of points is not checked");
                }
            },
            "authors" | "model_solution" | "use_for_time_limit" | "language" | "entrypoint" => {
                value.settle();
                plan.notes.remark(place, format!("{} decides no grade here", code(&key.name)));
            }
            // What is left is reported when all is read.
            _ => {}
        }
    }
}

fn verdicts(value: &Node, place: &str, plan: &mut Plan) -> Vec<&'static str> {
    let mut all = Vec::new();
    for word in value.words() {
        match Expected::verdicts(&word) {
            Some(verdicts) => all.extend(verdicts),
            None => plan
                .notes
                .lose(place, format!("found {}, expected `AC`, `WA`, `TLE` or `RTE`", code(&word))),
        }
    }
    all
}
