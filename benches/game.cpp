// A nine-move game as a beginner writes it: it asks, reads, and prints its board, nine times.
#include <iostream>

int main() {
    char board[9];
    for (char& square : board) square = '?';
    for (int turn = 0; turn < 9; ++turn) {
        for (int row = 0; row < 3; ++row)
            std::cout << ' ' << board[3 * row] << " | " << board[3 * row + 1] << " | " << board[3 * row + 2] << '\n';
        std::cout << "Player " << (turn % 2 ? 'O' : 'X') << " enter your square choice [0-8]: ";
        int square = 0;
        if (!(std::cin >> square)) return 0;
        board[square % 9] = turn % 2 ? 'O' : 'X';
    }
    std::cout << "Draw...game over!\n";
}
