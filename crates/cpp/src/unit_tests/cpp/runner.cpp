// Runs one test and tells the grader what came of it: MARK "run" NAME, or MARK "list" for the names.
// Each thing that is told stands between two copies of the mark on standard error. The mark is a random number of this process;
// it is taken from the arguments before anything of the student's can run, and is written by system calls alone.
// What the program defines under a name of the C library's has another name when it is linked, so nothing here calls it.
#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <iostream>
#include <string>
#include <sys/syscall.h>
#include <typeinfo>
#include <unistd.h>

// Only there where leaks are looked for.
extern "C" void grader_allocations_begin() __attribute__((weak));
extern "C" void grader_allocations_lost(unsigned long* blocks, unsigned long* bytes) __attribute__((weak));

namespace {

long system_call(long number, long first, long second, long third) {
#if defined(__x86_64__)
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = first;
    register long x1 __asm__("x1") = second;
    register long x2 __asm__("x2") = third;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
#else
    return syscall(number, first, second, third);
#endif
}

// Nothing of it stands in memory as it is written.
const int LONGEST_MARK = 64;
unsigned char mark[LONGEST_MARK];
int mark_length = 0;

void take_mark(int count, char** words, char**) {
    if (count < 2) return;
    for (; words[1][mark_length] && mark_length < LONGEST_MARK; ++mark_length) {
        mark[mark_length] = static_cast<unsigned char>(~words[1][mark_length]);
        words[1][mark_length] = 'x';
    }
}
// Before every constructor of the program.
__attribute__((section(".preinit_array"), used)) void (*takes_mark)(int, char**, char**) = take_mark;

// A record, as long as it can be.
struct Record {
    char bytes[16384];
    unsigned long used;

    void byte(char one) {
        if (used < sizeof bytes - LONGEST_MARK - 2) bytes[used++] = one;
    }
    void put_mark() {
        for (int i = 0; i < mark_length; ++i) bytes[used++] = static_cast<char>(~mark[i]);
    }
    void begin(const char* kind) {
        used = 0;
        bytes[used++] = '\n';
        put_mark();
        bytes[used++] = ' ';
        for (; *kind; ++kind) byte(*kind);
    }
    // A field: no byte of it ends a line or a field.
    void field(const char* text) {
        byte('\t');
        for (int length = 0; *text; ++text, ++length) {
            if (length == 2000) {
                byte('\\');
                byte('e');
                break;
            }
            switch (*text) {
            case '\n': byte('\\'); byte('n'); break;
            case '\t': byte('\\'); byte('t'); break;
            case '\\': byte('\\'); byte('\\'); break;
            default: byte(*text);
            }
        }
    }
    void number(unsigned long value) {
        char digits[24];
        int at = sizeof digits - 1;
        digits[at] = 0;
        do {
            digits[--at] = static_cast<char>('0' + value % 10);
            value /= 10;
        } while (value && at > 0);
        field(digits + at);
    }
    void send() {
        put_mark();
        bytes[used++] = '\n';
        unsigned long sent = 0;
        while (sent < used) {
            long now = system_call(SYS_write, 2, reinterpret_cast<long>(bytes + sent), static_cast<long>(used - sent));
            if (now <= 0) system_call(SYS_exit_group, 124, 0, 0);
            sent += static_cast<unsigned long>(now);
        }
        // Not even the record itself stays.
        memset(bytes, 0, used);
        __asm__ volatile("" : : "r"(bytes) : "memory");
    }
};

Record record;
const char* current_file = "";
int current_line = 0;
int failures = 0;

const char* base_name(const char* path) {
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void failed(const char* kind, const char* file, int line, const char* expression, const char* expected,
            const char* actual) {
    const int LISTED = 20;
    if (++failures > LISTED) return;
    record.begin("fail");
    record.field(kind);
    record.field(base_name(file));
    record.number(static_cast<unsigned long>(line < 0 ? 0 : line));
    record.field(expression);
    record.field(expected);
    record.field(actual);
    record.send();
}

void tell(const char* name, const char* file, int line) {
    record.begin("test");
    record.field(name);
    record.field(base_name(file));
    record.number(static_cast<unsigned long>(line));
    record.send();
}

// A signal ends the program as ever; only where the test was is told before.
void crashed(int) {
    record.begin("at");
    record.field(base_name(current_file));
    record.number(static_cast<unsigned long>(current_line));
    record.send();
}

void watch_signals() {
    static char stack[1 << 16];
    stack_t other;
    memset(&other, 0, sizeof other);
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = crashed;
    action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (int one : signals) sigaction(one, &action, nullptr);
}

std::string demangled(const char* name) {
    int status = 0;
    char* text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string found = status == 0 && text ? text : name;
    free(text);
    return found;
}

void threw(const std::exception* error) {
    std::string what = error ? demangled(typeid(*error).name()) + ": " + error->what() : "";
    if (!error) {
        const std::type_info* type = abi::__cxa_current_exception_type();
        what = type ? "a value of type " + demangled(type->name()) : "something";
    }
    failed("threw", current_file, current_line, "", "", what.c_str());
}

unsigned long lost_blocks = 0;
unsigned long lost_bytes = 0;
bool is_counted = false;

// From here on, memory is counted; what a framework has taken before is no part of the test.
void test_begins() {
    if (grader_allocations_begin) grader_allocations_begin();
}

// What the test has not given back. What a framework takes afterwards is no part of it either, and neither is what it keeps
// of a check that failed: then `counts` is false.
void test_ends(bool counts) {
    if (grader_allocations_lost && counts && !is_counted) grader_allocations_lost(&lost_blocks, &lost_bytes);
    is_counted = true;
}

}  // namespace

// FRAMEWORK

namespace {

// No test ends so: a list is never taken for a test that has passed.
void end_list() {
    record.begin("listed");
    record.send();
    system_call(SYS_exit_group, 0, 0, 0);
}

void at_the_end() {
    std::cout.flush();
    fflush(nullptr);
    test_ends(true);
    if (lost_blocks) {
        record.begin("leak");
        record.number(lost_blocks);
        record.number(lost_bytes);
        record.send();
    }
    record.begin("end");
    record.number(static_cast<unsigned long>(failures));
    record.send();
    system_call(SYS_exit_group, 0, 0, 0);
}

}  // namespace

int main(int count, char** words) {
    if (count >= 3 && !strcmp(words[2], "list")) {
        each_test(tell);
        end_list();
    }
    if (count != 4 || strcmp(words[2], "run")) return 123;
    // Buffers that streams would otherwise ask for when they are first used.
    static char output[1 << 14];
    setvbuf(stdout, output, isatty(1) ? _IOLBF : _IOFBF, sizeof output);
    watch_signals();
    if (!run_test(words[3])) return 123;
    at_the_end();
}
