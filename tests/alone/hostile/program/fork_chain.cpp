// Tries to run away: each process makes a session and a successor, and ends.
#include "attack.h"

int main() {
    honest();
    for (int i = 0; i < 20; ++i) {
        setsid();
        int child = fork();
        must_fail("fork", child);
        if (child > 0) _exit(0);
    }
}
