//! Which programs have the same structure, and an order in which neighbours are alike: for a person who reads all of them.

use std::collections::BTreeMap;

use crate::canonical::codes_of;
use crate::codes::TokenCode;
use crate::program::ReadProgram;
use support::digest::{Digest, DigestBuilder};

/// With more structures the order is any: comparing all of them takes as many steps as there are pairs.
const MOST_ORDERED: usize = 1500;

/// The place of each program's structure in an order in which neighbours are alike. It is the same for programs that are token for
/// token the same, wherever their functions are. None for a program that was not read, or in which no function was found:
/// nothing is known of what such programs have in common.
pub fn order_structures(programs: &[ReadProgram]) -> Vec<Option<usize>> {
    let digests: Vec<Option<Digest>> = programs.iter().map(digest_structure).collect();
    // By digest, so that neither names nor the order of the programs matter.
    let mut structures: BTreeMap<Digest, &ReadProgram> = BTreeMap::new();
    for (digest, program) in digests.iter().zip(programs) {
        if let Some(digest) = digest {
            structures.entry(*digest).or_insert(program);
        }
    }
    let mut left: Vec<(Digest, &ReadProgram)> = structures.into_iter().collect();
    if left.len() <= MOST_ORDERED {
        left = chain_neighbours(left);
    }
    let places = left.into_iter().enumerate();
    let places: BTreeMap<Digest, usize> = places.map(|(at, (digest, _))| (digest, at)).collect();
    digests
        .iter()
        .map(|digest| places.get(digest.as_ref()?).copied())
        .collect()
}

fn digest_structure(program: &ReadProgram) -> Option<Digest> {
    if program.is_unread || program.token_count == 0 {
        return None;
    }
    let mut pieces: Vec<Vec<TokenCode>> = program.pieces.iter().map(|it| codes_of(it)).collect();
    pieces.sort_unstable();
    let mut digest = DigestBuilder::default();
    for piece in pieces {
        let bytes: Vec<u8> = piece.iter().flat_map(|code| code.to_le_bytes()).collect();
        digest = digest.with_piece(&bytes);
    }
    Some(digest.finish())
}

/// Begins with the longest program; the next is always the one that is most like the last.
fn chain_neighbours(mut left: Vec<(Digest, &ReadProgram)>) -> Vec<(Digest, &ReadProgram)> {
    let lengths = left.iter().enumerate();
    let longest = lengths.max_by_key(|(at, (_, one))| (one.token_count, usize::MAX - at));
    let mut next = longest.map(|(at, _)| at);
    let mut chain: Vec<(Digest, &ReadProgram)> = Vec::with_capacity(left.len());
    while let Some(at) = next {
        // What is left stays in the order of the digests.
        let (digest, last) = left.remove(at);
        chain.push((digest, last));
        next = None;
        let mut best = -1.0;
        for (at, (_, one)) in left.iter().enumerate() {
            let alike = shared_part(&last.fragments, &one.fragments);
            if alike > best {
                best = alike;
                next = Some(at);
            }
        }
    }
    chain
}

/// How many of all different fragments both have, from 0 to 1; both are sorted.
fn shared_part(one: &[u64], other: &[u64]) -> f64 {
    let mut at_one = 0;
    let mut at_other = 0;
    let mut shared = 0_usize;
    while let (Some(left), Some(right)) = (one.get(at_one), other.get(at_other)) {
        at_one += usize::from(left <= right);
        at_other += usize::from(right <= left);
        shared += usize::from(left == right);
    }
    let all = one.len() + other.len() - shared;
    if all == 0 {
        0.0
    } else {
        shared as f64 / all as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{BaseCode, ProgramSource, read_program};

    #[test]
    fn the_same_structure_has_one_place_and_alike_ones_are_neighbours() {
        let loops = "int sum(int n) { int all = 0; for (int i = 0; i < n; i++) { all += i * i; } return all; } int main() { return sum(9); }";
        let renamed = loops.replace("all", "total").replace("sum", "add");
        let longer = loops.replace("return all;", "if (all > 100) { all = 100; } return all;");
        let other = "#include <string>\nint main() { std::string s = \"abc\"; while (s.size() < 20) { s += s; } return s.empty(); }";
        let texts = [loops, other, &renamed, &longer, ""];
        let read = texts.map(|text| {
            let source = ProgramSource {
                files: vec![("a.cpp".to_owned(), text.as_bytes().to_vec())],
                ..ProgramSource::default()
            };
            read_program(&source, &BaseCode::default())
        });
        let places = order_structures(&read);
        assert_eq!(places, [Some(1), Some(2), Some(1), Some(0), None]);
        let mut turned = read.to_vec();
        turned.reverse();
        let mut again = order_structures(&turned);
        again.reverse();
        assert_eq!(again, places);
    }
}
