//! The answer of the other process. It has read bytes that a student chose, so everything in it that an honest answer could not
//! contain is rejected.

use std::collections::BTreeMap;

use super::question::AnalysisQuestion;
use cpp::functions::DefinedFunction;
use model::{
    CompilerWarning, CompilerWarnings, RuleDoubt, RuleFinding, RuleInspection, SourceRepair,
    TextEdit,
};
use serde::{Deserialize, Serialize};

/// The longest text in an answer, in bytes: two long names and what is said about them.
const LONGEST: usize = 16 << 10;

/// How many findings and warnings a list has at most: as many as the readers keep, and some to spare.
const MOST: usize = 2000;

/// The answers to all topics.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnalysisAnswer {
    /// What the rules say, in the order of the criteria.
    pub(super) inspections: Vec<Option<RuleInspection>>,
    /// Whether the files hold nothing but comments and blanks, so that no rule has anything to look at.
    pub(super) lacks_code: bool,
    /// The functions that cases ask for, by the cases' places.
    pub(super) functions: Vec<(usize, FunctionLocation)>,
    /// What the compiler warned of.
    pub(super) warnings: CompilerWarnings,
    /// Why sources do not compile, in sentences.
    pub(super) hints: Vec<String>,
    /// Whether the program may do something else each time by right.
    pub(super) may_change: bool,
    /// The first of the names by which sanitizers are watched that the program has or uses itself.
    pub(super) interposed: Option<String>,
    /// Small changes that may make the program right.
    pub(super) repairs: Vec<SourceRepair>,
}

/// Where the function of a case is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FunctionLocation {
    /// In the object with this place.
    In {
        /// The place.
        object: usize,
        /// The function.
        function: DefinedFunction,
    },
    /// In no object.
    Nowhere {
        /// What there is instead, in a sentence.
        reason: String,
        /// Whether only the sources may have it.
        may_be_hidden: bool,
    },
}

impl AnalysisAnswer {
    /// The answer if these files can have caused it.
    pub(super) fn validate_against(
        mut self,
        question: &AnalysisQuestion,
    ) -> Option<AnalysisAnswer> {
        let AnalysisQuestion {
            rules,
            functions,
            files,
            objects,
            ..
        } = question;
        let asked: Vec<usize> = functions.iter().map(|(case, _)| *case).collect();
        let answered: Vec<usize> = self.functions.iter().map(|(case, _)| *case).collect();
        let is_whole = self.inspections.len() == rules.len() && answered == asked;
        let are_functions = self
            .functions
            .iter()
            .all(|(_, found)| found.is_possible(objects.len()));
        let are_hints = self.hints.len() <= files.len() && self.hints.iter().all(is_short);
        let is_watched = self.interposed.as_ref().is_none_or(is_short);
        let are_repairs = self.repairs.len() <= MOST
            && self
                .repairs
                .iter()
                .all(|repair| is_possible_repair(repair, files.len()));
        if !are_repairs
            || !is_watched
            || !is_whole
            || !are_functions
            || !are_hints
            || !is_possible(&self.warnings)
        {
            return None;
        }
        for (rule, inspection) in rules.iter().zip(&mut self.inspections) {
            match (rule, inspection) {
                (Some(rule), Some(inspection)) => name_rule(rule.id(), inspection, files)?,
                (None, None) => {}
                (Some(_), None) if self.lacks_code => {}
                _ => return None,
            }
        }
        Some(self)
    }

    /// The functions by the places of their cases.
    pub(super) fn functions_by_case(&mut self) -> BTreeMap<usize, FunctionLocation> {
        std::mem::take(&mut self.functions).into_iter().collect()
    }
}

impl FunctionLocation {
    fn is_possible(&self, objects: usize) -> bool {
        match self {
            FunctionLocation::In { object, function } => *object < objects && is_function(function),
            FunctionLocation::Nowhere { reason, .. } => is_short(reason),
        }
    }
}

/// A symbol becomes part of a command line and of a source of ours.
fn is_function(function: &DefinedFunction) -> bool {
    let DefinedFunction {
        symbol,
        name,
        list,
        is_global: _,
    } = function;
    let is_symbol = !symbol.is_empty() && symbol.bytes().all(is_symbol_byte);
    is_symbol
        && [Some(symbol), Some(name), list.as_ref()]
            .into_iter()
            .flatten()
            .all(is_short)
}

fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A change becomes a program of the student's, and its line is shown.
fn is_possible_repair(repair: &SourceRepair, files: usize) -> bool {
    let parts = repair.switched.iter().map(|part| &part.edit);
    let count = repair.edits.len() + repair.switched.len();
    repair.file < files && count <= MOST && repair.edits.iter().chain(parts).all(is_plausible_edit)
}

fn is_plausible_edit(edit: &TextEdit) -> bool {
    is_short(&edit.text) && edit.start <= edit.end
}

fn is_possible(warnings: &CompilerWarnings) -> bool {
    let CompilerWarnings {
        count,
        listed,
        unknown,
    } = warnings;
    let is_list = listed.len() <= MOST && listed.len() <= *count;
    is_list && unknown.is_none() && listed.iter().all(is_plausible_warning)
}

fn is_plausible_warning(one: &CompilerWarning) -> bool {
    let CompilerWarning {
        file,
        line: _,
        column: _,
        flag,
        message,
        source,
    } = one;
    [file, flag, message, source].into_iter().all(is_short)
}

/// Gives findings the name of their rule, which is not sent; none if one is about no file of the submission.
fn name_rule(id: &'static str, inspection: &mut RuleInspection, files: &[String]) -> Option<()> {
    let RuleInspection { findings, doubts } = inspection;
    if findings.len() > MOST || doubts.len() > files.len() {
        return None;
    }
    for finding in findings {
        let RuleFinding {
            file,
            line: _,
            rule,
            text,
            message,
        } = finding;
        *rule = id;
        if !files.contains(file) || !is_short(text) || !is_short(message) {
            return None;
        }
    }
    let is_doubt = |one: &RuleDoubt| files.contains(&one.file) && is_short(&one.message);
    doubts.iter().all(is_doubt).then_some(())
}

#[expect(clippy::ptr_arg, reason = "lists of texts ask it about each")]
fn is_short(text: &String) -> bool {
    text.len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::RubricRule;

    fn question() -> AnalysisQuestion {
        AnalysisQuestion {
            is_built: true,
            rules: vec![None, Some(RubricRule::NoVectors)],
            functions: vec![(3, vec!["int f(int x)".to_owned()])],
            files: vec!["a.cpp".to_owned()],
            provided: Vec::new(),
            objects: vec!["1.o".to_owned()],
            provided_objects: Vec::new(),
            told: Vec::new(),
            changes: false,
            hints: false,
            watched: Vec::new(),
            repairs: None,
            donors: Vec::new(),
        }
    }

    fn honest() -> AnalysisAnswer {
        let [symbol, name] = ["_Z1fi", "f"].map(str::to_owned);
        let function = DefinedFunction {
            symbol,
            name,
            list: Some("int".to_owned()),
            is_global: true,
        };
        let finding = RuleFinding {
            file: "a.cpp".to_owned(),
            line: Some(1),
            rule: "",
            text: String::new(),
            message: String::new(),
        };
        let inspection = RuleInspection {
            findings: vec![finding],
            doubts: Vec::new(),
        };
        AnalysisAnswer {
            inspections: vec![None, Some(inspection)],
            lacks_code: false,
            functions: vec![(
                3,
                FunctionLocation::In {
                    object: 0,
                    function,
                },
            )],
            warnings: CompilerWarnings::default(),
            hints: Vec::new(),
            may_change: false,
            interposed: None,
            repairs: Vec::new(),
        }
    }

    #[test]
    fn an_honest_answer_is_believed_and_its_findings_get_their_rules_name() {
        let text = serde_json::to_string(&honest()).unwrap();
        let answer: AnalysisAnswer = serde_json::from_str(&text).unwrap();
        let answer = answer.validate_against(&question()).unwrap();
        let inspection = answer.inspections[1].as_ref().unwrap();
        assert_eq!(inspection.findings[0].rule, "no-vectors");
    }

    #[test]
    fn what_no_honest_reader_could_say_is_not_believed() {
        fn function(answer: &mut AnalysisAnswer) -> &mut DefinedFunction {
            match &mut answer.functions[0].1 {
                FunctionLocation::In { function, .. } => function,
                FunctionLocation::Nowhere { .. } => panic!("it is there"),
            }
        }
        let lies: [fn(&mut AnalysisAnswer); 10] = [
            |answer| function(answer).symbol = "f --add-section".to_owned(),
            |answer| function(answer).symbol = "f\");system(\"true".to_owned(),
            |answer| function(answer).symbol.clear(),
            |answer| function(answer).name = "f".repeat(LONGEST + 1),
            |answer| answer.functions.clear(),
            |answer| answer.functions[0].0 = 4,
            |answer| answer.inspections[1] = None,
            |answer| answer.inspections.swap(0, 1),
            |answer| answer.warnings.listed = vec![CompilerWarning::default(); MOST + 1],
            |answer| answer.hints = vec![String::new(); 2],
        ];
        for (number, lie) in lies.into_iter().enumerate() {
            let mut answer = honest();
            lie(&mut answer);
            assert!(answer.validate_against(&question()).is_none(), "{number}");
        }
        let mut elsewhere = honest();
        elsewhere.inspections[1].as_mut().unwrap().findings[0].file = "/etc/passwd".to_owned();
        assert!(elsewhere.validate_against(&question()).is_none());
    }
}
