//! Toolchains that make a program with one command, only look at the sources, or do neither.

use std::path::Path;

use super::compiler::{Compiler, CompilerOutput, OUT, PROGRAM};
use super::report::verdict_report;
use super::{BuildError, warnings};
use crate::compile::{is_output_file, write_file};
use crate::report::check_disk;
use model::{
    BuildCommand, BuildReport, BuildSettings, BuildVerdict, CommandWordPart, CompilerWarnings,
    PlaceholderValues, expand_command,
};

/// Runs the command and judges what it did.
pub(super) fn build_program(
    recipe: &BuildCommand,
    names: &[&str],
    compiler: &mut Compiler<'_>,
) -> Result<BuildReport, BuildError> {
    let said = run_recipe(recipe, names, PROGRAM, compiler)?;
    let (failed, warnings) = judge_output(recipe, &said);
    let made = !produces_program(recipe) || is_output_file(compiler.runner, PROGRAM);
    let verdict = super::report::build_verdict(compiler.settings, &said, made && !failed);
    if verdict == BuildVerdict::CompileError {
        check_disk(compiler.runner)?;
        check_smallest_source(recipe, names.first().copied().unwrap_or_default(), compiler)?;
    }
    // Its warnings are among its words.
    let warnings = CompilerWarnings {
        count: warnings,
        ..CompilerWarnings::default()
    };
    Ok(BuildReport {
        warnings,
        diagnostics: build_messages(recipe, &said),
        ..verdict_report(verdict)
    })
}

/// What a student types at home to do the same.
pub(super) fn display_command(
    recipe: &BuildCommand,
    settings: &BuildSettings,
    names: &[&str],
) -> Vec<String> {
    let flags = &settings.flags;
    let program = settings.program.as_str();
    expand_command(
        &recipe.words,
        &PlaceholderValues {
            sources: names,
            flags,
            program,
        },
    )
}

/// The command that runs the program, which is called `program`; none if it runs by itself.
pub(super) fn run_command(
    settings: &BuildSettings,
    names: &[&str],
    program: &str,
) -> Option<Vec<String>> {
    let values = PlaceholderValues {
        sources: names,
        flags: &settings.flags,
        program,
    };
    settings
        .toolchain
        .run
        .as_ref()
        .map(|run| expand_command(&run.words, &values))
}

fn run_recipe(
    recipe: &BuildCommand,
    names: &[&str],
    program: &str,
    compiler: &mut Compiler<'_>,
) -> Result<CompilerOutput, BuildError> {
    let program = format!("{OUT}/{program}");
    let flags = &compiler.settings.flags;
    let mut words = expand_command(
        &recipe.words,
        &PlaceholderValues {
            sources: names,
            flags,
            program: &program,
        },
    );
    if words.is_empty() {
        return Ok(CompilerOutput::empty());
    }
    let tool = words.remove(0);
    Ok(compiler.run(&tool, words)?)
}

fn produces_program(recipe: &BuildCommand) -> bool {
    recipe
        .words
        .iter()
        .any(|word| word.contains_part(&CommandWordPart::Program))
}

/// Whether what the command said means that it failed, and how many warnings it gave.
fn judge_output(recipe: &BuildCommand, said: &CompilerOutput) -> (bool, usize) {
    let Some(known) = &recipe.warnings else {
        let errors = |text: &str| recipe.errors.as_ref().is_some_and(|it| it.is_match(text));
        let failed = errors(&said.diagnostics) || errors(&said.output);
        return (failed, warnings::count_warnings(&said.diagnostics));
    };
    let lines = || said.diagnostics.lines().chain(said.output.lines());
    let is_error = |line: &str| recipe.errors.as_ref().is_some_and(|it| it.is_match(line));
    let warnings = lines().filter(|line| known.is_match(line)).count();
    (
        lines().any(|line| is_error(line) && !known.is_match(line)),
        warnings,
    )
}

/// What the command said about the sources, both of its streams.
fn build_messages(recipe: &BuildCommand, said: &CompilerOutput) -> String {
    let Some(noise) = &recipe.noise else {
        return format!("{}{}", said.diagnostics, said.output);
    };
    let lines = said.diagnostics.lines().chain(said.output.lines());
    lines
        .filter(|line| !noise.is_match(line))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Makes sure that it is the sources which are wrong: the smallest one must do, here and now.
fn check_smallest_source(
    recipe: &BuildCommand,
    name: &str,
    compiler: &mut Compiler<'_>,
) -> Result<(), BuildError> {
    const NAME: &str = "the-smallest-source";
    let Some(smallest) = &recipe.smallest else {
        return Ok(());
    };
    let ending = Path::new(name)
        .extension()
        .map(|it| format!(".{}", it.to_string_lossy()));
    let name = format!("{NAME}{}", ending.unwrap_or_default());
    write_file(
        compiler.runner.path_outside("source").join(&name),
        smallest.as_bytes(),
    )?;
    let said = run_recipe(recipe, &[&name], "smallest", compiler)?;
    let (failed, _) = judge_output(recipe, &said);
    if said.is_success() && !failed {
        Ok(())
    } else {
        Err(BuildError::Compiler(first_word(recipe)))
    }
}

fn first_word(recipe: &BuildCommand) -> String {
    let values = PlaceholderValues {
        sources: &[],
        flags: &[],
        program: "",
    };
    expand_command(&recipe.words, &values)
        .into_iter()
        .next()
        .unwrap_or_default()
}
