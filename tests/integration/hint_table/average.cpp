// Reads how many numbers there are, and the numbers; tells their sum, their largest and their average.
#include <iomanip>
#include <iostream>
using namespace std;

int main() {
    int count = 0;
    cout << "How many numbers? ";
    cin >> count;
    if (count <= 0) {
        cout << "There is nothing to add." << endl;
        return 0;
    }
    long long sum = 0;
    int largest = -1000000000;
    for (int i = 1; i <= count; i++) {
        int number = 0;
        cout << "Number " << i << ": ";
        cin >> number;
        sum = sum + number;
        if (number > largest) {
            largest = number;
        }
    }
    double average = static_cast<double>(sum) / count;
    cout << fixed << setprecision(2);
    cout << "Sum: " << sum << endl;
    cout << "Largest: " << largest << endl;
    cout << "Average: " << average << endl;
    return 0;
}
