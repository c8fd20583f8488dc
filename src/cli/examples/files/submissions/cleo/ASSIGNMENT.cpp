#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
    std::ifstream in(argv[1]);
    std::ofstream out(argv[2]);
    int number = 0;
    std::string line;
    while (std::getline(in, line)) {
        number++;
        out << number << ": " << line << "\n";
    }
    std::cout << number << " lines" << std::endl;
    return 0;
}
