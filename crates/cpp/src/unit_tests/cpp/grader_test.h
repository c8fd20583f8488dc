// Unit tests in plain C++ (C++11 or later). The grader puts this file beside tests, runs each test in a process of its own,
// and learns what failed. Compiled without the grader, all tests run one after the other:
//     g++ -o stack_test stack_test.cpp stack.cpp && ./stack_test
//
// TEST("a stack gives back what was pushed last") {
//     Stack stack;
//     stack.push(4);
//     CHECK(stack.pop() == 4);
// }
#ifndef GRADER_TEST_H
#define GRADER_TEST_H

#include <cmath>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

// The left side of a condition is taken by `<=`.
#pragma GCC diagnostic ignored "-Wparentheses"

// A test that is known by its name.
struct grader_test_case {
    const char* name;
    const char* file;
    int line;
    void (*body)();
    grader_test_case* next;
    grader_test_case(const char* name, const char* file, int line, void (*body)());
};

// Whoever runs the tests. What is given to `grader_test_failed` is a kind, the text of the expression, and what is known of
// values: see `grader_test`.
extern grader_test_case* grader_test_cases;
void grader_test_at(const char* file, int line);
void grader_test_failed(const char* kind, const char* file, int line, const char* expression,
                        const char* expected, const char* actual);

// All that checks are made of. A closed struct, so that nothing can be added to it.
struct grader_test final {
    // Ends a test at a REQUIRE that does not hold.
    struct stop {};

    struct rank_low {};
    struct rank_middle : rank_low {};
    struct rank_high : rank_middle {};

    template <class T>
    static auto shown_as(const T& value, rank_high)
        -> decltype(std::declval<std::ostream&>() << value, std::string()) {
        std::ostringstream stream;
        stream.precision(17);
        stream << std::boolalpha << value;
        return stream.str();
    }
    template <class T>
    static auto shown_as(const T& values, rank_middle)
        -> decltype(values.begin() != values.end(), std::string()) {
        std::string text = "{";
        int count = 0;
        for (const auto& value : values) {
            if (count) text += ", ";
            if (++count > 50) return text + "…}";
            text += shown_of(value);
        }
        return text + "}";
    }
    template <class T>
    static std::string shown_as(const T&, rank_low) {
        return "(a value without operator<<)";
    }
    static std::string quoted(const std::string& text) {
        std::string all = "\"";
        for (char one : text) {
            if (one == '\n') all += "\\n";
            else if (one == '\t') all += "\\t";
            else if (one == '"' || one == '\\') (all += '\\') += one;
            else all += one;
        }
        return all + "\"";
    }
    template <class T>
    static std::string shown_of(const T& value) { return shown_as(value, rank_high()); }
    static std::string shown_of(const std::string& value) { return quoted(value); }
    static std::string shown_of(const char* value) { return value ? quoted(value) : "nullptr"; }
    static std::string shown_of(char* value) { return value ? quoted(value) : "nullptr"; }
    static std::string shown_of(char value) { return "'" + std::string(1, value) + "'"; }
    static std::string shown_of(std::nullptr_t) { return "nullptr"; }

    // What a condition came to.
    struct result {
        bool holds;
        std::string values;
        result(bool holds, const std::string& values = std::string()) : holds(holds), values(values) {}
    };
    template <class L>
    struct left {
        L value;
        template <class R>
        result told(bool holds, const char* sign, const R& right) const {
            if (holds) return result(true);
            return result(false, shown_of(value) + " " + sign + " " + shown_of(right));
        }
        template <class R> result operator==(R&& right) { return told(value == right, "==", right); }
        template <class R> result operator!=(R&& right) { return told(value != right, "!=", right); }
        template <class R> result operator<(R&& right) { return told(value < right, "<", right); }
        template <class R> result operator>(R&& right) { return told(value > right, ">", right); }
        template <class R> result operator<=(R&& right) { return told(value <= right, "<=", right); }
        template <class R> result operator>=(R&& right) { return told(value >= right, ">=", right); }
        explicit operator bool() { return static_cast<bool>(value); }
    };
    // What stands before a condition, so that its first operand is seen.
    struct take {
        template <class L>
        left<L&&> operator<=(L&& value) const { return left<L&&>{std::forward<L>(value)}; }
    };
    static result of(const result& found) { return found; }
    static result of(bool holds) { return result(holds); }
    template <class L>
    static result of(left<L> only) {
        bool holds = static_cast<bool>(only);
        return result(holds, holds ? "" : shown_of(only.value));
    }

    static void check(bool ends, const char* file, int line, const char* text, const result& found) {
        if (found.holds) return;
        grader_test_failed("check", file, line, text, "", found.values.c_str());
        if (ends) throw stop();
    }
    template <class E, class A>
    static void equal(bool ends, const char* file, int line, const char* text, const E& expected, const A& actual) {
        if (expected == actual) return;
        grader_test_failed("equal", file, line, text, shown_of(expected).c_str(), shown_of(actual).c_str());
        if (ends) throw stop();
    }
    static void near(const char* file, int line, const char* text, double expected, double actual, double most) {
        if (std::fabs(expected - actual) <= most) return;
        grader_test_failed("equal", file, line, text, shown_of(expected).c_str(), shown_of(actual).c_str());
    }
    // Something that prints to std::cout while this lives: what, is returned.
    struct captured {
        std::ostringstream text;
        std::streambuf* before;
        captured() : before(std::cout.rdbuf(text.rdbuf())) {}
        ~captured() { std::cout.rdbuf(before); }
        captured(const captured&) = delete;
    };
    static std::string described(const std::exception& error);
    static void threw(const char* file, int line, const char* text, const char* wanted, const std::string& found) {
        grader_test_failed("throws", file, line, text, wanted, found.c_str());
    }
};

#define GRADER_TEST_JOIN_(left, right) left##right
#define GRADER_TEST_JOIN(left, right) GRADER_TEST_JOIN_(left, right)

#define TEST(name)                                                                        \
    static void GRADER_TEST_JOIN(grader_test_body_, __LINE__)();                          \
    static ::grader_test_case GRADER_TEST_JOIN(grader_test_case_, __LINE__)(              \
        name, __FILE__, __LINE__, &GRADER_TEST_JOIN(grader_test_body_, __LINE__));        \
    static void GRADER_TEST_JOIN(grader_test_body_, __LINE__)()

#define GRADER_TEST_CHECK(ends, ...)                                                      \
    (::grader_test_at(__FILE__, __LINE__),                                                \
     ::grader_test::check(ends, __FILE__, __LINE__, #__VA_ARGS__,                         \
                          ::grader_test::of(::grader_test::take() <= __VA_ARGS__)))
#define CHECK(...) GRADER_TEST_CHECK(false, __VA_ARGS__)
#define REQUIRE(...) GRADER_TEST_CHECK(true, __VA_ARGS__)
#define CHECK_FALSE(...) CHECK(!(__VA_ARGS__))
#define REQUIRE_FALSE(...) REQUIRE(!(__VA_ARGS__))

#define GRADER_TEST_EQUAL(ends, expected, ...)                                            \
    (::grader_test_at(__FILE__, __LINE__),                                                \
     ::grader_test::equal(ends, __FILE__, __LINE__, #__VA_ARGS__, expected, __VA_ARGS__))
#define CHECK_EQUAL(expected, ...) GRADER_TEST_EQUAL(false, expected, __VA_ARGS__)
#define REQUIRE_EQUAL(expected, ...) GRADER_TEST_EQUAL(true, expected, __VA_ARGS__)
#define CHECK_NEAR(expected, actual, most)                                                \
    (::grader_test_at(__FILE__, __LINE__),                                                \
     ::grader_test::near(__FILE__, __LINE__, #actual, expected, actual, most))

#define CHECK_THROWS_AS(expression, type)                                                 \
    do {                                                                                  \
        ::grader_test_at(__FILE__, __LINE__);                                             \
        try {                                                                             \
            static_cast<void>(expression);                                                \
            ::grader_test::threw(__FILE__, __LINE__, #expression, #type, "nothing");      \
        } catch (const type&) {                                                           \
        } catch (const ::std::exception& error) {                                         \
            ::grader_test::threw(__FILE__, __LINE__, #expression, #type,                  \
                                 ::grader_test::described(error));                        \
        } catch (...) {                                                                   \
            ::grader_test::threw(__FILE__, __LINE__, #expression, #type, "something else"); \
        }                                                                                 \
    } while (false)
#define CHECK_THROWS(expression)                                                          \
    do {                                                                                  \
        ::grader_test_at(__FILE__, __LINE__);                                             \
        bool grader_test_threw = false;                                                   \
        try {                                                                             \
            static_cast<void>(expression);                                                \
        } catch (...) {                                                                   \
            grader_test_threw = true;                                                     \
        }                                                                                 \
        if (!grader_test_threw)                                                           \
            ::grader_test::threw(__FILE__, __LINE__, #expression, "an exception", "nothing"); \
    } while (false)
#define CHECK_NOTHROW(expression)                                                         \
    do {                                                                                  \
        ::grader_test_at(__FILE__, __LINE__);                                             \
        try {                                                                             \
            static_cast<void>(expression);                                                \
        } catch (const ::std::exception& error) {                                         \
            ::grader_test::threw(__FILE__, __LINE__, #expression, "no exception",         \
                                 ::grader_test::described(error));                        \
        } catch (...) {                                                                   \
            ::grader_test::threw(__FILE__, __LINE__, #expression, "no exception",         \
                                 "something");                                            \
        }                                                                                 \
    } while (false)
#define CHECK_OUTPUT(expected, statement)                                                 \
    do {                                                                                  \
        ::std::string grader_test_printed;                                                \
        {                                                                                 \
            ::grader_test::captured grader_test_captured;                                 \
            static_cast<void>(statement);                                                 \
            grader_test_printed = grader_test_captured.text.str();                        \
        }                                                                                 \
        ::grader_test_at(__FILE__, __LINE__);                                             \
        if (grader_test_printed != ::std::string(expected))                               \
            ::grader_test_failed("output", __FILE__, __LINE__, #statement,                \
                                 ::grader_test::quoted(expected).c_str(),                 \
                                 ::grader_test::quoted(grader_test_printed).c_str());     \
    } while (false)
#define FAIL(message)                                                                     \
    (::grader_test_failed("said", __FILE__, __LINE__, message, "", ""), throw ::grader_test::stop())

inline std::string grader_test::described(const std::exception& error) {
    int status = 0;
    char* name = abi::__cxa_demangle(typeid(error).name(), nullptr, nullptr, &status);
    std::string text = (name ? name : typeid(error).name()) + (std::string(": ") + error.what());
    std::free(name);
    return text;
}

#ifdef GRADER_RUNNER
// What the macros come to before anything else is included: `grader_test_end.h` looks whether they still do.
#define GRADER_TEST_TEXT_(...) #__VA_ARGS__
#define GRADER_TEST_TEXT(...) GRADER_TEST_TEXT_(__VA_ARGS__)
#define GRADER_TEST_EXPANSIONS                                                            \
    TEST("") CHECK(x) REQUIRE(x) CHECK_FALSE(x) REQUIRE_FALSE(x) CHECK_EQUAL(x, y)         \
        REQUIRE_EQUAL(x, y) CHECK_NEAR(x, y, z) CHECK_THROWS_AS(x, y) CHECK_THROWS(x)      \
            CHECK_NOTHROW(x) CHECK_OUTPUT(x, y) FAIL(x)
#line 9000 "grader_test.h"
static constexpr const char grader_test_before[] = GRADER_TEST_TEXT(GRADER_TEST_EXPANSIONS);
#else
// At home: all tests, one after the other.
#include <cstdio>
__attribute__((weak)) grader_test_case* grader_test_cases = nullptr;
__attribute__((weak)) int grader_test_failures = 0;
__attribute__((weak)) void grader_test_at(const char*, int) {}
__attribute__((weak)) void grader_test_failed(const char* kind, const char* file, int line,
                                              const char* expression, const char* expected,
                                              const char* actual) {
    ++grader_test_failures;
    std::printf("  %s:%d: %s (%s)%s%s%s%s\n", file, line, expression, kind, *expected ? " expected: " : "",
                expected, *actual ? " found: " : "", actual);
}
__attribute__((weak)) grader_test_case::grader_test_case(const char* name, const char* file, int line,
                                                         void (*body)())
    : name(name), file(file), line(line), body(body), next(nullptr) {
    grader_test_case** last = &grader_test_cases;
    while (*last) last = &(*last)->next;
    *last = this;
}
__attribute__((weak)) int main() {
    int failed = 0;
    for (grader_test_case* test = grader_test_cases; test; test = test->next) {
        grader_test_failures = 0;
        try {
            test->body();
        } catch (const grader_test::stop&) {
        } catch (const std::exception& error) {
            grader_test_failed("threw", test->file, test->line, error.what(), "", "");
        }
        std::printf("%s: %s\n", grader_test_failures ? "FAILED" : "ok", test->name);
        failed += grader_test_failures != 0;
    }
    return failed != 0;
}
#endif
#endif
