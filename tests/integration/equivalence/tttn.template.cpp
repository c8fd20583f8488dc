// N×N tic-tac-toe as its text wants it, but for what is defined above.
char board[400];
int dim = 0;

char getEntryAtRC(char grid[], int dim, int r, int c) { return grid[r * dim + c]; }
int idxToRow(int idx, int dim) { return idx / dim; }
int idxToCol(int idx, int dim) { return idx % dim; }

void printTTT(char grid[], int dim) {
    for (int r = 0; r < dim; r++) {
        for (int c = 0; c < dim; c++) {
            char cell = SYMBOL(getEntryAtRC(grid, dim, r, c));
            say(c == 0 ? FIRST_CELL : CELL, cell);
        }
        say(ROW_END);
        for (int dash = 0; r < LAST_SEPARATOR && dash < DASHES; dash++) {
            say("-");
        }
        if (r < LAST_SEPARATOR && DASHES > 0) {
            say("\n");
        }
    }
}

// How many of a line's squares hold a letter: row `line`, column `line - 100`, diagonals 200 and 201.
int held(char grid[], int dim, int line, char letter, int length) {
    int found = 0;
    for (int i = 0; i < length; i++) {
        int r = line < 100 ? line : i;
        int c = line < 100 ? i : line < 200 ? line - 100 : line == 200 ? i : dim - 1 - i;
        found += getEntryAtRC(grid, dim, r, c) == letter;
    }
    return found;
}

bool fills(char grid[], int dim, char letter) {
    int length = LENGTH;
    for (int i = 0; i < dim; i++) {
        if ((WINS_ROW && held(grid, dim, i, letter, length) == length)
            || (WINS_COLUMN && held(grid, dim, 100 + i, letter, length) == length)) {
            return true;
        }
    }
    return (WINS_MAIN && held(grid, dim, 200, letter, length) == length)
        || (WINS_ANTI && held(grid, dim, 201, letter, length) == length);
}

int checkForWinner(char grid[], int dim) {
    if (fills(grid, dim, 'X')) {
        return 1;
    }
    return O_CAN_WIN && fills(grid, dim, 'O') ? 2 : 0;
}

bool isFull(char grid[], int dim) { return std::memchr(grid, '?', dim * dim) == nullptr; }

bool checkForDraw(char grid[], int dim) {
    if (ONLY_FULL) {
        return isFull(grid, dim);
    }
    for (int line = 0; line < 202; line = line == dim - 1 ? 100 : line == 99 + dim ? 200 : line + 1) {
        bool counts = line != 201 || DRAWS_ANTI;
        if (counts && (held(grid, dim, line, 'X', dim) == 0 || held(grid, dim, line, 'O', dim) == 0)) {
            return false;
        }
    }
    return true;
}

bool tell(char player) {
    if (FULL_FIRST && isFull(board, dim)) {
        say(DRAWN);
        return true;
    }
    int winner = checkForWinner(board, dim);
    if (winner != 0) {
        say(WINS, WINNER(winner, player));
        return true;
    }
    if (checkForDraw(board, dim)) {
        say(DRAWN);
        return true;
    }
    return false;
}

int main() {
    START;
    WELCOME;
    if (!ask(dim)) {
        return 1;
    }
    std::memset(board, '?', sizeof board);
    INITIAL;
    char player = FIRST;
    while (true) {
        int square = 0;
        PROMPT;
        if (!ask(square)) {
            INPUT_ENDS;
        }
        AFTER_READ;
        square -= BASE;
        if (square < LOWEST || square >= dim * dim + BEYOND) {
            OFF;
        }
        square = SQUARE(square);
        if (square < 0 || square >= dim * dim) {
            square = 399;
        } else if (board[square] != '?') {
            TAKEN;
        }
        BEFORE_MOVE;
        board[square] = player;
        BOARD;
        if (tell(player)) {
            DONE;
        }
        player = player == 'X' ? 'O' : 'X';
    }
}
