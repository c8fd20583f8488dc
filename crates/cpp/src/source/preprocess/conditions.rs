//! `#if`, what belongs to it, and its expressions. `None` stands for what cannot be known here.

use super::super::lexer::{Token, TokenKind};
use super::macros::{MacroBudget, MacroTable};

/// Whether what follows counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BranchState {
    On,
    Off,
    /// It depends on what this module does not know.
    Doubtful,
}

/// The conditions around the present line.
#[derive(Debug, Default)]
pub(super) struct ConditionStack(Vec<ConditionalBlock>);

#[derive(Debug)]
struct ConditionalBlock {
    /// What holds around it.
    around: BranchState,
    /// The present branch.
    now: BranchState,
    /// Whether an earlier branch counts, or may.
    taken: bool,
}

impl ConditionStack {
    /// What holds here.
    pub(super) fn current_branch(&self) -> BranchState {
        self.0
            .last()
            .map_or(BranchState::On, |condition| condition.now)
    }

    /// Takes a directive into account; whether it is a condition that could not be decided.
    pub(super) fn apply_directive(
        &mut self,
        word: &str,
        rest: &[Token],
        macros: &MacroTable,
        budget: &mut MacroBudget,
    ) -> bool {
        let mut truth = |condition: &str| match condition {
            "ifdef" => macros.is_defined(rest.first()),
            "ifndef" => macros.is_defined(rest.first()).map(|it| !it),
            _ => is_true(rest, macros, budget),
        };
        match word {
            "if" | "ifdef" | "ifndef" => {
                let around = self.current_branch();
                let holds = if around == BranchState::Off {
                    Some(false)
                } else {
                    truth(word)
                };
                let now = decide_branch(around, holds);
                self.0.push(ConditionalBlock {
                    around,
                    now,
                    taken: holds != Some(false),
                });
                holds.is_none()
            }
            "elif" | "else" => {
                let Some(condition) = self.0.last_mut() else {
                    return false;
                };
                let holds = match word {
                    _ if condition.taken || condition.around == BranchState::Off => Some(false),
                    "else" => Some(true),
                    _ => truth(word),
                };
                condition.now = decide_branch(condition.around, holds);
                condition.taken |= holds != Some(false);
                holds.is_none()
            }
            "endif" => {
                self.0.pop();
                false
            }
            _ => false,
        }
    }
}

fn decide_branch(around: BranchState, holds: Option<bool>) -> BranchState {
    match holds {
        Some(true) => around,
        Some(false) => BranchState::Off,
        None => BranchState::Doubtful,
    }
}

/// How deeply an expression may be nested; what is deeper cannot be known.
const DEEPEST: usize = 60;

/// Whether the condition holds. One that makes no sense does not compile, so its answer does not matter: it holds.
fn is_true(tokens: &[Token], macros: &MacroTable, budget: &mut MacroBudget) -> Option<bool> {
    if tokens.is_empty() {
        return Some(true);
    }
    let tokens = expand_condition(tokens, macros, budget);
    let mut parser = ConditionParser {
        tokens: &tokens,
        depth: 0,
        macros,
    };
    parser.parse_ternary().map(|value| value != 0)
}

/// With `defined X` decided, and then all macros replaced.
fn expand_condition(tokens: &[Token], macros: &MacroTable, budget: &mut MacroBudget) -> Vec<Token> {
    let mut decided = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        if token.text != "defined" {
            decided.push(token.clone());
            continue;
        }
        let open = usize::from(tokens.get(at).is_some_and(|it| it.text == "("));
        let text = match macros.is_defined(tokens.get(at + open)) {
            Some(true) => "1",
            Some(false) => "0",
            None => "__unknown__",
        };
        decided.push(Token {
            text: text.to_owned(),
            kind: TokenKind::Number,
            ..token.clone()
        });
        at += 1 + 2 * open;
    }
    macros.expand_macros(&decided, budget)
}

struct ConditionParser<'t> {
    tokens: &'t [Token],
    depth: usize,
    macros: &'t MacroTable,
}

/// Operators with two sides, the weakest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'t> ConditionParser<'t> {
    fn parse_ternary(&mut self) -> Option<i64> {
        let condition = self.parse_binary(0);
        if !self.consume_sign("?") {
            return condition;
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let yes = self.parse_ternary();
        self.consume_sign(":");
        let no = self.parse_ternary();
        self.depth -= 1;
        condition.and_then(|it| if it != 0 { yes } else { no })
    }

    fn parse_binary(&mut self, level: usize) -> Option<i64> {
        let Some(operators) = LEVELS.get(level) else {
            return self.parse_unary();
        };
        let mut left = self.parse_binary(level + 1);
        while let Some(operator) = operators.iter().find(|it| self.is_operator(it)) {
            self.tokens = &self.tokens[operator.len()..];
            let right = self.parse_binary(level + 1);
            left = apply_operator(operator, left, right);
        }
        left
    }

    /// Signs of several characters are several tokens; a longer operator is not taken for a shorter one.
    fn is_operator(&self, operator: &str) -> bool {
        let longer: &[&str] = match operator {
            "|" => &["||"],
            "&" => &["&&"],
            "<" => &["<<", "<="],
            ">" => &[">>", ">="],
            _ => &[],
        };
        self.starts_with(operator) && !longer.iter().any(|it| self.starts_with(it))
    }

    fn starts_with(&self, operator: &str) -> bool {
        let signs = operator.chars().enumerate();
        signs.into_iter().all(|(place, sign)| {
            self.tokens
                .get(place)
                .is_some_and(|token| token.text.chars().eq([sign]) && (place == 0 || !token.spaced))
        })
    }

    fn consume_sign(&mut self, sign: &str) -> bool {
        let is_next = self.tokens.first().is_some_and(|token| token.text == sign);
        if is_next {
            self.tokens = &self.tokens[1..];
        }
        is_next
    }

    fn parse_unary(&mut self) -> Option<i64> {
        let mut signs = Vec::new();
        while let Some(sign) = ["!", "-", "+", "~"]
            .into_iter()
            .find(|it| self.consume_sign(it))
        {
            signs.push(sign);
        }
        let value = self.parse_primary();
        signs.into_iter().rev().fold(value, |value, sign| {
            value.map(|it| match sign {
                "!" => i64::from(it == 0),
                "-" => it.wrapping_neg(),
                "~" => !it,
                _ => it,
            })
        })
    }

    fn parse_primary(&mut self) -> Option<i64> {
        if self.consume_sign("(") {
            self.depth += 1;
            let value = if self.depth > DEEPEST {
                None
            } else {
                self.parse_ternary()
            };
            self.depth -= 1;
            self.consume_sign(")");
            return value;
        }
        let (token, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        match token.kind {
            TokenKind::Number => parse_number(&token.text),
            TokenKind::Word => match token.text.as_str() {
                "true" => Some(1),
                "false" => Some(0),
                // A name that is no macro counts as 0, unless it may be one of the system's.
                _ => self
                    .macros
                    .is_defined(Some(token))
                    .filter(|it| !it)
                    .map(|_| 0),
            },
            TokenKind::Quoted | TokenKind::Sign => None,
        }
    }
}

fn parse_number(text: &str) -> Option<i64> {
    let text = text.replace('\'', "").to_lowercase();
    let text = text.trim_end_matches(['u', 'l', 'z']);
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => match text.strip_prefix("0b") {
            Some(digits) => i64::from_str_radix(digits, 2).ok(),
            None if text.len() > 1 && text.starts_with('0') => i64::from_str_radix(text, 8).ok(),
            None => text.parse().ok(),
        },
    }
}

fn apply_operator(operator: &str, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    match (operator, left, right) {
        ("||", Some(value), _) | ("||", _, Some(value)) if value != 0 => return Some(1),
        ("&&", Some(0), _) | ("&&", _, Some(0)) => return Some(0),
        _ => {}
    }
    let left = left?;
    let right = right?;
    match operator {
        "||" => Some(i64::from(left != 0 || right != 0)),
        "&&" => Some(i64::from(left != 0 && right != 0)),
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        ">" => Some(i64::from(left > right)),
        "<<" => u32::try_from(right)
            .ok()
            .and_then(|by| left.checked_shl(by)),
        ">>" => u32::try_from(right)
            .ok()
            .and_then(|by| left.checked_shr(by)),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        "/" => left.checked_div(right),
        "%" => left.checked_rem(right),
        _ => None,
    }
}
