// Counts lines, words and letters until a line is "end".
#include <iostream>
#include <sstream>
#include <string>
using namespace std;

int main() {
    string line;
    string longest = "";
    int lines = 0;
    int words = 0;
    int letters = 0;
    cout << "Type lines, and end to stop." << endl;
    while (getline(cin, line) && line != "end") {
        lines++;
        istringstream parts(line);
        string word;
        while (parts >> word) {
            words++;
            letters += word.size();
            if (word.size() > longest.size()) {
                longest = word;
            }
        }
    }
    cout << "Lines: " << lines << endl;
    cout << "Words: " << words << endl;
    cout << "Letters: " << letters << endl;
    cout << "Longest: " << longest << endl;
    return 0;
}
