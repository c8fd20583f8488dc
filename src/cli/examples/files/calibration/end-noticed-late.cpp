// Deliberately wrong: it takes the end of the file for one more line.
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
    if (argc != 3) {
        std::cerr << "usage: ASSIGNMENT IN OUT" << std::endl;
        return 2;
    }
    std::ifstream in(argv[1]);
    if (!in) {
        std::cerr << "cannot open " << argv[1] << std::endl;
        return 1;
    }
    std::ofstream out(argv[2]);
    int number = 0;
    std::string line;
    while (!in.eof()) {
        std::getline(in, line);
        number++;
        out << number << ": " << line << std::endl;
    }
    std::cout << number << (number == 1 ? " line" : " lines") << std::endl;
    return 0;
}
