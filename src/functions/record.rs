//! What a driver wrote about a call: the values that came back, between two marks on standard error.
//!
//! The mark is a random number of this one run, so nothing that a function prints is ever taken for a record. A program
//! that wants to can find the mark in its own memory and write a record of its own. It gains nothing: no expected
//! value is ever given to the process, so a forged record is right only if its writer knew the right answer, and then a
//! `return` would have done.

use crate::model::{Actual, Call, FunctionCase, Scalar, Type, Value};

/// Standard error without the record, and the record.
pub(crate) fn split(stderr: &[u8], mark: &str) -> (Vec<u8>, Option<String>) {
    let opening = format!("\n{mark} ").into_bytes();
    let closing = format!("{mark}\n").into_bytes();
    let parts = find(stderr, &opening).and_then(|start| {
        let after = &stderr[start + opening.len()..];
        let end = find(after, &closing)?;
        let rest = [&stderr[..start], &after[end + closing.len()..]].concat();
        Some((rest, Some(String::from_utf8_lossy(&after[..end]).into_owned())))
    });
    parts.unwrap_or_else(|| (stderr.to_vec(), None))
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// What a record says; none if it is not one of this case.
pub(crate) fn read(
    record: &str,
    case: &FunctionCase,
    prototype: usize,
    call: &Call,
) -> Option<Actual> {
    let first = case.prototypes.first()?;
    let mut words = record.split_ascii_whitespace();
    let returned = match case.prototypes.get(prototype)?.returned {
        Some(of) => Some(value(of, &mut words)?),
        None => None,
    };
    let mut after = call.arguments.clone();
    for place in super::places(case, prototype) {
        let parameter = first.parameters.get(place)?;
        if parameter.shows_changes() {
            *after.get_mut(place)? = value(parameter.of, &mut words)?;
        }
    }
    words.next().is_none().then_some(Actual { returned, after })
}

fn value<'w>(of: Type, words: &mut impl Iterator<Item = &'w str>) -> Option<Value> {
    let list = |scalar, words: &mut dyn Iterator<Item = &'w str>| {
        let items: usize = words.next()?.parse().ok()?;
        let items = (0..items).map(|_| one(scalar, words.next()?));
        items.collect::<Option<Vec<Value>>>()
    };
    match of {
        Type::Scalar(scalar) => one(scalar, words.next()?),
        Type::Array(scalar) | Type::Vector(scalar) => list(scalar, words).map(Value::List),
        Type::Text => {
            let code = |item| match item {
                Value::Character(code) => code,
                _ => 0,
            };
            let bytes = list(Scalar::Char, words)?;
            Some(Value::Text(bytes.into_iter().map(code).collect()))
        }
    }
}

fn one(scalar: Scalar, word: &str) -> Option<Value> {
    Some(match scalar {
        Scalar::Bool => Value::Boolean(word != "0"),
        Scalar::Char => Value::Character(word.parse().ok()?),
        Scalar::Real(_) => Value::Real(f64::from_bits(word.parse().ok()?)),
        Scalar::Integer(_) => Value::Integer(word.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::functions::parse;
    use crate::model::Given;

    proptest! {
        /// A program that has found the mark writes what it likes.
        #[test]
        fn any_record_is_a_call_or_none(
            record in "[0-9 -]{0,80}|[ -~]{0,80}",
            stderr in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let text = "double f(int a, char grid[], std::vector<bool> &v, std::string &s)";
            let prototypes = vec![parse(text).unwrap()];
            let case = FunctionCase { prototypes, calls: Vec::new(), printed: None };
            let arguments = vec![Value::List(Vec::new()); 4];
            let call = Call { arguments, given: Given::default(), line: 1 };
            let _ = read(&record, &case, 0, &call);
            let framed = [&stderr, b"\nabc ".as_slice(), record.as_bytes(), b"abc\n"].concat();
            let (rest, found) = split(&framed, "abc");
            prop_assert!(rest.len() + found.map_or(0, |found| found.len()) <= 3 * framed.len());
        }
    }

    #[test]
    fn a_record_is_told_from_what_was_printed() {
        let seen = b"warning\n\nabc 1 abc\nmore";
        assert_eq!(split(seen, "abc"), (b"warning\nmore".to_vec(), Some("1 ".to_owned())));
        for none in ["", "\nabc 1 ", "abc 1 abc\n", "\nxyz 1 xyz\n"] {
            assert_eq!(split(none.as_bytes(), "abc"), (none.as_bytes().to_vec(), None), "{none:?}");
        }
    }

    #[test]
    fn a_record_holds_what_was_returned_and_what_was_changed() {
        let text = "double f(int a, char grid[], std::vector<bool> &v, std::string &s)";
        let case = FunctionCase {
            prototypes: vec![parse(text).unwrap()],
            calls: Vec::new(),
            printed: None,
        };
        let list = |items: &[Value]| Value::List(items.to_vec());
        let arguments = vec![
            Value::Integer(7),
            list(&[Value::Character(b'X')]),
            list(&[]),
            Value::Text(Vec::new()),
        ];
        let call = Call { arguments, given: Given::default(), line: 1 };
        let record = format!("{} 1 79 2 0 1 2 104 105", 1.5_f64.to_bits());
        let actual = read(&record, &case, 0, &call).unwrap();
        assert_eq!(actual.returned, Some(Value::Real(1.5)));
        let (no, yes) = (Value::Boolean(false), Value::Boolean(true));
        let after =
            [list(&[Value::Character(b'O')]), list(&[no, yes]), Value::Text(b"hi".to_vec())];
        assert_eq!(actual.after[1..], after);
        for wrong in ["", "1 1 79", "x 1 79 0 0", &format!("{record} 1")] {
            assert_eq!(read(wrong, &case, 0, &call), None, "{wrong}");
        }
    }
}
