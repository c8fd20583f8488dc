//! A plan as `rubric.toml`. Whatever stands in a package is a value here, and never a part of the text.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value, value};

use super::plan::{
    ImportPlan, ImportedCalibration, ImportedCase, ImportedComparison, ImportedCriterion,
    ImportedEvidence, ImportedInput, ImportedLimits,
};

/// `rubric.toml`.
pub(crate) fn render_rubric(plan: &ImportPlan) -> String {
    let mut assignment = Table::new();
    insert_value(&mut assignment, "title", plan.title.as_str());
    let points = plan
        .criteria
        .iter()
        .filter(|one| !one.extra)
        .map(|one| one.points)
        .sum();
    assignment.insert("points", value(round_points(points)));
    assignment.insert("sources", value(string_array(&plan.sources)));
    insert_list(&mut assignment, "accept", &plan.accept);
    insert_list(&mut assignment, "also", &plan.also);
    insert_value(&mut assignment, "program", plan.id.as_str());
    let mut reference = InlineTable::new();
    if plan.has_answers {
        reference.insert("answers", true.into());
    } else {
        reference.insert("sources", string_array(&plan.reference).into());
    }
    assignment.insert("reference", value(reference));
    match plan.toolchain.as_slice() {
        [] => {}
        [only] => insert_value(&mut assignment, "toolchain", *only),
        several => drop(assignment.insert("toolchain", value(string_array(several)))),
    }
    assignment.insert("flags", value(string_array(&plan.flags)));
    insert_list(&mut assignment, "libraries", &plan.libraries);
    insert_list(&mut assignment, "provide", &plan.provide);
    if plan.exit_zero {
        insert_value(&mut assignment, "exit", "zero");
    }
    if let Some(visibility) = plan.visibility {
        insert_value(&mut assignment, "visibility", visibility);
    }
    insert_inline(&mut assignment, "limits", limits_table(&plan.limits));
    insert_inline(&mut assignment, "compare", comparison_table(&plan.compare));
    insert_tables(
        &mut assignment,
        "criteria",
        plan.criteria.iter().map(|one| criterion_table(one, plan)),
    );
    insert_tables(
        &mut assignment,
        "calibration",
        plan.calibration.iter().map(calibration_table),
    );
    let mut document = DocumentMut::new();
    let mut assignments = Table::new();
    assignments.set_implicit(true);
    assignments.insert(&plan.id, Item::Table(assignment));
    document.insert("assignments", Item::Table(assignments));
    format!(
        "# See IMPORT.md for what this was made of, and docs/reference/rubric.md of the grader for what each key means.\n\n{document}"
    )
}

/// The file of a case; none if its input says all.
pub(crate) fn render_case(case: &ImportedCase) -> Option<String> {
    let ImportedCase {
        id: _,
        input,
        description,
        args,
        files,
        writes,
        exit,
        stderr,
        ..
    } = case;
    let ImportedCase {
        visibility,
        weight,
        compare: own,
        cpu,
        ..
    } = case;
    let mut document = DocumentMut::new();
    let table = document.as_table_mut();
    insert_list(table, "args", args);
    if !files.is_empty() {
        let mut named = InlineTable::new();
        for name in files.keys() {
            named.insert(name, format!("{}.files/{name}", case.id).into());
        }
        table.insert("files", value(named));
    }
    insert_list(table, "writes", &writes.keys().cloned().collect::<Vec<_>>());
    if let Some(code) = exit {
        table.insert("exit", value(i64::from(*code)));
    }
    if let Some(text) = stderr {
        insert_value(table, "stderr", text.as_str());
    }
    if let Some(word) = visibility {
        insert_value(table, "visibility", *word);
    }
    if let Some(weight) = weight {
        table.insert("weight", value(i64::from(*weight)));
    }
    insert_inline(table, "compare", comparison_table(own));
    insert_inline(
        table,
        "limits",
        limits_table(&ImportedLimits {
            cpu: *cpu,
            ..ImportedLimits::default()
        }),
    );
    if let ImportedInput::Tests(file, framework) = input {
        insert_value(table, "kind", "tests");
        insert_value(table, "tests", file.as_str());
        insert_value(table, "framework", *framework);
    }
    if table.is_empty() && description.is_none() {
        return None;
    }
    let mut whole = DocumentMut::new();
    let said = description
        .clone()
        .unwrap_or_else(|| format!("The input in {}.in", case.id));
    insert_value(whole.as_table_mut(), "description", said);
    for (key, item) in document.iter() {
        whole.insert(key, item.clone());
    }
    Some(whole.to_string())
}

fn limits_table(limits: &ImportedLimits) -> InlineTable {
    let ImportedLimits {
        cpu,
        memory,
        output,
    } = limits;
    let mut table = InlineTable::new();
    if let Some(cpu) = cpu {
        let milliseconds = (cpu * 1000.0).round().clamp(1.0, 86_400_000.0);
        table.insert("cpu", format_time(milliseconds).into());
        // Time on the clock only catches those who sleep.
        table.insert("wall", format_time((milliseconds * 3.0).max(5000.0)).into());
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

fn format_time(milliseconds: f64) -> String {
    if milliseconds % 1000.0 == 0.0 {
        format!("{}s", milliseconds / 1000.0)
    } else {
        format!("{milliseconds}ms")
    }
}

fn comparison_table(rule: &ImportedComparison) -> InlineTable {
    let ImportedComparison {
        scope,
        whitespace,
        case_sensitive,
        order,
        numbers,
        checker,
        ..
    } = rule;
    let ImportedComparison {
        protocol,
        interactor,
        checker_args,
        passes,
        patterns,
        ..
    } = rule;
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
            table.insert(key, string_array(words).into());
        }
    }
    table
}

fn criterion_table(one: &ImportedCriterion, plan: &ImportPlan) -> Table {
    let ImportedCriterion {
        id,
        title,
        points,
        extra,
        evidence,
        requires,
    } = one;
    let mut table = Table::new();
    insert_value(&mut table, "id", id.as_str());
    if let Some(title) = title {
        insert_value(&mut table, "title", title.as_str());
    }
    table.insert("points", value(round_points(*points)));
    if *extra {
        table.insert("extra", value(true));
    }
    match evidence {
        ImportedEvidence::Cases(cases, credit) => {
            let is_all = cases.len() == plan.cases.len() && !cases.is_empty();
            let all = ["*".to_owned()];
            let globs = if is_all {
                all.as_slice()
            } else {
                cases.as_slice()
            };
            table.insert("cases", value(string_array(globs)));
            if let Some(credit) = credit {
                insert_value(&mut table, "credit", *credit);
            }
        }
        ImportedEvidence::Build(word) => insert_value(&mut table, "build", *word),
        ImportedEvidence::Manual => insert_value(&mut table, "manual", "none"),
    }
    insert_list(&mut table, "requires", requires);
    table
}

fn calibration_table(one: &ImportedCalibration) -> Table {
    let ImportedCalibration {
        sources,
        points,
        permitted,
        required,
        verdicts,
    } = one;
    let mut table = Table::new();
    insert_list(&mut table, "sources", sources);
    if let Some(points) = points {
        table.insert("points", value(round_points(*points)));
    }
    insert_list(&mut table, "permitted", permitted);
    insert_list(&mut table, "required", required);
    if !verdicts.is_empty() {
        let mut inner = InlineTable::new();
        for (case, verdict) in verdicts {
            inner.insert(case, (*verdict).into());
        }
        table.insert("verdicts", value(inner));
    }
    table
}

fn insert_value(table: &mut Table, key: &str, said: impl Into<Value>) {
    table.insert(key, value(said));
}

fn insert_list(table: &mut Table, key: &str, words: &[impl AsRef<str>]) {
    if !words.is_empty() {
        table.insert(key, value(string_array(words)));
    }
}

fn insert_inline(table: &mut Table, key: &str, inner: InlineTable) {
    if !inner.is_empty() {
        table.insert(key, value(inner));
    }
}

fn insert_tables(table: &mut Table, key: &str, all: impl Iterator<Item = Table>) {
    let mut array = ArrayOfTables::new();
    all.for_each(|one| array.push(one));
    if !array.is_empty() {
        table.insert(key, Item::ArrayOfTables(array));
    }
}

fn string_array(words: &[impl AsRef<str>]) -> Array {
    words.iter().map(|word| word.as_ref().to_owned()).collect()
}

/// A number of points as a person writes it, with three decimals at most.
fn round_points(points: f64) -> Value {
    let rounded = (points * 1000.0).round() / 1000.0;
    if rounded.fract() == 0.0 && rounded.abs() < 1e9 {
        #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
        return (rounded as i64).into();
    }
    rounded.into()
}
