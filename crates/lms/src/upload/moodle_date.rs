//! Dates of Moodle's worksheet, in the language of whoever downloaded it: `Tuesday, 24 November 2026, 2:03 PM`.

use jiff::civil::DateTime;

/// The months in English, German, French, Spanish, Portuguese, Italian and Dutch.
const MONTHS: [&[&str]; 12] = [
    &[
        "january", "januar", "jänner", "janvier", "enero", "janeiro", "gennaio", "januari",
    ],
    &[
        "february",
        "februar",
        "février",
        "febrero",
        "fevereiro",
        "febbraio",
        "februari",
    ],
    &["march", "märz", "mars", "marzo", "março", "maart"],
    &["april", "avril", "abril", "aprile"],
    &["may", "mai", "mayo", "maio", "maggio", "mei"],
    &["june", "juni", "juin", "junio", "junho", "giugno"],
    &["july", "juli", "juillet", "julio", "julho", "luglio"],
    &["august", "août", "agosto", "augustus"],
    &[
        "september",
        "septembre",
        "septiembre",
        "setembro",
        "settembre",
    ],
    &[
        "october", "oktober", "octobre", "octubre", "outubro", "ottobre",
    ],
    &["november", "novembre", "noviembre", "novembro"],
    &[
        "december",
        "dezember",
        "décembre",
        "diciembre",
        "dezembro",
        "dicembre",
    ],
];

/// The date by ISO 8601, in Moodle's own time zone; none if it is written in another way.
pub(super) fn to_iso_time(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let mut words = text
        .split([' ', ',', '\u{a0}', '\u{202f}'])
        .map(|word| word.trim_matches('.'));
    let mut year = None;
    let mut month = None;
    let mut day = None;
    let mut clock = None;
    let mut half = None;
    for word in words.by_ref().filter(|word| !word.is_empty()) {
        let known = MONTHS.iter().position(|names| names.contains(&word));
        match (known, word.parse::<i16>()) {
            (Some(place), _) => set_once(&mut month, place + 1)?,
            (None, Ok(number @ 1..=31)) => set_once(&mut day, number)?,
            (None, Ok(number)) => set_once(&mut year, number)?,
            (None, Err(_)) if word.contains(':') => set_once(&mut clock, word)?,
            (None, Err(_)) if matches!(word, "am" | "pm") => set_once(&mut half, word)?,
            // A day of the week, or “de”.
            (None, Err(_)) => {}
        }
    }
    let (hour, minute) = clock?.split_once(':')?;
    let hour: i8 = hour.parse().ok()?;
    let minute: i8 = minute.parse().ok()?;
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("am") => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    let month = i8::try_from(month?).ok()?;
    let day = i8::try_from(day?).ok()?;
    let date = DateTime::new(year?, month, day, hour, minute, 0, 0).ok()?;
    Some(date.to_string())
}

/// Notes a part of a date; none if it was there already.
fn set_once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_read_in_each_language() {
        for (text, found) in [
            (
                "Tuesday, 24 November 2026, 2:03 PM",
                Some("2026-11-24T14:03:00"),
            ),
            (
                "Wednesday, September 23, 2020, 12:05 AM",
                Some("2020-09-23T00:05:00"),
            ),
            (
                "Dienstag, 24. November 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            ("mardi 3 août 2027, 08:00", Some("2027-08-03T08:00:00")),
            (
                "martes, 24 de noviembre de 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            (
                "martedì, 24 novembre 2026, 14:03",
                Some("2026-11-24T14:03:00"),
            ),
            ("24 novembro 2026", None),
            ("24.11.2026, 14:03", None),
            ("Tuesday, 31 November 2026, 2:03 PM", None),
            ("Tuesday, 24 25 November 2026, 2:03 PM", None),
            ("-", None),
        ] {
            assert_eq!(to_iso_time(text).as_deref(), found, "{text}");
        }
    }
}
