//! The files that a student's cases are made of: `NAME.in` or `NAME.toml` with the input, and `NAME.out` or `NAME.expected` with what
//! must be printed.

use std::collections::BTreeMap;

use crate::error::GradingError;
use model::{CaseSetRules, GameTurn, SourceFile};
use rubric::{parse_student_case, transcript};

/// The largest file, in bytes, and the longest input.
const LARGEST: u64 = 64 << 10;
const MOST_LINES: usize = 1000;
const LONGEST_LINE: usize = 4000;

/// A student's case.
pub(super) struct StudentCase {
    /// The name of its files, without the ending.
    pub(super) id: String,
    pub(super) description: String,
    pub(super) content: Result<CaseContent, String>,
}

/// What its files say.
pub(super) struct CaseContent {
    pub(super) input: Vec<String>,
    pub(super) output: StatedOutput,
}

/// What a student expects.
pub(super) enum StatedOutput {
    /// All that is printed.
    Whole(Vec<u8>),
    /// The same with the place of each input.
    Transcript(Vec<GameTurn>),
}

/// The files with one name: by their ending, with their content; none of a file that is too large.
type CaseFiles = BTreeMap<&'static str, Option<Vec<u8>>>;

/// The endings of inputs and of outputs.
const INPUTS: [&str; 2] = ["in", "toml"];
const OUTPUTS: [&str; 2] = ["out", "expected"];

/// The cases of a student by their names, as many as may be handed in, and how many there are.
///
/// # Errors
///
/// If a file cannot be read.
pub(super) fn read_cases(
    sources: &[SourceFile],
    rules: &CaseSetRules,
) -> Result<(Vec<StudentCase>, usize), GradingError> {
    let mut names: BTreeMap<&str, Vec<(&'static str, &SourceFile)>> = BTreeMap::new();
    for source in sources.iter().filter(|source| !source.is_provided) {
        let Some((stem, ending)) = source.name.rsplit_once('.') else {
            continue;
        };
        let mut known = INPUTS.into_iter().chain(OUTPUTS);
        if let Some(ending) = known.find(|known| ending.eq_ignore_ascii_case(known)) {
            names.entry(stem).or_default().push((ending, source));
        }
    }
    let count = names.len();
    let mut cases = Vec::new();
    for (stem, files) in names.into_iter().take(rules.max_cases) {
        let mut contents = CaseFiles::new();
        for (ending, source) in files {
            let content = toolchain::read_source(source, LARGEST).map_err(|error| {
                GradingError::Internal(format!("`{}` cannot be read: {error}", source.name))
            })?;
            contents.insert(ending, content);
        }
        cases.push(parse_case(stem, &contents));
    }
    Ok((cases, count))
}

fn parse_case(stem: &str, files: &CaseFiles) -> StudentCase {
    let mut description = None;
    let content = parse_content(stem, files, &mut description);
    StudentCase {
        id: stem.to_owned(),
        description: description.unwrap_or_default(),
        content,
    }
}

fn parse_content(
    stem: &str,
    files: &CaseFiles,
    description: &mut Option<String>,
) -> Result<CaseContent, String> {
    let given = choose_file(stem, files, INPUTS)?;
    let stated = choose_file(stem, files, OUTPUTS)?;
    let name = format!("{stem}.{}", given.0);
    let text = str::from_utf8(given.1).map_err(|_| format!("`{name}` is not UTF-8 text"))?;
    let input = match given.0 {
        "toml" => {
            let (said, lines) =
                parse_student_case(text).map_err(|reason| format!("`{name}`: {reason}"))?;
            *description = said;
            lines
        }
        _ => text.lines().map(str::to_owned).collect(),
    };
    check_input(&name, &input)?;
    let output = match stated.0 {
        "expected" => {
            let text = str::from_utf8(stated.1)
                .map_err(|_| format!("`{stem}.expected` is not UTF-8 text"))?;
            StatedOutput::Transcript(transcript::parse_transcript(text))
        }
        _ => StatedOutput::Whole(stated.1.to_vec()),
    };
    Ok(CaseContent { input, output })
}

/// The one of two files that is there, with its ending.
fn choose_file<'f>(
    stem: &str,
    files: &'f CaseFiles,
    endings: [&'static str; 2],
) -> Result<(&'static str, &'f [u8]), String> {
    let [first, second] = endings;
    let ending = match endings.map(|ending| files.contains_key(ending)) {
        [true, false] => first,
        [false, true] => second,
        [true, true] => {
            return Err(format!(
                "there are both `{stem}.{first}` and `{stem}.{second}`: hand in one of them"
            ));
        }
        [false, false] => {
            return Err(format!("`{stem}.{first}` or `{stem}.{second}` is missing"));
        }
    };
    match files.get(ending) {
        Some(Some(content)) => Ok((ending, content)),
        _ => Err(format!(
            "`{stem}.{ending}` is larger than {} KiB",
            LARGEST >> 10
        )),
    }
}

fn check_input(name: &str, lines: &[String]) -> Result<(), String> {
    if lines.len() > MOST_LINES {
        return Err(format!(
            "`{name}` has {} lines of input, and {MOST_LINES} are the most",
            lines.len()
        ));
    }
    if lines.iter().any(|line| line.len() > LONGEST_LINE) {
        return Err(format!(
            "`{name}` has a line of input with more than {LONGEST_LINE} bytes"
        ));
    }
    let is_odd = |line: &String| line.contains(['‹', '›', '\0', '\n', '\r']);
    if lines.iter().any(is_odd) {
        return Err(format!(
            "`{name}` has a line of input with `‹`, `›` or a control character"
        ));
    }
    Ok(())
}
