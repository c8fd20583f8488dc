//! Values and tables that know where in their file they are.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// A value and its place. Its schema is that of the value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    pub(super) fn new(span: Range<usize>, value: T) -> Spanned<T> {
        Spanned(toml::Spanned::new(span, value))
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.0.span()
    }

    pub(super) fn get_ref(&self) -> &T {
        self.0.get_ref()
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
#[derive(Debug)]
pub(super) struct SpannedTable<T> {
    /// Its place.
    pub(super) at: Range<usize>,
    /// Its content.
    pub(super) body: T,
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
