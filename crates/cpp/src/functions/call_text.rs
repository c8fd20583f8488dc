//! Calls as text: as C++ writes them, as a student repeats them at home, and as `.expected` files hold them.
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

use model::{
    CallEffect, CaseCall, CppType, CppValue, FunctionCase, ParameterPassing, PrototypeParameter,
};

/// A call as C++ writes it, with all its arguments.
pub fn render_call(name: &str, arguments: &[CppValue]) -> String {
    let arguments: Vec<String> = arguments.iter().map(CppValue::to_string).collect();
    format!("{name}({})", arguments.join(", "))
}

/// The same in a line: of long arrays the beginning.
pub fn render_brief_call(name: &str, arguments: &[CppValue]) -> String {
    let arguments: Vec<String> = arguments.iter().map(CppValue::to_brief_text).collect();
    format!("{name}({})", arguments.join(", "))
}

/// For each parameter of one of the case's prototypes, the place of its argument: the later prototypes take some of the
/// first one's parameters, by name.
pub fn argument_places(case: &FunctionCase, prototype: usize) -> Vec<usize> {
    let first = prototype_parameters(case, 0);
    if prototype == 0 {
        return (0..first.len()).collect();
    }
    let mut places = Vec::new();
    for parameter in prototype_parameters(case, prototype) {
        places.extend(first.iter().position(|it| it.name == parameter.name));
    }
    places
}

fn prototype_parameters(case: &FunctionCase, prototype: usize) -> &[PrototypeParameter] {
    case.prototypes
        .get(prototype)
        .map_or(&[][..], |it| it.parameters.as_slice())
}

/// Whether a function of this prototype can be asked for the call. Where it does not take all arguments, those that it is
/// not told must be as in the first call: it cannot know that they have changed.
pub fn supports_call(case: &FunctionCase, prototype: usize, call: &CaseCall) -> bool {
    let told = argument_places(case, prototype);
    let Some(first) = case.calls.first() else {
        return true;
    };
    let pairs = first.arguments.iter().zip(&call.arguments).enumerate();
    pairs
        .filter(|(place, _)| !told.contains(place))
        .all(|(_, (first, this))| first == this)
}

/// The statements, with what they must print in comments.
pub fn render_example(
    case: &FunctionCase,
    prototype: usize,
    call: &CaseCall,
    expected: &CallEffect,
) -> String {
    let (Some(first), Some(asked)) = (case.prototypes.first(), case.prototypes.get(prototype))
    else {
        return String::new();
    };
    let places = argument_places(case, prototype);
    let argument =
        |place: &usize| Some((first.parameters.get(*place)?, call.arguments.get(*place)?));
    let mut lines: Vec<String> = places
        .iter()
        .filter_map(argument)
        .map(declare_argument)
        .collect();
    let names: Vec<&str> = places
        .iter()
        .filter_map(argument)
        .map(|(it, _)| it.name.as_str())
        .collect();
    let invocation = format!("{}({})", first.name, names.join(", "));
    lines.push(match (asked.returned, &expected.returned) {
        (Some(of), Some(value)) if can_be_printed(of) => {
            format!(
                "std::cout << {invocation} << std::endl;  // {}",
                as_printed(value)
            )
        }
        _ => format!("{invocation};"),
    });
    for place in places {
        let (Some(it), Some(was), Some(is)) = (
            first.parameters.get(place),
            call.arguments.get(place),
            expected.after.get(place),
        ) else {
            continue;
        };
        if it.shows_changes() && can_be_printed(it.cpp_type) && was != is {
            lines.push(format!(
                "std::cout << {} << std::endl;  // {}",
                it.name,
                as_printed(is)
            ));
        }
    }
    let lines: String = lines
        .iter()
        .map(|line| format!("        {line}\n"))
        .collect();
    format!("    {{\n{lines}    }}\n")
}

fn declare_argument((parameter, value): (&PrototypeParameter, &CppValue)) -> String {
    let name = &parameter.name;
    match parameter.cpp_type {
        CppType::Array(scalar) => format!("{} {name}[] = {value};", scalar.cpp_name()),
        of => {
            let constant = if parameter.passing == ParameterPassing::Constant {
                "const "
            } else {
                ""
            };
            format!("{constant}{of} {name} = {value};")
        }
    }
}

fn can_be_printed(of: CppType) -> bool {
    matches!(of, CppType::Scalar(_) | CppType::Text)
}

/// As streams print it.
fn as_printed(value: &CppValue) -> String {
    match value {
        CppValue::Boolean(truth) => u8::from(*truth).to_string(),
        CppValue::Character(code) if code.is_ascii_graphic() => char::from(*code).to_string(),
        CppValue::Real(number) => number.to_string(),
        other => other.to_string(),
    }
}

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
    fn a_call_can_be_put_into_a_main_of_ones_own() {
        let case = FunctionCase {
            prototypes: vec![parse_prototype("bool f(char grid[], long long &sum)").unwrap()],
            calls: Vec::new(),
            printed: None,
        };
        let letters = CppValue::List(vec![CppValue::Character(b'X'), CppValue::Character(b'?')]);
        let arguments = vec![letters, CppValue::Integer(5)];
        let mut expected = CallEffect::from_return_value(CppValue::Boolean(true), &arguments);
        expected.after[1] = CppValue::Integer(6);
        let call = CaseCall {
            arguments,
            expectation: CallExpectation::default(),
            line: 1,
        };
        assert_eq!(
            render_example(&case, 0, &call, &expected),
            "    {\n        char grid[] = {'X','?'};\n        long long sum = 5;\n        \
             std::cout << f(grid, sum) << std::endl;  // 1\n        \
             std::cout << sum << std::endl;  // 6\n    }\n"
        );
    }

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
