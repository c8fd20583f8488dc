//! What is tried against which error, and that any error at any place of any text is taken.

use super::*;
use model::apply_edits;

/// How many changes are tried at most in C++.
const TRIED: usize = 12;

/// The texts after the changes that are tried against an error. `^` marks its place.
fn changed_texts(marked: &str, message: &str) -> Vec<String> {
    let at = marked.find('^').unwrap();
    let text = marked.replacen('^', "", 1);
    let before = &text[..at];
    let error = CompilerError {
        file: 0,
        line: before.matches('\n').count() + 1,
        column: at - before.rfind('\n').map_or(0, |end| end + 1) + 1,
        message: message.to_owned(),
        fixes: Vec::new(),
    };
    let changes = suggest_build_changes(&[error], &text).into_iter();
    changes
        .take(TRIED)
        .map(|edits| apply_edits(&edits, &text).unwrap())
        .collect()
}

#[test]
fn what_is_meant_is_among_the_first_changes() {
    let table = [
        (
            "int a = 1^\nint b;",
            "expected ',' or ';' before 'int'",
            "int a = 1;\nint b;",
        ),
        ("f(a^; }", "expected ')' before ';' token", "f(a); }"),
        (
            "cout << a ^\"b\";",
            "expected ';' before string constant",
            "cout << a << \"b\";",
        ),
        (
            "cout << a << ^;",
            "expected primary-expression before ';' token",
            "cout << a  ;",
        ),
        (
            "cin ^<< a;",
            "no match for 'operator<<' (operand types are 'std::istream' and 'int')",
            "cin >> a;",
        ),
        (
            "if (a ^=> 1) b();",
            "expected primary-expression before '>' token",
            "if (a >= 1) b();",
        ),
        (
            "if ^a > 1 {\nb();\n}",
            "expected '(' before 'a'",
            "if (a > 1) {\nb();\n}",
        ),
        (
            "if (a > 1 ^{\nb();\n}",
            "expected ')' before '{' token",
            "if (a > 1) {\nb();\n}",
        ),
        (
            "if (a);\n{ b(); }\n^else c();",
            "'else' without a previous 'if'",
            "if (a)\n{ b(); }\nelse c();",
        ),
        (
            "if (a) b(); c(); ^else d();",
            "'else' without a previous 'if'",
            "if (a) { b(); c(); } else d();",
        ),
        (
            "for (i = 0^, i < 3, i++) a();",
            "expected ';' before ','",
            "for (i = 0; i < 3; i++) a();",
        ),
        (
            "for (^int i = 0; i < 3; i++) a();",
            "'for' loop initial declarations are only allowed in C99",
            "int i; for (i = 0; i < 3; i++) a();",
        ),
        (
            "switch (a) { case 1^; b(); }",
            "expected ':' before ';' token",
            "switch (a) { case 1: b(); }",
        ),
        (
            "int main()\n{\nint a;\n^",
            "expected '}' at end of input",
            "int main()\n{\nint a;\n}\n\n",
        ),
        (
            "int f() {\n  a();\nint g() ^{ }\n}",
            "a function-definition is not allowed here before '{' token",
            "int f() {\n  a();\n}\nint g() { }\n}",
        ),
        (
            "int main();\n^{ }",
            "expected unqualified-id before '{' token",
            "int main()\n{ }",
        ),
        (
            "int main() { ^retrun 0; }",
            "'retrun' was not declared in this scope",
            "int main() { return 0; }",
        ),
        (
            "int main() { int sum; ^smu = 1; }",
            "'smu' was not declared in this scope",
            "int main() { int sum; sum = 1; }",
        ),
        (
            "int main() { for (int i = 0;;) { } ^i = 1; }",
            "'i' was not declared in this scope",
            "int main() { int i; for (int i = 0;;) { } i = 1; }",
        ),
        (
            "#include <a>\nint main() { ^f(1); }\nint f(int a) { }",
            "'f' was not declared in this scope",
            "#include <a>\nint f(int a);\nint main() { f(1); }\nint f(int a) { }",
        ),
        (
            "int main() { ^sqrt(2); }",
            "'sqrt' was not declared in this scope",
            "#include <cmath>\nint main() { sqrt(2); }",
        ),
        (
            "#include <string>\n^string a;",
            "'string' does not name a type",
            "#include <string>\nusing namespace std;\nstring a;",
        ),
        (
            "cout << ^\"a;\n",
            "missing terminating \" character",
            "cout << \"a\";\n",
        ),
        ("f(^“a”);", "stray '\\342' in program", "f(\"a\");"),
        (
            "char a = ^\"b\";",
            "invalid conversion from 'const char*' to 'char'",
            "char a = 'b';",
        ),
        (
            "if (a + 1 ^= b) c();",
            "lvalue required as left operand of assignment",
            "if (a + 1 == b) c();",
        ),
        (
            "void ^main() { }",
            "'::main' must return 'int'",
            "int main() { }",
        ),
        (
            "void f() { ^return 1; }",
            "return-statement with a value, in function returning 'void'",
            "int f() { return 1; }",
        ),
        (
            "int a; int ^a = 2;",
            "redeclaration of 'int a'",
            "int a; a = 2;",
        ),
        (
            "const int a = 1; ^a = 2;",
            "assignment of read-only variable 'a'",
            " int a = 1; a = 2;",
        ),
        (
            "a = ^2b;",
            "unable to find numeric literal operator 'operator\"\"b'",
            "a = 2 * b;",
        ),
        (
            "a = b.^size + 1;",
            "invalid use of member function (did you forget the '()' ?)",
            "a = b.size() + 1;",
        ),
        (
            "a(); } ^return 0; }",
            "expected unqualified-id before 'return'",
            "a();  return 0; }",
        ),
        (
            "a = 1^: b();",
            "expected ';' before ':' token",
            "a = 1; b();",
        ),
        (
            "a = 1,\n^for (;;) b();",
            "expected expression before 'for'",
            "a = 1;\nfor (;;) b();",
        ),
        (
            "If (a == 1)^ b++;",
            "expected ';' before 'b'",
            "if (a == 1) b++;",
        ),
        (
            "f(a ==^ b\");",
            "missing terminating \" character",
            "f(a == \"b\");",
        ),
        (
            "scanf^\"%d\", &b);",
            "expected ';' before string constant",
            "scanf(\"%d\", &b);",
        ),
        (
            "if(a[j])^&&(b))\nc();",
            "expected identifier before '(' token",
            "if((a[j])&&(b))\nc();",
        ),
        (
            "for (k = ^0k < 9; k++) a();",
            "fixed-point types not supported for this target",
            "for (k = 0; k < 9; k++) a();",
        ),
        (
            "void print(int a);\nint main() { ^printb); }",
            "'printb' was not declared in this scope",
            "void print(int a);\nint main() { print(b); }",
        ),
        (
            "if (a =^< 'z') b();",
            "expected primary-expression before '<' token",
            "if (a <= 'z') b();",
        ),
        (
            "int f() {\nif (a) { b();\n}\nint main() {\n^}",
            "expected declaration or statement at end of input",
            "int f() {\nif (a) { b();\n}\n}\nint main() {\n}",
        ),
        (
            "for (k = 0k^ < 9; k++) a();",
            "expected ';' before ')' token",
            "for (k = 0; k < 9; k++) a();",
        ),
        (
            "for (; i < 3: ^i++) a();",
            "found ':' in nested-name-specifier, expected '::'",
            "for (; i < 3; i++) a();",
        ),
        (
            "for (p = 1; p++^) a();",
            "expected ';' before ')' token",
            "for (p = 1;; p++) a();",
        ),
        (
            "scanf(^\"%d%d, &a, &b);",
            "missing terminating \" character",
            "scanf(\"%d%d\", &a, &b);",
        ),
        (
            "int numm3; ^num3 = 1; num3++;",
            "'num3' was not declared in this scope",
            "int num3; num3 = 1; num3++;",
        ),
        (
            "a = 1; i+^; b();",
            "expected primary-expression before ';' token",
            "a = 1; i++; b();",
        ),
        (
            "if (a == b ^c == d) e();",
            "expected ')' before 'c'",
            "if (a == b && c == d) e();",
        ),
        ("a(1^));", "expected ';' before ')' token", "a(1);"),
    ];
    let mut missing = Vec::new();
    for (marked, message, wanted) in table {
        let texts = changed_texts(marked, message);
        if !texts.iter().any(|text| text == wanted) {
            missing.push((marked, texts));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_variable_that_should_be_a_parameter_is_not_declared() {
    let marked = "int row(int square) { return square / ^dim; }\nint main() { int dim = 3; return row(dim); }";
    let texts = changed_texts(marked, "'dim' was not declared in this scope");
    assert!(
        !texts.iter().any(|text| text.contains("{ int dim;")),
        "{texts:#?}"
    );
}

const PIECES: [&str; 44] = [
    "\n",
    " ",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    ":",
    "<<",
    ">>",
    "=",
    "<",
    ">",
    "+",
    "-",
    "*",
    "&",
    ".",
    "#include <a>\n",
    "<%",
    "%:",
    "if ",
    "else ",
    "for ",
    "while ",
    "case ",
    "int ",
    "void ",
    "const ",
    "return ",
    "main",
    "a",
    "a1",
    "cout ",
    "scanf",
    "2x",
    "'ab'",
    "\"",
    "“é”",
    "\\n",
    "// c",
];

const MESSAGES: [&str; 20] = [
    "expected ',' or ';' before 'a'",
    "expected '(' before 'a'",
    "expected ')' before 'a'",
    "expected ':' before ';'",
    "'a' was not declared in this scope",
    "'sqrt' was not declared in this scope",
    "expected '}' at end of input",
    "'else' without a previous 'if'",
    "'for' loop initial declarations",
    "stray '#'",
    "missing terminating \"",
    "lvalue required as left operand",
    "'main' must return 'int'",
    "return-statement with a value",
    "redeclaration of 'a'",
    "read-only 'a'",
    "invalid suffix",
    "expected unqualified-id before 'a'",
    "break statement not within loop",
    "no match for 'operator<<' (operand types are 'std::istream' and 'const char [2]')",
];

proptest::proptest! {
    #[test]
    fn any_place_of_any_text_is_looked_at(
        pieces in proptest::collection::vec(proptest::sample::select(&PIECES[..]), 0..30),
        message in proptest::sample::select(&MESSAGES[..]),
        line in 0_usize..6,
        column in 0_usize..24,
    ) {
        let text = pieces.concat();
        let error = CompilerError { file: 0, line, column, message: message.to_owned(), fixes: Vec::new() };
        for edits in suggest_build_changes(&[error.clone(), error], &text) {
            proptest::prop_assert!(apply_edits(&edits, &text).is_some_and(|changed| changed != text));
        }
    }
}

#[test]
fn errors_and_proposals_of_a_compiler_are_read() {
    let files = [
        ("b.cpp".to_owned(), "x\n".to_owned()),
        ("a.cpp".to_owned(), "int a\nfor (é\n".to_owned()),
    ];
    let said = "a.cpp: In function 'int main()':\n\
        a.cpp:1:6: error: expected ‘;’ before 'for'\n    1 | int a\n      |      ^\n      |      ;\n\
        fix-it:\"a.cpp\":{1:6-1:6}:\";\\n\\303\\251\"\n\
        /usr/include/x.h:1:1: error: not theirs\n\
        a.cpp:2:5: fatal error: b\na.cpp:2:5: note: c\nfix-it:\"b.cpp\":{1:1-1:2}:\"\"\n";
    let found = compiler_errors(said, &files);
    let [first, second] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!((first.file, first.line, first.column), (1, 1, 6));
    assert_eq!(first.message, "expected ';' before 'for'");
    assert_eq!(first.fixes, [TextEdit::insertion(5, ";\né")]);
    assert_eq!(second.message, "b");
    assert_eq!(second.fixes, [], "a proposal for another file");
}
