//! Points as a rubric writes them.

use super::config_file::ConfigFile;
use super::spanned::Spanned;
use model::Points;

/// More than this is a slip, and far below where sums could go wrong.
const MOST: f64 = 1_000_000.0;

/// The points that were typed; a number that cannot be points is marked.
pub(super) fn parse_points(config: &ConfigFile<'_>, typed: &Spanned<f64>) -> Option<Points> {
    let number = *typed.get_ref();
    let thousandths = number * 1000.0;
    let wanted = if !(0.0..=MOST).contains(&number) {
        "expected points from 0 to 1000000"
    } else if (thousandths - thousandths.round()).abs() > 1e-6 {
        "expected points with at most 3 decimals"
    } else {
        return Some(Points::from_number(number));
    };
    config.report(&typed.span(), format!("found {number}, {wanted}"));
    None
}
