// Ignores all signals and computes without an end.
#include <csignal>
static void act() {
    for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
    for (volatile unsigned i = 0;; i = i + 1) {}
}
