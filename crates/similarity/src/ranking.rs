//! The ranking of one assignment: every pair scored, the first ones explained.

use crate::alignment::{PairExplanation, explain_pair};
use crate::background::SimilarityBackground;
use crate::explained::ExplainedPairs;
use crate::features::{FeatureIndex, PairTriangle, SharedMeasure};
use crate::grouping::ProgramSets;
use crate::program::ReadProgram;

/// With fewer canonical tokens, or fragments without base code, a program is too short to say anything.
const FEWEST_TOKENS: usize = 130;
const FEWEST_FRAGMENTS: usize = 20;

/// How much matched weight is much: the background score counts less than that only in part.
const EVIDENCE: f64 = 40.0;

/// Below so many expected pairs two programs are linked into a group.
const GROUP_LIMIT: f64 = 0.01;

/// How many bars the histogram has, from 0 to 100 %.
const BARS: usize = 50;

/// What is asked of a ranking.
#[derive(Debug, Clone, Copy)]
pub struct RankingOptions {
    /// How many pairs are explained.
    pub top: usize,
    /// How many pairs are listed.
    pub listed: usize,
    /// How many threads compare.
    pub workers: usize,
}

/// Why a program is not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOutReason {
    /// It has too few tokens.
    TooShort,
    /// All of it is base code.
    NothingLeft,
    /// Its files are too large or too strange to be read.
    Unread,
}

/// A program of the ranking.
#[derive(Debug, Clone)]
pub struct ComparedProgram {
    /// The program.
    pub program: ReadProgram,
    /// Why it is not compared; none if it is.
    pub left_out: Option<LeftOutReason>,
}

/// A pair with its place in the ranking.
#[derive(Debug, Clone)]
pub struct RankedPair {
    /// The first program, by its place in the ranking's programs.
    pub first: usize,
    /// The second one.
    pub second: usize,
    /// The share of the lighter program's weight that both have: 1 for identical programs.
    pub shared: f64,
    /// What both have, twice, of the weight of both.
    pub dice: f64,
    /// How alike their syntax is, between 0 and 1.
    pub shape: f64,
    /// How alike their names, literals and comments are, between 0 and 1.
    pub words: f64,
    /// What the pair is ranked by.
    pub score: f64,
    /// How many pairs as high an honest class of this size is expected to have; none where nothing is known of the background.
    pub expected: Option<f64>,
    /// Why somebody says that they are alike.
    pub reason: Option<String>,
    /// What they have in common; only of the first pairs.
    pub explanation: Option<PairExplanation>,
}

/// The ranking of an assignment.
#[derive(Debug, Clone)]
pub struct SimilarityRanking {
    /// The assignment's id.
    pub assignment: String,
    /// All programs, sorted by archive and name.
    pub programs: Vec<ComparedProgram>,
    /// The pairs, the highest first.
    pub pairs: Vec<RankedPair>,
    /// How many pairs there are, listed or not.
    pub pair_count: usize,
    /// Programs that are linked by pairs which an honest class hardly ever has.
    pub groups: Vec<Vec<usize>>,
    /// What honest pairs look like; none where there are too few programs.
    pub background: Option<SimilarityBackground>,
    /// How many pairs have each background score, in equal steps from 0 to 1.
    pub histogram: Vec<usize>,
}

/// The three views of all pairs.
struct PairViews {
    fragments: PairTriangle,
    shape: PairTriangle,
    words: PairTriangle,
    /// Whether the class is so small that rare means nothing.
    is_plain: bool,
}

/// Ranks the pairs of an assignment. A pair of two programs of archives is not ranked, but counts for the background.
pub fn rank_programs(
    assignment: &str,
    mut programs: Vec<ReadProgram>,
    explained: &ExplainedPairs,
    options: RankingOptions,
) -> SimilarityRanking {
    programs.sort_by(|a, b| (&a.archive, &a.name).cmp(&(&b.archive, &b.name)));
    let mut all: Vec<ComparedProgram> = Vec::with_capacity(programs.len());
    for program in programs {
        let left_out = left_out_reason(&program);
        all.push(ComparedProgram { program, left_out });
    }
    let compared: Vec<usize> = (0..all.len())
        .filter(|place| all[*place].left_out.is_none())
        .collect();
    let of_class = compared
        .iter()
        .filter(|place| all[**place].program.archive.is_none())
        .count();
    let fragments = count_features(&all, &compared, |program| {
        program.fragments.iter().map(|hash| (*hash, 1)).collect()
    });
    let index = FeatureIndex::new(&fragments, SharedMeasure::Weight);
    let views = compare_views(&all, &compared, &index, options.workers);

    let weights: Vec<f64> = (0..compared.len())
        .map(|place| views.fragments.total(place))
        .collect();
    let own = of_class as f64;
    let class_pairs = own * (own - 1.0) / 2.0 + own * (compared.len() - of_class) as f64;
    let score = |a: usize, b: usize| views.score(a, b, &fragments);
    let background = SimilarityBackground::fit(&weights, score, class_pairs);

    // The class comes first, so a pair with one of its programs has a first place below `of_class`.
    let mut order: Vec<(f32, u32, u32)> = Vec::new();
    let mut histogram = vec![0_usize; BARS];
    for first in 0..of_class {
        for second in first + 1..compared.len() {
            let score = score(first, second) as f32;
            let bar = (f64::from(score) * BARS as f64) as usize;
            histogram[bar.min(BARS - 1)] += 1;
            order.push((score, first as u32, second as u32));
        }
    }
    let pair_count = order.len();
    keep_highest(&mut order, options.listed);

    let mut pairs = Vec::with_capacity(order.len());
    for (_, first, second) in &order {
        let mut pair = views.pair(*first as usize, *second as usize, &fragments);
        pair.expected = background
            .as_ref()
            .map(|background| background.expected_pairs(pair.score));
        pairs.push(pair);
    }
    pairs.sort_by(|a, b| {
        let by_score = b.score.total_cmp(&a.score);
        let by_share = by_score.then(b.shared.total_cmp(&a.shared));
        by_share.then((a.first, a.second).cmp(&(b.first, b.second)))
    });
    for (rank, pair) in pairs.iter_mut().enumerate() {
        pair.first = compared[pair.first];
        pair.second = compared[pair.second];
        let first = &all[pair.first].program;
        let second = &all[pair.second].program;
        let reason = explained.reason_for(assignment, &first.full_name(), &second.full_name());
        pair.reason = reason.map(str::to_owned);
        if rank < options.top {
            pair.explanation = Some(explain_pair(first, second, &index, compared.len()));
        }
    }
    SimilarityRanking {
        assignment: assignment.to_owned(),
        groups: find_groups(all.len(), &pairs),
        programs: all,
        pairs,
        pair_count,
        background,
        histogram,
    }
}

fn left_out_reason(program: &ReadProgram) -> Option<LeftOutReason> {
    if program.is_unread {
        return Some(LeftOutReason::Unread);
    }
    if program.fragment_count == 0 && program.has_base_code {
        return Some(LeftOutReason::NothingLeft);
    }
    let is_short = program.token_count < FEWEST_TOKENS || program.fragment_count < FEWEST_FRAGMENTS;
    is_short.then_some(LeftOutReason::TooShort)
}

fn count_features(
    all: &[ComparedProgram],
    compared: &[usize],
    features: impl Fn(&ReadProgram) -> Vec<(u64, u32)>,
) -> Vec<Vec<(u64, u32)>> {
    let places = compared.iter();
    places.map(|place| features(&all[*place].program)).collect()
}

fn compare_views(
    all: &[ComparedProgram],
    compared: &[usize],
    index: &FeatureIndex,
    workers: usize,
) -> PairViews {
    let shapes = count_features(all, compared, |program| program.shape.clone());
    let shape = FeatureIndex::new(&shapes, SharedMeasure::Cosine).compare_all(workers);
    drop(shapes);
    let words = count_features(all, compared, |program| {
        program.words.iter().map(|hash| (*hash, 1)).collect()
    });
    let words = FeatureIndex::new(&words, SharedMeasure::Cosine).compare_all(workers);
    PairViews {
        fragments: index.compare_all(workers),
        shape,
        words,
        is_plain: compared.len() <= 2,
    }
}

impl PairViews {
    /// The share of the lighter program that both have, and what the matched part weighs.
    fn containment(&self, a: usize, b: usize, fragments: &[Vec<(u64, u32)>]) -> (f64, f64) {
        let matched = self.fragments.shared(a, b);
        let lighter = self.fragments.total(a).min(self.fragments.total(b));
        if self.is_plain {
            let fewest = fragments[a].len().min(fragments[b].len());
            let common = count_common(&fragments[a], &fragments[b]);
            return (common as f64 / fewest.max(1) as f64, matched);
        }
        if lighter > 0.0 {
            return ((matched / lighter).min(1.0), matched);
        }
        // Everybody has all that the lighter program has, and so has the other one.
        (1.0, matched)
    }

    fn score(&self, a: usize, b: usize, fragments: &[Vec<(u64, u32)>]) -> f64 {
        let (share, matched) = self.containment(a, b, fragments);
        share * (1.0 - (-matched / EVIDENCE).exp())
    }

    fn pair(&self, first: usize, second: usize, fragments: &[Vec<(u64, u32)>]) -> RankedPair {
        let (shared, matched) = self.containment(first, second, fragments);
        let both = self.fragments.total(first) + self.fragments.total(second);
        let dice = if both > 0.0 {
            2.0 * matched / both
        } else {
            let sizes = fragments[first].len() + fragments[second].len();
            let common = count_common(&fragments[first], &fragments[second]);
            2.0 * common as f64 / sizes.max(1) as f64
        };
        RankedPair {
            first,
            second,
            shared,
            dice,
            shape: self.shape.cosine(first, second).unwrap_or(1.0),
            words: self.words.cosine(first, second).unwrap_or(1.0),
            score: self.score(first, second, fragments),
            expected: None,
            reason: None,
            explanation: None,
        }
    }
}

/// How many features both sorted lists have.
fn count_common(a: &[(u64, u32)], b: &[(u64, u32)]) -> usize {
    let has = |hash: &u64| b.binary_search_by_key(hash, |(other, _)| *other).is_ok();
    a.iter().filter(|(hash, _)| has(hash)).count()
}

/// Keeps so many of the highest pairs, and all that are as high as the last of them.
fn keep_highest(order: &mut Vec<(f32, u32, u32)>, most: usize) {
    if most == 0 {
        order.clear();
    }
    if order.len() <= most {
        return;
    }
    order.select_nth_unstable_by(most - 1, |a, b| {
        b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2)))
    });
    order.truncate(most);
}

/// Programs that unlikely pairs link. A pair that somebody has explained links nobody.
fn find_groups(programs: usize, pairs: &[RankedPair]) -> Vec<Vec<usize>> {
    let mut sets = ProgramSets::new(programs);
    for pair in pairs {
        let is_unlikely = pair.expected.is_some_and(|expected| expected < GROUP_LIMIT);
        if is_unlikely && pair.reason.is_none() {
            sets.join(pair.first, pair.second);
        }
    }
    let mut groups = sets.into_sets();
    groups.retain(|group| group.len() > 1);
    groups
}

impl ReadProgram {
    /// Its name with that of its archive, as the ranking shows it.
    pub fn full_name(&self) -> String {
        match &self.archive {
            Some(archive) => format!("{archive}/{}", self.name),
            None => self.name.clone(),
        }
    }
}
