//! Programs of a package that judge or make cases: their files, and how they are compiled.

use super::super::document::DocumentNode;
use super::super::error::ImportError;
use super::super::notes::{format_place, quote_word};
use super::super::package::ImportPackage;
use super::super::plan::ImportPlan;
use super::super::programs::{self, file_name};
use super::settings::FILE;

/// The files that a package names for a program.
pub(super) struct JudgeProgram<'n> {
    /// The first source, or the first file if none is a source.
    pub(super) main: &'n str,
    files: Vec<&'n str>,
}

impl<'n> JudgeProgram<'n> {
    /// A program by the list of its files; none if no file is named.
    pub(super) fn from_files(node: Option<&'n DocumentNode>) -> Option<JudgeProgram<'n>> {
        let files = node.map(DocumentNode::items).unwrap_or_default();
        let files: Vec<&str> = files.iter().filter_map(DocumentNode::as_text).collect();
        let source = files.iter().find(|file| programs::is_source(file));
        let main = source.or(files.first()).copied()?;
        Some(JudgeProgram { main, files })
    }

    /// Adds the program to the course, with testlib if the package has it, compiled with these flags for this language. Returns the
    /// words that start it.
    pub(super) fn add_to_plan(
        &self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
        flags: Option<&DocumentNode>,
        language: Option<&DocumentNode>,
    ) -> Result<Vec<String>, ImportError> {
        let flags = compiler_flags(flags, language);
        let words = programs::add_judge_program(package, plan, self.main, &flags)?;
        let others = self.files.iter().copied().filter(|file| *file != self.main);
        let testlib = package.has_file("testlib.h").then_some("testlib.h");
        for other in others.chain(testlib) {
            programs::add_judge_file(package, plan, self.main, other)?;
        }
        Ok(words)
    }
}

/// Where a program finds its files among its arguments here, by the name of each in `args_format_string`.
pub(super) const CHECKER_PLACES: [(&str, usize); 3] =
    [("input_file", 1), ("output_file", 2), ("answer_file", 3)];

/// The same for an interactor that is asked as DMOJ asks it.
pub(super) const INTERACTOR_PLACES: [(&str, usize); 2] = [("input_file", 1), ("answer_file", 2)];

/// The words that start a program with its arguments as `args_format_string` on this line has them. If the format is not known, that
/// is noted, and the words stay.
pub(super) fn rearrange_arguments(
    plan: &mut ImportPlan,
    words: Vec<String>,
    format: &str,
    line: usize,
    places: &[(&str, usize)],
) -> Vec<String> {
    match add_argument_script(plan, &words, format, places) {
        Ok(script) => script,
        Err(why) => {
            let text = format!("`args_format_string`: {why}");
            plan.notes.add_dropped(format_place(FILE, line), text);
            words
        }
    }
}

/// Starts the program of these words with arguments in another order, by a shell script of ours. The error is a part of the format
/// that is not known.
fn add_argument_script(
    plan: &mut ImportPlan,
    words: &[String],
    format: &str,
    places: &[(&str, usize)],
) -> Result<Vec<String>, String> {
    let format = shlex::split(format).ok_or("its quotes do not end")?;
    let mut command = "exec".to_owned();
    for word in words {
        command += &format!(" {}", quote_for_shell(word)?);
    }
    for word in &format {
        command += &format!(" {}", fill_places(word, places)?);
    }
    let name = words.last().map_or("", |word| file_name(word));
    let script = format!("checkers/{}/{name}.sh", plan.id);
    let text = format!(
        "# Starts the program with its arguments in the order of `args_format_string`.\n{command}\n"
    );
    plan.files.insert(script.clone(), text.into_bytes());
    Ok(vec!["sh".to_owned(), script])
}

fn quote_for_shell(word: &str) -> Result<String, String> {
    let quoted = shlex::try_quote(word).map_err(|_| "a word with a zero byte".to_owned())?;
    Ok(quoted.into_owned())
}

/// A word of the format for the shell, with `{input_file}` as `"$1"`.
fn fill_places(word: &str, places: &[(&str, usize)]) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or("a `{` without a `}`")?;
        let known = places.iter().find(|(known, _)| *known == name);
        let (_, place) =
            known.ok_or_else(|| format!("{} is not given to programs here", quote_word(name)))?;
        if !before.is_empty() {
            filled += &quote_for_shell(before)?;
        }
        filled += &format!("\"${place}\"");
        rest = after;
    }
    if !rest.is_empty() || filled.is_empty() {
        filled += &quote_for_shell(rest)?;
    }
    Ok(filled)
}

/// The flags with which a program of the package is compiled.
fn compiler_flags(flags: Option<&DocumentNode>, language: Option<&DocumentNode>) -> Vec<String> {
    let mut flags = flags.map(DocumentNode::to_words).unwrap_or_default();
    let language = language.and_then(DocumentNode::as_text).unwrap_or_default();
    let years = ["11", "14", "17", "20", "23"];
    if let Some(year) = language.strip_prefix("CPP").filter(|it| years.contains(it)) {
        flags.push(format!("-std=c++{year}"));
    }
    flags
}
