#include "fraction.h"
#include "grader_test.h"

TEST("fractions are added") {
    Fraction sum = Fraction(1, 2) + Fraction(1, 3);
    CHECK_EQUAL(5, sum.numerator());
    CHECK_EQUAL(6, sum.denominator());
}

TEST("a sum is reduced") {
    Fraction sum = Fraction(1, 4) + Fraction(1, 4);
    CHECK_EQUAL(1, sum.numerator());
    CHECK_EQUAL(2, sum.denominator());
}

TEST("fractions are multiplied") {
    Fraction product = Fraction(2, 3) * Fraction(3, 4);
    CHECK_EQUAL(1, product.numerator());
    CHECK_EQUAL(2, product.denominator());
}

TEST("equal fractions are equal") {
    CHECK(Fraction(2, 4) == Fraction(1, 2));
    CHECK_FALSE(Fraction(1, 2) == Fraction(1, 3));
}

TEST("the smaller fraction is smaller") {
    CHECK(Fraction(1, 3) < Fraction(1, 2));
    CHECK(Fraction(-1, 2) < Fraction(1, 3));
    CHECK_FALSE(Fraction(1, 2) < Fraction(1, 2));
}
