//! `file-name`: the names of the files.

use globset::GlobBuilder;

use super::super::program::ParsedProgram;
use model::RuleFinding;

/// Names or globs that no file has.
pub(super) fn find_violations(
    rule: &'static str,
    program: &ParsedProgram,
    names: &[String],
) -> Vec<RuleFinding> {
    let Some(main) = program.main_file() else {
        return Vec::new();
    };
    let missing = names
        .iter()
        .filter(|name| !program.files.iter().any(|it| matches_name(&it.name, name)));
    missing
        .map(|name| main.finding_without_line(rule, file_name_sentence(name)))
        .collect()
}

fn file_name_sentence(name: &str) -> String {
    format!("The file should be called `{name}`.")
}

/// Whether a file has the name, wherever it lies. Large and small letters count.
fn matches_name(file: &str, name: &str) -> bool {
    let last = file.rsplit('/').next().unwrap_or(file);
    let glob = GlobBuilder::new(name).literal_separator(true).build();
    glob.map_or(last == name, |glob| {
        let glob = glob.compile_matcher();
        glob.is_match(last) || glob.is_match(file)
    })
}
