// tttn - n by n tic tac toe
#include <iostream>
using namespace std;

void printTTT(char grid[], int dim);
int checkForWinner(char grid[], int dim);
bool checkForDraw(char grid[], int dim);
char getEntryAtRC(char grid[], int dim, int r, int c);
int idxToRow(int idx, int dim);
int idxToCol(int idx, int dim);

void move(char grid[], int dim, char player)
{
  int n;
  cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
  cin >> n;
  // keep asking until the choice is good
  while (n < 0 || n > dim * dim - 1 || grid[n] != '?')
  {
    cout << "Sorry, you can't go there." << endl;
    cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
    cin >> n;
  }
  grid[n] = player;
}

int main()
{
  char tttdata[121];
  int dim;
  int turn = 0;
  cin >> dim;
  for (int i = 0; i < dim * dim; i++) tttdata[i] = '?';
  printTTT(tttdata, dim);
  while (true)
  {
    if (turn % 2 == 0) move(tttdata, dim, 'X');
    else move(tttdata, dim, 'O');
    turn++;
    printTTT(tttdata, dim);
    int w = checkForWinner(tttdata, dim);
    if (w == 1)
    {
      cout << "X player wins!" << endl;
      break;
    }
    else if (w == 2)
    {
      cout << "O player wins!" << endl;
      break;
    }
    else if (checkForDraw(tttdata, dim))
    {
      cout << "Draw...game over!" << endl;
      break;
    }
  }
  return 0;
}

void printTTT(char grid[], int dim)
{
  for (int r = 0; r < dim; r++)
  {
    for (int c = 0; c < dim; c++)
    {
      cout << " " << getEntryAtRC(grid, dim, r, c);
      if (c != dim - 1) cout << " |";
      else cout << " " << endl;
    }
    if (r == dim - 1) break;
    for (int d = 1; d <= dim * 4 - 1; d++) cout << "-";
    cout << endl;
  }
}

// every dim-long line is a start index and a step
bool sameLine(char grid[], int dim, int start, int step)
{
  for (int k = 1; k < dim; k++)
  {
    if (grid[start + k * step] != grid[start]) return false;
  }
  return grid[start] != '?';
}

bool blockedLine(char grid[], int dim, int start, int step)
{
  bool x = false, o = false;
  for (int k = 0; k < dim; k++)
  {
    if (grid[start + k * step] == 'X') x = true;
    if (grid[start + k * step] == 'O') o = true;
  }
  return x && o;
}

int checkForWinner(char grid[], int dim)
{
  char found = '?';
  for (int i = 0; i < dim; i++)
  {
    if (sameLine(grid, dim, i * dim, 1)) found = grid[i * dim];
    if (sameLine(grid, dim, i, dim)) found = grid[i];
  }
  if (sameLine(grid, dim, 0, dim + 1)) found = grid[0];
  if (sameLine(grid, dim, dim - 1, dim - 1)) found = grid[dim - 1];
  if (found == 'X') return 1;
  if (found == 'O') return 2;
  return 0;
}

bool checkForDraw(char grid[], int dim)
{
  for (int i = 0; i < dim; i++)
  {
    if (!blockedLine(grid, dim, i * dim, 1)) return false;
    if (!blockedLine(grid, dim, i, dim)) return false;
  }
  return blockedLine(grid, dim, 0, dim + 1) && blockedLine(grid, dim, dim - 1, dim - 1);
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
