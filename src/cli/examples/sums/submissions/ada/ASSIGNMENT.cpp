#include <cstdio>
#include <vector>

int main() {
    std::vector<double> numbers;
    double number = 0;
    while (std::scanf("%lf", &number) == 1) {
        numbers.push_back(number);
    }
    if (numbers.empty()) {
        std::puts("There are no numbers.");
        return 0;
    }
    double sum = 0;
    double largest = numbers[0];
    for (double one : numbers) {
        sum += one;
        largest = one > largest ? one : largest;
    }
    std::printf("Count: %zu\nSum: %.2f\n", numbers.size(), sum);
    std::printf("Mean: %.2f\nLargest: %.2f\n", sum / numbers.size(), largest);
}
