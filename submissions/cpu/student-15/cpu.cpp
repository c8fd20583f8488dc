#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <vector>
using namespace std;

vector<int> mine;    // the human's squares
vector<int> yours;   // the CPU's squares

bool has(const vector<int> &v, int pos) {
  return find(v.begin(), v.end(), pos) != v.end();
}

bool isFree(int pos) {
  return !has(mine, pos) && !has(yours, pos);
}

void show() {
  for (int pos = 1; pos <= 9; pos++) {
    char c = ' ';
    if (has(mine, pos)) c = 'X';
    if (has(yours, pos)) c = 'O';
    cout << c << (pos % 3 == 0 ? "\n" : "|");
    if (pos == 3 || pos == 6) cout << "-+-+-\n";
  }
}

bool wins(const vector<int> &v) {
  const int lines[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7},
                           {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};
  for (const auto &line : lines) {
    if (has(v, line[0]) && has(v, line[1]) && has(v, line[2])) return true;
  }
  return false;
}

int main() {
  srand(time(NULL));
  cout << "Welcome to TicTacToe in C++" << endl;
  show();
  string winner;
  while (winner == "") {
    int pos;
    cout << "Please Enter a Position [1-9]: ";
    if (!(cin >> pos)) return 1;
    if (pos < 1 || pos > 9 || !isFree(pos)) {
      cout << "Invalid Position, Please Try Again" << endl;
      continue;
    }
    cout << "Player: " << pos << endl;
    mine.push_back(pos);
    if (wins(mine)) {
      winner = "Player";
    } else if (mine.size() + yours.size() == 9) {
      winner = "Draw";
    } else {
      // a random number from 1 to 9 that is still free
      int guess = 1 + 9 * (rand() / RAND_MAX);
      while (!isFree(guess)) {
        cout << "CPU is thinking..." << endl;
        guess = 1 + 9 * (rand() / RAND_MAX);
      }
      cout << "CPU: " << guess << endl;
      yours.push_back(guess);
      if (wins(yours)) winner = "CPU";
    }
    show();
  }
  cout << "Game Over!" << endl;
  cout << "Winner: " << winner << endl;
}
