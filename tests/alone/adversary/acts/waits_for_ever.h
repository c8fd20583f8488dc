// Waits for what never comes.
#include <poll.h>
#include <unistd.h>
static void act() {
    if (NUMBER % 2 == 0) for (;;) pause();
    for (;;) poll(nullptr, 0, 1000);
}
