//! Tricky programs, and what each rule must answer: the lines of its findings, and nothing else.

use super::super::{Program, Symbols};
use super::*;
use crate::model::{HeaderField, Library};

fn read(files: &[(&str, &str)], symbols: Option<Symbols>) -> Program {
    let files: Vec<(String, Vec<u8>)> =
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    Program::read(&files, symbols)
}

/// The lines of a rule's findings in one file; 0 for a finding without a line.
fn lines(rule: &Rule, source: &str) -> Vec<usize> {
    let inspection = inspect(std::slice::from_ref(rule), &read(&[("main.cpp", source)], None));
    inspection.findings.iter().map(|finding| finding.line.unwrap_or(0)).collect()
}

/// Holds a rule against programs, each with the lines that it must find.
fn holds(rule: &Rule, table: &[(&str, &[usize])]) {
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(source, expected)| {
            let found = lines(rule, source);
            (found != *expected)
                .then(|| format!("{source}\nfound {found:?}, expected {expected:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}:\n{}", rule.id(), wrong.join("\n\n"));
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn global_variables(constants: bool, statics: bool, allow: &[&str]) -> Rule {
    Rule::NoGlobalVariables { constants, statics, allow: words(allow) }
}

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
            ("namespace a { namespace b {\nlong long grid = 0;\n} }", &[2]),
            ("extern \"C\" { int x; }", &[1]),
            ("extern int x = 3;", &[1]),
            ("struct P { int x; } p;", &[1]),
            ("int a[9];", &[1]),
            ("#define GLOBAL int x\nGLOBAL;", &[2]),
            ("#define BEGIN int main() {\n#define END }\nBEGIN int x; END\nint y;", &[4]),
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
            ("const int N = 9;\nconstexpr char X = 'X';\nconst char *const S = \"s\";", &[]),
            ("const char *message = \"Draw\";", &[]),
            ("#define N 9", &[]),
            ("int f(int x);\nlong long g(long long &grid, int);\nvoid h(void);", &[]),
            ("extern int x;", &[]),
            ("void f(int (&a)[3]);", &[]),
            ("struct P { int x; static int y; };", &[]),
            ("class G { int x = 0; public: int y() { int z; return z; } };", &[]),
            ("enum Colour { red, green };", &[]),
            ("using namespace std;\ntypedef int number;\nusing other = int;", &[]),
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
    assert_eq!(lines(&global_variables(false, false, &[]), source), [0_usize; 0]);
}

#[test]
fn the_object_decides_about_variables_that_look_like_something_else() {
    let rule = global_variables(false, false, &[]);
    let found = |source: &str, variables: &[&str]| {
        let symbols = Symbols { variables: words(variables), ..Symbols::default() };
        let program = read(&[("main.cpp", source)], Some(symbols));
        let findings = inspect(std::slice::from_ref(&rule), &program).findings;
        findings.iter().filter_map(|it| it.line).collect::<Vec<usize>>()
    };
    assert_eq!(found("int x;", &["x"]), [1]);
    assert_eq!(found("int x;", &[]), [0_usize; 0], "the compiler knows of no such variable");
    assert_eq!(found("static int x;", &[]), [1], "one that nobody uses is not in the object");
    assert_eq!(found("struct T {};\nT y;\nint @ x;", &["x", "y"]), [2, 3]);
    let source = "struct { int a; } both;\nint x;";
    let symbols = Symbols { local_variables: words(&["both"]), ..Symbols::default() };
    let program = read(&[("main.cpp", source)], Some(symbols));
    let findings = inspect(std::slice::from_ref(&rule), &program).findings;
    assert_eq!(findings.iter().filter_map(|it| it.line).collect::<Vec<_>>(), [1]);
}

fn arrays(dimensions: u32) -> Rule {
    Rule::NoArrays { dimensions, allow: words(&["tttdata"]) }
}

#[test]
fn arrays_are_found_whatever_hides_them() {
    holds(
        &arrays(1),
        &[
            ("int main() {\n  int a[9];\n}", &[2]),
            ("int main() { int a [ 3 ] [ 3 ]; }", &[1]),
            ("char s[] = \"abc\";", &[1]),
            ("#define ARR int a[9]\nint main() {\n  ARR;\n}", &[3]),
            ("#define N 9\nint main() { int a[N]; }", &[2]),
            ("#define OPEN [\nint main() { int a OPEN 9]; }", &[2]),
            ("typedef int Row[4];\nint main() {\n  Row r;\n  Row other = {0};\n}", &[3, 4]),
            ("using Row = int[4];\nRow r;", &[2]),
            ("typedef int Row[4];\ntypedef Row Board[4];\nBoard b;", &[3]),
            ("typedef int Row[4];\ntypedef Row Line;\nLine l;", &[3]),
            ("void f(char grid[], int dim);", &[1]),
            ("void f(char [], int);", &[1]),
            ("void f(int (&a)[3]) {}", &[1]),
            ("struct P { int x[2]; };", &[1]),
            ("int *p = new int[9];", &[1]),
            ("auto p = new char[3][4];", &[1]),
            ("std::array<int, 9> a;", &[1]),
            ("using namespace std;\narray<int, 9> a;", &[2]),
            ("using A = std::array<int, 9>;\nA a;", &[2]),
            ("int main() { auto f = [] { int a[2] = {1, 2}; return a[0]; }; }", &[1]),
            ("int main() { for (int a[2] = {0, 0}; a[0] < 1; ++a[0]) {} }", &[1]),
            ("int main() { { { static int a[2]; } } }", &[1]),
            ("int a<:9:>;", &[1]),
            ("int x, a[3], y;", &[1]),
            ("int *a[3];", &[1]),
            ("template <int N> void f() { int a[N]; }", &[1]),
            ("int main() {\n  if (1)\n    { char buffer[80]; }\n}", &[3]),
            ("int main() {\n  for (int x : (int[]){1, 2}) {}\n}", &[2]),
            ("int *p = (int *)malloc(9 * sizeof(int));", &[1]),
            ("auto p = static_cast<int *>(std::calloc(9, sizeof *p));", &[1]),
            ("using namespace std;\nint main() { auto a = array<int, 2>{1, 2}; }", &[2]),
        ],
    );
}

#[test]
fn what_is_no_array_is_left_alone() {
    holds(
        &arrays(1),
        &[
            ("int main(int argc, char *argv[]) {}", &[]),
            ("int main(int argc, char **argv) { return argv[0][0]; }", &[]),
            ("// int a[9];\n/* char b[3]; */\nconst char *s = \"int c[9];\";", &[]),
            ("#if 0\nint a[9];\n#endif", &[]),
            ("#ifdef _WIN32\nint a[9];\n#endif", &[]),
            ("#define ARR int a[9]", &[]),
            ("typedef int Row[4];", &[]),
            ("int main() { int x = p[3]; p[3] = 4; f(p)[2]; (p)[1]; }", &[]),
            ("int main() { auto f = [](int x) { return x; }; [&]{}(); }", &[]),
            ("struct V { int operator[](int i) { return i; } };", &[]),
            ("[[nodiscard]] int f();", &[]),
            ("auto [a, b] = f();", &[]),
            ("int main() { delete[] p; int *q = new int(3); }", &[]),
            ("char tttdata[121];", &[]),
            ("struct array { int x; };\nusing namespace std;\narray a;", &[]),
            ("namespace mine { struct array {}; }\nmine::array a;", &[]),
            ("int main() { long long grid = 0; int array = 3; array++; }", &[]),
            ("typedef int Row[4];\nvoid f(Row *r);", &[]),
            ("#include <array>\n#include <vector>", &[]),
            ("using namespace std;\nint main() { int array = 3; array++; f(array < 4); }", &[]),
            ("using namespace std;\nint add(int array, int b) { return array + b; }", &[]),
            ("using namespace std;\nint array(int x) { return x; }\nint y = array(3);", &[]),
            ("struct P { int x; };\nP *p = (P *)malloc(sizeof(P));", &[]),
            ("auto p = calloc(1, sizeof(int));", &[]),
            ("int calloc(int a, int b) { return a * b; }\nint x = calloc(3, 4);", &[]),
        ],
    );
}

#[test]
fn arrays_of_one_dimension_may_be_allowed() {
    holds(
        &arrays(2),
        &[
            ("char grid[121];", &[]),
            ("char grid[3][3];", &[1]),
            ("typedef char Row[3];\nRow grid[3];\nRow one;", &[2]),
            ("void f(char grid[][11], char flat[]);", &[1]),
            ("auto p = new int[3];\nauto q = new int[3][3];", &[2]),
            ("std::array<char, 9> flat;\nstd::array<std::array<char, 3>, 3> grid;", &[2]),
            ("auto p = malloc(9 * sizeof(int));", &[]),
        ],
    );
}

#[test]
fn vectors_are_found_whatever_hides_them() {
    holds(
        &Rule::NoVectors,
        &[
            ("std::vector<int> v;", &[1]),
            ("using namespace std;\nvector<vector<int>> v;", &[2]),
            ("using std::vector;\nvector<int> v;", &[2]),
            ("namespace s = std;\ns::vector<int> v;", &[2]),
            ("typedef std::vector<int> V;\nV v;\nvoid f(V &w);", &[2, 3]),
            ("using V = std::vector<int>;\nusing W = V;\nW w;", &[3]),
            ("template <class T> using V = std::vector<T>;\nV<int> v;", &[2]),
            ("#define vi std::vector<int>\nvi v;", &[2]),
            ("#define VEC(T) std::vector<T>\nVEC(int) v;", &[2]),
            ("int main() { auto v = std::vector<int>(3); }", &[1]),
            ("int main() { for (int x : std::vector<int>{1, 2}) {} }", &[1]),
            ("std::vector v{1, 2};", &[1]),
            ("std :: vector < int > v;", &[1]),
            ("::std::vector<int> v;", &[1]),
            ("int f(const std::vector<int> &v) { return v[0]; }", &[1]),
            ("auto f = [](std::vector<int> v) { return v.size(); };", &[1]),
            ("struct P { std::vector<int> cells; };", &[1]),
            ("std::map<int, std::vector<int>> m;", &[1]),
        ],
    );
}

#[test]
fn what_is_no_vector_is_left_alone() {
    holds(
        &Rule::NoVectors,
        &[
            ("#include <vector>\nusing std::vector;", &[]),
            ("// std::vector<int> v;\nconst char *s = \"std::vector<int>\";", &[]),
            ("struct vector { int x, y; };\nvector v;", &[]),
            ("using namespace std;\nclass vector {};\nvector v;", &[]),
            ("namespace mine { class vector {}; }\nmine::vector v;", &[]),
            ("int vector = 3;\nint x = vector + 1;", &[]),
            ("int vector(int x) { return x; }\nint y = vector(3);", &[]),
            ("#if 0\nstd::vector<int> v;\n#endif", &[]),
            ("#define V std::vector<int>", &[]),
            ("typedef std::vector<int> V;", &[]),
            ("std::array<int, 3> a;\nstd::string s;", &[]),
        ],
    );
}

#[test]
fn strings_are_found_whatever_hides_them() {
    holds(
        &Rule::NoStrings,
        &[
            ("std::string s;", &[1]),
            ("using namespace std;\nstring s = \"x\";", &[2]),
            ("using namespace std;\nvoid f(const string &s);", &[2]),
            ("int main() { std::cout << std::string(3, 'x'); }", &[1]),
            ("using namespace std;\nint main() { cout << string(\"x\"); }", &[2]),
            ("int main() { auto s = std::to_string(5); }", &[1]),
            ("using namespace std;\nint main() { auto s = to_string(5) + to_string(6); }", &[2]),
            ("using namespace std;\nint main() { auto s = \"x\"s; }", &[2]),
            ("std::basic_string<char> s;", &[1]),
            ("typedef std::string Text;\nText t;", &[2]),
            ("#define STR std::string\nSTR s;", &[2]),
            ("std::vector<std::string> v;", &[1]),
        ],
    );
}

#[test]
fn what_is_no_string_is_left_alone() {
    holds(
        &Rule::NoStrings,
        &[
            ("#include <string>\n#include <cstring>", &[]),
            ("const char *s = \"a string\"; // std::string\nchar t[] = \"string\";", &[]),
            ("using namespace std;\nint main() { int string = 3; cout << string; }", &[]),
            (
                "std::to_string_view(3);\nint to_string(int x) { return x; }\nint y = to_string(3);",
                &[],
            ),
            ("using namespace std;\nint main() { auto t = 5s; }", &[]),
            ("std::string_view v;", &[]),
            ("enum string { a };\nstring s;", &[]),
        ],
    );
}

#[test]
fn other_types_of_the_library_are_found_by_name() {
    holds(
        &Rule::ForbiddenTypes { types: words(&["list", "map"]) },
        &[
            ("std::list<int> l;", &[1]),
            ("using namespace std;\nmap<int, list<int>> m;", &[2, 2]),
            ("std::vector<int> v;\nstd::unordered_map<int, int> m;", &[]),
            ("struct list {};\nlist l;", &[]),
            ("int map(int list) { return list; }", &[]),
        ],
    );
}

#[test]
fn headers_count_by_their_includes_and_not_by_mention() {
    holds(
        &Rule::ForbiddenHeaders { headers: words(&["cmath", "vector"]) },
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
        &Rule::RequiredHeaders { headers: words(&["iostream"]) },
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

fn forbidden_calls() -> Rule {
    Rule::ForbiddenCalls { calls: words(&["system", "abs"]), libraries: vec![Library::Cmath] }
}

#[test]
fn forbidden_functions_are_found_whatever_hides_them() {
    holds(
        &forbidden_calls(),
        &[
            ("int main() { double x = pow(2, 3); }", &[1]),
            ("int main() { double x = std::pow(2, 3) + ::sqrt(4); }", &[1, 1]),
            ("#define P pow\nint main() {\n  P(10, 3);\n}", &[3]),
            ("#define POWER(a, b) std::pow(a, b)\nint main() {\n  POWER(10, 3);\n}", &[3]),
            ("int main() { double (*f)(double) = sqrt; }", &[1]),
            ("int main() { auto f = &std::floor; }", &[1]),
            ("int main() { auto f = [](int n) { return pow(10, n); }; }", &[1]),
            ("long long g = pow(10, 15);", &[1]),
            ("int main() { system(\"pause\"); abs(-3); }", &[1, 1]),
            ("namespace s = std;\nint main() { s::pow(2, 3); }", &[2]),
            ("int f() { int pow = 3; return pow; }\nint g() { return pow(2, 3); }", &[2]),
            ("int main() { long double x = roundl(expl(3 * std::logl(10))); }", &[1, 1, 1]),
            ("int main() { return __builtin_pow(10, 3); }", &[1]),
            ("struct G { int floor; };\nint main() { return floor(2.5); }", &[2]),
            (
                "typedef long long ll;\nll ten(int n) { return (ll)pow(10, n) +\nll(pow(10, n)); }",
                &[2, 3],
            ),
            ("int main() {\n  int b = 10, n = 2;\n  long long x(pow(b, n));\n}", &[3]),
            ("int main() {\n  long long x{(long long)pow(10, 2)};\n}", &[2]),
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
            ("int main() { auto pow = [](int x) { return x; }; pow(3); }", &[]),
            ("int main() { g.floor(3); p->round(); }", &[]),
            ("// pow(2, 3)\nconst char *s = \"sqrt(2)\";", &[]),
            ("#if 0\ndouble x = pow(2, 3);\n#endif", &[]),
            ("#define P pow(2, 3)", &[]),
            ("namespace mine { int pow(int); }\nint main() { mine::pow(3); }", &[]),
            ("#include <cmath>\nusing std::pow;\nint main() {}", &[]),
            ("int floor_of(int x);\nint main() { return floor_of(3); }", &[]),
            ("int main() { int log; std::cout << log; }", &[]),
            ("double pow(double x);\nint main() { ::pow(3); }", &[]),
            ("struct G { int round; int next() { return twice(round); } };", &[]),
            ("struct G { int round(); int next(); };\nint G::next() { return round() + 1; }", &[]),
            ("enum Where { floor, ceil };\nint main() { go(floor); }", &[]),
            ("int pow(int);\nint main() { int b = 1; int x(pow(b)); }", &[]),
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
        &Rule::RequiredCalls { calls: words(&["setw"]) },
        &[
            ("int main() {}", &[0]),
            ("int main() { std::cout << std::setw(3); }", &[]),
            ("void f() { setw(3); }\nint main() { f(); }", &[]),
            ("void f() { setw(3); }\nint main() {}", &[0]),
            ("int main() { /* setw(3); */ const char *s = \"setw(3)\"; }", &[0]),
            ("#define W setw\nint main() { W(3); }", &[]),
            ("void f() { setw(3); }", &[]),
            ("struct G { void f() { setw(3); } };\nint main() { G g; g.f(); }", &[]),
            ("struct G { G() { setw(3); } };\nint main() { G g; }", &[]),
            ("int main() { auto f = [] { setw(3); }; f(); }", &[]),
        ],
    );
}

fn required_functions(called: bool) -> Rule {
    let functions = vec![words(&["int idxToRow(int idx, int dim)", "int idxToRow(int idx)"])];
    Rule::RequiredFunctions { functions, called }
}

#[test]
fn required_functions_have_their_prototypes_and_are_called() {
    holds(
        &required_functions(true),
        &[
            ("int idxToRow(int i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }", &[]),
            ("int idxToRow(int i) { return i / 3; }\nint main() { return idxToRow(1); }", &[]),
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
            ("long idxToRow(int i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }", &[1]),
            ("int idxToRow(long i, int d) { return i / d; }\nint main() { idxToRow(1, 2); }", &[1]),
            ("int idxToRow(int &i, int d) { return i / d; }\nint main() {}", &[1]),
            ("int idxToRow(int i, int d) { return i / d; }\nint main() {}", &[1]),
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
            ("int idxToRow(int i, int d);\nint main() { idxToRow(1, 2); }", &[0]),
            (
                "int idx_to_row(int i, int d) { return i / d; }\nint main() { idx_to_row(1, 2); }",
                &[0],
            ),
            (
                "struct G { int idxToRow(int i, int d) { return i / d; } };\nint main() { G().idxToRow(1, 2); }",
                &[1],
            ),
            ("#if 0\nint idxToRow(int i, int d) { return i / d; }\n#endif\nint main() {}", &[0]),
            ("int idxToRow(int i, int d) { return i / d; }", &[]),
        ],
    );
    holds(
        &required_functions(false),
        &[("int idxToRow(int i, int d) { return i / d; }\nint main() {}", &[])],
    );
}

#[test]
fn a_function_that_the_object_has_is_there() {
    use crate::functions::Defined;
    let function = Defined {
        symbol: "_Z8idxToRowii".to_owned(),
        name: "idxToRow".to_owned(),
        list: Some("int, int".to_owned()),
        is_global: true,
    };
    let symbols = Symbols { functions: vec![function], ..Symbols::default() };
    let program = read(&[("main.cpp", "int main() {}")], Some(symbols));
    assert_eq!(inspect(&[required_functions(false)], &program).findings, []);
}

#[test]
fn what_a_function_returns_is_taken_from_the_text() {
    use crate::functions::Defined;
    let found = |source: &str| {
        let function = Defined {
            symbol: "_Z8idxToRowii".to_owned(),
            name: "idxToRow".to_owned(),
            list: Some("int, int".to_owned()),
            is_global: true,
        };
        let symbols = Symbols { functions: vec![function], ..Symbols::default() };
        let program = read(&[("main.cpp", source)], Some(symbols));
        inspect(&[required_functions(false)], &program).findings.len()
    };
    let table = [
        ("bool idxToRow(int i, int d) { return i / d; }", 1),
        ("long idxToRow(int i, int d) { return i / d; }", 1),
        ("char *idxToRow(int i, int d) { return 0; }", 1),
        ("double idxToRow(int32_t i, int d) { return i / d; }", 1),
        ("int idxToRow(int i, int d) { return i / d; }", 0),
        ("int32_t idxToRow(int32_t i, int d) { return i / d; }", 0),
        ("auto idxToRow(int i, int d) { return i / d; }", 0),
        ("typedef int number;\nnumber idxToRow(int i, int d) { return i / d; }", 0),
        (
            "bool idxToRow(char c) { return c; }\nint32_t idxToRow(int32_t i, int d) { return i; }",
            0,
        ),
    ];
    for (source, expected) in table {
        assert_eq!(found(source), expected, "{source}");
    }
}

#[test]
fn all_files_together_make_the_program() {
    let files = [
        ("main.cpp", "#include \"rows.h\"\nint main() { return idxToRow(1, 2); }"),
        ("rows.cpp", "#include \"rows.h\"\nint idxToRow(int i, int d) { return i / d; }\nint x;"),
        ("rows.h", "int idxToRow(int i, int d);\n#define ARR int a[3]\nstatic int count;"),
    ];
    let found = |rule: Rule| {
        let findings = inspect(&[rule], &read(&files, None)).findings;
        findings.iter().map(|it| (it.file.clone(), it.line)).collect::<Vec<_>>()
    };
    assert_eq!(found(required_functions(true)), []);
    assert_eq!(
        found(global_variables(false, false, &[])),
        [("rows.cpp".to_owned(), Some(3)), ("rows.h".to_owned(), Some(3))]
    );
}

#[test]
fn file_names_are_the_ones_that_were_asked_for() {
    let rule = Rule::FileName { names: words(&["domineering.cpp"]) };
    let found = |name: &str| {
        inspect(std::slice::from_ref(&rule), &read(&[(name, "")], None)).findings.len()
    };
    assert_eq!(found("domineering.cpp"), 0);
    assert_eq!(found("src/domineering.cpp"), 0);
    assert_eq!(found("Domineering.cpp"), 1);
    assert_eq!(found("main.cpp"), 1);
}

fn header_comment() -> Rule {
    let section = HeaderField::Pattern {
        title: "the section".to_owned(),
        pattern: "section: [A-Z]".to_owned(),
    };
    Rule::HeaderComment {
        says: vec![HeaderField::Name, HeaderField::StudentId, HeaderField::Email, section],
    }
}

#[test]
fn the_header_comment_says_who_wrote_it() {
    let says = |missing: &[&str], source: &str| {
        let findings = inspect(&[header_comment()], &read(&[("main.cpp", source)], None)).findings;
        let text = findings.first().map_or("", |it| it.message.as_str());
        let expected = if missing.is_empty() {
            String::new()
        } else {
            format!("The comment at the beginning does not say: {}.", missing.join(", "))
        };
        assert_eq!(text, expected, "{source}");
    };
    says(&[], "// Name: ada\n// Student ID: 1155000000\n// E-mail: ada@example.org\n// Section: B");
    says(
        &[],
        "/*\n * Ada Lovelace\n * 1155000000\n * 1155000000@link.example.org\n * section: b\n */\nint x;",
    );
    says(
        &[],
        "#include <iostream>\nusing namespace std;\n// Author: A. Lovelace, s12345, a.l@x.hk, section: C\nint x;",
    );
    says(&[], "// 陳大文\n// 1155000000, ada[at]example[dot]org Section: A");
    says(&[], "// CHAN Tai Man, 1155000000\n// x@y.edu\n// section: A");
    for name in [
        "Chan Tai-man",
        "Wong, Siu-ming",
        "Ludwig van der Berg",
        "Name：Kim",
        "姓名：陳大文",
        "Name:\n// Kim",
        "Student name\t: kim",
    ] {
        let rest = "1155000000, ada@example.org, section: A";
        says(&[], &format!("// {name}\n// {rest}"));
    }
    for date in ["2021-10-23", "CSCI1120 2021/22", "Date: 23 10 2021", "23/10/2021", "CS 1120"] {
        let rest = "Name: Ada, ada@example.org, section: A";
        says(&["your student id"], &format!("// {date}\n// {rest}"));
        says(&[], &format!("// {date}\n// {rest}, s1155000000"));
    }
    for id in ["20211023", "SID: 2021-10-23", "1155-000-000", "20 1234 5678", "ID no. 12-34567"] {
        says(&[], &format!("// Name: Ada, ada@example.org, section: A\n// {id}"));
    }
    says(&["your name"], "// Player One And Two\n// Name:\n// 1155000000, a@b.org, section: A");
    says(&["your student id"], "// Name: Ada, ada123456@example.org, section: A");
    says(
        &["your name"],
        "// Assignment 3: Domineering\n// Student ID: 1155000000\n// Email: a@b.org, section: A",
    );
    says(&["your e-mail"], "// Name: Ada\n// 1155000000, section: A");
    let all = ["your name", "your student id", "your e-mail", "the section"];
    says(&all, "int main() {}\n// Name: Ada, 1155000000, a@b.org, section: A");
    says(&all, "const char *s = \"// Name: Ada, 1155000000, a@b.org, section: A\";");
    says(&all, "");
}

#[test]
fn names_in_another_encoding_are_names() {
    let rest = b"\n// 1155000000, a@b.org\n// section: A\nint main() {}";
    for name in
        [b"// J\xf6rg M\xfcller".as_slice(), b"// Name: J\xf6rg", b"// Name: \xb3\xc2\xb4\xf3"]
    {
        let files = [("main.cpp".to_owned(), [name, rest].concat())];
        let program = Program::read(&files, None);
        assert_eq!(inspect(&[header_comment()], &program).findings, [], "{name:?}");
    }
}

#[test]
fn comments_that_say_something_are_counted() {
    holds(
        &Rule::CommentShare { least: 25 },
        &[
            ("// Asks the players\nint a;\nint b;\nint c;", &[]),
            ("// Asks the players\nint a;\nint b;\nint c;\nint d;", &[0]),
            ("int a; // the first\nint b;\nint c;\nint d;\n\n\n\n", &[]),
            ("//\n//------\n/* */\nint a;\nint b;", &[0]),
            ("/* Two\n   lines */\nint a;\nint b;\nint c;\nint d;\nint e;\nint f;", &[]),
            ("const char *s = \"// no comment\";\nint b;", &[0]),
            ("// 問\nint a;", &[]),
            ("", &[]),
        ],
    );
}

#[test]
fn long_lines_are_found_with_their_width() {
    holds(
        &Rule::LineLength { most: 10, tab: 4 },
        &[
            ("0123456789\n01234567890\n// 45678901", &[2, 3]),
            ("\t\t89", &[]),
            ("\t\t890", &[1]),
            ("0123456789      \r\n", &[]),
            ("äöüäöüäöüä", &[]),
        ],
    );
}

#[test]
fn functions_are_measured_without_comments_and_blank_lines() {
    holds(
        &Rule::FunctionLength { most: 4 },
        &[
            ("int f() {\n  int a;\n  int b;\n}", &[]),
            ("int f() {\n  int a;\n  int b;\n  int c;\n}", &[1]),
            ("int f() {\n  // one\n\n  int a;\n  /* two\n  */\n  int b;\n}", &[]),
            ("\nint f()\n{\n  int a;\n  int b;\n}\nint g() { return 1; }", &[2]),
            ("int f() {\n#if 0\n  int a;\n#endif\n  int b;\n}", &[1]),
        ],
    );
}

#[test]
fn every_consistent_style_of_indentation_passes() {
    let styles = [
        // Braces at the ends of lines, two blanks.
        "int main() {\n  if (x) {\n    f();\n  } else if (y) {\n    g();\n  } else {\n    h();\n  }\n  for (;;) {\n    i();\n  }\n}\n",
        // Braces on lines of their own, four blanks.
        "int main()\n{\n    if (x)\n    {\n        f();\n    }\n    else if (y)\n    {\n        g();\n    }\n    else\n        h();\n}\n",
        // Tabs.
        "int main() {\n\tif (x)\n\t\tf();\n\telse\n\t\tg();\n\twhile (y) {\n\t\th();\n\t}\n}\n",
        // Braces indented half-way, and all the way.
        "int main()\n{\n  if (x)\n    {\n      f();\n    }\n}\n",
        "int main()\n  {\n  if (x)\n    {\n    f();\n    }\n  }\n",
        // Three blanks, a switch with its cases inside.
        "int main() {\n   switch (x) {\n      case 1:\n         f();\n         break;\n      default:\n         g();\n   }\n}\n",
        // A switch with its cases under it, and a body in braces.
        "int main() {\n  switch (x) {\n  case 1: {\n    f();\n    break;\n  }\n  case 2: g(); break;\n  default:\n    h();\n  }\n}\n",
        // Tabs and blanks that look alike where a tab is four wide.
        "int main() {\n\tf();\n    g();\n\tif (x) {\n        h();\n\t\ti();\n    }\n}\n",
        // Statements over several lines, comments and switched-off code anywhere.
        "int main() {\n  cout << a\n << b\n              << c;\n// here\n        // there\n  f(1,\n2);\n#if 0\nx();\n#endif\n  int x = y\n    ? 1 : 2;\n}\n",
        // Classes, lambdas, namespaces, else-if on two lines.
        "namespace n {\nclass C {\npublic:\n  int x;\n  void f() {\n    g([&] {\n      h();\n    });\n  }\n};\n}\n",
        "int main() {\n  if (x)\n    f();\n  else\n  if (y)\n    g();\n}\n",
        "template <class T>\nT f(T a,\n    T b)\n{\n  return a; }\n",
        "int main() { int x; return x; }\nint f() { if (x) return 1; return 2; }\n",
        "int main() {\n  do {\n    f();\n  } while (x);\n  do\n    f();\n  while (x);\n  try {\n    f();\n  } catch (...) {\n    g();\n  }\n}\n",
    ];
    let table: Vec<(&str, &[usize])> = styles.iter().map(|it| (*it, [].as_slice())).collect();
    holds(&Rule::Indentation { tolerance: 0 }, &table);
}

#[test]
fn real_inconsistencies_are_found_and_a_few_are_forgiven() {
    holds(
        &Rule::Indentation { tolerance: 0 },
        &[
            ("int main() {\n  f();\n    g();\n  h();\n}", &[3]),
            ("int main() {\nf();\ng();\n}", &[2]),
            ("int main() {\n  if (x)\n  f();\n  g();\n}", &[3]),
            ("int main() {\n  for (;;) {\n  f();\n  }\n}", &[3]),
            ("int main() {\n  f();\n   }", &[3]),
            ("int main() {\n  f();\n\n  // c\n  }\n  int g() {\n  }\n", &[6]),
            ("int main() {\n  while (x)\n{\n    f();\n      }\n}", &[5]),
        ],
    );
    holds(
        &Rule::Indentation { tolerance: 1 },
        &[
            ("int main() {\n  f();\n    g();\n  h();\n}", &[]),
            ("int main() {\n  f();\n    g();\n  h();\n     i();\n}", &[3, 5]),
        ],
    );
}

#[test]
fn what_cannot_be_read_is_a_doubt_and_no_finding() {
    let source = "int x @@ ;;; [[[\n}}}\nint a[3";
    let program = read(&[("main.cpp", source)], None);
    for rule in [global_variables(false, false, &[]), arrays(1), Rule::NoVectors] {
        let inspection = inspect(&[rule], &program);
        assert_eq!(inspection.findings, []);
        assert!(!inspection.doubts.is_empty());
    }
    let undecided = read(&[("main.cpp", "#if RAND_MAX > 9\nint a[3];\n#endif\nint x;")], None);
    let doubts = inspect(&[arrays(1)], &undecided).doubts;
    assert_eq!(doubts.first().map(|it| it.line), Some(1));
    let lines = inspect(&[Rule::LineLength { most: 80, tab: 4 }], &program);
    assert_eq!(lines, Inspection::default(), "lines are lines");
}

#[test]
fn findings_quote_the_line_as_it_was_typed() {
    let program = read(&[("main.cpp", "\u{feff}#define ARR int a[9]\r\n\tARR; // <b>\r\n")], None);
    let findings = inspect(&[arrays(1)], &program).findings;
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    assert_eq!((finding.file.as_str(), finding.line), ("main.cpp", Some(2)));
    assert_eq!((finding.text.as_str(), finding.rule), ("\tARR; // <b>", "no-arrays"));
    assert_eq!(finding.message, "`a` is an array.");
}
