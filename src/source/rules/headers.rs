//! `forbidden-headers` and `required-headers`.

use super::super::preprocess::Include;
use super::super::program::Program;
use crate::model::Finding;

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
pub(super) fn forbidden(rule: &'static str, program: &Program, headers: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in &program.files {
        for include in file.expanded.includes.iter().filter(|it| !it.is_doubtful) {
            if headers.iter().any(|header| is_same(header, &include.name)) {
                let message = format!("`<{}>` is included.", include.name);
                findings.push(file.finding(rule, include.line, message));
            }
        }
    }
    findings
}

/// Headers that no file includes.
pub(super) fn required(rule: &'static str, program: &Program, headers: &[String]) -> Vec<Finding> {
    let Some(main) = program.main_file() else { return Vec::new() };
    let includes: Vec<&Include> =
        program.files.iter().flat_map(|file| &file.expanded.includes).collect();
    let has = |header: &str| {
        includes.iter().any(|it| is_same(header, &it.name) || it.name == "bits/stdc++.h")
    };
    let missing = headers.iter().filter(|header| !has(header));
    missing.map(|header| main.missing(rule, format!("No file includes `<{header}>`."))).collect()
}

fn is_same(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}

fn plain(name: &str) -> &str {
    IN_C.iter().find(|(in_c, _)| *in_c == name).map_or(name, |(_, name)| name)
}
