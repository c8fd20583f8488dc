//! What packages expect of programs, as verdicts.

use super::error::ImportError;
use super::notes::{escape_word, quote_word};
use super::package::ImportPackage;
use super::plan::{ImportPlan, round_points, to_list};
use super::programs;
use rubric::raw::RawCalibration;

const ACCEPTED: &[&str] = &["accepted"];
const WRONG: &[&str] = &["wrong-answer", "presentation-error", "output-limit"];
const SLOW: &[&str] = &["time-limit", "read-past-end", "output-limit"];
const CRASHED: &[&str] = &["runtime-error", "memory-limit", "forbidden-call"];
const OUT_OF_MEMORY: &[&str] = &["memory-limit", "runtime-error"];
const TOO_LONG: &[&str] = &[
    "output-limit",
    "wrong-answer",
    "presentation-error",
    "time-limit",
];
const NOT_BUILT: &[&str] = &["not-run"];

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

    /// By the name of the folder, as packages of Kattis, DOMjudge and BAPCtools have them; none if it says nothing.
    ///
    /// In the older form the verdict is that of the first case that is not right. The cases after it are not known.
    pub(super) fn from_folder(name: &str, is_legacy: bool) -> Option<ExpectedVerdicts> {
        let (permitted, required): (&[&[&str]], &[&[&str]]) = match name {
            "accepted" => (&[ACCEPTED], &[]),
            "wrong_answer" | "no_output" | "presentation_error" => (&[ACCEPTED, WRONG], &[WRONG]),
            "time_limit_exceeded" => (&[ACCEPTED, SLOW], &[SLOW]),
            "run_time_error" | "runtime_error" => (&[ACCEPTED, CRASHED], &[CRASHED]),
            "brute_force" => (&[ACCEPTED, SLOW, CRASHED], &[SLOW, CRASHED]),
            "memory_limit_exceeded" | "memory_limit" => {
                (&[ACCEPTED, OUT_OF_MEMORY], &[OUT_OF_MEMORY])
            }
            "output_limit" | "output_limit_exceeded" => (&[ACCEPTED, TOO_LONG], &[TOO_LONG]),
            "compiler_error" | "compile_error" => (&[NOT_BUILT], &[NOT_BUILT]),
            "rejected" | "partially_accepted" | "partial" => (&[], &[WRONG, SLOW, CRASHED]),
            "slow_accepted" => (&[ACCEPTED, SLOW], &[]),
            _ => return None,
        };
        let knows_all = !is_legacy || required.is_empty() || *required == [NOT_BUILT];
        let permitted = if knows_all { permitted } else { &[] };
        Some(ExpectedVerdicts {
            permitted: permitted.concat(),
            required: required.concat(),
        })
    }

    /// By the name of a program, such as `correct.c` or `buggy_loop.cpp`; none if it says nothing.
    fn from_program_name(name: &str) -> Option<ExpectedVerdicts> {
        let name = name.to_lowercase();
        let words: Vec<&str> = name
            .split(|letter: char| !letter.is_ascii_alphabetic())
            .collect();
        let has = |all: &[&str]| words.iter().any(|word| all.contains(word));
        let is_broken = has(&["syntax", "compile", "compiler", "compilation"])
            && has(&["error", "err", "errors", "not"]);
        if is_broken {
            return ExpectedVerdicts::from_folder("compile_error", true);
        }
        if has(&["buggy", "bug", "bugs", "wrong", "incorrect"]) {
            return ExpectedVerdicts::from_folder("rejected", true);
        }
        let is_right = has(&["correct", "solution"]);
        let is_doubtful = has(&["not", "partial", "partially", "almost", "no"]);
        (is_right && !is_doubtful).then(|| ExpectedVerdicts {
            permitted: ACCEPTED.to_vec(),
            required: Vec::new(),
        })
    }

    /// By the tag `@EXPECTED_RESULTS@` in a source, as DOMjudge has it: the verdict of the whole is one of these. An unknown word is the
    /// error.
    pub(super) fn parse_tag(text: &str) -> Option<Result<ExpectedVerdicts, String>> {
        const TAGS: [&str; 2] = ["@EXPECTED_RESULTS@:", "@EXPECTED_SCORE@:"];
        let line = text
            .lines()
            .find_map(|line| TAGS.iter().find_map(|tag| Some(line.split_once(tag)?.1)))?;
        let words: Vec<&str> = line.split(',').map(str::trim).collect();
        if words.iter().all(|word| word.parse::<f64>().is_ok()) {
            return None;
        }
        let mut found = Vec::new();
        for word in words {
            let word = word.split_whitespace().next().unwrap_or_default();
            match Self::parse_result_word(&word.to_uppercase()) {
                Some(verdicts) => found.push(verdicts),
                None => return Some(Err(word.to_owned())),
            }
        }
        let is_built = !found.contains(&NOT_BUILT);
        let accepted = found.contains(&ACCEPTED);
        let (permitted, required) = match found.as_slice() {
            [only] if *only == ACCEPTED => (ACCEPTED.to_vec(), Vec::new()),
            [only] if *only == NOT_BUILT => (NOT_BUILT.to_vec(), NOT_BUILT.to_vec()),
            // Cases after the first one that is not right decide nothing there.
            several if is_built && !accepted => (Vec::new(), several.concat()),
            _ => (ExpectedVerdicts::ANY.to_vec(), Vec::new()),
        };
        Some(Ok(ExpectedVerdicts {
            permitted,
            required,
        }))
    }

    fn parse_result_word(word: &str) -> Option<&'static [&'static str]> {
        match word {
            "CORRECT" | "ACCEPTED" => Some(ACCEPTED),
            "WRONG-ANSWER" | "WRONG_ANSWER" | "NO-OUTPUT" | "NO_OUTPUT" => Some(WRONG),
            "TIMELIMIT" | "TIME_LIMIT_EXCEEDED" => Some(SLOW),
            "RUN-ERROR" | "RUN_TIME_ERROR" => Some(CRASHED),
            "OUTPUT-LIMIT" | "OUTPUT_LIMIT" => Some(TOO_LONG),
            "COMPILER-ERROR" | "COMPILER_ERROR" => Some(NOT_BUILT),
            _ => None,
        }
    }

    /// What a judge's short word means; the first is the usual one.
    pub(super) fn parse_verdict_word(word: &str) -> Option<&'static [&'static str]> {
        match word {
            "AC" => Some(ACCEPTED),
            "WA" => Some(WRONG),
            "TLE" => Some(SLOW),
            "RTE" | "IR" => Some(CRASHED),
            "MLE" => Some(OUT_OF_MEMORY),
            "OLE" => Some(TOO_LONG),
            "CE" => Some(NOT_BUILT),
            _ => None,
        }
    }

    /// In words.
    pub(super) fn describe_verdicts(&self) -> String {
        match self.required.first() {
            None if self.permitted == ACCEPTED => "right in every case".to_owned(),
            None => "no verdict of a case is demanded".to_owned(),
            Some(first) if NOT_BUILT.contains(first) => "it does not compile".to_owned(),
            Some(first) => format!("{} in some case", quote_word(first)),
        }
    }
}

/// The points that a tag `@EXPECTED_SCORE@` in a source names, as DOMjudge has it.
pub(super) fn parse_score_tag(text: &str) -> Option<f64> {
    let line = text
        .lines()
        .find_map(|line| Some(line.split_once("@EXPECTED_SCORE@:")?.1))?;
    let word = line.split_whitespace().next()?;
    let score: f64 = word.parse().ok()?;
    (0.0..=1e6).contains(&score).then_some(score)
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

/// Programs that stand in `submissions/` itself, and whose names say what they are.
pub(super) fn add_named_submissions(
    package: &ImportPackage,
    plan: &mut ImportPlan,
) -> Result<(), ImportError> {
    for name in package.names_in("submissions") {
        let path = format!("submissions/{name}");
        if !package.has_file(&path) || !programs::is_source(&path) {
            continue;
        }
        match ExpectedVerdicts::from_program_name(programs::file_stem(&name)) {
            None => plan.notes.add_remark(
                escape_word(&path),
                "its name does not say what is expected of it",
            ),
            known => add_expected_program(package, plan, &path, known, None)?,
        }
    }
    Ok(())
}
