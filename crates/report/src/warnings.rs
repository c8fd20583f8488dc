//! The compiler's warnings for the student: each with its line, and once for each flag what it means.

use document::{Block, Prose, prose};
use model::{BuildVerdict, CompilerWarning, Grade};

/// How many are shown.
const MAX_WARNINGS: usize = 20;

/// What the flags of `-Wall` and `-Wextra` mean that beginners meet, in one sentence each.
const MEANINGS: [(&str, &str); 29] = [
    (
        "-Waddress",
        "This compares an address, which is never what it is compared with.",
    ),
    (
        "-Warray-bounds",
        "This uses an element that the array does not have.",
    ),
    (
        "-Wbool-compare",
        "A comparison is compared with a number: `1 < x < 3` does not mean what it says.",
    ),
    (
        "-Wchar-subscripts",
        "A `char` is used as an index, and it can be negative.",
    ),
    ("-Wcpp", "The source itself asks for this message."),
    (
        "-Wdangling-else",
        "It is not clear which `if` this `else` belongs to: use braces.",
    ),
    ("-Wdiv-by-zero", "This divides by zero."),
    (
        "-Wempty-body",
        "A `;` right after the condition ends the statement: what follows does not belong to it.",
    ),
    (
        "-Wformat=",
        "The text of `printf` or `scanf` and its arguments do not fit together.",
    ),
    (
        "-Wimplicit-fallthrough=",
        "A `case` without `break` goes on with the next `case`.",
    ),
    (
        "-Wint-in-bool-context",
        "A number is used as a condition here; was a comparison meant?",
    ),
    (
        "-Wlogical-not-parentheses",
        "`!a == b` means `(!a) == b`; for “not equal” write `a != b`.",
    ),
    (
        "-Wmaybe-uninitialized",
        "There is a way to this line on which the variable never got a value.",
    ),
    (
        "-Wmisleading-indentation",
        "The indentation looks as if this line belonged to the `if` or the loop above it. Without braces it does not.",
    ),
    (
        "-Wmissing-field-initializers",
        "Some members get no value here.",
    ),
    ("-Woverflow", "The number is too large for its type."),
    (
        "-Wparentheses",
        "Parentheses would show what is meant; a single `=` in a condition assigns instead of comparing.",
    ),
    (
        "-Wreorder",
        "Members get their values in the order of the class, not in the order written here.",
    ),
    (
        "-Wreturn-type",
        "The function promises to return a value, and there is a way through it without `return`.",
    ),
    (
        "-Wsequence-point",
        "A variable is changed and used in the same expression: the order is not defined.",
    ),
    (
        "-Wsign-compare",
        "A number that can be negative is compared with one that cannot: -1 then counts as huge.",
    ),
    (
        "-Wtype-limits",
        "This condition is always true, or always false, for the type of the variable.",
    ),
    (
        "-Wuninitialized",
        "The variable is used before it has a value.",
    ),
    (
        "-Wunused-but-set-parameter",
        "The parameter gets a value that nothing uses.",
    ),
    (
        "-Wunused-but-set-variable",
        "The variable gets a value that nothing uses.",
    ),
    ("-Wunused-function", "Nothing calls this function."),
    (
        "-Wunused-parameter",
        "The function never uses this parameter.",
    ),
    (
        "-Wunused-value",
        "This computes something and throws it away; was `=` meant instead of `==`?",
    ),
    ("-Wunused-variable", "Nothing uses this variable."),
];

/// The warnings of a program that compiled, under a heading; nothing if there are none.
pub(super) fn render_blocks(grade: &Grade) -> Vec<Block> {
    let warnings = &grade.build.warnings;
    if grade.build.verdict != BuildVerdict::Ok || warnings.listed.is_empty() {
        return Vec::new();
    }
    let mut flags: Vec<&str> = Vec::new();
    for warning in warnings.listed.iter().take(MAX_WARNINGS) {
        if !flags.contains(&warning.flag.as_str()) {
            flags.push(&warning.flag);
        }
    }
    let mut blocks = vec![Block::heading("What the compiler warns of")];
    for flag in flags {
        let shown = || {
            warnings
                .listed
                .iter()
                .take(MAX_WARNINGS)
                .filter(|warning| warning.flag == flag)
        };
        let words = shown()
            .next()
            .map_or("", |warning| warning.message.as_str());
        let items: Vec<Prose> = shown().map(render_item).collect();
        blocks.push(Block::Paragraph(describe_flag(flag, words)));
        blocks.push(Block::List(items));
    }
    let more = warnings.count.saturating_sub(MAX_WARNINGS);
    blocks.extend((more > 0).then(|| Block::Paragraph(prose!("And {} more.", more))));
    blocks
}

/// What a flag is about; of one that is not known, in the `words` of its first warning.
fn describe_flag(flag: &str, words: &str) -> Prose {
    let meaning = MEANINGS
        .iter()
        .find(|(known, _)| *known == flag)
        .map(|(_, meaning)| *meaning);
    let name = if flag.is_empty() {
        Prose::literal("Without a flag")
    } else {
        Prose::code(flag)
    };
    match meaning {
        Some(meaning) => prose!("{}: {}", name, meaning),
        None => prose!(
            "{}: C++ allows this, but the compiler doubts that it does what you want. In its words: “{}”.",
            name,
            words
        ),
    }
}

fn render_item(warning: &CompilerWarning) -> Prose {
    let CompilerWarning {
        file,
        line,
        message,
        source,
        ..
    } = warning;
    let place = Prose::code(&format!("{file}:{line}"));
    let source = if source.is_empty() {
        Prose::default()
    } else {
        prose!(": {}", Prose::code(source))
    };
    prose!("{}: {}{}", place, message, source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use model::CompilerWarnings;

    fn warning(line: u32, flag: &str, message: &str, source: &str) -> CompilerWarning {
        let file = "tttn.cpp".to_owned();
        let column = 3;
        let [flag, message, source] = [flag, message, source].map(str::to_owned);
        CompilerWarning {
            file,
            line,
            column,
            flag,
            message,
            source,
        }
    }

    #[test]
    fn warnings_are_grouped_by_flag_and_shown_with_their_lines() {
        let mut grade = fixture::perfect();
        let listed = vec![
            warning(3, "-Wunused-variable", "unused variable 'x'", "int x;"),
            warning(5, "-Wodd", "# <b>", "`|"),
            warning(9, "-Wunused-variable", "unused variable 'y'", "int y;"),
        ];
        grade.build.warnings = CompilerWarnings {
            count: 3,
            listed,
            unknown: None,
        };
        assert_eq!(
            document::blocks_to_markdown(&render_blocks(&grade)),
            "## What the compiler warns of\n\n`-Wunused-variable`: Nothing uses this variable.\n\n\
             - `tttn.cpp:3`: unused variable 'x': `int x;`\n- `tttn.cpp:9`: unused variable 'y': `int y;`\n\n\
             `-Wodd`: C++ allows this, but the compiler doubts that it does what you want. In its words: “# &lt;b>”.\n\n- `tttn.cpp:5`: # &lt;b>: `` `| ``"
        );
    }

    #[test]
    fn of_many_warnings_the_first_are_shown() {
        let mut grade = fixture::perfect();
        let listed = (0..100).map(|line| warning(line, "", "m", "")).collect();
        grade.build.warnings = CompilerWarnings {
            count: 5000,
            listed,
            unknown: None,
        };
        let text = document::blocks_to_markdown(&render_blocks(&grade));
        assert_eq!(text.matches("\n- ").count(), MAX_WARNINGS);
        assert!(text.ends_with("And 4980 more."), "{text}");
    }

    #[test]
    fn flags_are_sorted_and_known_once() {
        assert!(MEANINGS.is_sorted_by(|(one, _), (next, _)| one < next));
    }
}
