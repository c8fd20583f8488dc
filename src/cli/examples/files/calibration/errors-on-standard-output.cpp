// Deliberately wrong: it says on standard output what belongs on standard error.
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
    if (argc != 3) {
        std::cout << "usage: ASSIGNMENT IN OUT" << std::endl;
        return 2;
    }
    std::ifstream in(argv[1]);
    if (!in) {
        std::cout << "cannot open " << argv[1] << std::endl;
        return 1;
    }
    std::ofstream out(argv[2]);
    int number = 0;
    std::string line;
    while (std::getline(in, line)) {
        number++;
        out << number << ": " << line << std::endl;
    }
    std::cout << number << (number == 1 ? " line" : " lines") << std::endl;
    return 0;
}
