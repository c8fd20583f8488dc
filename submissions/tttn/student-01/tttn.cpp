// NxN tic-tac-toe
#include <iostream>
using namespace std;

void printTTT(char grid[], int dim);
int checkForWinner(char grid[], int dim);
bool checkForDraw(char grid[], int dim);
char getEntryAtRC(char grid[], int dim, int r, int c);
int idxToRow(int idx, int dim);
int idxToCol(int idx, int dim);

// Starting at (r, c) and moving by (dr, dc): are all dim squares equal to who?
bool lineIsFull(char grid[], int dim, int r, int c, int dr, int dc, char who)
{
  for (int i = 0; i < dim; i++) {
    if (getEntryAtRC(grid, dim, r + i * dr, c + i * dc) != who) {
      return false;
    }
  }
  return true;
}

// Same walk, but is there at least one who on the line?
bool lineHas(char grid[], int dim, int r, int c, int dr, int dc, char who)
{
  for (int i = 0; i < dim; i++) {
    if (getEntryAtRC(grid, dim, r + i * dr, c + i * dc) == who) {
      return true;
    }
  }
  return false;
}

bool lineIsMixed(char grid[], int dim, int r, int c, int dr, int dc)
{
  return lineHas(grid, dim, r, c, dr, dc, 'X') && lineHas(grid, dim, r, c, dr, dc, 'O');
}

int main()
{
  char tttdata[121];
  int dim;
  cin >> dim;

  char xwins_msg[] = "X player wins!";
  char owins_msg[] = "O player wins!";
  char draw_msg[] = "Draw...game over!";

  for (int i = 0; i < dim * dim; i++) {
    tttdata[i] = '?';
  }
  printTTT(tttdata, dim);

  char player = 'X';
  bool done = false;
  while (!done) {
    int choice;
    do {
      cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]: ";
      if (!(cin >> choice) || choice < 0 || choice >= dim * dim) {
        return 0;
      }
    } while (tttdata[choice] != '?');

    tttdata[choice] = player;
    printTTT(tttdata, dim);

    int winner = checkForWinner(tttdata, dim);
    if (winner == 1) {
      cout << xwins_msg << endl;
      done = true;
    } else if (winner == 2) {
      cout << owins_msg << endl;
      done = true;
    } else if (checkForDraw(tttdata, dim)) {
      cout << draw_msg << endl;
      done = true;
    }
    player = (player == 'X') ? 'O' : 'X';
  }
  return 0;
}

void printTTT(char grid[], int dim)
{
  for (int r = 0; r < dim; r++) {
    for (int c = 0; c < dim; c++) {
      cout << " " << getEntryAtRC(grid, dim, r, c) << " ";
      if (c < dim - 1) {
        cout << "|";
      }
    }
    cout << endl;
    if (r < dim - 1) {
      for (int i = 0; i < dim * 4 - 1; i++) {
        cout << "-";
      }
      cout << endl;
    }
  }
}

int checkForWinner(char grid[], int dim)
{
  const char symbols[] = {'X', 'O'};
  for (int p = 0; p < 2; p++) {
    bool found = lineIsFull(grid, dim, 0, 0, 1, 1, symbols[p]) ||
                 lineIsFull(grid, dim, 0, dim - 1, 1, -1, symbols[p]);
    for (int i = 0; i < dim; i++) {
      found = found || lineIsFull(grid, dim, i, 0, 0, 1, symbols[p]) ||
              lineIsFull(grid, dim, 0, i, 1, 0, symbols[p]);
    }
    if (found) {
      return p + 1;
    }
  }
  return 0;
}

bool checkForDraw(char grid[], int dim)
{
  for (int i = 0; i < dim; i++) {
    if (!lineIsMixed(grid, dim, i, 0, 0, 1) || !lineIsMixed(grid, dim, 0, i, 1, 0)) {
      return false;
    }
  }
  return lineIsMixed(grid, dim, 0, 0, 1, 1) && lineIsMixed(grid, dim, 0, dim - 1, 1, -1);
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
