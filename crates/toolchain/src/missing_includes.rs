//! Lines that a program lacks so that it compiles: standard headers, and `using namespace std;`.
//!
//! They stand in a header of ours beside the sources. Every compilation that finds it among its sources begins with it, so that the
//! student's files keep their lines, and whatever is built of them later is built in the same way.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use cpp::standard_names::{UnknownName, has_include};
use model::{BuildSettings, SourceFile};

/// The name of our header.
const HEADER: &str = "grader-added-lines.h";

/// The option that has a compiler begin with a file.
const BEGIN_WITH: &str = "-include";

const USING: &str = "using namespace std;";

/// More lines than a forgetful student lacks.
const MOST: usize = 16;

/// The lines that a program lacks, by the errors of its compiler; empty if it lacks none. `files` are its names and texts. Whether it
/// lacks nothing else, only a compilation with these lines can tell.
pub fn find_missing_lines(diagnostics: &str, files: &[(String, String)]) -> Vec<String> {
    let diagnostics = diagnostics.replace(['‘', '’'], "'");
    let mut headers = BTreeSet::new();
    let mut lacks_using = false;
    for line in diagnostics.lines() {
        let Some((place, message)) = line.split_once(" error: ") else {
            continue;
        };
        let unknown = UnknownName::find(message).or_else(|| UnknownName::find_incomplete(message));
        let Some(unknown) = unknown else { continue };
        let name = place.split(':').next().unwrap_or_default();
        let Some((_, text)) = files.iter().find(|(file, _)| file == name) else {
            continue;
        };
        if !unknown.is_included && !has_include(text, unknown.header) {
            headers.insert(unknown.header);
        }
        lacks_using |= !unknown.is_qualified && !text.contains("using namespace std");
    }
    let headers = headers
        .into_iter()
        .map(|header| format!("#include <{header}>"));
    let using = lacks_using.then(|| USING.to_owned());
    let lines: Vec<String> = headers.chain(using).collect();
    if lines.len() > MOST {
        Vec::new()
    } else {
        lines
    }
}

/// Writes our header with these lines into a folder of ours. None if a file of the program has its name.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_added_header(
    lines: &[String],
    folder: &Path,
    sources: &[SourceFile],
) -> io::Result<Option<SourceFile>> {
    if sources.iter().any(|source| source.name == HEADER) {
        return Ok(None);
    }
    let path = folder.join(HEADER);
    // Without any header, nothing has declared the namespace.
    let text = lines
        .join("\n")
        .replace(USING, &format!("namespace std {{}}\n{USING}"));
    fs::write(&path, text + "\n")?;
    Ok(Some(SourceFile {
        is_provided: true,
        ..SourceFile::from_path(path)
    }))
}

/// Whether a file is our header.
pub fn is_added_header(source: &SourceFile) -> bool {
    source.is_provided && source.name == HEADER
}

/// The settings of compilations that begin with our header.
pub(super) fn with_added_header(settings: &BuildSettings) -> BuildSettings {
    let mut settings = settings.clone();
    settings
        .flags
        .extend([BEGIN_WITH, HEADER].map(str::to_owned));
    settings
}

/// A command without our header, as a student can repeat it who has added the lines.
pub(super) fn without_added_header(mut command: Vec<String>) -> Vec<String> {
    if let Some(at) = command.iter().position(|word| word == HEADER) {
        command.drain(at.saturating_sub(1)..=at);
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_missing_only_where_the_file_does_not_have_them() {
        let with_using = "#include <iostream>\nusing namespace std;\n";
        let table: [(&str, &str, &[&str]); 8] = [
            (
                "'strcpy' was not declared in this scope",
                with_using,
                &["#include <cstring>"],
            ),
            (
                "‘numeric_limits’ was not declared in this scope",
                with_using,
                &["#include <limits>"],
            ),
            (
                "'cout' was not declared in this scope; did you mean 'std::cout'?",
                "#include <iostream>",
                &[USING],
            ),
            (
                "'string' does not name a type",
                "",
                &["#include <string>", USING],
            ),
            (
                "'vector' is not a member of 'std'",
                "",
                &["#include <vector>"],
            ),
            (
                "variable 'std::stringstream ss' has initializer but incomplete type",
                with_using,
                &["#include <sstream>"],
            ),
            (
                "'strcpy' was not declared in this scope",
                "# include <cstring>",
                &[],
            ),
            ("'dim' was not declared in this scope", "", &[]),
        ];
        for (message, text, lines) in table {
            let files = [("a.cpp".to_owned(), text.to_owned())];
            let said = format!("a.cpp:3:40: error: {message}\na.cpp:1:1: note: 'endl'");
            assert_eq!(find_missing_lines(&said, &files), lines, "{message}");
        }
    }
}
