//! The grades of a class, one after the other.

use std::borrow::Cow;
use std::io;

use model::{Grade, Gradebook};

/// All grades, one after the other.
pub(super) fn iter_grades<'g>(
    gradebook: &'g (impl Gradebook + ?Sized),
) -> impl Iterator<Item = io::Result<Cow<'g, Grade>>> {
    (0..gradebook.count()).map(|place| gradebook.grade(place))
}
