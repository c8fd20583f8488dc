//! `pairs.csv`: a row for each listed pair, the highest first.

use super::wording::{LEAST_EXPECTED, NameDisplay};
use similarity::SimilarityRanking;
use support::formula::escape_formula;

const COLUMNS: [&str; 10] = [
    "assignment",
    "first",
    "second",
    "shared",
    "dice",
    "shape",
    "words",
    "score",
    "expected_pairs",
    "explained",
];

/// The file's text. Shares are between 0 and 1.
pub(super) fn render_table(rankings: &[SimilarityRanking], names: &NameDisplay) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let mut rows = vec![COLUMNS.map(str::to_owned)];
    for ranking in rankings {
        for pair in &ranking.pairs {
            let [first, second] = names.pair_names(ranking, pair);
            let share = |value: f64| format!("{value:.5}");
            let expected = pair
                .expected
                .map(|expected| share(expected.max(LEAST_EXPECTED)));
            rows.push([
                ranking.assignment.clone(),
                escape_formula(&first).into_owned(),
                escape_formula(&second).into_owned(),
                share(pair.shared),
                share(pair.dice),
                share(pair.shape),
                share(pair.words),
                share(pair.score),
                expected.unwrap_or_default(),
                escape_formula(&names.reason_text(pair).unwrap_or_default()).into_owned(),
            ]);
        }
    }
    for row in rows {
        // Writing to memory fails only where rows differ in length, and these do not.
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}
