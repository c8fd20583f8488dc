// A correct solution of ASSIGNMENT: it passes every test.
#ifndef FRACTION_H
#define FRACTION_H

#include <numeric>
#include <ostream>
#include <stdexcept>

class Fraction {
public:
    Fraction(int numerator, int denominator = 1) : numerator_(numerator), denominator_(denominator) {
        if (denominator == 0) {
            throw std::invalid_argument("a fraction needs a denominator");
        }
        if (denominator_ < 0) {
            numerator_ = -numerator_;
            denominator_ = -denominator_;
        }
        int divisor = std::gcd(numerator_, denominator_);
        numerator_ /= divisor;
        denominator_ /= divisor;
    }

    int numerator() const { return numerator_; }
    int denominator() const { return denominator_; }

private:
    int numerator_;
    int denominator_;
};

inline Fraction operator+(Fraction a, Fraction b) {
    return Fraction(a.numerator() * b.denominator() + b.numerator() * a.denominator(), a.denominator() * b.denominator());
}

inline Fraction operator*(Fraction a, Fraction b) {
    return Fraction(a.numerator() * b.numerator(), a.denominator() * b.denominator());
}

inline bool operator==(Fraction a, Fraction b) {
    return a.numerator() * b.denominator() == b.numerator() * a.denominator();
}

inline bool operator<(Fraction a, Fraction b) {
    return a.numerator() * b.denominator() < b.numerator() * a.denominator();
}

inline std::ostream& operator<<(std::ostream& out, Fraction fraction) {
    out << fraction.numerator();
    if (fraction.denominator() != 1) {
        out << "/" << fraction.denominator();
    }
    return out;
}

#endif
