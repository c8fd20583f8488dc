/* Tic Tac Toe for any size.
   I print a new line after every question because it looks nicer. */
#include <iostream>

using std::cin;
using std::cout;
using std::endl;

int idxToRow(int idx, int dim) {
	return idx / dim;
}

int idxToCol(int idx, int dim) {
	return idx % dim;
}

char getEntryAtRC(char grid[], int dim, int r, int c) {
	return grid[r * dim + c];
}

void printTTT(char grid[], int dim) {
	for (int i = 0; i < dim * dim; i++) {
		cout << " " << grid[i];
		if (idxToCol(i, dim) != dim - 1) {
			cout << " |";
			continue;
		}
		cout << endl;
		if (idxToRow(i, dim) != dim - 1) {
			for (int d = 0; d < dim; d++) {
				cout << (d == 0 ? "---" : "----");
			}
			cout << endl;
		}
	}
}

// how often ch stands in row r / column c / one of the diagonals
int countRow(char grid[], int dim, int r, char ch) {
	int n = 0;
	for (int c = 0; c < dim; c++) n += getEntryAtRC(grid, dim, r, c) == ch;
	return n;
}

int countCol(char grid[], int dim, int c, char ch) {
	int n = 0;
	for (int r = 0; r < dim; r++) n += getEntryAtRC(grid, dim, r, c) == ch;
	return n;
}

int countDown(char grid[], int dim, char ch) {
	int n = 0;
	for (int i = 0; i < dim; i++) n += getEntryAtRC(grid, dim, i, i) == ch;
	return n;
}

int countUp(char grid[], int dim, char ch) {
	int n = 0;
	for (int i = 0; i < dim; i++) n += getEntryAtRC(grid, dim, dim - 1 - i, i) == ch;
	return n;
}

int checkForWinner(char grid[], int dim) {
	for (int who = 1; who <= 2; who++) {
		char ch = who == 1 ? 'X' : 'O';
		for (int i = 0; i < dim; i++) {
			if (countRow(grid, dim, i, ch) == dim) return who;
			if (countCol(grid, dim, i, ch) == dim) return who;
		}
		if (countDown(grid, dim, ch) == dim) return who;
		if (countUp(grid, dim, ch) == dim) return who;
	}
	return 0;
}

bool checkForDraw(char grid[], int dim) {
	for (int who = 1; who <= 2; who++) {
		char ch = who == 1 ? 'X' : 'O';
		for (int i = 0; i < dim; i++) {
			if (countRow(grid, dim, i, ch) == 0) return false;
			if (countCol(grid, dim, i, ch) == 0) return false;
		}
		if (countDown(grid, dim, ch) == 0) return false;
		if (countUp(grid, dim, ch) == 0) return false;
	}
	return true;
}

int main() {
	char tttdata[121];
	int dim = 0;

	cout << "Enter the dimension (3, 5, 7, 9 or 11):" << endl;
	cin >> dim;
	for (int i = 0; i < dim * dim; i++) tttdata[i] = '?';
	printTTT(tttdata, dim);

	for (int turn = 0; turn < dim * dim; turn++) {
		char player = turn % 2 ? 'O' : 'X';
		int square = -1;
		bool asking = true;
		while (asking) {
			cout << "Player " << player << " enter your square choice [0-" << dim * dim - 1 << "]:" << endl;
			cin >> square;
			if (cin.fail() || square < 0 || square >= dim * dim) return 0;
			asking = tttdata[square] != '?';
		}
		tttdata[square] = player;
		printTTT(tttdata, dim);

		if (checkForWinner(tttdata, dim) == 1) {
			cout << "X player wins!" << endl;
			return 0;
		}
		if (checkForWinner(tttdata, dim) == 2) {
			cout << "O player wins!" << endl;
			return 0;
		}
		if (checkForDraw(tttdata, dim)) {
			cout << "Draw...game over!" << endl;
			return 0;
		}
	}
	return 0;
}
