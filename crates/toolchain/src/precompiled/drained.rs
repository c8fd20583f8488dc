//! Drained headers: precompiled ones whose own templates are instantiated already.
//!
//! GCC writes a precompiled header before it instantiates the templates that the header's functions ask for, so that it does this
//! again in every source; for a small program that is most of its time. `drain.cpp` is preloaded into the compiler while it
//! compiles the header, and nowhere else. What is compiled with a drained header has the same functions, the same constants, and
//! the same variables in the same order; functions and constants may be in another order (decision 0086). Each prefix is tried
//! once with `trial.cpp`.

use std::collections::BTreeSet;

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionFlags, elf};

use super::super::compiler::{Compiler, OUT};
use crate::BuildError;
use crate::compile::{is_output_file, read_output_object, write_file};

/// The library that is preloaded.
const LIBRARY: &str = "drain.so";
const LIBRARY_SOURCE: (&str, &str) = ("drain.cpp", include_str!("drain.cpp"));

/// Made by the library once it has done its work.
const MARKER: &str = "drained";

/// A program that comes out the same.
const TRIAL: &str = "trial.cpp";
const TRIAL_TEXT: &str = include_str!("trial.cpp");

/// Sections that say where exceptions are caught. Which of them a table stands in depends on what was compiled before.
const EXCEPTION_TABLES: [&str; 2] = [".gcc_except_table", ".eh_frame"];

/// Builds the library. Whether it was built.
pub(super) fn build_library(compiler: &mut Compiler<'_>) -> Result<bool, BuildError> {
    let (name, text) = LIBRARY_SOURCE;
    write_file(
        compiler.runner.path_outside("source").join(name),
        text.as_bytes(),
    )?;
    let output = format!("{OUT}/{LIBRARY}");
    let arguments = [
        "-w",
        "-O1",
        "-fno-builtin",
        "-shared",
        "-fPIC",
        "-o",
        &output,
        name,
        "-ldl",
    ];
    let said = compiler.run(compiler.command, arguments.map(str::to_owned).to_vec())?;
    Ok(said.is_success())
}

/// The arguments with which the compiler's parts are started under the library.
pub(super) fn preload_arguments() -> [String; 2] {
    let variables = [
        format!("LD_PRELOAD={OUT}/{LIBRARY}"),
        format!("GRADER_DRAINED={OUT}/{MARKER}"),
    ];
    [
        "-wrapper".to_owned(),
        format!("env,{}", variables.join(",")),
    ]
}

/// Whether the library has done its work.
pub(super) fn is_marked(compiler: &Compiler<'_>) -> bool {
    is_output_file(compiler.runner, MARKER)
}

/// Whether the trial comes out the same with the drained headers, which are compiled in the folder for output, as without them.
/// `headers` are the lines that include them.
pub(super) fn makes_same_program(
    compiler: &mut Compiler<'_>,
    headers: &str,
    compiled: &str,
) -> Result<bool, BuildError> {
    let source = compiler.runner.path_outside("source").join(TRIAL);
    write_file(source, format!("{headers}{TRIAL_TEXT}").as_bytes())?;
    let prefix = format!("{OUT}/{}", compiled.trim_end_matches(".gch"));
    let plain = compile_trial(compiler, &[])?;
    let drained = compile_trial(compiler, &["-include".to_owned(), prefix])?;
    Ok(plain.is_some() && plain == drained)
}

/// What the trial becomes with these arguments; none if it does not compile.
fn compile_trial(
    compiler: &mut Compiler<'_>,
    more: &[String],
) -> Result<Option<LoadedContent>, BuildError> {
    const OBJECT: &str = "trial.o";
    let mut arguments = [&compiler.settings.flags, more].concat();
    // Each function in a section of its own, so that their order is none of a section's content.
    arguments.extend(["-ffunction-sections", "-w", "-c", "-o"].map(str::to_owned));
    arguments.extend([format!("{OUT}/{OBJECT}"), TRIAL.to_owned()]);
    if !compiler.run(compiler.command, arguments)?.is_success() {
        return Ok(None);
    }
    let object = read_output_object(compiler.runner, OBJECT)?;
    Ok(LoadedContent::from_object(&object))
}

/// What an object puts into memory.
#[derive(Debug, PartialEq, Eq)]
struct LoadedContent {
    /// Sections of code and constants.
    constant: BTreeSet<Vec<u8>>,
    /// Sections of variables, in their order: a program that writes past the end of one changes the next.
    variable: Vec<Vec<u8>>,
}

impl LoadedContent {
    /// None if it is no object.
    fn from_object(bytes: &[u8]) -> Option<LoadedContent> {
        let file = object::File::parse(bytes).ok()?;
        let mut content = LoadedContent {
            constant: BTreeSet::new(),
            variable: Vec::new(),
        };
        for section in file.sections() {
            let name = section.name().ok()?;
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
                return None;
            };
            let is_loaded = sh_flags.contains(elf::SHF_ALLOC);
            if !is_loaded || EXCEPTION_TABLES.iter().any(|table| name.starts_with(table)) {
                continue;
            }
            let described = describe_section(&file, &section)?;
            if sh_flags.contains(elf::SHF_WRITE) {
                content.variable.push(described);
            } else {
                content.constant.insert(described);
            }
        }
        Some(content)
    }
}

/// A section's name, size, bytes, and what it refers to by name.
fn describe_section(file: &object::File<'_>, section: &object::Section<'_, '_>) -> Option<Vec<u8>> {
    let mut text = format!(
        "{} {} {}\n",
        section.name().ok()?,
        section.size(),
        section.align()
    );
    for (offset, relocation) in section.relocations() {
        let RelocationTarget::Symbol(index) = relocation.target() else {
            return None;
        };
        let symbol = file.symbol_by_index(index).ok()?;
        let name = symbol.name().ok()?;
        // Labels of the compiler are numbered as they come.
        let is_label = name.is_empty() || name.starts_with(".L");
        let (kind, mut addend) = (relocation.flags(), relocation.addend());
        let target = match symbol.section_index().filter(|_| is_label) {
            Some(section) => {
                addend += i64::try_from(symbol.address()).ok()?;
                file.section_by_index(section).ok()?.name().ok()?.to_owned()
            }
            None => name.to_owned(),
        };
        text.push_str(&format!("{offset} {kind:?} {target} {addend}\n"));
    }
    let mut described = text.into_bytes();
    described.extend(section.data().ok()?);
    Some(described)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::LoadedContent;

    fn content(source: &str) -> LoadedContent {
        let folder = tempfile::tempdir().unwrap();
        let [path, object] = ["a.cpp", "a.o"].map(|name| folder.path().join(name));
        fs::write(&path, source).unwrap();
        let mut compiler = Command::new("g++");
        compiler.args(["-g", "-ffunction-sections", "-fdata-sections", "-c", "-o"]);
        let status = compiler.args([&object, &path]).status();
        assert!(status.unwrap().success());
        LoadedContent::from_object(&fs::read(&object).unwrap()).unwrap()
    }

    #[test]
    fn functions_and_constants_may_move_and_variables_may_not() {
        let function = "int one() { return 1; }\n";
        let constant = "extern const int two[] = {2, 2};\n";
        let variables = ["int three = 3;\n", "int four = 4;\n"];
        let program = content(&[function, constant, &variables.concat()].concat());
        let same = [constant, variables[0], function, variables[1]];
        assert_eq!(program, content(&same.concat()));
        for other in [
            [function, constant, variables[1], variables[0]].concat(),
            [function, constant, variables[0]].concat(),
            [&function.replace('1', "5"), constant, &variables.concat()].concat(),
            [function, &constant.replace('2', "5"), &variables.concat()].concat(),
        ] {
            assert_ne!(program, content(&other), "{other}");
        }
    }
}
