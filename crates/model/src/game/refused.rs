//! Which kinds of input a game refuses, for any game that says which numbers it would not refuse.

use reference::{GameOptions, GameRules};

/// What is farther than this from every allowed number is far from it.
const FAR: i64 = 500;

/// The kinds of refused input in a game by this script, in words.
pub fn describe_refused_inputs(
    rules: &GameRules,
    options: GameOptions,
    script: &[String],
) -> Vec<String> {
    let mut game = rules.create_game(options);
    let _ = game.start_game();
    let mut all = Vec::new();
    for line in script {
        let legal = game.legal_inputs();
        let (Some(least), Some(most)) = (legal.first().copied(), legal.last().copied()) else {
            let _ = game.feed_token(line);
            continue;
        };
        let number: Option<i64> = line.trim().parse().ok();
        let kind = match number {
            None => "that is no number",
            Some(number) if legal.contains(&number) => {
                let _ = game.feed_token(line);
                continue;
            }
            Some(number) if number < least.saturating_sub(FAR) => "far below all that are allowed",
            Some(number) if number > most.saturating_add(FAR) => "far above all that are allowed",
            Some(number) if number < least => "below all that are allowed",
            Some(number) if number > most => "above all that are allowed",
            Some(_) => "between some that are allowed",
        };
        all.push(format!("an input {kind}"));
        let _ = game.feed_token(line);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_that_is_refused_is_told_by_where_it_lies() {
        let script = ["4", "4", "-1", "9", "1000000", "0"].map(str::to_owned);
        let found =
            describe_refused_inputs(reference::counters::RULES, GameOptions::default(), &script);
        let kinds: Vec<&str> = found
            .iter()
            .map(|it| it.trim_start_matches("an input "))
            .collect();
        assert_eq!(
            kinds,
            [
                "between some that are allowed",
                "below all that are allowed",
                "above all that are allowed",
                "far above all that are allowed"
            ]
        );
    }
}
