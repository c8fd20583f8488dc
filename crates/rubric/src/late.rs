//! When an assignment is due, and what it costs to hand in late.

use std::time::Duration;

use jiff::SignedDuration;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::choices::parse_keyword;
use super::config_file::ConfigFile;
use super::keywords::STRETCHES;
use super::quantity::{RawQuantity, parse_duration};
use super::raw::{self, RawDateTime};
use super::spanned::{Spanned, SpannedTable};
use model::{LateRule, Points, PointsOrPercent};

/// The rule of an assignment; none if it is never due. What it does not say of lateness the defaults do.
pub(super) fn parse_late_rule(
    config: &ConfigFile<'_>,
    body: &raw::RawAssignment,
    defaults: &raw::RawDefaults,
) -> Option<LateRule> {
    let due = parse_due(config, body.due.as_ref()?)?;
    let layers: Vec<&raw::RawLateRule> = [&body.late, &defaults.late]
        .into_iter()
        .flatten()
        .map(|SpannedTable { body, .. }| body)
        .collect();
    let time =
        |of: fn(&raw::RawLateRule) -> &Option<Spanned<RawQuantity>>| -> Option<SignedDuration> {
            let typed = layers.iter().find_map(|late| of(late).as_ref())?;
            to_signed_duration(parse_duration(config, typed)?)
        };
    let amount = |of: fn(&raw::RawLateRule) -> &Option<Spanned<RawQuantity>>| {
        parse_points_or_percent(config, layers.iter().find_map(|late| of(late).as_ref())?)
    };
    let per = layers.iter().find_map(|late| late.per.as_ref());
    let per = per
        .and_then(|typed| parse_keyword(config, "per", typed, STRETCHES))
        .unwrap_or(86400);
    Some(LateRule {
        due,
        zone: parse_timezone(config, defaults)?,
        grace: time(|late| &late.grace).unwrap_or_default(),
        penalty: amount(|late| &late.penalty).unwrap_or(PointsOrPercent::Points(Points::ZERO)),
        per: to_signed_duration(Duration::from_secs(per))?,
        most: amount(|late| &late.most),
        cutoff: time(|late| &late.cutoff),
    })
}

fn to_signed_duration(time: Duration) -> Option<SignedDuration> {
    SignedDuration::try_from(time).ok()
}

fn parse_due(config: &ConfigFile<'_>, typed: &Spanned<RawDateTime>) -> Option<DateTime> {
    let text = match typed.get_ref() {
        RawDateTime::Typed(moment) => moment.to_string(),
        RawDateTime::Text(text) => text.clone(),
    };
    let is_whole = text.contains(':') && !text.ends_with(['Z', 'z']);
    let due = text.parse::<DateTime>().ok().filter(|_| is_whole);
    if due.is_none() {
        let wanted = "expected a date and a time without a zone, such as `2026-10-05 23:59`; the zone is `timezone` in `[defaults]`";
        config.report(&typed.span(), format!("found `{text}`, {wanted}"));
    }
    due
}

/// The zone of all times of a course; that of this machine where nothing is said.
fn parse_timezone(config: &ConfigFile<'_>, defaults: &raw::RawDefaults) -> Option<TimeZone> {
    let Some(typed) = &defaults.timezone else {
        return Some(TimeZone::system());
    };
    let zone = TimeZone::get(typed.get_ref()).ok();
    if zone.is_none() {
        let wanted =
            "expected a name of the IANA time zone database, such as `Europe/Berlin` or `UTC`";
        config.report(
            &typed.span(),
            format!("found `{}`, {wanted}", typed.get_ref()),
        );
    }
    zone
}

/// `10%`, or a number of points.
fn parse_points_or_percent(
    config: &ConfigFile<'_>,
    typed: &Spanned<RawQuantity>,
) -> Option<PointsOrPercent> {
    let text = typed.get_ref().text().trim();
    let share = match text.strip_suffix('%') {
        Some(percent) => percent
            .trim()
            .parse()
            .ok()
            .filter(|it| (0.0..=100.0).contains(it))
            .map(PointsOrPercent::Percent),
        None => text
            .parse()
            .ok()
            .filter(|points: &f64| (0.0..=1e6).contains(points))
            .map(|points| PointsOrPercent::Points(Points::from_number(points))),
    };
    if share.is_none() {
        let wanted = "expected a share such as `10%`, or a number of points";
        config.report(&typed.span(), format!("found `{text}`, {wanted}"));
    }
    share
}
