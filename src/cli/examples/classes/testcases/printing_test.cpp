#include <iostream>

#include "fraction.h"
#include "grader_test.h"

TEST("a fraction is printed with a stroke") {
    CHECK_OUTPUT("1/2", std::cout << Fraction(2, 4));
}

TEST("a whole number is printed alone") {
    CHECK_OUTPUT("3", std::cout << Fraction(6, 2));
}
