//! What a command such as `gcc -o y x.c` or `make y` compiles.

use rubric::raw::{Text, to_texts};

use super::notes::quote_word;
use super::plan::{ImportPlan, to_names};
use super::programs::is_source;

/// How a program is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProgramCompilation {
    /// The name of the program.
    pub(super) program: String,
    /// Its sources, by their paths in the folder where it is compiled.
    pub(super) sources: Vec<String>,
    pub(super) flags: Vec<String>,
    /// Without `-l`, sorted.
    pub(super) libraries: Vec<String>,
}

impl ProgramCompilation {
    /// Students of the plan hand in these sources, which are compiled so. The name of the compiler is returned.
    pub(super) fn add_to(&self, plan: &mut ImportPlan, sources: Vec<String>) -> &'static str {
        let is_c = sources.iter().all(|source| source.ends_with(".c"));
        let toolchain = if is_c { "gcc" } else { "g++" };
        let libraries: Vec<Text> = self
            .libraries
            .iter()
            .map(|name| name.as_str().into())
            .collect();
        plan.assignment.sources = Some(to_texts(sources));
        plan.assignment.toolchain = Some(to_names(&[toolchain]));
        plan.assignment.flags = Some(self.flags.clone()).filter(|all| !all.is_empty());
        plan.assignment.libraries = Some(libraries).filter(|all| !all.is_empty());
        toolchain
    }

    /// Program, sources, flags and libraries in one line, for tables of tests.
    #[cfg(test)]
    pub(super) fn to_line(&self) -> String {
        let lists = [&self.sources, &self.flags, &self.libraries];
        format!(
            "{} {}",
            self.program,
            lists.map(|it| it.join(",")).join(" ")
        )
    }
}

/// Compilers by whose commands programs are made.
const COMPILERS: [&str; 6] = ["gcc", "g++", "clang", "clang++", "cc", "c++"];

/// Flags that make no program.
const PARTIAL_STEPS: [&str; 3] = ["-c", "-E", "-S"];

/// Flags that lead to other folders, or to another language.
const OTHER_PLACES: [&str; 4] = ["-I", "-L", "-B", "-x"];

/// Whether a program is a compiler.
pub(super) fn is_compiler(program: &str) -> bool {
    COMPILERS.contains(&program)
}

/// What a command compiles; none if it is no compiler's.
pub(super) fn parse_compilation(command: &str) -> Option<Result<ProgramCompilation, String>> {
    let parsed = parse_project_compilation(command)?;
    Some(parsed.and_then(
        |made| match made.sources.iter().find(|it| is_all_sources(it)) {
            Some(all) => Err(format!(
                "the command {}: {} is no source",
                quote_word(command),
                quote_word(all)
            )),
            None => Ok(made),
        },
    ))
}

/// The same, where `*.cpp` may mean all sources.
pub(super) fn parse_project_compilation(
    command: &str,
) -> Option<Result<ProgramCompilation, String>> {
    let words = shlex::split(command)?;
    let (first, rest) = words.split_first()?;
    let is_make = first == "make";
    if !is_make && !is_compiler(first) {
        return None;
    }
    let compilation = if is_make {
        parse_make(rest)
    } else {
        parse_compiler(rest)
    };
    Some(compilation.map_err(|why| format!("the command {}: {why}", quote_word(command))))
}

/// `make hello`: by its implicit rules, the program is made of a source of the same name.
fn parse_make(words: &[String]) -> Result<ProgramCompilation, String> {
    match words {
        [program] if !program.starts_with('-') && !program.contains('=') => {
            Ok(ProgramCompilation {
                program: program.clone(),
                sources: Vec::new(),
                flags: Vec::new(),
                libraries: Vec::new(),
            })
        }
        _ => Err("expected `make PROGRAM`".to_owned()),
    }
}

fn parse_compiler(words: &[String]) -> Result<ProgramCompilation, String> {
    let mut compilation = ProgramCompilation {
        program: "a.out".to_owned(),
        sources: Vec::new(),
        flags: Vec::new(),
        libraries: Vec::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "-o" {
            compilation
                .program
                .clone_from(words.next().ok_or("`-o` names no program")?);
        } else if word.starts_with('-') {
            compilation.add_flag(word)?;
        } else if is_source(word) && (is_all_sources(word) || !word.contains(['*', '?', '['])) {
            compilation
                .sources
                .push(word.trim_start_matches("./").to_owned());
        } else {
            return Err(format!("{} is no source", quote_word(word)));
        }
    }
    if compilation.sources.is_empty() {
        return Err("it compiles no source".to_owned());
    }
    compilation.sort_flags();
    Ok(compilation)
}

/// `*.cpp`: all sources of a folder.
pub(super) fn is_all_sources(word: &str) -> bool {
    word.strip_prefix("*.")
        .is_some_and(|ending| !ending.contains(['*', '?', '[', '/', '.']))
}

impl ProgramCompilation {
    /// Adds a flag or a library; or says why it is not carried over.
    pub(super) fn add_flag(&mut self, flag: &str) -> Result<(), String> {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_=+.,".contains(it);
        let is_unsuited = PARTIAL_STEPS.contains(&flag)
            || OTHER_PLACES.iter().any(|start| flag.starts_with(start));
        if is_unsuited || !flag.chars().all(is_plain) {
            return Err(format!("the flag {} is not carried over", quote_word(flag)));
        }
        match flag.strip_prefix("-l") {
            Some(library) => self.libraries.push(library.to_owned()),
            None => self.flags.push(flag.to_owned()),
        }
        Ok(())
    }

    /// Two compilations are the same whatever the order of their libraries and flags.
    pub(super) fn sort_flags(&mut self) {
        self.libraries.sort();
        self.libraries.dedup();
        self.flags.sort();
        self.flags.dedup();
    }

    /// Whether it makes the same program of the same files in the same way.
    pub(super) fn is_equivalent(&self, other: &ProgramCompilation) -> bool {
        // Of `make hello` only the name of the program is known.
        let by_make = self.sources.is_empty() || other.sources.is_empty();
        if by_make {
            self.program == other.program
        } else {
            self == other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_name_program_sources_flags_and_libraries() {
        let table = [
            (
                "gcc -o sum -Wall sum.c ./more.c -lcs50 -lm",
                "sum sum.c,more.c -Wall cs50,m",
            ),
            ("clang sum.c", "a.out sum.c  "),
            ("make sum", "sum   "),
        ];
        for (command, expected) in table {
            let made = parse_compilation(command).unwrap().unwrap();
            assert_eq!(made.to_line(), expected, "{command}");
        }
        for command in [
            "gcc -c sum.c",
            "gcc *.c",
            "gcc -I. sum.c",
            "gcc sum.o",
            "make -C x",
            "make CC=x y",
        ] {
            assert!(parse_compilation(command).unwrap().is_err(), "{command}");
        }
        assert!(parse_compilation("./sum 1").is_none());
    }
}
