#include <iomanip>
#include <iostream>
using namespace std;

int main() {
    int distance, people;
    cout << "Distance: ";
    cin >> distance;
    cout << "People: ";
    cin >> people;
    if (people == 0) {
        cout << "There must be at least one person." << endl;
    } else {
        double litres = distance * 6 / 100;
        double cost = litres * 1.8;
        cout << fixed << setprecision(2);
        cout << "Fuel: " << litres << " litres" << endl;
        cout << "Cost: " << cost << endl;
        cout << "Cost per person: " << cost / people << endl;
    }
    return 0;
}
