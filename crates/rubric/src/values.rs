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

use toml::Value as Typed;

use super::spanned::Spanned;

use super::config_file::ConfigFile;
use model::{CppScalar, CppType, CppValue};

/// The value of this type that was typed for `name`.
pub(super) fn parse_value(
    config: &ConfigFile<'_>,
    name: &str,
    of: CppType,
    typed: &Spanned<Typed>,
) -> Option<CppValue> {
    let found = match of {
        CppType::Scalar(scalar) => self::parse_scalar(scalar, typed.get_ref()),
        CppType::Text => typed
            .get_ref()
            .as_str()
            .map(|text| CppValue::Text(text.into())),
        CppType::Array(CppScalar::Char) | CppType::Vector(CppScalar::Char) => {
            parse_characters(typed.get_ref())
        }
        CppType::Array(scalar) | CppType::Vector(scalar) => parse_list(scalar, typed.get_ref()),
    };
    if found.is_none() {
        let text = format!(
            "`{name}`: found {}, expected {}",
            typed.get_ref(),
            describe_type(of)
        );
        config.report(&typed.span(), text);
    }
    found
}

fn parse_scalar(scalar: CppScalar, typed: &Typed) -> Option<CppValue> {
    match (scalar, typed) {
        (CppScalar::Bool, Typed::Boolean(truth)) => Some(CppValue::Boolean(*truth)),
        (CppScalar::Char, Typed::String(text)) => match text.as_bytes() {
            [byte] => Some(CppValue::Character(*byte)),
            _ => None,
        },
        (CppScalar::Real(_), Typed::Float(number)) if number.is_finite() => {
            Some(CppValue::Real(*number))
        }
        (CppScalar::Real(_), Typed::Integer(number)) => i32::try_from(*number)
            .ok()
            .map(|it| CppValue::Real(it.into())),
        (CppScalar::Integer(integer), Typed::Integer(number)) => {
            let number = i128::from(*number);
            let fits = (integer.least..=integer.most).contains(&number);
            fits.then_some(CppValue::Integer(number))
        }
        _ => None,
    }
}

fn parse_list(of: CppScalar, typed: &Typed) -> Option<CppValue> {
    let items = typed.as_array()?.iter().map(|item| parse_scalar(of, item));
    items.collect::<Option<_>>().map(CppValue::List)
}

/// Characters, all of one byte each, as the student's `char` holds them.
fn parse_characters(typed: &Typed) -> Option<CppValue> {
    let text = match typed {
        Typed::String(text) => text.clone(),
        Typed::Array(rows) => rows.iter().map(Typed::as_str).collect::<Option<String>>()?,
        _ => return None,
    };
    text.is_ascii()
        .then(|| CppValue::List(text.bytes().map(CppValue::Character).collect()))
}

fn describe_type(of: CppType) -> String {
    match of {
        CppType::Scalar(scalar) => describe_scalar(scalar),
        CppType::Text => "a string".to_owned(),
        CppType::Array(CppScalar::Char) | CppType::Vector(CppScalar::Char) => {
            "a string, or a list of strings, of plain ASCII characters".to_owned()
        }
        CppType::Array(scalar) | CppType::Vector(scalar) => {
            format!("a list, each item {}", describe_scalar(scalar))
        }
    }
}

fn describe_scalar(scalar: CppScalar) -> String {
    match scalar {
        CppScalar::Bool => "`true` or `false`".to_owned(),
        CppScalar::Char => "a string of one plain ASCII character".to_owned(),
        CppScalar::Real(_) => "a number".to_owned(),
        CppScalar::Integer(it) => {
            format!(
                "a whole number from {} to {} (`{}`)",
                it.least, it.most, it.spelled
            )
        }
    }
}
