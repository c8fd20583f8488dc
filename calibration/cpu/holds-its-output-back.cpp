// Right: flushes nothing before it reads.
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

const int LINES[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7},
                         {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};

// board[1] to board[9] are the squares
void printGameBoard(const vector<char> &board)
{
    for (int pos = 1; pos <= 9; pos++) {
        cout << board[pos];
        if (pos % 3 != 0) {
            cout << "|";
        } else {
            cout << '\n';
        }
        if (pos == 3 || pos == 6) {
            cout << "-+-+-" << '\n';
        }
    }
}

bool isFree(const vector<char> &board, int pos)
{
    return pos >= 1 && pos <= 9 && board[pos] == ' ';
}

bool hasWon(const vector<char> &board, char symbol)
{
    for (const auto &line : LINES) {
        if (board[line[0]] == symbol && board[line[1]] == symbol && board[line[2]] == symbol) {
            return true;
        }
    }
    return false;
}

// Asks until a free square is named; false at the end of the input.
bool playerTurn(vector<char> &board)
{
    while (true) {
        int pos = 0;
        cout << "Please Enter a Position [1-9]: ";
        if (!(cin >> pos)) {
            return false;
        }
        if (isFree(board, pos)) {
            cout << "Player: " << pos << '\n';
            board[pos] = 'X';
            return true;
        }
        cout << "Invalid Position, Please Try Again" << '\n';
    }
}

void cpuTurn(vector<char> &board)
{
    vector<int> available;
    for (int pos = 1; pos <= 9; pos++) {
        if (isFree(board, pos)) {
            available.push_back(pos);
        }
    }
    int pos = available[rand() % available.size()];
    cout << "CPU: " << pos << '\n';
    board[pos] = 'O';
}

int main()
{
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    srand(7);
    vector<char> board(10, ' ');
    string winner = "Draw";
    cout << "Welcome to TicTacToe in C++" << '\n';
    printGameBoard(board);

    for (int taken = 0; taken < 9 && winner == "Draw";) {
        if (!playerTurn(board)) {
            return 0;
        }
        taken++;
        if (hasWon(board, 'X')) {
            winner = "Player";
        } else if (taken < 9) {
            cpuTurn(board);
            taken++;
            if (hasWon(board, 'O')) {
                winner = "CPU";
            }
        }
        printGameBoard(board);
    }
    cout << "Game Over!" << '\n';
    cout << "Winner: " << winner << '\n';
    return 0;
}
