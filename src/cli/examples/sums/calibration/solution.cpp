// A correct solution of ASSIGNMENT: what it prints is what submissions are compared with.
#include <iomanip>
#include <iostream>

int main() {
    int count = 0;
    double sum = 0;
    double largest = 0;
    double number = 0;
    while (std::cin >> number) {
        if (count == 0 || number > largest) {
            largest = number;
        }
        sum += number;
        count++;
    }
    if (count == 0) {
        std::cout << "There are no numbers." << std::endl;
        return 0;
    }
    std::cout << std::fixed << std::setprecision(2);
    std::cout << "Count: " << count << std::endl;
    std::cout << "Sum: " << sum << std::endl;
    std::cout << "Mean: " << sum / count << std::endl;
    std::cout << "Largest: " << largest << std::endl;
    return 0;
}
