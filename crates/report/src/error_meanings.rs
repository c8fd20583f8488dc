//! What a compiler's error means, in words for someone who has programmed for six weeks.

use std::borrow::Cow;

use cpp::standard_names;

/// Words of GCC's and clang's errors, and what they mean. The first that is found counts.
const MEANINGS: [(&[&str], &str); 75] = [
    (
        &[
            "'main' is normally a non-static",
            "cannot overload 'main'",
            "redefinition of 'main'",
        ],
        "There is more than one `main`, and a program has exactly one.",
    ),
    (
        &[
            "no match for 'operator<<' (operand types are 'std::istream'",
            "no match for 'operator>>' (operand types are 'std::ostream'",
        ],
        "The arrows point the wrong way: it is `cin >> number` and `cout << number`.",
    ),
    (
        &[
            "was not declared in this scope",
            "use of undeclared identifier",
        ],
        "The name is used here, but at this place nothing is called so. Is it spelt as where it is declared? Is it declared further \
         up? If it belongs to another function, pass it as a parameter.",
    ),
    (
        &["was not declared", "has not been declared"],
        "Nothing of this name is declared above this line.",
    ),
    (
        &["at end of input", "expected '}'"],
        "A `{` is never closed: somewhere above a `}` is missing.",
    ),
    (
        &["expected ';'", "expected ',' or ';'"],
        "A semicolon is missing, here or at the end of the line above.",
    ),
    (
        &["expected ')'", "expected '('"],
        "Parentheses do not match: every `(` needs its `)`, and a condition needs parentheses.",
    ),
    (
        &["expected unqualified-id", "expected declaration before"],
        "The compiler expected a declaration here. Most often there is a `}` too many, or a `;` too early, further up.",
    ),
    (
        &[
            "a function-definition is not allowed here",
            "function definition is not allowed here",
        ],
        "A function begins inside another one: the `}` that ends the function above is missing.",
    ),
    (
        &["expected primary-expression", "expected expression"],
        "A value is missing here: perhaps a sign too many, or the type of an argument written in a call.",
    ),
    (
        &["'else' without a previous 'if'", "expected 'else'"],
        "This `else` has no `if`: more than one statement before it needs braces, or a `;` stands after the condition.",
    ),
    (
        &["No such file or directory", "file not found"],
        "`#include` names a file that is not there. In `<…>` stand headers of the system: is it spelt right, and is it not one of another system? \
         In quotation marks stand files of your own: were they handed in?",
    ),
    (
        &["does not name a type", "unknown type name", "is not a type"],
        "The compiler does not know this type: perhaps an `#include` or `std::` is missing, or a statement stands outside of every function.",
    ),
    (
        &["is not a member of 'std'", "in namespace 'std'"],
        "The standard library has no such name, or its header is not included.",
    ),
    (
        &[
            "no matching function for call",
            "no matching member function",
        ],
        "There is a function of this name, but none that takes these arguments: compare their number and types with the declaration.",
    ),
    (
        &["expects argument of type", "format specifies type"],
        "The letter after `%` does not fit its value: `%d` is for `int`, `%f` for `double`, `%c` for a character, `%s` for a text. In \
         `scanf`, a `double` needs `%lf`, and a variable needs a `&` before it.",
    ),
    (
        &["expects a matching", "more '%' conversions"],
        "There are more `%` in the text than values after it.",
    ),
    (
        &["too many arguments for format", "data argument not used"],
        "There are more values after the text than `%` in it.",
    ),
    (
        &["too few arguments", "requires at least"],
        "The call passes fewer arguments than the function has parameters.",
    ),
    (
        &["too many arguments"],
        "The call passes more arguments than the function has parameters.",
    ),
    (
        &[
            "redefinition of",
            "redeclaration of",
            "conflicting declaration",
            "previously declared",
        ],
        "The same name is declared twice in the same place: keep one of them, or give one another name.",
    ),
    (
        &["comparison between pointer and integer"],
        "A text is compared with a single character: `'X'` is a character, `\"X\"` is a text.",
    ),
    (
        &[
            "invalid conversion from",
            "cannot convert",
            "cannot initialize",
        ],
        "A value of one type stands where another type is needed; often an array or a text in place of one element or character.",
    ),
    (
        &["for array subscript", "subscripted value is not"],
        "There is a `[` after something that is no array.",
    ),
    (
        &["no match for 'operator", "invalid operands"],
        "This operator does not exist for values of these types: look at what stands to its left and right.",
    ),
    (
        &["could not convert", "could not be converted"],
        "A value of one type stands where another type is needed, and the compiler knows no way from one to the other.",
    ),
    (
        &[
            "lvalue required as left operand",
            "expression is not assignable",
        ],
        "To the left of `=` stands something that can hold no value; was `==` meant?",
    ),
    (
        &["assignment of read-only", "is read-only", "const-qualified"],
        "This is `const`, so it cannot be changed.",
    ),
    (
        &["has no member named", "no member named"],
        "The type has no member of this name.",
    ),
    (
        &["is private within", "is a private member"],
        "This member is private: only functions of its own class may use it.",
    ),
    (
        &["missing terminating"],
        "A text or a character is not closed: its second quotation mark is missing on this line.",
    ),
    (
        &["stray '"],
        "Here stands a character that C++ does not know, often copied from a web page or a word processor.",
    ),
    (
        &["unterminated comment"],
        "A comment begins with `/*` and never ends with `*/`.",
    ),
    (
        &["unterminated #", "#endif without", "#else without"],
        "`#if`, `#ifdef` or `#ifndef` and `#endif` are not in pairs.",
    ),
    (
        &[
            "not within loop or switch",
            "not within a loop",
            "not in loop",
        ],
        "`break` or `continue` stands outside of every loop: perhaps a `}` comes too early.",
    ),
    (
        &["case label", "jump to case label", "duplicate case"],
        "Something is wrong with the `case`s: each value stands once, inside of `switch`, and variables that a `case` declares need braces.",
    ),
    (
        &["return-statement with no value", "should return a value"],
        "The function promises a value, and this `return` has none.",
    ),
    (
        &[
            "return-statement with a value",
            "should not return a value",
            "void value not ignored",
        ],
        "The function is `void`, so it returns nothing that could be used.",
    ),
    (
        &["'main' must return 'int'", "must return 'int'"],
        "`main` is always written `int main()`.",
    ),
    (
        &["cannot be used as a function", "is not a function"],
        "There is a `(` after something that is no function; perhaps a variable has the function's name.",
    ),
    (
        &[
            "loop initial declarations",
            "variable declaration in for loop",
        ],
        "This version of C does not let `for` declare its counter: declare it above the loop.",
    ),
    (
        &["forbids mixed declarations", "mixing declarations and code"],
        "In this version of C, all variables of a block are declared at its start.",
    ),
    (
        &[
            "forbids variable length array",
            "variable length arrays are a C99",
        ],
        "In this version of C, the size of an array is a fixed number, not a variable.",
    ),
    (
        &[
            "C++ style comments are not allowed",
            "// comments are not allowed",
        ],
        "In this version of C, comments stand between `/*` and `*/`; it does not know `//`.",
    ),
    (
        &[
            "control reaches end of non-void function",
            "non-void function does not return a value",
        ],
        "The function promises a value, and not every way through it ends with `return` and a value.",
    ),
    (
        &[
            "undeclared (first use in this function)",
            "undeclared here (not in a function)",
        ],
        "The name is used here, but at this place nothing is called so. Is it spelt as where it is declared? Is it declared further \
         up?",
    ),
    (
        &["implicit declaration of function", "call to undeclared"],
        "The function is called here before it is declared: is its name right, is an `#include` missing, or does it stand further down?",
    ),
    (
        &["conflicting types for"],
        "The function or variable was declared further up with other types, or it was called before it was declared.",
    ),
    (
        &["invalid suffix", "numeric literal operator"],
        "A number and a name stand together: a name cannot begin with a digit, and `2x` is written `2 * x`.",
    ),
    (
        &["too many decimal points"],
        "A number has two points: is a blank or a comma missing?",
    ),
    (
        &["called object"],
        "There is a `(` after something that is no function: a `*` may be missing before it.",
    ),
    (
        &["assignment to expression with array type", "array type '"],
        "An array cannot be assigned as a whole: copy its elements one by one, or a text with `strcpy`.",
    ),
    (
        &["invalid type argument", "indirection requires pointer"],
        "There is a `*` before something that is no address.",
    ),
    (
        &[
            "makes integer from pointer",
            "makes pointer from integer",
            "incompatible pointer",
            "incompatible integer",
        ],
        "An address stands where a number is needed, or the other way round: is an index such as `[i]`, a `*` or a `&` missing?",
    ),
    (
        &["incompatible type"],
        "A value of one type stands where another type is needed: compare it with the declaration.",
    ),
    (
        &["variable-sized object may not be initialized"],
        "An array whose size is a variable cannot be given values where it is declared.",
    ),
    (
        &[
            "initializer element is not",
            "not usable in a constant expression",
            "does not reduce to an integer constant",
            "is not an integer constant expression",
        ],
        "Only a fixed value can stand here, not a variable.",
    ),
    (
        &[
            "array size missing",
            "storage size of",
            "incomplete type",
            "definition of array type or an initializer",
        ],
        "The compiler does not know how large this is: a size is missing, or the type is not defined above.",
    ),
    (
        &["empty character constant"],
        "There is nothing between the quotation marks of a character: a blank is `' '`.",
    ),
    (
        &[
            "character constant too long",
            "character too large",
            "multi-character",
        ],
        "Between `'` stands one character. A text has double quotation marks: `\"...\"`.",
    ),
    (
        &["two or more data types", "cannot combine with previous"],
        "Two types stand side by side: a `;` or a name may be missing between them.",
    ),
    (
        &["does not declare anything"],
        "A type stands here without the name of a variable.",
    ),
    (
        &["is ambiguous"],
        "More than one thing fits here. The standard library may have the same name: give yours another one, or convert the arguments to one type.",
    ),
    (
        &[
            "must be initialized",
            "uninitialized const",
            "default initialization of",
        ],
        "This needs a value where it is declared.",
    ),
    (
        &["discards qualifiers", "drops 'const' qualifier"],
        "Something that is `const` is used where it could be changed. A member function that changes nothing has `const` after its parameters.",
    ),
    (
        &["abstract class", "invalid abstract"],
        "The class has a function without a body (`= 0`), so it has no objects: define this function in a class that inherits from it.",
    ),
    (
        &[
            "invalid use of member function",
            "invalid use of non-static member",
            "must be called",
            "unresolved overloaded function type",
        ],
        "A function is named here and not called: after its name parentheses are missing.",
    ),
    (
        &["invalid use of void", "argument may not have 'void' type"],
        "A function that returns nothing is used as if it returned a value.",
    ),
    (
        &["which is of non-class type", "member reference base type"],
        "There is a `.` after something that has no members: is it the right variable?",
    ),
    (
        &["non-pointer type", "not a pointer"],
        "There is a `->` after something that is no pointer: write `.` instead.",
    ),
    (
        &["which is of pointer type", "is a pointer"],
        "There is a `.` after a pointer: write `->` instead.",
    ),
    (
        &["narrowing conversion", "cannot be narrowed"],
        "A value in braces `{…}` does not fit the type exactly: convert it, or write `=` without braces.",
    ),
    (
        &[
            "invalid preprocessing directive",
            "#include expects",
            "expects \"FILENAME\"",
            "extra tokens at end of",
        ],
        "A line that begins with `#` is not written as it should be: is `include` spelt right, and is its file in `<…>` or quotation marks?",
    ),
    (
        &["lvalue required", "not assignable"],
        "Here something must stand that can hold a value, such as a variable.",
    ),
    (
        &["expected"],
        "Something else should stand here; most often a bracket, a comma or a `;` is missing shortly before.",
    ),
];

/// What an error means; none if it is not one of those that beginners meet.
pub(super) fn find_meaning(message: &str) -> Option<Cow<'static, str>> {
    let message = message.replace(['‘', '’'], "'");
    if let Some(advice) = standard_names::suggest_header(&message) {
        return Some(advice.into());
    }
    if let Some(advice) = explain_conversion(&message) {
        return Some(advice.into());
    }
    let is_meant =
        |(words, _): &&(&[&str], &str)| words.iter().any(|words| message.contains(words));
    MEANINGS
        .iter()
        .find(is_meant)
        .map(|(_, meaning)| (*meaning).into())
}

/// A conversion whose two types say what is wrong: `invalid conversion from 'const char*' to 'int'`.
fn explain_conversion(message: &str) -> Option<&'static str> {
    let (_, types) = message.split_once("conversion from '")?;
    let (from, to) = types.split_once("' to '")?;
    let to = to.split('\'').next()?;
    match (from, to) {
        ("const char*", "char") => Some(
            "A text stands where one character is needed: `'X'` is a character, `\"X\"` is a text.",
        ),
        (
            "const char*" | "char*" | "std::string",
            "int" | "double" | "float" | "long" | "long int" | "unsigned int",
        ) => Some(
            "A text stands where a number is needed: numbers are written without quotation marks.",
        ),
        (_, _) if from.ends_with('*') && !to.ends_with('*') => Some(
            "An array or an address stands where one value is needed: perhaps an index such as `[i]` is missing.",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_errors_that_beginners_meet_are_told_in_plain_words() {
        let cases = [
            (
                "'dim' was not declared in this scope; did you mean 'div'?",
                "spelt as where",
            ),
            ("expected ';' before 'return'", "A semicolon is missing"),
            ("expected '}' at end of input", "never closed"),
            (
                "expected initializer before 'int'",
                "missing shortly before",
            ),
            (
                "ISO C++ forbids comparison between pointer and integer [-fpermissive]",
                "a text",
            ),
            ("‘x’ does not name a type", "does not know this type"),
            (
                "ISO C90 forbids variable length array ‘a’ [-Wvla]",
                "a fixed number",
            ),
            (
                "control reaches end of non-void function [-Werror=return-type]",
                "not every way",
            ),
            (
                "format ‘%d’ expects argument of type ‘int’, but argument 2 has type ‘double’ [-Werror=format=]",
                "does not fit its value",
            ),
            (
                "format ‘%d’ expects a matching ‘int’ argument [-Werror=format=]",
                "more `%`",
            ),
            (
                "too many arguments for format [-Werror=format-extra-args]",
                "more values",
            ),
            (
                "C++ style comments are not allowed in ISO C90",
                "between `/*` and `*/`",
            ),
            (
                "ISO C90 forbids mixed declarations and code [-Wdeclaration-after-statement]",
                "declared at its start",
            ),
        ];
        for (message, words) in cases {
            assert!(
                find_meaning(message).is_some_and(|it| it.contains(words)),
                "{message}"
            );
        }
        let advice = [
            (
                "'cout' was not declared in this scope; did you mean 'std::cout'?",
                "write `std::cout`, or",
            ),
            ("‘string’ does not name a type", "`#include <string>`"),
            (
                "'setprecision' is not a member of 'std'",
                "`#include <iomanip>`",
            ),
            (
                "'numeric_limits' is not a member of 'std'",
                "`#include <limits>`",
            ),
            (
                "'sort' was not declared in this scope",
                "`#include <algorithm>`",
            ),
            (
                "'INT_MAX' was not declared in this scope",
                "write `#include <climits>` at the top.",
            ),
            (
                "'strstr' was not declared in this scope",
                "Another compiler may accept the program",
            ),
            ("use of undeclared identifier 'pow'", "`#include <cmath>`"),
            (
                "'strlen' was not declared in this scope",
                "`#include <cstring>`",
            ),
            (
                "invalid conversion from 'const char*' to 'int' [-fpermissive]",
                "without quotation marks",
            ),
            (
                "invalid conversion from 'const char*' to 'char' [-fpermissive]",
                "is a character",
            ),
            (
                "invalid conversion from 'int*' to 'int' [-fpermissive]",
                "an index such as",
            ),
            (
                "no match for 'operator<<' (operand types are 'std::istream' {aka 'std::basic_istream<char>'} and 'int')",
                "`cin >> number`",
            ),
            (
                "lvalue required as left operand of assignment",
                "was `==` meant",
            ),
        ];
        for (message, words) in advice {
            let found = find_meaning(message).unwrap_or_default();
            assert!(found.contains(words), "{message}: {found}");
        }
        assert_eq!(find_meaning("something new"), None);
    }

    #[test]
    fn no_meaning_is_hidden_by_one_above_it() {
        for (at, (words, own)) in MEANINGS.iter().enumerate() {
            for word in *words {
                assert_eq!(find_meaning(word).as_deref(), Some(*own), "{word} at {at}");
            }
        }
    }
}
