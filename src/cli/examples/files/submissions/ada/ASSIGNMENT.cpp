#include <fstream>
#include <iostream>
#include <string>
using namespace std;

int main(int argc, char** argv) {
    if (argc < 3 || argc > 3) {
        cerr << "usage: ASSIGNMENT IN OUT\n";
        return 2;
    }
    ifstream in(argv[1]);
    if (in.fail()) {
        cerr << "cannot open " << argv[1] << "\n";
        return 1;
    }
    ofstream out(argv[2]);
    string line;
    int count;
    for (count = 0; getline(in, line);) {
        out << ++count << ": " << line << "\n";
    }
    cout << count << " line";
    if (count != 1) cout << "s";
    cout << "\n";
}
