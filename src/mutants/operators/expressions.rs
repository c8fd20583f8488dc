//! Comparisons, calculations and calls.

use super::fault::Fault;
use crate::mutants::mutant::Operator;
use crate::source::{Id, Syntax};

/// What `left OP right` may become.
pub(super) fn binary(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let Some((left, operator, right)) = operands(syntax, id) else { return Vec::new() };
    let (bytes, l, r) = (syntax.bytes(id), syntax.text(left), syntax.text(right));
    let with = |other: &str| format!("{l} {other} {r}");
    let compared = |others: [&str; 2], always: &str| {
        let others = others.map(with).into_iter().chain([always.to_owned()]);
        others.map(|it| Fault::new(Operator::Comparison, bytes.clone(), it).truth()).collect()
    };
    match operator {
        "<" => compared(["<=", "!="], "false"),
        ">" => compared([">=", "!="], "false"),
        "<=" => compared(["<", "=="], "true"),
        ">=" => compared([">", "=="], "true"),
        "==" => compared(["<=", ">="], "false"),
        "!=" => compared(["<", ">"], "true"),
        "&&" | "||" | "and" | "or" => {
            let other = if matches!(operator, "&&" | "and") { "||" } else { "&&" };
            let all = [with(other), l.to_owned(), r.to_owned()];
            all.map(|it| Fault::new(Operator::Logic, bytes.clone(), it).truth()).into()
        }
        _ => {
            let is_operand = is_operand_of_a_calculation(syntax, id);
            let others = others(operator).iter().map(|other| {
                let text = with(other);
                let binds_less = !matches!(operator, "+" | "-") && matches!(*other, "+" | "-");
                if binds_less && is_operand { format!("({text})") } else { text }
            });
            others.map(|it| Fault::new(Operator::Arithmetic, bytes.clone(), it)).collect()
        }
    }
}

fn operands(syntax: &Syntax, id: Id) -> Option<(Id, &str, Id)> {
    let operator = syntax.text(syntax.field(id, "operator")?);
    Some((syntax.field(id, "left")?, operator, syntax.field(id, "right")?))
}

/// Other calculations. Shifts are left out: most of them print or read.
fn others(operator: &str) -> &'static [&'static str] {
    match operator {
        "+" => &["-"],
        "-" => &["+"],
        "*" => &["+", "/"],
        "/" => &["*", "%"],
        "%" => &["*", "/"],
        _ => &[],
    }
}

fn is_operand_of_a_calculation(syntax: &Syntax, id: Id) -> bool {
    let parent = syntax.parent(id);
    let operator = syntax.field(parent, "operator").map(|it| syntax.text(it));
    let is_outer = matches!(syntax.kind(parent), "binary_expression" | "unary_expression");
    is_outer && operator.is_some_and(|it| matches!(it, "+" | "-" | "*" | "/" | "%"))
}

/// `+=` for `-=`.
pub(super) fn assignment(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let Some((left, operator, right)) = operands(syntax, id) else { return Vec::new() };
    let other = match operator {
        "+=" => "-=",
        "-=" => "+=",
        "*=" => "/=",
        "/=" => "*=",
        "%=" => "/=",
        _ => return Vec::new(),
    };
    let text = format!("{} {other} {}", syntax.text(left), syntax.text(right));
    vec![Fault::new(Operator::Arithmetic, syntax.bytes(id), text)]
}

/// `--` for `++`.
pub(super) fn update(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let text = syntax.text(id);
    let other =
        if text.contains("++") { text.replace("++", "--") } else { text.replace("--", "++") };
    vec![Fault::new(Operator::Arithmetic, syntax.bytes(id), other)]
}

/// What is negated, without that.
pub(super) fn unary(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let operator = syntax.field(id, "operator").map(|it| syntax.text(it));
    let argument = syntax.field(id, "argument").map(|it| syntax.text(it));
    match (operator, argument) {
        (Some("!" | "not"), Some(argument)) => {
            vec![Fault::new(Operator::Negation, syntax.bytes(id), argument).truth()]
        }
        _ => Vec::new(),
    }
}

/// Each two neighbouring arguments, the other way round.
pub(super) fn call(syntax: &Syntax, id: Id) -> Vec<Fault> {
    let Some(list) = syntax.field(id, "arguments") else { return Vec::new() };
    let is_argument = |child: &Id| !matches!(syntax.kind(*child), "(" | ")" | "," | "comment");
    let arguments: Vec<Id> = syntax.children(list).filter(is_argument).collect();
    let whole = syntax.bytes(id);
    let text = syntax.text(id);
    let swapped = |pair: &[Id]| {
        let [one, other] = pair else { return None };
        let (first, second) = (syntax.bytes(*one), syntax.bytes(*other));
        let part = |from: usize, to: usize| text.get(from - whole.start..to - whole.start);
        let parts = [
            part(whole.start, first.start)?,
            syntax.text(*other),
            part(first.end, second.start)?,
            syntax.text(*one),
            part(second.end, whole.end)?,
        ];
        Some(Fault::new(Operator::Arguments, whole.clone(), parts.concat()))
    };
    arguments.windows(2).filter_map(swapped).collect()
}
