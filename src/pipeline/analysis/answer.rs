//! What the other process answers. It has read bytes that a student chose, so nothing of it is believed that no honest answer
//! could say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::question::Question;
use crate::functions::Defined;
use crate::model::{Doubt, Finding, Inspection, Warning, Warnings};

/// The longest text in an answer, in bytes: two long names and what is said about them.
const LONGEST: usize = 16 << 10;

/// How many findings and warnings a list has at most: as many as the readers keep, and some to spare.
const MOST: usize = 2000;

/// All that was asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answer {
    /// What the rules say, in the order of the criteria.
    pub(super) inspections: Vec<Option<Inspection>>,
    /// The functions that cases ask for, by the cases' places.
    pub(super) functions: Vec<(usize, Found)>,
    /// What the compiler warned of.
    pub(super) warnings: Warnings,
    /// Why sources do not compile, in sentences.
    pub(super) hints: Vec<String>,
    /// Whether the program may do something else each time by right.
    pub(super) may_change: bool,
    /// The first of the names by which sanitizers are watched that the program has or uses itself.
    pub(super) interposed: Option<String>,
}

/// Where the function of a case is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::pipeline) enum Found {
    /// In the object with this place.
    In {
        /// The place.
        object: usize,
        /// The function.
        function: Defined,
    },
    /// In no object.
    Nowhere {
        /// What there is instead, in a sentence.
        reason: String,
        /// Whether only the sources may have it.
        may_be_hidden: bool,
    },
}

impl Answer {
    /// The answer as somebody could have given it who read these files; none if it is something else.
    pub(super) fn believed(mut self, question: &Question) -> Option<Answer> {
        let Question { rules, functions, files, objects, .. } = question;
        let asked: Vec<usize> = functions.iter().map(|(case, _)| *case).collect();
        let answered: Vec<usize> = self.functions.iter().map(|(case, _)| *case).collect();
        let is_whole = self.inspections.len() == rules.len() && answered == asked;
        let are_functions =
            self.functions.iter().all(|(_, found)| found.is_possible(objects.len()));
        let are_hints = self.hints.len() <= files.len() && self.hints.iter().all(is_short);
        let is_watched = self.interposed.as_ref().is_none_or(is_short);
        if !is_watched || !is_whole || !are_functions || !are_hints || !is_possible(&self.warnings)
        {
            return None;
        }
        for (rule, inspection) in rules.iter().zip(&mut self.inspections) {
            match (rule, inspection) {
                (Some(rule), Some(inspection)) => name_rule(rule.id(), inspection, files)?,
                (None, None) => {}
                _ => return None,
            }
        }
        Some(self)
    }

    /// The functions by the places of their cases.
    pub(super) fn functions_by_case(&mut self) -> BTreeMap<usize, Found> {
        std::mem::take(&mut self.functions).into_iter().collect()
    }
}

impl Found {
    fn is_possible(&self, objects: usize) -> bool {
        match self {
            Found::In { object, function } => *object < objects && is_function(function),
            Found::Nowhere { reason, .. } => is_short(reason),
        }
    }
}

/// A symbol becomes part of a command line and of a source of ours.
fn is_function(function: &Defined) -> bool {
    let Defined { symbol, name, list, is_global: _ } = function;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_symbol = !symbol.is_empty() && symbol.bytes().all(is_letter);
    is_symbol && [Some(symbol), Some(name), list.as_ref()].into_iter().flatten().all(is_short)
}

fn is_possible(warnings: &Warnings) -> bool {
    let Warnings { count, listed, unknown } = warnings;
    let is_warning = |one: &Warning| {
        let Warning { file, line: _, column: _, flag, message, source } = one;
        [file, flag, message, source].into_iter().all(is_short)
    };
    let is_list = listed.len() <= MOST && listed.len() <= *count;
    is_list && unknown.is_none() && listed.iter().all(is_warning)
}

/// Gives findings the name of their rule, which is not sent; none if one is about no file of the submission.
fn name_rule(id: &'static str, inspection: &mut Inspection, files: &[String]) -> Option<()> {
    let Inspection { findings, doubts } = inspection;
    if findings.len() > MOST || doubts.len() > files.len() {
        return None;
    }
    for finding in findings {
        let Finding { file, line: _, rule, text, message } = finding;
        *rule = id;
        if !files.contains(file) || !is_short(text) || !is_short(message) {
            return None;
        }
    }
    let is_doubt = |one: &Doubt| files.contains(&one.file) && is_short(&one.message);
    doubts.iter().all(is_doubt).then_some(())
}

#[expect(clippy::ptr_arg, reason = "lists of texts ask it about each")]
fn is_short(text: &String) -> bool {
    text.len() <= LONGEST
}
