//! What the hook relies on, and whether a program stands in its way.

use object::{Object, ObjectSymbol};

/// How names of sanitizers begin. A program that has one of them answers in their place, or is called by them.
const OF_SANITIZERS: [&str; 5] = [
    "__asan_",
    "__ubsan_",
    "__sanitizer_",
    "__lsan_",
    "__interceptor_",
];

/// The names that the hook needs of others, as its own object says.
pub fn needed_symbols(watcher: &[u8]) -> Vec<String> {
    let Ok(file) = object::File::parse(watcher) else {
        return Vec::new();
    };
    let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    names.filter(|name| !name.is_empty()).collect()
}

/// A name by which a program's object comes between the hook and what it needs: one that it has itself, or a sanitizer's
/// that only a hook uses.
pub fn find_interposed_symbol(object: &[u8], needed: &[String]) -> Option<String> {
    let file = object::File::parse(object).ok()?;
    let stands_between = |symbol: &object::Symbol<'_, '_>| {
        let Ok(name) = symbol.name() else {
            return false;
        };
        let is_needed = needed.iter().any(|it| it == name);
        let is_sanitizers = OF_SANITIZERS.iter().any(|start| name.starts_with(start));
        if symbol.is_undefined() {
            return is_needed && is_sanitizers;
        }
        symbol.is_global() && (is_needed || is_sanitizers)
    };
    let found = file.symbols().find(stands_between)?;
    found.name().ok().map(str::to_owned)
}
