//! `testdata.yaml` as DOMjudge reads it: a group without groups in it has its `accept_score` if all of its cases are right, and the
//! points of groups are aggregated whatever their verdicts. What a folder says does not hold for the folders in it.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::expected;
use super::super::notes::quote_word;
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, set_full_score};
use super::super::programs::is_source;
use super::cases::KattisGroup;
use super::legacy_groups::{ScoreAggregate, inner_folders};
use super::metadata::KattisMetadata;
use super::scored_part::{ALL_OR_NOTHING, MINIMUM, SCORE_KEYS, ScoredPart};
use super::settings::KattisSettings;

/// Files that only packages for DOMjudge have.
const FILES: [&str; 2] = ["domjudge-problem.ini", ".timelimit"];

/// Flags that only Kattis knows.
const KATTIS_FLAGS: [&str; 2] = ["accept_if_any_accepted", "always_accept"];

/// Whether DOMjudge's rules hold for the points of a package.
pub(super) fn is_for_domjudge(
    package: &ImportPackage,
    groups: &[KattisGroup],
) -> Result<bool, ImportError> {
    for group in groups {
        let flags = group
            .settings
            .peek("grader_flags")
            .map(DocumentNode::to_words);
        let is_kattis = |flag: &String| KATTIS_FLAGS.contains(&flag.as_str());
        if flags.unwrap_or_default().iter().any(is_kattis) {
            return Ok(false);
        }
    }
    if FILES.iter().any(|file| package.has_file(file)) {
        return Ok(true);
    }
    for file in package
        .files_below("submissions")
        .filter(|file| is_source(file))
    {
        let text = package.read_bytes(file)?;
        if expected::parse_score_tag(&String::from_utf8_lossy(&text)).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The parts of all groups.
pub(super) fn score_groups(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    groups: &[KattisGroup],
) -> Result<Vec<ScoredPart>, ImportError> {
    for group in groups {
        group.settings.mark_as_read(&SCORE_KEYS);
        group
            .settings
            .mark_as_read(&["grader_flags", "on_reject", "grading"]);
    }
    let scorer = DomjudgeScorer {
        package,
        metadata,
        groups,
    };
    let text = "the package is one for DOMjudge: a group has its `accept_score` if all of its cases are right, and the points of groups \
                count whatever the verdict";
    plan.notes.add_imported("data", text);
    Ok(scorer.score_folder(plan, "data")?.parts)
}

struct DomjudgeScorer<'s> {
    package: &'s ImportPackage,
    metadata: &'s KattisMetadata,
    groups: &'s [KattisGroup],
}

/// What a folder comes to.
#[derive(Default)]
struct FolderWorth {
    parts: Vec<ScoredPart>,
    /// The points of everything.
    full: f64,
}

impl DomjudgeScorer<'_> {
    fn score_folder(
        &self,
        plan: &mut ImportPlan,
        folder: &str,
    ) -> Result<FolderWorth, ImportError> {
        let settings = KattisSettings::read_folder(self.package, folder)?;
        let flags = settings
            .get_in_folder("grader_flags")
            .map(DocumentNode::to_words);
        let flags = flags.unwrap_or_default();
        let inner = inner_folders(self.groups, folder);
        if inner.is_empty() {
            let group = self.groups.iter().find(|group| group.path == folder);
            return Ok(group.map_or_else(FolderWorth::default, |group| {
                self.score_leaf(plan, group, &settings)
            }));
        }
        let mut children = Vec::new();
        for path in inner {
            if path == "data/sample" && flags.iter().any(|flag| flag == "ignore_sample") {
                continue;
            }
            children.push(self.score_folder(plan, &path)?);
        }
        let aggregate = flags
            .iter()
            .find_map(|flag| ScoreAggregate::from_flag(flag));
        let place = settings.place("grader_flags");
        let mut worth = aggregate_children(
            plan,
            aggregate.unwrap_or(ScoreAggregate::Sum),
            &place,
            children,
        );
        let word = settings
            .get_in_folder("on_reject")
            .and_then(DocumentNode::as_text);
        if word != Some("continue") {
            demand_earlier_parts(plan, &settings.place("on_reject"), &mut worth.parts);
        }
        Ok(worth)
    }

    /// A group with nothing but cases.
    fn score_leaf(
        &self,
        plan: &mut ImportPlan,
        group: &KattisGroup,
        settings: &KattisSettings,
    ) -> FolderWorth {
        let number = |key: &str| {
            settings
                .get_in_folder(key)
                .and_then(DocumentNode::as_number)
        };
        let accepted = number("accept_score").unwrap_or(0.0);
        let range = settings.get_in_folder("range").map(DocumentNode::to_words);
        let largest: Option<f64> = range.and_then(|words| words.get(1)?.parse().ok());
        let (points, credit) = match largest.filter(|it| it.is_finite()) {
            Some(largest) if self.metadata.gives_points => {
                set_full_score(plan, &group.cases, largest);
                if group.cases.len() > 1 {
                    let text = format!(
                        "points from `score.txt` of {} cases are added up, of which nothing says what each is worth at most",
                        group.cases.len()
                    );
                    plan.notes.add_dropped(settings.place("range"), text);
                }
                (largest, MINIMUM)
            }
            _ => {
                if self.metadata.gives_points {
                    // What a validator writes where nothing is known of it counts for nothing.
                    set_full_score(plan, &group.cases, 0.0);
                }
                (accepted, ALL_OR_NOTHING)
            }
        };
        let part = ScoredPart::new(&group.path, group.cases.clone(), points, credit);
        FolderWorth {
            parts: vec![part],
            full: points,
        }
    }
}

fn aggregate_children(
    plan: &mut ImportPlan,
    aggregate: ScoreAggregate,
    place: &str,
    children: Vec<FolderWorth>,
) -> FolderWorth {
    let fulls: Vec<f64> = children.iter().map(|worth| worth.full).collect();
    let full = aggregate.of_numbers(&fulls);
    let count = children.len();
    let parts = children.into_iter().flat_map(|worth| worth.parts);
    let mut parts: Vec<ScoredPart> = parts.collect();
    match aggregate {
        _ if count < 2 => {}
        ScoreAggregate::Sum => {}
        ScoreAggregate::Mean => {
            #[expect(clippy::cast_precision_loss, reason = "there are few groups")]
            let share = 1.0 / count as f64;
            parts.iter_mut().for_each(|part| part.points *= share);
        }
        ScoreAggregate::Least if parts.len() == count && parts.iter().all(ScoredPart::is_plain) => {
            let folder = parts.first().and_then(|part| part.path.rsplit_once('/'));
            let folder = folder.map_or("data", |(folder, _)| folder).to_owned();
            let cases = parts.into_iter().flat_map(|part| part.cases).collect();
            parts = vec![ScoredPart::new(&folder, cases, full, ALL_OR_NOTHING)];
        }
        ScoreAggregate::Least | ScoreAggregate::Most => {
            let text = format!(
                "the worst or best of several groups decides ({}), and here the points of groups are added up",
                quote_word(if aggregate == ScoreAggregate::Least {
                    "min"
                } else {
                    "max"
                })
            );
            plan.notes.add_dropped(place, text);
        }
    }
    FolderWorth { parts, full }
}

/// The first part that is not right ends the judging: later ones need all cases before them.
fn demand_earlier_parts(plan: &mut ImportPlan, place: &str, parts: &mut [ScoredPart]) {
    let mut earlier: Vec<String> = Vec::new();
    for part in parts {
        let own = part.cases.clone();
        if part.points > 0.0 && !earlier.is_empty() {
            if part.can_demand_cases() {
                part.demand_cases(&earlier);
            } else {
                let text = "DOMjudge stops at the first group that is not right (`on_reject`), and here all groups are run";
                plan.notes.add_dropped(place, text);
            }
        }
        for case in own {
            if !earlier.contains(&case) {
                earlier.push(case);
            }
        }
    }
}
