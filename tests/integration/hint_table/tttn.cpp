// N×N tic-tac-toe as a beginner writes it, and right.
#include <iostream>
using namespace std;

void printTTT(char grid[], int dim) {
    for (int r = 0; r < dim; r++) {
        for (int c = 0; c < dim; c++) {
            cout << ' ' << grid[r * dim + c] << ' ';
            if (c < dim - 1) {
                cout << '|';
            }
        }
        cout << endl;
        if (r < dim - 1) {
            for (int i = 0; i < 4 * dim - 1; i++) {
                cout << '-';
            }
            cout << endl;
        }
    }
}

bool wins(char grid[], int dim, char player) {
    for (int r = 0; r < dim; r++) {
        int inRow = 0;
        for (int c = 0; c < dim; c++) {
            if (grid[r * dim + c] == player) inRow++;
        }
        if (inRow == dim) return true;
    }
    for (int c = 0; c < dim; c++) {
        int inColumn = 0;
        for (int r = 0; r < dim; r++) {
            if (grid[r * dim + c] == player) inColumn++;
        }
        if (inColumn == dim) return true;
    }
    int down = 0;
    int up = 0;
    for (int i = 0; i < dim; i++) {
        if (grid[i * dim + i] == player) down++;
        if (grid[i * dim + dim - 1 - i] == player) up++;
    }
    return down == dim || up == dim;
}

int checkForWinner(char grid[], int dim) {
    if (wins(grid, dim, 'X')) return 1;
    if (wins(grid, dim, 'O')) return 2;
    return 0;
}

bool blocked(char grid[], int dim, int first, int step) {
    bool hasX = false;
    bool hasO = false;
    for (int i = 0; i < dim; i++) {
        if (grid[first + i * step] == 'X') hasX = true;
        if (grid[first + i * step] == 'O') hasO = true;
    }
    return hasX && hasO;
}

bool checkForDraw(char grid[], int dim) {
    for (int i = 0; i < dim; i++) {
        if (!blocked(grid, dim, i * dim, 1)) return false;
        if (!blocked(grid, dim, i, dim)) return false;
    }
    return blocked(grid, dim, 0, dim + 1) && blocked(grid, dim, dim - 1, dim - 1);
}

int main() {
    int dim = 0;
    cin >> dim;
    char grid[121] = {};
    for (int i = 0; i < dim * dim; i++) {
        grid[i] = '?';
    }
    printTTT(grid, dim);
    char player = 'X';
    while (true) {
        int square = 0;
        cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
        if (!(cin >> square)) {
            return 0;
        }
        if (square < 0 || square >= dim * dim) {
            return 0;
        }
        if (grid[square] != '?') {
            continue;
        }
        grid[square] = player;
        printTTT(grid, dim);
        int winner = checkForWinner(grid, dim);
        if (winner == 1) {
            cout << "X player wins!" << endl;
            break;
        }
        if (winner == 2) {
            cout << "O player wins!" << endl;
            break;
        }
        if (checkForDraw(grid, dim)) {
            cout << "Draw...game over!" << endl;
            break;
        }
        player = player == 'X' ? 'O' : 'X';
    }
    return 0;
}
