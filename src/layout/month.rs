//! Dates as systems write them, by ISO 8601.

/// `Oct 12, 2024 758 PM` as `2024-10-12T19:58`; none if it is written otherwise, as in another language.
pub(super) fn of_english(text: &str) -> Option<String> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let [month, day, year, clock, half] = words.as_slice() else { return None };
    let month = MONTHS.iter().position(|name| month.starts_with(name))? + 1;
    let day: u32 = day.trim_end_matches(',').parse().ok()?;
    let year: u32 = year.parse().ok()?;
    let clock: u32 = clock.parse().ok()?;
    let (hour, minute) = (clock / 100, clock % 100);
    let hour = match *half {
        "AM" => hour % 12,
        "PM" => hour % 12 + 12,
        _ => return None,
    };
    let is_time = (1..=31).contains(&day) && hour < 24 && minute < 60;
    is_time.then(|| format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}"))
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
            ("12 okt. 2024 1958", None),
            ("Oct 12, 2024 1975 PM", None),
        ] {
            assert_eq!(of_english(text).as_deref(), iso, "{text}");
        }
    }
}
