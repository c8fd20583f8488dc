//! Whether a file defines `main`.

use super::lexer::{Token, TokenKind, lex};
use super::preprocess::{self, Files};
use super::program::decode_source;

/// What is known of a file's `main`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MainFunction {
    /// The file defines it.
    Defined,
    /// The file does not define it.
    Absent,
    /// Macros or conditions leave it open.
    Unclear,
}

/// For each file of a hand-in, given by name and content, whether it defines `main`. Headers may stand among them: macros that
/// they define are replaced in the files that include them.
pub fn main_functions(files: &[(String, Vec<u8>)]) -> Vec<MainFunction> {
    let texts: Vec<(&str, String)> = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), decode_source(bytes)))
        .collect();
    let cut = preprocess::lex_files(texts.iter().map(|(name, text)| (*name, text.as_str())));
    files
        .iter()
        .map(|(name, _)| main_function(&cut, name))
        .collect()
}

/// A sentence for the report, if no file defines `main` and one has a function whose name is a misspelt `main`.
pub fn misspelt_main(files: &[(String, Vec<u8>)]) -> Option<String> {
    if main_functions(files)
        .iter()
        .any(|main| *main != MainFunction::Absent)
    {
        return None;
    }
    files.iter().find_map(|(name, bytes)| {
        let lexed = lex(&decode_source(bytes));
        let mut functions = lexed.tokens.windows(3).filter(|tokens| {
            ["int", "void"].contains(&tokens[0].text.as_str()) && tokens[2].text == "("
        });
        let function = functions.find_map(|tokens| tokens.get(1).filter(|it| is_misspelt(&it.text)))?;
        let line = function.line + 1;
        Some(format!(
            "`{name}` has a function `{}` in line {line}, and no `main`: every program begins in `int main()`.",
            function.text
        ))
    })
}

/// Whether a name is `main` with other capital letters, with its letters in another order, or with one letter twice.
fn is_misspelt(name: &str) -> bool {
    let mut once: Vec<char> = name.chars().collect();
    once.dedup();
    name.eq_ignore_ascii_case("main")
        || sorted_letters(name) == sorted_letters("main")
        || once.into_iter().collect::<String>() == "main"
}

fn sorted_letters(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters
}

fn main_function(files: &Files, name: &str) -> MainFunction {
    let expanded = preprocess::preprocess_file(files, name);
    if expanded.is_too_much {
        return MainFunction::Unclear;
    }
    let before = files
        .get(name)
        .map(|lexed| lexed.tokens.as_slice())
        .unwrap_or_default();
    let mentions = before
        .iter()
        .any(|token| token.kind == TokenKind::Word && token.text == "main");
    match find_main_line(&lex(&expanded.text).tokens) {
        // Without macros the name is in the file itself.
        Some(line) if mentions && !expanded.doubtful.contains(&line) => MainFunction::Defined,
        Some(_) => MainFunction::Unclear,
        // A macro may have taken its place, or a condition that depends on the system may hide it.
        None if mentions && (!expanded.undecided.is_empty() || renames_main(before)) => {
            MainFunction::Unclear
        }
        None => MainFunction::Absent,
    }
}

/// Whether `#define main …` or a macro that stands for `main` is there.
fn renames_main(tokens: &[Token]) -> bool {
    let starts: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].first).collect();
    let ends = starts
        .iter()
        .copied()
        .skip(1)
        .chain(std::iter::once(tokens.len()));
    starts.iter().zip(ends).any(|(start, end)| {
        let line = &tokens[*start..end];
        let is_define = line.len() > 2 && line[0].text == "#" && line[1].text == "define";
        is_define && line[2..].iter().any(|token| token.text == "main")
    })
}

/// The line of the definition of `main` outside of all classes, functions and named namespaces, from 0 on.
fn find_main_line(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    // Braces of `extern "C" { … }` do not count.
    let mut transparent: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" => {
                let is_linkage = at >= 2
                    && tokens[at - 1].kind == TokenKind::Quoted
                    && tokens[at - 2].text == "extern";
                if is_linkage {
                    transparent.push(depth);
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if transparent.last() == Some(&depth) {
                    transparent.pop();
                }
            }
            "main" if depth == transparent.len() && is_defined(tokens, at) => {
                return Some(token.line);
            }
            _ => {}
        }
    }
    None
}

/// Whether the name at this place has a list of parameters and a body, and no class or namespace before it.
fn is_defined(tokens: &[Token], at: usize) -> bool {
    let is_part_of_a_name = at > 0 && [":", ".", ">"].contains(&tokens[at - 1].text.as_str());
    if is_part_of_a_name || tokens.get(at + 1).is_none_or(|token| token.text != "(") {
        return false;
    }
    let mut open = 0_usize;
    let close = (at + 1..tokens.len()).find(|next| {
        match tokens[*next].text.as_str() {
            "(" => open += 1,
            ")" => open -= 1,
            _ => {}
        }
        open == 0
    });
    let Some(close) = close else { return false };
    // Between the parameters and the body: nothing, `noexcept`, `try`, `-> int`; and parameters as K&R declared them.
    let ends = tokens[close + 1..]
        .iter()
        .find(|token| ["{", ";", "="].contains(&token.text.as_str()));
    match ends.map(|token| token.text.as_str()) {
        Some("{") => true,
        Some(";") => tokens
            .get(close + 1)
            .is_some_and(|next| next.text == "int" || next.text == "char"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_is_found_where_a_compiler_would_find_it() {
        use crate::source::main_function::MainFunction::{Absent, Defined, Unclear};
        let table = [
            ("int main() { return 0; }", Defined),
            ("auto main(int argc, char **argv) -> int\n{ }", Defined),
            ("int main() try { } catch (...) { }", Defined),
            ("extern \"C\" { int f(); }\nint main(void) {}", Defined),
            ("extern \"C\" {\nint main() {}\n}", Defined),
            ("struct S { int x; };\nint\nmain\n(\n) {}", Defined),
            ("int main(argc, argv) int argc; char **argv; {}", Defined),
            (
                "// int main() {}\n/* int main() {} */\nauto t = \"int main() {}\";",
                Absent,
            ),
            ("int main();\nint f() { return main(); }", Absent),
            (
                "struct S { int main() { return 1; } };\nint S::main2() { return 1; }",
                Absent,
            ),
            (
                "namespace a { int main() { return 1; } }\nint b::main() { return 1; }",
                Absent,
            ),
            (
                "int domain() { return 1; }\nint main_menu() { return 1; }",
                Absent,
            ),
            ("#if 0\nint main() {}\n#endif", Absent),
            ("#ifdef TEST\nint main() {}\n#endif", Absent),
            ("#if INT_MAX > 5\nint main() {}\n#endif", Unclear),
            ("#define main other\nint main() {}", Unclear),
            ("#define RUN int main\nRUN() {}", Defined),
            ("#define main(x) int x() {}\nmain(f)", Unclear),
            ("int main( { }", Absent),
            ("}}}} int main() {}", Defined),
        ];
        for (source, expected) in table {
            let files = [("a.cpp".to_owned(), source.as_bytes().to_vec())];
            assert_eq!(main_functions(&files), [expected], "{source}");
        }
    }

    #[test]
    fn a_macro_of_another_file_is_no_proof() {
        let files = [
            ("a.cpp", "#include \"run.h\"\nRUN {}"),
            ("run.h", "#define RUN int main()"),
        ];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        assert_eq!(
            main_functions(&files),
            [MainFunction::Unclear, MainFunction::Unclear]
        );
    }
}
