// Deliberately wrong: it does not look whether anybody travels.
#include <iomanip>
#include <iostream>

int main() {
    double distance = 0;
    int people = 0;
    std::cout << "Distance in km: ";
    std::cin >> distance;
    std::cout << "People: ";
    std::cin >> people;
    const double litres = distance * 6 / 100;
    const double cost = litres * 1.80;
    std::cout << std::fixed << std::setprecision(2);
    std::cout << "Fuel: " << litres << " litres" << std::endl;
    std::cout << "Cost: " << cost << std::endl;
    std::cout << "Cost per person: " << cost / people << std::endl;
    return 0;
}
