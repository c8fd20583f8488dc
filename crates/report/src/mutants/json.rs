//! `mutants.json`: the contract `grader/mutants/v1`. Keys may be added, never renamed or removed.

use serde_json::{Value, json};

use cpp::mutants::{MutantOutcome, MutantsOfProgram, TriedMutant};

pub(super) fn render_json(all: &[MutantsOfProgram]) -> String {
    let programs: Vec<Value> = all.iter().map(program_to_json).collect();
    let whole = json!({ "schema": "grader/mutants/v1", "programs": programs });
    format!("{whole:#}\n")
}

fn program_to_json(found: &MutantsOfProgram) -> Value {
    let summary = found.summarize();
    let mutants: Vec<Value> = found
        .tried
        .iter()
        .map(|one| mutant_to_json(found, one))
        .collect();
    let stale = found
        .stale
        .iter()
        .filter_map(|place| found.rules.accepted.get(*place));
    json!({
        "assignment": found.assignment,
        "program": found.program,
        "generated": found.generated,
        "tried": found.tried.len(),
        "trouble": found.failure_reason,
        "noticed": summary.killed,
        "should_be_noticed": summary.should_be_killed(),
        "noticed_with_sanitizers": summary.killed_with_sanitizers(),
        "should_be_noticed_with_undefined": summary.with_undefined(),
        "outcomes": MutantOutcome::NAMES.iter().map(|name| ((*name).to_owned(), found.with_outcome(name).count().into())).collect::<serde_json::Map<String, Value>>(),
        "stale_decisions": stale.map(|one| json!({ "at": one.at, "within": one.within, "was": one.was, "line": one.line })).collect::<Vec<_>>(),
        "solution_differs_in": found.other_games,
        "no_case_has": found.missing_inputs,
        "mutants": mutants,
    })
}

fn mutant_to_json(found: &MutantsOfProgram, one: &TriedMutant) -> Value {
    let shown = found.mutant_diff(one);
    let source = found.mutant_source(one).map(|source| source.name.as_str());
    let mut value = json!({
        "number": one.mutant.number,
        "source": source,
        "line": shown.as_ref().map(|it| it.line),
        "function": one.mutant.function,
        "operator": one.mutant.operator.name(),
        "was": shown.as_ref().map(|it| &it.was),
        "becomes": shown.as_ref().map(|it| &it.becomes),
        "outcome": one.outcome.name(),
        "accepted": one.accepted.and_then(|it| found.rules.accepted.get(it)).map(|it| &it.why),
    });
    let more = match &one.outcome {
        MutantOutcome::Killed {
            case,
            criterion,
            stricter,
        } => {
            json!({ "case": case, "criterion": criterion, "by_a_stricter_look": stricter })
        }
        MutantOutcome::Allowed { case, by } => json!({ "case": case, "by": by }),
        MutantOutcome::Missed(it) => json!({ "script": it.script, "how": it.how }),
        MutantOutcome::EndOfInput(script) => json!({ "script": script }),
        MutantOutcome::Undefined(it) => {
            json!({ "kind": it.kind, "case": it.case, "tests_of": it.tests })
        }
        MutantOutcome::NoDifference(games) => json!({ "games": games }),
        MutantOutcome::Ungraded(why) => json!({ "why": why }),
        MutantOutcome::Survived(how) => json!({ "how": how }),
        MutantOutcome::Unviable => json!({}),
    };
    if let (Some(all), Some(more)) = (value.as_object_mut(), more.as_object()) {
        all.extend(more.clone());
    }
    value
}
