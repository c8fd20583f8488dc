//! Files as the compiler sees them: macros replaced, parts that are switched off left out, comments gone.
//!
//! A macro would hide what a program does (`#define ARR int a[9]`), and a part behind `#if 0` does nothing at all. So the
//! grammar gets what is left after the preprocessor. Each line of it stands for the line of the same number in the file;
//! what a macro stands for is on the line that names the macro.
//!
//! Headers of the system are not read. Where a condition depends on them, the first branch is taken, and its lines are
//! *doubtful*: nothing in them is held against anybody.

mod conditions;
mod files;
mod macros;

use std::collections::BTreeSet;

use super::lexer::{self, LexedFile, Token, TokenKind};
pub(super) use files::Files;

use conditions::{BranchState, ConditionStack};
use macros::{MacroBudget, MacroTable};

/// How much text the macros of a program may make, in tokens, and how deeply files may include each other.
const MOST_TOKENS: usize = 400_000;
const DEEPEST_INCLUDE: usize = 16;

/// A header that a file includes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IncludedHeader {
    /// The line, from 0 on.
    pub(super) line: usize,
    /// What stands between the brackets or quotes.
    pub(super) name: String,
    /// Whether it is doubtful that the line counts.
    pub(super) is_doubtful: bool,
}

/// A file after the preprocessor.
#[derive(Debug, Clone, Default)]
pub(super) struct PreprocessedFile {
    /// The text, line for line.
    pub(super) text: String,
    /// What it includes, in order.
    pub(super) includes: Vec<IncludedHeader>,
    /// Lines that may be switched off, from 0 on.
    pub(super) doubtful: BTreeSet<usize>,
    /// Lines of conditions that could not be decided.
    pub(super) undecided: Vec<usize>,
    /// Whether the macros make too much text.
    pub(super) is_too_much: bool,
}

/// What becomes of the file with this name.
pub(super) fn preprocess_file(files: &Files, name: &str) -> PreprocessedFile {
    let mut preprocessor = Preprocessor {
        files,
        macros: MacroTable::new(defined_anywhere(files)),
        budget: MacroBudget(MOST_TOKENS),
        depth: 0,
        expanded: PreprocessedFile::default(),
        line: 0,
    };
    if let Some(file) = files.get(name) {
        preprocessor.process_file(name, file);
    }
    preprocessor.expanded.is_too_much = preprocessor.budget.is_spent();
    preprocessor.expanded
}

/// The names that the program's own files define.
fn defined_anywhere(files: &Files) -> BTreeSet<String> {
    let names = files.values().flat_map(|file| {
        file.tokens
            .windows(3)
            .filter(|it| is_directive(&it[0]) && it[1].text == "define")
    });
    names.map(|it| it[2].text.clone()).collect()
}

struct Preprocessor<'f> {
    files: &'f Files,
    macros: MacroTable,
    budget: MacroBudget,
    /// How many files include this one, one after the other.
    depth: usize,
    expanded: PreprocessedFile,
    /// The line that is being written.
    line: usize,
}

impl Preprocessor<'_> {
    fn process_file(&mut self, name: &str, file: &LexedFile) {
        let mut conditions = ConditionStack::default();
        let tokens = &file.tokens;
        let mut at = 0;
        while at < tokens.len() && !self.budget.is_spent() {
            if is_directive(&tokens[at]) {
                let end = end_of_line(tokens, at);
                self.process_directive(name, &tokens[at..end], &mut conditions);
                at = end;
                continue;
            }
            // A macro's arguments may stand on several lines, but not beyond the next directive.
            let end = (at..tokens.len()).find(|it| is_directive(&tokens[*it]));
            let end = end.unwrap_or(tokens.len());
            if conditions.current_branch() != BranchState::Off && self.depth == 0 {
                self.process_text(&tokens[at..end], conditions.current_branch());
            }
            at = end;
        }
    }

    fn process_text(&mut self, tokens: &[Token], branch: BranchState) {
        if branch == BranchState::Doubtful {
            self.expanded
                .doubtful
                .extend(tokens.iter().map(|token| token.line));
        }
        for token in self.macros.expand_macros(tokens, &mut self.budget) {
            self.write_token(&token);
        }
    }

    fn write_token(&mut self, token: &Token) {
        let out = &mut self.expanded.text;
        while self.line < token.line {
            out.push('\n');
            self.line += 1;
        }
        if token.spaced {
            out.push(' ');
        }
        out.push_str(&token.text);
        self.line += token.text.matches('\n').count();
    }

    fn process_directive(&mut self, file: &str, tokens: &[Token], conditions: &mut ConditionStack) {
        let Some(word) = tokens.get(1).filter(|word| word.kind == TokenKind::Word) else {
            return;
        };
        let rest = &tokens[2..];
        let is_undecided =
            conditions.apply_directive(&word.text, rest, &self.macros, &mut self.budget);
        if is_undecided && self.depth == 0 {
            self.expanded.undecided.push(word.line);
        }
        if conditions.current_branch() == BranchState::Off {
            return;
        }
        match word.text.as_str() {
            "define" => self.macros.define(rest),
            "undef" => self.macros.undefine(rest),
            "include" => self.process_include(file, rest, conditions.current_branch()),
            _ => {}
        }
    }

    /// Notes the header. What a header of the program itself defines holds from here on.
    fn process_include(&mut self, file: &str, rest: &[Token], branch: BranchState) {
        let Some(name) = files::parse_include(rest) else {
            return;
        };
        if self.depth == 0 {
            let line = rest.first().map_or(0, |token| token.line);
            let is_doubtful = branch == BranchState::Doubtful;
            self.expanded.includes.push(IncludedHeader {
                line,
                name: name.clone(),
                is_doubtful,
            });
        }
        let files = self.files;
        let Some((name, lexed)) = files::resolve_include(files, file, &name) else {
            return;
        };
        if self.depth < DEEPEST_INCLUDE && self.budget.spend(lexed.tokens.len()) {
            self.depth += 1;
            self.process_file(name, lexed);
            self.depth -= 1;
        }
    }
}

fn is_directive(token: &Token) -> bool {
    token.first && token.text == "#" && token.kind == TokenKind::Sign
}

/// Where the tokens of the line end that begins at `start`; lines joined by a backslash are one.
fn end_of_line(tokens: &[Token], start: usize) -> usize {
    let next = (start + 1..tokens.len()).find(|it| tokens[*it].first);
    next.unwrap_or(tokens.len())
}

/// Cuts all files of a program.
pub(super) fn lex_files<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> Files {
    texts
        .into_iter()
        .map(|(name, text)| (name.to_owned(), lexer::lex(text)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        let expanded = preprocess_file(&lex_files([("main.cpp", source)]), "main.cpp");
        assert!(!expanded.is_too_much);
        expanded
            .text
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn macros_are_replaced_where_they_are_named() {
        let table = [
            ("#define ARR int a[9]\nARR;", "int a[9];"),
            ("#define N 3\nint x = N;", "int x = 3;"),
            (
                "#define F(i,n) for(int i=0;i<n;++i)\nF(k, 9) f(k);",
                "for(int k=0;k<9;++k) f(k);",
            ),
            ("#define F(x) x\nF", "F"),
            ("#define F(x) (x)\nF\n(1,2)", "(1)"),
            ("#define S(x) #x\nS(a + \"b\");", "\"a + \\\"b\\\"\";"),
            ("#define J(a,b) a##b\nint J(x,1);", "int x1;"),
            ("#define L(...) f(__VA_ARGS__)\nL(1, 2);", "f(1, 2);"),
            ("#define a b\n#define b a\na b", "a b"),
            ("#define X 1\n#undef X\nX", "X"),
            ("#define E\nE int x E;", "int x;"),
            ("#define G(x) x x\n#define H G(1)\nH", "1 1"),
            ("#define LONG int \\\n  y\nLONG;", "int y;"),
        ];
        for (source, expected) in table {
            assert_eq!(text(source), expected, "{source}");
        }
    }

    #[test]
    fn what_is_switched_off_is_left_out() {
        let table = [
            ("#if 0\na\n#else\nb\n#endif", "b"),
            ("#if 1\na\n#elif 1\nb\n#else\nc\n#endif", "a"),
            ("#ifdef _WIN32\na\n#elif defined(__linux__)\nb\n#endif", "b"),
            ("#define D\n#ifdef D\na\n#endif\n#ifndef D\nb\n#endif", "a"),
            ("#if defined DEBUG && DEBUG > 1\na\n#endif\nb", "b"),
            (
                "#define V 3\n#if V >= 2 && (V % 2 == 1 ? 1 : 0)\na\n#endif",
                "a",
            ),
            ("#if 0\n#if 1\na\n#endif\n#else\nb\n#endif", "b"),
            ("#if 0\n#define X 1\n#endif\nX", "X"),
            ("#ifndef __BOARD_H__\n#define __BOARD_H__\na\n#endif", "a"),
            ("#if\na\n#endif\nb", "a b"),
            ("#else\na\n#endif\nb", "a b"),
        ];
        for (source, expected) in table {
            assert_eq!(text(source), expected, "{source}");
        }
    }

    #[test]
    fn conditions_on_the_system_are_doubtful() {
        let files = lex_files([(
            "m.cpp",
            "#if INT_MAX > 5\nint a;\n#else\nint b;\n#endif\nint c;",
        )]);
        let expanded = preprocess_file(&files, "m.cpp");
        assert_eq!(expanded.text.trim(), "int a;\n\n\n\n int c;");
        assert_eq!(expanded.doubtful, BTreeSet::from([1]));
        assert_eq!(expanded.undecided, [0]);
    }

    #[test]
    fn a_programs_own_headers_define_macros_for_it() {
        let files = lex_files([
            ("src/main.cpp", "#include \"lib.h\"\n#include <cmath>\nB;"),
            (
                "src/lib.h",
                "#ifndef H\n#define H\n#define B int b[2]\n#include \"lib.h\"\n#endif",
            ),
        ]);
        let expanded = preprocess_file(&files, "src/main.cpp");
        assert_eq!(expanded.text.trim(), "int b[2];");
        let names: Vec<_> = expanded
            .includes
            .iter()
            .map(|it| it.name.as_str())
            .collect();
        assert_eq!(names, ["lib.h", "cmath"]);
    }

    #[test]
    fn macros_that_grow_without_end_are_stopped() {
        let doubling: String = (1..60)
            .map(|it| format!("#define a{it} a{} a{}\n", it - 1, it - 1))
            .collect();
        assert!(
            preprocess_file(&lex_files([("m.cpp", &*format!("{doubling}a59"))]), "m.cpp")
                .is_too_much
        );
        let chain: String = (1..9000)
            .map(|it| format!("#define a{it} a{}\n", it - 1))
            .collect();
        preprocess_file(&lex_files([("m.cpp", &*format!("{chain}a8999"))]), "m.cpp");
        let calls = format!("#define f(x) x\n{}", "f(".repeat(20_000));
        preprocess_file(&lex_files([("m.cpp", &*calls)]), "m.cpp");
        let nested = format!(
            "#define f(x) x\n{}1{}",
            "f(".repeat(5_000),
            ")".repeat(5_000)
        );
        preprocess_file(&lex_files([("m.cpp", &*nested)]), "m.cpp");
        let strings = format!(
            "#define s(x) #x\n#define t(x) s(x)\n{}\"\\\\\"{}",
            "t(".repeat(50),
            ")".repeat(50)
        );
        preprocess_file(&lex_files([("m.cpp", &*strings)]), "m.cpp");
        let condition = format!("#if {}", "(".repeat(200_000));
        preprocess_file(&lex_files([("m.cpp", &*condition)]), "m.cpp");
        let include = "#include \"m.cpp\"\n".repeat(40);
        preprocess_file(&lex_files([("m.cpp", &*include)]), "m.cpp");
    }
}
