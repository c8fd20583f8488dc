// Tries to leave a daemon that has closed all streams and would never be noticed.
#include "attack.h"

int main() {
    honest();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) { for (int i = 0; i < 64; ++i) close(i); sleep(20); }
        _exit(0);
    }
}
