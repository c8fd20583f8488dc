//! Headers, calls and prototypes.

use super::*;

#[test]
fn headers_count_by_their_includes_and_not_by_mention() {
    holds(
        &RubricRule::ForbiddenHeaders {
            headers: words(&["cmath", "vector"]),
        },
        &[
            ("#include <cmath>", &[1]),
            ("#include <iostream>\n  #  include   <math.h>", &[2]),
            ("#include \"vector\"", &[1]),
            ("#if 0\n#include <cmath>\n#endif", &[]),
            ("// #include <cmath>\n/*\n#include <vector>\n*/", &[]),
            ("const char *s = \"#include <cmath>\";", &[]),
            ("#ifdef _WIN32\n#include <cmath>\n#endif", &[]),
            ("#include <iostream>", &[]),
        ],
    );
    holds(
        &RubricRule::RequiredHeaders {
            headers: words(&["iostream"]),
        },
        &[
            ("int main() {}", &[0]),
            ("// #include <iostream>\nint main() {}", &[0]),
            ("#if 0\n#include <iostream>\n#endif\nint main() {}", &[0]),
            ("#include <iostream>\nint main() {}", &[]),
            ("#include<iostream>\nint main() {}", &[]),
            ("#include <bits/stdc++.h>\nint main() {}", &[]),
        ],
    );
}

fn forbidden_calls() -> RubricRule {
    RubricRule::ForbiddenCalls {
        calls: words(&["system", "abs"]),
        libraries: vec![LibraryHeader::Cmath],
    }
}

#[test]
fn forbidden_functions_are_found_whatever_hides_them() {
    holds(
        &forbidden_calls(),
        &[
            ("int main() { double x = pow(2, 3); }", &[1]),
            (
                "int main() { double x = std::pow(2, 3) + ::sqrt(4); }",
                &[1, 1],
            ),
            ("#define P pow\nint main() {\n  P(10, 3);\n}", &[3]),
            (
                "#define POWER(a, b) std::pow(a, b)\nint main() {\n  POWER(10, 3);\n}",
                &[3],
            ),
            ("int main() { double (*f)(double) = sqrt; }", &[1]),
            ("int main() { auto f = &std::floor; }", &[1]),
            (
                "int main() { auto f = [](int n) { return pow(10, n); }; }",
                &[1],
            ),
            ("long long g = pow(10, 15);", &[1]),
            ("int main() { system(\"pause\"); abs(-3); }", &[1, 1]),
            ("namespace s = std;\nint main() { s::pow(2, 3); }", &[2]),
            (
                "int f() { int pow = 3; return pow; }\nint g() { return pow(2, 3); }",
                &[2],
            ),
            (
                "int main() { long double x = roundl(expl(3 * std::logl(10))); }",
                &[1, 1, 1],
            ),
            ("int main() { return __builtin_pow(10, 3); }", &[1]),
            (
                "struct G { int floor; };\nint main() { return floor(2.5); }",
                &[2],
            ),
            (
                "typedef long long ll;\nll ten(int n) { return (ll)pow(10, n) +\nll(pow(10, n)); }",
                &[2, 3],
            ),
            (
                "int main() {\n  int b = 10, n = 2;\n  long long x(pow(b, n));\n}",
                &[3],
            ),
            (
                "int main() {\n  long long x{(long long)pow(10, 2)};\n}",
                &[2],
            ),
            ("int main() { return (pow)(10.0, 2); }", &[1]),
        ],
    );
}

#[test]
fn functions_of_the_program_itself_are_left_alone() {
    holds(
        &forbidden_calls(),
        &[
            (
                "long long pow(int b, int e) { return e ? b * pow(b, e - 1) : 1; }\nlong long x = pow(10, 3);",
                &[],
            ),
            ("int pow(int, int);\nint main() { return pow(1, 2); }", &[]),
            ("int main() { int pow = 1; pow *= 10; f(pow); }", &[]),
            (
                "int main() { auto pow = [](int x) { return x; }; pow(3); }",
                &[],
            ),
            ("int main() { g.floor(3); p->round(); }", &[]),
            ("// pow(2, 3)\nconst char *s = \"sqrt(2)\";", &[]),
            ("#if 0\ndouble x = pow(2, 3);\n#endif", &[]),
            ("#define P pow(2, 3)", &[]),
            (
                "namespace mine { int pow(int); }\nint main() { mine::pow(3); }",
                &[],
            ),
            ("#include <cmath>\nusing std::pow;\nint main() {}", &[]),
            (
                "int floor_of(int x);\nint main() { return floor_of(3); }",
                &[],
            ),
            ("int main() { int log; std::cout << log; }", &[]),
            ("double pow(double x);\nint main() { ::pow(3); }", &[]),
            (
                "struct G { int round; int next() { return twice(round); } };",
                &[],
            ),
            (
                "struct G { int round(); int next(); };\nint G::next() { return round() + 1; }",
                &[],
            ),
            (
                "enum Where { floor, ceil };\nint main() { go(floor); }",
                &[],
            ),
            (
                "int pow(int);\nint main() { int b = 1; int x(pow(b)); }",
                &[],
            ),
            ("auto f = [](int log) { return g(log); };", &[]),
            (
                "int logf_of(int x);\nint coolf(int x) { return x; }\nint y = coolf(logf_of(3));",
                &[],
            ),
            ("int main() { print(\"x\"); systemf(\"x\"); }", &[]),
        ],
    );
}

#[test]
fn required_calls_are_made_when_the_program_runs() {
    holds(
        &RubricRule::RequiredCalls {
            calls: words(&["setw"]),
        },
        &[
            ("int main() {}", &[0]),
            ("int main() { std::cout << std::setw(3); }", &[]),
            ("void f() { setw(3); }\nint main() { f(); }", &[]),
            ("void f() { setw(3); }\nint main() {}", &[0]),
            (
                "int main() { /* setw(3); */ const char *s = \"setw(3)\"; }",
                &[0],
            ),
            ("#define W setw\nint main() { W(3); }", &[]),
            ("void f() { setw(3); }", &[]),
            (
                "struct G { void f() { setw(3); } };\nint main() { G g; g.f(); }",
                &[],
            ),
            ("struct G { G() { setw(3); } };\nint main() { G g; }", &[]),
            ("int main() { auto f = [] { setw(3); }; f(); }", &[]),
        ],
    );
}

#[test]
fn required_functions_have_their_prototypes_and_are_called() {
    holds(
        &required_functions(true),
        &[
            (
                "int idxToRow(int i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[],
            ),
            (
                "int idxToRow(int i) { return i / 3; }\nint main() { return idxToRow(1); }",
                &[],
            ),
            (
                "int idxToRow(int, int);\nint main() { idxToRow(1, 2); }\nint idxToRow(int i, int d) { return i / d; }",
                &[],
            ),
            (
                "int idxToRow(const int i, const int d) { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[],
            ),
            (
                "static inline int\nidxToRow(int i, int d)\n{ return i / d; }\nint main() { idxToRow(1, 2); }",
                &[],
            ),
            (
                "auto idxToRow(int i, int d) -> int { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[],
            ),
            (
                "typedef int number;\nnumber idxToRow(number i, number d) { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[],
            ),
            (
                "#define NAME idxToRow\nint NAME(int i, int d) { return i / d; }\nint main() { NAME(1, 2); }",
                &[],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint f() { return idxToRow(1, 2); }\nint main() { f(); }",
                &[],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint main() { auto f = idxToRow; f(1, 2); }",
                &[],
            ),
            (
                "long idxToRow(int i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[1],
            ),
            (
                "int idxToRow(long i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }",
                &[1],
            ),
            (
                "int idxToRow(int &i, int d) { return i / d; }\nint main() {}",
                &[1],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint main() {}",
                &[1],
            ),
            (
                "int idxToRow(int i, int d) { return i ? idxToRow(i - 1, d) : 0; }\nint main() {}",
                &[1],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint unused() { return idxToRow(1, 2); }\nint main() {}",
                &[1],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint main() { int idxToRow(int, int); idxToRow; }",
                &[1],
            ),
            (
                "int idxToRow(int i, int d) { return i / d; }\nint main() { /* idxToRow(1, 2) */ }",
                &[1],
            ),
            ("// int idxToRow(int i, int d) {}\nint main() {}", &[0]),
            (
                "int idxToRow(int i, int d);\nint main() { idxToRow(1, 2); }",
                &[0],
            ),
            (
                "int idx_to_row(int i, int d) { return i / d; }\nint main() { idx_to_row(1, 2); }",
                &[0],
            ),
            (
                "struct G { int idxToRow(int i, int d) { return i / d; } };\nint main() { G().idxToRow(1, 2); }",
                &[1],
            ),
            (
                "#if 0\nint idxToRow(int i, int d) { return i / d; }\n#endif\nint main() {}",
                &[0],
            ),
            ("int idxToRow(int i, int d) { return i / d; }", &[]),
        ],
    );
    holds(
        &required_functions(false),
        &[(
            "int idxToRow(int i, int d) { return i / d; }\nint main() {}",
            &[],
        )],
    );
}

#[test]
fn a_function_that_the_object_has_is_there() {
    use crate::functions::DefinedFunction;
    let function = DefinedFunction {
        symbol: "_Z8idxToRowii".to_owned(),
        name: "idxToRow".to_owned(),
        list: Some("int, int".to_owned()),
        is_global: true,
    };
    let symbols = ProgramSymbols {
        functions: vec![function],
        ..ProgramSymbols::default()
    };
    let program = read(&[("main.cpp", "int main() {}")], Some(symbols));
    assert_eq!(
        inspect_program(&required_functions(false), &program).findings,
        []
    );
}

#[test]
fn what_a_function_returns_is_taken_from_the_text() {
    use crate::functions::DefinedFunction;
    let found = |source: &str| {
        let function = DefinedFunction {
            symbol: "_Z8idxToRowii".to_owned(),
            name: "idxToRow".to_owned(),
            list: Some("int, int".to_owned()),
            is_global: true,
        };
        let symbols = ProgramSymbols {
            functions: vec![function],
            ..ProgramSymbols::default()
        };
        let program = read(&[("main.cpp", source)], Some(symbols));
        inspect_program(&required_functions(false), &program)
            .findings
            .len()
    };
    let table = [
        ("bool idxToRow(int i, int d) { return i / d; }", 1),
        ("long idxToRow(int i, int d) { return i / d; }", 1),
        ("char *idxToRow(int i, int d) { return 0; }", 1),
        ("double idxToRow(int32_t i, int d) { return i / d; }", 1),
        ("int idxToRow(int i, int d) { return i / d; }", 0),
        ("int32_t idxToRow(int32_t i, int d) { return i / d; }", 0),
        ("auto idxToRow(int i, int d) { return i / d; }", 0),
        (
            "typedef int number;\nnumber idxToRow(int i, int d) { return i / d; }",
            0,
        ),
        (
            "bool idxToRow(char c) { return c; }\nint32_t idxToRow(int32_t i, int d) { return i; }",
            0,
        ),
    ];
    for (source, expected) in table {
        assert_eq!(found(source), expected, "{source}");
    }
}
