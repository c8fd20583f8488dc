//! The cases of subtasks: files of the package, or made by its generator.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{escape_word, format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::{GeneratedCase, ImportPlan, ImportedCase, case_criterion};
use super::super::programs::{self, file_name, file_stem, is_header, is_source};
use super::settings::CmsStreams;
use super::subtasks::{CmsCase, CmsInput, CmsSubtask, GEN, parse_subtasks};
use rubric::raw::RawCriterion;

/// Adds all cases, and a criterion for each subtask with points.
pub(super) fn add_cases(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    node: &DocumentNode,
    streams: CmsStreams,
) -> Result<(), ImportError> {
    let mut converter = CmsConverter {
        package,
        streams,
        generator: None,
        number: 0,
    };
    for subtask in &read_subtasks(package, node)? {
        converter.add_subtask(plan, subtask)?;
    }
    Ok(())
}

/// The subtasks of `gen/GEN`; without it, all cases are alike.
fn read_subtasks(
    package: &ImportPackage,
    node: &DocumentNode,
) -> Result<Vec<CmsSubtask>, ImportError> {
    if package.has_file(GEN) {
        let text = package.read_text(GEN)?;
        return parse_subtasks(&text)
            .map_err(|(line, why)| package.mistake_error(GEN, Some(line), &why));
    }
    let count = package.names_in("input").len();
    let cases = (0..count).map(|number| CmsCase {
        line: 1,
        input: CmsInput::Copied(format!("input/input{number}.txt")),
    });
    Ok(vec![CmsSubtask {
        line: node.line,
        points: None,
        cases: cases.collect(),
    }])
}

struct CmsConverter<'p> {
    package: &'p ImportPackage,
    streams: CmsStreams,
    /// The words that start the generator, once it is known.
    generator: Option<Vec<String>>,
    /// The number of the next case.
    number: usize,
}

impl CmsConverter<'_> {
    fn add_subtask(
        &mut self,
        plan: &mut ImportPlan,
        subtask: &CmsSubtask,
    ) -> Result<(), ImportError> {
        let mut ids = Vec::new();
        for case in &subtask.cases {
            ids.extend(self.add_case(plan, case)?);
        }
        if ids.is_empty() {
            return Ok(());
        }
        let place = if self.package.has_file(GEN) {
            format_place(GEN, subtask.line)
        } else {
            escape_word("input/")
        };
        let Some(points) = subtask.points else {
            plan.notes.add_imported(
                place,
                format!("{} cases, each its share of 100 points", ids.len()),
            );
            plan.criteria
                .push(case_criterion("cases".to_owned(), 100.0, &ids));
            return Ok(());
        };
        if points <= 0.0 {
            let text = "a subtask without points, such as the examples: its cases decide nothing";
            plan.notes.add_imported(place, text);
            return Ok(());
        }
        let number = plan.criteria.len() + 1;
        let criterion = case_criterion(format!("subtask-{number}"), points, &ids);
        let credit = if plan.compare.checker.is_some() {
            "minimum"
        } else {
            "all-or-nothing"
        };
        plan.criteria.push(RawCriterion {
            credit: Some(credit.into()),
            ..criterion
        });
        plan.notes.add_imported(
            place,
            format!("the criterion `subtask-{number}`: {points} points"),
        );
        Ok(())
    }

    /// Adds a case; its name is the value.
    fn add_case(
        &mut self,
        plan: &mut ImportPlan,
        case: &CmsCase,
    ) -> Result<Option<String>, ImportError> {
        let number = self.number;
        self.number += 1;
        let id = format!("{number:03}");
        let place = format_place(GEN, case.line);
        let input_file = format!("input/input{number}.txt");
        let answer_file = format!("output/output{number}.txt");
        let copied = match &case.input {
            CmsInput::Copied(path) => Some(path.as_str()),
            CmsInput::Generated(_) => None,
        };
        let found = [Some(input_file.as_str()), copied];
        let found = found
            .into_iter()
            .flatten()
            .find(|file| self.package.has_file(file));
        let input = match (found, &case.input) {
            (Some(file), _) => self.package.read_bytes(file)?,
            (None, CmsInput::Generated(arguments)) => {
                let Some(mut words) = self.generator_words(plan)? else {
                    let text =
                        "neither its input nor a generator in C++ or Python is in the package";
                    plan.notes.add_dropped(place, text);
                    return Ok(None);
                };
                let Some(arguments) = shlex::split(arguments) else {
                    plan.notes
                        .add_dropped(place, "the quotes of its arguments do not end");
                    return Ok(None);
                };
                words.extend(arguments);
                plan.generated.push(GeneratedCase {
                    words,
                    input: Vec::new(),
                    has_answer: false,
                    input_file: Some(self.streams.input.clone()).filter(|file| !file.is_empty()),
                    place,
                    case: id.clone(),
                });
                Vec::new()
            }
            (None, _) => {
                let text = format!("{} is not in the package", quote_word(&input_file));
                plan.notes.add_dropped(place, text);
                return Ok(None);
            }
        };
        let answer = if self.package.has_file(&answer_file) {
            self.package.read_bytes(&answer_file)?
        } else {
            plan.is_answered_by_reference = true;
            Vec::new()
        };
        let mut made = ImportedCase::new(id.clone(), input, answer);
        self.streams.add_to_case(&mut made);
        plan.cases.push(made);
        Ok(Some(id))
    }

    /// Modules and headers in the folder of the generator, which it may need.
    fn add_generator_parts(&self, plan: &mut ImportPlan, path: &str) -> Result<(), ImportError> {
        for part in self.package.files_below("gen").filter(|part| *part != path) {
            if is_header(part) {
                programs::add_judge_file(self.package, plan, path, part)?;
            } else if part.ends_with(".py") {
                let target = programs::judge_file_path(plan, path, part);
                plan.files.insert(target, self.package.read_bytes(part)?);
            }
        }
        Ok(())
    }

    fn generator_words(
        &mut self,
        plan: &mut ImportPlan,
    ) -> Result<Option<Vec<String>>, ImportError> {
        if self.generator.is_none() {
            let is_generator = |file: &&str| {
                let name = file_name(file);
                ["generator", "generatore"].contains(&file_stem(name))
                    && (is_source(name) || name.ends_with(".py"))
            };
            let Some(path) = self.package.files_below("gen").find(is_generator) else {
                return Ok(None);
            };
            let words = programs::add_judge_program(self.package, plan, path, &[])?;
            self.add_generator_parts(plan, path)?;
            self.generator = Some(words);
        }
        Ok(self.generator.clone())
    }
}
