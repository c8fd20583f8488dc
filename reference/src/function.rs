//! Functions that an assignment's text asks for by name, called with any arguments.
//!
//! Two texts grade their functions one by one. A function here is pure: it gets the [`Value`]s of its arguments and says
//! in an [`CallEffect`] what comes back. It answers none for arguments that are not of the text's types.

use crate::CppValue;
use serde::{Deserialize, Serialize};

/// What a call comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CallEffect {
    /// What it returns; none for a `void` function.
    pub returned: Option<CppValue>,
    /// Each argument's value after the call, in their order.
    pub after: Vec<CppValue>,
    /// The lines it prints, each without the newline that ends it.
    pub printed: Vec<String>,
}

impl CallEffect {
    /// A call that returns a value and leaves everything else as it was.
    pub fn from_return_value(value: CppValue, arguments: &[CppValue]) -> CallEffect {
        CallEffect {
            returned: Some(value),
            after: arguments.to_vec(),
            printed: Vec::new(),
        }
    }

    /// A `void` call that prints lines and leaves everything else as it was.
    pub fn from_printed_lines(printed: Vec<String>, arguments: &[CppValue]) -> CallEffect {
        CallEffect {
            returned: None,
            after: arguments.to_vec(),
            printed,
        }
    }
}
