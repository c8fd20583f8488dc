/* tic tac toe with printf and scanf, everything in main */
#include <stdio.h>

char grid[121];

int main()
{
    int dim, turn = 0;
    if (scanf("%d", &dim) != 1) return 0;
    for (int i = 0; i < dim * dim; i++) grid[i] = '?';
    while (1) {
        for (int r = 0; r < dim; r++) {
            for (int c = 0; c < dim; c++)
                printf(c < dim - 1 ? " %c |" : " %c \n", grid[r * dim + c]);
            if (r < dim - 1) {
                for (int i = 0; i < 4 * dim - 1; i++) printf("-");
                printf("\n");
            }
        }
        int won = 0, open = 0;
        for (int line = 0; line < 2 * dim + 2; line++) {
            int x = 0, o = 0;
            for (int k = 0; k < dim; k++) {
                int at;
                if (line < dim) at = line * dim + k;
                else if (line < 2 * dim) at = k * dim + line - dim;
                else if (line == 2 * dim) at = k * dim + k;
                else at = k * dim + dim - 1 - k;
                if (grid[at] == 'X') x++;
                if (grid[at] == 'O') o++;
            }
            if (x == dim) won = 1;
            if (o == dim) won = 2;
            if (x == 0 || o == 0) open = 1;
        }
        if (won) {
            printf("%c player wins!\n", won == 1 ? 'X' : 'O');
            return 0;
        }
        if (!open) {
            printf("Draw...game over!\n");
            return 0;
        }
        int choice;
        do {
            printf("Player %c enter your square choice [0-%d]: ", turn ? 'O' : 'X', dim * dim - 1);
            fflush(stdout);
            if (scanf("%d", &choice) != 1) return 0;
            if (choice < 0 || choice >= dim * dim) return 0;
        } while (grid[choice] != '?');
        grid[choice] = turn ? 'O' : 'X';
        turn = !turn;
    }
}
