// N×N tic-tac-toe, with one fault: it shows the board once more when a player leaves.
#include <iostream>
using namespace std;

// Prints the board, rows separated by dashes.
void printTTT(char grid[], int dim);
// Returns 1 if X has filled a line, 2 if O has, 0 otherwise.
int checkForWinner(char grid[], int dim);
// Returns true if every line holds at least one X and one O.
bool checkForDraw(char grid[], int dim);
// Returns the entry at row r and column c.
char getEntryAtRC(char grid[], int dim, int r, int c);
// Return the row and the column of a 1D index.
int idxToRow(int idx, int dim);
int idxToCol(int idx, int dim);

// Counts player's symbols in a row, in a column, and on the diagonals (0 is the
// one that starts at the top left, 1 the one that starts at the top right).
int countInRow(char grid[], int dim, int r, char player);
int countInCol(char grid[], int dim, int c, char player);
int countInDiagonal(char grid[], int dim, int which, char player);

// Asks until player names a blank square and returns it; -1 if player quits.
int getSquare(char grid[], int dim, char player);

int main()
{
  char tttdata[121] = {};
  int dim;
  char xwins_msg[] = "X player wins!";
  char owins_msg[] = "O player wins!";
  char draw_msg[] = "Draw...game over!";

  cin >> dim;
  for (int i = 0; i < dim * dim; i++) {
    tttdata[i] = '?';
  }
  printTTT(tttdata, dim);

  char player = 'X';
  bool done = false;
  while (!done) {
    int square = getSquare(tttdata, dim, player);
    if (square == -1) {
      printTTT(tttdata, dim);
      return 0;
    }
    tttdata[square] = player;

    printTTT(tttdata, dim);

    int winner = checkForWinner(tttdata, dim);
    if (winner == 1) {
      cout << xwins_msg << endl;
      done = true;
    }
    else if (winner == 2) {
      cout << owins_msg << endl;
      done = true;
    }
    else if (checkForDraw(tttdata, dim)) {
      cout << draw_msg << endl;
      done = true;
    }

    if (player == 'X') {
      player = 'O';
    }
    else {
      player = 'X';
    }
  }
  return 0;
}

int getSquare(char grid[], int dim, char player)
{
  while (true) {
    int square = -1;
    cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
    if (!(cin >> square)) {
      return -1;
    }
    if (square < 0 || square >= dim * dim) {
      return -1;
    }
    if (grid[square] == '?') {
      return square;
    }
  }
}

void printTTT(char grid[], int dim)
{
  for (int r = 0; r < dim; r++) {
    for (int c = 0; c < dim; c++) {
      cout << ' ' << getEntryAtRC(grid, dim, r, c) << ' ';
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

int checkForWinner(char grid[], int dim)
{
  for (int i = 0; i < dim * dim; i += dim + 1) {
    // every row and every column crosses the diagonal once
    int r = idxToRow(i, dim);
    int c = idxToCol(i, dim);
    if (countInRow(grid, dim, r, 'X') == dim || countInCol(grid, dim, c, 'X') == dim) {
      return 1;
    }
    if (countInRow(grid, dim, r, 'O') == dim || countInCol(grid, dim, c, 'O') == dim) {
      return 2;
    }
  }
  for (int which = 0; which < 2; which++) {
    if (countInDiagonal(grid, dim, which, 'X') == dim) {
      return 1;
    }
    if (countInDiagonal(grid, dim, which, 'O') == dim) {
      return 2;
    }
  }
  return 0;
}

bool checkForDraw(char grid[], int dim)
{
  for (int i = 0; i < dim; i++) {
    if (countInRow(grid, dim, i, 'X') == 0 || countInRow(grid, dim, i, 'O') == 0) {
      return false;
    }
    if (countInCol(grid, dim, i, 'X') == 0 || countInCol(grid, dim, i, 'O') == 0) {
      return false;
    }
  }
  for (int which = 0; which < 2; which++) {
    if (countInDiagonal(grid, dim, which, 'X') == 0 || countInDiagonal(grid, dim, which, 'O') == 0) {
      return false;
    }
  }
  return true;
}

int countInRow(char grid[], int dim, int r, char player)
{
  int count = 0;
  for (int c = 0; c < dim; c++) {
    if (getEntryAtRC(grid, dim, r, c) == player) {
      count++;
    }
  }
  return count;
}

int countInCol(char grid[], int dim, int c, char player)
{
  int count = 0;
  for (int r = 0; r < dim; r++) {
    if (getEntryAtRC(grid, dim, r, c) == player) {
      count++;
    }
  }
  return count;
}

int countInDiagonal(char grid[], int dim, int which, char player)
{
  int count = 0;
  for (int r = 0; r < dim; r++) {
    int c = (which == 0) ? r : dim - 1 - r;
    if (getEntryAtRC(grid, dim, r, c) == player) {
      count++;
    }
  }
  return count;
}

char getEntryAtRC(char grid[], int dim, int r, int c)
{
  return grid[r * dim + c];
}

int idxToRow(int idx, int dim)
{
  return idx / dim;
}

int idxToCol(int idx, int dim)
{
  return idx % dim;
}
