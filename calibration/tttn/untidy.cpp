#include <iostream>
using namespace std;
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
  char board[11][11];
  for (int i = 0; i < dim * dim; i++) board[i / dim][i % dim] = grid[i];
  for (int k = 0; k < 2; k++) {
    char who = k == 0 ? 'X' : 'O';
    int d1 = 0, d2 = 0;
    for (int i = 0; i < dim; i++) {
      int inRow = 0, inCol = 0;
      for (int j = 0; j < dim; j++) { inRow += board[i][j] == who ? 1 : 0; inCol += board[j][i] == who ? 1 : 0; if (inRow == dim || inCol == dim) { return k + 1; } }
      d1 += board[i][i] == who; d2 += board[i][dim - 1 - i] == who;
    }
    if (d1 == dim || d2 == dim) return k + 1;
  }
  return 0;
}
bool checkForDraw(char grid[], int dim)
{
  for (int k = 0; k < 2; k++) {
    char who = k == 0 ? 'X' : 'O';
    int d1 = 0, d2 = 0;
    for (int i = 0; i < dim; i++) {
      int inRow = 0, inCol = 0;
      for (int j = 0; j < dim; j++) {
        inRow += getEntryAtRC(grid, dim, i, j) == who;
        inCol += getEntryAtRC(grid, dim, j, i) == who;
      }
      if (inRow == 0 || inCol == 0) return false;
      d1 += getEntryAtRC(grid, dim, i, i) == who;
      d2 += getEntryAtRC(grid, dim, i, dim - 1 - i) == who;
    }
    if (d1 == 0 || d2 == 0) return false;
  }
  return true;
}
int main()
{
  char tttdata[121];
  int dim;
  cin >> dim;
  for (int i = 0; i < dim * dim; i++) {
    tttdata[i] = '?';
  }
  printTTT(tttdata, dim);
  char player = 'X';
  while (true) {
    int square = -1;
    bool asks = true;
    while (asks) {
      cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
      if (!(cin >> square)) {
        return 0;
      }
      if (square < 0 || square >= dim * dim) {
        return 0;
      }
      if (tttdata[square] == '?') {
        asks = false;
      }
    }
    tttdata[square] = player;
    printTTT(tttdata, dim);
    if (checkForWinner(tttdata, dim) != 0) {
      cout << player << " player wins!" << endl;
      return 0;
    }
    bool isDraw = true;
    int d1 = 0;
    int d2 = 0;
    int e1 = 0;
    int e2 = 0;
    for (int i = 0; i < dim; i++) {
      int x1 = 0;
      int x2 = 0;
      int o1 = 0;
      int o2 = 0;
      for (int j = 0; j < dim; j++) {
        x1 += tttdata[i * dim + j] == 'X';
        x2 += tttdata[j * dim + i] == 'X';
        o1 += tttdata[i * dim + j] == 'O';
        o2 += tttdata[j * dim + i] == 'O';
      }
      d1 += tttdata[i * dim + i] == 'X';
      d2 += tttdata[i * dim + dim - 1 - i] == 'X';
      e1 += tttdata[i * dim + i] == 'O';
      e2 += tttdata[i * dim + dim - 1 - i] == 'O';
      if (x1 == 0 || x2 == 0 || o1 == 0 || o2 == 0) {
        isDraw = false;
      }
    }
    if (d1 == 0 || d2 == 0 || e1 == 0 || e2 == 0) {
      isDraw = false;
    }
    if (isDraw) {
      cout << "Draw...game over!" << endl;
      return 0;
    }
    if (player == 'X') {
      player = 'O';
    } else {
      player = 'X';
    }
  }
}
