// Stands behind a test file: whether what was included has left the language and the checks as they are.
#if defined(if) || defined(else) || defined(for) || defined(while) || defined(do) || defined(switch) || defined(return) || \
    defined(true) || defined(false) || defined(throw) || defined(try) || defined(catch) || defined(static_cast) || \
    defined(operator) || defined(const) || defined(void) || defined(static)
#error a macro of the program has the name of a word of the language
#endif
#undef GRADER_TEST_TEXT_
#undef GRADER_TEST_TEXT
#undef GRADER_TEST_EXPANSIONS
#undef constexpr
#undef static_assert
#undef sizeof
#undef bool
#undef char
#undef int
#undef unsigned
#undef long
#define GRADER_TEST_TEXT_(...) #__VA_ARGS__
#define GRADER_TEST_TEXT(...) GRADER_TEST_TEXT_(__VA_ARGS__)
#define GRADER_TEST_EXPANSIONS                                                            \
    TEST("") CHECK(x) REQUIRE(x) CHECK_FALSE(x) REQUIRE_FALSE(x) CHECK_EQUAL(x, y)         \
        REQUIRE_EQUAL(x, y) CHECK_NEAR(x, y, z) CHECK_THROWS_AS(x, y) CHECK_THROWS(x)      \
            CHECK_NOTHROW(x) CHECK_OUTPUT(x, y) FAIL(x)
#line 9000 "grader_test.h"
static constexpr const char grader_test_after[] = GRADER_TEST_TEXT(GRADER_TEST_EXPANSIONS);
static constexpr bool grader_test_same(const char* left, const char* right, unsigned long length) {
    return length == 0   ? true
           : length == 1 ? *left == *right
                         : grader_test_same(left, right, length / 2) &&
                               grader_test_same(left + length / 2, right + length / 2, length - length / 2);
}
static_assert(sizeof grader_test_before == sizeof grader_test_after &&
                  grader_test_same(grader_test_before, grader_test_after, sizeof grader_test_before),
              "a macro of the program has the name of a check");
