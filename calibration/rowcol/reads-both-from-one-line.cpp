// Right: reads a line that must hold the row and the column. Rows and columns count from 0.
#include <iostream>
#include <sstream>
#include <string>
using namespace std;

const int SIZE = 3;
const char BLANK = '*';

void showBoard(const char board[SIZE][SIZE])
{
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            cout << ' ' << board[row][col] << ' ';
        }
        cout << endl;
    }
}

bool outOfBounds(int row, int col)
{
    return row < 0 || row >= SIZE || col < 0 || col >= SIZE;
}

bool wins(const char board[SIZE][SIZE], char tile)
{
    bool down = true;
    bool up = true;
    for (int i = 0; i < SIZE; i++) {
        bool acrossRow = true;
        bool alongCol = true;
        for (int j = 0; j < SIZE; j++) {
            acrossRow = acrossRow && board[i][j] == tile;
            alongCol = alongCol && board[j][i] == tile;
        }
        if (acrossRow) {
            return true;
        }
        if (alongCol) {
            return true;
        }
        down = down && board[i][i] == tile;
        up = up && board[SIZE - 1 - i][i] == tile;
    }
    return down || up;
}

// Asks the player until a free square is named and puts the tile there; false at the end of the input.
bool move(char board[SIZE][SIZE], int player, char tile)
{
    while (true) {
        int row = 0;
        int col = 0;
        string line;
        cout << "Player " << player << ", enter row and column: ";
        if (!getline(cin, line)) {
            return false;
        }
        istringstream numbers(line);
        if (!(numbers >> row >> col) || outOfBounds(row, col)) {
            cout << "ERROR: Out of Bounds" << endl;
            continue;
        }
        if (board[row][col] != BLANK) {
            cout << "ERROR: Slot is occupied." << endl;
            continue;
        }
        board[row][col] = tile;
        return true;
    }
}

int main()
{
    char board[SIZE][SIZE];
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            board[row][col] = BLANK;
        }
    }
    showBoard(board);

    for (int moveNum = 0; moveNum < SIZE * SIZE; moveNum++) {
        int player = moveNum % 2 + 1;
        char tile = (player == 1) ? 'X' : 'O';
        if (!move(board, player, tile)) {
            return 0;
        }
        showBoard(board);
        if (wins(board, tile)) {
            cout << tile << " wins" << endl;
            cout << "Player " << player << " wins!" << endl;
            cout << "GAME OVER!" << endl;
            return 0;
        }
    }
    cout << "It is a tie!" << endl;
    cout << "GAME OVER!" << endl;
    return 0;
}
