//! The key `input` of a case, as it was typed.

use super::spanned::Spanned;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

/// `input = ["3", "0 1"]`, a line each, or one text with all of them.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
#[expect(
    missing_docs,
    reason = "documentation of a form would be shown in editors"
)]
pub enum InputText {
    Lines(Vec<Spanned<String>>),
    Block(String),
}

impl<'de> Deserialize<'de> for InputText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<InputText, D::Error> {
        struct InputTextVisitor;

        impl<'de> Visitor<'de> for InputTextVisitor {
            type Value = InputText;

            fn expecting(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
                text.write_str("an array of strings, one for each line, or a string with all lines")
            }

            fn visit_str<E>(self, text: &str) -> Result<InputText, E> {
                Ok(InputText::Block(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<InputText, A::Error> {
                let mut lines = Vec::new();
                while let Some(line) = all.next_element()? {
                    lines.push(line);
                }
                Ok(InputText::Lines(lines))
            }
        }
        deserializer.deserialize_any(InputTextVisitor)
    }
}

/// The lines that were typed, each with a place.
pub(super) fn to_input_lines(typed: &Spanned<InputText>) -> Vec<Spanned<String>> {
    match typed.get_ref() {
        InputText::Lines(lines) => lines.clone(),
        InputText::Block(text) => text
            .lines()
            .map(|line| Spanned::new(typed.span(), line.to_owned()))
            .collect(),
    }
}
