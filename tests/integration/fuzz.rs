//! What fuzzing looks for, on its seeds and on two hundred random changes of them: `scripts/fuzz` looks longer.

#[path = "../../fuzz/src/lib.rs"]
#[expect(
    unreachable_pub,
    clippy::expect_used,
    reason = "a library of its own where it is fuzzed"
)]
mod library;

use std::path::Path;

use crate::support::gate_step;
use library::seeds::{self, TARGETS, Target};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// How many changed seeds each target is given.
const CHANGED: usize = 200;

fn target(name: &str) -> (Target, Vec<Vec<u8>>) {
    let target = *TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = seeds::of(&target, Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
    (target, seeds)
}

/// One random change of a seed.
#[derive(Debug, Clone)]
enum Change {
    /// These bytes are put in.
    Insert(Index, Vec<u8>),
    /// So many bytes are taken away.
    Remove(Index, usize),
    /// So many bytes stand there twice.
    Repeat(Index, usize),
    /// One byte is another.
    Replace(Index, u8),
}

fn change() -> impl Strategy<Value = Change> {
    let place = any::<Index>;
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..8),
        "[\\[\\]{}='\"#.,‹›é\\n\\r \\t0-9a-z-]{1,6}".prop_map(String::into_bytes),
    ];
    prop_oneof![
        (place(), bytes).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (place(), 1..40_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (place(), 1..400_usize).prop_map(|(at, length)| Change::Repeat(at, length)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Change::Replace(at, byte)),
    ]
}

fn changed(mut bytes: Vec<u8>, change: &Change) -> Vec<u8> {
    let end = bytes.len();
    match change {
        Change::Insert(at, new) => {
            let at = at.index(end + 1);
            bytes.splice(at..at, new.iter().copied());
        }
        Change::Remove(at, length) => {
            let at = at.index(end + 1);
            bytes.drain(at..end.min(at + length));
        }
        Change::Repeat(at, length) => {
            let at = at.index(end + 1);
            let again = bytes[at..end.min(at + length)].to_vec();
            bytes.splice(at..at, again);
        }
        Change::Replace(at, byte) if end > 0 => bytes[at.index(end)] = *byte,
        Change::Replace(..) => {}
    }
    bytes
}

fn holds_for_seeds_and_for_changes_of_them(name: &str) {
    let (target, seeds) = target(name);
    seeds.iter().for_each(|seed| (target.body)(seed));
    let changes = prop::collection::vec(change(), 1..6);
    let input = (prop::sample::select(seeds), changes)
        .prop_map(|(seed, changes)| changes.iter().fold(seed, changed));
    let config = ProptestConfig {
        cases: u32::try_from(CHANGED / gate_step(2)).unwrap(),
        failure_persistence: None,
        ..Default::default()
    };
    let body = |bytes: Vec<u8>| {
        (target.body)(&bytes);
        Ok(())
    };
    TestRunner::new(config).run(&input, body).unwrap();
}

#[test]
fn any_rubric_is_a_course_or_mistakes_at_places_that_it_has() {
    holds_for_seeds_and_for_changes_of_them("rubric");
}

#[test]
fn any_case_is_read_or_has_mistakes_at_places_that_it_has() {
    holds_for_seeds_and_for_changes_of_them("case");
}

#[test]
fn any_transcript_is_written_as_it_was_read() {
    holds_for_seeds_and_for_changes_of_them("transcript");
}

#[test]
fn any_two_transcripts_are_compared_and_equal_ones_accepted() {
    holds_for_seeds_and_for_changes_of_them("comparison");
}
