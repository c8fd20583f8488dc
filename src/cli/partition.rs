//! `--partition`: which piece of a class.

use std::path::PathBuf;

use model::bounds::MOST_STUDENTS;
use model::{Partition, PartitionMethod};
use support::nearest;

/// What `3/16`, `hash:3/16` or `slice:3/16` means.
pub(super) fn parse_partition(text: &str) -> Result<Partition, String> {
    let (cut, numbers) = match text.split_once(':') {
        Some((name, numbers)) => (parse_cut(name)?, numbers),
        None => (PartitionMethod::Hash, text),
    };
    let (piece, pieces) = numbers.split_once('/').ok_or_else(|| {
        format!("found `{numbers}`; expected a piece and how many there are, such as `3/16`")
    })?;
    let pieces = parse_number(pieces, "how many pieces there are")?;
    let piece = parse_number(piece, "the number of the piece")?;
    match () {
        () if pieces == 0 || pieces as usize > MOST_STUDENTS => Err(format!(
            "found {pieces} pieces; expected a number from 1 to {MOST_STUDENTS}"
        )),
        () if piece == 0 || piece > pieces => Err(format!(
            "found piece {piece} of {pieces}; expected one from 1 to {pieces}, because pieces are counted from 1"
        )),
        () => Ok(Partition { piece, pieces, cut }),
    }
}

fn parse_cut(name: &str) -> Result<PartitionMethod, String> {
    let names = PartitionMethod::ALL.map(PartitionMethod::name);
    PartitionMethod::ALL.into_iter().find(|cut| cut.name() == name).ok_or_else(|| {
        let hint = nearest::describe_suggestion(name, &names);
        format!(
            "there is no way `{name}` to cut a class; expected `hash:` (by student, which is meant where nothing is said) or \
             `slice:` (by position){hint}"
        )
    })
}

fn parse_number(text: &str, what: &str) -> Result<u32, String> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number).ok_or_else(|| {
        format!("found `{text}` where {what} stands; expected a whole number, as in `3/16`")
    })
}

/// Where a piece is written if nothing is said.
pub(super) fn default_folder(partition: &Partition) -> PathBuf {
    PathBuf::from(format!(
        "pieces/{}-of-{}",
        partition.piece, partition.pieces
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_counted_from_one_and_cut_by_student_unless_something_else_is_said() {
        let of = |piece, pieces, cut| Ok(Partition { piece, pieces, cut });
        assert_eq!(parse_partition("3/16"), of(3, 16, PartitionMethod::Hash));
        assert_eq!(parse_partition("hash:1/1"), of(1, 1, PartitionMethod::Hash));
        assert_eq!(
            parse_partition("slice:16/16"),
            of(16, 16, PartitionMethod::Slice)
        );
    }

    #[test]
    fn what_is_no_piece_is_told_with_what_was_found_and_expected() {
        for (text, found, expected) in [
            ("0/4", "piece 0 of 4", "from 1 to 4"),
            ("5/4", "piece 5 of 4", "from 1 to 4"),
            ("1/0", "0 pieces", "from 1 to"),
            ("1/20001", "20001 pieces", "from 1 to 20000"),
            ("x/4", "`x`", "whole number"),
            ("1/", "``", "whole number"),
            ("+1/4", "`+1`", "whole number"),
            ("-1/4", "`-1`", "whole number"),
            ("1/4/2", "`4/2`", "whole number"),
            ("99999999999/4", "`99999999999`", "whole number"),
            ("3", "`3`", "such as `3/16`"),
            ("", "``", "such as `3/16`"),
            ("round:1/2", "`round`", "`slice:`"),
            ("slise:1/2", "`slise`", "did you mean `slice`?"),
            ("hash:", "``", "such as `3/16`"),
        ] {
            let said = parse_partition(text).unwrap_err();
            assert!(
                said.contains(found) && said.contains(expected),
                "{text}: {said}"
            );
        }
    }
}
