#include <iostream>
using namespace std;

long long ten(int exponent)
{
  if (exponent == 0) return 1;
  return 10 * ten(exponent - 1);
}

int gridState(long long grid, int pos)
{
  return (grid / ten(16 - pos)) % 10;
}

void printGrid(long long grid)
{
  char symbol;
  int count = 0;
  for (int pos = 1; pos < 17; pos++)
  {
    switch (gridState(grid, pos))
    {
      case 0: symbol = '.'; break;
      case 1: symbol = 'A'; break;
      case 2: symbol = 'B'; break;
    }
    if (pos % 4 == 1) cout << symbol;
    else cout << " " << symbol;
    if (pos % 4 == 0) cout << "\n";
  }
}

bool isPlaceable(long long grid, int pos, int p)
{
  unsigned int lastPos = 16;
  if (pos <= 0) return false;
  if (pos > lastPos) return false;
  if (p == 1 && pos > 12 || p == 2 && pos % 4 == 0) return false;
  int next = pos + 4;
  if (p == 2) next = pos + 1;
  return gridState(grid, pos) == 0 && gridState(grid, next) == 0;
}

void putToGrid(long long &grid, int pos, int p)
{
  grid += p * ten(16 - pos);
  if (p == 1) grid += ten(12 - pos);
  if (p == 2) grid += 2 * ten(15 - pos);
}

bool gameOver(long long grid, int p, int turns)
{
  for (int pos = 1; pos <= 16; pos++)
    if (isPlaceable(grid, pos, p)) return false;
  return true;
}

int main()
{
  long long grid = 0;
  int p = 1;
  int turns = 0;
  int pos = 0;
  printGrid(grid);
  while (!gameOver(grid, p, turns))
  {
    cout << "Player " << p << "'s move: ";
    cin >> pos;
    if (cin.eof()) return 1;
    if (isPlaceable(grid, pos, p))
    {
      putToGrid(grid, pos, p);
      printGrid(grid);
      p = p % 2 + 1;
      turns++;
    }
    else cout << "Invalid! Try again.\n";
  }
  cout << "Player " << p % 2 + 1 << " wins!" << endl;
  return 0;
}
