#include <iostream>
using namespace std;

void printTTT(char grid[], int dim);
int checkForWinner(char grid[], int dim);
bool checkForDraw(char grid[], int dim);
char getEntryAtRC(char grid[], int dim, int r, int c);
int idxToRow(int idx);
int idxToCol(int idx);

int main()
{
  char tttdata[121];
  int dim;
  char player = 'X';
  cin >> dim;
  for (int i = 0; i < dim * dim; i++) tttdata[i] = '?';
  printTTT(tttdata, dim);
  while (true) {
    int square;
    cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
    if (!(cin >> square) || square < 0 || square >= dim * dim) return 0;
    if (tttdata[square] != '?') continue;
    tttdata[square] = player;
    printTTT(tttdata, dim);
    if (checkForWinner(tttdata, dim) != 0) {
      cout << player << " player wins!" << endl;
      return 0;
    }
    if (checkForDraw(tttdata, dim)) {
      cout << "Draw...game over!" << endl;
      return 0;
    }
    player = (player == 'X') ? 'O' : 'X';
  }
}

int idxToRow(int idx)
{
  return idx / dim;
}

int idxToCol(int idx)
{
  return idx % dim;
}

char getEntryAtRC(char grid[], int dim, int r, int c)
{
  return grid[r * dim + c];
}

void printTTT(char grid[], int dim)
{
  for (int i = 0; i < dim * dim; i++) {
    cout << " " << grid[i] << " ";
    if (idxToCol(i) < dim - 1) cout << "|";
    else cout << endl;
  }
}

int checkForWinner(char grid[], int dim)
{
  for (int r = 0; r < dim; r++) {
    int xs = 0, os = 0;
    for (int c = 0; c < dim; c++) {
      if (getEntryAtRC(grid, dim, r, c) == 'X') xs++;
      if (getEntryAtRC(grid, dim, r, c) == 'O') os++;
    }
    if (xs == dim) return 1
    if (os == dim) return 2;
  }
  return 0;
}

bool checkForDraw(char grid[], int dim)
{
  return false;
}
