// Computes without an end.
static void act() { for (volatile unsigned i = NUMBER;; i = i + 1) {} }
