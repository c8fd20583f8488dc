//! Which functions an object has, from its symbol table.
//!
//! The object was made of a student's source, so its names are anything: they are read by crates that know every form
//! of them, long ones and strange ones are passed over, and nothing here is ever run.

use object::{Object, ObjectSymbol, SymbolKind};

use serde::{Deserialize, Serialize};

use super::demangled::{MOST_SYMBOLS, demangle_symbol, symbol_name};
use model::PrototypeParameter;

/// A function that an object defines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinedFunction {
    /// The symbol, as linkers know it.
    pub symbol: String,
    /// The name with its classes and namespaces, but for one without a name: `Board::print`.
    pub name: String,
    /// What stands between the parentheses; none for a function with the linkage of C.
    pub list: Option<String>,
    /// Whether other objects can call it by the symbol: it is neither `static` nor in a namespace without a name.
    pub is_global: bool,
}

impl DefinedFunction {
    /// The parameters, if they are of types that can be called with.
    pub fn parameters(&self) -> Option<Vec<PrototypeParameter>> {
        super::prototype::parse_parameters(self.list.as_deref()?).ok()
    }

    /// The function as a student knows it: `gridState(long long, int)`.
    pub fn display_signature(&self) -> String {
        let list = self.list.as_deref().unwrap_or("…");
        format!(
            "{}({})",
            self.name,
            super::prototype::simplify_types(list).replace(" >", ">")
        )
    }
}

/// The functions in an object; none if it is no object.
pub(crate) fn defined_functions(object: &[u8]) -> Vec<DefinedFunction> {
    let Ok(file) = object::File::parse(object) else {
        return Vec::new();
    };
    let is_function = |symbol: &object::Symbol<'_, '_>| {
        symbol.kind() == SymbolKind::Text && symbol.is_definition()
    };
    file.symbols()
        .take(MOST_SYMBOLS)
        .filter(is_function)
        .filter_map(|symbol| read_function(&symbol))
        .collect()
}

fn read_function(symbol: &object::Symbol<'_, '_>) -> Option<DefinedFunction> {
    let name = symbol_name(symbol.name())?;
    // A point marks a copy that the compiler has made for itself, and may call in a way of its own.
    if !name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return None;
    }
    let is_global = symbol.is_global();
    let symbol = name.to_owned();
    if !name.starts_with("_Z") {
        return Some(DefinedFunction {
            name: symbol.clone(),
            symbol,
            list: None,
            is_global,
        });
    }
    let text = demangle_symbol(name)?;
    let (name, list) = split_signature(&text)?;
    Some(DefinedFunction {
        symbol,
        name: name.to_owned(),
        list: Some(list.to_owned()),
        is_global,
    })
}

/// `f(int)` in its name and what stands between its parentheses. What is no plain function has no list here: templates,
/// operators, methods that are `const`.
fn split_signature(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("(anonymous namespace)::").unwrap_or(text);
    let (name, rest) = text.split_once('(')?;
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_:".contains(&byte));
    plain.then_some((name, rest.strip_suffix(')')?))
}
