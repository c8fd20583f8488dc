#include <iostream>
using namespace std;

void printTTT(char grid[], int dim);
int checkForWinner(char grid[], int dim);
bool checkForDraw(char grid[], int dim);
char getEntryAtRC(char grid[], int dim, int r, int c);
int idxToRow(int idx, int dim) { return idx / dim; }
int idxToCol(int idx, int dim) { return idx - idxToRow(idx, dim) * dim; }

// asks until a free square is chosen, -1 means: leave the game
int askForSquare(char grid[], int dim, char turn)
{
    int last = dim * dim - 1;
    int square;
    while (true)
    {
        cout << "It's " << turn << "'s turn. Pick a square from 0 to " << last << " > ";
        if (!(cin >> square)) return -1;
        if (square < 0 || square > last) return -1;
        if (grid[square] == '?') return square;
        cout << "Somebody is already there!" << endl;
    }
}

// the game itself: X and O in turns until somebody wins, nobody can, or one leaves
int main()
{
    char tttdata[121];
    int dim;
    cin >> dim;
    for (int i = 0; i < 121; i++) tttdata[i] = '?';

    char xwins_msg[] = "X player wins!";
    char owins_msg[] = "O player wins!";
    char draw_msg[]  = "Draw...game over!";

    printTTT(tttdata, dim);
    int moves = 0;
    while (true)
    {
        char turn = moves % 2 == 0 ? 'X' : 'O';
        int square = askForSquare(tttdata, dim, turn);
        if (square == -1) return 0;
        tttdata[square] = turn;
        moves++;
        printTTT(tttdata, dim);

        int result = checkForWinner(tttdata, dim);
        if (result == 1) { cout << xwins_msg << endl; return 0; }
        if (result == 2) { cout << owins_msg << endl; return 0; }
        if (checkForDraw(tttdata, dim)) { cout << draw_msg << endl; return 0; }
    }
}

// one line for each row, dashes between them
void printTTT(char grid[], int dim)
{
    for (int r = 0; r < dim; r++)
    {
        if (r > 0)
        {
            for (int k = 1; k < 4 * dim; k++) cout << '-';
            cout << endl;
        }
        for (int c = 0; c < dim; c++)
        {
            if (c > 0) cout << "|";
            cout << " " << getEntryAtRC(grid, dim, r, c) << " ";
        }
        cout << endl;
    }
}

int checkForWinner(char grid[], int dim)
{
    // X counts +1 and O counts -1, a line is won when it adds up to dim or -dim
    int diag1 = 0, diag2 = 0;
    for (int a = 0; a < dim; a++)
    {
        int row = 0, col = 0;
        for (int b = 0; b < dim; b++)
        {
            char r = getEntryAtRC(grid, dim, a, b);
            char c = getEntryAtRC(grid, dim, b, a);
            if (r == 'X') row++;
            if (r == 'O') row--;
            if (c == 'X') col++;
            if (c == 'O') col--;
        }
        if (row == dim || col == dim) return 1;
        if (row == -dim || col == -dim) return 2;

        char d = getEntryAtRC(grid, dim, a, a);
        char e = getEntryAtRC(grid, dim, a, dim - 1 - a);
        if (d == 'X') diag1++;
        if (d == 'O') diag1--;
        if (e == 'X') diag2++;
        if (e == 'O') diag2--;
    }
    if (diag1 == dim || diag2 == dim) return 1;
    if (diag1 == -dim || diag2 == -dim) return 2;
    return 0;
}

bool checkForDraw(char grid[], int dim)
{
    bool d1x = false, d1o = false, d2x = false, d2o = false;
    for (int a = 0; a < dim; a++)
    {
        bool rx = false, ro = false, cx = false, co = false;
        for (int b = 0; b < dim; b++)
        {
            char r = getEntryAtRC(grid, dim, a, b);
            char c = getEntryAtRC(grid, dim, b, a);
            rx = rx || r == 'X';
            ro = ro || r == 'O';
            cx = cx || c == 'X';
            co = co || c == 'O';
        }
        if (!rx || !ro || !cx || !co) return false;
        char d = getEntryAtRC(grid, dim, a, a);
        char e = getEntryAtRC(grid, dim, a, dim - 1 - a);
        d1x = d1x || d == 'X';
        d1o = d1o || d == 'O';
        d2x = d2x || e == 'X';
        d2o = d2o || e == 'O';
    }
    return d1x && d1o && d2x && d2o;
}

char getEntryAtRC(char grid[], int dim, int r, int c)
{
    return grid[dim * r + c];
}
