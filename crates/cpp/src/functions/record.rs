//! What a driver wrote about a call: the values that came back, between two marks on standard error.
//!
//! The mark is a random number of this one run, so nothing that a function prints is ever taken for a record. A program
//! that wants to can find the mark in its own memory and write a record of its own. It gains nothing: no expected
//! value is ever given to the process, so a forged record is right only if its writer knew the right answer, and then a
//! `return` would have done.

use model::{ActualEffect, CaseCall, CppScalar, CppType, CppValue, FunctionCase};

/// Standard error without the record, and the record.
pub fn split_record(stderr: &[u8], mark: &str) -> (Vec<u8>, Option<String>) {
    let opening = format!("\n{mark} ").into_bytes();
    let closing = format!("{mark}\n").into_bytes();
    let parts = find_bytes(stderr, &opening).and_then(|start| {
        let after = &stderr[start + opening.len()..];
        let end = find_bytes(after, &closing)?;
        let rest = [&stderr[..start], &after[end + closing.len()..]].concat();
        Some((
            rest,
            Some(String::from_utf8_lossy(&after[..end]).into_owned()),
        ))
    });
    parts.unwrap_or_else(|| (stderr.to_vec(), None))
}

fn find_bytes(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// What a record says; none if it is not one of this case.
pub fn read_record(
    record: &str,
    case: &FunctionCase,
    prototype: usize,
    call: &CaseCall,
) -> Option<ActualEffect> {
    let first = case.prototypes.first()?;
    let mut words = record.split_ascii_whitespace();
    let returned = match case.prototypes.get(prototype)?.returned {
        Some(of) => Some(read_value(of, &mut words)?),
        None => None,
    };
    let mut after = call.arguments.clone();
    for place in super::argument_places(case, prototype) {
        let parameter = first.parameters.get(place)?;
        if parameter.shows_changes() {
            *after.get_mut(place)? = read_value(parameter.cpp_type, &mut words)?;
        }
    }
    words
        .next()
        .is_none()
        .then_some(ActualEffect { returned, after })
}

fn read_value<'w>(of: CppType, words: &mut impl Iterator<Item = &'w str>) -> Option<CppValue> {
    let list = |scalar, words: &mut dyn Iterator<Item = &'w str>| {
        let items: usize = words.next()?.parse().ok()?;
        let items = (0..items).map(|_| read_scalar(scalar, words.next()?));
        items.collect::<Option<Vec<CppValue>>>()
    };
    match of {
        CppType::Scalar(scalar) => read_scalar(scalar, words.next()?),
        CppType::Array(scalar) | CppType::Vector(scalar) => list(scalar, words).map(CppValue::List),
        CppType::Text => {
            let code = |item| match item {
                CppValue::Character(code) => code,
                _ => 0,
            };
            let bytes = list(CppScalar::Char, words)?;
            Some(CppValue::Text(bytes.into_iter().map(code).collect()))
        }
    }
}

fn read_scalar(scalar: CppScalar, word: &str) -> Option<CppValue> {
    Some(match scalar {
        CppScalar::Bool => CppValue::Boolean(word != "0"),
        CppScalar::Char => CppValue::Character(word.parse().ok()?),
        CppScalar::Real(_) => CppValue::Real(f64::from_bits(word.parse().ok()?)),
        CppScalar::Integer(_) => CppValue::Integer(word.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::functions::parse_prototype;
    use model::CallExpectation;

    proptest! {
        /// A program that has found the mark writes what it likes.
        #[test]
        fn any_record_is_a_call_or_none(
            record in "[0-9 -]{0,80}|[ -~]{0,80}",
            stderr in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let text = "double f(int a, char grid[], std::vector<bool> &v, std::string &s)";
            let prototypes = vec![parse_prototype(text).unwrap()];
            let case = FunctionCase { prototypes, calls: Vec::new(), printed: None };
            let arguments = vec![CppValue::List(Vec::new()); 4];
            let call = CaseCall { arguments, expectation: CallExpectation::default(), line: 1 };
            let _ = read_record(&record, &case, 0, &call);
            let framed = [&stderr, b"\nabc ".as_slice(), record.as_bytes(), b"abc\n"].concat();
            let (rest, found) = split_record(&framed, "abc");
            prop_assert!(rest.len() + found.map_or(0, |found| found.len()) <= 3 * framed.len());
        }
    }

    #[test]
    fn a_record_is_told_from_what_was_printed() {
        let seen = b"warning\n\nabc 1 abc\nmore";
        assert_eq!(
            split_record(seen, "abc"),
            (b"warning\nmore".to_vec(), Some("1 ".to_owned()))
        );
        for none in ["", "\nabc 1 ", "abc 1 abc\n", "\nxyz 1 xyz\n"] {
            assert_eq!(
                split_record(none.as_bytes(), "abc"),
                (none.as_bytes().to_vec(), None),
                "{none:?}"
            );
        }
    }

    #[test]
    fn a_record_holds_what_was_returned_and_what_was_changed() {
        let text = "double f(int a, char grid[], std::vector<bool> &v, std::string &s)";
        let case = FunctionCase {
            prototypes: vec![parse_prototype(text).unwrap()],
            calls: Vec::new(),
            printed: None,
        };
        let list = |items: &[CppValue]| CppValue::List(items.to_vec());
        let arguments = vec![
            CppValue::Integer(7),
            list(&[CppValue::Character(b'X')]),
            list(&[]),
            CppValue::Text(Vec::new()),
        ];
        let call = CaseCall {
            arguments,
            expectation: CallExpectation::default(),
            line: 1,
        };
        let record = format!("{} 1 79 2 0 1 2 104 105", 1.5_f64.to_bits());
        let actual = read_record(&record, &case, 0, &call).unwrap();
        assert_eq!(actual.returned, Some(CppValue::Real(1.5)));
        let no = CppValue::Boolean(false);
        let yes = CppValue::Boolean(true);
        let after = [
            list(&[CppValue::Character(b'O')]),
            list(&[no, yes]),
            CppValue::Text(b"hi".to_vec()),
        ];
        assert_eq!(actual.after[1..], after);
        for wrong in ["", "1 1 79", "x 1 79 0 0", &format!("{record} 1")] {
            assert_eq!(read_record(wrong, &case, 0, &call), None, "{wrong}");
        }
    }
}
