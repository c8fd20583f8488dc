//! Scripts made of given ones, by choices, where no game is known that could make them: other numbers, lines in another order,
//! left out, or twice.

use model::ScriptChoices;

/// A script like one of those that are given; none if none is.
pub(crate) fn vary_script(
    scripts: &[&[String]],
    choices: &mut ScriptChoices,
) -> Option<Vec<String>> {
    let mut lines = choices.choose_from(scripts)?.to_vec();
    let changes = 1 + choices.choose_below(3);
    for _ in 0..changes {
        let place = choices.choose_below(lines.len());
        match choices.choose_below(6) {
            // Half of them are near: a fault at an edge shows there.
            0..=2 => change_number(lines.get_mut(place)?, choices),
            3 if place + 1 < lines.len() => lines.swap(place, place + 1),
            4 if lines.len() > 1 => {
                lines.remove(place);
            }
            _ => {
                let line = lines.get(place)?.clone();
                lines.insert(place, line);
            }
        }
    }
    Some(lines)
}

/// Another number in place of one of the line's.
fn change_number(line: &mut String, choices: &mut ScriptChoices) {
    const FAR: [i64; 6] = [0, -1, 1_000, -1_000, 1_000_000, -10_000_000];
    let words: Vec<&str> = line.split(' ').collect();
    let place = choices.choose_below(words.len());
    let Some(number) = words.get(place).and_then(|word| word.parse::<i64>().ok()) else {
        return;
    };
    let other = match choices.choose_below(3) {
        0 => number.saturating_add(1),
        1 => number.saturating_sub(1),
        _ => choices.choose_from(&FAR).copied().unwrap_or_default(),
    };
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    words[place] = other.to_string();
    *line = words.join(" ");
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_choices_make_a_script_of_any_other(
            script in proptest::collection::vec("[0-9a -]{0,6}", 0..6),
            given in proptest::collection::vec(0_u32..20, 0..20),
        ) {
            let made = vary_script(&[&script], &mut ScriptChoices::from_numbers(given));
            proptest::prop_assert!(made.is_none_or(|it| it.len() <= script.len() + 3));
        }
    }
}
