#include <iostream>

int main() {
    int marbles = 10;
    int player = 1;
    std::cout << "Marbles: " << marbles << std::endl;
    while (true) {
        int number = 0;
        std::cout << "How many, player " << player << "? " << std::flush;
        if (!(std::cin >> number)) return 0;
        if (number < 1 || number > 3 || number > marbles) {
            std::cout << "That cannot be taken!" << std::endl;
            continue;
        }
        marbles -= number;
        std::cout << "Marbles: " << marbles << std::endl;
        if (marbles == 0) {
            std::cout << "Player " << player << " wins!" << std::endl;
            return 0;
        }
        player = 3 - player;
    }
}
