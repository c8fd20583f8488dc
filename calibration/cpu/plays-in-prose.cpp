// Right: other words, squares shown by their numbers, and no announcement of the human.
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
        if (board[pos] == ' ') {
            cout << ' ' << pos << ' ';
        } else {
            cout << ' ' << board[pos] << ' ';
        }
        if (pos % 3 != 0) {
            cout << "|";
        } else {
            cout << endl;
        }
        if (pos == 3 || pos == 6) {
            cout << "---|---|---" << endl;
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
        cout << "Where do you want to go?" << endl;
        if (!(cin >> pos)) {
            return false;
        }
        if (isFree(board, pos)) {
            board[pos] = 'X';
            return true;
        }
        cout << "Sorry, you cannot go there." << endl;
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
    cout << "Computer plays " << pos << endl;
    board[pos] = 'O';
}

int main()
{
    srand(7);
    vector<char> board(10, ' ');
    string winner = "Draw";
    cout << "Welcome to TicTacToe in C++" << endl;
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
    if (winner == "Player") {
        cout << "Well done, you win!" << endl;
    } else if (winner == "CPU") {
        cout << "You lose, the computer has won." << endl;
    } else {
        cout << "It's a tie." << endl;
    }
    return 0;
}
