//! What the compiler said, with the one line to read first.

use super::markdown;
use super::transcript::{DIAGNOSTICS, capped};
use crate::model::{BuildVerdict, Grade, ToolchainVersion};

/// The compiler's words under a heading; nothing if it had none.
pub(super) fn blocks(grade: &Grade, toolchains: &[ToolchainVersion]) -> Vec<String> {
    let said = &grade.build.diagnostics;
    if said.trim().is_empty() {
        return Vec::new();
    }
    let failed = grade.build.verdict == BuildVerdict::CompileError;
    let title = if failed { "## What to look at first" } else { "## What the compiler said" };
    let mut blocks = vec![title.to_owned()];
    blocks.extend(first_error(said).or_else(|| failed.then(|| assembled(said)).flatten()));
    blocks.extend(origin(grade, toolchains));
    blocks.push(markdown::fence("text", &capped(said.as_bytes(), DIAGNOSTICS)));
    blocks
}

/// The command and the compiler's version.
fn origin(grade: &Grade, toolchains: &[ToolchainVersion]) -> Option<String> {
    let command = &grade.build.command;
    let compiler = command.first()?;
    let version = toolchains.iter().find(|known| known.command == *compiler);
    let version = version.map(|known| format!(" ({})", markdown::inline(&known.version)));
    let command = markdown::code(&super::reproduce::command(command));
    Some(format!("The command was {command}{}:", version.unwrap_or_default()))
}

/// The first error in a sentence; none if the compiler's words have no error that is understood.
fn first_error(said: &str) -> Option<String> {
    let error = said.lines().find_map(located).or_else(|| said.lines().find_map(undefined))?;
    Some(format!(
        "{error} Errors after the first often follow from it: mend the first, compile again."
    ))
}

/// `tttn.cpp:12:5: error: expected ';'` as a sentence.
fn located(line: &str) -> Option<String> {
    let (place, message) =
        line.split_once(" fatal error: ").or_else(|| line.split_once(" error: "))?;
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let (last, middle, file) = (parts.next()?, parts.next()?, parts.next());
    let (file, row) = match file {
        Some(file) if last.parse::<u32>().is_ok() => (file, middle),
        _ => (middle, last),
    };
    row.parse::<u32>().ok()?;
    let (file, message) = (markdown::code(file), markdown::inline(message));
    Some(format!("**The first error is in {file}, line {row}:** {message}."))
}

/// `spim: (parser) syntax error on line 4 of file counters.s` as a sentence. SPIM stops at an error, so what it said last
/// is one; before may be warnings.
fn assembled(said: &str) -> Option<String> {
    let last = said.lines().rev().find_map(|line| line.strip_prefix("spim: (parser) "));
    let (message, place) = last?.rsplit_once(" on line ")?;
    let (row, file) = place.split_once(" of file ")?;
    row.parse::<u32>().ok()?;
    let (file, message) = (markdown::code(file), markdown::inline(message));
    Some(format!(
        "**The error is in {file}, line {row}:** {message}. What follows it was not read."
    ))
}

/// `std::string`, as linkers spell it.
const STRING: &str =
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";

/// The linker's `undefined reference` as a sentence.
fn undefined(line: &str) -> Option<String> {
    let (_, name) = line.split_once("undefined reference to ")?;
    let name = name.replace(STRING, "std::string");
    if name.trim_matches(['`', '\'', '‘', '’', '"']) == "main" {
        return Some(
            "**There is no `main`:** every program needs one, if only `int main() {}`.".to_owned(),
        );
    }
    let name = markdown::code(name.trim_matches(['`', '\'', '‘', '’', '"']));
    Some(format!("**The linker found no {name}:** it is used, but no file defines it."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_at_which_an_assembler_stops_becomes_a_sentence() {
        let said = "spim: (parser) immediate value (70000) out of range (-32768 .. 32767) on line 2 of file game.s\n\
                    spim: (parser) syntax error on line 4 of file game.s\n\t      lii $v0, 4\n";
        let sentence =
            "**The error is in `game.s`, line 4:** syntax error. What follows it was not read.";
        assert_eq!(assembled(said).as_deref(), Some(sentence));
        assert_eq!(assembled("x.cpp:1:1: error: y"), None);
    }

    #[test]
    fn the_first_error_becomes_a_sentence() {
        let cases = [
            (
                "tttn.cpp: In function 'int main()':\ntttn.cpp:12:5: error: expected ';' before 'x'",
                "**The first error is in `tttn.cpp`, line 12:** expected ';' before 'x'.",
            ),
            (
                "a b.cpp:3:10: fatal error: conio.h: No such file or directory",
                "**The first error is in `a b.cpp`, line 3:** conio.h: No such file or directory.",
            ),
            (
                "/usr/bin/ld: x.o: in function `main':\nx.cpp:(.text+0x1): undefined reference to `f(int)'",
                "**The linker found no `f(int)`:** it is used, but no file defines it.",
            ),
            (
                "x.cpp:(.text+0x1): undefined reference to `f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int)'",
                "**The linker found no `f(std::string, int)`:** it is used",
            ),
            (
                "/usr/bin/ld: (.text+0x17): undefined reference to `main'",
                "**There is no `main`:** every program needs one, if only `int main() {}`.",
            ),
        ];
        for (said, sentence) in cases {
            let found = first_error(said).unwrap();
            assert!(found.starts_with(sentence), "{found}");
        }
        assert_eq!(first_error("x.cpp:1:1: warning: unused"), None);
    }
}
