//! Values of C++ as TOML writes them.
//!
//! | type | written as |
//! | --- | --- |
//! | `bool` | `true` |
//! | integers | `-3` |
//! | `double` | `0.5` |
//! | `char` | a string of one character |
//! | `std::string` | a string |
//! | `char` arrays | a string, or a list of strings that are joined, such as the rows of a board |
//! | other arrays, `vector` | a list |

use toml::{Spanned, Value as Typed};

use super::config_file::ConfigFile;
use crate::model::{Scalar, Type, Value};

/// The value of this type that was typed for `name`.
pub(super) fn value(
    config: &ConfigFile<'_>,
    name: &str,
    of: Type,
    typed: &Spanned<Typed>,
) -> Option<Value> {
    let found = match of {
        Type::Scalar(scalar) => self::scalar(scalar, typed.get_ref()),
        Type::Text => typed.get_ref().as_str().map(|text| Value::Text(text.into())),
        Type::Array(Scalar::Char) | Type::Vector(Scalar::Char) => letters(typed.get_ref()),
        Type::Array(scalar) | Type::Vector(scalar) => list(scalar, typed.get_ref()),
    };
    if found.is_none() {
        let text = format!("`{name}`: found {}, expected {}", typed.get_ref(), wanted(of));
        config.report(&typed.span(), text);
    }
    found
}

fn scalar(scalar: Scalar, typed: &Typed) -> Option<Value> {
    match (scalar, typed) {
        (Scalar::Bool, Typed::Boolean(truth)) => Some(Value::Boolean(*truth)),
        (Scalar::Char, Typed::String(text)) => match text.as_bytes() {
            [byte] => Some(Value::Character(*byte)),
            _ => None,
        },
        (Scalar::Real(_), Typed::Float(number)) if number.is_finite() => Some(Value::Real(*number)),
        (Scalar::Real(_), Typed::Integer(number)) => {
            i32::try_from(*number).ok().map(|it| Value::Real(it.into()))
        }
        (Scalar::Integer(integer), Typed::Integer(number)) => {
            let number = i128::from(*number);
            let fits = (integer.least..=integer.most).contains(&number);
            fits.then_some(Value::Integer(number))
        }
        _ => None,
    }
}

fn list(of: Scalar, typed: &Typed) -> Option<Value> {
    let items = typed.as_array()?.iter().map(|item| scalar(of, item));
    items.collect::<Option<_>>().map(Value::List)
}

/// Characters, all of one byte each, as the student's `char` holds them.
fn letters(typed: &Typed) -> Option<Value> {
    let text = match typed {
        Typed::String(text) => text.clone(),
        Typed::Array(rows) => rows.iter().map(Typed::as_str).collect::<Option<String>>()?,
        _ => return None,
    };
    text.is_ascii().then(|| Value::List(text.bytes().map(Value::Character).collect()))
}

fn wanted(of: Type) -> String {
    match of {
        Type::Scalar(scalar) => one(scalar),
        Type::Text => "a string".to_owned(),
        Type::Array(Scalar::Char) | Type::Vector(Scalar::Char) => {
            "a string, or a list of strings, of plain ASCII characters".to_owned()
        }
        Type::Array(scalar) | Type::Vector(scalar) => format!("a list, each item {}", one(scalar)),
    }
}

fn one(scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool => "`true` or `false`".to_owned(),
        Scalar::Char => "a string of one plain ASCII character".to_owned(),
        Scalar::Real(_) => "a number".to_owned(),
        Scalar::Integer(it) => {
            format!("a whole number from {} to {} (`{}`)", it.least, it.most, it.spelled)
        }
    }
}
