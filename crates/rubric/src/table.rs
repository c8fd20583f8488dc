//! A TOML table that knows where it stands.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use toml::Spanned;

/// A table and its place: its header, or the braces of an inline one.
///
/// Left to itself, serde would also take an array, giving its items to the fields in turn; this does not.
#[derive(Debug)]
pub(super) struct SpannedTable<T> {
    /// Where it stands.
    pub(super) at: Range<usize>,
    /// What it holds.
    pub(super) body: T,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for SpannedTable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let spanned = Spanned::<StrictTable<T>>::deserialize(deserializer)?;
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
