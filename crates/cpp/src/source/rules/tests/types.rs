//! Arrays and types of the library.

use super::*;

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
            (
                "typedef int Row[4];\nint main() {\n  Row r;\n  Row other = {0};\n}",
                &[3, 4],
            ),
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
            (
                "int main() { auto f = [] { int a[2] = {1, 2}; return a[0]; }; }",
                &[1],
            ),
            (
                "int main() { for (int a[2] = {0, 0}; a[0] < 1; ++a[0]) {} }",
                &[1],
            ),
            ("int main() { { { static int a[2]; } } }", &[1]),
            ("int a<:9:>;", &[1]),
            ("int x, a[3], y;", &[1]),
            ("int *a[3];", &[1]),
            ("template <int N> void f() { int a[N]; }", &[1]),
            ("int main() {\n  if (1)\n    { char buffer[80]; }\n}", &[3]),
            ("int main() {\n  for (int x : (int[]){1, 2}) {}\n}", &[2]),
            ("int *p = (int *)malloc(9 * sizeof(int));", &[1]),
            (
                "auto p = static_cast<int *>(std::calloc(9, sizeof *p));",
                &[1],
            ),
            (
                "using namespace std;\nint main() { auto a = array<int, 2>{1, 2}; }",
                &[2],
            ),
        ],
    );
}

#[test]
fn what_is_no_array_is_left_alone() {
    holds(
        &arrays(1),
        &[
            ("int main(int argc, char *argv[]) {}", &[]),
            (
                "int main(int argc, char **argv) { return argv[0][0]; }",
                &[],
            ),
            (
                "// int a[9];\n/* char b[3]; */\nconst char *s = \"int c[9];\";",
                &[],
            ),
            ("#if 0\nint a[9];\n#endif", &[]),
            ("#ifdef _WIN32\nint a[9];\n#endif", &[]),
            ("#define ARR int a[9]", &[]),
            ("typedef int Row[4];", &[]),
            (
                "int main() { int x = p[3]; p[3] = 4; f(p)[2]; (p)[1]; }",
                &[],
            ),
            (
                "int main() { auto f = [](int x) { return x; }; [&]{}(); }",
                &[],
            ),
            ("struct V { int operator[](int i) { return i; } };", &[]),
            ("[[nodiscard]] int f();", &[]),
            ("auto [a, b] = f();", &[]),
            ("int main() { delete[] p; int *q = new int(3); }", &[]),
            ("char tttdata[121];", &[]),
            (
                "struct array { int x; };\nusing namespace std;\narray a;",
                &[],
            ),
            ("namespace mine { struct array {}; }\nmine::array a;", &[]),
            (
                "int main() { long long grid = 0; int array = 3; array++; }",
                &[],
            ),
            ("typedef int Row[4];\nvoid f(Row *r);", &[]),
            ("#include <array>\n#include <vector>", &[]),
            (
                "using namespace std;\nint main() { int array = 3; array++; f(array < 4); }",
                &[],
            ),
            (
                "using namespace std;\nint add(int array, int b) { return array + b; }",
                &[],
            ),
            (
                "using namespace std;\nint array(int x) { return x; }\nint y = array(3);",
                &[],
            ),
            ("struct P { int x; };\nP *p = (P *)malloc(sizeof(P));", &[]),
            ("auto p = calloc(1, sizeof(int));", &[]),
            (
                "int calloc(int a, int b) { return a * b; }\nint x = calloc(3, 4);",
                &[],
            ),
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
            (
                "std::array<char, 9> flat;\nstd::array<std::array<char, 3>, 3> grid;",
                &[2],
            ),
            ("auto p = malloc(9 * sizeof(int));", &[]),
        ],
    );
}

#[test]
fn vectors_are_found_whatever_hides_them() {
    holds(
        &RubricRule::NoVectors,
        &[
            ("std::vector<int> v;", &[1]),
            ("using namespace std;\nvector<vector<int>> v;", &[2]),
            ("using std::vector;\nvector<int> v;", &[2]),
            ("namespace s = std;\ns::vector<int> v;", &[2]),
            ("typedef std::vector<int> V;\nV v;\nvoid f(V &w);", &[2, 3]),
            ("using V = std::vector<int>;\nusing W = V;\nW w;", &[3]),
            (
                "template <class T> using V = std::vector<T>;\nV<int> v;",
                &[2],
            ),
            ("#define vi std::vector<int>\nvi v;", &[2]),
            ("#define VEC(T) std::vector<T>\nVEC(int) v;", &[2]),
            ("int main() { auto v = std::vector<int>(3); }", &[1]),
            (
                "int main() { for (int x : std::vector<int>{1, 2}) {} }",
                &[1],
            ),
            ("std::vector v{1, 2};", &[1]),
            ("std :: vector < int > v;", &[1]),
            ("::std::vector<int> v;", &[1]),
            ("int f(const std::vector<int> &v) { return v[0]; }", &[1]),
            (
                "auto f = [](std::vector<int> v) { return v.size(); };",
                &[1],
            ),
            ("struct P { std::vector<int> cells; };", &[1]),
            ("std::map<int, std::vector<int>> m;", &[1]),
        ],
    );
}

#[test]
fn what_is_no_vector_is_left_alone() {
    holds(
        &RubricRule::NoVectors,
        &[
            ("#include <vector>\nusing std::vector;", &[]),
            (
                "// std::vector<int> v;\nconst char *s = \"std::vector<int>\";",
                &[],
            ),
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
        &RubricRule::NoStrings,
        &[
            ("std::string s;", &[1]),
            ("using namespace std;\nstring s = \"x\";", &[2]),
            ("using namespace std;\nvoid f(const string &s);", &[2]),
            ("int main() { std::cout << std::string(3, 'x'); }", &[1]),
            (
                "using namespace std;\nint main() { cout << string(\"x\"); }",
                &[2],
            ),
            ("int main() { auto s = std::to_string(5); }", &[1]),
            (
                "using namespace std;\nint main() { auto s = to_string(5) + to_string(6); }",
                &[2],
            ),
            (
                "using namespace std;\nint main() { auto s = \"x\"s; }",
                &[2],
            ),
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
        &RubricRule::NoStrings,
        &[
            ("#include <string>\n#include <cstring>", &[]),
            (
                "const char *s = \"a string\"; // std::string\nchar t[] = \"string\";",
                &[],
            ),
            (
                "using namespace std;\nint main() { int string = 3; cout << string; }",
                &[],
            ),
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
        &RubricRule::ForbiddenTypes {
            types: words(&["list", "map"]),
        },
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
fn words_of_the_language_can_be_forbidden_too() {
    holds(
        &RubricRule::ForbiddenTypes {
            types: words(&["auto", "float", "long long"]),
        },
        &[
            ("int main() {\n  auto x = 1;\n  return x;\n}", &[2]),
            (
                "#include <vector>\nint f(std::vector<int>& v) {\n  for (auto& one : v) one = 1;\n  return 0;\n}",
                &[3],
            ),
            ("int main() {\n  const auto *p = \"x\";\n}", &[2]),
            ("auto twice(int x) {\n  return 2 * x;\n}", &[1]),
            (
                "int main() {\n  auto f = [](auto x) { return x; };\n}",
                &[2],
            ),
            ("#define VAR auto\nint main() {\n  VAR x = 1;\n}", &[3]),
            ("auto twice(int x) -> int { return 2 * x; }", &[]),
            (
                "auto twice(int x) -> int;\nstruct S { auto get() const -> int { return 1; } };",
                &[],
            ),
            (
                "// auto x\nint automatic = 1; const char* s = \"auto\";",
                &[],
            ),
            ("float f;\nlong long n;\nlong m;\ndouble d;", &[1, 2]),
            ("typedef float real;", &[]),
        ],
    );
}
