#include <cstdio>

int main() {
    double kilometres;
    int people;
    std::printf("How many kilometres is it? ");
    std::scanf("%lf", &kilometres);
    std::printf("And how many of you are there? ");
    std::scanf("%d", &people);
    if (people <= 0) {
        std::puts("There must be at least one person.");
        return 0;
    }
    double fuel = kilometres / 100 * 6;
    double cost = fuel * 1.8;
    std::printf("Fuel: %.2f litres\nCost: %.2f\n", fuel, cost);
    std::printf("Cost per person: %.2f\n", cost / people);
}
