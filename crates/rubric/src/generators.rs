//! `generators`: commands that make inputs, of which `grader regenerate` writes files that people review.

use std::path::Path;

use super::config_file::{ConfigFile, DiagnosticCollector};
use super::diagnostic::DiagnosticList;
use super::paths;
use super::raw;
use super::spanned::SpannedTable;
use model::InputGenerator;

/// What stands for the seed in a command and in a case's name.
const SEED: &str = "{seed}";

/// More inputs than these nobody reviews.
const MOST: usize = 1000;

/// The generators of these assignments of a rubric, or of all if none is named. Nothing else of it is looked at: the cases that they make may
/// be missing.
///
/// # Errors
///
/// If the rubric cannot be read, or a generator has a mistake.
pub fn load_generators(
    rubric: &Path,
    assignments: &[String],
) -> Result<Vec<InputGenerator>, DiagnosticList> {
    let diagnostics = DiagnosticCollector::default();
    let read = ConfigFile::read(rubric, &diagnostics).and_then(|config| {
        let typed = config.parse::<raw::RawRubric>()?;
        let mut all = Vec::new();
        let is_meant = |id: &String| assignments.is_empty() || assignments.contains(id);
        for (id, SpannedTable { body, .. }) in &typed.assignments {
            if !is_meant(id.get_ref()) {
                continue;
            }
            if let Some(folder) = parse_testcases_folder(&config, id.get_ref(), body) {
                all.extend(parse_generators(&config, &folder, &body.generators));
            }
        }
        Some(all)
    });
    diagnostics.into_result(rubric, read)
}

/// Where an assignment's cases are.
pub(super) fn parse_testcases_folder(
    config: &ConfigFile<'_>,
    id: &str,
    body: &raw::RawAssignment,
) -> Option<std::path::PathBuf> {
    match &body.testcases {
        Some(typed) => paths::parse_folder(config, typed),
        None => Some(config.folder().join("testcases").join(id)),
    }
}

/// An assignment's generators, one for each file. Each file must be there: what was reviewed is what grades.
pub(super) fn parse_generators_with_files(
    config: &ConfigFile<'_>,
    folder: &Path,
    typed: &[SpannedTable<raw::RawGenerator>],
) -> Vec<InputGenerator> {
    let all = parse_generators(config, folder, typed);
    for table in typed {
        let missing = all
            .iter()
            .find(|one| one.at == table.at.start && !one.file.exists());
        if let Some(InputGenerator { file, .. }) = missing {
            let text = format!(
                "`{}` is missing: `grader regenerate` makes it, and then it is there to be reviewed",
                file.display()
            );
            config.report(&table.at, text);
        }
    }
    all
}

fn parse_generators(
    config: &ConfigFile<'_>,
    folder: &Path,
    typed: &[SpannedTable<raw::RawGenerator>],
) -> Vec<InputGenerator> {
    let mut all: Vec<InputGenerator> = Vec::new();
    for SpannedTable { at, body } in typed {
        let raw::RawGenerator {
            command,
            case,
            seeds,
        } = body;
        let (Some(command), Some(case)) = (command, case) else {
            let text = "a generator needs a `command` and the `case` that it makes, such as \
                        `{ command = [\"python3\", \"numbers.py\", \"{seed}\"], case = \"random-{seed}\", seeds = [1, 2] }`";
            config.report(at, text);
            continue;
        };
        if command.get_ref().is_empty() {
            config.report(
                &command.span(),
                "`command` is empty: expected a program and its words",
            );
            continue;
        }
        let seeds = seeds
            .as_ref()
            .map_or(&[0][..], |it| it.get_ref().as_slice());
        if seeds.is_empty() || seeds.len() > MOST {
            config.report(
                at,
                format!("found {} `seeds`, expected 1 to {MOST}", seeds.len()),
            );
            continue;
        }
        let name = case.get_ref();
        if seeds.len() > 1 && !name.contains(SEED) {
            let text = format!(
                "found `{name}`, expected a name with `{SEED}` in it: each seed makes a case of its own"
            );
            config.report(&case.span(), text);
            continue;
        }
        for seed in seeds {
            let with_seed = |text: &str| text.replace(SEED, &seed.to_string());
            let name = with_seed(name);
            if !super::case_files::is_case_id(&name) {
                let wanted = "expected letters, digits, `.`, `_` or `-`, a letter or digit first";
                config.report(&case.span(), format!("found the case `{name}`, {wanted}"));
                break;
            }
            let file = folder.join(format!("{name}.in"));
            if all.iter().any(|one| one.file == file) {
                config.report(&case.span(), format!("the case `{name}` is made twice"));
                break;
            }
            let words = command
                .get_ref()
                .iter()
                .map(|word| with_seed(word.get_ref()))
                .collect();
            all.push(InputGenerator {
                words,
                file,
                at: at.start,
            });
        }
    }
    all
}
