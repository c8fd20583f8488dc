//! Scripts against a CPU of which nobody knows where it goes: all squares, in some order, so that the game ends whatever it does.

use model::ScriptChoices;

/// Answers that name every square, with some among them that name none.
pub(super) fn generate_script(choices: &mut ScriptChoices) -> Vec<String> {
    const OUTSIDE: [i64; 8] = [0, 10, -1, 1_000, -1_000, 1_000_000, -1_000_000, -10_000_000];
    let is_noisy = choices.choose_below(2) == 1;
    let mut left: Vec<i64> = (1..=9).collect();
    let mut lines = Vec::new();
    while !left.is_empty() {
        if is_noisy && choices.happens_once_in(4) {
            lines.extend(choices.choose_from(&OUTSIDE).map(ToString::to_string));
            continue;
        }
        let place = choices.choose_below(left.len());
        lines.push(left.remove(place).to_string());
        if is_noisy && choices.happens_once_in(5) {
            lines.extend(lines.last().cloned());
        }
    }
    lines
}
