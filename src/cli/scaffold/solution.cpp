// A correct solution of ASSIGNMENT: what it prints is what submissions are compared with.
#include <iostream>

int main() {
    int first = 0;
    int second = 0;
    std::cout << "First number: ";
    std::cin >> first;
    std::cout << "Second number: ";
    std::cin >> second;
    std::cout << "Sum: " << first + second << std::endl;
    std::cout << "Product: " << first * second << std::endl;
    return 0;
}
