// Tic-tac-toe against a CPU that moves at random, but for what is defined above. board[1] to board[9] are the squares.
char board[12];
int taken = 0;

bool has_line(char tile) {
    static const int lines[8][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7}, {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};
    for (int line = 0; line < 8; line++) {
        const int* at = lines[line];
        if (SEES && board[at[0]] == tile && board[at[1]] == tile && board[at[2]] == tile) {
            return true;
        }
    }
    return false;
}

void show() {
    for (int square = 1; square <= 9; square++) {
        char tile = board[square];
        SHOW;
        if (square % 3 == 0) {
            ROW_END;
        } else {
            BETWEEN;
        }
    }
}

// A number, after a prompt.
int number(const char* prompt) {
    int number = 0;
    std::printf("%s", prompt);
    FLUSH;
    if (std::scanf("%d", &number) != 1) {
        AT_END_OF_INPUT;
    }
    return number;
}

int choice() {
    int square = 0;
    CHOOSE;
    return square;
}

bool human() {
    while (true) {
        int square = 0;
        ASK;
        if (square < 1 || square > 9) {
            OFF;
        }
        if (board[square] != EMPTY) {
            TAKEN;
        }
        ANSWERED;
        board[square] = 'X';
        taken++;
        AFTER_HUMAN;
        return true;
    }
}

bool cpu() {
    int square = choice();
    ANNOUNCE;
    board[square] = 'O';
    taken++;
    return true;
}

int main() {
    START;
    std::memset(board, EMPTY, sizeof board);
    INITIAL;
    GAME;
    return EXIT;
}
