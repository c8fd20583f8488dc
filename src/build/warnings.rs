//! What can be read from a compiler's diagnostics.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

#[expect(clippy::expect_used, reason = "the pattern is a constant, and a test compiles it")]
static WARNING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(?<place>[^\s:][^:\n]*:\d+:\d+): warning: .*?(?<flag>\[-W[^\]\n]+\])?\s*$")
        .expect("valid")
});

#[expect(clippy::expect_used, reason = "the pattern is a constant, and a test compiles it")]
static KILLED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^(\S*\+\+|\S*gcc|\S*clang): .*(signal terminated program|Killed|File size limit exceeded)|^(cc1plus|cc1|as|\S*/ld): (out of memory|.*File size limit exceeded)|^virtual memory exhausted")
        .expect("valid")
});

/// The warnings, by distinct place and flag: a header that two files include warns once.
pub(super) fn count(diagnostics: &str) -> usize {
    let distinct: BTreeSet<(&str, &str)> = WARNING
        .captures_iter(diagnostics)
        .map(|found| {
            (
                found.name("place").map_or("", |m| m.as_str()),
                found.name("flag").map_or("", |m| m.as_str()),
            )
        })
        .collect();
    distinct.len()
}

/// Whether the compiler's driver says that one of its parts ran into a limit.
pub(super) fn says_a_part_was_killed(diagnostics: &str) -> bool {
    KILLED.is_match(diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_counts_once_per_place_and_flag() {
        let text = "a.cpp: In function 'int main()':\n\
                    a.cpp:3:7: warning: unused variable 'x' [-Wunused-variable]\n    3 |   int x;\n\
                    a.cpp:3:7: warning: unused variable 'x' [-Wunused-variable]\n\
                    a.cpp:4:7: warning: unused variable 'y' [-Wunused-variable]\n\
                    a.cpp:5:1: error: expected ';'\n\
                    a.cpp:6:2: warning: something without a flag\n";
        assert_eq!(count(text), 3);
    }

    #[test]
    fn a_killed_part_of_the_compiler_is_told_from_an_error_in_the_source() {
        assert!(says_a_part_was_killed(
            "g++: fatal error: Killed signal terminated program cc1plus\n"
        ));
        assert!(says_a_part_was_killed("cc1plus: out of memory allocating 65536 bytes\n"));
        assert!(!says_a_part_was_killed("a.cpp:1:2: error: 'Killed' was not declared\n"));
    }
}
