//! Sources that a prefix could do harm to: each begins with `<iostream>`, or seems to, and then does something odd.

/// What all of them can use.
const MAIN: &str = "int main() { std::cout << 1; }\n";

/// A name, what stands in the place of `MAIN`'s headers, and whether `MAIN` follows.
const SOURCES: &[(&str, &[u8], bool)] = &[
    ("plain", b"#include <iostream>\n", true),
    ("crlf", b"#include <iostream>\r\n#include <vector>\r\nstd::vector<int> all;\r\n", true),
    ("bom", b"\xEF\xBB\xBF#include <iostream>\n", true),
    ("bom-crlf", b"\xEF\xBB\xBF// \xC3\xA9\r\n#include <iostream>\r\n", true),
    ("tight", b"# include<iostream>\n#\tinclude\t<map>\t\nstd::map<int, int> all;\n", true),
    ("comments", b"// a\n/* b\n#include <list>\n*/ // c\n#include <iostream> // d\n/* e */\n#include <vector> /* f */\nstd::vector<int> all;\n", true),
    ("twice", b"#include <iostream>\n#include <iostream>\n#include <cassert>\n#include <iostream>\n", true),
    ("everything", b"#include <iostream>\n#include <bits/stdc++.h>\nusing namespace std;\nmap<string, vector<int>> all;\n", true),
    ("no-new-line", b"#include <iostream>\nint main() { std::cout << 1; }", false),
    ("macro-before", b"#define _GLIBCXX_DEBUG\n#include <iostream>\n#include <vector>\nint f() { std::vector<int> v{1}; return v[0]; }\n", true),
    ("macro-between", b"#include <iostream>\n#define NDEBUG\n#include <cassert>\nint f(int n) { assert(n); return n; }\n", true),
    ("macro-that-hides", b"#include <iostream>\n#define vector list\n#include <vector>\n#include <list>\nstd::list<int> all;\n", true),
    ("macro-of-a-header", b"#define HEADER <iostream>\n#include HEADER\n", true),
    ("keyword-macro", b"#include <iostream>\n#define private public\n#include <sstream>\n", true),
    ("using-between", b"#include <iostream>\nusing namespace std;\n#include <string>\n#include <algorithm>\nstring all;\n", true),
    ("declared-between", b"#include <iostream>\nint vector = 1;\n#include <vector>\n", true),
    ("conditional", b"#include <iostream>\n#ifdef __GNUC__\n#include <vector>\n#endif\n#if __has_include(<optional>)\n#include <optional>\n#endif\nstd::vector<std::optional<int>> all;\n", true),
    ("optimised", b"#include <iostream>\n#pragma GCC optimize(\"O3\")\n#include <vector>\nint f(int* a) { int s = 0; for (int i = 0; i < 9; ++i) s += a[i]; return s; }\n", true),
    ("optimised-before", b"#pragma GCC optimize(\"O2\")\n#include <iostream>\nint f(int* a) { int s = 0; for (int i = 0; i < 9; ++i) s += a[i]; return s; }\n", true),
    ("for-a-target", b"#include <iostream>\n#pragma GCC target(\"sse4.2\")\nint f(int a) { return __builtin_popcount(a); }\n", true),
    ("packed", b"#include <iostream>\n#pragma pack(push, 1)\nstruct S { char c; int i; };\n#pragma pack(pop)\nint size = sizeof(S);\n", true),
    ("silenced", b"#include <iostream>\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\nstatic void f() { int idle; }\n", true),
    ("once", b"#pragma once\n#include <iostream>\n", true),
    ("once-after", b"#include <iostream>\n#pragma once\n", true),
    ("system-header", b"#include <iostream>\n#pragma GCC system_header\nstatic int idle;\n", true),
    ("poisoned", b"#include <iostream>\n#pragma GCC poison printf\n", true),
    ("message", b"#include <iostream>\n#pragma message(\"here\")\n#warning there\n", true),
    ("next", b"#include <iostream>\n#include_next <vector>\nstd::vector<int> all;\n", true),
    ("where-it-is", b"#include <iostream>\nconst char* file = __FILE__;\nint line = __LINE__, counter = __COUNTER__, more = __COUNTER__, level = __INCLUDE_LEVEL__;\nconst char* base = __BASE_FILE__;\n", true),
    ("counted-before", b"int counter = __COUNTER__;\n#include <iostream>\nint more = __COUNTER__;\n", true),
    ("another-line", b"#include <iostream>\n#line 700 \"elsewhere.cpp\"\nstatic int idle;\nint line = __LINE__;\n", true),
    ("asserted", b"#include <iostream>\n#include <type_traits>\nstatic_assert(std::is_same_v<int, int>);\nstatic_assert(__cplusplus >= 201703L);\n", true),
    ("unused", b"#include <iostream>\nstatic int idle() { int x; return 1 < 2u - 3; }\n", true),
    ("warned-in-a-header", b"#include <iostream>\n#include <algorithm>\n#include <vector>\nstruct S { int a; S(const S&) {} S() {} };\nint f() { S s, t; t = s; return t.a; }\n", true),
    ("deprecated", b"#include <iostream>\n#include <strstream>\n#include <functional>\nstd::unary_function<int, int> f;\n", true),
    ("raw-string", b"#include <iostream>\nconst char* text = R\"(\n#include <vector>\n)\";\n", true),
    ("goes-on", b"#include \\\n<iostream>\n// a comment that goes on \\\n#include <nothing>\n", true),
    ("digraph", b"%:include <iostream>\n%: include <vector>\nstd::vector<int> all;\n", true),
    ("trigraph", b"??=include <iostream>\n", true),
    ("quoted", b"#include \"iostream\"\n#include <vector>\n", true),
    ("statics", b"#include <iostream>\n#include <string>\nstatic std::string s = \"x\";\nthread_local int t = 1;\ninline int g = [] { return 3; }();\nint f() { static std::string u = s; return u.size() + t + g; }\n", true),
    ("thrown", b"#include <iostream>\n#include <stdexcept>\nint f() { try { throw std::runtime_error(\"x\"); } catch (const std::exception& e) { return 1; } }\n", true),
    ("templates", b"#include <iostream>\n#include <algorithm>\n#include <vector>\ntemplate <class T> T f(std::vector<T> v) { std::sort(v.begin(), v.end()); return v[0]; }\nint x = f<int>({3, 1}); double y = f<double>({3, 1});\n", true),
    ("assembly", b"#include <iostream>\nasm(\".ident \\\"x\\\"\");\n", true),
    ("dated", b"#include <iostream>\nint length = sizeof __DATE__;\n", true),
    ("no-include", b"namespace std { struct { template <class T> int operator<<(T) { return 1; } } cout; }\n", true),
    // What does not compile.
    ("missing-header", b"#include <iostream>\n#include <conio.h>\n", true),
    ("missing-semicolon", b"#include <iostream>\nint x = 1\n", true),
    ("undeclared", b"#include <iostream>\nint f() { return INT_MAX + strlen(\"x\") + idle; }\n", true),
    ("did-you-mean", b"#include <iostream>\nint f() { std::vectr<int> v; std::sting s; return cout; }\n", true),
    ("forgotten-header", b"#include <iostream>\nint f() { std::vector<int> v; std::map<int, int> m; return sqrt(2) + memset(0, 0, 0); }\n", true),
    ("deep-in-a-header", b"#include <iostream>\n#include <algorithm>\n#include <vector>\nstruct S {};\nvoid f() { std::vector<S> v; std::sort(v.begin(), v.end()); std::cout << S(); }\n", true),
    ("asserts-wrong", b"#include <iostream>\nstatic_assert(sizeof(int) == 3, \"three\");\n", true),
    ("says-so-itself", b"#include <iostream>\n#error prefix.hpp\n", true),
    ("poisoned-use", b"#include <iostream>\n#pragma GCC poison cout\n", true),
    ("broken-before", b"int f( {\n#include <iostream>\n", true),
    ("unclosed", b"#include <iostream>\n#include <vector>\n/* to the end\n", true),
    ("utf-16", b"\xff\xfe#\0i\0n\0c\0l\0u\0d\0e\0", true),
    ("itself", b"#include <iostream>\n#include __FILE__\n", true),
    ("unlinked", b"#include <iostream>\nint f();\nint g() { return f(); }\nint main() { return g(); }\n", false),
];

/// Each name with its source.
pub(crate) fn sources() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let whole = |body: &[u8], main: bool| [body, if main { MAIN.as_bytes() } else { b"" }].concat();
    SOURCES
        .iter()
        .map(move |(name, body, main)| (*name, whole(body, *main)))
}
