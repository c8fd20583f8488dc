// Exchanges its streams, and makes them answer at once.
#include <fcntl.h>
#include <unistd.h>
static void act() {
    for (int i = 0; i < 3; ++i) fcntl(i, F_SETFL, O_NONBLOCK | O_APPEND);
    dup2(static_cast<int>(NUMBER % 3), static_cast<int>(NUMBER / 3 % 3));
    dup2(1, 100);
    close(101);
}
