#include <iostream>
#include <vector>
using namespace std;

typedef vector<vector<char>> Board;

void display(Board b)
{
	cout << "-------" << endl;
	for (auto &row : b)
	{
		for (char c : row) cout << "|" << c;
		cout << "|" << endl;
	}
	cout << "-------" << endl;
}

// check every row for three of the same
char checkRows(Board b)
{
	for (int i = 0; i < 3; i++)
		if (b[i][0] != '*' && b[i][0] == b[i][1] && b[i][1] == b[i][2])
			return b[i][0];
	return '*';
}

// check every column for three of the same
char checkColumns(Board b)
{
	for (int i = 0; i < 3; i++)
		if (b[i][0] != '*' && b[i][0] == b[i][1] && b[i][1] == b[i][2])
			return b[0][i];
	return '*';
}

char checkDiagonals(Board b)
{
	char middle = b[1][1];
	if (middle == b[0][0] && middle == b[2][2]) return middle;
	if (middle == b[0][2] && middle == b[2][0]) return middle;
	return '*';
}

bool tie(Board b)
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			if (b[i][j] == '*') return false;
	return true;
}

int main()
{
	Board b(3, vector<char>(3, '*'));
	int player = 1;
	display(b);
	while (true)
	{
		int r, c;
		cout << "Player " << player << " row: ";
		cin >> r;
		cout << "Player " << player << " column: ";
		cin >> c;
		if (cin.fail()) break;
		if (r < 0 || r > 2 || c < 0 || c > 2)
		{
			cout << "Please stay between 0 and 2!" << endl;
			continue;
		}
		if (b[r][c] != '*')
		{
			cout << "Not free!" << endl;
			continue;
		}
		b[r][c] = player == 1 ? 'X' : 'O';
		display(b);

		char winner = checkRows(b);
		if (winner == '*') winner = checkColumns(b);
		if (winner == '*') winner = checkDiagonals(b);
		if (winner != '*')
		{
			cout << "GAME OVER! The winner is " << winner << "." << endl;
			break;
		}
		if (tie(b))
		{
			cout << "GAME OVER! Tie game." << endl;
			break;
		}
		player = player == 1 ? 2 : 1;
	}
}
