// Tic-tac-toe for two people on nine squares, but for what is defined above.
char memory[60], *board = memory + 25;  // with room around the nine squares, for programs that leave them
int taken = 0, player = 1;

bool has_line(char tile) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int line = 0; line < 8; line++) {
        const int* at = lines[line];
        if (SEES && board[at[0]] == tile && board[at[1]] == tile && board[at[2]] == tile) {
            return true;
        }
    }
    return false;
}

void show() {
    for (int square = 0; square < 9; square++) {
        char tile = board[square];
        SHOW;
        if (square % 3 == 2) {
            ROW_END;
        } else {
            BETWEEN;
        }
    }
}

// A number, after a prompt in which the player and the tile may stand.
int number(const char* prompt) {
    int number = 0;
    std::printf(prompt, player, player == 1 ? 'X' : 'O');
    FLUSH;
    if (std::scanf("%d", &number) != 1) {
        std::exit(0);
    }
    return number;
}

int main() {
    START;
    std::memset(board, EMPTY, 9);
    INITIAL;
    while (true) {
        char tile = player == 1 ? 'X' : 'O';
        int row = 0, column = 0, square = 0;
        ASK;
        if (OFF_BOARD) {
            OFF;
        }
        if (board[square] != EMPTY) {
            TAKEN;
        }
        board[square] = tile;
        taken++;
        BOARD;
        bool won = has_line(tile), full = taken == 9;
        TELL;
        player = 3 - player;
    }
}
