//! `problem.yaml`.

use super::super::document::{DocumentNode, DocumentValue};
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{ImportPlan, MeasuredLimit};
use super::settings::{LEGACY_FILE, has_settings_file};

/// The file.
pub(super) const FILE: &str = "problem.yaml";

/// What the problem says of itself.
#[derive(Debug, Default)]
pub(super) struct KattisMetadata {
    /// Whether it is in the older form.
    pub(super) is_legacy: bool,
    /// Whether programs get points, and not only a verdict.
    pub(super) is_scoring: bool,
    /// Whether the validator talks with the program.
    pub(super) is_interactive: bool,
    /// In how many passes a program runs.
    pub(super) passes: Option<u32>,
    /// Whether the package has a validator of its own.
    pub(super) is_custom: bool,
    /// Whether the validator gives points.
    pub(super) gives_points: bool,
    /// Whether groups of cases are described as in the older form.
    pub(super) has_legacy_groups: bool,
    /// Whether these groups have points by the rules of DOMjudge.
    pub(super) is_for_domjudge: bool,
    /// Arguments of the validator, and the line they stand on.
    pub(super) flags: Vec<String>,
    pub(super) flags_line: usize,
}

impl KattisMetadata {
    /// Reads it; limits and title go into the plan.
    pub(super) fn read_from(
        package: &ImportPackage,
        plan: &mut ImportPlan,
    ) -> Result<KattisMetadata, ImportError> {
        let node = package.read_yaml(FILE)?;
        let version = node
            .get("problem_format_version")
            .and_then(DocumentNode::as_text);
        let is_legacy = version.is_none_or(|version| version.starts_with("legacy"));
        let mut metadata = KattisMetadata {
            is_legacy,
            is_custom: !is_legacy && has_validator(package),
            has_legacy_groups: is_legacy || has_settings_file(package, "data", LEGACY_FILE),
            ..KattisMetadata::default()
        };
        let mut time = TimeLimitRule::from_version(is_legacy);
        let mut validation_passes = None;
        for (key, value) in node.entries() {
            let place = format_place(FILE, key.line);
            match key.name.as_str() {
                "name" => {
                    let title = read_title(value).unwrap_or_else(|| plan.id.clone());
                    plan.assignment.title = Some(title);
                }
                "type" => metadata.read_types(package, value)?,
                "validation" => metadata.read_validation(package, value)?,
                "validator_flags" => {
                    (metadata.flags, metadata.flags_line) = (value.to_words(), key.line);
                }
                "limits" => {
                    let passes = value.get("validation_passes").and_then(DocumentNode::as_number);
                    validation_passes = passes;
                    convert_limits(value, &mut time, plan);
                }
                "constants" => {
                    value.mark_as_read();
                    plan.notes.add_dropped(
                        place,
                        "names of constants are not replaced in programs: write the values in their places",
                    );
                }
                "languages" if !allows_cpp(value) => {
                    plan.notes.add_dropped(place, "it allows no C or C++, and nothing else is built here");
                }
                "allow_file_writing" if value.as_flag() == Some(true) => plan.notes.add_dropped(
                    place,
                    "programs can write no files of their own: list what they must write in `writes` of a case",
                ),
                "grading" => {
                    let objective = value.get("objective").and_then(DocumentNode::as_text);
                    if objective.is_some_and(|word| word != "max") {
                        plan.notes.add_dropped(place.clone(), "more points are always better here");
                    }
                    if let Some(node) = value.get("show_test_data_groups") {
                        node.mark_as_read();
                        plan.notes.add_remark(place, "all groups are shown with their points");
                    }
                }
                "uuid" | "version" | "credits" | "author" | "source" | "source_url" | "license"
                | "rights" | "rights_owner" | "embargo_until" | "keywords" | "languages" => {
                    plan.notes.add_needless_key(place, &key.name, value);
                }
                // What is left is reported when all is read.
                _ => {}
            }
        }
        if metadata.passes.is_some() {
            metadata.passes = Some(validation_passes.map_or(2, clamp_passes));
        }
        if !is_legacy && metadata.is_scoring && metadata.is_custom {
            metadata.gives_points = validator_writes_scores(package)?;
        }
        time.read_further_files(package, plan)?;
        time.apply_to(plan);
        plan.limits.memory.get_or_insert(2 << 30);
        // Kattis gives a program all of its memory for its stack.
        plan.limits.stack = plan.limits.memory;
        plan.limits.output.get_or_insert(8 << 20);
        Ok(metadata)
    }

    /// Whether groups have points by the older form, of which DOMjudge has rules of its own.
    pub(super) fn has_legacy_points(&self) -> bool {
        self.is_scoring && self.has_legacy_groups
    }

    /// Lets groups have points by the rules of DOMjudge, which takes `score.txt` of any validator.
    pub(super) fn use_domjudge_rules(
        &mut self,
        package: &ImportPackage,
    ) -> Result<(), ImportError> {
        self.is_for_domjudge = true;
        if self.is_custom {
            self.gives_points |= validator_writes_scores(package)?;
        }
        Ok(())
    }

    fn read_types(
        &mut self,
        package: &ImportPackage,
        value: &DocumentNode,
    ) -> Result<(), ImportError> {
        for word in value.to_words() {
            match word.as_str() {
                "pass-fail" => {}
                "scoring" => self.is_scoring = true,
                "interactive" => (self.is_interactive, self.is_custom) = (true, true),
                "multi-pass" => (self.passes, self.is_custom) = (Some(2), true),
                other => {
                    let why = format!(
                        "found the type {}: only programs are graded",
                        quote_word(other)
                    );
                    return Err(package.mistake_error(FILE, Some(value.line), &why));
                }
            }
        }
        Ok(())
    }

    fn read_validation(
        &mut self,
        package: &ImportPackage,
        value: &DocumentNode,
    ) -> Result<(), ImportError> {
        for word in value.to_words() {
            match word.as_str() {
                "default" => {}
                "custom" => self.is_custom = true,
                "score" => self.gives_points = true,
                "interactive" => self.is_interactive = true,
                "multi-pass" => self.passes = Some(2),
                other => {
                    let why = format!(
                        "found {}, expected `default`, or `custom` with `score`, `interactive` or `multi-pass`",
                        quote_word(other)
                    );
                    return Err(package.mistake_error(FILE, Some(value.line), &why));
                }
            }
        }
        Ok(())
    }
}

fn has_validator(package: &ImportPackage) -> bool {
    package.has_folder("output_validator") || package.has_folder("output_validators")
}

fn allows_cpp(value: &DocumentNode) -> bool {
    value
        .to_words()
        .iter()
        .any(|word| ["all", "cpp", "c", "c++"].contains(&word.as_str()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped"
)]
fn clamp_passes(number: f64) -> u32 {
    number.clamp(1.0, 100.0) as u32
}

/// The name in English, or else in the first language.
fn read_title(value: &DocumentNode) -> Option<String> {
    let text = match &value.value {
        DocumentValue::Map(entries) => {
            value.mark_as_read();
            value.get("en").or(Some(&entries.first()?.1))?.as_text()?
        }
        _ => value.as_text()?,
    };
    let text: String = text
        .chars()
        .filter(|it| !it.is_control())
        .take(200)
        .collect();
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether a validator may write `score.txt`: whether its sources speak of it.
fn validator_writes_scores(package: &ImportPackage) -> Result<bool, ImportError> {
    for folder in ["output_validator", "output_validators"] {
        for file in package.files_below(folder) {
            let bytes = package.read_bytes(file)?;
            if bytes.windows(5).any(|part| part == b"score") {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// How the limit of processor time is found.
struct TimeLimitRule {
    /// In seconds.
    known: Option<f64>,
    /// How it follows from the accepted programs if it is not known.
    measured: MeasuredLimit,
}

impl TimeLimitRule {
    fn from_version(is_legacy: bool) -> TimeLimitRule {
        TimeLimitRule {
            known: None,
            measured: MeasuredLimit {
                factor: if is_legacy { 5.0 } else { 2.0 },
                step: 1.0,
            },
        }
    }

    /// The files in which DOMjudge looks for the limit.
    fn read_further_files(
        &mut self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
    ) -> Result<(), ImportError> {
        for file in ["domjudge-problem.ini", ".timelimit"] {
            if !package.has_file(file) {
                continue;
            }
            let text = package.read_text(file)?;
            note_judges_of_site(file, &text, plan);
            let said = match file {
                ".timelimit" => Some((1, text.trim())),
                _ => (1..).zip(text.lines()).find_map(|(line, text)| {
                    let (key, value) = text.split_once('=')?;
                    (key.trim() == "timelimit").then_some((line, value.trim()))
                }),
            };
            let Some((line, word)) = said else { continue };
            let place = format_place(file, line);
            let number: Option<f64> = word.trim_matches(['\'', '"']).parse().ok();
            let number = number.filter(|it| it.is_finite() && *it > 0.0);
            match (number, self.known) {
                (None, _) => {
                    let text = format!("{} is no number of seconds", quote_word(word));
                    plan.notes.add_dropped(place, text);
                }
                (Some(seconds), None) => {
                    self.known = Some(seconds);
                    plan.notes
                        .add_imported(place, format!("`limits.cpu` of {seconds} s"));
                }
                (Some(seconds), Some(known)) if (seconds - known).abs() > 1e-9 => {
                    let text = format!("a limit of {seconds} s, where another file says {known} s");
                    plan.notes.add_dropped(place, text);
                }
                (Some(_), Some(_)) => {}
            }
        }
        Ok(())
    }

    fn apply_to(&self, plan: &mut ImportPlan) {
        if let Some(seconds) = self.known {
            plan.limits.cpu = Some(seconds.clamp(0.01, 600.0));
            return;
        }
        plan.limits.cpu = Some(2.0);
        plan.measured_limit = Some(self.measured);
    }
}

fn convert_limits(value: &DocumentNode, time: &mut TimeLimitRule, plan: &mut ImportPlan) {
    const MIB: f64 = 1_048_576.0;
    for (key, value) in value.entries() {
        let place = format_place(FILE, key.line);
        if key.name == "time_multipliers" {
            let factor = value.get("ac_to_time_limit");
            value.mark_as_read();
            set_time_factor(time, factor.and_then(DocumentNode::as_number), place, plan);
            continue;
        }
        let Some(number) = value.as_number().filter(|number| *number > 0.0) else {
            plan.notes.add_dropped(
                place,
                format!("{} is no number above zero", quote_word(&key.name)),
            );
            continue;
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is clamped"
        )]
        let mebibytes = |most: f64| (number * MIB).clamp(1024.0, most * MIB) as u64;
        match key.name.as_str() {
            "time_limit" => {
                time.known = Some(number);
                plan.notes
                    .add_imported(place, format!("`limits.cpu` of {number} s"));
            }
            "memory" => {
                plan.limits.memory = Some(mebibytes(65536.0));
                plan.notes
                    .add_imported(place, "`limits.memory`, and `limits.stack`");
            }
            "output" => {
                plan.limits.output = Some(mebibytes(1024.0));
                plan.notes.add_imported(place, "`limits.output`");
            }
            "time_multiplier" => set_time_factor(time, Some(number), place, plan),
            "time_resolution" => {
                time.measured.step = number.clamp(0.01, 60.0);
                plan.notes
                    .add_remark(place, "what a measured limit of time is rounded up to");
            }
            "time_safety_margin" => plan.notes.add_remark(
                place,
                "how much slower than the limit the package's slow programs are decides no grade",
            ),
            "validation_passes" => {}
            "code" | "compilation_time" | "compilation_memory" => {
                plan.notes.add_remark(
                    place,
                    "`build_limits` bounds what compilers use: 10 s, 2 GiB, 1 MiB of source",
                );
            }
            "validation_time" | "validation_memory" | "validation_output" => {
                plan.notes
                    .add_remark(place, "a checker has limits of its own: 10 s and 2 GiB");
            }
            other => plan.notes.add_dropped(
                place,
                format!("the limit {} is not known", quote_word(other)),
            ),
        }
    }
}

/// Programs that are installed on DOMjudge and not in the package, which the file names for judging.
fn note_judges_of_site(file: &str, text: &str, plan: &mut ImportPlan) {
    for (line, text) in (1..).zip(text.lines()) {
        let key = text.split_once('=').map_or("", |(key, _)| key.trim());
        if ["special_compare", "special_run"].contains(&key) {
            let why =
                "a program that is installed on DOMjudge judges: add it in `output_validators/`";
            let text = format!("{}: {why}", quote_word(key));
            plan.notes.add_dropped(format_place(file, line), text);
        }
    }
}

/// How often the slowest accepted program fits into the limit, where that is measured.
fn set_time_factor(
    time: &mut TimeLimitRule,
    factor: Option<f64>,
    place: String,
    plan: &mut ImportPlan,
) {
    if let Some(factor) = factor.filter(|factor| *factor > 0.0) {
        time.measured.factor = factor.clamp(0.1, 1000.0);
    }
    let text = "for a limit of time that is measured with the accepted programs; one that the package names decides alone";
    plan.notes.add_remark(place, text);
}
