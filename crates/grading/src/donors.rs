//! Right programs for an assignment, from which changes of a wrong one may be taken: the solution, calibration programs with full marks,
//! and what the user names.

use std::io;
use std::path::PathBuf;

use model::{
    Assignment, BuildMethod, CalibrationProgram, DonorProgram, ReferenceSolution, SourceFile,
};

/// How many programs are read, and how much of each file.
const MOST_DONORS: usize = 24;
const LONGEST: u64 = 64 << 10;

/// The files of an assignment's donors; none where no change is looked for.
pub(super) fn donor_files(assignment: &Assignment) -> Vec<Vec<SourceFile>> {
    let is_compiled = matches!(assignment.toolchain.build, BuildMethod::Compiler(_));
    if assignment.repair_budget.is_zero() || !is_compiled {
        return Vec::new();
    }
    let of_course = |files: &[PathBuf]| {
        let files = files.iter().cloned();
        files.map(SourceFile::from_path).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    if let ReferenceSolution::Sources(files) = &assignment.reference {
        all.push(of_course(files));
    }
    let has_full_marks = |one: &&CalibrationProgram| one.points == Some(assignment.max_points());
    let calibrations = assignment.calibrations.iter().filter(has_full_marks);
    all.extend(calibrations.map(|one| of_course(&one.sources)));
    all.extend(assignment.donors.iter().cloned());
    for files in &mut all {
        files.retain(|file| !file.is_header() && !file.is_provided);
    }
    all.retain(|files| !files.is_empty());
    all.truncate(MOST_DONORS);
    all
}

/// The programs themselves. What cannot be read is left out.
pub(super) fn read_donors(assignment: &Assignment) -> Vec<DonorProgram> {
    let programs = donor_files(assignment).into_iter().map(|files| {
        let texts = files.iter().filter_map(|file| read_donor_file(file).ok()?);
        DonorProgram {
            texts: texts
                .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
                .collect(),
        }
    });
    programs.collect()
}

/// A file of a donor; none if it is too long.
///
/// # Errors
///
/// If it cannot be read.
pub(super) fn read_donor_file(file: &SourceFile) -> io::Result<Option<Vec<u8>>> {
    toolchain::read_source(file, LONGEST)
}
