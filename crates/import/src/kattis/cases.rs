//! `data/`: inputs, answers, and what stands beside them.

use std::collections::BTreeMap;

use super::super::document::{DocumentKey, DocumentNode};
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{escape_word, format_place};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, ImportedCase, to_list, to_table, tolerance_table};
use super::super::programs::sanitize_path;
use super::metadata::KattisMetadata;
use super::settings::{GROUP_FILE, KattisSettings};
use super::validation::{KattisValidator, convert_default_validator};
use rubric::raw::RawComparison;

/// A folder of cases.
#[derive(Debug)]
pub(super) struct KattisGroup {
    /// Its path: `data/secret/group1`.
    pub(super) path: String,
    /// The names of its cases in the course.
    pub(super) cases: Vec<String>,
    /// What is said of it.
    pub(super) settings: KattisSettings,
}

/// All cases of the package, in the plan; the groups are the value.
pub(super) fn add_cases(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    metadata: &KattisMetadata,
    rule: &KattisValidator,
) -> Result<Vec<KattisGroup>, ImportError> {
    let mut names = UniqueIds::default();
    let mut groups: BTreeMap<String, KattisGroup> = BTreeMap::new();
    for part in ["sample", "secret"] {
        for path in package.files_below(&format!("data/{part}")) {
            let stem = path
                .strip_suffix(".ans")
                .filter(|_| !path.contains(".files/"));
            if stem.is_some_and(|stem| !package.has_file(&format!("{stem}.in"))) {
                plan.notes
                    .add_dropped(escape_word(path), "there is no input beside it (`.in`)");
            }
        }
        let inputs = package
            .files_below(&format!("data/{part}"))
            .filter_map(|file| file.strip_suffix(".in"));
        for path in inputs.filter(|path| !path.ends_with('/')) {
            let folder = path
                .rsplit_once('/')
                .map_or("data", |(folder, _)| folder)
                .to_owned();
            let folder = if folder.contains(".files") {
                continue;
            } else {
                folder
            };
            if !package.has_file(&format!("{path}.ans")) {
                plan.notes.add_dropped(
                    escape_word(&format!("{path}.in")),
                    "there is no answer beside it (`.ans`)",
                );
                continue;
            }
            let folder = group_folder(package, metadata, folder);
            if !groups.contains_key(&folder) {
                let group = KattisGroup {
                    path: folder.clone(),
                    cases: Vec::new(),
                    settings: KattisSettings::read_folder(package, &folder)?,
                };
                groups.insert(folder.clone(), group);
            }
            let name = path.strip_prefix("data/").unwrap_or(path).replace('/', "-");
            let id = names.assign_id(&name);
            let Some(group) = groups.get_mut(&folder) else {
                continue;
            };
            group.cases.push(id.clone());
            let case = KattisCaseReader {
                package,
                plan,
                metadata,
                rule,
            }
            .read_case(path, id, &group.settings)?;
            plan.cases.push(case);
        }
    }
    let count = plan.cases.len();
    plan.notes.add_imported(
        "data",
        format!("{count} cases; students see samples in full, and of the others the verdict"),
    );
    Ok(groups.into_values().collect())
}

/// The folder whose settings a case has. In the newer form, a folder is a group only where it has a file of settings.
fn group_folder(package: &ImportPackage, metadata: &KattisMetadata, folder: String) -> String {
    if metadata.has_legacy_groups || !folder.starts_with("data/secret/") {
        return folder;
    }
    let mut group = folder.as_str();
    while let Some((above, _)) = group.rsplit_once('/') {
        if package.has_file(&format!("{group}/{GROUP_FILE}")) {
            return group.to_owned();
        }
        if group == "data/secret" {
            break;
        }
        group = above;
    }
    "data/secret".to_owned()
}

struct KattisCaseReader<'r> {
    package: &'r ImportPackage,
    plan: &'r mut ImportPlan,
    metadata: &'r KattisMetadata,
    rule: &'r KattisValidator,
}

impl KattisCaseReader<'_> {
    /// The case with input and answer at `path`.
    fn read_case(
        &mut self,
        path: &str,
        id: String,
        settings: &KattisSettings,
    ) -> Result<ImportedCase, ImportError> {
        let package = self.package;
        let read = |ending: &str| package.read_bytes(&format!("{path}{ending}"));
        let mut case = ImportedCase::new(id, read(".in")?, read(".ans")?);
        if path.starts_with("data/sample/") {
            case.file.visibility = Some("full".into());
        }
        for (file, key, value) in settings.entries() {
            self.apply_setting(&mut case, file, key, value);
        }
        let own = format!("{path}.yaml");
        if package.has_file(&own) {
            let node = package.read_yaml(&own)?;
            for (key, value) in node.entries() {
                self.apply_setting(&mut case, &own, key, value);
            }
        }
        if self.plan.assignment.visibility == case.file.visibility {
            case.file.visibility = None;
        }
        for (ending, is_for_students) in [(".desc", false), (".hint", true)] {
            let file = format!("{path}{ending}");
            if package.has_file(&file) {
                if is_for_students {
                    self.plan
                        .notes
                        .add_remark(escape_word(&file), "hints of cases are not shown");
                } else {
                    let text = package.read_text(&file)?;
                    case.file.description = clean_description(&text).map(Into::into);
                }
            }
        }
        for file in package.files_below(&format!("{path}.files")) {
            let below = file.rsplit_once(".files/").map_or(file, |(_, below)| below);
            case.files
                .insert(sanitize_path(below), package.read_bytes(file)?);
        }
        Ok(case)
    }

    /// What a file of settings says of a case.
    fn apply_setting(
        &mut self,
        case: &mut ImportedCase,
        file: &str,
        key: &DocumentKey,
        value: &DocumentNode,
    ) {
        let place = format_place(file, key.line);
        match key.name.as_str() {
            "args" => case.file.args = to_list(value.to_words()),
            "output_validator_args" | "output_validator_flags" => {
                let flags = value.get("flags").unwrap_or(value).to_words();
                // Those of the problem come first: the older form knows both.
                let flags = [self.metadata.flags.as_slice(), flags.as_slice()].concat();
                let compare = self.convert_flags(&flags, &place);
                case.file.compare = to_table(&compare);
            }
            "full_feedback" => {
                let is_full = value.as_flag() == Some(true);
                let word = if is_full { "full" } else { "verdict" };
                case.file.visibility = Some(word.into());
            }
            "description" => {
                let text = value.as_text().and_then(clean_description);
                case.file.description = text.map(Into::into);
            }
            "input_validator_flags" | "input_validator_args" => {
                value.mark_as_read();
                let text = "input is taken as it is: have the package's own tools validate it";
                self.plan.notes.add_remark(place, text);
            }
            "input_visualizer_args" | "output_visualizer_args" | "hint" => {
                self.plan.notes.add_needless_key(place, &key.name, value);
            }
            // What is left is about groups, or is reported when all is read.
            _ => {}
        }
    }

    /// How a case with flags of its own is judged.
    fn convert_flags(&mut self, flags: &[String], place: &str) -> RawComparison {
        match self.rule {
            KattisValidator::Default => {
                let own = convert_default_validator(flags, self.plan, place);
                let mut usual = RawComparison {
                    scope: None,
                    ..self.plan.compare.clone()
                };
                usual.numbers.get_or_insert(tolerance_table(0.0, 0.0));
                if own == usual {
                    RawComparison::default()
                } else {
                    own
                }
            }
            KattisValidator::Program if flags == self.metadata.flags => RawComparison::default(),
            KattisValidator::Program => RawComparison {
                checker_args: to_list(flags),
                ..RawComparison::default()
            },
        }
    }
}

/// A description in one line.
fn clean_description(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words
        .join(" ")
        .chars()
        .filter(|it| !it.is_control())
        .take(300)
        .collect();
    Some(line).filter(|line| !line.is_empty())
}
