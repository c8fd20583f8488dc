//! Programs that use much of the libraries.

use super::Linked::{Imports, Plain};
use super::Program;

/// Programs that use much of the libraries.
pub(in crate::import_libraries) const USING_LIBRARIES: [Program; 26] = [
    (
        "adds",
        Imports,
        r#"#include <iostream>
using namespace std;
int main() { int a, b; cin >> a >> b; cout << "Sum: " << a + b << endl; }
"#,
    ),
    (
        "prints with printf only",
        Plain,
        r#"#include <cstdio>
int main() { int a, b; if (scanf("%d%d", &a, &b) != 2) return 1; printf("%d\n", a + b); }
"#,
    ),
    (
        "prints both ways",
        Imports,
        r#"#include <cstdio>
#include <iostream>
using namespace std;
int main() { cout << 1; printf("%d", 2); fprintf(stderr, "3"); cerr << 4; clog << 5; }
"#,
    ),
    (
        "calls mathematics",
        Imports,
        r#"#include <cmath>
#include <iostream>
using namespace std;
int main() { double x = 2; cin >> x; cout << sqrt(x) << pow(x, 3) << sin(x) << fmod(x, 1.5) << hypot(x, 3) << frexp(x, new int) << ldexp(x, 3); }
"#,
    ),
    (
        "uses long double",
        Imports,
        r#"#include <cmath>
#include <iostream>
using namespace std;
int main() { long double x; cin >> x; cout << sqrtl(x) << powl(x, 2.5L) << x / 3 << llroundl(x); }
"#,
    ),
    (
        "uses complex numbers",
        Imports,
        r#"#include <complex>
#include <iostream>
using namespace std;
int main() { complex<double> z(1, 2); complex<float> f(2, 1); cin >> z; cout << z * z / sqrt(z) << abs(z) << f * f; }
"#,
    ),
    (
        "divides 128 bits",
        Imports,
        r#"#include <iostream>
using namespace std;
int main() { unsigned long long a; cin >> a; unsigned __int128 b = a; b = b * b * 77; cout << (unsigned long long)(b / (a + 3)) << (unsigned long long)(b % 1001); }
"#,
    ),
    (
        "sorts",
        Imports,
        r#"#include <algorithm>
#include <vector>
#include <random>
#include <iostream>
using namespace std;
int main() { vector<int> v{3, 1, 2}; int a; while (cin >> a) v.push_back(a); sort(v.begin(), v.end(), greater<int>()); stable_sort(v.begin(), v.end()); mt19937 r(1); shuffle(v.begin(), v.end(), r); for (int x : v) cout << x << ' '; }
"#,
    ),
    (
        "uses all containers",
        Imports,
        r#"#include <map>
#include <set>
#include <deque>
#include <list>
#include <unordered_map>
#include <queue>
#include <string>
#include <iostream>
using namespace std;
int main() { map<string, int> m; set<int> s{3, 4}; deque<int> d{1}; list<int> l{1, 2}; unordered_map<string, int> u; priority_queue<int> q; string w; while (cin >> w) { m[w]++; u[w]++; q.push(m[w]); d.push_front(1); } l.sort(); cout << m.size() << s.count(3) << d.size() << l.front() << u.size() << q.size(); }
"#,
    ),
    (
        "matches patterns",
        Plain,
        r#"#include <regex>
#include <iostream>
using namespace std;
int main() { string s; cin >> s; smatch m; cout << regex_match(s, m, regex("([0-9]+)(a|b)*")) << regex_replace(s, regex("[0-9]"), "x"); }
"#,
    ),
    (
        "throws",
        Imports,
        r#"#include <stdexcept>
#include <iostream>
using namespace std;
struct E : runtime_error { using runtime_error::runtime_error; };
int main() { try { int a; cin >> a; if (a) throw E("a"); throw 1; } catch (const logic_error& e) { cout << 0; } catch (const exception& e) { cout << e.what(); } catch (...) { cout << 3; } try { string().at(7); } catch (const out_of_range& e) { cout << e.what(); } throw 42; }
"#,
    ),
    (
        "throws what it derives virtually",
        Imports,
        r#"#include <typeinfo>
#include <iostream>
using namespace std;
struct A { virtual ~A() {} };
struct B : virtual A {};
struct C : virtual A {};
struct D : B, C {};
int main() { A* a = new D; cout << (dynamic_cast<C*>(a) != nullptr) << typeid(*a).name() << typeid(int).name(); delete a; try { throw D(); } catch (A&) { cout << 1; } try { throw (char*)0; } catch (void*) { cout << 2; } }
"#,
    ),
    (
        "derives from a library's class",
        Imports,
        r#"#include <streambuf>
#include <sstream>
#include <iostream>
using namespace std;
struct Upper : streambuf { int overflow(int c) override { return putchar(toupper(c)); } };
struct Own : exception { const char* what() const noexcept override { return "own"; } };
int main() { Upper u; ostream o(&u); string s; cin >> s; o << s << endl; cout << Own().what(); ostringstream os; os << 1; istringstream is(os.str()); int x; is >> x; cout << x; }
"#,
    ),
    (
        "reads and writes files",
        Imports,
        r#"#include <fstream>
#include <iomanip>
#include <iostream>
using namespace std;
int main() { ifstream in("no-such-file"); ofstream out("/no/such"); cout << in.is_open() << out.good() << setw(5) << setfill('x') << left << 3 << fixed << setprecision(2) << 2.5 << hex << 255 << boolalpha << true; }
"#,
    ),
    (
        "reads lines",
        Imports,
        r#"#include <string>
#include <iostream>
using namespace std;
int main() { string s; while (getline(cin, s)) cout << stoi("7") + s.size() << to_string(3.5) << s.substr(0, 1).find("2") << '\n'; }
"#,
    ),
    (
        "starts threads",
        Imports,
        r#"#include <thread>
#include <mutex>
#include <atomic>
#include <condition_variable>
#include <iostream>
using namespace std;
mutex m; condition_variable c; atomic<int> n;
int main() { thread a([] { lock_guard<mutex> g(m); n++; c.notify_all(); }), b([] { n += 2; }); a.join(); b.join(); cout << n; }
"#,
    ),
    (
        "waits for a future",
        Imports,
        r#"#include <future>
#include <iostream>
using namespace std;
int main() { auto f = async(launch::async, [] { return 7; }); promise<int> p; auto g = p.get_future(); p.set_value(3); cout << f.get() + g.get(); }
"#,
    ),
    (
        "calls once",
        Imports,
        r#"#include <mutex>
#include <iostream>
using namespace std;
once_flag f;
int main() { call_once(f, [] { cout << 1; }); call_once(f, [] { cout << 2; }); }
"#,
    ),
    (
        "has a facet of its own",
        Imports,
        r#"#include <locale>
#include <iostream>
using namespace std;
struct Comma : numpunct<char> { char do_decimal_point() const override { return ','; } };
int main() { cout.imbue(locale(cout.getloc(), new Comma)); double d; cin >> d; cout << d + 0.5 << use_facet<ctype<char>>(locale()).toupper('a'); }
"#,
    ),
    (
        "jumps",
        Imports,
        r#"#include <csetjmp>
#include <csignal>
#include <iostream>
using namespace std;
jmp_buf b;
int main() { signal(SIGFPE, SIG_DFL); if (setjmp(b) == 0) longjmp(b, 1); cout << 1; raise(SIGABRT); }
"#,
    ),
    (
        "tells the time",
        Imports,
        r#"#include <chrono>
#include <ctime>
#include <iostream>
using namespace std;
int main() { auto t = chrono::steady_clock::now(); time_t n = time(nullptr); srand(1); cout << rand() << (chrono::steady_clock::now() >= t) << (localtime(&n) != nullptr) << (clock() >= 0); }
"#,
    ),
    (
        "uses the filesystem",
        Imports,
        r#"#include <filesystem>
#include <iostream>
using namespace std;
int main() { cout << filesystem::path("a/b").filename() << filesystem::exists("/no-such"); }
"#,
    ),
    (
        "has functions of many kinds",
        Imports,
        r#"#include <functional>
#include <memory>
#include <variant>
#include <optional>
#include <iostream>
using namespace std;
int main() { function<int(int)> f = [](int x) { return x + 1; }; auto p = make_shared<int>(3); weak_ptr<int> w = p; unique_ptr<string> u(new string("u")); variant<int, string> v = "s"; optional<int> o; cout << f(1) << *p << w.use_count() << *u << get<1>(v) << o.has_value(); function<void()> g; g(); }
"#,
    ),
    (
        "prints wide characters",
        Imports,
        r#"#include <iostream>
using namespace std;
int main() { wstring s = L"wide"; wcout << s << s.size() << L'\n'; }
"#,
    ),
    (
        "allocates without end",
        Imports,
        r#"#include <vector>
#include <iostream>
using namespace std;
int main() { try { vector<long> v(1ull << 60); } catch (const bad_alloc& e) { cout << e.what(); } catch (const length_error& e) { cout << e.what(); } int* p = new (nothrow) int[1ull << 40]; cout << (p == nullptr); }
"#,
    ),
    (
        "is in C's style",
        Imports,
        r#"#include <cstdlib>
#include <cstring>
#include <cctype>
#include <iostream>
using namespace std;
int cmp(const void* a, const void* b) { return *(int*)a - *(int*)b; }
int main() { int v[3] = {3, 1, 2}; qsort(v, 3, sizeof v[0], cmp); char* s = strdup("a,b"); cout << v[0] << strtok(s, ",") << toupper('x') << atoi("12") << strtod("1.5", nullptr); free(s); exit(3); }
"#,
    ),
];
