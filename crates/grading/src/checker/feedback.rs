//! The files that a command leaves in its folder for messages. Their names are those of Kattis.

use super::checker_sandbox::{CheckerSandbox, LIMITS};
use super::error::CheckerError;
use crate::execute::StdinSource;
use model::RunLimits;

/// What was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct CheckerFeedback {
    /// For the student.
    pub(super) message: String,
    /// For the instructor.
    pub(super) judge_message: String,
    /// The score, as it was written.
    pub(super) score: Option<String>,
    /// The input of the next pass; none if there is to be none.
    pub(super) next_pass: Option<Vec<u8>>,
}

/// The files that are read, and how much of each is.
const FILES: [(&str, usize); 5] = [
    ("teammessage.txt", 64 << 10),
    ("judgemessage.txt", 64 << 10),
    ("score.txt", 1 << 10),
    ("score_multiplier.txt", 1 << 10),
    ("nextpass.in", 16 << 20),
];

/// Says of each file that is there its name, its length, and what it holds: nobody else sees the temporary files of a command.
const LIST_FILES_SCRIPT: &str = r#"cd "$1" && shift
while [ $# -gt 1 ]; do
    if [ -f "$1" ]; then
        printf '%s %s\n' "$1" "$(head -c "$2" "$1" | wc -c)"
        head -c "$2" "$1"
    fi
    shift 2
done"#;

/// Takes away what one pass has left for the next one.
const REMOVE_FILES_SCRIPT: &str = r#"cd "$1" && rm -f nextpass.in score.txt score_multiplier.txt"#;

impl CheckerFeedback {
    /// Reads what was left in this sandbox.
    pub(super) fn read_files(walls: &mut CheckerSandbox) -> Result<CheckerFeedback, CheckerError> {
        let mut words = ["sh", "-c", LIST_FILES_SCRIPT, "sh", &walls.scratch_folder()]
            .map(str::to_owned)
            .to_vec();
        let files = FILES
            .iter()
            .flat_map(|(name, most)| [(*name).to_owned(), most.to_string()]);
        words.extend(files);
        let limits = RunLimits {
            output: 32 << 20,
            ..LIMITS
        };
        let told = walls.execute_command(words, StdinSource::Empty, &limits)?;
        Ok(CheckerFeedback::parse(&told.stdout()))
    }

    /// Removes what the next pass must not find.
    pub(super) fn remove_pass_files(walls: &mut CheckerSandbox) -> Result<(), CheckerError> {
        let words = [
            "sh",
            "-c",
            REMOVE_FILES_SCRIPT,
            "sh",
            &walls.scratch_folder(),
        ]
        .map(str::to_owned)
        .to_vec();
        walls
            .execute_command(words, StdinSource::Empty, &LIMITS)
            .map(drop)
    }

    fn parse(mut told: &[u8]) -> CheckerFeedback {
        let mut feedback = CheckerFeedback::default();
        while let Some((name, content, rest)) = split_first_file(told) {
            let text = || String::from_utf8_lossy(content).into_owned();
            match name {
                "teammessage.txt" => feedback.message = text(),
                "judgemessage.txt" => feedback.judge_message = text(),
                "score.txt" | "score_multiplier.txt" => feedback.score = Some(text()),
                "nextpass.in" => feedback.next_pass = Some(content.to_vec()),
                _ => {}
            }
            told = rest;
        }
        feedback
    }
}

/// The first file: its name, what it holds, and what follows.
fn split_first_file(told: &[u8]) -> Option<(&str, &[u8], &[u8])> {
    let end = told.iter().position(|byte| *byte == b'\n')?;
    let (name, length) = str::from_utf8(&told[..end]).ok()?.split_once(' ')?;
    let (content, rest) = told[end + 1..].split_at_checked(length.trim().parse().ok()?)?;
    Some((name, content, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_told_by_its_length_whatever_it_holds() {
        let told = b"teammessage.txt 9\nscore 1\n9nextpass.in 0\nscore.txt 4\n0.5\n";
        let feedback = CheckerFeedback::parse(told);
        assert_eq!(feedback.message, "score 1\n9");
        assert_eq!(feedback.next_pass.as_deref(), Some(&b""[..]));
        assert_eq!(feedback.score.as_deref(), Some("0.5\n"));
        assert_eq!(
            CheckerFeedback::parse(b"score.txt 99\n0"),
            CheckerFeedback::default()
        );
    }
}
