#include <stdexcept>

#include "fraction.h"
#include "grader_test.h"

TEST("a fraction has a numerator and a denominator") {
    const Fraction third(1, 3);
    CHECK_EQUAL(1, third.numerator());
    CHECK_EQUAL(3, third.denominator());
}

TEST("a whole number has the denominator 1") {
    Fraction three(3);
    CHECK_EQUAL(3, three.numerator());
    CHECK_EQUAL(1, three.denominator());
}

TEST("a fraction is reduced") {
    Fraction fraction(6, 4);
    CHECK_EQUAL(3, fraction.numerator());
    CHECK_EQUAL(2, fraction.denominator());
}

TEST("the denominator is never negative") {
    Fraction fraction(1, -2);
    CHECK_EQUAL(-1, fraction.numerator());
    CHECK_EQUAL(2, fraction.denominator());
}

TEST("a denominator of 0 is refused") {
    CHECK_THROWS_AS(Fraction(1, 0), std::invalid_argument);
}
