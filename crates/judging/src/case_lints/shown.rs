//! What games show in words, and which of it no case does.

use std::collections::{BTreeMap, BTreeSet};

use model::{GameTurn, OutputPiece};

/// What some games show, each with how many do, and the shortest script that does.
#[derive(Debug, Clone, Default)]
pub struct GameOutputCounts(BTreeMap<String, (usize, Vec<String>)>);

/// Something that no case shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncoveredOutput {
    /// What it is, in words.
    pub what: String,
    /// In how many of the games it was seen.
    pub games: usize,
    /// The shortest of them.
    pub script: Vec<String>,
}

/// What is seen in only one of hundreds of games may be as good as a chance of its own.
const LEAST: usize = 2;

impl GameOutputCounts {
    /// Takes in what one game shows.
    pub fn add_game(&mut self, script: &[String], shows: BTreeSet<String>) {
        for what in shows {
            let (games, shortest) = self.0.entry(what).or_insert_with(|| (0, script.to_vec()));
            *games += 1;
            if script.len() < shortest.len() {
                *shortest = script.to_vec();
            }
        }
    }

    /// What none of the cases shows, the most usual first.
    pub fn uncovered_by(self, cases: &BTreeSet<String>) -> Vec<UncoveredOutput> {
        let is_new =
            |(what, (games, _)): &(String, (usize, _))| *games >= LEAST && !cases.contains(what);
        let all = self.0.into_iter().filter(is_new);
        let mut all: Vec<UncoveredOutput> = all
            .map(|(what, (games, script))| UncoveredOutput {
                what,
                games,
                script,
            })
            .collect();
        all.sort_by(|one, other| (other.games, &one.what).cmp(&(one.games, &other.what)));
        all
    }
}

/// What is printed in a transcript, in words. Numbers are alike: that a score is 7 is not another message than that it is 8.
pub fn printed_messages(turns: &[GameTurn]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for piece in turns.iter().flat_map(|turn| &turn.pieces) {
        match piece {
            OutputPiece::Board(_) => {
                all.insert("a board".to_owned());
            }
            OutputPiece::Message(text) => {
                all.extend(
                    text.lines()
                        .filter_map(|line| normalize_line("the message", line)),
                );
            }
            OutputPiece::Prompt(prompt) => {
                all.extend(
                    prompt
                        .text
                        .lines()
                        .filter_map(|line| normalize_line("the prompt", line)),
                );
            }
            OutputPiece::Choice { text, .. } => all.extend(normalize_line("the choice", text)),
        }
    }
    all
}

/// A line in words; none of one without a word, which is a drawing.
fn normalize_line(kind: &str, line: &str) -> Option<String> {
    let has_word = line
        .split(|letter: char| !letter.is_alphabetic())
        .any(|it| it.len() > 1);
    let mut text = String::new();
    for letter in line.trim().chars() {
        if !letter.is_ascii_digit() {
            text.push(letter);
        } else if !text.ends_with('#') {
            text.push('#');
        }
    }
    has_word.then(|| format!("{kind} `{text}`"))
}
