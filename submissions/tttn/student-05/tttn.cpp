#include <iostream>
using namespace std;

const char BLANK = '?';

char getEntryAtRC(char grid[], int dim, int r, int c) {
  return grid[r * dim + c];
}
int idxToRow(int idx, int dim) {
  return idx / dim;
}
int idxToCol(int idx, int dim) {
  return idx % dim;
}

void printTTT(char grid[], int dim) {
  int width = 4 * dim - 1;
  for (int row = 0; row < dim; row++) {
    for (int pos = 0; pos < width; pos++) {
      if (pos % 4 == 1) cout << getEntryAtRC(grid, dim, row, pos / 4);
      else if (pos % 4 == 3) cout << '|';
      else cout << ' ';
    }
    cout << '\n';
    if (row + 1 < dim) {
      for (int pos = 0; pos < width; pos++) cout << '-';
      cout << '\n';
    }
  }
}

bool wins(char grid[], int dim, char who) {
  bool down = true, up = true;
  for (int i = 0; i < dim; i++) {
    bool row = true, col = true;
    for (int j = 0; j < dim; j++) {
      if (getEntryAtRC(grid, dim, i, j) != who) row = false;
      if (getEntryAtRC(grid, dim, j, i) != who) col = false;
    }
    if (row || col) return true;
    if (getEntryAtRC(grid, dim, i, i) != who) down = false;
    if (getEntryAtRC(grid, dim, i, dim - 1 - i) != who) up = false;
  }
  return down || up;
}

int checkForWinner(char grid[], int dim) {
  if (wins(grid, dim, 'X')) return 1;
  if (wins(grid, dim, 'O')) return 2;
  return 0;
}

// nobody can win any more when there are no blanks left
bool checkForDraw(char grid[], int dim) {
  for (int i = 0; i < dim * dim; i++) {
    if (grid[i] == BLANK) return false;
  }
  return true;
}

int main() {
  char tttdata[121];
  int dim = 3;
  cin >> dim;
  for (char &square : tttdata) square = BLANK;
  printTTT(tttdata, dim);

  bool xTurn = true;
  int status = 0;
  bool draw = false;
  while (status == 0 && !draw) {
    int choice = 0;
    cout << "Player " << (xTurn ? 'X' : 'O') << " enter your square choice [0-" << dim * dim - 1 << "]: ";
    cin >> choice;
    while (choice >= 0 && choice < dim * dim && tttdata[choice] != BLANK) {
      cout << "Player " << (xTurn ? 'X' : 'O') << " enter your square choice [0-" << dim * dim - 1 << "]: ";
      cin >> choice;
    }
    if (choice < 0 || choice >= dim * dim) {
      return 0;
    }
    tttdata[choice] = xTurn ? 'X' : 'O';
    xTurn = !xTurn;
    printTTT(tttdata, dim);
    status = checkForWinner(tttdata, dim);
    draw = checkForDraw(tttdata, dim);
  }
  if (status == 1) cout << "X player wins!" << endl;
  else if (status == 2) cout << "O player wins!" << endl;
  else cout << "Draw...game over!" << endl;
}
