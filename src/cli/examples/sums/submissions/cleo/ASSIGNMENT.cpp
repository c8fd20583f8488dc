#include <iostream>

int main() {
    int count = 0;
    double sum = 0, largest = -1e9, number;
    while (std::cin >> number) {
        count++;
        sum += number;
        if (number > largest) largest = number;
    }
    if (count = 0) {
        std::cout << "There are no numbers." << std::endl;
        return 0;
    }
    std::cout << "Count: " << count << "\n";
    std::cout << "Sum: " << sum << "\n";
    std::cout << "Mean: " << sum / count << "\n";
    std::cout << "Largest: " << largest << "\n";
}
