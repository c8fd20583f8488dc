//! Dates as systems write them, by ISO 8601.

/// `Oct 12, 2024 758 PM`, `12 October, 2024 7:58 PM` and `Oct 12, 2024 1958` as `2024-10-12T19:58`; none if the date is written
/// in another way, as in another language.
pub(super) fn english_to_iso_time(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    let (date, clock, half) = match words.as_slice() {
        [one, other, year, clock] => ([one, other, year], clock, None),
        [one, other, year, clock, half] => ([one, other, year], clock, Some(*half)),
        _ => return None,
    };
    let (month, day, year) = match date.map(|word| word.parse::<u32>().ok()) {
        [None, Some(day), Some(year)] => (month_number(date[0])?, day, year),
        [Some(day), None, Some(year)] => (month_number(date[1])?, day, year),
        _ => return None,
    };
    let clock: u32 = clock.replace([':', '.'], "").parse().ok()?;
    let hour = clock / 100;
    let minute = clock % 100;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("AM" | "am") => hour % 12,
        Some("PM" | "pm") => hour % 12 + 12,
        Some(_) => return None,
    };
    let is_time =
        (1..=31).contains(&day) && (1000..=9999).contains(&year) && hour < 24 && minute < 60;
    is_time.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"))
}

/// A month's number by its English name, or the first letters of it, at least three.
fn month_number(word: &str) -> Option<usize> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.trim_end_matches('.').to_lowercase();
    let position = NAMES
        .iter()
        .position(|name| word.len() >= 3 && name.starts_with(&word));
    position.map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noon_and_midnight_are_where_they_are() {
        for (text, iso) in [
            ("Oct 12, 2024 758 PM", Some("2024-10-12T19:58")),
            ("October 2, 2024 1205 AM", Some("2024-10-02T00:05")),
            ("Dec 31, 2024 1200 PM", Some("2024-12-31T12:00")),
            ("12 October, 2024 758 PM", Some("2024-10-12T19:58")),
            ("12 Oct 2024 7:58 PM", Some("2024-10-12T19:58")),
            ("Oct 12, 2024 1958", Some("2024-10-12T19:58")),
            ("Oct 2, 2024 05", Some("2024-10-02T00:05")),
            ("12 okt. 2024 1958", None),
            ("mars 12, 2024 1958", None),
            ("12 octobre 2024 19 h 58", None),
            ("Oct 12, 2024 1975 PM", None),
            ("Oct 12, 2024 1358 PM", None),
            ("10 12, 2024 758 PM", None),
        ] {
            assert_eq!(english_to_iso_time(text).as_deref(), iso, "{text}");
        }
    }
}
