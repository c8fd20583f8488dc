//! With which compilers and flags headers may be compiled beforehand.

use model::BuildSettings;

/// Whose builds may share a prefix: the compiler's command, and its flags in their order.
pub(super) type PrefixGroup = (String, Vec<String>);

/// What the names of C++ sources end with.
const CPP: [&str; 5] = [".cpp", ".cc", ".cxx", ".c++", ".C"];

/// How flags begin that mean the same wherever a source stands and whatever stands beside it. Which standard, macro, warning
/// or machine is asked for is part of the key.
const PLAIN: [&str; 8] = ["-std=", "-O", "-g", "-W", "-f", "-m", "-D", "-U"];

/// Flags of the same kind, as they are, and those that only the linker reads.
const PLAIN_WORDS: [&str; 10] = [
    "-ansi",
    "-pedantic",
    "-pedantic-errors",
    "-w",
    "-pthread",
    "-pipe",
    "-static",
    "-no-pie",
    "-pie",
    "-lm",
];

/// Flags among those that read or write other files, look at how a source is made of others, or pass words on.
const ODD: [&str; 17] = [
    "-Wp,",
    "-Wa,",
    "-fplugin",
    "-fmodule",
    "-fpch",
    "-fdump",
    "-fdiagnostics",
    "-fdirectives",
    "-fpreprocessed",
    "-finput-charset",
    "-fprofile",
    "-ftest-coverage",
    "-flto",
    "-fmem-report",
    "-ftime-report",
    "-fstats",
    "-fworking-directory",
];

/// Whose builds these are, if headers may be compiled beforehand for them: GCC for C++, with flags that are known to change
/// nothing else.
pub(super) fn prefix_group(settings: &BuildSettings) -> Option<PrefixGroup> {
    let command = settings.toolchain.compiler_command()?;
    let name = command.rsplit('/').next().unwrap_or(command);
    let is_gcc = name.contains("g++") && !name.contains("clang");
    (is_gcc && settings.flags.iter().all(|flag| is_plain(flag)))
        .then(|| (command.to_owned(), settings.flags.clone()))
}

/// Whether a source of this name is C++ for everybody.
pub(super) fn is_cpp(name: &str) -> bool {
    CPP.iter().any(|ending| name.ends_with(ending))
}

fn is_plain(flag: &str) -> bool {
    let is_known = PLAIN
        .iter()
        .any(|start| flag.starts_with(start) && flag.len() > 1)
        || PLAIN_WORDS.contains(&flag);
    let is_word = !matches!(flag, "-D" | "-U" | "-W" | "-f" | "-m" | "-std=");
    // A path may be anybody's.
    is_known && is_word && !flag.contains('/') && !ODD.iter().any(|odd| flag.starts_with(odd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_flags_that_are_known_to_be_harmless_are_taken() {
        for flag in [
            "-std=c++17",
            "-Wall",
            "-O2",
            "-g",
            "-pedantic",
            "-DNDEBUG",
            "-fno-pie",
            "-lm",
        ] {
            assert!(is_plain(flag), "{flag}");
        }
        for flag in [
            "-I.",
            "-include",
            "x.h",
            "-isystem",
            "-D",
            "-fplugin=x",
            "-flto",
            "-x",
            "-M",
            "-E",
            "--coverage",
            "-nostdinc++",
            "-B.",
            "@file",
            "-save-temps",
            "-Wp,-H",
            "-DX=\"a/b\"",
            "",
            "-fdebug-prefix-map=/work=.",
            "-fdiagnostics-format=text",
            "-H",
            "-v",
        ] {
            assert!(!is_plain(flag), "{flag}");
        }
    }

    #[test]
    fn sources_in_c_are_compiled_by_themselves() {
        assert!(is_cpp("main.cpp") && is_cpp("below/main.cc"));
        assert!(!is_cpp("main.c") && !is_cpp("main.h") && !is_cpp("main"));
    }
}
