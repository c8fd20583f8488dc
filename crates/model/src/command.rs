//! Commands of the instructor: those that judge, after a run or by speaking with the program, and those that make inputs.

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;

/// A command of the instructor's that judges.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checker {
    /// Its words, of which the first is the program.
    pub words: Vec<String>,
    /// What follows behind our own arguments.
    pub arguments: Vec<String>,
    /// How it is asked, and answers.
    pub protocol: CheckerProtocol,
    /// When it judges.
    pub role: CheckerRole,
    /// How often it may have a program started in one case.
    pub passes: u32,
    /// The number in `score.txt` that means all points of a case, in millionths; with zero it does not count.
    #[serde(skip_serializing_if = "is_usual_score")]
    pub full_score: u64,
}

/// A score that is a share, in millionths.
pub const USUAL_FULL_SCORE: u64 = 1_000_000;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_usual_score(score: &u64) -> bool {
    *score == USUAL_FULL_SCORE
}

impl Checker {
    /// Whether it speaks with the program.
    pub fn is_interactor(&self) -> bool {
        self.role == CheckerRole::Interactor
    }

    /// Whether it has a say in what the program is run with: while it runs, or between several passes.
    pub fn takes_part(&self) -> bool {
        self.is_interactor() || self.passes > 1
    }
}

/// When a checker judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckerRole {
    /// Once a program has ended: it looks at what was printed.
    AfterRun,
    /// While it runs: what either of the two prints, the other reads.
    Interactor,
}

/// How a checker is asked, and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckerProtocol {
    /// By the paths of the input, the output and the reference's output; exit code 0, 1 or 2. An interactor, which has no output
    /// to look at, gets a folder for its messages instead.
    Files,
    /// As programs that are made with testlib: by the same paths, with testlib's own exit codes.
    Testlib,
    /// As an output validator of Kattis: by the paths of the input, the reference's output and a folder for messages, with the
    /// output on standard input; exit code 42 or 43.
    Kattis,
    /// As a checker of DMOJ: the command's first word is a Python file with a function `check`.
    Dmoj,
    /// By a line of JSON for each question, with the same paths in it, answered by another: one process for all cases of a
    /// submission.
    Lines,
}

/// How a program and an interactor come together in a case.
#[derive(Debug, Clone)]
pub struct CaseInteraction {
    /// What the interactor finds as the input; the program does not see it.
    pub input: Arc<[u8]>,
    /// What it finds as the answer: the file `NAME.ans`, empty where there is none.
    pub answer: Arc<[u8]>,
    /// How often the program may be started, each time with the input that the interactor has made.
    pub passes: u32,
}

/// A command of the instructor's, which prints the input of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputGenerator {
    /// Its words, with the seed in them.
    pub words: Vec<String>,
    /// The file that holds what it prints, to be reviewed.
    pub file: PathBuf,
    /// Where it stands in the rubric, in bytes.
    pub at: usize,
}
