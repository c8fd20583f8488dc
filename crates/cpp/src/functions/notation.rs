//! The `.expected` format of function cases: one call per line, and what it must come to.
//!
//! ```text
//! gridState(1122110010221000, 5) → 1
//! putToGrid(0, 6, 1) → grid = 10001000000
//! printGrid(0) →
//!   | . . . .
//!   | . . . .
//! ```
//!
//! Behind the arrow stand the returned value and every array or reference that is another one after the call; what is
//! not mentioned must be as it was. Printed lines follow where it matters what the call prints.

use model::{CallEffect, CppValue, FunctionCase};

/// The file's text.
pub fn render_expectations(case: &FunctionCase, effects: &[CallEffect]) -> String {
    let Some(first) = case.prototypes.first() else {
        return String::new();
    };
    let names: Vec<&str> = first.parameters.iter().map(|it| it.name.as_str()).collect();
    let one = |(call, effect): (&model::CaseCall, &CallEffect)| {
        let head = super::render_call(&first.name, &call.arguments);
        let mut text = format!(
            "{head} → {}",
            render_outcome(effect, &call.arguments, &names)
        );
        text.truncate(text.trim_end().len());
        text.push('\n');
        if case.printed.is_some() {
            text.extend(effect.printed.iter().map(|line| format!("  | {line}\n")));
        }
        text
    };
    case.calls.iter().zip(effects).map(one).collect()
}

/// What a call came to, without what it printed: `1; grid = {'X'}`.
fn render_outcome(effect: &CallEffect, arguments: &[CppValue], names: &[&str]) -> String {
    let changed = effect
        .after
        .iter()
        .zip(arguments)
        .zip(names)
        .filter(|((now, was), _)| now != was);
    let changed = changed.map(|((now, _), name)| format!("{name} = {}", now));
    let returned = effect.returned.iter().map(CppValue::to_string);
    let parts: Vec<String> = returned.chain(changed).collect();
    match parts.as_slice() {
        [] if effect.printed.is_empty() => "nothing changes".to_owned(),
        _ => parts.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::parse_prototype;
    use model::{CallExpectation, CaseCall, WhitespaceMode};

    #[test]
    fn a_call_is_a_line_and_what_it_prints_follows() {
        let case = FunctionCase {
            prototypes: vec![parse_prototype("int f(char grid[], long long &sum)").unwrap()],
            calls: ["X", "O"]
                .map(|letters| CaseCall {
                    arguments: vec![
                        CppValue::List(letters.bytes().map(CppValue::Character).collect()),
                        CppValue::Integer(5),
                    ],
                    expectation: CallExpectation::default(),
                    line: 1,
                })
                .to_vec(),
            printed: Some(WhitespaceMode::Trailing),
        };
        let plain = CallEffect::from_return_value(CppValue::Integer(1), &case.calls[0].arguments);
        let mut changing =
            CallEffect::from_printed_lines(vec![" X ".into(), "".into()], &case.calls[1].arguments);
        changing.after[1] = CppValue::Integer(6);
        let text = render_expectations(&case, &[plain, changing]);
        assert_eq!(
            text,
            "f({'X'}, 5) → 1\nf({'O'}, 5) → sum = 6\n  |  X \n  | \n"
        );
    }
}
