//! How the games read: tokens between white space, of which only integers mean anything.
//!
//! The texts are C++ exercises, so reading is `std::cin >> number` in all but one respect: a token counts
//! as a whole. C++ would take the `3` off `3x` and stumble over the `x` one read later; here `3x` is simply
//! not a number, so that a script's meaning never depends on where a token was torn.

/// The tokens of a line, separated by what C++ calls white space (which includes the vertical tab).
pub fn split_tokens(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t', '\n', '\x0b', '\x0c', '\r'])
        .filter(|token| !token.is_empty())
}

/// The integer that a token denotes: an optional sign and decimal digits, nothing else.
///
/// A number too large for the type is still a number, and as far out of range as its limit.
pub fn parse_integer(token: &str) -> Option<i64> {
    let digits = token.strip_prefix(['+', '-']).unwrap_or(token);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if token.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(token.parse().unwrap_or(limit))
}

/// The number to play next. A token that is none ends the game, and after the end there is none.
pub(crate) fn read_number(token: &str, over: &mut bool) -> Option<i64> {
    let number = parse_integer(token).filter(|_| !*over);
    *over |= number.is_none();
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_cpp_reads_them_and_saturate() {
        let cases = [
            ("7", Some(7)),
            ("+5", Some(5)),
            ("-0", Some(0)),
            ("007", Some(7)),
            ("99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("", None),
            ("+", None),
            ("+-1", None),
            ("3x", None),
            ("1.5", None),
            ("٣", None),
        ];
        for (token, expected) in cases {
            assert_eq!(parse_integer(token), expected, "{token:?}");
        }
    }

    #[test]
    fn any_white_space_separates_tokens() {
        let found: Vec<_> = split_tokens(" 3\t0\x0b1\r\n").collect();
        assert_eq!(found, ["3", "0", "1"]);
    }
}
