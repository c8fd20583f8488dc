#include <fstream>
#include <iostream>
#include <string>
using namespace std;

int main(int argc, char* argv[]) {
    if (argc != 3) {
        cerr << "usage: ASSIGNMENT IN OUT" << endl;
        return 2;
    }
    ifstream in(argv[1]);
    if (!in) {
        cerr << "cannot open " << argv[1] << endl;
        return 1;
    }
    ofstream out(argv[2]);
    int number = 0;
    string word;
    while (in >> word) {
        number++;
        out << number << ": " << word << endl;
    }
    cout << number << (number == 1 ? " line" : " lines") << endl;
    return 0;
}
