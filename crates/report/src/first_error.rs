//! The first error in a compiler's, an assembler's or a linker's words: where it is, and what it says.

use super::visible;

/// The first error that is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FirstError<'a> {
    /// A compiler's.
    Source {
        file: &'a str,
        line: &'a str,
        message: &'a str,
        /// The line of the source with what the compiler draws below it; empty if it showed none.
        excerpt: Vec<&'a str>,
    },
    /// That of an assembler, which read nothing behind it.
    Assembler {
        file: &'a str,
        line: &'a str,
        message: &'a str,
    },
    /// A function or variable is used, and nothing defines it.
    Undefined { name: String, user: Option<&'a str> },
    /// Two files define the same.
    DefinedTwice { name: String, files: [&'a str; 2] },
    /// Nothing defines `main`.
    NoMain,
}

impl<'a> FirstError<'a> {
    /// The first error of a build that failed; none if nothing is understood.
    pub(super) fn parse(said: &'a str) -> Option<FirstError<'a>> {
        parse_compiler_error(said)
            .or_else(|| parse_linker_error(said))
            .or_else(|| parse_assembler_error(said))
    }

    /// Where it is and what it says, as briefly as a table has room for.
    pub(super) fn short_text(&self) -> String {
        match self {
            FirstError::Source {
                file,
                line,
                message,
                ..
            }
            | FirstError::Assembler {
                file,
                line,
                message,
            } => {
                format!(
                    "{}:{line}: {}",
                    visible::one_line(file),
                    visible::one_line(message)
                )
            }
            FirstError::Undefined { name, .. } => format!("no file defines {name}"),
            FirstError::DefinedTwice {
                name,
                files: [first, second],
            } if name == "main" => {
                format!("`main` is both in {first} and in {second}")
            }
            FirstError::DefinedTwice { name, .. } => format!("{name} is defined twice"),
            FirstError::NoMain => "there is no `main`".to_owned(),
        }
    }
}

/// `tttn.cpp:12:5: error: expected ';'`, and the lines of the source that follow it.
fn parse_compiler_error(said: &str) -> Option<FirstError<'_>> {
    let lines: Vec<&str> = said.lines().collect();
    let (at, (file, line, message)) = lines
        .iter()
        .enumerate()
        .find_map(|(at, line)| Some((at, split_error_line(line)?)))?;
    if file.starts_with('/')
        && let Some((file, line)) = lines[..at]
            .iter()
            .rev()
            .find_map(|line| parse_instantiation(line))
    {
        // The error is in a header of the system, and this is the student's line that led there.
        return Some(FirstError::Source {
            file,
            line,
            message,
            excerpt: Vec::new(),
        });
    }
    Some(FirstError::Source {
        file,
        line,
        message,
        excerpt: take_excerpt(&lines[at + 1..]),
    })
}

fn split_error_line(line: &str) -> Option<(&str, &str, &str)> {
    let (place, message) = line
        .split_once(" fatal error: ")
        .or_else(|| line.split_once(" error: "))?;
    let (file, row) = file_and_line(place)?;
    Some((file, row, message))
}

/// `tttn.cpp:6:36:   required from here`
fn parse_instantiation(line: &str) -> Option<(&str, &str)> {
    let (place, _) = line.split_once("   required from ")?;
    file_and_line(place).filter(|(file, _)| !file.starts_with('/'))
}

/// `FILE:LINE:` or `FILE:LINE:COLUMN:`
fn file_and_line(place: &str) -> Option<(&str, &str)> {
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let last = parts.next()?;
    let middle = parts.next()?;
    let file = parts.next();
    let (file, row) = match file {
        Some(file) if last.parse::<u32>().is_ok() => (file, middle),
        _ => (middle, last),
    };
    row.parse::<u32>().ok()?;
    Some((file, row))
}

/// GCC shows `   12 |     int dim = 3` and `      |               ^`; clang shows the line, and then the arrow alone.
fn take_excerpt<'a>(following: &[&'a str]) -> Vec<&'a str> {
    const MOST: usize = 4;
    let is_drawn = |line: &&&str| {
        line.split_once(" |").is_some_and(|(number, _)| {
            let number = number.trim();
            number.is_empty() || number.parse::<u32>().is_ok()
        })
    };
    let drawn: Vec<&str> = following
        .iter()
        .take_while(is_drawn)
        .take(MOST)
        .copied()
        .collect();
    let is_arrow =
        |line: &str| line.contains('^') && line.chars().all(|sign| " \t^~".contains(sign));
    match following {
        [line, arrow, ..] if drawn.is_empty() && is_arrow(arrow) => vec![line, arrow],
        _ => drawn,
    }
}

/// `std::string`, as linkers spell it.
const STRING: &str =
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";

fn parse_linker_error(said: &str) -> Option<FirstError<'_>> {
    let mut user = None;
    for line in said.lines() {
        if let Some((_, function)) = line.split_once(": in function ") {
            user = Some(function.trim_end_matches(':').trim_matches(QUOTES));
        }
        if let Some((_, name)) = line.split_once("undefined reference to ") {
            let name = clean_symbol(name);
            let is_main = name == "main";
            return Some(if is_main {
                FirstError::NoMain
            } else {
                FirstError::Undefined { name, user }
            });
        }
        if let Some((second, rest)) = line.split_once("multiple definition of ") {
            let (name, first) = rest.split_once(';')?;
            let first = first.split(": first defined here").next()?;
            let files = [
                source_file_in(first),
                source_file_in(second.trim_end_matches(": ")),
            ];
            return Some(FirstError::DefinedTwice {
                name: clean_symbol(name),
                files,
            });
        }
    }
    None
}

const QUOTES: [char; 5] = ['`', '\'', '‘', '’', '"'];

fn clean_symbol(quoted: &str) -> String {
    quoted
        .replace(STRING, "std::string")
        .trim_matches(QUOTES)
        .to_owned()
}

/// The source in `../out/1.o:tttn.cpp:(.text+0x0)`.
fn source_file_in(place: &str) -> &str {
    let place = place.split(":(").next().unwrap_or(place);
    place.rsplit(':').next().unwrap_or(place).trim()
}

/// `spim: (parser) syntax error on line 4 of file counters.s`. SPIM stops at an error, so what it said last is one; before may
/// be warnings.
fn parse_assembler_error(said: &str) -> Option<FirstError<'_>> {
    let last = said
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("spim: (parser) "));
    let (message, place) = last?.rsplit_once(" on line ")?;
    let (line, file) = place.split_once(" of file ")?;
    line.parse::<u32>().ok()?;
    Some(FirstError::Assembler {
        file,
        line,
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_at_which_an_assembler_stops_is_its_last() {
        let said = "spim: (parser) immediate value (70000) out of range (-32768 .. 32767) on line 2 of file game.s\n\
                    spim: (parser) syntax error on line 4 of file game.s\n\t      lii $v0, 4\n";
        let found = FirstError::parse(said).unwrap();
        assert_eq!(found.short_text(), "game.s:4: syntax error");
        assert_eq!(FirstError::parse("x.cpp:1:1: warning: unused"), None);
    }

    #[test]
    fn the_first_error_is_found_whoever_tells_it() {
        let cases = [
            (
                "tttn.cpp: In function 'int main()':\ntttn.cpp:12:5: error: expected ';' before 'x'",
                "tttn.cpp:12: expected ';' before 'x'",
            ),
            (
                "a b.cpp:3:10: fatal error: conio.h: No such file or directory",
                "a b.cpp:3: conio.h: No such file or directory",
            ),
            (
                "/usr/bin/ld: x.o: in function `main':\nx.cpp:(.text+0x1): undefined reference to `f(int)'",
                "no file defines f(int)",
            ),
            (
                "x.cpp:(.text+0x1): undefined reference to `f(std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >, int)'",
                "no file defines f(std::string, int)",
            ),
            (
                "/usr/bin/ld: (.text+0x17): undefined reference to `main'",
                "there is no `main`",
            ),
            (
                "/usr/bin/ld: ../out/2.o: in function `g()':\nb.cpp:(.text+0x0): multiple definition of `g()'; ../out/1.o:a.cpp:(.text+0xe): first defined here",
                "g() is defined twice",
            ),
            (
                "/usr/include/c++/12/bits/x.h:21:25:   required from 'y'\nm.cpp:6:36:   required from here\n\
                 /usr/include/c++/12/bits/x.h:4:2: error: no match for 'operator<'",
                "m.cpp:6: no match for 'operator<'",
            ),
        ];
        for (said, brief) in cases {
            assert_eq!(FirstError::parse(said).unwrap().short_text(), brief);
        }
    }

    #[test]
    fn both_files_of_a_double_definition_are_named() {
        let said = "b.cpp:(.text+0x0): multiple definition of `g()'; ../out/1.o:a.cpp:(.text+0xe): first defined here";
        let Some(FirstError::DefinedTwice { files, .. }) = FirstError::parse(said) else {
            panic!("{said}");
        };
        assert_eq!(files, ["a.cpp", "b.cpp"]);
    }

    #[test]
    fn the_line_of_the_source_is_taken_from_what_the_compiler_showed() {
        let gcc = "a.cpp:2:9: error: expected ';'\n    2 | int x = 1\n      |          ^\n      |          ;\na.cpp:9:1: error: y";
        let clang =
            "a.cpp:2:9: error: expected ';'\nint x = 1\n         ^\n         ;\n1 error generated.";
        for (said, shown) in [(gcc, 3), (clang, 2)] {
            let Some(FirstError::Source { excerpt, .. }) = FirstError::parse(said) else {
                panic!("{said}");
            };
            assert_eq!(excerpt.len(), shown, "{excerpt:?}");
            assert!(excerpt[0].contains("int x = 1"), "{excerpt:?}");
        }
    }
}
