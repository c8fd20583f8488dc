#include <iostream>
#include <array>
using namespace std;

struct State {
  array<int, 8> counter{};
  array<int, 9> marker{};
};

void mark(State &s, int i, int value) {
  s.marker[i] = value;
  s.counter[i % 3] += value;
  s.counter[i / 3 + 3] += value;
  if (i % 3 == i / 3) s.counter[6] += value;
  else if (i % 3 + i / 3 == 2) s.counter[7] += value;
}

int winner(const State &s) {
  for (int c : s.counter) {
    if (c == -3) return 1;
    if (c == 3) return 2;
  }
  return 0;
}

int main() {
  State s;
  int moves = 0;
  cout << "Squares are numbered 0 to 8, row by row." << endl;
  while (moves < 9) {
    int player = moves % 2 == 0 ? 1 : 2;
    cout << "Player " << player << ": ";
    int i;
    if (!(cin >> i)) {
      cout << "bye" << endl;
      return 0;
    }
    if (i < 0 || i >= 9) {
      cout << "no such square" << endl;
    } else if (s.marker[i] != 0) {
      cout << "square is marked already" << endl;
    } else {
      mark(s, i, player == 1 ? -1 : 1);
      moves++;
      if (winner(s) != 0) {
        cout << "player " << winner(s) << " has won the match" << endl;
        return 0;
      }
    }
  }
  cout << "the match is drawn" << endl;
}
