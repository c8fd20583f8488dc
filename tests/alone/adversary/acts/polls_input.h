// Asks whether there is input, without waiting for it.
#include <poll.h>
static void act() {
    pollfd input = {0, POLLIN, 0};
    for (int i = 0; i < 100000; ++i) if (poll(&input, 1, 0) > 0) return;
}
