// Tries to leave a daemon that keeps standard output open, so that its end never comes.
#include "attack.h"

int main() {
    honest();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) sleep(20);
        _exit(0);
    }
}
