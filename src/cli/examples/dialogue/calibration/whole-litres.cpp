// Deliberately wrong: it cuts the litres to a whole number.
#include <iomanip>
#include <iostream>

int main() {
    double distance = 0;
    int people = 0;
    std::cout << "Distance in km: ";
    std::cin >> distance;
    std::cout << "People: ";
    std::cin >> people;
    if (people < 1) {
        std::cout << "There must be at least one person." << std::endl;
        return 0;
    }
    const int litres = static_cast<int>(distance * 6 / 100);
    const double cost = litres * 1.80;
    std::cout << std::fixed << std::setprecision(2);
    std::cout << "Fuel: " << litres << " litres" << std::endl;
    std::cout << "Cost: " << cost << std::endl;
    std::cout << "Cost per person: " << cost / people << std::endl;
    return 0;
}
