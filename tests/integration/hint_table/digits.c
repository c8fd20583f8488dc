/* Reads numbers up to the first that is not positive, and tells of each how it reads backwards, its digit sum, and whether it is prime. */
#include <stdio.h>

int reversed(int number) {
    int result = 0;
    while (number > 0) {
        result = result * 10 + number % 10;
        number /= 10;
    }
    return result;
}

int digit_sum(int rest) {
    int sum = 0;
    while (rest != 0) {
        sum += rest % 10;
        rest = rest / 10;
    }
    return sum;
}

int is_prime(int candidate) {
    if (candidate < 2) {
        return 0;
    }
    for (int divisor = 2; divisor * divisor <= candidate; divisor++) {
        if (candidate % divisor == 0) {
            return 0;
        }
    }
    return 1;
}

int main(void) {
    int value = 0;
    int seen = 0;
    while (scanf("%d", &value) == 1 && value > 0) {
        printf("%d reversed: %d\n", value, reversed(value));
        printf("Digit sum: %d\n", digit_sum(value));
        if (reversed(value) == value) {
            printf("A palindrome\n");
        } else {
            printf("No palindrome\n");
        }
        if (is_prime(value)) {
            printf("Prime\n");
        } else {
            printf("Not prime\n");
        }
        seen++;
    }
    printf("Numbers: %d\n", seen);
    return 0;
}
