//! A call as a student repeats it at home: statements to put into a `main` of one's own.

use super::call::argument_places;
use model::{
    CallEffect, CaseCall, CppType, CppValue, FunctionCase, ParameterPassing, PrototypeParameter,
};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::parse_prototype;
    use model::CallExpectation;

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
}
