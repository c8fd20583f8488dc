//! A plan as `rubric.toml`. Whatever stands in a package is a value here, and never a part of the text.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::plan::{Calibration, Case, Compare, Criterion, Evidence, Input, Limits, Plan};

/// `rubric.toml`.
pub(super) fn rubric(plan: &Plan) -> String {
    let mut assignment = Table::new();
    put(&mut assignment, "title", plan.title.as_str());
    let points = plan.criteria.iter().filter(|one| !one.extra).map(|one| one.points).sum();
    assignment.insert("points", value(number(points)));
    assignment.insert("sources", value(strings(&plan.sources)));
    list(&mut assignment, "accept", &plan.accept);
    list(&mut assignment, "also", &plan.also);
    put(&mut assignment, "program", plan.id.as_str());
    let mut reference = InlineTable::new();
    if plan.has_answers {
        reference.insert("answers", true.into());
    } else {
        reference.insert("sources", strings(&plan.reference).into());
    }
    assignment.insert("reference", value(reference));
    match plan.toolchain.as_slice() {
        [] => {}
        [only] => put(&mut assignment, "toolchain", *only),
        several => drop(assignment.insert("toolchain", value(strings(several)))),
    }
    assignment.insert("flags", value(strings(&plan.flags)));
    list(&mut assignment, "libraries", &plan.libraries);
    list(&mut assignment, "provide", &plan.provide);
    if plan.exit_zero {
        put(&mut assignment, "exit", "zero");
    }
    if let Some(visibility) = plan.visibility {
        put(&mut assignment, "visibility", visibility);
    }
    inline(&mut assignment, "limits", limits(&plan.limits));
    inline(&mut assignment, "compare", compare(&plan.compare));
    tables(&mut assignment, "criteria", plan.criteria.iter().map(|one| criterion(one, plan)));
    tables(&mut assignment, "calibration", plan.calibration.iter().map(calibration));
    let mut document = DocumentMut::new();
    let mut assignments = Table::new();
    assignments.set_implicit(true);
    assignments.insert(&plan.id, Item::Table(assignment));
    document.insert("assignments", Item::Table(assignments));
    format!(
        "# See IMPORT.md for what this was made of, and docs/rubric.md of the grader for what each key means.\n\n{document}"
    )
}

/// The file of a case; none if its input says all.
pub(super) fn case(case: &Case) -> Option<String> {
    let Case { id: _, input, description, args, files, writes, exit, stderr, .. } = case;
    let Case { visibility, weight, compare: own, cpu, .. } = case;
    let mut document = DocumentMut::new();
    let table = document.as_table_mut();
    list(table, "args", args);
    if !files.is_empty() {
        let mut named = InlineTable::new();
        for name in files.keys() {
            named.insert(name, format!("{}.files/{name}", case.id).into());
        }
        table.insert("files", value(named));
    }
    list(table, "writes", &writes.keys().cloned().collect::<Vec<_>>());
    if let Some(code) = exit {
        table.insert("exit", value(i64::from(*code)));
    }
    if let Some(text) = stderr {
        put(table, "stderr", text.as_str());
    }
    if let Some(word) = visibility {
        put(table, "visibility", *word);
    }
    if let Some(weight) = weight {
        table.insert("weight", value(i64::from(*weight)));
    }
    inline(table, "compare", compare(own));
    inline(table, "limits", limits(&Limits { cpu: *cpu, ..Limits::default() }));
    if let Input::Tests(file, framework) = input {
        put(table, "kind", "tests");
        put(table, "tests", file.as_str());
        put(table, "framework", *framework);
    }
    if table.is_empty() && description.is_none() {
        return None;
    }
    let mut whole = DocumentMut::new();
    let said = description.clone().unwrap_or_else(|| format!("The input in {}.in", case.id));
    put(whole.as_table_mut(), "description", said);
    for (key, item) in document.iter() {
        whole.insert(key, item.clone());
    }
    Some(whole.to_string())
}

fn limits(limits: &Limits) -> InlineTable {
    let Limits { cpu, memory, output } = limits;
    let mut table = InlineTable::new();
    if let Some(cpu) = cpu {
        let milliseconds = (cpu * 1000.0).round().clamp(1.0, 86_400_000.0);
        table.insert("cpu", time(milliseconds).into());
        // Time on the clock only catches those who sleep.
        table.insert("wall", time((milliseconds * 3.0).max(5000.0)).into());
    }
    let mut size = |key: &str, bytes: &Option<u64>| {
        if let Some(bytes) = bytes {
            let kibibytes = bytes.div_ceil(1024).max(1);
            let text = match kibibytes % 1024 {
                0 => format!("{}MiB", kibibytes / 1024),
                _ => format!("{kibibytes}KiB"),
            };
            table.insert(key, text.into());
        }
    };
    size("memory", memory);
    size("output", output);
    table
}

fn time(milliseconds: f64) -> String {
    if milliseconds % 1000.0 == 0.0 {
        format!("{}s", milliseconds / 1000.0)
    } else {
        format!("{milliseconds}ms")
    }
}

fn compare(rule: &Compare) -> InlineTable {
    let Compare { scope, whitespace, case_sensitive, order, numbers, checker, .. } = rule;
    let Compare { protocol, interactor, checker_args, passes, patterns, .. } = rule;
    let mut table = InlineTable::new();
    let mut word = |key: &str, said: &Option<&'static str>| {
        if let Some(said) = said {
            table.insert(key, (*said).into());
        }
    };
    word("scope", scope);
    word("whitespace", whitespace);
    word("order", order);
    word("protocol", protocol);
    if let Some(said) = case_sensitive {
        table.insert("case_sensitive", (*said).into());
    }
    if let Some(passes) = passes {
        table.insert("passes", i64::from(*passes).into());
    }
    if let Some((abs, rel)) = numbers {
        let mut numbers = InlineTable::new();
        numbers.insert("abs", (*abs).into());
        numbers.insert("rel", (*rel).into());
        table.insert("numbers", numbers.into());
    }
    for (key, words) in [
        ("checker", checker),
        ("interactor", interactor),
        ("checker_args", checker_args),
        ("patterns", patterns),
    ] {
        if !words.is_empty() {
            table.insert(key, strings(words).into());
        }
    }
    table
}

fn criterion(one: &Criterion, plan: &Plan) -> Table {
    let Criterion { id, title, points, extra, evidence, requires } = one;
    let mut table = Table::new();
    put(&mut table, "id", id.as_str());
    if let Some(title) = title {
        put(&mut table, "title", title.as_str());
    }
    table.insert("points", value(number(*points)));
    if *extra {
        table.insert("extra", value(true));
    }
    match evidence {
        Evidence::Cases(cases, credit) => {
            let is_all = cases.len() == plan.cases.len() && !cases.is_empty();
            let all = ["*".to_owned()];
            let globs = if is_all { all.as_slice() } else { cases.as_slice() };
            table.insert("cases", value(strings(globs)));
            if let Some(credit) = credit {
                put(&mut table, "credit", *credit);
            }
        }
        Evidence::Build(word) => put(&mut table, "build", *word),
        Evidence::Manual => put(&mut table, "manual", "none"),
    }
    list(&mut table, "requires", requires);
    table
}

fn calibration(one: &Calibration) -> Table {
    let Calibration { sources, points, permitted, required, verdicts } = one;
    let mut table = Table::new();
    list(&mut table, "sources", sources);
    if let Some(points) = points {
        table.insert("points", value(number(*points)));
    }
    list(&mut table, "permitted", permitted);
    list(&mut table, "required", required);
    if !verdicts.is_empty() {
        let mut inner = InlineTable::new();
        for (case, verdict) in verdicts {
            inner.insert(case, (*verdict).into());
        }
        table.insert("verdicts", value(inner));
    }
    table
}

fn put(table: &mut Table, key: &str, said: impl Into<Value>) {
    table.insert(key, value(said));
}

fn list(table: &mut Table, key: &str, words: &[impl AsRef<str>]) {
    if !words.is_empty() {
        table.insert(key, value(strings(words)));
    }
}

fn inline(table: &mut Table, key: &str, inner: InlineTable) {
    if !inner.is_empty() {
        table.insert(key, value(inner));
    }
}

fn tables(table: &mut Table, key: &str, all: impl Iterator<Item = Table>) {
    let mut array = ArrayOfTables::new();
    all.for_each(|one| array.push(one));
    if !array.is_empty() {
        table.insert(key, Item::ArrayOfTables(array));
    }
}

fn strings(words: &[impl AsRef<str>]) -> Array {
    words.iter().map(|word| word.as_ref().to_owned()).collect()
}

/// A number of points as a person writes it, with three decimals at most.
fn number(points: f64) -> Value {
    let rounded = (points * 1000.0).round() / 1000.0;
    if rounded.fract() == 0.0 && rounded.abs() < 1e9 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
        return (rounded as i64).into();
    }
    rounded.into()
}
