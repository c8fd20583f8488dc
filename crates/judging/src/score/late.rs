//! What it costs to hand in late.

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};

use model::{AdjustmentCause, Grade, GradeAdjustment, LateRule};

/// Takes from a grade what lateness costs by `rule`; `extended` is until when this student may hand in, if longer than others.
/// What was not handed in, or has no grade, is not late.
pub fn apply_lateness(grade: &mut Grade, rule: &LateRule, extended: Option<DateTime>) {
    let Some(hand_in) = &grade.hand_in else {
        return;
    };
    let due = extended.unwrap_or(rule.due);
    let moment = hand_in
        .time
        .as_ref()
        .and_then(|time| parse_moment(time.iso.as_deref()?, rule));
    let Some(moment) = moment else {
        if hand_in.late == Some(true) {
            grade.remarks.push(
                "It was handed in late; how late is not known, so no points were taken for it."
                    .to_owned(),
            );
        }
        return;
    };
    let Ok(last) = due.to_zoned(rule.zone.clone()) else {
        return;
    };
    let late = moment.duration_since(last.timestamp());
    if late <= rule.grace || grade.is_ungraded() {
        return;
    }
    let begun = (late.as_secs() + rule.per.as_secs() - 1) / rule.per.as_secs().max(1);
    let cost = rule
        .penalty
        .points_of(grade.max_points)
        .times(u64::try_from(begun).unwrap_or(0));
    let most = rule
        .most
        .map_or(cost, |most| most.points_of(grade.max_points));
    let is_too_late = rule.cutoff.is_some_and(|cutoff| late > cutoff);
    let cost = if is_too_late {
        grade.points
    } else {
        cost.min(most).min(grade.points)
    };
    let before = grade.points;
    grade.points = before - cost;
    let due = due.strftime("%Y-%m-%d %H:%M");
    let reason = if is_too_late {
        format!(
            "It was handed in {} after it was due ({due}), too late to count.",
            describe_duration(late)
        )
    } else {
        format!(
            "It was handed in {} after it was due ({due}).",
            describe_duration(late)
        )
    };
    let after = grade.points;
    let cause = AdjustmentCause::Late;
    grade.adjustments.push(GradeAdjustment {
        cause,
        criterion: None,
        before,
        after,
        reason,
    });
}

/// A moment by ISO 8601; without a zone it is one of the course's clocks.
fn parse_moment(iso: &str, rule: &LateRule) -> Option<Timestamp> {
    if let Ok(moment) = iso.parse::<Timestamp>() {
        return Some(moment);
    }
    let clock: DateTime = iso.parse().ok()?;
    Some(clock.to_zoned(rule.zone.clone()).ok()?.timestamp())
}

/// A time as people say it: the two largest units of it.
fn describe_duration(time: SignedDuration) -> String {
    let minutes = time.as_secs().max(0) / 60;
    let parts = [
        ("day", minutes / 1440),
        ("hour", minutes / 60 % 24),
        ("minute", minutes % 60),
    ];
    let first = parts
        .iter()
        .position(|(_, count)| *count > 0)
        .unwrap_or(parts.len() - 1);
    let said = parts
        .iter()
        .skip(first)
        .take(2)
        .filter(|(_, count)| *count > 0);
    let said =
        said.map(|(unit, count)| format!("{count} {unit}{}", if *count == 1 { "" } else { "s" }));
    let said: Vec<String> = said.collect();
    if said.is_empty() {
        "less than a minute".to_owned()
    } else {
        said.join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::super::test_grade::bare_grade;
    use super::*;
    use model::{HandIn, HandInTime, Points, PointsOrPercent};

    fn perfect() -> Grade {
        bare_grade(100.0, 100.0)
    }

    /// A perfect grade of 100 points, handed in then, after the rule.
    fn graded(time: &str, change: impl FnOnce(&mut LateRule)) -> Grade {
        let mut rule = LateRule {
            due: "2026-10-24 23:59".parse().unwrap(),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
            grace: SignedDuration::from_mins(10),
            penalty: PointsOrPercent::Percent(10.0),
            per: SignedDuration::from_hours(24),
            most: Some(PointsOrPercent::Points(Points::from_number(25.0))),
            cutoff: Some(SignedDuration::from_hours(24 * 7)),
        };
        change(&mut rule);
        let mut grade = perfect();
        let time = HandInTime {
            shown: time.to_owned(),
            iso: Some(time.to_owned()),
        };
        grade.hand_in = Some(HandIn {
            time: Some(time),
            ..HandIn::default()
        });
        apply_lateness(&mut grade, &rule, None);
        grade
    }

    #[test]
    fn each_begun_day_costs_its_part_up_to_the_most() {
        let whole = perfect().points.as_number();
        for (time, cost) in [
            ("2026-10-20T12:00:00", 0.0),
            ("2026-10-24T23:59:00", 0.0),
            ("2026-10-25T00:09:00", 0.0),
            ("2026-10-25T00:09:01", 10.0),
            // Clocks are set back that night, so a day later is an hour earlier on them; and with a zone it is plain.
            ("2026-10-25T22:59:00", 10.0),
            ("2026-10-25T23:00:00", 20.0),
            ("2026-10-25T21:59:00Z", 10.0),
            ("2026-10-25T22:00:00Z", 20.0),
            ("2026-10-29T12:00:00", 25.0),
            ("2026-11-02T12:00:00", whole),
        ] {
            let grade = graded(time, |_| {});
            assert_eq!(
                whole - grade.points.as_number(),
                cost,
                "{time}: {:?}",
                grade.adjustments
            );
        }
    }

    #[test]
    fn an_hour_may_be_the_measure_and_points_the_cost() {
        let grade = graded("2026-10-25T01:30:00", |rule| {
            rule.per = SignedDuration::from_hours(1);
            rule.penalty = PointsOrPercent::Points(Points::from_number(0.5));
        });
        assert_eq!(
            grade.adjustments[0].before - grade.adjustments[0].after,
            Points::from_number(1.0)
        );
        let said = &grade.adjustments[0].reason;
        assert_eq!(
            said,
            "It was handed in 1 hour and 31 minutes after it was due (2026-10-24 23:59)."
        );
    }

    #[test]
    fn where_only_the_flag_is_known_nothing_is_taken_and_that_is_said() {
        let mut grade = perfect();
        let before = grade.points;
        grade.hand_in = Some(HandIn {
            late: Some(true),
            ..HandIn::default()
        });
        let rule = LateRule {
            due: "2026-10-24 23:59".parse().unwrap(),
            zone: TimeZone::UTC,
            grace: SignedDuration::ZERO,
            penalty: PointsOrPercent::Percent(10.0),
            per: SignedDuration::from_hours(24),
            most: None,
            cutoff: None,
        };
        apply_lateness(&mut grade, &rule, None);
        assert_eq!(grade.points, before);
        assert!(
            grade.remarks[0].contains("handed in late"),
            "{:?}",
            grade.remarks
        );
    }
}
