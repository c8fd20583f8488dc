//! `forbidden-headers` and `required-headers`.

use super::super::preprocess::IncludedHeader;
use super::super::program::ParsedProgram;
use model::RuleFinding;

/// C's headers and their names in C++.
const IN_C: [(&str, &str); 12] = [
    ("math.h", "cmath"),
    ("string.h", "cstring"),
    ("stdlib.h", "cstdlib"),
    ("stdio.h", "cstdio"),
    ("ctype.h", "cctype"),
    ("time.h", "ctime"),
    ("limits.h", "climits"),
    ("float.h", "cfloat"),
    ("assert.h", "cassert"),
    ("stdint.h", "cstdint"),
    ("errno.h", "cerrno"),
    ("stddef.h", "cstddef"),
];

/// Includes of these headers.
pub(super) fn find_forbidden(
    rule: &'static str,
    program: &ParsedProgram,
    headers: &[String],
) -> Vec<RuleFinding> {
    let mut findings = Vec::new();
    for file in &program.files {
        for include in file.expanded.includes.iter().filter(|it| !it.is_doubtful) {
            if headers.iter().any(|header| is_same(header, &include.name)) {
                let message = format!("`<{}>` is included.", include.name);
                findings.push(file.finding_at(rule, include.line, message));
            }
        }
    }
    findings
}

/// Headers that no file includes.
pub(super) fn find_missing(
    rule: &'static str,
    program: &ParsedProgram,
    headers: &[String],
) -> Vec<RuleFinding> {
    let Some(main) = program.main_file() else {
        return Vec::new();
    };
    let includes: Vec<&IncludedHeader> = program
        .files
        .iter()
        .flat_map(|file| &file.expanded.includes)
        .collect();
    let missing = headers
        .iter()
        .filter(|header| !includes_header(&includes, header));
    missing
        .map(|header| main.finding_without_line(rule, format!("No file includes `<{header}>`.")))
        .collect()
}

fn includes_header(includes: &[&IncludedHeader], header: &str) -> bool {
    includes
        .iter()
        .any(|it| is_same(header, &it.name) || it.name == "bits/stdc++.h")
}

fn is_same(one: &str, other: &str) -> bool {
    cpp_header_name(one) == cpp_header_name(other)
}

fn cpp_header_name(name: &str) -> &str {
    IN_C.iter()
        .find(|(in_c, _)| *in_c == name)
        .map_or(name, |(_, name)| name)
}
