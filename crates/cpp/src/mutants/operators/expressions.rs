//! Other comparisons, calculations and calls; other numbers, letters, truth values and texts.

use super::fault::MutationCandidate;
use crate::mutants::mutant::MutationOperator;
use crate::source::{NodeId, SyntaxTree};

/// What `left OP right` may become.
pub(super) fn mutate_binary(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let Some((left, operator, right)) = binary_operands(syntax, id) else {
        return Vec::new();
    };
    let bytes = syntax.bytes(id);
    let l = syntax.text(left);
    let r = syntax.text(right);
    let with = |other: &str| format!("{l} {other} {r}");
    if let Some((others, always)) = other_comparisons(operator) {
        let [one, other] = others.map(with);
        let all = [one, other, always.to_owned()];
        return all
            .map(|it| {
                MutationCandidate::new(MutationOperator::Comparison, bytes.clone(), it)
                    .into_condition()
            })
            .into();
    }
    match operator {
        "&&" | "||" | "and" | "or" => {
            let other = if matches!(operator, "&&" | "and") {
                "||"
            } else {
                "&&"
            };
            let all = [with(other), l.to_owned(), r.to_owned()];
            all.map(|it| {
                MutationCandidate::new(MutationOperator::Logic, bytes.clone(), it).into_condition()
            })
            .into()
        }
        _ => {
            let is_operand = is_operand_of_a_calculation(syntax, id);
            let others = other_operators(operator).iter().map(|other| {
                let text = with(other);
                let binds_less = !matches!(operator, "+" | "-") && matches!(*other, "+" | "-");
                if binds_less && is_operand {
                    format!("({text})")
                } else {
                    text
                }
            });
            others
                .map(|it| MutationCandidate::new(MutationOperator::Arithmetic, bytes.clone(), it))
                .collect()
        }
    }
}

/// Two other comparisons for one, and what it becomes where it never or always holds.
fn other_comparisons(operator: &str) -> Option<([&str; 2], &str)> {
    match operator {
        "<" => Some((["<=", "!="], "false")),
        ">" => Some(([">=", "!="], "false")),
        "<=" => Some((["<", "=="], "true")),
        ">=" => Some(([">", "=="], "true")),
        "==" => Some((["<=", ">="], "false")),
        "!=" => Some((["<", ">"], "true")),
        _ => None,
    }
}

fn binary_operands(syntax: &SyntaxTree, id: NodeId) -> Option<(NodeId, &str, NodeId)> {
    let operator = syntax.text(syntax.child_by_field(id, "operator")?);
    Some((
        syntax.child_by_field(id, "left")?,
        operator,
        syntax.child_by_field(id, "right")?,
    ))
}

/// Other calculations. Shifts are left out: most of them print or read.
fn other_operators(operator: &str) -> &'static [&'static str] {
    match operator {
        "+" => &["-"],
        "-" => &["+"],
        "*" => &["+", "/"],
        "/" => &["*", "%"],
        "%" => &["*", "/"],
        _ => &[],
    }
}

fn is_operand_of_a_calculation(syntax: &SyntaxTree, id: NodeId) -> bool {
    let parent = syntax.parent(id);
    let operator = syntax
        .child_by_field(parent, "operator")
        .map(|it| syntax.text(it));
    let is_outer = matches!(
        syntax.kind(parent),
        "binary_expression" | "unary_expression"
    );
    is_outer && operator.is_some_and(|it| matches!(it, "+" | "-" | "*" | "/" | "%"))
}

/// `+=` for `-=`.
pub(super) fn mutate_assignment(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let Some((left, operator, right)) = binary_operands(syntax, id) else {
        return Vec::new();
    };
    let other = match operator {
        "+=" => "-=",
        "-=" => "+=",
        "*=" => "/=",
        "/=" => "*=",
        "%=" => "/=",
        _ => return Vec::new(),
    };
    let text = format!("{} {other} {}", syntax.text(left), syntax.text(right));
    vec![MutationCandidate::new(
        MutationOperator::Arithmetic,
        syntax.bytes(id),
        text,
    )]
}

/// `--` for `++`.
pub(super) fn mutate_update(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let text = syntax.text(id);
    let other = if text.contains("++") {
        text.replace("++", "--")
    } else {
        text.replace("--", "++")
    };
    vec![MutationCandidate::new(
        MutationOperator::Arithmetic,
        syntax.bytes(id),
        other,
    )]
}

/// What is negated, without that.
pub(super) fn mutate_unary(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let operator = syntax
        .child_by_field(id, "operator")
        .map(|it| syntax.text(it));
    let argument = syntax
        .child_by_field(id, "argument")
        .map(|it| syntax.text(it));
    match (operator, argument) {
        (Some("!" | "not"), Some(argument)) => {
            vec![
                MutationCandidate::new(MutationOperator::Negation, syntax.bytes(id), argument)
                    .into_condition(),
            ]
        }
        _ => Vec::new(),
    }
}

/// Each two neighbouring arguments, the other way round.
pub(super) fn swap_arguments(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let Some(list) = syntax.child_by_field(id, "arguments") else {
        return Vec::new();
    };
    let is_argument = |child: &NodeId| !matches!(syntax.kind(*child), "(" | ")" | "," | "comment");
    let arguments: Vec<NodeId> = syntax.children(list).filter(is_argument).collect();
    let whole = syntax.bytes(id);
    let text = syntax.text(id);
    let swapped = |pair: &[NodeId]| {
        let [one, other] = pair else { return None };
        let first = syntax.bytes(*one);
        let second = syntax.bytes(*other);
        let part = |from: usize, to: usize| text.get(from - whole.start..to - whole.start);
        let parts = [
            part(whole.start, first.start)?,
            syntax.text(*other),
            part(first.end, second.start)?,
            syntax.text(*one),
            part(second.end, whole.end)?,
        ];
        Some(MutationCandidate::new(
            MutationOperator::Arguments,
            whole.clone(),
            parts.concat(),
        ))
    };
    arguments.windows(2).filter_map(swapped).collect()
}

fn literal_candidate(
    syntax: &SyntaxTree,
    id: NodeId,
    becomes: impl Into<String>,
) -> MutationCandidate {
    MutationCandidate::new(MutationOperator::Literal, syntax.bytes(id), becomes)
}

/// One more, and one less.
pub(super) fn mutate_number(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let text = syntax.text(id);
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    // A zero before it would be read in base eight.
    let is_decimal = digits == "0" || !digits.starts_with('0');
    let Some(number) = digits.parse::<i64>().ok().filter(|_| is_decimal) else {
        return Vec::new();
    };
    let suffix = &text[digits.len()..];
    let others = [number.checked_add(1), number.checked_sub(1)];
    others
        .into_iter()
        .flatten()
        .map(|other| literal_candidate(syntax, id, spell_number(suffix, other)))
        .collect()
}

fn spell_number(suffix: &str, number: i64) -> String {
    if number < 0 {
        format!("({number}{suffix})")
    } else {
        format!("{number}{suffix}")
    }
}

/// Another letter.
pub(super) fn mutate_character(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let text = syntax.text(id);
    let Some(inside) = text.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')) else {
        return Vec::new();
    };
    let mut letters = inside.chars();
    let other = match (letters.next(), letters.next()) {
        (Some('\\'), _) if inside == "\\n" => ' ',
        (Some('\\'), _) => 'x',
        (Some('&' | '['), None) => 'x',
        (Some(one @ ' '..='}'), None) => char::from_u32(u32::from(one) + 1).unwrap_or('x'),
        _ => return Vec::new(),
    };
    vec![literal_candidate(syntax, id, format!("'{other}'"))]
}

/// The other truth value.
pub(super) fn mutate_boolean(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    let other = if syntax.kind(id) == "true" {
        "false"
    } else {
        "true"
    };
    vec![literal_candidate(syntax, id, other)]
}

/// No text.
pub(super) fn mutate_string(syntax: &SyntaxTree, id: NodeId) -> Vec<MutationCandidate> {
    // Of a text in several parts, all of it is one.
    if syntax.kind(syntax.parent(id)) == "concatenated_string" {
        return Vec::new();
    }
    vec![literal_candidate(syntax, id, "\"\"")]
}
