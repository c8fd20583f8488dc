//! A line of a student's source with its neighbours.

use model::SourceLocation;

/// How many lines are shown before and after.
const AROUND: usize = 2;

/// How long a line may be, in characters.
const LONGEST: usize = 200;

/// The place, if the file is one of the submission's and has such a line. `files` are its files by their names. A compiler
/// names files as the source tells it to (`#line`), so no other file is ever opened.
pub fn find_source_location(
    files: &[(String, Vec<u8>)],
    file: &str,
    line: u32,
) -> Option<SourceLocation> {
    let name = file.trim_start_matches("./");
    let (file, bytes) = files.iter().find(|(known, _)| known == name)?;
    let text = String::from_utf8_lossy(bytes);
    let at = usize::try_from(line).ok()?.checked_sub(1)?;
    let lines: Vec<&str> = text.lines().collect();
    lines.get(at)?;
    let first = at.saturating_sub(AROUND);
    let numbered = (1_u32..)
        .zip(&lines)
        .skip(first)
        .take(at + AROUND + 1 - first);
    let excerpt = numbered.map(|(number, line)| (number, line.chars().take(LONGEST).collect()));
    Some(SourceLocation {
        file: file.clone(),
        line,
        excerpt: excerpt.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_shown_with_its_neighbours_and_no_other_file_is() {
        let files = [("a.cpp".to_owned(), b"1\n2\n3\n4\n5\n6".to_vec())];
        let numbers = |file, line| {
            let place = find_source_location(&files, file, line)?;
            Some(
                place
                    .excerpt
                    .iter()
                    .map(|(number, _)| *number)
                    .collect::<Vec<u32>>(),
            )
        };
        assert_eq!(numbers("a.cpp", 1), Some(vec![1, 2, 3]));
        assert_eq!(numbers("./a.cpp", 4), Some(vec![2, 3, 4, 5, 6]));
        assert_eq!(numbers("a.cpp", 6), Some(vec![4, 5, 6]));
        for (file, line) in [("a.cpp", 0), ("a.cpp", 7), ("/etc/passwd", 1), ("b.cpp", 1)] {
            assert_eq!(numbers(file, line), None, "{file}:{line}");
        }
    }
}
