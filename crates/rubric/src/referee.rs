//! The words by which a referee follows a game: `referee = { choice = "…", won = "…", lost = "…", drawn = "…" }`, and what
//! it judges: `judges = ["moves"]`.

use std::ops::Range;
use std::sync::Arc;

use super::choices::parse_name;
use super::config_file::ConfigFile;
use super::game::GameContext;
use super::raw;
use super::spanned::SpannedTable;
use super::vocabulary::Vocabulary;
use super::words::quote_list;
use model::{GameSupport, Observation, Referee, RefereeReport, RefereeWords, SharedRegex};

/// `base` with the words that `typed` names. An empty table takes the referee away.
pub(super) fn parse_referee_words(
    config: &ConfigFile<'_>,
    vocabulary: &Vocabulary,
    typed: &SpannedTable<raw::RawReferee>,
    base: Option<&RefereeWords>,
) -> Option<RefereeWords> {
    let SpannedTable { at, body } = typed;
    let words = [&body.choice, &body.won, &body.lost, &body.drawn];
    if words.iter().all(|word| word.is_none()) && body.judges.is_none() {
        return None;
    }
    let one = |key: &str, typed: &Option<raw::Text>, base: Option<&SharedRegex>| match (typed, base)
    {
        (Some(typed), _) => vocabulary.compile_pattern(config, typed),
        (None, Some(base)) => Some(base.clone()),
        (None, None) => {
            report_missing_word(config, at, key);
            None
        }
    };
    let choice = one("choice", &body.choice, base.map(|it| &it.choice));
    let won = one("won", &body.won, base.map(|it| &it.won));
    let lost = one("lost", &body.lost, base.map(|it| &it.lost));
    let drawn = one("drawn", &body.drawn, base.map(|it| &it.drawn));
    if let Some(pattern) = &choice {
        check_square_group(config, body.choice.as_ref(), pattern);
    }
    // A word that is marked is replaced by another: nothing is played, and no case is marked for want of a referee.
    let any = [&choice, &won, &lost, &drawn]
        .into_iter()
        .flatten()
        .next()?
        .clone();
    let or_any = |word: Option<SharedRegex>| word.unwrap_or_else(|| any.clone());
    let [choice, won, lost, drawn] = [choice, won, lost, drawn].map(or_any);
    Some(RefereeWords {
        choice,
        won,
        lost,
        drawn,
    })
}

/// The aspects that `judges` names, of those that the game's interactor knows.
pub(super) fn parse_aspects(
    config: &ConfigFile<'_>,
    judges: &raw::Texts,
    known: &[&'static str],
) -> Vec<&'static str> {
    if judges.get_ref().is_empty() {
        let text = format!("`judges` is empty: expected some of {}", quote_list(known));
        config.report(&judges.span(), text);
    }
    let choices: Vec<(&'static str, &'static str)> =
        known.iter().map(|name| (*name, *name)).collect();
    let named = judges.get_ref().iter();
    named
        .filter_map(|word| parse_name(config, "aspect", word, &choices))
        .collect()
}

fn report_missing_word(config: &ConfigFile<'_>, at: &Range<usize>, key: &str) {
    let what = "a referee needs `choice`, `won`, `lost` and `drawn`";
    config.report(at, format!("missing key `{key}`: {what}, each a pattern"));
}

fn check_square_group(config: &ConfigFile<'_>, typed: Option<&raw::Text>, pattern: &SharedRegex) {
    let found = pattern
        .capture_names()
        .flatten()
        .any(|name| name == "square");
    if let Some(typed) = typed.filter(|_| !found) {
        let text = "`choice` must say which part of it is the square's number: write `(?<square>[0-9]+)` there";
        config.report(&typed.span(), text);
    }
}

/// What follows games by these words.
pub(super) fn build_referee(
    game: Option<&dyn GameSupport>,
    words: RefereeWords,
) -> Arc<dyn Referee> {
    match game.and_then(GameSupport::referee_constructor) {
        Some(new) => new(words),
        None => Arc::new(MissingReferee(words)),
    }
}

/// A referee for a game that has none. It is marked, and stays so that no case is marked for want of a referee as well.
#[derive(Debug)]
struct MissingReferee(RefereeWords);

impl Referee for MissingReferee {
    fn words(&self) -> &RefereeWords {
        &self.0
    }

    fn aspects(&self) -> &'static [&'static str] {
        &[]
    }

    fn judge_run(&self, _seen: &Observation, _texts: &[String]) -> RefereeReport {
        let aspects = Vec::new();
        let remarks = Vec::new();
        RefereeReport {
            fault: None,
            aspects,
            by_words_alone: true,
            remarks,
        }
    }
}

/// Reports a referee for a game that has none.
pub(super) fn check_game_has_referee(
    config: &ConfigFile<'_>,
    layer: Option<&SpannedTable<raw::RawComparison>>,
    game: GameContext<'_>,
) {
    let has_interactor = |game: &dyn GameSupport| game.referee_constructor().is_some();
    let typed = layer.and_then(|layer| layer.body.referee.as_ref());
    if let Some(SpannedTable { at, .. }) =
        typed.filter(|_| !game.reference_game.is_some_and(has_interactor))
    {
        let wanted = game.list_references(has_interactor);
        config.report(at, format!("a `referee` is only for {wanted}"));
    }
}
