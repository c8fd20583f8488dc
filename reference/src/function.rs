//! Functions that an assignment's text asks for by name, called with any arguments.
//!
//! Two texts grade their functions one by one. A function here is pure: it gets the [`Value`]s of its arguments and says
//! in an [`Effect`] what comes back. It answers none for arguments that are not of the text's types.

/// A value as C++ passes and returns it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A `bool`.
    Boolean(bool),
    /// A `char`, by its code.
    Character(u8),
    /// An integer of any width, with a sign or without.
    Integer(i128),
    /// A `float` or `double`.
    Real(f64),
    /// A `std::string`, which may hold any bytes.
    Text(Vec<u8>),
    /// An array or a `std::vector`.
    List(Vec<Value>),
}

/// What a call comes to.
#[derive(Debug, Clone, PartialEq)]
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

impl Value {
    /// The integer, if it is one that fits.
    pub(crate) fn integer(&self) -> Option<i64> {
        match self {
            Value::Integer(number) => i64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The characters of a `char` array, if it is one.
    pub(crate) fn characters(&self) -> Option<Vec<u8>> {
        let Value::List(items) = self else { return None };
        let code = |item: &Value| match item {
            Value::Character(code) => Some(*code),
            _ => None,
        };
        items.iter().map(code).collect()
    }
}
