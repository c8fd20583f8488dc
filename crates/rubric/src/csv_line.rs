//! Where records stand in a table: the `csv` crate counts a record from where the one before has ended, and a line feed after a carriage
//! return, as well as empty lines, come after that.

use csv::Position;

/// The byte where a record begins.
pub(super) fn record_start(text: &[u8], position: Option<&Position>) -> usize {
    let from = position_offset(position);
    from + count_line_ends(text, from)
}

/// The line, from 1, where a record begins.
pub(super) fn record_line(text: &[u8], position: Option<&Position>) -> usize {
    let from = position_offset(position);
    let skipped = text
        .get(from..from + count_line_ends(text, from))
        .unwrap_or_default();
    let counted = position.map_or(1, Position::line);
    usize::try_from(counted).unwrap_or(1) + skipped.iter().filter(|byte| **byte == b'\n').count()
}

fn position_offset(position: Option<&Position>) -> usize {
    position.map_or(0, |it| usize::try_from(it.byte()).unwrap_or_default())
}

/// How many bytes that end lines follow.
fn count_line_ends(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter()
        .take_while(|byte| matches!(**byte, b'\r' | b'\n'))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_found_on_its_line_however_lines_end() {
        for text in [
            "a\nb\nc\n",
            "a\r\nb\r\nc\r\n",
            "a\n\"b\n\"\nc",
            "a\r\n\r\n\r\nb\r\nc",
        ] {
            let mut reader = csv::Reader::from_reader(text.as_bytes());
            for record in reader.records() {
                let record = record.unwrap();
                let at = text.find(record[0].trim()).unwrap();
                let expected = text[..at].matches('\n').count() + 1;
                assert_eq!(
                    record_line(text.as_bytes(), record.position()),
                    expected,
                    "{text:?}"
                );
                let start = record_start(text.as_bytes(), record.position());
                assert!(
                    text[start..]
                        .trim_start_matches('"')
                        .starts_with(&record[0]),
                    "{text:?}"
                );
            }
        }
    }
}
