#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>
using namespace std;

int player = 1;
#define ROW_OF_FOUR char cells[4]

int gridState(long long grid, int pos) {
    return grid / (long long) pow(10, 16 - pos) % 10;
}

void printGrid(long long grid) {
    for (int row = 0; row < 4; row++) {
        ROW_OF_FOUR;
        for (int col = 0; col < 4; col++) {
            cells[col] = gridState(grid, row * 4 + col + 1) == 1 ? 'A' : gridState(grid, row * 4 + col + 1) == 2 ? 'B' : '.';
        }
        string line;
        for (int col = 0; col < 4; col++) {
            line += cells[col];
            if (col < 3) {
                line += ' ';
            }
        }
        printf("%s\n", line.c_str());
    }
}

bool isPlaceable(long long grid, int pos, int p) {
    if (pos < 1 || pos > 16 || p < 1 || p > 2) {
        return false;
    }
    if ((p == 1 && pos > 12) || (p == 2 && pos % 4 == 0)) {
        return false;
    }
    return gridState(grid, pos) == 0 && gridState(grid, p == 1 ? pos + 4 : pos + 1) == 0;
}

void putToGrid(long long &grid, int pos, int p) {
    vector<int> halves = {pos, p == 1 ? pos + 4 : pos + 1};
    for (int half : halves) {
        long long weight = 1;
        for (int i = half; i < 16; i++) {
            weight *= 10;
        }
        grid += p * weight;
    }
}

void put(long long &grid, int pos) {
    int halves = player == 1 ? 4 : 1;
    for (int half = pos; half <= pos + halves; half += halves) {
        long long weight = 1;
        for (int i = half; i < 16; i++) {
            weight *= 10;
        }
        grid += player * weight;
    }
}

bool canMove(long long grid) {
    set<int> places;
    for (int pos = 1; pos <= 16; pos++) {
        if (isPlaceable(grid, pos, player)) {
            places.insert(pos);
        }
    }
    return !places.empty();
}

int main() {
    long long grid = 0;
    printGrid(grid);
    while (canMove(grid)) {
        int pos = 0;
        printf("Player %d's move: ", player);
        fflush(stdout);
        if (scanf("%d", &pos) != 1) {
            return 0;
        }
        if (isPlaceable(grid, pos, player)) {
            put(grid, pos);
            printGrid(grid);
            player = 3 - player;
        } else {
            printf("Invalid! Try again.\n");
        }
    }
    printf("Player %d wins!\n", 3 - player);
    return 0;
}
