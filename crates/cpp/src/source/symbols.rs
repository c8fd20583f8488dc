//! What a program's objects know of it.

use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind, SymbolSection};

use crate::functions::{self, DefinedFunction, MOST_SYMBOLS, demangle_symbol, symbol_name};

/// The symbols of all objects together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramSymbols {
    /// The functions.
    pub functions: Vec<DefinedFunction>,
    /// The variables outside functions that all files see and that can be changed, by their names without classes and
    /// namespaces.
    pub variables: Vec<String>,
    /// Those that one file sees alone: what is `static`, and what has a type without a name.
    pub local_variables: Vec<String>,
}

impl ProgramSymbols {
    /// Adds what this object has; anything else has nothing.
    pub fn add_object(&mut self, object: &[u8]) {
        self.functions.extend(functions::defined_functions(object));
        self.variables.extend(read_variables(object, true));
        self.local_variables.extend(read_variables(object, false));
    }
}

fn read_variables(bytes: &[u8], is_global: bool) -> Vec<String> {
    let Ok(file) = object::File::parse(bytes) else {
        return Vec::new();
    };
    let is_writable = |symbol: &object::Symbol<'_, '_>| match symbol.section() {
        SymbolSection::Section(index) => file.section_by_index(index).is_ok_and(|section| {
            use SectionKind::{Data, Tls, UninitializedData, UninitializedTls};
            matches!(
                section.kind(),
                Data | UninitializedData | Tls | UninitializedTls
            ) && !section
                .name()
                .is_ok_and(|name| name.starts_with(".data.rel.ro"))
        }),
        SymbolSection::Common => true,
        _ => false,
    };
    file.symbols()
        .take(MOST_SYMBOLS)
        .filter(|symbol| matches!(symbol.kind(), SymbolKind::Data | SymbolKind::Tls))
        .filter(|symbol| symbol.is_global() == is_global)
        // What each thread has for itself is no definition to the library that reads objects.
        .filter(|symbol| symbol.is_definition() || symbol.kind() == SymbolKind::Tls)
        .filter(|symbol| !symbol.is_weak() && is_writable(symbol))
        .filter_map(|symbol| variable_name(symbol_name(symbol.name())?))
        .collect()
}

/// The last part of a variable's name; none for what the compiler has made for itself and for variables inside functions.
fn variable_name(symbol: &str) -> Option<String> {
    if !symbol.starts_with("_Z") {
        return is_name(symbol).then(|| symbol.to_owned());
    }
    if !symbol.starts_with("_ZN") {
        return None;
    }
    let text = demangle_symbol(symbol)?;
    let last = text.rsplit("::").next().unwrap_or_default();
    is_name(last).then(|| last.to_owned())
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
