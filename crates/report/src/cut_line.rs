//! A long line, cut around what matters in it.

use model::omission_note;

/// How many columns of a line are shown whole.
const COLUMNS: usize = 200;

/// A line of which `beyond` more characters were not kept, with column `around` (from 0) and what is near it. The ends of a long
/// line stay, too, and what was cut off says how much it was.
pub(super) fn cut_line(shown: &str, around: usize, beyond: usize) -> String {
    const NEAR: usize = 150;
    const END: usize = 40;
    let length = shown.chars().count();
    if length <= COLUMNS && beyond == 0 {
        return shown.to_owned();
    }
    let start = if around < NEAR { 0 } else { around - NEAR / 2 };
    let start = start.min(length.saturating_sub(NEAR));
    let part =
        |from: usize, to: usize| -> String { shown.chars().skip(from).take(to - from).collect() };
    let end = length.min(start + NEAR);
    let mut text = part(start, end);
    if start > 0 {
        text = omission_note(start).trim_start().to_owned() + &text;
    }
    match (length - end, beyond) {
        (0, 0) => {}
        (rest, 0) if rest <= END => text += &part(end, length),
        (rest, 0) => text += &(omission_note(rest - END) + &part(length - END, length)),
        (rest, beyond) => text += omission_note(rest + beyond).trim_end(),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_keeps_what_matters_and_its_ends() {
        let line = format!("{}|{}", "a".repeat(500), "z".repeat(499));
        let head = "a".repeat(150);
        let tail = "z".repeat(40);
        assert_eq!(
            cut_line(&line, 0, 0),
            format!("{head} … 810 characters left out … {tail}")
        );
        let near = cut_line(&line, 500, 0);
        assert!(
            near.starts_with("… 425 characters left out … aaa"),
            "{near}"
        );
        assert!(
            near.contains("a|z")
                && near.ends_with(
                    "z … 385 characters left out … {tail}"
                        .replace("{tail}", &tail)
                        .as_str()
                ),
            "{near}"
        );
        let end = cut_line(&line, 999, 7);
        assert!(
            end.starts_with("… 850 characters") && end.ends_with("z … 7 characters left out …"),
            "{end}"
        );
        assert_eq!(cut_line(&line[..200], 0, 0), line[..200]);
    }
}
