//! A call as C++ writes it, and which of a case's prototypes can make it.

use model::{CaseCall, CppValue, FunctionCase};

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
    let names = |index: usize| {
        case.prototypes
            .get(index)
            .map_or([].as_slice(), |it| it.parameters.as_slice())
    };
    if prototype == 0 {
        return (0..names(0).len()).collect();
    }
    let place = |name: &str| names(0).iter().position(|it| it.name == name);
    names(prototype)
        .iter()
        .filter_map(|it| place(&it.name))
        .collect()
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
