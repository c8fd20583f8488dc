//! `grader package gradescope`: the zip that Gradescope takes as an autograder: this grader, the course, and two scripts.
//!
//! Of the course's folder it takes what the rubric and the cases name. Everything else may be about students, so it is left out and listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

use walkdir::{DirEntry, WalkDir};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::arguments::{Arguments, PackageArguments, Platform};
use super::failure::Failure;
use super::overrides::overrides_file;
use super::setup::{check_ids, course_of};
use super::summary::say;
use crate::model::{Course, Games};
use crate::pipeline;
use crate::report;
use crate::whole_file;

/// A course is not larger; who packs more has named the wrong folder.
const MOST: u64 = 256 << 20;

/// So many files of one folder that are left out are listed by name.
const MOST_NAMES: usize = 3;

/// So many names are in one message.
const MOST_LISTED: usize = 40;

/// No more files than these are looked at to say what is left out.
const MOST_WALKED: usize = 200_000;

const SETUP: &str = include_str!("package/setup.sh");
const RUN: &str = include_str!("package/run_autograder");

/// Packs what grades one assignment of the course.
pub(super) fn run(
    arguments: &Arguments,
    games: &Games,
    asked: &PackageArguments,
) -> Result<ExitCode, Failure> {
    let Platform::Gradescope = asked.platform;
    let course = course_of(arguments, games)?;
    check_ids(&course, std::slice::from_ref(&asked.assignment))?;
    let files = chosen(&course, &asked.include)?;
    let own = std::env::current_exe().map_err(Failure::internal_fault)?;
    let grader = asked.grader.as_deref().unwrap_or(&own);
    let out = &asked.out;
    let failed = |error: anyhow::Error| {
        let what = format!("cannot pack the autograder into {}", out.display());
        Failure::internal_fault(error.context(what))
    };
    whole_file::write_with(out, |file| write(file, &files, asked, grader)).map_err(failed)?;
    say(&format!(
        "{} has the grader, two scripts and {} files of the course; upload it as the autograder of the assignment",
        out.display(),
        files.len()
    ));
    let others = left_out(&course.folder(), &files, out);
    if !others.is_empty() {
        say(&format!(
            "left out, because neither the rubric nor a case names it: {}; what a checker or a reference reads besides is packed with \
             --include PATH",
            report::lines(&others.join(", "))
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Files with their names in the course.
type Files = BTreeMap<PathBuf, String>;

/// The files to pack.
fn chosen(course: &Course, include: &[PathBuf]) -> Result<Files, Failure> {
    let folder = course.folder();
    let mut files = Files::new();
    for file in pipeline::files_of_course(course) {
        let Ok(below) = file.strip_prefix(&folder) else {
            // A program of the system, such as `/usr/bin/python3`.
            continue;
        };
        let name = name_inside(below).ok_or_else(|| {
            refusal(
                &file,
                "is outside of the course's folder, so it cannot be packed; move it there",
            )
        })?;
        files.insert(file.clone(), name);
    }
    for path in include {
        add_included(course, path, &mut files)?;
    }
    let mut bytes = 0;
    for file in files.keys() {
        bytes += file.metadata().map_err(Failure::internal_fault)?.len();
    }
    if bytes > MOST {
        let text = format!("has more than {} MiB to pack", MOST >> 20);
        return Err(refusal(&folder, &text));
    }
    Ok(files)
}

/// Adds a file or a folder that `--include` names.
fn add_included(course: &Course, path: &Path, files: &mut Files) -> Result<(), Failure> {
    let folder = course.folder();
    let Some(first) = name_inside(path).filter(|name| !name.is_empty()) else {
        return Err(refusal(
            path,
            "is no path below the course's folder: expected one such as `tools`",
        ));
    };
    let place = folder.join(first);
    if fs::symlink_metadata(&place).is_err() {
        return Err(refusal(path, "does not exist below the course's folder"));
    }
    let roster = course.roster.as_ref().map(|roster| roster.path.clone());
    let private = [roster, Some(overrides_file(&course.rubric))];
    for entry in WalkDir::new(&place).sort_by_file_name().into_iter().filter_entry(is_visible) {
        let entry = entry.map_err(Failure::internal_fault)?;
        let is_private = private.iter().flatten().any(|file| file == entry.path());
        if is_private || (entry.file_type().is_dir() && report::has_results(entry.path())) {
            return Err(refusal(entry.path(), "is about students, and is never packed"));
        }
        let name = entry.path().strip_prefix(&folder).ok().and_then(name_inside);
        if let Some(name) = name.filter(|_| entry.file_type().is_file()) {
            files.insert(entry.path().to_owned(), name);
        }
    }
    Ok(())
}

/// A path as it is written in an archive; none if it leads elsewhere.
fn name_inside(path: &Path) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(parts.join("/"))
}

fn refusal(path: &Path, text: &str) -> Failure {
    Failure::usage(anyhow::anyhow!("`{}` {text}", path.display()))
}

fn is_visible(entry: &DirEntry) -> bool {
    entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.')
}

/// What is in the course's folder and not packed, hidden files aside. Many files of one folder are counted.
fn left_out(folder: &Path, files: &Files, out: &Path) -> Vec<String> {
    let packed: BTreeSet<&str> = files.values().map(String::as_str).collect();
    let made = fs::canonicalize(out).ok();
    let mut names: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_visible);
    for entry in walk.take(MOST_WALKED).flatten() {
        let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let name = below.to_string_lossy().into_owned();
        let is_made = made.is_some() && fs::canonicalize(entry.path()).ok() == made;
        if entry.file_type().is_dir() || packed.contains(name.as_str()) || is_made {
            continue;
        }
        let top = name.split_once('/').map(|(top, _)| top.to_owned()).unwrap_or_default();
        names.entry(top).or_default().push(name);
    }
    let mut listed = Vec::new();
    for (top, names) in names {
        match names.len() {
            count if count > MOST_NAMES && !top.is_empty() => {
                listed.push(format!("{top}/ ({count} files)"));
            }
            _ => listed.extend(names),
        }
    }
    if let Some(more @ 1..) = listed.len().checked_sub(MOST_LISTED) {
        listed.truncate(MOST_LISTED);
        listed.push(format!("and {more} more"));
    }
    listed
}

fn write(
    file: &mut File,
    files: &Files,
    asked: &PackageArguments,
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
        zip.start_file(format!("course/{name}"), options_of(path)?)?;
        io::copy(&mut File::open(path)?, &mut zip)?;
    }
    Ok(zip.finish()?.flush()?)
}

/// A checker or a reference may be a script that is started by its name.
fn options_of(path: &Path) -> io::Result<SimpleFileOptions> {
    let is_executable = path.metadata()?.permissions().mode() & 0o111 != 0;
    Ok(SimpleFileOptions::default().unix_permissions(if is_executable { 0o755 } else { 0o644 }))
}
