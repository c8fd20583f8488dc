//! Values and tables that know where in their file they are.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::{Serialize, Serializer};

/// A value and its place, which does not count when values are compared. It is written as the value, and has its schema.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    pub(super) fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned(toml::Spanned::new(span, value))
    }

    /// Where in its file it is, in bytes.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// The value.
    pub fn get_ref(&self) -> &T {
        self.0.get_ref()
    }
}

/// A value that was not read from a file.
impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Spanned<T> {
        Spanned::new(0..0, value)
    }
}

impl From<&str> for Spanned<String> {
    fn from(text: &str) -> Spanned<String> {
        Spanned::from(text.to_owned())
    }
}

impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.get_ref().serialize(serializer)
    }
}

impl Borrow<str> for Spanned<String> {
    fn borrow(&self) -> &str {
        self.0.get_ref()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        toml::Spanned::deserialize(deserializer).map(Spanned)
    }
}

/// A table and its place: its header, or the braces of an inline one.
///
/// By default, serde also takes an array and gives its items to the fields in turn. This type does not.
#[derive(Debug, Clone)]
pub struct SpannedTable<T> {
    /// Its place.
    pub(super) at: Range<usize>,
    /// Its content.
    pub body: T,
}

/// A table that was not read from a file.
impl<T> From<T> for SpannedTable<T> {
    fn from(body: T) -> SpannedTable<T> {
        SpannedTable { at: 0..0, body }
    }
}

impl<T: PartialEq> PartialEq for SpannedTable<T> {
    fn eq(&self, other: &SpannedTable<T>) -> bool {
        self.body == other.body
    }
}

impl<T: Serialize> Serialize for SpannedTable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.body.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SpannedTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = toml::Spanned::<StrictTable<T>>::deserialize(deserializer)?;
        Ok(SpannedTable {
            at: spanned.span(),
            body: spanned.into_inner().0,
        })
    }
}

#[derive(Debug)]
struct StrictTable<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for StrictTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(StrictTableVisitor(PhantomData))
    }
}

struct StrictTableVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for StrictTableVisitor<T> {
    type Value = StrictTable<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a table")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(StrictTable)
    }
}

/// The schema of a wrapper is that of its content. A derived one would be a definition of its own.
macro_rules! schema_of_content {
    ($wrapper:ident) => {
        impl<T: JsonSchema> JsonSchema for $wrapper<T> {
            fn inline_schema() -> bool {
                T::inline_schema()
            }

            fn schema_name() -> Cow<'static, str> {
                T::schema_name()
            }

            fn schema_id() -> Cow<'static, str> {
                T::schema_id()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                T::json_schema(generator)
            }
        }
    };
}

schema_of_content!(Spanned);
schema_of_content!(SpannedTable);
