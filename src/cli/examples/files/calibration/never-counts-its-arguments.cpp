// Deliberately wrong: it takes for granted that there are arguments.
#include <fstream>
#include <iostream>
#include <string>

int main(int, char* argv[]) {
    std::ifstream in(std::string(argv[1]).c_str());
    if (!in) {
        std::cerr << "cannot open " << argv[1] << std::endl;
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
