//! Rules about the text of a program, as a rubric asks for them.

use serde::{Deserialize, Serialize};

use super::name::{self, Name};

/// One rule with its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum RubricRule {
    /// No variables outside functions.
    NoGlobalVariables {
        /// Whether constants are as bad as variables.
        constants: bool,
        /// Whether static variables inside functions are as bad as global ones.
        statics: bool,
        /// Names that are allowed.
        allow: Vec<String>,
    },
    /// No arrays of at least this many dimensions.
    NoArrays {
        /// The least number of dimensions that is reported.
        dimensions: u32,
        /// Names that are allowed.
        allow: Vec<String>,
    },
    /// No `std::vector`.
    NoVectors,
    /// No `std::string`, nor what makes one.
    NoStrings,
    /// None of these types of the library.
    ForbiddenTypes {
        /// Their names without `std::`.
        types: Vec<String>,
    },
    /// None of these headers is included.
    ForbiddenHeaders {
        /// Their names without brackets.
        headers: Vec<String>,
    },
    /// All of these headers are included.
    RequiredHeaders {
        /// Their names without brackets.
        headers: Vec<String>,
    },
    /// None of these functions is used.
    ForbiddenCalls {
        /// Their names.
        calls: Vec<String>,
        /// Headers of the library whose functions are all meant.
        libraries: Vec<LibraryHeader>,
    },
    /// All of these functions are called, from `main` on.
    RequiredCalls {
        /// Their names.
        calls: Vec<String>,
    },
    /// Functions of these prototypes are defined, and called from `main` on.
    RequiredFunctions {
        /// For each function its prototypes; one of them is enough.
        functions: Vec<Vec<String>>,
        /// Whether it must be called.
        called: bool,
    },
    /// The program's files have these names.
    FileName {
        /// Names or globs; each must be there.
        names: Vec<String>,
    },
    /// The main file begins with a comment that says these things.
    HeaderComment {
        /// What it must say.
        says: Vec<HeaderField>,
    },
    /// At least this share of the lines has a comment.
    CommentShare {
        /// In percent.
        least: u32,
    },
    /// Lines are indented in one style.
    Indentation {
        /// How many lines may deviate before any is reported.
        tolerance: usize,
    },
    /// No line is longer than this.
    LineLength {
        /// In characters.
        most: usize,
        /// How wide a tab is.
        tab: usize,
    },
    /// No function has more lines of code than this.
    FunctionLength {
        /// Without blank lines and lines of comments.
        most: usize,
    },
}

impl RubricRule {
    /// The rule's name in rubrics, reports and documentation.
    pub fn id(&self) -> &'static str {
        match self {
            RubricRule::NoGlobalVariables { .. } => "no-global-variables",
            RubricRule::NoArrays { .. } => "no-arrays",
            RubricRule::NoVectors => "no-vectors",
            RubricRule::NoStrings => "no-strings",
            RubricRule::ForbiddenTypes { .. } => "forbidden-types",
            RubricRule::ForbiddenHeaders { .. } => "forbidden-headers",
            RubricRule::RequiredHeaders { .. } => "required-headers",
            RubricRule::ForbiddenCalls { .. } => "forbidden-calls",
            RubricRule::RequiredCalls { .. } => "required-calls",
            RubricRule::RequiredFunctions { .. } => "required-functions",
            RubricRule::FileName { .. } => "file-name",
            RubricRule::HeaderComment { .. } => "header-comment",
            RubricRule::CommentShare { .. } => "comment-share",
            RubricRule::Indentation { .. } => "indentation",
            RubricRule::LineLength { .. } => "line-length",
            RubricRule::FunctionLength { .. } => "function-length",
        }
    }

    /// What it wants, in a sentence for somebody who has programmed for six weeks.
    pub fn meaning(&self) -> &'static str {
        match self {
            RubricRule::NoGlobalVariables { .. } => {
                "Declare variables inside functions, and give them to other functions as parameters."
            }
            RubricRule::NoArrays {
                dimensions: 2.., ..
            } => "This assignment is to be solved without arrays of several dimensions.",
            RubricRule::NoArrays { .. } => "This assignment is to be solved without arrays.",
            RubricRule::NoVectors => "This assignment is to be solved without `std::vector`.",
            RubricRule::NoStrings => "This assignment is to be solved without `std::string`.",
            RubricRule::ForbiddenTypes { .. } => {
                "This assignment is to be solved without some types of the library."
            }
            RubricRule::ForbiddenHeaders { .. } => {
                "This assignment is to be solved without some headers of the library."
            }
            RubricRule::RequiredHeaders { .. } => {
                "Include the headers of what you use from the library."
            }
            RubricRule::ForbiddenCalls { .. } => {
                "This assignment is to be solved without some functions of the library."
            }
            RubricRule::RequiredCalls { .. } => {
                "Some functions must be called when your program runs."
            }
            RubricRule::RequiredFunctions { .. } => {
                "Some functions must be there with exactly the prototypes that the assignment gives, and be used."
            }
            RubricRule::FileName { .. } => "The file must have the name that the assignment gives.",
            RubricRule::HeaderComment { .. } => {
                "A comment at the beginning of the file must say who wrote it."
            }
            RubricRule::CommentShare { .. } => {
                "Comments should tell readers what the parts of your program are for."
            }
            RubricRule::Indentation { .. } => {
                "Statements of one block begin in the same column, and further right than what they belong to."
            }
            RubricRule::LineLength { .. } => "Long lines are hard to read: divide them.",
            RubricRule::FunctionLength { .. } => {
                "Long functions are hard to read: make functions of their parts."
            }
        }
    }
}

/// A header of the library whose functions are known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LibraryHeader {
    /// `<cmath>`
    Cmath,
    /// `<cstring>`
    Cstring,
    /// `<algorithm>`
    Algorithm,
}

impl LibraryHeader {
    /// The header's name.
    pub fn name(self) -> &'static str {
        match self {
            LibraryHeader::Cmath => "cmath",
            LibraryHeader::Cstring => "cstring",
            LibraryHeader::Algorithm => "algorithm",
        }
    }
}

/// Something that a header comment must say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum HeaderField {
    /// The author's name.
    Name,
    /// A number that identifies the author.
    StudentId,
    /// An address.
    Email,
    /// Text that this regular expression matches, under the name by which reports call it.
    Pattern {
        /// What it is called.
        title: String,
        /// The expression, which was checked.
        pattern: String,
    },
}

/// A place where a program breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleFinding {
    /// The file, by the name under which it was handed in.
    pub file: String,
    /// The line, from 1 on; none where something is missing.
    pub line: Option<usize>,
    /// The rule's name.
    #[serde(deserialize_with = "name::deserialize_interned")]
    pub rule: Name,
    /// What the line says, as it was typed; empty without a line.
    pub text: String,
    /// What is wrong with it, in a sentence.
    pub message: String,
}

/// What a rule could not read, so that a person has to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RuleDoubt {
    /// The file.
    pub file: String,
    /// The line, from 1 on.
    pub line: usize,
    /// Why, in a sentence.
    pub message: String,
}

/// A rule with what it says about a program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleReport {
    /// The rule's name.
    #[serde(deserialize_with = "name::deserialize_interned")]
    pub rule: Name,
    /// What it wants, in a sentence.
    #[serde(deserialize_with = "name::deserialize_interned")]
    pub meaning: Name,
    /// What it says.
    pub inspection: RuleInspection,
}

/// What one or several rules say about a program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RuleInspection {
    /// Where it breaks them, in the order of files and lines.
    pub findings: Vec<RuleFinding>,
    /// What could not be read. A person decides then, and until then nothing is held against the program but findings.
    pub doubts: Vec<RuleDoubt>,
}
