//! Calls of functions with all that they must do, as a case says it.

use toml::Value;

use crate::raw::{RawCall, Spanned, SpannedTable};
use model::{CallEffect, CallExpectation, CaseCall, CppValue, FunctionCase};
use std::collections::BTreeMap;

/// The call with what the reference says of it; none if a case cannot say that.
pub(super) fn to_typed_call(
    function: &FunctionCase,
    call: &CaseCall,
    effect: &CallEffect,
    typed: &RawCall,
) -> Option<SpannedTable<RawCall>> {
    let prototype = function.prototypes.first()?;
    let mut after = BTreeMap::new();
    let mut places = Vec::new();
    let parameters = prototype.parameters.iter().zip(&effect.after).enumerate();
    for (place, (parameter, value)) in parameters.filter(|(_, (it, _))| it.shows_changes()) {
        after.insert(parameter.name.as_str().into(), to_toml(value)?.into());
        places.push((place, value.clone()));
    }
    let returned = match (&effect.returned, prototype.returned) {
        (Some(value), Some(_)) => Some(to_toml(value)?.into()),
        _ => None,
    };
    let printed = function.printed.map(|_| effect.printed.clone());
    let expectation = CallExpectation {
        returned: effect.returned.clone(),
        after: places,
        printed: printed.clone(),
    };
    if !expectation.is_complete(function) || call.arguments.len() != prototype.parameters.len() {
        return None;
    }
    let own = RawCall {
        arguments: typed.arguments.clone(),
        returns: returned,
        after,
        prints: printed.map(|lines| lines.into_iter().map(Spanned::from).collect()),
    };
    Some(own.into())
}

/// A value as it is typed; none if there is no way to type it.
fn to_toml(value: &CppValue) -> Option<Value> {
    Some(match value {
        CppValue::Boolean(truth) => Value::Boolean(*truth),
        CppValue::Integer(number) => Value::Integer(i64::try_from(*number).ok()?),
        CppValue::Real(number) => Value::Float(number.is_finite().then_some(*number)?),
        CppValue::Character(byte) => Value::String(ascii_text(&[*byte])?),
        CppValue::Text(bytes) => Value::String(String::from_utf8(bytes.clone()).ok()?),
        CppValue::List(items) if items.iter().any(is_character) => {
            let bytes = items
                .iter()
                .map(character_code)
                .collect::<Option<Vec<u8>>>();
            Value::String(ascii_text(&bytes?)?)
        }
        CppValue::List(items) => Value::Array(items.iter().map(to_toml).collect::<Option<_>>()?),
    })
}

fn is_character(value: &CppValue) -> bool {
    matches!(value, CppValue::Character(_))
}

fn character_code(value: &CppValue) -> Option<u8> {
    match value {
        CppValue::Character(byte) => Some(*byte),
        _ => None,
    }
}

fn ascii_text(bytes: &[u8]) -> Option<String> {
    bytes
        .is_ascii()
        .then(|| bytes.iter().map(|byte| char::from(*byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_typed_as_a_case_reads_them() {
        let list = |items: &[CppValue]| CppValue::List(items.to_vec());
        let rows = [
            (CppValue::Integer(-3), "-3"),
            (CppValue::Real(2.0), "2.0"),
            (CppValue::Character(b'x'), "\"x\""),
            (CppValue::Text(b"a b".to_vec()), "\"a b\""),
            (
                list(&[CppValue::Integer(1), CppValue::Integer(2)]),
                "[1, 2]",
            ),
            (
                list(&[CppValue::Character(b'a'), CppValue::Character(b'b')]),
                "\"ab\"",
            ),
        ];
        for (value, typed) in rows {
            assert_eq!(to_toml(&value).unwrap().to_string(), typed);
        }
        for value in [
            CppValue::Integer(i128::MAX),
            CppValue::Real(f64::NAN),
            CppValue::Character(0xe9),
            CppValue::Text(vec![0xff]),
        ] {
            assert_eq!(to_toml(&value), None, "{value}");
        }
    }
}
