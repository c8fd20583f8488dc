//! What a criterion can change about a grade: `points`, `extra`, `penalty`.

use super::points::points;
use super::raw;
use super::sheet::Sheet;
use super::table::Table;
use crate::model::{Points, Worth};

/// The worth that was typed; what makes no sense is marked.
pub(super) fn worth(
    sheet: &Sheet<'_>,
    Table { at, body }: &Table<raw::Criterion>,
) -> Option<Worth> {
    if let Some(remark) = body.remark.as_ref().filter(|typed| *typed.get_ref()) {
        return self::remark(sheet, remark, body);
    }
    let is_extra = body.extra.as_ref().is_some_and(|typed| *typed.get_ref());
    match (&body.points, &body.penalty) {
        (Some(_), Some(penalty)) => {
            let text =
                "`points` and `penalty` exclude each other: a criterion gives points or takes them";
            sheet.mark(&penalty.at, text);
            None
        }
        (None, None) => {
            let text = "missing key `points`: expected what the criterion is worth, or a `penalty`, or `remark = true`";
            sheet.mark(at, text);
            None
        }
        (Some(typed), None) => points(sheet, typed)
            .map(|points| if is_extra { Worth::Extra(points) } else { Worth::Ordinary(points) }),
        (None, Some(table)) => penalty(sheet, table, body),
    }
}

/// A criterion that only tells: it has a rule to tell about, and nothing that points could depend on.
fn remark(sheet: &Sheet<'_>, typed: &toml::Spanned<bool>, body: &raw::Criterion) -> Option<Worth> {
    let others = [
        ("points", body.points.is_some()),
        ("penalty", body.penalty.is_some()),
        ("extra", body.extra.is_some()),
        ("requires", body.requires.is_some()),
    ];
    if let Some((key, _)) = others.iter().find(|(_, is_there)| *is_there) {
        let text = format!("`remark` and `{key}` exclude each other: a remark changes no points");
        sheet.mark(&typed.span(), text);
    } else if body.rule.is_none() {
        let shown = match (&body.build, &body.check) {
            (Some(_), _) => ": the compiler's warnings are shown without a criterion",
            (None, Some(_)) => ": undefined behaviour is shown without a criterion",
            (None, None) => "",
        };
        sheet.mark(&typed.span(), format!("`remark` goes with `rule` only{shown}"));
    }
    Some(Worth::Remark)
}

fn penalty(
    sheet: &Sheet<'_>,
    Table { at, body }: &Table<raw::Penalty>,
    criterion: &raw::Criterion,
) -> Option<Worth> {
    if let Some(extra) = &criterion.extra {
        sheet.mark(&extra.span(), "`extra` goes with `points` only");
    }
    if let Some(manual) = &criterion.manual {
        sheet.mark(
            &manual.span(),
            "a `penalty` counts faults, and `manual` shows none: use `points`",
        );
    }
    if let Some(credit) = &criterion.credit {
        sheet.mark(
            &credit.span(),
            "a `penalty` takes points for each failed case: `credit` says nothing",
        );
    }
    if body.each.is_none() || body.most.is_none() {
        sheet.mark(at, "`penalty` needs `each` and `most`, such as `{ each = 1, most = 5 }`");
    }
    let each = points(sheet, body.each.as_ref()?)?;
    let most = points(sheet, body.most.as_ref()?)?;
    if each > most || most == Points::ZERO {
        sheet.mark(at, "`most` must be above zero and not below `each`");
    }
    Some(Worth::Penalty { each, most })
}
