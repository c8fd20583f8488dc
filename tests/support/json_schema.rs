//! Holds a document against a JSON Schema, as far as schemas in the tests ask for anything (a part of draft 7). A key of a
//! schema that is not known here is a mistake too, so nothing is taken for valid because nobody looked.

use regex::Regex;
use serde_json::{Map, Value};

/// What only describes.
const SILENT: [&str; 6] = [
    "$schema",
    "$id",
    "title",
    "description",
    "default",
    "definitions",
];

/// What a document does against a schema, each with its place in the document; nothing if it is valid.
pub(crate) fn mistakes(schema: &Value, document: &Value) -> Vec<String> {
    let mut mistakes = Vec::new();
    Check {
        root: schema,
        mistakes: &mut mistakes,
    }
    .hold("$", schema, document);
    mistakes
}

struct Check<'a> {
    root: &'a Value,
    mistakes: &'a mut Vec<String>,
}

impl<'a> Check<'a> {
    fn hold(&mut self, place: &str, schema: &'a Value, value: &Value) {
        match schema {
            Value::Bool(true) => {}
            Value::Object(keys) => {
                for (key, asked) in keys {
                    self.hold_key(place, keys, (key, asked), value);
                }
            }
            _ => self.mistake(place, "is not allowed here"),
        }
    }

    fn mistake(&mut self, place: &str, what: impl std::fmt::Display) {
        self.mistakes.push(format!("{place} {what}"));
    }

    fn demand(&mut self, holds: bool, place: &str, key: &str, asked: &Value) {
        if !holds {
            self.mistake(place, format!("breaks `{key}`: {asked}"));
        }
    }

    fn hold_key(
        &mut self,
        place: &str,
        schema: &'a Map<String, Value>,
        (key, asked): (&str, &'a Value),
        value: &Value,
    ) {
        let number = || asked.as_f64().unwrap();
        let count = || usize::try_from(asked.as_u64().unwrap()).unwrap();
        // Each key is about one type of values, and says nothing of the others.
        let holds = match (key, value) {
            (key, _) if SILENT.contains(&key) => true,
            ("type", _) => is_of_type(asked, value),
            ("const", _) => asked == value,
            ("enum", _) => asked.as_array().unwrap().contains(value),
            ("minimum", Value::Number(it)) => it.as_f64().unwrap() >= number(),
            ("maximum", Value::Number(it)) => it.as_f64().unwrap() <= number(),
            ("minLength", Value::String(it)) => it.chars().count() >= count(),
            ("pattern", Value::String(it)) => {
                Regex::new(asked.as_str().unwrap()).unwrap().is_match(it)
            }
            ("format", Value::String(it)) => {
                format(asked.as_str().unwrap()).is_some_and(|form| form.is_match(it))
            }
            ("minItems", Value::Array(it)) => it.len() >= count(),
            ("uniqueItems", Value::Array(it)) => {
                asked == false
                    || it
                        .iter()
                        .enumerate()
                        .all(|(at, one)| !it[..at].contains(one))
            }
            ("items", Value::Array(it)) => {
                for (at, one) in it.iter().enumerate() {
                    self.hold(&format!("{place}[{at}]"), asked, one);
                }
                true
            }
            ("required", Value::Object(it)) => asked
                .as_array()
                .unwrap()
                .iter()
                .all(|name| it.contains_key(name.as_str().unwrap())),
            ("properties", Value::Object(it)) => {
                for (name, value) in it {
                    if let Some(schema) = asked.get(name) {
                        self.hold(&format!("{place}.{name}"), schema, value);
                    }
                }
                true
            }
            ("additionalProperties", Value::Object(it)) => {
                let known = schema.get("properties");
                let is_known = |name: &str| known.is_some_and(|known| known.get(name).is_some());
                for (name, value) in it.iter().filter(|(name, _)| !is_known(name)) {
                    self.hold(&format!("{place}.{name}"), asked, value);
                }
                true
            }
            ("$ref", _) => {
                let pointer = asked.as_str().unwrap().strip_prefix('#').unwrap();
                self.hold(place, self.root.pointer(pointer).unwrap(), value);
                true
            }
            ("allOf", _) => {
                for one in asked.as_array().unwrap() {
                    self.hold(place, one, value);
                }
                true
            }
            ("anyOf", _) => self.alternatives(place, asked, value) > 0,
            ("oneOf", _) => self.alternatives(place, asked, value) == 1,
            (
                "minimum"
                | "maximum"
                | "minLength"
                | "pattern"
                | "format"
                | "minItems"
                | "uniqueItems"
                | "items"
                | "required"
                | "properties"
                | "additionalProperties",
                _,
            ) => true,
            _ => {
                self.mistake(
                    place,
                    format!("cannot be held against `{key}`, which nobody here knows"),
                );
                true
            }
        };
        self.demand(holds, place, key, asked);
    }

    /// How many of several schemas a value keeps.
    fn alternatives(&mut self, place: &str, asked: &'a Value, value: &Value) -> usize {
        let keeps = |schema: &&'a Value| {
            let mut mistakes = Vec::new();
            Check {
                root: self.root,
                mistakes: &mut mistakes,
            }
            .hold(place, schema, value);
            mistakes.is_empty()
        };
        asked.as_array().unwrap().iter().filter(keeps).count()
    }
}

fn is_of_type(asked: &Value, value: &Value) -> bool {
    if let Value::Array(several) = asked {
        return several.iter().any(|one| is_of_type(one, value));
    }
    match asked.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|it| it.fract() == 0.0),
        _ => false,
    }
}

/// How a text of some form looks: of addresses, what characters RFC 3986 knows. None of a form that is not known here.
fn format(name: &str) -> Option<Regex> {
    let address = "(%[0-9A-Fa-f]{2}|[A-Za-z0-9._~:/?#@!$&'()*+,;=\\[\\]-])*$";
    let pattern = match name {
        "uri" => &format!("^[A-Za-z][A-Za-z0-9+.-]*:{address}"),
        "uri-reference" => &format!("^{address}"),
        "date-time" => r"^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$",
        "uuid" => "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$",
        _ => return None,
    };
    Regex::new(pattern).ok()
}
