// Tries to have the kernel kill its parent when a pipe becomes readable.
#include "attack.h"

int main() {
    int ends[2];
    if (pipe(ends) == 0) {
        fcntl(ends[0], F_SETOWN, getppid());
        fcntl(ends[0], F_SETSIG, SIGKILL);
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        (void)!write(ends[1], "!", 1);
    }
    return honest();
}
