// Name: Sam Sample, student ID: 1155000008, e-mail: student-08@example.org
// CSCI1120 assignment 3: Domineering
#include <iostream>
using namespace std;

// The weight of position pos in the encoding: 10 to the power of 16 - pos
long long weight(int pos) {
    long long w = 1;
    for (int i = pos; i < 16; i++)
        w *= 10;
    return w;
}

int gridState(long long grid, int pos) {
    return grid / weight(pos) % 10;
}

void printGrid(long long grid) {
    for (int pos = 1; pos <= 16; pos++) {
        int state = gridState(grid, pos);
        if (state == 0)
            cout << '.';
        else if (state == 1)
            cout << 'A';
        else
            cout << 'B';
        if (pos % 4 == 0)
            cout << endl;
        else
            cout << ' ';
    }
}

bool isPlaceable(long long grid, int pos, int p) {
    if (pos < 1 || pos > 16)
        return false;
    if (p == 1 && pos <= 12)
        return gridState(grid, pos) == 0 && gridState(grid, pos + 4) == 0;
    if (p == 2 && pos % 4 != 0)
        return gridState(grid, pos) == 0 && gridState(grid, pos + 1) == 0;
    return false;
}

void putToGrid(long long &grid, int pos, int p) {
    int other = (p == 1) ? pos + 4 : pos + 1;
    grid += p * weight(pos) + p * weight(other);
}

// Is there any place left for player p?
bool canMove(long long grid, int p) {
    for (int pos = 1; pos <= 16; pos++)
        if (isPlaceable(grid, pos, p))
            return true;
    return false;
}

int main() {
    long long grid = 0;
    int player = 1;

    printGrid(grid);
    while (canMove(grid, player)) {
        int pos;
        cout << "Player " << player << "'s move: ";
        if (!(cin >> pos))
            return 0;
        if (!isPlaceable(grid, pos, player)) {
            cout << "Invalid! Try again." << endl;
            continue;
        }
        putToGrid(grid, pos, player);
        printGrid(grid);
        player = 3 - player;
    }
    cout << "Player " << 3 - player << " wins!" << endl;
    return 0;
}
