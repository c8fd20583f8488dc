//! Programs put together from a template: what a row of a table defines replaces the right text.

/// A program of the class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Program {
    /// The name of the student who hands it in.
    pub(crate) name: &'static str,
    /// What is unusual or wrong with it: macros of the template, with what they stand for.
    pub(crate) changes: &'static [(&'static str, &'static str)],
    /// The mistake that must be recognised under the shipped rubric; none if the program is right under it.
    pub(crate) mistake: Option<&'static str>,
}

/// A right program, however unusual.
pub(crate) const fn right(
    name: &'static str,
    changes: &'static [(&'static str, &'static str)],
) -> Program {
    Program {
        name,
        changes,
        mistake: None,
    }
}

/// A wrong program, with the mistake in it.
pub(crate) const fn wrong(
    name: &'static str,
    mistake: &'static str,
    changes: &'static [(&'static str, &'static str)],
) -> Program {
    Program {
        name,
        changes,
        mistake: Some(mistake),
    }
}

/// An assignment's programs, and what they are made from.
pub(crate) struct Table {
    pub(crate) assignment: &'static str,
    pub(crate) template: &'static str,
    /// What each macro of the template stands for in a plain and right program.
    pub(crate) plain: &'static [(&'static str, &'static str)],
    pub(crate) programs: &'static [Program],
}

/// What a text asks for at the beginning of each program.
const HEADER: &str = "// Name: Ann Example\n// Student ID: 1234567\n// E-mail: ann@example.org\n// Made from a template.\n";

/// What both templates need: how to read, to write and to end.
const STYLE: [(&str, &str); 8] = [
    ("OUTPUT", "stdout"),
    ("FLUSH", "std::fflush(stdout)"),
    ("WELCOME", ""),
    ("INPUT_ENDS", "return 1"),
    ("AFTER_READ", ""),
    ("BEFORE_MOVE", ""),
    ("DONE", "return 0"),
    ("START", ""),
];

/// What every program includes. The headers of streams take the compiler longest, so few programs have them.
const C_HEADERS: &str = "cassert>\n#include <cstdarg>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h";

impl Table {
    /// The program's source.
    pub(crate) fn source(&self, program: &Program) -> String {
        self.source_with(program.changes)
    }

    /// The source of a program that differs from the plain one in this.
    pub(crate) fn source_with(&self, changes: &[(&str, &str)]) -> String {
        let known = || STYLE.iter().chain(self.plain);
        let own = |name: &str| name.split('(').next().unwrap_or(name).to_owned();
        let changed = |name: &str| changes.iter().any(|(other, _)| own(other) == own(name));
        let plain = known().filter(|(name, _)| !changed(name));
        let definitions: String = plain
            .chain(changes)
            .map(|(name, text)| format!("#define {name} {text}\n"))
            .collect();
        let streams = changes.iter().any(|(name, _)| *name == "STREAMS");
        let headers = if streams {
            ["iostream", C_HEADERS].join(">\n#include <")
        } else {
            C_HEADERS.to_owned()
        };
        let includes = format!("#include <{headers}>\n");
        [
            HEADER,
            &includes,
            &definitions,
            include_str!("io.h"),
            self.template,
        ]
        .concat()
    }
}
