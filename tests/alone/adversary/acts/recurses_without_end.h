// Uses up the stack.
static int deeper(int level) {
    volatile char page[512];
    page[0] = static_cast<char>(level);
    return deeper(level + 1) + page[0];
}
static void act() { deeper(NUMBER & 1); }
