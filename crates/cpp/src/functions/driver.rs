//! The C++ that calls a student's functions: one source for each case, and one that they all share.
//!
//! A driver is compiled apart from the student's source and only linked with it, so it is compiled once for a whole class.
//! It declares the function with the parameters that the student's object has and passes variables of the types that the
//! case asks for: what C++ converts, it converts. Which call is to be made, and the mark of its record, are arguments of
//! the process (see `record`). After the call everything printed is flushed, the record is written, and the process
//! ends at once: destructors of the student's global variables are not part of the call.

use super::matching::{FunctionMatch, Linkage};
use model::{
    CaseCall, CppScalar, CppType, CppValue, FunctionCase, ParameterPassing, PrototypeParameter,
};

/// What a student's `main` is called in programs that only call functions.
pub const STUDENTS_MAIN: &str = "grader_driver_students_main";

/// What starts every name of ours that a linker sees.
const PREFIX: &str = "grader_driver";

/// What a case's source uses of the shared one.
const DECLARATIONS: &str = "\
extern \"C\" {
void grader_driver_returned();
void grader_driver_signed(long long);
void grader_driver_unsigned(unsigned long long);
void grader_driver_real(double);
void grader_driver_text(const char*, unsigned long);
void grader_driver_list(unsigned long);
void grader_driver_done();
}
";

/// The shared source, for an assignment with this many cases. `streams` says whether programs may use C++ streams.
pub fn shared_source(cases: usize, streams: bool) -> String {
    let numbers = || 0..cases;
    let declared: String = numbers()
        .map(|case| {
            format!("extern \"C\" void {PREFIX}_case_{case}(unsigned) __attribute__((weak));\n")
        })
        .collect();
    let chosen: String = numbers()
        .map(|case| {
            let entry = format!("{PREFIX}_case_{case}");
            format!("    case {case}: if ({entry}) {entry}(call); break;\n")
        })
        .collect();
    let include = if streams { "#include <iostream>" } else { "" };
    let flush = if streams { "std::cout.flush();" } else { "" };
    include_str!("driver.cpp")
        .replace("// INCLUDES", include)
        .replace("// FLUSH", flush)
        .replace("// DECLARED", declared.trim_end())
        .replace("// CHOSEN", chosen.trim_start().trim_end())
}

/// The source that makes the calls of a case whose function is only in the student's sources: it includes them, in a place
/// where `main` is another name.
pub fn including_source(
    number: usize,
    case: &FunctionCase,
    found: &FunctionMatch,
    sources: &[String],
) -> String {
    let included: String = sources
        .iter()
        .map(|source| format!("#include \"{source}\"\n"))
        .collect();
    format!(
        "#define main {STUDENTS_MAIN}\n{included}#undef main\n{}",
        case_source(number, case, found)
    )
}

/// The source that makes the calls of the case with this number.
pub fn case_source(number: usize, case: &FunctionCase, found: &FunctionMatch) -> String {
    let calls = case.calls.iter().enumerate().map(|(index, call)| {
        format!(
            "    case {index}: {{\n{}        break;\n    }}\n",
            call_statements(case, found, call)
        )
    });
    format!(
        "{}{DECLARATIONS}{}extern \"C\" void {PREFIX}_case_{number}(unsigned call) {{\n    switch (call) {{\n{}    }}\n    \
         grader_driver_done();\n}}\n",
        include_lines(case),
        declare_function(case, found),
        calls.collect::<String>(),
    )
}

/// The headers of the types in use; a student's function may have the name of a function that others declare.
fn include_lines(case: &FunctionCase) -> String {
    let types: Vec<CppType> = case
        .prototypes
        .iter()
        .flat_map(|it| {
            it.parameters
                .iter()
                .map(|parameter| parameter.cpp_type)
                .chain(it.returned)
        })
        .collect();
    let text = types
        .contains(&CppType::Text)
        .then_some("#include <string>\n");
    let vector = types.iter().any(|of| matches!(of, CppType::Vector(_)));
    text.into_iter()
        .chain(vector.then_some("#include <vector>\n"))
        .collect()
}

/// The student's function.
fn declare_function(case: &FunctionCase, found: &FunctionMatch) -> String {
    let Some(prototype) = case.prototypes.get(found.prototype) else {
        return String::new();
    };
    let returned = prototype
        .returned
        .map_or("void".to_owned(), |of| of.to_string());
    let parameters: Vec<String> = found.parameters.iter().map(spell_parameter).collect();
    let head = format!("{returned} {}({})", prototype.name, parameters.join(", "));
    match &found.linkage {
        Linkage::Cpp => format!("{head};\n"),
        Linkage::C => format!("extern \"C\" {head};\n"),
        Linkage::Local(symbol) => format!("{head} __asm__(\"{symbol}\");\n"),
        Linkage::Included => String::new(),
    }
}

fn spell_parameter(parameter: &PrototypeParameter) -> String {
    match (parameter.cpp_type, parameter.passing) {
        (CppType::Array(scalar), ParameterPassing::Constant) => {
            format!("const {}*", scalar.cpp_name())
        }
        (CppType::Array(scalar), _) => format!("{}*", scalar.cpp_name()),
        (of, ParameterPassing::Constant) => format!("const {of}&"),
        (of, ParameterPassing::Reference) => format!("{of}&"),
        (of, ParameterPassing::Value) => of.to_string(),
    }
}

fn call_statements(case: &FunctionCase, found: &FunctionMatch, call: &CaseCall) -> String {
    let (Some(first), Some(prototype)) = (
        case.prototypes.first(),
        case.prototypes.get(found.prototype),
    ) else {
        return String::new();
    };
    let mut lines = Vec::new();
    let places = super::argument_places(case, found.prototype);
    for place in &places {
        lines.push(declare_argument(
            &first.parameters[*place],
            *place,
            &call.arguments[*place],
        ));
    }
    let passed: Vec<String> = places.iter().map(|place| format!("a{place}")).collect();
    let invocation = format!("{}({});", prototype.name, passed.join(", "));
    match prototype.returned {
        None => lines.push(invocation),
        Some(of) => lines.push(format!("{of} returned = {invocation}")),
    }
    lines.push("grader_driver_returned();".to_owned());
    lines.extend(
        prototype
            .returned
            .map(|of| record_statement(of, "returned", 0)),
    );
    for place in places
        .into_iter()
        .filter(|place| first.parameters[*place].shows_changes())
    {
        let items = item_count(&call.arguments[place]);
        lines.push(record_statement(
            first.parameters[place].cpp_type,
            &format!("a{place}"),
            items,
        ));
    }
    lines
        .iter()
        .map(|line| format!("        {line}\n"))
        .collect()
}

fn item_count(value: &CppValue) -> usize {
    if let CppValue::List(items) = value {
        items.len()
    } else {
        0
    }
}

/// A variable that holds an argument.
fn declare_argument(parameter: &PrototypeParameter, place: usize, value: &CppValue) -> String {
    let name = format!("a{place}");
    match (parameter.cpp_type, value) {
        (CppType::Scalar(scalar), value) => {
            format!(
                "{} {name} = {};",
                scalar.cpp_name(),
                convert_value(scalar, value)
            )
        }
        (CppType::Array(scalar), CppValue::List(items)) => {
            format!(
                "{} {name}[{}] = {{{}}};",
                scalar.cpp_name(),
                items.len().max(1),
                item_list(scalar, items)
            )
        }
        (of @ CppType::Vector(scalar), CppValue::List(items)) => {
            format!("{of} {name} = {{{}}};", item_list(scalar, items))
        }
        (_, CppValue::Text(bytes)) => {
            let octal: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
            format!("std::string {name}(\"{octal}\", {});", bytes.len())
        }
        // The course's reader gives each parameter a value of its type.
        _ => String::new(),
    }
}

fn item_list(scalar: CppScalar, items: &[CppValue]) -> String {
    items
        .iter()
        .map(|item| convert_value(scalar, item))
        .collect::<Vec<_>>()
        .join(", ")
}

fn convert_value(scalar: CppScalar, value: &CppValue) -> String {
    let number = match value {
        CppValue::Boolean(truth) => truth.to_string(),
        CppValue::Character(code) => code.to_string(),
        CppValue::Real(number) => format!("{number:?}"),
        CppValue::Integer(number) if *number > i128::from(i64::MAX) => format!("{number}ULL"),
        // C++ has no negative literals, and the least number has no positive counterpart.
        CppValue::Integer(number) if *number < 0 => format!("({}LL - 1)", number + 1),
        CppValue::Integer(number) => format!("{number}LL"),
        CppValue::Text(_) | CppValue::List(_) => String::new(),
    };
    format!("static_cast<{}>({number})", scalar.cpp_name())
}

/// The statement that puts a variable into the record.
fn record_statement(of: CppType, name: &str, items: usize) -> String {
    match of {
        CppType::Scalar(scalar) => record_scalar(scalar, name),
        CppType::Text => format!("grader_driver_text({name}.data(), {name}.size());"),
        CppType::Array(scalar) => format!(
            "grader_driver_list({items}); for (unsigned long i = 0; i < {items}; ++i) {}",
            record_scalar(scalar, &format!("{name}[i]"))
        ),
        CppType::Vector(scalar) => format!(
            "grader_driver_list({name}.size()); for (unsigned long i = 0; i < {name}.size(); ++i) {}",
            record_scalar(scalar, &format!("{name}[i]"))
        ),
    }
}

fn record_scalar(scalar: CppScalar, name: &str) -> String {
    match scalar {
        CppScalar::Bool => format!("grader_driver_signed({name} ? 1 : 0);"),
        CppScalar::Char => format!("grader_driver_signed(static_cast<unsigned char>({name}));"),
        CppScalar::Real(_) => format!("grader_driver_real({name});"),
        CppScalar::Integer(integer) if integer.least == 0 => {
            format!("grader_driver_unsigned({name});")
        }
        CppScalar::Integer(_) => format!("grader_driver_signed({name});"),
    }
}
