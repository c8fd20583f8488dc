//! `test_cases`: single cases, batches, and cases by their names.

use super::super::document::{Node, Value};
use super::super::error::ImportError;
use super::super::ids::Names;
use super::super::notes::{at, code};
use super::super::plan::{Case, Compare, Criterion, Evidence, Plan};
use super::checkers::{Checkers, Shares};
use super::data::Data;
use super::names::{Named, by_name};
use super::settings::FILE;

/// A case as the package has it: its files, and what is said of it, the nearest first.
struct Found<'n> {
    input: Option<String>,
    output: Option<String>,
    levels: Vec<&'n Node>,
    line: usize,
    name: String,
}

/// Makes cases and criteria.
pub(super) fn fill(data: &Data<'_>, plan: &mut Plan, root: &Node) -> Result<(), ImportError> {
    let mut filling = Filling {
        data,
        root,
        names: Names::default(),
        criteria: Names::default(),
        checkers: Checkers::new(data.package),
        rules: Vec::new(),
        shares: Vec::new(),
        single: Vec::new(),
        batches: Vec::new(),
    };
    match root.get("test_cases") {
        Some(node) if matches!(node.value, Value::List(_)) => {
            for (index, node) in node.items().iter().enumerate() {
                filling.item(plan, node, index)?;
            }
        }
        node => filling.named(plan, node)?,
    }
    filling.single_cases(plan);
    filling.rules(plan);
    let count = plan.cases.len();
    plan.notes.carry("test_cases", format!("{count} cases; students see the verdict of each"));
    Ok(())
}

struct Filling<'f, 'd> {
    data: &'f Data<'d>,
    root: &'f Node,
    names: Names,
    criteria: Names,
    checkers: Checkers<'f>,
    /// How each case is judged.
    rules: Vec<Compare>,
    /// How each case earns points.
    shares: Vec<Shares>,
    /// Cases outside of batches, with their points.
    single: Vec<(String, f64)>,
    /// The criteria of batches, in order.
    batches: Vec<String>,
}

impl Filling<'_, '_> {
    fn item(&mut self, plan: &mut Plan, node: &Node, index: usize) -> Result<(), ImportError> {
        let root = self.root;
        if let Some(batch) = node.get("batched") {
            let cases = batch.items().iter().enumerate().map(|(inner, case)| {
                found(
                    vec![case, node, root],
                    case.line,
                    format!("batch-{}-{}", index + 1, inner + 1),
                )
            });
            let cases = cases.collect();
            return self.batch(plan, node, cases);
        }
        let case = found(vec![node, root], node.line, format!("case-{}", index + 1));
        let points = number(&case.levels, "points").unwrap_or(1.0);
        let line = case.line;
        if let Some(id) = self.case(plan, case)? {
            if points == 0.0 {
                let text = "a case without points ends the judging on DMOJ if it is wrong: here it is run and costs nothing";
                plan.notes.lose(at(FILE, line), text);
            }
            self.single.push((id, points));
        }
        Ok(())
    }

    /// A batch: its cases are right together.
    fn batch(
        &mut self,
        plan: &mut Plan,
        node: &Node,
        cases: Vec<Found<'_>>,
    ) -> Result<(), ImportError> {
        let points = number(&[node, self.root], "points").unwrap_or(1.0);
        let place = at(FILE, node.line);
        let mut ids = Vec::new();
        for case in cases {
            ids.extend(self.case(plan, case)?);
        }
        let id = self.criteria.give(&format!("batch-{}", self.batches.len() + 1));
        self.batches.push(id.clone());
        if ids.is_empty() {
            plan.notes.lose(place, "no case of the batch could be carried over");
            return Ok(());
        }
        let text =
            format!("the criterion {}: {points} points if all of its cases are right", code(&id));
        plan.notes.carry(place.clone(), text);
        let mut one = Criterion::of_cases(id, bounded(points), ids.clone());
        // The worst case decides, whatever share of its points that earns.
        let own = self.shares.iter().rev().take(ids.len());
        let gives_shares = own.clone().any(|shares| *shares == Shares::OfChecker);
        let credit = if gives_shares { "minimum" } else { "all-or-nothing" };
        one.evidence = Evidence::Cases(ids, Some(credit));
        for wanted in node.get("dependencies").map(Node::words).unwrap_or_default() {
            let index = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let earlier =
                index.and_then(|index| self.batches.get(index)).filter(|id| **id != one.id);
            match earlier.filter(|id| plan.criteria.iter().any(|it| it.id == **id)) {
                Some(id) => one.requires.push(id.clone()),
                None => {
                    plan.notes.lose(place.clone(), format!("{} is no earlier batch", code(&wanted)))
                }
            }
        }
        plan.criteria.push(one);
        Ok(())
    }

    /// A case, by the name that it got; none, with a note, if it has no data.
    fn case(&mut self, plan: &mut Plan, found: Found<'_>) -> Result<Option<String>, ImportError> {
        let Found { input, output, levels, line, name } = found;
        let place = at(FILE, line);
        if let Some(generator) = levels.iter().find_map(|node| node.get("generator")) {
            generator.settle();
            let text = format!(
                "the generator {} is not executed",
                code(generator.text().unwrap_or_default())
            );
            plan.notes.lose(place.clone(), text);
        }
        let mut read = |file: &Option<String>, what: &str| -> Result<_, ImportError> {
            match file {
                None => Ok(None),
                Some(file) => {
                    let bytes = self.data.read(file)?;
                    if bytes.is_none() {
                        plan.notes.lose(
                            place.clone(),
                            format!("the {what} {} is not in the package", code(file)),
                        );
                    }
                    Ok(bytes)
                }
            }
        };
        let input_bytes = read(&input, "input")?;
        let output_bytes = read(&output, "output")?;
        let is_lost = input.is_some() && input_bytes.is_none();
        let (false, Some(output)) = (is_lost, output_bytes) else {
            if output.is_none() {
                plan.notes.lose(place, "the case has no output (`out`)");
            }
            return Ok(None);
        };
        let id = self.names.give(&name);
        let mut case = Case::new(id.clone(), input_bytes.unwrap_or_default(), output);
        case.cpu = number(&levels, "time_limit").filter(|it| (0.001..=600.0).contains(it));
        if let Some(node) = levels.iter().find_map(|node| node.get("memory_limit")) {
            node.settle();
            plan.notes.lose(
                at(FILE, node.line),
                "a limit of memory for single cases: `limits.memory` in the file of the case",
            );
        }
        let checker = levels.iter().find_map(|node| node.get("checker"));
        self.rules.push(self.checkers.rule(plan, checker)?);
        self.shares.push(Shares::of(checker));
        plan.cases.push(case);
        Ok(Some(id))
    }

    /// Cases outside of batches are one criterion, in which each has the weight of its points.
    fn single_cases(&mut self, plan: &mut Plan) {
        let counted: Vec<&(String, f64)> =
            self.single.iter().filter(|(_, points)| *points > 0.0).collect();
        let sum: f64 = counted.iter().map(|(_, points)| points).sum();
        let Some((_, first)) = counted.first().copied() else { return };
        let is_even = counted.iter().all(|(_, points)| points == first);
        if !is_even {
            for (id, points) in &counted {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "it is clamped"
                )]
                let weight = points.round().clamp(1.0, 1e6) as u32;
                if let Some(case) = plan.cases.iter_mut().find(|case| case.id == *id) {
                    case.weight = Some(weight);
                }
            }
        }
        let ids = counted.iter().map(|(id, _)| id.clone()).collect();
        let id = self.criteria.give("cases");
        plan.notes.carry(
            "test_cases",
            format!("the criterion {}: {sum} points, each case its own", code(&id)),
        );
        let mut one = Criterion::of_cases(id, bounded(sum), ids);
        one.title = Some("Single cases".to_owned());
        let is_by_lines = plan.cases.iter().zip(&self.shares).all(|(case, shares)| {
            *shares == Shares::Lines || !counted.iter().any(|(id, _)| *id == case.id)
        });
        if is_by_lines && let Evidence::Cases(_, credit) = &mut one.evidence {
            *credit = Some("per-line");
        }
        plan.criteria.insert(0, one);
    }

    /// The rule that all cases share is the assignment's.
    fn rules(&mut self, plan: &mut Plan) {
        plan.compare.scope = Some("output");
        let Some(first) = self.rules.first().cloned() else { return };
        if self.rules.iter().all(|rule| *rule == first) {
            plan.compare = Compare { scope: Some("output"), ..first };
            return;
        }
        for (case, rule) in plan.cases.iter_mut().zip(self.rules.drain(..)) {
            case.compare = rule;
        }
    }

    /// Cases whose files are known by their names.
    fn named(&mut self, plan: &mut Plan, node: Option<&Node>) -> Result<(), ImportError> {
        let root = self.root;
        let points = node.and_then(|node| node.get("case_points"));
        let points = points.map(Node::items).unwrap_or_default();
        let line = node.map_or(1, |node| node.line);
        for (index, cases) in by_name(&self.data.files(), node, plan).into_iter().enumerate() {
            let is_single = matches!(cases.as_slice(), [only] if only.is_single);
            let worth = points.get(index).and_then(Node::number);
            let found = cases.into_iter().map(|Named { name, input, output, .. }| Found {
                input: Some(input),
                output,
                levels: vec![root],
                line,
                name,
            });
            let mut found: Vec<Found<'_>> = found.collect();
            if is_single && let Some(only) = found.pop() {
                let id = self.case(plan, only)?;
                let worth = worth.or(number(&[root], "points")).unwrap_or(1.0);
                self.single.extend(id.map(|id| (id, worth)));
                continue;
            }
            let before = plan.criteria.len();
            self.batch(plan, root, found)?;
            if let (Some(worth), Some(own)) = (worth, plan.criteria.get_mut(before)) {
                own.points = bounded(worth);
            }
        }
        Ok(())
    }
}

fn found(levels: Vec<&Node>, line: usize, name: String) -> Found<'_> {
    let text = |key: &str| levels.iter().find_map(|node| node.get(key)?.text()).map(str::to_owned);
    Found { input: text("in"), output: text("out"), levels, line, name }
}

/// What the nearest level says.
fn number(levels: &[&Node], key: &str) -> Option<f64> {
    // Outer levels are read, too: what they say is a default.
    let all: Vec<&Node> = levels.iter().filter_map(|node| node.get(key)).collect();
    all.iter().for_each(|node| node.settle());
    all.first()?.number()
}

fn bounded(points: f64) -> f64 {
    (points.clamp(0.0, 1e6) * 1000.0).round() / 1000.0
}
