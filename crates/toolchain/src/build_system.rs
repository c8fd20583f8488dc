//! Builds that the submission's own files direct: `make`, CMake.
//!
//! The tool is trusted and does what a student wrote, so it stands behind walls of its own, in a copy of the files. What it
//! leaves is anything: links, locked folders, a million files. So it is looked at and removed by commands of ours behind the walls
//! of a compiler, once nothing of the student's runs any more, and never by the grader itself.

use std::path::{Path, PathBuf};

use super::compiler::{Compiler, CompilerOutput, CompilerWorkplace, PROGRAM};
use super::report::{build_verdict, verdict_report};
use super::{BuildError, warnings};
use crate::compile::is_output_file;
use crate::report::check_disk;
use model::{
    BuildReport, BuildSystem, BuildVerdict, CompilerWarnings, Exit, PlaceholderValues, Toolchain,
    expand_command,
};
use sandbox::SandboxProfile;

/// Puts a copy of the files where the tool may write, and makes a folder for what is temporary.
const COPY_IN: &str = "mkdir ../build/tmp ../build/files && cp -R . ../build/files";

/// Takes the program, `$2` in the folder `$1` of the copy, if it is a regular file and no link leads there. Where it is not, says
/// what is there.
const TAKE_OUT: &str = r#"
[ ! -L ../build/files ] && cd ../build/files && top=$(pwd -P) && cd "./$1" || exit 4
case $1 in .) here=$top ;; *) here=$top/$1 ;; esac
[ "$(pwd -P)" = "$here" ] || exit 4
[ ! -L "$2" ] || exit 5
[ ! -d "$2" ] || exit 6
[ -e "$2" ] || { ls -Aq; exit 4; }
[ -f "$2" ] || exit 7
cp "$2" "$3" && chmod 755 "$3"
"#;

/// Removes all of it, also folders that were made so that nobody may look into them.
const CLEAR: &str = "rm -rf ../build/files ../build/tmp 2>/dev/null || {
chmod -R u+rwx ../build/files ../build/tmp; rm -rf ../build/files ../build/tmp; }
[ ! -e ../build/files ] && [ ! -e ../build/tmp ]";

/// How many names are told of what there is instead of the program.
const MOST_NAMES: usize = 8;

/// Runs the build system and judges what it did.
pub(super) fn build_program(
    system: &BuildSystem,
    names: &[&str],
    compiler: &mut Compiler<'_>,
) -> Result<BuildReport, BuildError> {
    let folder = build_folder(&compiler.settings.toolchain, names);
    run_step("copy the files", COPY_IN, &[], compiler)?;
    let said = run_tool(system, &folder, compiler)?;
    let taken = match said.is_success() {
        true => copy_program_out(&folder, names, compiler)?,
        false => TakeOutResult::Nothing,
    };
    run_step("remove what was built", CLEAR, &[], compiler)?;
    let made = is_output_file(compiler.runner, PROGRAM);
    let verdict = build_verdict(compiler.settings, &said, made);
    if verdict == BuildVerdict::CompileError {
        check_disk(compiler.runner)?;
        check_tool(compiler)?;
    }
    let reason = match (&taken, verdict) {
        (TakeOutResult::Not(reason), BuildVerdict::CompileError) => Some(reason.clone()),
        _ => verdict_report(verdict).reason,
    };
    let warnings = warnings::count_warnings(&said.diagnostics);
    let warnings = CompilerWarnings {
        count: warnings,
        ..CompilerWarnings::default()
    };
    let diagnostics = build_messages(system, &said, verdict);
    let command = display_command(system, &compiler.settings.program);
    Ok(BuildReport {
        warnings,
        diagnostics,
        reason,
        command,
        ..verdict_report(verdict)
    })
}

/// What became of the program.
enum TakeOutResult {
    /// There was nothing to take, or it was taken.
    Nothing,
    /// The build ended well, and there is no program, for this reason.
    Not(String),
}

/// Where the build begins, below the folder that holds all files: beside the uppermost of those that direct it.
fn build_folder(toolchain: &Toolchain, names: &[&str]) -> PathBuf {
    let directing = names.iter().filter(|name| toolchain.takes_file(name));
    let upper = directing.min_by_key(|name| (name.matches('/').count(), name.len()));
    let parent = upper.and_then(|name| Path::new(name).parent());
    let parent = parent.filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// What a student types at home to do the same.
fn display_command(system: &BuildSystem, program: &str) -> Vec<String> {
    expand_command(
        &system.words,
        &PlaceholderValues {
            sources: &[],
            flags: &[],
            program,
        },
    )
}

fn run_tool(
    system: &BuildSystem,
    folder: &Path,
    compiler: &mut Compiler<'_>,
) -> Result<CompilerOutput, BuildError> {
    let build = compiler.runner.path_inside("build");
    let files = build.join("files");
    let place = CompilerWorkplace {
        folder: if folder == Path::new(".") {
            files.clone()
        } else {
            files.join(folder)
        },
        temporary: build.join("tmp"),
        profile: SandboxProfile::BuildSystem,
    };
    let mut words = display_command(system, &compiler.settings.program);
    if words.is_empty() {
        return Ok(CompilerOutput::empty());
    }
    let tool = words.remove(0);
    let mut said = compiler.run_in(&place, &tool, words)?;
    // Where that is differs from machine to machine, and says nothing about the files.
    for text in [&mut said.diagnostics, &mut said.output] {
        for path in [&files, &build] {
            *text = text.replace(&format!("{}/", path.display()), "");
        }
    }
    Ok(said)
}

fn copy_program_out(
    folder: &Path,
    names: &[&str],
    compiler: &mut Compiler<'_>,
) -> Result<TakeOutResult, BuildError> {
    let program = compiler.settings.program.clone();
    let target = compiler.runner.path_inside("out").join(PROGRAM);
    let folder = folder.to_string_lossy().into_owned();
    let arguments = [
        folder.clone(),
        program.clone(),
        target.to_string_lossy().into_owned(),
    ];
    let said = run_shell(TAKE_OUT, &arguments, compiler)?;
    let ended_well = "The build ended well, and";
    Ok(TakeOutResult::Not(match said.exit {
        Exit::Code(0) => return Ok(TakeOutResult::Nothing),
        Exit::Code(4) => {
            let left = describe_leftovers(&said.output, &folder, names);
            format!("{ended_well} left no file `{program}` in the folder where it began{left}.")
        }
        Exit::Code(5) => {
            format!("{ended_well} left a link for `{program}`, which is not followed.")
        }
        Exit::Code(6) => format!("{ended_well} left a folder for `{program}`."),
        Exit::Code(7) => {
            format!("{ended_well} left something for `{program}` that is no regular file.")
        }
        _ if said.diagnostics.contains("File too large") => {
            format!("{ended_well} left a file `{program}` that is too large.")
        }
        _ => return Err(step_error("take the program", said, compiler)),
    }))
}

/// What a build left that was not handed in, in words.
fn describe_leftovers(listed: &str, folder: &str, names: &[&str]) -> String {
    let is_handed_in = |one: &str| {
        let path = if folder == "." {
            one.to_owned()
        } else {
            format!("{folder}/{one}")
        };
        names
            .iter()
            .any(|name| *name == path || name.starts_with(&format!("{path}/")))
    };
    let made: Vec<&str> = listed.lines().filter(|one| !is_handed_in(one)).collect();
    let told = made.iter().take(MOST_NAMES).map(|one| format!("`{one}`"));
    let told = told.collect::<Vec<_>>().join(", ");
    match made.len() {
        0 => String::new(),
        few if few <= MOST_NAMES => format!("; it left {told}"),
        many => format!("; it left {told} and {} more", many - MOST_NAMES),
    }
}

/// What the build said: all of it where it failed, otherwise what may hold warnings.
fn build_messages(system: &BuildSystem, said: &CompilerOutput, verdict: BuildVerdict) -> String {
    let is_noise = |line: &str| system.noise.as_ref().is_some_and(|it| it.is_match(line));
    let output = if verdict == BuildVerdict::Ok {
        ""
    } else {
        said.output.as_str()
    };
    let lines = said.diagnostics.lines().chain(output.lines());
    lines
        .filter(|line| !is_noise(line))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Makes sure that it is the files which are wrong: behind a compiler's walls, the tool must say its version, here and now.
fn check_tool(compiler: &mut Compiler<'_>) -> Result<(), BuildError> {
    let Some((tool, arguments)) = compiler.settings.toolchain.version.split_first() else {
        return Ok(());
    };
    let has_waited = std::mem::take(&mut compiler.has_waited);
    let said = compiler.run(tool, arguments.to_vec())?;
    compiler.has_waited = has_waited;
    match said.is_success() {
        true => Ok(()),
        false if said.reports_missing_resources() => Err(BuildError::Missing(tool.clone())),
        false => Err(BuildError::BuildSystem(tool.clone())),
    }
}

/// A step of ours, which must succeed.
fn run_step(
    action: &'static str,
    script: &str,
    arguments: &[String],
    compiler: &mut Compiler<'_>,
) -> Result<(), BuildError> {
    let said = run_shell(script, arguments, compiler)?;
    if said.is_success() {
        Ok(())
    } else {
        Err(step_error(action, said, compiler))
    }
}

fn step_error(action: &'static str, said: CompilerOutput, compiler: &Compiler<'_>) -> BuildError {
    let tool = compiler.settings.toolchain.name.clone();
    let trouble = said.diagnostics;
    BuildError::Copy {
        action,
        tool,
        reason: trouble,
    }
}

/// A few lines of ours, run by the system's shell in the folder with the sources, without a word in the log: nobody builds so at
/// home.
fn run_shell(
    script: &str,
    arguments: &[String],
    compiler: &mut Compiler<'_>,
) -> Result<CompilerOutput, BuildError> {
    let words = ["-c", script, "sh"].map(str::to_owned);
    let logged = compiler.log.len();
    let said = compiler.run("/bin/sh", [words.as_slice(), arguments].concat())?;
    compiler.log.truncate(logged);
    Ok(said)
}

#[cfg(test)]
mod tests {
    use super::describe_leftovers;

    #[test]
    fn what_a_build_left_is_told_without_what_was_handed_in() {
        let names = ["Makefile", "sum.cpp", "parts/adder.cpp"];
        assert_eq!(
            describe_leftovers("Makefile\nsum.cpp\nparts\n", ".", &names),
            ""
        );
        let made = describe_leftovers("Makefile\nmain\nmain.o\nparts\n", ".", &names);
        assert_eq!(made, "; it left `main`, `main.o`");
        assert_eq!(
            describe_leftovers("adder.cpp\nx\n", "parts", &names),
            "; it left `x`"
        );
        let many: String = (0..20).map(|number| format!("f{number}\n")).collect();
        assert!(describe_leftovers(&many, ".", &names).ends_with("`f7` and 12 more"));
    }
}
