//! Programs of which a linker must know more than which functions they call.

use super::Linked::{Imports, Plain};
use super::Program;

/// Programs of which a linker must know more than which functions they call.
pub(in crate::import_libraries) const USING_LINKERS: [Program; 25] = [
    (
        "copies every stream",
        Imports,
        r#"#include <iostream>
using namespace std;
int main() { ostream* all[] = {&cout, &cerr, &clog}; istream* in = &cin; wostream* wide = &wcout; for (auto one : all) *one << 1; return in == nullptr || wide == nullptr; }
"#,
    ),
    (
        "copies variables of C",
        Imports,
        r#"#include <cstdio>
#include <unistd.h>
#include <iostream>
using namespace std;
int main() { fputs("out\n", stdout); fputs("err\n", stderr); int c = getc(stdin); cout << c << (environ != nullptr) << optind << endl; }
"#,
    ),
    (
        "has variables of threads",
        Imports,
        r#"#include <string>
#include <iostream>
using namespace std;
thread_local string s = "x";
thread_local int n = 3;
int main() { s += 'y'; n++; cout << s << n; }
"#,
    ),
    (
        "has statics with constructors",
        Imports,
        r#"#include <string>
#include <vector>
#include <iostream>
using namespace std;
struct S { S(int n) : n(n) { cout << n; } ~S() { cout << -n; } int n; };
S a(1), b(2);
static vector<string> names{"a", "b"};
int f() { static S s(3); return s.n; }
__attribute__((constructor)) void before() { putchar('b'); }
__attribute__((destructor)) void after() { putchar('a'); }
int main() { return f() + names.size(); }
"#,
    ),
    (
        "has weak symbols of nobody",
        Imports,
        r#"#include <iostream>
using namespace std;
extern "C" void nobody_has_this() __attribute__((weak));
void mine() __attribute__((weak));
void mine() { cout << 1; }
int main() { mine(); cout << (nobody_has_this == nullptr); if (nobody_has_this) nobody_has_this(); }
"#,
    ),
    (
        "has weak symbols of a library",
        Imports,
        r#"#include <unistd.h>
#include <iostream>
using namespace std;
extern "C" char* ctermid(char*) noexcept __attribute__((weak));
int main() { cout << (ctermid != nullptr); }
"#,
    ),
    (
        "has a weak symbol that only loaders have",
        Plain,
        r#"#include <iostream>
using namespace std;
extern "C" void* __tls_get_addr(void*) __attribute__((weak));
int main() { cout << (__tls_get_addr != nullptr); }
"#,
    ),
    (
        "defines operator new",
        Imports,
        r#"#include <cstdlib>
#include <new>
#include <iostream>
using namespace std;
int n;
void* operator new(size_t s) { n++; return malloc(s); }
void operator delete(void* p) noexcept { n--; free(p); }
int main() { string s(100, 'x'); cin >> s; cout << n << s; }
"#,
    ),
    (
        "defines malloc",
        Imports,
        r#"#include <cstddef>
#include <iostream>
using namespace std;
static char heap[1 << 20]; static size_t used;
extern "C" void* malloc(size_t n) noexcept { void* p = heap + used; used += (n + 31) / 16 * 16; return p; }
extern "C" void free(void*) noexcept {}
int main() { string s(100, 'x'); cin >> s; cout << s << (used > 0); }
"#,
    ),
    (
        "defines printf and read",
        Imports,
        r#"#include <iostream>
using namespace std;
extern "C" int printf(const char* f, ...) { cout << "mine" << f; return 0; }
extern "C" long read(int, void*, size_t) { return 0; }
int main() { int a = 7; cin >> a; printf("x"); cout << a; }
"#,
    ),
    (
        "defines what a library's library needs",
        Imports,
        r#"#include <iostream>
using namespace std;
int join() __asm__("pthread_join");
int join() { return 1; }
extern "C" long writev(int, const void*, int) { return -1; }
int main() { cout << 1; }
"#,
    ),
    (
        "defines std::cout",
        Imports,
        r#"#include <iostream>
extern char mine[] __asm__("_ZSt4cerr");
char mine[272];
int main() { std::cout << int(mine[0]); }
"#,
    ),
    (
        "defines a template of the library's",
        Imports,
        r#"#include <string>
#include <iostream>
using namespace std;
template class std::basic_string<char>;
template class std::basic_string<char32_t>;
int main() { string s; cin >> s; u32string u(s.begin(), s.end()); cout << u.size(); }
"#,
    ),
    (
        "writes past an array",
        Imports,
        r#"#include <iostream>
using namespace std;
int a[4] = {1}, b[4] = {2}, c[4], d[4];
int main() { int n; cin >> n; for (int i = -8; i < 24; i++) cout << (i < 0 || i > 3 ? (unsigned char)0 : a[i]) << ' '; c[n + 3] = 9; a[n + 3] = 8; for (int x : b) cout << x; for (int x : d) cout << x; }
"#,
    ),
    (
        "writes before an array",
        Imports,
        r#"#include <iostream>
using namespace std;
long first[2] = {1, 2};
int main() { int n; cin >> n; first[n - 6] = 7; cout << first[0] << endl; }
"#,
    ),
    (
        "prints addresses",
        Imports,
        r#"#include <cstdio>
#include <iostream>
using namespace std;
int g; static int h[3] = {1};
int main() { char* start = (char*)&main; cout << ((char*)&g - start) << ' ' << ((char*)h - start) << ' ' << ((char*)&cin - start) << ' ' << ((char*)&cout - start) << ' ' << ((char*)&stdout - start); }
"#,
    ),
    (
        "has no main",
        Plain,
        r#"#include <iostream>
using namespace std;
int mian() { cout << 1; return 0; }
"#,
    ),
    (
        "calls what nobody defines",
        Plain,
        r#"#include <iostream>
using namespace std;
int nobody(int);
int main() { cout << nobody(1); }
"#,
    ),
    (
        "calls what is in no shared library",
        Plain,
        r#"#include <cstdlib>
#include <iostream>
using namespace std;
extern "C" int atexit(void (*)()) noexcept;
int main() { atexit([] { puts("end"); }); cout << 1; }
"#,
    ),
    (
        "calls what a linker warns of",
        Plain,
        r#"#include <cstdio>
#include <iostream>
using namespace std;
int main() { char name[L_tmpnam]; tmpnam(name); cout << 1; }
"#,
    ),
    (
        "loads libraries",
        Imports,
        r#"#include <dlfcn.h>
#include <iostream>
using namespace std;
int main() { void* p = dlopen(nullptr, RTLD_NOW); cout << (p != nullptr) << (dlsym(p, "malloc") != nullptr); }
"#,
    ),
    (
        "chooses a function at its start",
        Plain,
        r#"#include <iostream>
using namespace std;
static int one() { return 1; }
extern "C" { static int (*choose())() { return one; } }
int chosen() __attribute__((ifunc("_ZL6choosev")));
int main() { cout << chosen(); }
"#,
    ),
    (
        "shares memory between objects",
        Plain,
        r#"#include <iostream>
using namespace std;
asm(".comm shared,16,16");
extern int shared[];
int main() { shared[1] = 3; cout << shared[1]; }
"#,
    ),
    (
        "needs the linker's own symbols",
        Plain,
        r#"#include <iostream>
using namespace std;
extern char end, __bss_start;
int main() { cout << (&end > &__bss_start); }
"#,
    ),
    (
        "binds to an old version",
        Plain,
        r#"#include <cstring>
#include <iostream>
using namespace std;
asm(".symver memcpy, memcpy@GLIBC_2.2.5");
int main() { char a[3]; int n; cin >> n; memcpy(a, "ab", n); cout << a[0]; }
"#,
    ),
];
