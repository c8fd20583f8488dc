//! What a criterion can change about a grade: `points`, `extra`, `penalty`.

use super::config_file::ConfigFile;
use super::points::parse_points;
use super::raw;
use super::spanned::SpannedTable;
use model::{CriterionKind, Points};

/// The worth that was typed; what makes no sense is marked.
pub(super) fn parse_criterion_kind(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<raw::RawCriterion>,
) -> Option<CriterionKind> {
    if let Some(remark) = body.remark.as_ref().filter(|typed| *typed.get_ref()) {
        return self::parse_remark(config, remark, body);
    }
    let is_extra = body.extra.as_ref().is_some_and(|typed| *typed.get_ref());
    match (&body.points, &body.penalty) {
        (Some(_), Some(penalty)) => {
            let text =
                "`points` and `penalty` exclude each other: a criterion gives points or takes them";
            config.report(&penalty.at, text);
            None
        }
        (None, None) => {
            let text = "missing key `points`: expected what the criterion is worth, or a `penalty`, or `remark = true`";
            config.report(at, text);
            None
        }
        (Some(typed), None) => parse_points(config, typed).map(|points| {
            if is_extra {
                CriterionKind::Extra(points)
            } else {
                CriterionKind::Ordinary(points)
            }
        }),
        (None, Some(table)) => parse_penalty(config, table, body),
    }
}

/// What each fault takes off the points; none where the first takes all. Marked where it makes no sense.
pub(super) fn parse_each(config: &ConfigFile<'_>, body: &raw::RawCriterion) -> Option<Points> {
    let typed = body.each.as_ref()?;
    if body.points.is_none() {
        let text = "`each` goes with `points`; what is taken away stands in `penalty = { each = …, most = … }`";
        config.report(&typed.span(), text);
    } else if body.rule.is_none() && body.check.is_none() && body.build.is_none() {
        let text = "`each` goes with `rule`, `check` and `build` only: cases earn their shares by `credit`";
        config.report(&typed.span(), text);
    }
    let each = parse_points(config, typed)?;
    if each == Points::ZERO {
        config.report(
            &typed.span(),
            "found 0, expected what each fault takes off the points",
        );
    }
    Some(each)
}

/// A criterion that only tells: it has a rule to tell about, and nothing that points could depend on.
fn parse_remark(
    config: &ConfigFile<'_>,
    typed: &super::spanned::Spanned<bool>,
    body: &raw::RawCriterion,
) -> Option<CriterionKind> {
    let others = [
        ("points", body.points.is_some()),
        ("penalty", body.penalty.is_some()),
        ("extra", body.extra.is_some()),
        ("requires", body.requires.is_some()),
    ];
    if let Some((key, _)) = others.iter().find(|(_, is_there)| *is_there) {
        let text = format!("`remark` and `{key}` exclude each other: a remark changes no points");
        config.report(&typed.span(), text);
    } else if body.rule.is_none() {
        let shown = match (&body.build, &body.check) {
            (Some(_), _) => ": the compiler's warnings are shown without a criterion",
            (None, Some(_)) => ": undefined behaviour is shown without a criterion",
            (None, None) => "",
        };
        config.report(
            &typed.span(),
            format!("`remark` goes with `rule` only{shown}"),
        );
    }
    Some(CriterionKind::Remark)
}

fn parse_penalty(
    config: &ConfigFile<'_>,
    SpannedTable { at, body }: &SpannedTable<raw::RawPenalty>,
    criterion: &raw::RawCriterion,
) -> Option<CriterionKind> {
    if let Some(extra) = &criterion.extra {
        config.report(&extra.span(), "`extra` goes with `points` only");
    }
    if let Some(manual) = &criterion.manual {
        config.report(
            &manual.span(),
            "a `penalty` counts faults, and `manual` shows none: use `points`",
        );
    }
    if let Some(credit) = &criterion.credit {
        config.report(
            &credit.span(),
            "a `penalty` takes points for each failed case: `credit` says nothing",
        );
    }
    if body.each.is_none() || body.most.is_none() {
        config.report(
            at,
            "`penalty` needs `each` and `most`, such as `{ each = 1, most = 5 }`",
        );
    }
    let each = parse_points(config, body.each.as_ref()?)?;
    let most = parse_points(config, body.most.as_ref()?)?;
    if each > most || most == Points::ZERO {
        config.report(at, "`most` must be above zero and not below `each`");
    }
    Some(CriterionKind::Penalty { each, most })
}
