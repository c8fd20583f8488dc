//! `grader package gradescope`: the zip that Gradescope takes as an autograder: this grader, the course, and two scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::arguments::{CliArgs, PackageArgs, PackagePlatform};
use super::failure::CliFailure;
use super::setup::{check_assignment_ids, load_course};
use super::summary::print_remark;
use model::{Course, GameRegistry};

use lms::upload;
use support::file_writing;
use support::printable::to_printable;

/// A course is not larger; who packs more has named the wrong folder.
const MOST: u64 = 256 << 20;

const SETUP: &str = include_str!("package/setup.sh");
const RUN: &str = include_str!("package/run_autograder");

/// Packs what grades one assignment of the course.
pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &PackageArgs,
) -> Result<ExitCode, CliFailure> {
    let PackagePlatform::Gradescope = asked.platform;
    let course = load_course(arguments, games)?;
    check_assignment_ids(&course, std::slice::from_ref(&asked.assignment))?;
    let own = std::env::current_exe().map_err(CliFailure::internal_error)?;
    let grader = asked.grader.as_deref().unwrap_or(&own);
    let out = &asked.out;
    let failed = |error: anyhow::Error| {
        let what = format!("cannot pack the autograder into {}", out.display());
        CliFailure::internal_error(error.context(what))
    };
    let files = collect_packed_files(&course, &asked.include)?;
    let written = file_writing::write_file_with(out, |file| write_zip(file, &files, asked, grader));
    written.map_err(failed)?;
    print_remark(&format!(
        "{} has the grader, two scripts and {} files of the course; upload it as the autograder of the assignment",
        out.display(),
        files.len()
    ));
    let rest = list_left_out(&course.folder(), &files, out).map_err(CliFailure::internal_error)?;
    if !rest.is_empty() {
        print_remark(&format!(
            "left out, because neither the rubric nor a case names it: {}; `--include PATH` packs a file or folder that \
             a checker needs besides",
            rest.join(", ")
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn write_zip(
    file: &mut File,
    files: &[PackedFile],
    asked: &PackageArgs,
    grader: &Path,
) -> anyhow::Result<()> {
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let script = SimpleFileOptions::default().unix_permissions(0o755);
    zip.start_file("setup.sh", script)?;
    zip.write_all(SETUP.as_bytes())?;
    zip.start_file("run_autograder", script)?;
    zip.write_all(RUN.replace("@ASSIGNMENT@", &asked.assignment).as_bytes())?;
    zip.start_file("grader", script)?;
    io::copy(&mut File::open(grader)?, &mut zip)?;
    for (path, name) in files {
        zip.start_file(format!("course/{name}"), SimpleFileOptions::default())?;
        io::copy(&mut File::open(path)?, &mut zip)?;
    }
    Ok(zip.finish()?.flush()?)
}

/// A file to pack, and its path below the course's folder.
type PackedFile = (PathBuf, String);

/// The files that the course needs, and those that the user includes, sorted by their paths in the course.
fn collect_packed_files(
    course: &Course,
    include: &[PathBuf],
) -> Result<Vec<PackedFile>, CliFailure> {
    let folder = course
        .folder()
        .canonicalize()
        .map_err(CliFailure::internal_error)?;
    let mut all = grading::course_files(course).map_err(CliFailure::internal_error)?;
    for path in include {
        if !path.exists() {
            return Err(CliFailure::usage_error(IncludeError::Missing(path.clone())));
        }
        let included = grading::files_below(path).map_err(CliFailure::internal_error)?;
        for file in &included {
            if let Some(kind) = private_kind(file, &folder).map_err(CliFailure::internal_error)? {
                return Err(CliFailure::usage_error(IncludeError::Private(
                    file.clone(),
                    kind,
                )));
            }
        }
        all.extend(included);
    }
    let mut files: BTreeMap<String, PathBuf> = BTreeMap::new();
    let mut bytes = 0;
    for path in all {
        let real = path.canonicalize().map_err(CliFailure::internal_error)?;
        let Ok(below) = real.strip_prefix(&folder) else {
            return Err(CliFailure::usage_error(IncludeError::Outside(
                path,
                course.folder(),
            )));
        };
        bytes += fs::metadata(&real)
            .map_err(CliFailure::internal_error)?
            .len();
        if bytes > MOST {
            return Err(CliFailure::usage_error(IncludeError::TooLarge(
                course.folder(),
            )));
        }
        files.insert(below.to_string_lossy().into_owned(), real.clone());
    }
    Ok(files.into_iter().map(|(name, path)| (path, name)).collect())
}

/// Why files cannot be packed.
#[derive(Debug, thiserror::Error)]
enum IncludeError {
    #[error("`--include {}` names nothing; give a file or folder of the course", .0.display())]
    Missing(PathBuf),
    #[error(
        "`{}` is outside of the folder `{}`, so the autograder would not find it; move it into the course", .0.display(), .1.display()
    )]
    Outside(PathBuf, PathBuf),
    #[error(
        "`{}` holds {}, which is not for Gradescope, where students' programs run; include only what a checker needs", .0.display(), .1
    )]
    Private(PathBuf, &'static str),
    #[error("the files that `{}` needs have more than {} MiB", .0.display(), MOST >> 20)]
    TooLarge(PathBuf),
}

/// What a file says about students, if it does; by its name, its folder, or as a file of grades of a learning-management system.
fn private_kind(file: &Path, course_folder: &Path) -> io::Result<Option<&'static str>> {
    let real = file.canonicalize()?;
    let name = real
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let below = real.strip_prefix(course_folder).unwrap_or(&real);
    let is_report = real
        .ancestors()
        .skip(1)
        .take_while(|folder| folder.starts_with(course_folder))
        .any(|folder| folder.join(".grader").is_dir());
    Ok(match name.as_str() {
        "roster.csv" => Some("the list of students"),
        "overrides.toml" => Some("corrections of grades"),
        "worksheet.csv" | "grades.csv" | "results.json" => Some("grades"),
        _ if is_report => Some("reports of students"),
        _ if below.starts_with("submissions") => Some("programs of students"),
        _ if name.ends_with(".csv") => {
            // A file that is wrong as a file of grades is one, too.
            let roster =
                upload::read_file(&real).and_then(|bytes| upload::read_roster(&real, &bytes));
            (!matches!(roster, Ok(None))).then_some("grades")
        }
        _ => None,
    })
}

/// What else is in the course's folder, hidden files aside: files at its top by name, folders with the number of their files.
fn list_left_out(folder: &Path, packed: &[PackedFile], out: &Path) -> io::Result<Vec<String>> {
    let folder = folder.canonicalize()?;
    let packed: BTreeSet<&Path> = packed.iter().map(|(path, _)| path.as_path()).collect();
    let out = out.canonicalize().ok();
    let mut counts: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for path in grading::files_below(&folder)? {
        if packed.contains(path.as_path()) || out.as_ref() == Some(&path) {
            continue;
        }
        let below = path.strip_prefix(&folder).unwrap_or(&path);
        let top = below
            .components()
            .next()
            .map(|part| PathBuf::from(part.as_os_str()));
        *counts.entry(top.unwrap_or_default()).or_default() += 1;
    }
    let is_folder = |name: &Path| folder.join(name).is_dir();
    let named = counts
        .into_iter()
        .map(|(name, count)| match is_folder(&name) {
            true if count == 1 => format!("`{}/` (1 file)", to_printable(&name)),
            true => format!("`{}/` ({count} files)", to_printable(&name)),
            false => format!("`{}`", to_printable(&name)),
        });
    Ok(named.collect())
}
