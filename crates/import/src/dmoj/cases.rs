//! `test_cases`: single cases, batches, and cases by their names.

use super::super::document::{DocumentNode, DocumentValue};
use super::super::error::ImportError;
use super::super::ids::UniqueIds;
use super::super::notes::{format_place, quote_word};
use super::super::plan::{
    GeneratedCase, ImportPlan, ImportedCase, ImportedLimits, case_criterion, criterion_id,
    has_word, round_points, to_list, to_strings, to_table,
};
use super::super::programs::sanitize_path;
use super::checkers::{DmojCheckers, DmojCredit, is_program};
use super::data::DmojData;
use super::generators::DmojGenerators;
use super::names::{DmojCaseFiles, match_case_files};
use super::settings::{FILE, memory_bytes};
use rubric::raw::{RawComparison, RawCriterion, to_texts};

/// A case as the package has it: its files, and what is said of it, the nearest first.
struct DmojCase<'n> {
    input: Option<String>,
    output: Option<String>,
    levels: Vec<&'n DocumentNode>,
    line: usize,
    name: String,
}

/// Makes cases and criteria.
pub(super) fn add_cases(
    data: &DmojData<'_>,
    plan: &mut ImportPlan,
    root: &DocumentNode,
) -> Result<(), ImportError> {
    let mut filling = DmojConverter {
        data,
        root,
        names: UniqueIds::default(),
        criteria: UniqueIds::default(),
        checkers: DmojCheckers::new(data.package),
        generators: DmojGenerators::default(),
        is_interactive: plan.has_interactor(),
        rules: Vec::new(),
        shares: Vec::new(),
        single: Vec::new(),
        batches: Vec::new(),
    };
    match root.get("test_cases") {
        Some(node) if matches!(node.value, DocumentValue::List(_)) => {
            for (index, node) in node.items().iter().enumerate() {
                filling.convert_item(plan, node, index)?;
            }
        }
        node => filling.convert_cases_by_name(plan, node)?,
    }
    filling.add_single_cases(plan);
    filling.apply_rules(plan);
    let count = plan.cases.len();
    plan.notes.add_imported(
        "test_cases",
        format!("{count} cases; students see the verdict of each"),
    );
    Ok(())
}

struct DmojConverter<'f, 'd> {
    data: &'f DmojData<'d>,
    root: &'f DocumentNode,
    names: UniqueIds,
    criteria: UniqueIds,
    checkers: DmojCheckers<'f>,
    /// How each case is judged.
    rules: Vec<RawComparison>,
    /// How each case earns points.
    shares: Vec<DmojCredit>,
    generators: DmojGenerators,
    /// Whether an interactor judges.
    is_interactive: bool,
    /// Cases outside of batches, with their points.
    single: Vec<(String, f64)>,
    /// The criteria of batches, in order.
    batches: Vec<String>,
}

impl DmojConverter<'_, '_> {
    fn convert_item(
        &mut self,
        plan: &mut ImportPlan,
        node: &DocumentNode,
        index: usize,
    ) -> Result<(), ImportError> {
        let root = self.root;
        if let Some(batch) = node.get("batched") {
            let cases = batch.items().iter().enumerate().map(|(inner, case)| {
                case_from_levels(
                    vec![case, node, root],
                    case.line,
                    format!("batch-{}-{}", index + 1, inner + 1),
                )
            });
            let cases = cases.collect();
            return self.convert_batch(plan, node, cases);
        }
        let case = case_from_levels(vec![node, root], node.line, format!("case-{}", index + 1));
        let points = read_number(&case.levels, "points").unwrap_or(1.0);
        let line = case.line;
        if let Some(id) = self.convert_case(plan, case)? {
            if points == 0.0 {
                let text = "a case without points ends the judging on DMOJ if it is wrong: here it is run and costs nothing";
                plan.notes.add_dropped(format_place(FILE, line), text);
            }
            self.single.push((id, points));
        }
        Ok(())
    }

    /// A batch: its cases are right together.
    fn convert_batch(
        &mut self,
        plan: &mut ImportPlan,
        node: &DocumentNode,
        cases: Vec<DmojCase<'_>>,
    ) -> Result<(), ImportError> {
        let points = read_number(&[node, self.root], "points").unwrap_or(1.0);
        let place = format_place(FILE, node.line);
        let mut ids = Vec::new();
        for case in cases {
            ids.extend(self.convert_case(plan, case)?);
        }
        let id = self
            .criteria
            .assign_id(&format!("batch-{}", self.batches.len() + 1));
        self.batches.push(id.clone());
        if ids.is_empty() {
            plan.notes
                .add_dropped(place, "no case of the batch could be carried over");
            return Ok(());
        }
        let text = format!(
            "the criterion {}: {points} points if all of its cases are right",
            quote_word(&id)
        );
        plan.notes.add_imported(place.clone(), text);
        // The worst case decides, whatever share of its points that earns.
        let own = self.shares.iter().rev().take(ids.len());
        let gives_shares = own.clone().any(|shares| *shares == DmojCredit::OfChecker);
        let credit = if gives_shares {
            "minimum"
        } else {
            "all-or-nothing"
        };
        let mut requires = Vec::new();
        for wanted in node
            .get("dependencies")
            .map(DocumentNode::to_words)
            .unwrap_or_default()
        {
            let index = wanted
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            let earlier = index
                .and_then(|index| self.batches.get(index))
                .filter(|earlier| **earlier != id);
            let is_criterion =
                |id: &&String| plan.criteria.iter().any(|it| criterion_id(it) == **id);
            match earlier.filter(is_criterion) {
                Some(id) => requires.push(id.clone()),
                None => plan.notes.add_dropped(
                    place.clone(),
                    format!("{} is no earlier batch", quote_word(&wanted)),
                ),
            }
        }
        plan.criteria.push(RawCriterion {
            requires: to_list(requires),
            credit: Some(credit.into()),
            ..case_criterion(id, clamp_points(points), &ids)
        });
        Ok(())
    }

    /// A case, by the name that it got; none, with a note, if it has no data.
    fn convert_case(
        &mut self,
        plan: &mut ImportPlan,
        found: DmojCase<'_>,
    ) -> Result<Option<String>, ImportError> {
        let DmojCase {
            input,
            output,
            levels,
            line,
            name,
        } = found;
        let place = format_place(FILE, line);
        let generator = levels.iter().find_map(|node| node.get("generator"));
        if let Some(generator) = generator {
            generator.mark_as_read();
        }
        // Where a file is named, DMOJ does not ask the generator.
        let generator = generator.filter(|_| input.is_none());
        let has_answer = output.is_none();
        let command = generator
            .map(|node| self.convert_generator(plan, node, &levels))
            .transpose()?;
        let mut read = |file: &Option<String>, what: &str| -> Result<_, ImportError> {
            match file {
                None => Ok(None),
                Some(file) => {
                    let bytes = self.data.read_file(file)?;
                    if bytes.is_none() {
                        plan.notes.add_dropped(
                            place.clone(),
                            format!("the {what} {} is not in the package", quote_word(file)),
                        );
                    }
                    Ok(bytes)
                }
            }
        };
        let input_bytes = read(&input, "input")?;
        let output_bytes = read(&output, "output")?;
        let is_lost = input.is_some() && input_bytes.is_none();
        let checker = levels.iter().find_map(|node| node.get("checker"));
        // What DMOJ has no file for is empty. The usual checkers would then accept no output at all.
        let is_free = self.is_interactive || is_program(checker) || command.is_some();
        let output_bytes = output_bytes.or_else(|| (is_free && output.is_none()).then(Vec::new));
        let (false, Some(output)) = (is_lost, output_bytes) else {
            if output.is_none() {
                plan.notes
                    .add_dropped(place, "the case has no output (`out`)");
            }
            return Ok(None);
        };
        let id = self.names.assign_id(&name);
        let mut case = ImportedCase::new(id.clone(), input_bytes.unwrap_or_default(), output);
        let cpu = read_number(&levels, "time_limit").filter(|it| (0.001..=600.0).contains(it));
        let memory = read_number(&levels, "memory_limit").map(memory_bytes);
        case.file.limits = ImportedLimits {
            cpu,
            memory,
            stack: memory,
            ..ImportedLimits::default()
        }
        .to_table();
        if self.is_interactive {
            let points = read_number(&levels, "points").unwrap_or(1.0);
            let is_testlib = has_word(plan.compare.protocol.as_ref(), "testlib");
            // A judge in Python knows the points, and an interactor made with testlib answers in points.
            let is_usual = (points - 1.0).abs() < f64::EPSILON || points <= 0.0;
            let compare = RawComparison {
                checker_args: plan
                    .compare
                    .protocol
                    .is_none()
                    .then(|| to_texts([points.to_string()])),
                full_score: (is_testlib && !is_usual).then(|| points.into()),
                ..RawComparison::default()
            };
            case.file.compare = to_table(&compare);
            self.rules.push(plan.compare.clone());
            self.shares.push(DmojCredit::OfChecker);
        } else {
            let points = read_number(&levels, "points").unwrap_or(1.0);
            let rule = self.checkers.convert_checker(plan, checker)?;
            self.rules.push(with_point_value(rule, points));
            self.shares.push(DmojCredit::from_checker(checker));
        }
        self.add_links(plan, &mut case, command.is_some());
        plan.cases.push(case);
        if let Some((words, input)) = command {
            plan.generated.push(GeneratedCase {
                words,
                input,
                has_answer,
                input_file: None,
                place,
                case: id.clone(),
            });
        }
        Ok(Some(id))
    }

    /// Links to the input are files with the same content.
    fn add_links(&self, plan: &mut ImportPlan, case: &mut ImportedCase, is_made: bool) {
        let links = self
            .root
            .get("symlinks")
            .filter(|links| are_links_to_input(links));
        let Some(links) = links else { return };
        if is_made {
            let place = format_place(FILE, links.line);
            let text = "a link to the input is not carried over where a generator makes the input";
            plan.notes.add_dropped(place, text);
            return;
        }
        let input = case.streams.as_ref().map(|streams| streams.input.clone());
        for (name, _) in links.entries() {
            let name = sanitize_path(&name.name);
            case.files.insert(name, input.clone().unwrap_or_default());
        }
    }

    /// The words that start the generator of a case, and what it finds on standard input.
    fn convert_generator(
        &mut self,
        plan: &mut ImportPlan,
        generator: &DocumentNode,
        levels: &[&DocumentNode],
    ) -> Result<(Vec<String>, Vec<u8>), ImportError> {
        let mut words = self
            .generators
            .build_generator(self.data.package, plan, generator)?;
        let of_case = levels.iter().find_map(|node| node.get("generator_args"));
        let arguments = of_case.or_else(|| generator.get("args"));
        words.extend(arguments.map(DocumentNode::to_words).unwrap_or_default());
        let file = levels
            .iter()
            .find_map(|node| node.get("generator_in")?.as_text());
        let given = file.map(|file| self.data.read_file(file)).transpose()?;
        Ok((words, given.flatten().unwrap_or_default()))
    }

    /// Cases outside of batches are one criterion, in which each has the weight of its points.
    fn add_single_cases(&mut self, plan: &mut ImportPlan) {
        let counted: Vec<&(String, f64)> = self
            .single
            .iter()
            .filter(|(_, points)| *points > 0.0)
            .collect();
        let sum: f64 = counted.iter().map(|(_, points)| points).sum();
        let Some((_, first)) = counted.first().copied() else {
            return;
        };
        let is_even = counted.iter().all(|(_, points)| points == first);
        if !is_even {
            let is_whole = counted.iter().all(|(_, points)| points.fract() == 0.0);
            let scale = if is_whole { 1.0 } else { 1000.0 };
            for (id, points) in &counted {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is clamped"
                )]
                let weight = (points * scale).round().clamp(1.0, 1e6) as u32;
                if let Some(case) = plan.cases.iter_mut().find(|case| case.id == *id) {
                    case.file.weight = Some(weight.into());
                }
            }
        }
        let ids: Vec<String> = counted.iter().map(|(id, _)| id.clone()).collect();
        let id = self.criteria.assign_id("cases");
        plan.notes.add_imported(
            "test_cases",
            format!(
                "the criterion {}: {sum} points, each case its own",
                quote_word(&id)
            ),
        );
        let is_by_lines = plan.cases.iter().zip(&self.shares).all(|(case, shares)| {
            *shares == DmojCredit::Lines || !counted.iter().any(|(id, _)| *id == case.id)
        });
        let one = RawCriterion {
            title: Some("Single cases".to_owned()),
            credit: is_by_lines.then(|| "per-line".into()),
            ..case_criterion(id, clamp_points(sum), &ids)
        };
        plan.criteria.insert(0, one);
    }

    /// The rule that all cases share is the assignment's.
    fn apply_rules(&mut self, plan: &mut ImportPlan) {
        if self.is_interactive {
            return;
        }
        plan.compare.scope = Some("output".into());
        let Some(first) = self.rules.first().cloned() else {
            return;
        };
        if self.rules.iter().all(|rule| *rule == first) {
            plan.compare = RawComparison {
                scope: Some("output".into()),
                ..first
            };
            return;
        }
        for (case, rule) in plan.cases.iter_mut().zip(self.rules.drain(..)) {
            case.file.compare = to_table(&rule);
        }
    }

    /// Cases whose files are known by their names.
    fn convert_cases_by_name(
        &mut self,
        plan: &mut ImportPlan,
        node: Option<&DocumentNode>,
    ) -> Result<(), ImportError> {
        let root = self.root;
        let points = node.and_then(|node| node.get("case_points"));
        let points = points.map(DocumentNode::items).unwrap_or_default();
        let line = node.map_or(1, |node| node.line);
        for (index, cases) in match_case_files(&self.data.list_files(), node, plan)
            .into_iter()
            .enumerate()
        {
            let is_single = matches!(cases.as_slice(), [only] if only.is_single);
            let worth = points.get(index).and_then(DocumentNode::as_number);
            let found = cases.into_iter().map(
                |DmojCaseFiles {
                     name,
                     input,
                     output,
                     ..
                 }| DmojCase {
                    input,
                    output,
                    levels: vec![root],
                    line,
                    name,
                },
            );
            let mut found: Vec<DmojCase<'_>> = found.collect();
            if is_single && let Some(only) = found.pop() {
                let id = self.convert_case(plan, only)?;
                let worth = worth.or(read_number(&[root], "points")).unwrap_or(1.0);
                self.single.extend(id.map(|id| (id, worth)));
                continue;
            }
            let before = plan.criteria.len();
            self.convert_batch(plan, root, found)?;
            if let (Some(worth), Some(own)) = (worth, plan.criteria.get_mut(before)) {
                own.points = Some(clamp_points(worth).into());
            }
        }
        Ok(())
    }
}

/// Whether all links lead to the input of the program.
pub(super) fn are_links_to_input(links: &DocumentNode) -> bool {
    let mut links = links.entries().iter();
    links.all(|(_, target)| target.as_text() == Some("/dev/stdin"))
}

/// A checker in Python is given the points of the case, and answers in points.
fn with_point_value(rule: RawComparison, points: f64) -> RawComparison {
    let is_python = has_word(rule.protocol.as_ref(), "dmoj");
    let is_translated = rule.checker_args.is_some() && !is_python;
    if !is_translated && (!is_python || points <= 0.0) {
        return rule;
    }
    let points = if points > 0.0 { points } else { 1.0 };
    let mut words = to_strings(rule.checker_args.as_ref());
    words.push(format!("point_value={points}"));
    RawComparison {
        checker_args: to_list(words),
        ..rule
    }
}

fn case_from_levels(levels: Vec<&DocumentNode>, line: usize, name: String) -> DmojCase<'_> {
    let text = |key: &str| {
        levels
            .iter()
            .find_map(|node| node.get(key)?.as_text())
            .map(str::to_owned)
    };
    DmojCase {
        input: text("in"),
        output: text("out"),
        levels,
        line,
        name,
    }
}

/// What the nearest level says.
fn read_number(levels: &[&DocumentNode], key: &str) -> Option<f64> {
    // Outer levels are read, too: what they say is a default.
    let all: Vec<&DocumentNode> = levels.iter().filter_map(|node| node.get(key)).collect();
    all.iter().for_each(|node| node.mark_as_read());
    all.first()?.as_number()
}

fn clamp_points(points: f64) -> f64 {
    round_points(points.clamp(0.0, 1e6))
}
