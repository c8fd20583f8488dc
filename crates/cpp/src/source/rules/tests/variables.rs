//! Global variables.

use super::*;

#[test]
fn global_variables_are_found_whatever_hides_them() {
    holds(
        &global_variables(false, false, &[]),
        &[
            ("int x;", &[1]),
            ("int x = 3, y;\nint main() {}", &[1, 1]),
            ("using namespace std;\nstring name;", &[2]),
            ("static int x;", &[1]),
            ("namespace { int x; }", &[1]),
            (
                "namespace a { namespace b {\nlong long grid = 0;\n} }",
                &[2],
            ),
            ("extern \"C\" { int x; }", &[1]),
            ("extern int x = 3;", &[1]),
            ("struct P { int x; } p;", &[1]),
            ("int a[9];", &[1]),
            ("#define GLOBAL int x\nGLOBAL;", &[2]),
            (
                "#define BEGIN int main() {\n#define END }\nBEGIN int x; END\nint y;",
                &[4],
            ),
            ("int (*f)(int);", &[1]),
            ("int *p = nullptr;", &[1]),
            ("auto x = 3;", &[1]),
            ("auto f = [x = 1](int y) mutable { return x += y; };", &[1]),
            ("class G { static int n; };\nint G::n = 0;", &[2]),
            ("struct G { inline static int n = 0; };", &[1]),
            ("std::vector<int> v;", &[1]),
            ("typedef int number;\nnumber n;", &[2]),
            ("int x(5);", &[1]),
            ("int x{5};", &[1]),
            ("#ifdef _WIN32\nint a;\n#else\nint b;\n#endif", &[4]),
            ("int main() { return 0; }\nint late;", &[2]),
        ],
    );
}

#[test]
fn what_is_no_global_variable_is_left_alone() {
    holds(
        &global_variables(false, false, &["allowed"]),
        &[
            ("int main() { int x = 3; static int y; { int z; } }", &[]),
            (
                "const int N = 9;\nconstexpr char X = 'X';\nconst char *const S = \"s\";",
                &[],
            ),
            ("const char *message = \"Draw\";", &[]),
            ("#define N 9", &[]),
            (
                "int f(int x);\nlong long g(long long &grid, int);\nvoid h(void);",
                &[],
            ),
            ("extern int x;", &[]),
            ("void f(int (&a)[3]);", &[]),
            ("struct P { int x; static int y; };", &[]),
            (
                "class G { int x = 0; public: int y() { int z; return z; } };",
                &[],
            ),
            ("enum Colour { red, green };", &[]),
            (
                "using namespace std;\ntypedef int number;\nusing other = int;",
                &[],
            ),
            ("// int x;\n/* int y; */\nconst char S[] = \"int z;\";", &[]),
            ("#if 0\nint x;\n#endif", &[]),
            ("template <class T> T f(T x) { T y = x; return y; }", &[]),
            ("auto f = [](int x) { int y = x; return y; };", &[]),
            ("namespace n { int f() { int x = 1; return x; } }", &[]),
            ("int allowed;", &[]),
            ("int global() { return 1; }", &[]),
            ("static int helper(int x) { return x; }", &[]),
            ("#if INT_MAX > 5\nint x;\n#endif", &[]),
            ("enum { N = 9 };\nstruct P;", &[]),
        ],
    );
}

#[test]
fn constants_and_statics_are_global_only_where_the_rubric_says_so() {
    let source = "const int N = 9;\nint f() {\n  static int calls = 0;\n  return ++calls;\n}";
    assert_eq!(lines(&global_variables(true, false, &[]), source), [1]);
    assert_eq!(lines(&global_variables(false, true, &[]), source), [3]);
    assert_eq!(
        lines(&global_variables(false, false, &[]), source),
        [0_usize; 0]
    );
}

#[test]
fn the_object_decides_about_variables_that_look_like_something_else() {
    let rule = global_variables(false, false, &[]);
    let found = |source: &str, variables: &[&str]| {
        let symbols = ProgramSymbols {
            variables: words(variables),
            ..ProgramSymbols::default()
        };
        let program = read(&[("main.cpp", source)], Some(symbols));
        let findings = inspect_program(&rule, &program).findings;
        findings
            .iter()
            .filter_map(|it| it.line)
            .collect::<Vec<usize>>()
    };
    assert_eq!(found("int x;", &["x"]), [1]);
    assert_eq!(
        found("int x;", &[]),
        [0_usize; 0],
        "the compiler knows of no such variable"
    );
    assert_eq!(
        found("static int x;", &[]),
        [1],
        "one that nobody uses is not in the object"
    );
    assert_eq!(found("struct T {};\nT y;\nint @ x;", &["x", "y"]), [2, 3]);
    let source = "struct { int a; } both;\nint x;";
    let symbols = ProgramSymbols {
        local_variables: words(&["both"]),
        ..ProgramSymbols::default()
    };
    let program = read(&[("main.cpp", source)], Some(symbols));
    let findings = inspect_program(&rule, &program).findings;
    assert_eq!(
        findings.iter().filter_map(|it| it.line).collect::<Vec<_>>(),
        [1]
    );
}
