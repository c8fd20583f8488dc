//! A call as a student repeats it at home: statements to put into a `main` of one's own.

use super::call::places;
use crate::model::{Call, Effect, FunctionCase, Parameter, Passing, Type, Value};

/// The statements, with what they must print in comments.
pub(crate) fn example(
    case: &FunctionCase,
    prototype: usize,
    call: &Call,
    expected: &Effect,
) -> String {
    let (Some(first), Some(asked)) = (case.prototypes.first(), case.prototypes.get(prototype))
    else {
        return String::new();
    };
    let places = places(case, prototype);
    let argument =
        |place: &usize| Some((first.parameters.get(*place)?, call.arguments.get(*place)?));
    let mut lines: Vec<String> = places.iter().filter_map(argument).map(variable).collect();
    let names: Vec<&str> =
        places.iter().filter_map(argument).map(|(it, _)| it.name.as_str()).collect();
    let invocation = format!("{}({})", first.name, names.join(", "));
    lines.push(match (asked.returned, &expected.returned) {
        (Some(of), Some(value)) if can_be_printed(of) => {
            format!("std::cout << {invocation} << std::endl;  // {}", as_printed(value))
        }
        _ => format!("{invocation};"),
    });
    for place in places {
        let (Some(it), Some(was), Some(is)) =
            (first.parameters.get(place), call.arguments.get(place), expected.after.get(place))
        else {
            continue;
        };
        if it.shows_changes() && can_be_printed(it.of) && was != is {
            lines.push(format!("std::cout << {} << std::endl;  // {}", it.name, as_printed(is)));
        }
    }
    let lines: String = lines.iter().map(|line| format!("        {line}\n")).collect();
    format!("    {{\n{lines}    }}\n")
}

fn variable((parameter, value): (&Parameter, &Value)) -> String {
    let name = &parameter.name;
    match parameter.of {
        Type::Array(scalar) => format!("{} {name}[] = {value};", scalar.spelled()),
        of => {
            let constant = if parameter.passing == Passing::Constant { "const " } else { "" };
            format!("{constant}{of} {name} = {value};")
        }
    }
}

fn can_be_printed(of: Type) -> bool {
    matches!(of, Type::Scalar(_) | Type::Text)
}

/// As streams print it.
fn as_printed(value: &Value) -> String {
    match value {
        Value::Boolean(truth) => u8::from(*truth).to_string(),
        Value::Character(code) if code.is_ascii_graphic() => char::from(*code).to_string(),
        Value::Real(number) => number.to_string(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::functions::parse;
    use crate::model::Given;

    #[test]
    fn a_call_can_be_put_into_a_main_of_ones_own() {
        let case = FunctionCase {
            prototypes: vec![parse("bool f(char grid[], long long &sum)").unwrap()],
            calls: Vec::new(),
            printed: None,
        };
        let letters = Value::List(vec![Value::Character(b'X'), Value::Character(b'?')]);
        let arguments = vec![letters, Value::Integer(5)];
        let mut expected = Effect::returning(Value::Boolean(true), &arguments);
        expected.after[1] = Value::Integer(6);
        let call = Call { arguments, given: Given::default(), line: 1 };
        assert_eq!(
            example(&case, 0, &call, &expected),
            "    {\n        char grid[] = {'X','?'};\n        long long sum = 5;\n        \
             std::cout << f(grid, sum) << std::endl;  // 1\n        \
             std::cout << sum << std::endl;  // 6\n    }\n"
        );
    }
}
