/* TIC TAC TOE
   two players, rows and columns are numbered 1 2 3 */
#include <cstdlib>
#include <iostream>
using namespace std;

class Game {
public:
    Game() : used(0) {
        for (int i = 0; i < 9; i++)
            cell[i] = '*';
    }

    void print() const {
        cout << "    1   2   3" << endl;
        for (int r = 0; r < 3; r++) {
            cout << r + 1 << "   " << cell[3 * r] << " | " << cell[3 * r + 1] << " | " << cell[3 * r + 2] << endl;
            if (r < 2)
                cout << "   ---+---+---" << endl;
        }
        cout << endl;
    }

    // puts the mark if it can be put there
    bool put(int row, int column, char mark) {
        if (row < 1 || row > 3 || column < 1 || column > 3) {
            cout << "ERROR: Out of Bounds" << endl;
            return false;
        }
        char &place = cell[3 * (row - 1) + column - 1];
        if (place != '*') {
            cout << "ERROR: Slot is occupied." << endl;
            return false;
        }
        place = mark;
        used++;
        return true;
    }

    bool full() const { return used == 9; }

    bool won(char m) const {
        for (int i = 0; i < 3; i++)
            if (line(m, 3 * i, 1) || line(m, i, 3))
                return true;
        return line(m, 0, 4) || line(m, 2, 2);
    }

private:
    bool line(char m, int from, int step) const {
        return cell[from] == m && cell[from + step] == m && cell[from + 2 * step] == m;
    }

    char cell[9];
    int used;
};

int ask(char mark, const char what[]) {
    int n;
    cout << "Player " << mark << ", enter the " << what << " (1-3): ";
    if (!(cin >> n))
        exit(0);
    return n;
}

int main() {
    Game game;
    char mark = 'X';
    game.print();
    for (;;) {
        int row = ask(mark, "row");
        int column = ask(mark, "column");
        if (!game.put(row, column, mark))
            continue;
        game.print();
        if (game.won(mark)) {
            cout << "Player " << mark << " is the winner!" << endl;
            break;
        }
        if (game.full()) {
            cout << "Nobody wins, the game is a draw." << endl;
            break;
        }
        mark = mark == 'X' ? 'O' : 'X';
    }
    return 0;
}
