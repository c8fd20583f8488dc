//! `grader package gradescope`: the zip that Gradescope takes as an autograder: this grader, the course, and two scripts.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use walkdir::WalkDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::arguments::{Arguments, PackageArguments, Platform};
use super::failure::Failure;
use super::setup::{check_ids, course_of};
use super::summary::say;
use crate::model::{Course, Games};
use crate::whole_file;

/// What is never a part of a course, beside everything hidden.
const OTHERS: [&str; 4] = ["submissions", "reports", "pieces", "target"];

/// A course is not larger; who packs more has named the wrong folder.
const MOST: u64 = 256 << 20;

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
    let own = std::env::current_exe().map_err(Failure::internal_fault)?;
    let grader = asked.grader.as_deref().unwrap_or(&own);
    let out = &asked.out;
    let failed = |error: anyhow::Error| {
        let what = format!("cannot pack the autograder into {}", out.display());
        Failure::internal_fault(error.context(what))
    };
    let files = pack(&course, asked, grader).map_err(failed)?;
    say(&format!(
        "{} has the grader, two scripts and {files} files of the course; upload it as the autograder of the assignment",
        out.display()
    ));
    Ok(ExitCode::SUCCESS)
}

fn pack(course: &Course, asked: &PackageArguments, grader: &Path) -> anyhow::Result<usize> {
    let files = files(&course.folder(), &asked.out)?;
    whole_file::write_with(&asked.out, |file| write(file, &files, asked, grader))?;
    Ok(files.len())
}

fn write(
    file: &mut File,
    files: &[(PathBuf, String)],
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
        zip.start_file(format!("course/{name}"), SimpleFileOptions::default())?;
        io::copy(&mut File::open(path)?, &mut zip)?;
    }
    Ok(zip.finish()?.flush()?)
}

/// The files of a course with their names in it: all below the rubric's folder but what is hidden, handed in or made.
fn files(folder: &Path, out: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let is_part = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0
            || !(name.starts_with('.') || (entry.depth() == 1 && OTHERS.contains(&name.as_ref())))
    };
    let made = fs::canonicalize(out).ok();
    let (mut files, mut bytes) = (Vec::new(), 0);
    for entry in WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(is_part) {
        let entry = entry?;
        let is_made = made.is_some() && fs::canonicalize(entry.path()).ok() == made;
        if !entry.file_type().is_file() || is_made {
            continue;
        }
        bytes += entry.metadata()?.len();
        if bytes > MOST {
            anyhow::bail!("{} has more than {} MiB", folder.display(), MOST >> 20);
        }
        let name = entry.path().strip_prefix(folder)?.to_string_lossy().into_owned();
        files.push((entry.path().to_owned(), name));
    }
    Ok(files)
}
