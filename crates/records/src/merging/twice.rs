//! A submission that was graded in two pieces: which of its records counts.

use std::io;

use super::super::file::RecordPlace;
use super::error::MergeError;
use super::opened::OpenedShard;
use model::{Grade, Observation, ResourceUsage};

/// A record of a piece.
pub(super) type ShardRecord<'p> = (&'p OpenedShard, &'p RecordPlace);

/// The one of two records of a submission that counts: what was graded rather than what was not, and of equal ones the first.
pub(super) fn choose_record<'p>(
    one: ShardRecord<'p>,
    other: ShardRecord<'p>,
) -> Result<ShardRecord<'p>, MergeError> {
    let grade = read_grade(one)?;
    let other_grade = read_grade(other)?;
    match (grade.is_ungraded(), other_grade.is_ungraded()) {
        (false, true) | (true, true) => return Ok(one),
        (true, false) => return Ok(other),
        (false, false) => {}
    }
    let outcome = |grade: &Grade, (piece, _): ShardRecord<'_>| {
        let Grade {
            points, max_points, ..
        } = grade;
        format!(
            "{points} of {max_points} points in {}",
            piece.folder.display()
        )
    };
    let outcomes = format!("{}, {}", outcome(&grade, one), outcome(&other_grade, other));
    let as_bytes = |grade: Grade| postcard::to_stdvec(&strip_measurements(grade)).ok();
    if as_bytes(grade) == as_bytes(other_grade) {
        return Ok(one);
    }
    Err(MergeError::Unequal {
        name: one.1.name(),
        outcomes,
    })
}

fn read_grade((piece, place): ShardRecord<'_>) -> Result<Grade, MergeError> {
    let file = piece.open_file().and_then(|file| file.read_grade(place));
    file.map_err(|source| MergeError::Disk {
        path: piece.folder.clone(),
        source,
    })
}

/// The grade without what was measured, which is never the same twice.
fn strip_measurements(mut grade: Grade) -> Grade {
    let forget = |seen: &mut Observation| seen.usage = ResourceUsage::default();
    for case in &mut grade.cases {
        // Who runs out of time while looking for one finds another, or none; the grade is the same.
        case.shortest = None;
        case.observation.iter_mut().for_each(forget);
        case.other_games
            .iter_mut()
            .for_each(|(_, game)| forget(&mut game.observation));
        case.tests
            .iter_mut()
            .filter_map(|test| test.observation.as_mut())
            .for_each(forget);
        case.calls
            .iter_mut()
            .filter_map(|call| call.observation.as_mut())
            .for_each(forget);
    }
    grade
}

/// The bytes of a record.
pub(super) fn read_record((piece, place): ShardRecord<'_>) -> io::Result<Vec<u8>> {
    piece.open_file()?.read_record(place)
}
