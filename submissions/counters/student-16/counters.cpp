// The eight counters: columns 0-2, rows 3-5, diagonals 6 and 7.
// Player 1 counts down, player 2 counts up; a counter at -3 or 3 is a win.
#include <iostream>
using namespace std;

int main()
{
    int counter[8] = {0};
    int marker[9] = {0};

    for (int move = 0; move < 9; move++)
    {
        int player = move % 2 + 1;
        int step = player == 1 ? -1 : 1;

        int index;
        cout << "Player " << player << ", your index (0 to 8): ";
        cin >> index;
        while (cin && (index < 0 || index > 8 || marker[index] != 0))
        {
            if (index < 0 || index > 8)
                cout << "The index must be from 0 to 8. Again: ";
            else
                cout << "Index " << index << " is already marked. Again: ";
            cin >> index;
        }
        if (!cin)
        {
            return 0;
        }

        marker[index] = step;
        int col = index % 3, row = index / 3;
        counter[col] += step;
        counter[row + 3] += step;
        if (row == col)
            counter[6] += step;
        if (row + col == 2)
            counter[7] += step;

        for (int r = 0; r < 3; r++)
        {
            for (int c = 0; c < 3; c++)
            {
                int m = marker[3 * r + c];
                cout << (m == 0 ? "." : m < 0 ? "1" : "2") << " ";
            }
            cout << endl;
        }

        for (int i = 0; i < 8; i++)
        {
            if (counter[i] == 3 * step)
            {
                cout << "Player " << player << " wins!" << endl;
                return 0;
            }
        }
    }
    cout << "Match is drawn" << endl;
    return 0;
}
