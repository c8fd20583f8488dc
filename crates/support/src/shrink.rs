//! Makes what fails smaller, as long as it still fails: a list of choices that a generator makes something of, or the lines of a
//! script themselves.
//!
//! Smaller choices are fewer choices; of equally many, those with the smaller number where they differ first (shortlex). Lines
//! depend on each other: without its first line a game on a large board is no game on a small one. Choices do not, because
//! every list of them makes something whole. So a large board becomes a small one only by its choices; what no generator
//! made, or what it does not make shorter, loses its lines.
//!
//! Nothing here knows what fails, or how. The caller says so, and how often it may be asked.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Up to here all smaller numbers are tried in place of one; above, the distance is halved.
const ALL_BELOW: u32 = 16;

/// The smallest choices that were found in so many attempts and still fail; `choices` do.
///
/// `still_fails` returns the choices that were really made of those that it is given, if what they make fails, and none if
/// it does not.
pub fn minimize_choices<E>(
    choices: Vec<u32>,
    attempts: usize,
    still_fails: impl FnMut(&[u32]) -> Result<Option<Vec<u32>>, E>,
) -> Result<Vec<u32>, E> {
    let mut shrinking = ChoiceShrinker {
        best: choices,
        attempts,
        tried: BTreeSet::new(),
        still_fails,
    };
    loop {
        let before = shrinking.best.clone();
        shrinking.remove_chunks()?;
        shrinking.replace_by_zeros()?;
        shrinking.reduce_numbers()?;
        if shrinking.best == before {
            return Ok(before);
        }
    }
}

/// The lines without those that can go while the rest still fails; `lines` do. If the attempts are enough, not one more line of
/// the result can go.
///
/// `still_fails` also says whether the rest is valid at all.
pub fn minimize_lines<E>(
    mut lines: Vec<String>,
    mut attempts: usize,
    mut still_fails: impl FnMut(&[String]) -> Result<bool, E>,
) -> Result<Vec<String>, E> {
    let mut size = (lines.len() / 2).max(1);
    loop {
        let before = lines.len();
        let mut end = lines.len();
        while end >= size {
            let start = end - size;
            let rest = remove_range(&lines, start, end);
            if attempts == 0 {
                return Ok(lines);
            }
            attempts -= 1;
            if still_fails(&rest)? {
                lines = rest;
            }
            end = start;
        }
        // One line less may let another one go.
        if size == 1 && lines.len() == before {
            return Ok(lines);
        }
        size = (size / 2).max(1);
    }
}

fn remove_range<T: Clone>(items: &[T], start: usize, end: usize) -> Vec<T> {
    items[..start]
        .iter()
        .chain(&items[end..])
        .cloned()
        .collect()
}

/// Whether the first choices are smaller.
fn compare_shortlex(one: &[u32], other: &[u32]) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

/// The smallest choices so far.
struct ChoiceShrinker<F> {
    best: Vec<u32>,
    attempts: usize,
    /// Choices that were asked about, without zeros at their end, which make no difference.
    tried: BTreeSet<Vec<u32>>,
    still_fails: F,
}

impl<E, F: FnMut(&[u32]) -> Result<Option<Vec<u32>>, E>> ChoiceShrinker<F> {
    /// Takes these choices if they still fail and are smaller; says whether.
    fn try_choices(&mut self, choices: &[u32]) -> Result<bool, E> {
        let significant = choices
            .iter()
            .rposition(|it| *it != 0)
            .map_or(0, |last| last + 1);
        if self.attempts == 0 || !self.tried.insert(choices[..significant].to_vec()) {
            return Ok(false);
        }
        self.attempts -= 1;
        let Some(made) = (self.still_fails)(choices)? else {
            return Ok(false);
        };
        let is_smaller = compare_shortlex(&made, &self.best) == Ordering::Less;
        if is_smaller {
            self.best = made;
        }
        Ok(is_smaller)
    }

    /// Leaves out many choices at once, then fewer. It begins at the end, because the first choices say what the others mean.
    fn remove_chunks(&mut self) -> Result<(), E> {
        let mut size = (self.best.len() / 2).max(1);
        while size > 0 {
            let mut end = self.best.len();
            while end >= size {
                let start = end - size;
                self.try_choices(&remove_range(&self.best, start, end))?;
                end = start.min(self.best.len());
            }
            size /= 2;
        }
        Ok(())
    }

    fn replace_by_zeros(&mut self) -> Result<(), E> {
        for place in 0..self.best.len() {
            self.try_number(place, 0)?;
        }
        Ok(())
    }

    fn reduce_numbers(&mut self) -> Result<(), E> {
        for place in 0..self.best.len() {
            let Some(mut number) = self.best.get(place).copied() else {
                break;
            };
            while number > ALL_BELOW && self.try_number(place, number / 2)? {
                number = self.best.get(place).copied().unwrap_or(0);
            }
            for smaller in (1..number.min(ALL_BELOW)).chain(number.checked_sub(1)) {
                if self.try_number(place, smaller)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Takes another number at this place if it is smaller and still fails; says whether.
    fn try_number(&mut self, place: usize, number: u32) -> Result<bool, E> {
        let mut choices = self.best.clone();
        let Some(there) = choices.get_mut(place).filter(|there| **there > number) else {
            return Ok(false);
        };
        *there = number;
        self.try_choices(&choices)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use model::ScriptChoices;

    /// A board's size, and as many squares as are asked for.
    fn toy(choices: &mut ScriptChoices) -> (usize, Vec<usize>) {
        let size = 1 + choices.choose_below(6);
        let mut squares = Vec::new();
        while choices.choose_below(8) != 0 {
            squares.push(choices.choose_below(size * size));
        }
        (size, squares)
    }

    fn shrunk(
        start: Vec<u32>,
        attempts: usize,
        fails: impl Fn(&(usize, Vec<usize>)) -> bool,
    ) -> (Vec<u32>, usize) {
        let mut asked = 0;
        let small = minimize_choices(start, attempts, |choices| {
            asked += 1;
            let mut choices = ScriptChoices::from_numbers(choices.to_vec());
            let made = toy(&mut choices);
            Ok::<_, Infallible>(fails(&made).then(|| choices.into_numbers()))
        });
        let Ok(small) = small;
        (small, asked)
    }

    fn made_of(choices: &[u32]) -> (usize, Vec<usize>) {
        toy(&mut ScriptChoices::from_numbers(choices.to_vec()))
    }

    fn failing(fails: impl Fn(&(usize, Vec<usize>)) -> bool) -> Vec<u32> {
        let start = (0..10_000)
            .map(ScriptChoices::from_seed)
            .find_map(|mut choices| {
                let made = toy(&mut choices);
                fails(&made).then(|| choices.into_numbers())
            });
        start.unwrap_or_default()
    }

    #[test]
    fn a_large_board_becomes_the_smallest_on_which_the_same_goes_wrong() {
        let fails = |made: &(usize, Vec<usize>)| made.0 >= 3 && made.1.iter().any(|it| it % 3 == 1);
        let (small, asked) = shrunk(failing(|it| it.0 == 6 && fails(it)), 400, fails);
        assert_eq!(made_of(&small), (3, vec![1]));
        assert!(asked <= 400, "{asked}");
    }

    #[test]
    fn what_fails_at_once_has_no_choices_that_matter() {
        let (small, _) = shrunk(vec![5, 3, 8, 1, 1, 0], 400, |_| true);
        assert_eq!(made_of(&small), (1, vec![]));
    }

    #[test]
    fn nothing_is_asked_without_attempts() {
        assert_eq!(shrunk(vec![5, 3, 8], 0, |_| true), (vec![5, 3, 8], 0));
    }

    #[test]
    fn the_first_error_ends_it() {
        assert_eq!(minimize_choices(vec![1], 10, |_| Err("no")), Err("no"));
        assert_eq!(
            minimize_lines(vec!["1".to_owned()], 10, |_| Err("no")),
            Err("no")
        );
    }

    fn lines(all: &str) -> Vec<String> {
        all.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn no_line_can_go_from_what_is_left() {
        let needs =
            |rest: &[String]| Ok(rest.join(" ").contains("b") && rest.len().is_multiple_of(2));
        let Ok::<_, Infallible>(left) = minimize_lines(lines("a a b c d e"), 100, needs);
        assert_eq!(left.len() % 2, 0);
        let holds = |rest: &[String]| Ok(["b", "e"].iter().all(|it| rest.iter().any(|o| o == it)));
        let Ok::<_, Infallible>(left) = minimize_lines(lines("a a b c d e f g h"), 100, holds);
        assert_eq!(left, lines("b e"));
    }

    #[test]
    fn a_line_that_can_go_only_after_another_one_goes_too() {
        // "2" cannot go while "1" is there, which comes before it and is asked about later.
        let fails = |rest: &[String]| {
            let has = |wanted: &str| rest.iter().any(|it| it == wanted);
            Ok(has("x") && (has("2") || !has("1")))
        };
        let Ok::<_, Infallible>(left) = minimize_lines(lines("1 2 x"), 100, fails);
        assert_eq!(left, lines("x"));
    }

    proptest::proptest! {
        #[test]
        fn a_result_still_fails_and_is_never_larger(
            start in proptest::collection::vec(0_u32..40, 0..30),
            attempts in 0_usize..200,
            least in 0_usize..40,
            size in 1_usize..7,
        ) {
            let fails = |made: &(usize, Vec<usize>)| {
                made.0 >= size && made.1.iter().sum::<usize>() >= least
            };
            let mut choices = ScriptChoices::from_numbers(start);
            proptest::prop_assume!(fails(&toy(&mut choices)));
            let start = choices.into_numbers();
            let (small, asked) = shrunk(start.clone(), attempts, fails);
            proptest::prop_assert!(fails(&made_of(&small)));
            proptest::prop_assert!(compare_shortlex(&small, &start) != Ordering::Greater);
            proptest::prop_assert!(asked <= attempts);
        }

        #[test]
        fn lines_that_are_left_fail_and_not_one_more_can_go(
            given in proptest::collection::vec("[a-d]", 0..25),
            needed in proptest::collection::vec("[a-d]", 0..4),
        ) {
            let fails = |rest: &[String]| {
                let mut left = rest.iter();
                needed.iter().all(|wanted| left.any(|it| it == wanted))
            };
            proptest::prop_assume!(fails(&given));
            let Ok::<_, Infallible>(small) = minimize_lines(given, 2_000, |rest| Ok(fails(rest)));
            proptest::prop_assert!(fails(&small));
            for place in 0..small.len() {
                proptest::prop_assert!(!fails(&remove_range(&small, place, place + 1)));
            }
        }
    }
}
