//! Functions that an assignment's text asks for by name, called with any arguments.
//!
//! Two texts grade their functions one by one. A function here is pure: it gets the [`Value`]s of its arguments and says
//! in an [`Effect`] what comes back. It answers none for arguments that are not of the text's types.

use crate::Value;
use serde::{Deserialize, Serialize};

/// What a call comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// What it returns; none for a `void` function.
    pub returned: Option<Value>,
    /// Each argument's value after the call, in their order.
    pub after: Vec<Value>,
    /// The lines it prints, each without the newline that ends it.
    pub printed: Vec<String>,
}

impl Effect {
    /// A call that returns a value and leaves everything else as it was.
    pub fn returning(value: Value, arguments: &[Value]) -> Effect {
        Effect { returned: Some(value), after: arguments.to_vec(), printed: Vec::new() }
    }

    /// A `void` call that prints lines and leaves everything else as it was.
    pub fn printing(printed: Vec<String>, arguments: &[Value]) -> Effect {
        Effect { returned: None, after: arguments.to_vec(), printed }
    }
}
