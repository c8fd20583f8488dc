//! Judging a program that makes choices of its own, by following them.
//!
//! No two runs are alike, so there is no transcript to compare with. Instead the rules are played along: the human's
//! answers are known, the CPU's choices are taken from what the program tells, and everything that is against the
//! text's rules has a name (`GameFault`). Two sources tell a choice: the board (which square changed?) and the announcement
//! that the rubric's `choice` recognises. Where both speak they must agree; one alone is enough.
//!
//! What is demanded: every choice is a free square; the board is drawn again with it before the human is asked; a
//! refused answer costs nothing; the game ends with the move that decides it, and its end is announced. What is free:
//! every wording, how a board is drawn, boards drawn more often, and whether the last one is drawn.
//!
//! Every fault is against one part of the rules (`RuleAspect`). After one, the game goes on as the program plays it: a board
//! tells where it stands. So an `Account` has what each part comes to, and one fault costs no other part; what a game did not
//! come to is not right. The first fault is the verdict on the whole.
//!
//! | file | what it knows |
//! | --- | --- |
//! | `move_evidence`, `endings` | what a stretch of output tells: boards, choices, announced ends |
//! | `squares` | whether squares are counted from 0 or from 1, and which are free |
//! | `follow`, `step` | one answer after the other, compared with the rules |
//! | `watched` | one run: turn by turn, or as a whole |
//! | `judge`, `account` | what it means: faults, what was shown, and how the report shows it |
//! | `fault` | names of faults, and the parts of the rules |
//! | `follower` | the same eyes for a player |
//!
//! Nothing is guessed. A drawing that is not recognised is left to the announcements, with a remark; where neither is
//! understood, the rubric's patterns judge, with a remark.

mod account;
mod endings;
mod fault;
mod follow;
mod follower;
mod judge;
mod move_evidence;
mod squares;
mod step;
mod watched;

#[cfg(test)]
mod tests;

pub(super) use follower::GameFollower;

use self::endings::announced_endings;
use self::fault::RuleAspect;
use self::watched::WatchedRun;
use model::{
    Observation, Referee, RefereeReport, RefereeWords, TranscriptDifference, UNFOLLOWED_GAME,
};

/// Follows games in which the program announces its choices with certain words.
#[derive(Debug)]
pub(super) struct CpuReferee {
    words: RefereeWords,
}

impl CpuReferee {
    pub(super) fn new(words: RefereeWords) -> CpuReferee {
        CpuReferee { words }
    }

    /// The weakest judgement: some end is announced.
    fn by_words_alone(&self, text: &str) -> Option<TranscriptDifference> {
        let sentence = "Your program did not announce how the game ended.".to_owned();
        let is_told = !announced_endings(&self.words, text).is_empty();
        (!is_told).then(|| TranscriptDifference::from_sentence(sentence))
    }
}

impl Referee for CpuReferee {
    fn words(&self) -> &RefereeWords {
        &self.words
    }

    fn aspects(&self) -> &'static [&'static str] {
        &RuleAspect::NAMES
    }

    fn judge_run(&self, seen: &Observation, texts: &[String]) -> RefereeReport {
        match WatchedRun::new(&self.words, seen).into_tally(texts) {
            Ok(account) => account.into_report(),
            Err(mut remarks) => {
                remarks.push(UNFOLLOWED_GAME.to_owned());
                let fault = self.by_words_alone(texts.last().map_or("", String::as_str));
                RefereeReport {
                    fault,
                    aspects: Vec::new(),
                    by_words_alone: true,
                    remarks,
                }
            }
        }
    }
}
