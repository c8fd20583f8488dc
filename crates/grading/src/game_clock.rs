//! The time that programs see which play games of chance. Beginners seed their random numbers with `time(0)`, and games that are
//! played within one second would all be the same game; in the next run of the grader it would be another one. So each game has a
//! time of its own, which is the same in every run. See
//! [decision 0104](../../../docs/decisions/0104-each-game-of-chance-has-its-own-time.md).

/// The source of an object that programs are linked with. A program's own `time` takes its place.
pub(crate) const SOURCE: &str = include_str!("cpp/game_clock.cpp");

/// The variable in which a program finds the time of its game, in seconds since 1970.
pub(crate) const VARIABLE: &str = "GRADER_TIME";

/// The time at which a game of a case begins, in seconds since 1970. Games are counted from 0.
pub(crate) fn game_time(case: &str, game: usize) -> u64 {
    // 1 January 2026. A million steps make three years.
    const FIRST: u64 = 1_767_225_600;
    const CASES: u64 = 1_000_003;
    const CASE_STEP: u64 = 97;
    const GAME_STEP: u64 = 7_919;
    let hash = case
        .bytes()
        .fold(0, |hash, byte| (hash * 31 + u64::from(byte)) % CASES);
    FIRST + hash * CASE_STEP + game as u64 * GAME_STEP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_look_for_the_variable_and_each_game_has_another_time() {
        assert!(SOURCE.contains(VARIABLE));
        let mut times = ["win", "loss"].map(|case| (0..24).map(move |game| game_time(case, game)));
        let all: std::collections::BTreeSet<u64> = times.iter_mut().flatten().collect();
        assert_eq!(all.len(), 48);
    }
}
