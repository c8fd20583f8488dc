//! Which way of numbering and reading rows and columns a program is graded in.

use std::collections::BTreeMap;

use super::super::as_asked::Pairs;
use super::super::expectations::Dialect;
use super::{Grading, Ran, Trouble};
use crate::execute::Program;
use crate::model::{Player, Verdict};
use crate::sandbox::Supervisor;

impl Grading<'_> {
    /// A program that numbers its rows from another base is run again in its own dialect. It is graded in the one
    /// in which most cases are right, and never in a mixture. Whether it reads a row and a column from one line is
    /// tried only if nothing else made it right anywhere.
    pub(super) fn run_in_best_dialect(
        &self,
        program: &Program,
        called: &BTreeMap<usize, Ran>,
        supervisor: &mut Supervisor,
    ) -> Result<(Vec<Ran>, &Dialect), Trouble> {
        let mut best: Option<(usize, Vec<Ran>, &Dialect)> = None;
        for dialect in &self.expectations.dialects {
            let is_hopeless = || best.as_ref().is_some_and(|(right, ..)| *right == 0);
            if dialect.pairs != Pairs::AsAsked
                && !(is_hopeless() && self.understands(program, supervisor, dialect)?)
            {
                continue;
            }
            let ran = self.run_all(program, called, supervisor, dialect)?;
            let right = ran.iter().filter(|ran| ran.judgement.verdict == Verdict::Accepted).count();
            let all = right == ran.len();
            if best.as_ref().is_none_or(|(most, ..)| right > *most) {
                best = Some((right, ran, dialect));
            }
            if all {
                break;
            }
        }
        Ok(best.map_or_else(|| (Vec::new(), self.scripted()), |(_, ran, dialect)| (ran, dialect)))
    }

    /// Whether the program is right anywhere in this dialect.
    fn understands(
        &self,
        program: &Program,
        supervisor: &mut Supervisor,
        dialect: &Dialect,
    ) -> Result<bool, Trouble> {
        let is_given = |index: &usize| self.cases[*index].player == Player::AsAsked;
        for index in (0..self.cases.len()).filter(is_given) {
            let ran = self.run(index, &self.rounds(index, program, dialect), supervisor)?;
            match ran.judgement.verdict {
                Verdict::Accepted => return Ok(true),
                Verdict::WrongAnswer => {}
                // It takes long, and no other line will help it.
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    /// How the program was given its input, where that is not as the scripts are written.
    pub(super) fn dialect_remark(&self, dialect: &Dialect) -> Option<String> {
        if std::ptr::eq(dialect, self.scripted()) {
            return None;
        }
        let numbering = dialect
            .base
            .filter(|base| Some(*base) != self.scripted().base)
            .map(|base| format!("numbers rows and columns from {base}"));
        let reading = match dialect.pairs {
            Pairs::AsAsked => None,
            Pairs::Together => Some("reads a row and its column from one line".to_owned()),
            Pairs::WithComma => {
                Some("reads a row and its column from one line, with a comma between".to_owned())
            }
        };
        let both: Vec<String> = numbering.into_iter().chain(reading).collect();
        Some(format!("The program {}; it was given its input that way.", both.join(" and ")))
    }
}
