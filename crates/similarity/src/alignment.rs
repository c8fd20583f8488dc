//! Why two programs are alike: the runs of tokens that both have, where they stand, and which names replace each other.

use std::collections::{BTreeMap, HashMap};

use crate::canonical::{CanonicalToken, NO_NAME, TokenList};
use crate::features::FeatureIndex;
use crate::program::{FRAGMENT_LENGTH, ReadProgram, fragment_hash};

/// The shortest run that is shown, in tokens, and how many tokens may be between two runs that are shown as one.
const SHORTEST_RUN: usize = 6;
const LONGEST_GAP: usize = 6;

/// A program has a fragment if it has this share of its runs of five tokens.
const HAS_FRAGMENT: f64 = 0.8;

/// Of how many places a name must stand in for another, and in what share of them.
const FEWEST_PLACES: usize = 3;
const CONSISTENT_SHARE: f64 = 0.8;

/// The most renamings that are listed.
const MOST_RENAMINGS: usize = 12;

/// A part that both programs have.
#[derive(Debug, Clone, PartialEq)]
pub struct AlignedFragment {
    /// Where it is in the first program.
    pub first: LineRange,
    /// Where it is in the second program.
    pub second: LineRange,
    /// How many tokens match.
    pub tokens: usize,
    /// How many other programs have it, too.
    pub others: usize,
    /// The mean weight of its runs of five tokens, between 0, which all programs have, and 1, which only these two have.
    pub rarity: f64,
}

/// Lines of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineRange {
    /// The file's place in the program.
    pub file: usize,
    /// The first line, from 1 on.
    pub from: usize,
    /// The last line.
    pub to: usize,
}

/// A name that stands in one program where another one stands in the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConsistentRenaming {
    /// In the first program.
    pub first: String,
    /// In the second.
    pub second: String,
    /// In how many places.
    pub places: usize,
}

/// What two programs have in common.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PairExplanation {
    /// The parts, in the order of the first program.
    pub fragments: Vec<AlignedFragment>,
    /// Names that replace each other.
    pub renamings: Vec<ConsistentRenaming>,
}

/// A run of matching tokens in one piece of each program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MatchedRun {
    first_piece: usize,
    first_start: usize,
    second_piece: usize,
    second_start: usize,
    length: usize,
}

/// Aligns two programs by greedy tiling: the longest run first, each token once.
pub(crate) fn explain_pair(
    first: &ReadProgram,
    second: &ReadProgram,
    index: &FeatureIndex,
    programs: usize,
) -> PairExplanation {
    let runs = tile_programs(first, second);
    let mut fragments = Vec::new();
    for group in merge_runs(&runs) {
        fragments.extend(describe_group(first, second, &group, index, programs));
    }
    fragments.sort_by_key(|fragment| (fragment.first, fragment.second));
    PairExplanation {
        fragments,
        renamings: find_renamings(first, second, &runs),
    }
}

/// Two programs whose matching tokens are being found.
struct ProgramTiling<'p> {
    first: &'p [TokenList],
    second: &'p [TokenList],
    /// The fragments of each piece of the first program.
    fragments: Vec<Vec<u64>>,
    /// Where fragments of the second program are: the piece, and its first token.
    places: HashMap<u64, Vec<(usize, usize)>>,
    /// For each token whether it is in a run.
    used_first: Vec<Vec<bool>>,
    used_second: Vec<Vec<bool>>,
}

fn tile_programs(first: &ReadProgram, second: &ReadProgram) -> Vec<MatchedRun> {
    let mut tiling = ProgramTiling::new(&first.pieces, &second.pieces);
    let mut runs = Vec::new();
    loop {
        let longest = tiling.longest_runs();
        if longest.is_empty() {
            return runs;
        }
        for run in longest {
            if tiling.take_run(&run) {
                runs.push(run);
            }
        }
    }
}

impl<'p> ProgramTiling<'p> {
    fn new(first: &'p [TokenList], second: &'p [TokenList]) -> ProgramTiling<'p> {
        let mut places: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
        for (piece, hashes) in window_hashes(second).into_iter().enumerate() {
            for (start, hash) in hashes.into_iter().enumerate() {
                places.entry(hash).or_default().push((piece, start));
            }
        }
        ProgramTiling {
            first,
            second,
            fragments: window_hashes(first),
            places,
            used_first: unused_marks(first),
            used_second: unused_marks(second),
        }
    }

    /// The longest runs of free tokens, all of one length.
    fn longest_runs(&self) -> Vec<MatchedRun> {
        let mut longest: Vec<MatchedRun> = Vec::new();
        let mut length = SHORTEST_RUN;
        for (first_piece, hashes) in self.fragments.iter().enumerate() {
            for (first_start, hash) in hashes.iter().enumerate() {
                if self.used_first[first_piece][first_start] {
                    continue;
                }
                for (second_piece, second_start) in self.places.get(hash).into_iter().flatten() {
                    let mut run = MatchedRun {
                        first_piece,
                        first_start,
                        second_piece: *second_piece,
                        second_start: *second_start,
                        length: 0,
                    };
                    run.length = self.free_length(&run);
                    if run.length > length {
                        length = run.length;
                        longest.clear();
                    }
                    if run.length == length {
                        longest.push(run);
                    }
                }
            }
        }
        longest
    }

    /// How many tokens match from the beginning of a run on, and are in no other.
    fn free_length(&self, run: &MatchedRun) -> usize {
        let first = &self.first[run.first_piece][run.first_start..];
        let second = &self.second[run.second_piece][run.second_start..];
        let used_first = &self.used_first[run.first_piece][run.first_start..];
        let used_second = &self.used_second[run.second_piece][run.second_start..];
        let both = first.len().min(second.len());
        let is_taken =
            |at: &usize| first[*at].code != second[*at].code || used_first[*at] || used_second[*at];
        (0..both).find(is_taken).unwrap_or(both)
    }

    /// Takes the tokens of a run, if they are all free.
    fn take_run(&mut self, run: &MatchedRun) -> bool {
        if self.free_length(run) < run.length {
            return false;
        }
        self.used_first[run.first_piece][run.first_start..][..run.length].fill(true);
        self.used_second[run.second_piece][run.second_start..][..run.length].fill(true);
        true
    }
}

/// The fragments of each piece, by their first tokens.
fn window_hashes(pieces: &[TokenList]) -> Vec<Vec<u64>> {
    let pieces = pieces.iter();
    pieces
        .map(|piece| piece.windows(FRAGMENT_LENGTH).map(fragment_hash).collect())
        .collect()
}

fn unused_marks(pieces: &[TokenList]) -> Vec<Vec<bool>> {
    pieces
        .iter()
        .map(|piece| vec![false; piece.len()])
        .collect()
}

/// Runs that follow each other closely on both sides are one fragment.
fn merge_runs(runs: &[MatchedRun]) -> Vec<Vec<MatchedRun>> {
    let mut sorted = runs.to_vec();
    sorted.sort_by_key(|run| (run.first_piece, run.first_start));
    let mut groups: Vec<Vec<MatchedRun>> = Vec::new();
    for run in sorted {
        let last = groups.last().and_then(|group| group.last()).copied();
        let is_next = last.is_some_and(|last| {
            let first_end = last.first_start + last.length;
            let second_end = last.second_start + last.length;
            last.first_piece == run.first_piece
                && last.second_piece == run.second_piece
                && run.first_start - first_end <= LONGEST_GAP
                && run.second_start >= second_end
                && run.second_start - second_end <= LONGEST_GAP
        });
        match groups.last_mut() {
            Some(group) if is_next => group.push(run),
            _ => groups.push(vec![run]),
        }
    }
    groups
}

fn describe_group(
    first: &ReadProgram,
    second: &ReadProgram,
    group: &[MatchedRun],
    index: &FeatureIndex,
    programs: usize,
) -> Option<AlignedFragment> {
    let mut hashes = Vec::new();
    let mut first_tokens = Vec::new();
    let mut second_tokens = Vec::new();
    for run in group {
        let tokens = &first.pieces[run.first_piece][run.first_start..][..run.length];
        hashes.extend(tokens.windows(FRAGMENT_LENGTH).map(fragment_hash));
        first_tokens.extend_from_slice(tokens);
        let tokens = &second.pieces[run.second_piece][run.second_start..][..run.length];
        second_tokens.extend_from_slice(tokens);
    }
    // Base code is in no index: what consists of it explains nothing.
    hashes.retain(|hash| index.holder_count(*hash) > 0);
    if hashes.is_empty() {
        return None;
    }
    hashes.sort_unstable();
    hashes.dedup();
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for (holder, _) in hashes.iter().flat_map(|hash| index.holders_of(*hash)) {
        *counts.entry(*holder).or_default() += 1;
    }
    let enough = (hashes.len() as f64 * HAS_FRAGMENT).ceil() as usize;
    let having = counts.values().filter(|count| **count >= enough).count();
    let weight: f64 = hashes.iter().map(|hash| index.weight_of(*hash)).sum();
    let highest = (programs as f64 / 2.0).ln();
    let rarity = if highest > 0.0 {
        (weight / hashes.len() as f64 / highest).min(1.0)
    } else {
        0.0
    };
    Some(AlignedFragment {
        first: line_range(&first_tokens)?,
        second: line_range(&second_tokens)?,
        tokens: first_tokens.len(),
        others: having.saturating_sub(2),
        rarity,
    })
}

fn line_range(tokens: &[CanonicalToken]) -> Option<LineRange> {
    let file = tokens.first()?.file;
    let lines = tokens.iter().filter(|token| token.file == file);
    let lines: Vec<u32> = lines.map(|token| token.line).collect();
    Some(LineRange {
        file: usize::from(file),
        from: (*lines.iter().min()? as usize).saturating_add(1),
        to: *lines.iter().max()? as usize + 1,
    })
}

/// Names that stand for each other wherever they stand, and differ.
fn find_renamings(
    first: &ReadProgram,
    second: &ReadProgram,
    runs: &[MatchedRun],
) -> Vec<ConsistentRenaming> {
    let mut pairs: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut of_first: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_second: BTreeMap<u32, usize> = BTreeMap::new();
    for run in runs {
        for at in 0..run.length {
            let a = first.pieces[run.first_piece][run.first_start + at].name;
            let b = second.pieces[run.second_piece][run.second_start + at].name;
            if a != NO_NAME && b != NO_NAME {
                *pairs.entry((a, b)).or_default() += 1;
                *of_first.entry(a).or_default() += 1;
                *of_second.entry(b).or_default() += 1;
            }
        }
    }
    let mut found = Vec::new();
    for ((a, b), places) in pairs {
        let all = of_first[&a].max(of_second[&b]) as f64;
        let (Some(one), Some(other)) = (first.name_at(a), second.name_at(b)) else {
            continue;
        };
        let is_consistent = places >= FEWEST_PLACES && places as f64 >= all * CONSISTENT_SHARE;
        if is_consistent && one != other {
            found.push(ConsistentRenaming {
                first: one.to_owned(),
                second: other.to_owned(),
                places,
            });
        }
    }
    found.sort_by(|a, b| b.places.cmp(&a.places).then_with(|| a.first.cmp(&b.first)));
    found.truncate(MOST_RENAMINGS);
    found
}
