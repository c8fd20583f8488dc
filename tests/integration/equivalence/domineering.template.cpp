// Domineering as its text wants it, but for what is defined above.
long long weight(int pos) {
    long long weight = 1;
    for (int i = pos; i < 16; i++) {
        weight *= 10;
    }
    return weight;
}

int gridState(long long grid, int pos) { return grid / weight(pos) % 10; }

void printGrid(long long grid) {
    for (int pos = 1; pos <= 16; pos++) {
        int state = gridState(grid, pos);
        say("%c", SYMBOL(state));
        say(pos % 4 == 0 ? ROW_END : BETWEEN);
    }
}

int second(int pos, int p) { return (p == 1) != SWAPPED ? pos + 4 : pos + 1; }

bool isPlaceable(long long grid, int pos, int p) {
    if (pos < 1 || pos > 16 || (p != 1 && p != 2)) {
        return false;
    }
    bool upright = (p == 1) != SWAPPED;
    if ((upright && !BOTTOM && pos > 12) || (!upright && !WRAPS && pos % 4 == 0)) {
        return false;
    }
    int other = second(pos, p);
    return gridState(grid, pos) == 0 && (HALF || other > 16 || gridState(grid, other) == 0);
}

void putToGrid(long long& grid, int pos, int p) {
    int other = second(pos, p);
    grid += p * weight(pos) + (other > 16 ? 0 : p * weight(other));
}

bool canMove(long long grid, int p) {
    for (int pos = 1; pos <= 16; pos++) {
        if (isPlaceable(grid, pos, p)) {
            return true;
        }
    }
    return false;
}

int main() {
    START;
    long long grid = 0;
    int p = FIRST;
    WELCOME;
    INITIAL;
    while (GOES_ON) {
        int pos = 0;
        PROMPT;
        if (!ask(pos)) {
            INPUT_ENDS;
        }
        AFTER_READ;
        pos = POSITION(pos);
        if (!isPlaceable(grid, pos, p)) {
            say(INVALID);
            REFUSED;
            continue;
        }
        BEFORE_MOVE;
        putToGrid(grid, pos, p);
        BOARD;
        p = 3 - p;
    }
    say(WINS, WINNER(p));
    DONE;
}
