//! One page for staff: histogram, groups, pairs, and the first pairs side by side. It needs no network and no script.

use std::sync::LazyLock;

use askama::Template;

use super::side::{SideFile, show_side};
use super::wording::{
    CAVEAT, NameDisplay, background_sentence, expected_sentence, expected_text, group_texts,
    left_out_sentences, longest_fragment, percent_text, rarity_level, size_sentence,
};
use crate::page::security_policy;
use similarity::{RankedPair, SimilarityRanking};

static POLICY: LazyLock<String> =
    LazyLock::new(|| security_policy(include_str!("similar_page.css"), ""));

/// How many pairs that another view puts first are listed.
const MOST_OF_VIEW: usize = 5;

/// A way to compare, with its name.
type PairView = (&'static str, fn(&RankedPair) -> f64);

/// The height of the histogram, and the width of a bar, in its own units.
const HEIGHT: f64 = 100.0;
const WIDTH: usize = 8;

#[derive(Template)]
#[template(path = "similar_pairs/similar_page.html")]
struct SimilarPage<'a> {
    policy: &'a str,
    caveat: &'a str,
    is_anonymous: bool,
    sections: Vec<AssignmentPairs>,
}

/// An assignment on the page.
struct AssignmentPairs {
    assignment: String,
    size: String,
    background: String,
    left_out: Vec<String>,
    groups: Vec<String>,
    bars: Vec<HistogramBar>,
    /// Where the highest pair is in the histogram.
    highest: Option<HistogramMark>,
    rows: Vec<PairRow>,
    /// Pairs that another view puts first, with the name of the view.
    others: Vec<(&'static str, Vec<PairRow>)>,
    details: Vec<PairDetails>,
}

/// Pairs of one score.
struct HistogramBar {
    left: usize,
    top: usize,
    height: usize,
    title: String,
}

/// A place in the histogram.
struct HistogramMark {
    left: usize,
    label: String,
}

/// A pair in a table.
struct PairRow {
    /// Where it is shown side by side, if it is.
    anchor: Option<String>,
    names: String,
    shared: String,
    dice: String,
    shape: String,
    words: String,
    expected: String,
    longest: usize,
    reason: Option<String>,
}

/// A pair side by side.
struct PairDetails {
    anchor: String,
    title: String,
    summary: String,
    sentence: String,
    reason: Option<String>,
    renamings: Vec<String>,
    fragments: Vec<FragmentRow>,
    /// How many fragments are not listed.
    more_fragments: usize,
    sides: Vec<PairSide>,
}

/// One side of a pair.
struct PairSide {
    name: String,
    /// What names of its fragments begin with, and those of the other side.
    mark: &'static str,
    other_mark: &'static str,
    files: Vec<SideFile>,
}

/// A fragment in the table of a pair.
struct FragmentRow {
    number: usize,
    rarity: usize,
    lines: String,
    tokens: usize,
    others: String,
}

/// The most fragments that are listed for a pair.
const MOST_FRAGMENTS: usize = 30;

/// The page; what sources hold is text on it.
pub(super) fn render_page(
    rankings: &[SimilarityRanking],
    names: &NameDisplay,
) -> askama::Result<String> {
    SimilarPage {
        policy: &POLICY,
        caveat: CAVEAT,
        is_anonymous: names.is_anonymous(),
        sections: rankings
            .iter()
            .map(|ranking| build_section(ranking, names))
            .collect(),
    }
    .render()
}

fn build_section(ranking: &SimilarityRanking, names: &NameDisplay) -> AssignmentPairs {
    let mut rows = Vec::new();
    let mut details = Vec::new();
    for (rank, pair) in (1..).zip(&ranking.pairs) {
        if pair.explanation.is_none() {
            break;
        }
        let anchor = format!("{}-{rank}", ranking.assignment);
        rows.push(build_row(ranking, pair, names, Some(anchor.clone())));
        details.push(build_details(ranking, pair, names, anchor));
    }
    let rest = &ranking.pairs[rows.len()..];
    let mut others = Vec::new();
    let views: [PairView; 2] = [("shape", |pair| pair.shape), ("words", |pair| pair.words)];
    for (view, value) in views {
        let mut highest: Vec<&RankedPair> = rest.iter().collect();
        highest.sort_by(|a, b| value(b).total_cmp(&value(a)));
        highest.truncate(MOST_OF_VIEW);
        let rows: Vec<PairRow> = highest
            .into_iter()
            .map(|pair| build_row(ranking, pair, names, None))
            .collect();
        if !rows.is_empty() {
            others.push((view, rows));
        }
    }
    AssignmentPairs {
        assignment: ranking.assignment.clone(),
        size: size_sentence(ranking),
        background: background_sentence(ranking),
        left_out: left_out_sentences(ranking, names),
        groups: group_texts(ranking, names),
        bars: build_bars(&ranking.histogram),
        highest: ranking.pairs.first().map(|pair| HistogramMark {
            left: (pair.score * (ranking.histogram.len() * WIDTH) as f64) as usize,
            label: format!("highest: {}", percent_text(pair.score)),
        }),
        rows,
        others,
        details,
    }
}

/// Bars whose heights are logarithms, so that one pair can be seen beside thousands.
fn build_bars(histogram: &[usize]) -> Vec<HistogramBar> {
    let most = histogram.iter().copied().max().unwrap_or(0) as f64;
    let scale = HEIGHT / (most + 1.0).ln().max(1.0);
    let bars = histogram.iter().enumerate();
    bars.map(|(place, count)| {
        let height = ((*count as f64 + 1.0).ln() * scale) as usize;
        let from = place * 100 / histogram.len();
        let to = (place + 1) * 100 / histogram.len();
        HistogramBar {
            left: place * WIDTH,
            top: HEIGHT as usize - height,
            height,
            title: format!("{count} pairs from {from} to {to} %"),
        }
    })
    .collect()
}

fn build_row(
    ranking: &SimilarityRanking,
    pair: &RankedPair,
    names: &NameDisplay,
    anchor: Option<String>,
) -> PairRow {
    let [first, second] = names.pair_names(ranking, pair);
    PairRow {
        anchor,
        names: format!("{first} · {second}"),
        shared: percent_text(pair.shared),
        dice: percent_text(pair.dice),
        shape: percent_text(pair.shape),
        words: percent_text(pair.words),
        expected: expected_text(pair.expected),
        longest: longest_fragment(pair),
        reason: names.reason_text(pair),
    }
}

fn build_details(
    ranking: &SimilarityRanking,
    pair: &RankedPair,
    names: &NameDisplay,
    anchor: String,
) -> PairDetails {
    let explanation = pair.explanation.clone().unwrap_or_default();
    let [first_name, second_name] = names.pair_names(ranking, pair);
    let first = &ranking.programs[pair.first].program;
    let second = &ranking.programs[pair.second].program;
    let sides = vec![
        PairSide {
            name: first_name.clone(),
            mark: "a",
            other_mark: "b",
            files: show_side(first, &explanation.fragments, |one| one.first, names),
        },
        PairSide {
            name: second_name.clone(),
            mark: "b",
            other_mark: "a",
            files: show_side(second, &explanation.fragments, |one| one.second, names),
        },
    ];
    let renamings = explanation.renamings.iter();
    let fragments = (1..).zip(&explanation.fragments);
    let fragments: Vec<FragmentRow> = fragments
        .map(|(number, fragment)| FragmentRow {
            number,
            rarity: rarity_level(fragment),
            lines: format!(
                "{}–{} / {}–{}",
                fragment.first.from, fragment.first.to, fragment.second.from, fragment.second.to
            ),
            tokens: fragment.tokens,
            others: match fragment.others {
                0 => "in no other".to_owned(),
                1 => "in 1 other".to_owned(),
                others => format!("in {others} others"),
            },
        })
        .collect();
    PairDetails {
        anchor,
        title: format!("{first_name} · {second_name}"),
        summary: format!(
            "{} shared (Dice {}), shape {}, words {}",
            percent_text(pair.shared),
            percent_text(pair.dice),
            percent_text(pair.shape),
            percent_text(pair.words)
        ),
        sentence: expected_sentence(pair.expected),
        reason: names.reason_text(pair),
        renamings: renamings
            .map(|one| format!("{} ↔ {} ({} places)", one.first, one.second, one.places))
            .collect(),
        more_fragments: fragments.len().saturating_sub(MOST_FRAGMENTS),
        fragments: fragments.into_iter().take(MOST_FRAGMENTS).collect(),
        sides,
    }
}
