// Name: Kim Calibration, student ID: 1155000000, e-mail: calibration@example.org
// Wrong: there is no blank between the squares of a row. The game itself is right.
#include <iostream>
using namespace std;

// Returns 10 to the power of n, for n from 0 to 15.
long long powerOfTen(int n) {
    long long power = 1;
    for (int i = 0; i < n; i++) {
        power *= 10;
    }
    return power;
}

// Returns the state of position pos: 0 is empty, 1 is A, 2 is B.
int gridState(long long grid, int pos) {
    return grid / powerOfTen(16 - pos) % 10;
}

// Prints the grid in four rows.
void printGrid(long long grid) {
    for (int pos = 1; pos <= 16; pos++) {
        int state = gridState(grid, pos);
        if (state == 1) {
            cout << 'A';
        } else if (state == 2) {
            cout << 'B';
        } else {
            cout << '.';
        }
        if (pos % 4 == 0) {
            cout << endl;
        }
    }
}

// Returns the second position of a domino that player p starts at pos.
int secondHalf(int pos, int p) {
    if (p == 1) {
        return pos + 4;
    }
    return pos + 1;
}

// Can player p put a domino to position pos?
bool isPlaceable(long long grid, int pos, int p) {
    if (pos < 1 || pos > 16) {
        return false;
    }
    if (p != 1 && p != 2) {
        return false;
    }
    if (p == 1 && pos > 12) {
        return false; // nothing below the bottom row
    }
    if (p == 2 && pos % 4 == 0) {
        return false; // nothing to the right of the last column
    }
    return gridState(grid, pos) == 0 && gridState(grid, secondHalf(pos, p)) == 0;
}

// Puts a domino of player p to position pos, which must be placeable.
void putToGrid(long long &grid, int pos, int p) {
    grid += p * powerOfTen(16 - pos);
    grid += p * powerOfTen(16 - secondHalf(pos, p));
}

// Has player p any placeable position?
bool canMove(long long grid, int p) {
    for (int pos = 1; pos <= 16; pos++) {
        if (isPlaceable(grid, pos, p)) {
            return true;
        }
    }
    return false;
}

int main() {
    long long grid = 0;
    int p = 1;
    printGrid(grid);
    while (canMove(grid, p)) {
        int pos = 0;
        cout << "Player " << p << "'s move: ";
        if (!(cin >> pos)) {
            return 0;
        }
        if (isPlaceable(grid, pos, p)) {
            putToGrid(grid, pos, p);
            printGrid(grid);
            p = 3 - p;
        } else {
            cout << "Invalid! Try again." << endl;
        }
    }
    cout << "Player " << 3 - p << " wins!" << endl;
    return 0;
}
