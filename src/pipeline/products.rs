//! What a program leaves besides standard output: standard error and files, held against what the reference leaves.

use crate::compare::{self, Compared, Expected, Outcome};
use crate::model::{
    Case, Comparison, Difference, Exit, ExpectedProduct, Observation, ObservedTurn, Piece, Product,
    Prompt, Prompts, Scope, StandardError, Turn, WrittenFile,
};

/// What the reference has left in a case; the error says in words why that is nothing to compare with.
pub(super) fn of_reference(
    case: &Case,
    seen: &Observation,
    written: &[WrittenFile],
) -> Result<Vec<ExpectedProduct>, String> {
    let mut all = Vec::new();
    for (product, file) in case.products() {
        let bytes = left(&product, seen, written);
        let bytes = bytes.ok_or_else(|| format!("it does not write {}", named(&product)))?;
        let text = String::from_utf8(bytes.to_vec())
            .map_err(|_| format!("{} is not UTF-8", named(&product)))?;
        all.push(ExpectedProduct { product, text, file: Some(file) });
    }
    all.extend(stated(case));
    Ok(all)
}

/// What the case itself says must be left; none if it says nothing.
pub(super) fn stated(case: &Case) -> Option<ExpectedProduct> {
    let StandardError::Text(text) = &case.stderr else { return None };
    Some(ExpectedProduct { product: Product::StandardError, text: text.clone(), file: None })
}

/// What a run comes to, with what it left: standard output is told first, then the first thing that differs.
pub(super) fn compared(
    mut compared: Compared,
    products: &[ExpectedProduct],
    seen: &Observation,
    written: &[WrittenFile],
    rule: &Comparison,
) -> Compared {
    let is_judged = matches!(seen.exit, Exit::Code(_)) && !compared.stands;
    for ExpectedProduct { product, text, .. } in products.iter().filter(|_| is_judged) {
        if !matches!(compared.outcome, Outcome::Equal | Outcome::Presentation) {
            break;
        }
        let (outcome, difference) = match left(product, seen, written) {
            Some(bytes) => held_against(text, bytes, product, rule),
            None => {
                let sentence =
                    format!("Your program did not write {}, which it must.", named(product));
                (Outcome::Different, Some(Difference::in_words(&sentence)))
            }
        };
        if outcome != Outcome::Equal
            && (compared.outcome == Outcome::Equal || outcome == Outcome::Different)
        {
            compared = Compared { outcome, difference, ..compared };
        }
    }
    compared
}

fn left<'a>(
    product: &Product,
    seen: &'a Observation,
    written: &'a [WrittenFile],
) -> Option<&'a [u8]> {
    match product {
        Product::StandardError => Some(&seen.stderr),
        Product::File(name) => written.iter().find(|file| file.name == *name)?.content.as_deref(),
    }
}

/// Compared as output is, in which there are no reads, and no prompts.
fn held_against(
    text: &str,
    bytes: &[u8],
    product: &Product,
    rule: &Comparison,
) -> (Outcome, Option<Difference>) {
    let expected = [Turn { pieces: pieces(text), input: None }];
    let seen = Observation::new(vec![ObservedTurn::last(bytes)], Exit::Code(0));
    let rule = Comparison {
        scope: if rule.scope == Scope::Output { rule.scope } else { Scope::Transcript },
        prompts: Prompts::Any,
        checker: None,
        patterns: None,
        interactor: None,
        aspects: None,
        ..rule.clone()
    };
    let compared = compare::compare(Expected { turns: &expected, messages: &[] }, &seen, &rule);
    let difference = compared.difference.map(|found| Difference {
        sentence: format!("In {}: {}", named(product), found.sentence),
        turn: None,
        ..found
    });
    (compared.outcome, difference)
}

/// Complete lines, and what stands behind the last of them.
fn pieces(text: &str) -> Vec<Piece> {
    let piece = |line: &str| match line.strip_suffix('\n') {
        Some(complete) => Piece::Message(complete.to_owned()),
        None => Piece::Prompt(Prompt { text: line.to_owned(), shows: Vec::new() }),
    };
    text.split_inclusive('\n').map(piece).collect()
}

fn named(product: &Product) -> String {
    match product {
        Product::StandardError => "what it printed on standard error".to_owned(),
        Product::File(name) => format!("the file `{name}`"),
    }
}
