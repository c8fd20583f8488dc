// Deliberately wrong: it subtracts. A case that lets this pass does not test anything.
#include <iostream>

int main() {
    int first = 0;
    int second = 0;
    std::cout << "First number: ";
    std::cin >> first;
    std::cout << "Second number: ";
    std::cin >> second;
    std::cout << "Sum: " << first - second << std::endl;
    std::cout << "Product: " << first * second << std::endl;
    return 0;
}
