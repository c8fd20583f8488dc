//! What the linker misses, found in a source that was handed in and not compiled.

use super::copy;
use model::SourceFile;

/// How many names a sentence has at most.
const MOST: usize = 3;

/// A student chose all that is read here, and it is read in the grader's own process. So it is bounded: how many names are
/// looked for, in how many sources, at how many of the places where one stands, and how long its parameters may be.
const MOST_NAMES: usize = 16;
const MOST_SOURCES: usize = 16;
const MOST_PLACES: usize = 1000;
const LONGEST_PARAMETERS: usize = 1000;

/// A sentence for the report, if a source that was left out seems to define what is missing. It only looks for a name with a
/// body behind it, and so says no more than that it seems so.
pub fn missing_definitions(
    diagnostics: &str,
    left_out: &[SourceFile],
    limit: u64,
) -> Option<String> {
    let mut missing: Vec<MissingDefinition<'_>> = Vec::new();
    for one in diagnostics.lines().filter_map(parse_undefined) {
        if missing.len() == MOST_NAMES {
            break;
        }
        if !missing.contains(&one) {
            missing.push(one);
        }
    }
    if missing.is_empty() {
        return None;
    }
    for source in left_out.iter().take(MOST_SOURCES) {
        // A file that cannot be read any more defines nothing.
        let Ok(Some(bytes)) = copy::read_source(source, limit) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let defined = missing
            .iter()
            .filter(|one| one.is_defined_in(&text))
            .take(MOST);
        let names: Vec<String> = defined.map(|one| format!("`{}`", one.name)).collect();
        if !names.is_empty() {
            let names = names.join(", ");
            let file = &source.name;
            return Some(format!(
                "The program lacks {names}, which `{file}` seems to define: that file was handed in, and not compiled."
            ));
        }
    }
    None
}

/// A name that no object defines.
#[derive(Debug, PartialEq, Eq)]
struct MissingDefinition<'t> {
    name: &'t str,
    is_function: bool,
}

/// What a line of the linker's misses.
fn parse_undefined(line: &str) -> Option<MissingDefinition<'_>> {
    let (_, symbol) = line
        .split_once("undefined reference to `")
        .or_else(|| line.split_once("undefined symbol: "))?;
    let symbol = symbol.trim_end_matches('\'');
    let (path, is_function) = match symbol.split_once('(') {
        Some((path, _)) => (path, true),
        None => (symbol, symbol == "main"),
    };
    let name = path.rsplit(|it: char| !is_part_of_a_name(it)).next()?;
    (!name.is_empty()).then_some(MissingDefinition { name, is_function })
}

fn is_part_of_a_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

impl MissingDefinition<'_> {
    fn is_defined_in(&self, text: &str) -> bool {
        let mut found = text.match_indices(self.name).take(MOST_PLACES);
        found.any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = &text[at + self.name.len()..];
            let is_whole = !before.is_some_and(is_part_of_a_name)
                && !after.chars().next().is_some_and(is_part_of_a_name);
            is_whole && (!self.is_function || has_body(after))
        })
    }
}

/// Whether a list of parameters and then a body follow.
fn has_body(after: &str) -> bool {
    let Some(parameters) = after.trim_start().strip_prefix('(') else {
        return false;
    };
    let mut open = 1;
    for (at, character) in parameters.char_indices().take(LONGEST_PARAMETERS) {
        match character {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            let rest = parameters[at + 1..].trim_start();
            let rest = rest
                .strip_prefix("const")
                .or(rest.strip_prefix("noexcept"))
                .unwrap_or(rest);
            return rest.trim_start().starts_with('{');
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_parameters_without_end_is_given_up() {
        let missing = MissingDefinition {
            name: "f",
            is_function: true,
        };
        assert!(missing.is_defined_in("int f(int a, int b) {"));
        assert!(!missing.is_defined_in(&format!(
            "int f({}) {{",
            "(".repeat(1 << 19) + &")".repeat(1 << 19)
        )));
        assert!(!missing.is_defined_in(&"f(".repeat(1 << 19)));
    }

    #[test]
    fn a_name_is_defined_where_a_body_follows() {
        let line =
            "/usr/bin/ld: main.cpp:(.text+0x5): undefined reference to `stats::mean(int, int)'";
        let missing = parse_undefined(line).unwrap();
        assert_eq!(
            missing,
            MissingDefinition {
                name: "mean",
                is_function: true
            }
        );
        for (text, expected) in [
            ("double mean(int a, int (*f)(int))\n{ return a; }", true),
            ("double Stats::mean(int a) const { return a; }", true),
            ("double mean(int a);", false),
            ("int main() { return mean(1, 2); }", false),
            ("double my_mean(int a) {}", false),
        ] {
            assert_eq!(missing.is_defined_in(text), expected, "{text}");
        }
        assert_eq!(parse_undefined("main.cpp:3: error: expected `;'"), None);
    }
}
