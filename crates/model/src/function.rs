//! Functions that are graded one by one: what a case calls, and what was seen of a call.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

use ::reference::{CallEffect, CppValue};

use super::{Judgement, Observation, WhitespaceMode};

/// What a case of kind `call` asks for.
#[derive(Debug, Clone)]
pub struct FunctionCase {
    /// The prototypes under which the function is looked for, the preferred one first. The later ones take some of the
    /// first one's parameters, by the same names.
    pub prototypes: Vec<Prototype>,
    /// The calls.
    pub calls: Vec<CaseCall>,
    /// Which white space counts in what a call prints; none where it does not matter what it prints.
    pub printed: Option<WhitespaceMode>,
}

/// One call.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CaseCall {
    /// The arguments, one for each parameter of the first prototype.
    pub arguments: Vec<CppValue>,
    /// What the case itself says about its effect; the reference says the rest.
    pub expectation: CallExpectation,
    /// The line of the case's file on which it stands.
    pub line: usize,
}

/// What a case says about the effect of a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct CallExpectation {
    /// The returned value.
    pub returned: Option<CppValue>,
    /// Values of arguments after the call, by the parameter's place.
    pub after: Vec<(usize, CppValue)>,
    /// The lines printed.
    pub printed: Option<Vec<String>>,
}

impl CallExpectation {
    /// Whether it says all that is needed where no reference has an answer: what the function returns, what it prints if
    /// that counts, and if it does neither, what it changes. Arguments that are not mentioned then stay what they are.
    pub fn is_complete(&self, case: &FunctionCase) -> bool {
        let returns = case
            .prototypes
            .first()
            .is_some_and(|first| first.returned.is_some());
        let prints = case.printed.is_some();
        (self.returned.is_some() || !returns)
            && (self.printed.is_some() || !prints)
            && (returns || prints || !self.after.is_empty())
    }
}

/// A function's declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Prototype {
    /// As it was written.
    pub text: String,
    /// The function's name.
    pub name: String,
    /// What it returns; none for `void`.
    pub returned: Option<CppType>,
    /// Its parameters.
    pub parameters: Vec<PrototypeParameter>,
}

/// A parameter of a function.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PrototypeParameter {
    /// Its name; empty where none is known.
    pub name: String,
    /// Its type, without what `passing` says.
    pub cpp_type: CppType,
    /// How it is passed.
    pub passing: ParameterPassing,
}

impl PrototypeParameter {
    /// Whether the caller sees what the function does to it.
    pub fn shows_changes(&self) -> bool {
        matches!(self.cpp_type, CppType::Array(_)) || self.passing == ParameterPassing::Reference
    }
}

/// How an argument is passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ParameterPassing {
    /// By value; an array as a pointer to its elements.
    Value,
    /// By reference to something that the function may change.
    Reference,
    /// By reference to something constant; an array as a pointer to constant elements.
    Constant,
}

/// A type of C++ that values of cases can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum CppType {
    /// One number, letter or truth value.
    Scalar(CppScalar),
    /// An array, which C++ passes without its size.
    Array(CppScalar),
    /// A `std::vector`.
    Vector(CppScalar),
    /// A `std::string`.
    Text,
}

/// A type of C++ that holds one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum CppScalar {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `float` or `double`, as spelled.
    Real(&'static str),
    /// An integer.
    Integer(CppInteger),
}

/// A type of C++ that holds integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CppInteger {
    /// As compilers spell it: `unsigned long`.
    pub spelled: &'static str,
    /// Its smallest value.
    pub least: i128,
    /// Its largest value.
    pub most: i128,
}

impl CppScalar {
    /// As compilers spell it.
    pub fn cpp_name(self) -> &'static str {
        match self {
            CppScalar::Bool => "bool",
            CppScalar::Char => "char",
            CppScalar::Real(spelled) => spelled,
            CppScalar::Integer(integer) => integer.spelled,
        }
    }
}

impl fmt::Display for CppType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CppType::Scalar(scalar) => formatter.write_str(scalar.cpp_name()),
            CppType::Array(scalar) => write!(formatter, "{}[]", scalar.cpp_name()),
            CppType::Vector(scalar) => write!(formatter, "std::vector<{}>", scalar.cpp_name()),
            CppType::Text => formatter.write_str("std::string"),
        }
    }
}

/// One call of one submission.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CallReport {
    /// The call as C++: `gridState(0, 17)`.
    pub call: String,
    /// The same in a line: of long arrays the beginning.
    pub brief: String,
    /// Statements that make the same call, to be put into a `main`.
    pub example: String,
    /// The name of each argument whose value after the call counts, with its place among the arguments.
    pub shown_after: Vec<(usize, String)>,
    /// Whether it matters what it prints.
    pub prints: bool,
    /// What it must come to.
    pub expected: Arc<CallEffect>,
    /// What was seen of it; none where it did not return.
    pub actual: Option<ActualEffect>,
    /// The verdict on this call alone.
    pub judgement: Judgement,
    /// What was seen of the process; none if the call was not made.
    pub observation: Option<Observation>,
}

/// What a call that returned came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActualEffect {
    /// What it returned; none for a `void` function.
    pub returned: Option<CppValue>,
    /// Each argument's value after the call.
    pub after: Vec<CppValue>,
}

impl ActualEffect {
    /// How many items of a list, or bytes of a text, a report can tell of.
    pub const MAX_REPORTED: usize = 4096;

    /// Without the end of very long values, which a function can return as many as it can print. For reports only.
    #[must_use]
    pub fn into_abridged(mut self) -> ActualEffect {
        for value in self.returned.iter_mut().chain(&mut self.after) {
            // One more than is shown tells that there were more.
            value.truncate(ActualEffect::MAX_REPORTED + 1);
        }
        self
    }
}
