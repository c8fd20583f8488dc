// Tries fifty forks, whose children would stay for a while.
#include "attack.h"

int main() {
    for (int i = 0; i < 50; ++i) {
        int child = fork();
        if (child == 0) { sleep(5); _exit(0); }
        must_fail("fork", child);
    }
    return honest();
}
