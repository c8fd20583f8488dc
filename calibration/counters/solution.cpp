// Tic-tac-toe judged by eight counters: the exemplary solution.
#include <iomanip>
#include <iostream>
using namespace std;

// Adds step to the counters of the lines through square:
// 0 to 2 are the columns, 3 to 5 the rows, 6 and 7 the diagonals.
void count(int counter[8], int square, int step)
{
    int row = square / 3;
    int col = square % 3;
    counter[col] += step;
    counter[row + 3] += step;
    if (row == col) {
        counter[6] += step;
    }
    if (row + col == 2) {
        counter[7] += step;
    }
}

// Returns 1 if a counter has reached -3, 2 if one has reached 3, 0 otherwise.
int winner(const int counter[8])
{
    for (int i = 0; i < 8; i++) {
        if (counter[i] == -3) {
            return 1;
        }
        if (counter[i] == 3) {
            return 2;
        }
    }
    return 0;
}

void printMarkers(const int marker[9])
{
    for (int square = 0; square < 9; square++) {
        cout << setw(2) << marker[square];
        if (square % 3 < 2) {
            cout << ' ';
        } else {
            cout << endl;
        }
    }
}

int main()
{
    int counter[8] = {};
    int marker[9] = {}; // -1 is player 1, 1 is player 2
    int moves = 0;
    while (moves < 9) {
        int player = moves % 2 + 1;
        int square = 0;
        cout << "Player " << player << ", enter a square [0-8]: ";
        if (!(cin >> square)) {
            return 0;
        }
        if (square < 0 || square > 8) {
            cout << "That is no square! Choose a number from 0 to 8." << endl;
            continue;
        }
        if (marker[square] != 0) {
            cout << "Square " << square << " is already marked! Choose another." << endl;
            continue;
        }
        marker[square] = (player == 1) ? -1 : 1;
        count(counter, square, marker[square]);
        moves++;
        printMarkers(marker);
        if (winner(counter) != 0) {
            cout << "Player " << player << " wins!" << endl;
            return 0;
        }
    }
    cout << "match is drawn" << endl;
    return 0;
}
