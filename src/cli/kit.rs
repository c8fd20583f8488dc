//! `grader kit`: what students may have of an assignment, packed into one file, with which `grader try` checks a program. The same
//! file finds and opens it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::arguments::CliArgs;
use super::failure::{self, CliFailure};
use super::setup::{
    check_assignment_ids, configure_build, install_interrupt, load_course, open_cache,
    prepare_sandbox,
};
use super::shared_arguments::KitArgs;
use grading::{CaseKind, RunCache, Session};
use lms::archive::{self, ArchiveFormat, UnpackBounds};
use model::{Assignment, Course, GameRegistry, ReferenceSolution, TestCase, Toolchain};
use rubric::{KitAnswer, KitCourse, KitError};
use sandbox::Interrupt;
use support::file_writing;
use support::ownership::belongs_to_user;
use tempfile::TempDir;

/// How the name of a kit ends.
pub(super) const ENDING: &str = "kit";

/// The version of the format, as the manifest says it.
const SCHEMA: &str = "grader/kit/v1";

/// The file that says what a kit is.
const MANIFEST: &str = "kit.toml";

/// What the content of a kit may cost.
const BOUNDS: UnpackBounds = UnpackBounds {
    entries: 10_000,
    file: 64 << 20,
    all: 256 << 20,
    time: Duration::from_secs(300),
    hidden: false,
    person_levels: 0,
    skips_long_paths: false,
};

/// What a kit says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KitManifest {
    schema: String,
    /// The assignment.
    pub(super) assignment: String,
    /// How many cases are not in the kit.
    pub(super) hidden_cases: usize,
    /// Whether students see points.
    pub(super) points: bool,
}

/// Packs an assignment for its students.
pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &KitArgs,
) -> Result<ExitCode, CliFailure> {
    let course = load_course(arguments, games)?;
    check_assignment_ids(&course, std::slice::from_ref(&asked.assignment))?;
    let interrupt = install_interrupt()?;
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?;
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let session = configure_build(arguments, Session::new(&sandbox, &interrupt), &cache);
    let course = course.with_assignments(std::slice::from_ref(&asked.assignment));
    let [assignment] = course.assignments.as_slice() else {
        return Err(CliFailure::internal_error(anyhow::anyhow!(
            "the assignment is gone"
        )));
    };
    let cases = grading::prepare_cases(assignment, &course.folder(), session)?;
    let answers: Vec<KitAnswer> = cases.iter().map(|case| to_kit_answer(&case.kind)).collect();
    let mut kit = rubric::pack_kit_course(&course, assignment, &answers, asked.points)?;
    add_text(&mut kit, &course, assignment, asked.text.as_deref())?;
    let manifest = KitManifest {
        schema: SCHEMA.to_owned(),
        assignment: assignment.id.clone(),
        hidden_cases: kit.hidden_cases,
        points: asked.points,
    };
    let manifest = toml::to_string(&manifest).map_err(CliFailure::internal_error)?;
    kit.files.insert(MANIFEST.to_owned(), manifest.into_bytes());
    let usual = PathBuf::from(format!("{}.{ENDING}", assignment.id));
    let out = asked.out.as_deref().unwrap_or(&usual);
    let written: anyhow::Result<()> = file_writing::write_course_file_with(out, |file| {
        write_zip(file, &kit)?;
        ensure_usable(file, games, &interrupt)
    });
    written.map_err(|error| {
        let what = format!("cannot pack the kit into {}", out.display());
        CliFailure::internal_error(error.context(what))
    })?;
    failure::finish_printing(print_kit(&kit, out, &mut anstream::stdout().lock()))
}

fn to_kit_answer(kind: &CaseKind) -> KitAnswer {
    match kind {
        CaseKind::Calls(_, effects) => KitAnswer {
            effects: effects.clone(),
            ..KitAnswer::default()
        },
        CaseKind::UnitTests(_, names) => KitAnswer {
            tests: names.clone(),
            ..KitAnswer::default()
        },
        CaseKind::Script
        | CaseKind::WholeInput(_)
        | CaseKind::Interactive(_)
        | CaseKind::Repeated => KitAnswer::default(),
    }
}

/// Adds the assignment's text: the file that was named, or `ID.md` beside the rubric if there is one.
fn add_text(
    kit: &mut KitCourse,
    course: &Course,
    assignment: &Assignment,
    named: Option<&Path>,
) -> Result<(), CliFailure> {
    let usual = course.folder().join(format!("{}.md", assignment.id));
    let file = match named {
        Some(file) => file,
        None if usual.is_file() => &usual,
        None => return Ok(()),
    };
    let text = fs::read(file).map_err(|error| {
        let what = format!("cannot read the assignment's text `{}`", file.display());
        CliFailure::usage_error(anyhow::Error::from(error).context(what))
    })?;
    let ending = file.extension().unwrap_or_default().to_string_lossy();
    let name = format!("assignment.{ending}");
    kit.files
        .insert(name.trim_end_matches('.').to_owned(), text);
    Ok(())
}

/// Makes sure that students can use the kit, before it is in its place.
fn ensure_usable(
    file: &mut File,
    games: &GameRegistry,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    file.rewind()?;
    let kit = OpenedKit::unpack(file.try_clone()?, tempfile::tempdir()?, interrupt)?;
    rubric::load_course(&kit.rubric(), games).map(drop).context(
        "the rubric has something that a kit cannot hold; please report it with these lines",
    )
}

fn write_zip(file: &mut File, kit: &KitCourse) -> anyhow::Result<()> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    for (path, content) in &kit.files {
        zip.start_file(path.as_str(), SimpleFileOptions::default())?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.flush()?)
}

fn print_kit(kit: &KitCourse, out: &Path, stdout: &mut dyn Write) -> io::Result<()> {
    writeln!(
        stdout,
        "{}: {} of {} cases; students check their programs with `grader try`",
        out.display(),
        kit.shown_cases,
        kit.shown_cases + kit.hidden_cases
    )?;
    for path in kit.files.keys() {
        writeln!(stdout, "  {path}")?;
    }
    for sentence in &kit.left_out {
        writeln!(stdout, "{sentence}")?;
    }
    Ok(())
}

/// A kit in a folder of its own, which goes with the value.
pub(super) struct OpenedKit {
    pub(super) manifest: KitManifest,
    folder: TempDir,
}

impl OpenedKit {
    /// Opens the kit at `path`.
    pub(super) fn open(path: &Path, interrupt: &Interrupt) -> Result<OpenedKit, CliFailure> {
        let folder = tempfile::tempdir().map_err(CliFailure::internal_error)?;
        let opened = File::open(path).map_err(anyhow::Error::from);
        opened
            .and_then(|file| OpenedKit::unpack(file, folder, interrupt))
            .map_err(|error| {
                let what = format!(
                    "`{}` cannot be opened as a kit; get the file again from your instructor",
                    path.display()
                );
                CliFailure::usage_error(error.context(what))
            })
    }

    fn unpack(file: File, folder: TempDir, interrupt: &Interrupt) -> anyhow::Result<OpenedKit> {
        let stop = || interrupt.is_raised();
        archive::unpack_archive(file, ArchiveFormat::Zip, folder.path(), &BOUNDS, &stop)?;
        let text = fs::read_to_string(folder.path().join(MANIFEST))
            .map_err(|_| anyhow::anyhow!("it has no {MANIFEST}"))?;
        let manifest: KitManifest = toml::from_str(&text)?;
        anyhow::ensure!(
            manifest.schema == SCHEMA,
            "it has the format `{}`, and this version of the grader reads `{SCHEMA}`",
            manifest.schema
        );
        Ok(OpenedKit { manifest, folder })
    }

    fn rubric(&self) -> PathBuf {
        self.folder.path().join("rubric.toml")
    }

    /// The course in it. A command of the instructor's would run on the student's machine, and no kit has one. Where nothing confines
    /// what runs, commands of toolchains are refused as well.
    pub(super) fn load_course(
        &self,
        games: &GameRegistry,
        is_confined: bool,
    ) -> Result<Course, CliFailure> {
        let course = rubric::load_course(&self.rubric(), games).map_err(CliFailure::usage_error)?;
        if course.assignments.iter().any(starts_instructors_command) {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "this kit wants to run a command on your machine, which no kit of `grader kit` does; do not use it"
            )));
        }
        let with_commands = course
            .assignments
            .iter()
            .flat_map(Assignment::toolchains)
            .find(|one| !is_plain_compiler(one));
        if let Some(toolchain) = with_commands.filter(|_| !is_confined) {
            return Err(CliFailure::usage_error(anyhow::anyhow!(
                "this kit has commands for the toolchain `{}`, and this machine cannot confine them; `grader doctor` says what \
                 is missing",
                toolchain.name
            )));
        }
        Ok(course)
    }
}

/// Whether something in an assignment runs a command of its instructor's, beside its toolchains.
fn starts_instructors_command(assignment: &Assignment) -> bool {
    let has_checker = |(number, case): (usize, &TestCase)| {
        let own = std::iter::once(&case.comparison);
        let criteria = assignment.criterion_comparisons(number);
        own.chain(criteria.map(|(_, comparison)| comparison))
            .any(|comparison| comparison.checker.is_some())
    };
    matches!(assignment.reference, ReferenceSolution::Command(_))
        || !assignment.generators.is_empty()
        || assignment.cases.iter().enumerate().any(has_checker)
}

/// Whether a toolchain only starts a compiler of the system's, with the compiler's own arguments.
fn is_plain_compiler(toolchain: &Toolchain) -> bool {
    let is_system_command = |name: &str| !name.contains('/');
    let is_version = |compiler: &str| toolchain.version == [compiler, "--version"];
    toolchain.run.is_none()
        && toolchain
            .compiler_command()
            .is_some_and(|name| is_system_command(name) && is_version(name))
}

/// The kit that was named, or the only one in `folder` or in the nearest folder above it that has one.
pub(super) fn find_kit(named: Option<&Path>, folder: &Path) -> Result<PathBuf, CliFailure> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let start = std::path::absolute(folder).map_err(CliFailure::internal_error)?;
    for (height, folder) in start.ancestors().enumerate() {
        // In a folder that others can write to may be somebody else's kit.
        if height > 0 && !fs::metadata(folder).is_ok_and(|found| belongs_to_user(&found)) {
            break;
        }
        let mut kits = list_kits(folder);
        match (kits.pop(), kits.as_slice()) {
            (Some(kit), []) => return Ok(kit),
            (Some(last), others) => {
                let names: Vec<String> = others
                    .iter()
                    .chain([&last])
                    .map(|path| path.display().to_string())
                    .collect();
                return Err(CliFailure::usage_error(anyhow::anyhow!(
                    "several kits are here: {}; say which one with --kit FILE",
                    names.join(", ")
                )));
            }
            (None, _) => {}
        }
    }
    Err(CliFailure::usage_error(anyhow::anyhow!(
        "no kit (`*.{ENDING}`) in this folder or above it; get it from your instructor, or name it with --kit FILE"
    )))
}

/// The kits in a folder, sorted. A folder that cannot be listed has none.
fn list_kits(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut kits: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING) && path.is_file())
        .collect();
    kits.sort();
    kits
}

impl From<KitError> for CliFailure {
    fn from(error: KitError) -> CliFailure {
        match error {
            KitError::NoCases(_) | KitError::HandsInCases(_) => CliFailure::usage_error(error),
            KitError::Read { .. } | KitError::Changed(_) | KitError::Write(_) => {
                CliFailure::internal_error(error)
            }
        }
    }
}
