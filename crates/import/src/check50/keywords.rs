//! How checks compile: `check50.c.compile("x.c", exe_name="y", std="c99")`.

use super::super::compilation::ProgramCompilation;
use super::super::notes::quote_word;
use super::super::programs::{file_name, file_stem};
use super::text::PythonValue;

/// `check50.c.compile` with these files and keywords. Its own flags are those of check50's `CFLAGS`: `-std=c11 -ggdb -lm`.
pub(super) fn parse_keywords(
    sources: Vec<String>,
    keywords: &[(&str, Option<PythonValue>)],
) -> Result<ProgramCompilation, String> {
    let first = sources.first().ok_or("`c.compile` names no file")?;
    let standard = if first.ends_with(".c") {
        "-std=c11"
    } else {
        "-std=c++17"
    };
    let mut compilation = ProgramCompilation {
        program: file_stem(file_name(first)).to_owned(),
        sources,
        flags: vec![standard.to_owned()],
        libraries: vec!["m".to_owned()],
    };
    for (name, value) in keywords {
        match (*name, value) {
            ("exe_name", Some(PythonValue::Text(program))) => {
                compilation.program.clone_from(program)
            }
            ("exe_name", Some(PythonValue::None)) => {}
            // What people see of the compiler's messages, and another compiler than that of the course.
            ("max_log_lines" | "cc", _) => {}
            ("std", Some(PythonValue::Text(standard))) => {
                compilation.flags.retain(|flag| !flag.starts_with("-std="));
                compilation.flags.push(format!("-std={standard}"));
            }
            (flag, Some(PythonValue::Flag(true))) => compilation.add_flag(&format!("-{flag}"))?,
            ("lm", Some(PythonValue::Flag(false))) => compilation.libraries.retain(|it| it != "m"),
            (_, Some(PythonValue::Flag(false) | PythonValue::None)) => {}
            (flag, Some(PythonValue::Text(value) | PythonValue::Number(value))) => {
                compilation.add_flag(&format!("-{flag}={value}"))?;
            }
            (flag, _) => {
                return Err(format!(
                    "the value of {} is not known without executing it",
                    quote_word(flag)
                ));
            }
        }
    }
    compilation.sort_flags();
    Ok(compilation)
}
