//! What the compiler said: the one error to read first, in plain words, and then all of it.

use super::error_meanings::find_meaning;
use super::first_error::FirstError;
use super::source_changes;
use super::transcript::{DIAGNOSTICS, cap_lines};
use document::{Block, Prose, prose};
use model::{BuildVerdict, Grade, ToolchainVersion};

/// The first error under a heading, where the build failed and it is understood.
pub(super) fn render_first_error(grade: &Grade) -> Vec<Block> {
    if grade.build.verdict != BuildVerdict::CompileError {
        return Vec::new();
    }
    let Some(error) = FirstError::parse(&grade.build.diagnostics) else {
        return Vec::new();
    };
    let mut blocks = vec![Block::heading("What to look at first")];
    blocks.extend(explain_error(&error));
    if let Some(repair) = &grade.build.repair {
        let file = match &error {
            FirstError::Source { file, .. } => file,
            _ => "",
        };
        blocks.extend(source_changes::render_build_repair(repair, file));
    }
    blocks
}

/// The linker's first error in the words that students read, as plain text; none if another tool reported the first error.
pub fn explain_linker_error(said: &str) -> Option<String> {
    let error = FirstError::parse(said)?;
    match error {
        FirstError::Source { .. } | FirstError::Assembler { .. } => None,
        FirstError::Undefined { .. } | FirstError::DefinedTwice { .. } | FirstError::NoMain => {
            let blocks = explain_error(&error);
            let first = document::blocks_to_markdown(blocks.get(..1)?);
            Some(first.replace("**", "").trim().to_owned())
        }
    }
}

/// The compiler's words under a heading; nothing if it had none.
pub(super) fn render_blocks(grade: &Grade, toolchains: &[ToolchainVersion]) -> Vec<Block> {
    let said = &grade.build.diagnostics;
    if said.trim().is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![Block::heading("What the compiler said")];
    blocks.extend(describe_command(grade, toolchains));
    blocks.push(Block::code("text", cap_lines(said.as_bytes(), DIAGNOSTICS)));
    blocks
}

/// The command and the compiler's version.
fn describe_command(grade: &Grade, toolchains: &[ToolchainVersion]) -> Option<Block> {
    let command = &grade.build.command;
    let compiler = command.first()?;
    let version = toolchains.iter().find(|known| known.command == *compiler);
    let version = version.map(|known| prose!(" ({})", known.version));
    let command = Prose::code(&super::reproduce::format_command(command));
    Some(Block::Paragraph(prose!(
        "The command was {}{}:",
        command,
        version
    )))
}

const FOLLOWING: &str =
    "Errors after the first often follow from it: mend the first, compile again.";

fn explain_error(error: &FirstError<'_>) -> Vec<Block> {
    match error {
        FirstError::Source {
            file,
            line,
            message,
            excerpt,
        } => {
            let mut blocks = vec![Block::Paragraph(format_location(
                "The first error is",
                file,
                line,
                message,
            ))];
            if !excerpt.is_empty() {
                let excerpt = excerpt.join("\n");
                blocks.push(Block::code(
                    "text",
                    cap_lines(excerpt.as_bytes(), DIAGNOSTICS),
                ));
            }
            let meaning =
                find_meaning(message).map(|meaning| prose!("**What it means.** {} ", meaning));
            blocks.push(Block::Paragraph(prose!("{}{}", meaning, FOLLOWING)));
            blocks
        }
        FirstError::Assembler {
            file,
            line,
            message,
        } => {
            let error = format_location("The error is", file, line, message);
            vec![Block::Paragraph(prose!(
                "{} What follows it was not read.",
                error
            ))]
        }
        FirstError::Undefined { name, user } => {
            let user = user.map(|user| prose!(" in {}", Prose::code(user)));
            vec![
                Block::Paragraph(prose!(
                    "**No file defines {}:** it is used{}, but the linker found it nowhere.",
                    Prose::code(name),
                    user
                )),
                Block::Paragraph(prose!(
                    "**What it means.** It is only declared, and not defined. Or its definition has another name, or \
                     other types of parameters. {}",
                    FOLLOWING
                )),
            ]
        }
        FirstError::DefinedTwice {
            name,
            files: [first, second],
        } if name == "main" => {
            let [first, second] = [first, second].map(|file| Prose::code(file));
            vec![
                Block::Paragraph(prose!(
                    "**Two files have a `main`:** {} and {}.",
                    first,
                    second
                )),
                Block::literal(
                    "**What it means.** All the files that you handed in make one program, and it begins in the only `main` that it \
                     has: leave out the file that does not belong to it, or keep one `main` and give the other function another name.",
                ),
            ]
        }
        FirstError::DefinedTwice {
            name,
            files: [first, second],
        } => {
            let [first, second] = [first, second].map(|file| Prose::code(file));
            vec![
                Block::Paragraph(prose!(
                    "**{} is defined twice:** in {} and in {}.",
                    Prose::code(name),
                    first,
                    second
                )),
                Block::Paragraph(prose!(
                    "**What it means.** A program can have only one of that name. Keep one definition, and declare it in the \
                     other places. {}",
                    FOLLOWING
                )),
            ]
        }
        FirstError::NoMain => {
            vec![Block::literal(
                "**There is no `main`:** every program needs one, and it begins with `int main()`. Is the name spelt so, in \
                 small letters?",
            )]
        }
    }
}

fn format_location(beginning: &str, file: &str, line: &str, message: &str) -> Prose {
    let stop = if message.ends_with(['.', '?', '!']) {
        ""
    } else {
        "."
    };
    prose!(
        "**{} in {}, line {}:** {}{}",
        beginning,
        Prose::code(file),
        line,
        message,
        stop
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn first(said: &str) -> String {
        let mut grade = fixture::compile_error();
        grade.build.diagnostics = said.to_owned();
        document::blocks_to_markdown(&render_first_error(&grade))
    }

    #[test]
    fn the_error_at_which_an_assembler_stops_becomes_a_sentence() {
        let sentence =
            "**The error is in `game.s`, line 4:** syntax error. What follows it was not read.";
        let said =
            first("spim: (parser) syntax error on line 4 of file game.s\n\t      lii $v0, 4\n");
        assert!(said.ends_with(sentence), "{said}");
    }

    #[test]
    fn what_the_linker_says_becomes_sentences() {
        let undefined = first(
            "/usr/bin/ld: x.o: in function `main':\nx.cpp:(.text+0x1): undefined reference to `f(int)'",
        );
        assert!(
            undefined.contains("**No file defines `f(int)`:** it is used in `main`, but"),
            "{undefined}"
        );
        let twice = first(
            "b.cpp:(.text+0x0): multiple definition of `g()'; 1.o:a.cpp:(.text+0xe): first defined here",
        );
        assert!(
            twice.contains("**`g()` is defined twice:** in `a.cpp` and in `b.cpp`."),
            "{twice}"
        );
        let none = first("/usr/bin/ld: (.text+0x17): undefined reference to `main'");
        assert!(
            none.contains("**There is no `main`:** every program needs one"),
            "{none}"
        );
    }

    #[test]
    fn an_error_that_has_no_plain_words_stands_alone() {
        let said = first("x.cpp:3:1: error: never heard of");
        assert!(
            said.contains("line 3:** never heard of.\n\nErrors after the first"),
            "{said}"
        );
        assert_eq!(first("x.cpp:3:1: warning: y"), "");
    }
}
