// Tic-tac-toe for two players, rows and columns are 0, 1 and 2
#include <iostream>
#include <string>
using namespace std;

const int SIZE = 3;

void showBoard(const string board[SIZE][SIZE])
{
    for (int row = 0; row < SIZE; row++)
    {
        for (int col = 0; col < SIZE; col++)
            cout << board[row][col] << " ";
        cout << endl;
    }
}

bool hasWon(const string board[SIZE][SIZE], string tile)
{
    for (int i = 0; i < SIZE; i++)
    {
        if (board[i][0] == tile && board[i][1] == tile && board[i][2] == tile)
            return true;
        if (board[0][i] == tile && board[1][i] == tile && board[2][i] == tile)
            return true;
    }
    if (board[1][1] != tile)
        return false;
    return (board[0][0] == tile && board[2][2] == tile) ||
           (board[0][2] == tile && board[2][0] == tile);
}

int main()
{
    string board[SIZE][SIZE];
    for (int row = 0; row < SIZE; row++)
        for (int col = 0; col < SIZE; col++)
            board[row][col] = "*";

    showBoard(board);
    int moves = 0;
    while (moves < SIZE * SIZE)
    {
        int player = moves % 2 + 1;
        string tile = player == 1 ? "X" : "O";

        int row, col;
        cout << "Player " << player << " (" << tile << "), row (0-2)? ";
        cin >> row;
        cout << "Player " << player << " (" << tile << "), column (0-2)? ";
        cin >> col;
        if (!cin)
            return 1;

        if (row < 0 || row >= SIZE || col < 0 || col >= SIZE)
        {
            cout << "That is not on the board." << endl;
            continue;
        }
        if (board[row][col] != "*")
        {
            cout << "That square is taken." << endl;
            continue;
        }

        board[row][col] = tile;
        moves++;
        showBoard(board);
        if (hasWon(board, tile))
        {
            cout << "Congratulations, player " << player << "! " << tile << " wins." << endl;
            return 0;
        }
    }
    cout << "It is a tie." << endl;
    return 0;
}
