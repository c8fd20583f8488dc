#include <iomanip>
#include <iostream>
#include <vector>
using namespace std;

int main() {
    vector<double> numbers;
    double number;
    while (cin >> number) {
        numbers.push_back(number);
    }
    if (numbers.size() == 0) {
        cout << "There are no numbers." << endl;
        return 0;
    }
    double sum = 0;
    double largest = numbers[0];
    for (size_t i = 0; i < numbers.size() - 1; i++) {
        sum = sum + numbers[i];
        if (numbers[i] > largest) {
            largest = numbers[i];
        }
    }
    cout << fixed << setprecision(2);
    cout << "Count: " << numbers.size() << endl;
    cout << "Sum: " << sum << endl;
    cout << "Mean: " << sum / numbers.size() << endl;
    cout << "Largest: " << largest << endl;
    return 0;
}
