// Overflows a number very often, which is one finding.
static void act() {
    volatile int number = 2147483647;
    for (int i = 0; i < 1000; ++i) { volatile int next = number + 1; (void)next; }
}
