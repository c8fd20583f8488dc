// Reads how many groups there are; of each group its name on a line of its own, how many numbers it has, and the numbers.
// Tells the squares, the sum, the mean, the middle between the smallest and the largest, and what kind of group it is.
#include <iomanip>
#include <iostream>
#include <string>
using namespace std;

int main() {
    int groups = 0;
    cin >> groups;
    int sum = 0;
    cout << fixed << setprecision(2);
    for (int group = 1; group <= groups; group++) {
        sum = 0;
        string name;
        int count = 0;
        int smallest = 1000;
        int largest = -1000;
        getline(cin >> ws, name);
        cin >> count;
        cout << name << ":";
        for (int i = 0; i < count; i++) {
            int number = 0;
            cin >> number;
            sum += number;
            if (number < smallest) smallest = number;
            if (number > largest) largest = number;
            cout << " " << number * number;
        }
        cout << endl;
        double mean = static_cast<double>(sum) / count;
        double middle = (smallest + largest) / 2.0;
        cout << "Sum: " << sum << endl;
        cout << "Mean: " << mean << endl;
        cout << "Middle: " << middle << endl;
        double share = 1.0 / 8 * sum;
        cout << "An eighth: " << share << endl;
        if (count == 1) {
            cout << "Only One" << endl;
        } else if (count == 2 || count == 3) {
            cout << "A Few" << endl;
        } else if (10 <= sum && sum <= 20) {
            cout << "From Ten to Twenty" << endl;
        } else {
            cout << "Many" << endl;
        }
    }
    return 0;
}
