//! `problem.yaml`.

use super::super::document::{Node, Value};
use super::super::error::ImportError;
use super::super::notes::{at, code};
use super::super::package::Package;
use super::super::plan::Plan;

/// The file.
pub(super) const FILE: &str = "problem.yaml";

/// What the problem says of itself.
#[derive(Debug, Default)]
pub(super) struct Metadata {
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
    /// Arguments of the validator, and the line they stand on.
    pub(super) flags: Vec<String>,
    pub(super) flags_line: usize,
}

impl Metadata {
    /// Reads it; limits and title go into the plan.
    pub(super) fn read(package: &Package, plan: &mut Plan) -> Result<Metadata, ImportError> {
        let node = package.yaml(FILE)?;
        let version = node.get("problem_format_version").and_then(Node::text);
        let has_time_limit = node.get("limits").is_some_and(|it| it.get("time_limit").is_some());
        let is_legacy = version.is_none_or(|version| version.starts_with("legacy"));
        let mut metadata = Metadata {
            is_legacy,
            is_custom: !is_legacy && has_validator(package),
            ..Metadata::default()
        };
        let mut validation_passes = None;
        for (key, value) in node.entries() {
            let place = at(FILE, key.line);
            match key.name.as_str() {
                "name" => plan.title = title(value).unwrap_or_else(|| plan.id.clone()),
                "type" => metadata.types(package, value)?,
                "validation" => metadata.validation(package, value)?,
                "validator_flags" => {
                    (metadata.flags, metadata.flags_line) = (value.words(), key.line);
                }
                "limits" => {
                    let passes = value.get("validation_passes").and_then(Node::number);
                    validation_passes = passes;
                    limits(value, has_time_limit, plan);
                }
                "constants" => {
                    value.settle();
                    plan.notes.lose(
                        place,
                        "names of constants are not replaced in programs: write the values in their places",
                    );
                }
                "languages" if !allows_cpp(value) => {
                    plan.notes.lose(place, "it allows no C or C++, and nothing else is built here");
                }
                "allow_file_writing" if value.flag() == Some(true) => plan.notes.lose(
                    place,
                    "programs can write no files of their own: list what they must write in `writes` of a case",
                ),
                "grading" => {
                    let objective = value.get("objective").and_then(Node::text);
                    if objective.is_some_and(|word| word != "max") {
                        plan.notes.lose(place.clone(), "more points are always better here");
                    }
                    if let Some(node) = value.get("show_test_data_groups") {
                        node.settle();
                        plan.notes.remark(place, "all groups are shown with their points");
                    }
                }
                "uuid" | "version" | "credits" | "author" | "source" | "source_url" | "license"
                | "rights" | "rights_owner" | "embargo_until" | "keywords" | "languages" => {
                    value.settle();
                    let text = format!("{} decides no grade here", code(&key.name));
                    plan.notes.remark(place, text);
                }
                // What is left is reported when all is read.
                _ => {}
            }
        }
        if metadata.passes.is_some() {
            metadata.passes = Some(validation_passes.map_or(2, whole));
        }
        default_limits(plan);
        Ok(metadata)
    }

    fn types(&mut self, package: &Package, value: &Node) -> Result<(), ImportError> {
        for word in value.words() {
            match word.as_str() {
                "pass-fail" => {}
                "scoring" => self.is_scoring = true,
                "interactive" => (self.is_interactive, self.is_custom) = (true, true),
                "multi-pass" => (self.passes, self.is_custom) = (Some(2), true),
                other => {
                    let why = format!("found the type {}: only programs are graded", code(other));
                    return Err(package.mistake(FILE, Some(value.line), &why));
                }
            }
        }
        Ok(())
    }

    fn validation(&mut self, package: &Package, value: &Node) -> Result<(), ImportError> {
        for word in value.words() {
            match word.as_str() {
                "default" => {}
                "custom" => self.is_custom = true,
                "score" => self.gives_points = true,
                "interactive" => self.is_interactive = true,
                other => {
                    let why = format!(
                        "found {}, expected `default`, or `custom` with `score` or `interactive`",
                        code(other)
                    );
                    return Err(package.mistake(FILE, Some(value.line), &why));
                }
            }
        }
        Ok(())
    }
}

fn has_validator(package: &Package) -> bool {
    package.has_folder("output_validator") || package.has_folder("output_validators")
}

fn allows_cpp(value: &Node) -> bool {
    value.words().iter().any(|word| ["all", "cpp", "c", "c++"].contains(&word.as_str()))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is clamped")]
fn whole(number: f64) -> u32 {
    number.clamp(1.0, 100.0) as u32
}

/// The name in English, or else in the first language.
fn title(value: &Node) -> Option<String> {
    let text = match &value.value {
        Value::Map(entries) => value.get("en").or(Some(&entries.first()?.1))?.text()?,
        _ => value.text()?,
    };
    let text: String = text.chars().filter(|it| !it.is_control()).take(200).collect();
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn limits(value: &Node, has_time_limit: bool, plan: &mut Plan) {
    const MIB: f64 = 1_048_576.0;
    for (key, value) in value.entries() {
        let place = at(FILE, key.line);
        let Some(number) = value.number().filter(|number| *number > 0.0) else {
            if key.name == "time_multipliers" {
                value.settle();
                measured(has_time_limit, place, plan);
            } else {
                plan.notes.lose(place, format!("{} is no number above zero", code(&key.name)));
            }
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
                let seconds = number.clamp(0.01, 600.0);
                plan.limits.cpu = Some(seconds);
                plan.notes.carry(place, format!("`limits.cpu` of {seconds} s"));
            }
            "memory" => {
                plan.limits.memory = Some(mebibytes(65536.0));
                plan.notes.carry(place, "`limits.memory`");
            }
            "output" => {
                plan.limits.output = Some(mebibytes(1024.0));
                plan.notes.carry(place, "`limits.output`");
            }
            "time_multiplier" | "time_safety_margin" | "time_resolution" => {
                measured(has_time_limit, place, plan);
            }
            "validation_passes" => {}
            "code" | "compilation_time" | "compilation_memory" => {
                plan.notes.remark(
                    place,
                    "`build_limits` bounds what compilers use: 10 s, 2 GiB, 1 MiB of source",
                );
            }
            "validation_time" | "validation_memory" | "validation_output" => {
                plan.notes.remark(place, "a checker has limits of its own: 10 s and 2 GiB");
            }
            other => plan.notes.lose(place, format!("the limit {} is not known", code(other))),
        }
    }
}

/// How Kattis finds the time limit; where the package names one, that decides.
fn measured(has_time_limit: bool, place: String, plan: &mut Plan) {
    if has_time_limit {
        plan.notes.remark(place, "the package names the time limit");
    } else {
        plan.notes.lose(place, MEASURED);
    }
}

const MEASURED: &str = "Kattis multiplies the time of the slowest accepted program; nothing is measured here, so set `limits.cpu`";

fn default_limits(plan: &mut Plan) {
    if plan.limits.cpu.is_none() {
        plan.limits.cpu = Some(2.0);
        plan.notes.remark(
            "limits.time_limit",
            "the package names no time limit, because Kattis measures it with its accepted programs: `limits.cpu` is 2 s, \
             which `grader check` tries on them",
        );
    }
    plan.limits.memory.get_or_insert(2 << 30);
    plan.limits.output.get_or_insert(8 << 20);
}
