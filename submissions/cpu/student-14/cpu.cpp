// Human (X) against the computer (O)
#include <cstdlib>
#include <ctime>
#include <iostream>
using namespace std;

char board[10];   // squares 1 to 9, index 0 is not used

void printBoard()
{
  for (int i = 1; i <= 9; i++)
  {
    cout << board[i];
    if (i % 3 != 0) cout << "|";
    else if (i != 9) cout << endl << "-+-+-" << endl;
  }
  cout << endl;
}

bool three(int a, int b, int c)
{
  return board[a] != ' ' && board[a] == board[b] && board[b] == board[c];
}

bool somebodyWon()
{
  return three(1, 2, 3) || three(4, 5, 6) || three(7, 8, 9) ||
         three(1, 4, 7) || three(2, 5, 8) || three(3, 6, 9) ||
         three(1, 5, 9) || three(3, 5, 7);
}

int playerTurn()
{
  int pos;
  cout << "Please Enter a Position [1-9]: ";
  while (cin >> pos)
  {
    if (pos >= 1 && pos <= 9 && board[pos] == ' ')
    {
      cout << "Player: " << pos << endl;
      board[pos] = 'X';
      return pos;
    }
    cout << "Invalid Position, Please Try Again" << endl;
    cout << "Please Enter a Position [1-9]: ";
  }
  return 0;
}

void cpuTurn()
{
  int pos = 1 + rand() % 9;
  while (board[pos] != ' ') pos = 1 + rand() % 9;
  cout << "CPU: " << pos << endl;
  board[pos] = 'O';
}

int main()
{
  srand(time(0));
  for (int i = 0; i < 10; i++) board[i] = ' ';

  cout << "Welcome to TicTacToe in C++" << endl;
  printBoard();
  const char *winner = "Draw";
  for (int move = 1; move <= 9; move++)
  {
    if (move % 2 == 1)
    {
      if (playerTurn() == 0) return 1;
    }
    else
    {
      cpuTurn();
    }
    if (move % 2 == 0 || somebodyWon() || move == 9) printBoard();
    if (somebodyWon())
    {
      winner = move % 2 == 1 ? "Player" : "CPU";
      break;
    }
  }
  cout << "Game Over!" << endl;
  cout << "Winner: " << winner << endl;
  return 0;
}
