#include <iostream>
using namespace std;

int idxToRow(int idx, int dim) { return idx / dim; }
int idxToCol(int idx, int dim) { return idx % dim; }
char getEntryAtRC(char grid[], int dim, int r, int c) { return grid[r * dim + c]; }

void dashes(int howMany)
{
  for (int i = 0; i < howMany; i++)
    cout << "-";
  cout << endl;
}

void printTTT(char grid[], int dim)
{
  for (int r = 0; r < dim; r++)
  {
    for (int c = 0; c < dim - 1; c++)
      cout << " " << getEntryAtRC(grid, dim, r, c) << " |";
    cout << " " << getEntryAtRC(grid, dim, r, dim - 1) << " " << endl;
    if (r != dim - 1)
      dashes(dim * 4 - 1);
  }
}

int playerNumber(char symbol)
{
  if (symbol == 'X')
    return 1;
  if (symbol == 'O')
    return 2;
  return 0;
}

int checkForWinner(char grid[], int dim)
{
  // rows
  for (int r = 0; r < dim; r++)
  {
    char first = getEntryAtRC(grid, dim, r, 0);
    bool same = first != '?';
    for (int c = 1; c < dim; c++)
      if (getEntryAtRC(grid, dim, r, c) != first)
        same = false;
    if (same)
      return playerNumber(first);
  }
  // columns
  for (int c = 0; c < dim; c++)
  {
    char first = getEntryAtRC(grid, dim, 0, c);
    bool same = first != '?';
    for (int r = 1; r < dim; r++)
      if (getEntryAtRC(grid, dim, r, c) != first)
        same = false;
    if (same)
      return playerNumber(first);
  }
  // diagonal
  char corner = grid[0];
  bool same = corner != '?';
  for (int i = 1; i < dim; i++)
    if (getEntryAtRC(grid, dim, i, i) != corner)
      same = false;
  if (same)
    return playerNumber(corner);
  return 0;
}

bool checkForDraw(char grid[], int dim)
{
  int xMain = 0, oMain = 0, xAnti = 0, oAnti = 0;
  for (int i = 0; i < dim; i++)
  {
    int xRow = 0, oRow = 0, xCol = 0, oCol = 0;
    for (int j = 0; j < dim; j++)
    {
      if (getEntryAtRC(grid, dim, i, j) == 'X') xRow++;
      if (getEntryAtRC(grid, dim, i, j) == 'O') oRow++;
      if (getEntryAtRC(grid, dim, j, i) == 'X') xCol++;
      if (getEntryAtRC(grid, dim, j, i) == 'O') oCol++;
    }
    if (xRow * oRow * xCol * oCol == 0)
      return false;
    if (getEntryAtRC(grid, dim, i, i) == 'X') xMain++;
    if (getEntryAtRC(grid, dim, i, i) == 'O') oMain++;
    if (getEntryAtRC(grid, dim, i, dim - i - 1) == 'X') xAnti++;
    if (getEntryAtRC(grid, dim, i, dim - i - 1) == 'O') oAnti++;
  }
  return xMain * oMain * xAnti * oAnti != 0;
}

int main()
{
  char tttdata[121];
  int dim, square;
  char player = 'X';

  cin >> dim;
  for (int i = 0; i < dim * dim; i++)
    tttdata[i] = '?';
  printTTT(tttdata, dim);

  cout << "Player X enter your square choice [0-" << dim * dim - 1 << "]: ";
  while (cin >> square)
  {
    if (square < 0 || square >= dim * dim)
      return 0;
    if (tttdata[square] == '?')
    {
      tttdata[square] = player;
      printTTT(tttdata, dim);
      int winner = checkForWinner(tttdata, dim);
      if (winner != 0)
      {
        cout << (winner == 1 ? "X" : "O") << " player wins!" << endl;
        return 0;
      }
      if (checkForDraw(tttdata, dim))
      {
        cout << "Draw...game over!" << endl;
        return 0;
      }
      player = player == 'X' ? 'O' : 'X';
    }
    cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
  }
  return 0;
}
