//! `similarity.json`: the contract `grader/similarity/v1`. Keys may be added, never renamed or removed.

use serde_json::{Value, json};

use super::wording::{CAVEAT, LEAST_EXPECTED, NameDisplay};
use similarity::{
    AlignedFragment, LeftOutReason, LineRange, RankedPair, ReadProgram, SimilarityRanking,
};

pub(super) fn render_json(rankings: &[SimilarityRanking], names: &NameDisplay) -> String {
    let all: Vec<Value> = rankings
        .iter()
        .map(|ranking| ranking_to_json(ranking, names))
        .collect();
    let whole = json!({
        "schema": "grader/similarity/v1",
        "grader": env!("CARGO_PKG_VERSION"),
        "note": CAVEAT,
        "anonymous": names.is_anonymous(),
        "assignments": all,
    });
    format!("{whole:#}\n")
}

fn ranking_to_json(ranking: &SimilarityRanking, names: &NameDisplay) -> Value {
    let programs: Vec<Value> = ranking
        .programs
        .iter()
        .map(|one| {
            json!({
                "name": names.program_name(&one.program),
                "archived": one.program.archive.is_some(),
                "tokens": one.program.token_count,
                "fragments": one.program.fragment_count,
                "left_out": one.left_out.map(left_out_name),
            })
        })
        .collect();
    let background = ranking.background.as_ref().map(|background| {
        json!({
            "programs": background.programs,
            "class_pairs": background.class_pairs,
            "median": background.median,
            "ninth_decile": background.ninth_decile,
        })
    });
    let name = |place: &usize| names.program_name(&ranking.programs[*place].program);
    let groups: Vec<Vec<String>> = ranking
        .groups
        .iter()
        .map(|group| group.iter().map(name).collect())
        .collect();
    let explained = ranking
        .pairs
        .iter()
        .filter(|pair| pair.explanation.is_some());
    json!({
        "assignment": ranking.assignment,
        "programs": programs,
        "background": background,
        "pair_count": ranking.pair_count,
        "histogram": ranking.histogram,
        "groups": groups,
        "pairs": explained.map(|pair| pair_to_json(ranking, pair, names)).collect::<Vec<_>>(),
    })
}

fn left_out_name(reason: LeftOutReason) -> &'static str {
    match reason {
        LeftOutReason::TooShort => "too-short",
        LeftOutReason::NothingLeft => "nothing-left",
        LeftOutReason::Unread => "unread",
    }
}

fn pair_to_json(ranking: &SimilarityRanking, pair: &RankedPair, names: &NameDisplay) -> Value {
    let [first_name, second_name] = names.pair_names(ranking, pair);
    let first = &ranking.programs[pair.first].program;
    let second = &ranking.programs[pair.second].program;
    let explanation = pair.explanation.clone().unwrap_or_default();
    let fragments: Vec<Value> = explanation
        .fragments
        .iter()
        .map(|fragment| fragment_to_json(fragment, first, second, names))
        .collect();
    let renamings: Vec<Value> = explanation
        .renamings
        .iter()
        .map(|one| json!({ "first": one.first, "second": one.second, "places": one.places }))
        .collect();
    json!({
        "first": first_name,
        "second": second_name,
        "shared": pair.shared,
        "dice": pair.dice,
        "shape": pair.shape,
        "words": pair.words,
        "score": pair.score,
        "expected_pairs": pair.expected.map(|expected| expected.max(LEAST_EXPECTED)),
        "explained": names.reason_text(pair),
        "fragments": fragments,
        "renamings": renamings,
    })
}

fn fragment_to_json(
    fragment: &AlignedFragment,
    first: &ReadProgram,
    second: &ReadProgram,
    names: &NameDisplay,
) -> Value {
    let place = |program: &ReadProgram, range: LineRange| json!({ "file": names.file_name(program, range.file), "from": range.from, "to": range.to });
    json!({
        "first": place(first, fragment.first),
        "second": place(second, fragment.second),
        "tokens": fragment.tokens,
        "others": fragment.others,
        "rarity": fragment.rarity,
    })
}
