/*
 * Domineering, 4x4
 */
#include <iostream>
using namespace std;

// Cuts digits off the left until pos is the first one
int gridState(long long grid, int pos)
{
    long long divisor = 1000000000000000;
    for (int i = 1; i < pos; i++)
    {
        grid = grid % divisor;
        divisor = divisor / 10;
    }
    return grid / divisor;
}

void printGrid(long long grid)
{
    for (int row = 0; row < 4; row++)
    {
        for (int col = 1; col <= 4; col++)
        {
            switch (gridState(grid, row * 4 + col))
            {
                case 1:  cout << "A"; break;
                case 2:  cout << "B"; break;
                default: cout << ".";
            }
            if (col < 4)
                cout << " ";
        }
        cout << endl;
    }
}

bool isPlaceable(long long grid, int pos, int p)
{
    if (pos < 1 || pos > 16)
        return false;
    if (gridState(grid, pos) != 0)
        return false;
    if (p == 1)
        return gridState(grid, pos + 4) == 0;
    if (p == 2)
        return pos % 4 != 0 && gridState(grid, pos + 1) == 0;
    return false;
}

void putToGrid(long long &grid, int pos, int p)
{
    long long unit = 1;
    for (int i = 16; i > pos; i--)
        unit *= 10;
    if (p == 1)
        grid = grid + unit + unit / 10000;
    else
        grid = grid + 2 * unit + 2 * (unit / 10);
}

bool stuck(long long grid, int p)
{
    int last = (p == 1) ? 12 : 15;
    for (int pos = 1; pos <= last; pos++)
    {
        if (isPlaceable(grid, pos, p))
            return false;
    }
    return true;
}

int main()
{
    long long grid = 0;
    int p = 1, pos;
    printGrid(grid);
    do
    {
        do
        {
            cout << "Player " << p << "'s move: ";
            if (!(cin >> pos))
                return 0;
            if (isPlaceable(grid, pos, p))
                break;
            cout << "Invalid! Try again." << endl;
        } while (true);
        putToGrid(grid, pos, p);
        printGrid(grid);
        p = (p == 1) ? 2 : 1;
    } while (!stuck(grid, p));

    if (p == 2)
        cout << "Player 1 wins!";
    else
        cout << "Player 2 wins!";
    return 0;
}
