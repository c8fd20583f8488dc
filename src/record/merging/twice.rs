//! A submission that was graded in two pieces: which of its records counts.

use std::io;

use super::super::file::RecordPlace;
use super::error::MergeError;
use super::opened::OpenedPiece;
use crate::model::{Grade, Observation, Usage};

/// A record of a piece.
pub(super) type Found<'p> = (&'p OpenedPiece, &'p RecordPlace);

/// The one of two records of a submission that counts: what was graded rather than what was not, and of equal ones the first.
pub(super) fn better<'p>(one: Found<'p>, other: Found<'p>) -> Result<Found<'p>, MergeError> {
    let (grade, other_grade) = (read(one)?, read(other)?);
    match (grade.is_ungraded(), other_grade.is_ungraded()) {
        (false, true) | (true, true) => return Ok(one),
        (true, false) => return Ok(other),
        (false, false) => {}
    }
    let outcome = |grade: &Grade, (piece, _): Found<'_>| {
        let Grade { points, max_points, .. } = grade;
        format!("{points} of {max_points} points in {}", piece.folder.display())
    };
    let outcomes = format!("{}, {}", outcome(&grade, one), outcome(&other_grade, other));
    let as_bytes = |grade: Grade| postcard::to_stdvec(&without_measures(grade)).ok();
    if as_bytes(grade) == as_bytes(other_grade) {
        return Ok(one);
    }
    Err(MergeError::Unequal { name: one.1.name(), outcomes })
}

fn read((piece, place): Found<'_>) -> Result<Grade, MergeError> {
    let file = piece.file().and_then(|file| file.grade(place));
    file.map_err(|source| MergeError::Disk { path: piece.folder.clone(), source })
}

/// The grade without what was measured, which is never the same twice.
fn without_measures(mut grade: Grade) -> Grade {
    let forget = |seen: &mut Observation| seen.usage = Usage::default();
    for case in &mut grade.cases {
        // Who runs out of time while looking for one finds another, or none; the grade is the same.
        case.shortest = None;
        case.observation.iter_mut().for_each(forget);
        case.other_games.iter_mut().for_each(|(_, game)| forget(&mut game.observation));
        case.tests.iter_mut().filter_map(|test| test.observation.as_mut()).for_each(forget);
        case.calls.iter_mut().filter_map(|call| call.observation.as_mut()).for_each(forget);
    }
    grade
}

/// The bytes of a record.
pub(super) fn bytes((piece, place): Found<'_>) -> io::Result<Vec<u8>> {
    piece.file()?.bytes(place)
}
