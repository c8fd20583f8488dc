//! What packages expect of programs, as verdicts.

use super::error::ImportError;
use super::notes::{escape_word, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, round_points, to_list};
use super::programs;
use rubric::raw::RawCalibration;

const ACCEPTED: &[&str] = &["accepted"];
const WRONG: &[&str] = &["wrong-answer", "presentation-error", "output-limit"];
const SLOW: &[&str] = &["time-limit", "read-past-end"];
const CRASHED: &[&str] = &["runtime-error", "memory-limit", "forbidden-call"];

/// What is expected of a program: the verdicts that each case may have, and those of which one must occur.
#[derive(Debug, Default)]
pub(super) struct ExpectedVerdicts {
    pub(super) permitted: Vec<&'static str>,
    pub(super) required: Vec<&'static str>,
}

impl ExpectedVerdicts {
    /// All that a program can come to.
    pub(super) const ANY: [&'static str; 9] = [
        "accepted",
        "presentation-error",
        "wrong-answer",
        "runtime-error",
        "time-limit",
        "memory-limit",
        "output-limit",
        "read-past-end",
        "forbidden-call",
    ];

    /// By the name of the folder, as packages of Kattis have them; none if it says nothing.
    pub(super) fn from_folder(name: &str, is_legacy: bool) -> Option<ExpectedVerdicts> {
        let (permitted, required): (&[&[&str]], &[&[&str]]) = match name {
            "accepted" => (&[ACCEPTED], &[]),
            "wrong_answer" => (&[ACCEPTED, WRONG], &[WRONG]),
            "time_limit_exceeded" if is_legacy => (&[ACCEPTED, WRONG, SLOW], &[SLOW]),
            "time_limit_exceeded" => (&[ACCEPTED, SLOW], &[SLOW]),
            "run_time_error" if is_legacy => (&[], &[CRASHED]),
            "run_time_error" => (&[ACCEPTED, CRASHED], &[CRASHED]),
            "brute_force" => (&[ACCEPTED, SLOW, CRASHED], &[SLOW, CRASHED]),
            "rejected" | "partially_accepted" => (&[], &[WRONG, SLOW, CRASHED]),
            _ => return None,
        };
        Some(ExpectedVerdicts {
            permitted: permitted.concat(),
            required: required.concat(),
        })
    }

    /// What a judge's short word means; the first is the usual one.
    pub(super) fn parse_verdict_word(word: &str) -> Option<&'static [&'static str]> {
        match word {
            "AC" => Some(ACCEPTED),
            "WA" => Some(WRONG),
            "TLE" => Some(SLOW),
            "RTE" | "IR" => Some(CRASHED),
            "MLE" => Some(&["memory-limit", "runtime-error"]),
            "OLE" => Some(&["output-limit"]),
            _ => None,
        }
    }

    /// In words.
    pub(super) fn describe_verdicts(&self) -> String {
        match self.required.first() {
            None => "right in every case".to_owned(),
            Some(first) => format!("{} in some case", quote_word(first)),
        }
    }
}

/// Takes a program for a calibration program. One of which nothing is expected is left out, with a remark.
pub(super) fn add_expected_program(
    package: &ImportPackage,
    plan: &mut ImportPlan,
    path: &str,
    expected: Option<ExpectedVerdicts>,
    points: Option<f64>,
) -> Result<(), ImportError> {
    let Some(expected) = expected else {
        let text = "its folder does not say what is expected of it";
        plan.notes.add_remark(escape_word(path), text);
        return Ok(());
    };
    let text = expected.describe_verdicts();
    let known = RawCalibration {
        points: points.map(|points| round_points(points).into()),
        permitted: to_list(expected.permitted),
        required: to_list(expected.required),
        ..RawCalibration::default()
    };
    programs::add_calibration_program(package, plan, path, known, &text)
}

/// Programs in `submissions/accepted` and the like: many packages have them, whatever judge they are for.
pub(super) fn add_submission_folders(
    package: &ImportPackage,
    plan: &mut ImportPlan,
) -> Result<(), ImportError> {
    for folder in package.names_in("submissions") {
        let path = format!("submissions/{folder}");
        if package.has_file(&path) {
            continue;
        }
        for name in package.names_in(&path) {
            let path = format!("{path}/{name}");
            let expected = ExpectedVerdicts::from_folder(&folder, true);
            add_expected_program(package, plan, &path, expected, None)?;
        }
    }
    Ok(())
}
